"""A league is made, changed, closed and removed by its managers; each act is in the log and has its undo."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from clubs.books.refusals import NotNow
from clubs.books.verification import verify_log
from clubs.books.ways_back import offer_undo
from clubs.models import Role
from tests.builders import a_club, a_player, a_user, an_author
from tests.tournaments.leagues.support import FIRST_DAY, LeagueOfClub, three_teams
from tournaments import leagues
from tournaments.core.leagues.match import MatchKind, TeamSide
from tournaments.core.leagues.rules import LeagueRules, PairsMeeting, Reserves, WithdrawnTeam
from tournaments.core.leagues.table import LeagueCharge
from tournaments.core.worth import SchemeNumbers
from tournaments.leagues.next_season_form import next_initial
from tournaments.leagues.next_steps import load_desk
from tournaments.leagues.page import load_page, load_team
from tournaments.models import League, Team, TeamCharge, TeamMatch

pytestmark = pytest.mark.django_db

RULES = LeagueRules(
    tables=3,
    meeting=PairsMeeting.EACH_AGAINST,
    opponents=2,
    scheme="vp_table",
    numbers=SchemeNumbers(bands=(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)),
    decision="points",
    chain=("table_points", "match_points"),
    withdrawn=WithdrawnTeam.STRUCK_OUT,
    reserves=Reserves.LOWER_TEAMS,
    reserve_times=3,
)


def undo(league: LeagueOfClub, reason: str = "") -> None:
    offered = offer_undo(league.last_act()).undo
    assert offered is not None
    offered.run(league.by, reason, uuid4())


def is_whole() -> bool:
    return verify_log().broken == []


# The league.


def test_what_was_agreed_on_is_read_as_it_was_stored() -> None:
    league = LeagueOfClub()
    plan = league.plan(name="Spring", rules=RULES, divisions=("A", "B"), public=False)
    made = leagues.add_league(league.by, league.club, plan, uuid4())
    assert leagues.plan_of(made) == plan
    assert leagues.plan_from(plan.facts) == plan


def test_one_form_sent_twice_is_one_league() -> None:
    league, key = LeagueOfClub(), uuid4()
    plan = league.plan(name="Spring")
    first = leagues.add_league(league.by, league.club, plan, key)
    assert leagues.add_league(league.by, league.club, plan, key) == first
    assert League.objects.count() == 2


def test_only_directors_make_a_league() -> None:
    league = LeagueOfClub()
    with pytest.raises(PermissionDenied):
        leagues.add_league(
            an_author(a_user(Role.Kind.SCORER, club=league.club)), league.club, league.plan(), uuid4()
        )


@pytest.mark.parametrize(
    ("field", "plan"),
    [
        ("name", {"name": ""}),
        ("ruleset", {"ruleset": "whist"}),
        ("until", {"until": FIRST_DAY - timedelta(days=1)}),
        ("divisions", {"divisions": ()}),
        ("divisions", {"divisions": ("A", "A")}),
        ("scheme", {"rules": LeagueRules(scheme="places")}),
        ("chain", {"rules": LeagueRules(chain=("wins", "wins"))}),
        ("win", {"rules": LeagueRules(win=0)}),
        ("tables", {"rules": LeagueRules(tables=0)}),
    ],
)
def test_what_cannot_be_agreed_on_is_refused_at_its_field(field: str, plan: dict[str, object]) -> None:
    league = LeagueOfClub()
    with pytest.raises(ValidationError) as refusal:
        leagues.add_league(league.by, league.club, league.plan(**{"name": "Spring", **plan}), uuid4())
    assert [*refusal.value.error_dict] == [field]


def test_a_change_is_undone() -> None:
    league = LeagueOfClub()
    before = leagues.plan_of(league.fresh())
    leagues.change_league(league.by, league.fresh(), replace(before, name="Winter", rules=RULES), 1)
    assert league.fresh().name == "Winter"
    undo(league)
    assert leagues.plan_of(league.fresh()) == before
    assert is_whole()


def test_a_change_of_somebody_else_is_not_overwritten() -> None:
    league = LeagueOfClub()
    leagues.change_league(league.by, league.fresh(), league.plan(name="Winter"), 1)
    with pytest.raises(NotNow):
        leagues.change_league(league.by, league.fresh(), league.plan(name="Spring"), 1)


def test_how_pairs_meet_stays_once_a_result_is_there() -> None:
    league = three_teams()
    league.enter(1, "5000-4000", "5000-4000")
    with pytest.raises(ValidationError) as refusal:
        leagues.change_league(league.by, league.fresh(), league.plan(rules=RULES), league.fresh().version)
    assert [*refusal.value.error_dict] == ["tables"]


def test_a_league_is_closed_when_every_result_is_accepted() -> None:
    league = three_teams()
    for number in (1, 2, 3):
        league.enter(number, "5000-4000", "5000-4000")
    with pytest.raises(NotNow):
        leagues.close_league(league.by, league.fresh())
    for number in (1, 2, 3):
        leagues.accept_result(league.by, league.match(number), league.match(number).version)
    leagues.close_league(league.by, league.fresh())
    assert league.fresh().is_closed
    with pytest.raises(NotNow):
        league.enter(1, "1-0", "1-0")
    undo(league)
    assert not league.fresh().is_closed


def test_a_league_that_was_removed_comes_back() -> None:
    league = LeagueOfClub()
    leagues.remove_league(league.by, league.fresh())
    assert league.fresh().removed_at is not None
    undo(league)
    assert league.fresh().removed_at is None


# Teams.


def test_a_team_is_read_as_it_was_stored_and_its_change_undone() -> None:
    league = LeagueOfClub()
    reserve = a_player("Rita Berg", club=league.club)
    team = league.team(
        "Alfa", captain="Anna Berg", email="anna@example.org", place="Hall", blocked_dates=(FIRST_DAY,)
    )
    before = leagues.team_plan_of(Team.objects.get(pk=team.pk))
    leagues.change_team(league.by, team, replace(before, name="Omega", reserves=(reserve.pk,)), 1)
    undo(league)
    assert leagues.team_plan_of(Team.objects.get(pk=team.pk)) == before


def test_no_address_of_a_captain_is_in_the_log() -> None:
    league = LeagueOfClub()
    league.team("Alfa", captain="Anna Berg", email="anna@example.org")
    assert "anna@" not in league.last_act().text
    assert "Anna" not in league.last_act().text


def test_a_player_belongs_to_one_team_and_may_be_a_reserve_of_another() -> None:
    league = LeagueOfClub()
    league.team("Alfa")
    taken = league.players["Alfa"][0].pk
    with pytest.raises(ValidationError):
        leagues.add_team(league.by, league.league, leagues.TeamPlan(name="Beta", players=(taken,)), uuid4())
    leagues.add_team(league.by, league.league, leagues.TeamPlan(name="Beta", reserves=(taken,)), uuid4())


def test_a_team_is_taken_out_before_its_matches_and_withdraws_after() -> None:
    league = LeagueOfClub()
    team = league.team("Alfa")
    leagues.remove_team(league.by, team)
    undo(league)
    league.team("Beta")
    league.publish("1 Alfa Beta")
    with pytest.raises(NotNow):
        leagues.remove_team(league.by, team)
    leagues.withdraw_team(league.by, team, "too few players")
    assert Team.objects.get(pk=team.pk).is_withdrawn
    undo(league)
    assert not Team.objects.get(pk=team.pk).is_withdrawn


def test_points_of_a_team_are_changed_cancelled_and_brought_back() -> None:
    league = three_teams()
    key = uuid4()
    for _time in range(2):
        charge = leagues.charge_team(
            league.by, league.teams["Alfa"], LeagueCharge(-1), "ineligible player", key
        )
    row = load_team(load_page(league.fresh()), 1)
    assert row is not None
    assert row.row.line.match_points == -1
    undo(league, "a mistake")
    assert TeamCharge.objects.get(pk=charge.pk).cancelled_at is not None
    undo(league)
    assert TeamCharge.objects.get(pk=charge.pk).cancelled_at is None


# Fixtures.


def test_fixtures_are_published_anew_and_undone() -> None:
    league = three_teams()
    league.publish("1 Alfa Gamma")
    undo(league)
    assert TeamMatch.objects.filter(league=league.league).count() == 3
    leagues.withdraw_fixtures(league.by, league.division())
    assert league.fresh().state == League.State.PLANNED
    undo(league)
    assert league.fresh().state == League.State.RUNNING


def test_fixtures_stay_once_a_match_has_begun() -> None:
    league = three_teams()
    league.enter(1, "5000-4000", "5000-4000")
    with pytest.raises(NotNow):
        league.publish("1 Alfa Gamma")


@pytest.mark.parametrize("line", ["1 Alfa Alfa", "0 Alfa Beta", "201 Alfa Beta"])
def test_a_match_that_cannot_be_played_is_refused(line: str) -> None:
    league = three_teams()
    with pytest.raises(ValidationError):
        league.publish(line)


def test_a_team_plays_once_in_a_round() -> None:
    league = three_teams()
    with pytest.raises(ValidationError):
        league.publish("1 Alfa Beta", "1 Gamma Alfa")


def test_a_match_is_moved_and_postponed() -> None:
    league = three_teams()
    leagues.postpone_match(league.by, league.match(), None, "snow", league.match().version)
    assert league.match().last_day == FIRST_DAY + timedelta(days=14)
    assert league.match().day is None
    undo(league)
    assert league.match().day == FIRST_DAY
    leagues.move_match(
        league.by, league.match(), FIRST_DAY + timedelta(days=1), None, "Hall", league.match().version
    )
    assert league.match().place == "Hall"


# Results.


def test_what_a_captain_enters_waits_and_what_the_manager_enters_is_confirmed() -> None:
    league = three_teams()
    league.enter(1, "5000-4000", "4000-4100", side=TeamSide.HOME)
    assert league.match(1).state == TeamMatch.State.ENTERED
    league.enter(2, "5000-4000", "4000-4100")
    assert league.match(2).state == TeamMatch.State.CONFIRMED


def test_a_result_sent_twice_is_entered_once() -> None:
    league, key = three_teams(), uuid4()
    tables = leagues.MatchState.of(league.enter(1, "5000-4000", "4000-4100")).tables
    for _time in range(2):
        leagues.enter_result(league.by, league.match(2), tables, key)
    assert league.match(2).version == 2


def test_the_away_captain_confirms_or_disputes() -> None:
    league = three_teams()
    league.enter(1, "5000-4000", "4000-4100", side=TeamSide.HOME)
    leagues.dispute_result(league.by, league.match(), "4,200 at table 2", league.match().version, needs=None)
    assert load_page(league.fresh()).divisions[0].lines[0].line.played == 0
    with pytest.raises(NotNow):
        leagues.accept_result(league.by, league.match(), league.match().version)
    leagues.confirm_result(league.by, league.match(), league.match().version, needs=None)
    assert league.match().confirmed_by == TeamMatch.ConfirmedBy.AWAY
    assert load_page(league.fresh()).divisions[0].lines[0].line.played == 1


def test_silence_counts_as_yes_after_the_agreed_hours_and_not_before() -> None:
    league = three_teams()
    league.enter(1, "5000-4000", "4000-4100", side=TeamSide.HOME)
    with pytest.raises(NotNow):
        leagues.accept_result(league.by, league.match(), league.match().version)
    later = replace(league.by, at=league.by.at + timedelta(hours=48))
    leagues.accept_result(later, league.match(), league.match().version)
    assert league.match().confirmed_by == TeamMatch.ConfirmedBy.SILENCE


def test_an_accepted_result_stays_until_the_acceptance_is_withdrawn() -> None:
    league = three_teams()
    league.enter(1, "5000-4000", "4000-4100")
    leagues.accept_result(league.by, league.match(), league.match().version)
    with pytest.raises(NotNow):
        league.enter(1, "1-0", "1-0")
    leagues.unaccept_result(league.by, league.match())
    league.enter(1, "1-0", "1-0")
    for _act in range(3):
        undo(league)
    assert leagues.MatchState.of(league.match()).tables[0].home_total == 5000


def test_a_match_is_decided_by_the_manager() -> None:
    league = three_teams()
    leagues.rule_match(
        league.by, league.match(), MatchKind.WALKOVER, "did not come", 1, at_fault=TeamSide.AWAY
    )
    line = load_page(league.fresh()).divisions[0].lines[0]
    assert (line.team.name, line.line.match_points, line.line.table_points, line.line.difference) == (
        "Alfa",
        2,
        4,
        # Two tables, each two fifths of Samba's 10 000.
        8000,
    )
    leagues.rule_match(
        league.by, league.match(), MatchKind.RULED, "both at fault", 2, ruled=((0, 1, -5), (0, 0, 5))
    )
    assert [line.line.losses for line in load_page(league.fresh()).divisions[0].lines[:3]].count(1) == 2
    undo(league)
    assert league.match().kind == TeamMatch.Kind.WALKOVER


def test_a_result_is_taken_out_and_put_back() -> None:
    league = three_teams()
    league.enter(1, "5000-4000", "4000-4100")
    before = leagues.MatchState.of(league.match())
    leagues.clear_result(league.by, league.match(), "the wrong match")
    assert league.match().kind is None
    undo(league)
    assert leagues.MatchState.of(league.match()) == before
    assert is_whole()


def test_an_act_is_not_undone_over_a_later_one() -> None:
    league = three_teams()
    league.enter(1, "5000-4000", "4000-4100")
    entered = league.last_act()
    league.enter(1, "1-0", "1-0")
    assert offer_undo(entered).undo is None


@pytest.mark.parametrize(
    "change", [{"home_total": None}, {"at_fault": 0}, {"home_pair": 2}, {"kind": "walkover"}]
)
def test_a_table_that_says_too_little_is_refused(change: dict[str, object]) -> None:
    league = three_teams()
    tables = [*leagues.MatchState.of(league.enter(2, "5000-4000", "4000-4100")).tables]
    tables[0] = replace(tables[0], **change)  # type: ignore[arg-type]
    with pytest.raises(ValidationError):
        leagues.enter_result(league.by, league.match(), tables, uuid4())


# The next season.


def test_the_next_season_carries_teams_over_and_moves_them() -> None:
    league = LeagueOfClub(divisions=("A", "B"))
    for name, division in (("Alfa", 1), ("Beta", 1), ("Gamma", 2), ("Delta", 2)):
        league.team(name, division=division)
    league.publish("1 Alfa Beta")
    league.publish("1 Gamma Delta", division=2)
    for number in (1, 2):
        league.enter(number, "5000-4000", "5000-4000")
        leagues.accept_result(league.by, league.match(number), league.match(number).version)
    asked = (league.league, "Next", FIRST_DAY, FIRST_DAY)
    with pytest.raises(NotNow):
        leagues.make_next_season(league.by, *asked, uuid4())
    leagues.close_league(league.by, league.fresh())
    key = uuid4()
    made = leagues.make_next_season(league.by, *asked, key)
    assert leagues.make_next_season(league.by, *asked, key) == made
    places = dict(Team.objects.filter(league=made).values_list("name", "division__position"))
    assert places == {"Alfa": 1, "Gamma": 1, "Beta": 2, "Delta": 2}
    assert Team.objects.get(league=made, name="Alfa").members.count() == 4
    with pytest.raises(NotNow):
        leagues.make_next_season(league.by, *asked, uuid4())


def test_a_league_of_another_club_is_nobody_elses() -> None:
    league = three_teams()
    stranger = an_author(a_user(Role.Kind.DIRECTOR, club=a_club("Nagu")))
    with pytest.raises(PermissionDenied):
        leagues.accept_result(stranger, league.match(), 1)


@pytest.mark.parametrize(
    ("name", "following"),
    [
        ("Autumn 2026", "Autumn 2027"),
        ("Cup 2026/27", "Cup 2027/28"),
        ("Cup 1999/00", "Cup 2000/01"),
        ("Cup 2026–2027", "Cup 2027–2028"),
        ("Division of 1500 points", "Division of 1500 points 2027"),
    ],
)
def test_the_next_season_has_a_name_of_its_own(name: str, following: str) -> None:
    league = LeagueOfClub(name=name)
    assert next_initial(league.league)["name"] == following


def test_the_desk_says_when_the_league_can_be_closed() -> None:
    league = three_teams()
    for number in (1, 2, 3):
        assert not load_desk(load_page(league.fresh())).can_close
        league.enter(number, "5000-4900", "5000-4900")
        leagues.accept_result(league.by, league.match(number), league.match(number).version)
    assert load_desk(load_page(league.fresh())).can_close
    leagues.close_league(league.by, league.league)
    assert not load_desk(load_page(league.fresh())).can_close
