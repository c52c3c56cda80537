"""The public pages of an event. They show nothing of the viewer, so that one rendering serves everybody."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial
from typing import Final

from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.db.prepared import PreparedQuery
from clubs.reports.report import Report
from clubs.web import exports
from clubs.web.addresses import address_of
from clubs.web.revisions import etag_for, kept_by_revision
from scoring.wording import labels
from tournaments.models import Tournament
from tournaments.public import (
    cross_table,
    event_view,
    official,
    places,
    places_plot,
    result_notes,
    rounds,
    rules_in_force,
    rulings,
    search,
    standings,
    statistics,
    tables,
)
from tournaments.public import (
    exports as event_exports,
)
from tournaments.public.event_view import (
    EventView,
    load_event_view,
    revision_of_event,
    revision_of_round,
)
from tournaments.public.queries import event_rulings, judged_contracts, scored_hands
from tournaments.public.seats import seats_by_name
from tournaments.wording.labels import round_label

_BY_NAME = "name"


@dataclass(frozen=True, slots=True)
class PageLink:
    name: str
    label: str
    address: str


def _get_event_view(pk: int, games_of: Collection[int] | None) -> EventView:
    event = _EVENT.first(pk)
    if event is None:
        raise Http404
    return load_event_view(event, games_of=games_of)


_EVENT: Final = PreparedQuery(
    lambda pk: Tournament.objects.select_related("club", "book").filter(pk=pk).order_by(), int
)


@require_safe
@kept_by_revision(revision_of_event, choices=exports.CHOICES)
def event(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The standings; before there is a result, or while they are hidden, the current round."""
    view = _get_event_view(pk, games_of=())
    if (response := _export(request, view, lambda: event_exports.standings_file(view))) is not None:
        return response
    context = _page_context(view, "standings")
    if view.counts and not view.hidden:
        return render(request, "tournaments/public/event.html", {**context, **_standings_context(view)})
    if view.record.rounds:
        context["round"] = rounds.build_round_view(view, view.record.rounds[-1])
    else:
        context["entries"] = list(view.entries.values())
    return render(request, "tournaments/public/before.html", context)


def _standings_context(view: EventView) -> dict[str, object]:
    """The standings, and the places of the first entries as a plot and in figures."""
    return {
        "report": standings.standings_report(view),
        "revision": official.revision_note(view.event),
        "so_far": [*filter(None, [official.complaints_note(view.event)]), *result_notes.going_on_notes(view)],
        **_plot_context(view, places.places_so_far(view)),
    }


def _plot_context(
    view: EventView, history: event_view.PlaceHistory, requested: frozenset[int] = frozenset()
) -> dict[str, object]:
    plotted = places.entries_to_plot(view, sorted(requested))
    return {
        "plot": places_plot.plot_places(history, plotted),
        "drawn": [view.entries[entry].name for entry in plotted],
        "figures": places.places_table(view, history, plotted),
    }


@require_safe
@kept_by_revision(revision_of_round, choices={**exports.CHOICES, "by": {_BY_NAME}}, free={"q"})
def event_round(request: HttpRequest, pk: int, number: int) -> HttpResponseBase:
    """A round by table or by name, with a search for a player's table."""
    view = _get_event_view(pk, games_of={number})
    round_record = view.round(number)
    if round_record is None:
        raise Http404
    is_by_name = request.GET.get("by") == _BY_NAME
    build = event_exports.seats_file if is_by_name else event_exports.round_file
    if (response := _export(request, view, lambda: build(view, round_record))) is not None:
        return response
    query = request.GET.get("q", "")
    context = {
        **_page_context(view, "round"),
        "rounds": [
            _round_link(view, shown.round.number, str(shown.round.number)) for shown in view.record.rounds
        ],
        "round": rounds.build_round_view(view, round_record, query),
        "label": round_label(number),
        "asked": query,
        "by_name": seats_by_name(view, round_record) if is_by_name else [],
        "listed": is_by_name,
    }
    return render(request, "tournaments/public/round.html", context)


@require_safe
@kept_by_revision(revision_of_event, choices=exports.CHOICES, free={"q"})
def event_places(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The places of all entries round by round; a search adds entries to the plot."""
    view = _get_event_view(pk, games_of=())
    if (response := _export(request, view, lambda: event_exports.places_file(view))) is not None:
        return response
    query = request.GET.get("q", "")
    context: dict[str, object] = {**_page_context(view, "places"), "asked": query}
    if not view.hidden:
        history = places.places_so_far(view)
        requested = search.find_entries(view, query)
        entries = [placing.totals.entry for placing in view.placings]
        context |= {
            "places": places.places_table(view, history, entries) if history else None,
            "nobody": bool(query) and not requested,
            "late": standings.late_entry_notes(view),
            **_plot_context(view, history, requested & frozenset(entries)),
        }
    return render(request, "tournaments/public/places.html", context)


@require_safe
@kept_by_revision(revision_of_event, choices=exports.CHOICES, free={"q"})
def event_cross(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The crosstable; a search shows the rounds of an entry with names."""
    query = request.GET.get("q", "")
    view = _get_event_view(pk, games_of=None if query else ())
    if (response := _export(request, view, lambda: event_exports.cross_file(view))) is not None:
        return response
    context = {**_page_context(view, "cross"), "asked": query}
    if view.record.rounds and not view.hidden:
        context["entry_rounds"] = rounds.entry_rounds(view, query)
        context["cross"] = cross_table.build_cross_table(view)
    return render(request, "tournaments/public/cross.html", context)


@require_safe
@kept_by_revision(revision_of_event, choices=exports.CHOICES)
def event_statistics(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Records, totals, and who has made most."""
    view = _get_event_view(pk, games_of=())
    hands, contracts = scored_hands(view.event), judged_contracts(view.event)
    build = partial(tables.statistics_tables, view, hands, contracts)
    if (response := _export(request, view, lambda: event_exports.statistics_file(view, build()))) is not None:
        return response
    context = {
        **_page_context(view, "statistics"),
        "records": statistics.event_records(view, hands),
        "in_all": statistics.totals_table(view, hands, contracts) if hands else None,
        "makers": None if view.hidden else statistics.most_made_report(view, hands, contracts),
    }
    return render(request, "tournaments/public/statistics.html", context)


@require_safe
@kept_by_revision(revision_of_event, choices=exports.CHOICES)
def event_rules(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The rules in force, and the rulings given."""
    view = _get_event_view(pk, games_of=())
    if (response := _export(request, view, lambda: event_exports.rules_file(view))) is not None:
        return response
    context = {
        **_page_context(view, "rules"),
        "report": rules_in_force.rules_report(view.event, view.field),
        "rulings": rulings.ruling_views(event_rulings(view.event)),
    }
    return render(request, "tournaments/public/rules.html", context)


def _export(
    request: HttpRequest, view: EventView, report: Callable[[], Report | None]
) -> HttpResponseBase | None:
    """The file that the address requests: paper says of which state of the event it is."""
    return exports.export_response(request, report, lambda: view.event.book)


def _page_context(view: EventView, current: str) -> dict[str, object]:
    """The context that every public page of an event needs."""
    return {
        "event": view.event,
        "ruleset": labels.ruleset_name(view.event.ruleset),
        "tag": etag_for(view.event.book.revision),
        "tabs": _tabs(view),
        "current": current,
        "hidden": view.hidden,
        "last": view.last,
    }


def _tabs(view: EventView) -> list[PageLink]:
    """The pages of an event that exist so far."""
    return [
        _page_link(view, "event", "standings", _start_label(view)),
        *([_round_link(view, view.last.number, "round"), *_results_tabs(view)] if view.last else []),
        _page_link(view, "event_rules", "rules", _("Rules")),
    ]


def _results_tabs(view: EventView) -> list[PageLink]:
    """Pages of results; while the standings are hidden, only those that sum up no result."""
    summaries = [
        _page_link(view, "event_places", "places", _("Places")),
        _page_link(view, "event_cross", "cross", _("Crosstable")),
    ]
    return [
        *([] if view.hidden else summaries),
        _page_link(view, "event_statistics", "statistics", _("Statistics")),
    ]


def _start_label(view: EventView) -> str:
    return _("Standings") if view.counts and not view.hidden else _("Event")


def _round_link(view: EventView, number: int, name: str) -> PageLink:
    address = address_of("tournaments:event_round", view.event.pk, number)
    return PageLink(name, round_label(number), address)


def _page_link(view: EventView, url_name: str, name: str, label: str) -> PageLink:
    return PageLink(name, label, address_of(f"tournaments:{url_name}", view.event.pk))
