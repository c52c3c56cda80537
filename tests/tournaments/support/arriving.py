"""What is on its way is sent now, as the worker sends it."""

from __future__ import annotations

from threading import Event
from uuid import uuid4

from django.core import mail
from django.core.mail import EmailMessage
from django.utils import timezone

from tournaments.models import Entry, NoticeAddress
from tournaments.notices.sending import ERRANDS


def send_all() -> None:
    """Run each errand once, first the one that looks for news."""
    for errand in ERRANDS:
        errand.run(Event())


def arrived() -> list[EmailMessage]:
    """Send what is on its way, and return all mail of the test so far."""
    send_all()
    return mail.outbox


def a_mailbox(entry: int, email: str = "anna@example.org") -> NoticeAddress:
    """A mailbox of an entry that has been asked and has not answered."""
    event = Entry.objects.select_related("tournament").get(pk=entry).tournament
    return NoticeAddress.objects.create(
        entry_id=entry,
        way=NoticeAddress.Way.MAIL,
        address=email,
        language="en",
        code_set=event.code_set,
        site="http://testserver",
        token=uuid4(),
        asked_at=timezone.now(),
    )
