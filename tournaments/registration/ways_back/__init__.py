"""The way back of each act on events: the verb that takes it back, or why there is none."""

from collections.abc import Mapping
from typing import Final

from clubs.books.ways_back import NoWayBack, WayBack
from tournaments.registration.ways_back import (
    captains,
    cash,
    clocks,
    codes,
    entries,
    events,
    federation,
    gatherings,
    hall,
    leagues,
    past_results,
    prizes,
    programme,
    rankings,
    ratings,
    rounds,
    sections,
    series,
    signups,
)

__all__ = ["WAYS_BACK"]

WAYS_BACK: Final[Mapping[str, WayBack | NoWayBack]] = {
    **events.WAYS_BACK,
    **entries.WAYS_BACK,
    **rounds.WAYS_BACK,
    **clocks.WAYS_BACK,
    **past_results.WAYS_BACK,
    **signups.WAYS_BACK,
    **hall.WAYS_BACK,
    **programme.WAYS_BACK,
    **codes.WAYS_BACK,
    **cash.WAYS_BACK,
    **prizes.WAYS_BACK,
    **series.WAYS_BACK,
    **rankings.WAYS_BACK,
    **ratings.WAYS_BACK,
    **federation.WAYS_BACK,
    **gatherings.WAYS_BACK,
    **sections.WAYS_BACK,
    **leagues.WAYS_BACK,
    **captains.WAYS_BACK,
}
