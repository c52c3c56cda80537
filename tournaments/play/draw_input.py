"""The input of a draw, from the record of an event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.core.drawing.fixed_tables import line_order
from tournaments.core.drawing.meeting import DrawEntry
from tournaments.core.drawing.movement import Movement
from tournaments.core.drawing.proposal import DrawInput
from tournaments.play.draw import count_partners
from tournaments.play.event_record import EntryFacts, EventRecord, takes_part
from tournaments.play.event_results import compute_placings


def build_draw_input(record: EventRecord, number: int, seed: str) -> DrawInput:
    """Return all that the draw of a round needs: the entries that take part, and what they have done."""
    phase, turn = record.agreement.phase_of(number)
    totals = {placing.totals.entry: placing.totals for placing in compute_placings(record)}
    history = _history_of(record)
    present = [
        DrawEntry(
            entry.number,
            points=totals[entry.number].points if entry.number in totals else 0,
            difference=totals[entry.number].difference if entry.number in totals else 0,
            met=history.met.get(entry.number, {}),
            sit_outs=history.sit_outs[entry.number],
            club=history.clubs.get(entry.number) if record.agreement.clubs_apart else None,
            small_tables=history.small_tables[entry.number],
            table=entry.fixed_table,
        )
        for entry in record.entries.values()
        if takes_part(entry, number)
    ]
    tables = [pairing.sides for played in record.rounds for pairing in played.pairings]
    return DrawInput(
        present=present,
        all_entries=_order_entries(phase.movement, record.entries),
        turn=turn,
        clubs_apart=record.agreement.clubs_apart,
        partner_counts=count_partners(tables),
        seed=seed,
    )


def _order_entries(movement: Movement, entries: Mapping[int, EntryFacts]) -> list[int]:
    """Order all entries by number; in lines those with fixed tables are in the one that sits."""
    if not movement.plays_in_lines:
        return list(entries)
    fixed_tables = {
        number: entry.fixed_table for number, entry in entries.items() if entry.fixed_table is not None
    }
    return line_order(list(entries), fixed_tables)


@dataclass(frozen=True, slots=True)
class _History:
    """What the entries have done in the rounds before, and their clubs."""

    met: Mapping[int, Counter[int]]
    sit_outs: Counter[int]
    small_tables: Counter[int]
    clubs: Mapping[int, int]


def _history_of(record: EventRecord) -> _History:
    met: dict[int, Counter[int]] = {}
    sit_outs: Counter[int] = Counter()
    small_tables: Counter[int] = Counter()
    for played in record.rounds:
        for pairing in played.pairings:
            if len(pairing.sides) == 1:
                sit_outs.update(pairing.sides[0])
            for side in pairing.sides:
                opponents = [entry for other in pairing.sides if other != side for entry in other]
                for entry in side:
                    met.setdefault(entry, Counter()).update(opponents)
                    small_tables[entry] += 1 < len(pairing.sides) < record.agreement.sides
    clubs = _load_clubs(record) if record.agreement.clubs_apart else {}
    return _History(met, sit_outs, small_tables, clubs)


def _load_clubs(record: EventRecord) -> dict[int, int]:
    """Load the club of each entry whose players are all at home in one."""
    clubs: dict[int, set[int]] = {}
    for number, club in record.event.entries.values_list("number", "places__player__home_club"):
        clubs.setdefault(number, set()).add(club)
    return {number: next(iter(homes)) for number, homes in clubs.items() if len(homes) == 1}
