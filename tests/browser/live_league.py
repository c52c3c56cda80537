"""A league in a running installation, whose captains have codes.

The functions below `told` run in the installation, with the server's own key and database.
"""

from __future__ import annotations

from pathlib import Path

from clubs.books.writing import Author
from clubs.models import LogEntry, Player, Role
from scoring.models import Game
from tests.browser.beside import inside
from tests.builders import a_club, a_player, a_user
from tests.scoring.support import signed
from tests.scoring.support.played import Evening
from tests.tournaments.captains.support import AWAY, CaptainsLeague
from tournaments.captains.codes import team_path
from tournaments.core.leagues.rules import LeagueRules
from tournaments.models import League, TeamMatch


def told(data: Path, call: str) -> str:
    """What a call of a function of this module says in the installation that keeps its data there."""
    return inside(data, f"from tests.browser import live_league; print(live_league.{call})").strip()


def open_match(name: str, deals: int | None = None) -> str:
    """The pages of both teams of a match whose line-ups are open: home and away."""
    league = CaptainsLeague(club=a_club(name), rules=LeagueRules(deals=deals, margin=2000))
    league.open_match()
    return " ".join(league.address("team_page", team) for team in league.names)


def sealed_match(name: str) -> str:
    """The page of the home team of a match for which the other team has sealed its line-up."""
    league = CaptainsLeague(club=a_club(name))
    league.seal(league.match(), AWAY, "Beta")
    return league.address("team_page", "Alfa")


def played(address: str) -> str:
    """Play the open game of a league at its phone until it is over, and sign it; the game."""
    game = Game.objects.select_related("book", "table__club", "table__game__book").get(
        match_table__match__league=int(address.split("/")[2])
    )
    director = Author(user=Role.objects.filter(book__club=game.book.club_id)[0].user, origin="beside")
    evening = Evening(game, game.table, director, director)
    evening.record(1, by=evening.device(0))
    signed.approve(evening)
    signed.all_sign(evening)
    return str(game.pk)


def manager(address: str) -> str:
    """Who directs the league of a page."""
    club = League.objects.get(pk=int(address.split("/")[2])).club_id
    return Role.objects.filter(book__club=club)[0].user.email


def state(address: str) -> str:
    """The state of the match in the league of a page, its first totals, and how often they were entered."""
    match = TeamMatch.objects.get(league=int(address.split("/")[2]))
    first = match.tables.order_by("number")[0]
    entered = LogEntry.objects.filter(book=match.league.book_id, act="match.entered").count()
    return f"{match.state} {first.home_total}-{first.away_total} {entered}"


def club_of_two_teams(name: str) -> str:
    """A club with the players of two pairs, without a league: its number, and who directs it."""
    club = a_club(name)
    for team in ("Alfa", "Beta"):
        for number in (1, 2):
            a_player(f"{team}{number} Berg", club=club)
    return f"{club.pk} {a_user(Role.Kind.DIRECTOR, club=club).email}"


def captains_of(league: int) -> str:
    """The pages of both teams of the first match, home and away, as they stand on the slips."""
    match = TeamMatch.objects.select_related("league__book", "home", "away").get(league=league, number=1)
    return " ".join(team_path(match.league, team) for team in (match.home, match.away))


def player_of(name: str, league: int) -> str:
    """The number of a player of a league, by the given name."""
    return str(Player.objects.get(given_name=name, home_club__leagues=league).pk)
