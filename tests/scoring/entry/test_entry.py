"""The form of a deal: what is typed becomes the same deal that the core scores, in every game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from clubs.books.writing import Value
from scoring.core import rulesets, sheet_io
from scoring.core.deal_sheet import DealSheet, Hand
from scoring.core.pipeline import scored_sheet
from scoring.core.rulesets.base import RuleSet
from scoring.entry.field_values import exchanged, typed_of
from scoring.entry.forms import DealEntry, deal_entry
from scoring.entry.parts import Side
from scoring.store import sheets
from tests.scoring.support import simulated

KEY = "8c4f1f9e-6c0f-4f6f-9a59-0d6a5a1b7d11"
LANGUAGES = ("sv", "fi", "da", "en")


def standing_of(deal: DealSheet) -> sheets.Standing:
    return sheets.Standing(
        deal.rules.slug,
        deal.rules.edition,
        dict(deal.options),
        deal.players,
        deal.before,
        extra_deal=tuple(range(len(deal.hands))) if deal.extra_deal else (),
    )


def body_of(deal: DealSheet) -> dict[str, Value]:
    return sheets.body_of(sheet_io.as_data(deal))  # type: ignore[arg-type] # what a sheet writes is JSON


def sides_of(number: int) -> list[Side | None]:
    return [Side(at, f"Side {at}", 0) for at in range(number)]


def entry_of(rules: RuleSet, typed: Mapping[str, str], sides: int = 2) -> DealEntry:
    return deal_entry(rules, sides_of(sides), {"number": "1", "key": KEY, **typed}, bound=True)


def typed_by(deal: DealSheet, language: str = "en") -> DealEntry:
    """The deal typed into the form of its game."""
    return entry_of(deal.rules, typed_of(body_of(deal), language), len(deal.hands))


def errors_of(entry: DealEntry) -> list[str]:
    entry.is_valid()
    return [str(error) for form in entry.parts for errors in form.errors.values() for error in errors]


@given(st.data())
def test_what_is_typed_scores_what_the_core_scores(data: st.DataObject) -> None:
    deal = data.draw(simulated.entries())
    deal = deal._replace(hands=tuple(hand and without_ruling(hand) for hand in deal.hands))
    entry = typed_by(deal)
    assert errors_of(entry) == []
    found = sheets.read_deal(standing_of(deal), entry.body())
    assert (found.score, found.problems) == (scored_sheet(deal).score, scored_sheet(deal).problems)


def without_ruling(hand: Hand) -> Hand:
    """The director's number is no part of the form."""
    return hand._replace(penalties=tuple(each for each in hand.penalties if each[0] != "director"))


@pytest.mark.parametrize("language", LANGUAGES)
@given(st.data())
def test_melds_are_printed_as_they_can_be_typed_in_every_language(language: str, data: st.DataObject) -> None:
    deal = data.draw(simulated.deals()).sheet
    with translation.override(language):
        entry = typed_by(deal, language)
        assert errors_of(entry) == []
        body = entry.body()
    assert sheets.read_deal(standing_of(deal), body).score == scored_sheet(deal).score


@pytest.mark.parametrize("rules", rulesets.all(), ids=lambda rules: rules.slug)
def test_a_form_asks_for_what_its_game_has_and_for_nothing_else(rules: RuleSet) -> None:
    entry = entry_of(rules, {})
    column = entry.playing[0]
    asked = {name.removeprefix("combination_") for name in column.fields if name.startswith("combination_")}
    assert asked == {one.code for one in rules.combinations}
    charged = {name.removeprefix("penalty_") for name in column.fields if name.startswith("penalty_")}
    assert charged == {one.code for one in rules.penalties} | rules.tally_penalties
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
    entry = entry_of(SAMBA, {"ended": "stock", "side0-meld_points": typed})
    assert errors_of(entry) == []
    assert hands_of(entry)[0]["tally"]["meld_points"] == points


@pytest.mark.parametrize("typed", ["-85", "12o", "1 2", "+5", "15,20", "1" * 7])
def test_what_is_no_number_is_refused_at_its_field(typed: str) -> None:
    entry = entry_of(SAMBA, {"ended": "stock", "side1-hand_points": typed})
    assert not entry.is_valid()
    assert list(entry.playing[1].errors) == ["hand_points"]
    assert entry.playing[0].errors == {}


def hands_of(entry: DealEntry) -> list[dict[str, Any]]:
    assert errors_of(entry) == []
    hands: Any = entry.body()["hands"]
    return list(hands)


# --- by cards ---------------------------------------------------------------------------------------------


def melds_of(text: str, rules: RuleSet = SAMBA) -> list[str]:
    entry = entry_of(rules, {"ended": "stock", "side0-way": "melds", "side0-melds": text})
    melds: list[str] = hands_of(entry)[0]["melds"]
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
    assert melds_of(text) == melds


def test_threes_of_both_colours_are_one_meld_as_they_are_printed() -> None:
    assert melds_of("3r×3 3b×4", simulated.game("royal")) == ["RRRBBBB"]


@pytest.mark.parametrize(
    ("language", "text", "complaint"),
    [
        ("en", "KKZ2", "“KKZ2”: “Z” (character 3) is no card."),
        ("en", "KKx", "“KKx”: a number is missing after “x” (character 3)."),
        ("en", "45s", "“45s”: the suit “s” (character 3) stands before its cards."),
        ("en", "s4h5", "“s4h5”: “h” (character 3) is a second suit."),
        ("en", "×3", "“×3”: no card stands before “×” (character 1)."),
    ],
)
def test_a_mistake_among_cards_quotes_the_text_and_names_the_character(
    language: str, text: str, complaint: str
) -> None:
    with translation.override(language):
        entry = entry_of(SAMBA, {"ended": "stock", "side1-way": "melds", "side1-melds": f"QQQ\n{text}"})
        assert not entry.is_valid()
    assert entry.playing[1].errors == {"melds": [complaint]}


def test_cards_are_read_by_the_letters_of_the_readers_language() -> None:
    with translation.override("fi"):
        assert melds_of("ÄÄÄ RRRR SSS") == ["AAA", "QQQQ", "JJJ"]
    with translation.override("en"):
        assert melds_of("AAA QQQQ JJJ") == ["AAA", "QQQQ", "JJJ"]


def test_a_side_written_as_on_paper_keeps_the_cards_that_were_typed_and_does_not_send_them() -> None:
    typed = {"ended": "stock", "side0-meld_points": "80", "side0-melds": "KKKK", "side0-hand": "A"}
    paper, by_cards = (
        hands_of(entry_of(SAMBA, {**typed, "side0-way": way}))[0] for way in ("tally", "melds")
    )
    assert "melds" not in paper
    assert paper["tally"]["meld_points"] == 80
    assert (by_cards["melds"], by_cards["hand"]) == (["KKKK"], "A")
    assert "tally" not in by_cards


def test_a_third_wild_card_is_charged_beside_a_tally_alone() -> None:
    typed = {"ended": "stock", "side0-penalty_third_wild": "1", "side0-penalty_drew_out_of_turn": "2"}
    assert hands_of(entry_of(SAMBA, typed))[0]["penalties"] == {"third_wild": 1, "drew_out_of_turn": 2}
    by_cards = hands_of(entry_of(SAMBA, {**typed, "side0-way": "melds"}))
    assert by_cards[0]["penalties"] == {"drew_out_of_turn": 2}


# --- contract ---------------------------------------------------------------------------------------------


def test_a_contract_is_a_side_a_level_and_a_strain() -> None:
    bid = {"contract-side": "1", "contract-level": "4", "contract-strain": "twos", "contract-doubled": "on"}
    entry = entry_of(CONTRACTED, {"ended": "stock", **bid})
    assert errors_of(entry) == []
    assert entry.body()["contract"] == {"side": 1, "level": 4, "strain": "twos", "doubled": True}


def test_without_a_bid_there_is_no_contract() -> None:
    entry = entry_of(CONTRACTED, {"ended": "stock", "contract-side": "none"})
    assert errors_of(entry) == []
    assert "contract" not in entry.body()


@pytest.mark.parametrize("missing", ["side", "level", "strain"])
def test_half_a_bid_says_what_is_missing(missing: str) -> None:
    bid = {"contract-side": "0", "contract-level": "2", "contract-strain": "clubs"}
    del bid[f"contract-{missing}"]
    entry = entry_of(CONTRACTED, {"ended": "stock", **bid})
    assert not entry.is_valid()
    assert entry.contract is not None
    assert list(entry.contract.errors) == [missing]


# --- who goes out, who does not play ----------------------------------------------------------------------


def test_concealed_is_said_of_the_side_that_went_out() -> None:
    royal = simulated.game("royal")
    hands = hands_of(entry_of(royal, {"ended": "out-1", "concealed": "on"}))
    assert [hand.get("concealed") for hand in hands] == [None, True]


def test_concealed_without_going_out_is_found_to_be_wrong() -> None:
    royal = simulated.game("royal")
    entry = entry_of(royal, {"ended": "stock", "concealed": "on"})
    assert errors_of(entry) == []
    standing = sheets.Standing("royal", royal.edition, {}, (2, 2), (0, 0))
    entry.show(sheets.read_deal(standing, entry.body()).errors)
    assert list(entry.end.errors) == ["concealed"]


def test_a_side_that_does_not_play_has_no_column_and_no_hand() -> None:
    sides = [*sides_of(2), None]
    royal = simulated.game("royal")
    entry = deal_entry(royal, sides, {"number": "1", "key": KEY, "ended": "stock"}, bound=True)
    assert len(entry.playing) == 2
    assert hands_of(entry)[2] is None


def test_a_deal_stopped_by_the_clock_is_no_deal_whose_stock_ran_out() -> None:
    entry = entry_of(SAMBA, {"ended": "clock"})
    assert errors_of(entry) == []
    assert entry.body()["ended"] == "clock"


def test_what_is_rare_is_said_only_when_it_is_ticked() -> None:
    plain = hands_of(entry_of(SAMBA, {"ended": "stock"}))
    assert not any({"forfeits_card_points", "claimed", "concealed"} & hand.keys() for hand in plain)
    rare = {"side0-forfeits_card_points": "on", "side1-claimed": "on", "side1-opening_raises": "2"}
    entry = entry_of(SAMBA, {"ended": "stock", **rare})
    hands = hands_of(entry)
    assert (hands[0]["forfeits_card_points"], hands[1]["claimed"]) == (True, "34d")
    assert entry.body()["opening_raises"] == [0, 2]


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
    assert exchanged(WRITTEN, [0, 1]) == {
        "ended": "out-1",
        "side1-meld_points": "500",
        "side0-hand_points": "20",
        "contract-side": "0",
        "player": "0",
        "number": "3",
    }
    assert exchanged(exchanged(WRITTEN, [0, 1]), [0, 1]) == WRITTEN


def test_of_three_sides_each_moves_to_the_next_and_one_that_does_not_play_is_passed_over() -> None:
    typed = {"side0-hand": "A", "side1-hand": "K", "side2-hand": "Q", "ended": "stock"}
    moved = {"side1-hand": "A", "side2-hand": "K", "side0-hand": "Q", "ended": "stock"}
    assert exchanged(typed, [0, 1, 2]) == moved
    assert exchanged({"side0-hand": "A", "ended": "out-0"}, [0, 2]) == {"side2-hand": "A", "ended": "out-2"}
