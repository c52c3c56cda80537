"""The page of a round: each table with who sits there, why, and what the program proposed beside it.

Knows rounds, seats and words, as queries read them; must not know an address nor who is looking.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from clubs.people.names import full_name
from tournaments.agreement.agreement import Movement
from tournaments.models import Pairing, Round
from tournaments.play import queries
from tournaments.play.names import pair_name
from tournaments.play.queries import TableOfRound
from tournaments.play.seating import Seats, Sides, couple, proposed, remarks_on, seats_of
from tournaments.running.locking import NOT_DRAWN
from tournaments.wording.labels import reason_sentence, remark_sentence

Names = Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Shown:
    """A table of a round: its sides by name, with what they have in a game, and why they meet."""

    pairing: Pairing
    sides: Sequence[tuple[str, int | None]]
    reasons: Sequence[str]
    # Who would sit at this table if the round were as proposed, where that is somebody else.
    proposed: Sequence[str]


@dataclass(frozen=True, slots=True)
class RoundPage:
    """Everything that the page of a round says."""

    tables: Sequence[Shown]
    out: Sequence[Shown]
    # Who would sit out, where that is somebody else.
    out_proposed: Sequence[str]
    remarks: Sequence[str]
    by_hand: bool
    # Whether it is proved that no pairing is better, where the movement looks for the best.
    exact: bool | None
    seal: str
    # How many tables are locked, and whether the others can be drawn anew around them.
    locked: int
    is_drawn_anew: bool


def round_page(drawn: Round) -> RoundPage:
    names = _names_in(drawn)
    now, first = seats_of(drawn), proposed(drawn)
    rows = queries.tables_of(drawn)
    seated, alone = (
        [_shown(row, names, first) for row in rows if (row.pairing.table is None) is out]
        for out in (False, True)
    )
    return RoundPage(
        seated,
        alone,
        [names[entry] for entry in first.out] if sorted(first.out) != sorted(now.out) else [],
        _remarks_in(drawn, now, names) if drawn.state == Round.State.DRAWN else [],
        any(one.pairing.by_hand for one in [*seated, *alone]),
        drawn.exact if drawn.movement == Movement.SWISS else None,
        now.seal,
        sum(one.pairing.locked for one in seated),
        _is_drawn_anew(drawn),
    )


def _is_drawn_anew(drawn: Round) -> bool:
    """Whether some tables may be locked and the others drawn once more."""
    phase, _turn = drawn.tournament.agreed.phase_of(drawn.number)
    return drawn.state == Round.State.DRAWN and phase.movement not in NOT_DRAWN


def _names_in(drawn: Round) -> Names:
    """The entries of the event by their numbers, as the desk calls them."""
    entries = queries.entries_of(drawn.tournament)
    return {entry.number: f"{entry.number}. {pair_name(entry, full_name)}" for entry in entries}


def names_of_present(drawn: Round) -> Names:
    """Those of them who take part in the round."""
    names = _names_in(drawn)
    return {one["entry"]: names[one["entry"]] for one in drawn.basis["present"]}


def _shown(row: TableOfRound, names: Names, first: Seats) -> Shown:
    pairing = row.pairing
    sides = tuple(tuple(entry.number for entry in side.entries) for side in row.sides)
    totals = [side.total for side in row.sides]
    return Shown(
        pairing,
        list(zip(_called(sides, names), totals, strict=True)),
        [reason_sentence(reason, names) for reason in pairing.reasons],
        _called(_otherwise(first, pairing.table, sides), names),
    )


def _otherwise(first: Seats, table: int | None, sides: Sides) -> Sides:
    """Who was proposed for this table, unless they are those who sit there."""
    if table is None or table > len(first.tables):
        return ()
    there = first.tables[table - 1]
    return () if couple(there) == couple(sides) else there


def _called(sides: Sides, names: Names) -> list[str]:
    return [" + ".join(names[entry] for entry in side) for side in sides]


def _remarks_in(drawn: Round, seats: Seats, names: Names) -> list[str]:
    return [remark_sentence(remark, names) for remark in remarks_on(drawn, seats)]


# What a change would bring.


@dataclass(frozen=True, slots=True)
class Changed:
    """A table, or those who sit out: who would sit there, and who sits there now."""

    table: int | None
    sides: Sequence[str]
    before: Sequence[str]


@dataclass(frozen=True, slots=True)
class Change:
    """What would be otherwise, and what is unlikely about the round as it would be."""

    places: Sequence[Changed]
    remarks: Sequence[str]
    seal: str


def change_of(drawn: Round, now: Seats, wanted: Seats, names: Names) -> Change:
    return Change(_differences(now, wanted, names), _remarks_in(drawn, wanted, names), wanted.seal)


def _differences(before: Seats, after: Seats, names: Names) -> list[Changed]:
    """The tables at which somebody else sits, and who sits out where that is another."""
    tables = enumerate(zip_longest(after.tables, before.tables, fillvalue=()), start=1)
    found = [
        Changed(number, _called(wanted, names), _called(old, names))
        for number, (wanted, old) in tables
        if wanted != old
    ]
    if sorted(after.out) != sorted(before.out):
        out = (sorted(after.out), sorted(before.out))
        found.append(Changed(None, *([names[entry] for entry in each] for each in out)))
    return found
