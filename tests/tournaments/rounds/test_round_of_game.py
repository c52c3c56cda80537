"""Pages of a game name its round: there the number of a table does not tell which game is meant."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Role
from tests.builders import a_user
from tests.tournaments.rounds.test_tables import plain
from tests.tournaments.support.events import Played, agreed
from tournaments.core.movements.swiss import SWISS

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Played:
    event = Played(agreed(SWISS))
    event.enter(8)
    return event


@pytest.fixture
def director(event: Played) -> Client:
    client = Client()
    client.force_login(a_user(Role.Kind.DIRECTOR, club=event.club))
    return client


def seen(client: Client, name: str, *args: int) -> str:
    return plain(unescape(client.get(reverse(name, args=args)).content.decode()))


def test_a_deal_is_typed_under_the_number_of_its_round(event: Played, director: Client) -> None:
    first = event.publish()
    event.play(first)
    event.close(first)
    game = event.games(event.publish())[1]
    assert "Round 2, table 2: deal 1" in seen(director, "scoring:deal_new", game.pk)


def test_the_overview_names_rounds_once_there_are_several(event: Played, director: Client) -> None:
    first = event.publish()
    event.play(first)
    overview = seen(director, "tournaments:desk", event.event.pk)
    assert "The game is over and not signed" in overview
    assert "Round 1 The game is over" not in overview
    event.close(first)
    event.publish()
    assert "Round 1 The game is over and not signed" in seen(director, "tournaments:desk", event.event.pk)
