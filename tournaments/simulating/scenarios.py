"""How the play of each table of a round goes: most of it calm, and each trouble at some table now and then.

Knows which troubles there are and who gets which; must not know how any of them is acted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from random import Random
from typing import Final

from tournaments.simulating.plan import Moment, Wanted


class Course(StrEnum):
    """What happens at a table besides play."""

    CALM = "calm"
    # Over well before the others.
    BRISK = "brisk"
    # A deal is sent back and written anew.
    CORRECTED = "corrected"
    # A deal is disputed: it stands as it is written, or is written anew.
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
    # As a round looks in its middle: nobody has come to the call, decided the dispute, approved the deal yet.
    CALLING = "calling"
    DISPUTED = "disputed"
    UNAPPROVED = "unapproved"


_TROUBLES: Final = (
    Course.REWRITTEN,
    Course.CORRECTED,
    Course.SUBSTITUTED,
    Course.CHARGED,
    Course.ABSENT,
    Course.CALLED,
    Course.UPHELD,
    Course.GONE_HOME,
)
# Somebody leaves once the first round is over, and only where enough are left to play.
_LEAVES_IN: Final = 2
_FEWEST_TO_LEAVE: Final = 6
# Of so many tables one has some trouble.
_TABLES_TO_A_TROUBLE: Final = 3
# What is to be seen of a round that is shown in its middle.
_IN_THE_MIDDLE: Final = (Course.BRISK, Course.CALLING, Course.DISPUTED, Course.CALM, Course.UNAPPROVED)


def courses_of(wanted: Wanted, number: int, tables: Sequence[int]) -> Mapping[int, Course]:
    """The course of each table of a round; in the round that is shown in its middle, something of each."""
    if wanted.stops(Moment.MID_ROUND, number):
        return _in_the_middle(tables)
    return _drawn_by(wanted.dice("courses", number), wanted, number, tables)


def _in_the_middle(tables: Sequence[int]) -> dict[int, Course]:
    return {table: _IN_THE_MIDDLE[at % len(_IN_THE_MIDDLE)] for at, table in enumerate(tables)}


def _drawn_by(dice: Random, wanted: Wanted, number: int, tables: Sequence[int]) -> dict[int, Course]:
    """Troubles take their turns from round to round; which table gets which is chance."""
    most = max(1, len(tables) // _TABLES_TO_A_TROUBLE)
    first = (number - 1) * most
    troubles = [_TROUBLES[(first + at) % len(_TROUBLES)] for at in range(min(most, len(_TROUBLES)))]
    if number == _LEAVES_IN and wanted.entries >= _FEWEST_TO_LEAVE:
        troubles[-1] = Course.LEAVES
    troubled = dice.sample(list(tables), len(troubles))
    return dict.fromkeys(tables, Course.CALM) | dict(zip(troubled, troubles, strict=True))
