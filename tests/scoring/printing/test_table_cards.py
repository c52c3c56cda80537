"""The card of a table: every number on it agrees with the scorer, and its tables fill the card."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm

from clubs.reports.in_languages import in_each_language
from clubs.reports.pdf.cards import CARD_MARGIN, render_cards
from clubs.reports.report import Cards, Report, ReportTable
from clubs.reports.side_by_side import combine_reports
from scoring import models, rulesets
from scoring.core import house_rules, steps
from scoring.core.card_values import hand_card_cost, number_of_red_threes
from scoring.core.cards import ALPHABET, RED_THREE
from scoring.core.pipeline import evaluate
from scoring.core.problem import Code
from scoring.core.ruleset import RuleSet
from scoring.printing import table_cards
from tests.documents.reading import text_of
from tests.documents.test_grids import words_off_page
from tests.scoring.support.simulated import game

EVERY_GAME = pytest.mark.parametrize("rules", rulesets.newest_editions(), ids=lambda rules: rules.slug)
TWO_CANASTAS = ["KKKKKKK", "QQQQQQQ"]
# The values of threes on the card: on the table, and in hand.
THREES: dict[str, dict[str, tuple[object, object]]] = {
    "samba": {
        "Black threes": (5, -5),
        "Red threes": (100, -500),
        "All 6 red threes": (1000, None),
        "Red threes without two canastas": ("minus", None),
    },
    "royal": {
        "Black threes": (5, -100),
        "Red threes": (100, -500),
        "All 6 red threes": (1000, None),
        "Red threes with black ones": (5, None),
        "Red threes without two canastas": ("minus", None),
    },
    "sitoumussamba": {
        "Black threes": (5, -100),
        "Bought red threes": (-300, -500),
        "Red threes in a samba": (5, None),
    },
    "sambola": {
        "Black threes": (None, -5),
        "Red threes": (100, 0),
        "All 6 red threes": (1200, None),
    },
    "danish": {
        "Black threes": (5, -5),
        "Red threes": (100, -100),
        "All 4 red threes": (800, None),
        "Without a canasta: everything": ("minus", None),
    },
    "classic": {
        "Black threes": (5, -5),
        "Red threes": (100, -500),
        "All 4 red threes": (800, None),
        "Red threes without a meld": ("minus", None),
    },
}


def rows_of(table: ReportTable) -> dict[object, tuple[object, ...]]:
    return {row.values[0]: row.values[1:] for row in table.rows}


def total(rules: RuleSet, **hand: Any) -> int:
    """Return the total of a side that did not go out."""
    deal = {"ruleset": rules.slug, "ended": "stock", "hands": [hand, {"hand": "99"}]}
    score = evaluate(deal, rulesets.find).score
    assert score is not None
    return score.sides[0].total


@pytest.mark.parametrize("slug", THREES)
def test_what_is_said_of_threes_is_what_the_rules_say(slug: str) -> None:
    with translation.override("en"):
        rows = rows_of(table_cards.card_value_table(game(slug)))
    said = {label: worth for label, worth in rows.items() if "three" in str(label) or ":" in str(label)}
    assert said == THREES[slug]


@EVERY_GAME
def test_a_card_in_hand_costs_what_the_scorer_takes_for_it(rules: RuleSet) -> None:
    is_refused = rules.red_threes.problem_in_hand is Code.RED_THREE_NOT_LAID
    for card in ALPHABET.replace(RED_THREE, "" if is_refused else RED_THREE):
        assert total(rules, hand="K" + card) - total(rules, hand="K") == -hand_card_cost(rules, card), card


@EVERY_GAME
def test_red_threes_on_the_table_are_worth_what_the_scorer_gives_for_them(rules: RuleSet) -> None:
    with translation.override("en"):
        rows = {
            str(label): worth
            for label, (worth, _hand) in rows_of(table_cards.card_value_table(rules)).items()
        }
    whole = number_of_red_threes(rules)
    value = next(worth for label, worth in rows.items() if label in ("Red threes", "Bought red threes"))
    with_canastas = total(rules, melds=TWO_CANASTAS, hand="9")
    single, all_of_them = (total(rules, melds=TWO_CANASTAS, hand="9", red_threes=n) for n in (1, whole))
    assert single - with_canastas == value
    assert all_of_them - with_canastas == rows.get(
        f"All {whole} red threes", whole * single - whole * with_canastas
    )
    without = total(rules, hand="9", red_threes=1) - total(rules, hand="9")
    assert without == (-single + with_canastas if "minus" in rows.values() else value)


@EVERY_GAME
def test_common_cards_on_the_table_and_in_hand_are_worth_the_same(rules: RuleSet) -> None:
    with translation.override("en"):
        rows = rows_of(table_cards.card_value_table(rules))
    for name, melded in (("K", "KKKK"), ("7", "7777"), ("Joker", "KKKK*"), ("A", "AAAA")):
        (row,) = (worth for label, worth in rows.items() if name in str(label).split(", "))
        fewer = total(rules, melds=["QQQQQQQ", melded[:-1]], hand="9")
        assert row == (total(rules, melds=["QQQQQQQ", melded], hand="9") - fewer, -row[0])  # type: ignore[operator]


@EVERY_GAME
def test_canastas_and_going_out_have_the_bonus_of_the_rules(rules: RuleSet) -> None:
    with translation.override("en"):
        rows = rows_of(table_cards.bonus_table(rules))
    points = [worth for (worth,) in rows.values()]
    ends = [
        bonus.points for bonus in (rules.going_out, rules.concealed) if bonus is not None and bonus.points
    ]
    assert points == [
        *sorted((combination.points for combination in rules.combinations), reverse=True),
        *ends,
    ]
    assert len(rows) == len(points)


def test_a_house_rule_changes_the_card() -> None:
    rules = rulesets.find("sambola")
    assert rules is not None
    high = house_rules.with_options(rules, (("high_sambas", True),))
    with translation.override("en"):
        assert rows_of(table_cards.bonus_table(high))["Red sambas"] == (1500,)


@EVERY_GAME
def test_red_threes_that_count_against_a_side_are_said_in_words(rules: RuleSet) -> None:
    counted = rules.red_threes.earned is steps.always or rules.minus_without_combination
    assert counted or rules.red_threes.earned in table_cards.UNEARNED_RED_THREES


@pytest.mark.parametrize(
    ("language", "bids"),
    [("en", ["1 two", "3 twos"]), ("da", ["1 toer", "3 toere"]), ("sv", ["1 tvåa", "3 tvåor"])],
)
def test_a_bid_of_twos_is_no_number_of_two_digits(language: str, bids: list[str]) -> None:
    rules = rulesets.find("sitoumussamba")
    assert rules is not None
    with translation.override(language):
        (table,) = table_cards.bid_tables(rules.contract)
    assert [table.rows[at].values[5] for at in (0, 2)] == bids
    assert table.rows[2].values[0] == "3 ♣"


def test_a_game_without_an_opening_requirement_has_none_on_its_card() -> None:
    rules = rulesets.find("samba")
    assert rules is not None
    free = replace(rules, opening_starts=(), opening_needs=(0,))
    captions = [[table.caption for table in card(game, "en").tables] for game in (rules, free)]
    assert [caption for caption in captions[0] if caption not in captions[1]] == ["Opening requirement"]


# On paper.


def card(rules: RuleSet, languages: str) -> Report:
    table = models.Table(label="12", pin="12345678")
    made = in_each_language(
        languages.split("-"),
        lambda: table_cards.table_card(
            table, rules, "Canastaklubben Mölnlycke", "http://192.0.2.1/t/", "192.0.2.1/t/"
        ),
    )
    return combine_reports(*made)


def boxes_of(report: Report) -> list[tuple[float, float, str]]:
    """Return every word on paper: its end, its size and its text."""
    cards = Cards(title="Cards", cards=(report,), across=1, down=2, language=report.language)
    seen = text_of(render_cards(cards), "-bbox")
    assert words_off_page(seen) == []
    boxes = re.findall(r'yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.+?)<', seen)
    return [(float(right), float(low) - float(top), word) for top, right, low, word in boxes]


@EVERY_GAME
@pytest.mark.parametrize(
    ("languages", "least"), [("sv", 10), ("fi", 10), ("da", 10), ("en", 10), ("fi-sv", 8)]
)
def test_the_tables_of_a_card_have_its_width_and_letters_to_be_read_at_arms_length(
    rules: RuleSet, languages: str, least: float
) -> None:
    report = card(rules, languages)
    words = boxes_of(report)
    cells = {
        word
        for table in report.tables
        for row in table.rows
        for value in row.values
        for word in str(value).split()
        if word.isalpha() and word not in report.subtitle
    }
    assert min(size for _right, size, word in words if word in cells) >= least * 0.99
    rightmost = max(right for right, _size, _word in words)
    assert rightmost >= A4[0] - CARD_MARGIN - 2 * mm


@pytest.mark.parametrize("languages", ["en", "fi-sv"])
def test_the_table_is_called_as_large_as_its_pin(languages: str) -> None:
    rules = rulesets.find("samba")
    assert rules is not None
    sizes = {word: size for _right, size, word in boxes_of(card(rules, languages))}
    assert sizes["12"] == pytest.approx(sizes["1234"])
