"""What consent hides is said to those who direct an event, with the page on which it is changed."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.models import Club, Player, Role
from tests.builders import a_club, a_user
from tests.tournaments.entries.test_staying import client_of
from tests.tournaments.papers.test_papers import name_with_consent_only
from tests.tournaments.support.events import Played, agreed
from tournaments.models import Tournament
from tournaments.play.hidden_names import load_hidden_names

pytestmark = pytest.mark.django_db

STAFF_PAGES = ("entries", "standings", "papers")


def an_event(pairs: int = 4, unnamed: int = 3) -> Played:
    played = Played(agreed())
    played.enter(pairs)
    players = Player.objects.filter(places__tournament=played.event).order_by("pk")
    Player.objects.filter(pk__in=[player.pk for player in players[:unnamed]]).update(may_publish=False)
    played.round()
    return played


def page(played: Played, name: str, client: Client | None = None) -> str:
    response = (client or client_of(played)).get(reverse(f"tournaments:{name}", args=[played.event.pk]))
    assert response.status_code == 200
    return unescape(response.content.decode())


def move_one_to(club: Club, played: Played) -> Player:
    """Let the first of the hidden players belong to another club."""
    player = Player.objects.filter(places__tournament=played.event, may_publish=False).earliest("pk")
    player.home_club = club
    player.save()
    return player


@pytest.mark.parametrize("name", STAFF_PAGES)
def test_a_page_of_the_staff_says_how_many_names_are_hidden_and_leads_to_their_consent(name: str) -> None:
    played = an_event()
    text, client = page(played, name), client_of(played)
    assert "The names of 3 players are hidden outside the hall." in text
    found = re.search(r'href="(/clubs/\d+/players/consent/[^"]*)"', text)
    assert found is not None
    assert client.post(found[1], {"seen": "", "all": "1"}).status_code == 302
    assert "hidden outside the hall" not in page(played, name)
    assert load_hidden_names(played.fresh, a_user()) is None


@pytest.mark.parametrize("name", STAFF_PAGES)
def test_where_the_hall_names_nobody_without_consent_or_all_is_over_it_says_so(name: str) -> None:
    played = an_event(unnamed=1)
    Tournament.objects.filter(pk=played.event.pk).update(state=Tournament.State.OFFICIAL)
    said = "The name of 1 player is hidden on public pages, wall papers and in files."
    assert said in page(played, name)
    Tournament.objects.filter(pk=played.event.pk).update(state=Tournament.State.RUNNING)
    assert said not in page(played, name)
    name_with_consent_only(played)
    assert said in page(played, name)


def test_players_of_another_club_are_asked_there() -> None:
    played, other = an_event(), a_club("Other Club")
    director = played.by.user
    assert director is not None
    player = move_one_to(other, played)
    text = page(played, "entries")
    assert "1 of them is asked by another club." in text
    assert f"/clubs/{other.pk}/players/consent/" not in text
    Role.objects.create(user=director, book=other.books.get(kind="club"), kind=Role.Kind.DIRECTOR)
    text = page(played, "entries")
    assert f'"/clubs/{other.pk}/players/consent/?only={player.pk}"' in text
    assert "Who may be named: players of Other Club" in text
    assert "asked by another club" not in text


def test_who_directs_the_event_alone_is_told_who_can_change_it() -> None:
    played = an_event()
    guest = a_user()
    Role.objects.create(user=guest, book=played.event.book, kind=Role.Kind.DIRECTOR)
    client = Client()
    client.force_login(guest)
    text = page(played, "entries", client)
    assert "Anyone who keeps the list of players of their club can change that." in text
    assert "/players/consent/" not in text


def test_a_public_page_tells_the_staff_how_many_it_does_not_name_and_where_they_are_named() -> None:
    played = an_event(unnamed=2)
    text = page(played, "event", Client())
    staff = re.findall(r'<span class="for-staff">.*?</span>', text, re.DOTALL)
    assert len(staff) == 1
    assert "2 players are not named here" in staff[0]
    assert reverse("tournaments:standings", args=[played.event.pk]) in staff[0]
    assert reverse("tournaments:entries", args=[played.event.pk]) in staff[0]
    Player.objects.update(may_publish=True)
    text = page(played, "event", Client())
    assert "named here" not in text
    assert "Standings with full names" not in text


def test_however_many_are_hidden_they_are_two_questions_and_one_where_none_is() -> None:
    user = a_user()
    for unnamed, questions in ((0, 1), (1, 2), (16, 2)):
        event = an_event(pairs=8, unnamed=unnamed).fresh
        with CaptureQueriesContext(connection) as asked:
            hidden = load_hidden_names(event, user)
        assert (hidden.count if hidden else 0, len(asked)) == (unnamed, questions)
