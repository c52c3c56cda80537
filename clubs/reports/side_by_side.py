"""One report in two languages: what they say differently stands twice, figures once.

Knows reports; must not know which languages they are in. Both say the same, row by row.
"""

from __future__ import annotations

from dataclasses import replace

from clubs.reports.report import Fact, Report, Row, Signature, Table, Value


def beside(one: Report, other: Report) -> Report:
    """The first report with the words of the other beside its own."""
    return replace(
        one,
        title=both(one.title, other.title),
        subtitle=both(one.subtitle, other.subtitle),
        facts=tuple(
            Fact(both(fact.label, second.label), either(fact.value, second.value))
            for fact, second in zip(one.facts, other.facts, strict=True)
        ),
        tables=tuple(table_beside(*tables) for tables in zip(one.tables, other.tables, strict=True)),
        notes=tuple(both(*notes) for notes in zip(one.notes, other.notes, strict=True)),
        signatures=tuple(
            signature_beside(line, second)
            for line, second in zip(one.signatures, other.signatures, strict=True)
        ),
    )


def table_beside(one: Table, other: Table) -> Table:
    """The labels of the rows in two columns beside each other."""
    first, *columns = one.columns
    return replace(
        one,
        columns=(
            first,
            other.columns[0],
            *(
                replace(column, title=both(column.title, second.title))
                for column, second in zip(columns, other.columns[1:], strict=True)
            ),
        ),
        rows=tuple(row_beside(*rows) for rows in zip(one.rows, other.rows, strict=True)),
        caption=both(one.caption, other.caption),
        carried=both(one.carried, other.carried),
    )


def row_beside(one: Row, other: Row) -> Row:
    values = (either(*values) for values in zip(one.values[1:], other.values[1:], strict=True))
    return replace(one, values=(one.values[0], other.values[0], *values))


def either(one: Value, other: Value) -> Value:
    return both(one, other) if isinstance(one, str) and isinstance(other, str) else one


def both(one: str, other: str) -> str:
    return one if one == other else f"{one} / {other}"


def signature_beside(one: Signature | str, other: Signature | str) -> Signature:
    first, second = (line if isinstance(line, Signature) else Signature(line) for line in (one, other))
    return replace(first, text=both(first.text, second.text))
