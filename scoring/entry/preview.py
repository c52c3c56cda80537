"""The deal as it would score now: lines with paragraphs, totals, contract, and everything that is wrong.

Takes what the core answers and puts it into words; must not add a point, store anything or know a request.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from django import forms
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.reports.numbers import written
from scoring.core import reconciliation
from scoring.core.problem import OVERRIDABLE, Code, Problem
from scoring.core.score import DealScore, SideScore
from scoring.entry.column import PAPER
from scoring.entry.context import EnteredDeal
from scoring.entry.correction_rights import is_silent
from scoring.entry.forms import DealEntry
from scoring.entry.melds import MeldRead, left_in_deck, melds_read
from scoring.entry.paper_totals import running_before
from scoring.entry.parts import Typed
from scoring.models import DealVersion
from scoring.store import sheets
from scoring.wording import labels, terminal
from scoring.wording.citations import paragraph_whole
from scoring.wording.discrepancies import cause_sentence
from scoring.wording.problems import problem_sentence

_LOOKED, _MISCOUNTED = "looked", "miscounted"
Figure = int | str | None
_DEAL_DIFFERS = _lazy("The paper says %(paper)s, the deal counts %(counted)s.")
_RUNNING_DIFFERS = _lazy("The paper says %(paper)s, the running total is %(counted)s.")


@dataclass(frozen=True, slots=True)
class Said:
    """A problem as the page lists it."""

    severity: str
    text: str
    # The field that it is about, and what is said there.
    field: str = ""
    at_field: str = ""


@dataclass(frozen=True, slots=True)
class Preview:
    """What the page says of a deal before anybody records it."""

    problems: Sequence[Said] = ()
    # The warnings that somebody has to look at, and a name for exactly these.
    warnings: Sequence[Said] = ()
    looked: str = ""
    # Whether they have been looked at.
    is_looked_at: bool = False
    # Where the paper says something else, and a name for exactly these figures.
    differences: Sequence[Said] = ()
    miscounted: str = ""
    # Whether it has been said that the paper was added up wrongly, and by which paragraph that is mended.
    is_miscounted: bool = False
    mended_by: str = ""
    sheet: ScoreSheet | None = None
    contract: str = ""
    outcome: str = ""
    # Of each side that is written by its cards: its melds as they were read.
    melds: Sequence[tuple[int, Sequence[MeldRead]]] = ()
    # How many of each card are left, for the keypad.
    left: str = ""

    @property
    def asks(self) -> bool:
        """Whether something has to be looked at before the deal is recorded."""
        return self.is_unseen or (bool(self.differences) and not self.is_miscounted)

    @property
    def is_unseen(self) -> bool:
        """Whether there are warnings that nobody has looked at."""
        return bool(self.warnings) and not self.is_looked_at


@dataclass(frozen=True, slots=True)
class Head:
    """A side as the head of its column says it."""

    name: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the sheet: what it is for, and the points of each side."""

    label: str
    figures: Sequence[Figure]
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """The rows of one deal."""

    heading: str
    rows: Sequence[Row]
    note: str = ""
    url: str = ""
    pencil: bool = False


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A score sheet of one deal, as `components/score_sheet.html` draws it."""

    caption: str
    sides: Sequence[Head]
    deals: Sequence[Block]


@dataclass(frozen=True, slots=True)
class Ticked:
    """What somebody has said of the preview before: by names, so that a tick counts for nothing else."""

    looked: str = ""
    miscounted: str = ""


def ticked_in(typed: Typed) -> Ticked:
    return Ticked(typed.get(_LOOKED, ""), typed.get(_MISCOUNTED, ""))


def preview_of(page: EnteredDeal, entry: DealEntry, ticked: Ticked = Ticked()) -> Preview:
    """What the typed deal scores, or what is wrong with it."""
    _asks_nothing(entry)
    if not entry.is_valid():
        return _with_cards(Preview(problems=list(_mistakes(entry))), entry)
    scored = sheets.read_deal(_standing_of(page, entry), entry.body(), _passed_over(page, entry))
    return _with_cards(_scored_preview(page, entry, scored, ticked), entry)


def is_plain(page: EnteredDeal, entry: DealEntry) -> bool:
    """Whether a valid entry counts and nobody has to look at it first. No words are made: most are plain."""
    scored = sheets.read_deal(_standing_of(page, entry), entry.body(), _passed_over(page, entry))
    return scored.score is not None and not scored.warnings and not _findings_of(page, entry, scored.score)


def _standing_of(page: EnteredDeal, entry: DealEntry) -> sheets.Standing:
    """The game before the deal; what was needed to open is what the paper says, where it says so."""
    return replace(page.standing, frozen=entry.openings() or page.standing.frozen)


def _passed_over(page: EnteredDeal, entry: DealEntry) -> Collection[Code]:
    """The errors over which the director passes, now or when the deal was written down."""
    if entry.words is not None and entry.words.cleaned_data.get("override"):
        return OVERRIDABLE
    return () if page.version is None else sheets.passed_over(page.version)


def _with_cards(preview: Preview, entry: DealEntry) -> Preview:
    """The same, with what is said of each meld and of the deck."""
    language = get_language() or "en"
    melds = [(column.side.number, melds_read(column, language)) for column in entry.playing]
    return replace(preview, melds=melds, left=json.dumps(left_in_deck(entry.rules, entry.playing)))


def _asks_nothing(entry: DealEntry) -> None:
    """A deal can be counted before it is said how it ended, who writes and why, and without its key."""
    for form in (entry.end, entry.writer, entry.words):
        for field in form.fields.values() if form else ():
            field.required = False
    if entry.words is not None:
        entry.words.is_counted_only = True


def _scored_preview(
    page: EnteredDeal, entry: DealEntry, scored: sheets.ScoredDeal, ticked: Ticked
) -> Preview:
    errors = [_said(entry, problem) for problem in scored.errors]
    if entry.end.out is None and not entry.end.cleaned_data.get("ended"):
        errors.append(Said("error", _("Say how the deal ended."), _address_of(entry.end["ended"])))
    warnings = [_said(entry, problem) for problem in scored.warnings]
    name = _name_of(scored.warnings)
    preview = Preview(errors, warnings, name, ticked.looked == name)
    if scored.score is None:
        return preview
    return replace(
        _with_paper(preview, page, entry, scored.score, ticked),
        sheet=_score_sheet(page, scored, scored.score),
        contract=_contract_said(scored.score),
        outcome=_outcome_said(page, scored.score),
    )


# The paper.


def _with_paper(
    preview: Preview, page: EnteredDeal, entry: DealEntry, score: DealScore, ticked: Ticked
) -> Preview:
    """The same, with what the totals on paper say beside it."""
    found = _findings_of(page, entry, score)
    if not found:
        return preview
    name = _name_of_findings(found)
    return replace(
        preview,
        differences=[_difference(page, entry, each) for each in found],
        miscounted=name,
        is_miscounted=ticked.miscounted == name,
        mended_by=_mended_by(page),
    )


def _findings_of(page: EnteredDeal, entry: DealEntry, score: DealScore) -> Sequence[reconciliation.Finding]:
    """What does not agree. The deals before it are read only then: most papers are right."""
    figures, counted = entry.paper(), page.standing.totals
    if not figures or not reconciliation.findings(page.rules, score, figures, counted):
        return ()
    before = running_before(page.game, page.number, counted)
    return reconciliation.findings(page.rules, score, figures, before)


def _difference(page: EnteredDeal, entry: DealEntry, found: reconciliation.Finding) -> Said:
    """What the paper says of a side, what was counted, and why that may be."""
    column = entry.columns[found.side]
    says = _RUNNING_DIFFERS if found.running else _DEAL_DIFFERS
    text = str(says % {"paper": _number(found.paper), "counted": _number(found.counted)})
    field = "" if column is None else _address_of(column[PAPER])
    cause = cause_sentence(page.rules.slug, found)
    return Said("warning", f"{page.names[found.side]}: {text} {cause}", field, f"{text} {cause}")


def _mended_by(page: EnteredDeal) -> str:
    """The paragraph by which arithmetic is put right; none where the rules are silent."""
    rule = page.rules.corrections.arithmetic_rule
    return "" if is_silent(rule) else labels.paragraph(rule)


def _number(points: int) -> str:
    return written(points, get_language() or "en")


def _name_of_findings(found: Sequence[reconciliation.Finding]) -> str:
    """A name for exactly these figures."""
    return _name_of_facts([[each.side, each.paper, each.counted] for each in found])


# Problems.


def _mistakes(entry: DealEntry) -> Iterator[Said]:
    """What cannot be read of the fields."""
    for form in entry.parts:
        for error in form.non_field_errors():
            yield Said("error", _with_heading(form, str(error)))
        for field in form:
            for error in field.errors:
                text = _with_heading(form, f"{field.label}: {error}")
                yield Said("error", text, _address_of(field), str(error))


def _with_heading(form: forms.Form, text: str) -> str:
    """Of a side's column, with the side's name in front."""
    heading = getattr(form, "heading", None)
    return f"{heading} · {text}" if heading else text


def _said(entry: DealEntry, problem: Problem) -> Said:
    form, name = entry.place_of(problem)
    field = form[name] if name else None
    text = problem_sentence(problem)
    return Said(
        "warning" if problem.warning else "error",
        _with_heading(form, f"{field.label}: {text}" if field else text),
        _address_of(field) if field else "",
        text,
    )


def _address_of(field: forms.BoundField) -> str:
    """Where a field stands on the page."""
    return f"{field.auto_id}_0" if field.use_fieldset else str(field.auto_id)


def _name_of(warnings: Sequence[Problem]) -> str:
    """A name for exactly these warnings, so that a tick beside others does not count for them."""
    facts = [[each.code, each.side, each.where, sorted(each.params.items())] for each in warnings]
    return _name_of_facts(facts)


def _name_of_facts(facts: Sequence[object]) -> str:
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:16] if facts else ""


# The sheet.


def _score_sheet(page: EnteredDeal, scored: sheets.ScoredDeal, score: DealScore) -> ScoreSheet:
    few = {problem.side for problem in scored.warnings if problem.code is Code.OPENING_TOO_LOW}
    opened = sheets.opened_sides(page.game, scored)
    met = [_opening_said(side, opened=at in opened, too_low=at in few) for at, side in enumerate(score.sides)]
    rows = [
        Row(_("Opening requirement"), [_asked_for(side) for side in score.sides]),
        Row(_("Opening"), met),
        *_sheet_rows(page, score.sides),
    ]
    heads = [Head(name) for name in page.names]
    return ScoreSheet(_("What this scores"), heads, [Block(_heading_of(page), rows)])


def _heading_of(page: EnteredDeal) -> str:
    return _("Deal %(number)s") % {"number": page.number}


def _asked_for(side: SideScore) -> Figure:
    if side.opening is None:
        return "–"
    return _("canasta") if isinstance(side.opening, str) else side.opening


def _opening_said(side: SideScore, *, opened: bool, too_low: bool) -> str:
    if side.opening is None:
        return "–"
    if not opened:
        return pgettext("opening", "none")
    return pgettext("opening", "too low") if too_low else pgettext("opening", "met")


def recorded_sheet(page: EnteredDeal, version: DealVersion) -> ScoreSheet:
    """What is recorded of the deal, in the same form."""
    sides = sheets.sides_of(version.result)
    heads = [Head(name) for name in page.names]
    return ScoreSheet(
        _("What is recorded"), heads, [Block(_heading_of(page), list(_sheet_rows(page, sides)))]
    )


def _sheet_rows(page: EnteredDeal, sides: Sequence[SideScore | sheets.StoredSide]) -> Iterator[Row]:
    for at, side in enumerate(sides):
        for line in side.lines:
            figures: list[Figure] = [line.points if column == at else None for column in range(len(sides))]
            yield Row(paragraph_whole(labels.line_reason(page.rules.slug, line)), figures)
    yield Row(_("Base points"), [side.base for side in sides], "sum")
    yield Row(_("Card points"), [side.cards for side in sides])
    yield Row(_("Deal total"), [side.total for side in sides], "sum")
    yield Row(_("Running total"), [side.after for side in sides], "running")


def _contract_said(score: DealScore) -> str:
    """What became of the bid, and what is missing."""
    contract = score.contract
    if contract is None:
        return ""
    row = terminal.contract_row(contract)
    if contract.reached >= contract.needed:
        return row
    missing = {"missing": terminal.number_of(contract.needed - contract.reached)}
    return " ".join([row, _("%(missing)s are missing.") % missing])


def _outcome_said(page: EnteredDeal, score: DealScore) -> str:
    """What this deal would end, if it ends anything."""
    if score.game.draw:
        return _("With this deal the game is over: a draw.")
    if score.game.winner is not None:
        winner = page.names[score.game.winner]
        return _("With this deal the game is over: %(side)s has won.") % {"side": winner}
    if score.game.extra_deal:
        sides = " / ".join(page.names[side] for side in score.game.extra_deal)
        return _("An extra deal follows: %(sides)s.") % {"sides": sides}
    return ""
