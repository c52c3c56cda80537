"""Letters of an event or a league: stored with the act that they are about, and sent by the worker.

What a letter says may open a page, so it is sealed with a key that follows from the secret of the
installation, and deleted once it has been sent.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from cryptography.fernet import Fernet
from django.conf import settings
from django.core.mail import EmailMessage
from django.utils import timezone

from tournaments.models import League, NoticeAddress, OutgoingLetter, Signup, Tournament

# A letter that has not arrived by then is of no use any more; the director has seen it for long.
TRIED_FOR: Final = timedelta(days=2)
_DELAYS: Final = (5, 60, 300, 900)  # seconds until the next attempt; then always the last one


@dataclass(frozen=True, slots=True, kw_only=True)
class PostedLetter:
    """A mail, and the sign-up or the address that it is about."""

    to: str
    subject: str
    body: str
    signup: Signup | None = None
    address: NoticeAddress | None = None
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def message(self) -> EmailMessage:
        return EmailMessage(self.subject, self.body, to=[self.to], headers=dict(self.headers))


def put_letters(event: Tournament, letters: Iterable[PostedLetter]) -> int:
    """Put letters of an event on their way, in the transaction of whoever asks; return how many.

    Without a mail server there are none.
    """
    return _put(letters, tournament=event)


def put_league_letters(league: League, letters: Iterable[PostedLetter]) -> int:
    """Put letters of a league on their way, as those of an event."""
    return _put(letters, league=league)


def _put(letters: Iterable[PostedLetter], **of: Any) -> int:
    if not settings.EMAIL_HOST:
        return 0
    now = timezone.now()
    rows = [
        OutgoingLetter(
            **of,
            signup=letter.signup,
            address=letter.address,
            to=letter.to,
            sealed=_seal(letter),
            made_at=now,
            next_at=now,
            until=now + TRIED_FOR,
        )
        for letter in letters
    ]
    OutgoingLetter.objects.bulk_create(rows)
    return len(rows)


def open_letter(row: OutgoingLetter) -> PostedLetter:
    """Return a stored letter. Raises cryptography's InvalidToken where the secret has changed since."""
    words = json.loads(_fernet().decrypt(row.sealed.encode()))
    return PostedLetter(to=row.to, **words)


def next_attempt(now: datetime, attempts: int) -> datetime:
    return now + timedelta(seconds=_DELAYS[min(attempts, len(_DELAYS)) - 1])


def _seal(letter: PostedLetter) -> str:
    words = {"subject": letter.subject, "body": letter.body, "headers": dict(letter.headers)}
    return _fernet().encrypt(json.dumps(words).encode()).decode()


def _fernet() -> Fernet:
    digest = hashlib.sha256(b"talon letters\n" + settings.SECRET_KEY.encode()).digest()
    return Fernet(base64.urlsafe_b64encode(digest))


# What has not arrived.


@dataclass(frozen=True, slots=True)
class LostLetter:
    """A letter that has not arrived: it was refused, given up, or is tried again."""

    to: str
    made_at: datetime
    refused: bool
    is_tried: bool
    until: datetime


def lost_letters(event: Tournament) -> list[LostLetter]:
    """Return of each address the latest letter to those who signed up, if it has not arrived."""
    latest: dict[str, OutgoingLetter] = {}
    for row in OutgoingLetter.objects.filter(tournament=event, signup__isnull=False).order_by("pk"):
        latest[row.to] = row
    return [
        LostLetter(row.to, row.made_at, row.refused, row.state == OutgoingLetter.State.WAITING, row.until)
        for row in latest.values()
        if row.state == OutgoingLetter.State.FAILED
        or (row.state == OutgoingLetter.State.WAITING and row.attempts)
    ]
