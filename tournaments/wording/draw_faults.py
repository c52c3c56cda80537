"""What the check of a draw finds wrong with a round, in words."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _lazy

from tournaments.core.played_rounds import FaultCode

_LABELS: Final[Mapping[FaultCode, Promise]] = {
    FaultCode.TWICE: _lazy("entered twice in the round"),
    FaultCode.LEFT_OUT: _lazy("left out of the round"),
    FaultCode.NOT_ENTERED: _lazy("in the round without being entered"),
    FaultCode.AGAINST_ITSELF: _lazy("meets itself"),
    FaultCode.TOO_MANY_OUT: _lazy("more sit out than must"),
    FaultCode.SAT_OUT_AGAIN: _lazy("sits out again before others have"),
    FaultCode.REMATCH: _lazy("have met before, and need not meet again"),
    FaultCode.NOT_THE_CIRCLE: _lazy("not as the circle has it"),
    FaultCode.NOT_THE_LINES: _lazy("not as the two lines have it"),
    FaultCode.NOT_THE_SIDES: _lazy("each on the other side"),
    FaultCode.NOT_NEIGHBOURS: _lazy("not neighbours in the standings"),
    FaultCode.NOT_THE_BEST: _lazy("an exchange between two tables would have been better"),
    FaultCode.NOT_APART: _lazy("were not to meet, and need not have met"),
    FaultCode.NOT_AS_WISHED: _lazy("wished to meet, and could have met"),
    FaultCode.SMALL_TABLES: _lazy("more tables of two than must be, or two such tables running"),
    FaultCode.SAME_PARTNER: _lazy("the same partner again, though another was possible"),
    FaultCode.NOT_ITS_TABLE: _lazy("not at its own table"),
    FaultCode.NEITHER_MOVES: _lazy("two that never change tables meet"),
    FaultCode.NOT_THE_MOVEMENT: _lazy("not as the movement has it"),
    FaultCode.UNLOCKED: _lazy("a locked table has been changed"),
    FaultCode.NOT_LOGGED: _lazy("the log has no draw of this round"),
    FaultCode.NOT_THE_SEED: _lazy("the log has another seed or movement"),
    FaultCode.NOT_THE_BASIS: _lazy("drawn from something else than had been played"),
    FaultCode.NOT_THE_SEATS: _lazy("other seats than were drawn or set by hand"),
    FaultCode.NOT_MARKED: _lazy("the mark of a change by hand is wrong"),
    FaultCode.NOT_THE_RATINGS: _lazy("handicaps by other ratings than were noted"),
}


def fault_label(code: FaultCode) -> str:
    return str(_LABELS[code])
