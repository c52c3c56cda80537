"""The page of a round that is played: what needs a person until when, who is waited for, what it costs."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from pytest_django import DjangoAssertNumQueries

from clubs.models import Role
from scoring import recording
from scoring.models import Game, Seat
from tests.builders import a_user
from tests.scoring.support.played import FEW_CARDS, a_deal
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.core.movements.swiss import SWISS
from tournaments.models import Pairing, Round
from tournaments.rounds.tables import time_since

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 5, 2, 12, tzinfo=UTC)


def an_evening(entries: int) -> tuple[Played, list[Game]]:
    """A round that is being played, at tables with a code of their own."""
    event = Played(agreed(SWISS))
    event.enter(entries)
    labels = [str(number) for number in range(1, entries // 2 + 1)]
    recording.create_tables(event.by, event.club, labels, uuid.uuid4())
    return event, event.games(event.publish())


def viewer(event: Played, kind: Role.Kind = Role.Kind.DIRECTOR) -> Client:
    client = Client()
    client.force_login(a_user(kind, club=event.club))
    return client


def address(event: Played) -> str:
    return reverse(
        "tournaments:round", args=[event.event.rounds.exclude(state=Round.State.REMOVED).latest("pk").pk]
    )


def seen(event: Played, kind: Role.Kind = Role.Kind.DIRECTOR) -> str:
    answer = viewer(event, kind).get(address(event))
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def plain(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def rows(page: str) -> list[str]:
    return [plain(row) for row in re.findall(r'<li id="row-\d+".*?</li>', page, re.DOTALL)]


def needs(page: str) -> list[str]:
    (box,) = re.findall(r'<section id="needs".*?</section>', page, re.DOTALL)
    return [plain(item) for item in re.findall(r'<li id="[a-z_]+-\d+-\d+".*?</li>', box, re.DOTALL)]


def waited(page: str, words: str) -> list[str]:
    """The numbers of the tables behind some words."""
    found = re.search(rf"<b>{words}</b>(.*?)</p>", page, re.DOTALL)
    return re.findall(r"</span>([^<]+)</a>", found[1]) if found else []


def at_table(game: Game) -> recording.AtTable:
    return recording.AtTable(user=None, origin="192.0.2.7", table=game.table, device="a phone")


def call(event: Played, game: Game) -> None:
    table = recording.CallRequest(reason="time", key=uuid.uuid4())
    recording.call_director(at_table(game), Game.objects.select_related("table").get(pk=game.pk), table)


def dispute(event: Played, game: Game) -> None:
    recording.record_deal(event.by, game, a_deal())
    recording.dispute_deal(
        event.by, game, recording.Approval(number=1, version=1, reason="No", key=uuid.uuid4())
    )


def unlikely(event: Played, game: Game) -> None:
    deal = recording.WrittenDeal(number=1, body=FEW_CARDS, key=uuid.uuid4())
    recording.record_deal(at_table(game), Game.objects.get(pk=game.pk), deal)


def over(event: Played, game: Game) -> None:
    event.totals(game, 11000, 4000)


# --- what it shows ----------------------------------------------------------------------------------------


def test_every_table_stands_with_its_deal_and_its_totals() -> None:
    event, games = an_evening(6)
    recording.record_deal(event.by, games[1], a_deal())
    first, second, third = rows(seen(event))
    assert first.startswith("Table 1 ")
    assert "not begun" in first
    assert "Deal" not in first
    assert re.search(r" 2,725 .* −85 in progress Deal 1 · just now ", second)
    assert "not begun" in third
    assert seen(event).count("/desk/?desk=") >= 3


def test_a_game_over_a_number_of_deals_says_which_of_how_many_on_every_list_of_tables() -> None:
    """On the page of the round, and where everybody looks."""
    event = Played(agreed(deals=3, walkover_margin=2000))
    event.enter(4)
    one, other = event.games(event.publish())
    recording.record_deal(event.by, one, a_deal(1))
    assert "in progress Deal 1 of 3 · just now" in rows(seen(event))[0]
    assert "of 3" not in rows(seen(event))[1]
    public_page = reverse("tournaments:event_round", args=[event.event.pk, 1])
    assert "Deal 1 of 3 , table 1" in plain(Client().get(public_page).content.decode())
    recording.void_deal(event.by, one, 1, "dealt wrongly", uuid.uuid4())
    recording.record_deal(event.by, one, a_deal(2))
    assert "in progress Deal 2 of 4 · just now" in rows(seen(event))[0]
    assert "Deal 2 of 4" in plain(Client().get(public_page).content.decode())
    event.totals(other, 5000, 1000)
    assert "of 3" not in rows(seen(event))[1]


def test_what_needs_a_person_stands_on_top_and_is_done_from_there() -> None:
    event, games = an_evening(4)
    assert needs(seen(event)) == []
    call(event, games[1])
    page = seen(event)
    (said,) = needs(page)
    assert said.startswith("2 The table calls:")
    assert "<title>(1) Round 1" in page
    (action,) = re.findall(r'action="(/calls/[^"]+)"', page)
    answer = viewer(event).post(action, {"key": str(uuid.uuid4())})
    assert answer["Location"] == address(event)
    assert needs(seen(event)) == []


def test_a_deed_from_elsewhere_leads_where_it_was_done_from() -> None:
    event, games = an_evening(4)
    call(event, games[0])
    (action,) = re.findall(r'action="(/calls/[^"]+)"', seen(event))
    elsewhere = action.replace("to=round", "to=nowhere")
    answer = viewer(event).post(elsewhere, {"key": str(uuid.uuid4())})
    assert answer["Location"] == reverse("scoring:desk", args=[event.fresh.book_id])


def test_a_disputed_deal_and_an_unlikely_one_are_said_in_the_desks_words() -> None:
    event, games = an_evening(4)
    dispute(event, games[0])
    unlikely(event, games[1])
    said = needs(seen(event))
    assert said[0].startswith("1 Deal 1 is disputed")
    assert said[1].startswith("2 Deal 1 was recorded although it looked unlikely")


def test_tables_that_are_waited_for_are_named() -> None:
    event, games = an_evening(8)
    over(event, games[0])
    recording.record_deal(event.by, games[1], a_deal())
    page = seen(event)
    assert waited(page, "Still playing:") == ["2", "3", "4"]
    assert waited(page, "No deal yet:") == ["3", "4"]
    assert "1 of 4 tables have finished." in page
    over(event, games[1])
    page = seen(event)
    assert waited(page, "Still playing:") == ["3", "4"]
    assert waited(page, "No deal yet:") == [], "the same tables are not named twice"
    for game in games[2:]:
        over(event, game)
    page = seen(event)
    assert "4 of 4 tables have finished." in page
    assert "Close the round" in page


def test_many_tables_are_only_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.rounds.tables._MAX_NAMED", 2)
    event, games = an_evening(8)
    over(event, games[0])
    page = seen(event)
    assert waited(page, "Still playing:") == []
    assert "1 of 4 tables have finished." in page
    recording.record_deal(event.by, games[1], a_deal())
    assert waited(seen(event), "No deal yet:") == ["3", "4"]


def test_who_does_not_come_is_not_waited_for() -> None:
    event, games = an_evening(4)
    pairing = Pairing.objects.select_related("round__tournament__book").get(game=games[0])
    running.rule_result(
        event.by, pairing, running.RuledResult(kind=Pairing.Kind.WALKOVER, at_fault=1, reason="late")
    )
    page = seen(event)
    assert "walkover" in rows(page)[0]
    assert "did not come" in rows(page)[0]
    assert "walkover" not in rows(page)[1]
    assert waited(page, "Still playing:") == ["2"]


def test_a_side_is_named_as_its_entry_whoever_drew_highest() -> None:
    event, games = an_evening(4)
    seats = Seat.objects.filter(side__game=games[0], side__number=0).order_by("position")
    names = " – ".join(seat.player.name for seat in seats)
    assert names in rows(seen(event))[0]
    recording.take_seats(event.by, games[0], recording.Seats(highest=seats[1].player_id, key=uuid.uuid4()))
    assert names in rows(seen(event))[0]
    assert " – ".join(seat.player.name for seat in seats.all()) not in rows(seen(event))[0]


def test_who_sits_out_stands_below_the_tables() -> None:
    event, _games = an_evening(5)
    alone = Pairing.objects.get(kind=Pairing.Kind.SIT_OUT).entered.get().entry
    names = [place.player.name for place in alone.places.select_related("player")]
    assert " – ".join(names) in plain(seen(event)).partition("Sits out")[2]


def leads_to(event: Played, name: str, kind: Role.Kind = Role.Kind.DIRECTOR) -> str | None:
    """Where an address of the event leads; None where it has a page of its own."""
    answer = viewer(event, kind).get(reverse(f"tournaments:{name}", args=[event.event.pk]))
    return None if answer.status_code == 200 else answer["Location"]


def test_one_address_leads_to_the_round_that_is_played() -> None:
    """For directors to a draw that nobody else can see, and to the last round once none is played."""
    event = Played(agreed(SWISS))
    event.enter(4)
    assert leads_to(event, "current_round") is None
    assert "No round is being played." in plain(
        viewer(event).get(reverse("tournaments:current_round", args=[event.event.pk])).content.decode()
    )
    first = f"/rounds/{event.draw().pk}/"
    assert leads_to(event, "current_round") == first
    assert leads_to(event, "current_round", Role.Kind.SCORER) is None
    running.publish_round(event.by, event.event.rounds.get())
    assert leads_to(event, "current_round", Role.Kind.SCORER) == first
    drawn = event.event.rounds.get()
    event.play(drawn)
    event.close(drawn)
    assert leads_to(event, "current_round", Role.Kind.JURY) == first
    second = f"/rounds/{event.draw().pk}/"
    assert leads_to(event, "current_round") == second
    assert leads_to(event, "current_round", Role.Kind.SCORER) == first


def test_the_addresses_of_what_the_page_of_the_round_replaced_lead_to_it() -> None:
    event, _games = an_evening(4)
    client, drawn = viewer(event), event.event.rounds.get()
    assert leads_to(event, "board") == address(event)
    assert client.get(f"/rounds/{drawn.pk}/results/")["Location"] == f"{address(event)}#totals"
    games = client.get(reverse("scoring:desk", args=[event.event.book_id]))
    assert games["Location"] == reverse("tournaments:current_round", args=[event.event.pk])


def test_a_round_that_is_closed_keeps_its_page() -> None:
    event = Played(agreed(SWISS, rounds=2))
    event.enter(4)
    event.round()
    page = seen(event)
    assert len(rows(page)) == 2
    assert "Draw round 2" in page
    assert "Open the round again" in page
    event.draw()
    (first, _second) = event.event.rounds.order_by("number")
    page = viewer(event).get(f"/rounds/{first.pk}/").content.decode()
    assert "Draw round 2" not in page
    assert "Remove the round" not in page


def test_the_overview_leads_to_the_round_while_it_is_played() -> None:
    event, _games = an_evening(4)
    desk = viewer(event).get(reverse("tournaments:desk", args=[event.event.pk])).content.decode()
    assert re.findall(r'class="button primary" href="([^"]+)"', desk) == [address(event)]
    assert "row-" not in desk


def test_a_long_list_of_what_needs_somebody_is_folded_after_the_first_three() -> None:
    event, games = an_evening(10)
    for game in games:
        call(event, game)
    page = seen(event)
    assert len(needs(page)) == 5
    (folded,) = re.findall(r'<details class="fold" id="further-needs">(.*?)</details>', page, re.DOTALL)
    assert "2 more" in plain(folded)
    assert folded.count("<li") == 2


@pytest.mark.parametrize(
    ("since", "english", "finnish"),
    [
        (timedelta(seconds=20), "just now", "juuri nyt"),
        (timedelta(minutes=1, seconds=50), "1 min ago", "1 min sitten"),
        (timedelta(minutes=59), "59 min ago", "59 min sitten"),
        (timedelta(hours=3), "3 h ago", "3 t sitten"),
        (timedelta(days=2), "30 Apr 2026", "30.4.2026"),
        (timedelta(seconds=-4), "just now", "juuri nyt"),
    ],
)
def test_how_long_ago_is_said_in_the_readers_language(since: timedelta, english: str, finnish: str) -> None:
    with translation.override("en"):
        assert time_since(NOON - since, NOON) == english
    with translation.override("fi"):
        assert time_since(NOON - since, NOON) == finnish


# --- who looks --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [Role.Kind.DIRECTOR, Role.Kind.JURY, Role.Kind.SCORER])
def test_whoever_holds_a_role_looks_and_only_who_may_acts(kind: Role.Kind) -> None:
    event, games = an_evening(4)
    call(event, games[0])
    page = seen(event, kind)
    assert ("Done" in page) is (kind is not Role.Kind.SCORER)
    assert ("Enter its deals" in page) is (kind is not Role.Kind.JURY)
    for of_director in ("Change the result", "Substitute", "Exchange places", 'name="g', "Remove the round"):
        assert (of_director in page) is (kind is Role.Kind.DIRECTOR)


def test_nobody_else_looks() -> None:
    event, _games = an_evening(4)
    stranger = Client()
    stranger.force_login(a_user(Role.Kind.DIRECTOR))
    assert stranger.get(address(event)).status_code == 403
    assert Client().get(address(event)).status_code == 302


# --- what it costs ----------------------------------------------------------------------------------------


def everything(event: Played, game: Game, at: int) -> None:
    """A table with one of the needs, by turns."""
    turn: list[Callable[[Played, Game], None]] = [call, dispute, unlikely, read_and_changed]
    turn[at % len(turn)](event, game)


def read_and_changed(event: Played, game: Game) -> None:
    """Over, and a slip that says something else."""
    over(event, game)
    slip = recording.SlipTotals(totals=[0, 0], key=uuid.uuid4())
    recording.take_slip(event.by, Game.objects.get(pk=game.pk), slip)


@pytest.mark.parametrize("tables", [4, 40])
def test_the_page_costs_as_many_queries_for_forty_tables_as_for_four(
    tables: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    event, games = an_evening(2 * tables + 1)
    for at, game in enumerate(games):
        everything(event, game, at)
    client, page_of_round = viewer(event), address(event)
    with django_assert_max_num_queries(24) as asked:
        page = client.get(page_of_round).content.decode()
    assert len(asked) == 24
    assert len(rows(page)) == tables
    assert len(needs(page)) >= tables


def asked_again(client: Client, page_of_round: str, tag: str) -> HttpResponse:
    answer = client.get(page_of_round, headers={"If-None-Match": tag})
    assert isinstance(answer, HttpResponse)
    return answer


def test_nothing_new_is_answered_without_the_page_until_the_minute_is_over(
    monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    event, games = an_evening(4)
    client, now = viewer(event), timezone.now().replace(second=1)
    monkeypatch.setattr(timezone, "now", lambda: now)
    page_of_round = address(event)
    tag = client.get(page_of_round)["ETag"]
    with django_assert_num_queries(4):
        assert asked_again(client, page_of_round, tag).status_code == 304
    call(event, games[0])
    answer = asked_again(client, page_of_round, tag)
    assert answer.status_code == 200
    assert {"private", "no-store"} <= set(answer["Cache-Control"].split(", "))
    tag = answer["ETag"]
    assert asked_again(client, page_of_round, tag).status_code == 304
    monkeypatch.setattr(timezone, "now", lambda: now + timedelta(minutes=1))
    assert asked_again(client, page_of_round, tag).status_code == 200


def test_a_removed_round_is_not_played() -> None:
    event, _games = an_evening(4)
    running.remove_round(event.by, event.event.rounds.get(), "too early")
    assert leads_to(event, "current_round") is None
