"""Publishing takes no table silently, names who plays elsewhere, and says where no code opens a game."""

from __future__ import annotations

import uuid

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.client import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring import recording
from scoring.models import Game, Table
from scoring.recording import NotNow
from tests.builders import a_club
from tests.tournaments.rounds.test_round_page import director, seen, send, whole
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.core.movements.swiss import SWISS
from tournaments.models import Round
from tournaments.play.seating import RoundSeats, Sides, get_seats

pytestmark = pytest.mark.django_db


def tables(event: Played, *labels: str) -> None:
    recording.create_tables(event.by, event.club, labels, uuid.uuid4())


def in_club_of(other: Played, name: str) -> Played:
    """Another event of the same club, directed by the same person."""
    event = Played(agreed(SWISS))
    event.club, event.by = other.club, other.by
    plan = running.EventPlan(name=name, date=other.event.date, ruleset="samba", agreement=agreed(SWISS))
    event.event = running.create_event(event.by, event.club, plan)
    return event


@pytest.fixture
def first() -> Played:
    event = Played(agreed(SWISS))
    event.enter(4)
    tables(event, "1", "2", "3", "4")
    event.publish()
    return event


def a_draw_beside(first: Played) -> tuple[Played, Round]:
    second = in_club_of(first, "Autumn")
    second.enter(4)
    return second, second.draw()


def publish(client: Client, drawn: Round, **body: str) -> None:
    client.post(
        reverse("tournaments:publish", args=[drawn.pk]), {"seen": get_seats(drawn).fingerprint, **body}
    )


def test_a_table_at_which_others_play_is_named_and_not_taken_unless_it_was_shown(first: Played) -> None:
    second, drawn = a_draw_beside(first)
    page = seen(second, drawn)
    assert "Table 1: Spring" in page
    assert "Publish the round and take these tables" in page
    assert 'name="taken" value="1 2"' in page
    with pytest.raises(NotNow, match="Another game is being played at table 2"):
        running.publish_round(second.by, drawn, taken=[1])
    publish(director(second), drawn)
    assert Round.objects.get(pk=drawn.pk).state == Round.State.DRAWN
    publish(director(second), drawn, taken="1 2")
    assert Round.objects.get(pk=drawn.pk).state == Round.State.PUBLISHED
    assert set(Game.objects.filter(table__label__in="12").values_list("book", flat=True)) == {
        second.event.book_id
    }


def test_free_tables_are_proposed_looked_at_and_published(first: Played) -> None:
    second, drawn = a_draw_beside(first)
    page = seen(second, drawn, "round_change", free="1")
    assert "Table 4" in page
    send(second, drawn, whole(page, drawn) | {"save": "1"})
    assert set(drawn.pairings.values_list("table", flat=True)) == {3, 4}
    assert "take these tables" not in seen(second, drawn)
    publish(director(second), drawn)
    assert set(Table.objects.values_list("game__book", flat=True)) == {
        first.event.book_id,
        second.event.book_id,
    }


def test_a_game_that_is_over_has_left_its_table(first: Played) -> None:
    first.play(first.event.rounds.get())
    second, drawn = a_draw_beside(first)
    assert "Other games are going on" not in seen(second, drawn)


def test_a_player_in_two_running_events_is_named(first: Played) -> None:
    second = in_club_of(first, "Autumn")
    player = first.entry(1).players.order_by("pk")[0]
    table = first.event.rounds.get().pairings.get(entered__entry__number=1).table
    other = second.players()[1]
    running.enter_pairs(second.by, second.event, [[player, other], second.players()])
    assert f"{player.name} plays at table {table} of Spring." in seen(second, second.draw())


def test_a_game_of_no_event_is_named_with_its_table_and_its_players() -> None:
    event = Played(agreed(SWISS))
    event.enter(4)
    tables(event, "1", "2", "Bar")
    playing = event.entry(1).players.order_by("pk")[0]
    sides = [[playing, event.players()[0]], event.players()]
    game = recording.open_game(
        event.by, event.club, recording.GamePlan(ruleset="samba", sides=sides), uuid.uuid4()
    )
    drawn = event.draw()
    told = f"{playing.name} plays at table"
    assert told not in seen(event, drawn)
    recording.assign_table(event.by, Table.objects.get(label="Bar"), game)
    assert f"{told} Bar, in a game of no event." in seen(event, drawn)
    recording.assign_table(event.by, Table.objects.get(label="2"), game)
    page = seen(event, drawn)
    assert f"{told} 2, in a game of no event." in page
    assert "Table 2: a game of no event" in page
    publish(director(event), drawn)
    assert Round.objects.get(pk=drawn.pk).state == Round.State.DRAWN
    recording.set_game_aside(event.by, game, "They went home", uuid.uuid4())
    assert told not in seen(event, drawn)
    publish(director(event), drawn)
    assert Round.objects.get(pk=drawn.pk).state == Round.State.PUBLISHED


def test_the_remarks_ask_no_more_questions_with_more_players_elsewhere(first: Played) -> None:
    second = in_club_of(first, "Autumn")
    entered = [list(first.entry(number).players.order_by("pk")) for number in (1, 2, 3, 4)]
    running.enter_pairs(second.by, second.event, entered[:2])
    third = in_club_of(first, "Winter")
    running.enter_pairs(third.by, third.event, entered)
    asked: list[int] = []
    for event, drawn in ((second, second.draw()), (third, third.draw())):
        with CaptureQueriesContext(connection) as captured:
            assert " plays at table " in seen(event, drawn)
        asked.append(len(captured))
    assert asked[0] == asked[1]


def test_a_round_without_tables_says_so_and_tables_that_are_made_later_get_its_games() -> None:
    event = Played(agreed(SWISS))
    event.enter(4)
    tables(event, "1")
    drawn = event.draw()
    assert "When the round is published the club gets table 2" in seen(event, drawn)
    assert "no code opens the game" not in seen(event, drawn), "nothing is to be done"
    tables(event, "Window")
    assert "The club has no table 2: no code opens the game there." in seen(event, drawn)
    make = f"{reverse('scoring:tables_new', args=[event.club.pk])}?labels=2"
    assert make in seen(event, drawn)
    assert 'name="labels" value="2"' in director(event).get(make).content.decode()
    running.publish_round(event.by, drawn)
    assert "Table 2 has no page for phones yet" in seen(event, drawn)
    tables(event, "2", "3")
    assert "page for phones" not in seen(event, drawn)
    assert Table.objects.get(label="2").game == event.games(drawn)[1]
    assert Table.objects.get(label="3").game is None
    assert Table.objects.get(label="1").game == event.games(drawn)[0]


def test_tables_of_another_club_get_no_game() -> None:
    event = Played(agreed(SWISS))
    event.enter(2)
    event.publish()
    other = Played(agreed(SWISS))
    assert other.club != event.club != a_club()
    tables(other, "1")
    assert Table.objects.get().game is None


def test_a_late_pair_takes_no_table_at_which_others_play(first: Played) -> None:
    second = in_club_of(first, "Autumn")
    second.enter(5)
    drawn = second.draw()
    running.set_by_hand(second.by, drawn, moved_to(drawn, 3, 4))
    publish(director(second), drawn)
    (late,) = second.enter(1)
    before = get_seats(drawn)
    met = ((before.out[0],), (late.number,))
    taken = RoundSeats(tables=(met, *before.tables[1:]))
    with pytest.raises(ValidationError, match=r"being played at table 1\. Table 5 is free"):
        running.exchange_places(second.by, drawn, taken)
    assert Table.objects.get(label="1").game == first.games(first.event.rounds.get())[0]
    running.exchange_places(second.by, drawn, RoundSeats(tables=(*before.tables, met)))
    assert drawn.pairings.get(table=5).game is not None


def moved_to(drawn: Round, *numbers: int) -> RoundSeats:
    """The seats of a round with its tables at these numbers."""
    seats = get_seats(drawn)
    tables: list[Sides] = [()] * max(numbers)
    for number, sides in zip(numbers, seats.tables, strict=True):
        tables[number - 1] = sides
    return RoundSeats(tables=tuple(tables), out=seats.out)
