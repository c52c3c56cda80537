"""An event so far, as values: its entries by their numbers, its rounds and the pairings of each.

Loading an event takes a handful of queries, however many entries there are. Everything is read from the games
and pairings themselves, also of rounds that are closed; `kept_rounds` has what is kept of these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from django.db.models import F, QuerySet

from tournaments.agreement.agreement import EventAgreement
from tournaments.core.results import Result
from tournaments.models import Entry, PairingEntry, Round, Tournament
from tournaments.play.handicaps import RoundHandicaps, handicaps_of_rounds
from tournaments.play.played_pairings import (
    PlayedPairing,
    SeatFacts,
    SeatRow,
    pairing_from_rows,
    seat_annotations,
)


class EntryFacts(NamedTuple):
    """What counts of an entry besides its games."""

    pk: int
    number: int
    state: str
    from_round: int
    until_round: int | None
    rounds_agreed: int | None
    lot: int | None
    fixed_table: int | None
    # It has no place: its games count for its opponents alone.
    outside: bool
    # Its categories, as they are stored.
    categories: str
    # The rounds that it misses.
    missed: Sequence[int] = ()


@dataclass(frozen=True)
class RoundTables:
    """The pairings of a round, and the results that follow from them."""

    pairings: tuple[PlayedPairing, ...]

    @cached_property
    def results(self) -> tuple[Result, ...]:
        return tuple(result for pairing in self.pairings for result in pairing.results())


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """A round of the past with its tables."""

    round: Round
    tables: RoundTables

    @property
    def pairings(self) -> tuple[PlayedPairing, ...]:
        return self.tables.pairings

    @property
    def results(self) -> tuple[Result, ...]:
        return self.tables.results


@dataclass(frozen=True, slots=True)
class EventRecord:
    """An event so far: its entries by their numbers, and its rounds."""

    event: Tournament
    agreement: EventAgreement
    entries: Mapping[int, EntryFacts]
    rounds: Sequence[RoundRecord]
    # The last round of the record, where it does not have all rounds.
    until: int | None = None


def load_event(event: Tournament, until: int | None = None) -> EventRecord:
    """Load the published rounds, with `until` only those up to that round.

    The record is then as it was when that round was over: without later entries and later charges.
    """
    published = event.rounds.filter(state__in=(Round.State.PUBLISHED, Round.State.CLOSED)).order_by("number")
    rounds = list(published if until is None else published.filter(number__lte=until))
    entries = event.entries.order_by("number")
    if until is not None:
        entries = entries.filter(from_round__lte=max(until, 1))
    pairings = _load_pairings(event, rounds)
    return EventRecord(
        event,
        event.agreement,
        {entry.number: entry for entry in _entry_facts(entries)},
        [RoundRecord(played, RoundTables(tuple(pairings.get(played.pk, ())))) for played in rounds],
        until,
    )


def _entry_facts(entries: QuerySet[Entry]) -> Iterator[EntryFacts]:
    return (EntryFacts(*row) for row in entries.values_list(*EntryFacts._fields))


def _load_pairings(event: Tournament, rounds: Sequence[Round]) -> dict[int, list[PlayedPairing]]:
    """Return the pairings of these rounds, by round."""
    seats = seats_in_order(PairingEntry.objects.filter(round__in=rounds))
    rows = seats.annotate(**seat_annotations(SeatFacts.of(event.agreement))).values_list(*SeatRow._fields)
    return pairings_by_round((SeatRow(*row) for row in rows), handicaps_of_rounds(event, rounds))


def seats_in_order(seats: QuerySet[PairingEntry]) -> QuerySet[PairingEntry]:
    """Order seats by round and table, and within a table by side."""
    return seats.order_by(
        "round__number", F("pairing__table").asc(nulls_last=True), "pairing_id", "side", "position"
    )


def pairings_by_round(
    seats: Iterable[SeatRow], handicaps: Mapping[int, RoundHandicaps]
) -> dict[int, list[PlayedPairing]]:
    """Return the pairings of seats in their order, by the row of the round; `handicaps` are by it, too."""
    pairings: dict[int, list[PlayedPairing]] = {}
    for _pairing, group in groupby(seats, key=attrgetter("pairing_id")):
        rows = list(group)
        drawn, pairing = rows[0].round_id, pairing_from_rows(rows)
        if drawn in handicaps:
            pairing = pairing._replace(handicap=handicaps[drawn].points_of_sides(pairing.sides))
        pairings.setdefault(drawn, []).append(pairing)
    return pairings


def takes_part(entry: EntryFacts, number: int) -> bool:
    """Whether an entry takes part in the round of this number."""
    return _is_entered(entry, number) and number not in entry.missed


def may_miss_rounds(entry: EntryFacts) -> bool:
    """Whether there is a round that this entry misses: it came late, or was not there."""
    return entry.from_round > 1 or bool(entry.missed)


def misses(entry: EntryFacts, number: int) -> bool:
    """Whether an entry has missed this round: it came later, or was not there."""
    return entry.from_round > number or (_is_entered(entry, number) and number in entry.missed)


def _is_entered(entry: EntryFacts, number: int) -> bool:
    return entry.from_round <= number and (entry.until_round is None or entry.until_round >= number)
