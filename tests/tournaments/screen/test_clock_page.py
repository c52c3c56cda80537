"""The clock on the screens: which moments it says, for the round and for a table that was given minutes."""

from __future__ import annotations

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.timezone import localtime

from scoring import recording
from tests.tournaments.clock.test_clock_acts import BEGIN, Evening
from tests.tournaments.support.events import agreed
from tournaments import running
from tournaments.play.screens import HallScreen
from tournaments.running import ClockTerms

pytestmark = pytest.mark.django_db


def an_evening(entries: int) -> Evening:
    evening = Evening(agreed())
    evening.enter(entries)
    evening.drawn = evening.publish()
    running.set_screen(evening.by, evening.event, HallScreen(1, {"clock": 20}))
    return evening


def shown(evening: Evening, language: str = "en") -> str:
    address = reverse("tournaments:screen", args=[evening.event.pk])
    return Client().get(address, headers={"accept-language": language}).content.decode()


def page_of(text: str) -> str:
    return text[text.index('data-kind="clock"') :].partition("</section>")[0]


def in_hall(minutes: float) -> str:
    return localtime(BEGIN + timedelta(minutes=minutes)).strftime("%H:%M")


def test_without_a_clock_there_is_no_page() -> None:
    text = shown(an_evening(4))
    assert "data-clock" not in text
    assert 'data-kind="clock"' not in text


def test_three_minutes_to_table_7_leave_39_tables_as_they_are_and_the_screen_says_the_new_end() -> None:
    evening = an_evening(80)
    evening.start()
    assert "Table" not in page_of(shown(evening))
    running.give_minutes(evening.at(30), evening.drawn.pairings.get(table=7), 3, uuid4())
    ends = evening.ends()
    assert ends.pop(7) == 63
    assert list(ends.values()) == [60] * 39
    page = page_of(shown(evening))
    assert re.findall(r"Tables? [^<]+", page) == [f"Table 7: until {in_hall(63)}"]
    stops = int((BEGIN + timedelta(minutes=60)).timestamp() * 1000)
    assert f'data-stops="{stops}"' in page
    assert f"Time is up at <b>{in_hall(60)}</b>" in page


def test_tables_with_the_same_new_end_stand_together() -> None:
    evening = an_evening(10)
    evening.start()
    for table, minutes in ((5, 3), (2, 8), (1, 3)):
        running.give_minutes(evening.at(30), evening.drawn.pairings.get(table=table), minutes, uuid4())
    found = re.findall(r"Tables? [^<]+", page_of(shown(evening)))
    assert found == [f"Tables 1, 5: until {in_hall(63)}", f"Table 2: until {in_hall(68)}"]


def test_while_it_stands_still_the_screen_says_what_is_left_and_since_when() -> None:
    evening = an_evening(4)
    evening.start()
    running.pause_clock(evening.at(20.5), evening.drawn)
    page = page_of(shown(evening))
    assert ">29:30<" in page
    assert f"The clock has been paused since {in_hall(20.5)}." in page


def test_where_each_table_begins_with_its_first_deal_each_that_has_begun_has_a_row() -> None:
    evening = an_evening(4)
    evening.start(ClockTerms(minutes=50, more_minutes=10, by_table=True))
    recording.start_deal(evening.at(4), evening.games(evening.drawn)[1], 1, uuid4())
    text = shown(evening)
    rows = re.findall(r'row-mark">(\d+)</b><span class="lines"><span>([^<]+)', page_of(text))
    assert rows == [("2", f"until {in_hall(64)}")]
    assert "screen-clock" not in text


def test_it_is_in_the_head_of_every_page_and_gone_with_the_round() -> None:
    evening = an_evening(4)
    running.set_screen(evening.by, evening.event, HallScreen(1, {"tables": 20}))
    evening.start()
    assert 'class="screen-clock"' in shown(evening)
    for game in evening.games(evening.drawn):
        evening.totals(game, 6000, 4000)
    running.close_round(evening.by, evening.drawn)
    assert "data-clock" not in shown(evening)


def test_what_it_asks_does_not_grow_with_the_tables() -> None:
    asked = []
    for entries in (4, 20):
        evening = an_evening(entries)
        evening.start()
        running.give_minutes(evening.at(30), evening.drawn.pairings.get(table=1), 3, uuid4())
        with CaptureQueriesContext(connection) as queries:
            shown(evening)
        asked.append(len(queries))
    assert asked[0] == asked[1]


def test_while_the_clock_is_paused_a_table_with_more_minutes_says_what_it_has_left() -> None:
    evening = an_evening(4)
    evening.start()
    running.give_minutes(evening.at(20), evening.drawn.pairings.get(table=2), 3, uuid4())
    running.pause_clock(evening.at(30), evening.drawn)
    assert "Table 2: 33:00 is left" in page_of(shown(evening))
    address = reverse("tournaments:event_round", args=[evening.event.pk, 1])
    text = Client().get(address, headers={"accept-language": "en"}).content.decode()
    assert "Table 2: 33:00 is left" in text


def test_once_no_table_plays_nobody_is_hurried_any_more() -> None:
    evening = an_evening(4)
    evening.start()
    assert 'data-kind="clock"' in shown(evening)
    evening.play(evening.drawn)
    assert "data-clock" not in shown(evening)
    address = reverse("tournaments:event_round", args=[evening.event.pk, 1])
    assert "data-clock" not in Client().get(address).content.decode()
