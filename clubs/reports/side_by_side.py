"""One document in two languages: what they say differently stands twice, figures and names once.

Knows reports; must not know which languages they are in. Both say the same, row by row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from typing import Final

from clubs.reports.report import (
    Cards,
    Certificate,
    Certificates,
    Column,
    Cover,
    Document,
    Fact,
    Report,
    Row,
    Signature,
    Table,
    Value,
)

# Between two who sit together: whom both languages call the same stands once.
_TOGETHER: Final = " – "
# Between what has nothing to do with each other.
_APART: Final = ", "
_BESIDE: Final = " · "
# Between what is told of and what is told.
_ANNOUNCED: Final = ": "
# Between two sentences.
_ENDED: Final = ". "


def documents_beside(made: Sequence[Document | None]) -> Document | None:
    """Whatever is printed, in one language or in two; nothing where there is nothing to say."""
    match made:
        case [document]:
            return document
        case [Report() as one, Report() as other]:
            return beside(one, other)
        case [Cards() as one, Cards() as other]:
            return cards_beside(one, other)
        case [Certificates() as one, Certificates() as other]:
            return certificates_beside(one, other)
        case _:
            return None


def cards_beside(one: Cards, other: Cards) -> Cards:
    """Each card with the words of the other beside its own."""
    return replace(
        one,
        title=both(one.title, other.title),
        cards=tuple(beside(*cards) for cards in zip(one.cards, other.cards, strict=True)),
    )


def certificates_beside(one: Certificates, other: Certificates) -> Certificates:
    return replace(
        one,
        title=both(one.title, other.title),
        awarded=both(one.awarded, other.awarded),
        certificates=tuple(
            _certificate_beside(*pair) for pair in zip(one.certificates, other.certificates, strict=True)
        ),
        signatures=_all_beside(one.signatures, other.signatures),
    )


def _certificate_beside(one: Certificate, other: Certificate) -> Certificate:
    return replace(one, place=both(one.place, other.place), facts=_all_beside(one.facts, other.facts))


def cover_beside(one: Cover, *others: Cover) -> Cover:
    return reduce(_cover_of_two, others, one)


def _cover_of_two(one: Cover, other: Cover) -> Cover:
    return replace(
        one,
        subtitle=both(one.subtitle, other.subtitle),
        when=_in_parts(one.when, other.when),
        facts=_facts_beside(one.facts, other.facts),
        said=_all_beside(one.said, other.said),
    )


def beside(one: Report, *others: Report) -> Report:
    """The first report with the words of the others beside its own."""
    return reduce(_of_two, others, one)


def _of_two(one: Report, other: Report) -> Report:
    return replace(
        one,
        title=_lines_beside(one.title, other.title),
        subtitle=_in_parts(one.subtitle, other.subtitle),
        facts=_facts_beside(one.facts, other.facts),
        tables=tuple(_table_beside(*tables) for tables in zip(one.tables, other.tables, strict=True)),
        notes=tuple(_told_once(*notes) for notes in zip(one.notes, other.notes, strict=True)),
        ahead=both(one.ahead, other.ahead),
        signatures=tuple(
            _signature_beside(line, second)
            for line, second in zip(one.signatures, other.signatures, strict=True)
        ),
        foot=tuple(_told_once(*said) for said in zip(one.foot, other.foot, strict=True)),
        further=tuple(_facts_beside(*lines) for lines in zip(one.further, other.further, strict=True)),
    )


def _facts_beside(one: Sequence[Fact], other: Sequence[Fact]) -> tuple[Fact, ...]:
    return tuple(
        replace(fact, label=both(fact.label, second.label), value=either(fact.value, second.value))
        for fact, second in zip(one, other, strict=True)
    )


def _table_beside(one: Table, other: Table) -> Table:
    """What labels its rows in two columns beside each other; in one where both call them the same."""
    labels = [(row.values[0], second.values[0]) for row, second in zip(one.rows, other.rows, strict=True)]
    apart = (one.labelled or one.flowing) and any(label != second for label, second in labels)
    first, *columns = one.columns
    second, *others = other.columns
    return replace(
        one,
        columns=(
            *((first, second) if apart else (_column_beside(first, second),)),
            *(_column_beside(*pair) for pair in zip(columns, others, strict=True)),
        ),
        rows=tuple(_row_beside(*rows, apart=apart) for rows in zip(one.rows, other.rows, strict=True)),
        caption=both(one.caption, other.caption),
        carried=both(one.carried, other.carried),
    )


def _column_beside(one: Column, other: Column) -> Column:
    short = both(one.short, other.short) if one.short and other.short else ""
    return replace(one, title=both(one.title, other.title), short=short)


def _row_beside(one: Row, other: Row, *, apart: bool) -> Row:
    said = _heading_beside if one.opens and one.wide else either
    values = tuple(said(*values) for values in zip(one.values, other.values, strict=True))
    return replace(one, values=(one.values[0], other.values[0], *values[1:]) if apart else values)


def either(one: Value, other: Value) -> Value:
    """A figure once; of those who sit together only what the languages call differently twice."""
    if not (isinstance(one, str) and isinstance(other, str)):
        return one
    parts, others = one.split(_TOGETHER), other.split(_TOGETHER)
    if len(parts) != len(others):
        return both(one, other)
    if other.endswith(f" {one}"):
        # One language has an article where the other has none.
        return one
    return _TOGETHER.join(_around(*words) for words in zip(parts, others, strict=True))


def _around(one: str, other: str) -> str:
    """A word that differs stands twice, what both say before and behind it once: 5 Pelaaja / Spelare 38."""
    words, others = one.split(" "), other.split(" ")
    differ = [at for at, pair in enumerate(zip(words, others, strict=False)) if len(set(pair)) > 1]
    if len(words) != len(others) or len(differ) != 1:
        return both(one, other)
    (at,) = differ
    return " ".join([*words[:at], both(words[at], others[at]), *words[at + 1 :]])


def _heading_beside(one: Value, other: Value) -> Value:
    """What a heading says of each thing; who did it stands once."""
    if not (isinstance(one, str) and isinstance(other, str)):
        return one
    parts, others = one.split(_APART), other.split(_APART)
    if len(parts) != len(others):
        return both(one, other)
    return _APART.join(_starting_alike(*words) for words in zip(parts, others, strict=True))


def _starting_alike(one: str, other: str) -> str:
    """The words with which both begin stand once."""
    words, others = one.split(" "), other.split(" ")
    alike = next((at for at, pair in enumerate(zip(words, others, strict=False)) if len(set(pair)) > 1), 0)
    return " ".join([*words[:alike], both(" ".join(words[alike:]), " ".join(others[alike:]))])


def _told_once(one: str, other: str) -> str:
    """What both say of a thing behind its name stands once behind both names."""
    (name, _colon, told), (called, _colon, said) = one.partition(_ANNOUNCED), other.partition(_ANNOUNCED)
    is_name = told and told == said and _ENDED not in name + called
    return f"{_in_parts(name, called)}{_ANNOUNCED}{told}" if is_name else both(one, other)


def _in_parts(one: str, other: str) -> str:
    """What both call the same, such as a club or a place, stands once beside what they do not."""
    for apart in (_APART, _BESIDE):
        parts, others = one.split(apart), other.split(apart)
        if len(parts) == len(others) and set(parts) & set(others):
            return apart.join(_all_beside(parts, others))
    return both(one, other)


def _all_beside(one: Sequence[str], other: Sequence[str]) -> tuple[str, ...]:
    return tuple(both(*words) for words in zip(one, other, strict=True))


def both(one: str, other: str) -> str:
    """What is said differently stands twice; figures, however each language writes them, once."""
    if one == other or not any(map(str.isalpha, f"{one}{other}")):
        return one
    return _with_which_it_ends(one, other) or f"{one} / {other}"


def _with_which_it_ends(one: str, other: str) -> str:
    """What one language says, where the other only has a small word before it: canasta, en canasta."""
    short, long = sorted((one, other), key=len)
    return short if any(map(str.isalpha, short)) and long.endswith(f" {short}") else ""


def _lines_beside(one: str, other: str) -> str:
    """Line by line, where both have as many."""
    lines, others = one.split("\n"), other.split("\n")
    return "\n".join(_all_beside(lines, others)) if len(lines) == len(others) else both(one, other)


def _signature_beside(one: Signature | str, other: Signature | str) -> Signature:
    first, second = (line if isinstance(line, Signature) else Signature(line) for line in (one, other))
    lines, others = first.text.split("\n"), second.text.split("\n")
    if len(lines) != len(others):
        return replace(first, text=both(first.text, second.text))
    return replace(first, text="\n".join(_signed_beside(*said) for said in zip(lines, others, strict=True)))


def _signed_beside(one: str, other: str) -> str:
    """Who signs stands once, before what is said of it or behind."""
    name, called = one.partition(_ANNOUNCED)[2], other.partition(_ANNOUNCED)[2]
    if name and name == called:
        return _told_once(one, other)
    in_common = set(one.split(_APART)) & set(other.split(_APART))
    return _in_parts(one, other) if in_common else _starting_alike(one, other)
