"""An event counted by other settings: as a correction of them would count it, and nothing is stored."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.books.writing import JsonValue
from scoring import recording
from scoring.core.replay import NotKnown
from scoring.models import Game
from tests.scoring.support.played import a_deal
from tests.tournaments.running.test_set_up_corrections import a_going_out, right, with_a_closed_round
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.core.results import SitOutValue
from tournaments.core.schemes.total import TOTAL
from tournaments.core.schemes.vp_table import VP_TABLE
from tournaments.core.schemes.wins_total import WINS_TOTAL
from tournaments.models import EventAdjustment, Standing
from tournaments.play.what_if import SupposedEvent, Supposition, suppose
from tournaments.running.events import fingerprint_of

pytestmark = pytest.mark.django_db


def supposed(event: Played, options: dict[str, JsonValue] | None = None, **settings: Any) -> SupposedEvent:
    now = event.fresh
    chosen = now.options if options is None else options
    return suppose(now, Supposition(agreement=replace(now.agreement, **settings), options=chosen))


def after(counted: SupposedEvent) -> list[tuple[int, int, int, int]]:
    return [
        (one.totals.entry, one.place, one.totals.points, one.totals.difference)
        for one in counted.after.placings
    ]


CHANGES: list[dict[str, Any]] = [
    {"options": {"going_out": 100}},
    {"scheme": TOTAL, "chain": ("points",)},
    {"scheme": WINS_TOTAL, "chain": WINS_TOTAL.chain},
    {"scheme": VP_TABLE, "chain": VP_TABLE.chain},
    {"chain": ("difference", "points")},
    {"sit_out": SitOutValue.FIXED, "sit_out_points": 1, "sit_out_difference": 77},
    {"options": {"going_out": 100}, "scheme": TOTAL, "chain": ("points",), "cap": 850},
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: "-".join(change))
def test_an_event_counts_as_if_it_had_been_corrected(change: dict[str, Any]) -> None:
    event = with_a_closed_round()
    counted = supposed(event, **change)
    running.correct_set_up(event.by, event.fresh, right(event, **change))
    places = Standing.objects.filter(round__tournament=event.event).order_by("place", "entry__number")
    kept = places.values_list("entry__number", "place", "points", "difference")
    assert sorted(after(counted)) == sorted(kept)
    assert sorted(after(supposed(event))) == sorted(kept)


def test_nothing_is_stored_and_the_event_stays_as_it_is() -> None:
    event = with_a_closed_round()
    before, entries = fingerprint_of(event.fresh), event.fresh.book.entries
    kept = event.kept(event.event.rounds.get())
    counted = supposed(event, options={"going_out": 100}, scheme=TOTAL, chain=("points",))
    assert after(counted) != [tuple(row) for row in kept]
    assert fingerprint_of(event.fresh) == before
    assert event.fresh.book.entries == entries
    assert event.kept(event.event.rounds.get()) == kept == event.counted()
    assert {game.options.get("going_out") for game in Game.objects.all()} == {None}


def test_with_the_settings_as_they_are_nothing_changes() -> None:
    event = with_a_closed_round()
    counted = supposed(event)
    assert counted.before == counted.after
    assert counted.tables == []


def test_a_game_without_deals_keeps_its_result_and_is_named() -> None:
    event = with_a_closed_round()
    drawn = event.publish()
    first = event.games(drawn)[0]
    event.totals(first, 900, 400)
    counted = supposed(event, options={"going_out": 100})
    (table,) = counted.not_known
    assert (table.not_known, table.played.game_id) == (NotKnown.NO_DEALS, first.pk)
    assert table.supposed.totals == (900, 400)


def test_fewer_deals_end_a_game_before_and_more_are_not_known() -> None:
    event = Played(agreed(deals=2, walkover_margin=2000), ruleset="danish")
    event.enter(4)
    for game in event.games(event.publish()):
        recording.record_deal(event.by, game, a_deal(body=a_going_out()))
        recording.record_deal(event.by, game, a_deal(2, a_going_out(700)))
    shorter = supposed(event, deals=1)
    assert [(table.game.deals, table.game.dealt) for table in shorter.tables] == [(1, 2), (1, 2)]
    assert all(table.is_shorter and table.changes for table in shorter.tables)
    longer = supposed(event, deals=3)
    assert {table.not_known for table in longer.tables} == {NotKnown.GOES_ON}


def test_points_by_ruling_are_said_where_another_scheme_counts() -> None:
    event = with_a_closed_round()
    assert not supposed(event, scheme=TOTAL, chain=("points",)).rulings_in_points
    charge = running.EventCharge(
        entry=1, unit=EventAdjustment.Unit.POINTS, amount=-1, reason="late", key=uuid4()
    )
    running.adjust_event(event.by, event.fresh, charge)
    assert supposed(event, scheme=TOTAL, chain=("points",)).rulings_in_points
    assert not supposed(event, chain=("difference",)).rulings_in_points


# The page.


@pytest.fixture
def director(client: Client) -> tuple[Client, Played]:
    event = with_a_closed_round()
    assert event.by.user is not None
    client.force_login(event.by.user)
    return client, event


def address(event: Played) -> str:
    return reverse("tournaments:event_what_if", args=[event.event.pk])


def sent(client: Client, event: Played, **typed: str) -> dict[str, str]:
    """What the form sends, with something else in it."""
    form = client.get(address(event)).context["form"]
    values = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
    plain = {
        name: "on" if value is True else str(form.fields[name].prepare_value(value))
        for name, value in values.items()
        if value is not None and value is not False and value != ""
    }
    return {**plain, "count": "1", **typed}


def test_the_page_shows_the_places_beside_those_that_count(director: tuple[Client, Played]) -> None:
    client, event = director
    page = client.get(address(event), sent(client, event, option_going_out="1"))
    assert page.context["form"].errors == {}
    report = page.context["report"]
    places, games = report.tables
    assert [row.values[0] for row in places.rows] == [row.values[5] for row in places.rows]
    assert [row.values[3:5] for row in games.rows] == [
        ("800 : −50", "900 : −50"),
        ("900 : −50", "1,000 : −50"),
    ]
    assert len(report.facts) == 1


def test_the_form_keeps_what_was_typed_and_says_what_is_wrong(director: tuple[Client, Played]) -> None:
    client, event = director
    page = client.get(address(event), sent(client, event, deals="many"))
    assert page.context["report"] is None
    assert "deals" in page.context["form"].errors
    assert 'value="many"' in page.content.decode()


def test_it_can_be_taken_as_a_file(director: tuple[Client, Played]) -> None:
    client, event = director
    values = sent(client, event, scheme=TOTAL.code)
    page = client.get(address(event), values)
    assert page.context["form"].errors == {}
    file = client.get(address(event), {**values, "as": "json"})
    assert file.headers["Content-Type"].startswith("application/json")
    assert [table["key"] for table in file.json()["tables"]] == ["places"]


def test_what_is_asked_of_the_database_does_not_grow_with_the_tables(client: Client) -> None:
    asked = []
    for entries in (4, 12):
        event = with_a_closed_round(entries=entries)
        assert event.by.user is not None
        client.force_login(event.by.user)
        values = sent(client, event, option_going_out="1")
        with CaptureQueriesContext(
            connection,
        ) as queries:
            client.get(address(event), values)
        asked.append(len(queries))
    assert asked[0] == asked[1] <= 40


def test_a_list_of_past_results_knows_no_games_to_count(director: tuple[Client, Played]) -> None:
    client, event = director
    event.event.__class__.objects.filter(pk=event.event.pk).update(standings_from="list")
    assert client.get(address(event)).status_code == 404
