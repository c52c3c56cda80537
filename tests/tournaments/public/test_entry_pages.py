"""The page of an entry, and what a phone that remembers the entry is told."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.models import Player
from scoring import recording
from scoring.models import Game
from tests.builders import a_player
from tests.scoring.support.played import a_deal
from tests.tournaments.support.events import Played, agreed, show_after_this_round
from tournaments import running
from tournaments.core.movements.partners import PARTNERS
from tournaments.models import Pairing, PairingEntry

pytestmark = pytest.mark.django_db

NAMES = ("Åsa Öberg", "Bo Ek", "Kim Berg", "Ulla Lind", "Nils Zorn", "Eva Abel")
FEW, MANY = 4, 12


def an_event(*names: str, **fields: Any) -> Played:
    """Pairs of these players, in their order."""
    played = Played(agreed(**fields))
    players = [a_player(name, club=played.club) for name in names]
    running.enter_pairs(played.by, played.event, [players[at : at + 2] for at in range(0, len(players), 2)])
    return played


def address(played: Played, number: int, name: str = "event_entry") -> str:
    return reverse(f"tournaments:{name}", args=[played.event.pk, number])


def words(played: Played, number: int, name: str = "entry_now") -> str:
    page = Client().get(address(played, number, name)).content.decode()
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page)).split())


def seat_of(played: Played, number: int) -> PairingEntry:
    seats = PairingEntry.objects.filter(round__tournament=played.event, entry__number=number)
    return seats.select_related("pairing__game").latest("round__number")


def names_of(played: Played, number: int) -> str:
    places = played.entry(number).places.order_by("position").select_related("player")
    return " – ".join(place.player.name for place in places)


def opponents_of(played: Played, number: int) -> str:
    seat = seat_of(played, number)
    (other,) = seat.pairing.entered.exclude(entry__number=number).values_list("entry__number", flat=True)
    return names_of(played, other)


# --- where one sits ---------------------------------------------------------------------------------------


def test_a_round_that_is_published_is_told_with_table_and_opponents() -> None:
    played = an_event(*NAMES[:4])
    assert "Round 1 is not out yet." in words(played, 1)
    played.publish()
    table = seat_of(played, 1).pairing.table
    assert f"Round 1 is out: table {table}, against {opponents_of(played, 1)}." in words(played, 1)
    assert "not out yet" not in words(played, 1)


def test_a_game_is_told_while_it_is_played_and_by_its_totals_when_it_is_over() -> None:
    played = an_event(*NAMES[:4])
    (game,) = played.games(played.publish())
    recording.record_deal(played.by, game, a_deal())
    assert f"You are playing round 1 at table 1, against {opponents_of(played, 1)}." in words(played, 1)
    assert "not out yet" not in words(played, 1)
    played = an_event(*NAMES[:4])
    (game,) = played.games(played.publish())
    played.totals(game, 6000, 5000)
    first = seat_of(played, 1).side == 0
    result = "6,000–5,000" if first else "5,000–6,000"
    told = words(played, 1)
    assert f"Round 1, table 1: {result} against {opponents_of(played, 1)}." in told
    assert "Round 2 is not out yet." in told
    assert f"Place {1 if first else 2} of 2 · {2 if first else 0} points · round 1 is being played" in told


def test_who_sits_out_is_told_so() -> None:
    played = an_event(*NAMES)
    played.publish()
    sits_out = Pairing.objects.get(round__tournament=played.event, table=None).entered.get().entry.number
    assert "You sit out round 1. Round 2 is not out yet." in words(played, sits_out)


def test_a_result_by_ruling_is_told_as_such() -> None:
    played = an_event(*NAMES[:4])
    drawn = played.publish()
    pairing = drawn.pairings.get()
    ruled = running.RuledResult(kind=Pairing.Kind.WALKOVER, at_fault=0, reason="Ill")
    running.rule_result(played.by, pairing, ruled)
    assert "Round 1, table 1: walkover." in words(played, 1)


def test_who_has_withdrawn_or_misses_the_round_is_not_sent_to_a_table() -> None:
    played = an_event(*NAMES)
    running.withdraw(played.by, played.entry(3), "Ill")
    played.publish()
    assert f"{names_of(played, 3)} has withdrawn." in words(played, 3)
    late = running.enter_pairs(played.by, played.event, [played.players()])[0]
    assert "You are not playing in round 1. Round 2 is not out yet." in words(played, late.number)


def test_the_place_is_told_after_each_round_and_alone_when_the_event_is_over() -> None:
    played = an_event(*NAMES[:4])
    drawn = played.publish()
    played.totals(played.games(drawn)[0], 6000, 5000)
    played.close(drawn)
    winner = 1 if seat_of(played, 1).side == 0 else 2
    assert "Place 1 of 2 · 2 points · after round 1" in words(played, winner)
    played.publish()
    assert "Place 1 of 2 · 2 points · after round 1" in words(played, winner), "nothing of round 2 counts yet"
    played.play(played.event.rounds.get(number=2))
    played.close(played.event.rounds.get(number=2))
    show_after_this_round(played.by, played.event)
    told = words(played, winner)
    assert re.search(r"Place \d of 2 · \d points? My page Forget", told)
    assert "Round" not in told


def test_partners_who_were_drawn_are_told_apart_from_the_opponents() -> None:
    played = Played(agreed(PARTNERS, players=1))
    played.enter(4)
    played.publish()
    seat = seat_of(played, 1)
    (partner,) = seat.pairing.entered.filter(side=seat.side).exclude(entry__number=1)
    assert f"with {names_of(played, partner.entry.number)} against " in words(played, 1)


def test_hidden_standings_are_not_told() -> None:
    played = an_event(*NAMES[:4], hidden=True)
    played.totals(played.games(played.publish())[0], 6000, 5000)
    for name in ("event_entry", "entry_now"):
        assert "Place" not in words(played, 1, name)
    assert "being withheld" in words(played, 1, "event_entry")


# --- the page ---------------------------------------------------------------------------------------------


def test_the_page_has_the_place_what_decided_it_and_each_round_with_its_game() -> None:
    played = an_event(*NAMES)
    first = played.round()
    second = played.publish()
    page = Client().get(address(played, 2)).content.decode()
    text = words(played, 2, "event_entry")
    assert "Pair 2: Kim Berg – Ulla Lind" in text
    assert re.search(r"Place \d .*Won, drawn, lost \d–\d–\d.*Points \d", text)
    sat = PairingEntry.objects.filter(round__in=(first, second), entry__number=2)
    games = [seat.pairing.game for seat in sat.select_related("pairing__game") if seat.pairing.game]
    assert games
    assert all(reverse("scoring:game", args=[game.pk]) in page for game in games)
    others = Game.objects.filter(pairing__round=first).exclude(pk__in=[game.pk for game in games])
    assert not any(reverse("scoring:game", args=[game.pk]) in page for game in others)


def test_only_who_may_be_named_has_a_name_and_a_page() -> None:
    played = an_event(*NAMES[:4])
    shy = Player.objects.get(family_name="Ek")
    Player.objects.filter(pk=shy.pk).update(may_publish=False)
    page = Client().get(address(played, 1)).content.decode()
    assert "Ek" not in page
    assert f"Player {shy.pk}" in page
    other = Player.objects.get(family_name="Öberg", places__tournament=played.event)
    assert reverse("tournaments:player_results", args=[other.pk]) in page
    assert reverse("tournaments:player_results", args=[shy.pk]) not in page


def test_the_file_has_the_rounds_of_this_entry_alone() -> None:
    played = an_event(*NAMES)
    played.round()
    played.round()
    rows = Client().get(address(played, 1), {"as": "json"}).json()["tables"][0]["rows"]
    assert len(rows) == 2
    assert all(names_of(played, 1) in str(row) for row in rows)


@pytest.mark.parametrize("name", ["event_entry", "entry_now"])
def test_it_takes_as_many_queries_however_many_play(name: str) -> None:
    assert queries_of(FEW, name) == queries_of(MANY, name) <= 6


def queries_of(entries: int, name: str) -> int:
    played = Played(agreed())
    played.enter(entries)
    played.round()
    played.publish()
    with CaptureQueriesContext(connection) as asked:
        assert Client().get(address(played, 1, name)).status_code == 200
    return len(asked)


@pytest.mark.parametrize("name", ["event_entry", "entry_now"])
def test_a_phone_that_has_it_is_told_so_by_one_row(name: str) -> None:
    played = an_event(*NAMES[:4])
    played.publish()
    tag = Client().get(address(played, 1, name))["ETag"]
    with CaptureQueriesContext(connection) as asked:
        answer = Client().get(address(played, 1, name), headers={"If-None-Match": tag})
    assert (answer.status_code, len(asked)) == (304, 1)
    recording.record_deal(played.by, played.games(played.event.rounds.get())[0], a_deal())
    assert Client().get(address(played, 1, name), headers={"If-None-Match": tag}).status_code == 200


def test_the_whole_hall_has_the_entries_counted_once() -> None:
    played = Played(agreed())
    played.enter(FEW)
    played.publish()
    words(played, 1)
    with CaptureQueriesContext(connection) as asked:
        assert "Round 1 is out" in words(played, 2)
    assert len(asked) == 2, "the revision, for the tag and for what was counted"


# --- who is asked for -------------------------------------------------------------------------------------


def test_names_lead_to_the_page_from_every_list() -> None:
    played = an_event(*NAMES[:4])
    link = f'<a href="{address(played, 1)}">'
    assert link in Client().get(reverse("tournaments:event", args=[played.event.pk])).content.decode()
    drawn = played.round()
    for name in ("event", "event_places", "event_cross"):
        page = Client().get(reverse(f"tournaments:{name}", args=[played.event.pk])).content.decode()
        assert link in page, name
    in_round = reverse("tournaments:event_round", args=[played.event.pk, drawn.number])
    for query in ({}, {"by": "name"}):
        assert link in Client().get(in_round, query).content.decode()


def test_a_number_is_said_to_be_that_of_a_pair() -> None:
    played = an_event(*NAMES)
    drawn = played.publish()
    asked = reverse("tournaments:event_round", args=[played.event.pk, drawn.number])
    page = Client().get(asked, {"q": "3"}).content.decode()
    assert f'<b>Pair 3</b> <a href="{address(played, 3)}">Nils Zorn – Eva Abel</a>' in page
    assert "Name or pair number" in page


def test_who_is_asked_for_goes_along_from_page_to_page() -> None:
    played = an_event(*NAMES)
    played.round()
    played.publish()
    pages = [reverse("tournaments:event", args=[played.event.pk]) + "?q=nils+zorn"]
    seen: set[str] = set()
    while pages:
        page = pages.pop()
        seen.add(page)
        text = unescape(Client().get(page).content.decode())
        navigation = "".join(re.findall(r"<nav.*?</nav>", text, re.DOTALL))
        links = re.findall(rf'href="((?:/events/{played.event.pk}/|\?)[^"]*\?[^"]*)"', navigation)
        pages += [link for link in links if link not in seen and link not in pages]
    paths = {page.partition("?")[0] for page in seen}
    assert len(paths) == 7, "standings, two rounds, places, crosstable, statistics, rules"
    assert all("q=nils+zorn" in page or "q=nils%20zorn" in page for page in seen)


def test_the_standings_answer_who_is_asked_for() -> None:
    played = an_event(*NAMES)
    played.round()
    asked = Client().get(reverse("tournaments:event", args=[played.event.pk]), {"q": "zorn"}).content.decode()
    answer = asked[asked.index('class="answer"') :]
    assert "Nils Zorn – Eva Abel" in answer[: answer.index("</div>")]
    assert "Round 2 is not out yet." in answer[: answer.index("</div>")]
    nobody = Client().get(reverse("tournaments:event", args=[played.event.pk]), {"q": "Nisse"})
    assert "Nobody called “Nisse” was found." in nobody.content.decode()
