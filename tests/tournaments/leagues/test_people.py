"""What leagues have of a person: in the file about everything, and gone when the person is erased."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from clubs import people
from clubs.books.verification import verify_log
from clubs.books.writing import Author
from clubs.models import Player, Role
from clubs.people import erasing
from tests.builders import a_club, a_player, a_user, an_author, own_places
from tests.clubs.people.test_erasing import where_it_stands
from tests.clubs.people.test_person_file import file_of
from tests.tournaments.leagues.support import LeagueOfClub
from tournaments import captains, leagues
from tournaments.models import OutgoingLetter, Team
from tournaments.notices.outbox import PostedLetter, put_league_letters

pytestmark = pytest.mark.django_db

NAME = "Qvintus Zetterqvist"


@pytest.fixture(autouse=True)
def _own_folder(settings: Any, tmp_path: Path) -> None:
    own_places(settings, tmp_path)


def admin(league: LeagueOfClub) -> Author:
    return an_author(a_user(Role.Kind.ADMIN, club=league.club))


def a_league(captain: str = NAME, email: str = "quintus@example.org") -> tuple[LeagueOfClub, Player]:
    """A league of two teams: somebody is the captain of one, and plays nowhere."""
    league = LeagueOfClub()
    player = a_player(NAME, club=league.club)
    league.team("Alfa", captain=captain, email=email)
    league.team("Beta", captain="Qvintus Berg", email="berg@example.org")
    league.publish("1 Alfa Beta")
    codes = {team.pk: 0 for team in league.teams.values()}
    captains.make_team_codes(league.by, league.league, codes)
    return league, player


def team(league: LeagueOfClub, name: str) -> Team:
    return Team.objects.get(pk=league.teams[name].pk)


def erase(league: LeagueOfClub, player: Player) -> None:
    erasing.erase_player(admin(league), Player.objects.get(pk=player.pk), player.name)


# Erasing.


def test_a_captain_who_plays_nowhere_is_forgotten_with_name_mail_and_code(settings: Settings) -> None:
    settings.EMAIL_HOST = "mail.example.org"
    league, player = a_league()
    put_league_letters(
        league.league, [PostedLetter(to="quintus@example.org", subject="Your match", body="Tomorrow")]
    )
    shown = dict(erasing.preview(player, admin(league)).goes)
    assert (shown["Names and e-mails of captains"], shown["Letters to captains"]) == (1, 1)
    erase(league, player)
    stored = team(league, "Alfa")
    assert (stored.captain_name, stored.captain_email, stored.code_set) == ("N.N.", "", 0)
    assert not OutgoingLetter.objects.exists()
    for word in ("Zetterqvist", "quintus@example.org"):
        assert set(where_it_stands(word)) == set(), word
    assert verify_log().broken == []


def test_another_captain_of_the_same_given_name_stays() -> None:
    league, player = a_league()
    erase(league, player)
    stored = team(league, "Beta")
    assert (stored.captain_name, stored.captain_email, stored.code_set) == (
        *("Qvintus Berg", "berg@example.org"),
        1,
    )


def test_who_is_named_beside_somebody_who_is_forgotten_stays() -> None:
    league, player = a_league(captain=f"{NAME} / Bo Ek")
    erase(league, player)
    assert team(league, "Alfa").captain_name == "N.N. / Bo Ek"


def test_a_captain_is_known_by_the_mail_of_the_account_too() -> None:
    league, player = a_league(captain="Quinten", email="Quintus@Example.org")
    a_user(club=league.club, player=player, email="quintus@example.org", name=NAME)
    erase(league, player)
    stored = team(league, "Alfa")
    assert (stored.captain_name, stored.captain_email) == ("N.N.", "")
    assert set(where_it_stands("quintus@example.org")) == set()


def test_a_captain_under_a_former_name_is_forgotten_too() -> None:
    league, player = a_league()
    details = people.PlayerDetails(given_name="Qvintus", family_name="Ny")
    people.edit_player(admin(league), player, details, player.version)
    renamed = Player.objects.get(pk=player.pk)
    erasing.erase_player(admin(league), renamed, "Qvintus Ny")
    assert team(league, "Alfa").captain_name == "N.N."


def test_a_captain_of_the_same_name_in_another_federation_stays() -> None:
    league, _player = a_league()
    stranger = a_player(NAME, club=a_club("Elsewhere"))
    by = an_author(a_user(Role.Kind.ADMIN, club=stranger.home_club))
    erasing.erase_player(by, stranger, NAME)
    assert team(league, "Alfa").captain_name == NAME


# Everything about a person.


def rows(league: LeagueOfClub, player: Player, key: str) -> list[list[object]]:
    """A table of the file of a person, without where it is and when it began."""
    found = file_of(player, a_user(Role.Kind.ADMIN, club=league.club))[key]
    hidden = ("league", "since", "date")
    return [[value for name, value in row.items() if name not in hidden] for row in found]


def test_the_file_of_a_person_has_teams_line_ups_and_captaincies() -> None:
    league, captain = a_league()
    league.lined_up()
    player = league.players["Alfa"][0]
    assert rows(league, player, "teams") == [["Alfa", "no"]]
    assert rows(league, player, "line_ups") == [["Alfa", "Beta", 1]]
    assert rows(league, player, "captain") == []
    assert rows(league, captain, "captain") == [["Alfa", NAME, "quintus@example.org"]]


def test_a_reserve_is_one_in_the_file() -> None:
    league, player = a_league()
    plan = leagues.team_plan_of(team(league, "Beta"))
    stored = team(league, "Beta")
    leagues.change_team(league.by, stored, replace(plan, reserves=(player.pk,)), stored.version)
    assert rows(league, player, "teams") == [["Beta", "yes"]]
