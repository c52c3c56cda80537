"""The paper beside a deal: totals that differ are said with their cause, and its openings hold."""

from __future__ import annotations

import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from scoring import recording
from scoring.models import Deal, DealVersion, Game
from scoring.store import sheets
from tests.scoring.entry.test_entry_pages import (
    TYPED,
    Evening,
    form_values,
    post_entry,
    post_preview,
    text_of,
    totals,
)

pytestmark = pytest.mark.django_db

# 2725 and −85 are right; the first side's paper has a ten too many.
DIFFERENT_PAPER = {**TYPED, "side0-paper": "2735", "side1-paper": "-85"}


@pytest.fixture
def evening() -> Evening:
    return Evening()


def new_deal_url(game: Game, **parameters: int) -> str:
    query = "&".join(f"{name}={value}" for name, value in parameters.items())
    return reverse("scoring:deal_new", args=[game.pk]) + (f"?{query}" if query else "")


def differences_digest(page: str) -> str:
    match = re.search(r'name="miscounted" id="id_miscounted" value="(\w+)"', page)
    assert match
    return match[1]


# --- totals -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", ["2725", "2 725", "+2725", "3925", ""])
def test_a_paper_that_agrees_is_recorded_at_once(evening: Evening, paper: str) -> None:
    game = evening.game(carried=[1200, 3450])
    assert post_entry(evening.at_desk(), new_deal_url(game), **TYPED, **{"side0-paper": paper})[0] == 302
    kept = int(paper.replace(" ", "")) if paper else None
    assert DealVersion.objects.get().paper == ([kept, None] if paper else [])


def test_the_preview_says_a_difference_with_its_likely_cause(evening: Evening) -> None:
    game = evening.game()
    text = post_preview(
        evening.at_desk(), reverse("scoring:preview", args=[game.pk]), **DIFFERENT_PAPER, number="1"
    )
    assert "Anna Berg – Arne Dal: The paper says 2,735; the deal comes to 2,725. " in text
    assert "10" in text.partition("the deal comes to 2,725. ")[2][:60]
    assert "The paper was added up wrongly: we will correct it there (§ 35 b)." in text
    assert "Berta Ek – Bo Falk: The paper says" not in text


def test_a_running_total_on_paper_is_held_against_the_running_total(evening: Evening) -> None:
    game = evening.game(carried=[1200, 3450])
    typed = {**TYPED, "side0-paper": "3935"}
    text = post_preview(evening.at_desk(), reverse("scoring:preview", args=[game.pk]), **typed, number="1")
    assert "The paper says 3,935, the running total is 3,925." in text


def test_without_a_script_a_deal_is_counted_first_and_the_difference_is_said(evening: Evening) -> None:
    game = evening.game()
    status, page = post_entry(evening.at_desk(), new_deal_url(game), **DIFFERENT_PAPER, act="count")
    assert (status, Deal.objects.count()) == (200, 0)
    assert "The paper says 2,735; the deal comes to 2,725." in text_of(page)


def test_nothing_is_recorded_until_it_is_said_which_is_wrong(evening: Evening) -> None:
    game, client = evening.game(), evening.at_desk()
    status, page = post_entry(client, new_deal_url(game), **DIFFERENT_PAPER)
    assert (status, Deal.objects.count()) == (200, 0)
    assert "Nothing has been recorded yet: the paper shows something different." in text_of(page)
    assert re.search(r'id="id_miscounted"[^>]* autofocus', page)
    again = {**form_values(page), "miscounted": differences_digest(page)}
    assert client.post(new_deal_url(game), again).status_code == 302
    assert totals(game) == [2725, -85]
    assert DealVersion.objects.get().paper == [2735, -85]


def test_a_mended_entry_is_recorded_without_a_word(evening: Evening) -> None:
    game, client = evening.game(), evening.at_desk()
    _status, page = post_entry(client, new_deal_url(game), **DIFFERENT_PAPER)
    mended = {**form_values(page), "side0-meld_points": "855"}
    assert client.post(new_deal_url(game), mended).status_code == 302
    assert totals(game) == [2735, -85]


@pytest.mark.parametrize("change", [{"side0-paper": "2745"}, {"side0-meld_points": "835"}])
def test_what_is_said_of_other_figures_does_not_count(evening: Evening, change: dict[str, str]) -> None:
    game, client = evening.game(), evening.at_desk()
    _status, page = post_entry(client, new_deal_url(game), **DIFFERENT_PAPER)
    again = {**form_values(page), **change, "miscounted": differences_digest(page)}
    answer = client.post(new_deal_url(game), again)
    assert (answer.status_code, Deal.objects.count()) == (200, 0)
    assert "checked" not in answer.content.decode().partition('id="id_miscounted"')[2][:80]


def test_a_figure_that_was_off_and_is_carried_on_is_no_mistake_of_the_next_deal(evening: Evening) -> None:
    game, client = evening.game(), evening.at_desk()
    _status, page = post_entry(client, new_deal_url(game), **DIFFERENT_PAPER)
    assert (
        client.post(
            new_deal_url(game), {**form_values(page), "miscounted": differences_digest(page)}
        ).status_code
        == 302
    )
    typed = {"ended": "stock", "side0-meld_points": "350", "side0-paper": "3085", "number": "2"}
    text = post_preview(client, reverse("scoring:preview", args=[game.pk]), **typed)
    assert (
        "The paper says 3,085, the running total is 3,075. The difference comes from "
        "an earlier deal and has been carried forward on paper."
    ) in text


def test_a_figure_that_was_off_is_not_carried_past_one_that_agrees(evening: Evening) -> None:
    game, client = evening.game(), evening.at_desk()
    _status, page = post_entry(client, new_deal_url(game), **DIFFERENT_PAPER)
    client.post(new_deal_url(game), {**form_values(page), "miscounted": differences_digest(page)})
    typed = {"ended": "stock", "side0-meld_points": "350"}
    assert post_entry(client, new_deal_url(game), **typed, **{"side0-paper": "3075"})[0] == 302
    text = post_preview(
        client, reverse("scoring:preview", args=[game.pk]), **typed, **{"side0-paper": "3435", "number": "3"}
    )
    assert "The paper says 3,435, the running total is 3,425. A carrying error" in text


def test_where_the_rules_are_silent_the_paper_is_mended_without_a_paragraph(evening: Evening) -> None:
    game = evening.game("danish")
    typed = {"ended": "stock", "side0-paper": "10", "number": "1"}
    text = post_preview(evening.at_desk(), reverse("scoring:preview", args=[game.pk]), **typed)
    assert "The paper was added up wrongly: we will correct it there." in text


def test_the_paper_is_there_again_when_the_deal_is_opened_for_correction(evening: Evening) -> None:
    game, client = evening.game(), evening.at_desk()
    _status, page = post_entry(client, new_deal_url(game), **DIFFERENT_PAPER)
    client.post(new_deal_url(game), {**form_values(page), "miscounted": differences_digest(page)})
    page = client.get(reverse("scoring:deal_amend", args=[game.pk, 1])).content.decode()
    assert re.search(r'name="side0-paper" value="2735"', page)
    assert "The paper says 2,735; the deal comes to 2,725." in text_of(page)


def test_what_is_no_total_is_refused_at_its_field(evening: Evening) -> None:
    game = evening.game()
    status, page = post_entry(evening.at_desk(), new_deal_url(game), **{**TYPED, "side1-paper": "12o"})
    assert (status, Deal.objects.count()) == (200, 0)
    assert "Enter points, for example 2450 or −85." in text_of(page)


def test_a_table_does_not_ask_for_the_paper(evening: Evening) -> None:
    game = evening.game()
    page = Client().get(evening.at_table()).content.decode()
    assert "-paper" not in page
    assert post_entry(Client(), evening.at_table(), **DIFFERENT_PAPER, player=str(game.keeper_id))[0] == 302
    assert DealVersion.objects.get().paper == []


# --- openings ---------------------------------------------------------------------------------------------


def test_the_head_of_a_column_says_what_the_side_needs(evening: Evening) -> None:
    game = evening.game(carried=[1200, 3450])
    page = text_of(evening.at_desk().get(new_deal_url(game)).content.decode())
    assert re.findall(r"Opening requirement (\d+)", page) == ["50", "120"]
    assert "Opening requirement" not in text_of(Client().get(evening.at_table()).content.decode())


def test_the_requirement_on_the_paper_is_the_one_that_was_played_by(evening: Evening) -> None:
    game, client = evening.game(carried=[1200, 3450]), evening.at_desk()
    page = client.get(new_deal_url(game)).content.decode()
    values = re.findall(r'<option value="(\w*)"[^>]*>([^<]*)</option>', page.partition("side1-opening")[2])
    assert values[:6] == [
        ("", "120, from the totals"),
        ("15", "15"),
        ("50", "50"),
        ("90", "90"),
        ("120", "120"),
        ("150", "150"),
    ]
    typed = {**TYPED, "side1-meld_points": "100", "side1-opening": "90"}
    text = post_preview(client, reverse("scoring:preview", args=[game.pk]), **typed, number="1")
    assert "Opening requirement 50 90 Opening met met" in text
    assert post_entry(client, new_deal_url(game), **typed)[0] == 302
    assert Deal.objects.get().openings == [50, 90]


def test_a_requirement_that_follows_from_the_totals_is_not_sent(evening: Evening) -> None:
    game = evening.game(carried=[1200, 3450])
    assert post_entry(evening.at_desk(), new_deal_url(game), **TYPED)[0] == 302
    assert Deal.objects.get().openings == [50, 120]


def test_a_deal_that_was_started_keeps_its_requirement(evening: Evening) -> None:
    game = evening.game(carried=[1200, 3450])
    recording.start_deal(evening.by, game, 1, uuid.uuid4())
    page = evening.at_desk().get(new_deal_url(game)).content.decode()
    assert 'name="side0-opening"' not in page
    assert re.findall(r"Opening requirement (\d+)", text_of(page)) == ["50", "120"]


def test_where_a_canasta_is_asked_for_it_can_be_said(evening: Evening) -> None:
    starts = sheets.load_ruleset("danish").opening_starts
    game = evening.game("danish", carried=[starts[-1], 0])
    page = evening.at_desk().get(new_deal_url(game)).content.decode()
    assert "Opening requirement canasta" in text_of(page)
    assert len(re.findall(r'<option value="canasta">canasta</option>', page)) == 2
    assert (
        post_entry(evening.at_desk(), new_deal_url(game), ended="stock", **{"side1-opening": "canasta"})[0]
        == 302
    )
    assert Deal.objects.get().openings == ["canasta", "canasta"]
