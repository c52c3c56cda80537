"""No page of signed-in people leads to what is refused to whoever looks at it, by a link or by a form.

The pages are walked for each role. Public pages are the same for everybody, and lead also to desks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Final
from urllib.parse import urljoin

import pytest
from django.http import HttpResponse
from pytest_django import DjangoDbBlocker

from clubs.web.exports import FORMAT_PARAMETER
from tests.pages.test_access import LINES, Line
from tests.pages.world import STRANGER, Scene, one_scene, undone

pytestmark = pytest.mark.django_db

WHO: Final = ("director", "jury", "scorer", "event_director")
LINK: Final = re.compile(r'<a\b[^>]*?\bhref="(/[^"#?]*)')
FORM: Final = re.compile(r'<form\b(?=[^>]*method="post")[^>]*>')
ACTION: Final = re.compile(r'\baction="([^"]+)"')


@pytest.fixture(scope="module")
def scene(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Scene]:
    with django_db_blocker.unblock(), one_scene() as scene:
        yield scene


def own_pages(who: str) -> Iterator[Line]:
    """The pages that this person sees and a stranger does not."""
    for line in LINES:
        is_page = line.method == "GET" and f"?{FORMAT_PARAMETER}=" not in line.address
        if is_page and line.answers[who] == "200" and line.answers[STRANGER] != "200":
            yield line


def leads(address: str, page: str) -> Iterator[tuple[str, str]]:
    """Where a page leads, and by which method."""
    for found in LINK.findall(page):
        yield "GET", unescape(found)
    for form in FORM.findall(page):
        action = ACTION.search(form)
        yield "POST", urljoin(address, unescape(action[1])) if action else address


@pytest.mark.parametrize("who", WHO)
def test_no_page_leads_to_what_is_refused_to_its_reader(scene: Scene, who: str) -> None:
    led: dict[tuple[str, str], str] = {}
    for line in own_pages(who):
        address = scene.world.address(line.address)
        page = scene.world.send(who, "GET", address, {})
        if isinstance(page, HttpResponse) and page.headers["Content-Type"].startswith("text/html"):
            led |= dict.fromkeys(leads(address, page.content.decode()), line.address)
    assert led
    refused = []
    for (method, address), where in led.items():
        with undone():
            if scene.world.send(who, method, address, {}).status_code == 403:
                refused.append(f"{where}: {method} {address}")
    assert "\n".join(refused) == ""
