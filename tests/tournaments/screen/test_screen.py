"""A screen of the hall: what it shows when, in whose names, and for how many queries."""

from __future__ import annotations

import re
from datetime import timedelta
from ipaddress import ip_network
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries, Settings

from clubs.models import Player
from tests.tournaments.public.test_public import named
from tests.tournaments.support.events import Played, agreed, declare_official, show_after_this_round
from tournaments import running
from tournaments.core.movements.swiss import SWISS
from tournaments.core.schemes.scl import SCL
from tournaments.models import Tournament
from tournaments.play.screens import (
    MAX_SECONDS,
    MIN_SECONDS,
    HallScreen,
    PageKind,
    find_screen,
    screens_of,
)
from tournaments.running import CalledPlayers
from tournaments.screen.pages import _BUILDERS

pytestmark = pytest.mark.django_db

INSIDE, OUTSIDE = "192.168.1.20", "203.0.113.7"


@pytest.fixture
def event() -> Played:
    played = Played(agreed(SWISS, scheme=SCL))
    named(played, "Åsa Öberg", "Bo Ek", "Kim Berg", "Ulla Lind")
    return played


def address(event: Played, number: int = 1) -> str:
    if number == 1:
        return reverse("tournaments:screen", args=[event.event.pk])
    return reverse("tournaments:numbered_screen", args=[event.event.pk, number])


def text_of(event: Played, number: int = 1, origin: str = INSIDE) -> str:
    answer = Client().get(address(event, number), REMOTE_ADDR=origin)
    assert answer.status_code == 200
    return answer.content.decode()


def kinds_of(text: str) -> list[str]:
    return re.findall(r'<section [^>]*data-kind="(\w+)"', text)


def test_every_kind_of_page_is_built() -> None:
    assert set(_BUILDERS) == set(PageKind)


def test_before_the_first_round_it_shows_the_event_alone(event: Played) -> None:
    text = text_of(event)
    assert kinds_of(text) == []
    assert "welcome" in text
    assert "Spring" in text


def test_a_round_is_shown_by_table_and_by_name_with_the_tables_that_play(event: Played) -> None:
    event.publish()
    assert kinds_of(text_of(event)) == ["tables", "names", "playing"]
    first = event.games(event.event.rounds.get())[0]
    event.totals(first, 6000, 4000)
    assert kinds_of(text_of(event)) == ["tables", "names", "standings"]


def test_the_standings_of_a_closed_round_and_after_the_end_the_prizes_from_the_last(event: Played) -> None:
    event.round()
    assert kinds_of(text_of(event)) == ["tables", "names", "standings"]
    for table in (1, None):
        running.call_players(event.by, event.event, CalledPlayers(entry=1, player=None, table=table))
    assert "→ 1" in text_of(event)
    show_after_this_round(event.by, event.event)
    text = text_of(event)
    assert kinds_of(text) == ["calls", "standings", "prizes"]
    assert "→ 1" not in text
    prizes = text[text.index('data-kind="prizes"') :]
    assert prizes.index("Second place") < prizes.index("First place")


def test_standings_that_are_kept_back_are_on_no_screen(event: Played) -> None:
    hidden = Played(agreed(SWISS, scheme=SCL, hidden=True))
    hidden.enter(4)
    hidden.round()
    assert kinds_of(text_of(hidden)) == ["tables", "names"]


def test_names_are_full_in_the_hall_until_the_event_is_official(event: Played, settings: Settings) -> None:
    settings.HALL_NETWORKS = (ip_network("192.168.0.0/16"),)
    Player.objects.filter(family_name="Ek").update(may_publish=False)
    event.round()
    assert "Bo Ek" in text_of(event)
    assert "Bo Ek" not in text_of(event, origin=OUTSIDE)
    declare_official(event.by, show_after_this_round(event.by, event.event))
    assert "Bo Ek" not in text_of(event)


def test_two_screens_show_different_pages(event: Played) -> None:
    event.publish()
    running.set_screen(event.by, event.event, HallScreen(1, {"tables": 20}))
    running.set_screen(event.by, event.event, HallScreen(2, {"names": 8}, dark=True, language="fi"))
    first, second = text_of(event), text_of(event, 2)
    assert (kinds_of(first), kinds_of(second)) == (["tables"], ["names"])
    assert ('data-seconds="20"' in first, 'data-seconds="8"' in second) == (True, True)
    assert ('data-ground="light"' in first, 'data-ground="dark"' in second) == (True, True)
    assert '<html lang="fi"' in second
    assert Client().get(address(event, 3)).status_code == 404


def test_a_page_that_has_not_changed_costs_one_row(
    event: Played, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    event.publish()
    tag = Client().get(address(event))["ETag"]
    with django_assert_num_queries(1):
        assert Client().get(address(event), headers={"if-none-match": tag}).status_code == 304
    running.announce(event.by, event.event, {"": "Coffee at three"}, 30)
    assert Client().get(address(event), headers={"if-none-match": tag}).status_code == 200


def queries_of(event: Played) -> int:
    with CaptureQueriesContext(
        connection,
    ) as asked:
        text_of(event)
    return len(asked)


def test_the_queries_do_not_grow_with_the_entries_or_with_what_is_announced(event: Played) -> None:
    event.round()
    event.publish()
    few = queries_of(event)
    large = Played(agreed(SWISS, scheme=SCL))
    large.enter(16)
    large.round()
    large.publish()
    for number in range(1, 6):
        running.announce(large.by, large.event, {"": f"Coffee {number}"}, 30)
        running.call_players(large.by, large.event, CalledPlayers(number, 0, number))
    assert queries_of(large) == few


def test_an_announcement_and_a_call_stand_on_every_screen_until_they_end(event: Played) -> None:
    event.publish()
    running.set_screen(event.by, event.event, HallScreen(1, {"tables": 20}))
    running.announce(event.by, event.event, {"sv": "Kaffe klockan tre", "en": "Coffee at three"}, 30)
    running.call_players(event.by, event.event, CalledPlayers(1, 1, 7))
    text = text_of(event)
    assert "Bo Ek to table 7" in text
    assert "Coffee at three" in text
    assert "Kaffe klockan tre" not in text[text.index('class="strip"') :]
    running.end_notice(event.by, event.event, 1)
    assert "Coffee at three" not in text_of(event)
    past = timezone.now() - timedelta(hours=1)
    stored = Tournament.objects.get(pk=event.event.pk)
    for notice in stored.notices:
        notice["until"] = past.isoformat()
    stored.save(update_fields=["notices"])
    assert "to table 7" not in text_of(event)


def test_an_announcement_page_has_every_language_that_was_typed(event: Played) -> None:
    running.announce(event.by, event.event, {"sv": "Kaffe klockan tre", "en": "Coffee at three"}, 30)
    text = text_of(event)
    assert kinds_of(text) == ["announcements"]
    assert "Kaffe klockan tre" in text


def test_whoever_is_called_and_leaves_the_event_is_called_no_more(event: Played) -> None:
    running.call_players(event.by, event.event, CalledPlayers(1))
    assert "to the desk" in text_of(event)
    running.remove_entry(event.by, event.entry(1))
    assert kinds_of(text_of(event)) == []


def test_a_name_full_of_markup_is_written_as_it_is(event: Played) -> None:
    Player.objects.filter(family_name="Ek").update(family_name="<script>alert(1)</script>")
    event.publish()
    running.announce(event.by, event.event, {"": "<img src=x onerror=alert(1)>"}, 30)
    assert "<script>alert" not in text_of(event)
    assert "<img" not in text_of(event)


SCREENS = st.builds(
    HallScreen,
    st.integers(1, 9),
    st.dictionaries(st.sampled_from(PageKind.values), st.integers(MIN_SECONDS, MAX_SECONDS), min_size=1),
    st.booleans(),
    st.sampled_from(["", "sv", "fi", "da", "en"]),
)


@given(st.lists(SCREENS, unique_by=lambda screen: screen.number))
def test_screens_are_read_as_they_were_stored(screens: list[HallScreen]) -> None:
    event = Tournament(screens=[screen.data for screen in screens])
    for screen in screens:
        assert find_screen(event, screen.number) == screen
    assert screens_of(event)[0].number == 1


def test_the_form_sends_a_screen_once_more_without_a_change(event: Played) -> None:
    revision = event.fresh.book.revision
    running.set_screen(event.by, event.event, HallScreen.usual(1))
    assert event.fresh.book.revision == revision


def test_the_same_announcement_sent_twice_stands_once(event: Played) -> None:
    director = Client()
    director.force_login(event.by.user)  # type: ignore[arg-type]
    sent = {"key": str(uuid4()), "text": "Coffee at three", "minutes": "30"}
    for _time in range(2):
        answer = director.post(reverse("tournaments:hall_announce", args=[event.event.pk]), sent)
        assert answer.status_code == 302
    assert len(event.fresh.notices) == 1
