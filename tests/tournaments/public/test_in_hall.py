"""Public pages of an event as the hall sees them: everybody is named, until the event says otherwise."""

from __future__ import annotations

import gzip
from ipaddress import ip_network
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from clubs.models import Player
from tests.tournaments.public.test_public import named
from tests.tournaments.running.test_reopening import replace_agreement
from tests.tournaments.support.events import Played, agreed, put_away_all_events
from tournaments import running
from tournaments.core.movements.swiss import SWISS
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

INSIDE, OUTSIDE = "192.168.1.20", "203.0.113.7"
MAY_NOT = "Players who may not be named in public are shown as a player with a number."


@pytest.fixture(autouse=True)
def hall(settings: Settings, tmp_path: Path) -> None:
    settings.HALL_NETWORKS = (ip_network("192.168.0.0/16"),)
    settings.KEPT_PAGES_DIR = tmp_path / "pages"


@pytest.fixture
def event() -> Played:
    """An event of today in whose first round one player has not agreed to be named."""
    put_away_all_events()
    played = Played(agreed(SWISS))
    named(played, "Åsa Öberg", "Bo Ek", "Kim Berg", "Ulla Lind")
    Player.objects.filter(family_name="Ek").update(may_publish=False)
    played.publish()
    Tournament.objects.filter(pk=played.event.pk).update(date=timezone.localdate())
    return played


def seen(address: str, origin: str = INSIDE, **asked: str) -> str:
    headers = {"accept-encoding": "gzip"}
    answer = Client().get(address, asked, REMOTE_ADDR=origin, headers=headers)
    assert answer.status_code == 200
    return gzip.decompress(answer.content).decode()


def first_round(event: Played) -> str:
    return reverse("tournaments:event_round", args=[event.event.pk, 1])


def test_by_name_everybody_stands_in_the_alphabet_and_only_who_agrees_has_a_page(event: Played) -> None:
    ek = Player.objects.get(family_name="Ek")
    text = seen(first_round(event), by="name")
    places = [text.index(name) for name in ("Berg, Kim", "Ek, Bo", "Lind, Ulla", "Öberg, Åsa")]
    assert places == sorted(places)
    assert f"/players/{ek.pk}/" not in text
    outside = seen(first_round(event), OUTSIDE, by="name")
    assert "Ek, Bo" not in outside
    assert f"Player {ek.pk}" in outside


@pytest.mark.parametrize("where", ["round", "front"])
def test_in_the_hall_a_seat_is_found_by_any_name(event: Played, where: str) -> None:
    address = first_round(event) if where == "round" else "/"
    assert "Bo Ek" in seen(address, q="ek")
    assert MAY_NOT not in seen(address, q="Nisse")
    outside = seen(address, OUTSIDE, q="ek")
    assert "Bo Ek" not in outside
    assert MAY_NOT in outside


def test_when_the_setting_is_turned_off_no_page_of_before_is_shown_for_a_moment(event: Played) -> None:
    assert "Bo Ek" in seen(first_round(event))
    plan = replace_agreement(event, hall_names=False)
    running.change_event(event.by, event.fresh, plan)
    assert "Bo Ek" not in seen(first_round(event))
    assert "Bo Ek" not in seen("/", q="ek")
