"""The log of an event as lines of a file, and the proof of its chain.

Each line is an entry: its text as it was hashed, its hash, and what was typed, with the salts of the words.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from clubs.books.words import find_changed_word
from clubs.books.writing import CHAIN_START, canonical_json, chain_hash
from clubs.models import Book, LogEntry, LogWords
from tournaments.archive.origin import BROUGHT_IN, EXPORTED

_WORDS: Final = ("origin", "origin_salt", "reason", "reason_salt", "facts")


class BrokenLog(Exception):
    """The chain of a log is broken at an entry."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignLog:
    """A log whose chain is whole."""

    entries: int
    head: str
    # The hash of the first entry of the log that the event began with.
    origin: str
    # What the last entry says of the file.
    exported: dict[str, Any]


def log_lines(book: Book) -> bytes:
    """Return the log of a book as the lines of a file; where somebody typed from stays at home."""
    entries = LogEntry.objects.filter(book=book).select_related("words").order_by("number")
    return b"".join(f"{canonical_json(_line(entry))}\n".encode() for entry in entries.iterator(2000))


def _line(entry: LogEntry) -> dict[str, Any]:
    words = getattr(entry, "words", LogWords(facts={}))
    kept = {name: getattr(words, name) for name in _WORDS if not name.startswith("origin")}
    return {"hash": entry.hash, "text": entry.text, "words": kept}


def prove_log(lines: bytes) -> ForeignLog:
    """Prove the chain of a log from its first entry to its last. Raises BrokenLog."""
    number, last, first = 0, CHAIN_START, ""
    payload: dict[str, Any] = {}
    for number, line in enumerate(_lines(lines), 1):
        try:
            entry = json.loads(line)
            payload = json.loads(entry["text"])
            whole = (
                payload["number"] == number
                and chain_hash(last, entry["text"]) == entry["hash"]
                and not find_changed_word(payload, LogWords(**entry["words"]))
            )
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as broken:
            raise BrokenLog(number) from broken
        if not whole:
            raise BrokenLog(number)
        last = entry["hash"]
        first = first or _origin_of(payload, last)
    if payload.get("act") != EXPORTED:
        raise BrokenLog(number + 1)
    return ForeignLog(entries=number, head=last, origin=first, exported=payload["after"])


def _lines(lines: bytes) -> Iterable[bytes]:
    return lines.removesuffix(b"\n").split(b"\n") if lines else ()


def _origin_of(first: dict[str, Any], digest: str) -> str:
    """Return the hash that names an event everywhere: of an event that came in a file, that of the file."""
    return str(first["after"]["origin"]) if first["act"] == BROUGHT_IN else digest
