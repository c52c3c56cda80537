"""The points of the opponents of an entry, as the criteria count them that ask for these.

A round in which an entry has met nobody counts as virtual opponents, as many as a full table has: otherwise
its tie-break would be lower for every sit-out. In a round robin all meet, and nothing is added.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from tournaments.core.criterion import Contenders
from tournaments.core.results import ResultKind, RoundScore
from tournaments.core.worth import GameOutcome

_MET_NOBODY: Final = frozenset(
    {ResultKind.SIT_OUT, ResultKind.MISSED, ResultKind.WALKOVER, ResultKind.BOTH_ABSENT, ResultKind.VOID}
)


class FacedOpponent(NamedTuple):
    """An opponent of an entry, a real or a virtual one."""

    points: Fraction
    # What the entry has scored against it.
    scored: int


def faced_opponents(contenders: Contenders, entry: int) -> list[FacedOpponent]:
    """Return all opponents of an entry, round by round."""
    return [
        FacedOpponent(points, score.worth.points)
        for score in contenders.totals[entry].rounds
        for points in _opponents_in(contenders, entry, score)
    ]


def _opponents_in(contenders: Contenders, entry: int, score: RoundScore) -> Iterator[Fraction]:
    values = contenders.course.rounds.get(score.round)
    if values is None or values.plan.is_round_robin or score.kind not in _MET_NOBODY:
        yield from (
            points_as_opponent(contenders, opponent)
            for opponent in score.opponents
            if opponent in contenders.totals
        )
    else:
        yield from _virtual_opponents(contenders, entry, score)


def _virtual_opponents(contenders: Contenders, entry: int, score: RoundScore) -> list[Fraction]:
    """None of them has more than the entry itself.

    After a walkover they have what the absent side has, otherwise half of what could be made so far.
    """
    own, number = contenders.totals[entry].points, contenders.course.opponents_at_table
    absent = _absent_opponents(contenders, score)
    if not absent or not _is_walkover_won(score):
        half = sum((values.half for values in contenders.course.rounds.values()), Fraction())
        return [min(Fraction(own), half)] * number
    virtual = [min(Fraction(own), points_as_opponent(contenders, opponent)) for opponent in absent]
    return (virtual * number)[:number]


def _is_walkover_won(score: RoundScore) -> bool:
    """Whether the other side did not come, also where the win counts less because of a substitute."""
    worth = score.full_worth or score.worth
    return score.kind is ResultKind.WALKOVER and worth.outcome is GameOutcome.WIN


def _absent_opponents(contenders: Contenders, score: RoundScore) -> list[int]:
    """Return those for whom this walkover is lost; at a table of three somebody else may have won it too."""
    return [
        opponent
        for opponent in score.opponents
        if opponent in contenders.totals
        and any(
            theirs.round == score.round
            and (theirs.worth.outcome is GameOutcome.LOSS or theirs.kind is ResultKind.MISSED)
            for theirs in contenders.totals[opponent].rounds
        )
    ]


def points_as_opponent(contenders: Contenders, entry: int) -> Fraction:
    """Return the points of an entry; one that has gone home has the middle of what was left to make."""
    totals, course = contenders.totals[entry], contenders.course
    left_after = course.left_after.get(entry)
    if left_after is None:
        return Fraction(totals.points)
    scored = {score.round for score in totals.rounds}
    return totals.points + sum(
        (
            values.middle
            for number, values in course.rounds.items()
            if number > left_after and number not in scored and not values.plan.is_round_robin
        ),
        Fraction(),
    )


def add_up(contenders: Contenders, opponents: list[FacedOpponent]) -> Fraction:
    """Return the points of these opponents together; on average for each where tables differ in size."""
    together = sum((opponent.points for opponent in opponents), Fraction())
    if not opponents or not _have_tables_of_two_sizes(contenders):
        return together
    return together / len(opponents)


def _have_tables_of_two_sizes(contenders: Contenders) -> bool:
    sizes = {
        len(score.opponents)
        for totals in contenders.totals.values()
        for score in totals.rounds
        if score.kind not in _MET_NOBODY and score.opponents
    }
    return len(sizes) > 1
