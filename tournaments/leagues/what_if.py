"""A league counted as if something else had been agreed on, beside how it counts. Nothing is stored.

Who met whom stays as it was played. Games that were recorded deal by deal can be counted by other house
rules. Of a table whose points were entered nobody knows what they would be, and it keeps what it had.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import NamedTuple

from clubs.books.writing import JsonValue
from scoring.core.replay import NotKnown
from scoring.store.replaying import OtherRules, ReplayedGame, replay_games
from tournaments.agreement.league_rules import store_rules
from tournaments.core.leagues.match import MatchKind
from tournaments.core.leagues.rules import LeagueRules
from tournaments.core.results import COUNT_AS_PLAYED
from tournaments.leagues.counting import CountedLeague, count_league
from tournaments.leagues.states import MatchState, TypedTable
from tournaments.models import League, MatchTable, TeamMatch


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueSupposition:
    """What is supposed to have been agreed on."""

    rules: LeagueRules
    options: Mapping[str, JsonValue]

    def changes_games(self, league: League) -> bool:
        """Whether the games themselves come to something else, and not only what they are worth."""
        return league.options != dict(self.options) or league.agreed.deals != self.rules.deals


class SupposedMatchTable(NamedTuple):
    """A table of a match whose points come to something else, or of which nobody knows what they would be."""

    match: TeamMatch
    played: TypedTable
    supposed: TypedTable
    # None where only the points of the table are known.
    game: ReplayedGame | None

    @property
    def not_known(self) -> NotKnown | None:
        return NotKnown.NO_DEALS if self.game is None else self.game.not_known

    @property
    def is_listed(self) -> bool:
        """Whether something is to be said of its game."""
        return self.game is not None and (self.not_known is not None or self.played != self.supposed)


@dataclass(frozen=True, slots=True)
class SupposedLeague:
    """A league as it is counted and as it would be."""

    real: CountedLeague
    supposed: CountedLeague
    # The tables that were counted by other house rules; none where these stay as they are.
    tables: Sequence[SupposedMatchTable]
    # A ruling or a charge names points, and another scheme counts.
    rulings_in_points: bool


def suppose_league(league: League, supposition: LeagueSupposition) -> SupposedLeague:
    """Count a league as it is, and as if something else had been agreed on."""
    real = count_league(league)
    tables = _supposed_tables(real, supposition)
    counted = {(table.match.pk, table.played.number): table.supposed for table in tables}
    other = copy(league)
    other.rules, other.options = store_rules(supposition.rules), dict(supposition.options)

    def read(match: TeamMatch) -> MatchState:
        state = MatchState.of(match)
        supposed = tuple(counted.get((match.pk, table.number), table) for table in state.tables)
        return replace(state, tables=supposed)

    return SupposedLeague(
        real, count_league(other, read=read), tables, _has_rulings_in_points(real, supposition)
    )


def _supposed_tables(real: CountedLeague, supposition: LeagueSupposition) -> list[SupposedMatchTable]:
    """Return the tables of played matches as they would be by other house rules."""
    if not supposition.changes_games(real.league):
        return []
    played = [
        (one.match, table)
        for one in real.matches
        if one.state.kind == MatchKind.PLAYED
        for table in one.state.tables
        if table.kind in COUNT_AS_PLAYED and table.is_known
    ]
    rules = OtherRules(options=supposition.options, deals=supposition.rules.deals)
    games = replay_games({table.game for _match, table in played if table.game is not None}, rules)
    return [_supposed(match, table, games.get(table.game or 0)) for match, table in played]


def _supposed(match: TeamMatch, table: TypedTable, game: ReplayedGame | None) -> SupposedMatchTable:
    if game is None or game.not_known is not None:
        return SupposedMatchTable(match, table, table, game)
    home, away = game.totals
    return SupposedMatchTable(match, table, replace(table, home_total=home, away_total=away), game)


def _has_rulings_in_points(real: CountedLeague, supposition: LeagueSupposition) -> bool:
    """Whether somebody was given points of a scheme that does not count here."""
    if real.rules.scheme == supposition.rules.scheme:
        return False
    ruled = any(one.state.ruled or any(table.ruled for table in one.state.tables) for one in real.matches)
    return ruled or bool(real.charges)


def has_games(league: League) -> bool:
    """Whether a table was recorded deal by deal, so that other house rules would count it again."""
    return MatchTable.objects.filter(match__league=league, game__isnull=False).exists()
