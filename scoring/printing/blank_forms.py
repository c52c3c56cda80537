"""Blank protocols to be filled in by hand, as reports: the rows of the printed one, without figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Final

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.reports.layouts import FORM
from clubs.reports.numbers import format_value
from clubs.reports.report import (
    Column,
    ColumnKind,
    Fact,
    Report,
    ReportTable,
    Row,
    RowKind,
    SignatureLine,
    Value,
)
from scoring.core import protocol_rows
from scoring.core.ruleset import RuleSet
from scoring.core.vocabulary import LineGroup, Opening
from scoring.printing.rows import printed_row_name, writes_two_numbers
from scoring.wording import labels as wording
from scoring.wording.labels import SIDE_LETTERS

# The deals that fit side by side, by the number of sides; with two languages one deal fewer.
_DEALS_PER_BAND: Final = {2: 4, 3: 3}
# The bands of deals on the two pages of a sheet, and the most rows that leave room for one or two more.
BANDS: Final = 2
_MAX_ROWS_FOR_EXTRA_BAND: Final = 17
_MAX_ROWS_FOR_TWO_EXTRA_BANDS: Final = 13
# One language separates thousands by a point and the other by a comma: side by side both get a space.
_NEUTRAL_LANGUAGE: Final = "sv"


@dataclass(frozen=True, slots=True)
class KnownDeal:
    """What is known of the first deal of a form, a value for each side."""

    carried: Sequence[Value] = ()
    dealer: Sequence[Value] = ()
    openings: Sequence[Value] = ()


_NOTHING_KNOWN: Final = KnownDeal()


def deals_per_form(rules: RuleSet, sides: int, *, narrow: bool = False) -> int:
    """Return how many deals a form has room for."""
    row_count = len(list(_form_rows(rules)))
    extra = (row_count <= _MAX_ROWS_FOR_EXTRA_BAND) + (row_count <= _MAX_ROWS_FOR_TWO_EXTRA_BANDS)
    return (BANDS + extra) * (_DEALS_PER_BAND[sides] - narrow)


def blank_form(
    rules: RuleSet,
    sides: int,
    club: str,
    *,
    narrow: bool = False,
    first: int = 1,
    known: KnownDeal = _NOTHING_KNOWN,
) -> Report:
    """Build a blank protocol for a number of sides; a `narrow` one leaves room for a second language.

    To continue a game it begins with the `first` deal that is not written down, and what is `known` of it.
    """
    abreast = _DEALS_PER_BAND[sides] - narrow
    starts = range(first, first + deals_per_form(rules, sides, narrow=narrow), abreast)
    bands = [range(start, start + abreast) for start in starts]
    return Report(
        title=_("Score sheet"),
        subtitle=f"{wording.ruleset_name(rules.slug)}, {club}",
        facts=tuple(_header(sides)),
        tables=(
            *_opening_tables(rules, alike=narrow),
            *(
                _band_table(rules, sides, band, known if band is bands[0] else _NOTHING_KNOWN)
                for band in bands
            ),
            _result_table(sides),
        ),
        notes=tuple(_notes(rules)),
        signatures=tuple(SignatureLine(text) for text in _signature_lines(sides)),
        continuation=tuple(tuple(Fact(label, "") for label in line) for line in _repeated_header(sides)),
        language=get_language() or "en",
    )


def _header(sides: int) -> Iterator[Fact]:
    """Return the fields above the deals; the event and each side have a line of their own."""
    yield Fact(_("Event"), "", alone=True)
    labels = (_("Round"), _("Table"), _("Date"), _("Started"), _("Ended"), _("Played to"))
    for label in (*labels, _("Scorekeeper"), _("First dealer")):
        yield Fact(label, "")
    for letter in SIDE_LETTERS[:sides]:
        yield Fact(letter, "", alone=True)


def _repeated_header(sides: int) -> Iterator[Sequence[str]]:
    """Return the fields above further pages, by which loose pages can be put together again."""
    yield _("Event"), _("Round"), _("Table")
    yield SIDE_LETTERS[:sides]


def _notes(rules: RuleSet) -> Iterator[str]:
    yield _("Rules, edition: %(edition)s") % {"edition": rules.edition}
    # Sitoumussamba 40A counts cards in this way; it helps in any game.
    yield _("Count the cards in piles of 100: make a stroke above the dotted line for each pile.")


def _signature_lines(sides: int) -> Iterator[str]:
    for letter in SIDE_LETTERS[:sides]:
        yield from repeat(_("Signature, %(side)s") % {"side": letter}, 2)
    yield from (_("Scorekeeper"), _("The director"))
    yield from (_("Corrections initialled, %(side)s") % {"side": letter} for letter in SIDE_LETTERS[:sides])


# Opening requirements.


def has_opening_requirement(rules: RuleSet) -> bool:
    return any(rules.opening_needs)


def _opening_tables(rules: RuleSet, *, alike: bool) -> Iterator[ReportTable]:
    """Yield the opening requirement for each range of totals, in a game that has one."""
    if not has_opening_requirement(rules):
        return
    yield ReportTable(
        columns=(
            Column(_("Running total"), per_language=True),
            *(Column(title, ColumnKind.NUMBER) for title in opening_thresholds(rules, alike=alike)),
        ),
        rows=(Row((_("Opening requirement"), *(opening_need(need) for need in rules.opening_needs))),),
        layout=FORM,
    )


def opening_thresholds(rules: RuleSet, *, alike: bool = False) -> list[str]:
    """Return the range of totals of each requirement; `alike` formats them for two languages at once."""
    language = _NEUTRAL_LANGUAGE if alike else get_language() or "en"
    starts = [format_value(start, language) for start in rules.opening_starts]
    # One requirement for all totals has no range.
    below = f"< {starts[0]}" if starts else ""
    return [below, *(f"{start}\N{EN DASH}" for start in starts)]


def opening_need(opening: Opening) -> int | str:
    return opening if isinstance(opening, int) else _("a canasta")


# Bands of deals.


def _band_table(rules: RuleSet, sides: int, deals: range, known: KnownDeal) -> ReportTable:
    """Return the table of several deals, with a column for each side of each deal."""
    cells = sides * len(deals)
    heads = [f"{deal} {letter}" for deal in deals for letter in SIDE_LETTERS[:sides]]
    values_by_label = {
        _("Carried forward"): known.carried,
        _("Dealer"): known.dealer,
        _("Opening requirement"): known.openings,
    }
    rows = (
        (label, kind, values_by_label.get(label, ()) if kind is RowKind.PLAIN else ())
        for label, kind in _form_rows(rules)
    )
    return ReportTable(
        columns=(Column(_("Deal"), per_language=True), *(Column(head, ColumnKind.NUMBER) for head in heads)),
        rows=tuple(
            Row((label, *values, *repeat("", cells - len(values))), kind) for label, kind, values in rows
        ),
        layout=FORM,
    )


def _result_table(sides: int) -> ReportTable:
    """Return the table of the result, a row for each side; the signatures follow it."""
    heads = (
        *(_("Penalties and awards"), _("Result"), _("Point difference")),
        *(_("Match points"), _("Winner")),
    )
    return ReportTable(
        columns=(Column(_("Side"), per_language=True), *(Column(head, ColumnKind.NUMBER) for head in heads)),
        rows=tuple(Row((letter, *repeat("", len(heads)))) for letter in SIDE_LETTERS[:sides]),
        layout=FORM,
    )


# The name of a row and its kind.
_FormRow = tuple[str, RowKind]


def _form_rows(rules: RuleSet) -> Iterator[_FormRow]:
    """Return all rows of a deal that can have points, in the order of the printed protocol."""
    yield _("Carried forward"), RowKind.PLAIN
    yield from _plain_rows((_("Dealer"), _("Opening requirement"), _("How the deal ended")))
    if rules.contract is not None:
        yield from _plain_rows(
            (_("Bid"), _("Bidder"), _("Doubled by"), _("Needed"), _("Reached"), _("Outcome"))
        )
    yield from _plain_rows(_row_names(rules, LineGroup.BASE))
    if rules.minus_without_combination:
        yield _("No canasta: minus"), RowKind.PLAIN
    yield _("Base points"), RowKind.TOTAL
    yield from ((name, RowKind.PILES) for name in _row_names(rules, LineGroup.CARDS))
    if not writes_two_numbers(rules):
        yield _("Card points"), RowKind.TOTAL
    yield _("Deal total"), RowKind.PLAIN
    yield _("Running total"), RowKind.TOTAL
    if rules.corrections.open_until_approved_rule is not None:
        yield _("Approved by the opponents"), RowKind.PLAIN


def _row_names(rules: RuleSet, group: LineGroup) -> list[str]:
    return [
        printed_row_name(rules.slug, row) for row in protocol_rows.rows_in_use(rules) if row.group is group
    ]


def _plain_rows(labels: Sequence[str]) -> Iterator[_FormRow]:
    return ((label, RowKind.PLAIN) for label in labels)
