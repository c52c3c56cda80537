"""What clashes in the fixtures: said at each match, before and after it is published or moved."""

from __future__ import annotations

from datetime import date, time, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from clubs.books.refusals import NotNow
from clubs.books.ways_back import offer_undo
from clubs.models import Club, Role
from tests.builders import a_club, a_user
from tests.tournaments.leagues.support import FIRST_DAY, LeagueOfClub
from tournaments import leagues
from tournaments.core.leagues.match import TeamSide
from tournaments.leagues.clashes import league_clashes
from tournaments.leagues.counting import count_league
from tournaments.leagues.page import load_desk_page
from tournaments.leagues.season_plans import championship_days
from tournaments.models import CalendarDate, TeamMatch

pytestmark = pytest.mark.django_db

HALL: dict[str, Any] = {"place": "Hall"}


def four_teams() -> LeagueOfClub:
    """Alfa and Beta are at home in one hall; Delta cannot play on the day of the second round."""
    league = LeagueOfClub()
    league.team("Alfa", **HALL)
    league.team("Beta", place="hall ")
    league.team("Gamma")
    league.team("Delta", blocked_dates=(FIRST_DAY + timedelta(weeks=2),))
    league.publish("1 Alfa Gamma", "1 Delta Beta", "2 Gamma Beta")
    return league


def clashes(league: LeagueOfClub) -> dict[int, list[str]]:
    return league_clashes(count_league(league.fresh()))


def move(league: LeagueOfClub, number: int, day: date, starts: time | None = None, place: str = "") -> None:
    match = league.match(number)
    leagues.move_match(league.by, match, day, starts, place, match.version)


def manager(league: LeagueOfClub) -> Client:
    client = Client()
    client.force_login(a_user(Role.Kind.DIRECTOR, club=league.club))
    return client


def page_of(league: LeagueOfClub, name: str, *args: object) -> str:
    address = reverse(f"tournaments:{name}", args=[*args] or [league.league.pk])
    return manager(league).get(address).content.decode()


def undo(league: LeagueOfClub) -> None:
    offered = offer_undo(league.last_act()).undo
    assert offered is not None
    offered.run(league.by, "", uuid4())


# Published, and moved by hand.


def test_a_match_that_is_moved_says_what_is_in_its_way_and_so_does_the_other() -> None:
    league = four_teams()
    assert clashes(league) == {}
    second = FIRST_DAY + timedelta(weeks=2)
    move(league, 2, second, time(18, 30), "Hall")
    move(league, 3, second, time(18), "HALL")
    assert clashes(league) == {
        2: [
            "Delta cannot play on this day.",
            "Gamma – Beta is played at the same place at that time.",
            "Beta plays Gamma – Beta at that time too.",
        ],
        3: [
            "Delta – Beta is played at the same place at that time.",
            "Beta plays Delta – Beta at that time too.",
        ],
    }
    move(league, 3, second, time(11), "HALL")
    assert clashes(league) == {2: ["Delta cannot play on this day."]}


def test_what_is_over_says_nothing_but_still_has_its_place() -> None:
    league = four_teams()
    move(league, 2, FIRST_DAY, place="Hall")
    move(league, 1, FIRST_DAY, place="Hall")
    assert sorted(clashes(league)) == [1, 2]
    league.enter(1, "5000-4000", "5000-4000")
    assert clashes(league) == {2: ["Alfa – Gamma is played at the same place at that time."]}
    league.enter(2, "5000-4000", "5000-4000")
    assert clashes(league) == {}


def test_two_divisions_of_one_hall_are_seen_together() -> None:
    league = LeagueOfClub(divisions=("A", "B"))
    for name, division in (("Alfa", 1), ("Beta", 1), ("Gamma", 2), ("Delta", 2)):
        league.team(name, division=division, **HALL)
    league.publish("1 Alfa Beta")
    league.publish("1 Gamma Delta", division=2)
    assert clashes(league) == {
        1: ["Gamma – Delta is played at the same place at that time."],
        2: ["Alfa – Beta is played at the same place at that time."],
    }


def test_rounds_that_follow_each_other_on_one_day_do_not_clash() -> None:
    league = four_teams()
    for number, at in ((1, 10), (2, 10), (3, 11)):
        move(league, number, FIRST_DAY, time(at))
    assert clashes(league) == {}
    move(league, 3, FIRST_DAY, time(10))
    assert sorted(clashes(league)) == [1, 2, 3]


def test_desk_fixtures_and_match_say_it_and_the_public_page_does_not() -> None:
    league, day = LeagueOfClub(), timezone.localdate() + timedelta(days=60)
    league.team("Alfa")
    league.team("Delta", blocked_dates=(day,))
    league.publish("1 Alfa Delta")
    move(league, 1, day)
    sentence, match = "Delta cannot play on this day.", league.match(1)
    desk = page_of(league, "league_desk")
    assert '<h2 id="clashes">Clashes</h2>' in desk
    assert desk.count(sentence) == 2
    assert page_of(league, "league_fixtures").count(sentence) == 1
    assert page_of(league, "match_desk", match.pk).count(sentence) == 1
    assert page_of(league, "match_when", match.pk).count(sentence) == 1
    public = reverse("tournaments:league_division", args=[league.league.pk, 1])
    assert sentence not in Client().get(public).content.decode()


def test_a_day_that_clashes_is_asked_about_before_it_is_saved() -> None:
    league = four_teams()
    address = reverse("tournaments:match_when", args=[league.match(2).pk])
    sent = {"version": "1", "day": (FIRST_DAY + timedelta(weeks=2)).isoformat(), "starts": "18:00"}
    asked = manager(league).post(address, sent)
    assert asked.status_code == 200
    assert "Delta cannot play on this day." in asked.content.decode()
    assert "Save it all the same" in asked.content.decode()
    assert league.match(2).day == FIRST_DAY
    assert manager(league).post(address, {**sent, "anyway": "on"}).status_code == 302
    assert league.match(2).day == FIRST_DAY + timedelta(weeks=2)
    free = {**sent, "version": "2", "day": (FIRST_DAY + timedelta(weeks=5)).isoformat()}
    assert manager(league).post(address, free).status_code == 302
    assert clashes(league) == {}


def test_clashes_cost_no_query_however_many_matches_there_are() -> None:
    league, costs = four_teams(), []
    for matches in ((), ("3 Alfa Delta", "4 Gamma Delta", "5 Beta Alfa")):
        if matches:
            league.publish(*matches)
        stored = league.fresh()
        with CaptureQueriesContext(connection) as asked:
            load_desk_page(stored)
        costs.append(len(asked))
    assert costs == [5, 5]


# Planned.


def plan_form(**changes: Any) -> dict[str, Any]:
    sent = {"key": str(uuid4()), "first": FIRST_DAY.isoformat(), "weeks": "2", "starts": "18:00"}
    return {**sent, "minutes": "60", "order": "mirrored", **changes}


def plan(league: LeagueOfClub, division: int = 1, **changes: Any) -> str:
    address = reverse("tournaments:fixtures_plan", args=[league.league.pk, division])
    answer = manager(league).post(address, plan_form(**changes))
    return answer.content.decode() if answer.status_code == 200 else ""


def days_of(league: LeagueOfClub, division: int = 1) -> list[tuple[date | None, time | None]]:
    matches = TeamMatch.objects.filter(division=league.division(division)).order_by("round", "number")
    return [*dict.fromkeys((match.day, match.starts) for match in matches)]


def two_teams(**fields: Any) -> LeagueOfClub:
    league = LeagueOfClub(**fields)
    for name in ("Alfa", "Beta"):
        league.team(name, **HALL)
    return league


def test_a_closed_place_is_said_in_the_plan_and_stays_known() -> None:
    league = two_teams()
    closed = f"Hall: {FIRST_DAY.isoformat()}"
    assert "The place is closed on this day." in plan(league, closed_places=closed)
    assert league.fresh().closed_places == {}
    assert plan(league, closed_places=closed, publish="1") == ""
    assert league.fresh().closed_places == {"Hall": [FIRST_DAY.isoformat()]}
    assert clashes(league) == {1: ["The place is closed on this day."]}
    assert closed in page_of(league, "fixtures_plan", league.league.pk, 1)
    assert closed in page_of(league, "league_change")
    move(league, 1, FIRST_DAY + timedelta(days=1), place="Hall")
    assert clashes(league) == {}


def test_closed_places_are_changed_with_the_settings_and_back() -> None:
    league = two_teams()
    before = leagues.plan_of(league.fresh())
    stored = league.fresh()
    sent = {
        "key": str(uuid4()),
        "version": stored.version,
        "name": stored.name,
        "ruleset": stored.ruleset,
        "since": stored.since.isoformat(),
        "until": stored.until.isoformat(),
        "divisions": "Division 1",
        "public": "on",
        "closed_places": "Hall: 2026-11-28, 2026-12-05\nSchool: 2026-11-28",
    }
    address = reverse("tournaments:league_change", args=[stored.pk])
    for wrong in ("Hall", "Hall: 28", ": 2026-11-28", "Hall:"):
        assert manager(league).post(address, {**sent, "closed_places": wrong}).status_code == 200
    assert manager(league).post(address, sent).status_code == 302
    assert league.fresh().closed_places["Hall"] == ["2026-11-28", "2026-12-05"]
    undo(league)
    assert leagues.plan_of(league.fresh()) == before


def test_spare_days_are_used_where_that_saves_a_clash() -> None:
    league = two_teams()
    closed = f"Hall: {FIRST_DAY.isoformat()}"
    assert plan(league, closed_places=closed, spare="1", publish="1") == ""
    assert clashes(league) == {}
    assert [day for day, _at in days_of(league)] == [FIRST_DAY + timedelta(weeks=weeks) for weeks in (2, 4)]


def test_rounds_of_a_day_have_breaks() -> None:
    league = four_teams()
    assert "after it, such as" in plan(league, weeks="0", breaks="after round 2")
    assert plan(league, weeks="0", starts="10:00", breaks="2: 45\n4: 30", publish="1") == ""
    times = [at.strftime("%H:%M") for _day, at in days_of(league) if at]
    assert times == ["10:00", "11:00", "12:45", "13:45", "15:15", "16:15"]
    assert clashes(league) == {}


def test_a_division_is_planned_around_what_the_others_have() -> None:
    league = two_teams(divisions=("A", "B"))
    for name in ("Gamma", "Delta"):
        league.team(name, division=2, **HALL)
    assert plan(league, publish="1") == ""
    clashing = plan(league, 2)
    assert "Alfa – Beta is played at the same place at that time." in clashing
    assert "2 clashes are left. No plan has fewer." in clashing
    assert plan(league, 2, spare="2", publish="1") == ""
    assert clashes(league) == {}


# Home and away.


def test_home_and_away_are_exchanged_with_the_place_and_back() -> None:
    league = four_teams()
    before = leagues.MatchState.of(league.match(1))
    address = reverse("tournaments:match_exchange", args=[league.match(1).pk])
    assert "Exchange home and away" in page_of(league, "match_desk", league.match(1).pk)
    assert manager(league).post(address, {"version": "1"}).status_code == 302
    match = league.match(1)
    assert (match.home.name, match.away.name, match.place) == ("Gamma", "Alfa", "")
    undo(league)
    assert leagues.MatchState.of(league.match(1)) == before
    leagues.exchange_sides(league.by, league.match(3), 1)
    assert league.match(3).place == "hall "


def test_sides_stay_once_somebody_has_sealed_or_entered() -> None:
    league = four_teams()
    leagues.exchange_sides(league.by, league.match(1), 1)
    exchanged = league.last_act()
    leagues.seal_line_up(league.by, league.match(1), TeamSide.HOME, league.pairs("Gamma", 1, 2, 3, 4))
    assert "Exchange home and away" not in page_of(league, "match_desk", league.match(1).pk)
    with pytest.raises(NotNow):
        leagues.exchange_sides(league.by, league.match(1), league.match(1).version)
    offered = offer_undo(exchanged).undo
    assert offered is not None
    with pytest.raises(NotNow):
        offered.run(league.by, "", uuid4())
    assert league.match(1).home.name == "Gamma"
    league.enter(2, "5000-4000", "5000-4000")
    with pytest.raises(NotNow):
        leagues.exchange_sides(league.by, league.match(2), league.match(2).version)


def test_a_result_that_is_taken_out_leaves_the_sides() -> None:
    league = four_teams()
    leagues.exchange_sides(league.by, league.match(1), 1)
    league.enter(1, "5000-4000", "5000-4000")
    leagues.clear_result(league.by, league.match(1), "wrong match")
    assert (league.match(1).home.name, league.match(1).away.name) == ("Gamma", "Alfa")


def test_the_days_of_championships_are_proposed_as_days_without_matches() -> None:
    federation = a_club()
    league = LeagueOfClub(club=a_club(federation=federation))

    def in_calendar(first: int, days: int = 1, owner: Club = federation, **fields: Any) -> None:
        plain = {"kind": CalendarDate.Kind.CHAMPIONSHIP, "state": CalendarDate.State.APPROVED}
        first_day = FIRST_DAY + timedelta(days=first)
        CalendarDate.objects.create(
            **{"federation": owner, "club": owner, "name": "Cup", "ruleset": "samba", **plain, **fields},
            first_day=first_day,
            last_day=first_day + timedelta(days=days - 1),
        )

    in_calendar(20, days=2)
    in_calendar(40, kind=CalendarDate.Kind.OPEN)
    in_calendar(41, state=CalendarDate.State.ASKED)
    in_calendar(42, owner=a_club())
    in_calendar(300)
    assert championship_days(league.league) == tuple(FIRST_DAY + timedelta(days=day) for day in (20, 21))
    assert league.by.user is not None
    client = Client()
    client.force_login(league.by.user)
    page = client.get(reverse("tournaments:fixtures_plan", args=[league.league.pk, 1])).content.decode()
    assert "2026-09-27\n2026-09-28" in page
