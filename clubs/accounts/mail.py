"""Sending mail without letting anybody wait, or notice.

Knows how a message leaves the house; must not know what it says. It is sent beside the answer: how long an
answer takes tells nobody whether a message was sent.
"""

from __future__ import annotations

import logging
from threading import Thread

from django.core.mail import EmailMessage

_journal = logging.getLogger(__name__)


def post(message: EmailMessage) -> Thread:
    """Send a message from a thread of its own."""
    thread = Thread(target=send, args=[message], daemon=True)
    thread.start()
    return thread


def send(message: EmailMessage) -> None:
    """Send, or put into the journal that it could not be sent: the one who asked is not told."""
    try:
        message.send()
    except OSError:
        _journal.exception("mail could not be sent")
