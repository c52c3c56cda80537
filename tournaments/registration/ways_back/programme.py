"""The ways back of acts on the programme of an event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import NotNow
from clubs.books.ways_back import NoWayBack, PastAct, Undo, WayBack
from tournaments import running
from tournaments.registration.ways_back.past_events import CHANGED, event_of
from tournaments.running import programme

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


def _act_on_programme(act: PastAct) -> Undo:
    event = event_of(act, also_shown=True)
    if event.programme != act.after["programme"]:
        raise NotNow(CHANGED)
    return Undo(
        lambda by, _reason, _key: running.put_programme_back(by, event, act.before, act.after),
        asks_reason=False,
    )


def _on_programme(label: _StrPromise) -> WayBack:
    return WayBack(label, _act_on_programme, (programme.PUT_BACK,), about=programme.ACT_OF_PROGRAMME)


WAYS_BACK: Final[Mapping[str, WayBack | NoWayBack]] = {
    programme.PROGRAMME_MADE: _on_programme(_lazy("Brings back the programme that was there before.")),
    programme.LINE_SET: _on_programme(_lazy("Writes down the line that was there before.")),
    programme.LINE_REMOVED: _on_programme(_lazy("Brings the line back.")),
    programme.MOVED: _on_programme(_lazy("Moves the programme back.")),
    programme.PUT_BACK: NoWayBack(_lazy("Move or change the programme again.")),
}
