"""The board of a running round: what needs a person, every table, and which of them are waited for."""

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
from scoring.models import Game
from scoring.overview import needs, queries
from scoring.overview.needs import DeskOverview, RowNeed
from scoring.overview.queries import ListedGame
from tournaments.models import EntryPlayer, Pairing, Round

_MINUTE: Final = timedelta(minutes=1)
_HOUR: Final = timedelta(hours=1)
_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A table of the round: its pairing, and its game as the overview shows it."""

    pairing: Pairing
    row: needs.OverviewRow
    ago: str

    @property
    def number(self) -> int | None:
        return self.pairing.table

    @property
    def is_played(self) -> bool:
        """Whether what is played there counts; else another result counts instead."""
        return self.pairing.kind == Pairing.Kind.PLAYED

    @property
    def blocks_closing(self) -> bool:
        return self.is_played and not self.row.game.over

    @property
    def has_not_begun(self) -> bool:
        return self.blocks_closing and self.row.last is None


@dataclass(frozen=True, slots=True)
class Board:
    """What the board shows."""

    round: Round
    tables: Sequence[BoardRow]
    # The names of the entries that sit out.
    out: Sequence[str]
    desk: DeskOverview

    @property
    def over(self) -> int:
        return len(self.tables) - len(self.waited_for)

    @property
    def waited_for(self) -> list[BoardRow]:
        return [table for table in self.tables if table.blocks_closing]

    @property
    def not_begun(self) -> list[BoardRow]:
        return [table for table in self.tables if table.has_not_begun]

    @property
    def needs(self) -> Sequence[RowNeed]:
        return self.desk.needs


def load_board(event: int, now: datetime) -> Board | None:
    """Load the board of the round that is being played; None if there is none."""
    pairings = list(_pairings_of(event))
    if not pairings:
        return None
    games = {listed.game.pk: listed for listed in queries.list_games(_games_of(event))}
    seated = [pairing for pairing in pairings if pairing.game_id in games]
    rows = [_board_row(pairing, games[pairing.game_id or 0], now) for pairing in seated]
    counted = [row.row.listed for row in rows if row.is_played]
    sit_outs = [pairing.pk for pairing in pairings if pairing.table is None]
    return Board(
        pairings[0].round, rows, _entry_names(sit_outs) if sit_outs else [], needs.build_overview(counted)
    )


def _board_row(pairing: Pairing, listed: ListedGame, now: datetime) -> BoardRow:
    return BoardRow(pairing, needs.overview_row(listed), time_since(listed.last_at, now))


def _pairings_of(event: int) -> QuerySet[Pairing]:
    """The pairings of the round that is being played, with the round."""
    pairings = Pairing.objects.filter(round__tournament=event, round__state=Round.State.PUBLISHED)
    return pairings.select_related("round").order_by("table", "pk")


def _games_of(event: int) -> QuerySet[Game]:
    return Game.objects.filter(pairing__round__tournament=event, pairing__round__state=Round.State.PUBLISHED)


def _entry_names(pairings: Sequence[int]) -> list[str]:
    """The names of the entries in these pairings, in one query."""
    places = EntryPlayer.objects.filter(entry__pairings__pairing__in=pairings)
    names = defaultdict[int, list[str]](list)
    for place in places.select_related("player").order_by("entry__number", "position"):
        names[place.entry_id].append(full_name(place.player))
    return [" – ".join(of_entry) for of_entry in names.values()]


def time_since(moment: datetime, now: datetime) -> str:
    """How long ago something was, in minutes, hours, or as a date."""
    since = now - moment
    if since < _MINUTE:
        return _("just now")
    if since < _HOUR:
        minutes = since // _MINUTE
        return ngettext("%(count)s min ago", "%(count)s min ago", minutes) % {"count": minutes}
    if since < _DAY:
        hours = since // _HOUR
        return ngettext("%(count)s h ago", "%(count)s h ago", hours) % {"count": hours}
    return date_format(localtime(moment), "SHORT_DATE_FORMAT")
