"""Every error and warning: deals that have it, its place, and that nothing follows from it."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import rulesets
from scoring.core.pipeline import evaluate
from scoring.core.problem import WARNINGS, Code, Problem, in_deal_order, quoted
from tests.scoring.core.written_deals import FINISH, deal, errors, finished, hand, problems, tally

LONG = "AAAKKKQQQJJJTT99"
BIDS = {"side": 0, "level": 2, "strain": "spades", "doubled": False}

# Each code with deals that have it and nothing else, and its place.
PROBLEMS: dict[str, list[tuple[object, str]]] = {
    "not_a_deal": [([1], "not_a_deal"), (None, "not_a_deal"), ("samba", "not_a_deal")],
    "unknown_ruleset": [(finished("samba") | {"ruleset": "bridge"}, "unknown_ruleset ruleset")],
    "unknown_option": [(finished("samba", options={"jokers": 9}), "unknown_option options.jokers")],
    "bad_option": [
        (finished("samba", options={"cards_dealt": 14}), "bad_option options.cards_dealt"),
        (finished("sambola", options={"high_sambas": 1}), "bad_option options.high_sambas"),
        (finished("danish", options={"going_out": 100.0}), "bad_option options.going_out"),
    ],
    "wrong_sides": [
        (finished("samba", before=[0, 0, 0]), "wrong_sides before"),
        (finished("samba", opening_raises=[1]), "wrong_sides opening_raises"),
        (finished("samba", players=[1, 1, 1]), "wrong_sides hands"),
        (deal("danish", hand(held=LONG), hand(held=LONG), hand(held=LONG)), "wrong_sides hands"),
        (deal("samba", *[hand(held=LONG)] * 4), "wrong_sides hands"),
        (deal("samba"), "wrong_sides hands"),
    ],
    "bad_players": [
        (finished("samba", players=[2, 3]), "bad_players players"),
        (finished("danish", players=[3, 3]), "bad_players players"),
        (finished("samba", players=[4, 4]), "bad_players players"),
    ],
    "no_side_out": [(finished("samba", winner={"went_out": False}), "no_side_out")],
    "two_sides_out": [(finished("samba", loser={"went_out": True}), "two_sides_out")],
    "out_on_stock_end": [
        (finished("samba") | {"ended": "stock"}, "out_on_stock_end hands[0]"),
        (finished("samba") | {"ended": "clock"}, "out_on_stock_end hands[0]"),
    ],
    "out_without_meld": [(finished("samba", winner={"melds": []}), "out_without_meld hands[0]")],
    "unknown_card": [
        (finished("samba", "QQX"), "unknown_card hands[0].melds[2]"),
        (finished("samba", loser={"hand": "AAK×2"}), "unknown_card hands[1].hand"),
    ],
    "bad_meld": [(finished("samba", "QQ"), "bad_meld hands[0].melds[2] too_short")],
    "second_incomplete_meld": [
        (finished("royal", "QQQ", "QQ2"), "second_incomplete_meld hands[0].melds[3]"),
        (finished("royal", "222", "22*"), "second_incomplete_meld hands[0].melds[3]"),
        (finished("royal", "RB", "RBB"), "second_incomplete_meld hands[0].melds[3]"),
        (finished("sambola", "888", "888"), "second_incomplete_meld hands[0].melds[4]"),
        (finished("classic", "888", "88*"), "second_incomplete_meld hands[0].melds[4]"),
    ],
    "black_threes_not_out": [
        (finished("samba", loser={"melds": ["TTTTT", "BBB"]}), "black_threes_not_out hands[1].melds[1]"),
        (
            deal("danish", hand("BBB", "88888", held=LONG), hand(held=LONG)),
            "black_threes_not_out hands[0].melds[0]",
        ),
    ],
    "concealed_without_going_out": [
        (finished("royal", loser={"concealed": True}), "concealed_without_going_out hands[1].concealed"),
    ],
    "cards_left_after_going_out": [
        (finished("samba", players=[1, 1]), "cards_left_after_going_out hands[0]"),
        (
            deal(
                "samba",
                tally(200, natural=2, went_out=True, hand_red_threes=1),
                tally(0, 40),
                players=[1, 1],
                ended="out",
            ),
            "cards_left_after_going_out hands[0]",
        ),
    ],
    "not_entitled_to_go_out": [
        (finished("samba", winner={"melds": ["KKKKKKK", "QQQQ"]}), "not_entitled_to_go_out hands[0]"),
    ],
    "red_threes_belong_to_royal": [
        (finished("royal", "RB", winner={"red_threes": 1}), "red_threes_belong_to_royal hands[0].red_threes"),
        (finished("royal", "RB", "R"), "red_threes_belong_to_royal hands[0].melds[3]"),
    ],
    "deck_exceeded": [
        (finished("samba", loser={"hand": "*******998877"}), "deck_exceeded *"),
        (finished("samba", "s456", "s45678", "s678", "s6789"), "deck_exceeded s6"),
        (deal("royal", tally(600, royal=1, super_royal=1), tally(0, 40)), "deck_exceeded royal"),
        (
            deal("sambola", tally(600, black_samba=9), tally(500, 40, black_samba=8)),
            "deck_exceeded black_samba",
        ),
        (
            deal("samba", tally(900, samba=12), hand(held="TTTAAAAAAKKKKKKQQQQQQJJJJJJ4444")),
            "deck_exceeded T",
        ),
    ],
    "unknown_penalty": [
        (
            finished("samba", winner={"penalties": {"hinting": 1}}),
            "unknown_penalty hands[0].penalties.hinting",
        ),
        (
            finished("samba", winner={"penalties": {"hinting": 0}}),
            "unknown_penalty hands[0].penalties.hinting",
        ),
    ],
    "automatic_penalty": [
        (finished(slug, winner={"penalties": {code: 1}}), f"automatic_penalty hands[0].penalties.{code}")
        for slug in ("samba", "sitoumussamba", "danish")
        for code in ("third_wild", "not_opened", "false_finish")
    ],
    "bad_contract": [
        (finished("sitoumussamba", contract=BIDS | {"level": 9}), "bad_contract contract.level"),
        (finished("sitoumussamba", contract=BIDS | {"level": 0}), "bad_contract contract.level"),
        (finished("sitoumussamba", contract=BIDS | {"strain": "notrump"}), "bad_contract contract.strain"),
        (finished("sitoumussamba", contract=BIDS | {"side": 2}), "bad_contract contract.side"),
    ],
    "bidder_not_opened": [
        (
            finished("sitoumussamba", contract=BIDS | {"side": 1}, loser={"melds": []}),
            "bidder_not_opened hands[1]",
        ),
    ],
    "tally_and_cards": [
        (deal("samba", tally(90) | {"hand": "K"}, tally(0, 40)), "tally_and_cards hands[0]"),
        (deal("samba", tally(90) | {"melds": ["KKK"]}, tally(0, 40)), "tally_and_cards hands[0]"),
    ],
    "unknown_combination": [
        (
            deal("samba", tally(90, red=1), tally(0, 40)),
            "unknown_combination hands[0].tally.combinations.red",
        ),
        (
            deal("samba", tally(90, red=0), tally(0, 40)),
            "unknown_combination hands[0].tally.combinations.red",
        ),
    ],
    "not_multiple_of_5": [
        (deal("samba", tally(92), tally(0, 40)), "not_multiple_of_5 hands[0].tally.meld_points"),
        (deal("samba", tally(90), tally(0, 41)), "not_multiple_of_5 hands[1].tally.hand_points"),
        (finished("samba", before=[0, 7]), "not_multiple_of_5 before[1]"),
        (
            finished("samba", winner={"penalties": {"director": -3}}),
            "not_multiple_of_5 hands[0].penalties.director",
        ),
    ],
    "meld_points_too_low": [
        (deal("samba", tally(45, samba=1), tally(0, 40)), "meld_points_too_low hands[0].tally.meld_points"),
    ],
    "points_exceed_deck": [
        (deal("samba", tally(1000, 100), tally(600, 75)), "points_exceed_deck"),
        (deal("sitoumussamba", tally(1000, 100), tally(600, 105)), "points_exceed_deck"),
    ],
    "not_in_this_game": [
        (finished("samba", contract=BIDS), "not_in_this_game contract"),
        (finished("samba", winner={"concealed": True}), "not_in_this_game hands[0].concealed"),
        (
            finished("royal", loser={"forfeits_card_points": True}),
            "not_in_this_game hands[1].forfeits_card_points",
        ),
        (finished("royal", opening_raises=[0, 1]), "not_in_this_game opening_raises"),
        (finished("samba", extra_deal=True), "not_in_this_game extra_deal"),
        (
            deal("samba", hand(held=LONG), hand(held=LONG), None, players=[1, 1, 1]),
            "not_in_this_game hands[2]",
        ),
        (deal("royal", hand(held=LONG), None, players=[1, 1]), "not_in_this_game hands[1]"),
        (
            deal("royal", hand(held=LONG), None, players=[1, 1], before=[18_000, 18_000]),
            "not_in_this_game hands[1]",
        ),
    ],
    "third_wild": [(finished("samba", "QQ22*"), "third_wild hands[0].melds[2]")],
    "gap_in_sequence": [(finished("sitoumussamba", "h4568"), "gap_in_sequence hands[0].melds[3]")],
    "single_natural": [(finished("royal", "A2*"), "single_natural hands[0].melds[2]")],
    "opening_too_low": [(finished("samba", loser={"melds": ["444"]}), "opening_too_low hands[1]")],
    "empty_hand": [(finished("samba", winner={"hand": ""}), "empty_hand hands[0]")],
    "game_already_over": [(finished("samba", before=[10_000, 0]), "game_already_over")],
    "out_without_combination": [
        (
            finished("danish", winner={"melds": ["KKKKKK", "QQQQ", "JJJJ"]}),
            "out_without_combination hands[0]",
        ),
    ],
    "red_three_not_laid": [
        (deal("bolivia", hand("KKKKK", held="AAQQJJ9988R"), hand(held=LONG)), "red_three_not_laid hands[0]"),
        (deal("bolivia", hand(held=LONG), tally(0, 40, hand_red_threes=2)), "red_three_not_laid hands[1]"),
    ],
    "red_three_in_hand": [(finished("sambola", loser={"hand": "AA998877R"}), "red_three_in_hand hands[1]")],
    "not_the_tied_sides": [
        (
            deal(
                "royal",
                hand(held=LONG),
                hand(held=LONG),
                hand(held=LONG),
                players=[1, 1, 1],
                before=[18_000, 18_000, 0],
            ),
            "not_the_tied_sides hands[2]",
        ),
    ],
}
# These depend on how many cards a deal shows.
BESIDE = {"fewer_cards_than_dealt", "few_cards_on_stock_end", "empty_hand"}
# Said of something that is no deal: tested with the command, and with games.
ELSEWHERE = {"not_json", "not_a_game", "bad_value"}
CASES = [
    pytest.param(data, expected, id=f"{code} {at}")
    for code, rows in PROBLEMS.items()
    for at, (data, expected) in enumerate(rows)
]


@pytest.mark.parametrize(("data", "expected"), CASES)
def test_a_problem_stands_in_its_place_and_nothing_follows_from_it(data: object, expected: str) -> None:
    result = [
        problem for problem in problems(data) if problem.split()[0] not in BESIDE - {expected.split()[0]}
    ]
    assert result == [expected]


def test_every_code_has_an_example() -> None:
    assert {code.value for code in Code} == {*PROBLEMS, *BESIDE, *ELSEWHERE}


@pytest.mark.parametrize("slug", FINISH)
def test_the_deals_of_this_table_are_otherwise_right(slug: str) -> None:
    assert {problem.split()[0] for problem in problems(finished(slug))} <= BESIDE


def test_a_doubt_about_a_meld_does_not_hide_the_other_doubts_about_its_side() -> None:
    doubted = finished("samba", loser={"melds": ["444222"]}, before=[0, 7000])
    assert {problem for problem in problems(doubted) if problem.split()[0] not in BESIDE} == {
        "third_wild hands[1].melds[0]",
        "opening_too_low hands[1]",
    }


def test_fewer_cards_than_were_dealt_are_asked_about_unless_red_threes_explain_them() -> None:
    few = hand("KKKKKK", held="9999999988888888777777")
    assert problems(deal("samba", few, hand(held=LONG * 2))) == ["fewer_cards_than_dealt hands[0]"]
    assert problems(deal("samba", few | {"red_threes": 2}, hand(held=LONG * 2))) == []
    six = {"players": [3, 3], "options": {"cards_dealt": 13}}
    many = hand(held="AAAAAAKKKKKKQQQQQQJJJJJJTTTTTT999999888")
    assert (
        problems(deal("samba", many, many | {"hand": "777777666666555555444444AAAAAAKKKKKKQQQ"}, **six)) == []
    )
    fewer = problems(deal("samba", many, many | {"hand": "777777666666555555444444AAAAAAKKKKKKQ"}, **six))
    assert fewer == ["fewer_cards_than_dealt hands[1]"]


@pytest.mark.parametrize(("red_threes", "doubted"), [(0, True), (1, False)])
def test_a_stock_has_not_run_out_while_half_of_it_is_not_accounted_for(
    red_threes: int, doubted: bool
) -> None:
    """111 of 162 cards with four players: those dealt, and half of the rest."""
    melds = ["AAAAAA", "KKKKKK", "QQQQQQ", "JJJJJJ", "TTTTTT", "999999", "888888"]
    side = hand(*melds, held="777777666666", red_threes=red_threes)
    other = hand(*melds, held="55555555444444")
    data = deal("samba", side, other, ended="stock")
    assert ("few_cards_on_stock_end" in problems(data)) is doubted
    assert "few_cards_on_stock_end" not in problems(data | {"ended": "clock"})


def test_a_stock_is_not_doubted_where_cards_are_tallied_or_decks_are_two() -> None:
    assert "few_cards_on_stock_end" not in problems(deal("samba", tally(90), hand(held="KK"), ended="stock"))
    assert "few_cards_on_stock_end" not in problems(
        deal("danish", hand(held="A"), hand(held="KK"), ended="stock")
    )


@pytest.mark.parametrize(
    ("contract", "melds", "doubted"),
    [
        (None, ["h456"], True),
        (BIDS | {"side": 1, "level": 4}, ["h456"], False),
        (BIDS | {"side": 1, "level": 3}, ["h456"], True),
        (BIDS | {"side": 1, "level": 4, "doubled": True}, ["h456"], True),
        (BIDS | {"side": 0, "level": 4}, ["h456"], True),
        (None, ["h4567892"], True),
        (None, ["h456789T"], False),
        (None, ["4444444"], False),
    ],
)
def test_who_may_open_with_less_in_sitoumussamba(
    contract: dict[str, Any] | None, melds: list[str], doubted: bool
) -> None:
    """A combination always opens (11, 16A), and so does the strain of a bid from four on (16B)."""
    data = finished("sitoumussamba", loser={"melds": melds}, contract=contract, before=[0, 3000])
    if melds == ["h4567892"]:
        assert errors(data) == ["bad_meld hands[1].melds[0] not_a_sequence"]
    else:
        assert ("opening_too_low hands[1]" in problems(data)) is doubted


def test_a_concealed_finish_needs_no_opening_in_royal_and_does_in_classic() -> None:
    low = {"melds": ["s456789T", "4444444"], "concealed": True}
    assert "opening_too_low hands[0]" not in problems(finished("royal", winner=low, before=[7000, 0]))
    classic = {"melds": ["4444444"], "concealed": True}
    assert "opening_too_low hands[0]" in problems(finished("classic", winner=classic, before=[3000, 0]))


def test_from_6000_on_a_danish_side_opens_with_a_canasta() -> None:
    few = {"melds": ["KKKKKK", "AAAA"]}
    assert "opening_too_low hands[1]" in problems(finished("danish", loser=few, before=[0, 6000]))
    assert "opening_too_low hands[1]" not in problems(
        finished("danish", loser={"melds": ["AAAAAAA"]}, before=[0, 6000])
    )


def test_an_opening_withdrawn_raises_the_requirement() -> None:
    kings = {"melds": ["TTTTT"]}
    assert "opening_too_low hands[1]" not in problems(finished("samba", loser=kings))
    assert "opening_too_low hands[1]" in problems(finished("samba", loser=kings, opening_raises=[0, 1]))


def test_an_extra_deal_is_no_deal_after_the_end() -> None:
    data = deal("royal", hand(held=LONG), hand(held=LONG), players=[1, 1], before=[18_000, 18_000])
    assert problems(data) == []
    assert problems(data | {"before": [18_000, 17_000]}) == ["game_already_over"]
    assert problems(data | {"before": [17_000, 17_000], "extra_deal": True}) == []


def test_all_errors_are_named_at_once_in_the_order_of_the_deal() -> None:
    data = finished(
        "samba",
        "QQ",
        options={"jokers": 6},
        before=[0, 7],
        loser={"melds": ["A2*", "KKX"], "hand": "9Y", "penalties": {"hinting": 1}, "red_three": 1},
        opening_raises=[0, -1],
    )
    assert errors(data) == [
        "unknown_option options.jokers",
        "not_multiple_of_5 before[1]",
        "bad_meld hands[0].melds[2] too_short",
        "bad_meld hands[1].melds[0] too_few_naturals",
        "unknown_card hands[1].melds[1]",
        "unknown_card hands[1].hand",
        "unknown_penalty hands[1].penalties.hinting",
        "bad_value hands[1].red_three unknown_key",
        "bad_value opening_raises[1] too_small",
    ]


def test_a_deal_with_errors_has_no_score() -> None:
    result = evaluate(finished("samba", "QQ"), rulesets.find)
    assert result.score is None
    assert result.sheet is not None
    assert evaluate(finished("samba", loser={"red_three": 1}), rulesets.find).sheet is None


def test_problems_of_the_whole_deal_come_last_and_those_of_a_hand_after_its_parts() -> None:
    places = [None, "hands[1]", "hands[10].melds[2]", "hands[1].melds[10]", "hands[1].melds[2]", "ruleset"]
    result = in_deal_order([Problem(Code.BAD_VALUE, where=where) for where in places])
    assert [problem.where for problem in result] == [
        "ruleset",
        "hands[1].melds[2]",
        "hands[1].melds[10]",
        "hands[1]",
        "hands[10].melds[2]",
        None,
    ]


def test_cards_too_many_are_named_before_what_is_about_the_whole_deal() -> None:
    data = finished("samba", "KKKKKK", loser={"went_out": True})
    assert errors(data) == ["deck_exceeded K", "two_sides_out"]


def test_warnings_are_those_that_a_person_may_confirm() -> None:
    assert all(Problem(code).warning is (code in WARNINGS) for code in Code)


@pytest.mark.parametrize(
    ("text", "quoted_text"),
    [
        ("KKX", "KKX"),
        ("K" * 40, "K" * 40),
        ("\x00\n\ud800", "���"),
        ("K" * 41, "K" * 40 + "…"),
        ("K" * 10**6, "K" * 40 + "…"),
    ],
)
def test_input_is_quoted_so_that_it_can_be_printed(text: str, quoted_text: str) -> None:
    assert quoted(text) == quoted_text
