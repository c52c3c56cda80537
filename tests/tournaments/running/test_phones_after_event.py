"""Who holds the card of a table, a phone at it or its address: what stays open, and until when."""

from __future__ import annotations

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Book
from scoring import recording
from scoring.models import Call, Game, Table
from scoring.store.event_news import events_with_cards
from tests.builders import a_user
from tests.tournaments.support.events import Played, declare_official, show_after_this_round
from tournaments import running
from tournaments.models import Tournament
from tournaments.registration.links import events_with_cards as of_tournaments

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> Played:
    """An event after its one round, whose game is still set to its table."""
    played = Played()
    recording.create_tables(played.by, played.club, ["1"], uuid4())
    played.enter(2)
    played.round()
    return played


def table_of(played: Played) -> Table:
    return Table.objects.get(club=played.club)


def address(table: Table, name: str = "table") -> str:
    return reverse(f"scoring:{name}", args=[table.secret])


def names_in(page: str, game: Game) -> list[str]:
    names = game.sides.values_list("seats__player__family_name", flat=True)
    return [name for name in names if re.search(rf"\b{name}\b", page)]


def calls(phone: Client, table: Table) -> int:
    sent = {"game": table.game_id, "key": uuid4(), "why": "other", "text": "come"}
    return phone.post(address(table, "table_call"), sent).status_code


def show(played: Played) -> Tournament:
    return show_after_this_round(played.by, played.event)


def end_time_to_complain(played: Played) -> None:
    Book.objects.filter(pk=played.event.book_id).update(phones_until=timezone.now() - timedelta(seconds=1))


def test_new_cards_shut_out_old_cards_and_the_phones_at_the_tables(played: Played) -> None:
    old, phone = table_of(played), Client()
    assert phone.get(address(old)).status_code == 200
    recording.renew_cards(played.by, played.club, uuid4())
    for known in (phone, Client()):
        answer = known.get(address(old))
        assert answer.status_code == 404
        assert "This card is no longer valid" in answer.content.decode()
        assert not names_in(answer.content.decode(), played.games(played.event.rounds.get())[0])
        assert calls(known, old) == 404
    assert not Call.objects.exists()
    assert "No table has this PIN" in phone.post("/t/", {"pin": old.pin}).content.decode()
    assert Client().get(address(table_of(played))).status_code == 200


def test_a_phone_that_sends_while_the_cards_are_renewed_is_refused(played: Played) -> None:
    old = table_of(played)
    by = recording.AtTable(user=None, origin="", table=old, device="x")
    recording.renew_cards(played.by, played.club, uuid4())
    assert old.game is not None
    with pytest.raises(PermissionDenied):
        recording.call_director(by, old.game, recording.CallRequest(reason=Call.Reason.OTHER, key=uuid4()))
    assert not Call.objects.exists()


def test_when_the_results_are_shown_the_phone_of_a_table_only_reads(played: Played) -> None:
    table, phone = table_of(played), Client()
    (game,) = played.games(played.event.rounds.get())
    before = phone.get(address(table))
    show(played)
    shown = phone.get(address(table), headers={"If-None-Match": before["ETag"]})
    page = shown.content.decode()
    assert "The results have been shown" in page
    assert names_in(page, game)
    main = page[page.index("<main") : page.index("</main>")]
    assert not re.findall(r'<form[^>]*method="post"', main)
    assert calls(phone, table) == 409
    assert not Call.objects.exists()
    running.hide_results(played.by, played.fresh, "too early")
    assert calls(phone, table) == 302


@pytest.mark.parametrize("is_official", [True, False])
def test_after_the_time_to_complain_the_page_of_a_table_names_nobody(
    played: Played, is_official: bool
) -> None:
    table, phone = table_of(played), Client()
    (game,) = played.games(played.event.rounds.get())
    shown = show(played)
    read = phone.get(address(table))
    if is_official:
        declare_official(played.by, shown)
    end_time_to_complain(played)
    closed = phone.get(address(table), headers={"If-None-Match": read["ETag"]})
    assert closed.status_code == 200
    assert "its phones are closed" in closed.content.decode()
    assert not names_in(closed.content.decode(), game)
    assert calls(phone, table) == 409
    assert reverse("scoring:game", args=[game.pk]) in closed.content.decode()
    for name in ("table_call", "table_seats", "table_sign"):
        page = phone.get(address(table, name))
        assert page.status_code == 409
        assert not names_in(page.content.decode(), game)


def test_results_that_are_opened_again_do_not_open_the_phones(played: Played) -> None:
    table = table_of(played)
    official = declare_official(played.by, show(played))
    end_time_to_complain(played)
    running.revise_official(played.by, official, "a deal was counted wrong")
    assert "its phones are closed" in Client().get(address(table)).content.decode()
    assert calls(Client(), table) == 409


def test_a_card_for_an_event_stops_with_it_and_one_for_good_does_not(played: Played) -> None:
    assert [event.book for event in events_with_cards(played.club)] == [played.event.book]
    recording.renew_cards(played.by, played.club, uuid4(), played.event.book)
    table = table_of(played)
    assert Client().post("/t/", {"pin": table.pin}).status_code == 302
    show(played)
    assert Client().get(address(table)).status_code == 200
    end_time_to_complain(played)
    assert Client().get(address(table)).status_code == 404
    assert "No table has this PIN" in Client().post("/t/", {"pin": table.pin}).content.decode()
    assert events_with_cards(played.club) == of_tournaments(played.club) == []
    recording.renew_cards(played.by, played.club, uuid4())
    assert Client().get(address(table_of(played))).status_code == 200


def test_cards_are_made_for_an_event_of_the_club_alone(played: Played) -> None:
    director, page = Client(), reverse("scoring:tables_pins", args=[played.club.pk])
    director.force_login(played.by.user or a_user())
    foreign = Played()
    sent = {"key": uuid4(), "event": foreign.event.book_id}
    assert director.post(page, sent).status_code == 200
    assert table_of(played).card_for is None
    assert director.post(page, {**sent, "event": played.event.book_id}).status_code == 302
    assert table_of(played).card_for == played.event.book
    tables = reverse("scoring:tables", args=[played.club.pk])
    assert "The cards are good until this event is over: Spring" in director.get(tables).content.decode()
    show(played)
    end_time_to_complain(played)
    for shown in (tables, reverse("scoring:table_cards", args=[played.club.pk])):
        assert "These cards were for one event, which is over: Spring" in director.get(shown).content.decode()
