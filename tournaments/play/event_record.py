"""An event so far, as values: its entries by their numbers, its rounds and the pairings of each.

Loading an event takes a handful of queries, however many entries there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import cast

from django.db.models import F

from tournaments.agreement.agreement import EventAgreement
from tournaments.models import Entry, PairingEntry, Round, Tournament
from tournaments.play.played_pairings import (
    SEAT_FIELDS,
    PlayedPairing,
    SeatRow,
    pairing_from_rows,
    seat_annotations,
)


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """A round of the past with its pairings."""

    round: Round
    pairings: Sequence[PlayedPairing]


@dataclass(frozen=True, slots=True)
class EventRecord:
    """An event so far: its entries by their numbers, and its rounds."""

    event: Tournament
    agreement: EventAgreement
    entries: Mapping[int, Entry]
    rounds: Sequence[RoundRecord]
    # The last round of the record, where it does not have all rounds.
    until: int | None = None


def load_event(event: Tournament, until: int | None = None) -> EventRecord:
    """Load the published rounds, with `until` only those up to that round.

    The record is then as it was when that round was over: without later entries and later charges.
    """
    published = event.rounds.filter(state__in=(Round.State.PUBLISHED, Round.State.CLOSED)).order_by("number")
    rounds = list(published if until is None else published.filter(number__lte=until))
    all_entries = event.entries.order_by("number")
    entries = {
        entry.number: entry
        for entry in (all_entries if until is None else all_entries.filter(from_round__lte=max(until, 1)))
    }
    pairings = _load_pairings(rounds, event.agreement)
    records = [RoundRecord(played, pairings.get(played.pk, [])) for played in rounds]
    return EventRecord(event, event.agreement, entries, records, until)


def _load_pairings(rounds: Iterable[Round], agreement: EventAgreement) -> dict[int, list[PlayedPairing]]:
    """Return the pairings of these rounds, by round."""
    pairings: dict[int, list[PlayedPairing]] = {}
    for _pairing, group in groupby(_load_seat_rows(rounds, agreement), key=lambda row: row.pairing_id):
        rows = list(group)
        pairings.setdefault(rows[0].round_id, []).append(pairing_from_rows(rows))
    return pairings


def _load_seat_rows(rounds: Iterable[Round], agreement: EventAgreement) -> Iterable[SeatRow]:
    """Load every entry at every table of these rounds, in one query."""
    rows = (
        PairingEntry.objects.filter(round__in=list(rounds))
        .annotate(**seat_annotations(agreement))
        .order_by("round", F("pairing__table").asc(nulls_last=True), "pairing", "side", "position")
    )
    return cast("Iterable[SeatRow]", rows.values_list(*SEAT_FIELDS, named=True))


def takes_part(entry: Entry, number: int) -> bool:
    """Whether an entry takes part in the round of this number."""
    return entry.from_round <= number and (entry.until_round is None or entry.until_round >= number)
