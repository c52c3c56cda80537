"""Tables that a club lacks are made when a round is published, and their codes open its games."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from clubs.books.writing import club_book
from clubs.models import LogEntry, Role
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
    page = client.get(reverse("tournaments:round", args=[drawn.pk])).content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def labels(event: Played) -> list[str]:
    return list(event.club.tables.order_by("label").values_list("label", flat=True))


def test_the_tables_of_the_round_are_made_and_have_its_games(event: Played) -> None:
    said = publish(event)
    assert "Round 1 is published." in said
    assert "The club has new tables: 1–3. Print their cards under Papers." in said
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
    page = publish(event, client)
    assert "Round 1 is published." in page
    assert "Tables 1–3 have no pages for phones yet" in page
    assert "Make these tables" not in page
    drawn = Round.objects.get(tournament=event.event)
    assert client.post(reverse("tournaments:make_tables", args=[drawn.pk])).status_code == 403
    assert labels(event) == []


def test_tables_that_are_made_from_the_page_of_a_round_have_its_games(event: Played) -> None:
    """Named tables are not made by themselves: the page says what is missing, and one button makes it."""
    recording.create_tables(event.by, event.club, ["Window"], uuid4())
    page = publish(event)
    assert "Tables 1–3 have no pages for phones yet" in page
    assert "Make these tables" in page
    client = Client()
    client.force_login(event.by.user)  # type: ignore[arg-type]
    drawn = Round.objects.get(tournament=event.event)
    answer = client.post(reverse("tournaments:make_tables", args=[drawn.pk]), follow=True).content.decode()
    assert "The club has new tables: 1–3." in answer
    assert "no pages for phones" not in answer
    games = {game.label: game.pk for game in Game.objects.filter(book=event.event.book)}
    assert {table.label: table.game_id for table in event.club.tables.exclude(label="Window")} == games
    assert LogEntry.objects.filter(book=club_book(event.club), act="tables.made").count() == 2


def test_a_table_that_was_made_for_a_round_is_given_back(event: Played) -> None:
    publish(event)
    table = event.club.tables.get(label="3")
    recording.assign_table(event.by, table, None)
    recording.delete_table(event.by, table)
    assert labels(event) == ["1", "2"]
    client = Client()
    client.force_login(event.by.user)  # type: ignore[arg-type]
    page = client.get(reverse("tournaments:round", args=[event.event.rounds.get().pk])).content.decode()
    assert "Table 3 has no page for phones yet" in page


def test_a_round_that_is_not_published_makes_none(event: Played) -> None:
    client = Client()
    client.force_login(event.by.user)  # type: ignore[arg-type]
    drawn = Round.objects.get(tournament=event.event)
    client.post(reverse("tournaments:publish", args=[drawn.pk]), {"seen": "another"})
    assert labels(event) == []
