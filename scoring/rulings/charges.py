"""What one act costs, told before it is charged and after: each fault by its name, and which is not charged.

Knows the words of penalties and the paragraph by which others are passed over; must not know who has done
what, nor add a point.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.core.penalties import Charges, charged_for
from scoring.core.rulesets.base import Penalty
from scoring.models import Game
from scoring.store import sheets
from scoring.wording import labels
from scoring.wording.citations import Cited, cited


@dataclass(frozen=True, slots=True)
class ActTold:
    """What is charged, what is passed over, and by which paragraph."""

    charged: Sequence[str]
    passed_over: Sequence[str]
    cited: Cited | None

    @property
    def sentence(self) -> str:
        """In one line, after it was entered."""
        said = {"charged": "; ".join(self.charged), "others": "; ".join(self.passed_over)}
        if not self.passed_over:
            return _("Charged: %(charged)s.") % said
        if self.cited is None:
            return _("Charged: %(charged)s. Only the dearest of one act; not charged: %(others)s.") % said
        paragraph = {**said, "paragraph": self.cited.label}
        return (
            _("Charged: %(charged)s. Only the dearest of one act (%(paragraph)s); not charged: %(others)s.")
            % paragraph
        )


def act_told(game: Game, codes: Iterable[str]) -> ActTold | None:
    """What an act with these faults of the game's own costs; nothing where there is none."""
    charges = _charges_of(game, codes)
    if not charges.charged:
        return None
    return ActTold(
        [labels.penalty_offer(game.ruleset, penalty) for penalty in charges.charged],
        [labels.penalty_offer(game.ruleset, penalty) for penalty in charges.passed_over],
        cited(game.ruleset, charges.rule or ""),
    )


def reasons_of(game: Game, codes: Iterable[str], said: str) -> dict[str, str]:
    """Each fault in the words of the ledger, with what was said beside it and which others cost nothing."""
    charges = _charges_of(game, codes)
    reasons = {
        penalty.code: _named(game, penalty, said) for penalty in (*charges.charged, *charges.passed_over)
    }
    if charges.passed_over:
        others = ", ".join(labels.line_name(game.ruleset, penalty.code) for penalty in charges.passed_over)
        for penalty in charges.charged:
            told = {"fault": reasons[penalty.code], "others": others}
            reasons[penalty.code] = _("%(fault)s; not charged, being the same act: %(others)s") % told
    return reasons


def _named(game: Game, penalty: Penalty, said: str) -> str:
    name = labels.line_name(game.ruleset, penalty.code)
    return f"{name}: {said}" if said else name


def _charges_of(game: Game, codes: Iterable[str]) -> Charges:
    rules = sheets.rules_of_game(game)
    known = {penalty.code for penalty in rules.penalties}
    return charged_for(rules, known.intersection(codes))
