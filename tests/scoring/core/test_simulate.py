"""Simulated deals are deals: all cards of a real pack, legal layouts, everything that a game knows."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given

from scoring import rulesets
from scoring.core import simulate
from scoring.core.cards import THREES
from scoring.core.deck import deck_of
from scoring.core.pipeline import evaluate, evaluate_sheet
from scoring.core.problem import Code
from scoring.core.ruleset import RuleSet
from scoring.core.simulate.pack import as_notation, shuffled_pack
from scoring.core.vocabulary import DealEnding
from tests.conftest import LONG
from tests.scoring.support.simulated import (
    cards_of,
    cards_of_deal,
    deals,
    documented_line_codes,
    entered_codes,
    game,
    rng_of,
    seeds,
)

DEALS = 1000 if LONG else 150
# Combinations and endings that 150 deals need not show.
RARE = frozenset({"super_royal", "concealed", "false_finish", "not_opened", "red_threes_in_hand"})

each_game = pytest.mark.parametrize("rules", rulesets.newest_editions(), ids=lambda rules: rules.slug)
forms = [(rules, form) for rules in rulesets.newest_editions() for form in rules.player_counts]
each_form = pytest.mark.parametrize(("rules", "form"), forms, ids=lambda part: getattr(part, "slug", None))

ROYAL = game("royal")


def is_warned(deal: simulate.SimulatedDeal) -> set[Code]:
    return {problem.code for problem in evaluate(deal.data, rulesets.find).problems}


@each_game
def test_a_pack_is_what_the_deck_check_knows_of_it(rules: RuleSet) -> None:
    assert Counter(as_notation(shuffled_pack(rules, rng_of(1)))) == deck_of(rules).copies


@given(deals())
def test_each_card_of_the_pack_is_on_a_table_in_a_hand_in_the_stock_or_on_the_pile(
    deal: simulate.SimulatedDeal,
) -> None:
    assert cards_of_deal(deal) == deck_of(deal.sheet.rules).copies


@given(deals())
def test_a_simulated_deal_is_accepted_and_what_it_is_warned_of_somebody_did(
    deal: simulate.SimulatedDeal,
) -> None:
    careless = {
        Code.THIRD_WILD,
        Code.GAP_IN_SEQUENCE,
        Code.SINGLE_NATURAL,
        Code.RED_THREE_IN_HAND,
        Code.OUT_WITHOUT_COMBINATION,
    }
    warned = is_warned(deal)
    if Code.THIRD_WILD in warned:
        # A wild card too many takes a joker's points off a first meld that was barely enough.
        careless.add(Code.OPENING_TOO_LOW)
    assert warned <= careless


@given(seeds)
def test_the_same_seed_gives_the_same_deal(seed: int) -> None:
    first, second = (simulate.play_deal(ROYAL, rng_of(seed)) for _ in range(2))
    assert first == second


@each_form
def test_every_form_of_every_game_is_played_with_its_players(rules: RuleSet, form: tuple[int, ...]) -> None:
    deal = simulate.play_deal(rules, rng_of(7), players=form)
    cards = [cards_of(hand).total() for hand in deal.sheet.hands if hand is not None]
    assert deal.sheet.players == form
    assert all(number >= rules.dealt * players for number, players in zip(cards, form, strict=True))


@each_game
def test_many_deals_show_every_line_that_nobody_has_to_enter(rules: RuleSet) -> None:
    shown = {code for number in range(DEALS) for code in codes_of(rules, number)}
    told = documented_line_codes(rules.slug) - entered_codes(rules)
    assert told - shown <= (frozenset() if LONG else RARE)
    assert shown <= told


def codes_of(rules: RuleSet, number: int) -> set[str]:
    rng = rng_of(number)
    form = rules.player_counts[number % len(rules.player_counts)]
    before = [rng.choice((-100, 0, 1500, 3000)) for _ in form]
    score = evaluate_sheet(simulate.play_deal(rules, rng, players=form, before=before).sheet).score
    assert score is not None
    return {line.code for side in score.sides for line in side.lines}


@each_game
def test_deals_end_by_going_out_and_by_the_end_of_the_stock(rules: RuleSet) -> None:
    endings = {simulate.play_deal(rules, rng_of(seed)).sheet.ended for seed in range(40)}
    assert endings == {DealEnding.OUT, DealEnding.STOCK}


def test_all_endings_of_a_contract_come_about() -> None:
    outcomes = Counter(outcome_of(game("sitoumussamba"), seed) for seed in range(120))
    assert outcomes.keys() == {"made", "robbed", "void", "false_finish", None}


def outcome_of(rules: RuleSet, seed: int) -> str | None:
    score = evaluate_sheet(simulate.play_deal(rules, rng_of(seed)).sheet).score
    assert score is not None
    return None if score.contract is None else score.contract.outcome.value


@each_game
def test_a_game_is_played_until_it_is_over_and_no_further(rules: RuleSet) -> None:
    for seed in range(3):
        played = simulate.play_game(
            rules, rng_of(seed), players=rules.player_counts[seed % len(rules.player_counts)]
        )
        scores = [evaluate_sheet(deal.sheet).score for deal in played]
        totals = [tuple(side.after for side in score.sides) for score in scores if score is not None]
        assert [deal.sheet.before for deal in played] == [(0,) * len(totals[0]), *totals[:-1]]
        assert [score.game.over for score in scores if score is not None] == [False] * (len(played) - 1) + [
            True
        ]


def test_in_an_extra_deal_only_those_play_who_share_the_top() -> None:
    before = (18_500, 12_000, 18_500)
    deal = simulate.play_deal(ROYAL, rng_of(3), players=(1, 1, 1), before=before, playing=(0, 2))
    result = evaluate(deal.data, rulesets.find)
    assert result.problems == ()
    assert deal.sheet.hands[1] is None
    assert result.score is not None
    assert result.score.sides[1].after == 12_000


@given(deals())
def test_a_tally_of_a_deal_shows_no_card(deal: simulate.SimulatedDeal) -> None:
    for hand in simulate.tally_sheet(deal.sheet).hands:
        assert hand is not None
        assert (hand.melds, hand.hand) == ((), "")
        assert hand.tally is not None


@given(deals())
def test_who_went_out_holds_nothing_and_whoever_plays_on_holds_a_card(deal: simulate.SimulatedDeal) -> None:
    for hand, players in zip(deal.sheet.hands, deal.sheet.players, strict=True):
        assert hand is not None
        assert len(hand.hand) >= players - hand.went_out


@given(deals())
def test_threes_on_their_own_lie_in_no_meld_that_the_game_has_not(deal: simulate.SimulatedDeal) -> None:
    together = deal.sheet.rules.melds.threes.together
    for hand in deal.sheet.hands:
        assert hand is not None
        mixed = [meld for meld in hand.melds if not meld.strip(THREES) and len(set(meld)) > 1]
        assert not mixed or together is not None
