"""Where the pages of those who work at an event lead back to, and what they say they are about."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from clubs.books.writing import club_book
from clubs.models import Role, User
from scoring.models import Game
from tests.builders import a_user
from tests.tournaments.support.events import Played, agreed

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Played:
    played = Played(agreed())
    played.enter(4)
    played.publish()
    return played


def seen(user: User, address: str) -> str:
    client = Client()
    client.force_login(user)
    answer = client.get(address, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def first_crumb(page: str) -> str:
    found = re.search(r'class="breadcrumb"[^>]*>\s*(?:<[^a][^>]*>\s*)*<a href="([^"]+)"', page)
    assert found is not None
    return found[1]


def test_pages_of_the_staff_lead_to_the_events_of_the_club_and_public_ones_to_its_public_page(
    event: Played,
) -> None:
    user = event.by.user
    assert user is not None
    game = Game.objects.filter(book=event.event.book).first()
    assert game is not None
    workspace = reverse("clubs:workspace", args=[event.club.pk])
    for name, row in (("tournaments:desk", event.event.pk), ("scoring:game_desk", game.pk)):
        assert first_crumb(seen(user, reverse(name, args=[row]))) == workspace
    assert f'href="{reverse("tournaments:event_new", args=[event.club.pk])}"' in seen(user, workspace)
    public = seen(user, reverse("tournaments:event", args=[event.event.pk]))
    assert first_crumb(public) == reverse("clubs:club", args=[event.club.pk])


def test_whoever_has_a_role_in_the_event_alone_is_led_to_the_public_page_of_the_club(event: Played) -> None:
    user = a_user(Role.Kind.SCORER, book=event.event.book)
    assert not Role.objects.filter(book=club_book(event.club), user=user).exists()
    client = Client()
    client.force_login(user)
    answer = client.get(reverse("clubs:workspace", args=[event.club.pk]))
    assert answer.headers["Location"] == reverse("clubs:club", args=[event.club.pk])


def test_the_page_on_which_a_score_sheet_is_checked_names_its_round_and_table(event: Played) -> None:
    user = event.by.user
    assert user is not None
    game = Game.objects.get(book=event.event.book, label="2")
    page = seen(user, reverse("scoring:game_check", args=[game.pk]))
    assert re.search(r"<h1>Round 1, table 2 · ", page)
