"""The fields of clubs and players that users edit, and how they are stored."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import date

from clubs.books.refusals import Conflict
from clubs.models import Club, Player
from clubs.text.alphabet import tidy


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubDetails:
    """The fields of a club that a user edits."""

    name: str
    short_name: str = ""
    place: str = ""
    language: str = "sv"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerDetails:
    """The fields of a player that a user edits."""

    given_name: str
    family_name: str
    licence: str = ""
    # The last day on which the licence is valid; None where no end is known.
    licence_until: date | None = None
    language: str = ""
    may_publish: bool = False


def tidy_fields(details: ClubDetails | PlayerDetails) -> dict[str, str | bool | date | None]:
    return {name: tidy(value) if isinstance(value, str) else value for name, value in asdict(details).items()}


def set_fields(row: Club | Player, values: dict[str, str | bool | date | None]) -> None:
    for name, value in values.items():
        setattr(row, name, value)


def refuse_stale(row: Club | Player, version: int) -> None:
    """Raise Conflict if the row has changed since `version`."""
    if row.version != version:
        raise Conflict(row)
