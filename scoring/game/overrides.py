"""What the director has decided against the rules in a game: it stays visible for ever.

Knows stored versions and their sheets; must not query, nor know who may override anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from scoring.core.pipeline import scored_sheet
from scoring.models import DealVersion, Game
from scoring.store import sheets
from scoring.wording.citations import Cited, cited
from scoring.wording.problems import problem_sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class Override:
    """A version of a deal by which the director decided against a paragraph, or passed errors over."""

    number: int
    version: int
    # A later version has taken its place.
    is_replaced: bool
    at: datetime
    reason: str
    # The paragraph that was overridden.
    cited: Cited | None
    # The errors that were passed over, in sentences.
    errors: Sequence[str]

    @property
    def sentence(self) -> str:
        """What was decided of a version that corrects no other, for a document."""
        said = {
            "number": self.number,
            "version": self.version,
            "reason": self.reason,
            "error": " ".join(self.errors),
        }
        if self.cited is not None:
            decided = _("Deal %(number)s, version %(version)s (the director, against: %(rule)s): %(reason)s")
            return decided % {**said, "rule": self.cited.label}
        return (
            _("Deal %(number)s, version %(version)s, passed over by the director: %(error)s %(reason)s")
            % said
        )


def overrides(game: Game, names: Sequence[str], versions: Iterable[DealVersion]) -> list[Override]:
    """In the order of the deals and of their versions."""
    return [
        Override(
            number=version.deal.number,
            version=version.number,
            is_replaced=not version.current,
            at=version.at,
            reason=version.reason,
            cited=cited(game.ruleset, version.overrides) or _by_ruling(version),
            errors=tuple(_errors_of(game, names, version)),
        )
        for version in versions
    ]


def _by_ruling(version: DealVersion) -> Cited | None:
    """Where the source is silent the director decided against what was left to a ruling."""
    return Cited(_("the rule that only a ruling changes this")) if version.overrides else None


def _errors_of(game: Game, names: Sequence[str], version: DealVersion) -> Iterator[str]:
    """The errors that were passed over, read again from the sheet with all that they name."""
    if not version.overridden:
        return
    sheet = sheets.stored_sheet(game, version.sheet, version.deal.openings)
    passed = sheets.passed_over(version)
    for problem in scored_sheet(sheet, passed).problems:
        if problem.code in passed:
            side = "" if problem.side is None else f"{names[problem.side]}: "
            yield f"{side}{problem_sentence(problem)}"
