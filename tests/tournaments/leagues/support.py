"""Leagues for tests: a club with teams of players, and its matches."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any
from uuid import uuid4

from clubs.books.writing import Author
from clubs.models import Club, LogEntry, Player, Role
from scoring.models import Game
from tests.builders import a_club, a_player, a_user, an_author
from tests.scoring.support.played import Evening
from tournaments import leagues
from tournaments.core.leagues.match import Fixture, TeamSide
from tournaments.core.leagues.rules import LeagueRules
from tournaments.models import Division, League, Team, TeamMatch

FIRST_DAY = date(2026, 9, 7)
RULES = LeagueRules()


@dataclass
class LeagueOfClub:
    """A league of a club with its manager: teams of four players, each by a letter."""

    club: Club = field(default_factory=a_club)
    rules: LeagueRules = RULES
    divisions: tuple[str, ...] = ("Division 1",)
    author: Author | None = None
    name: str = "Autumn league"
    public: bool = True

    def __post_init__(self) -> None:
        self.by = self.author or an_author(a_user(Role.Kind.DIRECTOR, club=self.club))
        self.league = leagues.add_league(self.by, self.club, self.plan(), uuid4())
        self.teams: dict[str, Team] = {}
        self.players: dict[str, list[Player]] = {}

    def plan(self, **fields: Any) -> leagues.LeaguePlan:
        plan = leagues.LeaguePlan(
            name=self.name,
            ruleset="samba",
            since=FIRST_DAY,
            until=FIRST_DAY + timedelta(days=200),
            divisions=self.divisions,
            rules=self.rules,
            public=self.public,
        )
        return replace(plan, **fields)

    def team(self, name: str, *, division: int = 1, players: int = 4, **fields: Any) -> Team:
        """A team of so many players, called after it."""
        self.players[name] = [
            a_player(f"{name}{number} Berg", club=self.club) for number in range(1, players + 1)
        ]
        plan = leagues.TeamPlan(
            name=name, division=division, players=tuple(one.pk for one in self.players[name]), **fields
        )
        self.teams[name] = leagues.add_team(self.by, self.league, plan, uuid4())
        return self.teams[name]

    def publish(self, *matches: str, division: int = 1) -> list[TeamMatch]:
        """Publish matches such as “1 Alfa Beta”: the round and both teams."""
        fixtures = []
        for line in matches:
            drawn, home, away = line.split()
            fixtures.append(
                Fixture(
                    round=int(drawn),
                    home=self.teams[home].number,
                    away=self.teams[away].number,
                    day=FIRST_DAY + timedelta(weeks=2 * (int(drawn) - 1)),
                )
            )
        leagues.publish_fixtures(self.by, self.division(division), fixtures, uuid4())
        return [*TeamMatch.objects.filter(division=self.division(division)).order_by("number")]

    def division(self, position: int = 1) -> Division:
        return Division.objects.select_related("league__book").get(league=self.league, position=position)

    def fresh(self) -> League:
        return League.objects.select_related("club", "book").get(pk=self.league.pk)

    def match(self, number: int = 1) -> TeamMatch:
        """A match as it is stored now."""
        found = TeamMatch.objects.select_related("league__book", "league__club", "division", "home", "away")
        return found.get(league=self.league, number=number)

    def enter(self, number: int, *totals: str, side: TeamSide | None = None) -> TeamMatch:
        """Enter the tables of a match: “5000-4000” each; by a captain with his side."""
        tables = typed_tables(self.rules, totals)
        needs: dict[str, Any] = {} if side is None else {"needs": None}
        return leagues.enter_result(self.by, self.match(number), tables, uuid4(), side=side, **needs)

    def lined_up(self, number: int = 1) -> TeamMatch:
        """A match with both line-ups open."""
        match = self.match(number)
        for side in TeamSide:
            name = match.team_at(side).name
            leagues.seal_line_up(self.by, match, side, self.pairs(name, *self._all_players()))
        return self.match(number)

    def _all_players(self) -> range:
        return range(1, self.rules.tables * self.rules.pair_size + 1)

    def game_at(self, table: int, number: int = 1, **asked: Any) -> Evening:
        """A table of a match as a game, with its phone."""
        pairs = {name: asked.pop(name) for name in ("home_pair", "away_pair") if name in asked}
        asked = {"table": leagues.TableOfPairs(number=table, **pairs), "key": uuid4(), **asked}
        game = leagues.open_table_game(self.by, self.match(number), **asked)
        game = Game.objects.select_related("book", "table__club", "table__game__book").get(pk=game.pk)
        return Evening(game, game.table, self.by, self.by)

    def pairs(self, name: str, *numbers: int) -> tuple[tuple[int | None, ...], ...]:
        """The pairs of a team by the numbers of its players, 0 for an empty seat."""
        players = [self.players[name][number - 1].pk if number else None for number in numbers]
        size = self.rules.pair_size
        return tuple(tuple(players[at : at + size]) for at in range(0, len(players), size))

    def last_act(self) -> LogEntry:
        return (
            LogEntry.objects.select_related("book", "words", "author")
            .filter(book=self.league.book)
            .latest("number")
        )


def typed_tables(rules: LeagueRules, totals: Iterable[str]) -> list[leagues.TypedTable]:
    return [
        leagues.TypedTable(
            number=number,
            home_pair=home,
            away_pair=away,
            home_total=int(line.split("-")[0]),
            away_total=int(line.split("-")[1]),
        )
        for number, ((home, away), line) in enumerate(zip(rules.meetings(), totals, strict=True), 1)
    ]


def three_teams(**fields: Any) -> LeagueOfClub:
    """Alfa, Beta and Gamma, each against each once."""
    league = LeagueOfClub(**fields)
    for name in ("Alfa", "Beta", "Gamma"):
        league.team(name)
    league.publish("1 Alfa Beta", "2 Beta Gamma", "3 Gamma Alfa")
    return league
