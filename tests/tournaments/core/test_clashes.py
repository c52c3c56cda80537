"""What is in the way of a date in a calendar."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.clashes import (
    CLASH_SENTENCES,
    ClosedDays,
    DateClashKind,
    Days,
    PlannedDate,
    find_clashes,
)

DAY = date(2026, 6, 6)
DAYS = st.builds(
    lambda first, more: Days(first, first + timedelta(days=more)),
    st.dates(date(2026, 1, 1), date(2026, 3, 1)),
    st.integers(0, 5),
)


def planned(number: int, day: date = DAY, more: int = 0, **fields: Any) -> PlannedDate:
    return PlannedDate(
        **{
            "number": number,
            "name": f"Cup {number}",
            "days": Days(day, day + timedelta(days=more)),
            "club": number,
            **fields,
        }
    )


def kinds(one: PlannedDate, *others: PlannedDate, apart: int = 7) -> list[DateClashKind]:
    return [clash.kind for clash in find_clashes(one, others, [], apart)]


def test_two_dates_on_a_day_clash_by_club_place_or_day() -> None:
    lund = planned(1, place="lund")
    assert kinds(lund, planned(2)) == [DateClashKind.DAY]
    assert kinds(lund, planned(2, place="lund")) == [DateClashKind.PLACE]
    assert kinds(lund, planned(2, place="lund", club=1)) == [DateClashKind.CLUB]
    assert kinds(planned(1), planned(2)) == [DateClashKind.DAY]


def test_the_worst_is_said_first_and_a_date_is_not_in_its_own_way() -> None:
    closed = [ClosedDays("Christmas", Days(DAY, DAY))]
    found = find_clashes(planned(1), [planned(1), planned(2), planned(3, club=1)], closed, 7)
    assert [clash.kind for clash in found] == [DateClashKind.CLOSED, DateClashKind.CLUB, DateClashKind.DAY]
    assert found[0].name == "Christmas"
    assert found[1].other == 3


def test_championships_keep_days_around_them_free() -> None:
    cup = planned(1, is_championship=True)
    for days, expected in ((7, [DateClashKind.CHAMPIONSHIP]), (8, [])):
        other = planned(2, DAY + timedelta(days=days))
        assert kinds(cup, other) == expected
        assert kinds(other, cup) == expected
    assert kinds(planned(1), planned(2, DAY + timedelta(days=1))) == []


def test_a_long_event_clashes_on_each_of_its_days() -> None:
    assert kinds(planned(1, more=2), planned(2, DAY + timedelta(days=2))) == [DateClashKind.DAY]
    assert kinds(planned(1, more=2), planned(2, DAY + timedelta(days=3))) == []


@given(DAYS, DAYS, st.integers(0, 10))
def test_two_dates_meet_each_other_as_their_days_say(one: Days, other: Days, apart: int) -> None:
    days = {one.first + timedelta(days=n) for n in range((one.last - one.first).days + 1)}
    theirs = {other.first + timedelta(days=n) for n in range((other.last - other.first).days + 1)}
    nearest = min(abs((mine - its).days) for mine in days for its in theirs)
    assert one.meets(other, apart) == other.meets(one, apart) == (nearest <= apart)


def test_each_kind_has_its_sentence() -> None:
    assert set(CLASH_SENTENCES) == set(DateClashKind)
