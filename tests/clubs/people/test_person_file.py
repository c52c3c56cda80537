"""Everything about a person as one file: what is in it, and who gets it."""

from __future__ import annotations

import json
from uuid import uuid4

import pytest
from django.test import Client

from clubs import people
from clubs.models import Player, Role, User
from clubs.people.person_file import person_report
from scoring import recording
from tests.builders import a_player, a_user, an_author
from tests.scoring.support.signed import signed_evening
from tests.tournaments.support.events import Played

pytestmark = pytest.mark.django_db


def file_of(player: Player, user: User) -> dict[str, list[dict[str, object]]]:
    browser = Client()
    browser.force_login(user)
    answer = browser.get(f"/players/{player.pk}/everything/?as=json")
    assert "no-store" in answer["Cache-Control"]
    return {table["key"]: table["rows"] for table in json.loads(answer.content)["tables"]}


def test_the_file_has_all_of_a_person_and_names_nobody_else_without_consent() -> None:
    evening = signed_evening()
    player, rival = evening.player(0), evening.player(1)
    Player.objects.filter(pk=rival.pk).update(may_publish=False)
    club = evening.game.book.club
    warned = recording.WarningNotice(player=player.pk, text="Talks across the table", key=uuid4())
    recording.warn_player(evening.director, evening.game, warned)
    found = file_of(player, a_user(Role.Kind.ADMIN, club=club))
    assert [row["game"] for row in found["games"]] == [evening.game.pk]
    for key in ("names", "memberships", "deals_written", "signatures", "warnings", "log"):
        assert found[key], key
    said = json.dumps(found, ensure_ascii=False)
    assert rival.family_name not in said
    assert f"Player {rival.pk}" in said
    assert "Talks across the table" in said


def test_an_event_is_in_it_and_a_person_with_an_account_takes_the_own_file_alone() -> None:
    played = Played()
    entry = played.enter(2)[0]
    player, partner = entry.players.order_by("pk")
    person = a_user(player=player, email="own@example.org")
    found = file_of(player, person)
    assert "Spring" in json.dumps(found["entries"])
    assert "own@example.org" in json.dumps(found["account"])
    browser = Client()
    browser.force_login(person)
    assert browser.get(f"/players/{partner.pk}/everything/").status_code == 403
    assert "Everything about me" in browser.get("/account/").content.decode()
    assert browser.get(f"/players/{player.pk}/everything/?as=pdf").content.startswith(b"%PDF")


def test_who_was_merged_is_in_the_file() -> None:
    player = a_player("Anna Berg")
    other = a_player("Anna Bergg", club=player.home_club)
    by = an_author(a_user(Role.Kind.ADMIN, club=player.home_club))
    choice = people.MergeChoice(name_of=player.pk, licence_of=player.pk, may_publish=True, versions=(1, 1))
    people.merge_players(by, player, other, choice)
    (names,) = (table for table in person_report(player).long if table.key == "names")
    assert "Bergg" in str(list(names.lines()))
