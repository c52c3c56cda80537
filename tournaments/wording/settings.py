"""What can be agreed on for an event, in plain words: kinds of events, schemes, sit-outs.

Knows the codes of `agreed`; must not know an event, nor how a page asks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

from tournaments.agreement.agreement import SchemeCode, WhoLeaves
from tournaments.core.results import SitOutValue, Substitutes

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

# What each kind of event is, for whoever sets one up.
KINDS: Final[Mapping[str, tuple[_StrPromise, _StrPromise]]] = {
    "championship_samba": (
        _("Championship in Samba"),
        _(
            "Seven rounds of Swiss, two points for a win, then the differences. "
            "Each side approves by its own digits, everybody signs."
        ),
    ),
    "championship_royal": (
        _("Championship in Royal Canasta"),
        _(
            "Seven rounds of Swiss, two points for a win, then the differences. "
            "Each side approves by its own digits, everybody signs."
        ),
    ),
    "championship_sitoumussamba": (
        _("Championship in Sitoumussamba"),
        _(
            "Seven rounds of Swiss, two points for a win, then the differences. "
            "Each side approves by its own digits, everybody signs."
        ),
    ),
    "club_evening": (
        _("Club evening"),
        _("Pairs, three rounds against neighbours in the standings, two points for a win."),
    ),
    "three_deals": (
        _("Short games for victory points"),
        _(
            "Pairs, games of three deals, twenty points shared by the margin: "
            "two rounds of Mitchell, two against neighbours in the standings."
        ),
    ),
    "drawn_partners": (
        _("Drawn partners"),
        _("Single players; for each of three rounds partners are drawn, and everybody gathers points."),
    ),
    "three_sided": (
        _("Tables of three sides"),
        _("Three pairs at a table, two rounds, points for the places at the table."),
    ),
    "free": (
        _("Everything as I set it"),
        _("The page with all settings comes next."),
    ),
}

SCHEMES: Final[Mapping[SchemeCode, _StrPromise]] = {
    SchemeCode.SCL: _("two points for a win, one for a draw, then the differences"),
    SchemeCode.VP_TABLE: _("victory points by bands of the margin, 10–10 to 20–0"),
    SchemeCode.VP_CONTINUOUS: _("victory points by a curve, with two decimals"),
    SchemeCode.TOTAL: _("the points that were made"),
    SchemeCode.WINS_TOTAL: _("one point for a win, then the points that were made"),
    SchemeCode.PLACES: _("points for the places at a table of three sides"),
}

SIT_OUTS: Final[Mapping[SitOutValue, _StrPromise]] = {
    SitOutValue.FIXED: _("points and difference as written below"),
    SitOutValue.WINNERS_AVERAGE: _("what the winners of the round have on average"),
    SitOutValue.OWN_AVERAGE: _("what it makes itself on average in the games it plays"),
    SitOutValue.PERCENT_OF_MOST: _("a share of the most that a game can give"),
}

SUBSTITUTES: Final[Mapping[Substitutes, _StrPromise]] = {
    Substitutes.COUNT: _("they count in full"),
    Substitutes.CAPPED: _("at most a share of the most that a game can give, and no difference to the good"),
    Substitutes.HALF: _("they count in at most half of the rounds, and beyond that bring nothing"),
}

LEAVERS: Final[Mapping[WhoLeaves, _StrPromise]] = {
    WhoLeaves.STRUCK_UNDER_HALF: _(
        "struck out where everybody meets everybody and under half of its games are played"
    ),
    WhoLeaves.STAND: _("they stand"),
}
