"""The forecast of a round, as worked cases and by its properties."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.forecast import DaySoFar, Forecast, HeldUp, Probable, TablePlay, deal_times, forecast

EIGHT = datetime(2026, 5, 2, 20, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
# Deals of ten minutes each at five tables.
STEADY = [[10.0, 10.0, 10.0, 10.0]] * 5


def at(minutes: float) -> datetime:
    return EIGHT + minutes * MINUTE


def a_table(table: int, *recorded: float, **fields: object) -> TablePlay:
    """A table that has played since eight, and has recorded deals in these minutes."""
    play = TablePlay(table=table, began_at=EIGHT, recorded=tuple(map(at, recorded)), dealt=True)
    return replace(play, **fields)  # type: ignore[arg-type]


def found(
    now: float, *tables: TablePlay, before: Sequence[Sequence[float]] = STEADY, **more: object
) -> Forecast:
    forecasted = forecast(at(now), tables, before, **more)  # type: ignore[arg-type]
    assert forecasted is not None
    return forecasted


def minutes(probable: Probable) -> tuple[float, float, float]:
    likely, early, late = ((moment - EIGHT) / MINUTE for moment in probable)
    return likely, early, late


def test_where_all_deals_take_ten_minutes_two_deals_end_in_twenty() -> None:
    likely, early, late = minutes(found(20, a_table(1, 10, 20, deals_left=2)).round)
    assert 37 <= likely <= 43
    assert 30 <= early <= likely <= late <= 55


def test_before_anything_was_played_nobody_knows() -> None:
    assert forecast(EIGHT, [a_table(1, deals_left=4)], []) is None
    assert forecast(EIGHT, [], STEADY) is None


def test_a_game_without_a_known_end_is_not_foreseen() -> None:
    assert forecast(at(20), [a_table(1, 10, 20)], STEADY) is None


def test_a_slow_table_holds_up_the_round() -> None:
    fast = [a_table(number, 10, 20, 30, deals_left=1) for number in range(1, 7)]
    slow = a_table(7, 17, 34, deals_left=2)
    foreseen = found(34, *fast, slow)
    assert foreseen.held_up is not None
    assert foreseen.held_up.table == 7
    assert 8 <= foreseen.held_up.minutes <= 30
    assert foreseen.tables[7].likely == max(one.likely for one in foreseen.tables.values())


def test_tables_that_end_together_hold_up_nobody() -> None:
    held_up = found(30, *(a_table(number, 10, 20, 30, deals_left=1) for number in (1, 2, 3))).held_up
    assert held_up is None or held_up.minutes <= 2


def test_no_deal_is_begun_after_the_warning() -> None:
    open_end = a_table(1, 10, 20, 30, 40, warns_at=at(50))
    likely, _early, late = minutes(found(42, open_end).round)
    assert 48 <= likely <= 62
    assert late <= 85


def test_where_play_stops_at_once_nothing_is_later_than_that() -> None:
    table = a_table(1, 10, 20, warns_at=at(30), cut_at=at(31))
    assert minutes(found(28, table).round)[2] <= 31


def test_after_the_warning_a_table_that_plays_no_deal_has_ended() -> None:
    table = a_table(1, 10, 20, 52, warns_at=at(50), dealt=False)
    assert minutes(found(53, table).round) == (53, 53, 53)


def test_points_end_a_game_as_fast_as_they_were_made() -> None:
    near = a_table(1, 10, 20, 30, lead=4500, target=5000)
    far = a_table(2, 10, 20, 30, lead=1500, target=5000)
    foreseen = found(31, near, far)
    assert foreseen.tables[1].likely < foreseen.tables[2].likely
    assert minutes(foreseen.tables[1])[0] <= 45


def test_the_longer_a_deal_takes_the_later_it_ends() -> None:
    table = a_table(1, 10, deals_left=1)
    ends = [found(now, table).round.likely for now in (12, 25, 60, 100)]
    assert ends == sorted(ends)
    assert ends[-1] > at(100)


def test_how_long_the_longest_deals_were_says_how_much_longer_one_can_be() -> None:
    """Each evening has as many long deals: here they are much alike, there one is far longer than another."""
    alike, unlike = [[10.0, 9.0, 11.0, 14.0]] * 12, [[10.0, 9.0, 11.0, 14.0 + 3 * at] for at in range(12)]
    ranges = []
    for before in (alike, unlike):
        _likely, early, late = minutes(found(0, a_table(1, deals_left=4), before=before).round)
        ranges.append(late - early)
    assert ranges[1] > 1.5 * ranges[0]


def test_the_day_has_a_round_and_a_pause_for_each_that_is_to_come() -> None:
    table = a_table(1, 10, 20, 30, deals_left=1)
    day = DaySoFar(began_at=EIGHT, lengths=(40.0,), pauses=(10.0,), rounds_left=2)
    foreseen = found(31, table, day=day)
    assert foreseen.day is not None
    assert 130 <= minutes(foreseen.day)[0] <= 155
    assert found(31, table, day=replace(day, lengths=())).day is None
    last = found(31, table, day=replace(day, rounds_left=0))
    assert last.day == last.round


def test_what_was_recorded_at_once_and_a_lunch_are_no_times_of_deals() -> None:
    assert deal_times([at(0), at(0), at(0.1), at(12), at(200)]) == [11.9]


def test_a_table_alone_holds_up_nobody() -> None:
    assert found(20, a_table(1, 10, 20, deals_left=2)).held_up is None
    assert HeldUp(1, 2).minutes == 2


TIMES = st.lists(st.floats(1, 60), max_size=6)


@st.composite
def tables_of(draw: st.DrawFn) -> list[TablePlay]:
    """Tables in the middle of a round, an hour after eight."""
    tables = []
    for number in range(1, draw(st.integers(1, 6)) + 1):
        recorded, moment = [], 0.0
        for time in draw(TIMES):
            moment += time
            if moment < 60:
                recorded.append(moment)
        table = a_table(number, *recorded, deals_left=draw(st.integers(1, 5)), dealt=draw(st.booleans()))
        if draw(st.booleans()):
            table = replace(table, warns_at=at(draw(st.floats(0, 120))))
        tables.append(table)
    return tables


@given(tables_of(), st.lists(st.lists(st.floats(2, 40), min_size=1, max_size=5), min_size=5, max_size=8))
def test_a_forecast_is_in_order_not_in_the_past_and_the_same_for_the_same_question(
    tables: list[TablePlay], before: list[list[float]]
) -> None:
    day = DaySoFar(began_at=EIGHT, lengths=(70.0,), rounds_left=1)
    foreseen = found(60, *tables, before=before, day=day)
    assert foreseen == found(60, *tables, before=before, day=day)
    assert foreseen.day is not None
    for one in (*foreseen.tables.values(), foreseen.round, foreseen.day):
        assert at(60) <= one.early <= one.likely <= one.late
    # The round is over when all tables are, and the day when all rounds are.
    for place in range(3):
        assert foreseen.round[place] >= max(one[place] for one in foreseen.tables.values())
        assert foreseen.day[place] >= foreseen.round[place]
