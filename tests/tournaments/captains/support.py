"""A league with teams that have codes, for the tests of captains."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any
from uuid import uuid4

from django.test import Client
from django.urls import reverse
from django.utils.timezone import localdate

from clubs.books.writing import Author
from clubs.models import Club, Player, Role
from tests.builders import a_club, a_player, a_user, an_author
from tournaments import captains, leagues
from tournaments.captains.codes import code_of_team
from tournaments.core.leagues.match import Fixture, TeamSide
from tournaments.core.leagues.rules import LeagueRules
from tournaments.models import League, Team, TeamMatch

HOME, AWAY = TeamSide.HOME, TeamSide.AWAY


@dataclass
class CaptainsLeague:
    """A public league of a few teams in one division, each with four players and a reserve."""

    names: Sequence[str] = ("Alfa", "Beta")
    rules: LeagueRules = field(default_factory=LeagueRules)
    day: date = field(default_factory=localdate)
    club: Club = field(default_factory=a_club)
    mail: bool = False

    def __post_init__(self) -> None:
        self.user = a_user(Role.Kind.DIRECTOR, club=self.club)
        self.by: Author = an_author(self.user)
        plan = leagues.LeaguePlan(
            name=f"League of {self.club.name}",
            ruleset="samba",
            since=self.day - timedelta(days=30),
            until=self.day + timedelta(days=90),
            divisions=("First division",),
            rules=self.rules,
            public=True,
        )
        self.league: League = leagues.add_league(self.by, self.club, plan, uuid4())
        self.players: dict[str, list[Player]] = {}
        self.teams: dict[str, Team] = {name: self._add_team(name) for name in self.names}
        captains.make_team_codes(self.by, self.league, {team.pk: 0 for team in self.teams.values()})
        for team in self.teams.values():
            team.refresh_from_db()

    def _add_team(self, name: str) -> Team:
        self.players[name] = [a_player(f"{name}{number} Berg", club=self.club) for number in range(1, 6)]
        *players, reserve = (player.pk for player in self.players[name])
        plan = leagues.TeamPlan(
            name=name,
            captain=f"Captain {name}",
            email=f"{name.lower()}@example.org" if self.mail else "",
            players=tuple(players),
            reserves=(reserve,),
        )
        return leagues.add_team(self.by, self.league, plan, uuid4())

    def match(self, home: str = "Alfa", away: str = "Beta", **fields: Any) -> TeamMatch:
        """The only match, planned for today."""
        fixture = Fixture(
            **{
                "round": 1,
                "home": self.teams[home].number,
                "away": self.teams[away].number,
                "day": self.day,
                **fields,
            }
        )
        division = self.league.divisions.get(position=1)
        (match,) = leagues.publish_fixtures(self.by, division, [fixture], uuid4())
        return match

    def pairs(self, name: str) -> tuple[tuple[int, int], ...]:
        first, second, third, fourth, _reserve = (player.pk for player in self.players[name])
        return (first, second), (third, fourth)

    def seal(self, match: TeamMatch, side: TeamSide, name: str) -> None:
        captain = Author(user=None, origin="phone")
        leagues.seal_line_up(captain, match, side, self.pairs(name), needs=None)

    def open_match(self, **fields: Any) -> TeamMatch:
        """A match with both line-ups sealed."""
        match = self.match(**fields)
        self.seal(match, HOME, "Alfa")
        self.seal(match, AWAY, "Beta")
        match.refresh_from_db()
        return match

    # The pages.

    def address(self, page: str, name: str, *args: object) -> str:
        team = self.teams[name]
        code = code_of_team(self.league.book_id, team.pk, team.code_set)
        return reverse(f"tournaments:{page}", args=[self.league.pk, team.pk, code, *args])

    def page(self, page: str, name: str, *args: object) -> str:
        answer = Client().get(self.address(page, name, *args))
        assert answer.status_code == 200, (page, answer.status_code)
        return answer.content.decode()

    def post(self, page: str, name: str, *args: object, follow: bool = True, **sent: Any) -> str:
        answer = Client().post(self.address(page, name, *args), sent, follow=follow)
        assert answer.status_code == 200, (page, answer.status_code)
        return answer.content.decode()

    def typed_line_up(self, match: TeamMatch, name: str, **changes: Any) -> dict[str, Any]:
        match.refresh_from_db()
        typed: dict[str, Any] = {"version": match.version}
        for pair, players in enumerate(self.pairs(name), 1):
            for seat, player in enumerate(players, 1):
                typed[f"pair{pair}_{seat}"] = player
        return {**typed, **changes}

    def typed_totals(self, match: TeamMatch, **changes: Any) -> dict[str, Any]:
        match.refresh_from_db()
        return {
            "key": uuid4(),
            "version": match.version,
            "home1": "5200",
            "away1": "4800",
            "table1": "played",
            "home2": "4000",
            "away2": "5100",
            "table2": "played",
            **changes,
        }
