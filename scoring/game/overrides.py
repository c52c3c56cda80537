"""Overrides: the director's decisions against the rules in a game, which stay visible for ever."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from scoring.core.pipeline import evaluate_sheet
from scoring.models import DealVersion, Game
from scoring.store import sheets
from scoring.wording.citations import Citation, citation_for
from scoring.wording.problems import problem_sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class Override:
    """A version of a deal in which the director decided against a paragraph or accepted errors."""

    number: int
    version: int
    # A later version has replaced it.
    is_replaced: bool
    at: datetime
    reason: str
    # The paragraph that was overridden.
    citation: Citation | None
    # The errors that were accepted, in sentences.
    errors: Sequence[str]

    @property
    def sentence(self) -> str:
        """Describe an override that corrects no other version, for a document."""
        values = {
            "number": self.number,
            "version": self.version,
            "reason": self.reason,
            "error": " ".join(self.errors),
        }
        if self.citation is not None:
            decided = _("Deal %(number)s, version %(version)s (the director, against: %(rule)s): %(reason)s")
            return decided % {**values, "rule": self.citation.label}
        return (
            _("Deal %(number)s, version %(version)s, overridden by the director: %(error)s %(reason)s")
            % values
        )


def describe_overrides(game: Game, names: Sequence[str], versions: Iterable[DealVersion]) -> list[Override]:
    """Describe each overriding version, in the order of the deals and of their versions."""
    return [
        Override(
            number=version.deal.number,
            version=version.number,
            is_replaced=not version.current,
            at=version.at,
            reason=version.reason,
            citation=citation_for(game.ruleset, version.overridden_rule) or _by_ruling(version),
            errors=tuple(_error_sentences(game, names, version)),
        )
        for version in versions
    ]


def _by_ruling(version: DealVersion) -> Citation | None:
    """Cite the need for a ruling where the source is silent and the director decided without one."""
    return Citation(_("the rule that only a ruling can change this")) if version.overridden_rule else None


def _error_sentences(game: Game, names: Sequence[str], version: DealVersion) -> Iterator[str]:
    """Describe the accepted errors, found again in the sheet with all that they name."""
    if not version.overridden_errors:
        return
    sheet = sheets.stored_sheet(game, version.sheet, version.deal.openings)
    codes = sheets.overridden_codes(version)
    for problem in evaluate_sheet(sheet, codes).problems:
        if problem.code in codes:
            side = "" if problem.side is None else f"{names[problem.side]}: "
            yield f"{side}{problem_sentence(problem)}"
