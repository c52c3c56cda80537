"""The score sheet of a game: a block for each deal, the running totals and the result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypedDict

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.core.game_state import EarlyEnd, GameEnd, end_early
from scoring.core.vocabulary import DealEnding
from scoring.game.status import StatusBadge, deal_badge
from scoring.models import Deal, Game, Hand, Side
from scoring.store import sheets
from scoring.store.deal_queries import DealRow
from scoring.store.sheets import StoredSide
from scoring.wording import labels
from scoring.wording.bids import bid_text

Figures = tuple[int | str | None, ...]


class ContractResult(TypedDict):
    """The outcome of a contract as a stored result has it."""

    needed: int
    reached: int
    outcome: str
    award: int


@dataclass(frozen=True, slots=True)
class ScoreSheetRow:
    """A row across the columns: `kind` is empty, "running" or "result"."""

    label: str
    figures: Figures
    kind: str = ""


@dataclass(frozen=True, slots=True)
class DealTotal:
    """A side's total of a deal, and whether the side went out."""

    points: int
    went_out: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DealBlock:
    """A deal on the score sheet: its totals, their parts, and the running totals after it."""

    number: int
    totals: tuple[DealTotal, ...]
    parts: tuple[ScoreSheetRow, ...]
    # None while the deal does not count.
    running: Figures | None
    note: str = ""
    badge: StatusBadge | None = None
    # A deal that is not approved yet is written in pencil.
    in_pencil: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheet:
    """A column for each side, a block for each deal, and the rows of the result below them."""

    sides: tuple[str, ...]
    carried: ScoreSheetRow | None
    blocks: tuple[DealBlock, ...]
    result: tuple[ScoreSheetRow, ...]


def build_score_sheet(game: Game, names: Sequence[str], rows: Sequence[DealRow]) -> ScoreSheet:
    """Build the sheet as on paper: base, cards, deal total and running total of each side."""
    carried = sheets.carried_totals(game.sides.all())
    return ScoreSheet(
        sides=tuple(names),
        carried=ScoreSheetRow(_("Carried forward from paper"), carried, "running") if carried else None,
        blocks=tuple(_deal_block(row) for row in rows),
        result=tuple(result_rows(game)),
    )


def _deal_block(row: DealRow) -> DealBlock:
    winner = _side_gone_out(row)
    return DealBlock(
        number=row.deal.number,
        totals=tuple(DealTotal(part.total, side == winner) for side, part in enumerate(_side_parts(row))),
        parts=tuple(_part_rows(row)),
        running=tuple(hand.after for hand in row.hands) or None,
        note=_deal_note(row),
        badge=deal_badge(row),
        in_pencil=row.awaits_approval or row.deal.state in (Deal.State.DISPUTED, Deal.State.VOID),
    )


def _part_rows(row: DealRow) -> Iterator[ScoreSheetRow]:
    """Return the parts of a deal's totals; before it is written down, the opening requirements."""
    if row.version is None:
        yield ScoreSheetRow(
            _("Opening requirement"), tuple(opening_label(needed) for needed in row.deal.openings)
        )
        return
    yield ScoreSheetRow(_("Base points"), tuple(part.base for part in _side_parts(row)))
    yield ScoreSheetRow(_("Card points"), tuple(part.cards for part in _side_parts(row)))


def _side_parts(row: DealRow) -> Sequence[Hand | StoredSide]:
    """Return each side's part of a deal: as it counts, or as it was written down if it does not count."""
    if row.hands or row.version is None:
        return row.hands
    return sheets.sides_of(row.version.result)


def opening_label(needed: int | str | None) -> int | str:
    """Return what a side needs to open with; None stands for a side that sits out."""
    if needed is None:
        return _("sits out")
    return needed if isinstance(needed, int) else _("a canasta")


_DEAL_ENDINGS: Final = {
    DealEnding.OUT: _lazy("%(side)s went out"),
    DealEnding.STOCK: _lazy("the stock ran out"),
    DealEnding.CLOCK: _lazy("time ran out"),
}


def _deal_note(row: DealRow) -> str:
    """Say what became of the deal's contract, and how the deal ended unless a side went out."""
    if row.version is None:
        return ""
    sheet, result = row.sheet, contract_result(row)
    notes = [] if sheet.ended is DealEnding.OUT else [str(_DEAL_ENDINGS[sheet.ended])]
    if sheet.contract is not None and result is not None:
        notes.append(f"{bid_text(sheet.contract)}: {labels.OUTCOME_NAMES[result['outcome']]}")
    return " · ".join(notes)


def _side_gone_out(row: DealRow) -> int | None:
    if row.version is None:
        return None
    hands = row.sheet.hands
    return next((side for side, hand in enumerate(hands) if hand is not None and hand.went_out), None)


def deal_ending_label(names: Sequence[str], row: DealRow) -> str:
    """Say how a deal that is written down ended."""
    side = _side_gone_out(row)
    return str(_DEAL_ENDINGS[row.sheet.ended] % {"side": "" if side is None else names[side]})


def contract_result(row: DealRow) -> ContractResult | None:
    """Return what the stored result says of the contract, if there is one."""
    return None if row.version is None else row.version.result["contract"]


def result_rows(game: Game) -> Iterator[ScoreSheetRow]:
    """Return the rows below the deals: penalties and awards, and the result."""
    sides = list(game.sides.all())
    adjusted = any(side.adjustment for side in sides)
    if adjusted:
        yield ScoreSheetRow(_("Penalties and awards"), tuple(side.adjustment for side in sides))
    if game.over or game.entered_result is not None:
        yield ScoreSheetRow(_("Result"), _results(sides), "result")
    elif adjusted:
        yield ScoreSheetRow(_("Total so far"), _results(sides), "result")
    if game.over:
        yield from _settlement_rows(game, sides)


def _results(sides: Sequence[Side]) -> tuple[int, ...]:
    return tuple(side.result for side in sides)


def _settlement_rows(game: Game, sides: Sequence[Side]) -> Iterator[ScoreSheetRow]:
    """Return what three sides win from each other, and what is credited if a side gave the game up."""
    settlement = sheets.settlement_of(game, _results(sides))
    if settlement is not None:
        yield ScoreSheetRow(_("Settlement"), settlement)
    if game.ended_by == GameEnd.FORFEIT:
        end = EarlyEnd(GameEnd.FORFEIT, game.end_side)
        credit = end_early(sheets.rules_of_game(game), _results(sides), end).credit
        if credit is not None:
            yield ScoreSheetRow(_("Credit for the forfeit"), credit)


# One deal.
