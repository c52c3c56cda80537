"""Sessions in the database, as Django keeps them; a cookie that cannot name one is as good as none.

A cookie may spell any character, also a zero byte, which PostgreSQL refuses with an error instead of finding
nothing.
"""

from django.contrib.sessions.backends import db


class SessionStore(db.SessionStore):
    def __init__(self, session_key: str | None = None) -> None:
        super().__init__(session_key if _could_be_key(session_key) else None)


def _could_be_key(key: str | None) -> bool:
    """Django makes keys of small letters and figures."""
    return key is not None and key.isascii() and key.isalnum()
