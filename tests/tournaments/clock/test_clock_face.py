"""A clock as a page shows it: it follows from what is stored, so that a page of then is still right now."""

from __future__ import annotations

from dataclasses import replace

from tests.tournaments.core.test_clock import MINUTE, a_clock, at
from tournaments.public.clock_face import ClockFace


def test_while_it_goes_on_it_says_moments_also_in_milliseconds() -> None:
    face = ClockFace(a_clock())
    assert (face.state, face.warns_at, face.stops_at) == ("running", at(50), at(60))
    assert (face.warns, face.stops) == (1777755000000, 1777755600000)
    assert (face.left_to_warning, face.left_to_stop) == ("", "")


def test_while_it_stands_still_it_says_what_is_left() -> None:
    face = ClockFace(a_clock().paused(at(20.51)))
    assert (face.state, face.paused_at) == ("paused", at(20.51))
    # A second that has begun counts.
    assert (face.left_to_warning, face.left_to_stop) == ("29:30", "39:30")
    assert not face.has_warned
    after_the_warning = ClockFace(a_clock().paused(at(55)))
    assert after_the_warning.has_warned
    assert after_the_warning.left_to_stop == "5:00"


def test_a_pause_after_time_is_up_changes_nothing_that_is_said() -> None:
    assert ClockFace(a_clock().paused(at(61))).state == "running"


def test_one_that_waits_for_a_first_deal_says_its_minutes() -> None:
    face = ClockFace(replace(a_clock(), started_at=None, given=3 * MINUTE), by_table=True)
    assert (face.state, face.minutes, face.more_minutes, face.given_minutes) == ("waiting", 53, 10, 3)
