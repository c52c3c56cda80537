"""The programme of an event through its verbs: made, moved, put back; what has happened beside it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import translation
from django.utils.timezone import localtime, make_aware

from clubs.books import ways_back
from clubs.books.refusals import NotNow
from clubs.books.verification import verify_log
from clubs.models import LogEntry, Role
from tests.builders import a_user, an_author
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.core.movements.swiss import SWISS
from tournaments.core.programme import DayLayout, LineKind, MoveProposal, ProgrammeLine, Template, lay_out
from tournaments.models import Round, RoundClock
from tournaments.play.programme import fingerprint_of_programme, line_label, lines_of, load_happened
from tournaments.public.programme import shown_programme

pytestmark = pytest.mark.django_db
# The day of `Played`.
DAY = date(2026, 5, 2)


def at(hour: int, minute: int = 0) -> datetime:
    return make_aware(datetime(DAY.year, DAY.month, DAY.day, hour, minute))


def a_day(**fields: Any) -> list[ProgrammeLine]:
    layout = {
        "template": Template.DAY,
        "starts_at": at(10),
        "rounds": 3,
        "round_minutes": 60,
        "pause_minutes": 10,
    }
    return list(lay_out(DayLayout(**{**layout, **fields})))


@pytest.fixture
def event() -> Played:
    played = Played(agreed(SWISS))
    running.make_programme(played.by, played.event, a_day(), seen(played))
    return played


def seen(event: Played) -> str:
    return fingerprint_of_programme(event.fresh)


def times(event: Played) -> list[str]:
    return [f"{localtime(line.at):%H:%M} {line.kind}{line.round or ''}" for line in lines_of(event.fresh)]


def move(event: Played, first: int, minutes: int, key: UUID | None = None, known: str | None = None) -> None:
    shown = seen(event) if known is None else known
    running.move_programme(event.by, event.event, first, minutes, shown, key or uuid4())


def undo_last(event: Played) -> None:
    entry = LogEntry.objects.filter(book=event.event.book).latest("number")
    offered = ways_back.offer_undo(entry)
    assert offered.undo is not None, offered.why_not
    offered.undo.run(event.by, "", uuid4())


MADE = [
    *("09:30 check-in", "10:00 round1", "11:00 break", "11:10 round2", "12:10 lunch", "12:55 round3"),
    "13:55 prizes",
]


def test_it_is_made_of_a_template(event: Played) -> None:
    assert times(event) == MADE


def test_a_quarter_later_from_lunch_on_and_back_again(event: Played) -> None:
    move(event, 5, 15)
    assert times(event) == [*MADE[:4], "12:25 lunch", "13:10 round3", "14:10 prizes"]
    assert [line.was for line in lines_of(event.fresh)][4] == at(12, 10)
    undo_last(event)
    assert times(event) == MADE
    assert [line.was for line in lines_of(event.fresh)] == [None] * 7
    assert verify_log(event.event.book_id).broken == []


def test_every_act_is_undone(event: Played) -> None:
    before = event.fresh.programme
    lunch = lines_of(event.fresh)[4]
    acts: list[Callable[[], object]] = [
        lambda: running.remove_programme_line(event.by, event.event, 5, seen(event)),
        lambda: running.set_programme_line(event.by, event.event, a_line(lunch.number), seen(event)),
        lambda: running.make_programme(event.by, event.event, a_day(rounds=2), seen(event)),
        lambda: move(event, 1, -5),
    ]
    for act in acts:
        act()
        assert event.fresh.programme != before
        undo_last(event)
        assert event.fresh.programme == before


def a_line(number: int = 0, **fields: Any) -> ProgrammeLine:
    usual = {"at": at(15), "kind": LineKind.OTHER, "minutes": 20, "texts": {"sv": "Kaffe", "fi": "Kahvia"}}
    return ProgrammeLine(number=number, **{**usual, **fields})


def test_a_line_is_added_in_its_place_and_reads_in_each_language(event: Played) -> None:
    running.set_programme_line(event.by, event.event, a_line(at=at(11, 5)), seen(event))
    added = lines_of(event.fresh)[3]
    assert (added.number, localtime(added.at)) == (8, at(11, 5))
    for language, text in {"sv": "Kaffe", "fi": "Kahvia", "da": "Kaffe"}.items():
        with translation.override(language):
            assert line_label(added) == text


def test_a_line_that_is_written_with_the_same_time_stays_moved(event: Played) -> None:
    move(event, 5, 15)
    lunch = lines_of(event.fresh)[4]
    longer = a_line(5, at=lunch.at, kind=LineKind.LUNCH, minutes=60, texts={})
    running.set_programme_line(event.by, event.event, longer, seen(event))
    assert lines_of(event.fresh)[4].was == at(12, 10)
    running.set_programme_line(
        event.by, event.event, a_line(5, at=at(12, 30), kind=LineKind.LUNCH), seen(event)
    )
    assert lines_of(event.fresh)[4].was is None


@pytest.mark.parametrize(
    "line",
    [
        a_line(texts={}),
        a_line(texts={"": "x" * 81}),
        a_line(minutes=24 * 60 + 1),
        a_line(kind=LineKind.ROUND),
        a_line(kind=LineKind.ROUND, round=2),
        a_line(kind=LineKind.ROUND, round=100),
        a_line(at=make_aware(datetime(1900, 1, 1))),
    ],
    ids=["no words", "too many words", "too long", "no round", "the same round", "no such round", "long ago"],
)
def test_a_line_that_nobody_can_mean_is_refused(event: Played, line: ProgrammeLine) -> None:
    with pytest.raises(ValidationError):
        running.set_programme_line(event.by, event.event, line, seen(event))
    assert times(event) == MADE


def test_there_are_not_more_lines_than_anybody_reads(event: Played) -> None:
    many = [a_line(number) for number in range(1, 82)]
    with pytest.raises(NotNow):
        running.make_programme(event.by, event.event, many, seen(event))


def test_two_taps_are_one_and_a_move_of_somebody_else_is_seen_first(event: Played) -> None:
    key, known = uuid4(), seen(event)
    move(event, 5, 15, key, known)
    move(event, 5, 15, key, known)
    with pytest.raises(NotNow):
        move(event, 5, 15, known=known)
    assert times(event)[4] == "12:25 lunch"


def test_a_move_is_refused_that_nobody_can_mean(event: Played) -> None:
    with pytest.raises(NotNow):
        move(event, 99, 15)
    with pytest.raises(NotNow):
        move(event, 5, -61)
    for minutes in (0, 721, -721):
        with pytest.raises(ValidationError):
            move(event, 5, minutes)
    assert times(event) == MADE


def test_an_undo_is_refused_when_the_programme_was_changed_since(event: Played) -> None:
    move(event, 5, 15)
    entry = LogEntry.objects.filter(book=event.event.book).latest("number")
    move(event, 7, 5)
    assert ways_back.offer_undo(entry).undo is None


def test_only_a_director_changes_it(event: Played) -> None:
    scorer = an_author(a_user(Role.Kind.SCORER, book=event.event.book))
    with pytest.raises(PermissionDenied):
        running.move_programme(scorer, event.event, 5, 15, seen(event), uuid4())


def test_an_event_that_is_on_another_day_has_its_programme_there(event: Played) -> None:
    fresh = event.fresh
    plan = running.EventPlan(
        name=fresh.name,
        date=DAY + timedelta(days=200),
        ruleset=fresh.ruleset,
        options=fresh.options,
        agreement=fresh.agreement,
    )
    running.change_event(event.by, event.event, plan)
    assert times(event) == MADE
    assert {localtime(line.at).date() for line in lines_of(event.fresh)} == {plan.date}


# What has happened.


def with_clock(event: Played, drawn: Round, began: datetime) -> None:
    RoundClock.objects.create(round=drawn, minutes=60, started_at=began)


def test_a_round_that_began_late_is_asked_about_and_the_answer_ends_the_question(event: Played) -> None:
    event.enter(4)
    drawn = event.publish()
    assert load_happened(event.fresh)[1].has_begun is False
    with_clock(event, drawn, at(10, 12))
    shown = shown_programme(event.fresh)
    assert shown is not None
    assert shown.proposal == MoveProposal(first=2, minutes=12, round=1)
    assert [line.note for line in shown.lines][1] == "began at 10:12"
    move(event, 2, 12)
    assert times(event)[:3] == ["09:30 check-in", "10:12 round1", "11:12 break"]
    again = shown_programme(event.fresh)
    assert again is not None
    assert again.proposal is None


def test_a_round_on_paper_alone_says_only_that_it_is_over(event: Played) -> None:
    event.enter(4)
    drawn = event.round()
    happened = load_happened(event.fresh)[1]
    assert (happened.began, happened.is_over) == (None, True)
    assert happened.ended == Round.objects.get(pk=drawn.pk).closed_at


def test_what_is_still_to_come(event: Played) -> None:
    event.enter(4)
    with_clock(event, event.publish(), at(10))
    shown = shown_programme(event.fresh)
    assert shown is not None
    assert [line.label for line in shown.upcoming(at(11, 12))] == [
        *("Round 2", "Lunch", "Round 3", "Prize giving"),
    ]
