"""What a match asks of a captain now, and what the captain can still take back."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from tournaments.core.leagues.match import TeamSide
from tournaments.core.leagues.rules import LeagueRules
from tournaments.models import TeamMatch

_State = TeamMatch.State


class CaptainStep(StrEnum):
    """What waits for a captain in a match, the most urgent first."""

    ANSWER = "answer"
    ENTER = "enter"
    SEAL = "seal"
    # Something waits, but for somebody else.
    NOTHING = "nothing"


class MatchSteps(NamedTuple):
    """A match as one of its captains can act in it."""

    next: CaptainStep
    may_seal: bool = False
    may_enter: bool = False
    may_answer: bool = False
    may_break_seal: bool = False
    may_take_out: bool = False
    may_withdraw_answer: bool = False
    may_open_games: bool = False


def silent_from(rules: LeagueRules, match: TeamMatch) -> datetime | None:
    """Return from when on a result that nobody has answered counts as confirmed; None where none waits."""
    if match.state != _State.ENTERED or match.entered_at is None:
        return None
    return match.entered_at + timedelta(hours=rules.silence_hours)


def steps_of(rules: LeagueRules, match: TeamMatch, side: TeamSide, now: datetime, today: date) -> MatchSteps:
    """Return what a captain can do in a match."""
    if match.league.is_closed or match.state == _State.ACCEPTED:
        return MatchSteps(CaptainStep.NOTHING)
    silent = silent_from(rules, match)
    is_silent = silent is not None and silent <= now
    sealed = match.sealed_at(side) is not None
    waits = match.state == _State.ENTERED and match.entered_by == side.other
    may_enter = _may_enter(match, side) and not has_only_games(rules, match)
    may_seal = not sealed and not match.has_result
    return MatchSteps(
        next=_next(
            match, waits=waits and not is_silent, enters=may_enter and _is_due(match, today), seals=may_seal
        ),
        may_seal=may_seal,
        may_enter=may_enter,
        may_answer=waits,
        may_break_seal=sealed and not match.shows_line_ups,
        may_take_out=match.state == _State.ENTERED and match.entered_by == side,
        may_withdraw_answer=_has_answered(match, side),
        may_open_games=side is TeamSide.HOME and match.kind is None and match.shows_line_ups,
    )


def has_only_games(rules: LeagueRules, match: TeamMatch) -> bool:
    """Whether every table of a match is played as a game, so that no points are entered."""
    return sum(table.game_id is not None for table in match.tables.all()) == rules.games


def _next(match: TeamMatch, *, waits: bool, enters: bool, seals: bool) -> CaptainStep:
    if waits:
        return CaptainStep.ANSWER
    if enters and not match.has_result and match.shows_line_ups:
        return CaptainStep.ENTER
    return CaptainStep.SEAL if seals else CaptainStep.NOTHING


def _may_enter(match: TeamMatch, side: TeamSide) -> bool:
    """The home captain enters, and puts right until the other one has confirmed."""
    if side is not TeamSide.HOME:
        return False
    if match.kind is not None and match.kind != TeamMatch.Kind.PLAYED:
        return False
    return match.state in (_State.PLANNED, _State.ENTERED, _State.DISPUTED)


def _is_due(match: TeamMatch, today: date) -> bool:
    return match.day is None or match.day <= today


def _has_answered(match: TeamMatch, side: TeamSide) -> bool:
    """Whether this captain has confirmed or disputed what the other one has entered."""
    if match.entered_by != side.other:
        return False
    confirmed = match.state == _State.CONFIRMED and match.confirmed_by == TeamMatch.ConfirmedBy.AWAY
    return confirmed or match.state == _State.DISPUTED
