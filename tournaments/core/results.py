"""What every kind of result is worth: games that were played, and all that may stand in place of one.

A result is its kind, its entries and its totals; an event has agreed on numbers for what was not played.
Knows entries by their numbers; must not know names, tables or the database. Integers only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from tournaments.core.schemes import Outcome, Scheme, Worth

_PERCENT: Final = 100


class Kind(StrEnum):
    """What stands in the place of a result."""

    PLAYED = "played"
    # The other side did not come.
    WALKOVER = "walkover"
    # Nobody came.
    BOTH_ABSENT = "both_absent"
    SIT_OUT = "sit_out"
    # A side left during the game, or gave it up: it has lost.
    FORFEITED = "forfeited"
    # Broken off: lost for whoever is at fault, for both where nobody is named.
    ABANDONED = "abandoned"
    # As the jury has said.
    ADJUSTED = "adjusted"
    # A round before an entry came.
    MISSED = "missed"
    # Ruled lost (002 §15C): by the margin of a walkover.
    RULED_LOST = "ruled_lost"


class Result(NamedTuple):
    """The result of one pairing: its entries in the order of the sides, and what became of it."""

    kind: Kind
    entries: tuple[int, ...]
    totals: tuple[int, ...] = ()
    # Who is absent, has left, or is at fault, by the number of the side.
    side: int | None = None
    # As the jury has given it, side by side.
    given: tuple[Worth, ...] = ()
    # The entries in whose place a substitute sat.
    substituted: frozenset[int] = frozenset()


class SitOutValue(StrEnum):
    """What an entry gets for a round that it sits out."""

    FIXED = "fixed"
    WINNERS_AVERAGE = "winners_average"
    OWN_AVERAGE = "own_average"
    PERCENT_OF_MOST = "percent_of_most"


class Substitutes(StrEnum):
    """How results count for an entry in whose place a substitute sat. The others have theirs in full."""

    COUNT = "count"
    # At most so many per cent of the most that a game can give.
    CAPPED = "capped"
    # In at most half of the rounds; those beyond bring nothing to the good.
    HALF = "half"


@dataclass(frozen=True, kw_only=True, slots=True)
class Agreed:
    """What an event has agreed on: its scheme, and what is worth what when nobody plays."""

    scheme: Scheme
    # What counts as the margin of a walkover, and as the points of one where the scheme counts points made.
    margin: int
    # Instead of the scheme's own walkover, so much of the most it can give.
    walkover_percent: int | None = None
    sit_out: SitOutValue = SitOutValue.FIXED
    sit_out_points: int = 2
    sit_out_difference: int = 0
    sit_out_percent: int = 60
    # A round missed by a late entry is worth nothing, or what a sit-out is.
    missed_as_sit_out: bool = False
    substitutes: Substitutes = Substitutes.COUNT
    substitute_percent: int = 60
    # The rounds of the event, of which half is counted.
    rounds: int = 0


class Counted(NamedTuple):
    """What one entry has from one round."""

    round: int
    kind: Kind
    worth: Worth
    opponents: tuple[int, ...] = ()
    # What it would be worth without the substitute, where that is more.
    full: Worth | None = None

    @property
    def was_played(self) -> bool:
        return self.kind is Kind.PLAYED


_NOTHING: Final = Worth(0, 0)


def counted(agreed: Agreed, rounds: Sequence[Iterable[Result]]) -> dict[int, list[Counted]]:
    """What each entry has from each round; every result counts once for each of its entries."""
    found: dict[int, list[Counted]] = {}
    for number, results in enumerate(rounds, start=1):
        in_round = list(results)
        winners = _winners_average(agreed, in_round)
        for result in in_round:
            for at, worth in enumerate(worths(agreed, result, winners)):
                entry = result.entries[at]
                against = (*result.entries[:at], *result.entries[at + 1 :])
                found.setdefault(entry, []).append(Counted(number, result.kind, worth, against))
    return _own_averages(agreed, _with_substitutes(agreed, found, rounds))


def worths(agreed: Agreed, result: Result, winners: Worth = _NOTHING) -> tuple[Worth, ...]:
    """What a result is worth, side by side."""
    return _VALUES[result.kind](agreed, result, winners)


def _played(agreed: Agreed, result: Result, _winners: Worth) -> tuple[Worth, ...]:
    return agreed.scheme.worth(result.totals)


def _by_walkover(agreed: Agreed, result: Result, _winners: Worth) -> tuple[Worth, ...]:
    """The absent side has nothing and the mirrored margin."""
    return tuple(
        _absent(agreed) if at == result.side else _won_by_walkover(agreed)
        for at in range(len(result.entries))
    )


def _won_by_walkover(agreed: Agreed) -> Worth:
    return Worth(_walkover_points(agreed), agreed.margin, agreed.margin, Outcome.WIN)


def _walkover_points(agreed: Agreed) -> int:
    scheme = agreed.scheme
    if agreed.walkover_percent is not None and scheme.most is not None:
        return _percent(scheme.most, agreed.walkover_percent)
    return agreed.margin if scheme.walkover is None else scheme.walkover


def _percent(of: int, share: int) -> int:
    """Half a unit rounded up."""
    return (2 * of * share + _PERCENT) // (2 * _PERCENT)


def _absent(agreed: Agreed) -> Worth:
    return Worth(0, -agreed.margin, 0, Outcome.LOSS)


def _nobody_came(agreed: Agreed, result: Result, _winners: Worth) -> tuple[Worth, ...]:
    return tuple(_absent(agreed) for _entry in result.entries)


def _left(agreed: Agreed, result: Result, _winners: Worth) -> tuple[Worth, ...]:
    """Whoever left has lost; the others have the walkover or their own lead, whichever is better."""
    as_played = agreed.scheme.worth(result.totals) if result.totals else ()
    walked = _by_walkover(agreed, result, _NOTHING)
    return tuple(
        walked[at] if at == result.side or not as_played else _better(as_played[at], walked[at])
        for at in range(len(result.entries))
    )


def _better(one: Worth, other: Worth) -> Worth:
    return max(one, other, key=lambda worth: (worth.points, worth.difference))


def _broken_off(agreed: Agreed, result: Result, winners: Worth) -> tuple[Worth, ...]:
    if result.side is None:
        return _nobody_came(agreed, result, winners)
    return _left(agreed, result, winners)


def _as_given(_agreed: Agreed, result: Result, _winners: Worth) -> tuple[Worth, ...]:
    return result.given


def _sat_out(agreed: Agreed, result: Result, winners: Worth) -> tuple[Worth, ...]:
    return tuple(_sit_out_worth(agreed, winners) for _entry in result.entries)


def _sit_out_worth(agreed: Agreed, winners: Worth) -> Worth:
    """An average of one's own is counted when all rounds are there."""
    most = agreed.scheme.most
    match agreed.sit_out:
        case SitOutValue.WINNERS_AVERAGE:
            return winners
        case SitOutValue.PERCENT_OF_MOST if most is not None:
            return Worth(_percent(most, agreed.sit_out_percent), 0)
        case SitOutValue.OWN_AVERAGE:
            return _NOTHING
        case _:
            return Worth(agreed.sit_out_points, agreed.sit_out_difference)


def _not_there_yet(agreed: Agreed, result: Result, winners: Worth) -> tuple[Worth, ...]:
    """A round before a late entry came is lost, without a difference, unless it counts as a sit-out."""
    if agreed.missed_as_sit_out:
        return _sat_out(agreed, result, winners)
    return tuple(Worth(0, 0, 0, Outcome.LOSS) for _entry in result.entries)


_VALUES: Final = {
    Kind.PLAYED: _played,
    Kind.WALKOVER: _by_walkover,
    Kind.BOTH_ABSENT: _nobody_came,
    Kind.SIT_OUT: _sat_out,
    Kind.FORFEITED: _left,
    Kind.ABANDONED: _broken_off,
    Kind.ADJUSTED: _as_given,
    Kind.MISSED: _not_there_yet,
    Kind.RULED_LOST: _by_walkover,
}


# Substitutes.


def _with_substitutes(
    agreed: Agreed, found: dict[int, list[Counted]], rounds: Sequence[Iterable[Result]]
) -> dict[int, list[Counted]]:
    """The same, less where a substitute sat and that was agreed to count for less."""
    if agreed.substitutes is Substitutes.COUNT:
        return found
    sat = _substituted_rounds(rounds)
    return {
        entry: [_lessened(agreed, one, sat.get(entry, ())) for one in had] for entry, had in found.items()
    }


def _substituted_rounds(rounds: Sequence[Iterable[Result]]) -> dict[int, list[int]]:
    """The rounds in which each entry had a substitute, in their order."""
    sat: dict[int, list[int]] = {}
    for number, results in enumerate(rounds, start=1):
        for result in results:
            for entry in result.substituted:
                sat.setdefault(entry, []).append(number)
    return sat


def _lessened(agreed: Agreed, one: Counted, sat: Sequence[int]) -> Counted:
    """A result with a substitute, as far as it counts. What the jury has given stands as it is."""
    if one.round not in sat or one.kind is Kind.ADJUSTED:
        return one
    worth = _worth_with_substitute(agreed, one.worth, sat.index(one.round) + 1)
    return one if worth == one.worth else one._replace(worth=worth, full=one.worth)


def _worth_with_substitute(agreed: Agreed, worth: Worth, time: int) -> Worth:
    """What counts of it where it is the first, second, third time."""
    if agreed.substitutes is Substitutes.HALF:
        return worth if 2 * time <= agreed.rounds else _to_no_good(worth)
    most = agreed.scheme.most
    if most is None:
        return worth
    # At most so much: never rounded up.
    cap = most * agreed.substitute_percent // _PERCENT
    return worth._replace(points=min(worth.points, cap), difference=min(worth.difference, 0))


def _to_no_good(worth: Worth) -> Worth:
    """Nothing of it counts for the entry; what counts against it stays."""
    outcome = Outcome.LOSS if worth.outcome is Outcome.LOSS else Outcome.NONE
    return Worth(min(worth.points, 0), min(worth.difference, 0), min(worth.own, 0), outcome)


# Averages.


def _winners_average(agreed: Agreed, results: Iterable[Result]) -> Worth:
    """What the winners of the round's games have on average."""
    won = [
        worth
        for result in results
        if result.kind is Kind.PLAYED
        for worth in agreed.scheme.worth(result.totals)
        if worth.outcome is Outcome.WIN
    ]
    return _average(won)


def _average(some: Sequence[Worth]) -> Worth:
    """Half a unit rounded up; of nothing, nothing."""
    if not some:
        return _NOTHING
    return Worth(_mean([worth.points for worth in some]), _mean([worth.difference for worth in some]))


def _mean(numbers: Sequence[int]) -> int:
    return (2 * sum(numbers) + len(numbers)) // (2 * len(numbers))


def _own_averages(agreed: Agreed, found: dict[int, list[Counted]]) -> dict[int, list[Counted]]:
    """Sit-outs that are worth what an entry makes on average in the games it has played."""
    if agreed.sit_out is not SitOutValue.OWN_AVERAGE:
        return found
    return {entry: _with_own_average(agreed, rounds) for entry, rounds in found.items()}


def _with_own_average(agreed: Agreed, rounds: Sequence[Counted]) -> list[Counted]:
    mine = _average([one.worth for one in rounds if one.was_played])
    stands_for = {Kind.SIT_OUT, *((Kind.MISSED,) if agreed.missed_as_sit_out else ())}
    return [one._replace(worth=mine) if one.kind in stands_for else one for one in rounds]


# Withdrawals.


def struck_out(left_: Mapping[int, int], rounds: Sequence[Iterable[Result]]) -> frozenset[int]:
    """Of those who have left a round robin, each with the games it was to play: who has played under half.

    All of these are struck out.
    """
    done: Mapping[int, int] = _games_played(rounds)
    return frozenset(entry for entry, games in left_.items() if 2 * done.get(entry, 0) < games)


def _games_played(rounds: Sequence[Iterable[Result]]) -> dict[int, int]:
    done: dict[int, int] = {}
    for results in rounds:
        for result in results:
            if result.kind is Kind.PLAYED:
                for entry in result.entries:
                    done[entry] = done.get(entry, 0) + 1
    return done


def without(struck: frozenset[int], rounds: Sequence[Iterable[Result]]) -> list[list[Result]]:
    """The results that count when some entries are struck out: none of theirs.

    Whoever has met one of them has sat out that round, as those do whom it was still to meet.
    """
    return [[one for result in results for one in _left_of(result, struck)] for results in rounds]


def _left_of(result: Result, struck: frozenset[int]) -> list[Result]:
    if struck.isdisjoint(result.entries):
        return [result]
    return [Result(Kind.SIT_OUT, (entry,)) for entry in result.entries if entry not in struck]
