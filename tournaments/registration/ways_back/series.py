"""The ways back of acts on a series."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import NotNow
from clubs.books.ways_back import NoWayBack, PastAct, Undo, WayBack
from tournaments import series
from tournaments.models import Series
from tournaments.registration.ways_back.past_events import CHANGED

_REMOVED: Final = _lazy("The series has been removed.")


def _found(act: PastAct) -> Series:
    return Series.objects.select_related("club").get(pk=act.row)


def _listed(act: PastAct) -> Series:
    """Return a series that is in the list."""
    found = _found(act)
    if found.removed_at is not None:
        raise NotNow(_REMOVED)
    return found


def _made(act: PastAct) -> Undo:
    found = _listed(act)
    if series.plan_of(found) != series.plan_from(act.after):
        raise NotNow(CHANGED)
    return Undo(lambda by, _reason, _key: series.remove_series(by, found), asks_reason=False)


def _changed(act: PastAct) -> Undo:
    found = _listed(act)
    if series.plan_of(found) != series.plan_from(act.after):
        raise NotNow(CHANGED)
    if found.is_closed:
        raise NotNow(_lazy("The series is closed. Open it again first."))
    before, version = series.plan_from(act.before), found.version
    return Undo(lambda by, _reason, _key: series.change_series(by, found, before, version), asks_reason=False)


def _closed(act: PastAct) -> Undo:
    found = _listed(act)
    if not found.is_closed:
        raise NotNow(_lazy("The series is not closed."))
    return Undo(lambda by, _reason, _key: series.reopen_series(by, found), asks_reason=False)


def _reopened(act: PastAct) -> Undo:
    found = _listed(act)
    if found.is_closed:
        raise NotNow(_lazy("The series is closed already."))
    return Undo(lambda by, _reason, _key: series.close_series(by, found), asks_reason=False)


def _removed(act: PastAct) -> Undo:
    found = _found(act)
    if found.removed_at is None:
        raise NotNow(_lazy("The series is in the list."))
    return Undo(lambda by, _reason, _key: series.bring_series_back(by, found), asks_reason=False)


def _brought_back(act: PastAct) -> Undo:
    found = _listed(act)
    return Undo(lambda by, _reason, _key: series.remove_series(by, found), asks_reason=False)


WAYS_BACK: Final[Mapping[str, WayBack | NoWayBack]] = {
    "series.made": WayBack(
        _lazy("Takes the series off the list; its events stay as they are."), _made, ("series.removed",)
    ),
    "series.changed": WayBack(_lazy("Brings back what was agreed on before."), _changed),
    "series.closed": WayBack(_lazy("Lets further evenings come in again."), _closed, ("series.reopened",)),
    "series.reopened": WayBack(
        _lazy("Closes the series with the evenings that count now."), _reopened, ("series.closed",)
    ),
    "series.removed": WayBack(
        _lazy("Brings the series back into the list."), _removed, ("series.brought_back",)
    ),
    "series.brought_back": WayBack(
        _lazy("Takes the series off the list again."), _brought_back, ("series.removed",)
    ),
}
