"""The page where a list of players is pasted, looked at, decided and added."""

from __future__ import annotations

import re
from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext

from clubs.models import Club, LogEntry, Membership, Player
from clubs.people.paste import MAX_PASTED_LINES
from tests.builders import a_club, a_player
from tests.clubs.support.desk import Desk

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Desk:
    return Desk()


def sent(names: str, **fields: str) -> dict[str, str]:
    return {"names": names, "order": "family", "key": str(uuid4()), "step": "look"} | fields


def paste(desk: Desk, fields: dict[str, str]) -> Any:
    return desk.as_("director").post(desk.pages()["players_paste"], fields)


def chosen(response: HttpResponse) -> dict[str, str]:
    """The radio buttons that are pressed when the preview is shown, as a browser sends them."""
    pressed = re.findall(
        r'<input type="radio" id="[^"]+" name="([^"]+)" value="([^"]+)" checked>', response.text
    )
    return dict(pressed)


def offered(response: HttpResponse, line: int) -> tuple[str, list[str]]:
    """The name of a line's choice, and what may be chosen."""
    found = re.findall(rf'name="(line-{line}-[0-9a-f]+)" value="([^"]+)"', response.text)
    return found[0][0], [value for _name, value in found]


def families(club: Club) -> list[str]:
    members = Player.objects.filter(memberships__club=club, memberships__until=None)
    return sorted(members.values_list("family_name", flat=True))


def test_a_list_is_looked_at_before_anything_is_stored(desk: Desk) -> None:
    response = paste(desk, sent("Bo Ek\nÅsa Bergström\nÅsa Bergstrom\nEva"))
    counts = {"new": 1, "known": 1, "doubtful": 1, "unreadable": 1, "by_licence": 0}
    assert response.context["counts"] == counts
    badges = re.findall(r'<span class="badge [a-z]+">([^<]+)</span>', response.text)
    assert badges == ["new", "known", "doubtful", "cannot be read"]
    assert not LogEntry.objects.exists()
    assert len(chosen(response)) == 2


def test_the_new_are_added_the_known_stay_and_each_has_a_log_entry(desk: Desk) -> None:
    fields = sent("Bo Ek\nÅsa Bergström\nEva Dahl;D-12", may_publish="on")
    response = paste(desk, fields)
    assert paste(desk, {**fields, **chosen(response), "step": "add"}).status_code == 302
    assert families(desk.club) == ["Bergström", "Dahl", "Ek"]
    assert LogEntry.objects.filter(act="player.added").count() == 2
    eva = Player.objects.get(family_name="Dahl")
    assert (eva.licence, eva.federation, eva.may_publish) == ("D-12", desk.federation, True)


def test_nothing_is_added_while_a_doubt_is_open(desk: Desk) -> None:
    fields = sent("Bo Ek\nAsa Bergstrom")
    response = paste(desk, {**fields, **chosen(paste(desk, fields)), "step": "add"})
    assert response.status_code == 200
    assert [row.errors for row in response.context["rows"]] == [[], ["Choose what this line is."]]
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize(
    ("choice", "members"), [(0, ["Bergström"]), (1, ["Bergstrom", "Bergström"]), (2, ["Bergström"])]
)
def test_a_doubtful_line_is_who_the_person_says(desk: Desk, choice: int, members: list[str]) -> None:
    fields = sent("Asa Bergstrom\nBo Ek")
    response = paste(desk, fields)
    name, values = offered(response, 1)
    assert values == [f"doubtful:{desk.player.pk}", "doubtful:new", "doubtful:skip"]
    paste(desk, {**fields, **chosen(response), name: values[choice], "step": "add"})
    assert families(desk.club) == [*members, "Ek"]


def test_a_known_player_of_another_club_becomes_a_member(desk: Desk) -> None:
    there = a_club(federation=desk.federation)
    bo = a_player("Bo Ek", club=there, licence="88", federation=desk.federation)
    fields = sent("Bo Ek;88")
    name, values = offered(paste(desk, fields), 1)
    paste(desk, {**fields, name: values[0], "step": "add"})
    assert Membership.objects.filter(club=desk.club, player=bo, until=None).exists()
    assert list(LogEntry.objects.values_list("act", flat=True)) == ["member.added"]


def test_name_and_licence_number_choose_the_players_of_other_clubs_without_a_click(desk: Desk) -> None:
    there = a_club(federation=desk.federation)
    for number in range(40):
        a_player(f"Eva Ek{number}", club=there, licence=f"E{number}", federation=desk.federation)
    fields = sent("\n".join(f"Ek{number}, Eva;E{number}" for number in range(40)))
    response = paste(desk, fields)
    assert "40 doubtful lines have the name and the licence number of a player" in response.text
    assert paste(desk, {**fields, **chosen(response), "step": "add"}).status_code == 302
    assert Membership.objects.filter(club=desk.club, until=None, player__home_club=there).count() == 40
    assert Player.objects.filter(home_club=there).count() == 40


@pytest.mark.parametrize("line", ["Evo Ek;88", "Eva Ek", "Eva Ek;89"])
def test_another_name_or_number_chooses_nobody(desk: Desk, line: str) -> None:
    a_player("Eva Ek", club=desk.club, licence="88", federation=desk.federation).memberships.update(
        until=date(2026, 1, 1)
    )
    assert chosen(paste(desk, sent(line))) == {}


def test_an_unreadable_line_must_be_left_out_or_put_right(desk: Desk) -> None:
    fields = sent("Bo Ek\nEva")
    response = paste(desk, fields)
    name, values = offered(response, 2)
    assert values == ["unreadable:skip"]
    assert paste(desk, {**fields, **chosen(response), "step": "add"}).status_code == 200
    assert paste(desk, {**fields, **chosen(response), name: values[0], "step": "add"}).status_code == 302
    assert families(desk.club) == ["Bergström", "Ek"]


def test_a_line_changed_after_the_look_is_looked_at_again(desk: Desk) -> None:
    fields = sent("Bo Ek")
    choices = chosen(paste(desk, fields))
    response = paste(desk, {**fields, **choices, "names": "Bo Eke", "step": "add"})
    assert "look at it first" in response.text
    assert not LogEntry.objects.exists()


def test_a_line_that_has_become_doubtful_meanwhile_is_asked_about_again(desk: Desk) -> None:
    fields = sent("Bo Ek")
    choices = chosen(paste(desk, fields))
    a_player("Bo Ek", club=desk.club)
    assert paste(desk, {**fields, **choices, "step": "add"}).status_code == 200
    assert not LogEntry.objects.exists()


def test_a_list_sent_twice_adds_each_player_once(desk: Desk) -> None:
    fields = sent("Bo Ek\nEva Dahl")
    adding = {**fields, **chosen(paste(desk, fields)), "step": "add"}
    for _twice in range(2):
        paste(desk, adding)
    assert families(desk.club) == ["Bergström", "Dahl", "Ek"]


def test_one_player_is_not_two_lines(desk: Desk) -> None:
    fields = sent("Asa Bergstrom\nÅsa Bergstrøm")
    response = paste(desk, fields)
    choices = {name: values[0] for name, values in (offered(response, 1), offered(response, 2))}
    assert paste(desk, {**fields, **choices, "step": "add"}).status_code == 200


def test_a_licence_number_twice_adds_nobody_and_is_told_at_its_line(desk: Desk) -> None:
    fields = sent("Bo Ek;5\nEva Dahl;5")
    response = paste(desk, {**fields, **chosen(paste(desk, fields)), "step": "add"})
    assert response.status_code == 200
    assert [bool(row.errors) for row in response.context["rows"]] == [False, True]
    assert families(desk.club) == ["Bergström"]
    assert not LogEntry.objects.exists()


def test_a_list_of_which_everything_is_left_out_says_so(desk: Desk) -> None:
    fields = sent("Bo Ek")
    name, values = offered(paste(desk, fields), 1)
    response = paste(desk, {**fields, name: values[-1], "step": "add"})
    assert list(response.context["form"].errors) == ["names"]


def test_ten_thousand_names_are_refused_and_nothing_typed_is_lost(desk: Desk) -> None:
    names = "\n".join(f"Anna Berg{number}" for number in range(10_000))
    response = paste(desk, sent(names, order="given", may_publish="on", step="add"))
    assert list(response.context["form"].errors) == ["names"]
    assert "10" in response.context["form"].errors["names"][0]
    assert "Anna Berg9999" in response.text
    assert '<option value="given" selected>' in response.text
    assert not LogEntry.objects.exists()


def test_as_many_lines_as_are_allowed_are_added_in_one_go(desk: Desk) -> None:
    names = "\n".join(f"Anna{number} Dahl{number * 7919}" for number in range(MAX_PASTED_LINES))
    fields = sent(names)
    response = paste(desk, fields)
    choices = chosen(response)
    for line in range(1, MAX_PASTED_LINES + 1):
        name, values = offered(response, line)
        choices.setdefault(name, next(value for value in values if value.endswith(":new")))
    assert paste(desk, {**fields, **choices, "step": "add"}).status_code == 302
    assert desk.club.memberships.count() == MAX_PASTED_LINES + 1
    assert LogEntry.objects.count() == MAX_PASTED_LINES


@pytest.mark.engine
@pytest.mark.parametrize("names", ["Bo\x00 Ek", "\x00", "Bo Ek\x1b[1m", "\n\n", " ", "Bo \u202eEk"])
def test_what_nobody_is_called_is_told_and_kept(desk: Desk, names: str) -> None:
    response = paste(desk, sent(names, step="add"))
    assert response.status_code == 200
    assert response.context["form"].errors or response.context["counts"]["unreadable"]
    assert not LogEntry.objects.exists()


def test_a_preview_asks_as_few_questions_for_forty_lines_as_for_four(desk: Desk) -> None:
    asked = []
    for lines in (4, 40):
        names = "\n".join(f"Anna Dahl{'x' * number}" for number in range(lines))
        with CaptureQueriesContext(connection) as questions:
            paste(desk, sent(names))
        asked.append(len(questions))
    assert asked[0] == asked[1]
