"""Where the standings of an event come from: its games, a list of past results, or its sections and finals.

All that asks for the places of an event asks its source: the value of `Tournament.standings_from` here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.db.models import Count, OuterRef, Q, Subquery
from django.utils.translation import gettext_lazy as _lazy

from tournaments.core.criterion import EntryTotals
from tournaments.core.standings import Placing
from tournaments.models import ListedResult, Round, Standing, Tournament
from tournaments.play import event_results
from tournaments.play.event_record import EventRecord, load_event
from tournaments.play.event_results import EventStandings

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

EVERYBODY: Final = Q()
# The sum of the penalties and awards of each entry and unit.
Charges = Counter[tuple[int, str]]


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """The stored place of an entry in its event: the final one once the event is over."""

    event: int
    standing: Standing
    # How many entries have a place there.
    of: int
    # The last round that was closed; None for an event whose rounds nobody knows.
    after: Round | None

    @property
    def knows_games(self) -> bool:
        """Whether it is known how many games were won, drawn and lost."""
        return self.after is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsSource:
    """One source of standings."""

    # The current places, counted now; charges are loaded unless given.
    compute: Callable[[EventRecord, Charges | None], EventStandings]
    # The stored places in these events, with a condition on `place`, `entry` or `entry__…`.
    load: Callable[[Collection[int], Q], Iterable[FinalPlace]]
    # Whether there is a result yet.
    has_results: Callable[[EventRecord], bool]
    # Whether rounds, games and rules of the event are known; without them only its standings are shown.
    knows_games: bool = True
    # Why nothing is changed in such an event.
    refusal: _StrPromise | str = ""


def _has_result(record: EventRecord) -> bool:
    return any(meeting.has_result for played in record.rounds for meeting in played.pairings)


def _places_after_games(events: Collection[int], where: Q) -> Iterable[FinalPlace]:
    """Load the places after the last closed round of each event.

    An entry that was struck out since then has none, although it stood among those of earlier rounds.
    """
    closed = Round.objects.filter(tournament=OuterRef("round__tournament"), state=Round.State.CLOSED)
    last = Subquery(closed.order_by("-number").values("pk")[:1])
    found = Standing.objects.filter(where, round__tournament__in=events, round=last)
    ordered = found.select_related("round__tournament", "entry").order_by("round", "place", "entry__number")
    standings = list(ordered)
    counted = Standing.objects.filter(round__in={standing.round_id for standing in standings}).order_by()
    sizes = dict(counted.values("round").annotate(entries=Count("pk")).values_list("round", "entries"))
    return (
        FinalPlace(standing.round.tournament_id, standing, sizes[standing.round_id], standing.round)
        for standing in standings
    )


def _listed_standings(record: EventRecord, _charges: Charges | None) -> EventStandings:
    listed = ListedResult.objects.filter(tournament=record.event).order_by("place", "entry__number")
    rows = listed.values_list("entry__number", "place", "shared", "points", "wins", "note")
    placings = [
        Placing(place, EntryTotals(number, wins=wins or 0, points=points, own=points), "", shared)
        for number, place, shared, points, wins, _note in rows
    ]
    return EventStandings(tuple(placings), ())


def _listed_places(events: Collection[int], where: Q) -> Iterable[FinalPlace]:
    listed = ListedResult.objects.filter(where, tournament__in=events)
    results = list(listed.select_related("entry").order_by("tournament", "place", "entry__number"))
    counted = ListedResult.objects.filter(tournament__in={result.tournament_id for result in results})
    sizes = dict(
        counted.order_by()
        .values("tournament")
        .annotate(entries=Count("pk"))
        .values_list("tournament", "entries")
    )
    return (
        FinalPlace(result.tournament_id, _as_standing(result), sizes[result.tournament_id], None)
        for result in results
    )


def _as_standing(result: ListedResult) -> Standing:
    """Return a listed result in the form of the standings after a round."""
    return Standing(
        entry=result.entry,
        place=result.place,
        shared=result.shared,
        points=result.points,
        own=result.points,
        wins=result.wins or 0,
        draws=0,
        losses=0,
        played=0,
        difference=0,
    )


SOURCES: Final[Mapping[str, StandingsSource]] = {
    Tournament.StandingsFrom.GAMES: StandingsSource(
        compute=event_results.compute_standings, load=_places_after_games, has_results=_has_result
    ),
    Tournament.StandingsFrom.LIST: StandingsSource(
        compute=_listed_standings,
        load=_listed_places,
        has_results=lambda _record: True,
        knows_games=False,
        refusal=_lazy("This event comes from a list of past results, and is not changed here."),
    ),
    Tournament.StandingsFrom.PARTS: StandingsSource(
        compute=_listed_standings,
        load=_listed_places,
        has_results=lambda _record: True,
        knows_games=False,
        refusal=_lazy("The result of the whole event is recorded: take that back first."),
    ),
}


def source_of(event: Tournament) -> StandingsSource:
    return SOURCES[event.standings_from]


def count_standings(event: Tournament) -> EventStandings:
    """Count the places of an event as it stands now."""
    return source_of(event).compute(load_event(event), None)


def load_final_places(events: Iterable[Tournament], where: Q = EVERYBODY) -> list[FinalPlace]:
    """Load the stored places of all entries of these events, or of those that meet a condition.

    Each source is asked once, however many events it has.
    """
    by_source: dict[str, list[int]] = {}
    for event in events:
        by_source.setdefault(event.standings_from, []).append(event.pk)
    return [place for code, pks in by_source.items() for place in SOURCES[code].load(pks, where)]
