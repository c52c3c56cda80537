"""The words of an event: movements, presets, criteria, and why two meet, as sentences.

Knows the codes of the core; must not know an event.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext, ngettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.agreement.agreement import Movement
from tournaments.core.movements.by_hand import Remark
from tournaments.core.movements.meeting import Why

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

MOVEMENTS: Final[Mapping[Movement, _StrPromise]] = {
    Movement.LOT: _("drawn by lot"),
    Movement.ROUND_ROBIN: _("everybody meets everybody"),
    Movement.MITCHELL: _("Mitchell: one line sits, the other moves"),
    Movement.DANISH_PURE: _("neighbours in the standings, rematches too"),
    Movement.DANISH_MODIFIED: _("neighbours in the standings who have not met"),
    Movement.SWISS: _("Swiss"),
    Movement.THREE_SIDED: _("tables of three sides"),
    Movement.PARTNERS: _("drawn partners"),
    Movement.BY_HAND: _("set by hand"),
}

CRITERIA: Final[Mapping[str, _StrPromise]] = {
    "points": _("points"),
    "difference": _("difference"),
    "head_to_head": _("the games among those who are tied"),
    "wins": _("wins"),
    "own_points": _("own points"),
    "opponents": _("points of the opponents"),
    "combinations": _("combinations made"),
    "lot": _("lot"),
}

_REASONS: Final[Mapping[Why, _StrPromise]] = {
    Why.LOT: _("drawn by lot"),
    Why.CIRCLE: _("round %(round)s of the circle"),
    Why.LINE_MOVES: _("round %(round)s of the lines"),
    Why.PHANTOM: _("nobody sits in the other place"),
    Why.NEIGHBOURS: _("neighbours in the standings, places %(above)s and %(below)s"),
    Why.MET_BEFORE: _("%(entry)s was passed over: they have met"),
    Why.SMALLEST_GAP: ngettext_lazy(
        "the smallest differences over all tables: %(points)s point here",
        "the smallest differences over all tables: %(points)s points here",
        "points",
    ),
    Why.REMATCH: _("they have met before"),
    Why.CLUB_MATES: _("they are of one club"),
    Why.SECOND_SIT_OUT: _("sits out again"),
    Why.FEWEST_SIT_OUTS: ngettext_lazy(
        "has sat out %(had)s time before", "has sat out %(had)s times before", "had"
    ),
    Why.LOWEST: _("the lowest in the standings of these"),
    Why.SMALL_TABLE: _("a table of two sides"),
    Why.SAME_PARTNER: _("they have been partners before"),
    Why.BY_HAND: _("set by the director"),
    Why.STAYS: _("%(entry)s keeps table %(table)s"),
    Why.NEITHER_MOVES: _("%(entry)s was passed over: neither can move"),
    Why.LOCKED: _("locked by the director"),
}


def round_called(number: int) -> str:
    return gettext("Round %(number)s") % {"number": number}


def reason_sentence(reason: Mapping[str, Any], names: Mapping[int, str] = MappingProxyType({})) -> str:
    """One reason of a pairing, as it is kept; entries by their names where these are known."""
    numbers = {"table": "", "round": "", "above": "", "below": "", "points": 0, "had": 0} | dict(reason)
    if reason["why"] == Why.FEWEST_SIT_OUTS and not numbers["had"]:
        return gettext("has not sat out yet")
    if reason["why"] == Why.NEIGHBOURS and "above" not in reason:
        return gettext("close to each other in the standings")
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
            return gettext("%(one)s and %(other)s are of one club.") % said
        case Why.SAME_PARTNER:
            return gettext("%(one)s and %(other)s have been partners before.") % said
        case _:
            return gettext("%(one)s has sat out before, and others have not as often.") % said
