"""The comparison of a game with its result slip."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.reports.numbers import format_value
from scoring.core.reconciliation import compare_result_slip
from scoring.models import Game
from scoring.store import sheets
from scoring.store.deal_queries import DealRow
from scoring.wording.discrepancies import cause_sentence


@dataclass(frozen=True, slots=True)
class SlipSide:
    """A side's total on the slip, its result, and the likely cause of a difference."""

    side: str
    slip: int
    result: int
    cause: str = ""

    @property
    def off(self) -> int:
        return self.slip - self.result


def compare_slip(
    game: Game, names: Sequence[str], totals: Sequence[int], rows: Iterable[DealRow]
) -> list[SlipSide]:
    """Compare each side's total on the slip with its result."""
    results = [side.result for side in game.sides.all()]
    deals = [[hand.total for hand in row.hands] for row in rows if row.hands]
    rules = sheets.rules_of_game(game)
    causes = {
        finding.side: cause_sentence(game.ruleset, finding)
        for finding in compare_result_slip(rules, results, totals, deals)
    }
    return [
        SlipSide(name, total, result, causes.get(side, ""))
        for side, (name, total, result) in enumerate(zip(names, totals, results, strict=True))
    ]


def slip_sentences(
    game: Game, names: Sequence[str], totals: Sequence[int], rows: Iterable[DealRow]
) -> list[str]:
    """A sentence for each side whose total differs, with both figures and the likely cause."""
    language = get_language() or "en"
    return [
        _("%(side)s: %(slip)s on the slip, %(result)s on the score sheet. %(cause)s")
        % {
            "side": side.side,
            "slip": format_value(side.slip, language),
            "result": format_value(side.result, language),
            "cause": side.cause,
        }
        for side in compare_slip(game, names, totals, rows)
        if side.off
    ]
