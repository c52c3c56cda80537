"""The desk over a list of games: what needs a person and until when, who sees it, what it costs."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from datetime import timedelta
from html import unescape

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from clubs.books.writing import Author, club_book
from clubs.models import Book, Club, Role
from scoring import recording
from scoring.models import Call, Deal, Game, Ruling, Slip
from scoring.overview.queries import list_games
from scoring.store.signed_content import protocol_of
from tests.builders import a_club, a_player, a_user, an_author
from tests.pages.world import an_event, pairs_of
from tests.scoring.support.played import FEW_CARDS, Evening, a_body, a_deal, a_game, an_evening
from tournaments import running
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def browser(by: Author) -> Client:
    client = Client()
    assert by.user is not None
    client.force_login(by.user)
    return client


def club_book_of(evening: Evening) -> Book:
    return club_book(evening.table.club)


def desk_page(evening: Evening, by: Author | None = None, book: int | None = None) -> str:
    """The desk of the club as somebody sees it."""
    answer = browser(by or evening.director).get(f"/desk/{book or club_book_of(evening).pk}/")
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def need_texts(page: str) -> list[str]:
    """What needs a person, in its order: the text of each, without the names of the sides."""
    (box,) = re.findall(r'<section id="needs".*?</section>', page, re.DOTALL)
    items = re.findall(r'<li id="[a-z_]+-\d+-\d+".*?</li>', box, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", item).split()) for item in items]


def kinds(page: str) -> list[str]:
    (box,) = re.findall(r'<section id="needs".*?</section>', page, re.DOTALL)
    return re.findall(r'<li id="([a-z_]+)-\d+-\d+"', box)


def needs(evening: Evening) -> list[str]:
    return kinds(desk_page(evening))


@pytest.fixture(scope="module", autouse=True)
def shared_evening(module_rows: None) -> Evening:
    return an_evening(label="7")


@pytest.fixture
def evening(shared_evening: Evening) -> Evening:
    return deepcopy(shared_evening)


def over(evening: Evening) -> None:
    """Four deals end the game."""
    for number in range(1, 5):
        evening.record(number)


def call(evening: Evening, text: str = "Too few points") -> Call:
    words = recording.CallRequest(reason=Call.Reason.INSPECTION, text=text, key=uuid.uuid4())
    return recording.call_director(evening.device(1), evening.game, words)


def dispute(evening: Evening) -> None:
    evening.record(1, by=evening.device(0))
    recording.dispute_deal(evening.device(1), evening.game, evening.approval(reason="We melded first"))


def ruled(evening: Evening, outcome: Ruling.Outcome) -> Ruling:
    decision = recording.Decision(text="The cards were counted", deal=1, outcome=outcome, key=uuid.uuid4())
    return recording.give_ruling(evening.director, evening.game, decision)


def slip(evening: Evening, *totals: int) -> Slip:
    return recording.take_slip(
        evening.scorer, evening.game, recording.SlipTotals(totals=totals, key=uuid.uuid4())
    )


def read_back(evening: Evening) -> None:
    digest = protocol_of(evening.fresh()).digest
    recording.read_back(evening.director, evening.game, digest, uuid.uuid4())


# --- what needs a person, and until when ------------------------------------------------------------------


def test_a_game_that_goes_on_needs_nobody(evening: Evening) -> None:
    evening.start(1)
    page = desk_page(evening)
    assert kinds(page) == []
    assert "Nothing needs attention." in page


def test_a_call_with_its_reason_until_somebody_in_charge_has_been_there(evening: Evening) -> None:
    made = call(evening)
    (item,) = need_texts(desk_page(evening))
    assert item.startswith("1 The table calls: to check an opening or the pile")
    assert "Too few points" in item
    answer = browser(evening.director).post(
        f"/calls/{made.pk}/answer/?desk={club_book_of(evening).pk}", {"key": str(uuid.uuid4())}
    )
    assert answer["Location"] == f"/desk/{club_book_of(evening).pk}/"
    assert needs(evening) == []


def test_a_scorer_sees_a_call_and_does_not_answer_it(evening: Evening) -> None:
    call(evening)
    assert "Done" not in desk_page(evening, evening.scorer)
    assert "Done" in desk_page(evening, an_author(a_user(Role.Kind.JURY, club=evening.table.club)))


def test_a_dispute_with_its_reason_until_it_is_ruled_on(evening: Evening) -> None:
    dispute(evening)
    (item,) = need_texts(desk_page(evening))
    assert "Deal 1 is disputed" in item
    assert "We melded first" in item
    assert f"/games/{evening.game.pk}/desk/rulings/new/?deal=1" in desk_page(evening)
    ruled(evening, Ruling.Outcome.STANDS)
    assert needs(evening) == []


@pytest.mark.parametrize("outcome", ["stands", "anew"])
def test_who_decides_from_the_list_comes_back_to_it(evening: Evening, outcome: str) -> None:
    dispute(evening)
    book, client = club_book_of(evening).pk, browser(evening.director)
    (address,) = re.findall(r'id="do-dispute-[-\d]+" href="([^"]+)"', desk_page(evening))
    fields = {"outcome": outcome, "text": "As both saw it.", "level": "game", "key": str(uuid.uuid4())}
    answer = client.post(address, fields)
    if outcome == "anew":
        ruling = Ruling.objects.get()
        assert answer["Location"] == f"/games/{evening.game.pk}/deals/1/amend/?ruling={ruling.pk}&desk={book}"
        page = client.get(answer["Location"]).content.decode()
        assert f'<a class="button quiet" href="/desk/{book}/">' in page
    else:
        assert answer["Location"] == f"/desk/{book}/"


def test_a_deal_to_be_written_anew_by_a_ruling_until_it_is(evening: Evening) -> None:
    dispute(evening)
    ruling = ruled(evening, Ruling.Outcome.REWRITE)
    assert needs(evening) == ["ruling"]
    assert f"/deals/1/amend/?ruling={ruling.pk}" in desk_page(evening)
    evening.amend(1, a_body(meld_points=840), evening.director, ruling=ruling.pk, reason="as was ruled")
    assert needs(evening) == []


def test_a_ruling_that_was_taken_back_is_not_carried_out(evening: Evening) -> None:
    dispute(evening)
    ruling = ruled(evening, Ruling.Outcome.REWRITE)
    recording.cancel_ruling(evening.director, ruling, "wrong deal", uuid.uuid4())
    assert needs(evening) == ["dispute"]


def test_two_protocols_that_differ_until_they_agree() -> None:
    evening = an_evening(protocols=Game.Protocols.BOTH)
    recording.hand_in_protocol(evening.device(0), evening.game, a_deal())
    assert needs(evening) == []
    recording.hand_in_protocol(evening.device(1), evening.game, a_deal(body=a_body(meld_points=905)))
    assert needs(evening) == ["differ"]
    recording.hand_in_protocol(evening.device(1), evening.game, a_deal())
    assert needs(evening) == []


def test_a_deal_that_was_sent_back_until_it_is_written_anew(evening: Evening) -> None:
    evening.record(1, by=evening.device(0))
    recording.send_back_deal(evening.device(1), evening.game, evening.approval(reason="Two sambas"))
    (item,) = need_texts(desk_page(evening))
    assert "Deal 1 was sent back" in item
    assert "Two sambas" in item
    evening.amend(1, a_body(meld_points=840), evening.device(0))
    assert needs(evening) == ["approval"]


def test_something_unlikely_in_the_words_of_the_warning_until_somebody_has_looked(evening: Evening) -> None:
    evening.record(1, FEW_CARDS, by=evening.device(0))
    recording.confirm_deal(evening.device(1), evening.game, evening.approval())
    (item,) = need_texts(desk_page(evening))
    assert "Deal 1 was recorded although it looked unlikely" in item
    assert "This side has fewer cards than it was dealt." in item
    assert "I have looked at it" not in desk_page(evening, evening.scorer)
    sent, desk = {"key": str(uuid.uuid4()), "version": "1"}, club_book_of(evening).pk
    answer = browser(evening.director).post(f"/games/{evening.game.pk}/deals/1/look/?desk={desk}", sent)
    assert answer["Location"] == f"/desk/{club_book_of(evening).pk}/"
    assert needs(evening) == []
    assert evening.current().seen_by == evening.director.user


def test_what_is_unlikely_in_a_deal_that_counts_nothing_needs_nobody(evening: Evening) -> None:
    evening.record(1, FEW_CARDS, by=evening.device(0))
    recording.void_deal(evening.director, evening.game, 1, "a card was missing", uuid.uuid4())
    assert needs(evening) == []


def test_a_look_at_a_deal_that_has_changed_is_not_noted(evening: Evening) -> None:
    evening.record(1, FEW_CARDS, by=evening.device(0))
    evening.amend(1, a_body(), evening.device(0))
    sent = {"key": str(uuid.uuid4()), "version": "1"}
    client = browser(evening.director)
    answer = client.post(f"/games/{evening.game.pk}/deals/1/look/", sent)
    assert answer["Location"] == f"/games/{evening.game.pk}/desk/"
    assert "This could not be saved" in client.get(answer["Location"]).content.decode()


def test_approvals_that_wait_one_line_a_game_until_they_are_given(evening: Evening) -> None:
    evening.record(1, by=evening.device(0))
    evening.record(2, by=evening.device(0))
    (item,) = need_texts(desk_page(evening))
    assert "Deals 1, 2 have not been approved yet" in item
    for number in (1, 2):
        recording.confirm_deal(evening.device(1), evening.game, evening.approval(number=number))
    assert needs(evening) == []


def test_a_game_that_is_over_until_it_is_signed(evening: Evening) -> None:
    over(evening)
    assert needs(evening) == ["unsigned"]
    Game.objects.update(state=Game.State.SIGNED)
    assert needs(evening) == []


def test_a_slip_that_differs_with_its_likely_cause_until_it_agrees(evening: Evening) -> None:
    over(evening)
    slip(evening, 4 * 2725, -340)
    assert needs(evening) == ["unsigned"]
    slip(evening, 3 * 2725, -340)
    item = next(item for item in need_texts(desk_page(evening)) if "result slip" in item)
    assert "8,175 on the slip, 10,900 on the score sheet" in item
    assert "Deal 1 is missing from the totals on the slip." in item
    slip(evening, 4 * 2725, -340)
    assert needs(evening) == ["unsigned"]


def test_the_slip_of_a_game_that_goes_on_is_not_held_against_it(evening: Evening) -> None:
    evening.record(1)
    slip(evening, 10_000, 0)
    assert "slip" not in needs(evening)


def test_a_protocol_that_changed_since_it_was_read_back_until_it_is_read_again(evening: Evening) -> None:
    evening.record(1)
    read_back(evening)
    assert "changed" not in needs(evening)
    for number in range(2, 5):
        evening.record(number)
    assert "changed" in needs(evening)
    read_back(evening)
    assert needs(evening) == ["unsigned"]
    recording.confirm_deal(evening.device(1), evening.game, evening.approval())
    assert needs(evening) == ["unsigned"]
    recording.adjust(evening.director, evening.game, evening.charge())
    assert sorted(needs(evening)) == ["changed", "unsigned"]


def at_minute(by: Author, minute: int) -> Author:
    return Author(user=by.user, origin=by.origin, at=timezone.now() + timedelta(minutes=minute))


def another_evening(evening: Evening, label: str) -> Evening:
    """Another game of the same club, at a table of its own."""
    game = a_game(evening.table.club, evening.scorer, label=label)
    (table,) = recording.create_tables(evening.director, evening.table.club, [label], uuid.uuid4())
    recording.assign_table(evening.scorer, table, game)
    return Evening(game, table, evening.scorer, evening.director)


def test_the_pressing_come_first_and_of_these_the_oldest(evening: Evening) -> None:
    first, second, third = (another_evening(evening, label) for label in ("12", "2", "5"))
    over(first)
    second.record(1, by=second.device(0))
    recording.send_back_deal(
        second.device(1, at=at_minute(second.scorer, 5).at), second.game, second.approval(reason="no")
    )
    third.record(1, FEW_CARDS, by=third.device(0, at=at_minute(third.scorer, 9).at))
    words = recording.CallRequest(reason=Call.Reason.TIME, key=uuid.uuid4())
    recording.call_director(evening.device(1, at=at_minute(evening.scorer, 7).at), evening.game, words)
    page = desk_page(evening)
    assert kinds(page) == ["sent_back", "call", "unsigned", "unlikely", "approval"]
    assert "<title>(2) Games" in page
    assert "4 items need attention" in page


# --- every game -------------------------------------------------------------------------------------------


def rows(page: str) -> list[str]:
    items = re.findall(r'<tr id="game-\d+">.*?</tr>', page, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in items]


def test_all_games_by_the_numbers_of_their_tables(evening: Evening) -> None:
    for label in ("12", "2"):
        another_evening(evening, label)
    evening.record(1)
    listed = rows(desk_page(evening))
    assert [row.split()[0] for row in listed] == ["1", "2", "12"]
    assert "2,725 : −85 1 in progress" in listed[0]
    assert listed[0].endswith("Enter scores , 1")


@pytest.mark.engine
def test_a_game_was_last_active_when_the_newest_of_its_deals_was_written(evening: Evening) -> None:
    newest = evening.scorer.at + timedelta(minutes=5)
    evening.record(1)
    evening.record(2, by=replace(evening.scorer, at=newest))
    (listed,) = list_games(Game.objects.filter(pk=evening.game.pk))
    assert listed.last_at == newest


@pytest.mark.engine
def test_a_game_was_last_active_when_its_result_was_entered_without_deals(evening: Evening) -> None:
    director = an_author(a_user(Role.Kind.DIRECTOR, club=evening.table.club))
    later = replace(director, at=evening.scorer.at + timedelta(minutes=5))
    recording.record_result(
        later, evening.game, recording.FinalResult(totals=[10_000, 8_000], key=uuid.uuid4())
    )
    (listed,) = list_games(Game.objects.filter(pk=evening.game.pk))
    assert listed.last_at == later.at


def test_names_are_whole_at_the_desk_and_the_jury_does_not_type(evening: Evening) -> None:
    page = desk_page(evening, an_author(a_user(Role.Kind.JURY, club=evening.table.club)))
    assert evening.player(0).name in page
    assert "/deals/new/" not in page
    assert "Start entering" not in page


def test_a_club_shows_what_is_not_signed_and_what_is_of_today(evening: Evening) -> None:
    Game.objects.update(state=Game.State.SIGNED)
    assert len(rows(desk_page(evening))) == 1
    Game.objects.update(opened_at=timezone.now() - timedelta(days=2))
    assert rows(desk_page(evening)) == []
    Game.objects.update(state=Game.State.FINISHED, over=True)
    assert len(rows(desk_page(evening))) == 1


# --- who sees it ------------------------------------------------------------------------------------------


def create_event(evening: Evening, name: str) -> Tournament:
    club = evening.table.club
    event = an_event(evening.director, club, name, pairs_of(club))
    running.publish_round(evening.director, running.draw_round(evening.director, event, "0" * 16))
    return event


def test_the_desk_of_an_event_leads_to_its_round_and_the_clubs_has_those_outside_events(
    evening: Evening,
) -> None:
    event, other = create_event(evening, "Cup"), create_event(evening, "Other cup")
    (outside,) = rows(desk_page(evening))
    assert outside.startswith("7 ")
    director = an_author(a_user(Role.Kind.DIRECTOR, book=event.book))
    answer = browser(director).get(f"/desk/{event.book_id}/")
    assert answer["Location"] == f"/events/{event.pk}/round/"
    for book in (club_book_of(evening).pk, other.book_id):
        assert browser(director).get(f"/desk/{book}/").status_code == 403


@pytest.mark.parametrize("kind", list(Role.Kind))
def test_another_club_sees_nothing(evening: Evening, kind: Role.Kind) -> None:
    stranger = an_author(a_user(kind))
    address = f"/desk/{club_book_of(evening).pk}/"
    assert browser(stranger).get(address).status_code == 403
    assert browser(stranger).get(f"{address}next/").status_code == 403
    assert browser(stranger).get(f"/games/{evening.game.pk}/desk/check/").status_code == 403


def test_somebody_who_is_signed_out_is_sent_to_sign_in(evening: Evening) -> None:
    assert Client().get(f"/desk/{club_book_of(evening).pk}/").status_code == 302
    assert browser(evening.director).get("/desk/987654/").status_code == 404


# --- what it costs ----------------------------------------------------------------------------------------


def every_need(evening: Evening, at: int) -> None:
    """A game with one of the needs, by turns: all the kinds come up."""
    turn: list[Callable[[Evening], object]] = [
        call,
        dispute,
        lambda each: each.record(1, FEW_CARDS, by=each.device(0)),
        read_and_changed,
    ]
    turn[at % len(turn)](evening)


def read_and_changed(evening: Evening) -> None:
    """Over, read back and charged since, with a slip that differs."""
    over(evening)
    read_back(evening)
    recording.adjust(evening.director, evening.game, evening.charge())
    slip(evening, 0, 0)


@pytest.mark.parametrize("games", [4, 40])
def test_the_page_costs_as_many_queries_for_forty_games_as_for_four(
    evening: Evening, games: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for at in range(games):
        every_need(another_evening(evening, str(at + 10)), at)
    client, address = browser(evening.director), f"/desk/{club_book_of(evening).pk}/"
    with django_assert_max_num_queries(17) as queries:
        page = client.get(address).content.decode()
    assert len(queries) == 17
    assert {"call", "dispute", "unlikely", "slip", "changed", "unsigned"} <= set(kinds(page))
    assert len(rows(page)) == games + 1


def test_a_long_list_of_needs_ends_where_the_rest_does_not_press(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games that only wait for signatures follow when those before them are signed."""
    monkeypatch.setattr("scoring.overview.needs._MAX_LISTED", 2)
    others = [another_evening(evening, str(at)) for at in range(10, 16)]
    for other in others[:3]:
        call(other)
    for other in others[3:]:
        over(other)
    page = browser(evening.director).get(f"/desk/{club_book_of(evening).pk}/").content.decode()
    assert kinds(page) == ["call"] * 3 + ["unsigned"] * 2
    assert "6 items need attention" in page
    assert "and 1 more, listed when these are done" in page
    assert len(rows(page)) == 7


def test_a_long_list_of_games_has_pages(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.desk.overview_views._ROWS_PER_PAGE", 2)
    for label in ("8", "9"):
        another_evening(evening, label)
    address = f"/desk/{club_book_of(evening).pk}/"
    first, second = (browser(evening.director).get(address, {"page": page}) for page in ("1", "2"))
    assert len(rows(first.content.decode())) == 2
    assert len(rows(second.content.decode())) == 1
    assert 'href="?page=2#all"' in first.content.decode()
    assert "3 games, 0 over" in second.content.decode()


def poll(client: Client, address: str, tag: str) -> HttpResponse:
    again = client.get(address, headers={"if-none-match": tag})
    assert isinstance(again, HttpResponse)
    return again


def test_nothing_new_costs_the_roles_and_one_row_and_says_nothing(
    evening: Evening, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client, address = browser(evening.director), f"/desk/{club_book_of(evening).pk}/"
    first = client.get(address)
    with django_assert_num_queries(4) as queries:  # two of them say who is signed in
        answer = poll(client, address, first["ETag"])
    assert (answer.status_code, answer.content) == (304, b"")
    assert "SUM" in queries.captured_queries[2]["sql"]
    assert "clubs_role" in queries.captured_queries[3]["sql"]
    for told_again in (first, answer):
        assert {"private", "no-store"} <= set(told_again["Cache-Control"].split(", "))


def test_the_desk_of_a_game_follows_it_in_the_same_way(
    evening: Evening, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client, address = browser(evening.director), f"/games/{evening.game.pk}/desk/"
    first = client.get(address)
    with django_assert_num_queries(4):
        assert poll(client, address, first["ETag"]).status_code == 304
    call(evening)
    answer = poll(client, address, first["ETag"])
    assert "Too few points" in answer.content.decode()
    assert {"private", "no-store"} <= set(answer["Cache-Control"].split(", "))


def test_the_desk_of_a_game_says_whether_it_was_read_back_and_leads_to_the_list(evening: Evening) -> None:
    client, address = browser(evening.director), f"/games/{evening.game.pk}/desk/"
    assert "Read back" not in client.get(address).content.decode()
    evening.record(1)
    assert "Not read back yet." in client.get(address).content.decode()
    read_back(evening)
    slip(evening, 2720, -85)
    page = client.get(address).content.decode()
    assert f"Read back by {evening.director.user}" in page
    assert "2,720 on the slip, 2,725 on the score sheet" in page
    assert f'href="/desk/{club_book_of(evening).pk}/"' in page


def test_after_the_last_deal_a_slip_that_differs_comes_before_the_next_game(evening: Evening) -> None:
    for number in range(1, 5):
        evening.record(number)
    slip(evening, 4 * 2725, -335)
    address = f"/games/{evening.game.pk}/desk/?recorded=4&desk={club_book_of(evening).pk}"
    page = browser(evening.director).get(address).content.decode()
    assert page.count(" autofocus") == 1
    assert re.search(r'class="button primary"[^>]* autofocus>Compare with the slip<', page)
    assert page.index("−335 on the slip") < page.index("On to the next game")
    slip(evening, 4 * 2725, -340)
    page = browser(evening.director).get(address).content.decode()
    assert re.search(r'class="button primary"[^>]* autofocus>On to the next game<', page)


def test_the_desk_of_a_game_outside_an_event_leads_to_the_clubs_list() -> None:
    club: Club = a_club()
    scorer = an_author(a_user(Role.Kind.SCORER, club=club))
    plan = recording.GamePlan(ruleset="samba", sides=[[a_player(club=club)] for _side in range(2)])
    game = recording.open_game(scorer, club, plan, uuid.uuid4())
    only_here = an_author(a_user(Role.Kind.DIRECTOR, book=game.book))
    link = f'href="/desk/{club_book(club).pk}/"'
    assert link in browser(scorer).get(f"/games/{game.pk}/desk/").content.decode()
    assert link not in browser(only_here).get(f"/games/{game.pk}/desk/").content.decode()
    assert browser(only_here).get(f"/desk/{game.book_id}/").status_code == 200


def test_a_look_on_the_desk_of_a_game_leads_back_there(evening: Evening) -> None:
    evening.record(1, FEW_CARDS, by=evening.device(0))
    client, address = browser(evening.director), f"/games/{evening.game.pk}/desk/"
    assert "I have looked at it" in client.get(address).content.decode()
    sent = {"key": str(uuid.uuid4()), "version": "1"}
    assert client.post(f"/games/{evening.game.pk}/deals/1/look/", sent)["Location"] == address
    page = client.get(address).content.decode()
    assert "I have looked at it" not in page
    assert "An unlikely entry was recorded" not in page
    assert "Recorded all the same:" in page


def test_whatever_happens_in_the_club_is_new(evening: Evening) -> None:
    client, address = browser(evening.director), f"/desk/{club_book_of(evening).pk}/"
    first = client.get(address)
    create_event(evening, "Cup")
    second = poll(client, address, first["ETag"])
    assert second.status_code == 200
    sides = [[a_player(club=evening.table.club)] for _side in range(2)]
    plan = recording.GamePlan(ruleset="samba", sides=sides)
    game = recording.open_game(evening.scorer, evening.table.club, plan, uuid.uuid4())
    third = poll(client, address, second["ETag"])
    assert third.status_code == 200
    recording.start_deal(evening.scorer, game, 1, uuid.uuid4())
    assert poll(client, address, third["ETag"]).status_code == 200
    assert poll(client, address, client.get(address)["ETag"]).status_code == 304


def test_another_role_another_person_and_another_day_are_new(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, address = browser(evening.scorer), f"/desk/{club_book_of(evening).pk}/"
    first = client.get(address)
    assert poll(browser(evening.director), address, first["ETag"]).status_code == 200
    assert poll(client, address, first["ETag"]).status_code == 304
    Role.objects.filter(user=evening.scorer.user).update(kind=Role.Kind.JURY)
    second = poll(client, address, first["ETag"])
    assert second.status_code == 200
    tomorrow = timezone.localdate() + timedelta(days=1)
    monkeypatch.setattr(timezone, "localdate", lambda: tomorrow)
    assert poll(client, address, second["ETag"]).status_code == 200


def test_what_another_club_does_is_not_new(evening: Evening) -> None:
    client, address = browser(evening.director), f"/desk/{club_book_of(evening).pk}/"
    first = client.get(address)
    an_evening().record(1)
    assert poll(client, address, first["ETag"]).status_code == 304


# --- from game to game ------------------------------------------------------------------------------------


def next_url(evening: Evening, by: Author | None = None, **query: str | int) -> str:
    answer = browser(by or evening.scorer).get(f"/desk/{club_book_of(evening).pk}/next/", query)
    assert answer.status_code == 302
    return answer["Location"]


def typed_at(evening: Evening, game: Game) -> str:
    return f"/games/{game.pk}/deals/new/?desk={club_book_of(evening).pk}"


def test_typing_goes_from_table_to_table_and_round_again(evening: Evening) -> None:
    ten, two = another_evening(evening, "10"), another_evening(evening, "2")
    assert next_url(evening) == typed_at(evening, evening.game)
    assert next_url(evening, after=evening.game.pk) == typed_at(evening, two.game)
    assert next_url(evening, after=two.game.pk) == typed_at(evening, ten.game)
    assert next_url(evening, after=ten.game.pk) == typed_at(evening, evening.game)


def test_games_that_are_over_or_disputed_are_passed_over(evening: Evening) -> None:
    two, three = another_evening(evening, "2"), another_evening(evening, "3")
    over(two)
    assert next_url(evening, after=evening.game.pk) == typed_at(evening, three.game)
    dispute(three)
    assert next_url(evening, after=two.game.pk) == typed_at(evening, evening.game)


def test_when_no_other_game_is_left_typing_leads_back_to_the_desk(evening: Evening) -> None:
    desk = f"/desk/{club_book_of(evening).pk}/"
    assert next_url(evening, after=evening.game.pk) == desk
    over(evening)
    assert next_url(evening) == desk


def test_a_tables_number_leads_to_its_game(evening: Evening) -> None:
    hall = another_evening(evening, "Hall 2")
    assert next_url(evening, table="1") == typed_at(evening, evening.game)
    assert next_url(evening, table=" hall 2 ") == typed_at(evening, hall.game)
    over(hall)
    desk = club_book_of(evening).pk
    assert next_url(evening, table="Hall 2") == f"/games/{hall.game.pk}/desk/?desk={desk}"
    assert next_url(evening, table="99") == f"/desk/{desk}/"


def test_checking_goes_through_the_games_that_are_over_and_not_checked(evening: Evening) -> None:
    two, three, desk = another_evening(evening, "2"), another_evening(evening, "3"), club_book_of(evening).pk
    for each in (two, three):
        over(each)
    assert next_url(evening, check="read") == f"/games/{two.game.pk}/desk/check/?desk={desk}&way=read"
    read_back(two)
    assert next_url(evening, check="read") == f"/games/{three.game.pk}/desk/check/?desk={desk}&way=read"
    assert next_url(evening, check="slip") == f"/games/{two.game.pk}/desk/check/?desk={desk}&way=slip"
    slip(two, 0, 0)
    slip(three, 0, 0)
    assert next_url(evening, check="slip") == f"/desk/{desk}/"


def test_who_does_not_type_is_not_led(evening: Evening) -> None:
    jury = browser(an_author(a_user(Role.Kind.JURY, club=evening.table.club)))
    assert jury.get(f"/desk/{club_book_of(evening).pk}/next/").status_code == 403


# --- read back, and the slip ------------------------------------------------------------------------------


def proofreading_page(evening: Evening, by: Author | None = None, **query: str | int) -> str:
    page = browser(by or evening.director).get(f"/games/{evening.game.pk}/desk/check/", query)
    assert page.status_code == 200
    return unescape(page.content.decode())


def post(evening: Evening, page: str, by: Author | None, desk: int, **typed: object) -> HttpResponse:
    sent = {"key": str(uuid.uuid4()), **typed}
    address = f"/games/{evening.game.pk}/desk/check/{page}{f'?desk={desk}' if desk else ''}"
    answer = browser(by or evening.director).post(address, sent)
    assert isinstance(answer, HttpResponse)
    return answer


def test_a_slip_that_differs_is_on_top_and_enter_does_not_pass_it_by(evening: Evening) -> None:
    over(evening)
    desk = club_book_of(evening).pk
    slip(evening, 0, 0)
    page = proofreading_page(evening, desk=desk, done="slip")
    heading = '<h2 id="differs" tabindex="-1" autofocus>The result slip shows something different</h2>'
    assert page.count("autofocus") == page.count(heading) == 1
    assert page.index("on the slip, ") < page.index('id="protocol"')
    assert page.count("0 on the slip, ") == 2  # a line for each side, once
    assert page.count("lip shows something different") == 1
    totals = [side.result for side in evening.sides]
    slip(evening, *totals)
    page = proofreading_page(evening, desk=desk, done="slip")
    assert heading not in page
    assert "autofocus>On to the next game" in page


def test_after_the_last_deal_a_slip_that_differs_is_said_once(evening: Evening) -> None:
    over(evening)
    slip(evening, 0, 0)
    for query in ({}, {"recorded": 1}):
        page = unescape(
            browser(evening.director).get(f"/games/{evening.game.pk}/desk/", query).content.decode()
        )
        assert page.count("lip shows something different") == 1
        assert page.count("0 on the slip, ") == 2


def send(evening: Evening, by: Author | None = None, **totals: str) -> HttpResponse:
    """The result slip is typed."""
    return post(evening, "", by, 0, **totals)


def confirm(evening: Evening, digest: str, by: Author | None = None, desk: int = 0) -> HttpResponse:
    """“All is as on the paper.”"""
    return post(evening, "read/", by, desk, digest=digest)


def digest_in(page: str) -> str:
    (digest,) = re.findall(r'name="digest" value="([0-9a-f]{64})"', page)
    return str(digest)


def test_a_protocol_is_read_back_and_enter_leads_on(evening: Evening) -> None:
    over(evening)
    desk = club_book_of(evening).pk
    page = proofreading_page(evening, desk=desk)
    assert "Not read back yet." in page
    assert "+2,725<small>10,900</small>" in page
    answer = confirm(evening, digest_in(page), desk=desk)
    assert answer["Location"] == f"/games/{evening.game.pk}/desk/check/?desk={desk}&done=read"
    after = proofreading_page(evening, desk=desk, done="read")
    assert f"Read back by {evening.director.user}" in after
    assert f'href="/desk/{desk}/next/?after={evening.game.pk}&check=read" autofocus' in after
    assert "all matches the paper" not in after


def test_who_typed_is_told_that_a_second_person_reads_back(evening: Evening) -> None:
    evening.record(1)
    page = proofreading_page(evening, evening.scorer)
    assert "The score sheet must be read back by a second person" in page
    assert "all matches the paper" not in page
    confirm(evening, protocol_of(evening.fresh()).digest, evening.scorer)
    assert "Not read back yet." in proofreading_page(evening)


def test_a_protocol_that_changed_while_it_was_read_is_shown_anew(evening: Evening) -> None:
    evening.record(1)
    old = digest_in(proofreading_page(evening))
    evening.amend(1, a_body(meld_points=840))
    client, address = browser(evening.director), f"/games/{evening.game.pk}/desk/check/"
    answer = client.post(f"{address}read/", {"key": str(uuid.uuid4()), "digest": old})
    assert answer["Location"] == address
    page = unescape(client.get(address).content.decode())
    assert "Somebody else has changed this in the meantime" in page
    assert "+2,720" in page
    assert digest_in(page) != old


def test_a_slip_is_shown_at_once_beside_the_computed_result(evening: Evening) -> None:
    over(evening)
    assert "No result slip has been entered." in proofreading_page(evening)
    assert send(evening, total0="10 900", total1="−340").status_code == 302
    assert "The slip agrees with the score sheet." in proofreading_page(evening)
    send(evening, total0="10 090", total1="−340")
    page = proofreading_page(evening)
    assert ("10,090 on the slip, 10,900 on the score sheet (−810). Two digits have been transposed.") in page


@pytest.mark.parametrize(
    ("typed", "expected"), [("", "This field is required."), ("12", "divisible by five")]
)
def test_a_slip_that_cannot_be_is_refused_at_its_field(evening: Evening, typed: str, expected: str) -> None:
    answer = send(evening, total0=typed, total1="0")
    assert expected in answer.content.decode()
    assert not Slip.objects.exists()


def test_the_jury_looks_and_does_not_send(evening: Evening) -> None:
    over(evening)
    jury = an_author(a_user(Role.Kind.JURY, club=evening.table.club))
    assert "<form" not in proofreading_page(evening, jury).partition("<main")[2]
    assert send(evening, jury, total0="0", total1="0").status_code == 403


def test_a_void_deal_and_a_penalty_are_read_too(evening: Evening) -> None:
    evening.record(1)
    evening.record(2)
    recording.void_deal(evening.director, evening.game, 1, "a card was missing", uuid.uuid4())
    recording.adjust(evening.director, evening.game, evening.charge(points=-100))
    page = proofreading_page(evening)
    assert '<tr class="void"><th scope="row">1 <small>void</small>' in page
    assert "<td>−100</td>" in page
    assert "<td>2,625</td>" in page
    assert evening.deal(1).state == Deal.State.VOID


def test_the_games_of_a_club_lead_to_what_is_done_with_them(evening: Evening) -> None:
    club = evening.table.club_id
    links = {"games/new", "protocols", "warnings"}

    def led_to(by: Author) -> set[str]:
        page = desk_page(evening, by)
        return {link for link in links if f'href="/clubs/{club}/{link}/"' in page}

    assert led_to(evening.director) == links
    assert led_to(evening.scorer) == {"games/new", "protocols"}
    assert led_to(an_author(a_user(Role.Kind.JURY, club=evening.table.club))) == {"warnings"}
    assert re.search(r'<input id="jump"[^>]* autofocus', desk_page(evening))


def test_a_club_without_games_says_so() -> None:
    club: Club = a_club()
    page = browser(an_author(a_user(Role.Kind.SCORER, club=club))).get(f"/desk/{club_book(club).pk}/")
    assert "No game is being played." in page.content.decode()
