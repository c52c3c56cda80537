"""An event leaves as a file and comes into another installation: the same content, standings and papers."""

from __future__ import annotations

import json

import pytest
from django.core.files.storage import default_storage

from clubs import people
from clubs.books.verification import verify_log
from clubs.models import LogEntry, Player, Role
from clubs.people import erasing
from scoring.models import Signing
from scoring.store.signed_content import protocol_of
from tests.builders import a_player, a_user, an_author
from tests.conftest import LONG
from tests.tournaments.transfer.travelling import (
    a_moment,
    empty_house,
    forget,
    papers_of,
    parts_of,
    standings_of,
)
from tournaments.archive import content_hash
from tournaments.archive.origin import load_origin
from tournaments.simulating.moments import load_moments

pytestmark = [pytest.mark.engine, pytest.mark.django_db]
QUICK = ("mid_round", "official")
MOMENTS = [name for name in load_moments() if LONG or name in QUICK]


def differences(before: dict[str, str], after: dict[str, str]) -> list[tuple[str, str, str]]:
    """The papers that say something else, each with the first place where they do."""
    assert before.keys() == after.keys()
    found = []
    for name, text in before.items():
        if text != after[name]:
            at = next(
                (at for at, pair in enumerate(zip(text, after[name], strict=False)) if len({*pair}) > 1), 0
            )
            found.append((name, text[max(0, at - 60) : at + 60], after[name][max(0, at - 60) : at + 60]))
    return found


@pytest.mark.parametrize("into", ["an empty house", "a full house"])
@pytest.mark.parametrize("moment", MOMENTS)
def test_an_event_comes_back_as_it_left(moment: str, into: str) -> None:
    home, event = a_moment(moment)
    data = home.send(event)
    before = content_hash(event), standings_of(event), papers_of(event)
    head = LogEntry.objects.filter(book=event.book).order_by("-number").values_list("hash", flat=True)[0]
    forget(home, event)
    if into == "an empty house":
        home = empty_house(home)
    players = Player.objects.count()
    event = home.receive(data, trial=True)
    if into == "an empty house":
        # Whose name may be published is for each house to ask.
        assert not Player.objects.filter(home_club=home.club, may_publish=True).exists()
        Player.objects.filter(home_club=home.club).update(may_publish=True)
    else:
        assert Player.objects.count() == players
    assert (content_hash(event), standings_of(event)) == before[:2]
    assert differences(before[2], papers_of(event)) == []
    origin = load_origin(event)
    assert origin is not None
    assert origin.head == head
    assert verify_log().broken == []


def test_an_event_whose_player_was_merged_leaves_with_one_person_and_comes_back_signed() -> None:
    home, event = a_moment("official")
    other = event.entries.get(number=1).players.order_by("pk")[0]
    kept = a_player(other.name, club=home.club)
    choice = people.MergeChoice(
        name_of=kept.pk, licence_of=other.pk, may_publish=False, versions=(kept.version, other.version)
    )
    people.merge_players(an_author(home.director), kept, other, choice)
    before = content_hash(event), standings_of(event), papers_of(event)
    data = home.send(event)
    record = json.loads(parts_of(data)["record.json"])
    assert len(record["players"]) == len(json.loads(parts_of(data)["content.json"])["players"])
    forget(home, event)
    event = home.receive(data, trial=True)
    assert (content_hash(event), standings_of(event)) == before[:2]
    assert differences(before[2], papers_of(event)) == []
    for signing in Signing.objects.filter(game__book=event.book).select_related("game"):
        assert protocol_of(signing.game).digest == signing.digest
    assert kept in event.entries.get(number=1).players.all()


def test_who_was_erased_here_does_not_come_back_with_the_name() -> None:
    home, event = a_moment("official")
    player = event.entries.get(number=1).players.order_by("pk")[0]
    Player.objects.filter(pk=player.pk).update(given_name="Qvintus", family_name="Zetterqvist")
    player.refresh_from_db()
    data = home.send(event)
    forget(home, event)
    admin = an_author(a_user(Role.Kind.ADMIN, club=home.club))
    erasing.erase_player(admin, player, "Qvintus Zetterqvist")
    event = home.receive(data, trial=True)
    erased = Player.objects.get(pk=player.pk)
    assert erased in event.entries.get(number=1).players.all()
    assert not Player.objects.filter(family_name="Zetterqvist").exists()
    assert not any("Zetterqvist" in paper for paper in papers_of(event).values())
    assert "N.N." in str(papers_of(event))
    origin = load_origin(event)
    assert origin is not None
    assert not default_storage.exists(origin.file_name)
