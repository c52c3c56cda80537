"""Labels of the settings of an event: kinds of events, sit-outs, substitutes, withdrawals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _lazy

from tournaments.agreement.agreement import Counting, EntriesUntil, PlacesBy, WithdrawalRule
from tournaments.core.results import MissedValue, SitOutValue, Substitutes

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

# The name and the description of each kind of event.
PRESET_LABELS: Final[Mapping[str, tuple[_StrPromise, _StrPromise]]] = {
    "championship_samba": (
        _lazy("Championship in Samba"),
        _lazy(
            "Seven rounds of Swiss, two points for a win, then the differences. "
            "Each side approves by its own digits, everybody signs."
        ),
    ),
    "championship_royal": (
        _lazy("Championship in Royal Canasta"),
        _lazy(
            "Seven rounds of Swiss, two points for a win, then the differences. "
            "Each side approves by its own digits, everybody signs."
        ),
    ),
    "championship_sitoumussamba": (
        _lazy("Championship in Sitoumussamba"),
        _lazy(
            "Seven rounds of Swiss, two points for a win, then the differences. "
            "Each side approves by its own digits, everybody signs."
        ),
    ),
    "club_evening": (
        _lazy("Club evening"),
        _lazy("Pairs, three rounds against neighbours in the standings, two points for a win."),
    ),
    "three_deals": (
        _lazy("Short games for victory points"),
        _lazy(
            "Pairs, games of three deals, twenty points shared by the margin: "
            "two rounds of Mitchell, two against neighbours in the standings."
        ),
    ),
    "drawn_partners": (
        _lazy("Drawn partners"),
        _lazy("Single players; for each of three rounds partners are drawn, and everybody gathers points."),
    ),
    "three_sided": (
        _lazy("Tables of three sides"),
        _lazy("Three pairs at a table, two rounds, points for the places at the table."),
    ),
    "free": (
        _lazy("Everything as I set it"),
        _lazy("The page with all settings comes next."),
    ),
}

SIT_OUT_LABELS: Final[Mapping[SitOutValue, _StrPromise]] = {
    SitOutValue.BY_MOVEMENT: _lazy("as it fits the way the rounds are drawn and what a game is worth"),
    SitOutValue.FIXED: _lazy("points and difference as written below"),
    SitOutValue.WINNERS_AVERAGE: _lazy("what the winners of the round have on average"),
    SitOutValue.OWN_AVERAGE: _lazy("what it makes itself on average in the games it plays"),
    SitOutValue.PERCENT_OF_MOST: _lazy("a share of the most that a game can give"),
}

MISSED_LABELS: Final[Mapping[MissedValue, _StrPromise]] = {
    MissedValue.LOST: _lazy("nothing: it is lost, without a difference"),
    MissedValue.SIT_OUT: _lazy("what a sit-out is worth"),
    MissedValue.OWN_AVERAGE: _lazy("what it makes itself on average in the games it plays"),
}

ENTRIES_UNTIL_LABELS: Final[Mapping[EntriesUntil, _StrPromise]] = {
    EntriesUntil.FIRST_ROUND: _lazy("until the end of round 1"),
    EntriesUntil.LAST_DRAW: _lazy("until the last round is drawn"),
}

SUBSTITUTE_LABELS: Final[Mapping[Substitutes, _StrPromise]] = {
    Substitutes.COUNT: _lazy("they count in full"),
    Substitutes.CAPPED: _lazy(
        "at most a share of the most that a game can give, and no difference to the good"
    ),
    Substitutes.HALF: _lazy("they count in at most half of the rounds, and beyond that bring nothing"),
}

WITHDRAWAL_LABELS: Final[Mapping[WithdrawalRule, _StrPromise]] = {
    WithdrawalRule.STRUCK_UNDER_HALF: _lazy(
        "struck out where everybody meets everybody and under half of its games are played"
    ),
    WithdrawalRule.STAND: _lazy("they stand"),
}

PLACES_BY_LABELS: Final[Mapping[PlacesBy, _StrPromise]] = {
    PlacesBy.NUMBER: _lazy("in the order of their numbers"),
    PlacesBy.SEED: _lazy("by lot, drawn by the program with the first round"),
    PlacesBy.LOTS: _lazy("by the lots that were drawn by hand, the lowest first"),
}
COUNTING_LABELS: Final[Mapping[Counting, _StrPromise]] = {
    Counting.RECORDED: _lazy("as it is recorded; what is not approved or not signed is shown as such"),
    Counting.APPROVED: _lazy("a deal once it is approved"),
    Counting.SIGNED: _lazy("a game once it is signed"),
}
