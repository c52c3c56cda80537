"""A second count of small events, written from the rules alone: it shares no function with the standings."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from math import floor
from typing import Final, NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import LONG
from tournaments.core.criteria import CRITERIA
from tournaments.core.criterion import EventCourse
from tournaments.core.results import Result, ResultKind, ResultTerms, SitOutValue
from tournaments.core.schemes.scl import SCL
from tournaments.core.scoring import value_rounds
from tournaments.core.standings import add_up_rounds, rank
from tournaments.core.worth import AgreedScheme

MARGIN: Final = 4000
PLAYED, WALKOVER, OUT = ResultKind.PLAYED, ResultKind.WALKOVER, ResultKind.SIT_OUT
# With the score as it stands, without one, and counted as nothing.
STANDS, BROKEN_OFF, VOID = ResultKind.CUT_SHORT, ResultKind.BROKEN_OFF, ResultKind.VOID
NO_FAULT: Final = (STANDS, BROKEN_OFF, VOID)
LEFT: Final = (ResultKind.FORFEITED, ResultKind.RULED_LOST)
CHAIN: Final = ("points", "opponents", "own_points", "difference")


class Event(NamedTuple):
    """Rounds of two sides a table; who has gone home, and after which round."""

    rounds: list[tuple[Result, ...]]
    left_after: dict[int, int]


def an_event(size: int, rounds: int, seed: int) -> Event:
    dice = random.Random(seed)
    left_after: dict[int, int] = {}
    drawn = []
    for number in range(1, rounds + 1):
        here = [entry for entry in range(1, size + 1) if entry not in left_after]
        dice.shuffle(here)
        out = [Result(OUT, (here.pop(),))] if len(here) % 2 else []
        drawn.append((*(a_result(dice, *pair) for pair in zip(here[::2], here[1::2], strict=True)), *out))
        if len(here) > 4 and dice.random() < 0.2:
            left_after[here[0]] = number
    return Event(drawn, left_after)


def a_result(dice: random.Random, one: int, other: int) -> Result:
    kind = dice.choice([PLAYED, PLAYED, PLAYED, WALKOVER, *LEFT, ResultKind.BOTH_ABSENT, *NO_FAULT])
    totals = (dice.randrange(-500, 9000, 500), dice.randrange(-500, 9000, 500))
    played = kind is PLAYED or kind in LEFT or kind in NO_FAULT
    at_fault = dice.randrange(2) if kind is WALKOVER or kind in LEFT else None
    return Result(kind, (one, other), totals if played else (), at_fault)


def counted_again(event: Event) -> list[tuple[int, int]]:
    """Place and entry, from first to last."""
    points: dict[int, int] = {}
    difference: dict[int, int] = {}
    own: dict[int, int] = {}

    def give(entry: int, made: int, lead: int, own_points: int) -> None:
        points[entry] = points.get(entry, 0) + made
        difference[entry] = difference.get(entry, 0) + lead
        own[entry] = own.get(entry, 0) + own_points

    for results in event.rounds:
        made = [total for result in results if result.kind in (PLAYED, STANDS) for total in result.totals]
        # Half a point is rounded up.
        average = floor(Fraction(sum(made), len(made)) + Fraction(1, 2)) if made else 0
        for result in results:
            if result.kind in (OUT, BROKEN_OFF, VOID):
                for entry in result.entries:
                    give(entry, *((0, 0, 0) if result.kind is VOID else (2, 0, average)))
                continue
            for at, entry in enumerate(result.entries):
                give(entry, *scored(result, at))
    keys = {
        entry: (points[entry], met(event, entry, points), own[entry], difference[entry]) for entry in points
    }
    order = sorted(keys, key=lambda entry: (*(-value for value in keys[entry]), entry))
    return [(1 + sum(keys[other] > keys[entry] for other in keys), entry) for entry in order]


def scored(result: Result, at: int) -> tuple[int, int, int]:
    """Points, difference and own points of one of two sides."""
    if result.kind is ResultKind.BOTH_ABSENT:
        return 0, -MARGIN, 0
    mine, theirs = (result.totals[at], result.totals[1 - at]) if result.totals else (0, 0)
    if result.kind in (PLAYED, STANDS):
        return (mine > theirs) - (mine < theirs) + 1, mine - theirs, mine
    if at == result.at_fault:
        return 0, min(-MARGIN, mine - theirs), min(0, mine)
    return 2, max(MARGIN, mine - theirs), max(MARGIN, mine)


def met(event: Event, entry: int, points: dict[int, int]) -> Fraction:
    """The points of those whom it has met, and of virtual opponents where it has met nobody."""
    together, half = Fraction(), Fraction(len(event.rounds))
    for result in (each for results in event.rounds for each in results if entry in each.entries):
        other = next((each for each in result.entries if each != entry), None)
        # A draw, which is one point, for each round after it went home.
        theirs = (
            0
            if other is None
            else points[other] + len(event.rounds) - event.left_after.get(other, len(event.rounds))
        )
        won = result.kind is WALKOVER and result.entries[result.at_fault or 0] != entry
        if result.kind in (PLAYED, STANDS, BROKEN_OFF, *LEFT):
            together += theirs
        else:
            together += min(Fraction(points[entry]), Fraction(theirs) if won else half)
    return together


def placed(event: Event, codes: Sequence[str]) -> list[tuple[int, int]]:
    terms = ResultTerms(scheme=AgreedScheme(SCL), margin=MARGIN, sit_out=SitOutValue.BY_MOVEMENT)
    course = EventCourse(rounds=value_rounds(terms, event.rounds), left_after=event.left_after)
    totals = add_up_rounds(terms, event.rounds)
    placings = rank(totals, [CRITERIA[code] for code in codes], course=course)
    return [(row.place, row.totals.entry) for row in placings]


@settings(max_examples=2000 if LONG else 60)
@given(st.integers(2, 12), st.integers(1, 7), st.integers(0, 99_999))
def test_a_second_count_comes_to_the_same_places(size: int, rounds: int, seed: int) -> None:
    event = an_event(size, rounds, seed)
    assert placed(event, CHAIN) == counted_again(event)
