"""Comparison of two protocols of one deal: the rows that differ, with the value in each protocol."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.reports.numbers import format_value
from scoring.core.deal_sheet import DealSheet
from scoring.core.vocabulary import EMPTY_HAND, DealEnding, HandSheet, Tally
from scoring.wording import labels
from scoring.wording.bids import bid_text


@dataclass(frozen=True, slots=True)
class ProtocolDifference:
    """A row that differs between the protocols: its label, its side's column, the value in each protocol."""

    label: str
    side: int | None
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WrittenRow:
    """A row of several protocols side by side: its label, and of each protocol the value of each side."""

    label: str
    values: tuple[tuple[int | str, ...], ...]


# The label of a row and its value: a number, a yes or no, or a text.
_Row = tuple[str, int | bool | str]
_EMPTY: Final = "\N{EN DASH}"
# The mark for something that is true of a side.
_TICK: Final = "\N{MULTIPLICATION SIGN}"

_ENDINGS: Final = {
    DealEnding.OUT: _lazy("a side went out"),
    DealEnding.STOCK: _lazy("the stock ran out"),
    DealEnding.CLOCK: _lazy("time ran out"),
}


def compare_protocols(sheets: Sequence[DealSheet]) -> list[ProtocolDifference]:
    """Return every row on which the protocols do not agree, that of the whole deal first."""
    rows = list(_differing_rows(None, [[(_("How the deal ended"), ending_text(sheet))] for sheet in sheets]))
    for side in range(len(sheets[0].hands)):
        rows += _differing_rows(side, [list(_side_rows(sheet, side)) for sheet in sheets])
    return rows


def ending_text(sheet: DealSheet) -> str:
    """Return how a deal ended, by this protocol."""
    return str(_ENDINGS[sheet.ended])


def written_rows(sheets: Sequence[DealSheet]) -> Iterator[WrittenRow]:
    """Return every row in which a protocol has anything, as each protocol has it."""
    columns = [[dict(_side_rows(sheet, side)) for side in range(len(sheet.hands))] for sheet in sheets]
    for label in _in_order_of_all([list(column) for sides in columns for column in sides]):
        if any(column.get(label) for sides in columns for column in sides):
            values = tuple(tuple(_cell(column.get(label)) for column in sides) for sides in columns)
            yield WrittenRow(label, values)


def _in_order_of_all(columns: Sequence[Sequence[str]]) -> list[str]:
    """Return the labels of all columns; one that only some have follows the label before it there."""
    labels: list[str] = []
    for column in columns:
        at = 0
        for label in column:
            if label not in labels:
                labels.insert(at, label)
            at = labels.index(label) + 1
    return labels


def _cell(value: int | bool | str | None) -> int | str:
    """Return a number as it is: the report formats it. A yes is a mark, the same in all languages."""
    if isinstance(value, bool):
        return _TICK if value else _EMPTY
    return value if isinstance(value, int) else _value_text(value)


def _differing_rows(side: int | None, columns: Sequence[Sequence[_Row]]) -> Iterator[ProtocolDifference]:
    """Return the rows of a column that differ, in their order; a protocol without the row is empty there."""
    values_by_label = [dict(column) for column in columns]
    for label in dict.fromkeys(label for column in columns for label, _value in column):
        values = tuple(_value_text(column.get(label)) for column in values_by_label)
        if len(set(values)) > 1:
            yield ProtocolDifference(label, side, values)


def _value_text(value: int | bool | str | None) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return format_value(value, get_language() or "en") or _EMPTY


def _side_rows(sheet: DealSheet, side: int) -> Iterator[_Row]:
    """Return the rows of a side's column."""
    ruleset, hand = sheet.rules.slug, sheet.hands[side] or EMPTY_HAND
    yield labels.line_name(ruleset, "going_out"), hand.went_out
    yield labels.line_name(ruleset, "concealed"), hand.concealed
    yield labels.line_name(ruleset, "red_threes"), hand.red_threes
    yield from _meld_rows(ruleset, hand) if hand.tally is None else _tally_rows(ruleset, hand.tally)
    yield from ((labels.line_name(ruleset, code), count) for code, count in hand.penalties)
    yield from _rare_rows(sheet, side, hand)


def _tally_rows(ruleset: str, tally: Tally) -> Iterator[_Row]:
    yield from ((labels.line_name(ruleset, code), count) for code, count in tally.combinations)
    yield labels.line_name(ruleset, "melded_cards"), tally.meld_points
    yield labels.line_name(ruleset, "hand_cards"), tally.hand_points
    yield labels.line_name(ruleset, "red_threes_in_hand"), tally.hand_red_threes
    yield labels.line_name(ruleset, "black_threes_in_hand"), tally.hand_black_threes


def _meld_rows(ruleset: str, hand: HandSheet) -> Iterator[_Row]:
    yield _("Melds"), ", ".join(hand.melds)
    yield labels.line_name(ruleset, "hand_cards"), hand.hand


def _rare_rows(sheet: DealSheet, side: int, hand: HandSheet) -> Iterator[_Row]:
    if sheet.contract is not None and sheet.contract.side == side:
        yield _("Contract"), bid_text(sheet.contract)
    if sheet.opening_raises:
        yield _("Openings withdrawn"), sheet.opening_raises[side]
    if hand.forfeits_card_points:
        yield _("Card points forfeited"), True
    if hand.claimed is not None:
        yield _("Own claim accepted (opponents mixed the cards)"), hand.claimed
