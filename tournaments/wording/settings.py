"""Labels of the settings of an event: kinds of events, sit-outs, substitutes, withdrawals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _lazy

from tournaments.agreement.agreement import (
    Counting,
    EntriesUntil,
    LevelGame,
    Licences,
    PlacesBy,
    WithdrawalRule,
)
from tournaments.core.clock import ClockEnd
from tournaments.core.results import MissedValue, SitOutValue, Substitutes

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

# The name and the description of each kind of event.
PRESET_LABELS: Final[Mapping[str, tuple[_StrPromise, _StrPromise]]] = {
    "championship_samba": (
        _lazy("Samba championship"),
        _lazy(
            "Seven Swiss rounds, two points for a win, ties broken by difference. Each "
            "side approves with its own code; everyone signs."
        ),
    ),
    "championship_royal": (
        _lazy("Royal Canasta championship"),
        _lazy(
            "Seven Swiss rounds, two points for a win, ties broken by difference. Each "
            "side approves with its own code; everyone signs."
        ),
    ),
    "championship_sitoumussamba": (
        _lazy("Sitoumussamba championship"),
        _lazy(
            "Seven Swiss rounds, two points for a win, ties broken by difference. Each "
            "side approves with its own code; everyone signs."
        ),
    ),
    "club_evening": (
        _lazy("Club evening"),
        _lazy("Pairs, three rounds against neighbours in the standings, two points for a win."),
    ),
    "three_deals": (
        _lazy("Short games for victory points"),
        _lazy(
            "Pairs, games of three deals, twenty victory points divided by the margin: two "
            "Mitchell rounds, then two against neighbours in the standings."
        ),
    ),
    "drawn_partners": (
        _lazy("Drawn partners"),
        _lazy(
            "Single players; partners are drawn for each of three rounds, and everyone "
            "collects their own points."
        ),
    ),
    "individual": (
        _lazy("Individual evening"),
        _lazy(
            "Single players in five rounds set beforehand: another partner in each, and as many "
            "different opponents as can be."
        ),
    ),
    "three_sided": (
        _lazy("Tables of three sides"),
        _lazy("Three pairs at a table, two rounds, points for the places at the table."),
    ),
    "free": (
        _lazy("Custom"),
        _lazy("The page with all settings comes next."),
    ),
}

SIT_OUT_LABELS: Final[Mapping[SitOutValue, _StrPromise]] = {
    SitOutValue.BY_MOVEMENT: _lazy("as it fits the way the rounds are drawn and what a game is worth"),
    SitOutValue.FIXED: _lazy("points and difference as written below"),
    SitOutValue.WINNERS_AVERAGE: _lazy("the average of the round's winners"),
    SitOutValue.OWN_AVERAGE: _lazy("the entry's own average in the games it plays"),
    SitOutValue.PERCENT_OF_MOST: _lazy("a share of the maximum for a game"),
}

MISSED_LABELS: Final[Mapping[MissedValue, _StrPromise]] = {
    MissedValue.LOST: _lazy("nothing: it is lost, without a difference"),
    MissedValue.SIT_OUT: _lazy("what a sit-out is worth"),
    MissedValue.OWN_AVERAGE: _lazy("the entry's own average in the games it plays"),
}

ENTRIES_UNTIL_LABELS: Final[Mapping[EntriesUntil, _StrPromise]] = {
    EntriesUntil.FIRST_ROUND: _lazy("until the end of round 1"),
    EntriesUntil.LAST_DRAW: _lazy("until the last round is drawn"),
}

# By per cent of the expected difference.
HANDICAP_LABELS: Final[Mapping[int, _StrPromise]] = {
    0: _lazy("none"),
    50: _lazy("half of the expected difference"),
    75: _lazy("three quarters of the expected difference"),
    100: _lazy("all of the expected difference"),
}

LICENCES_LABELS: Final[Mapping[Licences, _StrPromise]] = {
    Licences.WARN: _lazy("anybody is entered; where a licence has run out there is a warning"),
    Licences.NEEDED: _lazy("only players with a licence that is valid on the day are entered"),
}

SUBSTITUTE_LABELS: Final[Mapping[Substitutes, _StrPromise]] = {
    Substitutes.COUNT: _lazy("they count in full"),
    Substitutes.CAPPED: _lazy("at most a share of the maximum for a game, and no positive difference"),
    Substitutes.HALF: _lazy("they count in at most half of the rounds, and nothing is gained beyond that"),
}

WITHDRAWAL_LABELS: Final[Mapping[WithdrawalRule, _StrPromise]] = {
    WithdrawalRule.STRUCK_UNDER_HALF: _lazy(
        "struck out in a round robin if fewer than half of the games have been played"
    ),
    WithdrawalRule.STAND: _lazy("they remain"),
}

BEST_OF_LABELS: Final[Mapping[int, _StrPromise]] = {
    1: _lazy("one game"),
    3: _lazy("the best of three games"),
    5: _lazy("the best of five games"),
}

LEVEL_GAME_LABELS: Final[Mapping[LevelGame, _StrPromise]] = {
    LevelGame.EXTRA_DEAL: _lazy("who leads after an extra deal; the director enters who that is"),
    LevelGame.HIGHER_PLACE: _lazy("who has the better place in the first round"),
}

PLACES_BY_LABELS: Final[Mapping[PlacesBy, _StrPromise]] = {
    PlacesBy.NUMBER: _lazy("in the order of their numbers"),
    PlacesBy.SEED: _lazy("by lot, drawn by the program with the first round"),
    PlacesBy.LOTS: _lazy("by the lots that were drawn by hand, the lowest first"),
    PlacesBy.STRENGTH: _lazy("by strength, the strongest first"),
    PlacesBy.SNAKE: _lazy("by strength, so that both halves, or both lines, are equally strong"),
}
CLOCK_END_LABELS: Final[Mapping[ClockEnd, _StrPromise]] = {
    ClockEnd.FINISH_DEAL: _lazy("the deal is finished"),
    ClockEnd.FINISH_LAP: _lazy("the lap is finished, so that everybody has had as many turns"),
    ClockEnd.STOP_AT_ONCE: _lazy("play stops at once, and the deal is scored as it is"),
    ClockEnd.ANNUL: _lazy("the deal that is not finished counts nothing"),
}
# What players are told at that moment.
TIME_IS_UP: Final[Mapping[ClockEnd, _StrPromise]] = {
    ClockEnd.FINISH_DEAL: _lazy("Time is up. Finish the deal that is being played."),
    ClockEnd.FINISH_LAP: _lazy("Time is up. Play on until everybody has had as many turns."),
    ClockEnd.STOP_AT_ONCE: _lazy("Time is up. Stop at once, and score the deal as it is."),
    ClockEnd.ANNUL: _lazy("Time is up. A deal that is not finished counts nothing."),
}
COUNTING_LABELS: Final[Mapping[Counting, _StrPromise]] = {
    Counting.RECORDED: _lazy("as it is recorded; what is not approved or not signed is shown as such"),
    Counting.APPROVED: _lazy("a deal once it is approved"),
    Counting.SIGNED: _lazy("a game once it is signed"),
}
