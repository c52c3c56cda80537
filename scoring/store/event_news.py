"""What the event of a game tells at its table: which round it is, how its sides stand, where they sit next.

An app with events registers its functions here. Names are full: everybody at the table sees who sits there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from clubs.models import Book, Club
from clubs.plugins.hooks import HookList
from clubs.web.extensions import PageSection
from scoring.models import Game


class Announced(Protocol):
    """What is announced in the hall until a given time, also in other languages."""

    @property
    def text(self) -> str: ...

    @property
    def other_texts(self) -> Sequence[str]: ...

    @property
    def until(self) -> datetime: ...


@dataclass(frozen=True, slots=True)
class EventOfGame:
    """The event and the round of a game, with their pages, and what is announced there."""

    title: str
    address: str
    round: str
    round_address: str
    # What the event shows above the game, such as its clock.
    section: PageSection | None = None
    # What each side is asked before a deal once the clock has given its signal, as its page finds out.
    question: str = ""
    announcements: Sequence[Announced] = ()
    # What else those at the table need to know, such as with how many points a side begins.
    remarks: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class EntryNews:
    """What those who have played at a table are told: where they sit next, and how they stand."""

    name: str
    seats: Sequence[str]
    standing: str


@dataclass(frozen=True, slots=True)
class EventWithCards:
    """An event that is not over, for which the cards of tables may be made."""

    book: Book
    title: str


event_finders: HookList[Callable[[Game], EventOfGame | None]] = HookList()
# The news of those who play the game; before it has begun, of those who played here in the round before.
after_the_game: HookList[Callable[[Game], Sequence[EntryNews]]] = HookList()
before_the_game: HookList[Callable[[Game], Sequence[EntryNews]]] = HookList()
# What an event says of a game on its public page; the names of its sides are given.
about_the_game: HookList[Callable[[Game, Sequence[str]], Sequence[str]]] = HookList()
# The events of a club that are not over.
card_event_finders: HookList[Callable[[Club], Sequence[EventWithCards]]] = HookList()


def events_with_cards(club: Club) -> list[EventWithCards]:
    return [event for find in card_event_finders for event in find(club)]
