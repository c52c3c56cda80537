"""An evening that was played, once more: on another day, with other players, and with every row.

The rows are those that the verbs have made, and so are the entries of the log: times, players and the numbers
of rows are others, the chain of the log is computed again, and everything else is the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from uuid import uuid4

from django.core.management.color import no_style
from django.db import connection, models
from django.db.models import Max

from clubs.books.sealing import seal_of_end, seal_of_entry
from clubs.books.writing import Author, canonical_json, chain_hash
from clubs.models import Book, Club, LogEntry, LogWords, Player
from scoring.models import Deal, DealVersion, Game, Hand, Seat, Side, random_secret
from tournaments import running
from tournaments.models import (
    Entry,
    EntryPlayer,
    KeptRound,
    Pairing,
    PairingEntry,
    Round,
    Standing,
    Tournament,
)
from tournaments.play.played_pairings import PlayedPairing

# The models of an evening, each after those that its rows name, and the path to the book or the event.
_MODELS: Final[Mapping[type[models.Model], str]] = {
    Entry: "tournament",
    EntryPlayer: "tournament",
    Game: "book",
    Side: "game__book",
    Seat: "side__game__book",
    Deal: "game__book",
    DealVersion: "deal__game__book",
    Hand: "deal__game__book",
    Round: "tournament",
    Pairing: "round__tournament",
    PairingEntry: "round__tournament",
    Standing: "round__tournament",
    KeptRound: "round__tournament",
}
_NAMED: Final[tuple[type[models.Model], ...]] = (*_MODELS, Tournament)
_BY_LABEL: Final[Mapping[str, type[models.Model]]] = {model._meta.label_lower: model for model in _NAMED}
# What the results of an evening leave on its row.
_ENDED: Final = ("state", "shown_at", "official_at", "revision")
# The facts of the log that name a row, by the model of the row; all others are figures and codes.
_NAMING: Final[Mapping[str, type[models.Model]]] = {
    "deal": Deal,
    "game": Game,
    "player": Player,
    "players": Player,
    "keeper": Player,
    "highest": Player,
}
# The acts of an evening that is played at the desk. Another act could name rows by facts that are not known.
_ACTS: Final = frozenset(
    {
        *("event.created", "entry.added", "entry.checked", "round.drawn", "round.published", "round.closed"),
        *("game.opened", "deal.started", "deal.recorded", "event.results_shown", "event.official"),
    }
)
_BATCH: Final = 500

Row = list[Any]
# Makes the value of a column for a copy.
Maker = Callable[["Copy", Any], Any]


class CannotBeCopied(Exception):
    """The evening has something that no copy is made of; the message names it."""


@dataclass(slots=True)
class Copy:
    """A copy that is made: how much later it is, and who and what stands in place of whom and what."""

    book: int
    event: int
    later: timedelta
    players: Mapping[int, int]
    author: int | None
    # For each model what is added to the numbers of its rows.
    shift: dict[type[models.Model], int] = field(default_factory=dict)

    def row_of(self, model: type[models.Model], pk: int) -> int:
        if model is Player:
            return self.players[pk]
        if model is Tournament:
            return self.event
        if model is Book:
            return self.book
        return pk + self.shift[model]


@dataclass(slots=True)
class _CopiedRows:
    """The rows of a model, as the database takes them, and the columns that differ in a copy."""

    model: type[models.Model]
    columns: list[models.Field[Any, Any]]
    makers: list[tuple[int, Maker]]
    rows: list[Row]

    @classmethod
    def of(cls, model: type[models.Model], path: str, event: Tournament) -> _CopiedRows:
        columns = list(model._meta.concrete_fields)
        key = event.book_id if path.endswith("book") else event.pk
        found = model._default_manager.filter(**{path: key}).order_by("pk")
        makers = [(at, make) for at, column in enumerate(columns) if (make := _maker_of(column)) is not None]
        made = {at for at, _make in makers}
        names = [column.attname for column in columns]
        rows = [
            [
                value if at in made else columns[at].get_db_prep_save(value, connection)
                for at, value in enumerate(row)
            ]
            for row in found.values_list(*names)
        ]
        return cls(model, columns, makers, rows)

    def copied(self, copy: Copy) -> Iterator[Row]:
        for row in self.rows:
            copied = row.copy()
            for at, make in self.makers:
                copied[at] = make(copy, row[at])
            yield copied


def _maker_of(column: models.Field[Any, Any]) -> Maker | None:
    """Return how the value of a column follows for a copy; None where it is the same."""
    if (own := _OWN_MAKERS.get(f"{column.model.__name__}.{column.name}")) is not None:
        return own
    if isinstance(column, models.ForeignKey):
        return _follow(column)
    if column.primary_key:
        return lambda copy, pk: copy.row_of(column.model, pk)
    if isinstance(column, models.DateTimeField):
        return lambda copy, at: _stored(column, None if at is None else at + copy.later)
    return None


def _follow(column: models.ForeignKey[Any, Any]) -> Maker:
    to = column.remote_field.model
    if to not in (Player, Tournament, Book, *_MODELS):
        return lambda copy, pk: None if pk is None else copy.author
    return lambda copy, pk: None if pk is None else copy.row_of(to, pk)


def _stored(column: models.Field[Any, Any], value: Any) -> Any:
    return column.get_db_prep_save(value, connection)


def _kept_tables(copy: Copy, tables: list[list[Any]]) -> Any:
    """Return what is kept of a round, with the numbers of the copy's tables and games."""
    at, game = PlayedPairing._fields.index("pk"), PlayedPairing._fields.index("game_id")
    copied = []
    for row in tables:
        kept = list(row)
        kept[at] = copy.row_of(Pairing, kept[at])
        kept[game] = None if kept[game] is None else copy.row_of(Game, kept[game])
        copied.append(kept)
    return _stored(KeptRound._meta.get_field("tables"), copied)


_OWN_MAKERS: Final[Mapping[str, Maker]] = {
    "Side.secret": lambda _copy, _secret: random_secret(),
    "KeptRound.tables": _kept_tables,
}


# The log.


@dataclass(slots=True)
class _LogTemplate:
    """An entry of the log, and its words."""

    entry: LogEntry
    payload: dict[str, Any]
    words: LogWords
    subject: tuple[type[models.Model], int]

    @classmethod
    def of(cls, entry: LogEntry) -> _LogTemplate:
        if entry.act not in _ACTS:
            raise CannotBeCopied(entry.act)
        payload = json.loads(entry.text)
        label, _colon, pk = payload["subject"].partition(":")
        return cls(entry, payload, entry.words, (_BY_LABEL[label], int(pk)))

    def text(self, copy: Copy, at: datetime) -> str:
        model, pk = self.subject
        return canonical_json(
            {
                **self.payload,
                "book": copy.book,
                "at": at.astimezone(UTC).isoformat(timespec="microseconds"),
                "author": copy.author,
                "subject": f"{model._meta.label_lower}:{copy.row_of(model, pk)}",
                "before": _facts(copy, self.payload["before"]),
                "after": _facts(copy, self.payload["after"]),
            }
        )


def _facts(copy: Copy, facts: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _fact(copy, name, value) for name, value in facts.items()}


def _fact(copy: Copy, name: str, value: Any) -> Any:
    if name == "stored":
        return [[copy.row_of(Deal, deal), number, digest] for deal, number, digest in value]
    if name == "book":
        return copy.book
    if name not in _NAMING or value is None:
        return value
    model = _NAMING[name]
    return (
        [copy.row_of(model, one) for one in value] if isinstance(value, list) else copy.row_of(model, value)
    )


# The evening.


class Edition:
    """An evening of which copies are made. It is read once."""

    def __init__(self, event: Tournament) -> None:
        self.event = Tournament.objects.select_related("book", "club").get(pk=event.pk)
        self.tables = [_CopiedRows.of(model, path, self.event) for model, path in _MODELS.items()]
        entries = LogEntry.objects.filter(book=self.event.book_id).select_related("words").order_by("number")
        self.first, *self.log = [_LogTemplate.of(entry) for entry in entries]
        places = EntryPlayer.objects.filter(tournament=self.event).order_by("entry__number", "position")
        self.players = list(places.values_list("player", flat=True))

    def set_up_at(self, starts: datetime) -> datetime:
        """Return when an evening that begins then is set up: as long before as the one that was played."""
        return starts - (_hour_of(self.event) - self.first.entry.at)

    @property
    def deals(self) -> int:
        return next(len(table.rows) for table in self.tables if table.model is Deal)

    def copy(self, by: Author, club: Club, plan: running.EventPlan, players: Sequence[Player]) -> Tournament:
        """Make a copy in a club; call it in a transaction. `plan` has its name and its day."""
        event = running.create_event(by, club, plan)
        copy = Copy(
            book=event.book_id,
            event=event.pk,
            later=_later(self.event, event),
            players=dict(zip(self.players, (player.pk for player in players), strict=True)),
            author=None if by.user is None else by.user.pk,
        )
        for table in self.tables:
            if table.model is not KeptRound:
                copy.shift[table.model] = _free_number(table)
            _insert(table.model, table.columns, table.copied(copy))
        self._end(event, copy)
        self._copy_log(event, copy)
        return event

    def _end(self, event: Tournament, copy: Copy) -> None:
        """Let the event end as the evening has ended."""
        for name in _ENDED:
            value = getattr(self.event, name)
            setattr(event, name, value + copy.later if isinstance(value, datetime) else value)
        event.save(update_fields=_ENDED)

    def _copy_log(self, event: Tournament, copy: Copy) -> None:
        book = Book.objects.get(pk=event.book_id)
        entries = list(self._entries(book, copy))
        LogEntry.objects.bulk_create(entries, batch_size=_BATCH)
        LogWords.objects.bulk_create(self._words(entries), batch_size=_BATCH)
        phones_until = self.event.book.phones_until
        book.phones_until = None if phones_until is None else phones_until + copy.later
        book.revision += len(entries)
        book.seal = seal_of_end(book.pk, book.entries, book.head)
        book.save(update_fields=["entries", "head", "seal", "revision", "phones_until"])

    def _entries(self, book: Book, copy: Copy) -> Iterator[LogEntry]:
        for template in self.log:
            at = template.entry.at + copy.later
            text = template.text(copy, at)
            book.entries, book.head = book.entries + 1, chain_hash(book.head, text)
            yield LogEntry(
                book_id=copy.book,
                number=book.entries,
                at=at,
                author_id=copy.author,
                act=template.entry.act,
                text=text,
                hash=book.head,
                seal=seal_of_entry(book.head),
                key=None if template.entry.key is None else uuid4(),
                fingerprint=template.entry.fingerprint,
            )

    def _words(self, entries: Sequence[LogEntry]) -> Iterator[LogWords]:
        for entry, template in zip(entries, self.log, strict=True):
            words = template.words
            yield LogWords(
                entry=entry,
                origin=words.origin,
                origin_salt=words.origin_salt,
                reason=words.reason,
                reason_salt=words.reason_salt,
                facts=words.facts,
            )


def _later(played: Tournament, event: Tournament) -> timedelta:
    """Return how much later an event begins than the one that was played."""
    return _hour_of(event) - _hour_of(played)


def _hour_of(event: Tournament) -> datetime:
    if event.starts_at is None:
        raise CannotBeCopied("an event without an hour")
    return event.starts_at


def _free_number(table: _CopiedRows) -> int:
    """Return what is added to the numbers of the rows, so that they come after all others."""
    if not table.rows:
        return 0
    at = next(at for at, column in enumerate(table.columns) if column.primary_key)
    highest = table.model._default_manager.aggregate(highest=Max("pk"))["highest"] or 0
    lowest: int = min(row[at] for row in table.rows)
    return int(highest) + 1 - lowest


def _insert(
    model: type[models.Model], columns: Sequence[models.Field[Any, Any]], rows: Iterator[Row]
) -> None:
    quoted = connection.ops.quote_name
    names = ", ".join(quoted(column.column) for column in columns)
    marks = ", ".join(["%s"] * len(columns))
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {quoted(model._meta.db_table)} ({names}) VALUES ({marks})",  # noqa: S608 (our names)
            list(rows),
        )


def let_numbers_go_on() -> None:
    """Tell the database from which numbers new rows go on."""
    statements = connection.ops.sequence_reset_sql(no_style(), list(_MODELS))
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
