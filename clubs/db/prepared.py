"""Queries of the ORM that are compiled to SQL once.

Django compiles a query every time it runs, which takes ten times as long as the database takes to answer. A
`PreparedQuery` is compiled once in each thread, for the database in use, and creates models from the rows as
Django does, with what they are joined to and their annotations; `PreparedRows` returns the rows of a
`values_list`. Both are written as a queryset with placeholders for the values. Proved with Django 5.2.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import repeat
from typing import Any, Final, Generic, TypeVar, cast
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.models.query import get_related_populators  # type: ignore[attr-defined] # not in the stubs

from clubs.db.single_row import MAX_BIGINT

_Model = TypeVar("_Model", bound=models.Model)
Parameter = int | str | UUID

# The values that mark the parameters in a query and occur nowhere else: they fit every integer column.
PLACEHOLDERS: Final[dict[type[Parameter], tuple[Parameter, ...]]] = {
    int: (32_003, 32_009, 32_027),
    str: ("\x01first", "\x01second", "\x01third"),
    UUID: (UUID(int=32_003), UUID(int=32_009), UUID(int=32_027)),
}


@dataclass(frozen=True, slots=True)
class CompiledModel:
    """How a row becomes a model."""

    model: type[models.Model]
    field_names: list[str]
    # The columns of the model itself; those of its relations follow.
    own_columns: slice
    related_populators: Sequence[Any]
    # The columns of the annotations, by name.
    annotations: Mapping[str, int]

    def create(self, row: Sequence[object]) -> models.Model:
        created = self.model.from_db(DEFAULT_DB_ALIAS, self.field_names, row[self.own_columns])
        for populator in self.related_populators:
            populator.populate(row, created)
        for name, column in self.annotations.items():
            setattr(created, name, row[column])
        return created


@dataclass(frozen=True, slots=True)
class CompiledQuery:
    """A query as compiled for the connection of one thread."""

    sql: str
    # All parameters of the SQL, and by position the number of the value that replaces a placeholder.
    parameters: tuple[object, ...]
    value_numbers: dict[int, int]
    compiler: Any
    converters: Any
    # None of a query for values.
    model: CompiledModel | None


class PreparedRows:
    """A query for values, compiled once; `query` builds its queryset from one value of each of `kinds`."""

    makes_models = False

    def __init__(self, query: Callable[..., models.QuerySet[Any, Any]], *kinds: type[Parameter]) -> None:
        self.query, self.kinds, self.thread_local = query, kinds, threading.local()

    def rows(self, *values: Parameter) -> list[Sequence[Any]]:
        if any(isinstance(value, int) and value > MAX_BIGINT for value in values):
            return []  # as in `single_row`: no row has such a number
        query = self._compiled()
        parameters, arguments = list(query.parameters), _as_parameters(values)
        for position, number in query.value_numbers.items():
            parameters[position] = arguments[number]
        with query.compiler.connection.cursor() as cursor:
            cursor.execute(query.sql, parameters)
            rows: list[Sequence[Any]] = cursor.fetchall()
        return _converted(rows, query) if rows and query.converters else rows

    def _compiled(self) -> CompiledQuery:
        query: CompiledQuery | None = getattr(self.thread_local, "query", None)
        if query is None or query.compiler.connection is not connections[DEFAULT_DB_ALIAS]:
            query = self.thread_local.query = self._compile()
        return query

    def _compile(self) -> CompiledQuery:
        """Compile the query with placeholders. Raises AssertionError if a value is not a parameter of it."""
        values = [PLACEHOLDERS[kind][number] for number, kind in enumerate(self.kinds)]
        compiler = self.query(*values).query.get_compiler(DEFAULT_DB_ALIAS)
        sql, parameters = compiler.as_sql()
        placeholders = _as_parameters(values)
        value_numbers = {
            position: placeholders.index(parameter)
            for position, parameter in enumerate(parameters)
            if parameter in placeholders
        }
        if set(value_numbers.values()) != set(range(len(placeholders))):
            raise AssertionError("every value has its place in the query")
        return CompiledQuery(
            sql,
            tuple(parameters),
            value_numbers,
            compiler,
            compiler.get_converters([column for column, _sql, _name in compiler.select]),
            _compile_model(compiler) if self.makes_models else None,
        )


def _converted(rows: Iterable[Sequence[Any]], query: CompiledQuery) -> list[Sequence[Any]]:
    """Return rows with the values that Python has for those of the database; Django converts row by row."""
    connection = repeat(query.compiler.connection)
    columns: list[Sequence[Any]] = list(zip(*rows, strict=True))
    for position, (convert_functions, expression) in query.converters.items():
        for convert in convert_functions:
            columns[position] = _converted_column(columns[position], convert, expression, connection)
    return list(zip(*columns, strict=True))


def _converted_column(
    column: Sequence[Any], convert: Callable[..., Any], expression: Any, connection: Iterable[Any]
) -> Sequence[Any]:
    if isinstance(expression.output_field, models.BooleanField):
        # SQLite has numbers for them: two conversions instead of one for each row.
        known = {value: convert(value, expression, next(iter(connection))) for value in set(column)}
        return list(map(known.__getitem__, column))
    return list(map(convert, column, repeat(expression), connection))


def _compile_model(compiler: Any) -> CompiledModel:
    info, select = compiler.klass_info, compiler.select
    own = slice(info["select_fields"][0], info["select_fields"][-1] + 1)
    return CompiledModel(
        info["model"],
        [column.target.attname for column, _sql, _name in select[own]],
        own,
        get_related_populators(info, select, DEFAULT_DB_ALIAS),
        compiler.annotation_col_map,
    )


class PreparedQuery(PreparedRows, Generic[_Model]):
    """A query for models that is compiled once."""

    makes_models = True

    def __init__(self, query: Callable[..., models.QuerySet[_Model]], *kinds: type[Parameter]) -> None:
        super().__init__(query, *kinds)

    def all(self, *values: Parameter) -> list[_Model]:
        rows = self.rows(*values)
        model = self._compiled().model
        return [cast(_Model, model.create(row)) for row in rows] if model is not None else []

    def first(self, *values: Parameter) -> _Model | None:
        return next(iter(self.all(*values)), None)


def _as_parameters(values: Sequence[Parameter]) -> list[object]:
    """Convert values to parameters of the database: SQLite stores a UUID as text."""
    if connections[DEFAULT_DB_ALIAS].features.has_native_uuid_field:
        return list(values)
    return [value.hex if isinstance(value, UUID) else value for value in values]


class PrefetchedRows(list[_Model]):
    """Rows of a relation, stored where a prefetch stores them: `owner.name.all()` returns them.

    Every other method of the relation's manager queries the database as usual.
    """

    def __init__(self, owner: models.Model, name: str, rows: Iterable[_Model]) -> None:
        super().__init__(rows)
        self.owner, self.name = owner, name
        cache: dict[str, object] = owner.__dict__.setdefault("_prefetched_objects_cache", {})
        cache[name] = self

    def count(self) -> int:  # type: ignore[override] # as of a queryset
        return len(self)

    def __getattr__(self, method: str) -> Any:
        cache = self.owner.__dict__["_prefetched_objects_cache"]
        del cache[self.name]
        try:
            return getattr(getattr(self.owner, self.name).get_queryset(), method)
        finally:
            cache[self.name] = self


def copied(row: _Model) -> _Model:
    """Return a copy of a row, without what was prefetched for it."""
    other = copy(row)
    other.__dict__.pop("_prefetched_objects_cache", None)
    return other
