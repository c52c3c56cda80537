"""The programme of a day or weekend: lines with a planned time, how they move, and what has really happened.

A line keeps the time that was first written beside the time at which it stands now. Nothing moves by itself:
what is late is a proposal (`propose_move`), and a move is taken back by the same minutes the other way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum
from typing import Final, NamedTuple

_MINUTE: Final = timedelta(minutes=1)
# How far one move goes, and how late something is that is worth a question.
MAX_MOVE: Final = 12 * 60
_WORTH_ASKING: Final = 3
# What is further off was begun on another day, or is a trial.
_MOST_LATE: Final = 6 * 60


class LineKind(StrEnum):
    """What a line of the programme is. Its code is stored."""

    CHECK_IN = "check-in"
    ROUND = "round"
    BREAK = "break"
    LUNCH = "lunch"
    PRIZES = "prizes"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgrammeLine:
    """A line of the programme, found by its number."""

    number: int
    at: datetime
    kind: LineKind
    # How long it takes; 0 where nobody has said so.
    minutes: int = 0
    # Which round it is.
    round: int | None = None
    # What was typed of it, by language.
    texts: Mapping[str, str] = field(default_factory=dict)
    # When it was to be, where it has been moved since.
    was: datetime | None = None

    @property
    def planned(self) -> datetime:
        """The time that was first written."""
        return self.at if self.was is None else self.was

    @property
    def ends(self) -> datetime:
        return later(self.at, self.minutes)

    def moved(self, minutes: int) -> ProgrammeLine:
        """Return the line so many minutes later."""
        at = later(self.at, minutes)
        return replace(self, at=at, was=None if at == self.planned else self.planned)


def later(at: datetime, minutes: int) -> datetime:
    """Return a moment so many minutes later, also where summer time begins or ends in between."""
    return (at.astimezone(UTC) + minutes * _MINUTE).astimezone(at.tzinfo)


def in_order(lines: Iterable[ProgrammeLine]) -> tuple[ProgrammeLine, ...]:
    """Return lines as they follow each other; of two at the same time the one that was written first."""
    return tuple(sorted(lines, key=lambda line: (line.at, line.number)))


def free_number(lines: Iterable[ProgrammeLine]) -> int:
    return 1 + max((line.number for line in lines), default=0)


# Moving.


def move(lines: Sequence[ProgrammeLine], first: int, minutes: int) -> tuple[ProgrammeLine, ...]:
    """Return a programme with the line of this number, and all that follow it, so many minutes later."""
    ordered = in_order(lines)
    start = _position(ordered, first)
    return (*ordered[:start], *(line.moved(minutes) for line in ordered[start:]))


def overtakes(lines: Sequence[ProgrammeLine], first: int, minutes: int) -> bool:
    """Whether the line, moved with all that follow it, would come before the line that precedes it."""
    ordered = in_order(lines)
    start = _position(ordered, first)
    if not 0 < start < len(ordered):
        return False
    return in_order([ordered[start - 1], ordered[start].moved(minutes)])[0].number == first


def _position(ordered: Sequence[ProgrammeLine], number: int) -> int:
    """Return where a line stands; after the last where there is none of this number."""
    return next((at for at, line in enumerate(ordered) if line.number == number), len(ordered))


def shift_to(lines: Iterable[ProgrammeLine], before: datetime, after: datetime) -> tuple[ProgrammeLine, ...]:
    """Return a programme as of another day: what began at `before` begins at `after`, and the rest as far
    from it by the clock on the wall."""
    distance, zone = _on_the_wall(after) - _on_the_wall(before), after.tzinfo

    def shifted(moment: datetime) -> datetime:
        return (_on_the_wall(moment.astimezone(zone)) + distance).replace(tzinfo=zone)

    return tuple(
        replace(line, at=shifted(line.at), was=None if line.was is None else shifted(line.was))
        for line in lines
    )


def as_written(lines: Iterable[ProgrammeLine]) -> tuple[ProgrammeLine, ...]:
    """Return a programme as it was before anything of it was moved."""
    return tuple(replace(line, at=line.planned, was=None) for line in lines)


def _on_the_wall(moment: datetime) -> datetime:
    return moment.replace(tzinfo=None)


# What has really happened.


class Happened(NamedTuple):
    """When a round really began and ended, as far as it has and anybody knows."""

    began: datetime | None = None
    ended: datetime | None = None
    # It is over, also where nobody knows since when.
    is_over: bool = False

    @property
    def has_begun(self) -> bool:
        return self.began is not None or self.is_over


NOTHING: Final = Happened()


class LineNow(NamedTuple):
    """A line beside what has happened of it."""

    line: ProgrammeLine
    happened: Happened = NOTHING
    # It lies behind: it is over, or something after it has begun.
    is_past: bool = False
    # It is a round that is being played.
    is_on: bool = False

    @property
    def late(self) -> int:
        """How many minutes later than it stands in the programme it began; earlier is less than nothing."""
        return 0 if self.happened.began is None else _minutes(self.happened.began - self.line.at)


def beside(lines: Sequence[ProgrammeLine], happened: Mapping[int, Happened]) -> list[LineNow]:
    """Return the lines in order beside what has happened of them.

    Only rounds say that they have begun: what stands before one that has begun is over.
    """
    ordered = in_order(lines)
    of_line = [_of(line, happened) for line in ordered]
    last = max((at for at, one in enumerate(of_line) if one.has_begun), default=-1)
    return [
        LineNow(
            line,
            one,
            is_past=at < last or one.is_over,
            is_on=at == last and not one.is_over,
        )
        for at, (line, one) in enumerate(zip(ordered, of_line, strict=True))
    ]


def _of(line: ProgrammeLine, happened: Mapping[int, Happened]) -> Happened:
    is_round = line.kind is LineKind.ROUND and line.round is not None
    return happened.get(line.round or 0, NOTHING) if is_round else NOTHING


def upcoming(rows: Iterable[LineNow], now: datetime) -> list[LineNow]:
    """Return the lines that are still to come.

    A round comes until it has begun, however late. Anything else is over when its time is.
    """
    return [
        row
        for row in rows
        if not row.is_past and not row.is_on and (row.line.kind is LineKind.ROUND or over_at(row.line) > now)
    ]


def over_at(line: ProgrammeLine) -> datetime:
    """When a line that is no round is over; one without a length stands for a quarter of an hour."""
    return later(line.at, line.minutes or 15)


# Proposals.


class MoveProposal(NamedTuple):
    """That the programme be moved from a line on, since a round began or ended at another time."""

    first: int
    minutes: int
    round: int
    # The round has ended late; otherwise it began late, or early.
    has_ended: bool = False


def propose_move(lines: Sequence[ProgrammeLine], happened: Mapping[int, Happened]) -> MoveProposal | None:
    """Propose to move what follows the last round that has begun, if that began or ended at another time.

    An early end is no reason: lunch is at the time that was said.
    """
    rows = beside(lines, happened)
    at = max((at for at, row in enumerate(rows) if row.happened.has_begun), default=None)
    if at is None or at + 1 >= len(rows):
        return None
    row, following = rows[at], rows[at + 1]
    number = row.line.round or 0
    if row.happened.is_over:
        ended = row.happened.ended
        late = 0 if ended is None else _minutes(ended - following.line.at)
        asked = MoveProposal(following.line.number, late, number, has_ended=True) if late > 0 else None
    else:
        asked = MoveProposal(row.line.number, row.late, number)
    if asked is None or not _WORTH_ASKING <= abs(asked.minutes) <= _MOST_LATE:
        return None
    return None if overtakes(lines, asked.first, asked.minutes) else asked


def _minutes(between: timedelta) -> int:
    """Whole minutes, without what is left of one."""
    return int(between / _MINUTE)


# Templates.


class Template(StrEnum):
    """How a programme is laid out that is made of a few figures."""

    EVENING = "evening"
    DAY = "day"
    WEEKEND = "weekend"


@dataclass(frozen=True, slots=True, kw_only=True)
class DayLayout:
    """What a template makes a programme of. All lengths are minutes, 0 for none."""

    template: Template
    # When the first round begins.
    starts_at: datetime
    rounds: int
    round_minutes: int
    pause_minutes: int = 0
    lunch_minutes: int = 45
    # When the second day of a weekend begins.
    second_day_at: time = time(10)


_CHECK_IN, _COFFEE, _PRIZES = 30, 15, 20
# Lunch is as near to this as rounds allow.
_NOON: Final = time(12, 15)
# So many rounds of an evening are played without coffee.
_WITHOUT_COFFEE: Final = 2


def lay_out(layout: DayLayout) -> tuple[ProgrammeLine, ...]:
    """Return a programme made from a template. Every round is in it once, in order."""
    days = _days(layout)
    lines: list[ProgrammeLine] = [_line(LineKind.CHECK_IN, later(layout.starts_at, -_CHECK_IN), _CHECK_IN)]
    at = layout.starts_at
    for day, rounds in enumerate(days):
        at = _begin_of(layout, day)
        for line in _day(layout, at, rounds):
            lines.append(line)
            at = line.ends
    lines.append(_line(LineKind.PRIZES, at, _PRIZES))
    return tuple(replace(line, number=number) for number, line in enumerate(lines, start=1))


def _days(layout: DayLayout) -> list[range]:
    """Return the rounds of each day: of a weekend more on the first, of which all of the day is there."""
    first = layout.rounds
    if layout.template is Template.WEEKEND and layout.rounds > 1:
        first = (layout.rounds + 1) // 2
    return [range(1, first + 1), *([range(first + 1, layout.rounds + 1)] if first < layout.rounds else [])]


def _begin_of(layout: DayLayout, day: int) -> datetime:
    if day == 0:
        return layout.starts_at
    morning = layout.starts_at + timedelta(days=day)
    at = layout.second_day_at
    return morning.replace(hour=at.hour, minute=at.minute)


def _day(layout: DayLayout, at: datetime, rounds: range) -> Iterator[ProgrammeLine]:
    """Yield the rounds of a day with what lies between them; a pause begins when the round before ends."""
    rest_after = _rest_after(layout, at, rounds)
    for number in rounds:
        yield _line(LineKind.ROUND, at, layout.round_minutes, number)
        at = later(at, layout.round_minutes)
        if number == rounds[-1]:
            return
        if number == rest_after:
            is_evening = layout.template is Template.EVENING
            kind, minutes = (
                (LineKind.BREAK, _COFFEE) if is_evening else (LineKind.LUNCH, layout.lunch_minutes)
            )
            yield _line(kind, at, minutes)
            at = later(at, minutes)
        elif layout.pause_minutes:
            yield _line(LineKind.BREAK, at, layout.pause_minutes)
            at = later(at, layout.pause_minutes)


def _rest_after(layout: DayLayout, at: datetime, rounds: range) -> int | None:
    """Return the round after which there is coffee or lunch: in the middle of an evening, or towards noon."""
    if len(rounds) < 2:
        return None
    if layout.template is Template.EVENING:
        return None if len(rounds) <= _WITHOUT_COFFEE else rounds[0] + (len(rounds) + 1) // 2 - 1
    noon = at.replace(hour=_NOON.hour, minute=_NOON.minute)
    if not layout.lunch_minutes or at >= noon:
        return None
    ends = {
        number: later(
            at,
            layout.round_minutes * (index + 1) + layout.pause_minutes * index,
        )
        for index, number in enumerate(rounds[:-1])
    }
    return min(ends, key=lambda number: abs(ends[number] - noon))


def _line(kind: LineKind, at: datetime, minutes: int, number: int | None = None) -> ProgrammeLine:
    return ProgrammeLine(number=0, at=at, kind=kind, minutes=minutes, round=number)
