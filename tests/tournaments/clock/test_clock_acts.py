"""The acts on the clock of a round: what they store, that each is done once, and that each is taken back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.books.refusals import NotNow
from clubs.books.verification import verify_log
from clubs.books.ways_back import last_acts, offer_undo
from clubs.books.writing import Author
from clubs.models import LogEntry, Role
from scoring import recording
from scoring.models import Call
from tests.at_once import at_once
from tests.builders import a_user, an_author
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.core.clock import Clock
from tournaments.models import Round, RoundClock, TableMinutes
from tournaments.play.clock import RoundTimes, load_proposals, load_times, stored_clock
from tournaments.running import ClockTerms

pytestmark = pytest.mark.django_db
TERMS: Final = ClockTerms(minutes=50, more_minutes=10)
BEGIN: Final = datetime.fromisoformat("2026-05-02T18:00:17.250000+00:00")
MINUTE: Final = timedelta(minutes=1)


class Evening(Played):
    """An event of four pairs in its first round, with a director for each minute of the evening."""

    def begin(self) -> Round:
        self.enter(4)
        self.drawn = self.publish()
        return self.drawn

    def at(self, minutes: float, by: Author | None = None) -> Author:
        return an_author((by or self.by).user, at=BEGIN + minutes * MINUTE)

    def start(self, terms: ClockTerms = TERMS, minutes: float = 0) -> RoundClock:
        return running.start_clock(self.at(minutes), self.drawn, terms)

    @property
    def clock(self) -> Clock | None:
        stored = RoundClock.objects.filter(round=self.drawn).first()
        return None if stored is None else stored_clock(stored)

    @property
    def times(self) -> RoundTimes:
        times = load_times(Round.objects.get(pk=self.drawn.pk))
        assert times is not None
        return times

    def ends(self) -> dict[int, float | None]:
        """In which minute time is up at each table."""
        return {
            time.table: None if time.clock.stops_at is None else (time.clock.stops_at - BEGIN) / MINUTE
            for time in self.times.tables.values()
        }

    def acts(self) -> list[str]:
        entries = LogEntry.objects.filter(book=self.event.book).order_by("number")
        return [one.removeprefix("round.clock_") for one in entries.values_list("act", flat=True)]

    def undo(self, by: Author | None = None) -> None:
        """Take back the last act that can be taken back."""
        book = self.fresh.book
        listed = next(act for act in last_acts(book) if act.label)
        entry = LogEntry.objects.select_related("book", "words").get(book=book, number=listed.line.number)
        undo = offer_undo(entry).undo
        assert undo is not None
        undo.run(by or self.by, "", uuid4())


@pytest.fixture
def evening() -> Evening:
    played = Evening(agreed(clock_minutes=50))
    played.begin()
    return played


def test_a_round_has_no_clock_until_one_is_started_and_none_after_it_is_closed(evening: Evening) -> None:
    assert load_times(evening.drawn) is None
    evening.start()
    assert evening.ends() == {1: 60, 2: 60}
    evening.play(evening.drawn)
    assert evening.times.playing == []
    evening.close(evening.drawn)
    assert load_times(Round.objects.get(pk=evening.drawn.pk)) is None


def test_it_is_paused_and_goes_on_at_the_very_microsecond(evening: Evening) -> None:
    evening.start()
    running.pause_clock(evening.at(20), evening.drawn)
    assert evening.ends() == {1: None, 2: None}
    running.resume_clock(evening.at(27.5), evening.drawn)
    assert evening.ends() == {1: 67.5, 2: 67.5}
    assert evening.acts()[-3:] == ["started", "paused", "resumed"]
    assert verify_log().broken == []


def test_the_same_act_twice_is_done_once(evening: Evening) -> None:
    evening.start()
    evening.start(ClockTerms(minutes=5), minutes=1)
    running.pause_clock(evening.at(20), evening.drawn)
    running.pause_clock(evening.at(20.1), evening.drawn)
    running.resume_clock(evening.at(21), evening.drawn)
    running.resume_clock(evening.at(22), evening.drawn)
    assert evening.ends() == {1: 61, 2: 61}
    assert evening.acts()[-3:] == ["started", "paused", "resumed"]


@pytest.mark.parametrize("act", ["start", "pause", "resume", "change", "minutes"])
def test_only_a_director_has_a_hand_on_it(evening: Evening, act: str) -> None:
    scorer = an_author(a_user(Role.Kind.SCORER, book=evening.event.book))
    pairing = evening.drawn.pairings.first()
    assert pairing is not None
    verbs: dict[str, Callable[[], object]] = {
        "start": lambda: running.start_clock(scorer, evening.drawn, TERMS),
        "pause": lambda: running.pause_clock(scorer, evening.drawn),
        "resume": lambda: running.resume_clock(scorer, evening.drawn),
        "change": lambda: running.change_clock(scorer, evening.drawn, TERMS, TERMS),
        "minutes": lambda: running.give_minutes(scorer, pairing, 3, uuid4()),
    }
    with pytest.raises(PermissionDenied):
        verbs[act]()


def test_a_round_that_is_not_played_has_no_clock() -> None:
    event = Evening(agreed())
    event.enter(4)
    drawn = event.draw()
    with pytest.raises(NotNow, match="being played"):
        running.start_clock(event.by, drawn, TERMS)
    drawn = running.publish_round(event.by, drawn)
    with pytest.raises(NotNow, match="has not been started"):
        running.pause_clock(event.by, drawn)


@pytest.mark.parametrize("terms", [ClockTerms(minutes=0), ClockTerms(minutes=601)])
def test_minutes_are_of_an_evening(evening: Evening, terms: ClockTerms) -> None:
    with pytest.raises(ValidationError):
        evening.start(terms)


def test_minutes_for_all_are_changed_as_they_were_seen(evening: Evening) -> None:
    evening.start()
    longer = ClockTerms(minutes=55, more_minutes=10)
    running.change_clock(evening.at(5), evening.drawn, longer, TERMS)
    assert evening.ends() == {1: 65, 2: 65}
    with pytest.raises(NotNow, match="Somebody else"):
        running.change_clock(evening.at(6), evening.drawn, ClockTerms(minutes=60, more_minutes=10), TERMS)
    # What somebody else has done already is done.
    running.change_clock(evening.at(6), evening.drawn, longer, TERMS)
    assert evening.acts()[-2:] == ["started", "changed"]


def test_three_minutes_to_a_table_leave_the_others_as_they_are(evening: Evening) -> None:
    evening.start()
    second = evening.drawn.pairings.get(table=2)
    key = uuid4()
    running.give_minutes(evening.at(30), second, 3, key)
    running.give_minutes(evening.at(30.1), second, 3, key)  # sent twice
    assert evening.ends() == {1: 60, 2: 63}
    running.give_minutes(evening.at(40), second, 2, uuid4())
    assert evening.ends() == {1: 60, 2: 65}
    evening.undo(evening.at(41))
    assert evening.ends() == {1: 60, 2: 63}
    evening.undo(evening.at(42))
    assert evening.ends() == {1: 60, 2: 60}


def test_each_table_begins_with_its_first_deal(evening: Evening) -> None:
    evening.start(ClockTerms(minutes=50, more_minutes=10, by_table=True))
    assert evening.ends() == {1: None, 2: None}
    game = evening.games(evening.drawn)[1]
    recording.start_deal(evening.at(4), game, 1, uuid4())
    assert evening.ends() == {1: None, 2: 64}
    running.pause_clock(evening.at(10), evening.drawn)
    running.resume_clock(evening.at(12), evening.drawn)
    assert evening.ends() == {1: None, 2: 66}


# Taken back.


def test_each_act_is_taken_back_as_if_it_had_not_been_done(evening: Evening) -> None:
    evening.start()
    running.pause_clock(evening.at(20), evening.drawn)
    running.resume_clock(evening.at(25), evening.drawn)
    running.change_clock(evening.at(26), evening.drawn, ClockTerms(minutes=60), TERMS)
    assert evening.ends() == {1: 65, 2: 65}
    evening.undo(evening.at(27))
    assert evening.ends() == {1: 65, 2: 65}
    assert evening.times.clock.more == 10 * MINUTE
    evening.undo(evening.at(28))
    assert evening.times.clock.is_paused
    evening.undo(evening.at(29))
    assert evening.ends() == {1: 60, 2: 60}
    evening.undo(evening.at(30))
    assert evening.clock is None
    assert evening.acts()[-4:] == ["put_back"] * 4
    assert verify_log().broken == []


def test_a_clock_that_was_removed_by_undo_is_started_again(evening: Evening) -> None:
    evening.start()
    evening.undo(evening.at(1))
    evening.start(minutes=2)
    assert evening.ends() == {1: 62, 2: 62}


def test_an_act_is_not_taken_back_before_a_later_one(evening: Evening) -> None:
    evening.start()
    running.pause_clock(evening.at(20), evening.drawn)
    entry = LogEntry.objects.select_related("book", "words").get(act="round.clock_started")
    assert "changed since" in offer_undo(entry).why_not


# Proposed.


def call(evening: Evening, table: int, since: float, until: float | None) -> Call:
    game = evening.drawn.pairings.get(table=table).game
    assert game is not None
    request = recording.CallRequest(reason=Call.Reason.INSPECTION, key=uuid4())
    called = recording.call_director(evening.at(since), game, request)
    if until is not None:
        recording.answer_call(evening.at(until), called, uuid4())
    return called


def proposed(evening: Evening) -> list[tuple[int, int]]:
    return [(one.table, one.minutes) for one in load_proposals(evening.times)]


def test_the_minutes_of_a_call_are_proposed_once_it_is_answered(evening: Evening) -> None:
    evening.start()
    call(evening, 1, 10, None)
    called = call(evening, 2, 12, 15.2)
    assert proposed(evening) == [(2, 4)]
    second = evening.drawn.pairings.get(table=2)
    running.give_minutes(evening.at(16), second, 4, uuid4(), called.pk)
    assert proposed(evening) == []
    assert evening.ends() == {1: 60, 2: 64}
    with pytest.raises(NotNow, match="already"):
        running.give_minutes(evening.at(17), second, 4, uuid4(), called.pk)
    evening.undo(evening.at(18))
    assert proposed(evening) == [(2, 4)]


def test_none_may_be_given_for_a_call_and_nobody_asks_again(evening: Evening) -> None:
    evening.start()
    called = call(evening, 2, 12, 15)
    second = evening.drawn.pairings.get(table=2)
    running.give_minutes(evening.at(16), second, 0, uuid4(), called.pk)
    assert (proposed(evening), evening.ends()) == ([], {1: 60, 2: 60})
    with pytest.raises(ValidationError):
        running.give_minutes(evening.at(16), second, 0, uuid4())
    first = evening.drawn.pairings.get(table=1)
    with pytest.raises(NotNow, match="no such call"):
        running.give_minutes(evening.at(17), first, 2, uuid4(), called.pk)


def test_who_waited_while_the_clock_stood_still_lost_nothing(evening: Evening) -> None:
    evening.start()
    running.pause_clock(evening.at(10), evening.drawn)
    call(evening, 2, 11, 15)
    running.resume_clock(evening.at(20), evening.drawn)
    assert proposed(evening) == []


def test_a_dispute_proposes_the_minutes_until_its_ruling(evening: Evening) -> None:
    """A dispute calls the director, and its ruling answers that call."""
    evening.start()
    called = call(evening, 1, 30, None)
    called.reason = Call.Reason.DISPUTE
    called.answered_at = evening.at(37).at
    called.save()
    assert proposed(evening) == [(1, 7)]


# At once, and after a restart.


@pytest.mark.django_db(transaction=True)
@pytest.mark.engine
def test_two_directors_who_pause_at_once_pause_once() -> None:
    evening = Evening(agreed())
    evening.begin()
    running.start_clock(an_author(evening.by.user), evening.drawn, TERMS)
    other = a_user(Role.Kind.DIRECTOR, club=evening.club)
    acts = [
        lambda: running.pause_clock(an_author(evening.by.user, at=timezone.now()), evening.drawn),
        lambda: running.pause_clock(an_author(other, at=timezone.now()), evening.drawn),
    ]
    at_once(*acts, refusals=())
    clock = evening.clock
    assert clock is not None
    assert len(clock.pauses) == 1
    assert evening.acts().count("paused") == 1


def test_what_is_read_again_is_the_same_to_the_microsecond(evening: Evening) -> None:
    evening.start()
    before = evening.clock
    running.pause_clock(evening.at(20.123456), evening.drawn)
    assert before is not None
    assert evening.clock == before.paused(evening.at(20.123456).at)


# On the pages.


def client_of(evening: Evening) -> Client:
    client = Client()
    assert evening.by.user is not None
    client.force_login(evening.by.user)
    return client


def test_a_director_starts_pauses_and_goes_on_with_one_tap_each(evening: Evening) -> None:
    client, page = client_of(evening), reverse("tournaments:round", args=[evening.drawn.pk])
    text = client.get(page).content.decode()
    assert "Start the clock: 50 + 10 minutes" in text
    sent = {"minutes": "50", "more_minutes": "10"}
    address = reverse("tournaments:clock", args=[evening.drawn.pk])
    text = client.post(address, sent, follow=True).content.decode()
    assert "Pause the clock" in text
    assert 'data-clock="running"' in text
    pause = reverse("tournaments:clock_pause", args=[evening.drawn.pk])
    text = client.post(pause, {"pause": "1"}, follow=True).content.decode()
    assert "Let the clock go on" in text
    assert "The clock has been paused since" in text
    text = client.post(pause, {"resume": "1"}, follow=True).content.decode()
    assert "Pause the clock" in text


def test_minutes_are_proposed_on_the_page_and_given_by_its_button(evening: Evening) -> None:
    evening.start()
    called = call(evening, 2, 12, 15.2)
    client, page = client_of(evening), reverse("tournaments:round", args=[evening.drawn.pk])
    text = client.get(page).content.decode()
    assert "waited 4 minutes for the director" in text
    minutes = reverse("tournaments:minutes", args=[evening.drawn.pairings.get(table=2).pk])
    sent = {"minutes": "4", "call": str(called.pk), "key": str(uuid4())}
    text = client.post(minutes, sent, follow=True).content.decode()
    assert "waited 4 minutes" not in text
    assert "Table 2 holds up the round by 4 minutes." in text
    assert TableMinutes.objects.get().minutes == 4


def test_club_evenings_propose_none() -> None:
    evening = Evening(agreed(clock_minutes=50, clock_gives=False))
    evening.begin()
    evening.start()
    call(evening, 2, 12, 15)
    page = reverse("tournaments:round", args=[evening.drawn.pk])
    assert "for the director from" not in client_of(evening).get(page).content.decode()


def test_the_public_page_and_the_table_say_the_same_moments() -> None:
    evening = Evening(agreed())
    (table, *_more) = recording.create_tables(evening.by, evening.club, ["1", "2"], uuid4())
    evening.begin()
    stops = int((stored_clock(evening.start()).stops_at or BEGIN).timestamp() * 1000)
    moments = f'data-warns="{stops - 600_000}" data-stops="{stops}"'
    public = reverse("tournaments:event_round", args=[evening.event.pk, 1])
    at_table = reverse("scoring:table", args=[table.secret])
    assert all(moments in Client().get(page).content.decode() for page in (public, at_table))
    running.give_minutes(evening.at(30), evening.drawn.pairings.get(table=1), 3, uuid4())
    text = Client().get(at_table).content.decode()
    assert f'data-stops="{stops + 180_000}"' in text
    assert "This table has been given 3 minutes." in text
    text = Client().get(public).content.decode()
    assert moments in text
    assert "Table 1: until" in text
    assert "Table 2: until" not in text


def test_the_time_of_the_server_costs_no_query(django_assert_num_queries: Any) -> None:
    before = timezone.now().timestamp() * 1000
    with django_assert_num_queries(0):
        answer = Client().get(reverse("tournaments:now"))
    assert before - 1 <= int(answer.content) <= timezone.now().timestamp() * 1000
    assert "no-store" in answer["Cache-Control"]


def test_what_a_round_asks_of_its_clock_does_not_grow_with_its_tables(
    django_assert_num_queries: Any,
) -> None:
    for entries in (4, 12):
        evening = Evening(agreed())
        evening.enter(entries)
        evening.drawn = evening.publish()
        evening.start()
        with django_assert_num_queries(2):
            times = load_times(evening.drawn)
        assert times is not None
        with django_assert_num_queries(1):
            load_proposals(times)
