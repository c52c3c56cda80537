"""Django's sessions in the database, which ignore a cookie that cannot be a session key.

A cookie can have any character, even a zero byte, for which PostgreSQL raises an error instead of finding
nothing. The query is compiled once: every page of somebody signed in begins with it.
"""

from typing import Final

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from clubs.db.prepared import PreparedQuery

_SESSION: Final = PreparedQuery(lambda key: Session.objects.filter(session_key=key), str)


class SessionStore(db.SessionStore):
    def __init__(self, session_key: str | None = None) -> None:
        super().__init__(session_key if _could_be_key(session_key) else None)

    def _get_session_from_db(self) -> Session | None:
        """Return the stored session; one that is unknown or over is forgotten, as Django forgets it."""
        session = _SESSION.first(self.session_key) if self.session_key else None
        if session is None or session.expire_date <= timezone.now():
            self._session_key = None
            return None
        return session


def _could_be_key(key: str | None) -> bool:
    """Return whether a key consists of letters and digits, as Django's keys do."""
    return key is not None and key.isascii() and key.isalnum()
