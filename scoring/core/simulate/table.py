"""The melds of a side on the table, and what may be added to them by the rule set's kinds of melds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from scoring.core.cards import BLACK_THREE, CANASTA_SIZE, JOKER, RED_THREE, plain_card
from scoring.core.melds import SequenceMelds
from scoring.core.ruleset import RuleSet

_NO_RANKS: Final = SequenceMelds(pure="", ranks="")


class RankGroup(NamedTuple):
    """Cards of one rank, with wild cards among them."""

    rank: str
    naturals: int
    wild: str = ""

    @property
    def text(self) -> str:
        return self.rank * self.naturals + self.wild


class SuitRun(NamedTuple):
    """Cards of one suit in sequence: from the place `low` to the place `high` of the game's ranks."""

    suit: str
    low: int
    high: int
    cards: str
    wild: int = 0

    @property
    def text(self) -> str:
        return self.suit + self.cards


class SideTable:
    """The melds of a side."""

    __slots__ = (
        "black_threes",
        "full",
        "groups",
        "open",
        "red_threes",
        "rules",
        "runs",
        "sequences",
        "threes",
        "wild",
    )

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.sequences = rules.melds.sequences or _NO_RANKS
        self.groups: list[RankGroup] = []
        self.runs: list[SuitRun] = []
        # Melds of wild cards alone, and of red and black threes together.
        self.wild: list[str] = []
        self.threes: list[str] = []
        # Red threes by themselves, and black ones melded when going out.
        self.red_threes = 0
        self.black_threes = 0
        # The places of the unfinished and of the complete group of each rank.
        self.open: dict[str, int] = {}
        self.full: dict[str, int] = {}

    def copy(self) -> SideTable:
        table = SideTable(self.rules)
        table.groups, table.runs = self.groups.copy(), self.runs.copy()
        table.wild, table.threes = self.wild.copy(), self.threes.copy()
        table.red_threes, table.black_threes = self.red_threes, self.black_threes
        table.open, table.full = self.open.copy(), self.full.copy()
        return table

    @property
    def opened(self) -> bool:
        return bool(self.groups or self.runs or self.wild or self.threes or self.black_threes)

    # Groups.

    def put_group(self, group: RankGroup, at: int) -> None:
        """Put a group in its place; a new one has the place after the last."""
        self.groups[at : at + 1] = [group]
        if group.naturals + len(group.wild) < CANASTA_SIZE:
            self.open[group.rank] = at
            return
        if self.open.get(group.rank) == at:
            del self.open[group.rank]
        if group.wild or not self.rules.melds.ranks.pure_is_closed:
            self.full[group.rank] = at

    def may_begin(self, rank: str) -> bool:
        return rank not in self.open or not self.rules.melds.ranks.one_unfinished

    def room_for_naturals(self, rank: str) -> int:
        """Return how many more cards of its rank the group of a rank takes."""
        at = self.open.get(rank)
        if at is None:
            return CANASTA_SIZE if rank in self.full else 0
        group = self.groups[at]
        if group.wild or not self.rules.melds.ranks.pure_is_closed:
            return CANASTA_SIZE
        return CANASTA_SIZE - group.naturals

    def add_naturals(self, rank: str, number: int) -> None:
        at = self.open.get(rank, self.full.get(rank, -1))
        group = self.groups[at]
        self.put_group(RankGroup(rank, group.naturals + number, group.wild), at)

    def takes_wild(self, group: RankGroup, beyond: int = 0) -> bool:
        """Whether an unfinished group takes a wild card, or one of those `beyond` the maximum."""
        kind, wild = self.rules.melds.ranks, len(group.wild) + 1
        if group.naturals + wild > CANASTA_SIZE:
            return False
        if kind.max_wild_surplus is not None and wild - group.naturals > kind.max_wild_surplus:
            return False
        return kind.max_wild is None or wild <= kind.max_wild + (beyond if kind.excess_counts_as_held else 0)

    def add_wild(self, at: int, card: str) -> None:
        group = self.groups[at]
        self.put_group(RankGroup(group.rank, group.naturals, group.wild + card), at)

    # Runs.

    def next_place(self, run: SuitRun, step: int) -> int | None:
        """Return the place below or above a run; None where it is complete or the ranks end."""
        if len(run.cards) >= CANASTA_SIZE:
            return None
        at = (run.low if step < 0 else run.high) + step
        if self.sequences.circular:
            return at % len(self.sequences.ranks)
        return at if 0 <= at < len(self.sequences.ranks) else None

    def extend_run(self, number: int, step: int, at: int, card: str, *, wild: bool = False) -> None:
        suit, low, high, cards, count = self.runs[number]
        if step < 0:
            self.runs[number] = SuitRun(suit, at, high, card + cards, count + wild)
        else:
            self.runs[number] = SuitRun(suit, low, at, cards + card, count + wild)

    # Threes.

    def lay_red_three(self) -> None:
        """Lay a red three, on the meld of threes while that is unfinished."""
        if self.threes and len(self.threes[-1]) < CANASTA_SIZE:
            self.threes[-1] = RED_THREE + self.threes[-1]
        else:
            self.red_threes += 1

    # All melds.

    def combinations(self) -> dict[str, int]:
        """Return how many of each combination are complete."""
        made = [
            *self.complete_groups(),
            *self.complete_runs(),
            *self.complete_wild(),
            *self.complete_threes(),
        ]
        return {code: made.count(code) for code in made}

    def complete_groups(self) -> Iterable[str]:
        kind = self.rules.melds.ranks
        for rank, naturals, wild in self.groups:
            if naturals + len(wild) >= CANASTA_SIZE:
                pure, mixed = kind.named.get(rank, (kind.pure, kind.mixed))
                yield mixed if wild else pure

    def complete_runs(self) -> Iterable[str]:
        for run in self.runs:
            if len(run.cards) == CANASTA_SIZE:
                yield self.sequences.mixed or "" if run.wild else self.sequences.pure

    def complete_wild(self) -> Iterable[str]:
        kind = self.rules.melds.wild
        if kind is not None:
            complete = (cards for cards in self.wild if len(cards) == CANASTA_SIZE)
            yield from (kind.mixed if JOKER in cards else kind.pure for cards in complete)

    def complete_threes(self) -> Iterable[str]:
        royal = self.rules.melds.threes.together or {}
        complete = (cards.count(RED_THREE) for cards in self.threes if len(cards) == CANASTA_SIZE)
        yield from (royal[red] for red in complete if red in royal)

    def melds(self) -> list[str]:
        """Return the melds in the notation of a sheet."""
        natural = [*(group.text for group in self.groups), *(run.text for run in self.runs)]
        black = [BLACK_THREE * self.black_threes] if self.black_threes else []
        return natural + self.wild + self.threes + black

    def points(self) -> int:
        """Return the value of the melded cards without excess wild cards (Samba 28b)."""
        values, excess = self.rules.card_values, 0
        total = sum(values[card] for text in self.wild + self.threes for card in text)
        total += self.black_threes * values[BLACK_THREE]
        for rank, naturals, wild in self.groups:
            total += naturals * values[rank] + sum(values[card] for card in wild)
            most = self.rules.melds.ranks.max_wild
            if most is not None and len(wild) > most:
                excess += sum(sorted((values[card] for card in wild), reverse=True)[: len(wild) - most])
        return total + sum(self.run_points(run) for run in self.runs) - excess

    def run_points(self, run: SuitRun) -> int:
        return sum(self.rules.card_values[plain_card(run.suit, card)] for card in run.cards)
