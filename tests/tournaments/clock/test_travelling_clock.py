"""An event that is taken along in the middle of a round: its clock shows the same second elsewhere."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest

from tests.builders import an_author
from tests.tournaments.transfer.travelling import a_moment, empty_house, forget
from tournaments import running
from tournaments.models import Round
from tournaments.play.clock import load_times

pytestmark = [pytest.mark.engine, pytest.mark.django_db]


def test_the_clock_of_a_round_comes_along_with_its_minutes() -> None:
    home, event = a_moment("mid_round")
    drawn = event.rounds.get(state=Round.State.PUBLISHED)
    first = an_author(home.director)
    terms = running.ClockTerms(minutes=50, more_minutes=10)
    running.start_clock(first, drawn, terms)
    table = drawn.pairings.filter(game__over=False).order_by("table").first()
    assert table is not None
    running.give_minutes(first, table, 3, uuid4())
    running.pause_clock(an_author(home.director, at=first.at + timedelta(minutes=7)), drawn)
    before = load_times(drawn)
    assert before is not None
    data = home.send(event)
    forget(home, event)
    came = empty_house(home).receive(data)
    after = load_times(came.rounds.get(state=Round.State.PUBLISHED))
    assert after is not None
    assert (after.clock, after.by_table) == (before.clock, before.by_table)
    clocks = [{time.table: time.clock for time in times.tables.values()} for times in (before, after)]
    assert clocks[0] == clocks[1]
    assert {clock.given for clock in clocks[1].values()} == {timedelta(), timedelta(minutes=3)}
