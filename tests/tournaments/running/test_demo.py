"""The demo: what somebody finds who starts Talon for the first time."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO

import pytest
from django.core.management import call_command
from pytest_django import DjangoDbBlocker

from clubs.accounts.verbs import create_keeper
from clubs.books.verification import verify_log
from clubs.books.writing import club_book
from clubs.models import Book
from scoring.models import Deal, Game, Table
from tests.tournaments.support.kept import made_for_module
from tournaments.models import Tournament
from tournaments.play.audit import check_event_draws

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def told(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """What the demo says; it is loaded once, for tests that only read."""
    said = StringIO()
    with django_db_blocker.unblock(), made_for_module():
        create_keeper("director@example.org", "Director", "eleven red canastas")
        call_command("load_demo", at="http://127.0.0.1:8000", stdout=said)
        yield said.getvalue()


def test_the_demo_says_how_to_open_a_table_that_is_being_played(told: str) -> None:
    table = Table.objects.get(label="4")
    assert told == f"Table 4: http://127.0.0.1:8000/t/, PIN {table.pin}\n"
    assert table.game is not None
    assert not table.game.over


def test_the_games_of_the_round_stand_at_the_tables_of_the_club(told: str) -> None:
    tables = Table.objects.order_by("pk")
    assert told
    assert [table.label for table in tables] == ["1", "2", "3", "4", "5"]
    assert [table.game and table.game.label for table in tables] == ["1", "2", "3", "4", "5"]


def test_the_evening_is_shown_in_the_middle_of_its_second_round(told: str) -> None:
    """One table has signed, one waits for the director, one is disputed, one plays; a pair came late."""
    assert told
    event = Tournament.objects.get()
    assert [drawn.state for drawn in event.rounds.order_by("number")] == ["closed", "published"]
    assert event.entries.filter(from_round=2).count() == 1
    games = [pairing.game for pairing in event.rounds.get(number=2).pairings.exclude(table=None)]
    signed, calling, disputed, playing = (game for game in games if game is not None)
    assert signed.state == Game.State.SIGNED
    assert [call.reason for call in calling.calls.filter(answered_at=None)] == ["inspection"]
    assert disputed.deals.filter(state=Deal.State.DISPUTED).exists()
    assert playing.deals.filter(state=Deal.State.DRAFT).exists()
    assert not playing.over


def test_what_the_demo_shows_can_be_proved(told: str) -> None:
    assert told
    assert verify_log().broken == []
    assert all(one.repeats and not one.faults for one in check_event_draws(Tournament.objects.get()))


def test_one_game_stands_apart_with_a_bid_made_one_robbed_and_one_void(told: str) -> None:
    assert told
    game = Game.objects.get(book__kind=Book.Kind.GAME, table=None)
    contracts = [
        deal.versions.get(current=True).result["contract"]["outcome"]
        for deal in game.deals.order_by("number")
    ]
    assert contracts == ["made", "robbed", "void"]
    assert game.deals.get(number=1).dealer is not None
    assert not game.deals.filter(state=Deal.State.DRAFT).exists()
    assert club_book(game.book.club).kind == Book.Kind.CLUB


def test_a_game_at_the_last_table_is_over_and_waits_for_its_signatures(told: str) -> None:
    assert told
    game = Table.objects.get(label="5").game
    assert game is not None
    assert (game.ruleset, game.over, game.winner, game.state) == ("sitoumussamba", True, 0, "finished")
    assert not game.signings.exists()
