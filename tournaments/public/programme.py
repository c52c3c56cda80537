"""The programme of an event as everybody reads it: what was planned, and beside it what really happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby
from typing import NamedTuple

from django.utils.formats import date_format, time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.reports.layouts import Grid
from clubs.reports.report import Column, ReportTable, Row
from clubs.reports.tables import ExportReport
from clubs.web.tables import text_columns
from tournaments.core.programme import (
    Happened,
    LineNow,
    MoveProposal,
    beside,
    over_at,
    propose_move,
    upcoming,
)
from tournaments.models import Tournament
from tournaments.play.programme import line_label, lines_of, load_happened
from tournaments.public.event_view import EventView
from tournaments.public.tables import event_file


class ShownLine(NamedTuple):
    """A line in words."""

    number: int
    day: date
    time: str
    label: str
    # Until when it is planned; empty where nobody has said how long it takes.
    until: str = ""
    # When it was to be, where it has been moved.
    was: str = ""
    # What has really happened.
    note: str = ""
    is_past: bool = False
    is_on: bool = False
    # When it disappears from what comes next, in seconds since 1970; never for a round.
    over: int | None = None

    @property
    def planned(self) -> str:
        return f"{self.time}–{self.until}" if self.until else self.time


class ShownDay(NamedTuple):
    """A day of the programme; without a name where there is only one."""

    label: str
    lines: Sequence[ShownLine]


@dataclass(frozen=True, slots=True)
class ShownProgramme:
    """The whole programme."""

    rows: Sequence[LineNow]
    proposal: MoveProposal | None = None

    @property
    def lines(self) -> list[ShownLine]:
        return [_shown(row) for row in self.rows]

    @property
    def days(self) -> list[ShownDay]:
        found = [(day, list(lines)) for day, lines in groupby(self.lines, key=lambda line: line.day)]
        many = len(found) > 1
        return [ShownDay(_day(day) if many else "", lines) for day, lines in found]

    def upcoming(self, now: datetime) -> list[ShownLine]:
        """What is still to come; of another day with its day."""
        return [_shown(row) for row in upcoming(self.rows, now)]

    @property
    def first(self) -> int | None:
        """The number of the first line that has not begun: from there on a move is usual."""
        left = (row.line.number for row in self.rows if not row.is_past and not row.is_on)
        return next(left, None)


def shown_programme(event: Tournament) -> ShownProgramme | None:
    """Return the programme beside what has happened; None where there is none."""
    lines = lines_of(event)
    if not lines:
        return None
    happened = load_happened(event)
    return ShownProgramme(beside(lines, happened), propose_move(lines, happened))


def planned_programme(event: Tournament) -> ShownProgramme | None:
    """The same before anything has happened, for papers and announcements: it reads no games."""
    lines = lines_of(event)
    return ShownProgramme(beside(lines, {})) if lines else None


def _shown(row: LineNow) -> ShownLine:
    line, at = row.line, localtime(row.line.at)
    return ShownLine(
        line.number,
        at.date(),
        time_in_words(at),
        line_label(line),
        until=time_in_words(line.ends) if line.minutes else "",
        was=_moment(line.was, at.date()) if line.was else "",
        note=happened_in_words(row.happened),
        is_past=row.is_past,
        is_on=row.is_on,
        over=None if line.round else int(over_at(line).timestamp()),
    )


def _moment(at: datetime, day: date) -> str:
    """A time of day, with the day where that is another one."""
    moment = time_in_words(at)
    return (
        moment
        if localtime(at).date() == day
        else f"{date_format(localtime(at), 'SHORT_DATE_FORMAT')} {moment}"
    )


def time_in_words(at: datetime) -> str:
    return time_format(localtime(at), "TIME_FORMAT")


def _day(day: date) -> str:
    return f"{date_format(day, 'l')} {date_format(day, 'DATE_FORMAT')}"


def happened_in_words(happened: Happened) -> str:
    """Say when a round really began and ended."""
    words = {
        "began": happened.began and time_in_words(happened.began),
        "ended": happened.ended and time_in_words(happened.ended),
    }
    if happened.began and happened.ended:
        return _("began at %(began)s, ended at %(ended)s") % words
    if happened.began:
        return _("began at %(began)s") % words
    return _("ended at %(ended)s") % words if happened.ended else ""


def proposal_in_words(proposal: MoveProposal) -> str:
    """Ask whether the programme moves with a round that was late or early."""
    minutes = abs(proposal.minutes)
    if proposal.has_ended:
        sentence = ngettext(
            "Round %(number)s ended %(count)s minute after what follows was to begin. Move the rest?",
            "Round %(number)s ended %(count)s minutes after what follows was to begin. Move the rest?",
            minutes,
        )
    elif proposal.minutes > 0:
        sentence = ngettext(
            "Round %(number)s began %(count)s minute late. Move the rest?",
            "Round %(number)s began %(count)s minutes late. Move the rest?",
            minutes,
        )
    else:
        sentence = ngettext(
            "Round %(number)s began %(count)s minute early. Move the rest?",
            "Round %(number)s began %(count)s minutes early. Move the rest?",
            minutes,
        )
    return sentence % {"number": proposal.round, "count": minutes}


# As tables.


def programme_tables(programme: ShownProgramme) -> Iterator[ReportTable]:
    """A table for each day, to print and to paste; when it was to be only where something was moved."""
    columns = (
        Column(_("Time"), key="time"),
        Column(_("Programme"), key="what"),
        Column(_("Was to be"), key="was"),
    )
    kept = len(columns) if any(line.was for line in programme.lines) else len(columns) - 1
    for at, day in enumerate(programme.days):
        yield ReportTable(
            columns=columns[:kept],
            rows=tuple(Row((line.planned, line.label, line.was)[:kept]) for line in day.lines),
            caption=day.label,
            layout=Grid(heading=at == 0),
            key=f"day{at + 1}",
        )


def programme_file(view: EventView, programme: ShownProgramme) -> ExportReport:
    """The programme with what has happened, for the files of its page."""
    table = ReportTable(
        columns=text_columns(
            day=_("Date"),
            time=_("Time"),
            until=_("Until"),
            what=_("Programme"),
            was=_("Was to be"),
            really=_("Really"),
        ),
        rows=tuple(
            Row(
                (
                    date_format(line.day, "SHORT_DATE_FORMAT"),
                    line.time,
                    line.until,
                    line.label,
                    line.was,
                    line.note,
                )
            )
            for line in programme.lines
        ),
        key="programme",
    )
    return event_file(view, _("Programme"), table)
