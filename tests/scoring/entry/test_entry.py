"""The form of a deal: what is typed becomes the same deal that the core scores, in every game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from clubs.books.writing import JsonValue
from scoring import rulesets
from scoring.core import sheet_io
from scoring.core.deal_sheet import DealSheet
from scoring.core.pipeline import evaluate_sheet
from scoring.core.ruleset import RuleSet
from scoring.core.vocabulary import HandSheet
from scoring.entry.deal_entry import DealEntry, build_deal_entry
from scoring.entry.field_values import rotate_sides, values_from_deal
from scoring.entry.parts import EntrySide
from scoring.store import sheets
from tests.scoring.support import simulated

KEY = "8c4f1f9e-6c0f-4f6f-9a59-0d6a5a1b7d11"
LANGUAGES = ("sv", "fi", "da", "en")


def game_before(deal: DealSheet) -> sheets.GameBefore:
    return sheets.GameBefore(
        deal.rules.slug,
        deal.rules.edition,
        dict(deal.options),
        deal.players,
        deal.before,
        extra_deal=tuple(range(len(deal.hands))) if deal.extra_deal else (),
    )


def data_of(deal: DealSheet) -> dict[str, JsonValue]:
    return sheets.deal_data(json.loads(json.dumps(sheet_io.sheet_as_data(deal))))


def entry_sides(number: int) -> list[EntrySide | None]:
    return [EntrySide(at, f"Side {at}", 0) for at in range(number)]


def bound_entry(rules: RuleSet, typed: Mapping[str, str], sides: int = 2) -> DealEntry:
    return build_deal_entry(rules, entry_sides(sides), {"number": "1", "key": KEY, **typed}, bound=True)


def typed_by(deal: DealSheet, language: str = "en") -> DealEntry:
    """The deal typed into the form of its game."""
    return bound_entry(deal.rules, values_from_deal(data_of(deal), language), len(deal.hands))


def all_errors(entry: DealEntry) -> list[str]:
    entry.is_valid()
    return [str(error) for form in entry.parts for errors in form.errors.values() for error in errors]


@given(st.data())
def test_what_is_typed_scores_what_the_core_scores(data: st.DataObject) -> None:
    deal = data.draw(simulated.entries())
    deal = deal._replace(hands=tuple(hand and without_ruling(hand) for hand in deal.hands))
    entry = typed_by(deal)
    assert all_errors(entry) == []
    scored = sheets.read_deal(game_before(deal), entry.deal_data())
    assert (scored.score, scored.problems) == (evaluate_sheet(deal).score, evaluate_sheet(deal).problems)


def without_ruling(hand: HandSheet) -> HandSheet:
    """The director's number is no part of the form."""
    return hand._replace(penalties=tuple(penalty for penalty in hand.penalties if penalty[0] != "director"))


@pytest.mark.parametrize("language", LANGUAGES)
@given(st.data())
def test_melds_are_printed_as_they_can_be_typed_in_every_language(language: str, data: st.DataObject) -> None:
    deal = data.draw(simulated.deals()).sheet
    with translation.override(language):
        entry = typed_by(deal, language)
        assert all_errors(entry) == []
        body = entry.deal_data()
    assert sheets.read_deal(game_before(deal), body).score == evaluate_sheet(deal).score


@pytest.mark.parametrize("rules", rulesets.newest_editions(), ids=lambda rules: rules.slug)
def test_a_form_asks_for_what_its_game_has_and_for_nothing_else(rules: RuleSet) -> None:
    entry = bound_entry(rules, {})
    column = entry.playing[0]
    codes = {name.removeprefix("combination_") for name in column.fields if name.startswith("combination_")}
    assert codes == {combination.code for combination in rules.combinations}
    charged = {name.removeprefix("penalty_") for name in column.fields if name.startswith("penalty_")}
    assert charged == {penalty.code for penalty in rules.penalties} | rules.tally_penalties
    assert ("concealed" in entry.end.fields) == (rules.concealed is not None)
    assert (entry.contract is not None) == (rules.contract is not None)
    assert ("opening_raises" in column.fields) == bool(rules.opening_raise)
    assert ("forfeits_card_points" in column.fields) == (rules.forfeit_rule is not None)
    assert ("claimed" in column.fields) == (rules.claim_rule is not None)


SAMBA = simulated.game("samba")
CONTRACTED = simulated.game("sitoumussamba")


@pytest.mark.parametrize(
    ("typed", "points"),
    [("15+20+60", 95), ("845", 845), (" 15 + 20 +", 35), ("", 0)],
)
def test_points_are_typed_as_a_number_or_a_sum(typed: str, points: int) -> None:
    entry = bound_entry(SAMBA, {"ended": "stock", "side0-meld_points": typed})
    assert all_errors(entry) == []
    assert hands_in(entry)[0]["tally"]["meld_points"] == points


@pytest.mark.parametrize("typed", ["-85", "12o", "1 2", "+5", "15,20", "1" * 7])
def test_what_is_no_number_is_refused_at_its_field(typed: str) -> None:
    entry = bound_entry(SAMBA, {"ended": "stock", "side1-hand_points": typed})
    assert not entry.is_valid()
    assert list(entry.playing[1].errors) == ["hand_points"]
    assert entry.playing[0].errors == {}


def hands_in(entry: DealEntry) -> list[dict[str, Any]]:
    assert all_errors(entry) == []
    hands: Any = entry.deal_data()["hands"]
    return list(hands)


# --- by cards ---------------------------------------------------------------------------------------------


def parsed_melds(text: str, rules: RuleSet = SAMBA) -> list[str]:
    entry = bound_entry(rules, {"ended": "stock", "side0-way": "melds", "side0-melds": text})
    melds: list[str] = hands_in(entry)[0]["melds"]
    return melds


@pytest.mark.parametrize(
    ("text", "melds"),
    [
        ("KKKKK2*\ns456789T", ["KKKKK2*", "s456789T"]),
        ("KKKKK2* s456789T", ["KKKKK2*", "s456789T"]),
        ("K×5 2 *", ["KKKKK2*"]),
        ("KKK 2 *", ["KKK2*"]),
        ("♠ 4 5 6, QQQ; JJJ", ["s456", "QQQ", "JJJ"]),
        ("  \n\n", []),
    ],
)
def test_melds_stand_on_lines_or_beside_each_other(text: str, melds: list[str]) -> None:
    assert parsed_melds(text) == melds


def test_threes_of_both_colours_are_one_meld_as_they_are_printed() -> None:
    assert parsed_melds("3r×3 3b×4", simulated.game("royal")) == ["RRRBBBB"]


@pytest.mark.parametrize(
    ("language", "text", "complaint"),
    [
        ("en", "KKZ2", "“KKZ2”: “Z” (character 3) is not a card."),
        ("en", "KKx", "“KKx”: a number is missing after “x” (character 3)."),
        ("en", "45s", "“45s”: the suit “s” (character 3) must come before its cards."),
        ("en", "s4h5", "“s4h5”: “h” (character 3) is a second suit."),
        ("en", "×3", "“×3”: there is no card before “×” (character 1)."),
    ],
)
def test_a_mistake_among_cards_quotes_the_text_and_names_the_character(
    language: str, text: str, complaint: str
) -> None:
    with translation.override(language):
        entry = bound_entry(SAMBA, {"ended": "stock", "side1-way": "melds", "side1-melds": f"QQQ\n{text}"})
        assert not entry.is_valid()
    assert entry.playing[1].errors == {"melds": [complaint]}


def test_cards_are_read_by_the_letters_of_the_readers_language() -> None:
    with translation.override("fi"):
        assert parsed_melds("ÄÄÄ RRRR SSS") == ["AAA", "QQQQ", "JJJ"]
    with translation.override("en"):
        assert parsed_melds("AAA QQQQ JJJ") == ["AAA", "QQQQ", "JJJ"]


def test_a_side_written_as_on_paper_keeps_the_cards_that_were_typed_and_does_not_send_them() -> None:
    typed = {"ended": "stock", "side0-meld_points": "80", "side0-melds": "KKKK", "side0-hand": "A"}
    paper, by_cards = (
        hands_in(bound_entry(SAMBA, {**typed, "side0-way": way}))[0] for way in ("tally", "melds")
    )
    assert "melds" not in paper
    assert paper["tally"]["meld_points"] == 80
    assert (by_cards["melds"], by_cards["hand"]) == (["KKKK"], "A")
    assert "tally" not in by_cards


def test_a_third_wild_card_is_charged_beside_a_tally_alone() -> None:
    typed = {"ended": "stock", "side0-penalty_third_wild": "1", "side0-penalty_drew_out_of_turn": "2"}
    assert hands_in(bound_entry(SAMBA, typed))[0]["penalties"] == {"third_wild": 1, "drew_out_of_turn": 2}
    by_cards = hands_in(bound_entry(SAMBA, {**typed, "side0-way": "melds"}))
    assert by_cards[0]["penalties"] == {"drew_out_of_turn": 2}


# --- contract ---------------------------------------------------------------------------------------------


def test_a_contract_is_a_side_a_level_and_a_strain() -> None:
    bid = {"contract-side": "1", "contract-level": "4", "contract-strain": "twos", "contract-doubled": "on"}
    entry = bound_entry(CONTRACTED, {"ended": "stock", **bid})
    assert all_errors(entry) == []
    assert entry.deal_data()["contract"] == {"side": 1, "level": 4, "strain": "twos", "doubled": True}


def test_without_a_bid_there_is_no_contract() -> None:
    entry = bound_entry(CONTRACTED, {"ended": "stock", "contract-side": "none"})
    assert all_errors(entry) == []
    assert "contract" not in entry.deal_data()


@pytest.mark.parametrize("missing", ["side", "level", "strain"])
def test_half_a_bid_says_what_is_missing(missing: str) -> None:
    bid = {"contract-side": "0", "contract-level": "2", "contract-strain": "clubs"}
    del bid[f"contract-{missing}"]
    entry = bound_entry(CONTRACTED, {"ended": "stock", **bid})
    assert not entry.is_valid()
    assert entry.contract is not None
    assert list(entry.contract.errors) == [missing]


# --- who goes out, who does not play ----------------------------------------------------------------------


def test_concealed_is_said_of_the_side_that_went_out() -> None:
    royal = simulated.game("royal")
    hands = hands_in(bound_entry(royal, {"ended": "out-1", "concealed": "on"}))
    assert [hand.get("concealed") for hand in hands] == [None, True]


def test_concealed_without_going_out_is_found_to_be_wrong() -> None:
    royal = simulated.game("royal")
    entry = bound_entry(royal, {"ended": "stock", "concealed": "on"})
    assert all_errors(entry) == []
    standing = sheets.GameBefore("royal", royal.edition, {}, (2, 2), (0, 0))
    entry.show_problems(sheets.read_deal(standing, entry.deal_data()).errors)
    assert list(entry.end.errors) == ["concealed"]


def test_a_side_that_does_not_play_has_no_column_and_no_hand() -> None:
    sides = [*entry_sides(2), None]
    royal = simulated.game("royal")
    entry = build_deal_entry(royal, sides, {"number": "1", "key": KEY, "ended": "stock"}, bound=True)
    assert len(entry.playing) == 2
    assert hands_in(entry)[2] is None


def test_a_deal_stopped_by_the_clock_is_no_deal_whose_stock_ran_out() -> None:
    entry = bound_entry(SAMBA, {"ended": "clock"})
    assert all_errors(entry) == []
    assert entry.deal_data()["ended"] == "clock"


def test_what_is_rare_is_said_only_when_it_is_ticked() -> None:
    plain = hands_in(bound_entry(SAMBA, {"ended": "stock"}))
    assert not any({"forfeits_card_points", "claimed", "concealed"} & hand.keys() for hand in plain)
    rare = {"side0-forfeits_card_points": "on", "side1-claimed": "on", "side1-opening_raises": "2"}
    entry = bound_entry(SAMBA, {"ended": "stock", **rare})
    hands = hands_in(entry)
    assert (hands[0]["forfeits_card_points"], hands[1]["claimed"]) == (True, "34d")
    assert entry.deal_data()["opening_raises"] == [0, 2]


# --- one touch --------------------------------------------------------------------------------------------

WRITTEN = {
    "ended": "out-0",
    "side0-meld_points": "500",
    "side1-hand_points": "20",
    "contract-side": "1",
    "player": "0",
    "number": "3",
}


def test_two_sides_change_places_with_everything_that_was_said_of_them() -> None:
    assert rotate_sides(WRITTEN, [0, 1]) == {
        "ended": "out-1",
        "side1-meld_points": "500",
        "side0-hand_points": "20",
        "contract-side": "0",
        "player": "0",
        "number": "3",
    }
    assert rotate_sides(rotate_sides(WRITTEN, [0, 1]), [0, 1]) == WRITTEN


def test_of_three_sides_each_moves_to_the_next_and_one_that_does_not_play_is_passed_over() -> None:
    typed = {"side0-hand": "A", "side1-hand": "K", "side2-hand": "Q", "ended": "stock"}
    moved = {"side1-hand": "A", "side2-hand": "K", "side0-hand": "Q", "ended": "stock"}
    assert rotate_sides(typed, [0, 1, 2]) == moved
    assert rotate_sides({"side0-hand": "A", "ended": "out-0"}, [0, 2]) == {
        "side2-hand": "A",
        "ended": "out-2",
    }
