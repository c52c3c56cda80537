"""The deal as it would score now: lines with paragraphs, totals, contract, and everything that is wrong.

Takes what the core answers and puts it into words; must not add a point, store anything or know a request.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django import forms
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from scoring import explained, reading, words
from scoring.core.problem import Code, Problem
from scoring.core.score import DealScore, SideScore
from scoring.entry.forms import DealEntry
from scoring.entry.melds import MeldRead, left_in_deck, melds_read
from scoring.entry.pages import EnteredDeal
from scoring.models import DealVersion
from scoring.problem_words import problem_sentence
from scoring.templatetags.sides import paragraph_whole

LOOKED = "looked"
Figure = int | str | None


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
    sheet: ScoreSheet | None = None
    contract: str = ""
    outcome: str = ""
    # Of each side that is written by its cards: its melds as they were read.
    melds: Sequence[tuple[int, Sequence[MeldRead]]] = ()
    # How many of each card are left, for the keypad.
    left: str = ""


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


def preview_of(page: EnteredDeal, entry: DealEntry, looked: str = "") -> Preview:
    """What the typed deal scores, or what is wrong with it."""
    asks_nothing(entry)
    if not entry.is_valid():
        return with_cards(Preview(problems=list(mistakes(entry))), entry)
    scored = reading.read_deal(page.standing, entry.body())
    return with_cards(scored_preview(page, entry, scored, looked), entry)


def with_cards(preview: Preview, entry: DealEntry) -> Preview:
    """The same, with what is said of each meld and of the deck."""
    language = get_language() or "en"
    melds = [(column.side.number, melds_read(column, language)) for column in entry.playing]
    return replace(preview, melds=melds, left=json.dumps(left_in_deck(entry.rules, entry.playing)))


def asks_nothing(entry: DealEntry) -> None:
    """A deal can be counted before it is said how it ended, who writes, and under which key it is sent."""
    for form in (entry.end, entry.writer):
        for field in form.fields.values() if form else ():
            field.required = False


def scored_preview(
    page: EnteredDeal, entry: DealEntry, scored: reading.ScoredDeal, looked: str = ""
) -> Preview:
    errors = [said(entry, problem) for problem in scored.errors]
    if entry.end.out is None and not entry.end.cleaned_data.get("ended"):
        errors.append(Said("error", _("Say how the deal ended."), address_of(entry.end["ended"])))
    warnings = [said(entry, problem) for problem in scored.warnings]
    name = name_of(scored.warnings)
    if scored.score is None:
        return Preview(errors, warnings, name, looked == name)
    return Preview(
        errors,
        warnings,
        name,
        looked == name,
        score_sheet(page, scored, scored.score),
        contract_said(scored.score),
        outcome_said(page, scored.score),
    )


# Problems.


def mistakes(entry: DealEntry) -> Iterator[Said]:
    """What cannot be read of the fields."""
    for form in entry.parts:
        for error in form.non_field_errors():
            yield Said("error", with_heading(form, str(error)))
        for field in form:
            for error in field.errors:
                text = with_heading(form, f"{field.label}: {error}")
                yield Said("error", text, address_of(field), str(error))


def with_heading(form: forms.Form, text: str) -> str:
    """Of a side's column, with the side's name in front."""
    heading = getattr(form, "heading", None)
    return f"{heading} · {text}" if heading else text


def said(entry: DealEntry, problem: Problem) -> Said:
    form, name = entry.place_of(problem)
    field = form[name] if name else None
    text = problem_sentence(problem)
    return Said(
        "warning" if problem.warning else "error",
        with_heading(form, f"{field.label}: {text}" if field else text),
        address_of(field) if field else "",
        text,
    )


def address_of(field: forms.BoundField) -> str:
    """Where a field stands on the page."""
    return f"{field.auto_id}_0" if field.use_fieldset else str(field.auto_id)


def name_of(warnings: Sequence[Problem]) -> str:
    """A name for exactly these warnings, so that a tick beside others does not count for them."""
    facts = [[each.code, each.side, each.where, sorted(each.params.items())] for each in warnings]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:16] if facts else ""


# The sheet.


def score_sheet(page: EnteredDeal, scored: reading.ScoredDeal, score: DealScore) -> ScoreSheet:
    few = {problem.side for problem in scored.warnings if problem.code is Code.OPENING_TOO_LOW}
    opened = reading.opened_sides(page.game, scored)
    met = [opening_said(side, opened=at in opened, too_low=at in few) for at, side in enumerate(score.sides)]
    rows = [
        Row(_("Opening requirement"), [asked_for(side) for side in score.sides]),
        Row(_("Opening"), met),
        *sheet_rows(page, score.sides),
    ]
    heads = [Head(name) for name in page.names]
    return ScoreSheet(_("What this scores"), heads, [Block(heading_of(page), rows)])


def heading_of(page: EnteredDeal) -> str:
    return _("Deal %(number)s") % {"number": page.number}


def asked_for(side: SideScore) -> Figure:
    if side.opening is None:
        return "–"
    return _("canasta") if isinstance(side.opening, str) else side.opening


def opening_said(side: SideScore, *, opened: bool, too_low: bool) -> str:
    if side.opening is None:
        return "–"
    if not opened:
        return pgettext("opening", "none")
    return pgettext("opening", "too low") if too_low else pgettext("opening", "met")


def recorded_sheet(page: EnteredDeal, version: DealVersion) -> ScoreSheet:
    """What is recorded of the deal, in the same form."""
    sides = reading.sides_of(version.result)
    heads = [Head(name) for name in page.names]
    return ScoreSheet(_("What is recorded"), heads, [Block(heading_of(page), list(sheet_rows(page, sides)))])


def sheet_rows(page: EnteredDeal, sides: Sequence[SideScore | reading.StoredSide]) -> Iterator[Row]:
    for at, side in enumerate(sides):
        for line in side.lines:
            figures: list[Figure] = [line.points if column == at else None for column in range(len(sides))]
            yield Row(paragraph_whole(words.line_reason(page.rules.slug, line)), figures)
    yield Row(_("Base points"), [side.base for side in sides], "sum")
    yield Row(_("Card points"), [side.cards for side in sides])
    yield Row(_("Deal total"), [side.total for side in sides], "sum")
    yield Row(_("Running total"), [side.after for side in sides], "running")


def contract_said(score: DealScore) -> str:
    """What became of the bid, and what is missing."""
    contract = score.contract
    if contract is None:
        return ""
    row = explained.contract_row(contract)
    if contract.reached >= contract.needed:
        return row
    missing = {"missing": explained.number_of(contract.needed - contract.reached)}
    return " ".join([row, _("%(missing)s are missing.") % missing])


def outcome_said(page: EnteredDeal, score: DealScore) -> str:
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
