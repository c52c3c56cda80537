"""Django's sessions in the database, which ignore a cookie that cannot be a session key.

A cookie can have any character, even a zero byte, for which PostgreSQL raises an error instead of finding
nothing.
"""

from django.contrib.sessions.backends import db


class SessionStore(db.SessionStore):
    def __init__(self, session_key: str | None = None) -> None:
        super().__init__(session_key if _could_be_key(session_key) else None)


def _could_be_key(key: str | None) -> bool:
    """Return whether a key consists of letters and digits, as Django's keys do."""
    return key is not None and key.isascii() and key.isalnum()
