"""The heads of the logs of an event and of its club, to be kept elsewhere: as a file, or in a mail."""

from __future__ import annotations

from urllib.parse import quote, urlencode

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.text.alphabet import file_name
from clubs.web.decorators import page
from clubs.web.printed_addresses import printed_address
from clubs.web.viewer_roles import viewer_roles
from tournaments.models import Tournament
from tournaments.running.codes_mail import codes_text


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
    return codes_text(event, printed_address(request, reverse("clubs:genuine")))
