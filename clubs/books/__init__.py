"""Books: revision, roles and log, and the one way to write in them."""

from clubs.books.writing import LOCKED, SENT, TRIES, Author, book_finders

__all__ = [
    "LOCKED",
    "SENT",
    "TRIES",
    "Author",
    "book_finders",
    "log",
    "log_wording",
    "permissions",
    "refusals",
    "verification",
    "writing",
]
