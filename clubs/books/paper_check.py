"""What the log says of a code from paper: whether it still holds what it held when the paper was made."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from clubs.books.heads import NotedHead, find_entry
from clubs.books.verification import verify_log
from clubs.models import Book


class PaperAnswer(Enum):
    """The answers to a code from paper."""

    UNKNOWN = "unknown"
    # The log knows the code, but something in it was changed by hand.
    CHANGED_BY_HAND = "changed_by_hand"
    NOTHING_SINCE = "nothing_since"
    ACTS_SINCE = "acts_since"


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperCheck:
    """An answer, with what it is about; it names nobody, and no event."""

    answer: PaperAnswer
    kind: str = ""
    at: datetime | None = None
    revision: int = 0
    acts_since: int = 0


def check_paper(head: NotedHead) -> PaperCheck:
    """Look a head up, and verify the log that holds it."""
    entry = find_entry(head)
    if entry is None:
        return PaperCheck(answer=PaperAnswer.UNKNOWN)
    broken = [fault for fault in verify_log(entry.book_id).broken if not fault.is_unsealed]
    book = Book.objects.get(pk=entry.book_id)
    acts_since = book.entries - entry.number
    answer = PaperAnswer.ACTS_SINCE if acts_since else PaperAnswer.NOTHING_SINCE
    return PaperCheck(
        answer=PaperAnswer.CHANGED_BY_HAND if broken else answer,
        kind=str(Book.Kind(book.kind).label),
        at=entry.at,
        revision=book.revision,
        acts_since=acts_since,
    )
