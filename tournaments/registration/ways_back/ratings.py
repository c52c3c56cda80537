"""The way back of what a club says about ratings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import NotNow
from clubs.books.ways_back import NoWayBack, PastAct, Undo, WayBack
from tournaments.ratings.rated_games import let_games_count
from tournaments.registration.ways_back.past_events import CHANGED


def _rated_games(act: PastAct) -> Undo:
    club, counted = act.book.club, act.before["rates_games"]
    if club.rates_games == counted:
        raise NotNow(CHANGED)
    return Undo(lambda by, _reason, _key: let_games_count(by, club, counts=counted), asks_reason=False)


WAYS_BACK: Final[Mapping[str, WayBack | NoWayBack]] = {
    "club.rated_games": WayBack(_lazy("Sets it as it was."), _rated_games),
}
