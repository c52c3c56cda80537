"""The numbers of the rule sets compared with the rule books; finding and changing rule sets."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from scoring import rulesets
from scoring.core import house_rules, ruleset
from scoring.core.deck import deck_of
from scoring.core.ruleset import CombinationLimit, RuleSet
from scoring.core.score import line_sources
from scoring.core.vocabulary import CANASTA
from tests import ROOT
from tests.scoring.support.made_up import also_listed, make_folder
from tests.scoring.support.simulated import game

CORE, RULESETS = ROOT / "scoring" / "core", ROOT / "scoring" / "rulesets"
COLUMNS = ("samba", "royal", "sitoumussamba", "sambola", "danish", "classic")

each_game = pytest.mark.parametrize("rules", rulesets.newest_editions(), ids=lambda rules: rules.slug)


# The numbers of section 3, game by game; those of a later game are shown by its worked deals alone.

VALUES = {
    "*": (50, 50, 50, 50, 50, 50),
    "2": (20, 20, 20, 20, 20, 20),
    "A": (20, 20, 20, 20, 15, 20),
    "K": (10, 10, 10, 10, 10, 10),
    "Q": (10, 10, 10, 10, 10, 10),
    "J": (10, 10, 10, 10, 10, 10),
    "T": (10, 10, 10, 10, 10, 10),
    "9": (10, 10, 10, 10, 5, 10),
    "8": (10, 10, 10, 10, 5, 10),
    "7": (5, 5, 5, 5, 5, 5),
    "6": (5, 5, 5, 5, 5, 5),
    "5": (5, 5, 5, 5, 5, 5),
    "4": (5, 5, 5, 5, 5, 5),
    "B": (5, 5, 5, 5, 5, 5),
}
BLACK_THREE_HELD = (5, 0, 0, 5, 5, 5)
# Where another requirement begins, and the totals around it.
OPENINGS = {
    -5: (15, 15, 15, 15, 50, 15),
    0: (50, 50, 50, 50, 50, 50),
    1495: (50, 50, 50, 50, 50, 50),
    1500: (90, 90, 90, 90, 90, 90),
    2995: (90, 90, 90, 90, 90, 90),
    3000: (120, 120, 120, 120, 120, 120),
    5995: (120, 120, 120, 120, 120, 120),
    6000: (120, 120, 120, 120, CANASTA, 120),
    6995: (120, 120, 120, 120, CANASTA, 120),
    7000: (150, 150, 150, 150, CANASTA, 120),
    9995: (150, 150, 150, 150, CANASTA, 120),
    10_000: (150, 150, 200, 150, CANASTA, 120),
    17_995: (150, 150, 200, 150, CANASTA, 120),
}
TARGETS = (10_000, 18_000, 20_000, 10_000, 10_000, 5000)
DEALT = (15, 15, 15, 15, 13, 11)
DECKS = (162, 162, 162, 165, 110, 108)
# All cards together, none of the threes in a line of its own (Royal, Sitoumussamba: threes left out).
WORTH = (1770, 1740, 1740, 1920, 1160, 1180)
GOING_OUT = (200, 200, 300, 200, 0, 100)
FULL_SETS = (1000, 1000, -1800, 1200, 800, 800)
RED_IN_HAND = (500, 500, 500, None, 100, 500)
BLACK_IN_HAND = (None, 100, 100, None, None, None)
COMBINATIONS = {
    "samba": {"samba": 1500, "natural": 500, "mixed": 300},
    "royal": {"super_royal": 4000, "royal": 3000, "bolivia": 2000, "samba": 1500, "red": 500, "black": 300},
    "sitoumussamba": {
        "pure_twos": 3000,
        "mixed_twos": 2000,
        "samba": 1500,
        "red_aces": 1000,
        "black_aces": 500,
        "red": 500,
        "black": 300,
    },
    "sambola": {"red_canasta": 500, "black_canasta": 300, "red_samba": 1000, "black_samba": 700},
    "danish": {"red": 500, "black": 300},
    "classic": {"natural": 500, "mixed": 300},
}
PENALTIES = {
    "samba": dict.fromkeys(
        (
            "cannot_go_out",
            "went_out_against_no",
            "drew_out_of_turn",
            "took_pile_out_of_turn",
            "opening_too_low_retracted",
            "went_out_without_canastas",
            "third_wild_retracted",
            "invalid_meld_retracted",
            "melded_out_of_turn",
        ),
        100,
    ),
    "royal": {
        "touched_pile": 50,
        "took_top_card_without_melding": 50,
        "took_unusable_top_card": 50,
        "exposed_stock_card": 50,
        "took_pile_into_hand": 100,
        "drew_out_of_turn": 100,
        "melded_out_of_turn": 100,
        "asked_and_did_not_go_out": 100,
        "picked_up_hand_early": 100,
    },
    "sitoumussamba": {
        "bid_without_opening": 1000,
        "opening_failed": 500,
        "opening_rearranged": 300,
        "improper_finish": 300,
        "drew_out_of_turn": 100,
        "took_pile_out_of_turn": 100,
        "partner_used_penalty_card": 300,
        "partner_used_penalty_card_in_samba": 600,
    },
    "sambola": {},
    "danish": {"hinting": 500, "count_not_open": 500},
    "classic": {},
}


@pytest.mark.parametrize("card", VALUES)
def test_what_a_card_is_worth(card: str) -> None:
    assert tuple(game(slug).card_values[card] for slug in COLUMNS) == VALUES[card]


def test_what_a_black_three_in_hand_is_worth_as_a_card() -> None:
    assert tuple(game(slug).black_three_held for slug in COLUMNS) == BLACK_THREE_HELD


@pytest.mark.parametrize("total", OPENINGS)
def test_what_a_side_needs_to_open(total: int) -> None:
    assert tuple(game(slug).opening(total) for slug in COLUMNS) == OPENINGS[total]


def test_targets_cards_dealt_and_the_size_of_the_deck() -> None:
    games = [game(slug) for slug in COLUMNS]
    assert tuple(rules.target for rules in games) == TARGETS
    assert tuple(rules.dealt for rules in games) == DEALT
    assert tuple(rules.deck_size for rules in games) == DECKS


@pytest.mark.parametrize(("slug", "worth"), [*zip(COLUMNS, WORTH, strict=True)])
def test_what_all_cards_are_worth_together(slug: str, worth: int) -> None:
    rules, most = game(slug), deck_of(game(slug)).copies
    threes = 0 if not rules.black_three_held else most["B"] * 5
    assert sum(rules.card_values[card] * most[card] for card in most if card not in "RB") + threes == worth


def test_going_out_red_threes_and_threes_in_hand() -> None:
    games = [game(slug) for slug in COLUMNS]
    assert tuple(rules.going_out.points for rules in games) == GOING_OUT
    assert tuple(rules.red_threes.full_set for rules in games) == FULL_SETS
    assert tuple(r.red_threes_in_hand and r.red_threes_in_hand.each for r in games) == RED_IN_HAND
    assert tuple(r.black_threes_in_hand and r.black_threes_in_hand.each for r in games) == BLACK_IN_HAND


@pytest.mark.parametrize("slug", COLUMNS)
def test_what_combinations_and_penalties_are_worth(slug: str) -> None:
    rules = game(slug)
    assert {combination.code: combination.points for combination in rules.combinations} == COMBINATIONS[slug]
    assert {penalty.code: penalty.points for penalty in rules.penalties} == PENALTIES[slug]


@each_game
def test_the_lines_of_a_sheet_stand_as_the_rules_tell_them(rules: RuleSet) -> None:
    """The rules have a table of line codes in the order of the sheet, each with its paragraph."""
    text = (rulesets.folders()[rules.slug] / "rules.en.md").read_text(encoding="utf-8")
    table = text.partition("| line code |")[2].partition("\n\n")[0]
    told = re.findall(r"^\| `(\w+)` \| ([^|]+) \|", table, re.MULTILINE)
    assert told == lines_of(rules)


def lines_of(rules: RuleSet) -> list[tuple[str, str]]:
    """Every line that a game can have, in its order; an option's line as the option gives it."""
    variants = [choice.apply(rules) for option in rules.options for choice in option.choices]
    found: dict[str, str] = {combination.code: combination.rule for combination in rules.combinations}
    longest = max([rules, *variants], key=lambda each: len(line_sources(each)))
    for source in line_sources(longest):
        if rules.contract is not None and source.code == rules.penalties[0].code:
            found["false_finish"] = rules.contract.false_finish_penalty.rule
        if rules.contract is not None and source.code == "melded_cards":
            found["contract_award"] = rules.contract.award_rules[0]
        found[source.code] = source.rule
    return list(found.items())


# Finding and changing rule sets.


def test_rule_sets_are_found_by_listing_their_package() -> None:
    games = sorted(path.parent.name for path in RULESETS.glob("*/rules.py"))
    assert [rules.slug for rules in rulesets.newest_editions()] == games
    assert [rulesets.find(slug) for slug in games] == list(rulesets.newest_editions())


PARLOUR = """
from dataclasses import replace

from scoring.rulesets.samba.rules import SAMBA

EDITIONS = tuple(replace(SAMBA, slug="parlour", edition=edition) for edition in ("2", "1"))
"""


def test_a_new_folder_is_a_new_game(tmp_path: Path) -> None:
    make_folder(tmp_path, "parlour", {"rules.py": PARLOUR})
    with also_listed(tmp_path):
        newest = rulesets.find("parlour")
        assert newest in rulesets.newest_editions()
        assert newest is not None
        assert newest.edition == "2"
        assert rulesets.find("parlour", "2") is newest
        assert (rulesets.find("parlour", "1") or newest).edition == "1"
        assert rulesets.find("parlour", "3") is None
    assert rulesets.find("parlour") is None


def test_a_folder_without_rules_is_no_game_yet(tmp_path: Path) -> None:
    make_folder(tmp_path, "parlour", {"labels.py": ""})
    (tmp_path / "readme.txt").touch()
    (tmp_path / "__pycache__").mkdir()
    with also_listed(tmp_path):
        assert rulesets.folders().keys() - {rules.slug for rules in rulesets.newest_editions()} == {"parlour"}


def test_an_unknown_game_is_not_found_in_any_edition() -> None:
    assert rulesets.find("bridge") is None
    assert rulesets.find("bridge", "2026-1") is None


@pytest.mark.parametrize(
    ("made", "beyond"),
    [
        ({"samba": 4, "canasta": 2}, None),
        ({"samba": 5, "canasta": 2}, ("canasta", 1)),
        ({"samba": 7, "canasta": 2}, ("canasta", 1)),
        ({"samba": 8, "canasta": 2}, ("canasta", 2)),
        ({"samba": 13, "canasta": 0}, ("samba", 3)),
    ],
)
def test_of_combinations_beyond_a_limit_the_last_that_was_made_is_too_many(
    made: dict[str, int], beyond: tuple[str, int] | None
) -> None:
    """A canasta takes three of the ten that there are, a samba one: a part of a canasta is a canasta."""
    assert (
        CombinationLimit(codes=("samba", "canasta"), maximum=10, weights=(1, 3)).find_excess(made) == beyond
    )


@each_game
def test_every_option_has_a_default_that_changes_nothing_and_values_that_do(rules: RuleSet) -> None:
    for option in rules.options:
        default, *others = option.choices
        assert house_rules.with_options(rules, ((option.name, default.value),)) is rules
        for choice in others:
            other = house_rules.with_options(rules, ((option.name, choice.value),))
            assert other is not rules
            assert house_rules.with_options(rules, ((option.name, choice.value),)) is other
            assert other.slug == rules.slug


@each_game
def test_a_house_rule_that_a_game_does_not_have_cannot_be_applied(rules: RuleSet) -> None:
    with pytest.raises(ValueError, match="double_points"):
        house_rules.with_options(rules, (("double_points", True),))


def test_a_value_of_an_option_is_exactly_that_value() -> None:
    option = game("danish").option("going_out")
    assert option is not None
    assert option.choice(100) is not None
    assert option.choice(100.0) is None
    assert option.choice(False) is None
    assert option.choice("100") is None


def test_nothing_in_the_core_asks_which_game_it_is() -> None:
    """No comparison with the name of a game."""
    slugs = {rules.slug for rules in rulesets.newest_editions()}
    for path in CORE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Compare):
                sides = [node.left, *node.comparators]
                assert not any("slug" in ast.unparse(side) for side in sides), (path, ast.unparse(node))
                words = {side.value for side in sides if isinstance(side, ast.Constant)}
                assert not words & (slugs - {"samba", "royal"}), (path, ast.unparse(node))


@each_game
def test_a_rule_set_cannot_be_changed_by_mistake(rules: RuleSet) -> None:
    with pytest.raises(AttributeError):
        rules.target = 1  # type: ignore[misc] # that it cannot be done is what is tested
    assert ruleset.RuleSet.__hash__ is object.__hash__
