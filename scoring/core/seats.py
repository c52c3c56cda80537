"""Who sits where, who deals, who leads and who sits out, for two to six players.

Seats are numbered clockwise from the player who drew the highest card (Samba 5a). Where a side
has more players than seats they take turns to sit out, and who comes in takes the seat of whom he replaces.
Knows tables and turns; must not know names, nor what anybody scores.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from scoring.core.rulesets.base import RuleSet


class Person(NamedTuple):
    """A player by his side and his number in it, both from 0."""

    side: int
    number: int


@dataclass(frozen=True, slots=True)
class Table:
    """A form of the game: which side has each seat, clockwise, and how many people each side has."""

    seats: tuple[int, ...]
    people: tuple[int, ...]

    @property
    def playing(self) -> tuple[int, ...]:
        """How many players of each side hold cards in a deal."""
        return tuple(self.seats.count(side) for side in range(len(self.people)))


# By the names that the rules give them (Samba, the sections on two to six players).
TABLES: Final = {
    "2": Table((0, 1), (1, 1)),
    "3": Table((0, 1, 2), (1, 1, 1)),
    "4": Table((0, 1, 0, 1), (2, 2)),
    "5": Table((0, 1, 0, 1), (2, 3)),
    "6a": Table((0, 1, 0, 1), (3, 3)),
    "6b": Table((0, 1, 0, 1, 0, 1), (3, 3)),
    "6c": Table((0, 1, 2, 0, 1, 2), (2, 2, 2)),
}


@dataclass(frozen=True, slots=True)
class Seating:
    """One deal at a table: the people in their seats, and who of them deals and leads."""

    seats: tuple[Person, ...]
    dealer: int
    out: tuple[Person, ...]

    @property
    def leader(self) -> int:
        """The player on the dealer's left begins (Samba 9)."""
        return (self.dealer + 1) % len(self.seats)


def tables_of(rules: RuleSet) -> dict[str, Table]:
    """The forms in which a game is played."""
    return {name: TABLES[name] for name in rules.tables}


def seating(rules: RuleSet, table: Table, deal: int, first_dealer: int | None = None) -> Seating:
    """How the table sits in a deal, counted from 1; `first_dealer` where it was agreed otherwise."""
    seats = len(table.seats)
    if first_dealer is None:
        first_dealer = 0 if rules.highest_deals else seats - 1
    return Seating(
        seats=_people_in_seats(table, deal),
        dealer=(first_dealer + deal - 1) % seats,
        out=tuple(
            Person(side, number)
            for side in range(len(table.people))
            for number in _sitting_out(table, side, deal)
        ),
    )


def _people_in_seats(table: Table, deal: int) -> tuple[Person, ...]:
    chairs = [iter(_chairs_of(table, side, deal)) for side in range(len(table.people))]
    return tuple(Person(side, next(chairs[side])) for side in table.seats)


def _sitting_out(table: Table, side: int, deal: int) -> tuple[int, ...]:
    """The last of a side begins outside, then each goes out in turn (five players; six players, a)."""
    people, chairs = table.people[side], table.seats.count(side)
    if people == chairs:
        return ()
    return ((people - 1 + deal - 1) % people,)


def _chairs_of(table: Table, side: int, deal: int) -> list[int]:
    """Who of a side has which of its seats: whoever comes in takes the seat of the one who goes out."""
    chairs = list(range(table.seats.count(side)))
    for earlier in range(2, deal + 1):
        for leaving in _sitting_out(table, side, earlier):
            (coming,) = _sitting_out(table, side, earlier - 1)
            chairs[chairs.index(leaving)] = coming
    return chairs
