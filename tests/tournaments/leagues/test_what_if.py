"""A league counted by other rules: as if they had been agreed on, and what nobody knows is named."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.models import Role
from scoring.core.replay import NotKnown
from tests.builders import a_user
from tests.scoring.support import signed
from tests.scoring.support.played import a_body
from tests.tournaments.leagues.support import LeagueOfClub, three_teams
from tournaments import leagues
from tournaments.agreement.league_rules import store_rules
from tournaments.core.leagues.rules import LeagueRules, WithdrawnTeam
from tournaments.core.leagues.table import LeagueCharge
from tournaments.leagues.counting import CountedLeague, count_league
from tournaments.leagues.what_if import LeagueSupposition, suppose_league
from tournaments.leagues.what_if_form import WhatIfLeagueForm
from tournaments.models import League

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> LeagueOfClub:
    """Alfa beats Beta by much at one table, Beta beats Gamma at both, Gamma beats Alfa by little at both."""
    league = three_teams()
    league.enter(1, "9000-1000", "4000-4200")
    league.enter(2, "5000-4900", "5000-4900")
    league.enter(3, "5000-4900", "5000-4900")
    return league


def as_agreed(league: League) -> LeagueSupposition:
    return LeagueSupposition(rules=league.agreed, options=league.options)


def lines(counted: CountedLeague) -> list[Any]:
    return [
        (line.team, line.place, line.match_points, line.table_points, line.difference)
        for division in counted.divisions
        for line in division.table.lines
    ]


def test_with_what_was_agreed_on_nothing_changes(league: LeagueOfClub) -> None:
    stored = league.fresh()
    supposed = suppose_league(stored, as_agreed(stored))
    assert lines(supposed.supposed) == lines(supposed.real) == lines(count_league(stored))
    assert (supposed.tables, supposed.rulings_in_points) == ([], False)


@pytest.mark.parametrize(
    "change",
    [
        {"scheme": "total", "decision": "difference"},
        {"win": 3, "draw": 0},
        {"decision": "difference", "chain": ("difference", "match_points")},
        {"withdrawn": WithdrawnTeam.STRUCK_OUT},
    ],
)
def test_other_rules_count_as_if_they_had_been_agreed_on(
    league: LeagueOfClub, change: dict[str, Any]
) -> None:
    leagues.withdraw_team(league.by, league.teams["Gamma"], "no players left")
    stored = league.fresh()
    rules = replace(stored.agreed, **change)
    supposed = suppose_league(stored, replace(as_agreed(stored), rules=rules))
    assert lines(supposed.real) == lines(count_league(stored))
    League.objects.filter(pk=stored.pk).update(rules=store_rules(rules))
    agreed = count_league(league.fresh())
    assert lines(supposed.supposed) == lines(agreed) != lines(supposed.real)


def test_nothing_is_stored(league: LeagueOfClub) -> None:
    before = league.fresh()
    suppose_league(league.fresh(), LeagueSupposition(rules=replace(before.agreed, win=5), options={}))
    after = league.fresh()
    assert (after.rules, after.options, after.version) == (before.rules, before.options, before.version)
    assert lines(count_league(after)) == lines(count_league(before))


def test_charges_count_what_they_name_and_the_page_says_so_where_another_scheme_counts(
    league: LeagueOfClub,
) -> None:
    leagues.charge_team(league.by, league.teams["Alfa"], LeagueCharge(match_points=-1), "late", uuid4())
    stored = league.fresh()
    same = suppose_league(stored, replace(as_agreed(stored), rules=replace(stored.agreed, win=3)))
    other = suppose_league(stored, replace(as_agreed(stored), rules=replace(stored.agreed, scheme="total")))
    assert (same.rulings_in_points, other.rulings_in_points) == (False, True)


# House rules, and the number of deals.


def with_a_game() -> LeagueOfClub:
    """A match whose first table was played deal by deal, and whose second by its points alone."""
    league = LeagueOfClub(rules=LeagueRules(deals=1, margin=2000))
    for name in ("Alfa", "Beta"):
        league.team(name)
    league.publish("1 Alfa Beta")
    league.lined_up()
    evening = league.game_at(1)
    evening.record(1, a_body(), by=evening.device(0))
    signed.approve(evening)
    signed.all_sign(evening)
    # The points of the first table follow from its game, whatever is typed.
    league.enter(1, "1-0", "3000-2500")
    return league


def test_a_game_is_counted_from_its_deals_and_of_entered_points_nobody_knows() -> None:
    league = with_a_game()
    stored = league.fresh()
    goes_on = replace(as_agreed(stored), rules=replace(stored.agreed, deals=2))
    supposed = suppose_league(stored, goes_on)
    assert [(one.played.number, one.not_known) for one in supposed.tables] == [
        (1, NotKnown.GOES_ON),
        (2, NotKnown.NO_DEALS),
    ]
    assert [one.is_listed for one in supposed.tables] == [True, False]
    assert lines(supposed.supposed) == lines(supposed.real)


# The page.


def page(client: Client, league: LeagueOfClub, **query: Any) -> str:
    assert league.by.user is not None
    client.force_login(league.by.user)
    answer = client.get(reverse("tournaments:league_what_if", args=[league.league.pk]), query)
    assert answer.status_code == 200
    return answer.content.decode()


def typed(league: LeagueOfClub, **changes: Any) -> dict[str, Any]:
    """The form as it is shown, with changes."""
    form = WhatIfLeagueForm(None, league=league.fresh())
    shown = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
    return {name: value for name, value in {**shown, **changes}.items() if value is not None}


def test_the_page_counts_what_its_address_says(client: Client, league: LeagueOfClub) -> None:
    assert "Count it so" in page(client, league)
    text = page(client, league, **typed(league, win=7))
    assert "Match points as they count" in text
    assert "Counted as it was played" in text
    form = WhatIfLeagueForm(None, league=league.fresh())
    assert not {"tables", "legs", "version", "deals", "reserves"} & {*form.fields}


def test_house_rules_are_asked_for_where_there_are_games(client: Client) -> None:
    league = with_a_game()
    form = WhatIfLeagueForm(None, league=league.fresh())
    assert {"deals", "scheme"} <= {*form.fields}
    text = page(client, league, **typed(league, deals=2))
    assert "it would have gone on, and nobody knows how" in text
    assert "Of 2 games it is not known what they would have come to" in text


def test_what_could_not_have_been_agreed_on_is_refused(client: Client) -> None:
    league = with_a_game()
    text = page(client, league, **typed(league, margin=""))
    assert "A game with a fixed number of deals has no target" in text
    assert "Match points as they count" not in text


def test_what_is_wrong_is_said_at_its_field(client: Client, league: LeagueOfClub) -> None:
    text = page(client, league, **typed(league, win="many"))
    assert "Match points as they count" not in text
    assert 'aria-invalid="true"' in text


def test_the_file_has_what_the_page_has(client: Client, league: LeagueOfClub) -> None:
    assert league.by.user is not None
    client.force_login(league.by.user)
    address = reverse("tournaments:league_what_if", args=[league.league.pk])
    data = client.get(address, {**typed(league, win=7), "as": "json"}).json()
    (table,) = (one for one in data["tables"] if one["key"] == "standings_1")
    assert len(table["rows"]) == 3


def test_the_desk_leads_there_once_there_is_a_result(client: Client) -> None:
    league = three_teams()
    assert league.by.user is not None
    client.force_login(league.by.user)
    desk = reverse("tournaments:league_desk", args=[league.league.pk])
    address = reverse("tournaments:league_what_if", args=[league.league.pk])
    assert address not in client.get(desk).content.decode()
    league.enter(1, "9000-1000", "4000-4200")
    assert address in client.get(desk).content.decode()


def test_others_do_not_see_it(client: Client, league: LeagueOfClub) -> None:
    client.force_login(a_user(Role.Kind.SCORER, club=league.club))
    answer = client.get(reverse("tournaments:league_what_if", args=[league.league.pk]))
    assert answer.status_code == 403


def test_the_number_of_queries_does_not_grow() -> None:
    few, many = three_teams(), three_teams()
    few.enter(1, "9000-1000", "4000-4200")
    for number in (1, 2, 3):
        many.enter(number, "9000-1000", "4000-4200")

    def count(league: LeagueOfClub) -> int:
        stored = league.fresh()
        with CaptureQueriesContext(connection) as queries:
            suppose_league(stored, replace(as_agreed(stored), rules=replace(stored.agreed, win=3)))
        return len(queries)

    assert count(few) == count(many)
