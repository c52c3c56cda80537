"""Who sits where, who deals, who leads and who sits out, for two to six players.

Seats are numbered clockwise from the player who drew the highest card (Samba 5a). Where a side has more
players than seats they take turns to sit out, and a player who comes in takes the seat of the one replaced.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from scoring.core.ruleset import RuleSet


class Person(NamedTuple):
    """A player, by the side and the number within it, both from 0."""

    side: int
    number: int


@dataclass(frozen=True, slots=True)
class TableForm:
    """A form of the game: the side of each seat, clockwise, and the number of people of each side."""

    seats: tuple[int, ...]
    people: tuple[int, ...]

    @property
    def playing(self) -> tuple[int, ...]:
        """The number of players of each side that play a deal."""
        return tuple(self.seats.count(side) for side in range(len(self.people)))


# By the names in the rules (Samba, the sections on two to six players).
TABLE_FORMS: Final = {
    "2": TableForm((0, 1), (1, 1)),
    "3": TableForm((0, 1, 2), (1, 1, 1)),
    "4": TableForm((0, 1, 0, 1), (2, 2)),
    "5": TableForm((0, 1, 0, 1), (2, 3)),
    "6a": TableForm((0, 1, 0, 1), (3, 3)),
    "6b": TableForm((0, 1, 0, 1, 0, 1), (3, 3)),
    "6c": TableForm((0, 1, 2, 0, 1, 2), (2, 2, 2)),
}


@dataclass(frozen=True, slots=True)
class Seating:
    """The seating of one deal: the people in the seats, the dealer and the people who sit out."""

    seats: tuple[Person, ...]
    dealer: int
    sitting_out: tuple[Person, ...]

    @property
    def leader(self) -> int:
        """The player on the dealer's left begins (Samba 9)."""
        return (self.dealer + 1) % len(self.seats)


def table_forms(rules: RuleSet) -> dict[str, TableForm]:
    """Return the forms in which a game is played."""
    return {name: TABLE_FORMS[name] for name in rules.table_forms}


def seating(rules: RuleSet, table: TableForm, deal: int, first_dealer: int | None = None) -> Seating:
    """Return the seating of a deal, counted from 1; `first_dealer` where another was agreed."""
    seats = len(table.seats)
    if first_dealer is None:
        first_dealer = 0 if rules.highest_draw_deals else seats - 1
    return Seating(
        seats=_people_in_seats(table, deal),
        dealer=(first_dealer + deal - 1) % seats,
        sitting_out=tuple(
            Person(side, number)
            for side in range(len(table.people))
            for number in _sitting_out(table, side, deal)
        ),
    )


def seating_of_two(rules: RuleSet, table: TableForm, deal: int, away: int, last_deal: int) -> Seating:
    """Return the seating of a deal after one of three sides has left: its seats are empty.

    `last_deal` is the last one it has played. The deal goes on to the left, past the empty seats.
    """
    whole = seating(rules, table, last_deal + 1)
    following = [(whole.dealer + step) % len(table.seats) for step in range(len(table.seats))]
    first = next(seat for seat in following if table.seats[seat] != away)
    people = tuple(0 if side == away else number for side, number in enumerate(table.people))
    left = TableForm(tuple(side for side in table.seats if side != away), people)
    first_of_left = sum(side != away for side in table.seats[:first])
    return seating(rules, left, deal - last_deal, first_of_left)


def _people_in_seats(table: TableForm, deal: int) -> tuple[Person, ...]:
    chairs = [iter(_chairs_of(table, side, deal)) for side in range(len(table.people))]
    return tuple(Person(side, next(chairs[side])) for side in table.seats)


def _sitting_out(table: TableForm, side: int, deal: int) -> tuple[int, ...]:
    """The last player of a side sits out first, then each in turn (five players; six players, a)."""
    people, chairs = table.people[side], table.seats.count(side)
    if people == chairs:
        return ()
    return ((people - 1 + deal - 1) % people,)


def _chairs_of(table: TableForm, side: int, deal: int) -> list[int]:
    """Return the player in each seat of a side: one who comes in takes the seat of the one who leaves."""
    chairs = list(range(table.seats.count(side)))
    for earlier in range(2, deal + 1):
        for leaving in _sitting_out(table, side, earlier):
            (coming,) = _sitting_out(table, side, earlier - 1)
            chairs[chairs.index(leaving)] = coming
    return chairs
