"""The short codes at the foot of a sheet: one of what stands on it, one of the log it was printed from.

Two sheets with the same code say the same. docs/decisions/0036 tells how a code is made, so that anybody can
make it again from the content.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Final

from clubs.reports.numbers import format_value
from clubs.reports.report import Certificate, Certificates, Report, ReportTable, SheetWords, SignatureLine
from clubs.reports.tables import without_empty_columns

# Crockford's digits: no I, L, O or U, which are misread.
_DIGITS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_MISREAD: Final = str.maketrans("OIL", "011")
_BITS_OF_DIGIT: Final = 5
_LENGTH: Final = 8
_SEPARATOR: Final = " · "


def report_code(report: Report) -> str:
    """Return the code of what a report says, in the language or languages in which it says it."""
    return short_code(hashlib.sha256(report_content(report)).digest())


def certificate_code(document: Certificates, certificate: Certificate) -> str:
    content = (
        *(document.title, document.awarded, certificate.names, certificate.club, certificate.place),
        *(certificate.event, certificate.facts, document.signatures),
    )
    return short_code(hashlib.sha256(_canonical(content)).digest())


def log_code(head: str) -> str:
    """Return the code of the head of a log, which is a hash already, as hexadecimal digits."""
    return short_code(bytes.fromhex(head))


def digest_beginning(code: str) -> str:
    """Return the first ten hexadecimal digits of the hash that a code was made of; "" for what is no code.

    O may be written for 0, and I or L for 1, in small letters and without the stroke.
    """
    digits = code.upper().replace("-", "").translate(_MISREAD)
    if len(digits) != _LENGTH or not set(digits) <= set(_DIGITS):
        return ""
    bits = 0
    for digit in digits:
        bits = bits << _BITS_OF_DIGIT | _DIGITS.index(digit)
    return f"{bits:0{_LENGTH * _BITS_OF_DIGIT // 4}x}"


def short_code(digest: bytes) -> str:
    """Return the first forty bits of a hash in two groups of four: K7QM-2X9D."""
    bits = int.from_bytes(digest, "big") >> (8 * len(digest) - _LENGTH * _BITS_OF_DIGIT)
    places = range((_LENGTH - 1) * _BITS_OF_DIGIT, -1, -_BITS_OF_DIGIT)
    digits = "".join(_DIGITS[bits >> place & 31] for place in places)
    return f"{digits[:4]}-{digits[4:]}"


def sheet_line(state: str, words: SheetWords | None, code: str) -> str:
    """Return the line at the foot of a sheet: of which state it is, and its codes."""
    if words is None:
        return state
    log = f"{words.log} {words.log_code}" if words.log_code else ""
    return _SEPARATOR.join(filter(None, (state, f"{words.sheet} {code}", log)))


def report_line(report: Report) -> str:
    if report.words is None:
        return report.state
    return sheet_line(report.state, report.words, report.words.sheet_code or report_code(report))


def report_content(report: Report) -> bytes:
    """Return what a report says as canonical bytes: its words and figures as they are read, and no layout."""
    language = report.language
    content = {
        "title": report.title,
        "subtitle": report.subtitle,
        "facts": [
            [fact.label, format_value(fact.value, language), format_value(fact.figure, language)]
            for fact in report.facts
        ],
        "notice": report.notice,
        "tables": [_table_content(without_empty_columns(table), language) for table in report.tables],
        "notes": report.notes,
        "signatures": [*_signature_contents(report)],
    }
    return _canonical(content)


def _table_content(table: ReportTable, language: str) -> dict[str, object]:
    return {
        "caption": table.caption,
        "columns": [column.title for column in table.columns],
        "rows": [[format_value(value, language) for value in row.values] for row in table.rows],
    }


def _signature_contents(report: Report) -> Iterator[list[str]]:
    for line in report.signatures:
        yield [line.text, line.typed] if isinstance(line, SignatureLine) else [line, ""]


def _canonical(content: object) -> bytes:
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode()
