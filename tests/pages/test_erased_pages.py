"""An erased person is found nowhere: on no page, in no file and on no paper made again, in no language."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import ip_network
from pathlib import Path
from typing import Final

import pytest
from django.conf import settings
from pytest_django import Settings

from clubs.models import Player, PlayerName, Role
from clubs.people import erasing
from tests.builders import a_user, an_author
from tests.conftest import LONG
from tests.pages.test_access import view_of
from tests.pages.test_leads import own_pages
from tests.pages.test_names import ASKED, INSIDE, OUTSIDE, public_addresses, text
from tests.pages.world import STRANGER, Scene, World, undone
from tests.tournaments.transfer.travelling import papers_of
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db

GIVEN, FAMILY = "Zwxqvintus", "Zwxterqvist"
FORMS: Final = ASKED if LONG else ("", "?as=json")
LANGUAGES: Final = ("en", *(pytest.param(one, marks=pytest.mark.long) for one in ("sv", "fi", "da")))
LOGS: Final = {"clubs:log", "clubs:last_acts", "clubs:undo"}
# Who may read what strangers do not.
STAFF: Final = ("director", "admin") if LONG else ("director",)


@pytest.fixture
def hall(settings: Settings, tmp_path: Path) -> None:
    """Pages are kept, and the hall has a network of its own."""
    settings.HALL_NETWORKS = (ip_network("192.168.0.0/16"),)
    settings.KEPT_PAGES_DIR = tmp_path / "pages"


@pytest.fixture
def named(scene: Scene) -> Iterator[tuple[World, Player]]:
    """The world in which a player of its events is named everywhere, with consent."""
    with undone():
        world = scene.world
        entry = Entry.objects.filter(tournament=world.words["played_event"]).order_by("number")[0]
        player = entry.players.order_by("pk")[0]
        Player.objects.filter(pk=player.pk).update(
            given_name=GIVEN, family_name=FAMILY, may_publish=True, search_text=f"{GIVEN} {FAMILY}".casefold()
        )
        PlayerName.objects.create(player=player, given_name=GIVEN, family_name=FAMILY)
        yield world, Player.objects.get(pk=player.pk)


def all_that_is_said(world: World, origin: str, who: str, language: str) -> Iterator[tuple[str, str]]:
    """Everything that somebody may read in a language, in every form."""
    browser = world.as_(who)
    browser.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    addresses = public_addresses(world)
    if who != STRANGER:
        addresses = [*addresses, *(world.address(line.address) for line in own_pages(who))]
    for address in addresses:
        for asked in FORMS:
            yield address + asked, text(browser.get(address + asked, REMOTE_ADDR=origin))


@pytest.mark.usefixtures("hall")
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_no_file_and_no_paper_names_who_was_erased(
    named: tuple[World, Player], language: str
) -> None:
    world, player = named
    readers = [(INSIDE, STRANGER), (OUTSIDE, STRANGER), *((INSIDE, who) for who in STAFF)]
    before = all_that_is_said(world, INSIDE, "director", language)
    said_before = sum(FAMILY in said for _address, said in before)
    assert said_before > len(FORMS)
    # What is kept of pages is kept while the name is there.
    by = an_author(a_user(Role.Kind.ADMIN, club=player.home_club))
    erasing.erase_player(by, player, player.name)
    letters = Player.objects.get(pk=player.pk).family_name
    found = {
        (who, view_of(address), word)
        for origin, who in readers
        for address, said in all_that_is_said(world, origin, who, language)
        for word in (GIVEN, FAMILY, letters, f'"id": {player.pk},', f'"id":{player.pk},')
        if word.casefold() in said.casefold()
    }
    # The log, which only the staff read, tells erased people apart.
    assert {(view, word) for _who, view, word in found} <= {(view, letters) for view in LOGS}
    for event in Tournament.objects.filter(entries__players=player).distinct():
        papers = papers_of(event)
        assert [
            name for name, said in papers.items() if FAMILY in said or GIVEN in said or letters in said
        ] == []
        assert "N.N." in str(papers)
