"""Rare ways through the core that no worked deal takes: what follows from an error, and what does not."""

from __future__ import annotations

import pytest

from scoring import rulesets
from scoring.core.auction import Auction, read_auction
from scoring.core.checks import find_problems
from scoring.core.contract import with_false_finish
from scoring.core.corrections import CorrectionKind, correction_kinds
from scoring.core.game import GameResult, GameSoFar, evaluate_game, rescore_deals
from scoring.core.game_state import GameState
from scoring.core.notation import NotationFault, NotationMistake, parse_cards
from scoring.core.pipeline import DealResult, evaluate
from scoring.core.problem import Code, Problem
from scoring.core.ruleset import ContractRules
from scoring.core.score import score_deal
from scoring.core.vocabulary import Contract, LineGroup, ScoreLine, Strain
from tests.scoring.core.written_deals import deal, errors, finished, hand, sheet_of, tally

LONG = "AAAKKKQQQJJJTT99"
BIDS = {"side": 0, "level": 2, "strain": "spades"}


def contract_rules() -> ContractRules:
    rules = rulesets.find("sitoumussamba")
    assert rules is not None
    assert rules.contract is not None
    return rules.contract


# What cannot be read leaves open what would follow from it.


def test_black_threes_are_not_judged_while_nobody_knows_how_the_deal_ended() -> None:
    data = deal("samba", hand("KKKK", "BBB", held=LONG), hand(held=LONG), ended="over")
    assert errors(data) == ["bad_value ended choice"]


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"options": {"jokers": 9}}, "unknown_option options.jokers"),
        ({"options": {"cards_dealt": 14}}, "bad_option options.cards_dealt"),
        ({"players": [2, 0]}, "bad_value players[1] too_small"),
        ({"contract": BIDS | {"strain": "notrump"}}, "bad_contract contract.strain"),
        ({"winner": {"red_three": 1}}, "bad_value hands[0].red_three unknown_key"),
    ],
)
def test_who_may_go_out_is_not_asked_where_that_depends_on_what_could_not_be_read(
    fields: dict[str, dict[str, object]], error: str
) -> None:
    """One canasta alone entitles no side to go out, in any form of the game."""
    few = {"melds": ["KKKKKKK", "QQQQ"]}
    data = finished("samba", **fields | {"winner": few | fields.get("winner", {})})
    assert errors(data) == [error]


def test_a_form_of_the_game_that_could_not_be_read_is_not_judged() -> None:
    """Three sides play classic canasta one by one."""
    data = deal("classic", hand(held=LONG), hand(), hand(), players=[1, 1, "1"])
    assert errors(data) == ["bad_value players[2] type"]


def test_a_contract_that_could_not_be_read_is_not_looked_at_further() -> None:
    data = finished("sitoumussamba", contract=BIDS | {"side": 2, "strain": "notrump"})
    assert errors(data) == ["bad_contract contract.strain"]


def test_a_number_that_could_not_be_read_counts_nothing_against_the_deck() -> None:
    data = finished("samba", winner={"red_threes": "1"}, loser={"red_threes": 6})
    assert errors(data) == ["bad_value hands[0].red_threes type"]


def test_house_rules_of_an_unknown_game_are_not_judged() -> None:
    data = finished("samba", options={"jokers": 9}) | {"ruleset": "bridge"}
    assert errors(data) == ["unknown_ruleset ruleset"]


def test_nobody_is_missed_going_out_while_something_could_not_be_read() -> None:
    assert errors(finished("samba", winner={"went_out": False}, rules=1)) == ["bad_value rules unknown_key"]


def test_a_bidder_who_could_not_be_read_is_not_asked_whether_his_side_opened() -> None:
    data = deal("sitoumussamba", hand(held=LONG), hand(held=LONG), contract=BIDS | {"side": "a"})
    assert errors(data) == ["bad_value contract.side type"]


@pytest.mark.parametrize("slug", ["samba", "royal"])
@pytest.mark.parametrize("out", [(True, True), (False, False)])
def test_an_empty_hand_is_not_asked_about_while_nobody_knows_who_went_out(
    slug: str, out: tuple[bool, bool]
) -> None:
    winner, loser = ({"went_out": went_out, "hand": ""} for went_out in out)
    codes = {
        problem.code
        for problem in evaluate(finished(slug, winner=winner, loser=loser), rulesets.find).problems
    }
    assert codes == {Code.TWO_SIDES_OUT if any(out) else Code.NO_SIDE_OUT, Code.FEWER_CARDS_THAN_DEALT}


def test_a_concealed_hand_is_not_asked_who_went_out_while_nobody_did() -> None:
    data = finished("royal", winner={"went_out": False}, loser={"concealed": True})
    assert errors(data) == ["no_side_out"]


def test_a_tally_beside_cards_is_not_asked_where_its_red_threes_belong() -> None:
    both = tally(60, 20, red_threes=1) | {"melds": ["RB"]}
    assert errors(deal("royal", both, tally(60, 20))) == ["tally_and_cards hands[0]"]


def test_a_sign_that_is_no_card_is_found_beside_a_stock_that_has_hardly_run_out() -> None:
    data = deal("samba", hand(held="AAK×2"), hand(held=LONG), ended="stock")
    assert errors(data) == ["unknown_card hands[0].hand"]


def test_of_several_signs_that_are_no_cards_the_first_is_named() -> None:
    (result,) = evaluate(deal("samba", hand(held="KöYA"), hand(held=LONG)), rulesets.find).problems[:1]
    assert result.params == {"card": "ö", "position": 2, "text": "KöYA"}


@pytest.mark.parametrize(
    ("written", "error"),
    [
        (tally(0, 20, samba=1), "meld_points_too_low hands[0].tally.meld_points"),
        (tally(1, 20), "not_multiple_of_5 hands[0].tally.meld_points"),
    ],
)
def test_a_bidder_who_tallied_anything_melded_has_opened(written: dict[str, object], error: str) -> None:
    assert errors(deal("sitoumussamba", written, tally(60, 20), contract=BIDS)) == [error]


def test_of_melds_that_are_none_the_largest_heap_is_held_against_the_deck() -> None:
    """They may be slips of the pen; but thirteen kings cannot have been written down as one meld."""
    data = finished("samba", "KKKKKKKKKKKKKQ", "AQ")
    assert errors(data) == [
        "bad_meld hands[0].melds[2] mixed_ranks",
        "bad_meld hands[0].melds[3] mixed_ranks",
        "deck_exceeded K",
    ]


def test_threes_of_no_suit_are_no_cards_of_the_deck() -> None:
    assert errors(finished("samba", "3" * 13)) == ["unknown_card hands[0].melds[2]"]


def test_a_tally_stands_beside_a_hand_that_cannot_be_read() -> None:
    data = deal("samba", tally(60, 20, mixed=1), hand(held="KKX"))
    assert errors(data) == ["unknown_card hands[1].hand"]


@pytest.mark.parametrize("turned", [False, True])
def test_a_tallied_canasta_finds_no_wild_cards_where_others_hold_them(turned: bool) -> None:
    """Of eighteen wild cards twelve are in hand: of the seven of a bolivia six are left."""
    sides = [tally(200, 20, bolivia=1), hand(held="222222222222KKK")]
    data = deal("royal", *(reversed(sides) if turned else sides), players=[1, 1])
    assert errors(data) == ["deck_exceeded bolivia"]


def test_melds_and_hands_that_cannot_be_read_are_worth_nothing() -> None:
    """All cards of Samba are worth 1770, and they may all be in the other tally."""
    melds, held_too = hand("KKX"), hand("KKX", held="Y")
    assert errors(deal("samba", tally(1770), melds)) == ["unknown_card hands[1].melds[0]"]
    assert errors(deal("samba", tally(1770), held_too)) == [
        "unknown_card hands[1].melds[0]",
        "unknown_card hands[1].hand",
    ]


def test_wild_cards_too_many_are_points_of_the_deck_like_all_others() -> None:
    """All cards of Samba are worth 1770: 110 are in QQ22*, 70 in hand, and 1590 are left for a tally."""
    cards_on_table = hand("QQ22*", held="9988776655")
    assert errors(deal("samba", tally(1590), cards_on_table, players=[1, 1])) == []
    assert errors(deal("samba", tally(1595), cards_on_table, players=[1, 1])) == ["points_exceed_deck"]
    assert errors(deal("samba", tally(1591), cards_on_table, players=[1, 1])) == [
        "not_multiple_of_5 hands[0].tally.meld_points",
        "points_exceed_deck",
    ]


def test_more_red_threes_than_a_field_holds_are_counted_all_the_same() -> None:
    """There are six; 512 would run over into the field of the black threes."""
    result = evaluate(finished("samba", winner={"red_threes": 512}), rulesets.find).problems
    problem = Problem(
        Code.DECK_EXCEEDED, None, "R", {"card": "R", "excess": 506}, {"cards": "R", "copies": 6}
    )
    assert problem in result


def test_a_sheet_can_be_checked_and_scored_by_itself() -> None:
    sheet = sheet_of(finished("samba"))
    assert find_problems(sheet) == evaluate(finished("samba"), rulesets.find).problems
    assert score_deal(sheet) == evaluate(finished("samba"), rulesets.find).score


# The contract.


@pytest.mark.parametrize(
    ("calls", "contract"),
    [
        (["2 hearts", "3 spades", "pass", "pass", "pass"], Contract(0, 3, Strain.SPADES)),
        (["2 hearts", "double"], Contract(1, 2, Strain.HEARTS, doubled=True)),
        (["pass"] * 4, None),
    ],
)
def test_an_auction_ends_in_its_last_bid(calls: list[str], contract: Contract | None) -> None:
    """Player 0 deals, so that side 1 speaks first (12A)."""
    auction = read_auction(contract_rules(), 0, calls)
    assert isinstance(auction, Auction)
    assert auction.contract == contract


def test_a_false_finish_is_charged_at_the_end_where_no_other_line_follows() -> None:
    rules = contract_rules()
    charge = rules.false_finish_penalty
    canasta = ScoreLine("samba", LineGroup.BASE, 1, 1500, "10")
    finish = ScoreLine("going_out", LineGroup.BASE, 1, 200, "10")
    charged = ScoreLine("false_finish", LineGroup.BASE, 1, -charge.points, charge.rule)
    assert with_false_finish(rules, [canasta, finish]) == [canasta, charged]


# Corrections: an entry in the wrong column, or more than that.


def kinds(old: dict[str, object], new: dict[str, object]) -> frozenset[CorrectionKind]:
    return correction_kinds(sheet_of(old), sheet_of(new)) & {
        CorrectionKind.WRONG_SIDE,
        CorrectionKind.FORGOTTEN,
    }


def test_columns_are_not_merely_exchanged_when_the_deal_ended_otherwise_too() -> None:
    one, other = hand("KKK", held=LONG), hand(held=LONG)
    old = deal("samba", one, other)
    assert kinds(old, deal("samba", other, one)) == {CorrectionKind.WRONG_SIDE}
    assert kinds(old, deal("samba", other, one, ended="stock")) == {CorrectionKind.FORGOTTEN}


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ([0, 1], [1, 0], CorrectionKind.WRONG_SIDE),
        ([0, 1], [1, 1], CorrectionKind.FORGOTTEN),
        (None, [1, 1], CorrectionKind.FORGOTTEN),
    ],
)
def test_a_withdrawn_opening_stands_with_another_side_or_was_forgotten(
    old: list[int] | None, new: list[int], kind: CorrectionKind
) -> None:
    before = finished("samba") if old is None else finished("samba", opening_raises=old)
    assert kinds(before, finished("samba", opening_raises=new)) == {kind}


def test_a_penalty_that_nobody_wrote_down_was_forgotten_and_is_no_ruling() -> None:
    """Unless it is the director's own adjustment."""
    old = finished("samba")
    assert kinds(old, finished("samba", loser={"penalties": {"drew_out_of_turn": 1}})) == {
        CorrectionKind.FORGOTTEN
    }
    assert kinds(old, finished("samba", loser={"penalties": {"director": -50}})) == set()


def test_a_contract_with_the_other_side_does_not_hide_a_forgotten_meld() -> None:
    old = finished("sitoumussamba", contract=BIDS)
    moved = finished("sitoumussamba", contract=BIDS | {"side": 1})
    forgotten = finished("sitoumussamba", "888", contract=BIDS | {"side": 1})
    assert kinds(old, moved) == {CorrectionKind.WRONG_SIDE}
    assert kinds(old, forgotten) == {CorrectionKind.FORGOTTEN}


# Games as data.


def unreadable(where: str, reason: str, value: str | None = None) -> Problem:
    return Problem(
        Code.BAD_VALUE,
        None,
        where,
        {"reason": reason} if value is None else {"reason": reason, "value": value},
    )


GAME: dict[str, object] = {"ruleset": "samba", "deals": []}


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ([1], Problem(Code.NOT_A_GAME)),
        ({"ruleset": "samba"}, unreadable("deals", "missing")),
        (GAME | {"deals": 5}, unreadable("deals", "type")),
        (
            GAME | {"ruleset": "bridge"},
            Problem(Code.UNKNOWN_RULESET, None, "ruleset", {"ruleset": "bridge"}),
        ),
    ],
)
def test_a_game_that_cannot_begin_has_no_deals_and_no_standing(data: object, problem: Problem) -> None:
    assert evaluate_game(data, rulesets.find) == GameResult((), None, (problem,))


@pytest.mark.parametrize(
    ("end", "problem"),
    [
        (5, unreadable("ended", "type", "5")),
        ({}, unreadable("ended.kind", "missing")),
        ({"kind": "rain"}, unreadable("ended.kind", "choice", "rain")),
        ({"kind": []}, unreadable("ended.kind", "choice", "[…]")),
        ({"kind": "forfeit"}, unreadable("ended.side", "missing")),
        ({"kind": "forfeit", "side": "a"}, unreadable("ended.side", "type", "a")),
        ({"kind": "forfeit", "side": 2}, unreadable("ended.side", "too_large", "2")),
        ({"kind": "time", "why": 1}, unreadable("ended.why", "unknown_key")),
    ],
)
def test_an_early_end_that_cannot_be_read_is_named(end: object, problem: Problem) -> None:
    assert evaluate_game(GAME | {"ended": end}, rulesets.find).problems == (problem,)


@pytest.mark.parametrize("side", [2, -1, "a"])
def test_an_early_end_that_cannot_be_read_ends_nothing(side: object) -> None:
    standing = evaluate_game(GAME | {"ended": {"kind": "forfeit", "side": side}}, rulesets.find).game
    assert standing is not None
    assert standing.state == GameState()


def test_a_deal_of_a_game_says_nothing_that_the_game_says() -> None:
    played = evaluate_game(GAME | {"deals": [5, {"before": [0, 0], "options": {}}]}, rulesets.find)
    assert played.deals == (
        DealResult(None, (Problem(Code.NOT_A_DEAL),), None),
        DealResult(None, (unreadable("options", "unknown_key"), unreadable("before", "unknown_key")), None),
    )


def test_a_game_has_as_many_sides_as_it_says() -> None:
    three = evaluate_game(GAME | {"players": [1, 1, 1]}, rulesets.find).game
    assert three is not None
    assert three.totals == (0, 0, 0)
    assert evaluate_game(GAME | {"players": [1, 1, 1, 1]}, rulesets.find).problems == (
        Problem(Code.WRONG_SIDES, None, "players", {"count": 4}),
    )


def test_sides_that_are_equal_again_play_another_extra_deal_below_the_target() -> None:
    """Sixteen cards in hand cost 190; the director brings both sides to 18,000."""
    held_cards = hand(held=LONG)
    tied = sheet_of(deal("royal", *[held_cards | {"penalties": {"director": -18_190}}] * 2))
    equal = sheet_of(deal("royal", held_cards, held_cards))
    less = sheet_of(deal("royal", hand(held=LONG[:-1]), held_cards))
    scores = [*rescore_deals(GameSoFar(equal.rules, (0, 0)), [tied, equal, less])]
    assert [tuple(side.after for side in score.sides) for score in scores] == [
        (18_000, 18_000),
        (17_810, 17_810),
        (17_630, 17_620),
    ]
    assert [score.game for score in scores] == [
        GameState(extra_deal=(0, 1)),
        GameState(extra_deal=(0, 1)),
        GameState(over=True, winner=0),
    ]


# Cards as people type them.


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        ("KK?K", NotationMistake(NotationFault.NO_CARD, "KK?K", 2)),
        ("×3", NotationMistake(NotationFault.COUNT_OF_NOTHING, "×3", 0)),
        ("K×K", NotationMistake(NotationFault.COUNT_MISSING, "K×K", 1)),
        ("K×123", NotationMistake(NotationFault.NO_CARD, "K×123", 4)),
        ("KKs", NotationMistake(NotationFault.SUIT_NOT_FIRST, "KKs", 2)),
        ("♠4♥5", NotationMistake(NotationFault.TWO_SUITS, "♠4♥5", 2)),
        ("K" * 500, NotationMistake(NotationFault.TOO_LONG, "K" * 400, 399)),
    ],
)
def test_a_mistake_quotes_what_was_typed(text: str, mistake: NotationMistake) -> None:
    assert parse_cards(text) == mistake


def test_the_longest_text_is_read_and_a_language_without_letters_reads_the_common_ones() -> None:
    assert parse_cards("K" * 400) == "K" * 400
    assert parse_cards("K Q 10", "xx") == "KQT"
    assert parse_cards("K×\ufe0f3") == "KKK"
