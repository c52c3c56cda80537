"""The screens of the hall of an event: which pages each shows in turn, and how long."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple, Self

from django.db import models
from django.utils.translation import gettext_lazy as _lazy

from tournaments.models import Tournament

# The screen that every event has without anybody setting one up.
FIRST_SCREEN: Final = 1
MAX_SCREENS: Final = 9
DEFAULT_SECONDS: Final = 15
MIN_SECONDS: Final = 3
MAX_SECONDS: Final = 600


class PageKind(models.TextChoices):
    """What a screen can show, in the order in which it shows it. `tournaments.screen.pages` builds each."""

    CALLS = "calls", _lazy("Calls for players")
    ANNOUNCEMENTS = "announcements", _lazy("Announcements")
    CLOCK = "clock", _lazy("Clock of the round")
    TABLES = "tables", _lazy("Where to sit, by table")
    NAMES = "names", _lazy("Where to sit, by name")
    PLAYING = "playing", _lazy("Tables that are still playing")
    STANDINGS = "standings", _lazy("Standings")
    BRACKET = "bracket", _lazy("Bracket of a knock-out")
    PROGRAMME = "programme", _lazy("Programme")
    PRIZES = "prizes", _lazy("Prize giving, from the last place")


class HallScreen(NamedTuple):
    """A screen by its number: the seconds for each of its pages, whether the hall is dark, its language.

    Without a language it is in that of the browser.
    """

    number: int
    pages: Mapping[str, int]
    dark: bool = False
    language: str = ""

    @classmethod
    def usual(cls, number: int) -> Self:
        """A screen that shows whatever there is."""
        return cls(number, {kind.value: DEFAULT_SECONDS for kind in PageKind})

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        return cls(stored["number"], stored["pages"], stored["dark"], stored["language"])

    @property
    def data(self) -> dict[str, Any]:
        return {**self._asdict(), "pages": dict(self.pages)}

    @property
    def kinds(self) -> list[PageKind]:
        """Its pages in the order in which they are shown."""
        return [kind for kind in PageKind if kind.value in self.pages]


def screens_of(event: Tournament) -> list[HallScreen]:
    """Return the screens of an event by their numbers; the first is always there."""
    stored = {screen.number: screen for screen in map(HallScreen.read, event.screens)}
    stored.setdefault(FIRST_SCREEN, HallScreen.usual(FIRST_SCREEN))
    return [stored[number] for number in sorted(stored)]


def find_screen(event: Tournament, number: int) -> HallScreen | None:
    return next((screen for screen in screens_of(event) if screen.number == number), None)


def free_number(event: Tournament) -> int | None:
    """Return the number of the next screen that is added; None where there are enough."""
    taken = {screen.number for screen in screens_of(event)}
    return next((number for number in range(1, MAX_SCREENS + 1) if number not in taken), None)


def as_stored(screens: Iterable[HallScreen]) -> list[dict[str, Any]]:
    return [screen.data for screen in sorted(screens)]
