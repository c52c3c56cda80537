"""The ways back of events that go together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import NotNow
from clubs.books.ways_back import NoWayBack, PastAct, Undo, WayBack
from tournaments import gatherings
from tournaments.gatherings.making import plan_of
from tournaments.models import Gathering
from tournaments.registration.ways_back.past_events import CHANGED


def _gathering(act: PastAct) -> Gathering:
    return Gathering.objects.select_related("club").get(pk=act.row)


def _made(act: PastAct) -> Undo:
    gathering = _gathering(act)
    if plan_of(gathering).facts != act.after:
        raise NotNow(CHANGED)
    return Undo(lambda by, _reason, _key: gatherings.dissolve_gathering(by, gathering), asks_reason=False)


def _changed(act: PastAct) -> Undo:
    gathering = _gathering(act)
    if gathering.dissolved_at is not None or plan_of(gathering).facts != act.after:
        raise NotNow(CHANGED)
    return Undo(
        lambda by, _reason, _key: gatherings.put_gathering_back(by, gathering, act.before, act.after),
        asks_reason=False,
    )


def _dissolved(act: PastAct) -> Undo:
    gathering = _gathering(act)
    return Undo(
        lambda by, _reason, _key: gatherings.restore_gathering(by, gathering, act.before), asks_reason=False
    )


WAYS_BACK: Final[Mapping[str, WayBack | NoWayBack]] = {
    "gathering.made": WayBack(
        _lazy("Lets the events go separate ways again."), _made, ("gathering.dissolved",)
    ),
    "gathering.changed": WayBack(_lazy("Brings the name and the events before back."), _changed),
    "gathering.dissolved": WayBack(
        _lazy("Brings the events together again, at the same address."), _dissolved, ("gathering.restored",)
    ),
    "gathering.restored": NoWayBack(_lazy("Let the events go separate ways again.")),
}
