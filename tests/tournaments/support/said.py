"""What a document says, in the order in which it is drawn, and what its paper says besides."""

from __future__ import annotations

import re
from collections.abc import Iterator

from clubs.reports.codes import certificate_code, report_line, sheet_line
from clubs.reports.numbers import format_value
from clubs.reports.pdf.letters import typeset
from clubs.reports.report import (
    Cards,
    CardStyle,
    Certificate,
    Certificates,
    Document,
    Report,
    ReportTable,
    Row,
    Sheets,
    SignatureLine,
)
from clubs.reports.signs import with_signs
from tests.documents.test_grids import squeezed


def said_in(document: Document) -> Iterator[str]:
    if isinstance(document, Cards):
        # A card that is folded is read from both sides.
        sides = 2 if document.style is CardStyle.TENT else 1
        for card in document.cards:
            for _side in range(sides):
                yield from said_on_card(card)
    elif isinstance(document, Sheets):
        for sheet in document.sheets:
            yield from said_in_report(sheet)
    elif isinstance(document, Certificates):
        for one in document.certificates:
            yield from said_on_certificate(document, one)
    else:
        yield from said_in_report(with_signs(document))


def said_in_report(report: Report) -> Iterator[str]:
    yield from (report.title, report.subtitle)
    for fact in report.facts:
        values = (format_value(value, report.language) for value in (fact.value, fact.figure))
        yield from (fact.label, *values)
    for table in report.tables:
        yield from said_in_table(table, report.language)
    yield from report.notes
    yield from signed(report)


def said_in_table(table: ReportTable, language: str) -> Iterator[str]:
    yield table.caption
    heading = ""
    for row in table.rows:
        line = heading + said_in_row(table, row, language)
        # A letter alone may stand in any word.
        heading = line if row.is_heading else ""
        if not row.is_heading:
            yield line


def said_in_row(table: ReportTable, row: Row, language: str) -> str:
    """The texts of its cells; a heading has the text of each language before the others."""
    texts = [format_value(value, language) for value in row.values]
    if not row.is_heading:
        return "".join(texts)
    per_language = [text for column, text in zip(table.columns, texts, strict=False) if column.per_language]
    return " / ".join(per_language) + "".join(texts[len(per_language) :])


def signed(report: Report) -> list[str]:
    return [one.text if isinstance(one, SignatureLine) else one for one in report.signatures]


def said_on_card(card: Report) -> Iterator[str]:
    large = [fact for fact in card.facts if fact.large]
    for fact in large:
        yield from (fact.label, format_value(fact.value, card.language))
    lines = signed(card)
    yield from lines
    yield from (card.title, card.subtitle)
    for fact in card.facts:
        if not fact.large:
            yield from (fact.label, format_value(fact.value, card.language))
    for table in card.tables:
        yield from said_in_table(table, card.language)
    yield from card.notes


def said_on_certificate(given: Certificates, one: Certificate) -> Iterator[str]:
    yield "♠♥♦♣"
    yield from (given.title.upper(), given.awarded, *one.names, one.club, one.place, one.event, *one.facts)
    yield from (*given.signatures, sheet_line(given.state, given.words, certificate_code(given, one)))


def as_drawn(text: str) -> str:
    """Return a text without blanks, with the apostrophes of paper."""
    return squeezed(typeset(text))


def headings_of(document: Document) -> set[str]:
    """What may stand once more on each page."""
    reports = reports_in(document)
    tables = [table for one in reports for table in one.tables]
    titles = {
        as_drawn(title) for table in tables for one in table.columns for title in (one.title, one.short)
    }
    opening = {as_drawn(str(row.values[0])) for table in tables for row in table.rows if row.is_heading}
    return (titles | opening) - {""}


def reports_in(document: Document) -> tuple[Report, ...]:
    if isinstance(document, Cards):
        return document.cards
    if isinstance(document, Sheets):
        return document.sheets
    return (document,) if isinstance(document, Report) else ()


def left_over(document: Document, text: str) -> list[str]:
    """What stands on paper besides what the document says, in its order; a part that is missing fails."""
    rest, at = [], 0
    for part in filter(None, (as_drawn(part) for part in said_in(document))):
        found = text.index(part, at)
        rest.append(text[at:found])
        at = found + len(part)
    rest.append(text[at:])
    headings = sorted(headings_of(document), key=len, reverse=True)
    return [one for one in rest if without(one, headings, document)]


def without(text: str, headings: list[str], document: Document) -> str:
    """Headings and the foot of a further page are said again; each page tells its count, state and codes."""
    for report in () if isinstance(document, Cards) else reports_in(document):
        foot = re.escape(
            squeezed(typeset(" · ".join(filter(None, (report.title, report.subtitle, *report.foot)))))
        )
        line = re.escape(squeezed(report_line(report)))
        address = re.escape(report.address.split("://")[-1])
        # The count comes first: “1/1” before “192.0.2.1” or a number of the foot reads as one number.
        text = re.sub(rf"\d+/\d+?(?:{foot}|{address})?{line}", "", text)
    if isinstance(document, Cards):
        for state in {card.state for card in document.cards}:
            text = text.replace(squeezed(state), "")
    for heading in headings:
        text = text.replace(heading, "")
    return text
