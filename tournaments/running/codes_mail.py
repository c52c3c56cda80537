"""The codes of the logs of an event and of its club leave the house in a mail, if the club wants it.

They are sent when the event is official, after the act is stored: a mail that cannot be sent changes nothing
of it, and the file with the codes stays on the page of the papers. Whether the mail server has taken them is
an entry of the log of the event, which the pages show; from there they are sent again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Final

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from clubs.accounts.mail import send_in_background, send_or_log
from clubs.books import permissions
from clubs.books.heads import head_lines
from clubs.books.permissions import DIRECTORS
from clubs.books.refusals import NotNow
from clubs.books.writing import Author, club_book, retried
from clubs.models import LogEntry
from tournaments.models import Tournament
from tournaments.running.session import open_event

_LINE_END: Final = "\r\n"
_SENT: Final = "event.codes_sent"
_NOT_SENT: Final = "event.codes_not_sent"
_OFFICIAL: Final = "event.official"


@dataclass(frozen=True, slots=True)
class CodesMail:
    """What became of the mail with the codes of an official event; `at` is empty while nothing is known."""

    at: datetime | None = None
    was_sent: bool = False


def codes_text(event: Tournament, address: str = "") -> str:
    """Return the codes as they leave the house; `address` is that of the page on which one is typed."""
    lines = [
        f"{event.title} · {event.club}",
        _("Codes of the log"),
        "",
        *head_lines([event.book, club_book(event.club)]),
        "",
        _("Keep this outside the club: a log that is changed afterwards has other codes."),
    ]
    if address:
        known = _("Whether the log still holds them: type a code at %(address)s")
        lines.append(known % {"address": address})
    command = "manage.py verify_log --against FILE"
    lines.append(_("On the computer of the club: %(command)s") % {"command": command})
    return _LINE_END.join(lines) + _LINE_END


def send_codes(by: Author, pk: int) -> None:
    """Send the codes of an event that has become official to whom its club has named."""
    event = Tournament.objects.select_related("book", "club").get(pk=pk)
    if _is_wanted(event):
        send_in_background(_mail_of(event), partial(_note, by, event))


@retried
def send_codes_again(by: Author, event: Tournament) -> bool:
    """Send the codes of an official event once more, while the author waits; tell whether they were sent."""
    permissions.require(by.user, event.book, DIRECTORS)
    if not _is_wanted(event) or event.state != Tournament.State.OFFICIAL:
        raise NotNow(_("The codes are sent when the results are official and the club has named an address."))
    was_sent = send_or_log(_mail_of(event))
    _note(by, event, was_sent)
    return was_sent


def codes_mail_of(event: Tournament) -> CodesMail | None:
    """Return what became of the mail with the codes; None for an event of which none is sent."""
    if event.state != Tournament.State.OFFICIAL or not _is_wanted(event):
        return None
    acts = LogEntry.objects.filter(book=event.book_id, act__in=(_SENT, _NOT_SENT, _OFFICIAL))
    latest = acts.order_by("-number").first()
    if latest is None or latest.act == _OFFICIAL:
        return CodesMail()
    return CodesMail(latest.at, latest.act == _SENT)


def _is_wanted(event: Tournament) -> bool:
    return bool(event.club.codes_to and settings.EMAIL_HOST) and not event.is_trial


def _mail_of(event: Tournament) -> EmailMessage:
    with translation.override(event.club.language):
        title = _("Codes of the log")
        return EmailMessage(
            f"{event.title}: {title}", codes_text(event, _typed_at()), to=[event.club.codes_to]
        )


@retried
def _note(by: Author, event: Tournament, was_sent: bool) -> None:
    """Log whether the codes were sent, and not where to: an address is somebody's."""
    with open_event(event, replace(by, at=timezone.now()), needs=None) as opened:
        opened.writing.log(_SENT if was_sent else _NOT_SENT, opened.event)


def _typed_at() -> str:
    return f"{settings.PUBLIC_ADDRESS.rstrip('/')}/genuine/" if settings.PUBLIC_ADDRESS else ""
