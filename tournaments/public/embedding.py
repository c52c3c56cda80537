"""The standings of an event as a page to put into a club's own site: the table alone, with public names.

It needs no script. It may stand in a frame of any site, which no other page may.
"""

from __future__ import annotations

from typing import Final

from csp.decorators import csp_replace
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from clubs.web import exports
from clubs.web.revisions import kept_by_revision
from tournaments.models import Tournament
from tournaments.public import official, result_notes
from tournaments.public.event_view import load_event_view
from tournaments.public.queries import event_or_404
from tournaments.public.revisions import revision_of_event
from tournaments.public.standings_report import standings_report

LANGUAGE_PARAMETER: Final = "lang"
_LANGUAGES: Final = frozenset(code for code, _name in settings.LANGUAGES)


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]  # it says of views that they have no arguments
@kept_by_revision(revision_of_event, choices={**exports.CHOICES, LANGUAGE_PARAMETER: _LANGUAGES})
def event_embed(request: HttpRequest, pk: int) -> HttpResponse:
    """The standings alone; before there are any, or while they are hidden, a sentence that says so.

    A frame has no files: those of the standings have the address of the event.
    """
    if exports.requested_format(request):
        raise Http404
    language = request.GET.get(LANGUAGE_PARAMETER) or translation.get_language()
    with translation.override(language):
        return _embedded(request, event_or_404(pk))


def _embedded(request: HttpRequest, event: Tournament) -> HttpResponse:
    view = load_event_view(event, games_of=())
    shown = view.counts and not view.hidden
    context = {
        "event": event,
        # Without the site's name: a page that is kept is the same for all names that the site has.
        "address": reverse("tournaments:event", args=[event.pk]),
        "report": standings_report(view) if shown else None,
        "revision": official.revision_note(event),
        "notes": [*result_notes.result_state_notes(view)] if shown else [],
        "last": view.last,
        "hidden": view.hidden,
    }
    return render(request, "tournaments/public/embed.html", context)


def frame_lines(address: str, title: str) -> str:
    """What is copied into a page of another site; a reader that speaks says the title."""
    return (
        f'<iframe src="{escape(address)}" width="100%" height="600" loading="lazy" '
        f'title="{escape(title)}"></iframe>'
    )
