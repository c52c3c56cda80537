"""Two protocols of one deal held against each other: the rows that differ, and what each says there.

Knows sheets and what their rows are called; must not know who wrote them, nor which is right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.reports.numbers import written
from scoring.core.deal_sheet import EMPTY_HAND, Contract, DealSheet, Ended, Hand, Tally
from scoring.wording import labels


@dataclass(frozen=True, slots=True)
class Difference:
    """A row that the protocols do not have alike: of which side's column, and what each protocol says."""

    label: str
    side: int | None
    values: tuple[str, ...]


# What a row is called, and what stands there: how many, whether, or in which words.
_Row = tuple[str, int | bool | str]
_NOTHING: Final = "\N{EN DASH}"

_ENDED: Final = {
    Ended.OUT: _lazy("a side went out"),
    Ended.STOCK: _lazy("the stock ran out"),
    Ended.CLOCK: _lazy("time stopped the deal"),
}


def differences(sheets: Sequence[DealSheet]) -> list[Difference]:
    """Every row on which the protocols do not agree, that of the whole deal first."""
    found = list(
        _differing(None, [[(_("How the deal ended"), str(_ENDED[sheet.ended]))] for sheet in sheets])
    )
    for side in range(len(sheets[0].hands)):
        found += _differing(side, [list(_rows_of(sheet, side)) for sheet in sheets])
    return found


def _differing(side: int | None, columns: Sequence[Sequence[_Row]]) -> Iterator[Difference]:
    """The rows of a column, in their order; a row that one of the protocols does not have is empty there."""
    told = [dict(column) for column in columns]
    for label in dict.fromkeys(label for column in columns for label, _value in column):
        values = tuple(_said(column.get(label)) for column in told)
        if len(set(values)) > 1:
            yield Difference(label, side, values)


def _said(value: int | bool | str | None) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return written(value, get_language() or "en") or _NOTHING


def _rows_of(sheet: DealSheet, side: int) -> Iterator[_Row]:
    """What a protocol says in a side's column."""
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


def _meld_rows(ruleset: str, hand: Hand) -> Iterator[_Row]:
    yield _("Melds"), ", ".join(hand.melds)
    yield labels.line_name(ruleset, "hand_cards"), hand.hand


def _rare_rows(sheet: DealSheet, side: int, hand: Hand) -> Iterator[_Row]:
    if sheet.contract is not None and sheet.contract.side == side:
        yield _("Contract"), bid_of(sheet.contract)
    if sheet.opening_raises:
        yield _("Openings taken back"), sheet.opening_raises[side]
    if hand.forfeits_card_points:
        yield _("Card points forfeited"), True
    if hand.claimed is not None:
        yield _("Claimed by the opponents"), hand.claimed


def bid_of(contract: Contract) -> str:
    bid = labels.bid(contract.level, contract.strain.value)
    return _("%(bid)s, doubled") % {"bid": bid} if contract.doubled else bid
