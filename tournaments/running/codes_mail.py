"""The codes of the logs of an event and of its club leave the house in a mail, if the club wants it.

They are sent when the event is official, after the act is stored: a mail that cannot be sent changes nothing
of it, and the file with the codes stays on the page of the papers.
"""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils import translation
from django.utils.translation import gettext as _

from clubs.accounts.mail import send_in_background
from clubs.books.heads import head_lines
from clubs.books.writing import club_book
from tournaments.models import Tournament

_LINE_END: Final = "\r\n"


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


def send_codes(pk: int) -> None:
    """Send the codes of an event that has become official to whom its club has named."""
    event = Tournament.objects.select_related("book", "club").get(pk=pk)
    if not event.club.codes_to or not settings.EMAIL_HOST or event.is_trial:
        return
    with translation.override(event.club.language):
        title = _("Codes of the log")
        message = EmailMessage(
            f"{event.title}: {title}", codes_text(event, _typed_at()), to=[event.club.codes_to]
        )
    send_in_background(message)


def _typed_at() -> str:
    return f"{settings.PUBLIC_ADDRESS.rstrip('/')}/genuine/" if settings.PUBLIC_ADDRESS else ""
