"""What a captain does in a match: the verbs of leagues, with the right of a code in place of a role."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.utils.translation import gettext as _

from clubs.books.refusals import NotNow
from clubs.books.writing import ENTRY_BY_KEY, Author
from tournaments.captains.page import MatchOfTeam
from tournaments.core.leagues.match import TeamSide
from tournaments.leagues.line_ups import Pairs, break_seal, seal_line_up
from tournaments.leagues.results import (
    clear_result,
    confirm_result,
    dispute_result,
    enter_result,
    withdraw_answer,
)
from tournaments.leagues.states import TypedTable
from tournaments.leagues.table_games import TableOfPairs, leave_table_game, open_table_game
from tournaments.models import TeamMatch

# What can be taken back, as forms name it.
SEAL, RESULT, ANSWER = "seal", "result", "answer"


def seal(by: Author, match: TeamMatch, side: TeamSide, pairs: Pairs, version: int) -> None:
    """Seal the line-up of a side."""
    seal_line_up(by, match, side, pairs, version=version, needs=None)


def enter(by: Author, shown: MatchOfTeam, tables: Sequence[TypedTable], key: UUID, version: int) -> None:
    """Enter a result as the home captain. What was stored before is not refused when it comes again."""
    if not shown.steps.may_enter and ENTRY_BY_KEY.first(key) is None:
        raise NotNow(_("The result can no longer be changed here."))
    enter_result(by, shown.match, tables, key, version=version, side=TeamSide.HOME, needs=None)


def open_game(by: Author, shown: MatchOfTeam, table: TableOfPairs, key: UUID, version: int) -> None:
    """Play a table as a game, as the home captain."""
    if not shown.steps.may_open_games:
        raise NotNow(_("The result can no longer be changed here."))
    open_table_game(by, shown.match, table, key, version=version, needs=None)


def leave_game(by: Author, shown: MatchOfTeam, number: int, version: int) -> None:
    """Enter points for a table instead of its game, before anything was dealt."""
    if not shown.steps.may_open_games:
        raise NotNow(_("The result can no longer be changed here."))
    leave_table_game(by, shown.match, number, "", version=version, needs=None)


def confirm(by: Author, match: TeamMatch, version: int) -> None:
    """Say that a result is right."""
    confirm_result(by, match, version, needs=None)


def dispute(by: Author, match: TeamMatch, reason: str, version: int) -> None:
    """Say what is not right."""
    dispute_result(by, match, reason, version, needs=None)


def take_back(by: Author, shown: MatchOfTeam, what: str) -> str:
    """Take back what this captain has done; return the words for it."""
    match, steps, version = shown.match, shown.steps, shown.match.version
    if what == SEAL and steps.may_break_seal:
        break_seal(by, match, shown.side, "", needs=None)
        return _("Your line-up is no longer sealed.")
    if what == RESULT and steps.may_take_out:
        clear_result(by, match, "", version, needs=None)
        return _("The result has been taken out.")
    if what == ANSWER and steps.may_withdraw_answer:
        withdraw_answer(by, match, version, needs=None)
        return _("Your answer has been withdrawn.")
    raise NotNow(_("Something has changed since."))
