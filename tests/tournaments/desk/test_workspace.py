"""The workspace of an event: the same tabs in one order on every page, for each role those it may open."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Role
from tests.builders import a_user
from tests.tournaments.desk.test_what_is_read import FILES, LARGE_FILES, OF_NO_EVENT, PUBLIC, WAYS
from tests.tournaments.support.events import Played, agreed
from tournaments import signup, urls
from tournaments.registration.workspace import TABS, event_workspace

pytestmark = pytest.mark.django_db

ALL = [
    "Overview",
    "Round",
    "Entries",
    "Standings",
    "Programme",
    "Hall",
    "Cash",
    "Papers",
    "Settings",
    "Log",
    "Public page",
]
NAV = re.compile(r'<nav class="tabs in-a-row" aria-label="Pages of the event">(.*?)</nav>', re.DOTALL)
OPENED_BY = {
    Role.Kind.DIRECTOR: ALL,
    Role.Kind.JURY: ["Round", "Entries", "Papers", "Log", "Public page"],
    Role.Kind.SCORER: ["Round", "Entries", "Hall", "Cash", "Papers", "Public page"],
}


@pytest.fixture
def event() -> Played:
    played = Played(agreed(rounds=2))
    played.enter(4)
    signup.change_announcement(played.by, played.event, signup.AnnouncementPlan())
    played.publish()
    return played


def client_of(event: Played, kind: Role.Kind) -> Client:
    client = Client()
    client.force_login(a_user(kind, club=event.club))
    return client


def tabs_on(page: str) -> list[str]:
    (nav,) = NAV.findall(page)
    return [unescape(label) for label in re.findall(r">([^<]+)</a>", nav)]


def current_on(page: str) -> list[str]:
    return re.findall(r'aria-current="page">([^<]+)<', NAV.findall(page)[0])


def pages_of(event: Played) -> dict[str, str]:
    """Pages of the event, each with the tab that is current there."""
    drawn, entry = event.event.rounds.get(), event.entry(1)
    of_event = {
        "desk": "Overview",
        "adjust": "Overview",
        "entries": "Entries",
        "pairs": "Entries",
        "entry_new": "Entries",
        "here": "Entries",
        "singles": "Entries",
        "signups": "Entries",
        "signups_enter": "Entries",
        "personal_codes": "Entries",
        "announce": "Settings",
        "announce_status": "Programme",
        **dict.fromkeys(("programme", "programme_template", "programme_line_new"), "Programme"),
        "presence": "Entries",
        "lots": "Entries",
        "strength": "Entries",
        "standings": "Standings",
        "event_what_if": "Standings",
        "hall": "Hall",
        "hall_announce": "Hall",
        "call_players": "Hall",
        **dict.fromkeys(("prizes", "prize_table", "prizes_aloud"), "Hall"),
        "entry_categories": "Entries",
        **dict.fromkeys(("cash", "cash_sale", "cash_drawer", "cash_prices"), "Cash"),
        "papers": "Papers",
        "event_export": "Papers",
        "scans": "Papers",
        "settings": "Settings",
        "settings_correct": "Settings",
        "event_delete": "Settings",
    }
    of_round = (
        "round",
        "round_draw",
        "round_change",
        "close",
        "round_sheet",
        "round_signed",
        "remove",
        "clock",
    )
    of_book = {"log": "Log", "last_acts": "Log", "book_archive": "Settings"}
    pairing = drawn.pairings.order_by("table")[0].pk
    return {
        **{reverse(f"tournaments:{name}", args=[event.event.pk]): tab for name, tab in of_event.items()},
        **{reverse(f"tournaments:{name}", args=[drawn.pk]): "Round" for name in of_round},
        **{reverse(f"clubs:{name}", args=[event.event.book_id]): tab for name, tab in of_book.items()},
        **{
            reverse(f"tournaments:{name}", args=[pairing]): "Round"
            for name in ("judge", "minutes", "move_deals")
        },
        reverse("tournaments:entry_edit", args=[entry.pk]): "Entries",
        reverse("tournaments:withdraw", args=[entry.pk]): "Entries",
    }


def test_every_page_has_the_same_tabs_in_one_order_and_marks_its_own(event: Played) -> None:
    director = client_of(event, Role.Kind.DIRECTOR)
    for address, tab in pages_of(event).items():
        page = director.get(address).content.decode()
        assert (tabs_on(page), current_on(page)) == (ALL, [tab]), address
        assert '<main id="main" class="column wide' in page, address


@pytest.mark.parametrize("kind", OPENED_BY)
def test_nobody_has_a_tab_that_he_may_not_open(event: Played, kind: Role.Kind) -> None:
    client = client_of(event, kind)
    page = client.get(reverse("tournaments:round", args=[event.event.rounds.get().pk])).content.decode()
    assert tabs_on(page) == OPENED_BY[kind]
    for address in re.findall(r'href="([^"]+)"', NAV.findall(page)[0]):
        assert client.get(address, follow=True).status_code == 200, address


def test_a_club_s_own_log_has_no_tabs_of_an_event(event: Played) -> None:
    book = event.club.books.get(kind="club")
    page = client_of(event, Role.Kind.DIRECTOR).get(reverse("clubs:log", args=[book.pk])).content.decode()
    assert NAV.findall(page) == []


def test_every_page_of_those_who_work_at_an_event_stands_behind_one_tab(event: Played) -> None:
    space = event_workspace(event.event.book)
    assert space is not None
    behind = [name for tab in space.tabs for name in tab.views]
    assert len(behind) == len(set(behind))
    listed = {f"tournaments:{pattern.name}" for pattern in urls.urlpatterns}
    # An event like an earlier one is set up on a page of the club.
    others = PUBLIC | FILES | LARGE_FILES | OF_NO_EVENT | WAYS | {"event_again", "scan_answer"}
    staff = listed - {f"tournaments:{name}" for name in others}
    assert staff <= set(behind)
    assert {name for name in behind if name.startswith("tournaments:")} <= listed
    assert len(TABS) + 1 == len(space.tabs)
