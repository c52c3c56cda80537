"""Seasons of clubs, played card by card, for `bench/rating.py` and `bench/handicap.py`: who met whom on which
day, and the totals.

What a player is worth is the temper of the card simulator that the player has: when to meld, to take the
pile, to go out. Nobody knows it as a number, and no model of ratings was used to make it. Each New Year some
players change a part of their tempers, some newcomers join, and some stay away for a year.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from scoring.core.score import score_deal
from scoring.core.simulate import Temperaments, play_game
from scoring.core.simulate.temperaments import Temperament, random_temperament
from scoring.rulesets import find

RULESET: Final = "samba"
YEARS: Final = 6
FIRST_DAY: Final = date(2020, 1, 7)
# Of a regular pair so many evenings are played together.
TOGETHER: Final = 0.7
# Each New Year a player changes two things of the temper, stays away for the year, has joined later.
CHANGES, RESTS, JOINS_LATER = 0.35, 0.08, 0.3
GAMES_AT_ONCE: Final = 20


class Plan(NamedTuple):
    """A club: its players, and its evenings of a year."""

    name: str
    players: int
    tables: int
    rounds: int
    evenings: int
    # How many players each side has.
    sides: tuple[int, ...] = (2, 2)
    # How many things of a temper differ between its players; None: all of them.
    differ: int | None = None


PLANS: Final = (
    Plan("pairs", players=48, tables=8, rounds=4, evenings=30),
    Plan("pairs much alike", players=48, tables=8, rounds=4, evenings=30, differ=2),
    Plan("three sides", players=36, tables=8, rounds=3, evenings=30, sides=(1, 1, 1)),
)


class PlayedGame(NamedTuple):
    """A game: its day, its players side by side, and their totals."""

    day: int
    sides: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]


class Meeting(NamedTuple):
    """A game to be played."""

    day: int
    sides: tuple[tuple[int, ...], ...]
    temperaments: Temperaments
    seed: str


# Who meets whom.


@dataclass
class ClubLife:
    """A club through its years."""

    plan: Plan
    dice: Random = field(init=False)
    tempers: list[Temperament] = field(init=False)

    def __post_init__(self) -> None:
        self.dice = Random(f"seasons of {self.plan.name}")
        common = self._temper()
        self.tempers = [self._first_temper(common) for _ in range(self.plan.players)]
        self.eager = [self.dice.uniform(0.3, 1) for _ in self.tempers]
        self.since = [
            self.dice.randrange(1, YEARS) if self.dice.random() < JOINS_LATER else 0 for _ in self.tempers
        ]

    def _temper(self) -> Temperament:
        return random_temperament(self.dice, threes_meld=False)

    def _first_temper(self, common: Temperament) -> Temperament:
        return self._temper() if self.plan.differ is None else self._changed(common, self.plan.differ)

    def _changed(self, temper: Temperament, things: int) -> Temperament:
        """Return a temper with some of its things taken from another one."""
        other = self._temper()
        taken = self.dice.sample(Temperament._fields, things)
        return temper._replace(**{name: getattr(other, name) for name in taken})

    def meetings(self) -> Iterator[Meeting]:
        for year in range(YEARS):
            if year:
                self._new_year()
            here = [
                player
                for player, since in enumerate(self.since)
                if since <= year and self.dice.random() >= RESTS
            ]
            for evening in range(self.plan.evenings):
                yield from self._evening(here, (FIRST_DAY + timedelta(days=365 * year + 7 * evening)))

    def _new_year(self) -> None:
        for player, temper in enumerate(self.tempers):
            if self.dice.random() < CHANGES:
                self.tempers[player] = self._changed(temper, 2)

    def _evening(self, here: Sequence[int], day: date) -> Iterator[Meeting]:
        plan = self.plan
        size = plan.sides[0]
        wanted = min(plan.tables, len(here) // sum(plan.sides)) * sum(plan.sides)
        present = sorted(sorted(here, key=lambda one: self.dice.random() / self.eager[one])[:wanted])
        entries = list(self._entries(present, size))
        for number in range(plan.rounds):
            self.dice.shuffle(entries)
            for at in range(0, len(entries), len(plan.sides)):
                sides = tuple(entries[at : at + len(plan.sides)])
                yield Meeting(
                    day.toordinal(),
                    sides,
                    tuple(tuple(self.tempers[player] for player in side) for side in sides),
                    f"{plan.name} {day} {number} {at}",
                )

    def _entries(self, present: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
        """Make the entries of an evening: most regular pairs stay together, the others as they come."""
        if size == 1:
            yield from ((player,) for player in present)
            return
        alone = []
        for player in present:
            regular = player ^ 1
            if regular not in present:
                alone.append(player)
            elif player < regular:
                if self.dice.random() < TOGETHER:
                    yield player, regular
                else:
                    alone += [player, regular]
        self.dice.shuffle(alone)
        yield from zip(alone[::2], alone[1::2], strict=True)


# Playing.


def play(meeting: Meeting, ruleset: str = RULESET, deal_limit: int | None = None) -> PlayedGame:
    """Play a game of a rule set, to its target or of so many deals."""
    rules = find(ruleset)
    if rules is None:
        raise LookupError(ruleset)
    deals = play_game(
        rules,
        Random(meeting.seed),
        players=tuple(map(len, meeting.sides)),
        deal_limit=deal_limit,
        temperaments=meeting.temperaments,
    )
    totals = tuple(side.after for side in score_deal(deals[-1].sheet).sides)
    return PlayedGame(meeting.day, meeting.sides, totals)


def play_seasons(plan: Plan, ruleset: str = RULESET, deal_limit: int | None = None) -> list[PlayedGame]:
    """Play all games of a club, on all processors."""
    played = partial(play, ruleset=ruleset, deal_limit=deal_limit)
    with Pool(os.cpu_count()) as pool:
        return pool.map(played, ClubLife(plan).meetings(), chunksize=GAMES_AT_ONCE)


def seasons(
    plan: Plan, kept: Path, ruleset: str = RULESET, deal_limit: int | None = None
) -> list[PlayedGame]:
    """Return the games of a club; they are played once and kept in a folder."""
    deals = [] if deal_limit is None else [f"{deal_limit}-deals"]
    words = [*plan.name.split(), *([] if ruleset == RULESET else [ruleset]), *deals]
    path = kept / f"{'-'.join(words)}.jsonl"
    if not path.exists():
        games = play_seasons(plan, ruleset, deal_limit)
        path.write_text("".join(f"{json.dumps(game)}\n" for game in games))
    return list(_read(path.read_text().splitlines()))


def _read(lines: Iterable[str]) -> Iterator[PlayedGame]:
    for day, sides, totals in map(json.loads, lines):
        yield PlayedGame(day, tuple(map(tuple, sides)), tuple(totals))
