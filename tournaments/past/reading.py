"""A filled-in list of past results: its events by date and name, and what is wrong at which cell."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import date
from typing import Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.people.paste import PlayerLine
from clubs.reports.in_languages import in_each_language
from clubs.text.alphabet import folded, tidy
from clubs.text.sheet_cells import (
    CellProblem,
    HeadingPlaces,
    Row,
    cell_at,
    column_of,
    heading_rows,
    number_in,
    points_sentence,
    quoted,
    text_in,
)
from clubs.text.sheets import UnreadableSheet, cell_name, is_remark
from clubs.text.typed_dates import DateFault, read_date
from clubs.text.typed_numbers import NumberFault
from tournaments.models import ListedResult, Tournament
from tournaments.past.names import NamesRefused, person_key, read_names, refuse_formula, split_names
from tournaments.past.template import PastHeadings
from tournaments.running.events import EARLIEST_DATE

MAX_EVENTS: Final = 1_000
_MAX_POINTS: Final = 9_999_999
_MAX_COUNTED: Final = 999
# “1”, “1.”, and “2=” for a shared place.
_PLACE: Final = re.compile(r"([0-9]{1,3})[.=]?")
_NAME: Final = Tournament._meta.get_field("name")
_NOTE: Final = ListedResult._meta.get_field("note")


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedResultRow:
    """A row of the list: an entry with its result."""

    row: int
    players: tuple[PlayerLine, ...]
    # None where the event has no places; they then follow from the points.
    place: int | None
    points: int
    wins: int | None
    note: str

    @property
    def names(self) -> str:
        return " – ".join(player.name for player in self.players)


@dataclass(frozen=True, slots=True)
class ListedPlace:
    """An entry of an event with its place."""

    result: ListedResultRow
    place: int
    shared: bool


@dataclass(slots=True)
class ListedEvent:
    """An event of the list."""

    name: str
    day: date
    rows: list[ListedResultRow] = field(default_factory=list)

    @property
    def players(self) -> int:
        """How many players an entry has: one, or a pair, which may have had a third."""
        return 1 if all(len(row.players) == 1 for row in self.rows) else 2

    def places(self) -> list[ListedPlace]:
        """Return the entries from first to last: as listed, or else by their points."""
        by_points = _places_by_points([row.points for row in self.rows])
        listed = {row.row: row.place or by_points[row.points] for row in self.rows}
        shared = Counter(listed.values())
        ordered = sorted(self.rows, key=lambda row: (listed[row.row], row.row))
        return [ListedPlace(row, listed[row.row], shared[listed[row.row]] > 1) for row in ordered]


def _places_by_points(points: Sequence[int]) -> Mapping[int, int]:
    """Return the place of each number of points: most is first, and equal ones share a place."""
    places: dict[int, int] = {}
    for place, each in enumerate(sorted(points, reverse=True), start=1):
        places.setdefault(each, place)
    return places


@dataclass(slots=True)
class PastReading:
    """What a list says: its events in the order of their days, or what is wrong with it."""

    events: list[ListedEvent] = field(default_factory=list)
    problems: list[CellProblem] = field(default_factory=list)

    @property
    def results(self) -> int:
        return sum(len(event.rows) for event in self.events)


def read_past_results(rows: Sequence[Row]) -> PastReading:
    """Read a list from the rows of a sheet. Raises UnreadableSheet."""
    reader = _ListReader(_find_columns(rows))
    for number, row in enumerate(rows[reader.columns.headings + 1 :], start=reader.columns.headings + 1):
        if not is_remark(row) and any(text_in(row, at) for at in reader.columns.all):
            reader.read(number, row)
    reading = reader.finished()
    if len(reading.events) > MAX_EVENTS:
        values = {"count": len(reading.events), "most": MAX_EVENTS}
        raise UnreadableSheet(_("The list has %(count)s events. Send at most %(most)s at a time.") % values)
    if not reading.events and not reading.problems:
        raise UnreadableSheet(_("There is no result below the headings."))
    return reading


# Which column is which.


@dataclass(frozen=True, slots=True, kw_only=True)
class _PastColumns:
    headings: int
    date: int
    event: int
    points: int
    names: Sequence[int]
    # Whether each player has a column.
    one_name_each: bool
    place: int | None
    wins: int | None
    note: int | None

    @property
    def all(self) -> Iterator[int]:
        optional = (self.place, self.wins, self.note)
        yield from (self.date, self.event, self.points, *self.names)
        yield from (at for at in optional if at is not None)


def _find_columns(rows: Sequence[Row]) -> _PastColumns:
    known = in_each_language([code for code, _name in settings.LANGUAGES], PastHeadings.of_reader)
    for number, places in heading_rows(rows):
        found = _columns_in(number, places, known)
        if found is not None:
            return found
    here = PastHeadings.of_reader()
    needed = ", ".join(f"“{names[0]}”" for names in (here.date, here.event, here.players, here.points))
    sentence = _("The headings of the list are not found. It needs at least %(headings)s in one row.")
    raise UnreadableSheet(sentence % {"headings": needed})


def _columns_in(number: int, places: HeadingPlaces, known: Sequence[PastHeadings]) -> _PastColumns | None:
    """Return the columns of the row of headings; None where it is another row."""
    at = {
        one.name: column_of(places, [name for headings in known for name in getattr(headings, one.name)])
        for one in fields(PastHeadings)
        if one.name != "player"
    }
    each = [
        column_of(places, [name for headings in known for name in headings.player[player]])
        for player in range(len(known[0].player))
    ]
    columns = [column for column in each if column is not None]
    names = columns or [column for column in (at["players"],) if column is not None]
    day, event, points = at["date"], at["event"], at["points"]
    if day is None or event is None or points is None or not names:
        return None
    return _PastColumns(
        headings=number,
        date=day,
        event=event,
        points=points,
        names=names,
        one_name_each=bool(columns),
        place=at["place"],
        wins=at["wins"],
        note=at["note"],
    )


# The rows.


class _ListReader:
    """Reads the rows of a list one by one."""

    def __init__(self, columns: _PastColumns) -> None:
        self.columns, self.language = columns, get_language() or "en"
        self.today = timezone.localdate()
        self.problems: list[CellProblem] = []
        self.events: dict[tuple[date, str], ListedEvent] = {}
        # In which row a player of an event is.
        self.seen: dict[tuple[date, str, str], int] = {}
        # The day and the event of the row above; None where they were refused.
        self.above: tuple[date, str] | None = None

    def read(self, number: int, row: Row) -> None:
        event = self.event_of(number, row)
        before = len(self.problems)
        result = self.result_in(number, row)
        if event is None or result is None or len(self.problems) > before:
            return
        key = event.day, folded(event.name)
        for player in result.players:
            first = self.seen.setdefault((*key, person_key(player)), number)
            if first != number or sum(person_key(player) == person_key(one) for one in result.players) > 1:
                values = {"name": player.name, "row": first + 1}
                self.add(number, self.columns.names[0], _("%(name)s is already in row %(row)s.") % values)
                return
        event.rows.append(result)

    def add(self, number: int, column: int, sentence: str) -> None:
        self.problems.append(CellProblem(cell_name(number, column), "", sentence))

    def event_of(self, number: int, row: Row) -> ListedEvent | None:
        """Return the event of a row; one without date and name belongs to the event of the row above."""
        columns = self.columns
        if (
            not text_in(row, columns.date)
            and not text_in(row, columns.event)
            and number > columns.headings + 1
        ):
            return None if self.above is None else self.events[self.above]
        self.above = None
        day, name = self.day_in(number, row), self.name_in(number, row)
        if day is None or name is None:
            return None
        self.above = day, folded(name)
        return self.events.setdefault(self.above, ListedEvent(name, day))

    def day_in(self, number: int, row: Row) -> date | None:
        at = self.columns.date
        day = read_date(cell_at(row, at), self.language)
        if isinstance(day, DateFault):
            self.add(number, at, _date_sentence(day, text_in(row, at)))
            return None
        if not EARLIEST_DATE <= day <= self.today:
            typed = quoted(text_in(row, at))
            sentence = _("“%(typed)s” lies in the future.") if day > self.today else _("Check the year.")
            self.add(number, at, sentence % typed)
            return None
        return day

    def name_in(self, number: int, row: Row) -> str | None:
        at, name = self.columns.event, tidy(text_in(row, self.columns.event))
        try:
            refuse_formula(name)
            return str(_NAME.clean(name, None))
        except NamesRefused as refusal:
            self.add(number, at, refusal.sentence)
        except ValidationError as refusal:
            missing = _("The name of the event is missing.")
            self.add(number, at, " ".join(refusal.messages) if name else missing)
        return None

    def result_in(self, number: int, row: Row) -> ListedResultRow | None:
        """Return the result in a row; all that is wrong with it is named."""
        players = self.players_in(number, row)
        place, wins = self.place_in(number, row), self.wins_in(number, row)
        points, note = self.points_in(number, row), self.note_in(number, row)
        if players is None or points is None:
            return None
        return ListedResultRow(row=number, players=players, place=place, points=points, wins=wins, note=note)

    def players_in(self, number: int, row: Row) -> tuple[PlayerLine, ...] | None:
        columns = self.columns
        texts = [text for at in columns.names if (text := text_in(row, at))]
        try:
            names = texts if columns.one_name_each else [name for text in texts for name in split_names(text)]
            return read_names(names)
        except NamesRefused as refusal:
            self.add(number, columns.names[0], refusal.sentence)
            return None

    def place_in(self, number: int, row: Row) -> int | None:
        typed = text_in(row, self.columns.place)
        if not typed or self.columns.place is None:
            return None
        found = _PLACE.fullmatch(typed)
        if found is None or int(found[1]) < 1:
            sentence = _("“%(typed)s” is no place. A place is a number from 1, or nothing.")
            self.add(number, self.columns.place, sentence % quoted(typed))
            return None
        return int(found[1])

    def wins_in(self, number: int, row: Row) -> int | None:
        at = self.columns.wins
        if at is None or not text_in(row, at):
            return None
        wins = number_in(row, at, self.language)
        if isinstance(wins, NumberFault) or not 0 <= wins <= _MAX_COUNTED:
            sentence = _("“%(typed)s” is no number of games won.")
            self.add(number, at, sentence % quoted(text_in(row, at)))
            return None
        return wins

    def points_in(self, number: int, row: Row) -> int | None:
        at = self.columns.points
        points = number_in(row, at, self.language)
        if isinstance(points, NumberFault):
            self.add(number, at, points_sentence(points, text_in(row, at)))
            return None
        if abs(points) > _MAX_POINTS:
            self.add(number, at, points_sentence(NumberFault.NO_NUMBER, text_in(row, at)))
            return None
        return points

    def note_in(self, number: int, row: Row) -> str:
        note = tidy(text_in(row, self.columns.note))
        try:
            return str(_NOTE.clean(note, None))
        except ValidationError as refusal:
            self.add(number, self.columns.note or 0, " ".join(refusal.messages))
            return ""

    def finished(self) -> PastReading:
        events = [event for event in self.events.values() if event.rows]
        for event in events:
            self.refuse_some_places(event)
        order = sorted(events, key=lambda event: (event.day, event.rows[0].row))
        return PastReading(order, self.problems)

    def refuse_some_places(self, event: ListedEvent) -> None:
        """All rows of an event have a place, or none has."""
        without = [row for row in event.rows if row.place is None]
        if self.columns.place is None or len(without) in (0, len(event.rows)):
            return
        sentence = _("The place is missing, and other rows of “%(event)s” have one.") % {"event": event.name}
        for row in without:
            self.add(row.row, self.columns.place, sentence)


def _date_sentence(fault: DateFault, typed: str) -> str:
    if not typed:
        return _("The date is missing.")
    sentence = {
        DateFault.NO_DATE: _("“%(typed)s” is no date. Write it as 2019-03-05 or 5.3.2019."),
        DateFault.AMBIGUOUS: _("“%(typed)s” can be two days. Write it as 2019-03-05 or 5.3.2019."),
        DateFault.SHORT_YEAR: _("The year in “%(typed)s” needs four figures."),
    }[fault]
    return sentence % quoted(typed)
