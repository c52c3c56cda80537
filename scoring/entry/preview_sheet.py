"""The score sheet of one deal in the preview: a row for each kind of line, over all sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.core.problem import Code
from scoring.core.score import DealScore, SideScore
from scoring.core.vocabulary import ScoreLine
from scoring.entry.context import EnteredDeal
from scoring.game.table_names import short_name
from scoring.models import DealVersion
from scoring.store import sheets
from scoring.wording import labels
from scoring.wording.citations import keep_citations_unbroken

Figure = int | str | None


@dataclass(frozen=True, slots=True)
class PreviewHead:
    """A side in the head of its column."""

    name: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """A row of the sheet: its label and the points of each side."""

    label: str
    figures: Sequence[Figure]
    kind: str = ""


@dataclass(frozen=True, slots=True)
class PreviewBlock:
    """The rows of one deal."""

    heading: str
    rows: Sequence[PreviewRow]
    note: str = ""
    url: str = ""
    pencil: bool = False


@dataclass(frozen=True, slots=True)
class PreviewSheet:
    """A score sheet of one deal, as `components/score_sheet.html` draws it."""

    caption: str
    sides: Sequence[PreviewHead]
    deals: Sequence[PreviewBlock]

    def totals(self) -> Iterator[tuple[Figure, Figure]]:
        """The deal total and the running total of each side: the last rows of the sheet."""
        deal, running = self.deals[-1].rows[-2:]
        yield from zip(deal.figures, running.figures, strict=True)


def score_sheet(page: EnteredDeal, scored: sheets.ScoredDeal, score: DealScore) -> PreviewSheet:
    too_low = {problem.side for problem in scored.warnings if problem.code is Code.OPENING_TOO_LOW}
    opened = sheets.opened_sides(page.game, scored)
    openings = [
        _opening_label(side, opened=at in opened, too_low=at in too_low)
        for at, side in enumerate(score.sides)
    ]
    rows = [
        PreviewRow(_("Opening requirement"), [_requirement(side) for side in score.sides]),
        PreviewRow(_("Opening"), openings),
        *_sheet_rows(page, score.sides),
    ]
    return PreviewSheet(_("Score"), _heads(page), [PreviewBlock(_heading(page), rows)])


def _heads(page: EnteredDeal) -> list[PreviewHead]:
    """The given names: full ones were divided in the columns of a phone, and stand above the fields."""
    return [PreviewHead(short_name(side)) for side in page.game.sides.all()]


def _heading(page: EnteredDeal) -> str:
    return _("Deal %(number)s") % {"number": page.number}


def _requirement(side: SideScore) -> Figure:
    if side.opening is None:
        return "–"
    return _("canasta") if isinstance(side.opening, str) else side.opening


def _opening_label(side: SideScore, *, opened: bool, too_low: bool) -> str:
    if side.opening is None:
        return "–"
    if not opened:
        return pgettext("opening", "none")
    return pgettext("opening", "too low") if too_low else pgettext("opening", "met")


def recorded_sheet(page: EnteredDeal, version: DealVersion) -> PreviewSheet:
    """The sheet of the recorded version."""
    sides = sheets.sides_of(version.result)
    return PreviewSheet(
        _("What is recorded"), _heads(page), [PreviewBlock(_heading(page), list(_sheet_rows(page, sides)))]
    )


def _sheet_rows(page: EnteredDeal, sides: Sequence[SideScore | sheets.StoredSide]) -> Iterator[PreviewRow]:
    for lines in _kinds_of_lines([side.lines for side in sides]):
        figures: list[Figure] = [None if line is None else line.points for line in lines]
        yield PreviewRow(keep_citations_unbroken(_reason(page.rules.slug, lines)), figures)
    yield PreviewRow(_("Base points"), [side.base for side in sides], "sum")
    yield PreviewRow(_("Card points"), [side.cards for side in sides])
    yield PreviewRow(_("Deal total"), [side.total for side in sides], "sum")
    yield PreviewRow(_("Running total"), [side.after for side in sides], "running")


def _kinds_of_lines(columns: Sequence[Sequence[ScoreLine]]) -> list[list[ScoreLine | None]]:
    """The lines of all sides, those of one kind beside each other; each kind keeps its place."""
    kinds: list[tuple[str, str, bool, int]] = []
    found: dict[tuple[str, str, bool, int], list[ScoreLine | None]] = {}
    for at, lines in enumerate(columns):
        place = 0
        seen = Counter[tuple[str, str, bool]]()
        for line in lines:
            kind = (line.code, line.rule, line.points < 0)
            key = (*kind, seen[kind])
            seen[kind] += 1
            if key not in found:
                kinds.insert(place, key)
                found[key] = [None] * len(columns)
            place = kinds.index(key) + 1
            found[key][at] = line
    return [found[key] for key in kinds]


def _reason(ruleset: str, lines: Sequence[ScoreLine | None]) -> str:
    """The reason of the lines of one kind; without a count where the sides have different ones."""
    written = [line for line in lines if line is not None]
    reasons = {labels.line_reason(ruleset, line) for line in written}
    return reasons.pop() if len(reasons) == 1 else labels.kind_reason(ruleset, written[0])
