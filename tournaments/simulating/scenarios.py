"""How the play of each table of a round goes: most of it calm, and each trouble at a table now and then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from random import Random
from typing import Final

from tournaments.simulating.plan import SimulationPlan, StopPoint


class TableScenario(StrEnum):
    """What happens at a table besides play."""

    CALM = "calm"
    # Over well before the others.
    BRISK = "brisk"
    # A deal is sent back and rewritten.
    CORRECTED = "corrected"
    # A deal is disputed: it is upheld, or rewritten.
    UPHELD = "upheld"
    REWRITTEN = "rewritten"
    CHARGED = "charged"
    SUBSTITUTED = "substituted"
    CALLED = "called"
    # A player has gone home before the signatures.
    GONE_HOME = "gone_home"
    # A side does not come, or leaves in the middle of the game and the event.
    ABSENT = "absent"
    LEAVES = "leaves"
    # In the middle of a round: a call not answered, a dispute not decided, a deal not approved yet.
    CALLING = "calling"
    DISPUTED = "disputed"
    UNAPPROVED = "unapproved"


_TROUBLES: Final = (
    TableScenario.REWRITTEN,
    TableScenario.CORRECTED,
    TableScenario.SUBSTITUTED,
    TableScenario.CHARGED,
    TableScenario.ABSENT,
    TableScenario.CALLED,
    TableScenario.UPHELD,
    TableScenario.GONE_HOME,
)
# An entry leaves in the second round, where enough are left to play.
_LEAVES_IN: Final = 2
_MIN_ENTRIES_TO_LEAVE: Final = 6
# One of this many tables has some trouble.
_TABLES_TO_A_TROUBLE: Final = 3
# The scenarios of a round that stops in its middle.
_IN_THE_MIDDLE: Final = (
    TableScenario.BRISK,
    TableScenario.CALLING,
    TableScenario.DISPUTED,
    TableScenario.CALM,
    TableScenario.UNAPPROVED,
)


def scenarios_for(plan: SimulationPlan, number: int, tables: Sequence[int]) -> Mapping[int, TableScenario]:
    """Return the scenario of each table of a round; a round that stops in its middle has some of each."""
    if plan.stops(StopPoint.MID_ROUND, number):
        return _in_the_middle(tables)
    return _drawn_by(plan.dice("courses", number), plan, number, tables)


def _in_the_middle(tables: Sequence[int]) -> dict[int, TableScenario]:
    return {table: _IN_THE_MIDDLE[at % len(_IN_THE_MIDDLE)] for at, table in enumerate(tables)}


def _drawn_by(
    dice: Random, plan: SimulationPlan, number: int, tables: Sequence[int]
) -> dict[int, TableScenario]:
    """Choose troubles in turn from round to round; which table gets which is chance."""
    count = max(1, len(tables) // _TABLES_TO_A_TROUBLE)
    first = (number - 1) * count
    troubles = [_TROUBLES[(first + at) % len(_TROUBLES)] for at in range(min(count, len(_TROUBLES)))]
    if number == _LEAVES_IN and plan.entries >= _MIN_ENTRIES_TO_LEAVE:
        troubles[-1] = TableScenario.LEAVES
    troubled = dice.sample(list(tables), len(troubles))
    return dict.fromkeys(tables, TableScenario.CALM) | dict(zip(troubled, troubles, strict=True))
