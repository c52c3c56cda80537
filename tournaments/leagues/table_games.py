"""Tables of a match that are played as games: opened, followed, and exchanged for totals again.

A game is in the book of its league. Its table in the match has no result before its score sheet is signed;
then kind and points follow from the game, also where a deal is corrected later. That is no act of its own:
what was done in the game is in the log.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.books.permissions import DIRECTORS
from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, JsonValue, Submission, retried
from clubs.models import Player, Role
from scoring import recording
from scoring.models import Game, Side, Signing, Table
from scoring.store import seating
from tournaments.core.leagues.match import MatchKind, TeamSide
from tournaments.core.leagues.rules import LeagueRules, PairsMeeting
from tournaments.leagues.line_ups import line_up_of
from tournaments.leagues.session import OpenLeague, open_league
from tournaments.leagues.states import MatchState, TypedTable, changed_facts, store_state
from tournaments.models import MatchTable, TeamMatch

_OPENED: Final = "match.game_opened"
_LEFT: Final = "match.game_left"
_State, _Kind = TeamMatch.State, MatchTable.Kind
# A side that gives a game up, or stops it, has lost it.
_LOST: Final = (Game.EndedBy.FORFEIT, Game.EndedBy.STOPPED)
_SIGNED: Final = (Game.State.SIGNED, Game.State.OFFICIAL)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOfPairs:
    """A table of a match, and which pairs meet there where lots say so."""

    number: int
    home_pair: int | None = None
    away_pair: int | None = None

    def typed(self, rules: LeagueRules) -> TypedTable:
        """Return the table without a result. Raises ValidationError where there is none."""
        meetings = [*rules.meetings()]
        if not 1 <= self.number <= len(meetings):
            raise validation_error("number", _("The match has no such table."))
        home, away = meetings[self.number - 1]
        if rules.meeting is PairsMeeting.DRAWN:
            home, away = self.home_pair or home, self.away_pair or away
        if not (1 <= home <= rules.tables and 1 <= away <= rules.tables):
            raise validation_error("away_pair", _("These pairs do not meet."))
        return TypedTable(number=self.number, home_pair=home, away_pair=away)


class LoggedGame(NamedTuple):
    """What the log has of a game at a table of a match: the state that it was in too."""

    match_table: int
    game: int
    game_was: str


def label_of_table(match: int, number: int) -> str:
    """Return the label of the table whose address opens a game: unique in the club, and read by nobody."""
    return f"M{match}-{number}"


# Opened.


@retried
def open_table_game(
    by: Author,
    match: TeamMatch,
    table: TableOfPairs,
    key: UUID,
    *,
    version: int | None = None,
    needs: Collection[Role.Kind] | None = DIRECTORS,
) -> Game:
    """Play a table of a match as a game of those in the line-ups; the points entered for the table go.

    With `needs=None` as a captain, before anything was entered. Sent twice with one key, it is one game.
    """
    typed = table.typed(match.league.agreed)
    submission = Submission(key=key, content={"match": match.pk, "game_at": typed.stored()})
    with open_league(match.league, by, needs=needs, submission=submission) as opened:
        stored = opened.get_match(match)
        if opened.writing.earlier is not None:
            return _game_at(stored, typed.number)
        if version is not None and stored.version != version:
            raise NotNow(_("Somebody else has changed the match meanwhile. Open its page again."))
        before = MatchState.of(stored)
        _refuse_open(opened.rules, before, typed, needs)
        game = _open_game(opened, stored, typed)
        tables = with_table(before.tables, typed.number, replace(typed, game=game.pk))
        facts = LoggedGame(typed.number, game.pk, game.state)
        _store(opened, stored, replace(before, tables=tables), _OPENED, facts)
        return game


def _game_at(match: TeamMatch, number: int) -> Game:
    table = MatchTable.objects.select_related("game").filter(match=match, number=number).first()
    if table is None or table.game is None:
        raise NotNow(_("No game is open at this table."))
    return table.game


def _refuse_open(
    rules: LeagueRules, state: MatchState, table: TypedTable, needs: Collection[Role.Kind] | None
) -> None:
    _refuse_decided(state)
    if needs is None and state.kind is not None:
        raise NotNow(_("The result can no longer be changed here."))
    games = [one for one in state.tables if one.game is not None]
    if any(one.number == table.number for one in games):
        raise NotNow(_("A game is open at this table already."))
    if rules.meeting is PairsMeeting.DRAWN and any(
        one.home_pair == table.home_pair or one.away_pair == table.away_pair for one in games
    ):
        raise validation_error("away_pair", _("Each pair plays at one table."))


def _refuse_decided(state: MatchState) -> None:
    if state.state == _State.ACCEPTED:
        raise NotNow(_("The result is accepted. Take the acceptance back first."))
    if state.kind not in (None, MatchKind.PLAYED):
        raise NotNow(_("The match is decided without its games."))


def _open_game(opened: OpenLeague, match: TeamMatch, table: TypedTable) -> Game:
    rules, label = opened.rules, str(table.number)
    plan = recording.GamePlan(
        ruleset=opened.league.ruleset,
        options=opened.league.options,
        label=label,
        sides=_players_at(match, table),
        written_on=Game.WrittenOn.BOTH,
        corrections=Game.Corrections(rules.corrections),
        signers=Game.Signers(rules.signers),
        deals=rules.deals,
    )
    if not seating.is_played_by(plan.ruleset, [len(side) for side in plan.sides]):
        raise NotNow(_("This game is not played by so many players: enter the points of the table."))
    phones = _make_phones(opened, match, table.number)
    (game,) = recording.open_games_in(opened.writing, [plan], {label: phones})
    return game


def _make_phones(opened: OpenLeague, match: TeamMatch, number: int) -> Table:
    """Make the table whose address opens a game: people read the teams and its number in the match."""
    made_for = f"{match.home.name} – {match.away.name}"
    return recording.make_table_in(opened.writing, label_of_table(match.pk, number), made_for, number)


def _players_at(match: TeamMatch, table: TypedTable) -> list[list[Player]]:
    """Return who sits at a table, by the line-ups. Raises NotNow where somebody is missing, or not known."""
    if not match.shows_line_ups:
        raise NotNow(_("A game is opened when both line-ups are open."))
    pairs = [
        line_up_of(match, side)[pair - 1]
        for side, pair in zip(TeamSide, (table.home_pair, table.away_pair), strict=True)
    ]
    if any(player is None for pair in pairs for player in pair):
        raise NotNow(_("Somebody is missing in the line-ups at this table."))
    found = Player.objects.in_bulk([player for pair in pairs for player in pair if player is not None])
    return [[found[player] for player in pair if player is not None] for pair in pairs]


def _store(
    opened: OpenLeague, match: TeamMatch, after: MatchState, act: str, facts: LoggedGame, reason: str = ""
) -> None:
    """Store a match whose tables are others now with what follows from them, and log what differs."""
    before = MatchState.of(match)
    followed = follow_tables(opened.rules, after, opened.writing.by.at)
    store_state(match, followed)
    old, new = changed_facts(before, followed)
    named: dict[str, JsonValue] = {"match": match.pk, **facts._asdict()}
    opened.writing.log(act, match, before=old, after={**named, **new}, reason=reason)


def with_table(tables: Iterable[TypedTable], number: int, table: TypedTable | None) -> tuple[TypedTable, ...]:
    """Return tables of which one is another now, or is gone."""
    others = [one for one in tables if one.number != number]
    return tuple(sorted([*others, *([table] if table else [])], key=lambda one: one.number))


# Exchanged for totals, and back.


@retried
def leave_table_game(
    by: Author,
    match: TeamMatch,
    number: int,
    reason: str,
    *,
    version: int | None = None,
    needs: Collection[Role.Kind] | None = DIRECTORS,
    back: Mapping[str, Any] | None = None,
) -> None:
    """Let points be entered for a table again: its game is set aside, and everything in it stays.

    With `needs=None` as a captain, before a deal was dealt. `back` has what the match was before the game.
    """
    with open_league(match.league, by, needs=needs) as opened:
        stored = opened.get_match(match)
        if version is not None and stored.version != version:
            raise NotNow(_("Somebody else has changed the match meanwhile. Open its page again."))
        before, game = MatchState.of(stored), _game_at(stored, number)
        _refuse_decided(before)
        if needs is None and game.deals.exists():
            raise NotNow(_("Deals have been dealt: the league manager can let points be entered instead."))
        facts = LoggedGame(number, game.pk, game.state)
        recording.set_aside_in(opened.writing, Game.objects.filter(pk=game.pk), reason)
        recording.drop_table_in(opened.writing, label_of_table(stored.pk, number))
        after = _as_before(before, back, number, None if back is None else table_in(back, number))
        _store(opened, stored, after, _LEFT, facts, reason)


@retried
def take_table_game_again(
    by: Author, match: TeamMatch, facts: LoggedGame, back: Mapping[str, Any], table: TypedTable
) -> None:
    """Let a game count again that was exchanged for points. `back` has what the match was with it."""
    with open_league(match.league, by) as opened:
        stored = opened.get_match(match)
        before = MatchState.of(stored)
        _refuse_decided(before)
        game = Game.objects.select_related("book").filter(pk=facts.game, book=opened.writing.book).first()
        if game is None or not game.is_set_aside:
            raise NotNow(_("Something has changed since."))
        recording.put_back_in(opened.writing, {game: facts.game_was})
        if not _is_closed(game):
            phones = _make_phones(opened, stored, facts.match_table)
            recording.assign_table_in(opened.writing, phones, game)
        after = _as_before(before, back, facts.match_table, read_game(table, game))
        _store(opened, stored, after, _OPENED, facts)


def _as_before(
    state: MatchState, back: Mapping[str, Any] | None, number: int, table: TypedTable | None
) -> MatchState:
    """Return a match with another table, and with what else the facts of an act say of it."""
    others = {name: fact for name, fact in (back or {}).items() if name != "match_tables"}
    return replace(state.with_facts(others), tables=with_table(state.tables, number, table))


def drop_phones(opened: OpenLeague, match: TeamMatch) -> None:
    """Delete the tables whose addresses opened the games of a match: nothing more is written there."""
    for table in match.tables.filter(game__isnull=False).order_by("number"):
        recording.drop_table_in(opened.writing, label_of_table(match.pk, table.number))


# Followed.


def follow_game(game: Game) -> None:
    """Store what follows for its match from a game that has changed, was signed or opened again.

    The book of the league is locked. Raises NotNow where the result of the match is accepted.
    """
    found = MatchTable.objects.filter(game=game).select_related("match__league")
    row = found.first()
    if row is None:
        return
    match = row.match
    before = MatchState.of(match)
    table = next(one for one in before.tables if one.game == game.pk)
    now = read_game(table, game)
    if now == table:
        return
    state = replace(before, tables=with_table(before.tables, now.number, now))
    if before.kind in (None, MatchKind.PLAYED):
        if before.state == _State.ACCEPTED:
            raise NotNow(_("The result of the match is accepted. Take the acceptance back first."))
        state = follow_tables(match.league.agreed, _corrected(state, table), _moment_of(game))
    store_state(match, state)


def _corrected(state: MatchState, before: TypedTable) -> MatchState:
    """What is corrected after it was confirmed is confirmed by who has corrected it, the league manager."""
    if state.state != _State.CONFIRMED or not before.is_known:
        return state
    return replace(state, confirmed_by=TeamMatch.ConfirmedBy.MANAGER.value)


def _moment_of(game: Game) -> datetime:
    """Return when the score sheet of a game was signed."""
    signed = Signing.objects.filter(game=game, state=Signing.State.SIGNED).order_by("-number").first()
    return timezone.now() if signed is None or signed.signed_at is None else signed.signed_at


def _is_closed(game: Game) -> bool:
    return game.over and game.state in _SIGNED


def read_game(table: TypedTable, game: Game) -> TypedTable:
    """Return a table as its game says: without a result before the score sheet is signed."""
    empty = replace(table, kind=_Kind.PLAYED.value, at_fault=None, home_total=None, away_total=None, ruled=())
    if not _is_closed(game):
        return empty
    home, away = (side.result for side in Side.objects.filter(game=game).order_by("number"))
    made = replace(empty, home_total=home, away_total=away)
    if game.ended_by not in _LOST:
        return made
    return replace(made, kind=_Kind.FORFEITED.value, at_fault=game.end_side)


def follow_tables(rules: LeagueRules, state: MatchState, at: datetime) -> MatchState:
    """Return a match as its tables say: it has a result once each of them has one.

    Where all were played as games the signatures have confirmed it. Points that a captain has entered for
    some wait for the other captain.
    """
    if state.kind not in (None, MatchKind.PLAYED) or not any(one.game for one in state.tables):
        return state
    numbers = [one.number for one in state.tables if one.is_known]
    if numbers != [*range(1, rules.games + 1)]:
        return state if state.kind is None else _without_result(state)
    if state.kind is not None:
        return state
    entered = replace(state, kind=MatchKind.PLAYED.value, entered_at=at, reason="")
    if state.entered_by is not None:
        return replace(entered, state=_State.ENTERED.value, confirmed_at=None, confirmed_by="")
    by_games = all(one.game for one in state.tables)
    confirmed_by = "" if by_games else TeamMatch.ConfirmedBy.MANAGER.value
    return replace(entered, state=_State.CONFIRMED.value, confirmed_at=at, confirmed_by=confirmed_by)


def _without_result(state: MatchState) -> MatchState:
    """A match one of whose tables has no result any more; what was entered for the others stays there."""
    return replace(
        state,
        kind=None,
        state=_State.PLANNED.value,
        reason="",
        confirmed_at=None,
        confirmed_by="",
        accepted_at=None,
    )


def with_games(state: MatchState, typed: Iterable[TypedTable]) -> tuple[TypedTable, ...]:
    """Return what was typed, with the tables that are played as games as these say.

    Raises NotNow where one of them has no result yet.
    """
    games = {one.number: one for one in state.tables if one.game is not None}
    for one in games.values():
        if not one.is_known:
            raise NotNow(
                _("The score sheet of the game at table %(number)s is not signed yet.")
                % {"number": one.number}
            )
    return tuple(games.get(one.number, one) for one in typed)


def without_points(state: MatchState) -> tuple[TypedTable, ...]:
    """Return the tables of a match whose result is taken out: those that are played as games stay."""
    return tuple(one for one in state.tables if one.game is not None)


# The log.


def table_in(facts: Mapping[str, Any], number: int) -> TypedTable | None:
    """Return a table as the log has it."""
    tables = MatchState.read(facts).tables
    return next((one for one in tables if one.number == number), None)
