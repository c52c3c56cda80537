"""What a result of every kind is worth, side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from tournaments.core.results import (
    COUNT_AS_PLAYED,
    MissedValue,
    Result,
    ResultKind,
    ResultTerms,
    RoundPlan,
    SitOutValue,
)
from tournaments.core.worth import NOTHING, GameOutcome, Worth, mean_in_hundredths

_PERCENT: Final = 100
_TWO_SIDES: Final = 2


class InRound(NamedTuple):
    """What the worth of a result may depend on besides the result: the other games of its round."""

    plan: RoundPlan = RoundPlan.FREE
    # The average over both sides of all games, and over the winners: of no games both are nothing.
    average: Worth = NOTHING
    winners: Worth = NOTHING


_ALONE: Final = InRound()
# A round that was missed and counts nothing.
LOST_ROUND: Final = Worth(0, 0, 0, GameOutcome.LOSS)


def worth_by_side(terms: ResultTerms, result: Result, in_round: InRound = _ALONE) -> tuple[Worth, ...]:
    """Return what a result is worth, side by side."""
    return _WORTH_BY_KIND[result.kind](terms, result, in_round)


def _worth_as_played(terms: ResultTerms, result: Result, _in_round: InRound) -> tuple[Worth, ...]:
    return _score_stands(terms, result)


def _score_stands(terms: ResultTerms, result: Result) -> tuple[Worth, ...]:
    if len(result.entries) == _TWO_SIDES:
        return terms.scheme.worth_at_small_table(result.totals)
    return terms.scheme.worth(result.totals)


def _worth_by_walkover(terms: ResultTerms, result: Result, _in_round: InRound) -> tuple[Worth, ...]:
    """The absent side has nothing and the mirrored margin."""
    # Where the absent side has its own result, the one that was there stands alone.
    winners = max(1, len(result.entries) - 1)
    return tuple(
        _lost_by_walkover(terms) if at == result.at_fault else _won_worth_by_walkover(terms, winners)
        for at in range(len(result.entries))
    )


def _won_worth_by_walkover(terms: ResultTerms, winners: int) -> Worth:
    own = terms.scheme.capped(terms.margin)
    return Worth(_walkover_points(terms, winners), terms.margin, own, GameOutcome.WIN)


def _walkover_points(terms: ResultTerms, winners: int = 1) -> int:
    """Return the points of a walkover; several who have it share the first places where that is agreed."""
    max_points = terms.scheme.max_points
    if max_points is None:
        return terms.scheme.capped(terms.margin)
    if terms.scheme.numbers.walkover_shared and "walkover_shared" in terms.scheme.scheme.numbers:
        max_points = mean_in_hundredths(terms.scheme.numbers.place_points[:winners])
    return max_points if terms.walkover_percent is None else _percent(max_points, terms.walkover_percent)


def _percent(number: int, share: int) -> int:
    """Return so many per cent of a number, half a unit rounded up."""
    return (2 * number * share + _PERCENT) // (2 * _PERCENT)


def _lost_by_walkover(terms: ResultTerms) -> Worth:
    return Worth(0, -terms.margin, 0, GameOutcome.LOSS)


def _worth_if_all_absent(terms: ResultTerms, result: Result, _in_round: InRound) -> tuple[Worth, ...]:
    return tuple(_lost_by_walkover(terms) for _entry in result.entries)


def _worth_if_lost(terms: ResultTerms, result: Result, in_round: InRound) -> tuple[Worth, ...]:
    """A game never pays for the side that has lost it by leaving, by giving it up or by a ruling.

    That side has the worse, and the others have the better, of a walkover and of the score so far.
    """
    walkover = _worth_by_walkover(terms, result, in_round)
    if not result.totals or result.at_fault is None:
        return walkover
    if len(result.entries) > _TWO_SIDES:
        return _worth_if_last(terms, result, result.at_fault)
    as_played = _score_stands(terms, result)
    return tuple(
        _worse(walkover[at], as_played[at]) if at == result.at_fault else _better(walkover[at], as_played[at])
        for at in range(len(result.entries))
    )


def _worse(walkover: Worth, as_played: Worth) -> Worth:
    """Return the lower of points, of difference and of own points: a loss."""
    return Worth(
        min(walkover.points, as_played.points),
        min(walkover.difference, as_played.difference),
        min(walkover.own, as_played.own),
        GameOutcome.LOSS,
    )


def _better(walkover: Worth, as_played: Worth) -> Worth:
    """Return the higher of points, of difference and of own points: a win."""
    return Worth(
        max(walkover.points, as_played.points),
        max(walkover.difference, as_played.difference),
        max(walkover.own, as_played.own),
        GameOutcome.WIN,
    )


def _worth_if_one_left(terms: ResultTerms, result: Result, _in_round: InRound) -> tuple[Worth, ...]:
    """Of three sides the one that has left is last; the other two have played on, as they have played."""
    last = result.at_fault or 0
    worths = _worth_of_two(terms, result.totals, last)
    worths.insert(last, _last_place(terms, result.totals, last))
    return tuple(worths)


def _worth_if_one_absent(terms: ResultTerms, result: Result, _in_round: InRound) -> tuple[Worth, ...]:
    """The third side did not come; the other two have played for the first and the second place."""
    absent = result.at_fault or 0
    worths = _worth_of_two(terms, result.totals, absent)
    worths.insert(absent, _lost_by_walkover(terms))
    return tuple(worths)


def _worth_of_two(terms: ResultTerms, totals: Sequence[int], away: int) -> list[Worth]:
    return list(terms.scheme.worth([total for at, total in enumerate(totals) if at != away]))


def _worth_if_last(terms: ResultTerms, result: Result, last: int) -> tuple[Worth, ...]:
    """Of three sides the one that has lost is last; the other two are placed by their totals."""
    worths = [_at_least_walkover(terms, worth) for worth in _worth_of_two(terms, result.totals, last)]
    worths.insert(last, _last_place(terms, result.totals, last))
    return tuple(worths)


def _at_least_walkover(terms: ResultTerms, worth: Worth) -> Worth:
    """Where points made are counted, nobody who has stayed gets less than by a walkover."""
    if not terms.scheme.scheme.counts_points_made:
        return worth
    return worth._replace(points=max(worth.points, _walkover_points(terms)))


def _last_place(terms: ResultTerms, totals: Sequence[int], last: int) -> Worth:
    """Return what the side that has lost gets: the last place, and no more than it has made."""
    as_played = terms.scheme.worth(totals)[last]
    if terms.scheme.scheme.counts_points_made:
        return _worse(_lost_by_walkover(terms), as_played)
    behind_all = [min(totals) - 1 if at == last else total for at, total in enumerate(totals)]
    points = terms.scheme.worth(behind_all)[last].points
    return _worse(_lost_by_walkover(terms)._replace(points=points), as_played)


def _worth_if_abandoned(terms: ResultTerms, result: Result, in_round: InRound) -> tuple[Worth, ...]:
    if result.at_fault is None:
        return _worth_if_all_absent(terms, result, in_round)
    return _worth_if_lost(terms, result, in_round)


def _worth_as_ruled(terms: ResultTerms, result: Result, in_round: InRound) -> tuple[Worth, ...]:
    """A ruling names points and difference; the own points are the round's average where these are others."""
    if terms.scheme.scheme.counts_points_made:
        return tuple(worth._replace(own=worth.points) for worth in result.ruled_points)
    return tuple(worth._replace(own=in_round.average.own) for worth in result.ruled_points)


def _worth_if_cut_short(terms: ResultTerms, result: Result, in_round: InRound) -> tuple[Worth, ...]:
    """The score stands; when all its deals have been annulled since, there is none."""
    if not result.totals:
        return _worth_if_broken_off(terms, result, in_round)
    return _score_stands(terms, result)


def _worth_if_broken_off(terms: ResultTerms, result: Result, in_round: InRound) -> tuple[Worth, ...]:
    """All have what a sit-out is worth; in a round robin that of one that is cut short.

    There it would count nothing otherwise, although the others have a game more.
    """
    cut_short = RoundPlan.PART_OF_ROUND_ROBIN if in_round.plan.is_round_robin else in_round.plan
    return _worth_of_sit_out(terms, result, in_round._replace(plan=cut_short))


def _worth_of_nothing(_terms: ResultTerms, result: Result, _in_round: InRound) -> tuple[Worth, ...]:
    return (NOTHING,) * len(result.entries)


def _worth_of_sit_out(terms: ResultTerms, result: Result, in_round: InRound) -> tuple[Worth, ...]:
    return tuple(_sit_out_value(terms, in_round) for _entry in result.entries)


def _sit_out_value(terms: ResultTerms, in_round: InRound) -> Worth:
    """Return what sitting out is worth; its own points are the average of the round.

    The average of an entry's own games is added later, when all of its rounds are scored.
    """
    if terms.sit_out is SitOutValue.BY_MOVEMENT and in_round.plan is RoundPlan.WHOLE_ROUND_ROBIN:
        # Everybody sits out as often as the others: it is no game.
        return NOTHING
    points, difference = _sit_out_points(terms, in_round)
    return Worth(points, difference, in_round.average.own)


def _sit_out_points(terms: ResultTerms, in_round: InRound) -> tuple[int, int]:
    """Return the points and the difference of sitting out."""
    max_points = terms.scheme.max_points
    match terms.sit_out:
        case SitOutValue.BY_MOVEMENT:
            points = terms.scheme.draw_points if in_round.plan.is_round_robin else terms.scheme.sit_out_points
            return (in_round.average.points if points is None else points), 0
        case SitOutValue.WINNERS_AVERAGE:
            return in_round.winners.points, in_round.winners.difference
        case SitOutValue.PERCENT_OF_MOST if max_points is not None:
            return _percent(max_points, terms.sit_out_percent), 0
        case SitOutValue.OWN_AVERAGE:
            return 0, 0
        case _:
            return terms.sit_out_points, terms.sit_out_difference


def _worth_if_missed(terms: ResultTerms, result: Result, in_round: InRound) -> tuple[Worth, ...]:
    """What a missed round is worth where it counts; how often it does is seen over all rounds.

    The average of an entry's own games is added later, as for a sit-out.
    """
    match terms.missed:
        case MissedValue.SIT_OUT:
            return _worth_of_sit_out(terms, result, in_round)
        case MissedValue.OWN_AVERAGE:
            return (Worth(0, 0, in_round.average.own),) * len(result.entries)
        case _:
            return (LOST_ROUND,) * len(result.entries)


_WORTH_BY_KIND: Final = {
    ResultKind.PLAYED: _worth_as_played,
    ResultKind.WALKOVER: _worth_by_walkover,
    ResultKind.BOTH_ABSENT: _worth_if_all_absent,
    ResultKind.SIT_OUT: _worth_of_sit_out,
    ResultKind.FORFEITED: _worth_if_lost,
    ResultKind.ABANDONED: _worth_if_abandoned,
    ResultKind.ADJUSTED: _worth_as_ruled,
    ResultKind.MISSED: _worth_if_missed,
    ResultKind.RULED_LOST: _worth_if_lost,
    ResultKind.CUT_SHORT: _worth_if_cut_short,
    ResultKind.BROKEN_OFF: _worth_if_broken_off,
    ResultKind.ONE_LEFT: _worth_if_one_left,
    ResultKind.ONE_ABSENT: _worth_if_one_absent,
    ResultKind.VOID: _worth_of_nothing,
}


# Averages.


# The results of games, which make the averages of a round.
_WITH_SCORE: Final = COUNT_AS_PLAYED | {ResultKind.ONE_LEFT, ResultKind.ONE_ABSENT}
# The results that do not ask for the other games of their round.
_STAND_ALONE: Final = frozenset(ResultKind) - {
    ResultKind.SIT_OUT,
    ResultKind.MISSED,
    ResultKind.ADJUSTED,
    ResultKind.CUT_SHORT,
    ResultKind.BROKEN_OFF,
}


def look_at_round(terms: ResultTerms, results: Iterable[Result], plan: RoundPlan) -> InRound:
    """Return what the results of a round may depend on; the averages are computed only where one does."""
    in_round = list(results)
    if all(result.kind in _STAND_ALONE for result in in_round):
        return InRound(plan)
    average = games_average(terms, in_round)
    return InRound(plan, average, _winners_average(terms, in_round, average))


def games_average(terms: ResultTerms, results: Iterable[Result]) -> Worth:
    """Return the average over both sides of all games that were played, or adjusted with own points."""
    return average_of(
        [
            worth._replace(own=terms.scheme.capped(worth.own))
            for result in results
            if not result.is_same_game
            and (
                _has_score(result)
                or (result.kind is ResultKind.ADJUSTED and terms.scheme.scheme.counts_points_made)
            )
            for worth in _worths_of_those_who_played(terms, result)
        ]
    )


def _has_score(result: Result) -> bool:
    return result.kind in _WITH_SCORE and bool(result.totals)


def _worths_of_those_who_played(terms: ResultTerms, result: Result) -> list[Worth]:
    """Return what a game is worth for its sides, without one of three that is away."""
    away = result.at_fault if result.kind in (ResultKind.ONE_LEFT, ResultKind.ONE_ABSENT) else None
    return [worth for at, worth in enumerate(worth_by_side(terms, result)) if at != away]


def _winners_average(terms: ResultTerms, results: Iterable[Result], average: Worth) -> Worth:
    """Return what the winners of the round's games have on average; without a winner the average of all."""
    won = [
        worth
        for result in results
        if _has_score(result) and not result.is_same_game
        for worth in _worths_of_those_who_played(terms, result)
        if worth.outcome is GameOutcome.WIN
    ]
    return average_of(won) if won else average


def average_of(worths: Sequence[Worth]) -> Worth:
    """Return the average, half a unit rounded up; of no games it is nothing."""
    if not worths:
        return NOTHING
    points, differences, own, _outcomes = zip(*worths, strict=True)
    return Worth(_mean(points), _mean(differences), _mean(own))


def _mean(numbers: Sequence[int]) -> int:
    return (2 * sum(numbers) + len(numbers)) // (2 * len(numbers))
