"""The public pages of an event. They show nothing of the viewer, so that one rendering serves everybody."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.db.single_row import Revision
from clubs.people.names import is_named, public_name
from clubs.reports.report import Report
from clubs.web import exports
from clubs.web.addresses import address_of
from clubs.web.revisions import cached_by_revision, kept_by_revision, public_tag
from scoring.wording import labels
from tournaments.play.clock import load_times
from tournaments.play.notices import NoticeKind, standing_notices
from tournaments.play.parts import is_divided
from tournaments.public import (
    cross_table,
    entry_rounds,
    event_view,
    mixing,
    official,
    places,
    places_plot,
    prizes,
    result_notes,
    rounds,
    rules_in_force,
    rulings,
    search,
    standings,
    statistics,
    statistics_tables,
)
from tournaments.public import (
    exports as event_exports,
)
from tournaments.public.bracket import BracketView, bracket_table
from tournaments.public.calendar import calendar_response
from tournaments.public.clock_face import ClockFace
from tournaments.public.entry_state import EntryStates, find_states, states_now
from tournaments.public.event_view import (
    EntryView,
    EventView,
    NameLink,
    load_event_view,
)
from tournaments.public.foreseen import round_foreseen
from tournaments.public.hall import shown_name_of
from tournaments.public.handicaps import table_handicaps
from tournaments.public.programme import programme_file, shown_programme
from tournaments.public.queries import event_or_404, event_rulings, judged_contracts, scored_hands
from tournaments.public.revisions import revision_of_entry, revision_of_event, revision_of_round
from tournaments.public.seats import seats_by_name
from tournaments.public.standings_report import standings_report
from tournaments.public.tabs import ASKED, event_tabs, round_link
from tournaments.wording.labels import round_label

_BY_NAME = "name"


def _get_event_view(
    pk: int, games_of: Collection[int] | None, names_for: HttpRequest | None = None
) -> EventView:
    """Load an event, with the names that a page shows to this request; without one with public names."""
    event = event_or_404(pk)
    name_of = public_name if names_for is None else shown_name_of(names_for, event)
    return load_event_view(event, name_of, games_of)


def _get_played_view(
    pk: int, games_of: Collection[int] | None, names_for: HttpRequest | None = None
) -> EventView:
    """Load an event for a page about its games; one whose games nobody knows has no such page."""
    view = _get_event_view(pk, games_of, names_for)
    if not view.source.knows_games:
        raise Http404
    return view


@require_safe
@kept_by_revision(revision_of_event, choices=exports.CHOICES, free={ASKED})
def event(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The standings; before there is a result, or while they are hidden, the current round."""
    view = _get_event_view(pk, games_of=(), names_for=request)
    if (response := _export(request, view, lambda: event_exports.standings_file(view))) is not None:
        return response
    query = request.GET.get(ASKED, "")
    context = {**_page_context(request, view, "standings", query), "found": find_states(view, query)}
    if view.counts and not view.hidden:
        return render(request, "tournaments/public/event.html", {**context, **_standings_context(view)})
    if view.record.rounds:
        context["round"] = rounds.build_round_view(view, view.record.rounds[-1])
    else:
        context |= {"entries": list(view.entries.values()), "is_divided": is_divided(view.event)}
    return render(request, "tournaments/public/before.html", context)


def _standings_context(view: EventView) -> dict[str, object]:
    """The standings, and the places of the first entries as a plot and in figures."""
    return {
        "report": standings_report(view),
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
@kept_by_revision(revision_of_round, choices={**exports.CHOICES, "by": {_BY_NAME}}, free={ASKED})
def event_round(request: HttpRequest, pk: int, number: int) -> HttpResponseBase:
    """A round by table or by name, with a search for a player's table."""
    view = _get_event_view(pk, games_of={number}, names_for=request)
    round_record = view.round(number)
    if round_record is None:
        raise Http404
    is_by_name = request.GET.get("by") == _BY_NAME
    build = event_exports.seats_file if is_by_name else event_exports.round_file
    if (response := _export(request, view, lambda: build(view, round_record))) is not None:
        return response
    query, times = request.GET.get(ASKED, ""), load_times(round_record.round)
    context = {
        **_page_context(request, view, "round", query),
        "rounds": [
            round_link(view, shown.round.number, str(shown.round.number), query)
            for shown in view.record.rounds
        ],
        "round": rounds.build_round_view(view, round_record, query),
        "label": round_label(number),
        "found": find_states(view, query),
        "by_name": seats_by_name(view, round_record) if is_by_name else [],
        "listed": is_by_name,
        "handicaps": table_handicaps(view, [round_record]),
        "clock": ClockFace.while_played(times, view.event.agreement.clock_end),
        "foreseen": round_foreseen(round_record.round, times, now()),
    }
    return render(request, "tournaments/public/round.html", context)


@require_safe
@kept_by_revision(revision_of_entry, choices=exports.CHOICES)
def event_entry(request: HttpRequest, pk: int, number: int) -> HttpResponseBase:
    """An entry: its place and what decided it, its rounds with their games, and where it sits next."""
    view = _get_event_view(pk, games_of=None, names_for=request)
    if (response := _export(request, view, lambda: event_exports.entry_file(view, number))) is not None:
        return response
    context = {
        **_page_context(request, view, "entry"),
        "entry": EntryStates.of(view).of_entry(number),
        "players": _player_links(view.entries[number]),
        "facts": [*entry_rounds.standing_facts(view, number), *mixing.mixing_facts(view, number)],
        "tables": entry_rounds.tables_of_entry(view, number),
        "handicaps": table_handicaps(view, entry_rounds.rounds_with_entry(view, number)),
    }
    return render(request, "tournaments/public/entry.html", context)


def _player_links(entry: EntryView) -> list[NameLink]:
    """The players of an entry; the page of one who may not be named does not exist."""
    return [
        NameLink(
            entry.name_of(player),
            address_of("tournaments:player_results", player.pk) if player.may_publish else "",
        )
        for player in entry.players
    ]


@require_safe
@cached_by_revision(lambda pk, number: _revision_number(revision_of_entry(pk, number)))
def entry_now(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Where an entry sits and how it stands: what a phone that remembers the entry fetches."""
    event = event_or_404(pk)
    states = states_now(event, shown_name_of(request, event))
    if number not in states.view.entries:
        raise Http404  # removed a moment ago
    link = NameLink(event.title, address_of("tournaments:event", pk))
    context = {"entry": states.of_entry(number), "event": link}
    return render(request, "tournaments/public/_entry_now.html", context)


def _revision_number(revision: Revision | None) -> int | None:
    return None if revision is None else revision.number


@require_safe
@kept_by_revision(revision_of_event, choices=exports.CHOICES, free={ASKED})
def event_places(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The places of all entries round by round; a search adds entries to the plot."""
    view = _get_played_view(pk, games_of=(), names_for=request)
    if (response := _export(request, view, lambda: event_exports.places_file(view))) is not None:
        return response
    query = request.GET.get(ASKED, "")
    context: dict[str, object] = _page_context(request, view, "places", query)
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
@kept_by_revision(revision_of_event, choices=exports.CHOICES, free={ASKED})
def event_cross(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The crosstable; a search shows the rounds of an entry with names."""
    query = request.GET.get(ASKED, "")
    view = _get_played_view(pk, games_of=None if query else (), names_for=request)
    if (response := _export(request, view, lambda: event_exports.cross_file(view))) is not None:
        return response
    context = _page_context(request, view, "cross", query)
    if view.record.rounds and not view.hidden:
        context["entry_rounds"] = entry_rounds.entry_rounds(view, query)
        context["cross"] = cross_table.build_cross_table(view)
    return render(request, "tournaments/public/cross.html", context)


@require_safe
@kept_by_revision(revision_of_event, choices=exports.CHOICES, free={ASKED})
def event_bracket(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The bracket of a knock-out as a picture, and its duels as a list."""
    view = _get_played_view(pk, games_of=(), names_for=request)
    if view.agreement.bracket is None:
        raise Http404
    if (response := _export(request, view, lambda: event_exports.bracket_file(view))) is not None:
        return response
    context = _page_context(request, view, "bracket", request.GET.get(ASKED, ""))
    bracket = None if view.hidden else BracketView.of(view)
    if bracket is not None:
        context |= {"picture": bracket.picture(), "duels": bracket_table(bracket.shown())}
    return render(request, "tournaments/public/bracket.html", context)


@require_safe
@kept_by_revision(revision_of_event, choices=exports.CHOICES, free={ASKED})
def event_categories(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The places within each category, and the prizes once everybody may see them."""
    view = _get_played_view(pk, games_of=(), names_for=request)
    if (response := _export(request, view, lambda: prizes.categories_file(view))) is not None:
        return response
    context = {
        **_page_context(request, view, "categories", request.GET.get(ASKED, "")),
        "title": prizes.categories_title(view),
        "report": prizes.categories_file(view),
        "notes": prizes.public_notes(view),
    }
    return render(request, "tournaments/public/categories.html", context)


@require_safe
@kept_by_revision(revision_of_event, choices=exports.CHOICES, free={ASKED})
def event_statistics(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Records, totals, and who has made most."""
    view = _get_played_view(pk, games_of=())
    hands, contracts = scored_hands(view.event), judged_contracts(view.event)
    build = partial(statistics_tables.statistics_tables, view, hands, contracts)
    if (response := _export(request, view, lambda: event_exports.statistics_file(view, build()))) is not None:
        return response
    context = {
        **_page_context(request, view, "statistics", request.GET.get(ASKED, "")),
        "records": statistics.event_records(view, hands),
        "in_all": statistics.totals_table(view, hands, contracts) if hands else None,
        "makers": None if view.hidden else statistics.most_made_report(view, hands, contracts),
    }
    return render(request, "tournaments/public/statistics.html", context)


@require_safe
@kept_by_revision(revision_of_event, choices=exports.CHOICES, free={ASKED})
def event_rules(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The rules in force, and the rulings given."""
    view = _get_played_view(pk, games_of=())
    if (response := _export(request, view, lambda: event_exports.rules_file(view))) is not None:
        return response
    context = {
        **_page_context(request, view, "rules", request.GET.get(ASKED, "")),
        "report": rules_in_force.rules_report(view.event, view.field),
        "rulings": rulings.ruling_views(event_rulings(view.event)),
    }
    return render(request, "tournaments/public/rules.html", context)


@require_safe
@kept_by_revision(revision_of_event, choices=exports.CHOICES, free={ASKED})
def event_programme(request: HttpRequest, pk: int) -> HttpResponseBase:
    """What comes when, and beside it what has really happened."""
    view = _get_event_view(pk, games_of=())
    programme = shown_programme(view.event)
    if programme is None:
        raise Http404
    if (response := _export(request, view, lambda: programme_file(view, programme))) is not None:
        return response
    context = {
        **_page_context(request, view, "programme", request.GET.get(ASKED, "")),
        "programme": programme,
    }
    return render(request, "tournaments/public/programme.html", context)


@never_cache
@require_safe
def event_calendar(request: HttpRequest, pk: int) -> HttpResponse:
    """The event as a file for calendars."""
    return calendar_response(request, event_or_404(pk))


def _export(
    request: HttpRequest, view: EventView, report: Callable[[], Report | None]
) -> HttpResponseBase | None:
    """The file that the address requests: paper says of which state of the event it is."""
    return exports.export_response(request, report, lambda: view.event.book)


def _page_context(request: HttpRequest, view: EventView, current: str, asked: str = "") -> dict[str, object]:
    """The context that every public page of an event needs; who was asked for goes along to the others."""
    return {
        "event": view.event,
        "ruleset": labels.ruleset_name(view.event.ruleset),
        "tag": public_tag(request, view.event.book.revision),
        "tabs": event_tabs(view, asked),
        "current": current,
        "asked": asked,
        "hidden": view.hidden,
        "last": view.last,
        "unnamed": _count_unnamed(view),
        "announcements": standing_notices(view.event, NoticeKind.ANNOUNCEMENT, now()),
    }


def _count_unnamed(view: EventView) -> int:
    """Count the players whom this page does not name: the part for the staff leads to where it is changed."""
    entries = view.entries.values()
    return sum(not is_named(player, entry.name_of) for entry in entries for player in entry.players)
