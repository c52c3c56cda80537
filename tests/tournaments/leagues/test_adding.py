"""Matches added to a division that has begun, and a championship of one day, round by round."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from datetime import time
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.books.refusals import NotNow
from clubs.books.ways_back import last_acts, offer_undo
from clubs.models import Role
from tests.builders import a_player, a_user, an_author
from tests.tournaments.leagues.support import FIRST_DAY, LeagueOfClub, three_teams
from tournaments import leagues
from tournaments.core.leagues.match import Fixture
from tournaments.leagues.counting import count_league
from tournaments.leagues.next_round import propose_round
from tournaments.models import League, TeamMatch

pytestmark = pytest.mark.django_db


def fixture(league: LeagueOfClub, drawn: int, home: str, away: str, **fields: Any) -> Fixture:
    return Fixture(round=drawn, home=league.teams[home].number, away=league.teams[away].number, **fields)


def add(league: LeagueOfClub, drawn: int, home: str, away: str, **fields: Any) -> TeamMatch:
    return leagues.add_match(
        league.by, league.division(), fixture(league, drawn, home, away, **fields), uuid4()
    )


def undo(league: LeagueOfClub) -> None:
    offered = offer_undo(league.last_act()).undo
    assert offered is not None
    offered.run(league.by, "", uuid4())


def named(league: LeagueOfClub) -> list[str]:
    matches = TeamMatch.objects.filter(league=league.league).select_related("home", "away")
    return [f"{one.number} {one.round} {one.home} {one.away}" for one in matches.order_by("number")]


def manager(league: LeagueOfClub) -> Client:
    client = Client()
    client.force_login(a_user(Role.Kind.DIRECTOR, club=league.club))
    return client


# Single matches.


def test_a_match_is_added_to_a_division_that_has_begun_and_taken_off_again() -> None:
    league = three_teams()
    league.enter(1, "5000-4000", "5000-4000")
    late = league.team("Late", place="Barn")
    before = named(league)
    added = add(league, 4, "Late", "Alfa", day=FIRST_DAY)
    assert (added.number, added.place, added.day) == (4, "Barn", FIRST_DAY)
    assert named(league) == [*before, "4 4 Late Alfa"]
    undo(league)
    assert named(league) == before
    undo(league)
    assert named(league) == [*before, "4 4 Late Alfa"]
    acts = last_acts(league.fresh().book)
    assert acts[1].taken_back == acts[0].line.number
    assert late.pk == league.match(4).home_id


def test_a_form_sent_twice_adds_one_match() -> None:
    league, key = three_teams(), uuid4()
    asked = (league.by, league.division(), fixture(league, 4, "Alfa", "Gamma"), key)
    assert leagues.add_match(*asked) == leagues.add_match(*asked)
    assert len(named(league)) == 4


def test_a_team_plays_once_in_a_round_against_another_of_its_division() -> None:
    league = three_teams()
    with pytest.raises(ValidationError):
        add(league, 1, "Alfa", "Gamma")
    with pytest.raises(ValidationError):
        add(league, 4, "Alfa", "Alfa")
    league.enter(1, "5000-4000", "5000-4000")
    leagues.withdraw_team(league.by, league.teams["Gamma"], "too few players")
    with pytest.raises(ValidationError):
        add(league, 4, "Alfa", "Gamma")
    stranger = an_author(a_user(Role.Kind.SCORER, club=league.club))
    with pytest.raises(PermissionDenied):
        leagues.add_match(stranger, league.division(), fixture(league, 4, "Alfa", "Beta"), uuid4())


def test_a_match_that_has_begun_is_not_taken_off_nor_its_adding_undone() -> None:
    league = three_teams()
    add(league, 4, "Alfa", "Gamma")
    added = league.last_act()
    leagues.move_match(league.by, league.match(4), FIRST_DAY, None, "", 1)
    assert offer_undo(added).undo is None
    undo(league)
    league.enter(4, "5000-4000", "5000-4000")
    offered = offer_undo(added).undo
    assert offered is not None
    with pytest.raises(NotNow):
        offered.run(league.by, "", uuid4())
    with pytest.raises(NotNow):
        leagues.remove_matches(league.by, league.division(), [4])
    with pytest.raises(NotNow):
        leagues.remove_matches(league.by, league.division(), [3, 99])
    leagues.remove_matches(league.by, league.division(), [3])
    assert named(league) == ["1 1 Alfa Beta", "2 2 Beta Gamma", "4 4 Alfa Gamma"]
    undo(league)
    assert named(league)[2] == "3 3 Gamma Alfa"


def test_the_page_adds_a_match_and_the_page_of_the_match_takes_it_off() -> None:
    league = three_teams()
    league.enter(1, "5000-4000", "5000-4000")
    client, args = manager(league), [league.league.pk, 1]
    address = reverse("tournaments:fixtures_add", args=args)
    for page in ("league_desk", "league_fixtures"):
        assert address in client.get(reverse(f"tournaments:{page}", args=args[:1])).content.decode()
    assert 'value="4"' in client.get(address).content.decode()
    sent = {"key": str(uuid4()), "round": "4", "home": "1", "away": "3", "day": "", "starts": "", "place": ""}
    assert client.post(address, {**sent, "away": "1"}).status_code == 200
    assert client.post(address, sent).status_code == 302
    assert named(league)[-1] == "4 4 Alfa Gamma"
    shown = client.get(reverse("tournaments:match_desk", args=[league.match(4).pk])).content.decode()
    remove = reverse("tournaments:match_remove", args=[league.match(4).pk])
    assert remove in shown
    assert client.post(remove).status_code == 302
    assert len(named(league)) == 3


# A championship of one day.


def one_day(*names: str) -> LeagueOfClub:
    league = LeagueOfClub()
    before = leagues.plan_of(league.fresh())
    leagues.change_league(league.by, league.fresh(), replace(before, until=before.since), 1)
    for name in names:
        league.team(name)
    return league


def test_the_next_round_is_drawn_by_the_table_and_counts_for_nothing_before_it_is_published() -> None:
    league = one_day("Alfa", "Beta", "Gamma", "Delta")
    league.publish("1 Alfa Beta", "1 Gamma Delta")
    league.enter(1, "5000-4000", "5000-4000")
    league.enter(2, "4000-5000", "4000-5000")
    counted = count_league(league.fresh())
    proposed = propose_round(counted, counted.divisions[0])
    assert proposed is not None
    assert {(one.home.name, one.away.name) for one in proposed.matches} == {
        ("Delta", "Alfa"),
        ("Beta", "Gamma"),
    }
    assert (proposed.number, proposed.sits_out, proposed.open_matches) == (2, None, 0)
    assert propose_round(count_league(league.fresh()), counted.divisions[0]) == proposed
    assert len(named(league)) == 2


def test_a_round_that_is_another_one_by_now_is_looked_at_again() -> None:
    league = one_day("Alfa", "Beta", "Gamma", "Delta")
    league.publish("1 Alfa Beta", "1 Gamma Delta")
    league.enter(1, "5000-4000", "5000-4000")
    league.enter(2, "5000-4000", "5000-4000")
    client = manager(league)
    address = reverse("tournaments:fixtures_next", args=[league.league.pk, 1])
    sent = next_round_form(client, address)
    league.enter(2, "4000-5000", "4000-5000")
    answer = client.post(address, sent)
    assert "Something has changed meanwhile" in answer.content.decode()
    assert len(named(league)) == 2
    again = {**sent, "seen": seen_in(answer.content.decode())}
    assert client.post(address, again).status_code == 302
    assert len(named(league)) == 4


def test_a_round_costs_the_same_for_many_matches() -> None:
    league, costs = one_day("Alfa", "Beta", "Gamma", "Delta"), []
    client = manager(league)
    address = reverse("tournaments:fixtures_next", args=[league.league.pk, 1])
    league.publish("1 Alfa Beta", "1 Gamma Delta")
    client.get(address)
    for drawn in (2, 3, 4):
        with CaptureQueriesContext(connection) as asked:
            client.get(address)
        costs.append(len(asked))
        add(league, drawn, "Alfa", "Gamma")
        add(league, drawn, "Beta", "Delta")
    assert len({*costs}) == 1


def seen_in(page: str) -> str:
    found = re.search(r'name="seen" value="([^"]*)"', page)
    assert found is not None
    return found[1]


def next_round_form(client: Client, address: str) -> dict[str, str]:
    page = client.get(address).content.decode()
    day, starts = (
        found[1] if (found := re.search(rf'name="{name}" value="([^"]*)"', page)) else ""
        for name in ("day", "starts")
    )
    return {"key": str(uuid4()), "seen": seen_in(page), "day": day, "starts": starts}


STRENGTH = {"Alfa": 6, "Beta": 5, "Gamma": 4, "Delta": 3, "Late": 2, "Zeta": 1}
STARTS = ("10:00", "11:00", "12:00", "13:00")
PLAYED = {"kind1": "played", "kind2": "played", "at_fault1": "", "at_fault2": ""}


@dataclass
class DayOfPages:
    """A championship of one day, all through the pages of the league manager. The stronger team wins."""

    league: LeagueOfClub = field(default_factory=one_day)

    def __post_init__(self) -> None:
        self.client = manager(self.league)
        self.draw = reverse("tournaments:fixtures_next", args=[self.league.league.pk, 1])

    def post(self, page: str, *args: object, **sent: object) -> None:
        address = reverse(f"tournaments:{page}", args=args)
        answer = self.client.post(address, {"key": str(uuid4()), **sent})
        assert answer.status_code == 302, answer.content.decode()

    def enter(self, name: str) -> None:
        players = [a_player(f"{name}{number} Berg", club=self.league.club).name for number in range(1, 5)]
        team = {"version": "0", "name": name, "division": "1", "players": "\n".join(players)}
        self.post("team_new", self.league.league.pk, **team)

    def leave(self, name: str) -> None:
        self.post("team_withdraw", self.league.fresh().teams.get(name=name).pk, reason="the last train")

    def publish(self, drawn: int) -> str:
        """Publish the next round as it is shown; return its page."""
        page, sent = self.client.get(self.draw).content.decode(), next_round_form(self.client, self.draw)
        # From the third on a round begins as long after the one before as that did.
        assert sent["starts"] == STARTS[drawn - 1] or drawn <= 2
        self.post("fixtures_next", self.league.league.pk, 1, **{**sent, "starts": STARTS[drawn - 1]})
        return page

    def play(self, drawn: int) -> None:
        for match in TeamMatch.objects.filter(league=self.league.league, round=drawn):
            home = 5000 + 500 * (STRENGTH[match.home.name] - STRENGTH[match.away.name])
            totals = {"home1": home, "away1": 5000, "home2": home, "away2": 5000}
            self.post("match_result", match.pk, version=match.version, **totals, **PLAYED)
            match.refresh_from_db()
            self.post("match_accept", match.pk, version=match.version)


def test_a_whole_day_through_the_pages_with_a_team_that_comes_late_and_one_that_leaves() -> None:
    day = DayOfPages()
    for name in ("Zeta", "Delta", "Gamma", "Beta", "Alfa"):
        day.enter(name)
    assert "sits out." in day.publish(1)
    day.play(1)
    day.enter("Late")
    for drawn in (2, 3):
        assert "sits out." not in day.publish(drawn)
        day.play(drawn)
    day.leave("Zeta")
    assert "sits out." in day.publish(4)
    day.play(4)
    matches = [*TeamMatch.objects.filter(league=day.league.league).select_related("home", "away")]
    met = [frozenset((one.home.name, one.away.name)) for one in matches]
    assert len(met) == len({*met}) == 2 + 3 + 3 + 2
    assert {(one.round, one.day, one.starts) for one in matches} == {
        (number, FIRST_DAY, time(9 + number)) for number in (1, 2, 3, 4)
    }
    counted = count_league(day.league.fresh()).divisions[0]
    assert counted.teams[counted.table.lines[0].team].name == "Alfa"
    day.post("league_close", day.league.league.pk)
    assert day.league.fresh().state == League.State.CLOSED
