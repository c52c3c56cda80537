"""Questions that a hall asks at every deal, written in SQL once.

Django writes the SQL of a query anew each time, and that takes it ten times as long as the database takes to
answer. A `Question` has it written once in each thread, for the engine that is asked, and makes models of the
rows as Django does. What is asked for stays a queryset, with places where the values go. Knows nothing of
what is asked.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar, cast
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.models.query import get_related_populators

from clubs.db.single_row import GREATEST

Row = TypeVar("Row", bound=models.Model)
Asked = int | str | UUID

# What stands in a query where a value goes, and nowhere else: small enough for every column of numbers.
PLACES: Final[dict[type[Asked], tuple[Asked, ...]]] = {
    int: (32_003, 32_009, 32_027),
    str: ("\x01first", "\x01second", "\x01third"),
    UUID: (UUID(int=32_003), UUID(int=32_009), UUID(int=32_027)),
}


@dataclass(frozen=True, slots=True)
class Written:
    """A query as one thread asks it on its connection."""

    sql: str
    # Where the values go among the parameters; the others are always the same.
    parameters: tuple[object, ...]
    places: dict[int, int]
    compiler: Any
    converters: Any
    names: list[str]
    # The columns of the row itself; what is joined to it follows.
    own: slice
    joined: Sequence[Any]


class Question(Generic[Row]):
    """`query` is given a value of each of `kinds`, and asks the same whatever they are."""

    def __init__(self, query: Callable[..., models.QuerySet[Row]], *kinds: type[Asked]) -> None:
        self.query, self.kinds, self.of_thread = query, kinds, threading.local()

    def ask(self, *values: Asked) -> list[Row]:
        if any(isinstance(one, int) and one > GREATEST for one in values):
            return []  # as in `one_row`: no row has such a number
        asked = self.written()
        parameters, given = list(asked.parameters), _as_parameters(values)
        for at, place in asked.places.items():
            parameters[at] = given[place]
        with asked.compiler.connection.cursor() as cursor:
            cursor.execute(asked.sql, parameters)
            rows = cursor.fetchall()
        if asked.converters:
            rows = list(asked.compiler.apply_converters(rows, asked.converters))
        return [self.made(asked, row) for row in rows]

    def one(self, *values: Asked) -> Row | None:
        return next(iter(self.ask(*values)), None)

    @staticmethod
    def made(asked: Written, row: Sequence[object]) -> Row:
        model = asked.compiler.klass_info["model"]
        made = model.from_db(DEFAULT_DB_ALIAS, asked.names, row[asked.own])
        for populator in asked.joined:
            populator.populate(row, made)
        return cast(Row, made)

    def written(self) -> Written:
        known: Written | None = getattr(self.of_thread, "written", None)
        if known is None or known.compiler.connection is not connections[DEFAULT_DB_ALIAS]:
            known = self.of_thread.written = self.write()
        return known

    def write(self) -> Written:
        values = [PLACES[kind][at] for at, kind in enumerate(self.kinds)]
        compiler = self.query(*values).query.get_compiler(DEFAULT_DB_ALIAS)
        sql, parameters = compiler.as_sql()
        given = _as_parameters(values)
        places = {at: given.index(one) for at, one in enumerate(parameters) if one in given}
        if set(places.values()) != set(range(len(given))):
            raise AssertionError("every value has its place in the query")
        info, select = compiler.klass_info, compiler.select
        own = slice(info["select_fields"][0], info["select_fields"][-1] + 1)
        return Written(
            sql,
            tuple(parameters),
            places,
            compiler,
            compiler.get_converters([column for column, _sql, _name in select]),
            [column.target.attname for column, _sql, _name in select[own]],
            own,
            get_related_populators(info, select, DEFAULT_DB_ALIAS),  # type: ignore[call-arg] # of Django 6
        )


def _as_parameters(values: Sequence[Asked]) -> list[object]:
    """As the engine takes them: SQLite keeps a UUID as text."""
    if connections[DEFAULT_DB_ALIAS].features.has_native_uuid_field:
        return list(values)
    return [one.hex if isinstance(one, UUID) else one for one in values]


class Read(list[Row]):
    """Rows that were read for a relation, where a prefetch leaves them: `owner.name.all()` gives these.

    Whatever else is asked of the relation is asked of the database, as ever.
    """

    def __init__(self, owner: models.Model, name: str, rows: Iterable[Row]) -> None:
        super().__init__(rows)
        self.owner, self.name = owner, name
        known: dict[str, object] = owner.__dict__.setdefault("_prefetched_objects_cache", {})
        known[name] = self

    def count(self) -> int:  # type: ignore[override] # as of a queryset
        return len(self)

    def __getattr__(self, asked: str) -> Any:
        known = self.owner.__dict__["_prefetched_objects_cache"]
        del known[self.name]
        try:
            return getattr(getattr(self.owner, self.name).get_queryset(), asked)
        finally:
            known[self.name] = self
