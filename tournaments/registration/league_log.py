"""The log sentences of leagues, and the books of leagues that show a player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.log_wording import FactLabel
from clubs.models import Book, Club, Player
from tournaments.leagues.words import (
    SIDES,
    charge_text,
    closed_places_text,
    fixtures_text,
    league_rules_text,
    ruled_text,
    tables_text,
)
from tournaments.models import Division, League, Team, TeamMatch

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

SENTENCES: Final[Mapping[str, _StrOrPromise]] = {
    "league.made": _lazy("League made"),
    "league.changed": _lazy("League changed"),
    "league.closed": _lazy("League closed"),
    "league.reopened": _lazy("Closed league opened again"),
    "league.removed": _lazy("League removed"),
    "league.brought_back": _lazy("Removed league brought back"),
    "league.rescored": _lazy("Results of games stored again"),
    "team.added": _lazy("Team added"),
    "team.changed": _lazy("Team changed"),
    "team.removed": _lazy("Team taken out"),
    "team.brought_back": _lazy("Removed team brought back"),
    "team.withdrawn": _lazy("Team withdrawn"),
    "team.returned": _lazy("Withdrawn team plays on"),
    "team.charged": _lazy("Points of a team changed"),
    "team.charge_cancelled": _lazy("Change of a team's points cancelled"),
    "team.charge_restored": _lazy("Cancelled change of a team's points brought back"),
    "fixtures.published": _lazy("Fixtures published"),
    "fixtures.added": _lazy("Matches added"),
    "fixtures.removed": _lazy("Single matches taken off"),
    "fixtures.withdrawn": _lazy("Fixtures taken off"),
    "match.moved": _lazy("Match moved"),
    "match.sides_exchanged": _lazy("Home and away exchanged"),
    "match.postponed": _lazy("Match postponed"),
    "match.sealed": _lazy("Line-up sealed"),
    "match.lined_up": _lazy("Both line-ups sealed and opened"),
    "match.line_up_changed": _lazy("Line-up put right"),
    "match.seal_broken": _lazy("Seal of a line-up broken"),
    "match.opened": _lazy("Line-ups opened"),
    "match.hidden": _lazy("Line-ups hidden again"),
    "match.entered": _lazy("Result of a match entered"),
    "match.cleared": _lazy("Result of a match taken out"),
    "match.confirmed": _lazy("Result of a match confirmed"),
    "match.disputed": _lazy("Result of a match disputed"),
    "match.answer_withdrawn": _lazy("Answer to a result withdrawn"),
    "match.accepted": _lazy("Result of a match accepted"),
    "match.reopened": _lazy("Acceptance of a result withdrawn"),
    "match.ruled": _lazy("Match decided by the league manager"),
    "match.game_opened": _lazy("Table of a match played as a game"),
    "match.game_left": _lazy("Points of a table entered instead of its game"),
    "match.put_back": _lazy("Match put back as it was"),
}

FACT_LABELS: Final[Mapping[str, FactLabel]] = {
    "league_since": FactLabel(_lazy("From")),
    "league_until": FactLabel(_lazy("Until")),
    "league_divisions": FactLabel(_lazy("Divisions")),
    "league_rules": FactLabel(_lazy("How it is counted"), text=league_rules_text),
    "league_public": FactLabel(_lazy("Public")),
    "league_closed_places": FactLabel(_lazy("Closed places"), text=closed_places_text),
    "league_state": FactLabel(_lazy("State"), choices=dict(League.State.choices)),
    "team": FactLabel(_lazy("Team"), is_shown=False),
    "team_division": FactLabel(_lazy("Division")),
    "team_club": FactLabel(_lazy("Club"), model=Club),
    "captain": FactLabel(_lazy("Captain")),
    "blocked_dates": FactLabel(_lazy("Days on which it cannot play")),
    "team_players": FactLabel(_lazy("Players"), model=Player),
    "team_reserves": FactLabel(_lazy("Reserves"), model=Player),
    "charge": FactLabel(_lazy("Change"), is_shown=False),
    "charged_team": FactLabel(_lazy("Team"), model=Team),
    "charged": FactLabel(_lazy("Points"), text=charge_text),
    "division": FactLabel(_lazy("Division"), model=Division),
    "fixtures": FactLabel(_lazy("Matches"), text=fixtures_text),
    "match_numbers": FactLabel(_lazy("Matches"), is_shown=False),
    "match": FactLabel(_lazy("Match"), model=TeamMatch),
    "match_home_id": FactLabel(_lazy("Home team"), model=Team),
    "match_away_id": FactLabel(_lazy("Away team"), model=Team),
    "match_day": FactLabel(_lazy("Date")),
    "match_starts": FactLabel(_lazy("Time")),
    "match_place": FactLabel(_lazy("Venue")),
    "match_planned_day": FactLabel(_lazy("Planned for at first")),
    "match_last_day": FactLabel(_lazy("Last day")),
    "match_state": FactLabel(_lazy("State"), choices=dict(TeamMatch.State.choices)),
    "match_kind": FactLabel(_lazy("Kind of result"), choices=dict(TeamMatch.Kind.choices)),
    "match_at_fault": FactLabel(_lazy("Who did not come"), choices=SIDES),
    "match_ruled": FactLabel(_lazy("As ruled"), text=ruled_text),
    "match_reason": FactLabel(_lazy("Reason")),
    "match_entered_at": FactLabel(_lazy("Entered"), is_shown=False),
    "match_entered_by": FactLabel(_lazy("Entered by"), choices=SIDES),
    "match_confirmed_at": FactLabel(_lazy("Confirmed"), is_shown=False),
    "match_confirmed_by": FactLabel(_lazy("Confirmed"), choices=dict(TeamMatch.ConfirmedBy.choices)),
    "match_accepted_at": FactLabel(_lazy("Accepted"), is_shown=False),
    "match_tables": FactLabel(_lazy("Tables"), text=tables_text),
    "match_table": FactLabel(_lazy("Table")),
    "game_was": FactLabel(_lazy("State of the game"), is_shown=False),
    "line_up_side": FactLabel(_lazy("Team"), choices=SIDES),
    "line_up_home": FactLabel(_lazy("Line-up of the home team"), model=Player),
    "line_up_away": FactLabel(_lazy("Line-up of the away team"), model=Player),
    "line_up": FactLabel(_lazy("Line-up"), model=Player),
    "line_up_pairs": FactLabel(_lazy("Line-up"), is_shown=False),
}

# What holds a player or a club, by the field that refers to it.
HOLDS_PLAYERS: Final[Mapping[str, _StrOrPromise]] = {
    "tournaments.league.club": _lazy("leagues"),
    "tournaments.team.club": _lazy("teams"),
    "tournaments.teamplayer.player": _lazy("teams"),
    "tournaments.lineupplace.player": _lazy("line-ups"),
}


def books_of_leagues(players: QuerySet[Player]) -> QuerySet[Book]:
    """Return the books of the leagues in which one of these players is in a team or in a line-up."""
    in_team = Q(league__teams__members__player__in=players)
    return Book.objects.filter(in_team | Q(league__matches__line_ups__player__in=players))
