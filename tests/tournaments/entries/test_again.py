"""An event repeated: its settings, its entries to tick, partners exchanged, and who is new."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from django.utils.timezone import localdate

from clubs.models import Player, Role
from tests.builders import a_user
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.models import Entry, Tournament
from tournaments.play import queries
from tournaments.tonight.next_steps import beginnings_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def last() -> Played:
    """Last week's evening of four pairs, of which one has withdrawn."""
    event = Played(agreed(rounds=4, apart=((1, 2),), deals=3, walkover_margin=2000))
    Tournament.objects.filter(pk=event.event.pk).update(date=localdate() - timedelta(days=7))
    event.enter(4)
    running.withdraw(event.by, event.entry(4), "ill")
    return event


def director(event: Played) -> Client:
    client = Client()
    client.force_login(event.by.user)  # type: ignore[arg-type]
    return client


def shown(event: Played) -> dict[str, list[str]]:
    """What the page sends as it comes."""
    page = director(event).get(f"/events/{event.event.pk}/again/").content.decode()
    rows = re.findall(r'name="row" value="([^"]+)"', page)
    ticked = [
        value for value, more in re.findall(r'name="again" value="([^"]+)"([^>]*)', page) if "checked" in more
    ]
    return {
        "row": rows,
        "again": ticked,
        "name": ["Autumn"],
        "on_day": [str(localdate())],
        "begins": ["18:30"],
    }


def send(event: Played, body: dict[str, list[str]]) -> HttpResponse:
    answer: HttpResponse = director(event).post(f"/events/{event.event.pk}/again/", body)  # type: ignore[assignment]
    return answer


def entered(event: Tournament) -> list[list[int]]:
    return [[player.pk for player in queries.entry_players(entry)] for entry in queries.get_entries(event)]


def made(answer: HttpResponse) -> Tournament:
    assert answer.status_code == 302, answer.content.decode()
    event = Tournament.objects.get(name="Autumn")
    assert answer["Location"] == f"/events/{event.pk}/desk/"
    return event


def test_settings_and_those_who_are_ticked_come_again(last: Played) -> None:
    event = made(send(last, shown(last)))
    assert (event.ruleset, event.options) == (last.event.ruleset, last.event.options)
    assert event.agreement.deals == 3
    assert event.agreement.rounds == 4
    assert event.agreement.apart == ()
    assert event.date == localdate()
    assert event.starts_at is not None
    assert timezone.localtime(event.starts_at).hour == 18
    assert entered(event) == entered(last.event)[:3]


def test_who_has_withdrawn_is_in_the_list_without_a_tick(last: Played) -> None:
    body = shown(last)
    assert (len(body["row"]), len(body["again"])) == (4, 3)
    body["again"] = body["row"]
    assert len(entered(made(send(last, body)))) == 4


def test_partners_that_were_exchanged_on_the_page_are_entered_so(last: Played) -> None:
    (one, two), (three, four), *_others = (row.split() for row in shown(last)["row"])
    body = shown(last)
    body["row"] = body["again"] = [f"{three} {two}", f"{one} {four}"]
    assert entered(made(send(last, body))) == [[int(three), int(two)], [int(one), int(four)]]


def test_new_names_are_shown_once_and_entered_with_the_others(last: Played) -> None:
    body = shown(last) | {"names": ["Ada Ny – Ida Ny"]}
    page = send(last, body)
    assert "2 names are new to the club." in page.content.decode()
    assert not Tournament.objects.filter(name="Autumn").exists()
    for name in re.findall(r'name="(name-\w+)-asked"', page.content.decode()):
        body |= {name: ["on"], f"{name}-asked": ["1"]}
    event = made(send(last, body))
    names = {player.name for player in Player.objects.filter(places__entry__tournament=event)}
    assert {"Ada Ny", "Ida Ny"} < names
    assert event.entries.count() == 4


def test_nobody_is_entered_twice(last: Played) -> None:
    body = shown(last)
    first = Player.objects.get(pk=int(body["again"][0].split()[0]))
    typed = send(last, body | {"names": [f"{first.name} – Ida Ny"]})
    assert f"Line 1: {first.name} is ticked in the list." in typed.content.decode()
    one, other = body["again"][:2]
    twice = [one, f"{one.split()[0]} {other.split()[1]}"]
    answer = send(last, body | {"row": twice, "again": twice})
    assert f"{first.name} is ticked in two entries." in answer.content.decode()
    assert not Tournament.objects.filter(name="Autumn").exists()


@pytest.mark.parametrize("row", ["", "1", "x y", "0 99999999", "9" * 400])
def test_a_row_that_no_page_has_sent_enters_nobody(last: Played, row: str) -> None:
    answer = send(last, shown(last) | {"row": [row], "again": [row]})
    assert answer.status_code == 200
    assert "A pair of the list is not whole any more" in answer.content.decode()
    assert not Tournament.objects.filter(name="Autumn").exists()


def test_who_has_left_the_club_is_not_in_the_list(last: Played) -> None:
    gone = queries.entry_players(last.entry(1))[0]
    gone.memberships.update(until=localdate())
    assert all(str(gone.pk) not in row.split() for row in shown(last)["row"])


def test_the_same_evening_is_set_up_once(last: Played) -> None:
    body = shown(last)
    made(send(last, body))
    assert "already has an event with this name on this day" in send(last, body).content.decode()
    assert Tournament.objects.filter(name="Autumn").count() == 1


def test_regulars_come_first(last: Played) -> None:
    regulars = [queries.entry_players(last.entry(3))]
    plan = running.EventPlan(name="Before", date=localdate() - timedelta(days=14), ruleset="samba")
    running.enter_pairs(last.by, running.create_event(last.by, last.club, plan), regulars)
    assert shown(last)["row"][0] == " ".join(str(player.pk) for player in regulars[0])


def test_the_front_page_offers_it_to_who_directs_the_club_alone(last: Played) -> None:
    assert last.by.user is not None
    labels = [beginning.label for beginning in beginnings_of(last.by.user)]
    assert labels[0] == "As last time: Spring"
    guest = a_user()
    Role.objects.create(user=guest, book=last.event.book, kind=Role.Kind.DIRECTOR)
    assert list(beginnings_of(guest)) == []
    client = Client()
    client.force_login(guest)
    assert client.get(f"/events/{last.event.pk}/again/").status_code == 403
    assert Entry.objects.filter(tournament=last.event).count() == 4
