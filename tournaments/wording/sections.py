"""Words for sections and finals: how entries are dealt to sections, and what is carried over to finals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from tournaments.core.meeting_again import HowSure, MeetingsAgain
from tournaments.core.sections import CarryOver, DealtBy

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

CARRY_LABELS: Final[Mapping[str, _StrPromise]] = {
    CarryOver.NONE: _lazy("nothing: everybody begins at 0"),
    CarryOver.SHARE: _lazy("a part of the points"),
    CarryOver.AMONG: _lazy("the games among those who are in the same final"),
}
DEALT_LABELS: Final[Mapping[str, _StrPromise]] = {
    DealtBy.NUMBER: _lazy("by their numbers, to and fro (A B, B A)"),
    DealtBy.LOT: _lazy("by lot"),
    DealtBy.STRENGTH: _lazy("by strength, to and fro (A B, B A): the strongest are spread evenly"),
}


def again_sentence(found: MeetingsAgain) -> str:
    """How many meetings of a final are between two who have met, and how that is avoided if it can be."""
    values = {"again": found.again, "meetings": found.meetings}
    if found.how_sure is HowSure.AT_LEAST:
        said = ngettext(
            "At least %(again)s of %(meetings)s meetings is between two who have met, and counts twice.",
            "At least %(again)s of %(meetings)s meetings are between two who have met, and count twice.",
            found.again,
        )
    elif found.how_sure is HowSure.AT_MOST:
        said = ngettext(
            "Up to %(again)s of %(meetings)s meetings is between two who have met, and counts twice.",
            "Up to %(again)s of %(meetings)s meetings are between two who have met, and count twice.",
            found.again,
        )
    else:
        said = ngettext(
            "%(again)s of %(meetings)s meetings is between two who have met, and counts twice.",
            "%(again)s of %(meetings)s meetings are between two who have met, and count twice.",
            found.again,
        )
    if found.rounds_without is None:
        return said % values
    without = _("In %(rounds)s rounds nobody would meet again.") % {"rounds": found.rounds_without}
    return f"{said % values} {without}"
