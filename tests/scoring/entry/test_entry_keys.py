"""The order of the paper, and the keys of the desk: digits for choices, a letter for each line."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from django.utils import translation

from scoring import rulesets
from scoring.core.ruleset import RuleSet
from scoring.entry import keys
from scoring.entry.column import FOLD_NAME, SideForm
from scoring.entry.deal_entry import DealEntry, build_deal_entry
from scoring.entry.parts import DeskOptions, EntrySide
from tests.scoring.entry.test_entry import KEY, LANGUAGES
from tests.scoring.entry.test_entry_pages import Evening

pytestmark = pytest.mark.django_db

EVERY_GAME = pytest.mark.parametrize("rules", rulesets.newest_editions(), ids=lambda rules: rules.slug)


def desk_entry(rules: RuleSet, sides: int = 2, **desk: bool) -> DealEntry:
    columns = [EntrySide(number, f"Side {number}", 0, 50) for number in range(sides)]
    return build_deal_entry(rules, columns, {"number": "1", "key": KEY}, desk=DeskOptions(**desk))


def field_names(column: SideForm) -> list[str]:
    """The lines of a column as they stand below each other; the fold by its name."""
    return [*(row.field.name for row in column.above), FOLD_NAME, *(row.field.name for row in column.below)]


# --- the order of the paper -------------------------------------------------------------------------------


@EVERY_GAME
def test_a_column_is_in_the_order_of_the_paper(rules: RuleSet) -> None:
    combinations = [f"combination_{combination.code}" for combination in rules.combinations]
    charged = [rules.red_threes_in_hand is not None, rules.black_threes_in_hand is not None]
    held = [name for name, has in zip(("hand_red_threes", "hand_black_threes"), charged, strict=True) if has]
    cards = ["meld_points", "hand_points", "paper"]
    column = desk_entry(rules).playing[0]
    assert field_names(column) == [*combinations, "red_threes", *held, FOLD_NAME, *cards]


@EVERY_GAME
def test_what_a_game_does_not_charge_for_is_rare_and_can_still_be_said(rules: RuleSet) -> None:
    column = desk_entry(rules).playing[0]
    shown = {row.field.name for row in (*column.above, *column.rare, *column.below, *column.cards)}
    failed = {row.field.name for row in (column.failed_bids,) if row}
    assert shown | failed | {"way"} == set(column.fields)


@EVERY_GAME
def test_only_the_desk_asks_for_the_paper_and_has_keys(rules: RuleSet) -> None:
    columns = [EntrySide(number, f"Side {number}", 0, 50) for number in range(2)]
    entry = build_deal_entry(rules, columns, {"number": "1", "key": KEY}, game=1, writers=[])
    assert "paper" not in entry.playing[0].fields
    assert [row.letter for row in (*entry.end.rows, *entry.playing[0].above)] == [""] * (
        len(entry.end.rows) + len(entry.playing[0].above)
    )
    assert entry.playing[0].needed == ""


def test_the_page_has_the_contract_before_the_end_and_the_columns_last(evening: Evening) -> None:
    game = evening.game("sitoumussamba")
    page = evening.at_desk().get(reverse("scoring:deal_new", args=[game.pk])).content.decode()
    places = [page.index(f'name="{name}"') for name in ("contract-side", "ended", "side0-way")]
    assert places == sorted(places)
    column = page[page.index('data-side="0"') : page.index('data-side="1"')]
    lines = re.findall(r'<input type="text" name="side0-(\w+)"', column)
    assert lines[:1] == ["hand"]
    assert lines[1:3] == ["combination_pure_twos", "combination_mixed_twos"]
    assert lines[-3:] == ["meld_points", "hand_points", "paper"]


# --- letters ----------------------------------------------------------------------------------------------


def test_each_label_gets_its_first_letter_that_no_other_has() -> None:
    labels = {"a": "Red threes", "b": "Red threes in hand", "c": "Ärtor 2"}
    assert keys.assign_letters(labels) == {"a": "r", "b": "e", "c": "ä"}
    assert keys.assign_letters(labels, taken="re") == {"a": "d", "b": "t", "c": "ä"}


def test_one_that_has_another_letter_makes_room_for_one_that_has_none() -> None:
    assert keys.assign_letters({"a": "at", "b": "an", "c": "a"}) == {"a": "t", "b": "n", "c": "a"}


@pytest.mark.parametrize("language", LANGUAGES)
@EVERY_GAME
def test_letters_differ_within_a_column_and_stand_in_their_labels(rules: RuleSet, language: str) -> None:
    with translation.override(language):
        entry = desk_entry(rules, directs=True, asks_openings=True)
        column = entry.playing[0]
        often = [*column.above, *column.below]
        above = [*entry.end.rows, *(entry.contract.rows if entry.contract else ())]
        given = [row.letter for row in (*above, *often, *column.rare) if row.letter] + [column.fold_letter]
        assert len(given) == len(set(given))
        assert all(row.letter for row in often)
        assert all(row.letter in str(row.field.label).lower() for row in (*often, *column.rare))
        assert column.fold_letter in column.fold_label.lower()
        assert [row.letter for row in often] == [
            row.letter for row in (*entry.playing[1].above, *entry.playing[1].below)
        ]


# --- digits -----------------------------------------------------------------------------------------------


def digits_of(entry: DealEntry, part: str, name: str) -> dict[str, str]:
    form = getattr(entry, part)
    return dict(form.fields[name].widget.digits)


@pytest.mark.parametrize(
    ("sides", "digits"),
    [
        (2, {"out-0": "1", "out-1": "2", "stock": "30", "clock": "4"}),
        (3, {"out-0": "1", "out-1": "2", "out-2": "3", "stock": "40", "clock": "5"}),
    ],
)
def test_how_the_deal_ended_is_a_digit(sides: int, digits: dict[str, str]) -> None:
    rules = next(rules for rules in rulesets.newest_editions() if rules.slug == "samba")
    assert digits_of(desk_entry(rules, sides), "end", "ended") == digits


def test_a_bid_is_three_digits() -> None:
    entry = desk_entry(next(rules for rules in rulesets.newest_editions() if rules.contract))
    assert digits_of(entry, "contract", "side") == {"none": "0", "0": "1", "1": "2"}
    assert digits_of(entry, "contract", "level") == {str(level): str(level) for level in range(1, 9)}
    strains = {"clubs": "1", "diamonds": "2", "hearts": "3", "spades": "4", "canasta": "5", "twos": "6"}
    assert digits_of(entry, "contract", "strain") == strains


def test_a_choice_shows_its_digit_and_the_first_field_is_at_hand(evening: Evening) -> None:
    game = evening.game("sitoumussamba")
    page = evening.at_desk().get(reverse("scoring:deal_new", args=[game.pk])).content.decode()
    assert re.findall(r'<input[^>]*name="(\S+)"[^>]* autofocus', page) == ["contract-side"]
    assert re.search(r'value="stock"[^>]*data-digits="30" aria-keyshortcuts="3 0"', page)
    assert '<kbd aria-hidden="true">3</kbd>' in page
    assert "data-keys" in page
    table = evening.at_desk().get(evening.at_table()).content.decode()
    assert not re.search("autofocus|data-digits|data-letter|data-keys|<kbd|entry_keys", table)


@pytest.fixture
def evening() -> Evening:
    return Evening()
