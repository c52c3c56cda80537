"""A name that nobody has, on the pages of one entry: the player is added to the club as a guest."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Player, Role
from tests.builders import a_user
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.core.movements.swiss import SWISS
from tournaments.models import EntryPlayer

pytestmark = pytest.mark.django_db
NEW = "Nadja Nyström"


@pytest.fixture
def event() -> Played:
    event = Played(agreed(SWISS))
    event.enter(4)
    return event


@pytest.fixture
def director(client: Client, event: Played) -> Client:
    client.force_login(a_user(Role.Kind.DIRECTOR, club=event.club))
    return client


def replace(event: Played) -> tuple[str, str, dict[str, str]]:
    event.round()
    running.withdraw(event.by, event.entry(2), "Ill")
    member = event.players()[0]
    return (
        reverse("tournaments:entry_replace", args=[event.entry(2).pk]),
        "player0",
        {"player1": member.name},
    )


def third(event: Played) -> tuple[str, str, dict[str, str]]:
    return reverse("tournaments:entry_third", args=[event.entry(1).pk]), "player", {}


def single(event: Played) -> tuple[str, str, dict[str, str]]:
    return reverse("tournaments:singles", args=[event.event.pk]), "player", {}


def edit(event: Played) -> tuple[str, str, dict[str, str]]:
    entry = event.entry(1)
    stays = entry.places.get(position=1).player
    sent = {"player1": stays.name, "number": "1", "lot": ""}
    return reverse("tournaments:entry_edit", args=[entry.pk]), "player0", sent


def substitute(event: Played) -> tuple[str, str, dict[str, str]]:
    game = event.games(event.publish())[0]
    leaving = game.sides.get(number=0).seats.get(position=0).player
    address = reverse("tournaments:substitute", args=[game.pairing.pk])
    return address, "coming", {"leaving": str(leaving.pk), "key": str(uuid4())}


PAGES = (replace, third, single, edit, substitute)


@pytest.mark.parametrize("page", PAGES)
def test_the_guest_is_offered_and_comes_once_that_is_confirmed(
    event: Played, director: Client, page: Callable[[Played], tuple[str, str, dict[str, str]]]
) -> None:
    address, field, sent = page(event)
    asked = director.post(address, {**sent, field: NEW})
    assert asked.status_code == 200
    assert f"{NEW} is a guest: add this name to the club" in asked.content.decode()
    assert "If it is a guest, tick the box below the name." in asked.content.decode()
    assert "Add the player to the club first." not in asked.content.decode()
    assert f'value="{NEW}"' in asked.content.decode()  # what was typed is kept
    assert not Player.objects.filter(family_name="Nyström").exists()
    # The choice was made for that name, and for no other.
    other = director.post(address, {**sent, field: "Otto Other", f"{field}-guest": NEW})
    assert "Otto Other is a guest" in other.content.decode()
    assert not Player.objects.filter(family_name__in=("Nyström", "Other")).exists()
    done = director.post(address, {**sent, field: NEW, f"{field}-guest": NEW})
    assert done.status_code == 302
    guest = Player.objects.get(family_name="Nyström")
    assert guest.home_club == event.club
    is_single = event.fresh.singles.filter(pk=guest.pk).exists()
    is_entered = EntryPlayer.objects.filter(player=guest).exists()
    assert is_single or is_entered or page is substitute


def test_a_part_of_a_name_is_no_guest(event: Played, director: Client) -> None:
    address, field, sent = third(event)
    assert "is a guest" not in director.post(address, {**sent, field: "Nadja"}).content.decode()


def test_who_may_not_add_players_is_told_to_ask(event: Played, client: Client) -> None:
    of_event = a_user(Role.Kind.DIRECTOR, book=event.event.book)
    client.force_login(of_event)
    address, field, sent = third(event)
    page = client.post(address, {**sent, field: NEW, f"{field}-guest": NEW}).content.decode()
    assert "Add the player to the club first." in page
    assert "is a guest" not in page
    assert not Player.objects.filter(family_name="Nyström").exists()
