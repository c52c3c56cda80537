"""The running totals on paper before a deal; a wrong figure on paper carries on into the later totals."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.core.pipeline import evaluate_sheet
from scoring.core.reconciliation import running_totals_on_paper
from scoring.models import Game
from scoring.store import sheets
from scoring.store.deal_queries import DealRow, deal_rows

PaperTotals = tuple[int, ...]


def paper_totals_before(game: Game, number: int, totals: Sequence[int]) -> PaperTotals:
    """The running totals on paper before a deal: the computed `totals`, unless an earlier one was wrong."""
    earlier = [row for row in deal_rows(game) if row.deal.number < number and row.hands]
    if not any(row.version is not None and row.version.paper for row in earlier):
        return tuple(totals)
    computed = on_paper = sheets.game_start(game, game.sides.all()).totals
    for row in earlier:
        on_paper = _totals_after(game, row, computed, on_paper)
        computed = tuple(hand.after for hand in row.hands)
    return on_paper


def _totals_after(game: Game, row: DealRow, computed: Sequence[int], on_paper: PaperTotals) -> PaperTotals:
    """The running totals on paper after a deal; without typed ones, the deal is added to those before."""
    version = row.version
    if version is not None and version.paper:
        sheet = row.sheet._replace(before=tuple(computed))
        score = evaluate_sheet(sheet, sheets.overridden_codes(version)).score
        if score is not None:
            return running_totals_on_paper(sheets.rules_of_game(game), score, version.paper, on_paper)
    return tuple(before + hand.total for before, hand in zip(on_paper, row.hands, strict=True))
