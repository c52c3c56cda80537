"""Sections and finals: who plays in which, and what goes along from the one to the other.

Entries are numbers, unique over all sections. A section, or a final, is a sequence of them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import zip_longest
from typing import NamedTuple

from tournaments.core.criterion import EntryTotals
from tournaments.core.standings import Placing

_PERCENT = 100
# Of the last final: all who are left.
THE_REST = 0


class CarryOver(StrEnum):
    """What the entries of a final bring along from the sections."""

    NONE = "none"
    # So many per cent of the points.
    SHARE = "share"
    # What they have made in the games among those who are in the same final.
    AMONG = "among"


class DealtBy(StrEnum):
    """In which order entries are dealt to the sections."""

    NUMBER = "number"
    LOT = "lot"
    STRENGTH = "strength"


class Carried(NamedTuple):
    """What an entry brings along: in points of the scheme, in difference, and in its own game points."""

    points: int = 0
    difference: int = 0
    own: int = 0


class OverallPlace(NamedTuple):
    """A place in the result of the whole event."""

    place: int
    shared: bool
    entry: int
    # The number of its final, from 0; None for who was in none.
    final: int | None
    # Its place there, or in its section; None for who has none.
    place_there: int | None


# Who plays in which section.


def deal_to_and_fro(order: Iterable[int], sections: int) -> tuple[tuple[int, ...], ...]:
    """Deal entries in their order, to and fro: A B C, C B A. So the strongest are spread evenly."""
    dealt: list[list[int]] = [[] for _section in range(sections)]
    for at, entry in enumerate(order):
        lap, place = divmod(at, sections)
        dealt[sections - 1 - place if lap % 2 else place].append(entry)
    return tuple(map(tuple, dealt))


def deal_in_turn(order: Iterable[int], sections: int) -> tuple[tuple[int, ...], ...]:
    """Deal entries in their order, one to each section in turn."""
    entries = tuple(order)
    return tuple(entries[at::sections] for at in range(sections))


def order_by_lot(entries: Iterable[int], seed: str) -> tuple[int, ...]:
    """Return entries in an order that follows from a seed: nobody has chosen it."""
    return tuple(sorted(entries, key=lambda entry: hashlib.sha256(f"{seed}/{entry}".encode()).digest()))


def bring_together(order: Sequence[int], group_of: Callable[[int], Hashable]) -> tuple[int, ...]:
    """Return entries so that those of a group stand beside each other, the largest group first.

    Dealt in turn, every section then has as many of each group as the others, or one more or fewer.
    """
    groups: dict[Hashable, list[int]] = {}
    for entry in order:
        groups.setdefault(group_of(entry), []).append(entry)
    return tuple(entry for group in sorted(groups.values(), key=len, reverse=True) for entry in group)


# Who plays in which final.


def choose_finalists(sections: Sequence[Sequence[int]], sizes: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return who goes to which final: of each section, in the order of its places, so many to each.

    The entries of a final stand by their places, and of equal places in the order of the sections, so that
    in a knock-out the winner of one section meets one of the last from another.
    """
    finals: list[tuple[int, ...]] = []
    taken = 0
    for size in sizes:
        end = None if size == THE_REST else taken + size
        finals.append(_by_places([section[taken:end] for section in sections]))
        taken = taken if end is None else end
    return tuple(finals)


def _by_places(sections: Iterable[Sequence[int]]) -> tuple[int, ...]:
    return tuple(entry for of_a_place in zip_longest(*sections) for entry in of_a_place if entry is not None)


def one_section_after_the_other(final: Iterable[int], section_of: Mapping[int, int]) -> tuple[int, ...]:
    """Return the entries of a final by their sections: so each line of a Mitchell is one of two sections."""
    return tuple(sorted(final, key=section_of.__getitem__))


def undecided_cuts(placings: Sequence[Placing], cuts: Iterable[int]) -> list[tuple[int, ...]]:
    """Return those who share a place across a cut, for each such cut: not all of them go on."""
    at_cut = [(placings[cut - 1], placings[cut]) for cut in cuts if 0 < cut < len(placings)]
    return [
        tuple(placing.totals.entry for placing in placings if placing.place == last.place)
        for last, following in at_cut
        if last.place == following.place
    ]


# What they bring along.


def carried_over(totals: EntryTotals, carry: CarryOver, percent: int, field: Iterable[int] = ()) -> Carried:
    """Return what an entry brings along to a final; `field` has its opponents there, as their section numbers
    them. Of a share, what is less than a whole point is left out.
    """
    if carry is CarryOver.SHARE:
        return Carried(*(_share(total, percent) for total in (totals.points, totals.difference, totals.own)))
    if carry is CarryOver.NONE:
        return Carried()
    present = frozenset(field)
    among = [
        score.worth for score in totals.rounds if score.opponents and present.issuperset(score.opponents)
    ]
    return Carried(
        sum(worth.points for worth in among),
        sum(worth.difference for worth in among),
        sum(worth.own for worth in among),
    )


def _share(total: int, percent: int) -> int:
    """Return a share, towards zero, so that a lead and a deficit of the same size stay as large."""
    share = abs(total) * percent // _PERCENT
    return share if total >= 0 else -share


# The result of the whole.


def overall_places(
    finals: Sequence[Sequence[Placing | int]], sections: Sequence[Sequence[Placing | int]]
) -> tuple[OverallPlace, ...]:
    """Return the places over all: those of the first final, then of the second, and last who was in none.

    Each final, and each section, has its placings, whose entries are those of the whole, and after them the
    entries without a place there, who share the places after the others. Of those who were in no final,
    the ones with an equal place in their sections share theirs.
    """
    groups: list[tuple[list[int], int | None, int | None]] = []
    for number, final in enumerate(finals):
        groups += [(entries, number, place) for place, entries in _by_place(final)]
    in_finals = {entry for entries, _number, _place in groups for entry in entries}
    rest: dict[int | None, list[int]] = {}
    for section in sections:
        for place, entries in _by_place(section):
            rest.setdefault(place, []).extend(entry for entry in entries if entry not in in_finals)
    last_place = max((place for place in rest if place is not None), default=0) + 1
    groups += [(rest[place], None, place) for place in sorted(rest, key=lambda place: place or last_place)]
    places: list[OverallPlace] = []
    for entries, final_number, place_there in groups:
        place, shared = len(places) + 1, len(entries) > 1
        places += [OverallPlace(place, shared, entry, final_number, place_there) for entry in sorted(entries)]
    return tuple(places)


def _by_place(listed: Iterable[Placing | int]) -> list[tuple[int | None, list[int]]]:
    """Return the entries of each place, in order; those without one come last."""
    groups: dict[int | None, list[int]] = {}
    without: list[int] = []
    for one in listed:
        if isinstance(one, int):
            without.append(one)
        else:
            groups.setdefault(one.place, []).append(one.totals.entry)
    return [*groups.items(), *([(None, without)] if without else [])]
