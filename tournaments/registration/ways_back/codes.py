"""The ways back of acts on the codes of entries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import NotNow
from clubs.books.ways_back import NoWayBack, PastAct, Undo, WayBack
from tournaments import personal
from tournaments.personal import making
from tournaments.registration.ways_back.past_events import CHANGED, event_of


def _made(act: PastAct) -> Undo:
    event = event_of(act, also_shown=True)
    before, made = int(act.before["code_set"]), int(act.after["code_set"])
    if event.code_set != made:
        raise NotNow(CHANGED)
    return Undo(
        lambda by, _reason, _key: personal.put_codes_back(by, event, before, instead_of=made),
        asks_reason=False,
    )


WAYS_BACK: Final[Mapping[str, WayBack | NoWayBack]] = {
    making.MADE: WayBack(
        _lazy("Lets the codes before be valid again, or none."), _made, (making.PUT_BACK,), "code_set"
    ),
    making.PUT_BACK: NoWayBack(_lazy("Make new codes.")),
}
