"""Totals on paper: every planted mistake is found, and figures that agree have no discrepancy."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring import rulesets
from scoring.core import simulate
from scoring.core.counting import count_deal
from scoring.core.deal_sheet import DealSheet
from scoring.core.reconciliation import (
    Cause,
    Discrepancy,
    compare_paper,
    compare_result_slip,
    discrepancy_codes,
    explain_paper,
    explain_result_slip,
    running_totals_on_paper,
)
from scoring.core.ruleset import RuleSet
from scoring.core.score import DealScore, SideScore, score_counted_deal
from scoring.core.vocabulary import HandSheet, ScoreLine
from tests.scoring.core.written_deals import deal, good, hand, tally
from tests.scoring.support.simulated import deals, entries, game, games

each_game = pytest.mark.parametrize("rules", rulesets.newest_editions(), ids=lambda rules: rules.slug)

# A deal of samba and what it scored, worked out by hand.
#
# side 0: a samba 1500, two natural 1000, going out 200, four red threes 400, melded 745, in hand -60: 3785
# side 1: a mixed 300, one red three -100 (one canasta only), out of turn -100, melded 235, in hand -115: 220
SAMBA = game("samba")
BEFORE = (1210, 2430)
MIDDLE = deal(
    "samba",
    tally(745, 60, samba=1, natural=2, red_threes=4, went_out=True),
    tally(235, 115, mixed=1, red_threes=1, penalties={"drew_out_of_turn": 1}),
    ended="out",
    before=list(BEFORE),
)


def score(data: object = None) -> DealScore:
    result = good(MIDDLE if data is None else data).score
    assert result is not None
    return result


def explanations(
    rules: RuleSet, score: DealScore, paper: Sequence[int | None], before: Sequence[int], side: int
) -> tuple[Discrepancy, ...]:
    """Every cause that explains the figure of one side, the likeliest first; none for one that agrees."""
    figure = paper[side]
    if figure is None or side not in {result.side for result in compare_paper(rules, score, paper, before)}:
        return ()
    return tuple(dict.fromkeys(explain_paper(rules, score, paper, before, side, figure)))


def causes(*paper: int | None, before: Sequence[int] = BEFORE) -> list[tuple[int, Cause | None, str]]:
    return [
        (discrepancy.side, discrepancy.cause, discrepancy.code)
        for discrepancy in compare_paper(SAMBA, score(), paper, before)
    ]


def test_the_deal_by_hand() -> None:
    assert [(side.total, side.after) for side in score().sides] == [(3785, 4995), (220, 2650)]


# What agrees.


@pytest.mark.parametrize("paper", [(3785, 220), (4995, 2650), (3785, 2650), (None, 220), (None, None)])
def test_the_total_of_the_deal_and_the_running_total_agree(paper: tuple[int | None, ...]) -> None:
    assert causes(*paper) == []


# What does not.

MISTAKES = [
    # Of a figure as a whole.
    ((220, 3785), [(0, Cause.SIDES_SWAPPED, ""), (1, Cause.SIDES_SWAPPED, "")]),
    ((2650, 4995), [(0, Cause.SIDES_SWAPPED, ""), (1, Cause.SIDES_SWAPPED, "")]),
    # The totals of the deal added to the running totals of the others: 1210 + 220, 2430 + 3785.
    ((1430, 6215), [(0, Cause.SIDES_SWAPPED, ""), (1, Cause.SIDES_SWAPPED, "")]),
    ((None, 3785), [(1, Cause.SIDES_SWAPPED, "")]),
    ((1210, 2430), [(0, Cause.NOT_ADDED, ""), (1, Cause.NOT_ADDED, "")]),
    ((-3785, -220), [(0, Cause.SIGN, ""), (1, Cause.SIGN, "")]),
    # 2430 - 220: taken off instead of added.
    ((None, 2210), [(1, Cause.SIGN, "")]),
    ((3875, 4995), [(0, Cause.DIGITS_SWAPPED, ""), (1, None, "")]),
    ((9495, 2560), [(0, Cause.DIGITS_SWAPPED, ""), (1, Cause.DIGITS_SWAPPED, "")]),
    # 1210 + 7385: the deal was turned round before it was added.
    ((8595, None), [(0, Cause.DIGITS_SWAPPED, "")]),
    ((685, 120), [(0, Cause.SUBTOTAL_MISSING, "base"), (1, Cause.SUBTOTAL_MISSING, "base")]),
    ((3100, 100), [(0, Cause.SUBTOTAL_MISSING, "cards"), (1, Cause.SUBTOTAL_MISSING, "cards")]),
    # Of the cards in hand.
    ((3845, 335), [(0, Cause.HAND_FORGOTTEN, "hand_cards"), (1, Cause.HAND_FORGOTTEN, "hand_cards")]),
    ((3905, 450), [(0, Cause.HAND_ADDED, "hand_cards"), (1, Cause.HAND_ADDED, "hand_cards")]),
    ((5115, 2880), [(0, Cause.HAND_ADDED, "hand_cards"), (1, Cause.HAND_ADDED, "hand_cards")]),
    # Of a line: left out as a whole, or one of it.
    ((2285, -80), [(0, Cause.BONUS_MISSING, "samba"), (1, Cause.BONUS_MISSING, "mixed")]),
    ((2785, None), [(0, Cause.BONUS_MISSING, "natural")]),
    ((3285, None), [(0, Cause.BONUS_MISSING, "natural")]),
    ((3685, None), [(0, Cause.BONUS_MISSING, "red_threes")]),
    ((3585, -15), [(0, Cause.BONUS_MISSING, "going_out"), (1, Cause.BONUS_MISSING, "melded_cards")]),
    # What was charged left out; a red three against the side or an uncounted charge is 100 here.
    ((None, 320), [(1, Cause.BONUS_MISSING, "red_threes")]),
    ((3785, 120), [(1, Cause.SUBTOTAL_MISSING, "base")]),
    # One more than was entered; a second canasta turns the red three of side 1.
    ((5285, 1920), [(0, Cause.BONUS_EXTRA, "samba"), (1, Cause.BONUS_EXTRA, "samba")]),
    ((3885, 720), [(0, Cause.BONUS_EXTRA, "red_threes"), (1, Cause.BONUS_EXTRA, "natural")]),
    ((None, 920), [(1, Cause.BONUS_EXTRA, "natural")]),
    ((None, 420), [(1, Cause.BONUS_EXTRA, "going_out")]),
    # A natural canasta taken for a samba, a samba for a mixed one.
    ((4785, 1420), [(0, Cause.OTHER_CLASS, "natural+samba"), (1, Cause.OTHER_CLASS, "mixed+samba")]),
    ((2585, None), [(0, Cause.OTHER_CLASS, "samba+mixed")]),
    # Counted twice, where there cannot be one more.
    ((3985, None), [(0, Cause.BONUS_TWICE, "going_out")]),
    ((4530, None), [(0, Cause.BONUS_TWICE, "melded_cards")]),
    # A carry, where nothing on the sheet and nothing missing from it is worth as much.
    ((3775, 230), [(0, Cause.ADDITION, ""), (1, Cause.ADDITION, "")]),
    ((13785, 10220), [(0, Cause.ADDITION, ""), (1, Cause.ADDITION, "")]),
    # Two lines at once: going out and the samba; the canasta and the charge.
    ((2085, 20), [(0, Cause.BONUS_MISSING, "samba+going_out"), (1, Cause.BONUS_MISSING, "mixed+red_threes")]),
    # One digit is another.
    ((3735, 260), [(0, Cause.DIGIT, ""), (1, Cause.DIGIT, "")]),
    # The red threes against the side instead of for it.
    ((2985, None), [(0, Cause.SIGN, "red_threes")]),
    # A point is no adjustment by the director.
    ((3784, None), [(0, Cause.DIGIT, "")]),
    # Nothing that one mistake makes: side 1 has no samba that could be missing.
    ((None, -1280), [(1, None, "")]),
    ((3340, 105), [(0, None, ""), (1, Cause.BONUS_TWICE, "hand_cards")]),
    ((None, 137), [(1, None, "")]),
]


@pytest.mark.parametrize(("paper", "result"), MISTAKES, ids=lambda each: str(each)[:60])
def test_a_mistake_is_found_by_its_amount(
    paper: tuple[int | None, ...], result: list[tuple[int, Cause | None, str]]
) -> None:
    assert causes(*paper) == result


def test_a_finding_tells_what_it_was_held_against_and_by_which_paragraph() -> None:
    result = compare_paper(SAMBA, score(), (4495, 335), BEFORE)
    assert result == (
        Discrepancy(0, 4495, 4995, Cause.BONUS_MISSING, "natural", "15b", running=True, difference=-500),
        Discrepancy(1, 335, 220, Cause.HAND_FORGOTTEN, "hand_cards", "12", difference=115),
    )
    # What is wrong with the figure itself is put right as wrong addition is.
    assert compare_paper(SAMBA, score(), (3875, None), BEFORE)[0].rule == "35b"
    assert compare_paper(SAMBA, score(), (220, 3785), BEFORE)[0].rule == "35c"
    assert compare_paper(SAMBA, score(), (4997, None), BEFORE) == (
        Discrepancy(0, 4997, 4995, Cause.DIGIT, "", "35b", running=True, difference=2),
    )


def test_every_cause_that_fits_is_told_the_likeliest_first() -> None:
    """A difference of 100: the red three against the side, or the charge, or a penalty or a carry."""
    fitting = explanations(SAMBA, score(), (None, 320), BEFORE, 1)
    assert [(discrepancy.cause, discrepancy.code) for discrepancy in fitting if not discrepancy.running] == [
        (Cause.BONUS_MISSING, "red_threes"),
        (Cause.BONUS_MISSING, "drew_out_of_turn"),
        (Cause.ADDITION, ""),
        (Cause.DIGIT, ""),
    ]
    assert explanations(SAMBA, score(), (None, 220), BEFORE, 1) == ()
    assert explanations(SAMBA, score(), (None, 220), BEFORE, 0) == ()


def test_of_penalties_that_cost_the_same_none_is_named() -> None:
    """No red three, and -100: nine penalties of samba cost as much, so a carry is as likely as any."""
    data = deal("samba", tally(235, 115), tally(), before=[0, 0])
    fitting = explanations(SAMBA, score(data), (20, None), (0, 0), 0)
    assert (fitting[0].cause, fitting[0].code) == (Cause.BONUS_EXTRA, "red_threes")
    assert [discrepancy.code for discrepancy in fitting if discrepancy.cause is Cause.CHARGE_EXTRA] == [""]
    named = {discrepancy.code for discrepancy in fitting if discrepancy.cause is Cause.BONUS_EXTRA}
    assert not named & {"third_wild", *(penalty.code for penalty in SAMBA.penalties)}
    danish = game("danish")
    score_of_it = score(deal("danish", tally(900, 115, red=1), tally(), before=[0, 0]))
    twice = Discrepancy(0, 785, 1285, Cause.BONUS_MISSING, "red", "Regler", difference=-500)
    assert compare_paper(danish, score_of_it, (785, None), (0, 0)) == (twice,)


def test_two_lines_are_told_apart() -> None:
    assert discrepancy_codes(Discrepancy(0, 0, 0, Cause.BONUS_MISSING, "samba+going_out")) == [
        "samba",
        "going_out",
    ]
    assert discrepancy_codes(Discrepancy(0, 0, 0, Cause.BONUS_MISSING, "samba")) == ["samba"]
    assert discrepancy_codes(Discrepancy(0, 0, 0)) == []


def test_the_cards_in_hand_are_no_bonus_and_wild_ones_too_many_are_among_them() -> None:
    """Four kings and three jokers: 50 of the meld counts as in hand, with two aces."""
    data = deal("samba", hand("KKKK***", held="AA"), tally(), before=[0, 0])
    lines = {line.code: line.points for line in score(data).sides[0].lines}
    assert lines == {
        "mixed": 300,
        "third_wild": -100,
        "melded_cards": 140,
        "excess_wild": -50,
        "hand_cards": -40,
    }
    for written, cause in ((340, Cause.HAND_FORGOTTEN), (430, Cause.HAND_ADDED)):
        fitting = explanations(SAMBA, score(data), (written, None), (0, 0), 0)
        assert (fitting[0].cause, fitting[0].code, fitting[0].rule) == (cause, "hand_cards", "12")
    explained = explanations(SAMBA, score(), (None, 335), BEFORE, 1)
    assert [discrepancy.cause for discrepancy in explained if discrepancy.code == "hand_cards"] == [
        Cause.HAND_FORGOTTEN
    ]
    explained = explanations(SAMBA, score(), (None, 450), BEFORE, 1)
    assert [discrepancy.cause for discrepancy in explained if discrepancy.code == "hand_cards"] == [
        Cause.HAND_ADDED
    ]


def test_an_adjustment_can_have_either_sign() -> None:
    """50 credited by the director and taken off on the paper; charged and added."""
    for points in (-50, 50):
        data = deal("samba", tally(235, 115, penalties={"director": points}), tally(), before=[0, 0])
        fitting = explanations(SAMBA, score(data), (120 + points, None), (0, 0), 0)
        assert (Cause.SIGN, "director") in {(discrepancy.cause, discrepancy.code) for discrepancy in fitting}


def test_one_of_several_charges_left_out_is_named() -> None:
    data = deal("samba", tally(235, 115, penalties={"drew_out_of_turn": 3}), tally(), before=[0, 0])
    result = compare_paper(SAMBA, score(data), (-80, None), (0, 0))
    assert [(discrepancy.cause, discrepancy.code) for discrepancy in result] == [
        (Cause.BONUS_MISSING, "drew_out_of_turn")
    ]


def test_a_canasta_left_out_is_found_whether_or_not_the_red_threes_were_turned_with_it() -> None:
    data = deal("samba", tally(235, 115, natural=2, red_threes=2), tally(), before=[0, 0])
    assert score(data).sides[0].total == 1320
    for written in (820, 420):
        result = compare_paper(SAMBA, score(data), (written, None), (0, 0))
        assert [(discrepancy.cause, discrepancy.code) for discrepancy in result] == [
            (Cause.BONUS_MISSING, "natural")
        ]


def test_one_of_two_black_threes_in_hand_left_out_is_named() -> None:
    data = deal("royal", tally(235, 60, hand_black_threes=2), tally(), before=[0, 0])
    result = compare_paper(game("royal"), score(data), (75, None), (0, 0))
    assert score(data).sides[0].total == -25
    assert [(discrepancy.cause, discrepancy.code) for discrepancy in result] == [
        (Cause.BONUS_MISSING, "black_threes_in_hand")
    ]


def test_of_a_full_set_of_red_threes_one_fewer_costs_the_bonus_and_there_is_no_seventh() -> None:
    """Sambola: six are 1200, five 500; neither 200 nor 100 is a red three more than six."""

    def about(red_threes: int, off: int) -> list[Cause | None]:
        data = deal("sambola", tally(400, 15, red_threes=red_threes), tally(), before=[0, 0])
        total = score(data).sides[0].total
        result = explanations(game("sambola"), score(data), (total + off, None), (0, 0), 0)
        return [discrepancy.cause for discrepancy in result if discrepancy.code == "red_threes"]

    assert about(6, -700) == [Cause.BONUS_MISSING]
    assert about(5, 700) == [Cause.BONUS_EXTRA]
    assert about(6, -200) == about(6, -500) == about(6, 100) == []


def test_danish_a_canasta_turns_all_that_a_side_without_one_has_against_it() -> None:
    """-120 melded, -100 a red three, -50 in hand; with a black canasta 300 + 120 + 100 - 50."""
    rules = game("danish")
    data = deal("danish", tally(120, 50, red_threes=1), tally(), before=[0, 0])
    assert score(data).sides[0].total == -270
    result = compare_paper(rules, score(data), (470, None), (0, 0))
    assert [(discrepancy.cause, discrepancy.code, discrepancy.rule) for discrepancy in result] == [
        (Cause.BONUS_EXTRA, "black", "Regler")
    ]


def test_the_nearest_figure_is_looked_at_first() -> None:
    """1490 before, 120 in the deal: 1620 is 10 too much of 1610, and also the deal with one samba more."""
    data = deal("samba", tally(235, 115), tally(), before=[1490, 0])
    fitting = explanations(SAMBA, score(data), (1620, None), (1490, 0), 0)
    assert [(discrepancy.cause, discrepancy.running) for discrepancy in fitting[:2]] == [
        (Cause.ADDITION, True),
        (Cause.BONUS_EXTRA, False),
    ]
    # Also where nothing explains the figure.
    result = compare_paper(SAMBA, score(), (5003, None), BEFORE)
    assert result == (Discrepancy(0, 5003, 4995, None, running=True, difference=8),)


# What was off before the deal.


def test_a_difference_from_before_the_deal_is_carried_and_not_blamed_on_it() -> None:
    """On paper side 0 had 1310 before the deal: 1310 + 3785."""
    assert causes(5095, 2650, before=(1310, 2430)) == [(0, Cause.CARRIED, "")]
    # Corrected meanwhile, or written as the deal's total: no discrepancy.
    assert causes(4995, 2650, before=(1310, 2430)) == []
    assert causes(3785, 220, before=(1310, 2430)) == []
    assert [
        discrepancy.difference for discrepancy in compare_paper(SAMBA, score(), (5095, None), (1310, 2430))
    ] == [100]
    # The deal has not been added, on the paper or in the computed total before it.
    assert causes(1310, None, before=(1310, 2430)) == [(0, Cause.NOT_ADDED, "")]
    assert causes(1210, None, before=(1310, 2430)) == [(0, Cause.NOT_ADDED, "")]
    assert [
        discrepancy.difference for discrepancy in compare_paper(SAMBA, score(), (1310, None), (1310, 2430))
    ] == [-3785]
    # The deals of the sides have been added in each other's column: 1310 + 220, 2430 + 3785.
    crossed = compare_paper(SAMBA, score(), (1530, 6215), (1310, 2430))
    assert [(discrepancy.cause, discrepancy.computed) for discrepancy in crossed] == [
        (Cause.SIDES_SWAPPED, 4995),
        (Cause.SIDES_SWAPPED, 2650),
    ]
    # A side that scored nothing has no sign to confuse.
    nothing = score(deal("samba", tally(100, 100), tally(), before=list(BEFORE)))
    fitting = explanations(SAMBA, nothing, (1310, None), (1310, 2430), 0)
    assert [discrepancy.cause for discrepancy in fitting[:2]] == [Cause.NOT_ADDED, Cause.CARRIED]
    assert Cause.SIGN not in {discrepancy.cause for discrepancy in fitting}
    # A further mistake is reported with the computed running total.
    on_top = compare_paper(SAMBA, score(), (3595, None), (1310, 2430))
    assert on_top == (
        Discrepancy(0, 3595, 4995, Cause.BONUS_MISSING, "samba", "15b", running=True, difference=-1500),
    )


def test_running_totals_on_paper_follow_from_what_stands_there() -> None:
    def after(*paper: int | None, before: Sequence[int] = BEFORE) -> tuple[int, ...]:
        return running_totals_on_paper(SAMBA, score(), paper, before)

    assert after(3785, 2650) == (4995, 2650)
    assert after(None, None) == (4995, 2650)
    # A natural canasta is missing, from the deal's total or from the running one.
    assert after(3285, 2650) == (4495, 2650)
    assert after(4495, 2650) == (4495, 2650)
    # What was off before stays off, unless the paper shows otherwise.
    assert after(None, 220, before=(1310, 2430)) == (5095, 2650)
    assert after(4995, None, before=(1310, 2430)) == (4995, 2650)


def test_a_mistake_is_carried_from_deal_to_deal_and_told_once() -> None:
    """The natural canasta forgotten in this deal is no mistake of the next."""
    paper = running_totals_on_paper(SAMBA, score(), (4495, 2650), BEFORE)
    following = score(deal("samba", tally(235, 115), tally(300, 20), before=[4995, 2650]))
    result = compare_paper(SAMBA, following, (4615, 2930), paper)
    assert [(discrepancy.side, discrepancy.cause, discrepancy.computed) for discrepancy in result] == [
        (0, Cause.CARRIED, 5115)
    ]


# Three sides, contracts, sides that do not play.


def test_three_sides_may_stand_in_each_other_s_columns() -> None:
    rules = game("royal")
    data = deal("royal", tally(100, 10), tally(200, 20), tally(300, 45), before=[0, 0, 0], players=[1, 1, 1])
    totals = [side.total for side in score(data).sides]
    assert totals == [90, 180, 255]
    for order in permutations(range(3)):
        paper = [totals[other] for other in order]
        result = compare_paper(rules, score(data), paper, (0, 0, 0))
        assert [discrepancy.side for discrepancy in result] == [
            side for side in range(3) if order[side] != side
        ]
        assert {discrepancy.cause for discrepancy in result} <= {Cause.SIDES_SWAPPED}
    # Told once, however the columns are read.
    explained = explanations(rules, score(data), (180, 90, None), (0, 0, 0), 0)
    assert [discrepancy.cause for discrepancy in explained].count(Cause.SIDES_SWAPPED) == 1
    # The third is wrong in a way of its own.
    result = compare_paper(rules, score(data), (180, 90, 345), (0, 0, 0))
    assert [discrepancy.cause for discrepancy in result] == [
        Cause.SIDES_SWAPPED,
        Cause.SIDES_SWAPPED,
        Cause.HAND_ADDED,
    ]
    # The figure of another side alone is not exchanged with one that agrees.
    result = compare_paper(rules, score(data), (180, 180, 255), (0, 0, 0))
    assert Cause.SIDES_SWAPPED not in {discrepancy.cause for discrepancy in result}


def test_a_side_that_does_not_play_keeps_its_total() -> None:
    rules = game("royal")
    data = deal(
        "royal", tally(100, 10), tally(200, 20), None, before=[18_000, 18_000, 9000], players=[1, 1, 1]
    )
    assert compare_paper(rules, score(data), (90, 18_180, 9000), (18_000, 18_000, 9000)) == ()
    result = compare_paper(rules, score(data), (90, 18_180, 900), (18_000, 18_000, 9000))
    assert [(discrepancy.side, discrepancy.computed, discrepancy.cause) for discrepancy in result] == [
        (2, 0, None)
    ]


@pytest.mark.parametrize(("doubled", "rule"), [(False, "12A"), (True, "12E")])
def test_a_contract_sum_given_to_the_wrong_side_is_named_at_both(doubled: bool, rule: str) -> None:
    rules = game("sitoumussamba")
    data = deal(
        "sitoumussamba",
        tally(400, 0, samba=1, red=1, black=1, went_out=True),
        tally(100, 60),
        contract={"side": 0, "level": 2, "strain": "spades", "doubled": doubled},
        ended="out",
        before=[0, 0],
    )
    one, other = score(data).sides
    award = 2000 if doubled else 1000
    result = compare_paper(rules, score(data), (one.total - award, other.total + award), (0, 0))
    assert [(each.cause, each.code, each.rule) for each in result] == [
        (Cause.BONUS_MISSING, "contract_award", rule),
        (Cause.BONUS_EXTRA, "contract_award", rule),
    ]


def test_a_penalty_that_no_other_costs_as_much_as_is_named() -> None:
    rules = game("sitoumussamba")
    data = deal("sitoumussamba", tally(400, 15, samba=1), tally(100, 60), before=[0, 0])
    total = score(data).sides[0].total
    fitting = explanations(rules, score(data), (total - 600, None), (0, 0), 0)
    named = [
        (discrepancy.code, discrepancy.rule)
        for discrepancy in fitting
        if discrepancy.cause is Cause.CHARGE_EXTRA
    ]
    assert named == [("partner_used_penalty_card_in_samba", "39A")]


# A result slip of a whole game.

TOTALS = (10_415, 8_230)
DEALS = ((3785, 220), (2040, 3110), (-255, 2450), (4845, 2450))


def on_slip(*slip: int | None) -> list[tuple[int, Cause | None, str]]:
    return [
        (discrepancy.side, discrepancy.cause, discrepancy.code)
        for discrepancy in compare_result_slip(SAMBA, TOTALS, slip, DEALS)
    ]


@pytest.mark.parametrize(
    ("slip", "result"),
    [
        ((10_415, 8_230), []),
        ((None, None), []),
        ((8_230, 10_415), [(0, Cause.SIDES_SWAPPED, ""), (1, Cause.SIDES_SWAPPED, "")]),
        ((10_451, 2_830), [(0, Cause.DIGITS_SWAPPED, ""), (1, Cause.DIGITS_SWAPPED, "")]),
        ((-10_415, -8_230), [(0, Cause.SIGN, ""), (1, Cause.SIGN, "")]),
        ((10_315, 7_230), [(0, Cause.ADDITION, ""), (1, Cause.ADDITION, "")]),
        ((20_415, 8_220), [(0, Cause.ADDITION, ""), (1, Cause.ADDITION, "")]),
        ((8_375, 5_120), [(0, Cause.DEAL_MISSING, "2"), (1, Cause.DEAL_MISSING, "2")]),
        # A deal that cost points is missing; of two equal ones the first is named.
        ((10_670, 5_780), [(0, Cause.DEAL_MISSING, "3"), (1, Cause.DEAL_MISSING, "3")]),
        ((15_260, None), [(0, Cause.DEAL_TWICE, "4")]),
        # A figure of fewer digits is not another digit.
        ((None, 230), [(1, None, "")]),
        ((16_415, 8_530), [(0, Cause.DIGIT, ""), (1, Cause.DIGIT, "")]),
        # No canasta is ever missing from a whole game's total: these are 500 and 1500.
        ((10_915, 9_730), [(0, Cause.DIGIT, ""), (1, None, "")]),
    ],
)
def test_a_mistake_on_a_result_slip(
    slip: tuple[int | None, ...], result: list[tuple[int, Cause | None, str]]
) -> None:
    assert sum(deal[0] for deal in DEALS) == TOTALS[0]
    assert on_slip(*slip) == result


def test_without_its_deals_a_slip_is_read_all_the_same() -> None:
    assert compare_result_slip(SAMBA, TOTALS, (10_514, 5_120)) == (
        Discrepancy(0, 10_514, 10_415, None, difference=99),
        Discrepancy(1, 5_120, 8_230, None, difference=-3110),
    )
    explained = explain_result_slip(SAMBA, TOTALS, (-10_415, None), (), 0)
    assert [discrepancy.cause for discrepancy in explained] == [Cause.SIGN]
    assert explain_result_slip(SAMBA, TOTALS, (10_415, None), (), 0) == ()
    assert explain_result_slip(SAMBA, TOTALS, (10_415, None), (), 1) == ()


# Every mistake planted in simulated deals of every game.

Planted = tuple[Cause, str, int]


def planted(side: SideScore, rules: RuleSet) -> list[Planted]:
    """Mistakes that the lines of a side allow: cause, what it is about, what it does to a total."""
    held = -sum(line.points for line in side.lines if line.code in ("hand_cards", "excess_wild"))
    result: list[Planted] = [
        (Cause.SIGN, "", -2 * side.total),
        *[(Cause.ADDITION, "", way * amount) for way in (-1, 1) for amount in (10, 100, 1000, 10_000)],
        *[(Cause.HAND_FORGOTTEN, "hand_cards", held), (Cause.HAND_ADDED, "hand_cards", 2 * held)],
        *[planted_in(line) for line in side.lines if line.code != "hand_cards"],
        *[(Cause.BONUS_TWICE, line.code, line.points) for line in side.lines],
        *[(Cause.BONUS_EXTRA, combination.code, combination.points) for combination in rules.combinations],
    ]
    for one, other in combinations(side.lines, 2):
        result.append((Cause.BONUS_MISSING, f"{one.code}+{other.code}", -one.points - other.points))
    return result + mistaken_classes(side, rules)


def planted_in(line: ScoreLine) -> Planted:
    return Cause.BONUS_MISSING, line.code, -line.points


def mistaken_classes(side: SideScore, rules: RuleSet) -> list[Planted]:
    prices = {combination.code: combination.points for combination in rules.combinations}
    made = [line.code for line in side.lines if line.code in prices]
    classes = [(one, other) for one in made for other in prices if one != other]
    return [(Cause.OTHER_CLASS, f"{one}+{other}", prices[other] - prices[one]) for one, other in classes]


def figures(score: DealScore, side: int) -> tuple[int, int]:
    return score.sides[side].total, score.sides[side].after


def alone(score: DealScore, side: int, written: int) -> list[int | None]:
    """A paper that shows one figure."""
    return [written if at == side else None for at in range(len(score.sides))]


def explained(deal: DealSheet, score: DealScore, side: int, written: int) -> set[tuple[Cause | None, str]]:
    result = explanations(deal.rules, score, alone(score, side, written), deal.before, side)
    assert compare_paper(deal.rules, score, alone(score, side, written), deal.before) == result[:1]
    assert all(
        discrepancy.paper == written == discrepancy.computed + discrepancy.difference
        for discrepancy in result
    )
    return {(discrepancy.cause, discrepancy.code) for discrepancy in result}


@given(entries(), st.data())
def test_paper_that_agrees_says_nothing(deal: DealSheet, data: st.DataObject) -> None:
    score = score_counted_deal(count_deal(deal))
    paper = [data.draw(st.sampled_from([None, *figures(score, side)])) for side in range(len(score.sides))]
    assert compare_paper(deal.rules, score, paper, deal.before) == ()
    assert running_totals_on_paper(deal.rules, score, paper, deal.before) == tuple(
        side.after for side in score.sides
    )


@given(entries(), st.data())
def test_a_planted_mistake_is_among_those_that_explain_the_figure(
    deal: DealSheet, data: st.DataObject
) -> None:
    """In the deal's total, or carried into the running one."""
    score = score_counted_deal(count_deal(deal))
    side = data.draw(st.integers(min_value=0, max_value=len(score.sides) - 1))
    mistakes = st.sampled_from(planted(score.sides[side], deal.rules))
    for cause, code, off in data.draw(st.lists(mistakes, min_size=1, max_size=12, unique=True)):
        for figure in figures(score, side):
            if figure + off not in figures(score, side):
                assert (cause, code) in explained(deal, score, side, figure + off)


@given(entries(), st.data())
def test_two_digits_exchanged_are_found(deal: DealSheet, data: st.DataObject) -> None:
    score = score_counted_deal(count_deal(deal))
    side = data.draw(st.integers(min_value=0, max_value=len(score.sides) - 1))
    figure = data.draw(st.sampled_from(figures(score, side)))
    digits = str(abs(figure))
    assume(len(digits) > 1)
    at = data.draw(st.integers(min_value=1, max_value=len(digits) - 1))
    swapped = digits[: at - 1] + digits[at] + digits[at - 1] + digits[at + 1 :]
    written = int(swapped) if figure > 0 else -int(swapped)
    assume(swapped[0] != "0" and written not in figures(score, side))
    assert (Cause.DIGITS_SWAPPED, "") in explained(deal, score, side, written)


@given(entries(), st.data())
def test_figures_in_each_other_s_columns_are_found_first(deal: DealSheet, data: st.DataObject) -> None:
    score = score_counted_deal(count_deal(deal))
    sides = range(len(score.sides))
    order = data.draw(st.permutations(sides))
    reading = data.draw(st.sampled_from([0, 1]))
    paper = [figures(score, other)[reading] for other in order]
    wrong = [side for side in sides if paper[side] not in figures(score, side)]
    result = compare_paper(deal.rules, score, paper, deal.before)
    assert [(discrepancy.side, discrepancy.cause) for discrepancy in result] == [
        (side, Cause.SIDES_SWAPPED) for side in wrong
    ]


@given(entries(), st.integers(min_value=-2000, max_value=2000), st.data())
def test_what_was_off_before_the_deal_is_carried(deal: DealSheet, off: int, data: st.DataObject) -> None:
    score = score_counted_deal(count_deal(deal))
    side = data.draw(st.integers(min_value=0, max_value=len(score.sides) - 1))
    before = [total + off * (at == side) for at, total in enumerate(deal.before)]
    written = before[side] + score.sides[side].total
    assume(written not in figures(score, side))
    paper = alone(score, side, written)
    result = explanations(deal.rules, score, paper, before, side)
    assert Cause.CARRIED in {discrepancy.cause for discrepancy in result}
    assert all(
        discrepancy.computed == score.sides[side].after
        for discrepancy in result
        if discrepancy.cause is Cause.CARRIED
    )


@given(deals(), st.data())
def test_an_entry_that_was_forgotten_is_named_with_all_that_follows_from_it(
    deal: simulate.SimulatedDeal, data: st.DataObject
) -> None:
    """The paper scored with one more of something than the sheet has: red threes turn, a side has opened."""
    sheet = simulate.tally_sheet(deal.sheet)
    rules = sheet.rules
    side = data.draw(st.integers(min_value=0, max_value=len(sheet.hands) - 1))
    code = data.draw(
        st.sampled_from([*(combination.code for combination in rules.combinations), *BESIDE_COMBINATIONS])
    )
    hand = sheet.hands[side]
    assert hand is not None
    more = one_more(rules, hand, code)
    assume(more is not None)
    here = score_counted_deal(count_deal(sheet))
    hands = (*sheet.hands[:side], more, *sheet.hands[side + 1 :])
    there = score_counted_deal(count_deal(sheet._replace(hands=hands)))
    assume(outcome_of(here) == outcome_of(there))
    for figure in (0, 1):
        written = figures(there, side)[figure]
        if written not in figures(here, side):
            assert (Cause.BONUS_EXTRA, code) in explained(sheet, here, side, written)
        without = figures(here, side)[figure]
        if without not in figures(there, side):
            assert (Cause.BONUS_MISSING, code) in explained(sheet, there, side, without)


BESIDE_COMBINATIONS = ("red_threes", "red_threes_in_hand", "black_threes_in_hand", "going_out", "concealed")


def one_more(rules: RuleSet, hand: HandSheet, code: str) -> HandSheet | None:
    """The hand with one more of something; None where there cannot be."""
    assert hand.tally is not None
    if code == "going_out":
        return hand._replace(went_out=True) if rules.going_out.points and not hand.went_out else None
    if code == "red_threes":
        return hand._replace(red_threes=hand.red_threes + 1) if hand.red_threes < 2 * rules.decks else None
    if code == "concealed":
        return hand._replace(concealed=True) if rules.concealed and not hand.concealed else None
    if code == "red_threes_in_hand":
        if not rules.red_threes_in_hand or hand.tally.hand_red_threes == 2 * rules.decks:
            return None
        return hand._replace(tally=hand.tally._replace(hand_red_threes=hand.tally.hand_red_threes + 1))
    if code == "black_threes_in_hand":
        if not rules.black_threes_in_hand or hand.tally.hand_black_threes == 2 * rules.decks:
            return None
        return hand._replace(tally=hand.tally._replace(hand_black_threes=hand.tally.hand_black_threes + 1))
    made = dict(hand.tally.combinations)
    tally = hand.tally._replace(combinations=tuple({**made, code: made.get(code, 0) + 1}.items()))
    return hand._replace(tally=tally)


def outcome_of(score: DealScore) -> object:
    return score.contract and (score.contract.outcome, score.contract.award)


@given(games, st.data())
def test_a_slip_without_one_of_the_deals_names_it(rules: RuleSet, data: st.DataObject) -> None:
    points = st.integers(min_value=-800, max_value=1500).map(lambda number: 5 * number)
    deals = data.draw(st.lists(st.tuples(points, points), min_size=1, max_size=20))
    totals = [sum(deal[side] for deal in deals) for side in (0, 1)]
    number = data.draw(st.integers(min_value=1, max_value=len(deals)))
    for way, cause in ((-1, Cause.DEAL_MISSING), (1, Cause.DEAL_TWICE)):
        slip = [total + way * deals[number - 1][side] for side, total in enumerate(totals)]
        for side in (0, 1):
            result = explain_result_slip(rules, totals, slip, deals, side)
            assert slip[side] == totals[side] or (cause, str(number)) in {
                (discrepancy.cause, discrepancy.code) for discrepancy in result
            }
    assert compare_result_slip(rules, totals, totals, deals) == ()


@given(games, st.data())
def test_a_slip_never_speaks_of_lines_of_a_deal(rules: RuleSet, data: st.DataObject) -> None:
    totals = data.draw(st.tuples(st.integers(-500, 30_000), st.integers(-500, 30_000)))
    slip = data.draw(st.tuples(st.integers(-500, 30_000), st.integers(-500, 30_000)))
    for discrepancy in compare_result_slip(rules, totals, slip):
        assert discrepancy.paper == slip[discrepancy.side] != discrepancy.computed == totals[discrepancy.side]
        assert discrepancy.code == ""
        assert bool(discrepancy.rule) == (discrepancy.cause is not None)
