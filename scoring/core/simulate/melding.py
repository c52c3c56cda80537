"""The decisions of a player in a turn: to open, to meld, to go out."""

from __future__ import annotations

from typing import Final

from scoring.core.cards import JOKER, RED_THREE
from scoring.core.combinations import meets_requirements
from scoring.core.ruleset import ContractRules
from scoring.core.simulate.laying import lay_melds
from scoring.core.simulate.pack import PLAIN_CARD, HeldCards
from scoring.core.simulate.state import DealInPlay, SeatedPlayer
from scoring.core.simulate.styles import LayingStyle, WildUse
from scoring.core.simulate.table import SideTable
from scoring.core.simulate.temperaments import FIRST_TURN
from scoring.core.vocabulary import Contract

# Cards to keep when not going out: one to discard and one to stay.
MIN_HELD: Final = 2
# With more cards than this only a player who hides the hand tries to go out.
_MAX_HAND_TO_GO_OUT: Final = 7
# Cards that are never the last discard.
_NEVER_LAST: Final = RED_THREE + JOKER


def meld_cards(deal: DealInPlay, player: SeatedPlayer) -> None:
    waits = player.habits.hides or player.turns < player.temperament.patience
    if waits and not deal.nearly_gone:
        return
    before = player.hand.size
    if deal.table(player).opened:
        lay_melds(deal.table(player), player.hand, _style_of(deal, player), MIN_HELD)
    elif player.turns > FIRST_TURN:
        table, hand = deal.table(player).copy(), player.hand.copy()
        if try_to_open(deal, player, table, hand, MIN_HELD):
            deal.adopt(player, table, hand)
    player.has_melded = player.has_melded or player.hand.size < before


def _style_of(deal: DealInPlay, player: SeatedPlayer) -> LayingStyle:
    """Return the style of the side; at the end of the stock, everything is laid."""
    style = player.temperament.style
    return _everything(style) if deal.nearly_gone else style


def _everything(style: LayingStyle) -> LayingStyle:
    return style._replace(
        min_run=3,
        min_group=3,
        runs_first=False,
        wild=WildUse.ALL,
        pure_twos=False,
        min_red_threes=min(style.min_red_threes, 3),
    )


def try_to_open(deal: DealInPlay, player: SeatedPlayer, table: SideTable, hand: HeldCards, keep: int) -> bool:
    """Lay melds, in the end with wild cards; return whether they meet the opening requirement."""
    style = player.temperament.style
    for wild in (WildUse.KEPT, WildUse.ALL):
        lay_melds(table, hand, style._replace(wild=wild, min_run=3, third_wild=False), keep)
        if deal.has_opened_with(table, player.side):
            return True
    return False


# Going out.


def try_to_go_out(deal: DealInPlay, player: SeatedPlayer) -> bool:
    """Lay down the whole hand except a last card, if the player may and wants to go out."""
    if not _wants_out(deal, player):
        return False
    table, hand = deal.table(player).copy(), player.hand.copy()
    lay_melds(table, hand, _everything(player.temperament.style)._replace(going_out=True), 0)
    last = hand.to_list()
    if len(last) > 1 or any(PLAIN_CARD[card] in _NEVER_LAST for card in last):
        return False
    if (
        not table.opened
        or not deal.has_opened_with(table, player.side)
        or not _may_go_out(deal, player, table)
    ):
        return False
    deal.adopt(player, table, HeldCards())
    deal.pile += last
    deal.player_out, deal.concealed = player, not player.has_melded
    return True


def _wants_out(deal: DealInPlay, player: SeatedPlayer) -> bool:
    if player.turns <= FIRST_TURN:
        return False
    if player.habits.hides:
        return True
    return (
        player.hand.size <= _MAX_HAND_TO_GO_OUT and len(deal.stock) <= player.temperament.max_stock_to_go_out
    )


def _may_go_out(deal: DealInPlay, player: SeatedPlayer, table: SideTable) -> bool:
    rules, made, rash = deal.rules, table.combinations(), player.temperament.rash
    if rules.contract is not None and deal.contract is not None and deal.contract.side == player.side:
        return rash or _seems_reached(deal, rules.contract, deal.contract, table)
    requirements = rules.going_out_requirements
    if deal.players[player.side] == 1 and rules.going_out_requirements_alone is not None:
        requirements = rules.going_out_requirements_alone
    return meets_requirements(requirements, made) and (bool(made) or rash)


def _seems_reached(deal: DealInPlay, rules: ContractRules, contract: Contract, table: SideTable) -> bool:
    """Whether the bid is reached, as far as a player can tell without seeing the partner's hand."""
    made, bonuses = table.combinations(), deal.rules.combinations
    reached = sum(combination.points * made.get(combination.code, 0) for combination in bonuses)
    reached += deal.rules.going_out.points + deal.rules.red_threes.each * table.red_threes
    if contract.level >= rules.melds_count_from_level:
        reached += table.points()
    return reached >= contract.level * rules.points_a_level
