"""The workspace of a club: the same pages in the same order everywhere, and its events."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import localdate

from clubs.books.archiving import archive
from clubs.books.writing import club_book
from clubs.models import Book, Club, Role
from tests.builders import a_club, a_user, an_author
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

PAGES = ("Events", "Players", "Tables", "Games", "People and roles", "Log", "Settings", "Public page")


def browser(club: Club, *kinds: Role.Kind) -> Client:
    user, client = a_user(), Client()
    for kind in kinds:
        Role.objects.create(user=user, book=club_book(club), kind=kind)
    client.force_login(user)
    return client


def an_event(club: Club, name: str = "Spring", days: int = 0, entries: int = 4) -> Played:
    """An event of the club so many days from today, with pairs."""
    played = Played(agreed(rounds=1))
    played.by = replace(an_author(a_user(Role.Kind.DIRECTOR, club=club)), at=timezone.now())
    Tournament.objects.filter(pk=played.event.pk).update(
        club=club, name=name, date=localdate() + timedelta(days=days)
    )
    Book.objects.filter(pk=played.event.book_id).update(club=club)
    played.club, played.event = club, played.fresh
    if entries:
        played.enter(entries)
    return played


def tabs(page: str) -> tuple[list[str], list[str]]:
    """The pages of the workspace on a page, and those that are marked as the one that is open."""
    (nav,) = re.findall(r'<nav class="tabs in-a-row".*?</nav>', page, re.DOTALL)
    links = re.findall(r'<a href="[^"]+"( aria-current="page")?>([^<]+)</a>', nav)
    return [label for _current, label in links], [label for current, label in links if current]


def events_page(client: Client, club: Club, query: str = "") -> str:
    answer = client.get(reverse("tournaments:club_events", args=[club.pk]) + query)
    assert answer.status_code == 200
    return answer.content.decode()


def rows(page: str, section: str) -> list[str]:
    """The words of each event in a section of the page."""
    found = re.findall(rf'<h2 id="{section}">.*?</ul>', page, re.DOTALL)
    items = re.findall(r"<li\b.*?</li>", found[0], re.DOTALL) if found else ()
    return [" ".join(re.sub(r"<[^>]+>", " ", item).split()) for item in items]


# The navigation.


def test_every_page_of_a_club_has_the_same_navigation() -> None:
    club = a_club()
    client, book = browser(club, Role.Kind.ADMIN), club_book(club)
    of_club = (
        *("tournaments:club_events", "clubs:club_players", "scoring:tables", "clubs:club_people"),
        *("clubs:club_settings", "clubs:club_edit", "clubs:federation", "clubs:archived", "scoring:warnings"),
    )
    addresses = [reverse(name, args=[club.pk]) for name in of_club]
    addresses += [reverse(name, args=[book.pk]) for name in ("scoring:desk", "clubs:log")]
    opened = [tabs(client.get(address).content.decode()) for address in addresses]
    assert [labels for labels, _current in opened] == [list(PAGES)] * len(addresses)
    assert [current for _labels, current in opened] == [
        *(["Events"], ["Players"], ["Tables"], ["People and roles"]),
        *(["Settings"], ["Settings"], ["Settings"], ["Settings"], ["Games"], ["Games"], ["Log"]),
    ]


@pytest.mark.parametrize(
    ("kind", "missing"),
    [
        (Role.Kind.DIRECTOR, {"People and roles"}),
        (Role.Kind.JURY, {"Tables", "People and roles", "Settings"}),
        (Role.Kind.SCORER, {"People and roles", "Log", "Settings"}),
    ],
)
def test_who_may_not_open_a_page_is_not_led_there(kind: Role.Kind, missing: set[str]) -> None:
    club = a_club()
    labels, _current = tabs(events_page(browser(club, kind), club))
    assert labels == [label for label in PAGES if label not in missing]


def test_own_clubs_lead_into_the_workspace_and_others_to_their_public_page() -> None:
    own, other = a_club(), a_club()
    client = browser(own, Role.Kind.SCORER)
    workspace = f'href="/clubs/{own.pk}/events/"'
    for address in ("clubs:account", "clubs:account_menu"):
        page = client.get(reverse(address)).content.decode()
        assert workspace in page
        assert f"/clubs/{other.pk}/" not in page
    part = client.get(reverse("tournaments:own_part")).content.decode()
    assert f'<a id="club-{own.pk}" {workspace} hx-swap-oob="true">' in part
    assert f'id="club-{other.pk}"' not in part
    # The page itself is the same for everybody.
    front = client.get(reverse("home")).content.decode()
    assert f'<a id="club-{own.pk}" href="/clubs/{own.pk}/">' in front


def test_the_public_page_leads_everybody_to_what_they_may_open() -> None:
    federation = a_club()
    club = a_club(federation=federation)
    own = browser(club, Role.Kind.JURY).get(reverse("clubs:workspace", args=[club.pk]))
    assert own["Location"] == reverse("tournaments:club_events", args=[club.pk])
    above = browser(federation, Role.Kind.ADMIN).get(reverse("clubs:workspace", args=[club.pk]))
    assert above["Location"] == reverse("clubs:club_players", args=[club.pk])


def test_the_settings_say_what_they_are_now() -> None:
    club = a_club("Kotka", place="Kotka", players_open_games=True)
    admin = browser(club, Role.Kind.ADMIN).get(reverse("clubs:club_settings", args=[club.pk]))
    words = admin.content.decode()
    for setting in ("Name and place", "Federation", "Archive", "Games opened by players"):
        assert f">{setting}</a>" in words
    assert "allowed at free tables" in words
    director = browser(club, Role.Kind.DIRECTOR).get(reverse("clubs:club_settings", args=[club.pk]))
    assert "Name and place" not in director.content.decode()


# Its events.


def test_what_runs_and_comes_has_its_next_step_and_what_is_over_follows() -> None:
    club = a_club()
    done = an_event(club, "Done", days=-9)
    drawn = done.publish()
    for game in done.games(drawn):
        done.totals(game, 10_000, 5_000)
    done.close(drawn)
    running.show_results(done.by, done.fresh)
    running.declare_official(replace(done.by, at=done.by.at + timedelta(hours=1)), done.fresh)
    an_event(club, "Tonight")
    an_event(club, "Next month", days=30, entries=0)
    page = events_page(browser(club, Role.Kind.DIRECTOR), club)
    tonight, coming = rows(page, "running")
    assert tonight.startswith("Tonight")
    assert tonight.endswith("4 entries Draw round 1")
    assert coming.startswith("Next month")
    assert coming.endswith("Add entries")
    (over,) = rows(page, "earlier-title")
    assert over.startswith("Done")
    assert "official As last time" in over
    assert f'class="button primary" href="/clubs/{club.pk}/events/new/"' in page


def test_a_scorer_sets_up_no_event() -> None:
    club = a_club()
    page = events_page(browser(club, Role.Kind.SCORER), club)
    assert "/events/new/" not in page
    assert "No event is running or coming." in page


def test_an_event_of_another_club_and_an_archived_one_are_not_listed() -> None:
    club = a_club()
    archived = an_event(club, "Put away")
    archive(archived.by, archived.event.book)
    an_event(a_club(), "Elsewhere")
    page = events_page(browser(club, Role.Kind.DIRECTOR), club)
    assert "Put away" not in page
    assert "Elsewhere" not in page


def test_what_nobody_has_ended_follows_with_the_earlier_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.tonight.evenings._MOST_IN_CLUB", 1)
    club = a_club()
    for days in (-1, -2):
        an_event(club, f"Day {days}", days=days)
    page = events_page(browser(club, Role.Kind.DIRECTOR), club)
    assert [row.split(" 2")[0] for row in rows(page, "running")] == ["Day -1"]
    assert [row.split(" 2")[0] for row in rows(page, "earlier-title")] == ["Day -2"]


@pytest.mark.parametrize("role", [Role.Kind.DIRECTOR, Role.Kind.SCORER])
def test_who_sets_events_up_repeats_an_earlier_one_from_the_list(
    monkeypatch: pytest.MonkeyPatch, role: Role.Kind
) -> None:
    monkeypatch.setattr("tournaments.tonight.evenings._MOST_IN_CLUB", 0)
    club = a_club()
    event = an_event(club, "Day", days=-1)
    again = reverse("tournaments:event_again", args=[event.event.pk])
    assert (f'href="{again}"' in events_page(browser(club, role), club)) is (role == Role.Kind.DIRECTOR)


def test_earlier_events_have_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.tonight.evenings._MOST_IN_CLUB", 0)
    monkeypatch.setattr("tournaments.tonight.club_views._EARLIER_PER_PAGE", 2)
    club = a_club()
    for days in (-1, -2, -3):
        an_event(club, f"Day {days}", days=days, entries=0)
    client = browser(club, Role.Kind.DIRECTOR)
    assert len(rows(events_page(client, club), "earlier-title")) == 2
    (last,) = rows(events_page(client, club, "?page=2"), "earlier-title")
    assert last.startswith("Day -3")


def test_events_of_a_day_are_in_the_order_of_their_numbers() -> None:
    club = a_club()
    for number in (10, 2, 1):
        an_event(club, f"Set {number}")
    page = events_page(browser(club, Role.Kind.DIRECTOR), club)
    assert [re.findall(r"Set \d+", row)[0] for row in rows(page, "running")] == ["Set 1", "Set 2", "Set 10"]


def test_the_number_of_queries_does_not_grow_with_the_events() -> None:
    club = a_club()
    client = browser(club, Role.Kind.DIRECTOR)

    def queries() -> int:
        with CaptureQueriesContext(connection) as counted:
            events_page(client, club)
        return len(counted)

    an_event(club).publish()
    few = queries()
    for number in range(4):
        an_event(club, f"Spring {number}", entries=8).publish()
    assert queries() == few
