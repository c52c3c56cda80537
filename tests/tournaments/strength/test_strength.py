"""The order of entries by strength: from an earlier event or a series, with its undo, and what is refused."""

from __future__ import annotations

from datetime import date
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from clubs.books.refusals import NotNow
from clubs.models import LogEntry
from tests.builders import a_player
from tests.tournaments.support.events import Played, agreed
from tournaments import running, series
from tournaments.agreement.agreement import PlacesBy
from tournaments.core.movements.mitchell import MITCHELL
from tournaments.core.movements.swiss import SWISS
from tournaments.core.strength import order_by_places
from tournaments.models import EntryPlayer, Tournament

BY_STRENGTH = agreed(MITCHELL, rounds=2, places_by=PlacesBy.STRENGTH)


def test_the_mean_place_of_the_players_decides_and_who_is_unknown_is_left_out() -> None:
    entries = {1: [10, 11], 2: [12, 13], 3: [14, 15], 4: [16, 17]}
    places = {10: 4, 11: 1, 12: 2, 13: 2, 14: 1}
    # A player without a place counts as the fifth: 3 has the mean of 1 and 5.
    assert order_by_places(entries, places) == (2, 1, 3)


@given(st.dictionaries(st.integers(1, 9), st.lists(st.integers(1, 20), min_size=1, max_size=3), max_size=9))
def test_each_entry_that_is_known_is_in_the_order_once(entries: dict[int, list[int]]) -> None:
    places = {player: player % 7 + 1 for player in range(1, 12)}
    order = order_by_places(entries, places)
    assert sorted(order) == sorted(
        entry for entry, players in entries.items() if any(player < 12 for player in players)
    )


@pytest.fixture
def earlier() -> Played:
    event = Played(agreed(SWISS, rounds=2))
    event.enter(6)
    for _round in range(2):
        event.round()
    running.show_results(event.by, event.fresh)
    return event


def tonight(earlier: Played, *numbers: int) -> Tournament:
    """An evening of the same club with the pairs of these numbers, in this order, and a new pair."""
    plan = running.EventPlan(name="Tonight", date=date(2026, 5, 9), ruleset="samba", agreement=BY_STRENGTH)
    event = running.create_event(earlier.by, earlier.club, plan)
    pairs = [list(earlier.entry(number).players.all()) for number in numbers]
    running.enter_pairs(earlier.by, event, [*pairs, [a_player(club=earlier.club) for _player in range(2)]])
    return event


def director_of(event: Played) -> Client:
    client = Client()
    assert event.by.user is not None
    client.force_login(event.by.user)
    return client


def fresh(event: Tournament) -> Tournament:
    return Tournament.objects.select_related("book", "club").get(pk=event.pk)


@pytest.mark.django_db
def test_the_order_is_taken_from_an_earlier_event_and_gives_out_the_places(earlier: Played) -> None:
    event = tonight(earlier, 1, 2, 3)
    place = {number: place for place, number, *_rest in earlier.counted()}
    expected = sorted((1, 2, 3), key=lambda number: place[number])
    client, address = director_of(earlier), reverse("tournaments:strength", args=[event.pk])
    page = client.get(address).content.decode()
    assert "Final standings of an earlier event" in page
    answer = client.post(address, {"source": f"earlier_event:{earlier.event.pk}", "seen": ""}, follow=True)
    assert "The order has been saved." in answer.content.decode()
    assert [*fresh(event).agreement.strength] == expected
    assert running.draw_round(earlier.by, event).places == [*expected, 4]


@pytest.mark.django_db
def test_the_order_is_taken_from_a_series(earlier: Played) -> None:
    plan = series.SeriesPlan(name="Season", events=(earlier.event.pk,))
    season = series.add_series(earlier.by, earlier.club, plan, uuid4())
    event = tonight(earlier, 1, 2, 3)
    place = {number: place for place, number, *_rest in earlier.counted()}
    director_of(earlier).post(
        reverse("tournaments:strength", args=[event.pk]), {"source": f"series:{season.pk}", "seen": ""}
    )
    assert [*fresh(event).agreement.strength] == sorted((1, 2, 3), key=lambda number: place[number])


@pytest.mark.django_db
def test_results_in_which_nobody_played_and_those_of_other_clubs_are_refused(earlier: Played) -> None:
    event = tonight(earlier)
    client, address = director_of(earlier), reverse("tournaments:strength", args=[event.pk])
    answer = client.post(address, {"source": f"earlier_event:{earlier.event.pk}", "seen": ""})
    assert "Nobody who takes part has a place there." in answer.content.decode()
    other = Played(agreed(SWISS, rounds=1))
    other.enter(4)
    other.round()
    running.show_results(other.by, other.fresh)
    for wrong in (
        f"earlier_event:{other.event.pk}",
        f"earlier_event:{event.pk}",
        "rating:1",
        "unknown:1",
        "",
    ):
        assert client.post(address, {"source": wrong, "seen": ""}).context["form"].errors["source"]
    assert fresh(event).agreement.strength == ()


@pytest.mark.django_db
def test_a_second_person_is_asked_to_look_and_a_repeat_writes_nothing(earlier: Played) -> None:
    event = tonight(earlier, 1, 2, 3)
    running.set_strength(earlier.by, event, [3, 1], "")
    running.set_strength(earlier.by, event, [3, 1], "")
    assert LogEntry.objects.filter(act="event.strength_set").count() == 1
    with pytest.raises(NotNow):
        running.set_strength(earlier.by, event, [1, 2], "")
    for wrong in ([9], [1, 1]):
        with pytest.raises(ValidationError):
            running.set_strength(earlier.by, event, wrong)


@pytest.mark.django_db
def test_renumbered_removed_and_repeated_entries_keep_their_strength(earlier: Played) -> None:
    event = tonight(earlier, 1, 2, 3)
    running.set_strength(earlier.by, event, [3, 1, 2])
    running.remove_entry(earlier.by, event.entries.get(number=1))
    assert fresh(event).agreement.strength == (3, 2)


@pytest.mark.django_db
def test_the_page_asks_as_many_queries_for_many_entries_as_for_few(earlier: Played) -> None:
    few = tonight(earlier, 1, 2)
    client = director_of(earlier)
    with CaptureQueriesContext(connection) as for_few:
        client.get(reverse("tournaments:strength", args=[few.pk]))
    Tournament.objects.filter(pk=few.pk).update(name="Other")
    many = tonight(earlier, 1, 2, 3, 4, 5, 6)
    assert EntryPlayer.objects.filter(tournament=many).count() == 14
    with CaptureQueriesContext(connection) as for_many:
        client.get(reverse("tournaments:strength", args=[many.pk]))
    assert len(for_many) == len(for_few)
