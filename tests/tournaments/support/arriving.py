"""What is on its way is sent now, as the worker sends it."""

from __future__ import annotations

from threading import Event

from django.core import mail
from django.core.mail import EmailMessage

from tournaments.notices.sending import ERRANDS


def send_all() -> None:
    """Run each errand once, first the one that looks for news."""
    for errand in ERRANDS:
        errand.run(Event())


def arrived() -> list[EmailMessage]:
    """Send what is on its way, and return all mail of the test so far."""
    send_all()
    return mail.outbox
