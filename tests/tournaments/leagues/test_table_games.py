"""Tables of a match that are played as games: points follow from the deals, and everything goes back."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.books.refusals import NotNow
from clubs.books.verification import verify_log
from clubs.books.ways_back import offer_undo
from clubs.books.writing import club_book
from clubs.models import LogEntry, Role
from scoring import recording
from scoring.core.game_state import EarlyEnd, GameEnd
from scoring.models import Game, Table
from scoring.store import table_queries
from tests.builders import a_user, an_author
from tests.scoring.support import signed
from tests.scoring.support.played import Evening, a_body
from tests.tournaments.leagues.support import LeagueOfClub, typed_tables
from tournaments import leagues
from tournaments.core.leagues.match import MatchKind, TeamSide
from tournaments.core.leagues.rules import LeagueRules, PairsMeeting
from tournaments.leagues import recheck
from tournaments.leagues.match_page import load_match
from tournaments.leagues.page import load_page
from tournaments.leagues.table_games import label_of_table
from tournaments.models import MatchTable, TeamMatch
from tournaments.play.table_use import has_named_tables

pytestmark = pytest.mark.django_db

# A game is over after one deal: 2725 to −85.
RULES = LeagueRules(deals=1, margin=2000)
MADE = (2725, -85)


def a_match(rules: LeagueRules = RULES) -> LeagueOfClub:
    """Alfa at home to Beta, with both line-ups open."""
    league = LeagueOfClub(rules=rules)
    for name in ("Alfa", "Beta"):
        league.team(name, players=rules.tables * rules.pair_size)
    league.publish("1 Alfa Beta")
    league.lined_up()
    return league


def play(evening: Evening, **body: Any) -> None:
    """Play the only deal of a game at its phone, without signing it."""
    evening.record(1, a_body(**body), by=evening.device(0))
    signed.approve(evening)


def sign(evening: Evening) -> None:
    signed.all_sign(evening)


def totals(league: LeagueOfClub) -> list[tuple[int | None, int | None]]:
    tables = leagues.MatchState.of(league.match()).tables
    return [(table.home_total, table.away_total) for table in tables]


def act(league: LeagueOfClub, name: str) -> LogEntry:
    """The last act of a name."""
    log = LogEntry.objects.select_related("book", "words", "author")
    return log.filter(book=league.league.book, act=name).latest("number")


def undo(league: LeagueOfClub, name: str, reason: str = "a mistake") -> None:
    offered = offer_undo(act(league, name)).undo
    assert offered is not None
    offered.run(league.by, reason, uuid4())


def is_undone(league: LeagueOfClub, name: str) -> bool:
    """Whether an act cannot be taken back any more."""
    return offer_undo(act(league, name)).undo is None


# Opened.


def test_a_game_seats_the_pairs_of_the_line_ups_at_a_table_of_its_own() -> None:
    league = a_match()
    game = league.game_at(2)
    assert [[seat.player for seat in side.seats.order_by("position")] for side in game.sides] == [
        league.players["Alfa"][2:],
        league.players["Beta"][2:],
    ]
    assert game.game.book_id == league.league.book_id
    assert game.table.label == label_of_table(league.match().pk, 2)
    assert (game.game.deals_agreed, game.game.ruleset) == (1, "samba")
    assert league.match().kind is None


def test_a_form_sent_twice_opens_one_game() -> None:
    league, key = a_match(), uuid4()
    first, second = (league.game_at(1, key=key).game.pk for _time in range(2))
    assert first == second
    assert Game.objects.count() == 1
    with pytest.raises(NotNow):
        league.game_at(1)


def test_a_game_is_played_by_the_agreement_of_its_league() -> None:
    league = a_match(LeagueRules(deals=3, margin=2000, signers="one", corrections="by_consent"))
    game = league.game_at(1).game
    assert (game.deals_agreed, game.signers, game.corrections) == (3, "one", "by_consent")


def test_no_game_is_opened_before_the_line_ups() -> None:
    league = LeagueOfClub()
    league.team("Alfa")
    league.team("Beta")
    league.publish("1 Alfa Beta")
    with pytest.raises(NotNow):
        league.game_at(1)
    match = league.match()
    leagues.seal_line_up(league.by, match, TeamSide.HOME, league.pairs("Alfa", 1, 2, 3, 0))
    leagues.seal_line_up(league.by, match, TeamSide.AWAY, league.pairs("Beta", 1, 2, 3, 4))
    league.game_at(1)
    with pytest.raises(NotNow):
        league.game_at(2)


def test_only_the_league_manager_and_a_captain_open_games() -> None:
    league = a_match()
    scorer = an_author(a_user(Role.Kind.SCORER, club=league.club))
    asked = (league.match(), leagues.TableOfPairs(number=1), uuid4())
    with pytest.raises(PermissionDenied):
        leagues.open_table_game(scorer, *asked)
    leagues.open_table_game(scorer, *asked, needs=None)


def test_there_is_no_table_but_those_of_the_match() -> None:
    league = a_match()
    for number in (0, 3):
        with pytest.raises(ValidationError):
            league.game_at(number)


def test_lots_say_which_pairs_meet_each_at_one_table() -> None:
    league = a_match(LeagueRules(meeting=PairsMeeting.DRAWN, deals=1, margin=2000))
    game = league.game_at(1, home_pair=1, away_pair=2)
    assert game.player(1) == league.players["Beta"][2]
    with pytest.raises(ValidationError):
        league.game_at(2, home_pair=2, away_pair=2)
    league.game_at(2, home_pair=2, away_pair=1)


def test_who_sits_at_a_game_is_not_changed_in_the_line_up() -> None:
    league = a_match()
    league.game_at(1)
    match = league.match()
    with pytest.raises(NotNow):
        leagues.seal_line_up(league.by, match, TeamSide.HOME, league.pairs("Alfa", 3, 2, 1, 4))
    leagues.seal_line_up(league.by, match, TeamSide.HOME, league.pairs("Alfa", 1, 2, 4, 3))


# Followed.


def test_the_points_of_a_table_follow_from_its_game_once_it_is_signed() -> None:
    league = a_match()
    game = league.game_at(1)
    play(game)
    assert totals(league) == [(None, None)]
    sign(game)
    assert totals(league) == [MADE]
    assert league.match().kind is None


def test_a_match_whose_games_are_all_signed_has_its_result() -> None:
    league = a_match()
    for table in (1, 2):
        game = league.game_at(table)
        play(game)
        sign(game)
    match = league.match()
    assert (match.state, match.kind, match.confirmed_by) == (TeamMatch.State.CONFIRMED, "played", "")
    line = load_page(league.fresh()).divisions[0].lines[0].line
    assert (line.match_points, line.table_points, line.difference) == (2, 4, 2 * (2725 + 85))
    leagues.accept_result(league.by, match, match.version)
    assert league.match().state == TeamMatch.State.ACCEPTED


def test_a_deal_that_is_corrected_changes_the_points() -> None:
    league = a_match()
    games = [league.game_at(table) for table in (1, 2)]
    for game in games:
        play(game)
        sign(game)
    games[0].amend(1, a_body(hand_points=185), reason="counted again", override=True)
    assert totals(league) == [(2725, -185), MADE]
    match = league.match()
    assert (match.state, match.confirmed_by) == (TeamMatch.State.CONFIRMED, "manager")


def test_a_penalty_counts_in_the_points() -> None:
    league = a_match()
    game = league.game_at(1)
    play(game)
    sign(game)
    recording.adjust(league.by, game.game, game.charge(side=0, points=-500))
    assert totals(league) == [(2225, -85)]


def test_a_score_sheet_that_is_opened_again_takes_the_result_with_it() -> None:
    league = a_match()
    games = [league.game_at(table) for table in (1, 2)]
    for game in games:
        play(game)
        sign(game)
    signed.reopen(games[1])
    match = league.match()
    assert (match.kind, match.state, match.confirmed_at) == (None, TeamMatch.State.PLANNED, None)
    assert totals(league) == [MADE, (None, None)]
    sign(games[1])
    assert league.match().state == TeamMatch.State.CONFIRMED


def test_an_accepted_result_stays_whatever_is_done_in_its_games() -> None:
    league = a_match()
    games = [league.game_at(table) for table in (1, 2)]
    for game in games:
        play(game)
        sign(game)
    leagues.accept_result(league.by, league.match(), league.match().version)
    with pytest.raises(NotNow):
        signed.reopen(games[0])
    with pytest.raises(NotNow):
        recording.adjust(league.by, games[0].game, games[0].charge())
    assert games[0].fresh().state == Game.State.SIGNED
    leagues.unaccept_result(league.by, league.match())
    recording.adjust(league.by, games[0].game, games[0].charge(points=-500))
    assert totals(league) == [(2225, -85), MADE]


def test_the_address_of_a_table_ends_with_the_acceptance() -> None:
    league = a_match()
    games = [league.game_at(table) for table in (1, 2)]
    for game in games:
        play(game)
        sign(game)
    assert Table.objects.count() == 2
    leagues.accept_result(league.by, league.match(), league.match().version)
    assert Table.objects.count() == 0


@pytest.mark.parametrize("kind", [GameEnd.FORFEIT, GameEnd.STOPPED])
def test_a_game_that_a_side_gives_up_is_lost_for_it(kind: GameEnd) -> None:
    league = a_match(LeagueRules())
    game = league.game_at(1)
    game.record(1, by=game.device(0))
    signed.approve(game)
    recording.end_game(league.by, game.game, EarlyEnd(kind, 0), "has to go", uuid4())
    sign(game)
    (table,) = leagues.MatchState.of(league.match()).tables
    assert (table.kind, table.at_fault) == (MatchTable.Kind.FORFEITED, 0)
    assert (table.home_total, table.away_total) == MADE


def test_a_game_that_time_ends_counts_as_it_stands() -> None:
    league = a_match(LeagueRules())
    game = league.game_at(1)
    game.record(1, by=game.device(0))
    signed.approve(game)
    recording.end_game(league.by, game.game, EarlyEnd(GameEnd.TIME), "10 pm", uuid4())
    sign(game)
    assert totals(league) == [MADE]


# With points beside it.


def test_points_of_the_other_tables_are_entered_once_the_games_are_signed() -> None:
    league = a_match()
    game = league.game_at(1)
    with pytest.raises(NotNow):
        league.enter(1, "1-0", "4000-4100", side=TeamSide.HOME)
    play(game)
    sign(game)
    league.enter(1, "1-0", "4000-4100", side=TeamSide.HOME)
    assert totals(league) == [MADE, (4000, 4100)]
    assert league.match().state == TeamMatch.State.ENTERED
    signed.reopen(game)
    assert (league.match().kind, totals(league)[1]) == (None, (4000, 4100))
    sign(game)
    match = league.match()
    assert (match.state, match.entered_by) == (TeamMatch.State.ENTERED, TeamSide.HOME)


def test_a_game_in_place_of_points_takes_the_result_with_it_until_it_is_undone() -> None:
    league = a_match()
    league.enter(1, "5000-4000", "4000-4100", side=TeamSide.HOME)
    before = leagues.MatchState.of(league.match())
    league.game_at(1)
    assert league.match().kind is None
    assert totals(league) == [(None, None), (4000, 4100)]
    undo(league, "match.game_opened")
    assert leagues.MatchState.of(league.match()) == before


def test_a_captain_opens_no_game_in_place_of_a_result() -> None:
    league = a_match()
    league.enter(1, "5000-4000", "4000-4100", side=TeamSide.HOME)
    with pytest.raises(NotNow):
        league.game_at(1, needs=None)


def test_a_result_of_games_is_taken_out_with_them_alone() -> None:
    league = a_match()
    games = [league.game_at(table) for table in (1, 2)]
    for game in games:
        play(game)
        sign(game)
    with pytest.raises(NotNow):
        leagues.clear_result(league.by, league.match(), "the wrong match")
    leagues.leave_table_game(league.by, league.match(), 2, "the wrong sheet")
    league.enter(1, "1-0", "4000-4100")
    leagues.clear_result(league.by, league.match(), "the wrong match")
    assert totals(league) == [MADE]


def test_a_ruling_counts_beside_games_and_gives_way_to_them() -> None:
    league = a_match()
    games = [league.game_at(table) for table in (1, 2)]
    match = league.match()
    leagues.rule_match(
        league.by, match, MatchKind.WALKOVER, "left early", match.version, at_fault=TeamSide.AWAY
    )
    for game in games:
        play(game)
        sign(game)
    assert league.match().kind == "walkover"
    leagues.clear_result(league.by, league.match(), "they played after all")
    match = league.match()
    assert (match.kind, match.state, totals(league)) == ("played", TeamMatch.State.CONFIRMED, [MADE, MADE])


# Back.


def test_a_game_that_was_opened_goes_back_and_comes_again() -> None:
    league = a_match()
    game = league.game_at(1)
    play(game)
    sign(game)
    with_game = leagues.MatchState.of(league.match())
    undo(league, "match.game_opened")
    assert (game.fresh().state, totals(league)) == (Game.State.SET_ASIDE, [])
    assert not Table.objects.filter(label=label_of_table(league.match().pk, 1)).exists()
    undo(league, "match.game_left")
    assert game.fresh().state == Game.State.SIGNED
    assert leagues.MatchState.of(league.match()) == with_game
    assert verify_log().broken == []


def test_a_game_in_progress_comes_back_with_its_phone() -> None:
    league = a_match()
    game = league.game_at(1)
    leagues.leave_table_game(league.by, league.match(), 1, "on paper after all")
    undo(league, "match.game_left")
    assert game.fresh().table.label == label_of_table(league.match().pk, 1)


def test_a_game_is_not_undone_over_points_that_were_entered_since() -> None:
    league = a_match()
    league.game_at(1)
    leagues.leave_table_game(league.by, league.match(), 1, "on paper after all")
    league.enter(1, "5000-4000", "4000-4100")
    assert is_undone(league, "match.game_left")
    assert is_undone(league, "match.game_opened")


def test_a_captain_leaves_a_game_in_which_nothing_was_dealt() -> None:
    league = a_match()
    game = league.game_at(1, needs=None)
    game.start()
    with pytest.raises(NotNow):
        leagues.leave_table_game(league.by, league.match(), 1, "", needs=None)
    recording.take_start_back(league.by, game.game, 1, uuid4())
    leagues.leave_table_game(league.by, league.match(), 1, "", needs=None)
    assert totals(league) == []


def test_fixtures_stay_once_a_game_is_open() -> None:
    league = LeagueOfClub(rules=RULES)
    league.team("Alfa")
    league.team("Beta")
    league.publish("1 Alfa Beta")
    league.lined_up()
    league.game_at(1)
    with pytest.raises(NotNow):
        leagues.withdraw_fixtures(league.by, league.division())


def test_results_of_a_match_sent_again_are_entered_once() -> None:
    league, key = a_match(), uuid4()
    game = league.game_at(1)
    play(game)
    sign(game)
    for _time in range(2):
        leagues.enter_result(league.by, league.match(), typed_tables(RULES, ["0-0", "4000-4100"]), key)
    assert LogEntry.objects.filter(act="match.entered").count() == 1


# Cost.


def test_what_follows_for_a_match_costs_the_same_for_many_tables() -> None:
    costs = []
    for tables in (2, 4):
        league = a_match(LeagueRules(tables=tables, deals=1, margin=2000))
        games = [league.game_at(table) for table in range(1, tables + 1)]
        for game in games[:-1]:
            play(game)
            sign(game)
        play(games[-1])
        for side, position in signed.EVERYBODY[:-1]:
            signed.sign(games[-1], side, position)
        with CaptureQueriesContext(connection) as asked:
            signed.sign(games[-1], *signed.EVERYBODY[-1])
        costs.append(len(asked))
        assert league.match().state == TeamMatch.State.CONFIRMED
    assert costs[0] == costs[1]


# Pages.


def manager(league: LeagueOfClub) -> Client:
    client = Client()
    client.force_login(a_user(Role.Kind.DIRECTOR, club=league.club))
    return client


def test_the_desk_of_a_match_leads_to_its_tables_and_their_games() -> None:
    league = a_match()
    client = manager(league)
    desk = reverse("tournaments:match_desk", args=[league.match().pk])
    table = reverse("tournaments:match_table", args=[league.match().pk, 1])
    assert table in client.get(desk).content.decode()
    sent = {"key": uuid4(), "version": league.match().version}
    opened = client.post(table, sent, follow=True).content.decode()
    game = Game.objects.get()
    assert reverse("scoring:game_desk", args=[game.pk]) in opened
    assert reverse("scoring:table", args=[game.table.secret]) in opened
    at_desk = client.get(reverse("scoring:game_desk", args=[game.pk])).content.decode()
    assert "Round 1" in at_desk
    assert reverse("tournaments:league_desk", args=[league.league.pk]) in at_desk


def test_games_of_a_league_are_on_its_own_desk_and_not_on_that_of_its_club() -> None:
    league = a_match()
    league.game_at(1)
    client = manager(league)
    desks = [league.league.book_id, club_book(league.club).pk]
    of_league, of_club = (client.get(reverse("scoring:desk", args=[book])).content.decode() for book in desks)
    assert "Alfa – Beta, table 1" in of_league
    assert "Alfa – Beta, table 1" not in of_club


@pytest.mark.parametrize(
    ("language", "name"),
    [
        ("en", "Alfa – Beta, table 2"),
        ("sv", "Alfa – Beta, bord 2"),
        ("fi", "Alfa – Beta, pöytä 2"),
        ("da", "Alfa – Beta, bord 2"),
    ],
)
def test_people_read_the_teams_and_the_table_and_never_its_label(language: str, name: str) -> None:
    league = a_match()
    game = league.game_at(2)
    client, label = manager(league), label_of_table(league.match().pk, 2)
    client.cookies["django_language"] = language
    pages = {
        "phone": reverse("scoring:table", args=[game.table.secret]),
        "call": reverse("scoring:table_call", args=[game.table.secret]),
        "deal": reverse("scoring:table_deal", args=[game.table.secret, 1]),
        "desk": reverse("scoring:desk", args=[league.league.book_id]),
        "check": reverse("scoring:game_check", args=[game.game.pk]),
        "tables": reverse("scoring:tables", args=[league.club.pk]),
        "choose": reverse("scoring:table_game", args=[game.table.pk]),
    }
    for page, address in pages.items():
        shown = client.get(address)
        assert shown.status_code == 200, page
        assert name in shown.content.decode(), page
        assert label not in shown.content.decode(), page
    assert league.last_act().book_id == league.league.book_id
    log = client.get(reverse("clubs:log", args=[league.league.book_id])).content.decode()
    assert "Alfa – Beta, 2" in log
    assert label not in log


def test_a_table_of_a_match_has_no_card_and_is_chosen_for_no_other_game() -> None:
    league = a_match()
    game = league.game_at(1)
    table = Table.objects.get(pk=game.table.pk)
    recording.create_tables(league.by, league.club, ["7"], uuid4())
    assert [one.label for one in table_queries.tables_with_cards(league.club)] == ["7"]
    assert [one.label for one in table_queries.tables_to_choose(league.club)] == ["7"]
    assert table in table_queries.tables_of_club(league.club)
    # Events number their tables on beside it.
    assert not has_named_tables(league.club)


def test_the_public_page_of_a_match_costs_the_same_for_many_games() -> None:
    costs = []
    for tables in (2, 4):
        league = a_match(LeagueRules(tables=tables, deals=1, margin=2000))
        for table in range(1, tables + 1):
            league.game_at(table)
        page, number = load_page(league.fresh()), league.match().number
        with CaptureQueriesContext(connection) as asked:
            shown = load_match(page, number)
        assert shown is not None
        assert len(shown.games) == tables
        costs.append(len(asked))
    assert costs == [4, 4]


def test_a_hidden_league_is_not_named_at_its_tables() -> None:
    league = LeagueOfClub(public=False)
    for name in ("Alfa", "Beta"):
        league.team(name)
    league.publish("1 Alfa Beta")
    league.lined_up()
    game = league.game_at(1)
    page = Client().get(reverse("scoring:table", args=[game.table.secret])).content.decode()
    assert league.name not in page


# What is stored.


def test_a_table_that_says_something_else_than_its_game_is_found_and_stored_again() -> None:
    league = a_match()
    game = league.game_at(1)
    play(game)
    sign(game)
    assert list(recheck.differences()) == []
    MatchTable.objects.update(home_total=1)
    (found,) = recheck.differences()
    assert found.place == f"League {league.league.pk}, match 1, table 1"
    (sentence,) = recheck.repair(league.by)
    assert str(league.league.pk) in sentence
    assert list(recheck.differences()) == []
    assert totals(league) == [MADE]
    assert verify_log().broken == []
