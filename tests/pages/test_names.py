"""Names that nobody may publish: no stranger reads one outside the hall, on whatever address of the house.

The pages are asked for in the hall just before, so that what is kept for the hall would be found outside too.
What a table shows on its own phone is left out: its address is on the table alone.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from io import BytesIO
from ipaddress import ip_network
from pathlib import Path
from typing import Final
from zipfile import ZipFile, is_zipfile

import pytest
from django.db.models import CharField, F, Value
from django.db.models.functions import Cast, Concat
from django.http import HttpResponseBase
from pytest_django import Settings

from clubs.models import Player
from tests.documents.reading import text_of
from tests.pages.test_access import LINES, view_of
from tests.pages.test_leads import few_of_each, leads, own_pages
from tests.pages.world import STRANGER, Scene, World, undone
from tournaments.public import entry_state

pytestmark = pytest.mark.django_db

INSIDE, OUTSIDE = "192.168.1.20", "203.0.113.7"
# In the name of every player; nothing else of the world is called so.
SECRET: Final = "Zwxsecret"
TABLES: Final = "/t/"
# A captain chooses from the own players by their names; tests/tournaments/captains has those of the others.
OF_CAPTAINS: Final = re.compile(r"/leagues/\d+/team/\d+/")
# A player who is not named: the number of a row is longer than those of the columns of a form. In quotation
# marks stands what others read.
NUMBERED: Final = re.compile(r"(?<!“)\bPlayer \d{4,}\b")
# Pages of the hall, with what they are asked for. Files and pages of what is over are not among them.
NAMED_IN_HALL: Final = {
    "tournaments:event",
    "tournaments:event_round",
    "tournaments:event_places",
    "tournaments:event_cross",
    "tournaments:event_categories",
    "tournaments:event_bracket",
    "tournaments:event_entry",
    "tournaments:entry_now",
    "tournaments:my_page",
}
# These too, and they are no files, whatever they are asked for: games of such an event (`test_names_of_games`
# has those with deals and signatures), and the screens of the hall.
GAMES_IN_HALL: Final = {"scoring:game", "tournaments:screen", "tournaments:numbered_screen"}
# What a phone fetches for itself follows nothing.
FETCHED: Final = {"tournaments:entry_now"}
FOLLOWS: Final = re.compile(r'<meta name="live" content="([^"]*)"')
PAGES: Final = ("", "rounds/1/", "places/", "cross/", "statistics/", "rules/")
ASKED: Final = (
    *("", "?q=Finder", "?q=1", "?by=name", "?by=name&as=csv"),
    *("?as=csv", "?as=json", "?as=xlsx", "?as=print", "?as=pdf"),
)


@pytest.fixture
def hall(settings: Settings, tmp_path: Path) -> None:
    """Pages are kept, and the hall has a network of its own."""
    settings.HALL_NETWORKS = (ip_network("192.168.0.0/16"),)
    settings.KEPT_PAGES_DIR = tmp_path / "pages"


@contextmanager
def nobody_agreed() -> Iterator[None]:
    """Meanwhile nobody has agreed to be named."""
    with undone():
        family_name = Concat(Value(SECRET), Cast(F("pk"), CharField()))
        Player.objects.update(may_publish=False, given_name="Finder", family_name=family_name)
        # No verb has done this: what was counted of an event before still has the names of before.
        entry_state._states_at.cache_clear()
        yield
    entry_state._states_at.cache_clear()


@pytest.fixture
def unnamed(scene: Scene) -> Iterator[World]:
    """The world in which nobody has agreed to be named."""
    with nobody_agreed():
        yield scene.world


@pytest.fixture(scope="module")
def public(scene: Scene) -> list[str]:
    """What `public_addresses` finds there, looked for once."""
    with nobody_agreed():
        return public_addresses(scene.world)


def public_addresses(world: World) -> list[str]:
    """Every address that a stranger may see, and where these pages lead."""
    listed = {
        world.address(line.address).partition("?")[0]
        for line in LINES
        if line.method == "GET" and line.answers[STRANGER] == "200"
    }
    listed |= {world.address(f"/events/{{played_event}}/{page}") for page in PAGES}
    pages = (leads(address, text(ask(world, address, OUTSIDE))) for address in sorted(listed))
    led = {to for _method, to in few_of_each([to for page in pages for to in page])}
    return sorted(address for address in listed | led if is_asked(address))


def is_asked(address: str) -> bool:
    return not (
        address.startswith((TABLES, "/static/", "/sign-in/", "/language/")) or OF_CAPTAINS.match(address)
    )


def ask(world: World, address: str, origin: str, who: str = STRANGER) -> HttpResponseBase:
    return world.as_(who).get(address, REMOTE_ADDR=origin, headers={"accept-encoding": "gzip"})


def text(answer: HttpResponseBase) -> str:
    """All that a response says, also packed or drawn."""
    body: bytes = answer.getvalue()  # of files too, which are closed at their end
    if answer.headers.get("Content-Encoding") == "gzip":
        body = gzip.decompress(body)
    if body.startswith(b"%PDF"):
        return text_of(body, "-raw")
    if is_zipfile(BytesIO(body)):
        with ZipFile(BytesIO(body)) as packed:
            body = b"".join(packed.read(name) for name in packed.namelist())
    return body.decode(errors="replace")


@pytest.mark.usefixtures("hall")
def test_outside_no_stranger_reads_a_name_and_in_the_hall_only_the_pages_of_running_events_have_them(
    unnamed: World, public: list[str]
) -> None:
    inside: dict[str, set[str]] = {}
    outside, answered = [], set()
    for address in public:
        for asked in ASKED:
            if SECRET in text(ask(unnamed, address + asked, INSIDE)):
                inside.setdefault(view_of(address), set()).add(asked)
            answer = ask(unnamed, address + asked, OUTSIDE)
            if SECRET in text(answer):
                outside.append(address + asked)
            if answer.status_code == 200:
                answered.add(view_of(address))
    assert outside == []
    assert answered >= {*NAMED_IN_HALL, "home", "scoring:game", "scoring:deal", "scoring:protocol"}
    pages = {asked for asked in ASKED if "as=" not in asked}
    games = {name: {*ASKED} for name in GAMES_IN_HALL}
    assert inside == {"home": {"?q=Finder", "?q=1"}, **dict.fromkeys(NAMED_IN_HALL, pages), **games}


@pytest.mark.usefixtures("hall")
def test_in_the_hall_too_the_names_of_an_official_event_are_those_that_may_be_published(
    unnamed: World,
) -> None:
    official, played = (unnamed.address(f"/events/{{{name}_event}}/") for name in ("official", "played"))
    assert SECRET not in text(ask(unnamed, official, INSIDE))
    assert SECRET in text(ask(unnamed, played, INSIDE))


def test_whoever_directs_reads_every_name_on_the_pages_of_the_staff(unnamed: World) -> None:
    numbered, seen = [], 0
    for line in own_pages("director"):
        address = unnamed.address(line.address)
        said = text(ask(unnamed, address, OUTSIDE, "director"))
        seen += SECRET in said
        if NUMBERED.search(said):
            numbered.append(address)
    assert numbered == []
    assert seen > 20


@pytest.mark.usefixtures("hall")
@pytest.mark.parametrize("origin", [INSIDE, OUTSIDE])
def test_a_page_that_follows_asks_with_the_tag_with_which_it_was_sent(
    unnamed: World, public: list[str], origin: str
) -> None:
    followed = set()
    for address in public:
        answer = ask(unnamed, address, origin)
        if found := FOLLOWS.search(text(answer)):
            assert unescape(found[1]) == answer.headers["ETag"], address
            followed.add(view_of(address))
    assert followed >= {*(NAMED_IN_HALL - FETCHED), "home", "scoring:game", "scoring:deal"}
