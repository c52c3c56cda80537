"""Which leagues there are, who can play in them, and the state that their pages depend on."""

from __future__ import annotations

from typing import Final

from django.db.models import Q, QuerySet

from clubs.db.single_row import Revision, fetch_revision
from clubs.models import Club, Player
from clubs.people.queries import members_of
from tournaments.models import League, Team, TeamMatch

_REVISION: Final = """
    SELECT book.revision, book.oldest_shown FROM tournaments_league AS league
    JOIN clubs_book AS book ON book.id = league.book_id
    WHERE league.id = %s AND league.public AND league.removed_at IS NULL
"""
_OF_DIVISION: Final = """
    SELECT book.revision, book.oldest_shown FROM tournaments_division AS division
    JOIN tournaments_league AS league ON league.id = division.league_id
    JOIN clubs_book AS book ON book.id = league.book_id
    WHERE league.id = %s AND division.position = %s AND league.public AND league.removed_at IS NULL
"""
_OF_TEAM: Final = """
    SELECT book.revision, book.oldest_shown FROM tournaments_team AS team
    JOIN tournaments_league AS league ON league.id = team.league_id
    JOIN clubs_book AS book ON book.id = league.book_id
    WHERE league.id = %s AND team.number = %s AND league.public
    AND league.removed_at IS NULL AND team.removed_at IS NULL
"""
_OF_MATCH: Final = """
    SELECT book.revision, book.oldest_shown FROM tournaments_teammatch AS played
    JOIN tournaments_league AS league ON league.id = played.league_id
    JOIN clubs_book AS book ON book.id = league.book_id
    WHERE league.id = %s AND played.number = %s AND league.public AND league.removed_at IS NULL
"""


def shown_leagues() -> QuerySet[League]:
    """Return the leagues that everybody may see."""
    return League.objects.filter(public=True, removed_at=None).select_related("club", "book")


def leagues_over_years(club: int) -> QuerySet[League]:
    """Return the public leagues of a club and, of a federation, of its clubs; a trial counts nowhere."""
    of_club = Q(club=club) | Q(club__federation=club)
    return League.objects.filter(of_club, public=True, removed_at=None, book__trial=False)


def is_game_hidden() -> Q:
    """Return the condition on games of leagues that not everybody may see.

    Their books are few. Joined to each game, PostgreSQL took them for most, and went through all games.
    """
    hidden = League.objects.filter(Q(public=False) | Q(removed_at__isnull=False)).order_by()
    return Q(book__in=hidden.values("book"))


def leagues_of(club: Club) -> QuerySet[League]:
    """Return the leagues of a club that are in its list, the latest first."""
    return League.objects.filter(club=club, removed_at=None).order_by("-since", "-pk")


def public_leagues_of(club: Club) -> list[League]:
    return list(shown_leagues().filter(club=club).order_by("-since", "-pk"))


def players_to_choose(league: League) -> QuerySet[Player]:
    """Return who may play in a league: the members of its club and, of a federation, of all its clubs."""
    return members_of(Club.objects.filter(Q(pk=league.club_id) | Q(federation=league.club_id)))


def clubs_to_choose(league: League) -> QuerySet[Club]:
    """Return the clubs that teams of a league may belong to."""
    own = Q(pk=league.club_id) | Q(federation=league.club_id) | Q(teams__league=league)
    return Club.objects.filter(own).distinct().order_by("name", "pk")


def teams_of(*leagues: League) -> QuerySet[Team]:
    """Return the teams that are in leagues, in the order of their divisions and numbers."""
    teams = Team.objects.filter(league__in=leagues, removed_at=None).select_related("division", "club")
    return teams.order_by("division__position", "number")


def matches_of(*leagues: League) -> QuerySet[TeamMatch]:
    """Return the matches of leagues with their teams and tables, round by round."""
    rows = TeamMatch.objects.filter(league__in=leagues).select_related("home", "away", "division")
    return rows.prefetch_related("tables").order_by("division__position", "round", "number")


def leagues_of_player(player: int) -> QuerySet[League]:
    """Return the public leagues in which somebody plays."""
    return shown_leagues().filter(teams__members__player=player).distinct().order_by("-since", "-pk")


# States.


def revision_of_league(pk: int) -> Revision | None:
    """Return the state of a public league, read with one row."""
    return fetch_revision(_REVISION, pk)


def revision_of_division(pk: int, position: int) -> Revision | None:
    return fetch_revision(_OF_DIVISION, pk, position)


def revision_of_team(pk: int, number: int) -> Revision | None:
    return fetch_revision(_OF_TEAM, pk, number)


def revision_of_match(pk: int, number: int) -> Revision | None:
    return fetch_revision(_OF_MATCH, pk, number)
