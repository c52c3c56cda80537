"""What has changed of earlier statements: all that stand come to what is counted now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from random import Random

from tournaments.core.statements import (
    Correction,
    Fees,
    StandingStatement,
    StatedEvent,
    StatedKey,
    StatedKind,
    StatementContent,
    corrections_of,
    new_licences,
)

FEES = Fees(per_event=1000, per_start=50, per_licence=500)
SPRING = date(2026, 1, 1), date(2026, 6, 30)
AUTUMN = date(2026, 7, 1), date(2026, 12, 31)
CUP = StatedEvent(1, date(2026, 3, 1), "Cup", 4, 8)


def a_content(
    *events: StatedEvent, corrections: Iterable[Correction] = (), licences: int = 0, fees: Fees = FEES
) -> StatementContent:
    return StatementContent(
        federation="Samba Federation",
        club="Alfa",
        currency="EUR",
        fees=fees,
        events=events,
        licences=licences,
        corrections=tuple(corrections),
    )


def a_statement(
    row: int, days: tuple[date, date], *events: StatedEvent, corrections: Iterable[Correction] = ()
) -> StandingStatement:
    return StandingStatement(row, f"2026/{row}", *days, a_content(*events, corrections=corrections))


def test_what_is_due_is_the_sum_of_its_lines() -> None:
    late = Correction(1, "2026/1", 9, date(2026, 3, 9), "Late", 1, 2, 4, 1000, 50)
    content = a_content(CUP, corrections=[late], licences=3)
    assert (content.for_events, content.for_starts, content.for_licences) == (1000, 400, 1500)
    assert content.for_corrections == 1200
    assert content.due == 4100


def test_a_statement_without_a_line_says_nothing() -> None:
    assert not a_content().says_something
    assert a_content(licences=1).says_something


def test_a_licence_is_stated_once_a_year_and_never_paid_back() -> None:
    spring = StandingStatement(1, "2026/1", *SPRING, a_content(licences=40))
    before = StandingStatement(2, "2026/2", date(2025, 1, 1), date(2025, 12, 31), a_content(licences=99))
    assert new_licences(45, 2026, [spring, before]) == 5
    assert new_licences(30, 2026, [spring, before]) == 0
    assert new_licences(45, 2027, [spring, before]) == 45


def test_nothing_is_corrected_where_nothing_has_changed() -> None:
    assert corrections_of([a_statement(1, SPRING, CUP)], [CUP]) == []


def test_an_event_that_came_later_is_added_and_one_that_is_gone_is_taken_off() -> None:
    late = StatedEvent(2, date(2026, 6, 30), "Late", 3, 6)
    added, gone = corrections_of([a_statement(1, SPRING, CUP)], [late])
    assert (gone.event, gone.events, gone.entries, gone.starts, gone.amount) == (2, 1, 3, 6, 1300)
    assert (added.event, added.events, added.starts, added.amount) == (1, -1, -8, -1400)


def test_a_correction_has_the_fees_and_the_number_of_the_statement_that_it_corrects() -> None:
    dear = StandingStatement(7, "2025/7", *SPRING, a_content(CUP, fees=Fees(2000, 100, 0)))
    (one,) = corrections_of([dear], [CUP._replace(starts=10)])
    assert (one.statement, one.number, one.events, one.starts, one.amount) == (7, "2025/7", 0, 2, 200)


def test_what_was_corrected_once_is_not_corrected_again() -> None:
    first = a_statement(1, SPRING, CUP)
    changed = CUP._replace(starts=10)
    second = a_statement(2, AUTUMN, corrections=corrections_of([first], [changed]))
    assert corrections_of([first, second], [changed]) == []
    (back,) = corrections_of([first, second], [CUP])
    assert (back.number, back.starts) == ("2026/1", -2)


def test_an_event_that_moves_goes_from_one_period_to_the_other() -> None:
    first, second = a_statement(1, SPRING, CUP), a_statement(2, AUTUMN)
    moved = CUP._replace(day=date(2026, 9, 1))
    found = corrections_of([first, second], [moved])
    assert [(one.number, one.day, one.events) for one in found] == [
        ("2026/1", CUP.day, -1),
        ("2026/2", moved.day, 1),
    ]


def test_a_league_with_the_number_of_an_event_is_another_thing() -> None:
    league = CUP._replace(kind=StatedKind.LEAGUE, name="League", starts=16)
    first = a_statement(1, SPRING, CUP)
    (added,) = corrections_of([first], [CUP, league])
    assert (added.kind, added.event, added.events, added.starts) == (StatedKind.LEAGUE, CUP.event, 1, 16)
    second = a_statement(2, AUTUMN, corrections=[added])
    assert corrections_of([first, second], [CUP, league]) == []
    (gone,) = corrections_of([first, second], [CUP])
    assert (gone.kind, gone.events, gone.starts) == (StatedKind.LEAGUE, -1, -16)


def test_an_event_on_days_that_were_never_stated_is_no_correction() -> None:
    assert corrections_of([a_statement(1, SPRING, CUP)], [CUP, CUP._replace(event=2, day=AUTUMN[0])]) == []


def stated(statements: Sequence[StandingStatement]) -> Counter[StatedKey]:
    """Add up the starts of each event and league, in a plain way."""
    sums = Counter[StatedKey]()
    for one in statements:
        for event in one.content.events:
            sums[event.kind, event.event] += event.starts
        for correction in one.content.corrections:
            sums[correction.kind, correction.event] += correction.starts
    return +sums


def test_whatever_changes_the_statements_that_stand_come_to_what_is_held() -> None:
    """Quarters are stated one after the other, while events come, go, move and change."""
    for seed in range(60):
        dice = Random(seed)
        held: dict[StatedKey, StatedEvent] = {}
        standing: list[StandingStatement] = []
        for quarter in range(4):
            for _change in range(8):
                pk, kind = dice.randrange(1, 12), dice.choice([*StatedKind])
                if dice.random() < 0.25:
                    held.pop((kind, pk), None)
                    continue
                day = date(2026, dice.randrange(1, 3 * quarter + 4), dice.randrange(1, 28))
                starts = dice.randrange(2, 20)
                held[kind, pk] = StatedEvent(pk, day, f"Event {pk}", starts // 2, starts, kind)
            since, until = date(2026, 3 * quarter + 1, 1), date(2026, 3 * quarter + 3, 28)
            events = list(held.values())
            content = a_content(
                *(event for event in events if since <= event.day <= until),
                corrections=corrections_of(standing, events),
            )
            standing.append(StandingStatement(quarter, f"2026/{quarter}", since, until, content))
            assert stated(standing) == {
                (event.kind, event.event): event.starts for event in events if event.starts
            }
            due = sum(one.content.due for one in standing)
            assert due == sum(1000 + 50 * event.starts for event in events)
