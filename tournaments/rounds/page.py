"""The page of a round as one value: its tables with the reasons and the proposal of the draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from clubs.people.names import full_name
from tournaments.core.movements import MOVEMENTS
from tournaments.models import Pairing, Round
from tournaments.play import queries
from tournaments.play.names import entry_name
from tournaments.play.queries import PairingWithSides
from tournaments.play.seating import (
    RoundSeats,
    Sides,
    get_remarks,
    get_seats,
    meeting_key,
    proposed_seats,
)
from tournaments.wording.labels import pairing_reason_sentence, remark_sentence

Names = Mapping[int, str]


@dataclass(frozen=True, slots=True)
class RoundTable:
    """A table of a round: its sides with their totals, and why they meet."""

    pairing: Pairing
    sides: Sequence[tuple[str, int | None]]
    reasons: Sequence[str]
    # The sides that the draw proposed for this table, where they are others.
    proposed: Sequence[str]


@dataclass(frozen=True, slots=True)
class RoundPage:
    """What the page of a round shows."""

    tables: Sequence[RoundTable]
    out: Sequence[RoundTable]
    # The entries that the draw proposed to sit out, where they are others.
    out_proposed: Sequence[str]
    remarks: Sequence[str]
    by_hand: bool
    # Whether no pairing is better, where the movement looks for the best.
    exact: bool | None
    fingerprint: str
    # The number of locked tables, and whether the others can be redrawn.
    locked: int
    may_redraw: bool


def round_page(drawn: Round) -> RoundPage:
    names = _entry_names(drawn)
    current, proposal = get_seats(drawn), proposed_seats(drawn)
    rows = queries.get_round_tables(drawn)
    seated, alone = (
        [_round_table(row, names, proposal) for row in rows if (row.pairing.table is None) is sits_out]
        for sits_out in (False, True)
    )
    return RoundPage(
        seated,
        alone,
        [names[entry] for entry in proposal.out] if sorted(proposal.out) != sorted(current.out) else [],
        _remark_sentences(drawn, current, names) if drawn.state == Round.State.DRAWN else [],
        any(table.pairing.by_hand for table in [*seated, *alone]),
        drawn.exact if MOVEMENTS[drawn.movement].proves_best else None,
        current.fingerprint,
        sum(table.pairing.locked for table in seated),
        _may_redraw(drawn),
    )


def _may_redraw(drawn: Round) -> bool:
    """Whether tables may be locked and the others redrawn."""
    phase, _turn = drawn.tournament.agreement.phase_of(drawn.number)
    return drawn.state == Round.State.DRAWN and phase.movement.is_redrawable


def _entry_names(drawn: Round) -> Names:
    """The full names of the entries by their numbers, each after its number."""
    entries = queries.get_entries(drawn.tournament)
    return {entry.number: f"{entry.number}. {entry_name(entry, full_name)}" for entry in entries}


def names_of_participants(drawn: Round) -> Names:
    """The names of the entries that take part in the round."""
    names = _entry_names(drawn)
    return {entry["entry"]: names[entry["entry"]] for entry in drawn.draw_input["present"]}


def _round_table(row: PairingWithSides, names: Names, proposal: RoundSeats) -> RoundTable:
    pairing = row.pairing
    sides = tuple(tuple(entry.number for entry in side.entries) for side in row.sides)
    totals = [side.total for side in row.sides]
    return RoundTable(
        pairing,
        list(zip(_side_names(sides, names), totals, strict=True)),
        [pairing_reason_sentence(reason, names) for reason in pairing.reasons],
        _side_names(_proposed_sides(proposal, pairing.table, sides), names),
    )


def _proposed_sides(proposal: RoundSeats, table: int | None, sides: Sides) -> Sides:
    """The sides that were proposed for this table; empty if they are those who sit there."""
    if table is None or table > len(proposal.tables):
        return ()
    proposed = proposal.tables[table - 1]
    return () if meeting_key(proposed) == meeting_key(sides) else proposed


def _side_names(sides: Sides, names: Names) -> list[str]:
    return [" + ".join(names[entry] for entry in side) for side in sides]


def _remark_sentences(drawn: Round, seats: RoundSeats, names: Names) -> list[str]:
    return [remark_sentence(remark, names) for remark in get_remarks(drawn, seats)]


# A change of seats.


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """A table, or those who sit out, with the sides after and before the change."""

    table: int | None
    sides: Sequence[str]
    before: Sequence[str]


@dataclass(frozen=True, slots=True)
class RoundChange:
    """The places that would change, with the remarks on the new seats and their fingerprint."""

    places: Sequence[PlaceChange]
    remarks: Sequence[str]
    fingerprint: str


def compare_rounds(drawn: Round, current: RoundSeats, requested: RoundSeats, names: Names) -> RoundChange:
    return RoundChange(
        _differences(current, requested, names),
        _remark_sentences(drawn, requested, names),
        requested.fingerprint,
    )


def _differences(before: RoundSeats, after: RoundSeats, names: Names) -> list[PlaceChange]:
    """The tables with other entries, and those who sit out if they are others."""
    tables = enumerate(zip_longest(after.tables, before.tables, fillvalue=()), start=1)
    changes = [
        PlaceChange(number, _side_names(new, names), _side_names(old, names))
        for number, (new, old) in tables
        if new != old
    ]
    if sorted(after.out) != sorted(before.out):
        sit_outs = (sorted(after.out), sorted(before.out))
        changes.append(PlaceChange(None, *([names[entry] for entry in entries] for entries in sit_outs)))
    return changes
