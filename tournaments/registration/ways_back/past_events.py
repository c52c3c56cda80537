"""The event of a past act, and why an act on it cannot be taken back."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import NotNow
from clubs.books.ways_back import PastAct
from tournaments.models import Round, Tournament

CHANGED: Final = _lazy("It has been changed since.")
REMOVED: Final = _lazy("It has been removed.")
_DRAWN: Final = _lazy("A round has been drawn but not published: publish it first, or remove the draw.")
_OFFICIAL: Final = _lazy("The result is official.")
_SHOWN: Final = _lazy("The results are shown. Take that back first.")
NOT_LOGGED: Final = _lazy("The log of that time does not say what was there before.")


def event_of(act: PastAct, *, also_shown: bool = True) -> Tournament:
    """Return the event of an act; refuse what is official, and where it matters what is shown."""
    event = Tournament.objects.select_related("book", "club").get(book=act.book)
    if event.state == Tournament.State.OFFICIAL:
        raise NotNow(_OFFICIAL)
    if event.state == Tournament.State.PRELIMINARY and not also_shown:
        raise NotNow(_SHOWN)
    return event


def refuse_drawn(event: Tournament) -> None:
    if event.rounds.filter(state=Round.State.DRAWN).exists():
        raise NotNow(_DRAWN)
