"""Combines a document in two languages: texts that differ are there twice, figures and names once.

Both documents have the same rows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce
from typing import Final, TypeVar

from clubs.reports.layouts import Layout, Ledger
from clubs.reports.report import (
    Cards,
    Certificate,
    Certificates,
    Column,
    Cover,
    Document,
    Fact,
    Report,
    ReportTable,
    Row,
    Sheets,
    SheetWords,
    SignatureLine,
    Value,
)

# A value of a row, or the column that it is in.
_Part = TypeVar("_Part")

# Between two partners: a name that is the same in both languages is there once.
_PARTNER_SEPARATOR: Final = " – "
# Between two languages; within the name of a partner with no-break spaces.
_LANGUAGE_SEPARATOR: Final = " / "
_WITHIN_NAME: Final = "\N{NO-BREAK SPACE}/\N{NO-BREAK SPACE}"
# Between the parts of a list, and between independent items.
_LIST_SEPARATOR: Final = ", "
_ITEM_SEPARATOR: Final = " · "
# Between a label and its text.
_LABEL_END: Final = ": "
# At the end of a label, once for both languages.
_COLON: Final = ":"
# Between two sentences.
_SENTENCE_END: Final = ". "


def combine_documents(documents: Sequence[Document | None]) -> Document | None:
    """Combine one or two documents of the same kind; return None if one is missing."""
    match documents:
        case [document]:
            return document
        case [Report() as first, Report() as second]:
            return combine_reports(first, second)
        case [Cards() as first, Cards() as second]:
            return combine_cards(first, second)
        case [Certificates() as first, Certificates() as second]:
            return combine_certificates(first, second)
        case [Sheets() as first, Sheets() as second]:
            return combine_sheets(first, second)
        case _:
            return None


def combine_cards(first: Cards, second: Cards) -> Cards:
    return replace(
        first,
        title=_combine_lists(first.title, second.title),
        cards=tuple(combine_reports(*cards) for cards in zip(first.cards, second.cards, strict=True)),
    )


def combine_sheets(first: Sheets, second: Sheets) -> Sheets:
    return replace(
        first,
        title=_combine_lists(first.title, second.title),
        sheets=tuple(combine_reports(*sheets) for sheets in zip(first.sheets, second.sheets, strict=True)),
    )


def combine_certificates(first: Certificates, second: Certificates) -> Certificates:
    return replace(
        first,
        title=combine_texts(first.title, second.title),
        awarded=combine_texts(first.awarded, second.awarded),
        certificates=tuple(
            _combine_certificate(*pair) for pair in zip(first.certificates, second.certificates, strict=True)
        ),
        signatures=tuple(
            _combine_labelled(*texts) for texts in zip(first.signatures, second.signatures, strict=True)
        ),
        state=combine_texts(first.state, second.state),
        words=_combine_sheet_words(first.words, second.words),
    )


def _combine_sheet_words(first: SheetWords | None, second: SheetWords | None) -> SheetWords | None:
    if first is None or second is None:
        return first
    sheet, log = combine_texts(first.sheet, second.sheet), combine_texts(first.log, second.log)
    return replace(first, sheet=sheet, log=log)


def _combine_certificate(first: Certificate, second: Certificate) -> Certificate:
    return replace(
        first, place=combine_texts(first.place, second.place), facts=_combine_each(first.facts, second.facts)
    )


def combine_covers(first: Cover, *others: Cover) -> Cover:
    return reduce(_combine_two_covers, others, first)


def _combine_two_covers(first: Cover, second: Cover) -> Cover:
    return replace(
        first,
        subtitle=combine_texts(first.subtitle, second.subtitle),
        place_and_date=_combine_lists(first.place_and_date, second.place_and_date),
        facts=_combine_facts(first.facts, second.facts),
        status=_combine_each(first.status, second.status),
    )


def combine_reports(first: Report, *others: Report) -> Report:
    """Add the words of the other reports to the first one."""
    return reduce(_combine_two_reports, others, first)


def _combine_two_reports(first: Report, second: Report) -> Report:
    return replace(
        first,
        title=_combine_lines(first.title, second.title),
        subtitle=_combine_lists(first.subtitle, second.subtitle),
        facts=_combine_facts(first.facts, second.facts),
        tables=tuple(_combine_tables(*tables) for tables in zip(first.tables, second.tables, strict=True)),
        notes=tuple(_combine_labelled(*notes) for notes in zip(first.notes, second.notes, strict=True)),
        notice=combine_texts(first.notice, second.notice),
        signatures=tuple(
            _combine_signatures(*lines) for lines in zip(first.signatures, second.signatures, strict=True)
        ),
        foot=tuple(_combine_labelled(*lines) for lines in zip(first.foot, second.foot, strict=True)),
        state=combine_texts(first.state, second.state),
        words=_combine_sheet_words(first.words, second.words),
        continuation=tuple(
            _combine_facts(*lines) for lines in zip(first.continuation, second.continuation, strict=True)
        ),
    )


def _combine_facts(first: Sequence[Fact], second: Sequence[Fact]) -> tuple[Fact, ...]:
    return tuple(
        replace(
            fact,
            label=combine_texts(fact.label, other.label),
            value=combine_values(fact.value, other.value),
        )
        for fact, other in zip(first, second, strict=True)
    )


def _combine_tables(first: ReportTable, second: ReportTable) -> ReportTable:
    """Combine two tables; a column that is per language is there twice if its texts differ."""
    rows = [*zip(first.rows, second.rows, strict=True)]
    are_apart = [
        column.per_language and any(row.values[at] != other.values[at] for row, other in rows)
        for at, column in enumerate(first.columns)
    ]
    return replace(
        first,
        columns=_combine_parts(first.columns, second.columns, are_apart, _combine_columns),
        rows=tuple(_combine_rows(row, other, are_apart) for row, other in rows),
        caption=combine_texts(first.caption, second.caption),
        layout=_combine_layouts(first.layout, second.layout),
    )


def _combine_parts(
    first: Sequence[_Part],
    second: Sequence[_Part],
    are_apart: Sequence[bool],
    combine: Callable[[_Part, _Part], _Part],
) -> tuple[_Part, ...]:
    """Combine the parts of two rows or headings, column by column; those that are apart are both there."""
    pairs = zip(first, second, are_apart, strict=True)
    return tuple(
        part for own, other, apart in pairs for part in ((own, other) if apart else (combine(own, other),))
    )


def _combine_layouts(first: Layout, second: Layout) -> Layout:
    if isinstance(first, Ledger) and isinstance(second, Ledger):
        return Ledger(carried=combine_texts(first.carried, second.carried))
    return first


def _combine_columns(first: Column, second: Column) -> Column:
    short = combine_texts(first.short, second.short) if first.short and second.short else ""
    return replace(first, title=combine_texts(first.title, second.title), short=short)


def _combine_rows(first: Row, second: Row, are_apart: Sequence[bool]) -> Row:
    combine = _combine_heading_values if first.is_heading else combine_values
    return replace(first, values=_combine_parts(first.values, second.values, are_apart, combine))


def combine_values(first: Value, second: Value) -> Value:
    """Combine two values: a figure is there once, and of partners only a name that differs is there twice."""
    if not (isinstance(first, str) and isinstance(second, str)):
        return first
    parts, others = first.split(_PARTNER_SEPARATOR), second.split(_PARTNER_SEPARATOR)
    if len(parts) != len(others):
        return combine_texts(first, second)
    if second.endswith(f" {first}"):
        # One language has an article where the other has none.
        return first
    joined = [_combine_differing_word(*words) for words in zip(parts, others, strict=True)]
    # A line ends between two partners rather than between the two words for one of them.
    return _PARTNER_SEPARATOR.join(
        joined if len(joined) == 1 else (name.replace(_LANGUAGE_SEPARATOR, _WITHIN_NAME) for name in joined)
    )


def _combine_differing_word(first: str, second: str) -> str:
    """Combine texts in which one word differs; only that word is there twice: 5 Pelaaja / Spelare 38."""
    words, others = first.split(" "), second.split(" ")
    differ = [at for at, pair in enumerate(zip(words, others, strict=False)) if len(set(pair)) > 1]
    if len(words) != len(others) or len(differ) != 1:
        return combine_texts(first, second)
    (at,) = differ
    return " ".join([*words[:at], combine_texts(words[at], others[at]), *words[at + 1 :]])


def _combine_heading_values(first: Value, second: Value) -> Value:
    """Combine the remarks of two headings, part by part; a name that begins both is there once."""
    if not (isinstance(first, str) and isinstance(second, str)):
        return first
    parts, others = first.split(_LIST_SEPARATOR), second.split(_LIST_SEPARATOR)
    if len(parts) != len(others):
        return combine_texts(first, second)
    return _LIST_SEPARATOR.join(_combine_ends(*words) for words in zip(parts, others, strict=True))


def _combine_ends(first: str, second: str) -> str:
    """Combine texts that begin with the same words; those are there once."""
    words, others = first.split(" "), second.split(" ")
    alike = next((at for at, pair in enumerate(zip(words, others, strict=False)) if len(set(pair)) > 1), 0)
    return " ".join([*words[:alike], combine_texts(" ".join(words[alike:]), " ".join(others[alike:]))])


def _combine_labelled(first: str, second: str) -> str:
    """Combine two labelled texts; the same text is there once, after both labels."""
    label, _colon, text = first.partition(_LABEL_END)
    other_label, _colon, other_text = second.partition(_LABEL_END)
    is_label = text and text == other_text and _SENTENCE_END not in label + other_label
    return (
        f"{_combine_lists(label, other_label)}{_LABEL_END}{text}"
        if is_label
        else combine_texts(first, second)
    )


def _combine_lists(first: str, second: str) -> str:
    """Combine two lists; an item that is the same in both, such as a club or a place, is there once."""
    for separator in (_LIST_SEPARATOR, _ITEM_SEPARATOR):
        parts, others = first.split(separator), second.split(separator)
        if len(parts) == len(others) and set(parts) & set(others):
            return separator.join(_combine_each(parts, others))
    return combine_texts(first, second)


def _combine_each(first: Sequence[str], second: Sequence[str]) -> tuple[str, ...]:
    return tuple(combine_texts(*words) for words in zip(first, second, strict=True))


def combine_texts(first: str, second: str) -> str:
    """Combine two texts: figures are there once, however each language formats them."""
    if first == second or not any(map(str.isalpha, f"{first}{second}")):
        return first
    if first.endswith(_COLON) and second.endswith(_COLON):
        first = first.removesuffix(_COLON)
    return _shared_ending(first, second) or f"{first}{_LANGUAGE_SEPARATOR}{second}"


def _shared_ending(first: str, second: str) -> str:
    """Return the shorter text if the other one only has a word before it: canasta, en canasta."""
    short, long = sorted((first, second), key=len)
    return short if any(map(str.isalpha, short)) and long.endswith(f" {short}") else ""


def _combine_lines(first: str, second: str) -> str:
    """Combine two texts line by line, if they have the same number of lines."""
    lines, others = first.split("\n"), second.split("\n")
    return (
        "\n".join(_combine_each(lines, others)) if len(lines) == len(others) else combine_texts(first, second)
    )


def _combine_signatures(first: SignatureLine | str, second: SignatureLine | str) -> SignatureLine:
    first, second = (
        line if isinstance(line, SignatureLine) else SignatureLine(line) for line in (first, second)
    )
    lines, others = first.text.split("\n"), second.text.split("\n")
    if len(lines) != len(others):
        return replace(first, text=combine_texts(first.text, second.text))
    return replace(
        first, text="\n".join(_combine_signature_texts(*texts) for texts in zip(lines, others, strict=True))
    )


def _combine_signature_texts(first: str, second: str) -> str:
    """Combine two sentences about a signature; the name is there once, at the beginning or the end."""
    name, other_name = first.partition(_LABEL_END)[2], second.partition(_LABEL_END)[2]
    if name and name == other_name:
        return _combine_labelled(first, second)
    in_common = set(first.split(_LIST_SEPARATOR)) & set(second.split(_LIST_SEPARATOR))
    return _combine_lists(first, second) if in_common else _combine_ends(first, second)
