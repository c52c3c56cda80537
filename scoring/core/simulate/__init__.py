"""Simulates deals: real shuffled packs, drawn, melded and discarded card by card.

`play_deal` plays one deal of any rule set and returns it with the cards that were left; `tally_sheet` returns
the same deal as a paper protocol has it; `play_game` plays deals until the game is over. For demonstration
data, load and tests; nothing that scores imports it.

The players are biased, never the cards. Each deal draws the temperaments of its sides: some begin with runs
and others with groups, some keep wild cards for their own melds or until the end, some go out at once and
others play until the stock is gone; partners share a temperament, and many take the pile whenever they may,
which makes deals large. Single players hide their hand to go out concealed, forget red threes, meld a wild
card too many or a run with a gap where the game forgives it, and sometimes go out without the right to. So
the rare lines occur in ordinary play, a few times in a thousand deals: six red threes on one side are one
deal in thirty-two even when all cards are drawn. Players do nothing that is charged with an entered penalty.

Where the games differ in a rule of play the strict rule is followed in all: no melds in the first turn
(except of a bidder), no wild cards added to complete melds, no runs joined, no red threes discarded.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from scoring.core.counted import SideCount
from scoring.core.counting import count_deal
from scoring.core.deal_sheet import DealSheet
from scoring.core.game_state import ONGOING, end_at_deal_limit, openings_for
from scoring.core.house_rules import ChosenOptions, with_options, without_target
from scoring.core.ruleset import RuleSet
from scoring.core.score import score_deal
from scoring.core.sheet_io import Json, sheet_as_data
from scoring.core.simulate.pack import as_notation
from scoring.core.simulate.state import DealInPlay, Temperaments
from scoring.core.simulate.turns import play_turns
from scoring.core.vocabulary import EMPTY_HAND, DealEnding, HandSheet, Tally

TWO_AGAINST_TWO = (2, 2)


class SimulatedDeal(NamedTuple):
    """A deal that was played, and the cards left in the stock and on the pile."""

    sheet: DealSheet
    stock: str
    pile: str

    @property
    def data(self) -> dict[str, Json]:
        """The deal as data of the JSON contract."""
        return sheet_as_data(self.sheet)


def play_deal(
    rules: RuleSet,
    rng: Random,
    *,
    players: tuple[int, ...] = TWO_AGAINST_TWO,
    before: Sequence[int] = (),
    options: ChosenOptions = (),
    playing: tuple[int, ...] = (),
    temperaments: Temperaments = (),
) -> SimulatedDeal:
    """Play one deal. `before` are the totals of the sides, `playing` the sides of an extra deal.

    `temperaments` are those of the players of each side; without them each side draws one.
    """
    rules = with_options(rules, options)
    totals = tuple(before) or (0,) * len(players)
    sides = playing or tuple(range(len(players)))
    deal = DealInPlay(rules, rng, players, openings_for(rules, totals), sides, temperaments)
    play_turns(deal)
    sheet = DealSheet(
        rules,
        DealEnding.STOCK if deal.player_out is None else DealEnding.OUT,
        tuple(hand_sheet_of(deal, side) if side in sides else None for side in range(len(players))),
        players,
        totals,
        options,
        deal.contract,
        extra_deal=bool(playing),
    )
    return SimulatedDeal(sheet, as_notation(deal.stock), as_notation(deal.pile))


def hand_sheet_of(deal: DealInPlay, side: int) -> HandSheet:
    """Return the melds and the hand of a side."""
    cards = [card for player in deal.players_in_turn if player.side == side for card in player.hand.to_list()]
    went_out = deal.player_out is not None and deal.player_out.side == side
    return EMPTY_HAND._replace(
        melds=tuple(deal.tables[side].melds()),
        red_threes=deal.tables[side].red_threes,
        hand=as_notation(cards),
        went_out=went_out,
        concealed=went_out and deal.concealed and deal.rules.concealed is not None,
    )


def play_game(
    rules: RuleSet,
    rng: Random,
    *,
    players: tuple[int, ...] = TWO_AGAINST_TWO,
    options: ChosenOptions = (),
    deal_limit: int | None = None,
    temperaments: Temperaments = (),
) -> list[SimulatedDeal]:
    """Play a game until it is over: at its target, or after the agreed number of deals."""
    totals, state, deals = (0,) * len(players), ONGOING, []
    rules = rules if deal_limit is None else without_target(rules)
    while not state.over:
        deal = play_deal(
            rules,
            rng,
            players=players,
            before=totals,
            options=options,
            playing=state.extra_deal,
            temperaments=temperaments,
        )
        deals.append(deal)
        score = score_deal(deal.sheet)
        totals = tuple(side.after for side in score.sides)
        state = end_at_deal_limit(rules, totals, score.game, len(deals), deal_limit)
    return deals


def tally_sheet(sheet: DealSheet) -> DealSheet:
    """Return the same deal as a paper protocol has it: combinations by number and cards by their points."""
    sides = count_deal(sheet).sides
    return sheet._replace(
        hands=tuple(None if side is None else tally_hand(sheet.rules, side) for side in sides)
    )


def tally_hand(rules: RuleSet, side: SideCount) -> HandSheet:
    """Return one side as a tally. Excess wild cards count as in hand, and their charge is entered (28b)."""
    counts = zip(rules.combinations, side.combinations.counts, strict=True)
    tally = Tally(
        combinations=tuple((combination.code, count) for combination, count in counts if count),
        meld_points=0 if side.hand.forfeits_card_points else side.meld_points,
        hand_points=side.hand_points + sum(meld.excess_points for _at, meld in side.unusual_melds),
        hand_red_threes=side.red_in_hand,
        hand_black_threes=side.black_in_hand,
    )
    third_wild = sum(1 for _at, meld in side.unusual_melds if meld.shape.excess)
    penalties = (*side.hand.penalties, ("third_wild", third_wild)) if third_wild else side.hand.penalties
    return side.hand._replace(melds=(), hand="", red_threes=side.red_threes, penalties=penalties, tally=tally)


__all__ = ["SimulatedDeal", "Temperaments", "play_deal", "play_game", "tally_sheet"]
