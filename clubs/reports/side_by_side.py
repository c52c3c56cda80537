"""One document in two languages: what they say differently stands twice, figures and names once.

Knows reports; must not know which languages they are in. Both say the same, row by row.
"""

from __future__ import annotations

from dataclasses import replace

from clubs.reports.report import Cards, Column, Report, Row, Signature, Table, Value


def cards_beside(one: Cards, other: Cards) -> Cards:
    """Each card with the words of the other beside its own."""
    return replace(
        one,
        title=both(one.title, other.title),
        cards=tuple(beside(*cards) for cards in zip(one.cards, other.cards, strict=True)),
    )


def beside(one: Report, other: Report) -> Report:
    """The first report with the words of the other beside its own."""
    return replace(
        one,
        title=both(one.title, other.title),
        subtitle=both(one.subtitle, other.subtitle),
        facts=tuple(
            replace(fact, label=both(fact.label, second.label), value=either(fact.value, second.value))
            for fact, second in zip(one.facts, other.facts, strict=True)
        ),
        tables=tuple(table_beside(*tables) for tables in zip(one.tables, other.tables, strict=True)),
        notes=tuple(both(*notes) for notes in zip(one.notes, other.notes, strict=True)),
        signatures=tuple(
            signature_beside(line, second)
            for line, second in zip(one.signatures, other.signatures, strict=True)
        ),
        foot=tuple(both(*parts) for parts in zip(one.foot, other.foot, strict=True)),
    )


def table_beside(one: Table, other: Table) -> Table:
    """The labels of the rows in two columns beside each other; in one where both call them the same."""
    labels = [(row.values[0], second.values[0]) for row, second in zip(one.rows, other.rows, strict=True)]
    apart = any(label != second for label, second in labels)
    first, *columns = one.columns
    second, *others = other.columns
    return replace(
        one,
        columns=(
            *((first, second) if apart else (column_beside(first, second),)),
            *(column_beside(*pair) for pair in zip(columns, others, strict=True)),
        ),
        rows=tuple(row_beside(*rows, apart=apart) for rows in zip(one.rows, other.rows, strict=True)),
        caption=both(one.caption, other.caption),
        carried=both(one.carried, other.carried),
    )


def column_beside(one: Column, other: Column) -> Column:
    return replace(one, title=both(one.title, other.title))


def row_beside(one: Row, other: Row, *, apart: bool) -> Row:
    labels = (one.values[0], other.values[0]) if apart else one.values[:1]
    values = (either(*values) for values in zip(one.values[1:], other.values[1:], strict=True))
    return replace(one, values=(*labels, *values))


def either(one: Value, other: Value) -> Value:
    return both(one, other) if isinstance(one, str) and isinstance(other, str) else one


def both(one: str, other: str) -> str:
    return one if one == other else f"{one} / {other}"


def signature_beside(one: Signature | str, other: Signature | str) -> Signature:
    first, second = (line if isinstance(line, Signature) else Signature(line) for line in (one, other))
    return replace(first, text=both(first.text, second.text))
