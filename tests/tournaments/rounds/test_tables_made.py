"""Tables that a club lacks are made when a round is published, and their codes open its games."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Role
from scoring import recording
from scoring.models import Game, Table
from tests.builders import a_user
from tests.tournaments.support.events import Played, agreed
from tournaments.models import Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Played:
    played = Played(agreed())
    played.enter(6)
    played.draw()
    return played


def publish(event: Played, client: Client | None = None) -> str:
    """Publish by the button of the page; what the next page says."""
    if client is None:
        client = Client()
        client.force_login(event.by.user)  # type: ignore[arg-type]
    drawn = Round.objects.get(tournament=event.event)
    page = client.get(reverse("tournaments:round", args=[drawn.pk])).content.decode()
    seen = re.search(r'name="seen" value="([^"]+)"', page)
    assert seen is not None
    client.post(reverse("tournaments:publish", args=[drawn.pk]), {"seen": seen[1]})
    board = client.get(reverse("tournaments:board", args=[event.event.pk])).content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", board).split())


def labels(event: Played) -> list[str]:
    return list(event.club.tables.order_by("label").values_list("label", flat=True))


def test_the_tables_of_the_round_are_made_and_have_its_games(event: Played) -> None:
    said = publish(event)
    assert "Round 1 is published." in said
    assert "The club has new tables: 1, 2, 3. Print their cards under Papers." in said
    games = {game.label: game.pk for game in Game.objects.filter(book=event.event.book)}
    assert {table.label: table.game_id for table in Table.objects.filter(club=event.club)} == games


def test_what_the_club_has_stays_and_only_the_others_are_made(event: Played) -> None:
    recording.create_tables(event.by, event.club, ["1", "2"], uuid4())
    pins = set(event.club.tables.values_list("pin", flat=True))
    assert "The club has a new table: 3." in publish(event)
    assert pins < set(event.club.tables.values_list("pin", flat=True))


def test_no_tables_are_made_where_they_have_names_or_nobody_needs_them(event: Played) -> None:
    recording.create_tables(event.by, event.club, ["Window"], uuid4())
    publish(event)
    assert labels(event) == ["Window"]
    paper = Played(agreed(written_on="paper"))
    paper.enter(4)
    paper.draw()
    publish(paper)
    assert labels(paper) == []


def test_who_directs_this_event_alone_makes_none_in_the_club(event: Played) -> None:
    guest = a_user()
    Role.objects.create(user=guest, book=event.event.book, kind=Role.Kind.DIRECTOR)
    client = Client()
    client.force_login(guest)
    assert "Round 1 is published." in publish(event, client)
    assert labels(event) == []


def test_a_round_that_is_not_published_makes_none(event: Played) -> None:
    client = Client()
    client.force_login(event.by.user)  # type: ignore[arg-type]
    drawn = Round.objects.get(tournament=event.event)
    client.post(reverse("tournaments:publish", args=[drawn.pk]), {"seen": "another"})
    assert labels(event) == []
