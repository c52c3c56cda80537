"""The pages of events that go together."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import reverse

from clubs.accounts import throttling
from clubs.models import Role
from tests.builders import a_user
from tests.tournaments.gatherings.support import Weekend
from tournaments import gatherings, running, signup
from tournaments.core.programme import LineKind, ProgrammeLine
from tournaments.gatherings.making import plan_of
from tournaments.models import Announcement, Gathering, OutgoingLetter, Signup
from tournaments.notices.outbox import open_letter
from tournaments.play.programme import fingerprint_of_programme

pytestmark = pytest.mark.django_db


def url(weekend: Weekend, name: str, *more: object) -> str:
    return reverse(f"tournaments:{name}", args=[weekend.gathering.pk, *more])


def body(weekend: Weekend, **fields: Any) -> dict[str, Any]:
    typed = {"given0": "Anna", "family0": "Berg", "given1": "Bo", "family1": "Ek", "way": "pair"}
    both = [weekend.pairs.pk, weekend.singles.pk]
    return {"key": str(uuid4()), "events": both, **typed, **fields}


def send(weekend: Weekend, sent: dict[str, Any]) -> Any:
    return Client().post(url(weekend, "gathering_signup"), sent)


def names_of(row: Signup) -> list[str]:
    return [person.name for person in row.people.all()]


def director_of(weekend: Weekend) -> Client:
    client = Client()
    assert weekend.by.user is not None
    client.force_login(weekend.by.user)
    return client


def test_one_form_signs_up_for_pairs_and_for_singles_and_a_retry_is_the_same() -> None:
    weekend = Weekend()
    sent = body(weekend)
    answer = send(weekend, sent)
    assert answer.status_code == 302
    assert send(weekend, sent)["Location"] == answer["Location"]
    assert [names_of(row) for row in Signup.objects.order_by("tournament_id")] == [
        ["Anna Berg", "Bo Ek"],
        ["Anna Berg"],
    ]
    page = Client().get(answer["Location"]).content.decode()
    assert page.count('class="code"') == 2
    for event in (weekend.pairs, weekend.singles):
        start = reverse("tournaments:signup", args=[event.pk])
        code = page.split(start)[1].split("/")[0]
        assert Client().get(f"{start}{code}/").status_code == 200


def test_a_form_with_other_names_and_the_same_key_changes_nothing() -> None:
    weekend = Weekend()
    sent = body(weekend)
    send(weekend, sent)
    page = send(weekend, {**sent, "family0": "Other"})
    assert page.status_code == 200
    assert "signed you up here already" in page.content.decode()
    assert Signup.objects.count() == 2


def test_singles_alone_need_no_partner_and_somebody_who_comes_alone_looks_for_one() -> None:
    weekend = Weekend()
    blank = {"given1": "", "family1": ""}
    assert send(weekend, body(weekend, events=[weekend.singles.pk], **blank)).status_code == 302
    assert send(weekend, body(weekend, **blank)).status_code == 200
    assert send(weekend, body(weekend, way="alone", **blank)).status_code == 302
    states = Signup.objects.order_by("pk").values_list("tournament", "state")
    assert list(states)[1:] == [
        (weekend.pairs.pk, Signup.State.LOOKING),
        (weekend.singles.pk, Signup.State.IN),
    ]


def test_a_full_event_has_a_waiting_list_and_the_other_is_as_ever() -> None:
    weekend = Weekend(number_of_places=1)
    send(weekend, body(weekend))
    page = Client().get(send(weekend, body(weekend, family0="Carl"))["Location"]).content.decode()
    assert "number 1 on the waiting list" in page
    assert "You have a place." in page


def test_a_licence_is_asked_for_where_an_event_that_was_ticked_wants_one() -> None:
    weekend = Weekend(who=Announcement.Who.LICENCE)
    assert send(weekend, body(weekend)).status_code == 200
    assert send(weekend, body(weekend, events=[weekend.singles.pk])).status_code == 302
    assert send(weekend, body(weekend, licence0="1", licence1="2")).status_code == 302


def test_only_events_that_are_open_are_offered_and_taken() -> None:
    weekend = Weekend()
    signup.say_status(weekend.by, weekend.pairs, signup.EventStatus(Announcement.Status.CANCELLED, "Snow"))
    page = Client().get(url(weekend, "gathering_signup")).content.decode()
    assert "Singles" in page
    assert "Pairs" not in page
    assert send(weekend, body(weekend)).status_code == 200
    assert "Snow" in Client().get(url(weekend, "gathering")).content.decode()
    signup.say_status(weekend.by, weekend.singles, signup.EventStatus(Announcement.Status.CANCELLED, "Ice"))
    assert "cannot sign up" in Client().get(url(weekend, "gathering_signup")).content.decode()


def test_one_letter_has_each_code_and_the_page_of_all(settings: Any) -> None:
    settings.EMAIL_HOST = "mail.example.org"
    weekend = Weekend()
    send(weekend, body(weekend, email="anna@example.org"))
    (row,) = OutgoingLetter.objects.all()
    letter = open_letter(row)
    assert letter.subject == "Winter weekend: your sign-ups"
    assert letter.body.count("/sign-up/") == 3
    assert "Pairs" in letter.body
    assert "Singles" in letter.body


def test_another_key_shows_nothing_and_no_public_page_names_anybody() -> None:
    weekend = Weekend()
    send(weekend, body(weekend))
    row = Signup.objects.first()
    assert row is not None
    for key in (uuid4(), row.key, UUID(int=0)):
        assert Client().get(url(weekend, "gathering_own", key)).status_code == 404
    assert "Berg" not in Client().get(url(weekend, "gathering")).content.decode()


def test_drafts_are_left_out_and_what_is_dissolved_is_gone() -> None:
    weekend = Weekend()
    signup.take_down(weekend.by, weekend.pairs)
    page = Client().get(url(weekend, "gathering")).content.decode()
    assert "Singles" in page
    assert "Pairs" not in page
    signup.take_down(weekend.by, weekend.singles)
    assert Client().get(url(weekend, "gathering")).status_code == 404
    signup.announce(weekend.by, weekend.singles)
    gatherings.dissolve_gathering(weekend.by, weekend.gathering)
    assert Client().get(url(weekend, "gathering")).status_code == 404


def test_the_page_of_an_event_leads_to_the_others_and_one_calendar_has_them_all() -> None:
    weekend = Weekend()
    for name in ("event", "announcement"):
        page = Client().get(reverse(f"tournaments:{name}", args=[weekend.pairs.pk])).content.decode()
        assert url(weekend, "gathering") in page
    calendar = Client().get(url(weekend, "gathering_calendar")).content.decode()
    assert calendar.count("BEGIN:VEVENT") == calendar.count("END:VEVENT") == 2
    assert calendar.count("VCALENDAR") == 2


def test_a_director_puts_events_together_changes_and_dissolves_them_on_the_pages() -> None:
    weekend = Weekend(together=False)
    client = director_of(weekend)
    new = reverse("tournaments:gathering_new", args=[weekend.club.pk])
    sent = {"key": str(uuid4()), "name": "Winter", "events": [weekend.pairs.pk, weekend.singles.pk]}
    assert client.post(new, sent).status_code == 302
    weekend.gathering = Gathering.objects.get()
    desk = url(weekend, "gathering_desk")
    assert "Winter" in client.get(reverse("tournaments:club_events", args=[weekend.club.pk])).content.decode()
    ids = f"{weekend.pairs.pk} {weekend.singles.pk}"
    changed = {**sent, "name": "Snow", "seen_name": "Winter", "seen_events": ids}
    assert client.post(desk, changed).status_code == 302
    assert client.post(desk, {**changed, "name": "Ice"}).status_code == 200
    juror = a_user(Role.Kind.SCORER, club=weekend.club)
    people = url(weekend, "gathering_people")
    client.post(people, {"person": juror.pk, "kind": "jury"})
    assert "in 2 of 2 events" in client.get(desk).content.decode()
    client.post(people, {"person": juror.pk, "kind": "jury", "back": "1"})
    client.post(people, {"person": juror.pk, "kind": "director"})
    assert Role.objects.filter(user=juror).count() == 1
    client.post(url(weekend, "gathering_dissolve"))
    assert not Gathering.objects.get().events.exists()
    assert client.get(desk).status_code == 404


def test_an_event_that_too_many_signed_up_for_is_refused_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    weekend = Weekend()
    monkeypatch.setattr(throttling, "SIGNUPS_PER_EVENT", 1)
    send(weekend, body(weekend, events=[weekend.pairs.pk]))
    answer = send(weekend, body(weekend, family0="Carl"))
    assert answer.status_code == 302
    assert Signup.objects.filter(tournament=weekend.pairs).count() == 1
    assert Signup.objects.filter(tournament=weekend.singles).count() == 1
    page = Client().get(answer["Location"]).content.decode()
    assert "Singles" in page


def test_the_programmes_of_all_events_are_one_by_day_and_time_each_line_with_its_event() -> None:
    weekend = Weekend()
    evening = weekend.event("Evening", date(2026, 12, 5), 2)
    seen = plan_of(weekend.gathering)
    wider = weekend.plan(weekend.pairs, weekend.singles, evening)
    gatherings.change_gathering(weekend.by, weekend.gathering, wider, seen)
    for event, hour in ((evening, 12), (weekend.singles, 9), (weekend.pairs, 10)):
        at = datetime(event.date.year, event.date.month, event.date.day, hour, tzinfo=UTC)
        line = ProgrammeLine(number=0, kind=LineKind.LUNCH, at=at, minutes=30)
        running.set_programme_line(weekend.by, event, line, fingerprint_of_programme(event))
    page = Client().get(url(weekend, "gathering")).content.decode().split('id="programme"')[1]
    assert page.count("<h3>") == 2
    places = [page.index(f"<small>{name}</small>") for name in ("Pairs", "Evening", "Singles")]
    assert places == sorted(places)
