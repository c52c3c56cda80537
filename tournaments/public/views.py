"""The public pages of an event, on everybody's phone: they ask queries and reports, and show templates.

They hold nothing of the viewer; who has seen the current state is told so by one row.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.web import exports
from clubs.web.revisions import revised, tag_of
from scoring.wording import labels
from tournaments.models import Tournament
from tournaments.public import (
    cross_table,
    event_view,
    places_plot,
    rounds,
    rules_in_force,
    rulings,
    standings,
    statistics,
    tables,
)
from tournaments.public import (
    exports as event_exports,
)
from tournaments.public.event_view import (
    Told,
    event_told,
    history_of,
    revision_of_event,
    revision_of_round,
)
from tournaments.wording.labels import round_called

_BY_NAME = "name"


@dataclass(frozen=True, slots=True)
class _Tab:
    name: str
    label: str
    address: str


def _told_of(pk: int) -> Told:
    return event_told(get_object_or_404(Tournament.objects.select_related("club", "book"), pk=pk))


@require_safe
@revised(revision_of_event, kept=True)
def event(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The event: its standings; before anything counts, or where they are kept back, the round that is on."""
    told = _told_of(pk)
    if (taken := exports.asked(request, lambda: event_exports.standings_file(told))) is not None:
        return taken
    context = _frame_of(told, "standings")
    if told.counts and not told.hidden:
        return render(request, "tournaments/public/event.html", {**context, **_standings_shown(told)})
    if told.story.rounds:
        context["round"] = rounds.round_shown(told, told.story.rounds[-1])
    else:
        context["entries"] = list(told.entries.values())
    return render(request, "tournaments/public/before.html", context)


def _standings_shown(told: Told) -> dict[str, object]:
    """The standings, and the ways of the first of them as a drawing and in figures."""
    history = history_of(told.event)
    return {
        "report": standings.standings(told, history),
        **_ways_shown(told, standings.places_until_now(told, history)),
    }


def _ways_shown(
    told: Told, places: event_view.History, found: frozenset[int] = frozenset()
) -> dict[str, object]:
    drawn = standings.drawn_first(told, sorted(found))
    return {
        "plot": places_plot.ways(places, drawn),
        "drawn": [told.entries[entry].name for entry in drawn],
        "figures": standings.ways_table(told, places, drawn),
    }


@require_safe
@revised(revision_of_round, kept=True)
def event_round(request: HttpRequest, pk: int, number: int) -> HttpResponseBase:
    """A round: who sits where, what each table has, and where somebody of a name sits."""
    told = _told_of(pk)
    played = told.round(number)
    if played is None:
        raise Http404
    listed = request.GET.get("by") == _BY_NAME
    made = event_exports.seats_file if listed else event_exports.round_file
    if (taken := exports.asked(request, lambda: made(told, played))) is not None:
        return taken
    asked = request.GET.get("q", "")
    context = {
        **_frame_of(told, "round"),
        "rounds": [_round_tab(told, one.round.number, str(one.round.number)) for one in told.story.rounds],
        "round": rounds.round_shown(told, played, asked),
        "asked": asked,
        "by_name": rounds.by_name(told, played) if listed else [],
        "listed": listed,
    }
    return render(request, "tournaments/public/round.html", context)


@require_safe
@revised(revision_of_event, kept=True)
def event_places(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Everybody's places from round to round; whose name is asked for is drawn."""
    told = _told_of(pk)
    if (taken := exports.asked(request, lambda: event_exports.places_file(told))) is not None:
        return taken
    asked = request.GET.get("q", "")
    context: dict[str, object] = {**_frame_of(told, "places"), "asked": asked}
    if not told.hidden:
        places = standings.places_until_now(told, history_of(told.event))
        found = rounds.matching(told, asked)
        everybody = [placing.sum.entry for placing in told.placings]
        context |= {
            "places": standings.ways_table(told, places, everybody) if places else None,
            "nobody": bool(asked) and not found,
            "late": standings.late_told(told),
            **_ways_shown(told, places, found & frozenset(everybody)),
        }
    return render(request, "tournaments/public/places.html", context)


@require_safe
@revised(revision_of_event, kept=True)
def event_cross(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Who met whom and how it went; of whom is asked for, round by round with names."""
    told = _told_of(pk)
    if (taken := exports.asked(request, lambda: event_exports.cross_file(told))) is not None:
        return taken
    asked = request.GET.get("q", "")
    context = {**_frame_of(told, "cross"), "asked": asked}
    if told.story.rounds and not told.hidden:
        context["ways"] = rounds.ways_of(told, asked)
        context["cross"] = cross_table.cross_of(told)
    return render(request, "tournaments/public/cross.html", context)


@require_safe
@revised(revision_of_event, kept=True)
def event_made(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Records, what was made in all, and who has made most."""
    told = _told_of(pk)
    hands, contracts = event_view.hands_of(told.event), event_view.contracts_of(told.event)
    made = partial(tables.statistics, told, hands, contracts)
    if (taken := exports.asked(request, lambda: event_exports.statistics_file(told, made()))) is not None:
        return taken
    context = {
        **_frame_of(told, "statistics"),
        "records": statistics.records(told, hands),
        "in_all": statistics.made_in_all(told, hands, contracts) if hands else None,
        "makers": None if told.hidden else statistics.makers(told, hands, contracts),
    }
    return render(request, "tournaments/public/statistics.html", context)


@require_safe
@revised(revision_of_event, kept=True)
def event_rules(request: HttpRequest, pk: int) -> HttpResponseBase:
    """What everybody plays by, and what has been ruled."""
    told = _told_of(pk)
    if (taken := exports.asked(request, lambda: event_exports.rules_file(told))) is not None:
        return taken
    context = {
        **_frame_of(told, "rules"),
        "report": rules_in_force.rules_in_force(told.event),
        "rulings": rulings.rulings_told(event_view.rulings_of(told.event)),
    }
    return render(request, "tournaments/public/rules.html", context)


def _frame_of(told: Told, current: str) -> dict[str, object]:
    """What every public page of an event has around it."""
    return {
        "event": told.event,
        "ruleset": labels.ruleset_name(told.event.ruleset),
        "tag": tag_of(told.event.book.revision),
        "tabs": _tabs_of(told),
        "current": current,
        "hidden": told.hidden,
        "last": told.last,
    }


def _tabs_of(told: Told) -> list[_Tab]:
    """The pages that there are of an event by now."""
    return [
        _page(told, "event", "standings", _start_label(told)),
        *([_round_tab(told, told.last.number, "round"), *_results_tabs(told)] if told.last else []),
        _page(told, "event_rules", "rules", _("Rules")),
    ]


def _results_tabs(told: Told) -> list[_Tab]:
    """What is told of results; while the standings are kept back, nothing that sums them up."""
    summed = [
        _page(told, "event_places", "places", _("Places")),
        _page(told, "event_cross", "cross", _("Crosstable")),
    ]
    return [*([] if told.hidden else summed), _page(told, "event_statistics", "statistics", _("Statistics"))]


def _start_label(told: Told) -> str:
    return _("Standings") if told.counts and not told.hidden else _("Event")


def _round_tab(told: Told, number: int, name: str) -> _Tab:
    address = reverse("tournaments:event_round", args=[told.event.pk, number])
    return _Tab(name, round_called(number), address)


def _page(told: Told, address: str, name: str, label: str) -> _Tab:
    return _Tab(name, label, reverse(f"tournaments:{address}", args=[told.event.pk]))
