"""The ways back of what is announced and shown in the hall."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.timezone import now
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.permissions import RECORDERS
from clubs.books.refusals import NotNow
from clubs.books.ways_back import NoWayBack, PastAct, Undo, WayBack
from tournaments import running
from tournaments.models import Tournament
from tournaments.play.notices import find_notice
from tournaments.play.screens import HallScreen, find_screen
from tournaments.registration.ways_back.past_events import CHANGED

_OVER: Final = _lazy("Its time is over: it is shown no longer.")


def _event(act: PastAct) -> Tournament:
    return Tournament.objects.select_related("book", "club").get(book=act.book)


def _notice(act: PastAct) -> tuple[Tournament, int]:
    event, number = _event(act), int(act.after["notice_number"])
    notice = find_notice(event, number)
    if notice is None or notice.until <= now():
        raise NotNow(_OVER)
    return event, number


def _shown_notice(act: PastAct) -> Undo:
    event, number = _notice(act)
    return Undo(lambda by, _reason, _key: running.end_notice(by, event, number), asks_reason=False)


def _ended_notice(act: PastAct) -> Undo:
    event, number = _notice(act)
    return Undo(lambda by, _reason, _key: running.bring_notice_back(by, event, number), asks_reason=False)


def _changed_screen(act: PastAct) -> Undo:
    event, number, shown = _event(act), int(act.after["screen"]), act.before["shows"]
    now_shown = find_screen(event, number)
    if (None if now_shown is None else now_shown.data) != act.after["shows"]:
        raise NotNow(CHANGED)
    if shown is None:
        return Undo(lambda by, _reason, _key: running.remove_screen(by, event, number), asks_reason=False)
    screen = HallScreen.read(shown)
    return Undo(lambda by, _reason, _key: running.set_screen(by, event, screen), asks_reason=False)


def _removed_screen(act: PastAct) -> Undo:
    event, screen = _event(act), HallScreen.read(act.before["shows"])
    if find_screen(event, screen.number) not in (None, HallScreen.usual(screen.number)):
        raise NotNow(CHANGED)
    return Undo(lambda by, _reason, _key: running.set_screen(by, event, screen), asks_reason=False)


_TAKES_BACK: Final = _lazy("Takes it off all phones and screens.")

WAYS_BACK: Final[Mapping[str, WayBack | NoWayBack]] = {
    "notice.announced": WayBack(_TAKES_BACK, _shown_notice, ("notice.ended",), "notice_number"),
    "notice.called": WayBack(_TAKES_BACK, _shown_notice, ("notice.ended",), "notice_number", needs=RECORDERS),
    "notice.ended": WayBack(
        _lazy("Shows it again."), _ended_notice, ("notice.brought_back",), "notice_number", needs=RECORDERS
    ),
    "notice.brought_back": WayBack(
        _TAKES_BACK, _shown_notice, ("notice.ended",), "notice_number", needs=RECORDERS
    ),
    "screen.set": WayBack(_lazy("Lets the screen show what it showed before."), _changed_screen),
    "screen.removed": WayBack(_lazy("Brings the screen back."), _removed_screen),
}
