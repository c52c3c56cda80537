"""What is announced in the hall of an event until a given time, and the players who are called."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any, Final, NamedTuple, Self

from django.utils.translation import get_language

from tournaments.models import Tournament

# The text of an announcement that is the same in every language.
FOR_ALL: Final = ""
# So many are kept, with those that have ended: somebody may bring one back.
MAX_NOTICES: Final = 40


class NoticeKind(StrEnum):
    ANNOUNCEMENT = "announcement"
    CALL = "call"


class Notice(NamedTuple):
    """An announcement or a call, by its number in the event."""

    number: int
    kind: NoticeKind
    at: datetime
    until: datetime
    # Somebody has taken it back before its end.
    ended: bool = False
    # What is announced, by language.
    texts: Mapping[str, str] = {}
    # Who is called: the number of the entry, and which of its players; None for all of them.
    entry: int = 0
    player: int | None = None
    # The table to which they are called; None is the director's desk.
    table: int | None = None

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        moments = {name: datetime.fromisoformat(stored[name]) for name in ("at", "until")}
        return cls(**{**stored, **moments, "kind": NoticeKind(stored["kind"])})

    @property
    def data(self) -> dict[str, Any]:
        return {
            **self._asdict(),
            "at": self.at.isoformat(),
            "until": self.until.isoformat(),
            "texts": dict(self.texts),
        }

    def stands_at(self, moment: datetime) -> bool:
        return not self.ended and self.until > moment

    @property
    def text(self) -> str:
        """What is announced, in the language of the page if it was typed in it."""
        found = self.texts.get(get_language() or FOR_ALL) or self.texts.get(FOR_ALL)
        return found or next(iter(self.texts.values()), "")

    @property
    def other_texts(self) -> list[str]:
        """The same in the other languages in which it was typed."""
        return [text for text in self.texts.values() if text != self.text]


def notices_of(event: Tournament) -> list[Notice]:
    """Return everything that was announced, the latest last, also what has ended."""
    return [Notice.read(stored) for stored in event.notices]


def standing_notices(event: Tournament, kind: NoticeKind, moment: datetime) -> list[Notice]:
    """Return what stands at a moment, the latest first."""
    return [notice for notice in reversed(_read_of(event, kind)) if notice.stands_at(moment)]


def _read_of(event: Tournament, kind: NoticeKind) -> list[Notice]:
    return [Notice.read(stored) for stored in event.notices if stored["kind"] == kind]


def find_notice(event: Tournament, number: int) -> Notice | None:
    return next((notice for notice in notices_of(event) if notice.number == number), None)


def as_stored(notices: Iterable[Notice]) -> list[dict[str, Any]]:
    """Return notices as they are kept, without the oldest where there are many."""
    return [notice.data for notice in notices][-MAX_NOTICES:]


def with_changed(notices: Iterable[Notice], changed: Notice) -> Iterator[Notice]:
    return (changed if notice.number == changed.number else notice for notice in notices)
