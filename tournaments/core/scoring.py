"""What each entry scores in each round, and what each round can give."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

from tournaments.core.result_worth import (
    LOST_ROUND,
    average_of,
    games_average,
    look_at_round,
    worth_by_side,
)
from tournaments.core.results import (
    NOBODY,
    MissedValue,
    Result,
    ResultKind,
    ResultTerms,
    RoundPlan,
    RoundScore,
    RoundValues,
    SitOutValue,
    Substitutes,
)
from tournaments.core.worth import GameOutcome, Worth

_PERCENT: Final = 100
# How many scored rounds a process remembers: those of some four events.
_MAX_SCORED_ROUNDS: Final = 32


def score_rounds(
    terms: ResultTerms, rounds: Sequence[Iterable[Result]], plans: Sequence[RoundPlan] = ()
) -> dict[int, list[RoundScore]]:
    """Return what each entry scores in each round; every result counts once for each of its entries.

    `plans` says what each round is part of; without it all rounds are drawn freely.
    """
    scores: dict[int, list[RoundScore]] = {}
    for number, results in enumerate(rounds, start=1):
        for entry, score in score_round(terms, number, tuple(results), plan_of(plans, number)):
            scores.setdefault(entry, []).append(score)
    counted = _with_missed_rounds(terms, _with_substitutes(terms, scores, rounds))
    return _own_averages(terms, counted)


def plan_of(plans: Sequence[RoundPlan], number: int) -> RoundPlan:
    """Return what a round is part of, where that is given for all of them."""
    return plans[number - 1] if plans else RoundPlan.FREE


@lru_cache(maxsize=_MAX_SCORED_ROUNDS)
def score_round(
    terms: ResultTerms, number: int, results: tuple[Result, ...], plan: RoundPlan = RoundPlan.FREE
) -> tuple[tuple[int, RoundScore], ...]:
    """Return each entry of a round with its score, as far as that follows from this round alone.

    It depends on nothing but its arguments, and most rounds of an event never change again.
    """
    in_round = look_at_round(terms, results, plan)
    return tuple(
        (entry, RoundScore(number, result.kind_for(at), worth, result.opponents_of(at)))
        for result in results
        for at, (entry, worth) in enumerate(
            zip(result.entries, worth_by_side(terms, result, in_round), strict=True)
        )
        if entry != NOBODY
    )


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


# Missed rounds.


def _with_missed_rounds(
    terms: ResultTerms, scores: dict[int, list[RoundScore]]
) -> dict[int, list[RoundScore]]:
    """Let missed rounds be lost beyond the number agreed on, and in the last round unless agreed."""
    if terms.missed is MissedValue.LOST:
        return scores
    return {entry: [*_counted_missed(terms, rounds)] for entry, rounds in scores.items()}


def _counted_missed(terms: ResultTerms, rounds: Iterable[RoundScore]) -> Iterator[RoundScore]:
    times = 0
    for score in rounds:
        if score.kind is not ResultKind.MISSED:
            yield score
            continue
        is_last = score.round == terms.rounds and not terms.missed_last
        is_beyond = terms.missed_times is not None and times >= terms.missed_times
        if is_last or is_beyond:
            yield score._replace(worth=LOST_ROUND)
        else:
            times += 1
            yield score


# Averages.


def _own_averages(terms: ResultTerms, scores: dict[int, list[RoundScore]]) -> dict[int, list[RoundScore]]:
    """Give each sit-out and missed round, as agreed, what the entry makes on average in its own games."""
    averaged = _averaged_kinds(terms)
    if not averaged:
        return scores
    return {entry: _with_own_average(averaged, rounds) for entry, rounds in scores.items()}


def _averaged_kinds(terms: ResultTerms) -> Collection[ResultKind]:
    sits_out = terms.sit_out is SitOutValue.OWN_AVERAGE
    misses = terms.missed is MissedValue.OWN_AVERAGE or (sits_out and terms.missed is MissedValue.SIT_OUT)
    return frozenset(
        (
            *((ResultKind.SIT_OUT, ResultKind.BROKEN_OFF) if sits_out else ()),
            *((ResultKind.MISSED,) if misses else ()),
        )
    )


def _with_own_average(averaged: Collection[ResultKind], rounds: Sequence[RoundScore]) -> list[RoundScore]:
    """A missed round that is lost stays so."""
    average = average_of([score.worth for score in rounds if score.is_played])
    return [
        score._replace(worth=average._replace(own=score.worth.own))
        if score.kind in averaged and score.worth != LOST_ROUND
        else score
        for score in rounds
    ]


# What a round can give, for criteria that compare opponents.


def value_rounds(
    terms: ResultTerms, rounds: Sequence[Iterable[Result]], plans: Sequence[RoundPlan] = ()
) -> dict[int, RoundValues]:
    """Return what each round can give, by its number."""
    return {
        number: _value_round(terms, results, plan_of(plans, number))
        for number, results in enumerate(rounds, start=1)
    }


def _value_round(terms: ResultTerms, results: Iterable[Result], plan: RoundPlan) -> RoundValues:
    half, middle = terms.scheme.half_of_most, terms.scheme.middle
    if half is None or middle is None:
        average = Fraction(games_average(terms, results).points)
        return RoundValues(plan, average, average)
    return RoundValues(plan, half, middle)
