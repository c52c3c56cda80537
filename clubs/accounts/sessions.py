"""Where an account is signed in: listed and ended one by one, and removed when they have ended."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from clubs.accounts.verbs import books_of_user, require_user
from clubs.books.refusals import NotNow
from clubs.books.writing import Author, retried, writing_together
from clubs.models import User

_SIGNED_IN: Final = "signed_in"
# Names of browsers and systems as their programs write them, the more special ones first.
_BROWSERS: Final = (("Edg", "Edge"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari"))
_SYSTEMS: Final = (
    *(("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows")),
    *(("Macintosh", "Mac"), ("Linux", "Linux")),
)


@dataclass(frozen=True, slots=True)
class ListedSession:
    """A session as its owner sees it. Its key is shown to nobody: `code` only tells it from others."""

    code: str
    device: str
    since: datetime | None
    is_this: bool


def note_sign_in(request: HttpRequest) -> None:
    """Note in a new session when and on what it began."""
    began = {"at": timezone.now().isoformat(), "on": device_of(request)}
    request.session[_SIGNED_IN] = began


def device_of(request: HttpRequest) -> str:
    """Return the browser and the system of a request, as far as they are known."""
    agent = request.headers.get("User-Agent", "")
    found = (_first_in(agent, names) for names in (_BROWSERS, _SYSTEMS))
    return ", ".join(name for name in found if name)


def _first_in(agent: str, names: tuple[tuple[str, str], ...]) -> str:
    return next((name for mark, name in names if mark in agent), "")


def sessions_of(user: User, this: str, now: datetime) -> list[ListedSession]:
    """Return the sessions of a user that go on, the present one first, then the latest."""
    listed = [_listed(session, data, this) for session, data in _stored(user, now)]
    latest = sorted(listed, key=lambda one: one.since.timestamp() if one.since else 0, reverse=True)
    return sorted(latest, key=lambda one: not one.is_this)


def _listed(session: Session, data: dict[str, Any], this: str) -> ListedSession:
    began = data.get(_SIGNED_IN, {})
    return ListedSession(
        _code(session.session_key),
        began.get("on") or _("unknown device"),
        datetime.fromisoformat(began["at"]) if began else None,
        session.session_key == this,
    )


def _stored(user: User, now: datetime) -> Iterator[tuple[Session, dict[str, Any]]]:
    """Yield the sessions of a user that are still good: a new password has ended those before it."""
    good = user.get_session_auth_hash()
    for session in Session.objects.filter(expire_date__gt=now):
        data = session.get_decoded()
        is_own = data.get(SESSION_KEY) == str(user.pk) and BACKEND_SESSION_KEY in data
        if is_own and constant_time_compare(data.get(HASH_SESSION_KEY, ""), good):
            yield session, data


def _code(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()[:16]


@retried
def end_session(by: Author, code: str) -> None:
    """End a session of the author, on whatever device it is."""
    user = require_user(by)
    with writing_together(books_of_user(user), by) as acts:
        ended = [session for session, _data in _stored(user, by.at) if _code(session.session_key) == code]
        if not ended:
            raise NotNow(_("This device is signed out already."))
        for session in ended:
            session.delete()
        for act in acts.values():
            act.log("session.ended", user)


def remove_ended_sessions(now: datetime) -> None:
    """Remove the sessions whose time is over."""
    Session.objects.filter(expire_date__lte=now).delete()
