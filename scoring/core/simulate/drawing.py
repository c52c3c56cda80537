"""Drawing cards: from the stock, with the pile, in place of red threes.

The pile is taken by the rules that the games have in common, by the strict one where they differ: with two
naturals of its top card's rank or, while it is not frozen, for a meld that has room.
"""

from __future__ import annotations

from scoring.core.cards import NATURALS, RED_THREE
from scoring.core.problem import WARNINGS
from scoring.core.ruleset import RuleSet
from scoring.core.simulate.melding import MIN_HELD, try_to_open
from scoring.core.simulate.pack import PLAIN_CARD, HeldCards
from scoring.core.simulate.state import DealInPlay, SeatedPlayer
from scoring.core.simulate.table import RankGroup, SideTable
from scoring.core.simulate.temperaments import FIRST_TURN


def draw_from_stock(deal: DealInPlay, player: SeatedPlayer) -> bool:
    """Draw from the stock: one card with two packs, two with three. False when the player cannot go on."""
    if not deal.stock:
        return False
    for _ in range(min(deal.rules.decks - 1, len(deal.stock))):
        player.hand.add(deal.stock.pop())
    lay_red_threes(deal, player)
    return player.hand.size >= MIN_HELD


def lay_red_threes(deal: DealInPlay, player: SeatedPlayer, *, replaced: bool = True) -> None:
    """Meld red threes for their bonus, or exchange them for another card where they cost something."""
    while RED_THREE in player.hand.ranks and player.hand.size > 1 and _lays_red_three(deal, player):
        player.hand.take_rank(RED_THREE, 1)
        deal.table(player).lay_red_three()
        if replaced and deal.stock:
            player.hand.add(deal.stock.pop())


def _lays_red_three(deal: DealInPlay, player: SeatedPlayer) -> bool:
    if deal.rules.red_threes.each > 0:
        return deal.rng.random() >= player.habits.forgets or _is_refused_in_hand(deal.rules)
    chance = 0.8 if deal.nearly_gone else player.temperament.buys_threes
    return deal.rng.random() < chance


def _is_refused_in_hand(rules: RuleSet) -> bool:
    """Whether a deal with a red three in a hand is refused; then nobody forgets one."""
    problem = rules.red_threes.problem_in_hand
    return problem is not None and problem not in WARNINGS


def take_pile(deal: DealInPlay, player: SeatedPlayer) -> bool:
    """Take the pile for its top card, if the player may and wants to."""
    pile = deal.pile
    if not pile or not _wants_pile(deal, player) or player.hand.size + len(pile) - 1 < MIN_HELD:
        return False
    if PLAIN_CARD[pile[-1]] not in NATURALS or not _melds_top(deal, player, pile[-1]):
        return False
    for card in pile[:-1]:
        player.hand.add(card)
    deal.pile, deal.frozen = [], False
    player.has_melded = True
    lay_red_threes(deal, player, replaced=False)
    return True


def _wants_pile(deal: DealInPlay, player: SeatedPlayer) -> bool:
    if player.turns <= FIRST_TURN or player.habits.hides:
        return False
    return not deal.stock or len(deal.pile) >= player.temperament.min_pile


def _melds_top(deal: DealInPlay, player: SeatedPlayer, top: str) -> bool:
    """Add the top card to a meld, or meld it with two cards of its rank."""
    table = deal.table(player)
    if table.opened and not deal.frozen and _adds_to_a_meld(table, top):
        return True
    left = player.hand.size - 2 + len(deal.pile) - 1
    if player.hand.ranks.get(PLAIN_CARD[top], 0) < 2 or left < MIN_HELD:
        return False
    if table.opened:
        return _adds_three(table, player.hand, PLAIN_CARD[top])
    return _opens_with(deal, player, PLAIN_CARD[top])


def _opens_with(deal: DealInPlay, player: SeatedPlayer, rank: str) -> bool:
    """Open with the top card of the pile; its other cards come to the hand only afterwards."""
    table, hand = deal.table(player).copy(), player.hand.copy()
    keep = max(0, MIN_HELD - len(deal.pile) + 1)
    if not _adds_three(table, hand, rank) or not try_to_open(deal, player, table, hand, keep):
        return False
    deal.adopt(player, table, hand)
    return True


def _adds_to_a_meld(table: SideTable, top: str) -> bool:
    """Add the top card of the pile to a run or an unfinished group."""
    for number, run in enumerate(table.runs):
        for step in (-1, 1):
            at = table.next_place(run, step)
            if at is not None and run.suit + table.sequences.ranks[at] == top:
                table.extend_run(number, step, at, top[1])
                return True
    rank = PLAIN_CARD[top]
    if rank in table.open:
        table.add_naturals(rank, 1)
        return True
    return False


def _adds_three(table: SideTable, hand: HeldCards, rank: str) -> bool:
    """Meld the top card of the pile with two from the hand, as a new group where that is allowed."""
    if table.may_begin(rank):
        hand.take_rank(rank, 2)
        table.put_group(RankGroup(rank, 3), len(table.groups))
        return True
    if table.room_for_naturals(rank) < 3:
        return False
    hand.take_rank(rank, 2)
    table.add_naturals(rank, 3)
    return True
