"""The words of an event: movements, presets, criteria, and why two meet, as sentences.

Knows the codes of the core; must not know an event.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext, ngettext_lazy

from tournaments.agreement.agreement import Movement
from tournaments.core.movements.by_hand import Remark
from tournaments.core.movements.meeting import Why

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

MOVEMENTS: Final[Mapping[Movement, _StrPromise]] = {
    Movement.LOT: _lazy("drawn by lot"),
    Movement.ROUND_ROBIN: _lazy("everybody meets everybody"),
    Movement.MITCHELL: _lazy("Mitchell: one line sits, the other moves"),
    Movement.DANISH_PURE: _lazy("neighbours in the standings, rematches too"),
    Movement.DANISH_MODIFIED: _lazy("neighbours in the standings who have not met"),
    Movement.SWISS: _lazy("Swiss"),
    Movement.THREE_SIDED: _lazy("tables of three sides"),
    Movement.PARTNERS: _lazy("drawn partners"),
    Movement.BY_HAND: _lazy("set by hand"),
}

CRITERIA: Final[Mapping[str, _StrPromise]] = {
    "points": _lazy("points"),
    "difference": _lazy("difference"),
    "head_to_head": _lazy("the games among those who are tied"),
    "wins": _lazy("wins"),
    "own_points": _lazy("own points"),
    "opponents": _lazy("points of the opponents"),
    "combinations": _lazy("combinations made"),
    "lot": _lazy("lot"),
}

_REASONS: Final[Mapping[Why, _StrPromise]] = {
    Why.LOT: _lazy("drawn by lot"),
    Why.CIRCLE: _lazy("round %(round)s of the circle"),
    Why.LINE_MOVES: _lazy("round %(round)s of the lines"),
    Why.PHANTOM: _lazy("nobody sits in the other place"),
    Why.NEIGHBOURS: _lazy("neighbours in the standings, places %(above)s and %(below)s"),
    Why.MET_BEFORE: _lazy("%(entry)s was passed over: they have met"),
    Why.SMALLEST_GAP: ngettext_lazy(
        "the smallest differences over all tables: %(points)s point here",
        "the smallest differences over all tables: %(points)s points here",
        "points",
    ),
    Why.REMATCH: _lazy("they have met before"),
    Why.CLUB_MATES: _lazy("they are of one club"),
    Why.SECOND_SIT_OUT: _lazy("sits out again"),
    Why.FEWEST_SIT_OUTS: ngettext_lazy(
        "has sat out %(had)s time before", "has sat out %(had)s times before", "had"
    ),
    Why.LOWEST: _lazy("the lowest in the standings of these"),
    Why.SMALL_TABLE: _lazy("a table of two sides"),
    Why.SAME_PARTNER: _lazy("they have been partners before"),
    Why.BY_HAND: _lazy("set by the director"),
    Why.STAYS: _lazy("%(entry)s keeps table %(table)s"),
    Why.NEITHER_MOVES: _lazy("%(entry)s was passed over: neither can move"),
    Why.LOCKED: _lazy("locked by the director"),
}


def round_called(number: int) -> str:
    return _("Round %(number)s") % {"number": number}


def reason_sentence(reason: Mapping[str, Any], names: Mapping[int, str] = MappingProxyType({})) -> str:
    """One reason of a pairing, as it is kept; entries by their names where these are known."""
    numbers = {"table": "", "round": "", "above": "", "below": "", "points": 0, "had": 0} | dict(reason)
    if reason["why"] == Why.FEWEST_SIT_OUTS and not numbers["had"]:
        return _("has not sat out yet")
    if reason["why"] == Why.NEIGHBOURS and "above" not in reason:
        return _("close to each other in the standings")
    entry = reason.get("entry", 0)
    return str(_REASONS[Why(reason["why"])] % (numbers | {"entry": names.get(entry, entry)}))


def remark_sentence(remark: Remark, names: Mapping[int, str]) -> str:
    """What is unlikely about a pairing, or about who sits out."""
    one, *others = (names[entry] for entry in remark.entries)
    said = {"one": one, "other": "".join(others[:1])}
    match remark.reason.why:
        case Why.REMATCH:
            times = remark.reason.params["times"]
            sentence = ngettext(
                "%(one)s and %(other)s have met before.",
                "%(one)s and %(other)s have met %(times)s times before.",
                times,
            )
            return sentence % (said | {"times": times})
        case Why.CLUB_MATES:
            return _("%(one)s and %(other)s are of one club.") % said
        case Why.SAME_PARTNER:
            return _("%(one)s and %(other)s have been partners before.") % said
        case _:
            return _("%(one)s has sat out before, and others have not as often.") % said
