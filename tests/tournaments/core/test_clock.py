"""The clock of a round, as worked cases and by its properties: no act loses a second, none makes one."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.clock import Clock, ClockPhase, Pause, last_stop, minutes_lost

EIGHT = datetime(2026, 5, 2, 20, 0, tzinfo=UTC)
MINUTE, SECOND = timedelta(minutes=1), timedelta(seconds=1)
LONG_AGO, FAR = EIGHT - timedelta(days=2), EIGHT + timedelta(days=2)


def at(minutes: float) -> datetime:
    return EIGHT + minutes * MINUTE


def a_clock(**fields: object) -> Clock:
    """Fifty minutes and ten, started at eight."""
    return replace(Clock(playing=50 * MINUTE, more=10 * MINUTE, started_at=EIGHT), **fields)  # type: ignore[arg-type]


def phases(clock: Clock, *minutes: float) -> list[ClockPhase]:
    return [clock.phase(at(minute)) for minute in minutes]


def test_it_warns_after_fifty_minutes_and_stops_ten_later() -> None:
    clock = a_clock()
    assert (clock.warns_at, clock.stops_at) == (at(50), at(60))
    assert phases(clock, -1, 0, 49.99) == [ClockPhase.PLAYING] * 3
    assert phases(clock, 50, 59.99) == [ClockPhase.WARNING] * 2
    assert phases(clock, 60, 600) == [ClockPhase.STOPPED] * 2
    assert clock.left_to_warning(at(20)) == 30 * MINUTE
    assert clock.left_to_stop(at(20)) == 40 * MINUTE
    assert clock.left_to_stop(at(61)) == timedelta()


def test_one_that_is_not_started_waits() -> None:
    clock = a_clock(started_at=None, pauses=(Pause(EIGHT),))
    assert clock.phase(at(70)) is ClockPhase.WAITING
    assert (clock.warns_at, clock.stops_at) == (None, None)
    assert not clock.is_paused
    assert clock.left_to_stop(at(70)) == 60 * MINUTE
    assert clock.paused(at(1)) == clock.resumed(at(1)) == clock


def test_a_pause_of_seven_minutes_moves_the_end_by_seven() -> None:
    paused = a_clock().paused(at(20))
    assert (paused.warns_at, paused.stops_at) == (None, None)
    assert paused.left_to_warning(at(20)) == paused.left_to_warning(at(27)) == 30 * MINUTE
    resumed = paused.resumed(at(27))
    assert (resumed.warns_at, resumed.stops_at) == (at(57), at(67))


def test_a_pause_after_the_warning_moves_only_the_stop() -> None:
    paused = a_clock().paused(at(55))
    assert (paused.warns_at, paused.stops_at) == (at(50), None)
    assert paused.resumed(at(58)).stops_at == at(63)


def test_two_who_pause_at_once_pause_once_and_go_on_once() -> None:
    once = a_clock().paused(at(20))
    assert once.paused(at(20) + SECOND) is once
    on = once.resumed(at(30))
    assert on.resumed(at(31)) is on


def test_an_act_that_was_begun_before_another_ended_comes_after_it() -> None:
    clock = a_clock().paused(at(20)).resumed(at(25)).paused(at(24))
    assert clock.pauses == (Pause(at(20), at(25)), Pause(at(25)))
    assert a_clock().paused(at(-3)).pauses == (Pause(EIGHT),)


def test_minutes_given_to_a_table_move_both_of_its_ends() -> None:
    clock = a_clock(given=3 * MINUTE)
    assert (clock.warns_at, clock.stops_at) == (at(53), at(63))
    # A table whose time was up plays on.
    assert a_clock().phase(at(61)) is ClockPhase.STOPPED
    assert clock.phase(at(61)) is ClockPhase.WARNING


def test_a_table_that_starts_later_is_not_stopped_by_a_pause_before_it_began() -> None:
    pauses = (Pause(at(2), at(5)), Pause(at(7), at(12)))
    late = a_clock(started_at=at(10), pauses=pauses)
    assert late.stops_at == at(72)  # two minutes of the second pause are its own
    assert late.run_until(at(12)) == timedelta()


def test_a_round_ends_with_its_last_table() -> None:
    assert last_stop([a_clock(), a_clock(given=5 * MINUTE)]) == at(65)
    assert last_stop([a_clock(), a_clock(started_at=None)]) is None
    assert last_stop([]) is None


def test_minutes_lost_are_those_in_which_the_clock_ran() -> None:
    clock = a_clock(pauses=(Pause(at(20), at(30)),))
    assert minutes_lost(clock, at(3), at(7)) == 4
    assert minutes_lost(clock, at(3), at(7) + SECOND) == 5
    assert minutes_lost(clock, at(18), at(33)) == 5
    assert minutes_lost(clock, at(21), at(29)) == 0
    assert minutes_lost(clock, at(-9), at(2)) == 2


# Its properties.

moments = st.datetimes(LONG_AGO.replace(tzinfo=None), FAR.replace(tzinfo=None), timezones=st.just(UTC))
spans = st.timedeltas(timedelta(), timedelta(hours=3))


@st.composite
def clocks(draw: st.DrawFn) -> Clock:
    """A clock after any acts, in any order of their moments."""
    clock = Clock(playing=draw(spans), more=draw(spans), started_at=draw(moments), given=draw(spans))
    for moment, pauses in draw(st.lists(st.tuples(moments, st.booleans()), max_size=8)):
        clock = clock.paused(moment) if pauses else clock.resumed(moment)
    return clock


@given(clocks())
def test_pauses_stand_in_their_order_and_only_the_last_is_open(clock: Clock) -> None:
    *ended, _last = [*clock.pauses, Pause(FAR)]
    edges = [edge for pause in clock.pauses for edge in (pause.began, pause.ended) if edge is not None]
    assert edges == sorted(edges)
    assert all(pause.ended is not None for pause in ended[:-1])


@given(clocks(), moments)
def test_what_has_run_and_what_stood_still_make_all_the_time_since_the_start(
    clock: Clock, now: datetime
) -> None:
    assert clock.started_at is not None
    since = max(now - clock.started_at, timedelta())
    # Counted otherwise: each stretch between two edges belongs to one of both.
    inner = {edge for pause in clock.pauses for edge in (pause.began, pause.ended or FAR)}
    edges = sorted({clock.started_at, now, *(edge for edge in inner if clock.started_at < edge < now)})
    stood = timedelta()
    for first, second in pairwise(edges):
        if any(pause.began <= first and second <= (pause.ended or FAR) for pause in clock.pauses):
            stood += second - first
    if now > clock.started_at:
        assert clock.run_until(now) + stood == since
    else:
        assert clock.run_until(now) == timedelta()


@given(clocks(), moments, spans)
def test_it_never_runs_backwards_and_never_faster_than_time(
    clock: Clock, now: datetime, later: timedelta
) -> None:
    run = clock.run_until(now + later) - clock.run_until(now)
    assert timedelta() <= run <= later


@given(clocks())
def test_the_ends_are_the_moments_at_which_it_has_run_so_long(clock: Clock) -> None:
    for moment, run in ((clock.warns_at, clock.time_to_warning), (clock.stops_at, clock.time_to_stop)):
        if moment is None:
            assert clock.is_paused
            assert clock.run_until(clock.pauses[-1].began) < run
        else:
            assert clock.run_until(moment) == run


@given(clocks(), moments, moments)
def test_to_pause_and_go_on_at_the_same_moment_changes_no_end(
    clock: Clock, moment: datetime, now: datetime
) -> None:
    if clock.is_paused:
        clock = clock.resumed(moment)
    there_and_back = clock.paused(moment).resumed(moment)
    assert there_and_back.stops_at == clock.stops_at
    assert there_and_back.run_until(now) == clock.run_until(now)


@given(clocks(), moments, spans)
def test_a_pause_while_it_runs_moves_both_ends_by_its_length(
    clock: Clock, moment: datetime, length: timedelta
) -> None:
    clock = clock.resumed(moment)
    began = clock.paused(moment).pauses[-1].began
    after = clock.paused(moment).resumed(began + length)
    for before_end, end in ((clock.warns_at, after.warns_at), (clock.stops_at, after.stops_at)):
        assert before_end is not None
        assert end == (before_end + length if began < before_end else before_end)


@given(clocks(), spans, moments)
def test_minutes_given_are_added_to_what_is_left(clock: Clock, minutes: timedelta, now: datetime) -> None:
    more = replace(clock, given=clock.given + minutes)
    assert more.run_until(now) == clock.run_until(now)
    if clock.left_to_stop(now):
        assert more.left_to_stop(now) == clock.left_to_stop(now) + minutes


@given(clocks(), moments)
def test_the_phase_says_what_the_ends_say(clock: Clock, now: datetime) -> None:
    phase = clock.phase(now)
    assert (phase is ClockPhase.STOPPED) == (clock.stops_at is not None and now >= clock.stops_at) or (
        clock.time_to_stop == timedelta()
    )
    assert (clock.left_to_stop(now) == timedelta()) == (phase is ClockPhase.STOPPED)
