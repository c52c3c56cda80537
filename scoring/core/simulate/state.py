"""A deal in the middle of its play: stock, pile, tables, players.

Knows where every card is; must not know what anybody does next.
"""

from __future__ import annotations

from random import Random
from typing import Final

from scoring.core.cards import NATURALS, RED_THREE, WILD
from scoring.core.deal_sheet import Contract
from scoring.core.rulesets.base import Opening, RuleSet
from scoring.core.simulate.pack import PLAIN, Held, shuffled
from scoring.core.simulate.table import Table
from scoring.core.simulate.tempers import Habits, Temper, habits_of, temper_of

_FREEZING: Final = WILD + RED_THREE
# With so few cards left in the stock everybody lays down what there is.
_NEARLY_GONE: Final = 10


class Seat:
    """A player with the cards held."""

    __slots__ = ("habits", "hand", "has_melded", "side", "turns")

    def __init__(self, side: int, habits: Habits) -> None:
        self.side = side
        self.habits = habits
        self.hand = Held()
        self.turns = 0
        self.has_melded = False


class Deal:
    """A deal with its cards, dealt and ready to be played by the sides `playing`."""

    def __init__(
        self,
        rules: RuleSet,
        rng: Random,
        players: tuple[int, ...],
        needed: tuple[Opening, ...],
        playing: tuple[int, ...],
    ) -> None:
        self.rules, self.rng, self.players, self.needed = rules, rng, players, needed
        self.stock = shuffled(rules, rng)
        self.pile: list[str] = []
        self.frozen = False
        self.tables = [Table(rules) for _ in players]
        threes_meld = rules.melds.threes.together is not None
        self.tempers = [temper_of(rng, threes_meld=threes_meld) for _ in players]
        self.seats = [Seat(side, habits_of(rng)) for side in _seated(players) if side in playing]
        self.contract: Contract | None = None
        # Who went out, and whether he had melded nothing before.
        self.out: Seat | None = None
        self.concealed = False
        for seat in self.seats:
            for _ in range(rules.dealt):
                seat.hand.add(self.stock.pop())

    def table(self, seat: Seat) -> Table:
        return self.tables[seat.side]

    def temper(self, seat: Seat) -> Temper:
        return self.tempers[seat.side]

    @property
    def nearly_gone(self) -> bool:
        return len(self.stock) <= _NEARLY_GONE

    def adopt(self, seat: Seat, table: Table, hand: Held) -> None:
        """What was tried out with copies is done."""
        self.tables[seat.side], seat.hand = table, hand

    def turn_up(self) -> None:
        """The pile begins with a card from four to ace; others before it lie beneath, and may freeze it."""
        while self.stock and not (self.pile and PLAIN[self.pile[-1]] in NATURALS):
            self.onto_the_pile(self.stock.pop())

    def onto_the_pile(self, card: str) -> None:
        self.pile.append(card)
        self.frozen = self.frozen or PLAIN[card] in _FREEZING

    def is_enough(self, table: Table, side: int) -> bool:
        """Whether what lies on a table is enough to open with."""
        needed = self.needed[side]
        if (isinstance(needed, str) or self.rules.a_combination_opens) and table.combinations():
            return True
        return not isinstance(needed, str) and table.points() >= needed


def _seated(players: tuple[int, ...]) -> list[int]:
    """The sides around the table, one player of each in turn."""
    return [side for row in range(max(players)) for side, number in enumerate(players) if row < number]
