"""The programme of a day, as worked cases and by its properties: nothing moves by itself, no line is lost."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.programme import (
    DayLayout,
    Happened,
    LineKind,
    MoveProposal,
    ProgrammeLine,
    Template,
    as_written,
    beside,
    in_order,
    later,
    lay_out,
    move,
    overtakes,
    propose_move,
    shift_to,
    upcoming,
)

HELSINKI = ZoneInfo("Europe/Helsinki")
TEN = datetime(2026, 12, 5, 10, 0, tzinfo=HELSINKI)
# Summer time ends on this day at four.
AUTUMN = datetime(2026, 10, 24, 10, 0, tzinfo=HELSINKI)


def at(minutes: int) -> datetime:
    return later(TEN, minutes)


def a_round(number: int, minutes: int, length: int = 60) -> ProgrammeLine:
    return ProgrammeLine(number=number, at=at(minutes), kind=LineKind.ROUND, minutes=length, round=number)


LUNCH = ProgrammeLine(number=10, at=at(130), kind=LineKind.LUNCH, minutes=45)
# Two rounds, lunch, and a third one.
DAY = (a_round(1, 0), a_round(2, 65), LUNCH, a_round(3, 180))


def a_layout(**fields: object) -> DayLayout:
    usual = DayLayout(template=Template.DAY, starts_at=TEN, rounds=4, round_minutes=60, pause_minutes=10)
    return replace(usual, **fields)  # type: ignore[arg-type]


lines_of_a_day = st.lists(
    st.builds(
        ProgrammeLine,
        number=st.integers(1, 30),
        at=st.integers(0, 600).map(at),
        kind=st.sampled_from(LineKind),
        minutes=st.integers(0, 90),
        round=st.integers(1, 9),
    ),
    min_size=1,
    max_size=9,
    unique_by=lambda line: line.number,
)
happenings = st.dictionaries(
    st.integers(1, 9),
    st.one_of(
        st.builds(Happened, began=st.integers(-30, 700).map(at)),
        st.builds(
            Happened,
            began=st.integers(-30, 300).map(at),
            ended=st.integers(301, 900).map(at),
            is_over=st.just(True),
        ),
        st.just(Happened(is_over=True)),
    ),
)


# Moving.


@given(lines_of_a_day, st.data(), st.integers(-60, 120))
def test_a_move_keeps_every_line_their_order_and_the_times_before(
    lines: list[ProgrammeLine], data: st.DataObject, minutes: int
) -> None:
    first = data.draw(st.sampled_from(lines)).number
    if overtakes(lines, first, minutes):
        return
    before, after = in_order(lines), move(lines, first, minutes)
    start = [line.number for line in before].index(first)
    assert sorted(line.number for line in after) == sorted(line.number for line in before)
    assert after[:start] == before[:start]
    for old, new in zip(before[start:], after[start:], strict=True):
        assert new.number == old.number
        assert new.at - old.at == timedelta(minutes=minutes)
        assert new.planned == old.planned
    assert [line.at for line in after] == sorted(line.at for line in after)


@given(lines_of_a_day, st.data(), st.integers(-60, 120))
def test_a_move_the_other_way_takes_it_back(
    lines: list[ProgrammeLine], data: st.DataObject, minutes: int
) -> None:
    first = data.draw(st.sampled_from(lines)).number
    if overtakes(lines, first, minutes):
        return
    assert in_order(move(move(lines, first, minutes), first, -minutes)) == in_order(lines)


def test_moved_lines_keep_the_time_that_was_first_written() -> None:
    moved = move(move(DAY, 10, 15), 10, 5)
    assert [line.was for line in moved] == [None, None, at(130), at(180)]
    assert moved[2].at == at(150)
    assert move(moved, 10, -20) == DAY


def test_a_line_does_not_move_before_the_one_that_precedes_it() -> None:
    assert overtakes(DAY, 10, -66)
    assert not overtakes(DAY, 10, -65)
    assert not overtakes(DAY, 1, -600)


def test_a_move_from_a_line_that_is_gone_moves_nothing() -> None:
    assert move(DAY, 99, 15) == DAY


def test_minutes_are_minutes_also_in_the_night_in_which_summer_time_ends() -> None:
    night = replace(LUNCH, at=datetime(2026, 10, 25, 3, 30, tzinfo=HELSINKI))
    moved = night.moved(60)
    assert moved.at.astimezone(UTC) - night.at.astimezone(UTC) == timedelta(hours=1)


def test_another_day_has_the_same_times_on_the_wall_and_the_way_back_is_the_same() -> None:
    summer = move(lay_out(a_layout(starts_at=AUTUMN)), 3, 15)
    week = AUTUMN + timedelta(days=7)
    winter = shift_to(summer, AUTUMN, week)
    assert [line.at.time() for line in winter] == [line.at.time() for line in summer]
    assert {line.at.date() for line in winter} == {week.date()}
    assert shift_to(winter, week, AUTUMN) == summer
    assert as_written(summer) == lay_out(a_layout(starts_at=AUTUMN))


# What has happened.


def test_what_stands_before_a_round_that_has_begun_is_over() -> None:
    rows = beside(DAY, {1: Happened(at(2), at(58), is_over=True), 3: Happened(at(190))})
    assert [row.is_past for row in rows] == [True, True, True, False]
    assert [row.is_on for row in rows] == [False, False, False, True]
    assert [row.late for row in rows] == [2, 0, 0, 10]


def test_a_round_comes_until_it_has_begun_and_lunch_until_its_time_is_over() -> None:
    played = {1: Happened(at(0), at(60), is_over=True)}
    assert [row.line.number for row in upcoming(beside(DAY, played), at(120))] == [2, 10, 3]
    assert [row.line.number for row in upcoming(beside(DAY, played), at(175))] == [2, 3]
    assert upcoming(beside(DAY, {3: Happened(at(180))}), at(100)) == []


@given(lines_of_a_day, happenings, st.integers(-60, 900).map(at))
def test_each_line_is_past_going_on_or_to_come(
    lines: list[ProgrammeLine], happened: dict[int, Happened], now: datetime
) -> None:
    rows = beside(lines, happened)
    assert tuple(row.line for row in rows) == in_order(lines)
    assert sum(row.is_on for row in rows) <= 1
    assert not any(row.is_past and row.is_on for row in rows)
    first = next((index for index, row in enumerate(rows) if row.is_on), 0)
    assert all(row.is_past for row in rows[:first])
    assert {row.line.number for row in upcoming(rows, now)} <= {
        row.line.number for row in rows if not row.is_past and not row.is_on
    }


# Proposals.


def test_a_round_that_began_late_asks_whether_the_rest_moves_with_it() -> None:
    happened = {1: Happened(at(12))}
    assert propose_move(DAY, happened) == MoveProposal(first=1, minutes=12, round=1)
    moved = move(DAY, 1, 12)
    assert propose_move(moved, happened) is None
    assert [line.at for line in moved] == [at(12), at(77), at(142), at(192)]


def test_a_round_that_began_early_asks_too() -> None:
    assert propose_move(DAY, {2: Happened(at(60))}) == MoveProposal(first=2, minutes=-5, round=2)


def test_a_round_that_ended_after_the_next_line_moves_that_one() -> None:
    happened = {1: Happened(at(0), at(60), is_over=True), 2: Happened(at(65), at(150), is_over=True)}
    assert propose_move(DAY, happened) == MoveProposal(first=10, minutes=20, round=2, has_ended=True)
    assert propose_move(move(DAY, 10, 20), happened) is None


@pytest.mark.parametrize(
    "happened",
    [
        {},
        {1: Happened(at(2))},
        {2: Happened(at(65), at(125), is_over=True)},
        {2: Happened(is_over=True)},
        {3: Happened(at(200))},
        {1: Happened(at(24 * 60))},
    ],
    ids=["nothing", "two minutes", "an early end", "an unknown end", "nothing follows", "another day"],
)
def test_nothing_is_proposed(happened: dict[int, Happened]) -> None:
    assert propose_move(DAY, happened) is None


@given(lines_of_a_day, happenings)
def test_a_proposal_can_be_done_and_is_not_made_again(
    lines: list[ProgrammeLine], happened: dict[int, Happened]
) -> None:
    asked = propose_move(lines, happened)
    if asked is None:
        return
    assert not overtakes(lines, asked.first, asked.minutes)
    again = propose_move(move(lines, asked.first, asked.minutes), happened)
    assert again is None or again.minutes != asked.minutes or again.first != asked.first


# Templates.


def kinds(lines: tuple[ProgrammeLine, ...]) -> list[str]:
    return [f"{line.at:%a %H:%M} {line.kind}{line.round or ''}" for line in lines]


def test_a_day_with_lunch() -> None:
    assert kinds(lay_out(a_layout())) == [
        "Sat 09:30 check-in",
        "Sat 10:00 round1",
        "Sat 11:00 break",
        "Sat 11:10 round2",
        "Sat 12:10 lunch",
        "Sat 12:55 round3",
        "Sat 13:55 break",
        "Sat 14:05 round4",
        "Sat 15:05 prizes",
    ]


def test_an_evening_has_coffee_in_its_middle_and_a_short_one_none() -> None:
    evening = a_layout(
        template=Template.EVENING, starts_at=TEN.replace(hour=18), round_minutes=50, pause_minutes=0
    )
    assert kinds(lay_out(replace(evening, rounds=3))) == [
        "Sat 17:30 check-in",
        "Sat 18:00 round1",
        "Sat 18:50 round2",
        "Sat 19:40 break",
        "Sat 19:55 round3",
        "Sat 20:45 prizes",
    ]
    assert LineKind.BREAK not in {line.kind for line in lay_out(replace(evening, rounds=2))}


def test_a_weekend_has_two_days() -> None:
    weekend = a_layout(template=Template.WEEKEND, rounds=5, round_minutes=90, second_day_at=time(9, 30))
    lines = lay_out(weekend)
    assert [(line.round, f"{line.at:%a %H:%M}") for line in lines if line.round] == [
        (1, "Sat 10:00"),
        (2, "Sat 12:15"),
        (3, "Sat 13:55"),
        (4, "Sun 09:30"),
        (5, "Sun 11:45"),
    ]
    assert [line.kind for line in lines].count(LineKind.LUNCH) == 2


@given(
    st.builds(
        DayLayout,
        template=st.sampled_from(Template),
        starts_at=st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 31), timezones=st.just(HELSINKI)),
        rounds=st.integers(1, 15),
        round_minutes=st.integers(10, 240),
        pause_minutes=st.integers(0, 60),
        lunch_minutes=st.integers(0, 120),
    )
)
def test_every_template_has_each_round_once_and_nothing_at_the_same_time(layout: DayLayout) -> None:
    lines = lay_out(layout)
    assert [line.round for line in lines if line.kind is LineKind.ROUND] == list(range(1, layout.rounds + 1))
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    assert [line.kind for line in lines][:1] + [line.kind for line in lines][-1:] == [
        LineKind.CHECK_IN,
        LineKind.PRIZES,
    ]
    if layout.template is not Template.WEEKEND:
        ends = [(first.ends.astimezone(UTC), second.at.astimezone(UTC)) for first, second in pairwise(lines)]
        assert all(end == begin for end, begin in ends)
