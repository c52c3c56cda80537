"""Consent of many players at once: on its page, and with a list that is pasted again."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from clubs import people
from clubs.models import LogEntry, Player
from tests.builders import a_club, a_player, an_author
from tests.clubs.people.test_paste_page import chosen, paste, sent
from tests.clubs.support.desk import Desk

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Desk:
    return Desk()


def page_of(desk: Desk, *only: Player) -> str:
    address = reverse("clubs:players_consent", args=[desk.club.pk])
    return f"{address}?only={','.join(str(player.pk) for player in only)}" if only else address


def named(*players: Player) -> list[bool]:
    rows = dict(Player.objects.values_list("pk", "may_publish"))
    return [rows[player.pk] for player in players]


def hidden(desk: Desk, count: int) -> list[Player]:
    return [a_player(club=desk.club, may_publish=False) for _player in range(count)]


def ticked(text: str) -> list[str]:
    return re.findall(r'name="agreed" value="(\d+)"[^>]* checked', text)


def seen_in(text: str) -> str:
    found = re.search(r'name="seen"(?: value="([^"]*)")?', text)
    assert found is not None
    return found[1] or ""


def test_each_is_ticked_or_not_and_only_what_was_changed_is_in_the_log(desk: Desk) -> None:
    first, second = hidden(desk, 2)
    client = desk.as_("director")
    text = client.get(page_of(desk)).text
    assert ticked(text) == [str(desk.player.pk)]
    answer = client.post(page_of(desk), {"agreed": [str(first.pk)], "seen": seen_in(text)}, follow=True)
    assert "1 may be named outside the hall, 1 no longer." in answer.text
    assert named(first, second, desk.player) == [True, False, False]
    (entry,) = LogEntry.objects.filter(act="players.consent")
    assert entry.author == desk.people["director"]
    assert client.post(page_of(desk), {"agreed": [str(first.pk)], "seen": str(first.pk)}).status_code == 302
    assert LogEntry.objects.count() == 1


def test_all_of_them_agree_with_one_button(desk: Desk) -> None:
    players = hidden(desk, 3)
    answer = desk.as_("admin").post(page_of(desk), {"seen": "", "all": "1"}, follow=True)
    assert "more players may be named outside the hall." in answer.text
    assert named(*players) == [True] * 3


def test_a_page_about_some_of_them_changes_no_other(desk: Desk) -> None:
    first, second = hidden(desk, 2)
    client = desk.as_("director")
    text = client.get(page_of(desk, first)).text
    assert (first.name in text, second.name in text, desk.player.name in text) == (True, False, False)
    client.post(page_of(desk, first), {"seen": "", "all": "1"})
    assert named(first, second, desk.player) == [True, False, True]
    # Neither by a tick that is not on the page, nor by one that it has not shown.
    for sent_back in ({"agreed": [str(second.pk)], "seen": ""}, {"seen": str(desk.player.pk)}):
        assert client.post(page_of(desk, first), sent_back).status_code == 200
    assert named(first, second, desk.player) == [True, False, True]


def test_what_somebody_else_has_ticked_meanwhile_stays(desk: Desk) -> None:
    first, second = hidden(desk, 2)
    client = desk.as_("director")
    seen = seen_in(client.get(page_of(desk)).text)
    people.change_consent(an_author(desk.people["admin"]), desk.club, agreed=[first.pk])
    client.post(page_of(desk), {"agreed": [str(second.pk), str(desk.player.pk)], "seen": seen})
    assert named(first, second, desk.player) == [True, True, True]


@pytest.mark.parametrize("only", ["x", "-1", "1,,", "9" * 40, "²"])
def test_an_address_with_nonsense_is_the_page_of_those_it_does_name(desk: Desk, only: str) -> None:
    address = reverse("clubs:players_consent", args=[desk.club.pk])
    assert desk.as_("director").get(address, {"only": only}).status_code == 200


def test_a_club_keeps_the_consent_of_its_own_players_alone(desk: Desk) -> None:
    (theirs,) = [a_player(club=a_club(), may_publish=False)]
    by = an_author(desk.people["director"])
    people.change_consent(by, desk.club, agreed=[theirs.pk])
    assert named(theirs) == [False]
    with pytest.raises(PermissionDenied):
        people.change_consent(by, theirs.home_club, agreed=[theirs.pk])


def test_a_change_of_consent_is_a_new_version_so_that_no_open_form_takes_it_back(desk: Desk) -> None:
    (player,) = hidden(desk, 1)
    by = an_author(desk.people["director"])
    people.change_consent(by, desk.club, agreed=[player.pk])
    stored = Player.objects.get(pk=player.pk)
    assert stored.version == player.version + 1


def test_the_lists_of_players_say_how_many_names_are_hidden_and_lead_to_the_page(desk: Desk) -> None:
    client, address = desk.as_("director"), desk.pages()["club_players"]
    assert page_of(desk) not in client.get(address).text
    (player,) = hidden(desk, 1)
    text = client.get(address).text
    assert "The name of 1 player is hidden outside the hall." in text
    assert page_of(desk) in text
    own = client.get(reverse("clubs:player", args=[player.pk])).text
    assert f"Outside the hall, in files and after an event this is “Player {player.pk}”." in own
    assert page_of(desk) not in desk.as_("scorer").get(address).text


# A list that is pasted again.


def pasted_again(desk: Desk, names: str, **fields: str) -> tuple[Any, Any]:
    """The preview of a list, and what is said when it is added as it is."""
    first = sent(names, **fields)
    preview = paste(desk, first)
    client = desk.as_("director")
    add = {**first, **chosen(preview), "step": "add"}
    return preview, client.post(desk.pages()["players_paste"], add, follow=True)


def test_the_same_list_with_the_box_ticked_names_the_known_players(desk: Desk) -> None:
    bo, eva = (a_player(name, club=desk.club, may_publish=False) for name in ("Bo Ek", "Eva Dahl"))
    names = "Bo Ek\nEva Dahl\nÅsa Bergström"
    preview, answer = pasted_again(desk, names, may_publish="on")
    assert "2 known players have agreed too, and may be named from now on." in preview.text
    assert named(bo, eva) == [True, True]
    assert "2 more players may be named outside the hall." in answer.text
    assert "0 players" not in answer.text
    assert LogEntry.objects.get().act == "players.consent"


def test_new_and_known_players_of_a_list_agree_together(desk: Desk) -> None:
    bo = a_player("Bo Ek", club=desk.club, may_publish=False)
    _preview, answer = pasted_again(desk, "Bo Ek\nEva Dahl", may_publish="on")
    assert named(bo, Player.objects.get(family_name="Dahl")) == [True, True]
    assert "1 player has been added. 1 more player may be named outside the hall." in answer.text


def test_a_list_without_the_tick_takes_no_consent_and_gives_none(desk: Desk) -> None:
    bo = a_player("Bo Ek", club=desk.club, may_publish=False)
    preview, answer = pasted_again(desk, "Bo Ek\nÅsa Bergström")
    assert "agreed too" not in preview.text
    assert named(bo, desk.player) == [False, True]
    assert "0 players have been added." in answer.text
    assert not LogEntry.objects.exists()


def test_a_known_player_of_another_club_is_asked_there(desk: Desk) -> None:
    there = a_club(federation=desk.federation)
    bo = a_player("Bo Ek", club=there, licence="88", federation=desk.federation, may_publish=False)
    first = sent("Bo Ek;88", may_publish="on")
    text = paste(desk, first).text
    assert "agreed too" not in text
    (line,) = set(re.findall(r'name="(line-1-\w+)"', text))
    paste(desk, {**first, line: f"doubtful:{bo.pk}", "step": "add"})
    assert named(bo) == [False]
    assert LogEntry.objects.get().act == "member.added"


def test_consent_has_the_day_on_which_it_was_noted_whichever_way_it_came(desk: Desk) -> None:
    by = an_author(desk.people["director"])
    player = a_player("Nils Alm", club=desk.club, may_publish=False)
    assert player.consent_at is None
    people.change_consent(by, desk.club, agreed=[player.pk])
    player.refresh_from_db()
    assert player.consent_at == by.at
    # Other changes leave the day.
    later = replace(by, at=by.at + timedelta(days=2))
    agreed = people.PlayerDetails(given_name="Nils", family_name="Alm", language="sv", may_publish=True)
    people.edit_player(later, player, agreed, player.version)
    player.refresh_from_db()
    assert player.consent_at == by.at
    people.edit_player(later, player, replace(agreed, may_publish=False), player.version)
    player.refresh_from_db()
    assert player.consent_at is None
    people.edit_player(later, player, agreed, player.version)
    player.refresh_from_db()
    assert player.consent_at == later.at
    assert a_player(club=desk.club, may_publish=True).consent_at is not None
