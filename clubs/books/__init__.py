"""Books: their revision, roles and log, and the transaction of every write."""

from clubs.books.writing import (
    BOOK_AND_KEY_FOR_UPDATE,
    BOOK_FOR_UPDATE,
    ENTRY_BY_KEY,
    MAX_TRIES,
    Author,
    book_finders,
)

__all__ = [
    "BOOK_AND_KEY_FOR_UPDATE",
    "BOOK_FOR_UPDATE",
    "ENTRY_BY_KEY",
    "MAX_TRIES",
    "Author",
    "archiving",
    "book_finders",
    "chapters",
    "heads",
    "log",
    "log_wording",
    "lost_revisions",
    "new_books",
    "officials",
    "paper_check",
    "permissions",
    "refusals",
    "removal",
    "sealing",
    "signals",
    "state",
    "verification",
    "ways_back",
    "words",
    "writing",
]
