"""Archiving: out of the lists and the desk of the club, and back, with nothing lost."""

from __future__ import annotations

from datetime import date
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.books import ways_back
from clubs.books.archiving import archive, bring_back
from clubs.books.refusals import NotNow
from clubs.books.writing import Author, club_book
from clubs.models import Book, Club, LogEntry, Role, User
from scoring import recording
from scoring.models import Game, Table
from scoring.overview import queries as overview_queries
from scoring.store.game_queries import GameFilter, find_games, open_games_of
from tests.builders import PASSWORD, a_club, a_player, a_user, an_author
from tests.scoring.support.played import a_body
from tests.tournaments.support.events import Played, agreed, declare_official, show_after_this_round
from tournaments import running
from tournaments.history.club_history import load_history
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
DAY = date(2026, 5, 2)


@pytest.fixture
def club() -> Club:
    return a_club("Samba Helsinki")


@pytest.fixture
def director(club: Club) -> User:
    return a_user(Role.Kind.DIRECTOR, club=club)


@pytest.fixture
def by(director: User) -> Author:
    return an_author(director)


@pytest.fixture
def event(by: Author, club: Club) -> Tournament:
    return running.create_event(by, club, running.EventPlan(name="Spring", date=DAY, ruleset="samba"))


@pytest.fixture
def game(by: Author, club: Club) -> Game:
    """A game of no event, at a table of the club."""
    sides = [[a_player(club=club), a_player(club=club)] for _side in range(2)]
    plan = recording.GamePlan(ruleset="samba", sides=sides, label="1")
    opened = recording.open_game(by, club, plan, uuid4())
    (table,) = recording.create_tables(by, club, ["1"], uuid4())
    recording.assign_table(by, table, opened)
    return opened


def acts_in(book: Book) -> list[str]:
    return list(LogEntry.objects.filter(book=book).order_by("number").values_list("act", flat=True))


def read(address: str, user: User | None = None) -> str:
    client = Client()
    if user is not None:
        client.login(username=user.email, password=PASSWORD)
    return client.get(address).content.decode()


def test_an_archived_event_leaves_the_page_of_the_club_and_its_own_page_stays(
    by: Author, club: Club, event: Tournament
) -> None:
    page, own = reverse("clubs:club", args=[club.pk]), reverse("tournaments:event", args=[event.pk])
    assert "Spring" in read(page)
    archive(by, event.book)
    assert "Spring" not in read(page)
    assert "Spring" in read(own)
    bring_back(by, event.book)
    assert "Spring" in read(page)
    assert acts_in(event.book) == ["event.created", "book.archived", "book.brought_back"]


def test_an_archived_game_leaves_the_desk_the_lists_and_its_table(by: Author, club: Club, game: Game) -> None:
    def listed() -> list[set[int]]:
        return [
            {row.pk for row in overview_queries.games_on_desk(club_book(club), DAY)},
            {row.pk for row in overview_queries.queued_games(club_book(club), DAY)},
            set(find_games(GameFilter()).values_list("pk", flat=True)),
            set(open_games_of(club).values_list("pk", flat=True)),
        ]

    assert listed() == [{game.pk}] * 4
    archive(by, game.book)
    assert listed() == [set()] * 4
    assert Table.objects.get(club=club).game_id is None
    assert "table.set" in acts_in(game.book)
    bring_back(by, game.book)
    assert listed() == [{game.pk}] * 4


def test_a_deal_is_still_recorded_in_an_archived_game(by: Author, game: Game) -> None:
    archive(by, game.book)
    recording.record_deal(by, game, recording.WrittenDeal(number=1, body=a_body(), key=uuid4()))
    assert game.deals.count() == 1
    assert Book.objects.get(pk=game.book_id).archived_at is not None


def test_twice_is_once(by: Author, event: Tournament) -> None:
    archive(by, event.book)
    archive(by, event.book)
    bring_back(by, event.book)
    bring_back(by, event.book)
    assert acts_in(event.book) == ["event.created", "book.archived", "book.brought_back"]


def test_only_a_director_archives_and_brings_back(event: Tournament, club: Club) -> None:
    for kind in (Role.Kind.JURY, Role.Kind.SCORER):
        somebody = an_author(a_user(kind, club=club))
        for verb in (archive, bring_back):
            with pytest.raises(PermissionDenied):
                verb(somebody, event.book)


def test_a_club_is_not_archived(by: Author, club: Club) -> None:
    with pytest.raises(NotNow, match="not archived"):
        archive(by, club_book(club))


def test_both_acts_are_undone_from_the_list_of_the_last_acts(by: Author, event: Tournament) -> None:
    for act, is_archived in ((archive, False), (bring_back, True)):
        act(by, event.book)
        entry = LogEntry.objects.select_related("book", "words").filter(book=event.book).latest("number")
        offered = ways_back.offer_undo(entry)
        assert offered.undo is not None
        offered.undo.run(by, "", uuid4())
        assert (Book.objects.get(pk=event.book_id).archived_at is not None) is is_archived
        assert ways_back.offer_undo(entry).undo is None
        archive(by, event.book)


def test_the_archive_of_the_club_lists_it_and_one_button_brings_it_back(
    by: Author, club: Club, event: Tournament, game: Game, director: User
) -> None:
    client = Client()
    client.login(username=director.email, password=PASSWORD)
    for book in (event.book, game.book):
        client.post(reverse("clubs:book_archive", args=[book.pk]))
    page = client.get(reverse("clubs:archived", args=[club.pk])).content.decode()
    assert "Spring" in page
    assert "Samba · table 1" in page
    desk = client.get(reverse("tournaments:desk", args=[event.pk])).content.decode()
    assert reverse("clubs:book_bring_back", args=[event.book_id]) in desk
    client.post(reverse("clubs:book_bring_back", args=[event.book_id]))
    page = client.get(reverse("clubs:archived", args=[club.pk])).content.decode()
    assert "Spring" not in page
    assert "Samba · table 1" in page


def test_the_archive_asks_no_more_questions_with_more_in_it(by: Author, club: Club, director: User) -> None:
    def questions() -> int:
        client = Client()
        client.login(username=director.email, password=PASSWORD)
        with CaptureQueriesContext(
            connection,
        ) as captured:
            client.get(reverse("clubs:archived", args=[club.pk]))
        return len(captured)

    def hold(name: str) -> None:
        plan = running.EventPlan(name=name, date=DAY, ruleset="samba")
        archive(by, running.create_event(by, club, plan).book)

    hold("One")
    few = questions()
    for name in ("Two", "Three", "Four"):
        hold(name)
    assert questions() == few


def test_an_archived_event_counts_in_the_history() -> None:
    played = Played(agreed(rounds=1))
    played.enter(4)
    played.round()
    declare_official(played.by, show_after_this_round(played.by, played.fresh))
    (won,) = load_history(played.club).victories
    archive(played.by, played.event.book)
    assert load_history(played.club).victories == [won]
