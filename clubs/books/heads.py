"""Heads of the log that have left the house, on paper or in a file: does the log still hold them?

A head is the hash of an entry. It covers everything up to that entry: a log that was written again has
another one, whoever did it and with whatever key.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from clubs.books.state import state_of
from clubs.models import Book, LogEntry
from clubs.reports.codes import digest_beginning, log_code
from clubs.text.dates import short_datetime

_HASH: Final = re.compile(r"\b[0-9a-f]{64}\b")
_WHOLE: Final = 64  # hexadecimal digits of a hash
_BATCH: Final = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class NotedHead:
    """A head that was noted: its hash or the beginning of one, and its book where that is known."""

    digest: str
    book: int | None = None


def read_typed(typed: str) -> NotedHead | None:
    """Return the head of a code from paper, or of a whole hash; None for what is neither."""
    text = "".join(typed.split()).lower()
    if _HASH.fullmatch(text):
        return NotedHead(digest=text)
    beginning = digest_beginning(text)
    return NotedHead(digest=beginning) if beginning else None


def read_text(text: str) -> list[NotedHead]:
    """Return all hashes in a text."""
    return [NotedHead(digest=found) for found in _HASH.findall(text)]


def find_entry(head: NotedHead) -> LogEntry | None:
    """Return the entry with this hash."""
    missing = _WHOLE - len(head.digest)
    between = (head.digest + "0" * missing, head.digest + "f" * missing)
    return LogEntry.objects.filter(hash__range=between).select_related("book").order_by("pk").first()


def missing_heads(heads: Iterable[NotedHead], deleted: set[int]) -> Iterator[NotedHead]:
    """Yield the heads that no log holds; a book of which a club's log says that it was deleted has none."""
    noted = list(heads)
    for start in range(0, len(noted), _BATCH):
        batch = noted[start : start + _BATCH]
        wanted = [head.digest for head in batch]
        found = set(LogEntry.objects.filter(hash__in=wanted).order_by().values_list("hash", flat=True))
        yield from (head for head in batch if head.digest not in found and head.book not in deleted)


def present_heads() -> dict[int, str]:
    """Return the head of every log by its book."""
    return dict(Book.objects.exclude(head="").order_by("pk").values_list("pk", "head"))


def head_lines(books: Iterable[Book]) -> Iterator[str]:
    """Yield a line for each book with its head, as it is sent out of the house."""
    for book in books:
        state = state_of(book)
        if state is not None:
            name, time = f"{book.get_kind_display()} {book.pk}", short_datetime(state.at)
            yield f"{name} · {book.entries} · {time} · {log_code(book.head)} · {book.head}"
