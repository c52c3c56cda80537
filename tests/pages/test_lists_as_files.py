"""Every page with a list leads to it as a spreadsheet, as CSV and on paper, by its filters and its sort.

The pages are walked: what shows a table, or a list of things with pages of their own, is a list, unless it is
named here with what it is instead. Which rows a file has is asked in the tests of the apps.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs, urlsplit

import pytest
from django.conf import settings
from django.test import override_settings
from django.urls import reverse

from clubs.web.exports import PDF, PRINT_PAGE, TEXT
from clubs.web.format_parameter import FORMAT_PARAMETER
from config import environment
from tests.documents.list_schema import valid_list
from tests.pages.doors import FILES
from tests.pages.test_access import LINES, Line, view_of, who_is_let_in
from tests.pages.world import Scene, undone
from tournaments.models import EntryPlayer

pytestmark = pytest.mark.django_db

WAYS: Final = {"xlsx", "csv", "csv-comma", "json", PDF, PRINT_PAGE}
# Where somebody sends results on, they are there as text too.
TEXTS: Final = {
    *("tournaments:event", "tournaments:event_round"),
    *("tournaments:club_year", "tournaments:club_year_of"),
}
LIST: Final = re.compile(r'<table\b|<[ou]l class="(?:directory|tables)')
WAY: Final = re.compile(r'<a class="button" href="([^"]*)" rel="nofollow">')
# Lists whose line in the table of addresses shows them empty.
BESIDE: Final = ("/players/{has_results}/results/", "/clubs/{federation}/")

NO_LISTS: Final[Mapping[str, str]] = {
    "home": "leads to clubs and to what goes on, each with a page of its own",
    "styleguide": "samples",
    "clubs:club_settings": "what may be set, each on a page of its own",
    "clubs:account": "somebody's own roles, which lead to their desks",
    "tournaments:round": "what happens this minute at each table; published it is a page of the event",
    "tournaments:round_draw": "why the tables meet; published the round is a page of the event",
    "tournaments:round_change": "a form",
    "tournaments:settings": "a form",
    "tournaments:statement_issue": "a form; what it issues is a list of its own",
    "scoring:desk": "what needs a person this minute; the games are the list at /games/",
    "scoring:game": "a protocol, which has its own paper",
    "scoring:signed": "a protocol as it was signed",
    "tournaments:my_page": "what one entry has to do this minute; its games are the list of its public page",
    "tournaments:match_desk": "what can be done in a match; the match is a page of its own",
    "tournaments:team_answer": "a form",
    "tournaments:event_parts": "leads to the sections and finals, each with its lists as files",
    "tournaments:gathering": "leads to its events, each with its programme as a file",
    "tournaments:gathering_desk": "leads to its events, each with its people as a file",
    "scoring:game_desk": "what can be done in a game",
    "scoring:game_check": "a form",
    "scoring:deal_amend": "a form",
    "scoring:table_sign": "a protocol at its table",
    "scoring:table_compare": "two protocols at their table",
}


@pytest.fixture(scope="module", autouse=True)
def empty_stick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Without the copies of other tests: their page names files of this machine, and is no list."""
    stick = tmp_path_factory.mktemp("stick")
    copies = environment.storages(environment.FOLDER, stick, stick)["copies"]
    with override_settings(STORAGES=settings.STORAGES | {"copies": copies}):
        yield


class List(NamedTuple):
    """A page that shows a list: what it is called, who looked, where it is, and where its files are."""

    name: str
    who: str
    address: str
    ways: Sequence[str]


def lines() -> Iterator[Line]:
    """The pages that there are for anybody."""
    for line in LINES:
        if (
            line.method == "GET"
            and "200" in line.answers.values()
            and f"?{FORMAT_PARAMETER}=" not in line.address
            and not FILES.search(line.address)
        ):
            yield line
    for address in BESIDE:
        yield Line("GET", address, answers={"director": "200"})


def lists(scene: Scene) -> Iterator[List]:
    known = {"has_results": EntryPlayer.objects.filter(tournament__name="Closed")[0].player_id}
    for line in lines():
        address, who = line.address.format_map({**scene.world.words, **known}), who_is_let_in(line)
        response: Any = scene.world.as_(who).get(address)
        said = response.getvalue()  # of files too, which are closed at their end
        if response["Content-Type"].startswith("text/html"):
            text = said.decode()
            if LIST.search(text):
                yield List(view_of(address), who, address, [unescape(way) for way in WAY.findall(text)])


@pytest.fixture(scope="module")
def shown(scene: Scene) -> list[List]:
    with undone():
        return list(lists(scene))


def asked_of(address: str) -> dict[str, list[str]]:
    return parse_qs(urlsplit(address).query)


def test_every_list_can_be_taken_along_as_a_file_and_on_paper(scene: Scene, shown: list[List]) -> None:
    listed = [one for one in shown if one.name not in NO_LISTS]
    wrong = [
        one
        for one in listed
        if {asked_of(way)[FORMAT_PARAMETER][0] for way in one.ways}
        != WAYS | ({TEXT} if one.name in TEXTS else set())
    ]
    assert wrong == []
    assert "tournaments:player_results" in {one.name for one in listed}
    for one in listed:
        for way in one.ways:
            response: Any = scene.world.as_(one.who).get(way)
            assert response.status_code == 200, way
            is_file = "Content-Disposition" in response.headers
            assert is_file != (asked_of(way)[FORMAT_PARAMETER] == [PRINT_PAGE]), way
            content = response.getvalue()
            assert content
            if asked_of(way)[FORMAT_PARAMETER] == ["json"]:
                valid_list(content)


def test_what_is_named_as_no_list_shows_something_like_one_and_no_files(shown: list[List]) -> None:
    assert NO_LISTS.keys() - {one.name for one in shown} == set()
    assert [one for one in shown if one.name in NO_LISTS and one.ways] == []


def test_a_file_is_asked_for_with_what_the_page_was_asked_for(scene: Scene) -> None:
    address = reverse("clubs:club_players", args=[scene.world.words["club"]])
    text = scene.world.as_("director").get(f"{address}?q=Mo&sort=-name&page=1").content.decode()
    asked = [asked_of(unescape(way)) for way in WAY.findall(text)]
    assert {one.pop(FORMAT_PARAMETER)[0] for one in asked} == WAYS
    assert [one for one in asked if one != {"q": ["Mo"], "sort": ["-name"]}] == []
