"""What every kind of result is worth: games that were played, and all that may replace one.

A result is its kind, its entries and its totals; `ResultTerms` has the numbers that an event has agreed on
for games that were not played. Entries are numbers, and all arithmetic is in integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from tournaments.core.worth import NOTHING, AgreedScheme, GameOutcome, Worth

_PERCENT: Final = 100
# How many scored rounds a process remembers: those of some four events.
_MAX_SCORED_ROUNDS: Final = 32


class ResultKind(StrEnum):
    """How the result of a pairing came about."""

    PLAYED = "played"
    # The other side did not come.
    WALKOVER = "walkover"
    # No side came.
    BOTH_ABSENT = "both_absent"
    SIT_OUT = "sit_out"
    # A side left during the game, or gave it up: it has lost.
    FORFEITED = "forfeited"
    # Broken off: lost for the side at fault, for both where no side is named.
    ABANDONED = "abandoned"
    # As the jury has ruled.
    ADJUSTED = "adjusted"
    # A round before an entry came.
    MISSED = "missed"
    # Ruled lost (002 §15C): by the margin of a walkover.
    RULED_LOST = "ruled_lost"


class Result(NamedTuple):
    """The result of one pairing, with its entries in the order of the sides."""

    kind: ResultKind
    entries: tuple[int, ...]
    totals: tuple[int, ...] = ()
    # The side that is absent, has left, or is at fault.
    at_fault: int | None = None
    # As the jury has ruled, side by side.
    ruled_points: tuple[Worth, ...] = ()
    # The entries that a substitute played for.
    substituted: frozenset[int] = frozenset()


class SitOutValue(StrEnum):
    """What an entry gets for a round that it sits out."""

    FIXED = "fixed"
    WINNERS_AVERAGE = "winners_average"
    OWN_AVERAGE = "own_average"
    PERCENT_OF_MOST = "percent_of_most"


class Substitutes(StrEnum):
    """How results count for an entry that a substitute played for; those of its opponents count in full."""

    COUNT = "count"
    # At most so many per cent of the most that a game can give.
    CAPPED = "capped"
    # In at most half of the rounds; those beyond bring no gain.
    HALF = "half"


@dataclass(frozen=True, kw_only=True, slots=True)
class ResultTerms:
    """What an event has agreed on about results: its scheme, and the worth of games that were not played."""

    scheme: AgreedScheme
    # What counts as the margin of a walkover, and as the points of one where the scheme counts points made.
    margin: int
    # The share of the scheme's most points that a walkover gives, instead of all of them.
    walkover_percent: int | None = None
    sit_out: SitOutValue = SitOutValue.FIXED
    sit_out_points: int = 2
    sit_out_difference: int = 0
    sit_out_percent: int = 60
    # A round missed by a late entry is worth nothing, or what a sit-out is.
    missed_as_sit_out: bool = False
    substitutes: Substitutes = Substitutes.COUNT
    substitute_percent: int = 60
    # The rounds of the event: a substitute counts in half of them.
    rounds: int = 0


class RoundScore(NamedTuple):
    """What one entry scores in one round."""

    round: int
    kind: ResultKind
    worth: Worth
    opponents: tuple[int, ...] = ()
    # What it would be worth without the substitute, where that is more.
    full_worth: Worth | None = None

    @property
    def is_played(self) -> bool:
        return self.kind is ResultKind.PLAYED


def score_rounds(terms: ResultTerms, rounds: Sequence[Iterable[Result]]) -> dict[int, list[RoundScore]]:
    """Return what each entry scores in each round; every result counts once for each of its entries."""
    scores: dict[int, list[RoundScore]] = {}
    for number, results in enumerate(rounds, start=1):
        for entry, score in score_round(terms, number, tuple(results)):
            scores.setdefault(entry, []).append(score)
    return _own_averages(terms, _with_substitutes(terms, scores, rounds))


@lru_cache(maxsize=_MAX_SCORED_ROUNDS)
def score_round(
    terms: ResultTerms, number: int, results: tuple[Result, ...]
) -> tuple[tuple[int, RoundScore], ...]:
    """Return each entry of a round with its score, as far as that follows from this round alone.

    It depends on nothing but its arguments, and most rounds of an event never change again.
    """
    winners = _winners_average(terms, results) if _asks_for_winners(terms) else NOTHING
    return tuple(
        (entry, RoundScore(number, result.kind, worth, (*result.entries[:at], *result.entries[at + 1 :])))
        for result in results
        for at, (entry, worth) in enumerate(
            zip(result.entries, worth_by_side(terms, result, winners), strict=True)
        )
    )


def _asks_for_winners(terms: ResultTerms) -> bool:
    return terms.sit_out is SitOutValue.WINNERS_AVERAGE


def worth_by_side(terms: ResultTerms, result: Result, winners: Worth = NOTHING) -> tuple[Worth, ...]:
    """Return what a result is worth, side by side."""
    return _WORTH_BY_KIND[result.kind](terms, result, winners)


def _worth_as_played(terms: ResultTerms, result: Result, _winners: Worth) -> tuple[Worth, ...]:
    return terms.scheme.worth(result.totals)


def _worth_by_walkover(terms: ResultTerms, result: Result, _winners: Worth) -> tuple[Worth, ...]:
    """The absent side has nothing and the mirrored margin."""
    return tuple(
        _lost_by_walkover(terms) if at == result.at_fault else _won_worth_by_walkover(terms)
        for at in range(len(result.entries))
    )


def _won_worth_by_walkover(terms: ResultTerms) -> Worth:
    return Worth(_walkover_points(terms), terms.margin, terms.margin, GameOutcome.WIN)


def _walkover_points(terms: ResultTerms) -> int:
    max_points = terms.scheme.max_points
    if max_points is None:
        return terms.margin
    return max_points if terms.walkover_percent is None else _percent(max_points, terms.walkover_percent)


def _percent(number: int, share: int) -> int:
    """Return so many per cent of a number, half a unit rounded up."""
    return (2 * number * share + _PERCENT) // (2 * _PERCENT)


def _lost_by_walkover(terms: ResultTerms) -> Worth:
    return Worth(0, -terms.margin, 0, GameOutcome.LOSS)


def _worth_if_all_absent(terms: ResultTerms, result: Result, _winners: Worth) -> tuple[Worth, ...]:
    return tuple(_lost_by_walkover(terms) for _entry in result.entries)


def _worth_if_left(terms: ResultTerms, result: Result, _winners: Worth) -> tuple[Worth, ...]:
    """The side that left has lost; the others have the walkover or their own lead, whichever is better."""
    as_played = terms.scheme.worth(result.totals) if result.totals else ()
    walkover = _worth_by_walkover(terms, result, NOTHING)
    return tuple(
        walkover[at] if at == result.at_fault or not as_played else _better(as_played[at], walkover[at])
        for at in range(len(result.entries))
    )


def _better(first: Worth, second: Worth) -> Worth:
    return max(first, second, key=lambda worth: (worth.points, worth.difference))


def _worth_if_abandoned(terms: ResultTerms, result: Result, winners: Worth) -> tuple[Worth, ...]:
    if result.at_fault is None:
        return _worth_if_all_absent(terms, result, winners)
    return _worth_if_left(terms, result, winners)


def _worth_as_ruled(_terms: ResultTerms, result: Result, _winners: Worth) -> tuple[Worth, ...]:
    return result.ruled_points


def _worth_of_sit_out(terms: ResultTerms, result: Result, winners: Worth) -> tuple[Worth, ...]:
    return tuple(_sit_out_value(terms, winners) for _entry in result.entries)


def _sit_out_value(terms: ResultTerms, winners: Worth) -> Worth:
    """The average of an entry's own games is added later, when all of its rounds are scored."""
    max_points = terms.scheme.max_points
    match terms.sit_out:
        case SitOutValue.WINNERS_AVERAGE:
            return winners
        case SitOutValue.PERCENT_OF_MOST if max_points is not None:
            return Worth(_percent(max_points, terms.sit_out_percent), 0)
        case SitOutValue.OWN_AVERAGE:
            return NOTHING
        case _:
            return Worth(terms.sit_out_points, terms.sit_out_difference)


def _worth_if_missed(terms: ResultTerms, result: Result, winners: Worth) -> tuple[Worth, ...]:
    """A round before a late entry came is lost, without a difference, unless it counts as a sit-out."""
    if terms.missed_as_sit_out:
        return _worth_of_sit_out(terms, result, winners)
    return tuple(Worth(0, 0, 0, GameOutcome.LOSS) for _entry in result.entries)


_WORTH_BY_KIND: Final = {
    ResultKind.PLAYED: _worth_as_played,
    ResultKind.WALKOVER: _worth_by_walkover,
    ResultKind.BOTH_ABSENT: _worth_if_all_absent,
    ResultKind.SIT_OUT: _worth_of_sit_out,
    ResultKind.FORFEITED: _worth_if_left,
    ResultKind.ABANDONED: _worth_if_abandoned,
    ResultKind.ADJUSTED: _worth_as_ruled,
    ResultKind.MISSED: _worth_if_missed,
    ResultKind.RULED_LOST: _worth_by_walkover,
}


# Substitutes.


def _with_substitutes(
    terms: ResultTerms, scores: dict[int, list[RoundScore]], rounds: Sequence[Iterable[Result]]
) -> dict[int, list[RoundScore]]:
    """Return the scores, reduced where a substitute played and results with one count for less."""
    if terms.substitutes is Substitutes.COUNT:
        return scores
    substituted = _substituted_rounds(rounds)
    return {
        entry: [_reduced(terms, score, substituted.get(entry, ())) for score in own_scores]
        for entry, own_scores in scores.items()
    }


def _substituted_rounds(rounds: Sequence[Iterable[Result]]) -> dict[int, list[int]]:
    """Return the rounds in which each entry had a substitute, in their order."""
    substituted: dict[int, list[int]] = {}
    for number, results in enumerate(rounds, start=1):
        for result in results:
            for entry in result.substituted:
                substituted.setdefault(entry, []).append(number)
    return substituted


def _reduced(terms: ResultTerms, score: RoundScore, substituted: Sequence[int]) -> RoundScore:
    """Return a score with a substitute, as far as it counts; what the jury has ruled counts in full."""
    if score.round not in substituted or score.kind is ResultKind.ADJUSTED:
        return score
    worth = _worth_with_substitute(terms, score.worth, substituted.index(score.round) + 1)
    return score if worth == score.worth else score._replace(worth=worth, full_worth=score.worth)


def _worth_with_substitute(terms: ResultTerms, worth: Worth, time: int) -> Worth:
    """Return what counts of it the first, second, third time that a substitute plays."""
    if terms.substitutes is Substitutes.HALF:
        return worth if 2 * time <= terms.rounds else _without_gain(worth)
    max_points = terms.scheme.max_points
    if max_points is None:
        return worth
    # At most so much: never rounded up.
    cap = max_points * terms.substitute_percent // _PERCENT
    return worth._replace(points=min(worth.points, cap), difference=min(worth.difference, 0))


def _without_gain(worth: Worth) -> Worth:
    """Nothing of it counts for the entry; what counts against it does."""
    outcome = GameOutcome.LOSS if worth.outcome is GameOutcome.LOSS else GameOutcome.NONE
    return Worth(min(worth.points, 0), min(worth.difference, 0), min(worth.own, 0), outcome)


# Averages.


def _winners_average(terms: ResultTerms, results: Iterable[Result]) -> Worth:
    """Return what the winners of the round's games have on average."""
    won = [
        worth
        for result in results
        if result.kind is ResultKind.PLAYED
        for worth in terms.scheme.worth(result.totals)
        if worth.outcome is GameOutcome.WIN
    ]
    return _average(won)


def _average(worths: Sequence[Worth]) -> Worth:
    """Return the average, half a unit rounded up; of no games it is nothing."""
    if not worths:
        return NOTHING
    return Worth(_mean([worth.points for worth in worths]), _mean([worth.difference for worth in worths]))


def _mean(numbers: Sequence[int]) -> int:
    return (2 * sum(numbers) + len(numbers)) // (2 * len(numbers))


def _own_averages(terms: ResultTerms, scores: dict[int, list[RoundScore]]) -> dict[int, list[RoundScore]]:
    """Give each sit-out what the entry makes on average in the games that it has played."""
    if terms.sit_out is not SitOutValue.OWN_AVERAGE:
        return scores
    return {entry: _with_own_average(terms, rounds) for entry, rounds in scores.items()}


def _with_own_average(terms: ResultTerms, rounds: Sequence[RoundScore]) -> list[RoundScore]:
    average = _average([score.worth for score in rounds if score.is_played])
    replaced = {ResultKind.SIT_OUT, *((ResultKind.MISSED,) if terms.missed_as_sit_out else ())}
    return [score._replace(worth=average) if score.kind in replaced else score for score in rounds]


# Withdrawals.


def find_struck_out(withdrawn: Mapping[int, int], rounds: Sequence[Iterable[Result]]) -> frozenset[int]:
    """Return the entries that have played under half of their games in a round robin: they are struck out.

    `withdrawn` has the entries that have left, each with the number of games it was to play.
    """
    played = _games_played(rounds)
    return frozenset(entry for entry, games in withdrawn.items() if 2 * played.get(entry, 0) < games)


def _games_played(rounds: Sequence[Iterable[Result]]) -> dict[int, int]:
    played: dict[int, int] = {}
    for results in rounds:
        for result in results:
            if result.kind is ResultKind.PLAYED:
                for entry in result.entries:
                    played[entry] = played.get(entry, 0) + 1
    return played


def without_struck_out(
    struck: frozenset[int], rounds: Sequence[Iterable[Result]]
) -> list[tuple[Result, ...]]:
    """Return the results that count when some entries are struck out: none of theirs.

    An entry that has met one of them has sat out that round, as do the entries that were still to meet it.
    """
    if not struck:
        return [tuple(results) for results in rounds]
    return [
        tuple(counted for result in results for counted in _without_entries(result, struck))
        for results in rounds
    ]


def _without_entries(result: Result, struck: frozenset[int]) -> list[Result]:
    if struck.isdisjoint(result.entries):
        return [result]
    return [Result(ResultKind.SIT_OUT, (entry,)) for entry in result.entries if entry not in struck]
