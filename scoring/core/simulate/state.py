"""A deal in play: stock, pile, melds and players."""

from __future__ import annotations

from random import Random
from typing import Final

from scoring.core.cards import NATURALS, RED_THREE, WILD
from scoring.core.ruleset import RuleSet
from scoring.core.simulate.pack import PLAIN_CARD, HeldCards, shuffled_pack
from scoring.core.simulate.table import SideTable
from scoring.core.simulate.temperaments import Habits, Temperament, random_habits, random_temperament
from scoring.core.vocabulary import Contract, Opening

_FREEZING: Final = WILD + RED_THREE
# The temperaments of the players of each side; without any those of a deal are drawn.
Temperaments = tuple[tuple[Temperament, ...], ...]
# With this few cards left in the stock players meld everything.
_NEARLY_GONE: Final = 10


class SeatedPlayer:
    """A player with a hand."""

    __slots__ = ("habits", "hand", "has_melded", "side", "temperament", "turns")

    def __init__(self, side: int, temperament: Temperament, habits: Habits) -> None:
        self.side = side
        self.temperament = temperament
        self.habits = habits
        self.hand = HeldCards()
        self.turns = 0
        self.has_melded = False


class DealInPlay:
    """A dealt deal, to be played by the sides `playing`."""

    def __init__(
        self,
        rules: RuleSet,
        rng: Random,
        players: tuple[int, ...],
        openings: tuple[Opening, ...],
        playing: tuple[int, ...],
        temperaments: Temperaments = (),
    ) -> None:
        self.rules, self.rng, self.players, self.openings = rules, rng, players, openings
        self.stock = shuffled_pack(rules, rng)
        self.pile: list[str] = []
        self.frozen = False
        self.tables = [SideTable(rules) for _ in players]
        temperaments = temperaments or _shared_temperaments(rules, rng, players)
        self.players_in_turn = [
            SeatedPlayer(side, temperaments[side][at], random_habits(rng))
            for side, at in _seated(players)
            if side in playing
        ]
        self.contract: Contract | None = None
        # The player who went out, and whether without melding before.
        self.player_out: SeatedPlayer | None = None
        self.concealed = False
        for player in self.players_in_turn:
            for _ in range(rules.dealt):
                player.hand.add(self.stock.pop())

    def table(self, player: SeatedPlayer) -> SideTable:
        return self.tables[player.side]

    @property
    def nearly_gone(self) -> bool:
        return len(self.stock) <= _NEARLY_GONE

    def adopt(self, player: SeatedPlayer, table: SideTable, hand: HeldCards) -> None:
        """Take over melds and a hand that were tried on copies."""
        self.tables[player.side], player.hand = table, hand

    def turn_up_first_card(self) -> None:
        """Begin the pile with a card from four to ace; cards before it lie beneath, and may freeze it."""
        while self.stock and not (self.pile and PLAIN_CARD[self.pile[-1]] in NATURALS):
            self.put_on_pile(self.stock.pop())

    def put_on_pile(self, card: str) -> None:
        self.pile.append(card)
        self.frozen = self.frozen or PLAIN_CARD[card] in _FREEZING

    def has_opened_with(self, table: SideTable, side: int) -> bool:
        """Whether the melds on a table meet the opening requirement."""
        needed = self.openings[side]
        if (isinstance(needed, str) or self.rules.combination_opens) and table.combinations():
            return True
        return not isinstance(needed, str) and table.points() >= needed


def _shared_temperaments(rules: RuleSet, rng: Random, players: tuple[int, ...]) -> Temperaments:
    """Return a temperament for each side, which its players share."""
    threes_meld = rules.melds.threes.together is not None
    return tuple((random_temperament(rng, threes_meld=threes_meld),) * number for number in players)


def _seated(players: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return the side of each seat around the table and its player there, one of each side in turn."""
    return [
        (side, turn) for turn in range(max(players)) for side, number in enumerate(players) if turn < number
    ]
