"""A season counted by other rules: as its evenings and its agreement would count it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Player
from scoring import recording
from tests.scoring.support.played import a_deal
from tests.tournaments.running.test_set_up_corrections import a_going_out, right
from tests.tournaments.series.support import Season
from tests.tournaments.support.events import Played, agreed
from tournaments import running, series
from tournaments.core.results import SitOutValue
from tournaments.core.schemes.total import TOTAL
from tournaments.core.series.rules import CountedEvenings, SeriesRules
from tournaments.models import Series, Tournament
from tournaments.series.counting import CountedSeries, count
from tournaments.what_if.season import SeasonSupposition, suppose_season
from tournaments.what_if.season_form import WhatIfSeasonForm

pytestmark = pytest.mark.django_db


class PlayedSeason:
    """Two evenings of four pairs in one club, with deals, and their series."""

    def __init__(self) -> None:
        self.played = Played(
            agreed(rounds=1, deals=1, walkover_margin=2000, sit_out=SitOutValue.FIXED), ruleset="danish"
        )
        players = [self.played.players() for _pair in range(4)]
        self.evenings = [self.evening(at, players) for at in (1, 2)]
        plan = series.SeriesPlan(name="Autumn", since=date(2026, 1, 1), rules=SeriesRules(way="result"))
        self.series: Series = series.add_series(self.played.by, self.played.club, plan, uuid4())

    def evening(self, number: int, players: list[list[Player]]) -> Tournament:
        by, club = self.played.by, self.played.club
        plan = running.EventPlan(
            name=f"Evening {number}",
            date=date(2026, 5, number),
            ruleset="danish",
            agreement=self.played.agreement,
        )
        event = running.create_event(by, club, plan)
        running.enter_pairs(by, event, players)
        drawn = running.publish_round(by, running.draw_round(by, event, f"{number}"))
        for at, game in enumerate(self.played.games(drawn)):
            recording.record_deal(by, game, a_deal(body=a_going_out(400 + 300 * at + 50 * number)))
        running.close_round(by, drawn)
        return running.show_results(by, event)

    def as_agreed(self) -> SeasonSupposition:
        return SeasonSupposition(who=Series.Who(self.series.who), rules=self.series.agreed)


def totals(counted: CountedSeries) -> list[tuple[tuple[int, ...], int | None, int]]:
    return [(line.key, line.place, line.total) for line in counted.lines]


def test_with_what_was_agreed_on_nothing_changes() -> None:
    season = PlayedSeason()
    supposed = suppose_season(season.series, season.as_agreed())
    assert totals(supposed.supposed) == totals(supposed.real) == totals(count(season.series))
    assert len(supposed.real.lines) == 8


def test_another_way_to_count_the_season_is_the_series_with_that_agreement() -> None:
    season = PlayedSeason()
    rules = replace(season.series.agreed, counted=CountedEvenings.BEST, how_many=1, bonus=300)
    supposed = suppose_season(season.series, SeasonSupposition(who=Series.Who.ENTRIES, rules=rules))
    plan = replace(series.plan_of(season.series), who=Series.Who.ENTRIES, rules=rules)
    series.change_series(season.played.by, season.series, plan, season.series.version)
    changed = Series.objects.get(pk=season.series.pk)
    assert totals(supposed.supposed) == totals(count(changed))
    assert totals(supposed.supposed) != totals(supposed.real)


def test_another_scheme_counts_each_evening_as_if_it_had_been_corrected() -> None:
    season = PlayedSeason()
    supposed = suppose_season(
        season.series, replace(season.as_agreed(), scheme=TOTAL, options={"going_out": 100})
    )
    assert supposed.as_they_are == []
    for evening in season.evenings:
        season.played.event = evening
        change: dict[str, Any] = {"options": {"going_out": 100}, "scheme": TOTAL, "chain": TOTAL.chain}
        running.correct_set_up(season.played.by, season.played.fresh, right(season.played, **change))
    assert totals(supposed.supposed) == totals(count(season.series))
    assert totals(supposed.supposed) != totals(supposed.real)


def test_a_list_of_past_results_counts_as_it_does_and_is_named() -> None:
    season = Season()
    listed = season.evening("1 Anna Bo", "2 Cia Dan")
    plan = series.SeriesPlan(name="Autumn", since=date(2026, 1, 1))
    made = series.add_series(season.by, season.club, plan, uuid4())
    supposed = suppose_season(
        made, SeasonSupposition(who=Series.Who.PLAYERS, rules=made.agreed, scheme=TOTAL)
    )
    assert [event.pk for event in supposed.as_they_are] == [listed.pk]
    assert totals(supposed.supposed) == totals(supposed.real)


def test_the_page_counts_what_its_address_says(client: Client) -> None:
    season = PlayedSeason()
    assert season.played.by.user is not None
    client.force_login(season.played.by.user)
    address = reverse("tournaments:series_what_if", args=[season.series.pk])
    form = client.get(address).context["form"]
    assert isinstance(form, WhatIfSeasonForm)
    assert "option_going_out" in form.fields
    values = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
    sent = {
        name: "on" if value is True else str(form.fields[name].prepare_value(value))
        for name, value in values.items()
        if value is not None and value is not False
    }
    page = client.get(address, {**sent, "count": "1", "counted": "best", "how_many": "1"})
    assert page.context["form"].errors == {}
    (table,) = page.context["report"].tables
    assert len(table.rows) == 8
    file = client.get(address, {**sent, "count": "1", "as": "json"}).json()
    assert [one["key"] for one in file["tables"]] == ["places"]
    wrong = client.get(address, {**sent, "count": "1", "how_many": "0"})
    assert wrong.context["report"] is None
    assert "how_many" in wrong.context["form"].errors


def test_evenings_with_different_house_rules_are_offered_no_others() -> None:
    season = PlayedSeason()
    evenings = [Tournament.objects.get(pk=one.pk) for one in season.evenings]
    evenings[1].options = {"going_out": 100}
    form = WhatIfSeasonForm(None, series=season.series, evenings=evenings)
    assert "option_going_out" not in form.fields
