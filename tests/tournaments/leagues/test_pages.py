"""The pages of leagues: what everybody sees, what the league manager does, and what it costs."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.models import Player, Role
from tests.builders import a_player, a_user
from tests.tournaments.leagues.second_program import recount
from tests.tournaments.leagues.support import FIRST_DAY, LeagueOfClub, three_teams
from tournaments import leagues
from tournaments.core.leagues.match import MatchKind, TeamSide
from tournaments.core.leagues.rules import LeagueRules, PairsMeeting
from tournaments.core.leagues.table import LeagueCharge
from tournaments.leagues.counting import count_league
from tournaments.models import LineUpPlace, TeamMatch

pytestmark = pytest.mark.django_db


def manager(league: LeagueOfClub) -> Client:
    client = Client()
    client.force_login(a_user(Role.Kind.DIRECTOR, club=league.club))
    return client


def page_of(league: LeagueOfClub, name: str, *args: object, **ask: str) -> str:
    address = reverse(f"tournaments:{name}", args=[league.league.pk, *args])
    return Client().get(address, ask).content.decode()


def queries_of(league: LeagueOfClub) -> int:
    with CaptureQueriesContext(connection) as asked:
        count_league(league.fresh())
    return len(asked)


def test_the_table_says_who_leads_and_a_match_why_it_gave_its_points() -> None:
    league = three_teams()
    league.enter(1, "5000-4000", "4000-5200")
    table = page_of(league, "league")
    assert table.index("Beta") < table.index("Alfa")
    match = page_of(league, "league_match", 1)
    assert "The differences decide. Match points: 0–2." in match
    assert "pair 1" in match


def test_a_page_that_has_not_changed_is_answered_by_one_row() -> None:
    league = three_teams()
    address = reverse("tournaments:league", args=[league.league.pk])
    first = Client().get(address)
    with CaptureQueriesContext(connection) as asked:
        again = Client().get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, len(asked)) == (304, 1)
    league.enter(1, "5000-4000", "5000-4000")
    assert Client().get(address, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_the_tables_of_a_league_cost_as_much_for_many_matches_as_for_few() -> None:
    league = three_teams()
    league.enter(1, "5000-4000", "5000-4000")
    before = queries_of(league)
    for name in ("Delta", "Epsilon", "Zeta"):
        league.team(name)
    for number in (2, 3):
        league.enter(number, "5000-4000", "5000-4000")
    assert queries_of(league) == before


def test_no_name_is_shown_that_may_not_be_published() -> None:
    league = three_teams()
    Player.objects.update(may_publish=False)
    for side, name in ((TeamSide.HOME, "Alfa"), (TeamSide.AWAY, "Beta")):
        leagues.seal_line_up(league.by, league.match(), side, league.pairs(name, 1, 2, 3, 4))
    league.enter(1, "5000-4000", "5000-4000")
    for name, args in (("league_team", (1,)), ("league_match", (1,)), ("league_division", (1,))):
        assert "Berg" not in page_of(league, name, *args)
    assert (
        "Berg"
        in manager(league).get(reverse("tournaments:match_desk", args=[league.match().pk])).content.decode()
    )


def test_nobody_sees_a_line_up_before_both_are_sealed() -> None:
    league = three_teams()
    Player.objects.update(may_publish=True)
    leagues.seal_line_up(league.by, league.match(), TeamSide.HOME, league.pairs("Alfa", 4, 3, 2, 1))
    address = reverse("tournaments:match_desk", args=[league.match().pk])
    seen = [page_of(league, "league_match", 1), page_of(league, "league_match", 1, **{"as": "json"})]
    seen += [manager(league).get(address).content.decode(), league.last_act().text]
    assert not any("Alfa1 Berg" in text or "Alfa4 Berg" in text for text in seen)
    assert str(league.players["Alfa"][0].pk) not in league.last_act().text.replace(str(league.match().pk), "")
    leagues.seal_line_up(league.by, league.match(), TeamSide.AWAY, league.pairs("Beta", 1, 2, 3, 4))
    assert "Alfa4 Berg – Alfa3 Berg" in page_of(league, "league_match", 1)


def test_a_refusal_does_not_depend_on_the_other_line_up() -> None:
    league = three_teams()
    leagues.seal_line_up(league.by, league.match(), TeamSide.HOME, league.pairs("Alfa", 1, 2, 3, 4))
    problems = leagues.seal_line_up(
        league.by, league.match(), TeamSide.AWAY, league.pairs("Alfa", 1, 2, 3, 4), needs=None
    )
    assert {fault.code.value for fault in problems} == {"not_in_team"}


def test_a_hidden_league_is_nobodys() -> None:
    league = LeagueOfClub(public=False)
    assert Client().get(reverse("tournaments:league", args=[league.league.pk])).status_code == 404


def test_the_desk_names_the_next_step_and_accepts_with_one_tap() -> None:
    league = three_teams()
    client, address = manager(league), reverse("tournaments:league_desk", args=[league.league.pk])
    league.enter(1, "5000-4000", "5000-4000")
    assert "Accept 1 result" in client.get(address).content.decode()
    match = league.match()
    client.post(
        reverse("tournaments:match_accept", args=[match.pk]), {"version": match.version, "to": "desk"}
    )
    assert league.match().state == TeamMatch.State.ACCEPTED


def test_typed_values_stay_when_a_table_is_refused() -> None:
    league = three_teams()
    sent: dict[str, Any] = {
        "key": str(uuid4()),
        "version": 1,
        "home1": "5000",
        "away1": "",
        "kind1": "played",
    }
    sent |= {"home2": "4321", "away2": "4000", "kind2": "played"}
    page = manager(league).post(reverse("tournaments:match_result", args=[league.match().pk]), sent)
    assert "Write the points of both pairs." in page.content.decode()
    assert 'value="4321"' in page.content.decode()
    assert league.match().kind is None


def test_a_season_is_planned_looked_at_and_published() -> None:
    league = LeagueOfClub()
    for name in ("Alfa", "Beta", "Gamma", "Delta"):
        league.team(name, players=0, blocked_dates=(FIRST_DAY,) if name == "Alfa" else ())
    address = reverse("tournaments:fixtures_plan", args=[league.league.pk, 1])
    sent = {
        "key": str(uuid4()),
        "first": FIRST_DAY.isoformat(),
        "weeks": 2,
        "minutes": 75,
        "order": "mirrored",
    }
    client = manager(league)
    assert "cannot play on this day" in client.post(address, sent).content.decode()
    assert not TeamMatch.objects.exists()
    client.post(address, {**sent, "publish": "1"})
    assert TeamMatch.objects.count() == 12
    assert TeamMatch.objects.filter(round=2)[0].day == FIRST_DAY + timedelta(weeks=2)


def test_who_is_not_eligible_is_shown_to_the_manager() -> None:
    league = three_teams()
    outsider = a_player("Otto Outsider", club=league.club)
    pairs = ((league.players["Alfa"][0].pk, outsider.pk), (None, None))
    for side, line_up in ((TeamSide.HOME, pairs), (TeamSide.AWAY, league.pairs("Beta", 1, 2, 3, 4))):
        leagues.seal_line_up(league.by, league.match(), side, line_up)
    page = manager(league).get(reverse("tournaments:match_desk", args=[league.match().pk])).content.decode()
    assert "Alfa, pair 1: Otto Outsider is not in the team" in page


def test_a_broken_seal_keeps_the_line_up_and_is_sealed_again_by_its_undo() -> None:
    league = three_teams()
    pairs = league.pairs("Alfa", 1, 2, 3, 4)
    leagues.seal_line_up(league.by, league.match(), TeamSide.HOME, pairs)
    leagues.break_seal(league.by, league.match(), TeamSide.HOME, "a slip")
    assert league.match().home_sealed_at is None
    leagues.seal_again(league.by, league.match(), TeamSide.HOME)
    assert leagues.line_up_of(league.match(), TeamSide.HOME) == pairs
    assert LineUpPlace.objects.count() == 4


# The second program.


def exported(league: LeagueOfClub, position: int = 1) -> str:
    return page_of(league, "league_division", position, **{"as": "json"})


@pytest.mark.parametrize(
    "rules",
    [
        LeagueRules(),
        LeagueRules(scheme="vp_continuous", decision="points"),
        LeagueRules(tables=3, meeting=PairsMeeting.EACH_AGAINST, decision="difference"),
    ],
)
def test_a_second_program_counts_the_exported_file_as_this_one(rules: LeagueRules) -> None:
    league = three_teams(rules=rules)
    league.team("Gone")
    league.publish("1 Alfa Beta", "2 Beta Gamma", "3 Gamma Alfa", "4 Alfa Gone", "5 Gone Beta")
    totals = [f"{4000 + 150 * number}-{4600 - 90 * number}" for number in range(rules.games)]
    league.enter(1, *totals)
    tables = [*leagues.MatchState.of(league.match(1)).tables]
    missing = leagues.TypedTable(
        number=rules.games,
        home_pair=tables[-1].home_pair,
        away_pair=tables[-1].away_pair,
        kind="walkover",
        at_fault=1,
    )
    leagues.enter_result(league.by, league.match(2), [*tables[:-1], missing], uuid4())
    leagues.rule_match(
        league.by, league.match(3), MatchKind.RULED, "as ruled", 1, ruled=((2, 3, 50), (0, 1, -50))
    )
    leagues.withdraw_team(league.by, league.teams["Gone"], "no players")
    leagues.charge_team(league.by, league.teams["Alfa"], LeagueCharge(-1, 0, 10), "late", uuid4())
    assert recount(exported(league)) == []
    assert "late" not in exported(league)


def test_the_pages_of_teams_are_shown_to_the_manager() -> None:
    league = three_teams()
    leagues.charge_team(league.by, league.teams["Alfa"], LeagueCharge(-1), "late", uuid4())
    client = manager(league)
    page = client.get(reverse("tournaments:league_teams", args=[league.league.pk])).content.decode()
    assert "4 players" in page
    assert "Alfa: \N{MINUS SIGN}1 match points" in page
    page = client.get(reverse("tournaments:team_change", args=[league.teams["Alfa"].pk])).content.decode()
    assert "Alfa1 Berg\nAlfa2 Berg" in page


def test_somebody_manages_one_league_alone() -> None:
    league = three_teams()
    guest = a_user()
    Role.objects.create(user=guest, book=league.league.book, kind=Role.Kind.DIRECTOR)
    client = Client()
    client.force_login(guest)
    for name in ("league_desk", "league_change", "league_fixtures"):
        assert client.get(reverse(f"tournaments:{name}", args=[league.league.pk])).status_code == 200
    assert client.get(reverse("clubs:event_people", args=[league.league.book_id])).status_code == 200
    assert client.get(reverse("tournaments:club_leagues", args=[league.club.pk])).status_code == 403
