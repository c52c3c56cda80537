"""The board of a running round: what needs a person on top, every table, and which are waited for.

Reads the round and its games as the desk over a list of games does, in its words; writes nothing, and must
not know an address or who is looking.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.people.names import full_name
from scoring.desk import overview, overview_queries
from scoring.desk.overview import DeskList, Waiting
from scoring.desk.overview_queries import GameOnList
from scoring.models import Game
from tournaments.models import EntryPlayer, Pairing, Round

_MINUTE: Final = timedelta(minutes=1)
_HOUR: Final = timedelta(hours=1)
_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table of the round: its pairing, and its game as the desk shows it."""

    pairing: Pairing
    row: overview.Row
    ago: str

    @property
    def number(self) -> int | None:
        return self.pairing.table

    @property
    def is_played(self) -> bool:
        """What is played there counts; otherwise something else stands in its place."""
        return self.pairing.kind == Pairing.Kind.PLAYED

    @property
    def is_waited_for(self) -> bool:
        return self.is_played and not self.row.game.over

    @property
    def has_not_begun(self) -> bool:
        return self.is_waited_for and self.row.last is None


@dataclass(frozen=True, slots=True)
class Board:
    """Everything that the board says."""

    round: Round
    tables: Sequence[TableRow]
    # Who sits out, by name.
    out: Sequence[str]
    desk: DeskList

    @property
    def over(self) -> int:
        return len(self.tables) - len(self.waited_for)

    @property
    def waited_for(self) -> list[TableRow]:
        return [table for table in self.tables if table.is_waited_for]

    @property
    def not_begun(self) -> list[TableRow]:
        return [table for table in self.tables if table.has_not_begun]

    @property
    def needs(self) -> Sequence[Waiting]:
        return self.desk.needs


def board_of(event: int, now: datetime) -> Board | None:
    """The board of the round that is being played, if one is."""
    pairings = list(_pairings_of(event))
    if not pairings:
        return None
    games = {each.game.pk: each for each in overview_queries.listed(_games_of(event))}
    seated = [pairing for pairing in pairings if pairing.game_id in games]
    rows = [_table_row(pairing, games[pairing.game_id or 0], now) for pairing in seated]
    counted = [row.row.listed for row in rows if row.is_played]
    alone = [pairing.pk for pairing in pairings if pairing.table is None]
    return Board(pairings[0].round, rows, _names_of(alone) if alone else [], overview.desk_list(counted))


def _table_row(pairing: Pairing, listed: GameOnList, now: datetime) -> TableRow:
    return TableRow(pairing, overview.row_of(listed), ago(listed.last_at, now))


def _pairings_of(event: int) -> QuerySet[Pairing]:
    """The pairings of the round that is being played, with the round."""
    running = Pairing.objects.filter(round__tournament=event, round__state=Round.State.PUBLISHED)
    return running.select_related("round").order_by("table", "pk")


def _games_of(event: int) -> QuerySet[Game]:
    return Game.objects.filter(pairing__round__tournament=event, pairing__round__state=Round.State.PUBLISHED)


def _names_of(pairings: Sequence[int]) -> list[str]:
    """Who is in these pairings, an entry a line: one query."""
    places = EntryPlayer.objects.filter(entry__pairings__pairing__in=pairings)
    found = defaultdict[int, list[str]](list)
    for place in places.select_related("player").order_by("entry__number", "position"):
        found[place.entry_id].append(full_name(place.player))
    return [" – ".join(names) for names in found.values()]


def ago(at: datetime, now: datetime) -> str:
    """How long ago something was, as one says it in a hall."""
    since = now - at
    if since < _MINUTE:
        return _("just now")
    if since < _HOUR:
        minutes = since // _MINUTE
        return ngettext("%(count)s min ago", "%(count)s min ago", minutes) % {"count": minutes}
    if since < _DAY:
        hours = since // _HOUR
        return ngettext("%(count)s h ago", "%(count)s h ago", hours) % {"count": hours}
    return date_format(localtime(at), "SHORT_DATE_FORMAT")
