"""The preview of a typed deal: its lines with paragraphs, its totals, its contract, and all problems."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.reports.numbers import format_value
from scoring.core import reconciliation
from scoring.core.problem import OVERRIDABLE, Code, Problem
from scoring.core.score import DealScore
from scoring.entry.column import PAPER_FIELD, SideForm
from scoring.entry.context import EnteredDeal
from scoring.entry.contract_form import ContractForm
from scoring.entry.correction_rights import lacks_paragraph
from scoring.entry.deal_entry import DealEntry
from scoring.entry.melds import ParsedMeld, left_in_deck, parsed_melds
from scoring.entry.paper_totals import paper_totals_before
from scoring.entry.parts import FieldValues, PartForm
from scoring.entry.preview_sheet import Figure, PreviewSheet, score_sheet
from scoring.game.table_names import short_name
from scoring.store import sheets
from scoring.wording import labels, terminal
from scoring.wording.discrepancies import cause_sentence
from scoring.wording.problems import problem_sentence

_WARNINGS_TICK, _PAPER_TICK = "looked", "miscounted"
_DEAL_DIFFERS = _lazy("The paper says %(paper)s; the deal comes to %(counted)s.")
_RUNNING_DIFFERS = _lazy("The paper says %(paper)s, the running total is %(counted)s.")


@dataclass(frozen=True, slots=True)
class ProblemLine:
    """A problem in the list of the page."""

    severity: str
    text: str
    # The id of its field, and the text shown there.
    field: str = ""
    at_field: str = ""


@dataclass(frozen=True, slots=True)
class Preview:
    """What the page shows of a deal before it is recorded."""

    problems: Sequence[ProblemLine] = ()
    # The warnings that a user must look at, and a digest of exactly these.
    warnings: Sequence[ProblemLine] = ()
    warnings_digest: str = ""
    # Whether a user has looked at them.
    is_looked_at: bool = False
    # The differences from the paper, and a digest of exactly these figures.
    differences: Sequence[ProblemLine] = ()
    differences_digest: str = ""
    # Whether a user has said that the paper was added up wrongly, and the paragraph on correcting that.
    is_miscounted: bool = False
    correction_paragraph: str = ""
    sheet: PreviewSheet | None = None
    contract: str = ""
    outcome: str = ""
    # The parsed melds of each side, by its number.
    melds: Sequence[tuple[int, Sequence[ParsedMeld]]] = ()
    # How many of each card are left, as JSON for the keypad.
    cards_left: str = ""

    @property
    def needs_confirmation(self) -> bool:
        """Whether a user must confirm something before the deal is recorded."""
        return self.has_unseen_warnings or (bool(self.differences) and not self.is_miscounted)

    @property
    def has_unseen_warnings(self) -> bool:
        """Whether there are warnings that no user has looked at."""
        return bool(self.warnings) and not self.is_looked_at


@dataclass(frozen=True, slots=True)
class TallySide:
    """A side in the bar of totals: before the deal, and as far as it is typed by the deal and after it."""

    name: str
    before: int
    deal: Figure = None
    after: Figure = None


def tally_sides(page: EnteredDeal, preview: Preview) -> list[TallySide]:
    """The totals that stay in sight while somebody types on a phone."""
    names = [short_name(side) for side in page.game.sides.all()]
    if preview.sheet is None:
        return [TallySide(*side) for side in zip(names, page.before.totals, strict=True)]
    totals = zip(names, page.before.totals, preview.sheet.totals(), strict=True)
    return [TallySide(name, before, deal, after) for name, before, (deal, after) in totals]


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """The warnings and differences that a user has ticked, by digest, so that a tick counts for no others."""

    warnings_digest: str = ""
    differences_digest: str = ""


def acknowledged_in(typed: FieldValues) -> Acknowledged:
    """The ticks among the values of the fields."""
    return Acknowledged(typed.get(_WARNINGS_TICK, ""), typed.get(_PAPER_TICK, ""))


@dataclass(frozen=True, slots=True)
class _Reached:
    """How far somebody has typed: what has not been reached yet is missing, not wrong."""

    # The sides for which something is typed, and those before them on the page.
    sides: frozenset[int]
    # The end of the deal is chosen, or a side has been reached.
    after_contract: bool

    def is_due(self, form: PartForm) -> bool:
        if isinstance(form, SideForm):
            return form.side.number in self.sides
        return self.after_contract or not isinstance(form, ContractForm)


def _reached(entry: DealEntry, *, is_typing: bool) -> _Reached:
    """While nobody is typing any more, everything is due."""
    numbers = [column.side.number for column in entry.playing]
    if not is_typing:
        return _Reached(frozenset(numbers), after_contract=True)
    last = max((at for at, column in enumerate(entry.playing) if column.is_begun), default=-1)
    return _Reached(
        frozenset(numbers[: last + 1]), after_contract=last >= 0 or bool(entry.end.typed.get("ended"))
    )


def build_preview(
    page: EnteredDeal,
    entry: DealEntry,
    acknowledged: Acknowledged = Acknowledged(),
    *,
    is_typing: bool = False,
) -> Preview:
    """The score of a typed deal, or the problems that prevent it; while somebody is typing, so far."""
    _make_optional(entry)
    reached = _reached(entry, is_typing=is_typing)
    if not entry.is_valid():
        return _with_cards(Preview(problems=list(_field_errors(entry, reached))), entry)
    scored = sheets.read_deal(_game_before(page, entry), entry.deal_data(), _overridden_codes(page, entry))
    return _with_cards(_scored_preview(page, entry, scored, acknowledged, reached), entry)


def is_unremarkable(page: EnteredDeal, entry: DealEntry) -> bool:
    """Whether a valid entry needs no confirmation. Most need none, so no sentences are made here."""
    scored = sheets.read_deal(_game_before(page, entry), entry.deal_data(), _overridden_codes(page, entry))
    return scored.score is not None and not scored.warnings and not _paper_findings(page, entry, scored.score)


def _game_before(page: EnteredDeal, entry: DealEntry) -> sheets.GameBefore:
    """The game before the deal, with the opening requirements of the paper where it has any."""
    return replace(page.before, frozen_openings=entry.openings() or page.before.frozen_openings)


def _overridden_codes(page: EnteredDeal, entry: DealEntry) -> Collection[Code]:
    """The errors that the director overrides, now or when the deal was recorded."""
    if entry.decision is not None and entry.decision.cleaned_data.get("override"):
        return OVERRIDABLE
    return () if page.version is None else sheets.overridden_codes(page.version)


def _with_cards(preview: Preview, entry: DealEntry) -> Preview:
    """Add the parsed melds and the cards left in the deck."""
    language = get_language() or "en"
    melds = [(column.side.number, parsed_melds(column, language)) for column in entry.playing]
    return replace(preview, melds=melds, cards_left=json.dumps(left_in_deck(entry.rules, entry.playing)))


def _make_optional(entry: DealEntry) -> None:
    """Let an entry be previewed without its end, writer, reason and key."""
    for form in (entry.end, entry.writer, entry.decision):
        for field in form.fields.values() if form else ():
            field.required = False
    if entry.decision is not None:
        entry.decision.is_preview = True


def _scored_preview(
    page: EnteredDeal,
    entry: DealEntry,
    scored: sheets.ScoredDeal,
    acknowledged: Acknowledged,
    reached: _Reached,
) -> Preview:
    errors = list(_problem_lines(entry, scored.errors, reached))
    if reached.sides and entry.end.out is None and not entry.end.cleaned_data.get("ended"):
        errors.append(ProblemLine("error", _("Choose how the deal ended."), _field_id(entry.end["ended"])))
    warnings = list(_problem_lines(entry, scored.warnings, reached))
    digest = _warnings_digest(scored.warnings)
    preview = Preview(errors, warnings, digest, acknowledged.warnings_digest == digest)
    if scored.score is None:
        return preview
    return replace(
        _with_paper(preview, page, entry, scored.score, acknowledged),
        sheet=score_sheet(page, scored, scored.score),
        contract=_contract_sentence(scored.score),
        outcome=_outcome_sentence(page, scored.score),
    )


# Differences from the paper.


def _with_paper(
    preview: Preview, page: EnteredDeal, entry: DealEntry, score: DealScore, acknowledged: Acknowledged
) -> Preview:
    """Add the differences from the totals on paper."""
    findings = _paper_findings(page, entry, score)
    if not findings:
        return preview
    digest = _findings_digest(findings)
    return replace(
        preview,
        differences=[_difference_line(page, entry, finding) for finding in findings],
        differences_digest=digest,
        is_miscounted=acknowledged.differences_digest == digest,
        correction_paragraph=_correction_paragraph(page),
    )


def _paper_findings(
    page: EnteredDeal, entry: DealEntry, score: DealScore
) -> Sequence[reconciliation.Discrepancy]:
    """The differences. Only if there are any, the earlier deals are read: most papers are right."""
    figures, computed = entry.paper(), page.before.totals
    if not figures or not reconciliation.compare_paper(page.rules, score, figures, computed):
        return ()
    before = paper_totals_before(page.game, page.number, computed)
    return reconciliation.compare_paper(page.rules, score, figures, before)


def _difference_line(page: EnteredDeal, entry: DealEntry, finding: reconciliation.Discrepancy) -> ProblemLine:
    """The figure on paper, the computed one, and the likely cause."""
    column = entry.columns[finding.side]
    template = _RUNNING_DIFFERS if finding.running else _DEAL_DIFFERS
    text = str(
        template % {"paper": _format_points(finding.paper), "counted": _format_points(finding.computed)}
    )
    field = "" if column is None else _field_id(column[PAPER_FIELD])
    cause = cause_sentence(page.rules.slug, finding)
    return ProblemLine("warning", f"{page.names[finding.side]}: {text} {cause}", field, f"{text} {cause}")


def _correction_paragraph(page: EnteredDeal) -> str:
    """The paragraph on correcting arithmetic; empty where the rules are silent."""
    rule = page.rules.corrections.arithmetic_rule
    return "" if lacks_paragraph(rule) else labels.paragraph_label(rule)


def _format_points(points: int) -> str:
    return format_value(points, get_language() or "en")


def _findings_digest(findings: Sequence[reconciliation.Discrepancy]) -> str:
    """A digest of exactly these figures."""
    return _digest([[finding.side, finding.paper, finding.computed] for finding in findings])


# Problems.


def _field_errors(entry: DealEntry, reached: _Reached) -> Iterator[ProblemLine]:
    """The errors of the fields."""
    for form in filter(reached.is_due, entry.parts):
        for error in form.non_field_errors():
            yield ProblemLine("error", _with_heading(form, str(error)))
        for field in form:
            for error in field.errors:
                text = _with_heading(form, f"{field.label}: {error}")
                yield ProblemLine("error", text, _field_id(field), str(error))


def _with_heading(form: forms.Form, text: str) -> str:
    """The text, for a side's column with the side's name in front."""
    heading = getattr(form, "heading", None)
    return f"{heading} · {text}" if heading else text


def _problem_lines(entry: DealEntry, problems: Sequence[Problem], reached: _Reached) -> Iterator[ProblemLine]:
    for problem in problems:
        form, name = entry.field_for(problem)
        if reached.is_due(form):
            yield _problem_line(form, name, problem)


def _problem_line(form: PartForm, name: str | None, problem: Problem) -> ProblemLine:
    field = form[name] if name else None
    text = problem_sentence(problem)
    return ProblemLine(
        "warning" if problem.warning else "error",
        _with_heading(form, f"{field.label}: {text}" if field else text),
        _field_id(field) if field else "",
        text,
    )


def _field_id(field: forms.BoundField) -> str:
    """The HTML id of a field; of radio buttons that of the first."""
    return f"{field.auto_id}_0" if field.use_fieldset else str(field.auto_id)


def _warnings_digest(warnings: Sequence[Problem]) -> str:
    """A digest of exactly these warnings, so that a tick for others does not count for them."""
    facts = [
        [warning.code, warning.side, warning.where, sorted(warning.params.items())] for warning in warnings
    ]
    return _digest(facts)


def _digest(facts: Sequence[object]) -> str:
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:16] if facts else ""


def _contract_sentence(score: DealScore) -> str:
    """The outcome of the contract, and the points missing."""
    contract = score.contract
    if contract is None:
        return ""
    row = terminal.contract_row(contract)
    if contract.reached >= contract.needed:
        return row
    missing = {"missing": terminal.format_points(contract.needed - contract.reached)}
    return " ".join([row, _("Still missing: %(missing)s.") % missing])


def _outcome_sentence(page: EnteredDeal, score: DealScore) -> str:
    """How the game would end or go on with this deal; empty where that is ordinary."""
    if score.game.draw:
        return _("This deal ends the game: a draw.")
    if score.game.winner is not None:
        winner = page.names[score.game.winner]
        return _("This deal ends the game. Winner: %(side)s.") % {"side": winner}
    if score.game.extra_deal:
        sides = " / ".join(page.names[side] for side in score.game.extra_deal)
        return _("An extra deal follows: %(sides)s.") % {"sides": sides}
    return ""
