"""The pages of a programme: at the desk, for everybody, on paper, in calendars, on screens and own pages."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import localtime

from tests.tournaments.programme.test_moving import DAY, MADE, a_day, at, seen, times, undo_last, with_clock
from tests.tournaments.support.events import Played, agreed
from tournaments import personal, running, signup
from tournaments.core.movements.swiss import SWISS
from tournaments.core.programme import DayLayout, Template, lay_out
from tournaments.models import Announcement, Entry
from tournaments.play.personal_codes import personal_path
from tournaments.play.programme import lines_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Played:
    played = Played(agreed(SWISS))
    running.make_programme(played.by, played.event, a_day(), seen(played))
    return played


@pytest.fixture
def director(event: Played) -> Client:
    client = Client()
    client.force_login(event.by.user)  # type: ignore[arg-type]
    return client


def url(event: Played, name: str, *more: object) -> str:
    return reverse(f"tournaments:{name}", args=[event.event.pk, *more])


def read(address: str, language: str = "en") -> str:
    return Client().get(address, headers={"accept-language": language}).content.decode()


def test_everybody_reads_the_programme_with_what_was_moved(event: Played) -> None:
    running.move_programme(event.by, event.event, 5, 15, seen(event), uuid4())
    page = read(url(event, "event_programme"))
    assert page.index("Round 1") < page.index("Lunch") < page.index("Prize giving")
    assert "<s>12:10</s> <b>12:25</b>" in page
    assert url(event, "event_programme") in read(url(event, "event"))


def test_an_event_without_a_programme_has_no_page_of_it() -> None:
    empty = Played(agreed(SWISS))
    assert Client().get(url(empty, "event_programme")).status_code == 404
    assert url(empty, "event_programme") not in read(url(empty, "event"))
    assert Client().get(url(empty, "event_calendar")).status_code == 200


def test_the_desk_moves_everything_by_one_tap_and_offers_the_way_back(
    event: Played, director: Client
) -> None:
    sent = {"first": "5", "minutes": "15", "seen": seen(event), "key": str(uuid4())}
    answer = director.post(url(event, "programme_move"), sent, follow=True)
    assert "Everything from there on is 15 minutes later." in answer.content.decode()
    assert times(event)[4] == "12:25 lunch"
    undo = reverse("clubs:undo", args=[event.event.book_id, event.fresh.book.entries])
    assert undo in answer.content.decode()


def test_the_desk_asks_about_a_round_that_began_late(event: Played, director: Client) -> None:
    event.enter(4)
    with_clock(event, event.publish(), at(10, 12))
    page = director.get(url(event, "programme")).content.decode()
    assert "Round 1 began 12 minutes late. Move the rest?" in page
    assert times(event) == MADE
    sent = {"first": "2", "minutes": "12", "seen": seen(event), "key": str(uuid4())}
    page = director.post(url(event, "programme_move"), sent, follow=True).content.decode()
    assert "Move the rest?" not in page


def test_what_the_desk_cannot_mean_is_said(event: Played, director: Client) -> None:
    for sent in ({}, {"first": "99", "minutes": "5"}, {"first": "5", "minutes": "x"}):
        answer = director.post(url(event, "programme_move"), {**sent, "key": str(uuid4())}, follow=True)
        assert "Choose from which line on it moves" in answer.content.decode()
    assert times(event) == MADE


def test_it_is_made_as_last_time(event: Played, director: Client) -> None:
    running.move_programme(event.by, event.event, 5, 15, seen(event), uuid4())
    plan = running.EventPlan(
        name="Autumn", date=DAY + timedelta(days=180), ruleset="samba", agreement=agreed(SWISS, rounds=2)
    )
    autumn = running.create_event(event.by, event.club, plan)
    sent = {
        "template": f"event-{event.event.pk}",
        "on_day": plan.date.isoformat(),
        "at": "11:00",
        "round_minutes": "60",
        "pause_minutes": "10",
        "lunch_minutes": "45",
    }
    page = reverse("tournaments:programme_template", args=[autumn.pk])
    form = director.get(page).content.decode()
    shown = form.partition('name="seen" value="')[2].partition('"')[0]
    assert director.post(page, {**sent, "seen": shown}).status_code == 302
    autumn.refresh_from_db()
    made = [f"{localtime(line.at):%m-%d %H:%M} {line.kind}{line.round or ''}" for line in lines_of(autumn)]
    assert made == [
        *("10-29 10:30 check-in", "10-29 11:00 round1", "10-29 12:00 break", "10-29 12:10 round2"),
        *("10-29 13:10 lunch", "10-29 14:55 prizes"),
    ]


def test_a_line_is_written_and_taken_out(event: Played, director: Client) -> None:
    line = {"kind": "other", "on_day": "2026-05-02", "at": "15:00", "text_fi": "Sauna", "seen": seen(event)}
    assert director.post(url(event, "programme_line_new"), line).status_code == 302
    assert times(event)[-1] == "15:00 other"
    assert "Sauna" in read(url(event, "event_programme"), "fi")
    assert director.post(url(event, "programme_line_remove", 8), {"seen": seen(event)}).status_code == 302
    assert times(event) == MADE


def test_two_who_write_at_once_do_not_overwrite_each_other(event: Played, director: Client) -> None:
    known = seen(event)
    running.move_programme(event.by, event.event, 5, 15, known, uuid4())
    line = {"kind": "lunch", "on_day": "2026-05-02", "at": "12:00", "seen": known}
    answer = director.post(url(event, "programme_line", 5), line)
    assert "Somebody else has changed the programme meanwhile" in answer.content.decode()


def test_a_screen_shows_what_is_to_come(event: Played) -> None:
    tonight = timezone.localtime() + timedelta(hours=1)
    layout = DayLayout(template=Template.EVENING, starts_at=tonight, rounds=2, round_minutes=50)
    running.make_programme(event.by, event.event, lay_out(layout), seen(event))
    page = read(reverse("tournaments:screen", args=[event.event.pk]))
    assert 'data-kind="programme"' in page
    assert f"{tonight:%H:%M}" in page.partition('data-kind="programme"')[2]


def test_the_own_page_says_what_comes_next_and_names_nobody_else(event: Played) -> None:
    event.enter(4)
    running.change_event(event.by, event.event, on_day(event, timezone.localdate()))
    personal.make_codes(event.by, event.event, 0)
    entry = Entry.objects.filter(tournament=event.event)[0]
    tonight = timezone.localtime() + timedelta(hours=1)
    layout = DayLayout(template=Template.EVENING, starts_at=tonight, rounds=3, round_minutes=50)
    running.make_programme(event.by, event.event, lay_out(layout), seen(event))
    page = read(personal_path(event.fresh, entry.pk))
    assert f"<b>{tonight:%H:%M}</b> Round 1" in page
    assert "Prize giving" not in page


def test_the_paper_is_one_page_in_two_languages(event: Played, director: Client) -> None:
    address = url(event, "paper", "programme")
    answer = director.get(f"{address}?languages=fi-sv")
    assert answer["Content-Type"] == "application/pdf"
    assert director.get(url(Played(agreed(SWISS)), "paper", "programme")).status_code == 403


def test_the_calendar_has_the_programme_from_its_first_line_to_its_last(event: Played) -> None:
    text = Client().get(url(event, "event_calendar")).content.decode().replace("\r\n ", "")
    # Summer time in Helsinki is three hours before UTC.
    assert "DTSTART:20260502T063000Z" in text
    assert "DTEND:20260502T111500Z" in text
    assert "12:10–12:55 Lunch" in text


def test_the_announcement_has_the_programme(event: Played) -> None:
    signup.change_announcement(event.by, event.event, signup.AnnouncementPlan())
    signup.announce(event.by, event.event)
    assert url(event, "event_programme") in read(url(event, "announcement"))
    assert "10:00–11:00" in read(f"{url(event, 'announcement')}?as=text")


# Postponed and cancelled.


def say(event: Played, status: str, notice: str = "", **fields: object) -> Announcement:
    said = replace(signup.EventStatus(status, notice), **fields)  # type: ignore[arg-type]
    return signup.say_status(event.by, event.fresh, said)


POSTPONED, CANCELLED = Announcement.Status.POSTPONED, Announcement.Status.CANCELLED


def pages_of(event: Played) -> dict[str, str]:
    """What everybody sees of the event, and where lists name it."""
    names = ("event", "event_programme", "event_rules", "event_embed", "event_calendar", "screen")
    pages = {name: read(url(event, name)).replace("\r\n ", "") for name in names}
    return {**pages, "home": read("/"), "club": read(reverse("clubs:club", args=[event.club.pk]))}


def test_it_is_said_everywhere_that_an_event_is_cancelled(event: Played) -> None:
    running.change_event(event.by, event.event, on_day(event, timezone.localdate()))
    say(event, CANCELLED, "No hall")
    pages = pages_of(event)
    for name in ("event", "event_programme", "event_rules", "event_embed", "screen", "home"):
        assert "The event is cancelled." in pages[name], name
    assert "STATUS:CANCELLED" in pages["event_calendar"]
    assert "The event is cancelled. No hall" in pages["event_calendar"]
    assert "cancelled" in pages["club"]


def on_day(event: Played, day: object) -> running.EventPlan:
    fresh = event.fresh
    return running.EventPlan(
        name=fresh.name,
        date=day,  # type: ignore[arg-type]
        ruleset=fresh.ruleset,
        options=fresh.options,
        agreement=fresh.agreement,
    )


def test_postponed_to_a_day_the_event_and_its_programme_are_there(event: Played) -> None:
    say(event, POSTPONED, "Snow", new_day=DAY + timedelta(days=7))
    assert times(event) == MADE
    assert localtime(lines_of(event.fresh)[0].at).date() == event.fresh.date == DAY + timedelta(days=7)
    page = read(url(event, "event"))
    assert "The event is postponed to 9 May 2026; it was to be on 2 May 2026." in page
    calendar = read(url(event, "event_calendar"))
    assert "DTSTART:20260509T063000Z" in calendar
    assert "STATUS:CONFIRMED" in calendar


def test_postponed_twice_it_says_the_first_day(event: Played) -> None:
    say(event, POSTPONED, new_day=DAY + timedelta(days=7))
    said = say(event, POSTPONED, new_day=DAY + timedelta(days=14))
    assert said.postponed_from == DAY
    assert event.fresh.date == DAY + timedelta(days=14)


def test_postponed_without_a_day_it_says_that_nobody_knows_it(event: Played) -> None:
    say(event, POSTPONED)
    assert "The event is postponed. The new date is not known yet." in read(url(event, "event"))
    assert "STATUS:TENTATIVE" in read(url(event, "event_calendar"))


def test_an_undo_brings_day_programme_and_words_back(event: Played) -> None:
    before, day = event.fresh.programme, event.fresh.date
    say(event, POSTPONED, "Snow", new_day=DAY + timedelta(days=7))
    undo_last(event)
    assert (event.fresh.programme, event.fresh.date) == (before, day)
    assert "postponed" not in read(url(event, "event"))


def test_the_sequence_of_the_calendar_grows_with_each_change(event: Played) -> None:
    def sequence() -> int:
        text = read(url(event, "event_calendar"))
        return int(text.partition("SEQUENCE:")[2].partition("\r\n")[0])

    first = sequence()
    running.move_programme(event.by, event.event, 5, 15, seen(event), uuid4())
    second = sequence()
    say(event, CANCELLED)
    assert first < second < sequence()


def test_an_event_that_was_never_announced_shows_no_announcement_when_it_is_cancelled(event: Played) -> None:
    say(event, CANCELLED)
    assert Client().get(url(event, "announcement")).status_code == 404
    assert Client().get(url(event, "event")).status_code == 200


def test_an_event_that_has_begun_is_not_put_on_another_day(event: Played) -> None:
    event.enter(4)
    event.publish()
    with pytest.raises(ValidationError):
        say(event, POSTPONED, new_day=DAY + timedelta(days=7))
    assert event.fresh.date == DAY


def test_a_day_on_which_the_club_has_such_an_event_is_refused(event: Played) -> None:
    running.create_event(event.by, event.club, on_day(event, DAY + timedelta(days=7)))
    with pytest.raises(ValidationError):
        say(event, POSTPONED, new_day=DAY + timedelta(days=7))
    assert event.fresh.date == DAY


def test_a_form_with_a_new_day_but_not_postponed_is_refused(event: Played, director: Client) -> None:
    sent = {"status": "cancelled", "new_day": "2026-06-01"}
    answer = director.post(url(event, "announce_status"), sent)
    assert "Only an event that is postponed has a new day." in answer.content.decode()
