"""What a side has laid on the table, and what more would fit there.

Reads the tables of a rule set's kinds of melds and keeps within them; must not know why a player lays a card,
nor what anything scores besides the value of the cards.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from scoring.core.cards import BLACK_THREE, JOKER, LONGEST_CANASTA, RED_THREE, card_of
from scoring.core.melds import SequenceMelds
from scoring.core.rulesets.base import RuleSet

_NO_RANKS: Final = SequenceMelds(pure="", ranks="")


class Group(NamedTuple):
    """Cards of one rank, with wild cards among them."""

    rank: str
    naturals: int
    wild: str = ""

    @property
    def text(self) -> str:
        return self.rank * self.naturals + self.wild


class Row(NamedTuple):
    """Cards of one suit in sequence: from the place `low` to the place `high` of the game's row of ranks."""

    suit: str
    low: int
    high: int
    cards: str
    wild: int = 0

    @property
    def text(self) -> str:
        return self.suit + self.cards


class Table:
    """The melds of a side."""

    __slots__ = ("black", "full", "groups", "open", "reds", "rows", "rules", "sequences", "threes", "wild")

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.sequences = rules.melds.sequences or _NO_RANKS
        self.groups: list[Group] = []
        self.rows: list[Row] = []
        # Melds of wild cards alone, and of red and black threes together.
        self.wild: list[str] = []
        self.threes: list[str] = []
        # Red threes laid by themselves, and black ones melded in going out.
        self.reds = 0
        self.black = 0
        # Where the unfinished and the complete group of each rank lie.
        self.open: dict[str, int] = {}
        self.full: dict[str, int] = {}

    def copy(self) -> Table:
        table = Table(self.rules)
        table.groups, table.rows = self.groups.copy(), self.rows.copy()
        table.wild, table.threes = self.wild.copy(), self.threes.copy()
        table.reds, table.black = self.reds, self.black
        table.open, table.full = self.open.copy(), self.full.copy()
        return table

    @property
    def opened(self) -> bool:
        return bool(self.groups or self.rows or self.wild or self.threes or self.black)

    # Groups.

    def put_group(self, group: Group, at: int) -> None:
        """A group in its place, `at` the end for a new one."""
        self.groups[at : at + 1] = [group]
        if group.naturals + len(group.wild) < LONGEST_CANASTA:
            self.open[group.rank] = at
            return
        if self.open.get(group.rank) == at:
            del self.open[group.rank]
        if group.wild or not self.rules.melds.ranks.pure_is_closed:
            self.full[group.rank] = at

    def may_begin(self, rank: str) -> bool:
        return rank not in self.open or not self.rules.melds.ranks.one_unfinished

    def room_for_naturals(self, rank: str) -> int:
        """How many more cards of its rank the group takes that would be added to."""
        at = self.open.get(rank)
        if at is None:
            return LONGEST_CANASTA if rank in self.full else 0
        group = self.groups[at]
        if group.wild or not self.rules.melds.ranks.pure_is_closed:
            return LONGEST_CANASTA
        return LONGEST_CANASTA - group.naturals

    def add_naturals(self, rank: str, number: int) -> None:
        at = self.open.get(rank, self.full.get(rank, -1))
        group = self.groups[at]
        self.put_group(Group(rank, group.naturals + number, group.wild), at)

    def takes_wild(self, group: Group, beyond: int = 0) -> bool:
        """Whether an unfinished group takes a wild card, or one of those `beyond` what it should hold."""
        kind, wild = self.rules.melds.ranks, len(group.wild) + 1
        if group.naturals + wild > LONGEST_CANASTA:
            return False
        if kind.wild_over_naturals is not None and wild - group.naturals > kind.wild_over_naturals:
            return False
        return kind.most_wild is None or wild <= kind.most_wild + (
            beyond if kind.excess_counts_as_held else 0
        )

    def add_wild(self, at: int, card: str) -> None:
        group = self.groups[at]
        self.put_group(Group(group.rank, group.naturals, group.wild + card), at)

    # Rows.

    def beside(self, row: Row, step: int) -> int | None:
        """The place below or above a row that still has room; None where the row of ranks ends."""
        if len(row.cards) >= LONGEST_CANASTA:
            return None
        at = (row.low if step < 0 else row.high) + step
        if self.sequences.circular:
            return at % len(self.sequences.ranks)
        return at if 0 <= at < len(self.sequences.ranks) else None

    def prolong(self, number: int, step: int, at: int, card: str, *, wild: bool = False) -> None:
        suit, low, high, cards, count = self.rows[number]
        if step < 0:
            self.rows[number] = Row(suit, at, high, card + cards, count + wild)
        else:
            self.rows[number] = Row(suit, low, at, cards + card, count + wild)

    # Threes.

    def lay_red_three(self) -> None:
        """A red three, onto the meld of threes while that is unfinished."""
        if self.threes and len(self.threes[-1]) < LONGEST_CANASTA:
            self.threes[-1] = RED_THREE + self.threes[-1]
        else:
            self.reds += 1

    # The whole.

    def combinations(self) -> dict[str, int]:
        """How many of each combination are complete."""
        made = [*self.groups_made(), *self.rows_made(), *self.wild_made(), *self.threes_made()]
        return {code: made.count(code) for code in made}

    def groups_made(self) -> Iterable[str]:
        kind = self.rules.melds.ranks
        for rank, naturals, wild in self.groups:
            if naturals + len(wild) >= LONGEST_CANASTA:
                pure, mixed = kind.named.get(rank, (kind.pure, kind.mixed))
                yield mixed if wild else pure

    def rows_made(self) -> Iterable[str]:
        for row in self.rows:
            if len(row.cards) == LONGEST_CANASTA:
                yield self.sequences.mixed or "" if row.wild else self.sequences.pure

    def wild_made(self) -> Iterable[str]:
        kind = self.rules.melds.wild
        if kind is not None:
            whole = (cards for cards in self.wild if len(cards) == LONGEST_CANASTA)
            yield from (kind.mixed if JOKER in cards else kind.pure for cards in whole)

    def threes_made(self) -> Iterable[str]:
        royal = self.rules.melds.threes.together or {}
        whole = (cards.count(RED_THREE) for cards in self.threes if len(cards) == LONGEST_CANASTA)
        yield from (royal[red] for red in whole if red in royal)

    def melds(self) -> list[str]:
        """The melds in the notation of a sheet."""
        laid = [*(group.text for group in self.groups), *(row.text for row in self.rows)]
        black = [BLACK_THREE * self.black] if self.black else []
        return laid + self.wild + self.threes + black

    def points(self) -> int:
        """What the melded cards are worth, the wild ones too many left out (Samba 28b)."""
        values, excess = self.rules.values, 0
        total = sum(values[card] for text in self.wild + self.threes for card in text)
        total += self.black * values[BLACK_THREE]
        for rank, naturals, wild in self.groups:
            total += naturals * values[rank] + sum(values[card] for card in wild)
            most = self.rules.melds.ranks.most_wild
            if most is not None and len(wild) > most:
                excess += sum(sorted((values[card] for card in wild), reverse=True)[: len(wild) - most])
        return total + sum(self.row_points(row) for row in self.rows) - excess

    def row_points(self, row: Row) -> int:
        return sum(self.rules.values[card_of(row.suit, card)] for card in row.cards)
