"""What holds for every deal of every game, whatever the cards are."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st

from scoring import rulesets
from scoring.core import game, serialize, sheet_io, simulate
from scoring.core.cards import ALPHABET, BLACK_THREE, RANKS, RED_THREE, SUITS
from scoring.core.deal_sheet import DealSheet
from scoring.core.deck import deck_of, suited_cards
from scoring.core.game_state import openings_for
from scoring.core.notation import format_cards, parse_cards
from scoring.core.pipeline import DealResult, evaluate, evaluate_sheet
from scoring.core.problem import Code
from scoring.core.ruleset import RuleSet
from scoring.core.score import DealScore
from scoring.core.vocabulary import CANASTA, Contract, DealEnding, HandSheet, LineGroup, ScoreLine
from tests.scoring.support.simulated import cards_of, deals, entries, games, options_of, rng_of, seeds

CARDS = {*ALPHABET, *(suit + rank for suit in SUITS for rank in RANKS)}
LANGUAGES = [code for code, _name in settings.LANGUAGES]
# Lines that a tally cannot distinguish from another: cards that it does not know count as in hand.
HELD = {"excess_wild": "hand_cards"}


def score_of(deal: DealSheet) -> DealScore:
    """The score of a deal without errors."""
    result = evaluate_sheet(deal)
    assert result.score is not None, result.problems
    return result.score


def errors_of(result: DealResult) -> list[tuple[Code, str | None]]:
    return [(problem.code, problem.where) for problem in result.problems if not problem.warning]


def with_hand(deal: DealSheet, side: int, hand: HandSheet) -> DealSheet:
    return deal._replace(hands=(*deal.hands[:side], hand, *deal.hands[side + 1 :]))


def hand_of(deal: DealSheet, side: int) -> HandSheet:
    hand = deal.hands[side]
    assert hand is not None
    return hand


# Sums.


@given(entries())
def test_subtotals_are_sums_of_lines_and_totals_sums_of_subtotals(deal: DealSheet) -> None:
    for side, before in zip(score_of(deal).sides, deal.before, strict=True):
        assert side.base == sum(line.points for line in side.lines if line.group is LineGroup.BASE)
        assert side.cards == sum(line.points for line in side.lines if line.group is LineGroup.CARDS)
        assert side.total == side.base + side.cards
        assert side.after == before + side.total


@given(entries())
def test_each_line_has_points_a_paragraph_and_a_code_of_its_own(deal: DealSheet) -> None:
    for side in score_of(deal).sides:
        assert all(line.points and line.rule for line in side.lines)
        assert all(line.points % 5 == 0 for line in side.lines)
        assert len({line.code for line in side.lines}) == len(side.lines)


@given(deals())
def test_what_is_melded_and_held_is_worth_what_the_cards_are_worth(deal: simulate.SimulatedDeal) -> None:
    """Counted card by card from the notation: a three counts where it is no line of its own."""
    rules = deal.sheet.rules
    for hand, side in zip(deal.sheet.hands, score_of(deal.sheet).sides, strict=True):
        assert hand is not None
        melded = hand._replace(hand="", red_threes=0)
        excess = points(side.lines, "excess_wild")
        worth = sum(rules.card_values[card] * copies for card, copies in cards_of(melded).items()) + excess
        held = {**rules.card_values, RED_THREE: 0, BLACK_THREE: rules.black_three_held}
        assert abs(points(side.lines, "melded_cards")) == worth
        assert -points(side.lines, "hand_cards") == sum(held[card] for card in hand.hand)


def points(lines: tuple[ScoreLine, ...], code: str) -> int:
    return sum(line.points for line in lines if line.code == code)


# Order and seats do not matter.


@given(entries())
def test_swapping_the_sides_swaps_their_scores(deal: DealSheet) -> None:
    score, swapped = score_of(deal), score_of(mirrored(deal))
    assert swapped.sides == score.sides[::-1]
    assert swapped.game.over == score.game.over
    if score.game.winner is not None:
        assert swapped.game.winner == len(deal.hands) - 1 - score.game.winner
    if score.contract is not None:
        assert swapped.contract is not None
        assert swapped.contract[:4] == score.contract[:4]


def mirrored(deal: DealSheet) -> DealSheet:
    """The same deal, its sides counted from the other end."""
    return deal._replace(
        hands=deal.hands[::-1],
        players=deal.players[::-1],
        before=deal.before[::-1],
        opening_raises=deal.opening_raises[::-1],
        contract=mirrored_contract(deal),
    )


def mirrored_contract(deal: DealSheet) -> Contract | None:
    if deal.contract is None:
        return None
    return deal.contract._replace(side=len(deal.hands) - 1 - deal.contract.side)


@given(deals(), seeds)
def test_the_order_of_melds_and_of_cards_held_says_nothing(deal: simulate.SimulatedDeal, seed: int) -> None:
    rng, shuffled = rng_of(seed), []
    for hand in deal.sheet.hands:
        assert hand is not None
        melds, cards = list(hand.melds), list(hand.hand)
        rng.shuffle(melds)
        rng.shuffle(cards)
        shuffled.append(hand._replace(melds=tuple(melds), hand="".join(cards)))
    assert score_of(deal.sheet._replace(hands=tuple(shuffled))) == score_of(deal.sheet)


# Writing and reading.


@given(entries())
def test_a_sheet_written_down_and_read_is_the_same_sheet(deal: DealSheet) -> None:
    text = json.dumps(sheet_io.sheet_as_data(deal))
    assert sheet_io.read_sheet(json.loads(text), rulesets.find) == (deal, ())


@given(entries())
def test_a_result_is_json_and_stays_what_it_is(deal: DealSheet) -> None:
    answer = serialize.deal_result_as_data(evaluate_sheet(deal), lambda problem: problem.code)
    assert json.loads(json.dumps(answer, allow_nan=False)) == answer


@given(deals(), st.sampled_from(LANGUAGES))
def test_cards_printed_and_typed_again_are_the_same_cards(
    deal: simulate.SimulatedDeal, language: str
) -> None:
    for hand in deal.sheet.hands:
        assert hand is not None
        for cards in (*hand.melds, hand.hand):
            assert parse_cards(format_cards(cards, language), language) == cards


@given(entries())
def test_openings_frozen_at_the_deal_are_those_of_the_totals_before_it(deal: DealSheet) -> None:
    frozen = openings_for(deal.rules, deal.before)
    read, problems = sheet_io.read_sheet(sheet_io.sheet_as_data(deal), rulesets.find, openings=frozen)
    assert read is not None
    assert problems == ()
    assert score_of(read) == score_of(deal)


# A tally of the same melds.


@given(deals())
def test_a_tally_of_the_same_deal_scores_the_same(deal: simulate.SimulatedDeal) -> None:
    by_cards, by_tally = score_of(deal.sheet), score_of(simulate.tally_sheet(deal.sheet))
    for cards, tally in zip(by_cards.sides, by_tally.sides, strict=True):
        assert by_code(tally.lines) == by_code(cards.lines)
        assert cards._replace(lines=()) == tally._replace(lines=())
    assert by_tally.game == by_cards.game
    assert by_tally.contract == by_cards.contract


def by_code(lines: tuple[ScoreLine, ...]) -> dict[str, tuple[int | None, int, str]]:
    """Lines as a tally has them: without numbers of cards, with excess wild cards in hand."""
    result: dict[str, tuple[int | None, int, str]] = {}
    for line in lines:
        code = HELD.get(line.code, line.code)
        known = None if code in ("melded_cards", "hand_cards") else line.count
        rule = "" if code == "hand_cards" else line.rule
        result[code] = (known, result.get(code, (None, 0, ""))[1] + line.points, rule)
    return result


# The deck.


@given(deals(), st.data())
def test_a_card_too_many_is_refused_by_its_name(deal: simulate.SimulatedDeal, data: st.DataObject) -> None:
    most = deck_of(deal.sheet.rules).copies
    card = data.draw(st.sampled_from(sorted(most)))
    side = data.draw(st.sampled_from(still_playing(deal.sheet)))
    there = sum(cards_of(hand)[card] for hand in deal.sheet.hands if hand is not None)
    hand = hand_of(deal.sheet, side)
    full = hand._replace(hand=hand.hand + card * (most[card] - there))
    too_many = full._replace(hand=full.hand + card)
    assert beside_red_threes(evaluate_sheet(with_hand(deal.sheet, side, full))) == []
    found = beside_red_threes(evaluate_sheet(with_hand(deal.sheet, side, too_many)))
    assert found == [(Code.DECK_EXCEEDED, card)]


def beside_red_threes(result: DealResult) -> list[tuple[Code, str | None]]:
    """The errors, without that of a red three in the hand, which bolivia has on the table at once."""
    return [error for error in errors_of(result) if error[0] is not Code.RED_THREE_NOT_LAID]


def still_playing(deal: DealSheet) -> list[int]:
    """Sides that may hold another card."""
    return [side for side, hand in enumerate(deal.hands) if hand is not None and not hand.went_out]


@given(deals(), st.data())
def test_a_suited_card_too_many_in_rows_is_refused_by_its_name(
    deal: simulate.SimulatedDeal, data: st.DataObject
) -> None:
    rules = deal.sheet.rules
    cards = suited_cards(rules.melds.sequences)
    if not cards:
        return
    card = data.draw(st.sampled_from(cards))
    side = data.draw(st.sampled_from(still_playing(deal.sheet)))
    hand = hand_of(deal.sheet, side)
    there = sum(meld.count(card[1], 1) for one in deal.sheet.hands for meld in rows_of(one, card[0]))
    rows = (row_with(rules, card),) * (rules.decks - there + 1)
    result = errors_of(evaluate_sheet(with_hand(deal.sheet, side, hand._replace(melds=hand.melds + rows))))
    assert (Code.DECK_EXCEEDED, card) in result
    assert {code for code, _where in result} == {Code.DECK_EXCEEDED}


def rows_of(hand: HandSheet | None, suit: str) -> list[str]:
    return [] if hand is None else [meld for meld in hand.melds if meld[0] == suit]


def row_with(rules: RuleSet, card: str) -> str:
    """A row of three with this card in it."""
    assert rules.melds.sequences is not None
    ranks = rules.melds.sequences.ranks
    at = min(max(ranks.index(card[1]) - 1, 0), len(ranks) - 3)
    return card[0] + ranks[at : at + 3]


@given(deals(), st.data())
def test_heaps_of_cards_are_counted_card_by_card(deal: simulate.SimulatedDeal, data: st.DataObject) -> None:
    """However many times a meld or a hand is repeated, each card too many is named with its excess."""
    times = data.draw(st.lists(st.integers(min_value=0, max_value=70), min_size=1, max_size=12))
    side = still_playing(deal.sheet)[0]
    hand = hand_of(deal.sheet, side)
    melds = [meld for meld, number in zip(hand.melds, times, strict=False) for _ in range(number)]
    heap = hand._replace(melds=(*hand.melds, *melds), hand=hand.hand * times[0])
    sheet_of_heaps = with_hand(deal.sheet, side, heap)
    result = [problem for problem in evaluate_sheet(sheet_of_heaps).problems if problem.where in CARDS]
    named = {str(problem.where): int(problem.params["excess"]) for problem in result}
    assert named == excess_of(sheet_of_heaps)


def excess_of(deal: DealSheet) -> dict[str, int]:
    """Each card of which there are more than in the deck, counted directly."""
    hands = [hand for hand in deal.hands if hand is not None]
    cards = sum((cards_of(hand) for hand in hands), Counter[str]())
    ranks = deal.rules.melds.sequences.ranks if deal.rules.melds.sequences else ""
    rows = [meld for hand in hands for meld in hand.melds if meld[0] in SUITS]
    suited = Counter(meld[0] + rank for meld in rows for rank in meld[1:] if rank in ranks)
    most = deck_of(deal.rules).copies
    excess = {card: number - most[card] for card, number in cards.items() if number > most[card]}
    return excess | {
        card: number - deal.rules.decks for card, number in suited.items() if number > deal.rules.decks
    }


@given(deals(), st.sampled_from([RED_THREE, BLACK_THREE]))
def test_a_three_too_many_in_a_tally_is_refused_by_its_name(deal: simulate.SimulatedDeal, card: str) -> None:
    tallied = simulate.tally_sheet(deal.sheet)
    side = still_playing(deal.sheet)[0]
    hand = hand_of(tallied, side)
    assert hand.tally is not None
    number = deck_of(deal.sheet.rules).copies[card] + 1
    red, black = (number, 0) if card == RED_THREE else (0, number)
    tally = hand.tally._replace(hand_red_threes=red, hand_black_threes=black)
    result = errors_of(evaluate_sheet(with_hand(tallied, side, hand._replace(tally=tally))))
    assert (Code.DECK_EXCEEDED, card) in result


# Games.


@given(seeds, games, st.data())
def test_a_game_folded_is_its_deals_scored_one_by_one(seed: int, rules: RuleSet, data: st.DataObject) -> None:
    players = data.draw(st.sampled_from(rules.player_counts))
    options = data.draw(options_of(rules))
    deals = simulate.play_game(rules, rng_of(seed), players=players, options=options)
    one_by_one = tuple(evaluate(deal.data, rulesets.find) for deal in deals)
    folded = game.evaluate_game(as_game(deals), rulesets.find)
    assert folded.ok
    assert [deal.score for deal in folded.deals] == [deal.score for deal in one_by_one]
    assert folded.game is not None
    last = one_by_one[-1].score
    assert last is not None
    assert folded.game.state == last.game
    start = game.GameSoFar(deals[0].sheet.rules, (0,) * len(players))
    assert [*game.rescore_deals(start, [deal.sheet for deal in deals])] == [
        deal.score for deal in folded.deals
    ]


def as_game(deals: list[simulate.SimulatedDeal]) -> dict[str, Any]:
    """A game as the command reads it: its deals without what the game knows."""
    first = deals[0].data
    known = {name: first[name] for name in ("ruleset", "options", "players")}
    left = ("ruleset", "options", "players", "before", "extra_deal")
    own = [{name: value for name, value in deal.data.items() if name not in left} for deal in deals]
    return {**known, "deals": own}


@given(entries())
def test_the_winner_has_the_highest_total_and_the_game_is_over_at_its_target(deal: DealSheet) -> None:
    score = score_of(deal)
    after = [side.after for side in score.sides]
    assert score.game.over == (max(after) >= deal.rules.target) or bool(score.game.extra_deal)
    if score.game.winner is not None:
        assert after.count(max(after)) == 1
        assert after[score.game.winner] == max(after)
    assert score.game.draw == (score.game.over and score.game.winner is None)
    assert sum(score.game.settlement or ()) == 0


@given(entries())
def test_the_next_opening_never_falls_as_a_total_grows(deal: DealSheet) -> None:
    steps = [rank_of(opening) for opening in openings_for(deal.rules, sorted(deal.before))]
    assert steps == sorted(steps)


def rank_of(opening: int | str) -> int:
    return 1000 if opening == CANASTA else int(opening)


# Contracts.


@given(deals(rulesets.find("sitoumussamba")))
def test_an_award_is_a_share_of_the_bid_and_goes_to_one_side(deal: simulate.SimulatedDeal) -> None:
    score = score_of(deal.sheet)
    awards = [points(side.lines, "contract_award") for side in score.sides]
    contract, bid = score.contract, deal.sheet.contract
    if contract is None or bid is None:
        assert awards == [0, 0]
        return
    assert contract.award in {0, contract.needed // 2, contract.needed, 2 * contract.needed}
    assert sorted(awards) == [0, contract.award]
    made = contract.reached >= contract.needed
    assert (contract.outcome == "made") == made
    assert awards[bid.side] == (contract.award if made else 0)
    assert (contract.outcome == "void") == (not made and deal.sheet.ended is DealEnding.STOCK)
