"""A desk that types deal after deal and game after game: where each recording leads, and what it says."""

from __future__ import annotations

import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from clubs.books.writing import club_book
from scoring import recording
from scoring.models import Deal, Game
from tests.scoring.entry.test_entry_pages import (
    TYPED,
    Evening,
    form_values,
    opening_requirement,
    play_nothing,
    text_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    return Evening()


def new_deal_url(game: Game, book: int | None = None) -> str:
    query = "" if book is None else f"?desk={book}"
    return reverse("scoring:deal_new", args=[game.pk]) + query


def club_book_pk(evening: Evening) -> int:
    return club_book(evening.club).pk


def next_url(client: Client, address: str, **typed: str) -> str:
    """Where a sending from the form of a page leads."""
    opened = form_values(client.get(address).content.decode())
    answer = client.post(address, {**opened, **typed})
    assert answer.status_code == 302
    return str(answer.headers["Location"])


def test_a_deal_recorded_from_a_list_of_games_leads_to_the_next_deal(evening: Evening) -> None:
    game, client = evening.game(label="7"), evening.at_desk()
    address = new_deal_url(game, club_book_pk(evening))
    assert next_url(client, address, **TYPED) == address
    page = client.get(address).content.decode()
    sides = "Anna Berg – Arne Dal / Berta Ek – Bo Falk"
    assert f"Table 7, {sides}: deal 1 is recorded, 2,725 : −85, running 2,725 : −85." in text_of(page)
    assert f"Table 7: deal 2 {sides}" in text_of(page)
    assert form_values(page)["number"] == "2"
    assert "recorded:" not in text_of(client.get(address).content.decode())


def test_the_running_totals_are_those_after_the_deal(evening: Evening) -> None:
    game, client = evening.game(carried=[1200, 3450]), evening.at_desk()
    next_url(client, new_deal_url(game), **TYPED)
    page = client.get(reverse("scoring:game_desk", args=[game.pk])).content.decode()
    assert "deal 1 is recorded, 2,725 : −85, running 3,925 : 3,365." in text_of(page)


@pytest.mark.parametrize(
    ("carried", "told"),
    [
        ((1200, 3450), "deal 1 is corrected, 2,725 : −95, running 3,925 : 3,355."),
        ((9000, 100), "deal 1 is corrected, 2,725 : −95. The game is over: 11,725 : 5."),
    ],
)
def test_a_correction_is_called_one(evening: Evening, carried: tuple[int, int], told: str) -> None:
    game, client = evening.game(carried=list(carried)), evening.at_desk()
    next_url(client, new_deal_url(game), **TYPED)
    next_url(
        client,
        reverse("scoring:deal_amend", args=[game.pk, 1]),
        **{**TYPED, "side1-hand_points": "95"},
        reason="A slip",
    )
    page = client.get(reverse("scoring:game_desk", args=[game.pk])).content.decode()
    assert told in text_of(page)


def test_a_game_that_is_over_leads_to_the_next_game(evening: Evening) -> None:
    game, client = evening.game(carried=[9000, 100]), evening.at_desk()
    book = club_book_pk(evening)
    following = f"{reverse('scoring:desk_next', args=[book])}?after={game.pk}"
    assert next_url(client, new_deal_url(game, book), **TYPED) == following
    page = client.get(following, follow=True).content.decode()
    assert "deal 1 is recorded, 2,725 : −85. The game is over: 11,725 : 15." in text_of(page)


def test_the_deals_of_an_entered_result_are_typed_until_they_make_it(evening: Evening) -> None:
    """It is the result that stays; what the deals make is not called the end of the game before."""
    game, client = evening.game(label="7"), evening.at_desk()
    result = recording.FinalResult(totals=[5000, 3000], key=uuid.uuid4())
    recording.record_result(evening.by, game, result)
    address = new_deal_url(game, club_book_pk(evening))
    assert next_url(client, address, **TYPED) == address
    page = text_of(client.get(address).content.decode())
    assert "deal 1 is recorded, 2,725 : −85. The result stays as it was entered, 5,000 : 3,000" in page
    assert "the deals make 2,725 : −85 so far." in page
    assert "The game is over" not in page
    assert "The result was entered as 5,000 : 3,000. It stays" in page


@pytest.mark.parametrize("ruleset", ["samba", "sitoumussamba"])
def test_an_empty_form_leads_to_the_next_game_and_records_nothing(evening: Evening, ruleset: str) -> None:
    game, client = evening.game(ruleset), evening.at_desk()
    book = club_book_pk(evening)
    following = f"{reverse('scoring:desk_next', args=[book])}?after={game.pk}"
    assert next_url(client, new_deal_url(game, book)) == following
    assert Deal.objects.count() == 0


@pytest.mark.parametrize("typed", [{"ended": "stock"}, {"side1-hand_points": "5"}, {"side0-opening": "90"}])
def test_a_form_in_which_anything_stands_is_not_empty(evening: Evening, typed: dict[str, str]) -> None:
    game, client = evening.game(), evening.at_desk()
    address = new_deal_url(game, club_book_pk(evening))
    answer = client.post(address, {**form_values(client.get(address).content.decode()), **typed})
    assert "desk/" not in answer.headers.get("Location", "").removeprefix("/games")
    assert answer.status_code == (302 if "ended" in typed else 200)


def test_a_correction_that_was_emptied_is_asked_how_the_deal_ended(evening: Evening) -> None:
    game, client = evening.game(), evening.at_desk()
    next_url(client, new_deal_url(game), **TYPED)
    address = reverse("scoring:deal_amend", args=[game.pk, 1])
    written = form_values(client.get(address).content.decode())
    kept = {name: text for name, text in written.items() if name in ("number", "version", "key")}
    answer = client.post(address, kept)
    assert answer.status_code == 200
    assert "error-summary" in answer.content.decode()


def test_from_a_list_the_way_back_is_the_list(evening: Evening) -> None:
    game, client = evening.game(), evening.at_desk()
    book = club_book_pk(evening)
    back = reverse("scoring:desk", args=[book])
    page = client.get(new_deal_url(game, book)).content.decode()
    assert re.search(rf'<a href="{back}">Desk</a>', page)
    next_url(client, new_deal_url(game, book), **TYPED)
    amend = f"{reverse('scoring:deal_amend', args=[game.pk, 1])}?desk={book}"
    again = {**TYPED, "side0-meld_points": "855"}
    assert next_url(client, amend, **again) == back
    next_url(client, new_deal_url(game, book), **TYPED)
    assert f'href="?overrule=1&amp;desk={book}"' in client.get(amend).content.decode()


@pytest.mark.parametrize("desk", ["x", "-1", "1" * 30, "²"])
def test_a_list_that_is_no_number_is_no_list(evening: Evening, desk: str) -> None:
    game, client = evening.game(), evening.at_desk()
    address = f"{new_deal_url(game)}?desk={desk}"
    assert next_url(client, address, **TYPED) == new_deal_url(game)


def test_from_any_page_a_deal_leads_to_the_next_deal_and_the_last_one_to_the_next_game(
    evening: Evening,
) -> None:
    game, client = evening.game(carried=[1200, 3450]), evening.at_desk()
    book = club_book_pk(evening)
    following = next_url(client, new_deal_url(game), **TYPED)
    assert following == new_deal_url(game)
    page = client.get(following).content.decode()
    assert "deal 1 is recorded, 2,725 : −85, running 3,925 : 3,365." in text_of(page)
    assert f"{reverse('scoring:desk_next', args=[book])}?after={game.pk}" == next_url(
        client, new_deal_url(game)
    )
    last = evening.game(carried=[9000, 100])
    assert next_url(client, new_deal_url(last), **TYPED) == (
        f"{reverse('scoring:desk_next', args=[book])}?after={last.pk}"
    )


def test_from_any_page_a_correction_leads_to_the_desk_of_its_game(evening: Evening) -> None:
    game, client = evening.game(), evening.at_desk()
    next_url(client, new_deal_url(game), **TYPED)
    address = reverse("scoring:deal_amend", args=[game.pk, 1])
    corrected = next_url(client, address, **{**TYPED, "side0-meld_points": "855"})
    assert corrected == f"{reverse('scoring:game_desk', args=[game.pk])}?recorded=1"


@pytest.mark.parametrize("from_list", [True, False])
def test_a_slip_that_disagrees_comes_before_the_next_game(evening: Evening, from_list: bool) -> None:
    game, client = evening.game(carried=[9000, 100]), evening.at_desk()
    book = club_book_pk(evening)
    slip = recording.SlipTotals(totals=[11_000, 15], key=uuid.uuid4())
    recording.take_slip(evening.by, game, slip)
    following = next_url(client, new_deal_url(game, book if from_list else None), **TYPED)
    assert following == f"{reverse('scoring:game_check', args=[game.pk])}?desk={book}&done=slip"
    page = client.get(following).content.decode()
    assert '<h2 id="differs" tabindex="-1" autofocus>' in page
    assert page.count("autofocus") == 1
    recording.take_slip(evening.by, game, recording.SlipTotals(totals=[11_725, 15], key=uuid.uuid4()))
    assert "On to the next game</a>" in client.get(following).content.decode()


def test_the_heading_names_table_deal_and_pairs(evening: Evening) -> None:
    game, client = evening.game(label="7"), evening.at_desk()
    page = client.get(new_deal_url(game)).content.decode()
    assert "<h1>Table 7: deal 1</h1>" in page
    assert '<p class="lead pairs">Anna Berg – Arne Dal / Berta Ek – Bo Falk</p>' in page


def test_a_desk_asks_as_little_after_many_deals_as_before_the_first(evening: Evening) -> None:
    game, client = evening.game(), evening.at_desk()
    address = new_deal_url(game, club_book_pk(evening))
    few = opening_requirement(client, address)
    play_nothing(evening, game, 6)
    assert opening_requirement(client, address) == few <= 15
    amend = [reverse("scoring:deal_amend", args=[game.pk, number]) for number in (1, 6)]
    assert opening_requirement(client, amend[0]) == opening_requirement(client, amend[1]) <= 15


def test_a_phone_at_the_desk_is_told_the_same_in_a_word(evening: Evening) -> None:
    game, client = evening.game(), evening.at_desk()
    address = new_deal_url(game, club_book_pk(evening))
    opened = form_values(client.get(address).content.decode())
    answer = client.post(address, {**opened, **TYPED}, headers={"Talon-Outbox": "1"})
    assert (answer.status_code, answer.headers["Location"]) == (201, address)
