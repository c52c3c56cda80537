"""The rows of an event as plain data, and rows made of it again.

A row names others by their numbers in the record: people and clubs by those of the content, all others by
their place among the rows of their model, from 1. What has not been stored yet gets its usual value.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import cached_property
from typing import Any, Final, cast

from django.core.exceptions import ValidationError
from django.db import models

from clubs.books.writing import canonical_json
from clubs.models import Book, Club, Player, User
from clubs.people import present_ids
from scoring.models import (
    Adjustment,
    Confirmation,
    Deal,
    DealVersion,
    Game,
    Hand,
    Juror,
    OwnDecision,
    OwnProtocol,
    Photo,
    Ruling,
    Seat,
    Side,
    Signature,
    Signing,
    Slip,
    WrittenWarning,
)
from tournaments.archive.numbering import Directory
from tournaments.models import (
    Entry,
    EntryPlayer,
    EventAdjustment,
    ListedResult,
    Pairing,
    PairingEntry,
    PlaceDecider,
    Round,
    RoundClock,
    TableMinutes,
    Tournament,
)

Row = dict[str, Any]
# The models, each after those that its rows name, and the path to the book or the event.
TABLES: Final[Mapping[type[models.Model], str]] = {
    Tournament: "pk",
    Entry: "tournament",
    EntryPlayer: "tournament",
    Game: "book",
    Side: "game__book",
    Seat: "side__game__book",
    Deal: "game__book",
    Ruling: "game__book",
    Juror: "ruling__game__book",
    DealVersion: "deal__game__book",
    Hand: "deal__game__book",
    Confirmation: "version__deal__game__book",
    OwnProtocol: "deal__game__book",
    Adjustment: "game__book",
    WrittenWarning: "game__book",
    OwnDecision: "game__book",
    Signing: "game__book",
    Signature: "signing__game__book",
    Slip: "game__book",
    Round: "tournament",
    Pairing: "round__tournament",
    PairingEntry: "round__tournament",
    RoundClock: "round__tournament",
    TableMinutes: "pairing__round__tournament",
    EventAdjustment: "tournament",
    ListedResult: "tournament",
    PlaceDecider: "tournament",
    Photo: "game__book",
}
# What does not travel: whose the event is, and what opens a table or a side, and calls.
LEFT_OUT: Final = frozenset(
    {
        *("Tournament.club", "Tournament.book", "Game.book", "Side.code", "Side.secret", "Photo.image"),
        # The other house gives everybody one number, also in what was signed.
        "Seat.entered_as",
        "TableMinutes.call",
        # The events with which it went together stay.
        "Tournament.gathering",
        # So do the sections and finals: what was carried over is in the charges.
        *("Tournament.whole", "Tournament.part", "Tournament.has_parts", "Tournament.counted_in_whole"),
        "Entry.source",
    }
)
# Of the mark of a phone only that it was one: the desk and the sheets tell by it what was written at a table.
_DEVICE, _A_PHONE = "device", "phone"
DRAWN: Final = ("strokes", "typed")


class BadRecord(Exception):
    """The record is none of an event; the message names the place."""


def table_name(model: type[models.Model]) -> str:
    return model.__name__


def travelling_fields(model: type[models.Model]) -> list[models.Field[Any, Any]]:
    """Return the fields of a model that are in the record."""
    return [
        one
        for one in model._meta.concrete_fields
        if not one.primary_key and f"{model.__name__}.{one.name}" not in LEFT_OUT
    ]


def _model_of(of: models.ForeignKey[Any, Any]) -> type[models.Model]:
    return cast("type[models.Model]", of.related_model)


# Out.


@dataclass
class RecordWriter:
    """The rows of an event being written, and the numbers of all that they name."""

    event: Tournament
    people: Directory
    signatures: bool = True
    photographs: bool = True
    numbers: dict[type[models.Model], dict[int, int]] = field(default_factory=dict)

    def rows(self) -> dict[str, list[Row]]:
        return {table_name(model): self._rows_of(model, path) for model, path in TABLES.items()}

    def _rows_of(self, model: type[models.Model], path: str) -> list[Row]:
        if model is Photo and not self.photographs:
            return []
        key = self.event.book_id if path.endswith("book") else self.event.pk
        found = list(model._default_manager.filter(**{path: key}).order_by("pk"))
        self.numbers[model] = {row.pk: number for number, row in enumerate(found, 1)}
        written = travelling_fields(model)
        return [{one.name: self._value(one, getattr(row, one.attname)) for one in written} for row in found]

    def _value(self, of: models.Field[Any, Any], value: Any) -> Any:
        if isinstance(of, models.ForeignKey):
            return None if value is None else self.number_of(_model_of(of), value)
        if of.name == _DEVICE:
            return _A_PHONE if value else ""
        if isinstance(value, datetime):
            return value.astimezone(UTC).isoformat()
        if isinstance(value, date):
            return value.isoformat()
        if of.model is Signature and of.name in DRAWN and not self.signatures:
            return of.get_default()
        return self._numbered(of, value)

    def number_of(self, model: type[models.Model], pk: int) -> int:
        if model is Player:
            return self.people.players.of(pk)
        if model is User:
            return self.people.officials.of(pk)
        return self.numbers[model][pk]

    def _number_of_signer(self, signer: int) -> int:
        return self.number_of(Player, self._present.get(signer, signer))

    @cached_property
    def _present(self) -> dict[int, int]:
        return present_ids()

    def _numbered(self, of: models.Field[Any, Any], value: Any) -> Any:
        """Return what was stored as JSON, with numbers in place of the rows that it names."""
        if of.model is Round and of.name == "draw_input":
            return with_clubs(value, lambda club: self.people.clubs.of(club))
        if of.model is Signing and of.name == "content":
            return with_signers(value, lambda game: self.number_of(Game, game), self._number_of_signer)
        if of.model is Signing and of.name == "approved_versions":
            return [self.number_of(DealVersion, version) for version in value]
        return value


def with_clubs(draw_input: Row, number: Callable[[int], int]) -> Row:
    """Return the input of a draw with other names of the clubs."""
    if not draw_input:
        return draw_input
    present = [
        one if one.get("club") is None else {**one, "club": number(one["club"])}
        for one in draw_input.get("present", ())
    ]
    return {**draw_input, "present": present}


def with_signers(content: Row, game: Callable[[int], int], player: Callable[[int], int]) -> Row:
    """Return the signed content of a protocol with other names of its game and its players."""
    signed = dict(content)
    if "game" in signed:
        signed["game"] = game(signed["game"])
    if "players" in signed:
        signed["players"] = [[player(one) for one in side] for side in signed["players"]]
    return signed


# In.


@dataclass(slots=True)
class RecordReader:
    """Rows made of a record, in the event's new book."""

    club: Club
    book: Book
    players: Mapping[int, int]
    officials: Mapping[int, int]
    clubs: Mapping[int, int]
    # The names of stored photographs, by their digest.
    images: Mapping[str, str] = field(default_factory=dict)
    made: dict[type[models.Model], list[int]] = field(default_factory=dict)

    def store(self, rows: Mapping[str, Sequence[Row]]) -> Tournament:
        """Store all rows, and return the event."""
        for model in TABLES:
            stored = [self._instance(model, row) for row in rows.get(table_name(model), ())]
            if model is Tournament and len(stored) != 1:
                raise BadRecord(table_name(model))
            model._default_manager.bulk_create(stored, batch_size=500)
            self.made[model] = [row.pk for row in stored]
        return Tournament.objects.select_related("club", "book").get(pk=self.made[Tournament][0])

    def _instance(self, model: type[models.Model], row: Row) -> models.Model:
        known = {one.name: one for one in travelling_fields(model)}
        if not isinstance(row, dict) or row.keys() - known.keys():
            raise BadRecord(table_name(model))
        values = {known[name].attname: self._value(known[name], value) for name, value in row.items()}
        if model is Tournament:
            values |= {"club_id": self.club.pk, "book_id": self.book.pk}
        elif model is Game:
            values["book_id"] = self.book.pk
        elif model is Photo:
            values["image"] = self.images[values["digest"]]
        elif model is Signing:
            values["digest"] = hashlib.sha256(canonical_json(values["content"]).encode()).hexdigest()
        elif model is Hand and values["base"] + values["cards"] != values["total"]:
            raise BadRecord(table_name(model))
        return model(**values)

    def _value(self, of: models.Field[Any, Any], value: Any) -> Any:
        place = f"{of.model.__name__}.{of.name}"
        if value is None:
            if not of.null:
                raise BadRecord(place)
            return None
        if isinstance(of, models.ForeignKey):
            return self.row_of(_model_of(of), value, place)
        if isinstance(of, models.JSONField):
            return self._named(of, value)
        if of.name == _DEVICE:
            return _A_PHONE if value else ""
        return _plain(of, value, place)

    def row_of(self, model: type[models.Model], number: Any, place: str = "") -> int:
        if not isinstance(number, int) or isinstance(number, bool) or number < 1:
            raise BadRecord(place)
        people = {Player: self.players, User: self.officials}.get(model)
        if people is not None:
            if number not in people:
                raise BadRecord(place)
            return people[number]
        made = self.made.get(model, [])
        if number > len(made):
            raise BadRecord(place)
        return made[number - 1]

    def _named(self, of: models.Field[Any, Any], value: Any) -> Any:
        if of.model is Round and of.name == "draw_input":
            return with_clubs(value, lambda club: self.clubs[club])
        if of.model is Signing and of.name == "content":
            return with_signers(
                value, lambda game: self.row_of(Game, game), lambda player: self.row_of(Player, player)
            )
        if of.model is Signing and of.name == "approved_versions":
            return [self.row_of(DealVersion, version) for version in value]
        return value


# The Python type of each kind of column, as the file has it.
_TYPES: Final[tuple[tuple[type[models.Field[Any, Any]], type], ...]] = (
    (models.BooleanField, bool),
    (models.IntegerField, int),
    (models.CharField, str),
    (models.TextField, str),
    (models.DateField, str),
)


def _plain(of: models.Field[Any, Any], value: Any, place: str) -> Any:
    """Return the value of a plain column, checked as a form would check it."""
    expected = next((kind for column, kind in _TYPES if isinstance(of, column)), None)
    if expected is None or type(value) is not expected:
        raise BadRecord(place)
    try:
        stored = of.to_python(value)
        of.run_validators(stored)
    except ValidationError as refusal:
        raise BadRecord(place) from refusal
    if isinstance(of, models.DateTimeField) and stored.tzinfo is None:
        raise BadRecord(place)
    if of.choices is not None and value not in _codes(of, value):
        raise BadRecord(place)
    return stored


def _codes(of: models.Field[Any, Any], value: Any) -> Iterator[Any]:
    """Yield the codes that a column may have; one that may be empty has "" too."""
    yield from (code for code, _label in of.flatchoices)
    if of.blank and value == "":
        yield ""
