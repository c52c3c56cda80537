"""The heads of the logs of an event and of its club, to be kept elsewhere: as a file, or in a mail."""

from __future__ import annotations

from urllib.parse import quote, urlencode

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.books.refusals import NotNow
from clubs.text.alphabet import file_name
from clubs.web.decorators import page, post_only
from clubs.web.printed_addresses import printed_address
from clubs.web.request_author import author_of
from clubs.web.viewer_roles import viewer_roles
from tournaments.access import event_for_director
from tournaments.models import Tournament
from tournaments.running.codes_mail import codes_text, send_codes_again


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


@post_only
def codes_send(request: HttpRequest, pk: int) -> HttpResponse:
    """Send the heads once more to whom the club has named; say whether the mail server has taken them."""
    event, by = event_for_director(request, pk), author_of(request)
    try:
        was_sent = send_codes_again(by, event)
    except NotNow as refusal:
        messages.error(request, str(refusal.message))
        return redirect("tournaments:desk", event.pk)
    if was_sent:
        messages.success(request, _("The codes of the log are sent."))
    else:
        messages.error(
            request, _("The codes of the log could not be sent. Keep their file outside the club.")
        )
    return redirect("tournaments:desk", event.pk)


def heads_mail_address(request: HttpRequest, event: Tournament) -> str:
    """Return the address that opens a mail with the heads in the mail program of whoever reads the page."""
    title = _("Codes of the log")
    parts = {"subject": f"{event.title}: {title}", "body": _heads_text(request, event)}
    return f"mailto:?{urlencode(parts, quote_via=quote)}"


def _heads_text(request: HttpRequest, event: Tournament) -> str:
    return codes_text(event, printed_address(request, reverse("clubs:genuine")))
