"""A screen of the hall: pages for a projector, which turn by themselves and follow what happens."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from clubs.db.single_row import Revision
from clubs.web.revisions import kept_by_revision, public_tag
from tournaments.models import Tournament
from tournaments.play.clock import load_times
from tournaments.play.screens import FIRST_SCREEN, HallScreen, find_screen
from tournaments.public.calendar import announcement_of
from tournaments.public.clock_face import ClockFace
from tournaments.public.event_view import load_event_view
from tournaments.public.foreseen import round_foreseen
from tournaments.public.hall import shown_name_of
from tournaments.public.programme import shown_programme
from tournaments.public.queries import event_or_404
from tournaments.public.revisions import revision_of_event
from tournaments.screen.pages import ScreenSource, build_pages, strip_lines
from tournaments.wording.labels import round_label


def _revision_of_screen(pk: int, number: int = FIRST_SCREEN) -> Revision | None:  # noqa: ARG001 - as the view
    return revision_of_event(pk)


@require_safe
@kept_by_revision(_revision_of_screen)
def screen(request: HttpRequest, pk: int, number: int = FIRST_SCREEN) -> HttpResponse:
    """A screen by its number. Without scripts it is one long page."""
    event = event_or_404(pk)
    shown = find_screen(event, number)
    if shown is None:
        raise Http404
    with translation.override(shown.language or translation.get_language()):
        return _shown(request, event, shown)


def _shown(request: HttpRequest, event: Tournament, shown: HallScreen) -> HttpResponse:
    view = load_event_view(event, shown_name_of(request, event), games_of=())
    times = None if view.last is None else load_times(view.last)
    at = now()
    foreseen = None if view.last is None else round_foreseen(view.last, times, at)
    source = ScreenSource(
        view, at, ClockFace.while_played(times, event.agreement.clock_end), foreseen, shown_programme(event)
    )
    context = {
        "event": event,
        "screen": shown,
        "pages": build_pages(source, shown),
        "clock": source.clock,
        "status": "" if (said := announcement_of(event)) is None else said.status_sentence,
        "strip": strip_lines(source),
        "round": "" if view.last is None else round_label(view.last.number),
        "tag": public_tag(request, event.book.revision),
    }
    return render(request, "tournaments/screen/screen.html", context)
