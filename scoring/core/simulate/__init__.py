"""Deals as players play them: real shuffled packs, drawn, melded and discarded card by card.

`deal` plays one deal of any rule set and gives it in the data contract, with the cards that were left;
`tally_of` writes the same deal as a paper protocol has it; `play_game` plays deals until the game is over.
For demonstration data, load and tests; nothing that scores imports it.

What is biased is the players and never the cards. Each deal draws the tempers of its sides: some lay rows
first and others groups, some keep wild cards for melds of their own or hoard them until the end, some go out
at once and others play until the stock is gone; partners share a temper, and many take the pile whenever
they may, since that is how deals become large. Single players hide their hand to go out concealed, forget
red threes, lay a wild card too many or a row with a gap where the game forgives it, and now and then
somebody goes out who ought not to. So the rare lines come about in ordinary play, a few times in a thousand
deals: six red threes on one side are one deal in thirty-two even when all cards are drawn. Penalties that
people enter are not among what players do here.

Where the games differ in a rule of play the strict side is taken, so that no rule set is asked which game it
is: nobody melds in the first turn (save a bidder), wild cards are not added to complete melds, rows are not
joined, red threes are not discarded.

Knows play; must not know how anything is scored, except through the core's one way in.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from scoring.core import rulesets
from scoring.core.counting import SideCount, count_deal
from scoring.core.deal_sheet import EMPTY_HAND, DealSheet, Ended, Hand, Tally
from scoring.core.game_state import GOES_ON, after_deals, openings_before
from scoring.core.rulesets.base import RuleSet
from scoring.core.score import score
from scoring.core.sheet_io import Json, as_data
from scoring.core.simulate.pack import written
from scoring.core.simulate.state import Deal
from scoring.core.simulate.turns import play

TWO_AGAINST_TWO = (2, 2)


class Simulated(NamedTuple):
    """A deal that was played, and the cards that were left in the stock and on the pile."""

    sheet: DealSheet
    stock: str
    pile: str

    @property
    def data(self) -> dict[str, Json]:
        """The deal in the data contract."""
        return as_data(self.sheet)


def play_deal(
    rules: RuleSet,
    rng: Random,
    *,
    players: tuple[int, ...] = TWO_AGAINST_TWO,
    before: Sequence[int] = (),
    options: rulesets.Options = (),
    playing: tuple[int, ...] = (),
) -> Simulated:
    """One deal. `before` are the sides' totals; `playing` the sides of an extra deal, if it is one."""
    rules = rulesets.with_options(rules, options)
    totals = tuple(before) or (0,) * len(players)
    sides = playing or tuple(range(len(players)))
    deal = Deal(rules, rng, players, openings_before(rules, totals), sides)
    play(deal)
    sheet = DealSheet(
        rules,
        Ended.STOCK if deal.out is None else Ended.OUT,
        tuple(hand_of(deal, side) if side in sides else None for side in range(len(players))),
        players,
        totals,
        options,
        deal.contract,
        extra_deal=bool(playing),
    )
    return Simulated(sheet, written(deal.stock), written(deal.pile))


def hand_of(deal: Deal, side: int) -> Hand:
    """What a side has melded and holds."""
    held = [card for seat in deal.seats if seat.side == side for card in seat.hand.all()]
    went_out = deal.out is not None and deal.out.side == side
    return EMPTY_HAND._replace(
        melds=tuple(deal.tables[side].melds()),
        red_threes=deal.tables[side].reds,
        hand=written(held),
        went_out=went_out,
        concealed=went_out and deal.concealed and deal.rules.concealed is not None,
    )


def play_game(
    rules: RuleSet,
    rng: Random,
    *,
    players: tuple[int, ...] = TWO_AGAINST_TWO,
    options: rulesets.Options = (),
    agreed: int | None = None,
) -> list[Simulated]:
    """A whole game, deal after deal, until it is over: at its target, or after as many as were agreed."""
    totals, state, deals = (0,) * len(players), GOES_ON, []
    rules = rules if agreed is None else rulesets.without_target(rules)
    while not state.over:
        deal = play_deal(
            rules, rng, players=players, before=totals, options=options, playing=state.extra_deal
        )
        deals.append(deal)
        scored = score(deal.sheet)
        totals = tuple(side.after for side in scored.sides)
        state = after_deals(rules, totals, scored.game, len(deals), agreed)
    return deals


def tally_of(sheet: DealSheet) -> DealSheet:
    """The same deal as a paper protocol has it: combinations by number and cards by their points."""
    sides = count_deal(sheet).sides
    return sheet._replace(hands=tuple(None if side is None else tallied(sheet.rules, side) for side in sides))


def tallied(rules: RuleSet, side: SideCount) -> Hand:
    """One side as a tally. Wild cards too many count as held there, and what they cost is entered (28b)."""
    counts = zip(rules.combinations, side.combinations.counts, strict=True)
    tally = Tally(
        combinations=tuple((one.code, count) for one, count in counts if count),
        meld_points=0 if side.hand.forfeits_card_points else side.meld_points,
        hand_points=side.hand_points + sum(meld.excess_points for meld in side.melds),
        hand_red_threes=side.red_in_hand,
        hand_black_threes=side.black_in_hand,
    )
    third = sum(1 for meld in side.melds if meld.form.excess)
    penalties = (*side.hand.penalties, ("third_wild", third)) if third else side.hand.penalties
    return side.hand._replace(melds=(), hand="", red_threes=side.red_threes, penalties=penalties, tally=tally)


__all__ = []
