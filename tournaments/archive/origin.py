"""Where an event that was brought in comes from: the first entry of its log says so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from clubs.books.chapters import SEALED
from tournaments.models import Tournament

BROUGHT_IN: Final = "event.brought_in"
EXPORTED: Final = "event.exported"


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """What the log of an event says of the file that it came in."""

    # The hash of the first entry of the log that the event began with: the same in every installation.
    origin: str
    # The length and the last hash of the log in the file.
    entries: int
    head: str
    # The SHA-256 of the content, and of the file that is kept.
    content: str
    file: str
    # How many acts of the log in the file are repeated after the first entry.
    repeated: int

    @property
    def file_name(self) -> str:
        """The name under which the file is kept."""
        return kept_file_name(self.file)


def kept_file_name(digest: str) -> str:
    return f"events/{digest}.zip"


def load_origin(event: Tournament) -> Origin | None:
    """Load where an event comes from; None if it was set up here."""
    first = event.book.log.filter(number=1, act=BROUGHT_IN).first()
    if first is None:
        return None
    facts: dict[str, Any] = first.facts
    return Origin(**{name: facts[name] for name in Origin.__dataclass_fields__})


def is_as_brought_in(event: Tournament) -> bool:
    """Whether an event was brought in, and nothing was done in it since but taking it along again."""
    origin = load_origin(event)
    if origin is None:
        return False
    since = event.book.log.filter(number__gt=1 + origin.repeated)
    return not since.exclude(act__in=(EXPORTED, SEALED)).exists()
