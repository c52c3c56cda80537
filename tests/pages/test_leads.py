"""No page of signed-in people leads to what is refused to whoever looks at it, by a link or by a form.

The pages are walked for each role. Public pages are the same for everybody, and lead also to desks. What the
table of `test_access.py` says of an address is proved there and not asked again, and so is that a page is
everybody's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape
from typing import Final
from urllib.parse import urljoin

import pytest
from django.http import HttpResponse

from tests.conftest import LONG
from tests.pages.doors import FILES
from tests.pages.test_access import LINES, SIGN_IN, Line, view_of
from tests.pages.world import STRANGER, Scene, World, undone

pytestmark = pytest.mark.django_db

WHO: Final = (
    *("jury", "scorer", "event_director"),
    pytest.param("director", marks=pytest.mark.long),  # who is refused least, on twice as many pages
)
LINK: Final = re.compile(r'<a\b[^>]*?\bhref="(/[^"#?]*)')
FORM: Final = re.compile(r'<form\b(?=[^>]*method="post")[^>]*>')
ACTION: Final = re.compile(r'\baction="([^"]+)"')


def own_pages(who: str) -> Iterator[Line]:
    """The pages that this person sees and a stranger does not."""
    for line in LINES:
        is_page = line.method == "GET" and not FILES.search(line.address)
        if is_page and line.answers[who] == "200" and line.answers[STRANGER] != "200":
            yield line


def few_of_each(led: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """All of them in the long profile; in the quick one, of the rows of a list, the first and the last."""
    first: dict[tuple[str, str], tuple[str, str]] = {}
    last: dict[tuple[str, str], tuple[str, str]] = {}
    for method, address in led:
        first.setdefault((method, view_of(address)), (method, address))
        last[method, view_of(address)] = method, address
    return [*led] if LONG else [*first.values(), *last.values()]


def leads(address: str, page: str) -> Iterator[tuple[str, str]]:
    """Where a page leads, and by which method."""
    for found in LINK.findall(page):
        yield "GET", unescape(found)
    for form in FORM.findall(page):
        action = ACTION.search(form)
        yield "POST", urljoin(address, unescape(action[1])) if action else address


def told_by_the_table(world: World, who: str) -> dict[tuple[str, str], str]:
    """What comes of each method at each address, when nothing unusual is sent."""
    told = (line for line in LINES if not line.otherwise)
    return {(line.method, world.address(line.address)): line.answers[who] for line in told}


def guarded(world: World) -> set[tuple[str, str]]:
    """The methods and pages that are refused to anybody at any address; the others are everybody's."""
    refusing = (line for line in LINES if "403" in line.answers.values())
    return {(line.method, view_of(world.address(line.address))) for line in refusing}


def is_refused(scene: Scene, who: str, method: str, address: str) -> bool:
    with undone():
        return scene.world.send(who, method, address, {}).status_code == 403


@pytest.mark.parametrize("who", WHO)
def test_no_page_leads_to_what_is_refused_to_its_reader(scene: Scene, who: str) -> None:
    led: dict[tuple[str, str], str] = {}
    for line in own_pages(who):
        address = scene.world.address(line.address)
        page = scene.world.send(who, "GET", address, {})
        if isinstance(page, HttpResponse) and page.headers["Content-Type"].startswith("text/html"):
            led |= dict.fromkeys(few_of_each([*leads(address, page.content.decode())]), line.address)
    assert led
    told, doubtful = told_by_the_table(scene.world, who), guarded(scene.world)
    refused = [
        f"{where}: {method} {address}"
        for (method, address), where in led.items()
        if (method, view_of(address)) in doubtful
        and (
            told[method, address] == "403"
            if (method, address) in told
            else is_refused(scene, who, method, address)
        )
    ]
    assert "\n".join(refused) == ""


# The masthead's own link: without JavaScript it is the way to sign in.
ACCOUNT: Final = "/account/"
FOR_STAFF: Final = re.compile(r"<(p|span)\b[^>]*\bfor-staff\b[^>]*>.*?</\1>", re.DOTALL)


def test_strangers_meet_no_link_that_leads_to_a_sign_in_page(scene: Scene) -> None:
    """Public pages are the same for everybody: what is for staff is marked, and shown to who is signed in."""
    world, asked = scene.world, [line for line in LINES if line.method == "GET"]
    to_sign_in = {view_of(world.address(line.address)) for line in asked if line.answers[STRANGER] == SIGN_IN}
    public = [line for line in asked if line.answers[STRANGER] == "200" and not FILES.search(line.address)]
    listed = sorted({world.address(line.address) for line in public})
    led = [to for address in listed for to in led_by_stranger(world, address)]
    # Pages without a line in the table, such as those of all games, are reached from others.
    others = {to for method, to in few_of_each(led) if method == "GET" and view_of(to) not in to_sign_in}
    reached = [to for to in sorted(others - {*listed, ACCOUNT}) if not FILES.search(to)]
    searched = [f"{address}?q=1" for address in listed if 'name="q"' in read_by_stranger(world, address)]
    assert reached
    assert searched
    wrong = {
        (address, to)
        for address in [*listed, *reached, *searched]
        for _method, to in led_by_stranger(world, address)
        if to != ACCOUNT and view_of(to) in to_sign_in
    }
    assert wrong == set()
    desk = world.address("/events/{event}/")
    assert "/desk/" in read_by_stranger(world, desk)  # marked, and so not seen


def led_by_stranger(world: World, address: str) -> list[tuple[str, str]]:
    """Where a page leads a stranger, who does not see what is for the staff."""
    return [*leads(address, FOR_STAFF.sub("", read_by_stranger(world, address)))]


def read_by_stranger(world: World, address: str) -> str:
    with undone():
        page = world.send(STRANGER, "GET", address, {})
    assert isinstance(page, HttpResponse)
    return page.content.decode(errors="replace")
