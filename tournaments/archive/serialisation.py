"""The canonical bytes of an event's content, and their hash.

The bytes are JSON in UTF-8 without blanks. The names of each object are sorted by their characters, and each
list has the order that docs/event-content.md gives.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

from clubs.books.writing import JsonValue, canonical_json
from tournaments.archive.content import EventContent
from tournaments.archive.loading import load_content
from tournaments.models import Tournament

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def event_content(event: Tournament) -> bytes:
    """Return the canonical bytes of an event as it is stored now."""
    return content_bytes(load_content(event))


def content_hash(event: Tournament) -> str:
    """Return the SHA-256 of the canonical bytes: `sha256sum` of the file gives the same."""
    return hashlib.sha256(event_content(event)).hexdigest()


def content_bytes(content: EventContent) -> bytes:
    return canonical_json(as_data(content)).encode()


def as_data(content: DataclassInstance) -> dict[str, JsonValue]:
    """Return the content, or a part of it, as JSON has it."""
    return {field.name: _value_as_data(getattr(content, field.name)) for field in fields(content)}


def _value_as_data(value: Any) -> JsonValue:
    """Return a value as JSON has it; anything that JSON writes in several ways is a TypeError."""
    if is_dataclass(value) and not isinstance(value, type):
        return as_data(value)
    if isinstance(value, Mapping):
        return {name: _value_as_data(part) for name, part in value.items()}
    if isinstance(value, tuple | list):
        return [_value_as_data(part) for part in value]
    if value is None or isinstance(value, str | int):
        return value
    raise TypeError(f"{value!r} has no canonical spelling")
