"""A game that was played, counted by other house rules: what is known of it, and what is not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.core import simulate
from scoring.core.game import GameSoFar, rescore_deals
from scoring.core.house_rules import NO_TARGET, ChosenOptions, with_options, without_target
from scoring.core.replay import NotKnown, PlayedDeal, Replay, combinations_made, reads_cards, replay
from scoring.core.ruleset import RuleSet
from tests.scoring.core.written_deals import deal, hand, sheet_of, tally
from tests.scoring.support.simulated import game, games, rng_of, seeds


def as_played(deals: list[simulate.SimulatedDeal], rules: RuleSet | None = None) -> list[PlayedDeal]:
    """Return simulated deals, as sheets of these rules."""
    sheets = [one.sheet if rules is None else one.sheet._replace(rules=rules) for one in deals]
    return [PlayedDeal(number, sheet) for number, sheet in enumerate(sheets, 1)]


def replayed(rules: RuleSet, *bodies: dict[str, Any], options: ChosenOptions = (), **fields: Any) -> Replay:
    """Count written deals by these house rules; they were played by the rules as written."""
    other = with_options(rules, options)
    sheets = [sheet_of({**body, "options": dict(options)}) for body in bodies]
    start = GameSoFar(other, (0,) * len(sheets[0].hands), **fields)
    deals = [PlayedDeal(number, sheet) for number, sheet in enumerate(sheets, 1)]
    return replay(start, deals, played_by=rules, was_over=False)


@given(games, seeds)
@settings(max_examples=25)
def test_by_the_rules_it_was_played_by_a_game_comes_to_what_it_came_to(rules: RuleSet, seed: int) -> None:
    played = simulate.play_game(rules, rng_of(seed))
    start = GameSoFar(rules, (0, 0))
    counted = replay(start, as_played(played), played_by=rules, was_over=True)
    scores = list(rescore_deals(start, [one.sheet for one in played]))
    assert counted.not_known is None
    assert counted.game.totals == tuple(side.after for side in scores[-1].sides)
    assert (counted.game.state, counted.deals) == (scores[-1].game, len(played))
    assert counted.other_openings == ()


@given(seeds)
@settings(max_examples=25)
def test_a_bonus_for_going_out_is_added_for_each_deal_that_counts(seed: int) -> None:
    rules = without_target(game("danish"))
    played = simulate.play_game(game("danish"), rng_of(seed), deal_limit=4)
    other = with_options(rules, (("going_out", 100),))
    counted = replay(
        GameSoFar(other, (0, 0), deal_limit=4), as_played(played, other), played_by=rules, was_over=True
    )
    before = list(rescore_deals(GameSoFar(rules, (0, 0), deal_limit=4), [one.sheet for one in played]))
    for side in (0, 1):
        hands = [one.sheet.hands[side] for one in played]
        went_out = sum(each is not None and each.went_out for each in hands)
        assert counted.game.totals[side] - before[-1].sides[side].after == 100 * went_out


@given(games, seeds, st.integers(1, 3))
@settings(max_examples=20)
def test_with_fewer_deals_only_the_first_ones_count(rules: RuleSet, seed: int, deals: int) -> None:
    played = simulate.play_game(rules, rng_of(seed), deal_limit=4)
    start = GameSoFar(without_target(rules), (0, 0), deal_limit=deals)
    counted = replay(start, as_played(played), played_by=rules, was_over=True)
    assert (counted.deals, counted.not_known) == (deals, None)
    assert counted.game.state.over


def test_a_game_that_would_have_gone_on_is_not_known() -> None:
    rules = game("samba")
    played = simulate.play_game(rules, rng_of(3))
    higher = replace(rules, target=NO_TARGET)
    counted = replay(GameSoFar(higher, (0, 0)), as_played(played, higher), played_by=rules, was_over=True)
    assert (counted.not_known, counted.deals) == (NotKnown.GOES_ON, len(played))
    going_on = replay(GameSoFar(rules, (0, 0)), as_played(played[:1]), played_by=rules, was_over=False)
    assert going_on.not_known is None


def test_with_a_lower_target_it_would_have_been_over_before() -> None:
    rules = game("samba")
    played = simulate.play_game(rules, rng_of(3))
    lower = replace(rules, target=1)
    counted = replay(GameSoFar(lower, (0, 0)), as_played(played, lower), played_by=rules, was_over=True)
    assert counted.deals < len(played)
    assert counted.game.state.over


def test_an_extra_deal_that_others_would_have_played_is_not_known() -> None:
    body = deal("samba", hand("KKKK"), None, hand("QQQQ"), extra_deal=True)
    counted = replayed(game("samba"), body)
    assert (counted.not_known, counted.deal) == (NotKnown.GOES_ON, 1)


def test_numbers_do_not_say_which_cards_a_canasta_is_made_of() -> None:
    option: ChosenOptions = (("wild_at_most_naturals", True),)
    numbers = deal("classic", tally(500, natural=1), tally())
    counted = replayed(game("classic"), numbers, options=option)
    assert (counted.not_known, counted.deal) == (NotKnown.NO_CARDS, 1)
    nothing = deal("classic", tally(), tally())
    assert replayed(game("classic"), nothing, options=option).not_known is None


def test_another_price_is_known_from_numbers_too() -> None:
    body = deal("sambola", tally(500, red_samba=1), tally())
    dear = replayed(game("sambola"), body, options=(("high_sambas", True),))
    assert dear.not_known is None
    assert dear.game.totals[0] == replayed(game("sambola"), body).game.totals[0] + 500


def test_a_deal_that_these_rules_refuse_is_named() -> None:
    body = deal("classic", hand("KK2*2"), hand())
    counted = replayed(game("classic"), body, options=(("wild_at_most_naturals", True),))
    assert (counted.not_known, counted.deal) == (NotKnown.REFUSED, 1)


def test_another_requirement_to_open_is_said_and_not_guessed() -> None:
    first, second = (deal("samba", tally(0), tally(0)) for _deal in range(2))
    sheets = [sheet_of(body)._replace(openings=(50, needed)) for body, needed in ((first, 50), (second, 90))]
    start = GameSoFar(game("samba"), (0, 0))
    deals = [PlayedDeal(number, sheet) for number, sheet in enumerate(sheets, 1)]
    counted = replay(start, deals, played_by=game("samba"), was_over=False)
    assert (counted.not_known, counted.other_openings) == (None, (2,))


def test_only_bonuses_ask_no_cards() -> None:
    danish, classic = game("danish"), game("classic")
    assert not reads_cards(danish, with_options(danish, (("going_out", 100),)))
    assert reads_cards(classic, with_options(classic, (("wild_at_most_naturals", True),)))


@given(games, seeds)
@settings(max_examples=20)
def test_combinations_are_those_of_the_lines(rules: RuleSet, seed: int) -> None:
    played = simulate.play_game(rules, rng_of(seed), deal_limit=3)
    scores = list(rescore_deals(GameSoFar(without_target(rules), (0, 0)), [one.sheet for one in played]))
    codes = frozenset(each.code for each in rules.combinations)
    made = combinations_made(scores, codes)
    for side, counts in enumerate(made):
        lines = [line for score in scores for line in score.sides[side].lines if line.code in codes]
        assert sum(counts.values()) == sum(line.count or 0 for line in lines)
