"""The heads of the logs of an event and of its club, to be kept elsewhere: as a file, or in a mail."""

from __future__ import annotations

from typing import Final
from urllib.parse import quote, urlencode

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.books.heads import head_lines
from clubs.books.writing import club_book
from clubs.text.alphabet import file_name
from clubs.web.decorators import page
from clubs.web.printed_addresses import printed_address
from clubs.web.viewer_roles import viewer_roles
from tournaments.models import Tournament

_LINE_END: Final = "\r\n"


@page
def event_heads(request: HttpRequest, pk: int) -> HttpResponse:
    """The heads as a file of plain text."""
    event = get_object_or_404(Tournament.objects.select_related("book", "club"), pk=pk)
    if not viewer_roles(request, event.book):
        raise PermissionDenied
    response = HttpResponse(_heads_text(request, event), content_type="text/plain; charset=utf-8")
    title = _("Codes of the log")
    name = file_name(f"{event.title} {title}") or "heads"
    response["Content-Disposition"] = f'attachment; filename="{name}.txt"'
    return response


def heads_mail_address(request: HttpRequest, event: Tournament) -> str:
    """Return the address that opens a mail with the heads in the mail program of whoever reads the page."""
    title = _("Codes of the log")
    parts = {"subject": f"{event.title}: {title}", "body": _heads_text(request, event)}
    return f"mailto:?{urlencode(parts, quote_via=quote)}"


def _heads_text(request: HttpRequest, event: Tournament) -> str:
    lines = [
        f"{event.title} · {event.club}",
        _("Codes of the log"),
        "",
        *head_lines([event.book, club_book(event.club)]),
        "",
        _("Keep this outside the club: a log that is changed afterwards has other codes."),
        _("Whether the log still holds them: type a code at %(address)s")
        % {"address": printed_address(request, reverse("clubs:genuine"))},
        _("On the computer of the club: %(command)s") % {"command": "manage.py verify_log --against FILE"},
    ]
    return _LINE_END.join(lines) + _LINE_END
