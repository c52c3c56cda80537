"""When each table, the round and the day will probably end, with a range, from how long deals have taken.

What may come is played a number of times: a deal takes as long as one that was played, longer or shorter by
the pace of its table. A table is known by its own deals as far as they say more than chance: after one deal
it is much like all others, after six it is itself. A deal that takes long already takes longer than most, and
beyond all that was seen, the longer it takes, the longer it will. The same input has the same answer.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from math import exp, inf, log
from random import Random
from statistics import fmean, median
from typing import Final, NamedTuple, Self

_MINUTE: Final = timedelta(minutes=1)
# How often what may come is played, and the part of it that lies in a range.
_PATHS: Final = 160
RANGE_PERCENT: Final = 80
_TAIL: Final = (100 - RANGE_PERCENT) / 200
# Fewer deals say nothing of how long one takes.
MIN_DEALS: Final = 4
# A game that has not ended after so many deals more is not foreseen.
_MAX_DEALS: Final = 60
# The shortest and longest deal, in minutes: what is outside was recorded afterwards, or is a lunch.
_SHORTEST, _LONGEST = 0.5, 120.0
# The pace of a table: what one deal says of it at most, and how much tables differ at least and at most.
_MOST_SAID: Final = 1.0
_LEAST_BETWEEN, _MOST_BETWEEN = 0.002, 0.15
_LEAST_WITHIN: Final = 0.01
# What happens on any evening, as parts of the usual time, beside what was seen on this one.
_ANY_EVENING: Final = (0.6, 0.75, 0.87, 1.0, 1.15, 1.35, 1.7, 2.4)
# One in so many deals is a long one, and so few at least: these follow a power.
_LONG_ONE_IN: Final = 12
_FEW: Final = 4
# That power before anything was seen, and how many long deals that is worth.
_POWER: Final = 3.0
_KNOWN_LONG: Final = 4
# What the leader makes in a deal, as parts of what he usually makes, and how many deals that is worth.
_GAINS: Final = (0.3, 1.7)
_KNOWN_GAINS: Final = 2
# Between two rounds, in minutes, in an event that has had one round alone.
_USUAL_PAUSE: Final = (5.0, 20.0)
# A round that is to come is as long as one that was, and so much (as a logarithm) longer or shorter.
_ROUNDS_DIFFER: Final = 0.08


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePlay:
    """A table that plays: when its deals were recorded, and what ends its game."""

    table: int
    # When its first deal was begun; None where it has not.
    began_at: datetime | None = None
    # When each deal was recorded.
    recorded: tuple[datetime, ...] = ()
    # A deal is being played there, as far as a phone or the desk has said so.
    dealt: bool = False
    # The deals that are still to be recorded; None where points end the game, or the clock alone.
    deals_left: int | None = None
    # The points of the leading side, and those that end the game.
    lead: int = 0
    target: int | None = None
    # No new deal from then on; and the moment at which play stops even in a deal.
    warns_at: datetime | None = None
    cut_at: datetime | None = None

    @property
    def times(self) -> list[float]:
        """How many minutes each of its deals has taken."""
        began = () if self.began_at is None else (self.began_at,)
        return deal_times([*began, *self.recorded])

    def taken(self, now: datetime) -> float:
        """Return how many minutes the deal that is being played has taken."""
        began = self.recorded[-1] if self.recorded else self.began_at
        return 0.0 if began is None else max(0.0, (now - began) / _MINUTE)

    def plays_on(self, now: datetime) -> bool:
        """Whether it plays a deal, or may begin one."""
        return self.dealt or self.warns_at is None or now < self.warns_at

    @property
    def ends(self) -> bool:
        """Whether anything ends its game that is known before."""
        return self.deals_left is not None or self.target is not None or self.warns_at is not None


def deal_times(moments: Sequence[datetime]) -> list[float]:
    """Return the minutes between moments at which deals ended, where a deal can take so long."""
    minutes = ((later - earlier) / _MINUTE for earlier, later in pairwise(moments))
    return [each for each in minutes if _SHORTEST <= each <= _LONGEST]


class Probable(NamedTuple):
    """When something probably ends: as likely before as after, and from when until when in most cases."""

    likely: datetime
    early: datetime
    late: datetime

    @classmethod
    def of(cls, minutes: Iterable[float], now: datetime) -> Self:
        ordered = sorted(minutes)
        last = len(ordered) - 1
        parts = (0.5, _TAIL, 1 - _TAIL)
        likely, early, late = (ordered[round(part * last)] for part in parts)
        return cls(now + likely * _MINUTE, now + early * _MINUTE, now + late * _MINUTE)


class HeldUp(NamedTuple):
    """The table that probably ends last, and how many minutes after all others."""

    table: int
    minutes: int


@dataclass(frozen=True, slots=True)
class Forecast:
    """When the tables that play, the round and the day will probably end."""

    tables: Mapping[int, Probable]
    round: Probable
    day: Probable | None
    held_up: HeldUp | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DaySoFar:
    """The rounds of the day: how long those before took, the pauses between them, and how many follow."""

    # When this round began.
    began_at: datetime
    lengths: tuple[float, ...] = ()
    pauses: tuple[float, ...] = ()
    rounds_left: int = 0

    @property
    def is_known(self) -> bool:
        """Whether anything says how long a round is: from the first one alone a range would be hours."""
        return bool(self.lengths) or not self.rounds_left


def forecast(
    now: datetime,
    tables: Sequence[TablePlay],
    before: Sequence[Sequence[float]],
    day: DaySoFar | None = None,
) -> Forecast | None:
    """Return when it will probably end; None where nobody can know.

    `before` has the minutes of deals that were played at each of other tables: in rounds before, or usually.
    """
    groups = _with_running([table.times for table in tables], tables, before, now)
    paces = _Paces.of([group for group in (*groups, *before) if group])
    if paces is None or not tables or not all(table.ends for table in tables):
        return None
    random = Random(len(tables))  # noqa: S311 - no secret: the same question has the same answer
    gain = _usual_gain(tables)
    minutes = [
        _TablePlayer(table, now, paces, gain, random).played(group)
        for table, group in zip(tables, groups, strict=True)
    ]
    if any(inf in each for each in minutes):
        return None
    ends = [max(path) for path in zip(*minutes, strict=True)]
    return Forecast(
        {table.table: Probable.of(each, now) for table, each in zip(tables, minutes, strict=True)},
        Probable.of(ends, now),
        Probable.of(_ends_of_day(ends, now, day, random), now) if day and day.is_known else None,
        _held_up(tables, minutes),
    )


def _with_running(
    groups: Sequence[list[float]],
    tables: Sequence[TablePlay],
    before: Sequence[Sequence[float]],
    now: datetime,
) -> list[list[float]]:
    """Add to the deals of each table the one that is being played, if it is a long one already: as long as
    those usually become. Without these, who looks early in a round has seen the quick deals alone."""
    seen = sorted(time for group in (*groups, *before) for time in group)
    if len(seen) < MIN_DEALS:
        return list(groups)
    usual, found = median(seen), []
    for group, table in zip(groups, tables, strict=True):
        taken = table.taken(now)
        longer = seen[bisect_right(seen, taken) :]
        expected = median(longer) if len(longer) >= _FEW else taken * 2 ** (1 / _POWER)
        found.append([*group, min(expected, _LONGEST)] if taken > usual and table.plays_on(now) else group)
    return found


@dataclass(frozen=True, slots=True)
class _Paces:
    """How long deals take: the usual minutes, how they vary at a table (as ratios, the smallest first), how
    much tables differ, and the power of the long ones."""

    usual: float
    ratios: Sequence[float]
    within: float
    between: float
    power: float = _POWER

    @classmethod
    def of(cls, groups: Sequence[Sequence[float]]) -> Self | None:
        times = [time for group in groups for time in group]
        if len(times) < MIN_DEALS:
            return None
        usual = median(times)
        logs = [[log(time / usual) for time in group] for group in groups]
        means = [fmean(group) for group in logs]
        spread = [(each - mean) ** 2 for group, mean in zip(logs, means, strict=True) for each in group]
        free = max(1, len(times) - len(groups))
        within = max(_LEAST_WITHIN, sum(spread) / free)
        chance = within * fmean(1 / len(group) for group in groups)
        apart = fmean(mean**2 for mean in means) - chance
        between = min(_MOST_BETWEEN, max(_LEAST_BETWEEN, apart))
        paces = cls(usual, (), within, between)
        seen = [time / usual / exp(paces.pace(group)[0]) for group in groups for time in group]
        ratios = sorted([*seen, *_ANY_EVENING])
        return cls(usual, ratios, within, between, _power_of(ratios[_first_long(ratios) :]))

    def pace(self, times: Sequence[float]) -> tuple[float, float]:
        """Return the pace of a table as a logarithm, and how far it may be off."""
        said = (max(-_MOST_SAID, min(_MOST_SAID, log(time / self.usual))) for time in times)
        doubt = self.within / self.between
        known = len(times) + doubt
        return sum(said) / known, (self.within / known) ** 0.5

    def minutes(self, pace: float, taken: float, random: Random) -> float:
        """Return how long a deal takes that has taken so long, at a table of this pace."""
        usual = self.usual * exp(pace)
        long = _first_long(self.ratios)
        longer = bisect_right(self.ratios, taken / usual) if taken else 0
        drawn = random.randrange(longer, len(self.ratios)) if longer < long else long
        if drawn < long:
            return usual * self.ratios[drawn]
        times: float = (1 - random.random()) ** (-1 / self.power)
        return max(taken, usual * self.ratios[long]) * times


def _first_long(ratios: Sequence[float]) -> int:
    """Return from which on deals are long ones."""
    return len(ratios) - max(_FEW, len(ratios) // _LONG_ONE_IN)


def _power_of(long: Sequence[float]) -> float:
    """Return the power that long deals follow (Hill's estimate), between what they say and the usual one."""
    longer = sum(log(ratio / long[0]) for ratio in long)
    return (len(long) - 1 + _KNOWN_LONG) / (longer + _KNOWN_LONG / _POWER)


@dataclass(frozen=True, slots=True)
class _TablePlayer:
    """Plays a table to its end again and again."""

    table: TablePlay
    now: datetime
    paces: _Paces
    gain: float
    random: Random

    def played(self, times: Sequence[float]) -> list[float]:
        """Return in how many minutes its game ends, in each of the cases that are played."""
        pace, doubt = self.paces.pace(times)
        taken, warns, cut = (
            self.table.taken(self.now),
            self._until(self.table.warns_at),
            self._until(self.table.cut_at),
        )
        return [
            max(0.0, min(cut, self._path(self.random.gauss(pace, doubt), taken, warns)))
            for _path in range(_PATHS)
        ]

    def _until(self, moment: datetime | None) -> float:
        return inf if moment is None else (moment - self.now) / _MINUTE

    def _path(self, pace: float, taken: float, warns: float) -> float:
        left, lead = self.table.deals_left, float(self.table.lead)
        end = -taken
        for deal in range(_MAX_DEALS):
            if left is not None and deal >= left:
                return end
            # No deal is begun after the warning; the one that is being played goes on.
            if end >= warns and (deal or not self.table.dealt):
                return end
            end += self.paces.minutes(pace, 0.0 if deal else taken, self.random)
            if self.table.target is not None:
                lead += self._gain() * self.random.uniform(*_GAINS)
                if lead >= self.table.target:
                    return end
        return inf

    def _gain(self) -> float:
        known = len(self.table.recorded)
        return max(1.0, (self.table.lead + _KNOWN_GAINS * self.gain) / (known + _KNOWN_GAINS))


def _usual_gain(tables: Iterable[TablePlay]) -> float:
    """Return what the leaders make in a deal; a third of the game where nobody knows it yet."""
    playing = list(tables)
    deals = sum(len(table.recorded) for table in playing)
    if deals:
        return max(1.0, sum(table.lead for table in playing if table.recorded) / deals)
    targets = [table.target for table in playing if table.target is not None]
    return max(targets, default=1) / 3


def _held_up(tables: Sequence[TablePlay], minutes: Sequence[Sequence[float]]) -> HeldUp | None:
    """Return the table that ends last in the usual case, and for how long all others wait for it then."""
    if len(tables) == 1:
        return None
    last = max(range(len(tables)), key=lambda at: median(minutes[at]))
    others = [each for at, each in enumerate(minutes) if at != last]
    after = median(own - max(path) for own, *path in zip(minutes[last], *others, strict=True))
    return HeldUp(tables[last].table, int(after)) if after >= 1 else None


def _ends_of_day(ends: Sequence[float], now: datetime, day: DaySoFar, random: Random) -> Iterable[float]:
    """Yield when the last round ends: each is as long as one of the day, with a pause as there was before."""
    before = (now - day.began_at) / _MINUTE
    for end in ends:
        lengths = (*day.lengths, before + end)
        for _round in range(day.rounds_left):
            end += random.choice(day.pauses) if day.pauses else random.uniform(*_USUAL_PAUSE)
            end += random.choice(lengths) * exp(random.gauss(0, _ROUNDS_DIFFER))
        yield end
