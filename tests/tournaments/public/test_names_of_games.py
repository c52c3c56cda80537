"""The pages of the games of an event name players in its hall until it is official, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_network
from pathlib import Path
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from clubs.models import Player
from scoring import recording
from scoring.core.game_state import EarlyEnd, GameEnd
from scoring.models import Game
from scoring.store.game_queries import side_names
from scoring.store.signed_content import protocol_of
from tests.scoring.support.played import a_deal, a_game
from tests.tournaments.support.events import Played, agreed
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

INSIDE, OUTSIDE = "192.168.1.20", "203.0.113.7"
UNNAMED = "Zwxsecret"


@pytest.fixture(autouse=True)
def hall(settings: Settings, tmp_path: Path) -> None:
    settings.HALL_NETWORKS = (ip_network("192.168.0.0/16"),)
    settings.KEPT_PAGES_DIR = tmp_path / "pages"


@pytest.fixture
def event() -> Played:
    event = Played(agreed())
    event.enter(4)
    event.publish()
    Player.objects.update(may_publish=False, family_name=UNNAMED)
    return event


def signed(event: Played) -> Game:
    """A game with a deal, which ended early and is signed."""
    game = Game.objects.select_related("book").filter(book=event.event.book).earliest("pk")
    recording.record_deal(event.by, game, a_deal())
    recording.end_game(event.by, game, EarlyEnd(GameEnd.TIME), "The time is up", uuid4())
    recording.sign_on_paper(event.by, game, protocol_of(game).digest, uuid4())
    return game


ADDRESSES: dict[str, Callable[[Game], str]] = {
    "game": lambda game: reverse("scoring:game", args=[game.pk]),
    "deal": lambda game: reverse("scoring:deal", args=[game.pk, 1]),
    "signed": lambda game: reverse("scoring:signed", args=[game.pk, 1]),
}


def names(address: str, origin: str) -> bool:
    answer = Client().get(address, REMOTE_ADDR=origin)
    assert answer.status_code == 200
    return UNNAMED in answer.content.decode()


@pytest.mark.parametrize("page", ADDRESSES)
def test_a_page_of_a_game_names_players_in_the_hall_alone(event: Played, page: str) -> None:
    """Twice from each: what was kept for the one is not sent to the other."""
    address = ADDRESSES[page](signed(event))
    assert [names(address, origin) for origin in (INSIDE, OUTSIDE) * 2] == [True, False] * 2


@pytest.mark.parametrize("page", ADDRESSES)
def test_a_page_in_the_hall_names_everybody_wherever_it_names_them(event: Played, page: str) -> None:
    game = signed(event)
    shown = Client().get(ADDRESSES[page](game), REMOTE_ADDR=INSIDE).content.decode()
    assert [name for name in side_names(game) if name in shown] == []


@pytest.mark.parametrize("page", ADDRESSES)
def test_the_tag_of_the_hall_is_none_outside(event: Played, page: str) -> None:
    address = ADDRESSES[page](signed(event))
    inside = Client().get(address, REMOTE_ADDR=INSIDE)
    assert inside.headers["Cache-Control"] == "private, no-cache"
    outside = Client().get(address, REMOTE_ADDR=OUTSIDE, headers={"If-None-Match": inside.headers["ETag"]})
    assert outside.status_code == 200
    assert outside.headers["ETag"] != inside.headers["ETag"]


@pytest.mark.parametrize("page", ADDRESSES)
def test_after_the_event_nobody_is_named_in_the_hall_either(event: Played, page: str) -> None:
    address = ADDRESSES[page](signed(event))
    Tournament.objects.filter(pk=event.event.pk).update(state=Tournament.State.OFFICIAL)
    assert not names(address, INSIDE)


def test_a_game_outside_events_names_nobody(event: Played) -> None:
    game = a_game(event.club, event.by)
    Player.objects.update(may_publish=False, family_name=UNNAMED)
    assert not names(ADDRESSES["game"](game), INSIDE)
