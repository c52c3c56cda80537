"""Entries and their players whose first or last round moves with a round that is removed or put back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.db.models import Q

from clubs.books.writing import JsonValue
from clubs.models import LogEntry
from tournaments.models import Entry, EntryPlayer
from tournaments.running.session import OpenEvent


def move_entries_back(opened: OpenEvent, number: int) -> None:
    """Let those who come late play in the replacement of a removed round, and those who left by then not."""
    for entry in opened.event.entries.filter(from_round=number + 1).order_by("number"):
        _move(opened, entry, "from_round", number)
    for entry in opened.event.entries.filter(until_round=number).order_by("number"):
        _move(opened, entry, "until_round", number - 1)
    changes_hands = Q(places__from_round=number + 1) | Q(places__until_round=number)
    for entry in opened.event.entries.filter(changes_hands).distinct().order_by("number"):
        before = _stored_places(entry)
        _move_places_back(entry, number)
        opened.writing.log(
            "entry.places_moved", entry, before={"places": before}, after={"places": _stored_places(entry)}
        )


def _move_places_back(entry: Entry, number: int) -> None:
    """Who was to take a place over after the removed round has it in its replacement already.

    Nobody is a substitute from the first round on. Who gave a place away before any round keeps the row,
    which says for which rounds it was: none.
    """
    entry.places.filter(from_round=number + 1).update(from_round=number)
    entry.places.filter(until_round=number).update(until_round=number - 1)
    if number == 1:
        entry.places.filter(from_round=1).update(is_substitute=False)


def move_entries_again(opened: OpenEvent, removal: LogEntry) -> None:
    """Give the entries and players whose first or last round was moved with the removal their own again."""
    for entry, before in _moved_with(opened, removal, "entry.moved"):
        for field, number in before.items():
            _move(opened, entry, field, number)
    for entry, before in _moved_with(opened, removal, "entry.places_moved"):
        moved = _stored_places(entry)
        _write_places(entry, before["places"])
        opened.writing.log(
            "entry.places_moved", entry, before={"places": moved}, after={"places": before["places"]}
        )


def _moved_with(opened: OpenEvent, removal: LogEntry, act: str) -> Iterator[tuple[Entry, dict[str, Any]]]:
    """Yield the entries of these acts that followed from the removal, each with the facts before."""
    for logged in opened.event.book.log.filter(act=act, at=removal.at).order_by("number"):
        payload = json.loads(logged.text)
        entry = opened.event.entries.filter(pk=int(payload["subject"].partition(":")[2])).first()
        if entry is not None:
            yield entry, payload["before"]


def _move(opened: OpenEvent, entry: Entry, field: str, number: int) -> None:
    """Set `from_round` or `until_round` of an entry."""
    before = getattr(entry, field)
    setattr(entry, field, number)
    entry.save(update_fields=[field])
    opened.writing.log("entry.moved", entry, before={field: before}, after={field: number})


def _stored_places(entry: Entry) -> list[JsonValue]:
    """Return the row of each place, and from which round until which somebody has it."""
    places = entry.places.order_by("pk")
    return [[place.pk, place.from_round, place.until_round, place.is_substitute] for place in places]


def _write_places(entry: Entry, places: list[tuple[int, int, int | None, bool]]) -> None:
    for pk, from_round, until_round, is_substitute in places:
        EntryPlayer.objects.filter(entry=entry, pk=pk).update(
            from_round=from_round, until_round=until_round, is_substitute=is_substitute
        )
