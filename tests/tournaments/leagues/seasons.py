"""Seasons for the second program: a division with its matches, stored as the verbs would store them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any
from uuid import uuid4

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club, Role
from tests.builders import a_club, a_user, an_author
from tournaments import leagues
from tournaments.core.leagues.match import MatchKind, TableResult
from tournaments.core.leagues.rules import LeagueRules
from tournaments.models import League, MatchTable, Team, TeamCharge, TeamMatch

FIRST_DAY = date(2026, 9, 7)


@dataclass
class StoredSeason:
    """A public league of one division, and its teams by their numbers."""

    rules: LeagueRules
    names: Sequence[str]
    club: Club = field(default_factory=a_club)

    def __post_init__(self) -> None:
        self.by = an_author(a_user(Role.Kind.DIRECTOR, club=self.club))
        plan = leagues.LeaguePlan(
            name="Season",
            ruleset="samba",
            since=FIRST_DAY,
            until=date(2027, 4, 30),
            divisions=("Division",),
            rules=self.rules,
            public=True,
        )
        self.league: League = leagues.add_league(self.by, self.club, plan, uuid4())
        self.division = self.league.divisions.get()
        self.teams = {
            team.number: team
            for team in Team.objects.bulk_create(
                Team(league=self.league, division=self.division, number=number, name=name)
                for number, name in enumerate(self.names, 1)
            )
        }

    def match(self, number: int, tables: Sequence[TableResult] = (), **fields: Any) -> TeamMatch:
        """A match by the numbers of its teams, with what was entered at its tables."""
        home, away, kind = fields.pop("home"), fields.pop("away"), fields.pop("kind", None)
        state = TeamMatch.State.PLANNED if kind is None else TeamMatch.State.ACCEPTED
        match = TeamMatch.objects.create(
            league=self.league,
            division=self.division,
            number=number,
            home=self.teams[home],
            away=self.teams[away],
            **{"state": state, "kind": None if kind is None else MatchKind(kind).value, **fields},
        )
        MatchTable.objects.bulk_create(_row(match, table) for table in tables)
        return match

    def withdraw(self, team: int) -> None:
        Team.objects.filter(pk=self.teams[team].pk).update(withdrawn_at=timezone.now())

    def charge(self, team: int, **points: int) -> None:
        TeamCharge.objects.create(team=self.teams[team], reason="Late", made_at=timezone.now(), **points)

    def exported(self) -> str:
        """The file of the division for programs, as everybody gets it."""
        address = reverse("tournaments:league_division", args=[self.league.pk, 1])
        answer = Client().get(f"{address}?as=json")
        assert answer.status_code == 200
        return answer.content.decode()

    def rows(self, key: str) -> list[dict[str, Any]]:
        tables = json.loads(self.exported())["tables"]
        found: list[dict[str, Any]] = next(table["rows"] for table in tables if table["key"] == key)
        return found


def _row(match: TeamMatch, table: TableResult) -> MatchTable:
    home, away = table.totals or (None, None)
    return MatchTable(
        match=match,
        number=table.number,
        home_pair=table.home_pair,
        away_pair=table.away_pair,
        kind=table.kind.value,
        at_fault=None if table.at_fault is None else int(table.at_fault),
        home_total=home,
        away_total=away,
        ruled=[[worth.points, worth.difference] for worth in table.ruled],
    )
