"""Books: revision, roles and log, and the one way to write in them."""

from clubs.books.writing import LOCKED, SENT, TRIES, Author, shown_in

__all__ = [
    "LOCKED",
    "SENT",
    "TRIES",
    "Author",
    "log",
    "log_wording",
    "permissions",
    "refusals",
    "shown_in",
    "verification",
    "writing",
]
