"""Mail that is sent in the background, so that the time of a response does not reveal whether mail was
sent."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from threading import Thread

from django.core.mail import EmailMessage

_journal = logging.getLogger(__name__)


def send_in_background(message: EmailMessage) -> Thread:
    """Send a message in a thread of its own; return the thread."""
    thread = Thread(target=_send_or_log, args=[message], daemon=True)
    thread.start()
    return thread


def send_all_in_background(messages: Sequence[EmailMessage]) -> Thread:
    """Send several messages in one thread; one that cannot be sent keeps back none of the others."""
    thread = Thread(target=_send_or_log_all, args=[messages], daemon=True)
    thread.start()
    return thread


def _send_or_log_all(messages: Sequence[EmailMessage]) -> None:
    for message in messages:
        _send_or_log(message)


def _send_or_log(message: EmailMessage) -> None:
    """Send a message; log a failure without telling the user."""
    try:
        message.send()
    except OSError:
        _journal.exception("mail could not be sent")
