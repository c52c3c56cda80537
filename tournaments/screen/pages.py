"""The pages of a screen, as rows that a script lays out for whatever window there is (`static/js/screen.js`).

A kind of page is a value of `PageKind` and a function here; the function yields no rows while there is
nothing to show, and the screen then passes the page over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from django.utils.formats import date_format, time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubs.reports.numbers import format_value
from tournaments.core.standings import Placing
from tournaments.models import Pairing, Round
from tournaments.play.notices import Notice, NoticeKind, standing_notices
from tournaments.play.screens import HallScreen, PageKind
from tournaments.public.bracket import BracketView
from tournaments.public.bracket_picture import BracketPicture
from tournaments.public.charge_notes import value_with_sign
from tournaments.public.clock_face import ClockFace, TableEnd
from tournaments.public.event_view import FINISHED_EVENT_STATES, EventView
from tournaments.public.foreseen import Foreseen
from tournaments.public.handicaps import signed_points
from tournaments.public.prizes import PrizeWinner, announced_lists, is_over, shows_prizes
from tournaments.public.programme import ShownLine, ShownProgramme
from tournaments.public.result_notes import finished_sentence
from tournaments.public.rounds import RoundView, SideView, TableView, build_round_view
from tournaments.public.seats import seats_by_name
from tournaments.public.standings import (
    current_language,
    ranks_by_own_points,
    scheme_points,
    standings_title,
)
from tournaments.screen.bracket import bracket_sheets
from tournaments.screen.called import call_in_words, shown_called_names
from tournaments.wording.labels import round_label

# The first places that are read out, as on the announcer's page where nobody has asked for others.
_PRIZES: Final = 3
_LAST_DUELS: Final = 2


class ScreenRow(NamedTuple):
    """A row: what it is found by, one or more lines, and figures at its end."""

    mark: str
    lines: Sequence[str]
    figures: Sequence[str] = ()
    # Small words under the lines.
    note: str = ""
    # When it disappears, in seconds since 1970.
    until: int | None = None
    # What is drawn instead of words: a sheet by itself.
    picture: BracketPicture | None = None


class ScreenPage(NamedTuple):
    """A page with its rows. In words it shows one row at a time, as large as it can be."""

    kind: PageKind
    title: str
    rows: Sequence[ScreenRow]
    seconds: int
    note: str = ""
    in_words: bool = False
    # Each of its rows is a picture that fills a sheet.
    drawn: bool = False
    # What stands in large figures above its rows.
    clock: ClockFace | None = None
    # When the round will probably end, beside its note.
    foreseen: Foreseen | None = None


@dataclass(frozen=True, slots=True)
class ScreenSource:
    """What the pages of a screen are built of."""

    view: EventView
    now: datetime
    # The clock of the last public round while it is played.
    clock: ClockFace | None = None
    # When that round will probably end, where everybody sees it.
    foreseen: Foreseen | None = None
    programme: ShownProgramme | None = None

    @property
    def round(self) -> RoundView | None:
        """The last public round."""
        rounds = self.view.record.rounds
        return build_round_view(self.view, rounds[-1]) if rounds else None

    @property
    def is_over(self) -> bool:
        """Whether the results are shown: nobody looks for a table any more."""
        return self.view.event.state in FINISHED_EVENT_STATES

    def calls(self) -> Iterator[tuple[Notice, Sequence[str]]]:
        """Who is called, by name."""
        for notice in standing_notices(self.view.event, NoticeKind.CALL, self.now):
            names = shown_called_names(self.view, notice)
            if names and not (self.is_over and notice.table is not None):
                yield notice, names


def build_pages(source: ScreenSource, screen: HallScreen) -> list[ScreenPage]:
    """Return the pages of a screen that have something to show."""
    built = (_BUILDERS[kind](source) for kind in screen.kinds)
    return [page._replace(seconds=screen.pages[page.kind.value]) for page in built if page.rows]


def _page(kind: PageKind, title: str, rows: Iterator[ScreenRow], **more: object) -> ScreenPage:
    return ScreenPage(kind, title, list(rows), 0, **more)  # type: ignore[arg-type]


def notice_until(notice: Notice) -> int:
    return int(notice.until.timestamp())


# Announcements, and players who are called.


def _calls(source: ScreenSource) -> ScreenPage:
    def rows() -> Iterator[ScreenRow]:
        for notice, names in source.calls():
            where = _("desk") if notice.table is None else str(notice.table)
            yield ScreenRow("", names, (f"→ {where}",), until=notice_until(notice))

    return _page(PageKind.CALLS, _("Please come to your table"), rows())


def _announcements(source: ScreenSource) -> ScreenPage:
    standing = standing_notices(source.view.event, NoticeKind.ANNOUNCEMENT, source.now)
    rows = (
        ScreenRow(
            "",
            [notice.text],
            note="\n".join(notice.other_texts),
            until=notice_until(notice),
        )
        for notice in standing
    )
    return _page(PageKind.ANNOUNCEMENTS, pgettext("in the hall", "Announcement"), rows, in_words=True)


# The clock of the round.


def _clock(source: ScreenSource) -> ScreenPage:
    """What is left, in the largest figures, and the tables that have another end. Where the time of each
    table begins with its first deal, each has a row instead."""
    face = source.clock
    if face is None:
        return _page(PageKind.CLOCK, "", iter(()))
    if face.by_table:
        own = (ScreenRow(str(end.table), [_end_in_words(end)]) for end in face.tables)
        return _page(PageKind.CLOCK, _("Time of each table"), own, foreseen=source.foreseen)
    shown = ScreenRow("", [_ends_in_words(ends) for ends in _by_end(face.tables)])
    return _page(
        PageKind.CLOCK,
        str(PageKind.CLOCK.label),
        iter((shown,)),
        in_words=True,
        clock=face,
        foreseen=source.foreseen,
    )


def _end_in_words(end: TableEnd) -> str:
    if end.waits:
        return _("not begun")
    if end.stops_at is None:
        return _("%(left)s is left") % {"left": end.left}
    return _("until %(time)s") % {"time": _in_hall(end.stops_at)}


def _by_end(tables: Sequence[TableEnd]) -> list[list[TableEnd]]:
    """Group the tables with another time by their end, the first one first."""
    groups: dict[tuple[datetime | None, str], list[TableEnd]] = {}
    for end in sorted(tables, key=lambda end: (end.stops_at is None, end.stops_at, end.table)):
        groups.setdefault((end.stops_at, end.left), []).append(end)
    return list(groups.values())


def _ends_in_words(ends: Sequence[TableEnd]) -> str:
    tables = ngettext("Table %(tables)s", "Tables %(tables)s", len(ends)) % {
        "tables": ", ".join(str(end.table) for end in ends)
    }
    return f"{tables}: {_end_in_words(ends[0])}"


def _in_hall(moment: datetime) -> str:
    return time_format(localtime(moment), "TIME_FORMAT")


# The round.


def _tables(source: ScreenSource) -> ScreenPage:
    shown = None if source.is_over else source.round
    rows = (_table_row(table) for table in (shown.tables if shown else ()))
    title = "" if shown is None else _("%(round)s, by table") % {"round": round_label(shown.number)}
    return _page(PageKind.TABLES, title, rows)


def _table_row(table: TableView) -> ScreenRow:
    names = [_name_with_handicap(side) for side in table.sides]
    return ScreenRow("–" if table.table is None else str(table.table), names, note=_note_of(table))


def _name_with_handicap(side: SideView) -> str:
    return f"{side.name} ({signed_points(side.handicap)})" if side.handicap else side.name


def _note_of(table: TableView) -> str:
    """What is to be said of a table before it plays: that nobody plays there."""
    return str(Pairing.Kind.SIT_OUT.label) if table.table is None else ""


def _names(source: ScreenSource) -> ScreenPage:
    view = source.view
    if source.is_over or not view.record.rounds:
        return _page(PageKind.NAMES, "", iter(()))
    last = view.record.rounds[-1]
    rows = (
        ScreenRow("", [seat.name], ("–" if seat.table is None else str(seat.table),))
        for seat in seats_by_name(view, last)
    )
    return _page(PageKind.NAMES, _("%(round)s, by name") % {"round": round_label(last.round.number)}, rows)


def _playing(source: ScreenSource) -> ScreenPage:
    """The tables of the last round that have not finished; none once it is closed."""
    shown, rounds = source.round, source.view.record.rounds
    if shown is None or shown.closed or not source.view.source.knows_games:
        return _page(PageKind.PLAYING, "", iter(()))
    unfinished = {
        meeting.table
        for meeting in rounds[-1].pairings
        if meeting.game_id is not None
        and not meeting.game_over
        and meeting.kind == Pairing.Kind.PLAYED
        and rounds[-1].round.state == Round.State.PUBLISHED
    }
    rows = (
        ScreenRow(str(table.table), [side.name for side in table.sides], note=table.dealt)
        for table in shown.tables
        if table.table in unfinished
    )
    return _page(
        PageKind.PLAYING,
        _("Still playing"),
        rows,
        note=finished_sentence(rounds[-1]),
        foreseen=source.foreseen,
    )


# The programme.


def _programme(source: ScreenSource) -> ScreenPage:
    """What is still to come; each line but a round leaves when its time is over."""
    coming = [] if source.programme is None else source.programme.upcoming(source.now)
    several = len({line.day for line in coming}) > 1
    rows = (
        ScreenRow(
            line.time,
            [line.label],
            note=_programme_note(line, several=several),
            until=line.over,
        )
        for line in coming
    )
    return _page(PageKind.PROGRAMME, _("Programme"), rows)


def _programme_note(line: ShownLine, *, several: bool) -> str:
    day = date_format(line.day, "l") if several else ""
    moved = _("moved from %(time)s") % {"time": line.was} if line.was else ""
    return " · ".join(filter(None, (day, moved)))


# The results.


def _standings(source: ScreenSource) -> ScreenPage:
    view = source.view
    if view.hidden or not view.counts:
        return _page(PageKind.STANDINGS, "", iter(()))
    note = "" if view.last is None else _("after round %(number)s") % {"number": view.last.number}
    if view.last is not None and view.last.state == Round.State.PUBLISHED:
        note = finished_sentence(view.record.rounds[-1])
    rows = (_placing_row(view, placing) for placing in view.placings)
    return _page(PageKind.STANDINGS, standings_title(view), rows, note=note)


def _placing_row(view: EventView, placing: Placing) -> ScreenRow:
    totals, language = placing.totals, current_language()
    points = format_value(scheme_points(view, totals.points), language)
    own = ranks_by_own_points(view)
    second = (
        format_value(totals.own, language) if own else value_with_sign(totals.difference, totals.difference)
    )
    same = own and view.agreement.scheme.counts_points_made
    return ScreenRow(
        str(placing.place), [view.entries[totals.entry].name], (points,) if same else (points, second)
    )


def _bracket(source: ScreenSource) -> ScreenPage:
    """The picture of the bracket; where it would need too many sheets, its duels as rows."""
    bracket = None if source.view.hidden else BracketView.of(source.view)
    if bracket is None:
        return _page(PageKind.BRACKET, "", iter(()))
    pictures = bracket_sheets(bracket)
    rows = (ScreenRow("", (), picture=picture) for picture in pictures) if pictures else _duels(bracket)
    return _page(PageKind.BRACKET, _("Bracket"), rows, drawn=bool(pictures))


def _duels(bracket: BracketView) -> Iterator[ScreenRow]:
    """The duels that are played or come next; once the bracket is decided, the last ones."""
    shown = [duel for duel in bracket.shown() if any(line.name for line in duel.lines)]
    for duel in [duel for duel in shown if not duel.is_decided] or shown[-_LAST_DUELS:]:
        names = [line.name or "–" for line in duel.lines]
        yield ScreenRow("", names, ("; ".join(duel.results),), duel.label)


def _prizes(source: ScreenSource) -> ScreenPage:
    """The winners, the last of them first, each category before all; nothing before the results are shown.

    What they get is shown where everybody may see it.
    """
    view = source.view
    if view.hidden or not is_over(view):
        return _page(PageKind.PRIZES, "", iter(()))
    told = announced_lists(view, _PRIZES, with_prizes=shows_prizes(view))
    rows = (_prize_row(one.heading, line) for one in told for line in one.lines)
    return _page(PageKind.PRIZES, _("Prize giving"), rows, in_words=True)


def _prize_row(heading: str, line: PrizeWinner) -> ScreenRow:
    return ScreenRow(
        f"{heading}: {line.place}" if heading else line.place,
        line.names,
        note="\n".join(filter(None, (line.prize, line.clubs, line.decided))),
        figures=(line.points,),
    )


_BUILDERS: Final[Mapping[PageKind, Callable[[ScreenSource], ScreenPage]]] = {
    PageKind.CALLS: _calls,
    PageKind.ANNOUNCEMENTS: _announcements,
    PageKind.CLOCK: _clock,
    PageKind.TABLES: _tables,
    PageKind.NAMES: _names,
    PageKind.PLAYING: _playing,
    PageKind.STANDINGS: _standings,
    PageKind.BRACKET: _bracket,
    PageKind.PROGRAMME: _programme,
    PageKind.PRIZES: _prizes,
}


# The strip at the foot of every page.


class StripLine(NamedTuple):
    """What is announced on every page but its own."""

    kind: str
    text: str
    until: int


def strip_lines(source: ScreenSource) -> list[StripLine]:
    """Calls first, then announcements, each with its end."""
    event = source.view.event
    calls = [(notice, call_in_words(notice, names)) for notice, names in source.calls()]
    said = [(notice, notice.text) for notice in standing_notices(event, NoticeKind.ANNOUNCEMENT, source.now)]
    kinds = {NoticeKind.CALL: PageKind.CALLS.value, NoticeKind.ANNOUNCEMENT: PageKind.ANNOUNCEMENTS.value}
    return [
        StripLine(kinds[notice.kind], text, notice_until(notice)) for notice, text in (*calls, *said) if text
    ]
