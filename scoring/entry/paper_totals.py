"""What the paper makes of the deals before one: a figure that was off is carried on by whoever adds to it.

Asks `queries`; must not know a field of the form, and adds nothing up itself (`scoring.core.paper`).
"""

from __future__ import annotations

from collections.abc import Sequence

from scoring.core.pipeline import scored_sheet
from scoring.core.reconciliation import running_on_paper
from scoring.models import Game
from scoring.store import queries, sheets
from scoring.store.queries import DealRow

Totals = tuple[int, ...]


def running_before(game: Game, number: int, totals: Sequence[int]) -> Totals:
    """The running totals on paper before a deal: the computed `totals`, unless an earlier figure was off."""
    earlier = [row for row in queries.deals_of(game) if row.deal.number < number and row.hands]
    if not any(row.version is not None and row.version.paper for row in earlier):
        return tuple(totals)
    counted = on_paper = sheets.start_of(game, len(totals)).totals
    for row in earlier:
        on_paper = _after_deal(game, row, counted, on_paper)
        counted = tuple(hand.after for hand in row.hands)
    return on_paper


def _after_deal(game: Game, row: DealRow, counted: Sequence[int], on_paper: Totals) -> Totals:
    """The running totals on paper after a deal; where none was typed, it was added to the ones before."""
    version = row.version
    if version is not None and version.paper:
        sheet = row.sheet._replace(before=tuple(counted))
        score = scored_sheet(sheet, sheets.passed_over(version)).score
        if score is not None:
            return running_on_paper(sheets.rules_of_game(game), score, version.paper, on_paper)
    return tuple(before + hand.total for before, hand in zip(on_paper, row.hands, strict=True))
