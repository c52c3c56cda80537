"""What is agreed on for a league and for a team, as forms give it and the log has it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final, Self

from clubs.books.writing import JsonValue
from scoring.store import sheets
from tournaments.agreement.league_rules import read_rules, store_rules
from tournaments.core.leagues.rules import LeagueRules
from tournaments.models import League, Team

_USUAL_RULES: Final = LeagueRules()


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaguePlan:
    """What is agreed on for a league."""

    name: str
    ruleset: str
    since: date
    until: date
    options: Mapping[str, JsonValue] = field(default_factory=dict)
    # The names of its divisions, the highest first.
    divisions: tuple[str, ...] = ("",)
    rules: LeagueRules = _USUAL_RULES
    public: bool = False
    # The days on which nobody can be at home at a place.
    closed_places: Mapping[str, tuple[date, ...]] = field(default_factory=dict)

    @property
    def target(self) -> int:
        """Return the target of its game."""
        options: list[tuple[str, Any]] = sorted(self.options.items())
        return sheets.target_with_options(self.ruleset, options)

    @property
    def facts(self) -> dict[str, JsonValue]:
        """What the log has of it."""
        return {
            "name": self.name,
            "ruleset": self.ruleset,
            "options": dict(self.options),
            "league_since": self.since.isoformat(),
            "league_until": self.until.isoformat(),
            "league_divisions": list(self.divisions),
            "league_rules": store_rules(self.rules),
            "league_public": self.public,
            "league_closed_places": self.stored_places,
        }

    @property
    def stored_places(self) -> dict[str, JsonValue]:
        return {place: [day.isoformat() for day in days] for place, days in self.closed_places.items()}

    @classmethod
    def of(cls, league: League) -> Self:
        return cls(
            name=league.name,
            ruleset=league.ruleset,
            options=league.options,
            since=league.since,
            until=league.until,
            divisions=tuple(league.divisions.order_by("position").values_list("name", flat=True)),
            rules=read_rules(league.rules),
            public=league.public,
            closed_places=league.days_of_closed_places,
        )


plan_of = LeaguePlan.of


def plan_from(facts: Mapping[str, Any]) -> LeaguePlan:
    """Return the plan that the log has."""
    return LeaguePlan(
        name=facts["name"],
        ruleset=facts["ruleset"],
        options=facts["options"],
        since=date.fromisoformat(facts["league_since"]),
        until=date.fromisoformat(facts["league_until"]),
        divisions=tuple(facts["league_divisions"]),
        rules=read_rules(facts["league_rules"]),
        public=facts["league_public"],
        closed_places=_read_places(facts.get("league_closed_places", {})),
    )


def _read_places(stored: Mapping[str, Iterable[str]]) -> dict[str, tuple[date, ...]]:
    return {place: tuple(map(date.fromisoformat, days)) for place, days in stored.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamPlan:
    """What is agreed on for a team."""

    name: str
    # The position of its division.
    division: int = 1
    club: int | None = None
    captain: str = ""
    email: str = ""
    place: str = ""
    blocked_dates: tuple[date, ...] = ()
    players: tuple[int, ...] = ()
    reserves: tuple[int, ...] = ()

    @property
    def facts(self) -> dict[str, JsonValue]:
        """What the log has of it: no address of anybody."""
        return {
            "name": self.name,
            "team_division": self.division,
            "team_club": self.club,
            "captain": self.captain,
            "place": self.place,
            "blocked_dates": [day.isoformat() for day in self.blocked_dates],
            "team_players": list(self.players),
            "team_reserves": list(self.reserves),
        }

    @classmethod
    def of(cls, team: Team) -> Self:
        members = [*team.members.order_by("is_reserve", "position")]
        return cls(
            name=team.name,
            division=team.division.position,
            club=team.club_id,
            captain=team.captain_name,
            email=team.captain_email,
            place=team.place,
            blocked_dates=tuple(date.fromisoformat(day) for day in team.blocked_dates),
            players=tuple(one.player_id for one in members if not one.is_reserve),
            reserves=tuple(one.player_id for one in members if one.is_reserve),
        )


team_plan_of = TeamPlan.of


def team_plan_from(facts: Mapping[str, Any], email: str) -> TeamPlan:
    """Return the plan of a team that the log has; the address of its captain is not in it."""
    return TeamPlan(
        name=facts["name"],
        division=facts["team_division"],
        club=facts["team_club"],
        captain=facts["captain"],
        email=email,
        place=facts["place"],
        blocked_dates=tuple(date.fromisoformat(day) for day in facts["blocked_dates"]),
        players=tuple(facts["team_players"]),
        reserves=tuple(facts["team_reserves"]),
    )
