"""The number of key strokes that it takes to enter a deal from paper, without the digits of its numbers.

They are counted from the form, for a user who knows the page. `tests/browser/test_keystrokes.py` compares
them with a browser.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scoring.core.sheet_io import DealSheet
from scoring.core.vocabulary import Contract, HandSheet
from scoring.entry.column import PAPER_FIELD, POINT_FIELDS, THREES_FIELDS, SideForm, charged_threes
from scoring.entry.deal_entry import build_deal_entry
from scoring.entry.parts import DeskOptions, EntrySide

# More than any deal of two sides needs.
TOO_MANY_STROKES = 20


def strokes(sheet: DealSheet, totals: Sequence[int]) -> int:
    """Count the strokes for a deal in tally form whose paper has a total in each column."""
    playing = [
        None if hand is None else EntrySide(side, str(side), 0) for side, hand in enumerate(sheet.hands)
    ]
    entry = build_deal_entry(sheet.rules, playing, {}, desk=DeskOptions())
    at = entry.playing[0].above[0].field.name
    moves = 0
    for column, hand, total in zip(entry.columns, sheet.hands, totals, strict=True):
        if column is not None and hand is not None:
            walk = Walk(column, at)
            moves += sum(walk.to(name) for name in written(column, hand, total))
            at = ""
    return strokes_above(sheet) + moves + len(("Enter",))


def strokes_above(sheet: DealSheet) -> int:
    """Count the strokes above the columns: the bid, concealed, and the end of the deal."""
    concealed = any(hand is not None and hand.concealed for hand in sheet.hands)
    return bid(sheet.contract) + concealed + len(("ended",))


def bid(contract: Contract | None) -> int:
    return 0 if contract is None else len(("side", "level", "strain")) + contract.doubled


class Walk:
    """A walk through one column, from line to line."""

    def __init__(self, column: SideForm, at: str) -> None:
        self.above: list[str] = [row.field.name for row in column.above]
        self.rare: list[str] = [row.field.name for row in column.rare]
        self.below: list[str] = [row.field.name for row in column.below]
        self.at = at
        self.is_open = False

    def to(self, name: str) -> int:
        """Count the strokes that lead to a line."""
        opened = name in self.rare and not self.is_open
        if opened:
            self.is_open, self.at = True, self.rare[0]
        moved = name != self.at
        self.at = self.after(name) if name in self.above else name
        return opened + moved

    def after(self, name: str) -> str:
        """Return the line to which a digit leads."""
        visible: list[str] = [*self.above, *(self.rare if self.is_open else ()), *self.below]
        return visible[visible.index(name) + 1]


def written(column: SideForm, hand: HandSheet, total: int) -> Iterator[str]:
    """Return the filled lines of a column in order. A failed bid comes first."""
    failed = column.failed_bids
    order = [failed, *column.above, *column.rare, *column.below]
    numbers = numbers_of(column, hand, total)
    names = [row.field.name for row in order if row is not None]
    return (name for name in names if numbers.get(name))


def numbers_of(column: SideForm, hand: HandSheet, total: int) -> Mapping[str, int]:
    tally = hand.tally
    assert tally is not None
    threes = (name for name in THREES_FIELDS if name in charged_threes(column.rules))
    return {
        **{f"combination_{code}": count for code, count in tally.combinations},
        "red_threes": hand.red_threes,
        **{name: getattr(tally, name) for name in (*threes, *POINT_FIELDS)},
        **{f"penalty_{code}": times for code, times in hand.penalties},
        PAPER_FIELD: total,
    }
