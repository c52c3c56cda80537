"""What events have of a player: for the preview of a merge, and what keeps two players apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Player
from clubs.people.references import Reference, Rewritten
from tournaments.models import Snapshot, Tournament

REFERENCES: Final[Mapping[str, Reference]] = {
    "tournaments.entryplayer.player": Reference(_lazy("Places in entries")),
    "tournaments.tournament_singles.player": Reference(_lazy("Events without a partner yet")),
}
_MOST: Final = 3


def events_of_both(first: Player, second: Player) -> Iterator[str]:
    """Say which events both players have entered, or wait for a partner in: they are two people."""
    events = Tournament.objects.filter(_with(first)).filter(_with(second)).distinct().order_by("-date", "pk")
    for event in events[:_MOST]:
        yield _("Both of them are entered in %(event)s.") % {"event": event.title}


def _with(player: Player) -> Q:
    of_player = Tournament.objects.filter(Q(entries__players=player) | Q(singles=player))
    return Q(pk__in=of_player.order_by().values("pk"))


def rewrite_snapshots(old: int, new: int) -> Iterator[Rewritten]:
    """Replace a player in the snapshots of events, unless the other one is in them too."""
    events = Tournament.objects.filter(entries__players=new)
    for snapshot in Snapshot.objects.filter(tournament__in=events.order_by().values("pk")).defer("content"):
        players = snapshot.people["players"]
        if old in players and new not in players:
            replaced = [new if player == old else player for player in players]
            before, after = ({**snapshot.people, "players": one} for one in (players, replaced))
            yield Rewritten(snapshot._meta.label_lower, snapshot.pk, {"people": before}, {"people": after})
