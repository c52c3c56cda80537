"""The board of a running round: what needs a person, every table, and which of them are waited for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.people.names import full_name
from scoring.models import Game
from scoring.overview import needs, queries
from scoring.overview.needs import DeskOverview, OverviewRow
from tournaments.models import Pairing, Round
from tournaments.play.queries import current_places

_MINUTE: Final = timedelta(minutes=1)
_HOUR: Final = timedelta(hours=1)
_DAY: Final = timedelta(days=1)


_KIND_LABELS: Final = dict(Pairing.Kind.choices)
# More tables than these are too many to be named.
_MAX_NAMED: Final = 40


class _PairingRow(NamedTuple):
    """The columns of a pairing of a running round."""

    pk: int
    table: int | None
    kind: str
    game_id: int | None
    round_id: int
    round_number: int


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A table of the round: its game as the overview shows it, and what counts there."""

    row: OverviewRow
    kind: str
    ago: str
    round_number: int

    @property
    def kind_label(self) -> str:
        return str(_KIND_LABELS[self.kind])

    @property
    def is_played(self) -> bool:
        """Whether what is played there counts; else another result counts instead."""
        return self.kind == Pairing.Kind.PLAYED

    @property
    def blocks_closing(self) -> bool:
        return self.is_played and not self.row.game.over

    @property
    def has_not_begun(self) -> bool:
        return self.blocks_closing and self.row.game.last is None


@dataclass(frozen=True, slots=True)
class Board:
    """What the board shows."""

    round_id: int
    round_number: int
    tables: Sequence[BoardRow]
    # The names of the entries that sit out.
    out: Sequence[str]
    desk: DeskOverview
    # The tables of earlier rounds at which the games go on.
    earlier: Sequence[BoardRow] = ()

    @property
    def over(self) -> int:
        return sum(not table.blocks_closing for table in self.tables)

    @property
    def unsigned(self) -> int:
        """How many tables have finished and are not signed."""
        return sum(table.is_played and table.row.game.state == Game.State.FINISHED for table in self.tables)

    @property
    def is_over(self) -> bool:
        return self.over == len(self.tables)

    @property
    def waited_for(self) -> Sequence[BoardRow]:
        """The tables that go on, once they are few enough to be named."""
        return _if_few([table for table in self.tables if table.blocks_closing])

    @property
    def not_begun(self) -> Sequence[BoardRow]:
        """The tables without a deal, if they are few enough to be named and not all."""
        not_begun = [table for table in self.tables if table.has_not_begun]
        return _if_few(not_begun) if len(not_begun) < len(self.tables) else ()


def _if_few(tables: Sequence[BoardRow]) -> Sequence[BoardRow]:
    return tables if len(tables) <= _MAX_NAMED else ()


def load_board(event: int, now: datetime) -> Board | None:
    """Load the board of the last round that is being played; None if there is none.

    Of earlier rounds that are open it has what needs a person, and the tables that still play.
    """
    pairings = _pairings_of(event)
    if not pairings:
        return None
    last = pairings[0].round_number
    rows = {row.game.pk: row for row in needs.overview_rows(queries.list_games(_games_of(event)))}
    tables = [
        BoardRow(
            rows[pairing.game_id],
            pairing.kind,
            time_since(rows[pairing.game_id].game.last_at, now),
            pairing.round_number,
        )
        for pairing in pairings
        if pairing.game_id in rows
    ]
    sit_outs = [pairing.pk for pairing in pairings if pairing.table is None and pairing.round_number == last]
    return Board(
        pairings[0].round_id,
        last,
        [table for table in tables if table.round_number == last],
        _entry_names(sit_outs) if sit_outs else [],
        needs.build_overview([table.row for table in tables if table.is_played]),
        [table for table in tables if table.round_number < last and table.blocks_closing],
    )


def _pairings_of(event: int) -> list[_PairingRow]:
    """The pairings of the rounds that are being played, the last one first.

    They are values: with the round each of a thousand models would parse the input of its draw.
    """
    pairings = Pairing.objects.filter(round__tournament=event, round__state=Round.State.PUBLISHED)
    columns = ("pk", "table", "kind", "game_id", "round_id", "round__number")
    return [
        _PairingRow(*values)
        for values in pairings.order_by("-round__number", "table", "pk").values_list(*columns)
    ]


def _games_of(event: int) -> QuerySet[Game]:
    return Game.objects.filter(pairing__round__tournament=event, pairing__round__state=Round.State.PUBLISHED)


def _entry_names(pairings: Sequence[int]) -> list[str]:
    """The names of the entries in these pairings, in one query."""
    places = current_places().filter(entry__pairings__pairing__in=pairings)
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
