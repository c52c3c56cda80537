"""Two players or pairs against each other, and whom a player has met."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.models import Player
from tests.builders import a_player
from tests.tournaments.history.support import Decade, Table
from tests.tournaments.series.support import page_of
from tournaments.agreement.agreement import EventAgreement
from tournaments.history import meeting_views
from tournaments.history.met import people_met, played_against, read_key, state_of_players
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def decade() -> Decade:
    """Anna meets Cecilia three times, once with another partner, and plays with her once."""
    decade = Decade()
    pairs = decade.four("Anna", "Bo", "Cecilia", "Dan")
    decade.played(Table(pairs, (9000, 5000)), day=date(2023, 3, 1))
    decade.played(Table(pairs, (4000, 7000)), day=date(2024, 3, 1))
    decade.played(Table(decade.four("Cecilia", "Eva", "Anna", "Finn"), (5000, 5000)), day=date(2024, 4, 1))
    decade.played(Table(decade.four("Anna", "Cecilia", "Bo", "Dan"), (8000, 1000)), day=date(2024, 5, 1))
    return decade


def key(decade: Decade, *names: str) -> str:
    return "-".join(map(str, sorted(decade.known[name].pk for name in names)))


def file_of(name: str, *parts: object) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(page_of(name, *parts, query="?as=json"))
    return {table["key"]: table["rows"] for table in read["tables"]}


def test_two_players_have_their_games_the_balance_and_the_plot(decade: Decade) -> None:
    text = page_of("head_to_head", key(decade, "Anna"), key(decade, "Cecilia"))
    assert "Anna Berg against Cecilia Berg" in text
    assert "1–1–1" in text
    assert "9,000–5,000" in text
    assert text.count("<polyline") == 1
    rows = file_of("head_to_head", key(decade, "Anna"), key(decade, "Cecilia"))
    assert [row["difference"] for row in rows["games"]] == [0, -3000, 4000]
    assert [row["result"] for row in rows["together"]] == ["8,000–1,000"]
    turned = file_of("head_to_head", key(decade, "Cecilia"), key(decade, "Anna"))
    assert [row["difference"] for row in turned["games"]] == [0, 3000, -4000]


def test_the_page_has_the_latest_games_and_the_file_all(
    decade: Decade, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(meeting_views, "_GAMES_SHOWN", 2)
    parts = key(decade, "Anna"), key(decade, "Cecilia")
    text = page_of("head_to_head", *parts)
    listed = text.partition('id="against"')[2].partition("</ul>")[0]
    assert [result in listed for result in ("5,000–5,000", "4,000–7,000", "9,000–5,000")] == [
        True,
        True,
        False,
    ]
    # What is counted is counted from all.
    assert "1–1–1" in text
    assert len(file_of("head_to_head", *parts)["games"]) == 3


def test_two_pairs_have_only_the_games_in_which_both_sat_together(decade: Decade) -> None:
    text = page_of("head_to_head", key(decade, "Anna", "Bo"), key(decade, "Cecilia", "Dan"))
    assert "1–0–1" in text
    one = page_of("head_to_head", key(decade, "Anna"), key(decade, "Cecilia"))
    address = reverse(
        "tournaments:head_to_head", args=[key(decade, "Anna", "Bo"), key(decade, "Cecilia", "Dan")]
    )
    assert f'href="{address}"' in one


def test_at_a_table_of_three_sides_two_have_met_whoever_won(decade: Decade) -> None:
    sides = [[decade.player(name)] for name in ("Gun", "Hans", "Ida")]
    decade.played(Table(sides, (5000, 4000, 6000)), day=date(2024, 6, 1))
    gun, hans = decade.known["Gun"], decade.known["Hans"]
    games = played_against([gun], [hans.pk]).games
    assert (games.won, games.lost, games.difference) == (1, 0, 1000)
    assert {one.player for one in people_met(gun).opponents} == {hans.pk, decade.known["Ida"].pk}


def test_what_is_hidden_a_trial_or_without_a_score_is_no_meeting(decade: Decade) -> None:
    pairs = decade.four("Anna", "Bo", "Cecilia", "Dan")
    trial = decade.played(Table(pairs, (1, 0)), day=date(2025, 1, 1))
    trial.book.trial = True
    trial.book.save()
    decade.played(
        Table(pairs, (1, 0)),
        day=date(2025, 2, 1),
        state=Tournament.State.RUNNING,
        agreement=EventAgreement(hidden=True),
    )
    decade.played(Table(pairs, (1, 0), other_result="walkover"), day=date(2025, 3, 1))
    anna, cecilia = decade.known["Anna"], decade.known["Cecilia"]
    assert len(played_against([anna], [cecilia.pk]).games.encounters) == 3


def test_the_most_met_come_first_and_the_search_finds_them_by_any_part_of_the_name(decade: Decade) -> None:
    rows = file_of("player_met", decade.known["Anna"].pk)
    opponents = [(row["name"], row["games"], row["difference"]) for row in rows["opponents"]]
    assert opponents[:2] == [("Dan Berg", 3, 8000), ("Cecilia Berg", 3, 1000)]
    assert ("Bo Berg", 2) in [(row["name"], row["games"]) for row in rows["partners"]]
    text = page_of("player_met", decade.known["Anna"].pk, query="?q=cec")
    assert "Cecilia Berg" in text
    assert "Dan Berg" not in text
    assert "has met nobody of that name" in page_of(
        "player_met", decade.known["Anna"].pk, query="?q=%3Czz%3E"
    )


def test_who_may_not_be_named_is_not_found_not_listed_and_has_no_page(decade: Decade) -> None:
    cecilia = decade.known["Cecilia"]
    Player.objects.filter(pk=cecilia.pk).update(may_publish=False)
    for query in ("", "?q=cec", f"?q={cecilia.pk}", "?as=json", "?as=csv"):
        text = page_of("player_met", decade.known["Anna"].pk, query=query)
        assert "Cecilia" not in text.replace('value="cec"', "")
        assert reverse("tournaments:head_to_head", args=[decade.known["Anna"].pk, cecilia.pk]) not in text
    assert "1 other may not be named." in page_of("player_met", decade.known["Anna"].pk)
    for keys in ((key(decade, "Anna"), str(cecilia.pk)), (str(cecilia.pk), key(decade, "Anna"))):
        assert Client().get(reverse("tournaments:head_to_head", args=keys)).status_code == 404
    text = page_of("head_to_head", key(decade, "Anna"), key(decade, "Dan"))
    assert "Cecilia" not in text
    assert f"Player {cecilia.pk}" in text


@pytest.mark.parametrize("bad", ["0", "01", "1-1", "2-1", "x", "1-2-3-4-5", "9" * 30])
def test_an_address_of_nobody_leads_nowhere(decade: Decade, bad: str) -> None:
    assert read_key(bad) is None
    anna = key(decade, "Anna")
    assert Client().get(reverse("tournaments:head_to_head", args=[anna, bad])).status_code == 404
    assert Client().get(reverse("tournaments:head_to_head", args=[anna, anna])).status_code == 404


def test_two_who_have_never_met_are_told_so(decade: Decade) -> None:
    stranger = a_player(club=decade.club)
    text = page_of("head_to_head", key(decade, "Anna"), str(stranger.pk))
    assert "They have not met in a game that was played out." in text


def test_the_page_of_the_player_leads_to_those_whom_he_has_met(decade: Decade) -> None:
    anna = decade.known["Anna"]
    text = page_of("player_results", anna.pk)
    assert f'href="{reverse("tournaments:player_met", args=[anna.pk])}"' in text


@pytest.mark.parametrize("form", ["xlsx", "csv", "csv-comma", "json", "text", "print", "pdf"])
def test_each_is_every_file_that_a_list_is(decade: Decade, form: str) -> None:
    addresses = [
        reverse("tournaments:player_met", args=[decade.known["Anna"].pk]),
        reverse("tournaments:head_to_head", args=[key(decade, "Anna"), key(decade, "Cecilia")]),
    ]
    for address in addresses:
        answer = Client().get(f"{address}?as={form}")
        assert answer.status_code == 200
        assert b"".join(answer) if answer.streaming else answer.content


def test_many_games_cost_no_more_queries_and_no_change_costs_one(decade: Decade) -> None:
    addresses = [
        reverse("tournaments:player_met", args=[decade.known["Anna"].pk]),
        reverse("tournaments:head_to_head", args=[key(decade, "Anna"), key(decade, "Cecilia")]),
    ]

    def asked(address: str, **headers: str) -> tuple[int, int]:
        with CaptureQueriesContext(connection) as counted:
            status = Client().get(address, headers=headers).status_code
        return status, len(counted)

    few = [asked(address) for address in addresses]
    tags = [Client().get(address)["ETag"] for address in addresses]
    for address, tag in zip(addresses, tags, strict=True):
        assert asked(address, **{"if-none-match": tag}) == (304, 1)
    for number in range(8):
        pairs = decade.four("Anna", f"P{number}", "Cecilia", f"Q{number}")
        decade.played(Table(pairs, (9000, 5000 + number)), day=date(2020, 1 + number, 1))
    assert [asked(address) for address in addresses] == few
    assert max(number for _status, number in few) <= 12
    for address, tag in zip(addresses, tags, strict=True):
        assert asked(address, **{"if-none-match": tag})[0] == 200


def test_the_state_of_two_is_none_unless_both_may_be_named(decade: Decade) -> None:
    anna, bo = decade.known["Anna"], decade.known["Bo"]
    before = state_of_players([anna.pk, bo.pk])
    assert before is not None
    Player.objects.filter(pk=bo.pk).update(may_publish=False)
    assert state_of_players([anna.pk, bo.pk]) is None
