"""The verbs of results: entered, confirmed, disputed, accepted, ruled, taken out and put back.

Each of them changes the state of one match; the log has what it has changed, so that all have one way back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext as _

from clubs.books.permissions import DIRECTORS
from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, JsonValue, Submission, retried
from clubs.models import Role
from tournaments.core.leagues.match import NEED_SIDE, MatchKind, TeamSide
from tournaments.core.leagues.rules import LeagueRules, PairsMeeting
from tournaments.core.results import ResultKind
from tournaments.leagues.session import OpenLeague, open_league
from tournaments.leagues.states import MatchState, RuledMatch, TypedTable, changed_facts, store_state
from tournaments.leagues.table_games import drop_phones, follow_tables, with_games, without_points
from tournaments.models import MatchTable, TeamMatch

MAX_TOTAL: Final = 1_000_000
_MAX_RULED: Final = 1_000_000
_SIDES: Final = 2
_NO_RESULT: Final = MatchState()
# What a match keeps whose result is taken out.
_KEPT: Final = ("home_id", "away_id", "day", "starts", "place", "planned_day", "last_day")


def change_match(
    by: Author,
    match: TeamMatch,
    change: Callable[[MatchState], MatchState],
    act: str,
    *,
    version: int | None = None,
    reason: str = "",
    needs: Collection[Role.Kind] | None = DIRECTORS,
    submission: Submission | None = None,
    played: bool = False,
    also: Callable[[OpenLeague, TeamMatch], None] | None = None,
) -> TeamMatch:
    """Change the state of one match and log what differs. What changes nothing is neither stored nor logged.

    `version` is the one that the author has seen. An act on a match that is accepted is refused, except one
    for which it may be `played`. `also` is done in the same transaction.
    """
    with open_league(match.league, by, needs=needs, submission=submission) as opened:
        stored = opened.get_match(match)
        if opened.writing.earlier is not None:
            return stored
        before = MatchState.of(stored)
        after = change(before)
        if after == before:
            opened.writing.mark_repeat()
            return stored
        if version is not None and stored.version != version:
            raise NotNow(_("Somebody else has changed the match meanwhile. Open its page again."))
        if before.state == TeamMatch.State.ACCEPTED and not played:
            raise NotNow(_("The result is accepted. Take the acceptance back first."))
        _log_change(opened, stored, act, (before, after), reason)
        if also is not None:
            also(opened, stored)
        return stored


def _log_change(
    opened: OpenLeague, match: TeamMatch, act: str, states: tuple[MatchState, MatchState], reason: str
) -> None:
    store_state(match, states[1])
    before, after = changed_facts(*states)
    facts: dict[str, JsonValue] = {"match": match.pk, **after}
    opened.writing.log(act, match, before=before, after=facts, reason=reason)


# Entering.


@retried
def enter_result(
    by: Author,
    match: TeamMatch,
    tables: Sequence[TypedTable],
    key: UUID,
    *,
    version: int | None = None,
    side: TeamSide | None = None,
    needs: Collection[Role.Kind] | None = DIRECTORS,
) -> TeamMatch:
    """Enter the tables of a match, or put them right: as a captain, by the side, or as the league manager.

    What a captain enters waits for the other one; what the league manager enters is confirmed. Of tables that
    are played as games the result is theirs.
    """
    rules = match.league.agreed
    content: dict[str, JsonValue] = {"match": match.pk, "tables": [table.stored() for table in tables]}

    def entered(state: MatchState) -> MatchState:
        merged = with_games(state, tables)
        check_tables(rules, merged)
        return replace(
            _confirmed(state, by, TeamMatch.ConfirmedBy.MANAGER) if side is None else _waiting(state),
            kind=MatchKind.PLAYED.value,
            at_fault=None,
            ruled=None,
            reason="",
            tables=merged,
            entered_at=by.at,
            entered_by=None if side is None else int(side),
        )

    submission = Submission(key=key, content=content)
    return change_match(
        by, match, entered, "match.entered", version=version, needs=needs, submission=submission
    )


def _waiting(state: MatchState) -> MatchState:
    entered = TeamMatch.State.ENTERED.value
    return replace(state, state=entered, confirmed_at=None, confirmed_by="", accepted_at=None)


def _confirmed(state: MatchState, by: Author, who: TeamMatch.ConfirmedBy) -> MatchState:
    return replace(
        state,
        state=TeamMatch.State.CONFIRMED.value,
        confirmed_at=by.at,
        confirmed_by=who.value,
        accepted_at=None,
    )


@retried
def clear_result(
    by: Author,
    match: TeamMatch,
    reason: str,
    version: int | None = None,
    *,
    needs: Collection[Role.Kind] | None = DIRECTORS,
) -> TeamMatch:
    """Take a result out again, as if the match had not been played."""

    rules = match.league.agreed

    def cleared(state: MatchState) -> MatchState:
        kept = {name: getattr(state, name) for name in _KEPT}
        games = replace(_NO_RESULT, **kept, tables=without_points(state))
        now = follow_tables(rules, games, by.at)
        if state.kind == MatchKind.PLAYED and now.kind is not None:
            raise NotNow(_("The result follows from the games: open a score sheet again, or leave a game."))
        return now

    return change_match(by, match, cleared, "match.cleared", version=version, reason=reason, needs=needs)


# Answers.


@retried
def confirm_result(
    by: Author, match: TeamMatch, version: int, *, needs: Collection[Role.Kind] | None = DIRECTORS
) -> TeamMatch:
    """Confirm a result for the other team; with `needs=None` as its captain."""
    who = TeamMatch.ConfirmedBy.AWAY if needs is None else TeamMatch.ConfirmedBy.MANAGER

    def confirmed(state: MatchState) -> MatchState:
        if state.state == TeamMatch.State.CONFIRMED:
            return state
        if state.state not in (TeamMatch.State.ENTERED, TeamMatch.State.DISPUTED):
            raise NotNow(_("No result waits for an answer."))
        return _confirmed(state, by, who)

    return change_match(by, match, confirmed, "match.confirmed", version=version, needs=needs)


@retried
def dispute_result(
    by: Author,
    match: TeamMatch,
    reason: str,
    version: int,
    *,
    needs: Collection[Role.Kind] | None = DIRECTORS,
) -> TeamMatch:
    """Say that a result is not right: it counts nothing before the league manager has decided."""
    if not reason:
        raise validation_error("reason", _("Say what is not right."))

    def disputed(state: MatchState) -> MatchState:
        if state.state not in (TeamMatch.State.ENTERED, TeamMatch.State.CONFIRMED):
            raise NotNow(_("No result waits for an answer."))
        return replace(
            state, state=TeamMatch.State.DISPUTED.value, reason=reason, confirmed_at=None, confirmed_by=""
        )

    return change_match(by, match, disputed, "match.disputed", version=version, needs=needs, reason=reason)


@retried
def withdraw_answer(
    by: Author, match: TeamMatch, version: int, *, needs: Collection[Role.Kind] | None = DIRECTORS
) -> TeamMatch:
    """Take the answer to a result back, whether it was confirmed or disputed: it waits for one again."""

    def waiting(state: MatchState) -> MatchState:
        confirmed = state.confirmed_by == TeamMatch.ConfirmedBy.AWAY
        if state.state != TeamMatch.State.DISPUTED and not (
            state.state == TeamMatch.State.CONFIRMED and confirmed
        ):
            raise NotNow(_("Nobody has answered."))
        return replace(_waiting(state), reason="")

    return change_match(by, match, waiting, "match.answer_withdrawn", version=version, needs=needs)


@retried
def accept_result(by: Author, match: TeamMatch, version: int) -> TeamMatch:
    """Accept a result that is confirmed, or to which nobody has answered for so long as was agreed on."""

    def accepted(state: MatchState) -> MatchState:
        if state.state == TeamMatch.State.ACCEPTED:
            return state
        if state.kind is None:
            raise NotNow(_("There is no result yet."))
        if state.state == TeamMatch.State.DISPUTED:
            raise NotNow(_("The result is disputed: put it right, confirm it or rule first."))
        if state.state == TeamMatch.State.ENTERED:
            if not is_silent(match.league.agreed, state, by):
                raise NotNow(_("The other captain may still answer. Confirm the result first."))
            state = _confirmed(state, by, TeamMatch.ConfirmedBy.SILENCE)
        return replace(state, state=TeamMatch.State.ACCEPTED.value, accepted_at=by.at)

    return change_match(by, match, accepted, "match.accepted", version=version, also=drop_phones)


def is_silent(rules: LeagueRules, state: MatchState, by: Author) -> bool:
    """Whether nobody has answered to a result for so long that it counts as confirmed."""
    if state.entered_at is None:
        return False
    return by.at - state.entered_at >= timedelta(hours=rules.silence_hours)


@retried
def unaccept_result(by: Author, match: TeamMatch, version: int | None = None) -> TeamMatch:
    """Take the acceptance of a result back: it is confirmed as before."""

    def reopened(state: MatchState) -> MatchState:
        if state.state != TeamMatch.State.ACCEPTED:
            raise NotNow(_("The result is not accepted."))
        return replace(state, state=TeamMatch.State.CONFIRMED.value, accepted_at=None)

    return change_match(by, match, reopened, "match.reopened", version=version, played=True)


# Decided by the league manager.


@retried
def rule_match(
    by: Author,
    match: TeamMatch,
    kind: MatchKind,
    reason: str,
    version: int,
    *,
    at_fault: TeamSide | None = None,
    ruled: RuledMatch | None = None,
) -> TeamMatch:
    """Decide a match without its tables: walkover, both absent, as ruled, or that it counts nothing."""
    _check_ruling(kind, reason, at_fault, ruled)

    def decided(state: MatchState) -> MatchState:
        return replace(
            _confirmed(state, by, TeamMatch.ConfirmedBy.MANAGER),
            kind=kind.value,
            at_fault=None if at_fault is None else int(at_fault),
            ruled=ruled,
            reason=reason,
            tables=without_points(state),
            entered_at=by.at,
            entered_by=None,
        )

    return change_match(by, match, decided, "match.ruled", version=version, reason=reason)


def _check_ruling(kind: MatchKind, reason: str, at_fault: TeamSide | None, ruled: RuledMatch | None) -> None:
    if kind is MatchKind.PLAYED:
        raise validation_error("kind", _("Enter the tables of a match that was played."))
    if not reason:
        raise validation_error("reason", _("Give the reason."))
    if (kind is MatchKind.WALKOVER) != (at_fault is not None):
        raise validation_error("at_fault", _("Say which team did not come."))
    if (kind is MatchKind.RULED) != (ruled is not None):
        raise validation_error("ruled", _("Give the points of both teams."))
    if ruled is not None and any(abs(points) > _MAX_RULED for side in ruled for points in side):
        raise validation_error("ruled", _("That is more than can be given."))


@retried
def put_match_back(
    by: Author, match: TeamMatch, before: Mapping[str, Any], after: Mapping[str, Any]
) -> TeamMatch:
    """Put a match back to what it was before an act, unless it has changed since."""

    def restored(state: MatchState) -> MatchState:
        if state.with_facts(after) != state:
            raise NotNow(_("Something has changed since."))
        return state.with_facts(before)

    also = refuse_seals if "match_home_id" in before else None
    return change_match(by, match, restored, "match.put_back", played=True, also=also)


def refuse_seals(_opened: OpenLeague, match: TeamMatch) -> None:
    """Refuse to exchange home and away once somebody has named who plays there."""
    if match.home_sealed_at is not None or match.away_sealed_at is not None:
        raise NotNow(_("A line-up is sealed: break the seal first."))


# Checks.


def check_tables(rules: LeagueRules, tables: Sequence[TypedTable]) -> None:
    """Check the tables of a match; each refusal names its table by the field."""
    if [table.number for table in tables] != [*range(1, rules.games + 1)]:
        raise validation_error("tables", _("A match has one result for each table."))
    _check_pairs(rules, tables)
    for table in tables:
        _check_table(table)
    if all(table.kind == MatchTable.Kind.VOID for table in tables):
        raise validation_error("tables", _("A match has one result for each table."))


def _check_pairs(rules: LeagueRules, tables: Sequence[TypedTable]) -> None:
    pairs = [(table.home_pair, table.away_pair) for table in tables]
    if rules.meeting is PairsMeeting.DRAWN:
        numbers = [*range(1, rules.tables + 1)]
        if any(sorted(pair[side] for pair in pairs) != numbers for side in range(_SIDES)):
            raise validation_error("tables", _("Each pair plays at one table."))
    elif pairs != [*rules.meetings()]:
        raise validation_error("tables", _("These pairs do not meet."))


def _check_table(table: TypedTable) -> None:
    field = f"table{table.number}"
    kind = ResultKind(table.kind)
    if (kind in NEED_SIDE) != (table.at_fault is not None):
        raise validation_error(field, _("Say which side has lost it."))
    totals = (table.home_total, table.away_total)
    if kind in (ResultKind.PLAYED, ResultKind.CUT_SHORT) and None in totals:
        raise validation_error(field, _("Write the points of both pairs."))
    if (totals[0] is None) != (totals[1] is None):
        raise validation_error(field, _("Write the points of both pairs."))
    if any(total is not None and abs(total) > MAX_TOTAL for total in totals):
        raise validation_error(field, _("That is more than a game can give."))
    if (kind is ResultKind.ADJUSTED) != (len(table.ruled) == _SIDES):
        raise validation_error(field, _("Give the points of both pairs."))
