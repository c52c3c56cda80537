"""The seal of a log: keyed hashes of its entries and of its end. The key lies outside the database.

Whoever has the database alone can compute the whole chain again, but not the seals. The end has a seal of
its own, which the next act replaces: a log whose last acts were cut off does not end in it. An act in a book
whose seal does not hold is recorded, and not sealed: nothing that was changed by hand is sealed with it.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Any, Final

from django.conf import settings

from clubs.models import Book, Club

_MARK_LENGTH: Final = 8


def key_mark() -> str:
    """Return a mark that identifies the key without revealing it; "" without a key."""
    if not settings.LOG_KEY:
        return ""
    digest = hashlib.sha256(b"talon log key\n" + settings.LOG_KEY.encode()).hexdigest()
    return digest[:_MARK_LENGTH]


def seal_of_entry(digest: str) -> str:
    """Return the seal of an entry with this hash; "" without a key."""
    return _keyed_hash("entry", digest)


def seal_of_end(book: int, entries: int, head: str) -> str:
    """Return the seal of the end of a log, with the mark of the key; "" without a key."""
    seal = _keyed_hash("end", str(book), str(entries), head)
    return f"{key_mark()}.{seal}" if seal else ""


def mark_of_seal(seal: str) -> str:
    """Return the mark of the key with which the end of a log was sealed; "" if it was not."""
    return seal.partition(".")[0]


def is_sealed(book: Book) -> bool:
    """Tell whether the seal of a book holds: it was made with this key, and for this end of the log."""
    expected = seal_of_end(book.pk, book.entries, book.head)
    return bool(expected) and hmac.compare_digest(book.seal, expected)


def is_seal_of_entry(seal: str, digest: str) -> bool:
    return bool(seal) and hmac.compare_digest(seal, seal_of_entry(digest))


def create_book(kind: Book.Kind, club: Club, **fields: Any) -> Book:
    """Create a book whose log is sealed from its first entry on."""
    book = Book.objects.create(kind=kind, club=club, **fields)
    book.seal = seal_of_end(book.pk, book.entries, book.head)
    if book.seal:
        book.save(update_fields=["seal"])
    return book


def _keyed_hash(*parts: str) -> str:
    if not settings.LOG_KEY:
        return ""
    return hmac.new(settings.LOG_KEY.encode(), "\n".join(parts).encode(), hashlib.sha256).hexdigest()
