"""The captain's way without an account: line-ups, results, answers, and what can be taken back."""

from __future__ import annotations

import html
import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from clubs.accounts.throttling import FAILURES_PER_ADDRESS
from clubs.books.verification import verify_log
from clubs.models import Attempt, LogEntry
from tests.tournaments.captains.support import AWAY, HOME, CaptainsLeague
from tournaments import captains, leagues
from tournaments.captains.codes import code_of_team, find_captain
from tournaments.core.leagues.match import Fixture
from tournaments.core.leagues.rules import LeagueRules, PairsMeeting, Reserves
from tournaments.models import LineUpPlace, MatchTable, TeamMatch

pytestmark = pytest.mark.django_db

State = TeamMatch.State


def state_of(match: TeamMatch) -> str:
    match.refresh_from_db()
    return str(match.state)


def an_entered_match(league: CaptainsLeague, **changes: Any) -> TeamMatch:
    match = league.open_match()
    league.post("team_result", "Alfa", match.number, **league.typed_totals(match, **changes))
    assert state_of(match) == State.ENTERED
    return match


# The whole way.


def test_a_match_goes_from_the_line_ups_to_the_acceptance_without_an_account_of_a_captain() -> None:
    league = CaptainsLeague()
    match = league.match()
    assert "Name the line-up" in league.page("team_page", "Alfa")
    sealed = league.post("team_line_up", "Alfa", match.number, **league.typed_line_up(match, "Alfa"))
    assert "The line-up is sealed." in sealed
    assert "It waits for the line-up of Beta." in sealed
    assert "The line-up of Alfa is sealed already." in league.page("team_page", "Beta")
    league.post("team_line_up", "Beta", match.number, **league.typed_line_up(match, "Beta"))
    assert "Enter the result" in league.page("team_page", "Alfa")
    assert "Enter the result" not in league.page("team_page", "Beta")
    entered = league.post("team_result", "Alfa", match.number, **league.typed_totals(match))
    assert "Now the other captain is asked." in entered
    assert "Check the result" in league.page("team_page", "Beta")
    assert "5,200" in league.page("team_answer", "Beta", match.number)
    assert state_of(match) == State.ENTERED
    league.post("team_answer", "Beta", match.number, version=match.version, answer="confirm")
    assert (state_of(match), match.confirmed_by) == (State.CONFIRMED, TeamMatch.ConfirmedBy.AWAY)
    leagues.accept_result(league.by, match, match.version)
    assert state_of(match) == State.ACCEPTED
    assert not verify_log(league.league.book_id).broken


def test_the_away_captain_confirms_in_three_taps() -> None:
    """The link, the button, the answer: each page has the next one as its primary button."""
    league = CaptainsLeague()
    match = an_entered_match(league)
    first = league.page("team_page", "Beta")
    (address,) = re.findall(r'class="button primary" href="([^"]+)"', first)
    assert address == league.address("team_answer", "Beta", match.number)
    second = league.page("team_answer", "Beta", match.number)
    assert len(re.findall(r'<button class="primary"[^>]*value="confirm"', second)) == 1


# Line-ups.


def test_a_line_up_is_nowhere_before_both_are_sealed_and_then_everywhere() -> None:
    league = CaptainsLeague(("Alfa", "Beta", "Gamma", "Delta"))
    match = league.match()
    league.seal(match, HOME, "Alfa")
    addresses = [
        *(
            league.address(name, "Beta", match.number)
            for name in ("team_match", "team_line_up", "team_result")
        ),
        *(league.address(name, "Beta") for name in ("team_page",)),
        *(
            reverse("tournaments:league_match", args=[league.league.pk, match.number]) + query
            for query in ("", "?as=json", "?as=csv", "?as=text", "?as=print")
        ),
        reverse("tournaments:league_division", args=[league.league.pk, 1]) + "?as=json",
    ]
    for address in addresses:
        assert "Alfa1 Berg" not in Client().get(address).content.decode(), address
    assert "Alfa1 Berg" in league.page("team_match", "Alfa", match.number)
    league.seal(match, AWAY, "Beta")
    for address in (addresses[0], addresses[4]):
        assert "Alfa1 Berg" in Client().get(address).content.decode(), address


def test_the_log_of_a_seal_names_nobody() -> None:
    league = CaptainsLeague()
    match = league.match()
    league.seal(match, HOME, "Alfa")
    entry = LogEntry.objects.get(act="match.sealed")
    assert "line_up_home" not in entry.text
    assert not any(f" {player.pk}" in entry.text for player in league.players["Alfa"])
    assert entry.author is None


def test_a_captain_chooses_from_the_own_team_and_its_reserves_only() -> None:
    league = CaptainsLeague()
    match = league.match()
    page = league.page("team_line_up", "Alfa", match.number)
    assert '<optgroup label="Reserves">' in page
    assert "Alfa5 Berg" in page
    assert "Beta" not in page.split("<form", 1)[1].split("</form>")[0].replace("Alfa – Beta", "")
    foreign = league.players["Beta"][0].pk
    answer = league.post(
        "team_line_up", "Alfa", match.number, **league.typed_line_up(match, "Alfa", pair1_1=foreign)
    )
    assert "is not one of the available choices" in answer
    assert not LineUpPlace.objects.exists()


def test_somebody_named_twice_is_shown_at_the_seats_and_what_was_chosen_stays() -> None:
    league = CaptainsLeague()
    match = league.match()
    first = league.players["Alfa"][0].pk
    answer = league.post(
        "team_line_up", "Alfa", match.number, **league.typed_line_up(match, "Alfa", pair2_1=first)
    )
    assert answer.count("is named twice") == 4  # above the form and at both seats
    assert answer.count(f'value="{first}" selected') == 2
    assert "Seal it all the same" not in answer
    assert not LineUpPlace.objects.exists()


def test_a_player_who_may_not_play_is_sealed_only_when_the_captain_says_so() -> None:
    league = CaptainsLeague(rules=LeagueRules(reserve_times=0))
    match = league.match()
    typed = league.typed_line_up(match, "Alfa", pair1_1=league.players["Alfa"][4].pk)
    answer = league.post("team_line_up", "Alfa", match.number, **typed)
    assert "has played as a reserve as often as is allowed" in answer
    assert "Seal it all the same" in answer
    assert not LineUpPlace.objects.exists()
    assert "The line-up is sealed." in league.post("team_line_up", "Alfa", match.number, **typed, anyway="on")


def test_players_of_lower_teams_can_be_chosen_where_the_league_lets_them() -> None:
    league = CaptainsLeague(("Alfa", "Beta"), rules=LeagueRules(reserves=Reserves.LOWER_TEAMS))
    plan = leagues.plan_of(league.league)
    league.league.refresh_from_db()
    lower = type(plan)(
        **{name: getattr(plan, name) for name in plan.__dataclass_fields__}
        | {"divisions": ("First", "Second")}
    )
    leagues.change_league(league.by, league.league, lower, league.league.version)
    for name in ("Alfa", "Beta"):
        team = league.teams[name]
        team.refresh_from_db()
        before = leagues.team_plan_of(team)
        changed = type(before)(
            **{one: getattr(before, one) for one in before.__dataclass_fields__}
            | {"club": league.club.pk, "division": 1 if name == "Alfa" else 2}
        )
        leagues.change_team(league.by, team, changed, team.version)
    third = league._add_team("Third")
    captains.make_team_codes(league.by, league.league, {third.pk: 0})
    third.refresh_from_db()
    league.teams["Third"] = third
    match = league.match("Alfa", "Third")
    assert "Beta1 Berg" in league.page("team_line_up", "Alfa", match.number)


def test_a_missing_pair_is_left_empty_and_its_table_is_a_walkover() -> None:
    league = CaptainsLeague()
    match = league.match()
    league.seal(match, HOME, "Alfa")
    short = league.typed_line_up(match, "Beta", pair2_1="", pair2_2="")
    assert "The line-up is sealed." in league.post("team_line_up", "Beta", match.number, **short)
    page = league.page("team_result", "Alfa", match.number)
    assert '<option value="away_absent" selected>' in page
    typed = league.typed_totals(match, home2="", away2="", table2="away_absent")
    league.post("team_result", "Alfa", match.number, **typed)
    table = MatchTable.objects.get(match=match, number=2)
    assert (table.kind, table.at_fault) == (MatchTable.Kind.WALKOVER, AWAY)


def test_a_seal_is_broken_by_its_own_captain_before_both_are_open_and_not_after() -> None:
    league = CaptainsLeague()
    match = league.match()
    league.seal(match, HOME, "Alfa")
    assert "Your line-up is no longer sealed." in league.post("team_undo", "Alfa", match.number, what="seal")
    page = league.page("team_line_up", "Alfa", match.number)
    assert f'value="{league.players["Alfa"][0].pk}" selected' in page
    league.seal(match, HOME, "Alfa")
    league.seal(match, AWAY, "Beta")
    assert "Something has changed since." in league.post("team_undo", "Alfa", match.number, what="seal")
    match.refresh_from_db()
    assert match.home_sealed_at is not None


def test_a_line_up_that_is_sent_twice_is_sealed_once() -> None:
    league = CaptainsLeague()
    match = league.match()
    typed = league.typed_line_up(match, "Alfa")
    for _time in range(2):
        league.post("team_line_up", "Alfa", match.number, **typed)
    assert LogEntry.objects.filter(act="match.sealed").count() == 1


# Results.


def test_a_result_that_is_sent_again_with_its_key_is_stored_once_and_acknowledged_each_time() -> None:
    league = CaptainsLeague()
    match = league.open_match()
    typed = league.typed_totals(match)
    address = league.address("team_result", "Alfa", match.number)
    for _time in range(3):
        answer = Client().post(address, typed, headers={"Talon-Outbox": "1"})
        assert (answer.status_code, answer["Location"]) == (
            201,
            league.address("team_match", "Alfa", match.number),
        )
    assert LogEntry.objects.filter(act="match.entered").count() == 1
    # Even when the other captain has confirmed meanwhile, the phone hears that it is stored.
    match.refresh_from_db()
    league.post("team_answer", "Beta", match.number, version=match.version, answer="confirm")
    assert Client().post(address, typed, headers={"Talon-Outbox": "1"}).status_code == 201


def test_a_result_that_comes_after_the_confirmation_is_refused_and_not_acknowledged() -> None:
    league = CaptainsLeague()
    match = an_entered_match(league)
    late = league.typed_totals(match, home1="9900")
    league.post("team_answer", "Beta", match.number, version=match.version, answer="confirm")
    answer = Client().post(
        league.address("team_result", "Alfa", match.number), late, headers={"Talon-Outbox": "1"}
    )
    assert answer.status_code == 200
    assert "can no longer be changed here" in answer.content.decode()
    assert MatchTable.objects.get(match=match, number=1).home_total == 5200


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"home1": ""}, "Write the points of this pair."),
        ({"home1": "many"}, "Enter a whole number."),
        ({"table2": "both_absent"}, "Nothing was played here: leave it empty."),
        ({"table1": "lost"}, "is not one of the available choices"),
        ({"home1": "99999999"}, "less than or equal to"),
    ],
)
def test_what_is_wrong_with_a_result_stands_at_its_field_and_the_rest_stays(
    changes: dict[str, str], said: str
) -> None:
    league = CaptainsLeague()
    match = league.open_match()
    answer = league.post("team_result", "Alfa", match.number, **league.typed_totals(match, **changes))
    assert said in answer
    assert 'value="5100"' in answer
    assert state_of(match) == State.PLANNED


@pytest.mark.parametrize("typed", ["5 200", "5\u00a0200", "5.200", "5,200", "5\u202f200", " 5200 "])
def test_points_are_read_as_people_write_them(typed: str) -> None:
    league = CaptainsLeague()
    match = an_entered_match(league, home1=typed, home2="\u2212100")
    assert list(MatchTable.objects.filter(match=match).values_list("home_total", flat=True)) == [5200, -100]


def test_a_game_that_was_given_up_keeps_its_points() -> None:
    league = CaptainsLeague()
    match = an_entered_match(league, table1="home_gave_up")
    table = MatchTable.objects.get(match=match, number=1)
    assert (table.kind, table.at_fault, table.home_total) == (MatchTable.Kind.FORFEITED, HOME, 5200)
    assert '<option value="home_gave_up" selected>' in league.page("team_result", "Alfa", match.number)


def test_where_lots_say_who_meets_the_away_pair_is_chosen_at_each_table() -> None:
    league = CaptainsLeague(rules=LeagueRules(meeting=PairsMeeting.DRAWN))
    match = league.open_match()
    league.post("team_result", "Alfa", match.number, **league.typed_totals(match, pair1="2", pair2="1"))
    assert list(MatchTable.objects.values_list("home_pair", "away_pair")) == [(1, 2), (2, 1)]
    wrong = league.typed_totals(match, pair1="2", pair2="2")
    assert "Each pair plays at one table." in league.post("team_result", "Alfa", match.number, **wrong)


def test_the_away_captain_enters_nothing_and_the_home_captain_answers_nothing() -> None:
    league = CaptainsLeague()
    match = league.open_match()
    league.post("team_result", "Beta", match.number, **league.typed_totals(match))
    assert state_of(match) == State.PLANNED
    league.post("team_result", "Alfa", match.number, **league.typed_totals(match))
    match.refresh_from_db()
    league.post("team_answer", "Alfa", match.number, version=match.version, answer="confirm")
    assert state_of(match) == State.ENTERED


def test_a_result_is_put_right_or_taken_out_before_it_is_confirmed() -> None:
    league = CaptainsLeague()
    match = an_entered_match(league)
    league.post("team_result", "Alfa", match.number, **league.typed_totals(match, home1="5300"))
    assert MatchTable.objects.get(match=match, number=1).home_total == 5300
    assert "The result has been taken out." in league.post("team_undo", "Alfa", match.number, what="result")
    assert (state_of(match), match.kind) == (State.PLANNED, None)


# Answers.


def test_a_dispute_needs_a_reason_and_counts_nothing_until_it_is_put_right() -> None:
    league = CaptainsLeague()
    match = an_entered_match(league)
    sent: dict[str, Any] = {"version": match.version, "answer": "dispute"}
    assert "This field is required." in league.post("team_answer", "Beta", match.number, **sent, reason="")
    assert state_of(match) == State.ENTERED
    league.post("team_answer", "Beta", match.number, **sent, reason="Table 2 was 4,900")
    assert state_of(match) == State.DISPUTED
    assert "Table 2 was 4,900" in league.page("team_match", "Alfa", match.number)
    league.post("team_result", "Alfa", match.number, **league.typed_totals(match, home2="4900"))
    assert (state_of(match), match.reason) == (State.ENTERED, "")


@pytest.mark.parametrize("answer", ["confirm", "dispute"])
def test_an_answer_is_withdrawn_before_the_league_manager_has_accepted(answer: str) -> None:
    league = CaptainsLeague()
    match = an_entered_match(league)
    league.post("team_answer", "Beta", match.number, version=match.version, answer=answer, reason="Not so")
    assert "Your answer has been withdrawn." in league.post("team_undo", "Beta", match.number, what="answer")
    assert state_of(match) == State.ENTERED


def test_nothing_is_taken_back_after_the_acceptance() -> None:
    league = CaptainsLeague()
    match = an_entered_match(league)
    league.post("team_answer", "Beta", match.number, version=match.version, answer="confirm")
    match.refresh_from_db()
    leagues.accept_result(league.by, match, match.version)
    for name, what in (("Alfa", "result"), ("Alfa", "seal"), ("Beta", "answer"), ("Beta", "everything")):
        assert "Something has changed since." in league.post("team_undo", name, match.number, what=what)
    assert state_of(match) == State.ACCEPTED


def test_an_answer_to_a_result_that_was_changed_meanwhile_is_refused() -> None:
    league = CaptainsLeague()
    match = an_entered_match(league)
    seen = match.version
    league.post("team_result", "Alfa", match.number, **league.typed_totals(match, home1="9900"))
    answer = league.post("team_answer", "Beta", match.number, version=seen, answer="confirm")
    assert "Somebody else has changed the match meanwhile." in answer
    assert state_of(match) == State.ENTERED


def test_silence_counts_as_yes_by_the_clock_and_is_recorded_when_the_manager_accepts() -> None:
    league = CaptainsLeague()
    match = an_entered_match(league)
    assert "Without an answer by" in league.page("team_page", "Beta")
    TeamMatch.objects.update(entered_at=timezone.now() - timedelta(hours=49))
    page = league.page("team_match", "Beta", match.number)
    assert "so it counts as confirmed" in page
    assert "Nothing waits for you." in league.page("team_page", "Beta")
    assert state_of(match) == State.ENTERED  # nothing is written by looking
    assert "Check the result" in page  # until it is accepted it can still be disputed
    leagues.accept_result(league.by, match, match.version)
    assert (state_of(match), match.confirmed_by) == (State.ACCEPTED, TeamMatch.ConfirmedBy.SILENCE)


# Who opens the pages.


def test_the_code_of_another_team_or_league_and_a_forged_one_open_nothing() -> None:
    league, other = CaptainsLeague(), CaptainsLeague()
    match = league.match()
    alfa, beta, book = league.teams["Alfa"], league.teams["Beta"], league.league.book_id
    code = code_of_team(book, alfa.pk, 1)
    wrong = [
        (league.league.pk, beta.pk, code),
        (other.league.pk, alfa.pk, code),
        (league.league.pk, alfa.pk, code_of_team(book, alfa.pk, 0)),
        (league.league.pk, alfa.pk, code_of_team(book, alfa.pk, 2)),
        (league.league.pk, alfa.pk, "aaaa-bbbb-cccc"),
        (league.league.pk, 2**70, code),
    ]
    for args in wrong:
        Attempt.objects.all().delete()
        assert Client().get(reverse("tournaments:team_page", args=args)).status_code == 404, args
        for page in ("team_match", "team_line_up", "team_result", "team_answer", "team_protocol"):
            address = reverse(f"tournaments:{page}", args=[*args, match.number])
            assert Client().get(address).status_code == 404, (page, args)
        address = reverse("tournaments:team_undo", args=[*args, match.number])
        assert Client().post(address, {"what": "seal"}).status_code == 404


def test_a_match_of_other_teams_is_not_found() -> None:
    league = CaptainsLeague(("Alfa", "Beta", "Gamma", "Delta"))
    match = league.match("Gamma", "Delta")
    for page in ("team_match", "team_line_up", "team_result", "team_answer", "team_protocol"):
        assert Client().get(league.address(page, "Alfa", match.number)).status_code == 404


def test_a_new_code_shuts_the_old_one_out_and_undoing_lets_it_in_again() -> None:
    league = CaptainsLeague()
    alfa = league.teams["Alfa"]
    old = league.address("team_page", "Alfa")
    assert captains.make_team_codes(league.by, league.league, {alfa.pk: 1}) == [alfa.pk]
    assert captains.make_team_codes(league.by, league.league, {alfa.pk: 1}) == []
    assert Client().get(old).status_code == 404
    alfa.refresh_from_db()
    assert Client().get(league.address("team_page", "Alfa")).status_code == 200
    captains.put_team_codes_back(league.by, league.league, {alfa.pk: 1}, {alfa.pk: 2})
    assert Client().get(old).status_code == 200


def test_a_typed_code_leads_to_the_page_however_it_is_written() -> None:
    league = CaptainsLeague()
    alfa = league.teams["Alfa"]
    code = code_of_team(league.league.book_id, alfa.pk, 1)
    address = reverse("tournaments:team_code", args=[league.league.pk])
    answer = Client().post(address, {"code": code.replace("-", " ").upper()})
    assert answer["Location"] == league.address("team_page", "Alfa")
    assert (
        "No team of this league has this code."
        in Client().post(address, {"code": "aaaa-bbbb-cccc"}).content.decode()
    )


def test_wrong_codes_are_counted_and_right_ones_go_on() -> None:
    league = CaptainsLeague()
    address = reverse(
        "tournaments:team_page", args=[league.league.pk, league.teams["Alfa"].pk, "aaaa-bbbb-cccc"]
    )
    answers = [Client().get(address).status_code for _time in range(FAILURES_PER_ADDRESS + 1)]
    assert answers[-2:] == [404, 429]
    assert Client().get(league.address("team_page", "Alfa")).status_code == 200
    assert Attempt.objects.exists()


def test_the_pages_end_thirty_days_after_the_last_match() -> None:
    league = CaptainsLeague()
    league.match()
    type(league.league).objects.update(until=league.day - timedelta(days=40))
    TeamMatch.objects.update(day=league.day - timedelta(days=31))
    answer = Client().get(league.address("team_page", "Alfa"))
    assert answer.status_code == 410
    assert "This page has ended" in answer.content.decode()


def test_no_cache_keeps_a_page_and_a_look_without_news_reads_one_row() -> None:
    league = CaptainsLeague()
    league.match()
    address = league.address("team_page", "Alfa")
    first = Client().get(address)
    assert "no-store" in first["Cache-Control"]
    (tag,) = re.findall(r'<meta name="live" content="([^"]*)">', first.content.decode())
    with CaptureQueriesContext(connection) as queries:
        again = Client().get(address, headers={"if-none-match": html.unescape(tag)})
    assert (again.status_code, len(queries)) == (304, 1)


def queries_of(league: CaptainsLeague, page: str, name: str, *args: object) -> int:
    with CaptureQueriesContext(connection) as queries:
        league.page(page, name, *args)
    return len(queries)


def test_the_pages_take_as_many_queries_for_many_matches_as_for_one() -> None:
    few, many = CaptainsLeague(), CaptainsLeague(("Alfa", "Beta", "Gamma", "Delta", "Epsilon", "Zeta"))
    few.match()
    fixtures = [Fixture(round=number, home=1, away=number + 1, day=many.day) for number in range(1, 6)]
    leagues.publish_fixtures(many.by, many.league.divisions.get(), fixtures, uuid4())
    assert queries_of(few, "team_page", "Alfa") == queries_of(many, "team_page", "Alfa") <= 6


def test_find_captain_reads_one_row() -> None:
    league = CaptainsLeague()
    alfa = league.teams["Alfa"]
    code = code_of_team(league.league.book_id, alfa.pk, 1)
    with CaptureQueriesContext(connection) as queries:
        assert find_captain(league.league.pk, alfa.pk, code) is not None
    assert len(queries) == 1


# What waits.


@pytest.mark.parametrize(("days", "waits"), [(0, True), (7, True), (8, False)])
def test_a_line_up_waits_for_its_captain_when_the_match_is_near(days: int, waits: bool) -> None:
    league = CaptainsLeague()
    league.match(day=league.day + timedelta(days=days))
    page = league.page("team_page", "Alfa")
    assert "Name the line-up" in page
    assert ("Waits for you" in page) == waits


def test_a_line_up_waits_for_its_captain_when_the_other_one_is_sealed() -> None:
    league = CaptainsLeague()
    match = league.match(day=league.day + timedelta(days=30))
    league.seal(match, AWAY, "Beta")
    assert "Waits for you" in league.page("team_page", "Alfa")
