"""What it takes to type a deal from paper by keys: every stroke besides the digits of its numbers.

Counted from the form itself, as somebody who knows the page goes through it. That the page really takes these
strokes is held against a browser in `tests/browser/test_keystrokes.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scoring.core.deal_sheet import Contract, Hand
from scoring.core.sheet_io import DealSheet
from scoring.entry.column import PAPER, POINTS, THREES_IN_HAND, SideForm, charged_threes
from scoring.entry.forms import deal_entry
from scoring.entry.parts import AtDesk, Side

# No deal before two sides takes as many.
TOO_MANY = 20


def strokes(sheet: DealSheet, totals: Sequence[int]) -> int:
    """Of a deal in tally form whose paper has a total in each column."""
    playing = [None if hand is None else Side(side, str(side), 0) for side, hand in enumerate(sheet.hands)]
    entry = deal_entry(sheet.rules, playing, {}, desk=AtDesk())
    at = entry.playing[0].above[0].field.name
    moves = 0
    for column, hand, total in zip(entry.columns, sheet.hands, totals, strict=True):
        if column is not None and hand is not None:
            walk = Walk(column, at)
            moves += sum(walk.to(name) for name in written(column, hand, total))
            at = ""
    return said_above(sheet) + moves + len(("Enter",))


def said_above(sheet: DealSheet) -> int:
    """Whose bid, how high and in what; doubled and concealed by their letters; how the deal ended."""
    concealed = any(hand is not None and hand.concealed for hand in sheet.hands)
    return bid(sheet.contract) + concealed + len(("ended",))


def bid(contract: Contract | None) -> int:
    return 0 if contract is None else len(("side", "level", "strain")) + contract.doubled


class Walk:
    """Through one column, from line to line."""

    def __init__(self, column: SideForm, at: str) -> None:
        self.above: list[str] = [row.field.name for row in column.above]
        self.rare: list[str] = [row.field.name for row in column.rare]
        self.below: list[str] = [row.field.name for row in column.below]
        self.at = at
        self.is_open = False

    def to(self, name: str) -> int:
        """The strokes that lead to a line, and what is typed there."""
        opened = name in self.rare and not self.is_open
        if opened:
            self.is_open, self.at = True, self.rare[0]
        moved = name != self.at
        self.at = self.after(name) if name in self.above else name
        return opened + moved

    def after(self, name: str) -> str:
        """Where a digit leads on to."""
        seen: list[str] = [*self.above, *(self.rare if self.is_open else ()), *self.below]
        return seen[seen.index(name) + 1]


def written(column: SideForm, hand: Hand, total: int) -> Iterator[str]:
    """The lines of a column in which something stands, in its order. A bid that failed stands above."""
    failed = column.failed_bids
    order = [failed, *column.above, *column.rare, *column.below]
    numbers = numbers_of(column, hand, total)
    names = [row.field.name for row in order if row is not None]
    return (name for name in names if numbers.get(name))


def numbers_of(column: SideForm, hand: Hand, total: int) -> Mapping[str, int]:
    tally = hand.tally
    assert tally is not None
    threes = (name for name in THREES_IN_HAND if name in charged_threes(column.rules))
    return {
        **{f"combination_{code}": count for code, count in tally.combinations},
        "red_threes": hand.red_threes,
        **{name: getattr(tally, name) for name in (*threes, *POINTS)},
        **{f"penalty_{code}": times for code, times in hand.penalties},
        PAPER: total,
    }
