"""The commands of the console, and the demo."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.management import CommandError, call_command
from django.test import Client

from clubs.books.verification import verify_log
from clubs.demo import create_demo_federation
from clubs.models import Club, LogEntry, Player, Role, User
from tests.builders import a_user, an_author

pytestmark = pytest.mark.django_db


def printed(*command: str) -> str:
    out = StringIO()
    call_command(*command, stdout=out)
    return out.getvalue()


def test_the_keeper_s_password_is_printed_once_and_signs_in() -> None:
    found = re.search(r"Password: (\S+)", printed("found_installation"))
    assert found
    client = Client()
    client.post("/sign-in/", {"username": "keeper@localhost", "password": found[1]})
    assert client.get("/clubs/new/").status_code == 200
    assert "Password" not in printed("found_installation")
    assert User.objects.count() == 1


def test_a_given_password_is_not_printed() -> None:
    words = printed(
        "found_installation", "--email", "k@example.org", "--name", "Kim", "--password", "secret-word"
    )
    assert "secret-word" not in words
    assert User.objects.get(email="k@example.org").check_password("secret-word")


def test_nonsense_founds_nothing() -> None:
    with pytest.raises(CommandError):
        call_command("found_installation", "--email", "nobody")


def test_the_console_helps_who_cannot_get_in() -> None:
    user = a_user(Role.Kind.ADMIN, email="nea@example.org")
    path = printed("reset_link", "Nea@Example.org").strip()
    assert user.email in Client().get(path).text
    assert [(entry.act, entry.author) for entry in LogEntry.objects.all()] == [("reset_link.made", None)]
    with pytest.raises(CommandError):
        call_command("reset_link", "nobody@example.org")


def test_the_demo_is_a_federation_with_two_clubs_and_sixty_players_all_logged() -> None:
    made = create_demo_federation(an_author(a_user(is_keeper=True)))
    assert [club.federation for club in made.clubs] == [made.federation] * 2
    assert [club.home_players.count() for club in made.clubs] == [30, 30]
    assert (
        len({player.licence for player in made.players})
        == len({player.name for player in made.players})
        == 60
    )
    assert {player.may_publish for player in made.players} == {True, False}
    assert {player.language for player in made.players} == {"fi", "sv", "da"}
    assert LogEntry.objects.filter(act="player.added").count() == 60
    assert verify_log().broken == []


def test_the_demo_is_founded_once_and_by_the_keeper() -> None:
    by = an_author(a_user(is_keeper=True))
    create_demo_federation(by)
    with pytest.raises(ValidationError):
        create_demo_federation(by)
    with pytest.raises(PermissionDenied):
        create_demo_federation(an_author(a_user()))
    assert (Club.objects.count(), Player.objects.count()) == (3, 60)
