"""Mail that is sent in the background, so that the time of a response does not reveal whether mail was
sent."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Thread

from django.core.mail import EmailMessage
from django.db import connections

_journal = logging.getLogger(__name__)


def send_in_background(message: EmailMessage, then: Callable[[bool], None] | None = None) -> Thread:
    """Send a message in a thread of its own; return the thread. `then` is called with whether it was sent."""
    thread = Thread(target=_send_and_tell, args=[message, then], daemon=True)
    thread.start()
    return thread


def _send_and_tell(message: EmailMessage, then: Callable[[bool], None] | None) -> None:
    was_sent = send_or_log(message)
    if then is not None:
        try:
            then(was_sent)
        finally:
            connections.close_all()


def send_or_log(message: EmailMessage) -> bool:
    """Send a message, or log the failure for the keeper of the server; tell whether it was sent."""
    try:
        message.send()
    except OSError:
        _journal.exception("mail could not be sent")
        return False
    return True
