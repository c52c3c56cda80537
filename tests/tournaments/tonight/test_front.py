"""The front page: what is played, what comes and what was, one's seat, one's table, and one's next step."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.timezone import localdate

from clubs.books.archiving import archive
from clubs.models import Role, User
from scoring import recording
from scoring.models import Call, Table
from scoring.recording.tables import create_tables
from tests.builders import a_user
from tests.scoring.support.played import a_deal
from tests.tournaments.support.events import Played, agreed, end_after_this_round, put_away_all_events
from tournaments import running
from tournaments.models import Tournament
from tournaments.tonight.evenings import load_evenings
from tournaments.tonight.next_steps import next_steps_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_else(db: None) -> None:
    put_away_all_events()


def an_evening(entries: int = 4, day: date | None = None, **fields: object) -> Played:
    """An event of this day, with pairs."""
    played = Played(agreed(rounds=2, **fields))
    played.by = replace(played.by, at=timezone.now())
    dated(played.event, day or localdate())
    if entries:
        played.enter(entries)
    return played


def counted_queries(act: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as queries:
        act()
    return len(queries)


def dated(event: Tournament, day: date) -> None:
    Tournament.objects.filter(pk=event.pk).update(date=day)


def words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def front(client: Client | None = None, query: str = "") -> str:
    return (client or Client()).get("/", {"q": query} if query else {}).content.decode()


def listed() -> tuple[list[str], list[str], list[str]]:
    """How far the events of the three lists have got."""
    found = load_evenings()
    now, coming, last = ([one.sentence for one in part] for part in (found.now, found.coming, found.last))
    return now, coming, last


# What is listed.


def test_an_evening_from_its_entries_to_its_official_result() -> None:
    evening = an_evening()
    assert listed() == (["4 entries"], [], [])
    for number in (1, 2):
        drawn = evening.draw()
        before = "4 entries" if number == 1 else "Round 1 of 2 is over."
        assert listed() == ([before], [], [])
        running.publish_round(evening.by, drawn)
        of_round = f"Round {number} of 2:"
        assert listed() == ([f"{of_round} 2 of 2 tables are still playing."], [], [])
        first, second = evening.games(drawn)
        evening.totals(first, 10_000, 5_000)
        assert listed() == ([f"{of_round} 1 of 2 tables are still playing."], [], [])
        evening.totals(second, 10_000, 5_000)
        assert listed() == ([f"{of_round} every table has finished."], [], [])
        evening.close(drawn)
    assert listed() == (["Round 2 of 2 is over."], [], [])
    running.show_results(evening.by, evening.fresh)
    assert listed() == (["preliminary"], [], [])
    running.declare_official(replace(evening.by, at=evening.by.at + timedelta(hours=1)), evening.fresh)
    assert listed() == ([], [], ["official"])


def test_what_begins_today_says_when() -> None:
    evening = an_evening(entries=2)
    begin = timezone.make_aware(
        datetime.combine(localdate(), datetime.min.time().replace(hour=18, minute=30))
    )
    Tournament.objects.filter(pk=evening.event.pk).update(starts_at=begin)
    assert listed() == (["Begins at 18:30 · 2 entries"], [], [])


def test_what_comes_is_listed_by_its_day_and_what_was_by_its_last() -> None:
    for days in (40, 10, 20, 30):
        an_evening(day=localdate() + timedelta(days=days))
    waits = [evening.event.date - localdate() for evening in load_evenings().coming]
    assert waits == [timedelta(days=10), timedelta(days=20), timedelta(days=30)]


def test_an_event_that_nobody_has_ended_is_not_played_for_ever() -> None:
    evening = an_evening(day=localdate() - timedelta(days=9))
    evening.publish()
    assert len(load_evenings().now) == 1
    evening.event.book.log.update(at=timezone.now() - timedelta(hours=37))
    now, _coming, last = listed()
    assert (now, last) == ([], ["Round 1 of 2: 2 of 2 tables are still playing."])


def test_what_is_archived_is_out_of_the_way() -> None:
    evening = an_evening()
    archive(evening.by, evening.fresh.book)
    assert listed() == ([], [], [])


def test_tables_with_another_result_do_not_play() -> None:
    evening = an_evening()
    pairing = evening.publish().pairings.order_by("table").first()
    assert pairing is not None
    walkover = running.RuledResult(kind=pairing.Kind.WALKOVER, at_fault=0, reason="they went home")
    running.rule_result(evening.by, pairing, walkover)
    assert listed() == (["Round 1 of 2: 1 of 2 tables are still playing."], [], [])


def test_the_number_of_queries_does_not_grow_with_the_events() -> None:
    an_evening().publish()
    few = counted_queries(lambda: front())
    for _event in range(3):
        an_evening(entries=8).publish()
    assert counted_queries(lambda: front()) == few


@pytest.mark.engine
def test_the_page_changes_with_any_event_and_at_midnight(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = an_evening()
    tag = Client().get("/")["ETag"]
    assert asked_again(tag).status_code == 304
    assert counted_queries(lambda: asked_again(tag)) == 1
    evening.publish()
    changed = asked_again(tag)
    assert changed.status_code == 200
    tomorrow = localdate() + timedelta(days=1)
    monkeypatch.setattr("tournaments.tonight.evenings.timezone.localdate", lambda: tomorrow)
    assert asked_again(changed["ETag"]).status_code == 200


def asked_again(tag: str) -> HttpResponse:
    """The page as a browser asks for it that has the one with this tag."""
    answer: HttpResponse = Client().get("/", headers={"If-None-Match": tag})  # type: ignore[assignment]
    return answer


# Where one sits.


def test_a_seat_is_found_by_a_name_or_a_number_in_every_event_that_is_played() -> None:
    one, other = an_evening(), an_evening()
    for evening in (one, other):
        evening.publish()
    name = one.entry(1).players.order_by("pk")[0].name
    page = words(front(query=name))
    assert page.count(name) == 2, "who was found, and the table"
    assert "Nobody called" not in page
    by_number = front(query="1")
    for evening in (one, other):
        assert f"/events/{evening.event.pk}/rounds/1/?q=1" in by_number
    assert "Nobody called “Zacharias”" in words(front(query="Zacharias"))


# The table.


def test_a_pin_typed_without_a_token_is_not_looked_up_but_kept() -> None:
    (table,) = a_table(an_evening())
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/t/", {"pin": table.pin})
    assert answer.status_code == 403
    assert f'value="{table.pin}"' in answer.content.decode()
    assert str(table.secret) not in answer.content.decode()


def test_with_the_token_that_the_page_fetches_it_opens_the_table() -> None:
    (table,) = a_table(an_evening())
    client = Client(enforce_csrf_checks=True)
    assert "csrfmiddlewaretoken" not in front(client)
    own = client.get("/tonight/").content.decode()
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', own)
    assert found is not None
    answer = client.post("/t/", {"pin": table.pin, "csrfmiddlewaretoken": found[1]})
    assert (answer.status_code, answer["Location"]) == (302, f"/t/{table.secret}/")


def a_table(evening: Played) -> list[Table]:
    create_tables(evening.by, evening.club, ["1"], uuid4())
    return list(Table.objects.filter(club=evening.club))


# One's own events.


def steps(user: User) -> list[str]:
    return [step.link.label for step in next_steps_of(user)]


def test_the_next_step_of_whoever_directs() -> None:
    evening = an_evening(entries=0)
    assert evening.by.user is not None
    director = evening.by.user
    seen = [*steps(director)]
    evening.enter(4)
    for _round in range(2):
        seen += steps(director)
        drawn = evening.draw()
        seen += steps(director)
        running.publish_round(evening.by, drawn)
        seen += steps(director)
        evening.play(drawn)
        seen += steps(director)
        evening.close(drawn)
    seen += steps(director)
    assert seen == [
        *("Add entries", "Draw round 1", "Publish round 1", "Round 1", "Close round 1"),
        *("Draw round 2", "Publish round 2", "Round 2", "Close round 2", "Show the results"),
    ]
    running.show_results(evening.by, evening.fresh)
    assert steps(director) == ["Preliminary results"]
    running.declare_official(replace(evening.by, at=evening.by.at + timedelta(hours=1)), evening.fresh)
    assert steps(director) == []


def test_who_only_types_is_led_to_the_round_and_a_stranger_nowhere() -> None:
    evening = an_evening()
    evening.publish()
    scorer = a_user(Role.Kind.SCORER, club=evening.club)
    assert steps(scorer) == ["Round"]
    assert steps(a_user(Role.Kind.DIRECTOR)) == []
    assert "Your events" not in Client().get("/tonight/").content.decode()
    client = Client()
    client.force_login(scorer)
    assert "Your events" in client.get("/tonight/").content.decode()


def test_tonight_comes_before_what_is_to_come_and_what_was_left_open() -> None:
    """A season that is set up beforehand does not push the evening out of sight."""
    evening = an_evening()
    assert evening.by.user is not None
    for days in (-9, 14, 7, 21, 28):
        plan = running.EventPlan(
            name=f"In {days}", date=localdate() + timedelta(days=days), ruleset="samba", agreement=agreed()
        )
        running.create_event(evening.by, evening.club, plan)
    names = [step.evening.event.name for step in next_steps_of(evening.by.user)]
    assert names == ["Spring", "In -9", "In 7", "In 14", "In 21"]


def test_more_than_three_events_of_ones_own_are_a_tap_away() -> None:
    """On a phone the way to one's seat and the PIN stay on the first screen."""
    evening = an_evening()
    assert evening.by.user is not None
    client = Client()
    client.force_login(evening.by.user)
    for number in (1, 2, 3):
        assert "Your other events" not in client.get("/tonight/").content.decode()
        plan = running.EventPlan(
            name=f"Evening {number}", date=localdate(), ruleset="samba", agreement=agreed()
        )
        running.create_event(evening.by, evening.club, plan)
    shown, _fold, folded = client.get("/tonight/").content.decode().partition("Your other events")
    assert (shown.count("data-event="), folded.count("data-event=")) == (3, 1)


def test_a_table_that_calls_is_counted_until_somebody_has_been_there() -> None:
    evening = an_evening()
    _first, second = evening.games(evening.publish())
    assert evening.by.user is not None
    client = Client()
    client.force_login(evening.by.user)

    def told() -> list[str]:
        pages = [client.get(address).content.decode() for address in ("/tonight/", "/account/menu/")]
        return [found for page in pages for found in re.findall(r'"/attention/"><b>([^<]+)<', page)]

    assert told() == []
    request = recording.CallRequest(reason=Call.Reason.TIME, key=uuid4())
    call = recording.call_director(evening.by, second, request)
    assert told() == ["1 item needs attention"] * 2
    recording.answer_call(evening.by, call, uuid4())
    assert told() == []


def test_the_queries_for_the_next_steps_do_not_grow_with_the_events() -> None:
    evening = an_evening()
    evening.publish()
    director = evening.by.user
    assert director is not None
    few = counted_queries(lambda: steps(director))
    for _event in range(3):
        other = an_evening(entries=6)
        recording.record_deal(other.by, other.games(other.publish())[0], a_deal())
        Role.objects.create(book=other.event.book, user=director, kind=Role.Kind.DIRECTOR)
    assert len(steps(director)) == 4
    assert counted_queries(lambda: steps(director)) == few


def test_rounds_that_were_agreed_on_and_not_played_are_not_waited_for() -> None:
    evening = an_evening()
    evening.round()
    end_after_this_round(evening.event)
    assert evening.by.user is not None
    assert steps(evening.by.user) == ["Show the results"]
