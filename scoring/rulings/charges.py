"""The cost of one act that breaks several rules: which penalties are charged, and which are not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.core.penalties import ActCharges, charges_for_act
from scoring.core.vocabulary import Penalty
from scoring.models import Game
from scoring.store import sheets
from scoring.wording import labels
from scoring.wording.citations import Citation, citation_for


@dataclass(frozen=True, slots=True)
class InfringementSummary:
    """The penalties of one act that are charged and waived, and the paragraph that waives them."""

    charged: Sequence[str]
    waived: Sequence[str]
    citation: Citation | None

    @property
    def sentence(self) -> str:
        """The same in one sentence, for the message after it was entered."""
        values = {"charged": "; ".join(self.charged), "others": "; ".join(self.waived)}
        if not self.waived:
            return _("Penalty applied: %(charged)s.") % values
        if self.citation is None:
            return (
                _(
                    "Penalty applied: %(charged)s. Only the highest penalty for a single act "
                    "counts; not applied: %(others)s."
                )
                % values
            )
        with_paragraph = {**values, "paragraph": self.citation.label}
        return (
            _(
                "Penalty applied: %(charged)s. Only the highest penalty for a single act "
                "counts (%(paragraph)s); not applied: %(others)s."
            )
            % with_paragraph
        )


def summarize_infringement(game: Game, codes: Iterable[str]) -> InfringementSummary | None:
    """Return what an act with these penalties costs; None if the game knows none of them."""
    charges = _charges_for(game, codes)
    if not charges.charged:
        return None
    return InfringementSummary(
        [labels.penalty_offer(game.ruleset, penalty) for penalty in charges.charged],
        [labels.penalty_offer(game.ruleset, penalty) for penalty in charges.waived],
        citation_for(game.ruleset, charges.rule or ""),
    )


def penalty_reasons(game: Game, codes: Iterable[str], remark: str) -> dict[str, str]:
    """Return the reason of each penalty for the ledger, with the remark and the penalties that it waives."""
    charges = _charges_for(game, codes)
    reasons = {
        penalty.code: _penalty_reason(game, penalty, remark)
        for penalty in (*charges.charged, *charges.waived)
    }
    if charges.waived:
        others = ", ".join(labels.line_name(game.ruleset, penalty.code) for penalty in charges.waived)
        for penalty in charges.charged:
            values = {"fault": reasons[penalty.code], "others": others}
            reasons[penalty.code] = _("%(fault)s; not applied, part of the same act: %(others)s") % values
    return reasons


def _penalty_reason(game: Game, penalty: Penalty, remark: str) -> str:
    name = labels.line_name(game.ruleset, penalty.code)
    return f"{name}: {remark}" if remark else name


def _charges_for(game: Game, codes: Iterable[str]) -> ActCharges:
    rules = sheets.rules_of_game(game)
    known = {penalty.code for penalty in rules.penalties}
    return charges_for_act(rules, known.intersection(codes))
