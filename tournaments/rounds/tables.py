"""The tables of a round that is played or closed: what needs attention, each table, totals typed there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import zip_longest
from typing import Final, NamedTuple

from django.db.models import Q
from django.forms import BoundField
from django.http import QueryDict
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.people.names import full_name
from scoring.forms.totals import TotalsForm
from scoring.models import Game
from scoring.overview import needs, queries
from scoring.overview.listed import ListedGame
from scoring.overview.needs import DeskOverview, OverviewRow
from tournaments.desk.late_deals import late_deals_in, with_late_deals
from tournaments.desk.worth import worth_by_side
from tournaments.models import Pairing, PairingEntry, Round
from tournaments.play.clock import RoundTimes, load_times
from tournaments.play.handicaps import handicaps_of_round
from tournaments.play.queries import current_places
from tournaments.public.handicaps import signed_points
from tournaments.wording.labels import tables_finished

_MINUTE: Final = timedelta(minutes=1)
_HOUR: Final = timedelta(hours=1)
_DAY: Final = timedelta(days=1)
# More tables than these are too many to be named.
_MAX_NAMED: Final = 40
_TYPED_STATES: Final = (Game.State.OPEN, Game.State.FINISHED)


class Outcome(StrEnum):
    """What has become of a row in which something was typed."""

    SAVED = "saved"
    # It was not saved: it keeps what was typed, and says why.
    REFUSED = "refused"
    # Somebody else was quicker: the row shows what he has typed.
    OVERTAKEN = "overtaken"


class _PairingRow(NamedTuple):
    """The columns of a pairing."""

    pk: int
    table: int | None
    kind: str
    at_fault: int | None
    game_id: int | None
    round_id: int
    round_number: int


class RowSide(NamedTuple):
    """A side of a table: its names, the field for its total or its total, and what counts instead."""

    name: str
    field: BoundField | None
    total: int | None
    instead: str = ""


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A table of the round: its game as an overview shows it, and the form where totals are typed."""

    pairing: _PairingRow
    row: OverviewRow
    ago: str
    # What counts for each side where it is not what was played.
    instead: Sequence[str] = ()
    # None where the result comes from elsewhere: deals, signatures, a ruling, or a second person.
    form: TotalsForm | None = None
    # What has become of what was typed in it, and that.
    outcome: Outcome | None = None
    typed: str = ""
    # When time is up there, where that is not when it is for the others.
    until: datetime | None = None

    @property
    def listed(self) -> ListedGame:
        return self.row.game

    @property
    def is_played(self) -> bool:
        """Whether what is played there counts; else another result counts instead."""
        return self.pairing.kind == Pairing.Kind.PLAYED

    @property
    def blocks_closing(self) -> bool:
        return self.is_played and not self.listed.over

    @property
    def has_result(self) -> bool:
        return not self.blocks_closing

    @property
    def has_not_begun(self) -> bool:
        return self.blocks_closing and self.listed.last is None

    @property
    def takes_deals(self) -> bool:
        """Whether deals are entered there; where totals were typed, those deals have to make the same."""
        return self.row.may_be_typed or self.form is not None

    @property
    def sides(self) -> list[RowSide]:
        names = self.listed.names
        if self.form is not None:
            fields = [self.form[name] for name in self.form.totals]
            return [
                RowSide(name, field, None, instead or "")
                for name, field, instead in zip_longest(names, fields, self.instead)
            ]
        totals = () if self.hides_totals or self.has_not_begun else self.listed.totals
        return [
            RowSide(name, None, total, instead or "")
            for name, total, instead in zip_longest(names, totals, self.instead)
        ]

    @property
    def errors(self) -> list[str]:
        """Why the row was not saved."""
        if self.outcome is Outcome.OVERTAKEN:
            sentence = _("Somebody else has changed this meanwhile. You typed %(totals)s.")
            return [sentence % {"totals": self.typed}]
        if self.form is None or not self.is_typed:
            return []
        return [str(error) for errors in self.form.errors.values() for error in errors]

    @property
    def asks(self) -> bool:
        """Whether it is saved as soon as somebody says that it is right."""
        return self.form is not None and self.is_typed and self.form.has_error("sure")

    @property
    def is_saved(self) -> bool:
        return self.outcome is Outcome.SAVED

    @property
    def hides_totals(self) -> bool:
        """Whether a second person still types the result, without seeing what the first has typed."""
        return self.listed.awaits_second_entry

    @property
    def is_typed(self) -> bool:
        """Whether anything was typed that is to be saved."""
        form = self.form
        if form is None or not form.is_bound:
            return False
        typed = [form.data.get(form.add_prefix(name)) for name in form.totals]
        was_sent = any(value is not None for value in typed)
        return was_sent and (any(typed) or form.game.entered_result is not None)


@dataclass(frozen=True, slots=True)
class TablesPage:
    """What the page of a round shows of its tables, and of earlier rounds in which games go on."""

    round: Round
    rows: Sequence[RoundRow]
    desk: DeskOverview
    # The names of the entries that sit out.
    out: Sequence[str]
    # The tables of earlier rounds at which the games go on.
    earlier: Sequence[RoundRow]
    # The number of the first earlier round that is still open: it is closed first.
    earlier_open: int | None
    # The clocks of its tables.
    times: RoundTimes | None = None

    @property
    def is_complete(self) -> bool:
        return all(row.has_result for row in self.rows)

    @property
    def progress(self) -> str:
        return tables_finished(sum(row.has_result for row in self.rows), len(self.rows))

    @property
    def unsigned(self) -> int:
        """How many tables have finished and are not signed."""
        return sum(row.is_played and row.listed.state == Game.State.FINISHED for row in self.rows)

    @property
    def waited_for(self) -> Sequence[RoundRow]:
        """The tables that go on, once they are few enough to be named and not all."""
        waited_for = [row for row in self.rows if row.blocks_closing]
        return _if_few(waited_for) if len(waited_for) < len(self.rows) else ()

    @property
    def not_begun(self) -> Sequence[RoundRow]:
        """The tables without a deal, if they are few enough to be named and not all that are waited for."""
        not_begun = [row for row in self.rows if row.has_not_begun]
        waited_for = sum(row.blocks_closing for row in self.rows)
        return _if_few(not_begun) if len(not_begun) < waited_for else ()

    @property
    def takes_totals(self) -> bool:
        return any(row.form is not None for row in self.rows)

    @property
    def asking(self) -> int:
        """The number of rows that were not saved."""
        return sum(bool(row.errors) for row in self.rows)


def _if_few(rows: Sequence[RoundRow]) -> Sequence[RoundRow]:
    return rows if len(rows) <= _MAX_NAMED else ()


@dataclass(frozen=True, slots=True)
class TypedTotals:
    """What was typed for the tables of a round, or for one game alone."""

    data: QueryDict
    game: int | None = None

    def for_game(self, game: int) -> QueryDict | None:
        return self.data if self.game in (None, game) else None


def load_tables(drawn: Round, now: datetime, *, types: bool, typed: TypedTotals | None = None) -> TablesPage:
    """Load the tables of a round, with fields for totals where the viewer may type them."""
    pairings = _pairings_on_page(drawn)
    shown = {pairing.game_id: pairing for pairing in pairings if pairing.game_id is not None}
    games = queries.list_games(
        Game.objects.filter(pairing__round__in={pairing.round_id for pairing in pairings}),
        {game: pairing.round_number for game, pairing in shown.items()},
    )
    times = load_times(drawn)
    late = [] if times is None else late_deals_in(times, drawn.tournament.book_id)
    rows = with_late_deals(needs.overview_rows(games), late)
    tables = {row.game.pk: _row(row, shown[row.game.pk], now) for row in rows if row.game.pk in shown}
    own = [tables[game] for game, at in shown.items() if game in tables and at.round_id == drawn.pk]
    own = [replace(row, until=_own_end(row, times)) for row in own] if times else own
    alone = [pairing.pk for pairing in pairings if pairing.table is None and pairing.round_id == drawn.pk]
    return TablesPage(
        drawn,
        _with_forms(_with_worth(drawn, own), typed) if types else _with_worth(drawn, own),
        needs.build_overview([table.row for table in tables.values() if table.is_played]),
        _entry_names(alone) if alone else [],
        [table for table in tables.values() if table.pairing.round_id != drawn.pk and table.blocks_closing],
        min((one.round_number for one in pairings if one.round_id != drawn.pk), default=None),
        times,
    )


def _own_end(row: RoundRow, times: RoundTimes) -> datetime | None:
    """Return when time is up at a table that plays, where it is not when it is for the others."""
    time = times.tables.get(row.pairing.pk)
    return time.clock.stops_at if time is not None and time.plays and time.clock != times.clock else None


def _pairings_on_page(drawn: Round) -> list[_PairingRow]:
    """The pairings of a round, and while it is played those of earlier rounds that are open.

    They are values: with the round each of a thousand models would parse the input of its draw.
    """
    on_page = Q(round=drawn.pk)
    if drawn.state == Round.State.PUBLISHED:
        event, number = drawn.tournament_id, drawn.number
        on_page |= Q(round__tournament=event, round__state=Round.State.PUBLISHED, round__number__lt=number)
    columns = ("pk", "table", "kind", "at_fault", "game_id", "round_id", "round__number")
    pairings = Pairing.objects.filter(on_page).order_by("-round__number", "table", "pk")
    return [_PairingRow(*values) for values in pairings.values_list(*columns)]


def _row(row: OverviewRow, pairing: _PairingRow, now: datetime) -> RoundRow:
    return RoundRow(pairing, row, time_since(row.game.last_at, now))


def _with_worth(drawn: Round, rows: Sequence[RoundRow]) -> list[RoundRow]:
    worth = worth_by_side(drawn, {row.pairing.pk: row.pairing for row in rows})
    handicaps = _handicaps_by_side(drawn)
    return [
        replace(row, instead=worth.get(row.pairing.pk) or handicaps.get(row.pairing.pk, [])) for row in rows
    ]


def _handicaps_by_side(drawn: Round) -> dict[int, list[str]]:
    """Return with how many points the sides of each pairing begin, in words."""
    given = handicaps_of_round(drawn)
    if given is None:
        return {}
    sides: dict[int, dict[int, list[int]]] = {}
    seated = PairingEntry.objects.filter(round=drawn).order_by("pairing", "side", "position")
    for pairing, side, number in seated.values_list("pairing", "side", "entry__number"):
        sides.setdefault(pairing, {}).setdefault(side, []).append(number)
    return {
        pairing: [
            _("handicap %(points)s") % {"points": signed_points(points)} if points else ""
            for points in given.points_of_sides(list(by_side.values()))
        ]
        for pairing, by_side in sides.items()
    }


def _with_forms(rows: Sequence[RoundRow], typed: TypedTotals | None) -> list[RoundRow]:
    games = _games_that_take_totals(row.listed for row in rows)
    return [_with_form(row, games.get(row.listed.pk), typed) for row in rows]


def _games_that_take_totals(games: Iterable[ListedGame]) -> Mapping[int, Game]:
    """The games without deals, and those whose totals were typed before."""
    open_to_totals = [
        game.pk
        for game in games
        if game.state in _TYPED_STATES and not game.other_result and not game.awaits_second_entry
    ]
    without_deals = Q(deals=None, over=False) | Q(entered_result__isnull=False)
    found = Game.objects.filter(without_deals, pk__in=open_to_totals)
    return {game.pk: game for game in found.select_related("book")}


def _with_form(row: RoundRow, game: Game | None, typed: TypedTotals | None) -> RoundRow:
    if game is None:
        return row
    slip = row.listed.slip
    form = TotalsForm(
        None if typed is None else typed.for_game(game.pk),
        game=game,
        sides=row.listed.names,
        slip=None if slip is None else slip.totals,
        prefix=form_prefix(game.pk),
        # A table that still plays stays empty when the others are saved.
        use_required_attribute=False,
    )
    return replace(row, form=form)


def form_prefix(game: int) -> str:
    """Return what the names of a game's fields begin with."""
    return f"g{game}"


def _entry_names(pairings: Collection[int]) -> list[str]:
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
