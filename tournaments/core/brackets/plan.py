"""The duels of a bracket, and where who wins or loses one of them plays next.

A duel is the meeting of two entries of which one goes on: a game, or the best of several. The places of a
first round that no entry has are empty, and who would meet one goes on without a game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple


class BracketKind(StrEnum):
    """What becomes of who has lost."""

    SINGLE = "single"
    # Who has lost a semi-final plays for the third place.
    THIRD_PLACE = "third_place"
    # Nobody is out who has lost once.
    SECOND_CHANCE = "second_chance"


class BracketStage(StrEnum):
    """The part of a bracket that a duel belongs to."""

    MAIN = "main"
    THIRD = "third"
    SECOND = "second"
    # With a second chance: who has not lost against the best of those who have lost once.
    FINAL = "final"
    # Played where the first has lost the final: nobody is out who has lost once.
    AGAIN = "again"


class DuelKey(NamedTuple):
    """A duel: its stage, the level there from 1 on, and its number from the top, from 0 on."""

    stage: BracketStage
    level: int = 1
    number: int = 0


class Way(NamedTuple):
    """A side of a later duel."""

    duel: DuelKey
    side: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Duel:
    """A duel of the plan: its places where it is of the first round, and what comes after it."""

    key: DuelKey
    # The numbers of the places, the best being 1.
    seeds: tuple[int, int] | None = None
    winner_to: Way | None = None
    loser_to: Way | None = None
    # How far who plays nothing after it has come: greater is better.
    won: int = 0
    lost: int = 0


# In an order in which each comes after those that lead to it.
Plan = Mapping[DuelKey, Duel]
_TWO: Final = 2
_MAX_PLANS: Final = 64


def count_levels(entries: int) -> int:
    """Return how many levels the main part has for so many entries."""
    return max(1, (entries - 1).bit_length())


def order_of_seeds(levels: int) -> list[int]:
    """Return the places from top to bottom: the best two can only meet at the end."""
    order = [1]
    for level in range(1, levels + 1):
        order = [seed for above in order for seed in (above, 2**level + 1 - above)]
    return order


@lru_cache(maxsize=_MAX_PLANS)
def plan_bracket(kind: BracketKind, levels: int) -> Plan:
    """Return the duels of a bracket of so many levels."""
    parts = {
        BracketKind.SINGLE: _plan_single,
        BracketKind.THIRD_PLACE: _plan_third_place,
        BracketKind.SECOND_CHANCE: _plan_second_chance,
    }
    return {duel.key: duel for duel in parts[kind](levels)}


def _main_keys(levels: int) -> Iterator[DuelKey]:
    for level in range(1, levels + 1):
        for number in range(2 ** (levels - level)):
            yield DuelKey(BracketStage.MAIN, level, number)


def _seeds_at(key: DuelKey, levels: int) -> tuple[int, int] | None:
    if key.level > 1:
        return None
    first, second = order_of_seeds(levels)[_TWO * key.number : _TWO * key.number + _TWO]
    return first, second


def _next_main(key: DuelKey, levels: int) -> Way | None:
    if key.level == levels:
        return None
    return Way(DuelKey(BracketStage.MAIN, key.level + 1, key.number // 2), key.number % 2)


# Out after one defeat.


def _plan_single(levels: int) -> Iterator[Duel]:
    for key in _main_keys(levels):
        yield Duel(
            key=key,
            seeds=_seeds_at(key, levels),
            winner_to=_next_main(key, levels),
            won=2 * levels + 2,
            lost=2 * key.level,
        )


def _plan_third_place(levels: int) -> Iterator[Duel]:
    if levels < _TWO:
        yield from _plan_single(levels)
        return
    semi_final, third = levels - 1, DuelKey(BracketStage.THIRD)
    for duel in _plan_single(levels):
        loser_to = Way(third, duel.key.number) if duel.key.level == semi_final else None
        yield Duel(
            key=duel.key,
            seeds=duel.seeds,
            winner_to=duel.winner_to,
            loser_to=loser_to,
            won=duel.won,
            lost=duel.lost,
        )
    yield Duel(key=third, won=2 * semi_final + 1, lost=2 * semi_final)


# Out after two defeats.


def _plan_second_chance(levels: int) -> Iterator[Duel]:
    final, again = DuelKey(BracketStage.FINAL), DuelKey(BracketStage.AGAIN)
    for key in _main_keys(levels):
        yield Duel(
            key=key,
            seeds=_seeds_at(key, levels),
            winner_to=_next_main(key, levels) or Way(final, 0),
            loser_to=_second_chance_of(key, levels),
        )
    for level in range(1, 2 * levels - 1):
        for number in range(2 ** (levels - 1 - (level + 1) // 2)):
            yield Duel(
                key=DuelKey(BracketStage.SECOND, level, number),
                winner_to=_next_second(level, number, levels),
                lost=level,
            )
    yield Duel(key=final, winner_to=Way(again, 0), loser_to=Way(again, 1))
    yield Duel(key=again, won=2 * levels, lost=2 * levels - 1)


def _second_chance_of(key: DuelKey, levels: int) -> Way:
    """Return where the loser of a duel of the main part goes on.

    Those of every other level come from the other end, so that two who have met do so again late.
    """
    if levels == 1:
        return Way(DuelKey(BracketStage.FINAL), 1)
    if key.level == 1:
        return Way(DuelKey(BracketStage.SECOND, 1, key.number // 2), key.number % 2)
    duels = 2 ** (levels - key.level)
    number = key.number if key.level % 2 else duels - 1 - key.number
    return Way(DuelKey(BracketStage.SECOND, 2 * key.level - 2, number), 1)


def _next_second(level: int, number: int, levels: int) -> Way:
    """After an odd level come those who have just lost in the main part; after an even one, neighbours."""
    if level == 2 * levels - 2:
        return Way(DuelKey(BracketStage.FINAL), 1)
    if level % 2:
        return Way(DuelKey(BracketStage.SECOND, level + 1, number), 0)
    return Way(DuelKey(BracketStage.SECOND, level + 1, number // 2), number % 2)
