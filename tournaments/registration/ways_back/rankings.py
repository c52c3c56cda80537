"""The ways back of acts on a ranking."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import NotNow
from clubs.books.ways_back import NoWayBack, PastAct, Undo, WayBack
from tournaments import rankings
from tournaments.models import Ranking
from tournaments.registration.ways_back.past_events import CHANGED


def _found(act: PastAct) -> Ranking:
    return Ranking.objects.select_related("club").get(pk=act.row)


def _listed(act: PastAct) -> Ranking:
    """Return a ranking that is in the list."""
    found = _found(act)
    if found.removed_at is not None:
        raise NotNow(_lazy("The ranking has been removed."))
    return found


def _unchanged(act: PastAct) -> Ranking:
    """Return a ranking that is as the act has left it."""
    found = _listed(act)
    if rankings.plan_of_ranking(found) != rankings.ranking_plan_from(act.after):
        raise NotNow(CHANGED)
    return found


def _made(act: PastAct) -> Undo:
    found = _unchanged(act)
    return Undo(lambda by, _reason, _key: rankings.remove_ranking(by, found), asks_reason=False)


def _changed(act: PastAct) -> Undo:
    found = _unchanged(act)
    before, version = rankings.ranking_plan_from(act.before), found.version
    return Undo(
        lambda by, _reason, _key: rankings.change_ranking(by, found, before, version), asks_reason=False
    )


def _removed(act: PastAct) -> Undo:
    found = _found(act)
    if found.removed_at is None:
        raise NotNow(_lazy("The ranking is in the list."))
    return Undo(lambda by, _reason, _key: rankings.bring_ranking_back(by, found), asks_reason=False)


def _brought_back(act: PastAct) -> Undo:
    found = _listed(act)
    return Undo(lambda by, _reason, _key: rankings.remove_ranking(by, found), asks_reason=False)


WAYS_BACK: Final[Mapping[str, WayBack | NoWayBack]] = {
    "ranking.made": WayBack(
        _lazy("Takes the ranking off the list; its events stay as they are."), _made, ("ranking.removed",)
    ),
    "ranking.changed": WayBack(_lazy("Brings back what was agreed on before."), _changed),
    "ranking.removed": WayBack(
        _lazy("Brings the ranking back into the list."), _removed, ("ranking.brought_back",)
    ),
    "ranking.brought_back": WayBack(
        _lazy("Takes the ranking off the list again."), _brought_back, ("ranking.removed",)
    ),
}
