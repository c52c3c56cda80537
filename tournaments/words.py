"""The words of an event: movements, presets, criteria, and why two meet, as sentences.

Knows the codes of the core; must not know an event.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext_lazy as _

from tournaments.agreed import Movement
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

PRESETS: Final[Mapping[str, _StrPromise]] = {
    "championship_samba": _("Championship in Samba: seven rounds of Swiss, 2-1-0 and the difference"),
    "championship_royal": _("Championship in Royal Canasta: seven rounds of Swiss, 2-1-0 and the difference"),
    "championship_sitoumussamba": _(
        "Championship in Sitoumussamba: seven rounds of Swiss, 2-1-0 and the difference"
    ),
    "club_evening": _("Club evening: three rounds against neighbours in the standings"),
    "three_deals": _("Short games for victory points: two rounds of Mitchell, two against neighbours"),
    "drawn_partners": _("Single players, partners drawn for each of three rounds"),
    "three_sided": _("Tables of three sides: two rounds, points for places"),
    "free": _("Everything as I set it"),
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

REASONS: Final[Mapping[Why, _StrPromise]] = {
    Why.LOT: _("drawn by lot"),
    Why.CIRCLE: _("round %(round)s of the circle"),
    Why.LINE_MOVES: _("round %(round)s of the lines"),
    Why.PHANTOM: _("nobody sits in the other place"),
    Why.NEIGHBOURS: _("neighbours in the standings"),
    Why.MET_BEFORE: _("%(entry)s was passed over: they have met"),
    Why.SMALLEST_GAP: _("the smallest differences over all tables: %(points)s points here"),
    Why.REMATCH: _("they have met before"),
    Why.CLUB_MATES: _("they are of one club"),
    Why.SECOND_SIT_OUT: _("sits out again"),
    Why.FEWEST_SIT_OUTS: _("has sat out %(had)s times"),
    Why.LOWEST: _("the lowest in the standings of these"),
    Why.SMALL_TABLE: _("a table of two sides"),
    Why.SAME_PARTNER: _("they have been partners before"),
    Why.BY_HAND: _("set by the director"),
}


def reason_sentence(reason: Mapping[str, Any]) -> str:
    """One reason of a pairing, as it is kept."""
    numbers = {"round": "", "entry": "", "points": "", "had": ""} | dict(reason)
    return str(REASONS[Why(reason["why"])] % numbers)
