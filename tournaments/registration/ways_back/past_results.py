"""The way back of past results that came from a list: the whole act, from the club's last acts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from clubs.books.ways_back import NoWayBack, PastAct, Undo, WayBack
from tournaments import past
from tournaments.past.adding import ADDED, LISTED, REMOVED


def _added(act: PastAct) -> Undo:
    """The events are deleted with their entries, and the players whom nothing else names."""
    events, players, digest = act.after["past_events"], act.after["past_players"], act.after["file"]
    count = len(past.check_removable(events))
    preview = ngettext("%(count)s event goes.", "%(count)s events go.", count) % {"count": count}
    club = act.book.club
    return Undo(
        lambda by, _reason, _key: past.remove_past_results(by, club, events, players, digest),
        asks_reason=False,
        preview=preview,
    )


WAYS_BACK: Final[Mapping[str, WayBack | NoWayBack]] = {
    ADDED: WayBack(
        _lazy("Deletes these events, and the players who came with them and are in nothing else."),
        _added,
        (REMOVED,),
        about="file",
    ),
    REMOVED: NoWayBack(_lazy("Take the same list in again.")),
    LISTED: NoWayBack(_lazy("It is removed with its list, from the last acts of the club.")),
}
