"""The page of a round: looked at, changed by hand, published, removed; by one director and by two at once."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from clubs.models import LogEntry, Role
from scoring import recording
from scoring.models import Deal, Game
from tests.builders import a_user
from tests.pages.reading_pages import forms_of
from tests.scoring.support.played import a_deal
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.core.movements.circle import ROUND_ROBIN
from tournaments.core.movements.mitchell import MITCHELL
from tournaments.core.movements.partners import PARTNERS
from tournaments.core.movements.swiss import SWISS
from tournaments.models import Pairing, Round
from tournaments.play.seating import get_seats
from tournaments.running import RoundSeats

pytestmark = pytest.mark.django_db
PAIRS = RoundSeats(tables=[((1,), (2,)), ((3,), (4,)), ((5,), (6,)), ((7,), (8,))])


@pytest.fixture
def swiss() -> Played:
    event = Played(agreed(SWISS))
    event.enter(8)
    return event


def director(event: Played) -> Client:
    client = Client()
    assert event.by.user is not None
    client.force_login(event.by.user)
    return client


def seen(event: Played, drawn: Round, page: str = "round", **asked: Any) -> str:
    answer = director(event).get(reverse(f"tournaments:{page}", args=[drawn.pk]), asked)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def tables_in(page: str) -> list[str]:
    (listed,) = re.findall(r'<ol class="tables seated">.*?</ol>', page, re.DOTALL)
    return [
        " ".join(re.sub(r"<[^>]+>", " ", item).split())
        for item in re.findall(r"<li.*?</li>", listed, re.DOTALL)
    ]


def whole(page: str, drawn: Round) -> dict[str, str]:
    """The form of the whole round, as a browser would send it."""
    address = reverse("tournaments:round_change", args=[drawn.pk])
    return next(form for form in forms_of(page, address) if form.method == "post").sent()


def send(event: Played, drawn: Round, body: dict[str, str]) -> HttpResponse:
    answer = director(event).post(reverse("tournaments:round_change", args=[drawn.pk]), body)
    assert isinstance(answer, HttpResponse)
    return answer


def typed(seats: RoundSeats) -> dict[str, str]:
    """The numbers of a round in its fields."""
    found = {
        f"table{table}-side{side}": " ".join(map(str, entries))
        for table, sides in enumerate(seats.tables, start=1)
        for side, entries in enumerate(sides)
    }
    return found | {"out": " ".join(map(str, seats.out))}


# --- looked at --------------------------------------------------------------------------------------------


def test_every_table_says_who_sits_there_and_why(swiss: Played) -> None:
    swiss.round()
    drawn = swiss.draw()
    tables = tables_in(seen(swiss, drawn))
    assert len(tables) == 4
    for pairing, said in zip(drawn.pairings.order_by("table"), tables, strict=True):
        assert said.startswith(f"Table {pairing.table} ")
        assert all(f" {one.entry.number}. " in said for one in pairing.entered.select_related("entry"))
        assert "the smallest differences over all tables" in said


def test_the_page_says_how_it_was_drawn_and_makes_the_draw_again(swiss: Played) -> None:
    drawn = swiss.draw()
    page = seen(swiss, drawn)
    assert drawn.seed in page
    assert "Proven optimal: no other set of pairings has smaller differences." in page
    assert f"manage.py check_draw {swiss.event.pk}" in page
    assert "the draw is identical to the proposal" in seen(swiss, drawn, again="1")
    Round.objects.filter(pk=drawn.pk).update(exact=False, seed="another")
    page = seen(swiss, drawn, again="1")
    assert "not proven" in page
    assert "the draw differs from the proposal" in page


def test_only_a_search_for_the_best_says_whether_it_is_proved() -> None:
    event = Played(agreed(ROUND_ROBIN))
    event.enter(5)
    page = seen(event, event.draw())
    assert "proved" not in page
    assert "Sits out" in page


def test_the_proposal_stands_beside_what_is_set(swiss: Played) -> None:
    drawn = swiss.draw()
    first = get_seats(drawn)
    one, other = first.tables[0][0][0], first.tables[1][0][0]
    assert "Proposed for this table" not in seen(swiss, drawn)
    running.set_by_hand(swiss.by, drawn, first.with_exchanged(one, other))
    tables = tables_in(seen(swiss, drawn))
    assert ["by hand" in table for table in tables] == [True, True, False, False]
    for table, said in zip(first.tables[:2], tables[:2], strict=True):
        told = said.partition("Proposed for this table:")[2]
        assert re.findall(r"\b(\d)\. ", told) == [str(entry) for side in table for entry in side]
        assert "set by the director" in said


@pytest.mark.parametrize("entries", [8, 20])
def test_the_page_costs_the_same_however_many_tables(
    entries: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    event = Played(agreed(SWISS))
    event.enter(entries)
    drawn, client = event.draw(), director(event)
    with django_assert_max_num_queries(18):
        client.get(reverse("tournaments:round", args=[drawn.pk]))
    with django_assert_max_num_queries(9):
        client.get(reverse("tournaments:round_change", args=[drawn.pk]))


# --- changed ----------------------------------------------------------------------------------------------


def test_two_change_places_and_the_change_is_looked_at_first(swiss: Played) -> None:
    drawn = swiss.draw()
    first = get_seats(drawn)
    one, other = first.tables[0][0][0], first.tables[2][1][0]
    page = seen(swiss, drawn, "round_change", one=one, other=other)
    assert "Changes" in page
    assert re.findall(r"<dt>(Table \d)</dt>", page) == ["Table 1", "Table 3"]
    assert get_seats(drawn) == first
    answer = send(swiss, drawn, whole(page, drawn) | {"save": "1"})
    assert answer["Location"] == reverse("tournaments:round", args=[drawn.pk])
    assert get_seats(drawn) == first.with_exchanged(one, other)


def test_a_table_is_set_and_who_sat_there_takes_the_free_places(swiss: Played) -> None:
    drawn = swiss.draw()
    first = get_seats(drawn)
    (one,), (other,) = first.tables[1][0], first.tables[2][0]
    page = seen(swiss, drawn, "round_change", at=1, side0=one, side1=other)
    send(swiss, drawn, whole(page, drawn) | {"save": "1"})
    now = get_seats(drawn)
    assert now.tables[0] == ((one,), (other,))
    assert (now.tables[1][0], now.tables[2][0]) == first.tables[0]


@pytest.mark.parametrize("asked", [{"one": "1", "other": "1"}, {"one": "1"}, {"one": "99", "other": "x"}])
def test_two_that_cannot_change_places_are_told_of_at_the_field(swiss: Played, asked: dict[str, str]) -> None:
    drawn = swiss.draw()
    page = seen(swiss, drawn, "round_change", **asked)
    assert "Please correct the following" in page
    assert "Changes" not in page


def test_the_whole_round_is_typed_by_numbers(swiss: Played) -> None:
    drawn = swiss.draw()
    body = whole(seen(swiss, drawn, "round_change"), drawn) | typed(PAIRS)
    looked = send(swiss, drawn, body).content.decode()
    assert "Apply this seating" in looked
    send(swiss, drawn, whole(looked, drawn) | {"save": "1"})
    assert get_seats(drawn) == RoundSeats(tables=tuple(PAIRS.tables), out=())
    assert LogEntry.objects.filter(act="round.set_by_hand").count() == 1


def test_what_was_typed_after_it_was_looked_at_is_looked_at_again(swiss: Played) -> None:
    drawn = swiss.draw()
    body = whole(seen(swiss, drawn, "round_change"), drawn) | typed(PAIRS)
    looked = whole(send(swiss, drawn, body).content.decode(), drawn)
    otherwise = typed(PAIRS.with_exchanged(1, 8))
    answer = send(swiss, drawn, looked | otherwise | {"save": "1"})
    assert answer.status_code == 200
    assert not LogEntry.objects.filter(act="round.set_by_hand").exists()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"table1-side0": "2"}, "sits in two places"),
        ({"table1-side0": "17"}, "Nobody has the number 17 in this round."),
        ({"table1-side0": "Bo"}, "Enter numbers from this round, for example 5."),
        ({"table1-side0": ""}, "Nobody is seated here."),
        ({"table1-side0": "", "table1-side1": ""}, "Without a place: 1. "),
        (
            {"table1-side0": "1 7", "table4-side0": "", "table4-side1": "", "out": "8"},
            "have the same number of players",
        ),
    ],
)
def test_what_cannot_be_is_said_at_its_field_and_stays(
    swiss: Played, wrong: dict[str, str], said: str
) -> None:
    drawn = swiss.draw()
    body = whole(seen(swiss, drawn, "round_change"), drawn) | typed(PAIRS) | wrong
    page = unescape(send(swiss, drawn, body).content.decode())
    assert said in page
    assert "Changes" not in page
    again = whole(page, drawn)
    assert {name: again[name] for name in wrong} == wrong


def test_a_rematch_and_a_second_sit_out_are_said_before_and_after_and_forbid_nothing() -> None:
    event = Played(agreed(SWISS))
    event.enter(5)
    first = event.round()
    before = get_seats(first)
    drawn = event.draw()
    page = seen(event, drawn, "round_change")
    looked = unescape(send(event, drawn, whole(page, drawn) | typed(before)).content.decode())
    remarks = r"\d\. [^<]+ have met before\.|\d\. [^<]+ has already sat out more often than others\."
    assert len(re.findall(remarks, looked)) == 3
    send(event, drawn, whole(looked, drawn) | {"save": "1"})
    assert len(re.findall(remarks, seen(event, drawn))) == 3
    running.publish_round(event.by, drawn)
    assert re.findall(remarks, seen(event, drawn)) == []


def test_club_mates_are_said_where_they_are_kept_apart() -> None:
    for apart in (True, False):
        event = Played(agreed(SWISS, clubs_apart=apart))
        event.enter(2)
        assert ("are from the same club." in seen(event, event.draw())) is apart


def test_partners_are_set_by_hand_too_and_partners_again_are_said() -> None:
    event = Played(agreed(PARTNERS, players=1))
    event.enter(9)
    first = event.round()
    before = get_seats(first)
    drawn = event.draw()
    page = seen(event, drawn, "round_change")
    looked = unescape(send(event, drawn, whole(page, drawn) | typed(before)).content.decode())
    assert looked.count("have been partners before.") == 4
    send(event, drawn, whole(looked, drawn) | {"save": "1"})
    assert get_seats(drawn) == before


def test_an_empty_round_is_opened_and_set_by_hand(swiss: Played) -> None:
    body = {"seed": "0123456789abcdef", "by_hand": "1"}
    client = director(swiss)
    answer = client.post(reverse("tournaments:draw", args=[swiss.event.pk]), body)
    drawn = swiss.event.rounds.get()
    assert answer["Location"] == reverse("tournaments:round_change", args=[drawn.pk])
    page = seen(swiss, drawn, "round_change")
    looked = send(swiss, drawn, whole(page, drawn) | typed(PAIRS)).content.decode()
    send(swiss, drawn, whole(looked, drawn) | {"save": "1"})
    assert drawn.pairings.filter(by_hand=True).count() == 4


# --- two directors ----------------------------------------------------------------------------------------


def test_what_another_director_has_set_is_shown_and_not_overwritten(swiss: Played) -> None:
    drawn = swiss.draw()
    first = get_seats(drawn)
    one, two, three = (first.tables[table][0][0] for table in range(3))
    mine = whole(seen(swiss, drawn, "round_change", one=one, other=two), drawn)
    theirs = first.with_exchanged(two, three)
    running.set_by_hand(swiss.by, drawn, theirs)
    page = unescape(send(swiss, drawn, mine | {"save": "1"}).content.decode())
    assert "Somebody else has changed the tables since you opened them." in page
    assert get_seats(drawn) == theirs
    again = whole(page, drawn)
    assert {name: again[name] for name in typed(first)} == {name: mine[name] for name in typed(first)}
    send(swiss, drawn, again | {"save": "1"})
    assert get_seats(drawn) == first.with_exchanged(one, two)


def test_a_round_that_was_published_meanwhile_says_so_and_keeps_what_was_typed(swiss: Played) -> None:
    drawn = swiss.draw()
    first = get_seats(drawn)
    mine = whole(
        seen(swiss, drawn, "round_change", one=first.tables[0][0][0], other=first.tables[1][0][0]), drawn
    )
    running.publish_round(swiss.by, drawn)
    page = unescape(send(swiss, drawn, mine | {"save": "1"}).content.decode())
    assert "The round has already been published." in page
    assert whole(page, drawn)["table1-side0"] == mine["table1-side0"]
    assert get_seats(drawn) == first


def test_what_is_published_is_what_was_looked_at(swiss: Played) -> None:
    drawn = swiss.draw()
    first, address = get_seats(drawn), reverse("tournaments:publish", args=[drawn.pk])
    looked = {"seen": first.fingerprint}
    running.set_by_hand(swiss.by, drawn, first.with_exchanged(first.tables[0][0][0], first.tables[1][0][0]))
    client = director(swiss)
    answer = client.post(address, looked, follow=True)
    assert "Somebody else has changed the tables in the meantime." in unescape(answer.content.decode())
    assert swiss.event.rounds.get().state == Round.State.DRAWN
    client.post(address, {"seen": get_seats(drawn).fingerprint})
    assert swiss.event.rounds.get().state == Round.State.PUBLISHED


# --- removed ----------------------------------------------------------------------------------------------


def remove(event: Played, drawn: Round, was: str = "published", **sent: str) -> HttpResponse:
    answer = director(event).post(reverse("tournaments:remove", args=[drawn.pk]), {"was": was, **sent})
    assert isinstance(answer, HttpResponse)
    return answer


def test_a_round_with_a_deal_is_removed_with_a_reason_and_nothing_is_deleted(swiss: Played) -> None:
    drawn = swiss.publish()
    game = swiss.games(drawn)[0]
    recording.record_deal(swiss.by, game, a_deal())
    page = remove(swiss, drawn, reason=" ").content.decode()
    assert "This field is required." in page
    assert swiss.event.rounds.get().state == Round.State.PUBLISHED
    assert remove(swiss, drawn, reason="The wrong list").status_code == 302
    assert (Game.objects.count(), Deal.objects.count(), Pairing.objects.count()) == (4, 1, 4)
    assert "The wrong list" in seen(swiss, drawn)
    desk = unescape(director(swiss).get(reverse("tournaments:desk", args=[swiss.event.pk])).content.decode())
    (listed,) = re.findall(r'<ol class="rounds">.*?</ol>', desk, re.DOTALL)
    assert 'class="void"' in listed
    assert "The wrong list" in listed


def test_a_round_without_a_deal_is_removed_without_a_reason(swiss: Played) -> None:
    assert remove(swiss, swiss.publish()).status_code == 302
    assert swiss.event.rounds.get().state == Round.State.REMOVED


def test_a_draw_that_was_published_meanwhile_is_not_removed_unseen(swiss: Played) -> None:
    page = remove(swiss, swiss.publish(), "drawn").content.decode()
    assert "The round is published." in page
    assert swiss.event.rounds.get().state == Round.State.PUBLISHED


def test_what_cannot_be_removed_says_so_and_keeps_the_reason(swiss: Played) -> None:
    first = swiss.round()
    swiss.draw()
    page = remove(swiss, first, "closed", reason="Too early").content.decode()
    assert "Only the last round can be removed." in page
    assert 'value="Too early"' in page


def test_a_mitchell_that_has_come_round_is_refused_with_a_sentence_and_a_way_on() -> None:
    event = Played(agreed(MITCHELL, rounds=3))
    event.enter(4)
    for _round in range(2):
        event.round()
    client = director(event)
    body = {"seed": "0123456789abcdef"}
    page = client.post(reverse("tournaments:draw", args=[event.event.pk]), body, follow=True)
    assert "only bring rematches" in unescape(page.content.decode())
    assert 'name="by_hand"' in page.content.decode()


def test_a_scorer_looks_at_no_round(swiss: Played) -> None:
    drawn, client = swiss.draw(), Client()
    client.force_login(a_user(Role.Kind.SCORER, club=swiss.club))
    for page in ("round", "round_change", "remove"):
        assert client.get(reverse(f"tournaments:{page}", args=[drawn.pk])).status_code == 403


def test_the_address_that_removes_a_round_says_why_it_cannot_be_removed(swiss: Played) -> None:
    """In place of the form: a round that is not the last one, and one of an event whose results are shown."""
    first = swiss.round()
    last = swiss.publish()

    def page(drawn: Round) -> str:
        answer = director(swiss).get(reverse("tournaments:remove", args=[drawn.pk]))
        return unescape(answer.content.decode())

    assert "Only the last round can be removed." in page(first)
    assert 'name="reason"' not in page(first)
    assert "<b>This cannot be done now.</b>" not in page(last)
    assert 'name="was"' in page(last)
