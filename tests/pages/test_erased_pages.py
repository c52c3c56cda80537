"""An erased person is found nowhere: on no page, in no file and on no paper made again, in no language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from ipaddress import ip_network
from pathlib import Path
from typing import Final

import pytest
from django.conf import settings
from pytest_django import Settings

from clubs.models import Player, PlayerName, Role
from clubs.people import erasing
from tests.builders import a_user, an_author
from tests.pages.test_access import view_of
from tests.pages.test_leads import own_pages
from tests.pages.test_names import INSIDE, OUTSIDE, public_addresses, text
from tests.pages.world import STRANGER, Scene, World, undone
from tests.tournaments.transfer.travelling import papers_of
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db

GIVEN, FAMILY = "Zwxqvintus", "Zwxterqvist"
FORMS: Final = ("", "?as=csv", "?as=json", "?as=xlsx", "?as=pdf")
LANGUAGES: Final = ("en", "sv", "fi", "da")
# The log, and forms in which the staff choose a person, tell erased people apart by letters.
TOLD_APART: Final = {
    *("clubs:log", "clubs:last_acts", "clubs:undo", "scoring:warning_new", "tournaments:substitute"),
    *("tournaments:entry_edit", "tournaments:round"),
}


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
        entry = Entry.objects.filter(tournament__pk=str(world.words["played_event"])).order_by("number")[0]
        player = entry.players.order_by("pk")[0]
        Player.objects.filter(pk=player.pk).update(
            given_name=GIVEN, family_name=FAMILY, may_publish=True, search_text=f"{GIVEN} {FAMILY}".casefold()
        )
        PlayerName.objects.create(player=player, given_name=GIVEN, family_name=FAMILY)
        yield world, Player.objects.get(pk=player.pk)


def all_that_is_said(
    world: World, addresses: Sequence[str], origin: str, who: str, language: str
) -> Iterator[tuple[str, str]]:
    """Everything that these addresses say to somebody in a language, in every form."""
    browser = world.as_(who)
    browser.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    for address in addresses:
        for asked in FORMS:
            yield address + asked, text(browser.get(address + asked, REMOTE_ADDR=origin))


def erase(player: Player) -> str:
    """Erase the player, and return the letters that the program knows the person by now."""
    erasing.erase_player(an_author(a_user(Role.Kind.ADMIN, club=player.home_club)), player, player.name)
    return Player.objects.get(pk=player.pk).family_name


def refuse_the_name(
    world: World, player: Player, addresses: Mapping[str, Sequence[str]], language: str
) -> None:
    """Read everything while the name is there, erase the person, and read it again: by who reads it."""
    before = all_that_is_said(world, addresses[STRANGER], INSIDE, STRANGER, language)
    assert sum(FAMILY in said for _address, said in before) > len(FORMS)
    letters = erase(player)
    words = (GIVEN, FAMILY, letters, f'"id": {player.pk},', f'"id":{player.pk},')
    found = {
        (who, view_of(address.partition("?")[0]), word)
        for who, read in addresses.items()
        for origin in (INSIDE, OUTSIDE)
        for address, said in all_that_is_said(world, read, origin, who, language)
        for word in words
        if word.casefold() in said.casefold()
    }
    assert found <= {(who, view, letters) for view in TOLD_APART for who in {*addresses} - {STRANGER}}


@pytest.mark.usefixtures("hall")
def test_no_page_and_no_file_of_an_event_names_who_was_erased(named: tuple[World, Player]) -> None:
    world, player = named
    event = f"/events/{world.words['played_event']}/"
    pages = [address for address in public_addresses(world) if address.startswith(event)]
    refuse_the_name(world, player, {STRANGER: pages}, "en")


@pytest.mark.long
@pytest.mark.usefixtures("hall")
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_no_file_and_no_paper_names_who_was_erased(
    named: tuple[World, Player], language: str
) -> None:
    world, player = named
    of_staff = [world.address(line.address) for line in own_pages("director")]
    refuse_the_name(world, player, {STRANGER: public_addresses(world), "director": of_staff}, language)
    letters = Player.objects.get(pk=player.pk).family_name
    for event in Tournament.objects.filter(entries__players=player).distinct():
        papers = papers_of(event)
        words = (GIVEN, FAMILY, letters)
        assert [name for name, said in papers.items() if any(word in said for word in words)] == []
        assert "N.N." in str(papers)
