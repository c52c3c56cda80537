"""What decided a shared place besides the criteria: an extra deal or game, with its result."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.core.deciders import DECIDER
from tournaments.play.prizes import ALL, standing_deciders
from tournaments.public.event_view import EventView
from tournaments.public.how_far import how_far


def decided_among_all(view: EventView) -> Mapping[int, str]:
    """What decided places in the standings: beside them it stands in place of the name of a criterion.

    In a knock-out it is how far each came.
    """
    return {**how_far(view), **decided_by_list(view).get(ALL, {})}


def decided_by_list(view: EventView) -> Mapping[str, Mapping[int, str]]:
    """What decided places, by category and entry; one query where anything was recorded, else none.

    A decider says nothing any longer of entries that are level with others since, or no longer level.
    """
    if not view.event.deciders_recorded or view.last is None:
        return {}
    found: dict[str, dict[int, str]] = {}
    set_apart = {placing.totals.entry for placing in view.placings if placing.decided_by == DECIDER.code}
    for one in standing_deciders(view.event, view.last.number):
        counts = one.category != ALL or set_apart.issuperset(one.order[1:])
        if counts and not one.is_lot:
            found.setdefault(one.category, {}).update(dict.fromkeys(one.order, one.said))
    return found
