"""What people see of an event on their phones: the standings, the tables of a round, where they sit."""

from __future__ import annotations

import gzip
import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.models import Player
from clubs.text.dates import short_datetime
from scoring import recording
from scoring.models import Hand
from tests.builders import a_player
from tests.conftest import LONG
from tests.scoring.support.played import a_deal
from tests.tournaments.entries.test_staying import client_of
from tests.tournaments.support.events import Played, agreed, show_after_this_round
from tournaments import running
from tournaments.core.criteria import CRITERIA
from tournaments.core.drawing.movement import Movement
from tournaments.core.movements.circle import ROUND_ROBIN
from tournaments.core.movements.lot import LOT
from tournaments.core.movements.swiss import SWISS
from tournaments.core.movements.three_sided import THREE_SIDED
from tournaments.core.results import MissedValue
from tournaments.core.schemes.places import PLACES
from tournaments.core.schemes.scl import SCL
from tournaments.core.schemes.total import TOTAL
from tournaments.core.schemes.vp_continuous import VP_CONTINUOUS
from tournaments.models import EventAdjustment, Pairing, PairingEntry, Round
from tournaments.play import event_record, event_results
from tournaments.public import statistics
from tournaments.public.cross_table import build_cross_table
from tournaments.public.event_view import load_event_view
from tournaments.public.rounds import build_round_view
from tournaments.public.search import matches_name
from tournaments.simulating import demo

pytestmark = pytest.mark.django_db

MOST_QUERIES, MOST_BYTES = 5, 20_000
FAMILY = ("Öberg-Wahlström", "Ek", "Kjærgaard", "Mäkelä-Koskinen", "Ääri", "Ørsted", "Hämäläinen", "Sjöström")
GIVEN = ("Åsa", "Bo", "Søren", "Anna-Liisa", "Kim", "Pirkko", "Æmilie", "Nils", "Eeva-Kaarina", "Jørgen")


def page(played: Played, name: str = "event", *args: object, **asked: str) -> str:
    return str(answer(played, name, *args, **asked).content.decode())


def answer(played: Played, name: str = "event", *args: object, **asked: str) -> Any:
    return Client().get(reverse(f"tournaments:{name}", args=[played.event.pk, *args]), asked)


def queries_of(played: Played, name: str = "event", *args: object) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert answer(played, name, *args).status_code == 200
    return len(asked)


def rows_of(text: str) -> list[list[str]]:
    """The rows of the first table, cell by cell, without what stands under a name."""
    body = re.search(r"<tbody>(.*?)</tbody>", text, re.DOTALL)
    assert body is not None
    rows = re.findall(r"<tr.*?</tr>", body[1], re.DOTALL)
    cells = [re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.DOTALL) for row in rows]
    return [[re.sub(r"<small.*?</small>|</?a\b[^>]*>", "", cell) for cell in row] for row in cells]


def event_of(pairs: int, *movements: Movement, **fields: Any) -> Played:
    played = Played(agreed(*movements, **fields))
    played.enter(pairs)
    return played


# --- standings --------------------------------------------------------------------------------------------


def test_the_standings_say_place_way_and_what_decided() -> None:
    played = event_of(4)
    first = played.publish()
    one, other = played.games(first)
    played.totals(one, 5000, 1000)
    played.totals(other, 6000, 1000)
    played.close(first)
    assert [row[2:] for row in rows_of(page(played))] == [
        ["1–0–0", "2", "5,000", ""],
        ["1–0–0", "2", "4,000", "difference"],
        ["0–0–1", "0", "−4,000", "points"],
        ["0–0–1", "0", "−5,000", "difference"],
    ]
    second = played.publish()
    assert "Moved" in page(played)
    lead, chase = played.games(second)
    played.totals(lead, 1000, 9000)
    played.totals(chase, 1000, 2000)
    assert [row[1] for row in rows_of(page(played))] == ["↑1", "↓1", "↑1", "↓1"]


def test_standings_say_that_games_are_still_being_played() -> None:
    played = event_of(4)
    staff = reverse("tournaments:standings", args=[played.event.pk])
    recording.record_deal(played.by, played.games(played.publish())[0], a_deal())
    going_on = "0 of 2 tables have finished. Games still being played count as they are now."
    assert going_on in page(played)
    assert going_on in client_of(played).get(staff).content.decode()


def test_shown_results_say_until_when_one_can_complain() -> None:
    played = event_of(4)
    played.round()
    assert "still being played" not in page(played)
    assert "Complaints are taken until" not in page(played)
    show_after_this_round(played.by, played.event)
    shown_at = played.fresh.shown_at
    assert shown_at is not None
    until = short_datetime(shown_at + timedelta(minutes=30))
    assert f"The result is preliminary. Complaints are taken until {until}." in page(played)


def test_what_a_tie_break_has_compared_stands_beside_the_place_and_in_the_file() -> None:
    """1 and 2 have won, and so has 5 by sitting out; the opponents of 1 and 2 have nothing."""
    played = event_of(5, chain=("points", "opponents", "own_points", "difference"))
    drawn = played.publish()
    one, other = played.games(drawn)
    played.totals(one, 5000, 1000)
    played.totals(other, 6000, 1000)
    text = page(played)
    assert "Points of the opponents" in text
    # The sit-out is worth two points, and a virtual opponent half of the two that could be made. Own points:
    # 5000 + 1000 + 6000 + 1000 = 13000, on average 3250.
    assert [row[2:] for row in rows_of(text)] == [
        ["0–0–0 and a sit-out", "2", "3,250", "1", "", ""],
        ["1–0–0", "2", "6,000", "0", "", "points of the opponents"],
        ["1–0–0", "2", "5,000", "0", "", "own points"],
        ["0–0–1", "0", "1,000", "2", "−4,000", "points"],
        ["0–0–1", "0", "1,000", "2", "−5,000", "difference"],
    ]
    (table,) = answer(played, "event", **{"as": "json"}).json()["tables"]
    titles = {column["key"]: column["title"] for column in table["columns"]}
    assert titles["tie_break_opponents"] == "Points of the opponents"
    figures = ("wins", "draws", "losses", "sit_out", "points", "own_points", "tie_break_opponents")
    assert [[row[key] for key in figures] for row in table["rows"]] == [
        [0, 0, 0, 1, 2, 3250, 1],
        [1, 0, 0, 0, 2, 6000, 0],
        [1, 0, 0, 0, 2, 5000, 0],
        [0, 0, 1, 0, 0, 1000, 2],
        [0, 0, 1, 0, 0, 1000, 2],
    ]


def test_a_walkover_before_the_first_deal_is_the_first_result() -> None:
    played = event_of(5)
    drawn = played.publish()
    assert "Decided by" not in page(played)
    walked = running.RuledResult(kind=Pairing.Kind.WALKOVER, at_fault=0, reason="did not come")
    running.rule_result(played.by, drawn.pairings.get(table=1), walked)
    text = page(played)
    assert "Decided by" in text
    assert rows_of(text)[0][2:4] == ["1–0–0", "2"]


def test_the_places_shown_are_those_that_are_counted_and_kept() -> None:
    played = event_of(9, SWISS)
    for _round in range(3):
        played.round()
    shown = [(int(row[0]), row[4].replace("−", "-").replace(",", "")) for row in rows_of(page(played))]
    assert shown == [(place, str(points)) for place, _entry, points, _difference in played.counted()]
    drawn = Round.objects.filter(tournament=played.event).last()
    assert drawn is not None
    assert played.kept(drawn) == played.counted()


def test_penalties_and_withdrawals_stand_under_the_standings() -> None:
    played = event_of(4)
    played.round()
    charge = running.EventCharge(
        entry=2, unit=EventAdjustment.Unit.POINTS, amount=-1, reason="Late", key=uuid4()
    )
    running.adjust_event(played.by, played.event, charge)
    running.withdraw(played.by, played.entry(3), "ill")
    text = page(played)
    assert "−1 points by ruling." in text
    assert "has withdrawn." in text


@pytest.mark.parametrize("entries", [pytest.param(8, marks=pytest.mark.long), 20])
def test_the_standings_take_five_queries_however_many_enter(entries: int) -> None:
    played = event_of(entries)
    played.round()
    drawn = played.publish()
    played.totals(played.games(drawn)[0], 5000, 1000)
    assert queries_of(played) <= MOST_QUERIES


@pytest.mark.parametrize("entries", [pytest.param(4, marks=pytest.mark.long), 12])
@pytest.mark.parametrize("code", CRITERIA)
def test_whatever_decides_the_standings_take_five_queries(code: str, entries: int) -> None:
    """Also combinations, which stand in the deals, and lots, which stand with the entries."""
    played = event_of(entries, chain=(code,))
    played.round()
    running.draw_lots(played.by, played.event, {1: 2, 2: 1})
    recording.record_deal(played.by, played.games(played.publish())[0], a_deal(1))
    assert queries_of(played) == MOST_QUERIES


@pytest.mark.engine
def test_sambas_decide_before_other_combinations_and_those_of_a_void_deal_do_not() -> None:
    """Three deals of one game: a samba and a mixed canasta, twice; then one more that is declared void."""
    played = event_of(4, chain=("combinations",))
    one, other = played.games(played.publish())
    for number in (1, 2, 3):
        recording.record_deal(played.by, one, a_deal(number))
    recording.record_deal(played.by, other, a_deal(1))
    recording.void_deal(played.by, one, 3, "dealt wrongly", uuid4())
    story = event_record.load_event(played.fresh)
    (first, _less), (second, _nothing) = (met.sides for met in story.rounds[0].pairings)
    made = event_results.count_combinations(story)
    assert (made[first[0]], made[second[0]]) == ((2, 4), (1, 2))
    assert [placing.totals.entry for placing in event_results.compute_placings(story)][:2] == [
        first[0],
        second[0],
    ]
    told = load_event_view(played.fresh)
    assert told.placings == event_results.compute_placings(story)


def test_combinations_of_a_game_that_is_struck_out_decide_nothing() -> None:
    played = event_of(6, ROUND_ROBIN, rounds=5, chain=("combinations",))
    for game in played.games(played.publish())[:2]:
        recording.record_deal(played.by, game, a_deal(1))
    struck, other = [
        met.sides for met in event_record.load_event(played.fresh).rounds[0].pairings if met.is_begun
    ]
    running.withdraw(played.by, played.entry(struck[1][0]), "ill")
    made = event_results.count_combinations(event_record.load_event(played.fresh))
    assert (made[struck[0][0]], made[other[0][0]]) == ((0, 0), (1, 2))


def test_the_standings_of_four_hundred_pairs_are_small_on_the_wire() -> None:
    """Quickly: a page of a hundred with the rows of three hundred more, which have as many bytes each."""
    pairs = 400 if LONG else 100
    played = event_of(pairs, LOT)
    for at, player in enumerate(Player.objects.all()):
        family = f"{FAMILY[at % 8]}{FAMILY[at // 8 % 8].lower() if at % 3 else ''}"
        Player.objects.filter(pk=player.pk).update(given_name=GIVEN[at * 7 % len(GIVEN)], family_name=family)
    played.round()
    played.publish()
    text = page(played)
    assert len(rows_of(text)) == pairs
    assert "Moved" in text
    rows = text[text.index("<tbody>") : text.index("</tbody>")]
    missing = (400 - pairs) / pairs * len(gzip.compress(rows.encode()))
    assert len(gzip.compress(text.encode())) + missing < MOST_BYTES


def test_points_in_hundredths_are_written_with_decimals() -> None:
    played = event_of(2, scheme=VP_CONTINUOUS)
    drawn = played.publish()
    played.totals(played.games(drawn)[0], 6000, 5000)
    assert [row[3] for row in rows_of(page(played))] == ["11.76", "8.24"]


# --- from round to round ----------------------------------------------------------------------------------


def test_the_way_from_round_to_round_is_drawn_and_told_in_figures() -> None:
    played = event_of(6)
    played.round()
    assert "polyline" not in page(played)
    played.round()
    text = page(played)
    assert text.count("<polyline") == 6
    assert "Show as a table" in text
    places = {number: dict(kept) for number, kept in kept_places(played).items()}
    figures = text[text.index('id="ways-figures"') :]
    names = [row[0] for row in rows_of(figures)]
    assert len(names) == 6
    assert [row[-1] for row in rows_of(figures)] == [str(place) for place in sorted(places[2].values())]


def kept_places(played: Played) -> dict[int, list[tuple[int, int]]]:
    drawn = Round.objects.filter(tournament=played.event)
    return {one.number: [(entry, place) for place, entry, *_rest in played.kept(one)] for one in drawn}


# --- the tables of a round, and where somebody sits -------------------------------------------------------


def named(played: Played, *names: str) -> None:
    """The event with players of these names, two a pair."""
    players = [a_player(name, club=played.club) for name in names]
    pairs = list(zip(players[::2], players[1::2], strict=True))
    running.enter_pairs(played.by, played.event, pairs)


def test_who_asks_where_to_sit_is_told_without_marks_on_the_letters() -> None:
    played = Played(agreed(SWISS))
    named(played, "Åsa Öberg", "Bo Ek", "Søren Kjærgaard", "Æmilie Ørsted", "Kim Berg", "Ulla Lind")
    drawn = played.publish()
    asked = answers(page(played, "event_round", drawn.number, q="aemilie orsted"))
    assert len(asked) == 1
    assert "Æmilie Ørsted" in asked[0]
    assert "Åsa Öberg" in answers(page(played, "event_round", drawn.number, q="oberg asa"))[0]
    assert "Kim Berg" in answers(page(played, "event_round", drawn.number, q="3"))[0]
    assert "Nobody called “Nisse”" in page(played, "event_round", drawn.number, q="Nisse")
    assert answers(page(played, "event_round", drawn.number, q="9" * 4400)) == [], (
        "more digits than int() reads"
    )


def answers(text: str) -> list[str]:
    found = re.search(r'<div class="answer".*?</div>\s*<nav', text, re.DOTALL)
    return re.findall(r"<li>.*?</li>", found[0], re.DOTALL) if found else []


def test_who_may_not_be_named_is_neither_shown_nor_found() -> None:
    played = Played(agreed(SWISS))
    named(played, "Åsa Öberg", "Bo Ek", "Kim Berg", "Ulla Lind")
    hidden = Player.objects.get(family_name="Ek")
    Player.objects.filter(pk=hidden.pk).update(may_publish=False)
    drawn = played.publish()
    played.totals(played.games(drawn)[0], 6000, 5000)
    for text in (
        page(played),
        page(played, "event_round", drawn.number),
        page(played, "event_round", drawn.number, by="name"),
    ):
        assert "Bo Ek" not in text
        assert "Ek, Bo" not in text
    assert answers(page(played, "event_round", drawn.number, q="Ek")) == []


def test_by_name_everybody_finds_a_table() -> None:
    played = Played(agreed(SWISS))
    named(played, "Åsa Öberg", "Bo Ek", "Kim Berg", "Ulla Lind", "Nils Zorn", "Eva Abel")
    drawn = played.publish()
    text = page(played, "event_round", drawn.number, by="name")
    listed = re.findall(r'<li><a href="/events/\d+/entries/\d+/">(.*?)</a> (.*?)</li>', text)
    assert [name for name, _where in listed] == [
        "Abel, Eva",
        "Berg, Kim",
        "Ek, Bo",
        "Lind, Ulla",
        "Öberg, Åsa",
        "Zorn, Nils",
    ]
    assert sum("sits out" in where for _name, where in listed) == 2


def test_a_table_shows_what_it_has_and_leads_to_its_game() -> None:
    played = event_of(4)
    drawn = played.publish()
    game, other = played.games(drawn)
    recording.record_deal(played.by, game, a_deal(1))
    text = page(played, "event_round", drawn.number)
    assert reverse("scoring:game", args=[game.pk]) in text
    assert "being played" in text
    assert "1 deal" in text
    assert "0 of 2 tables have finished." in text
    played.totals(other, 6000, 1000)
    assert "1 of 2 tables have finished." in page(played, "event_round", drawn.number)
    walked = running.RuledResult(kind=Pairing.Kind.WALKOVER, at_fault=0, reason="did not come")
    running.rule_result(played.by, drawn.pairings.get(game=game), walked)
    assert "2 of 2 tables have finished." in page(played, "event_round", drawn.number)


def test_another_kind_of_result_is_shown_as_what_it_is() -> None:
    played = event_of(4)
    drawn = played.publish()
    played.play(drawn)
    one = drawn.pairings.order_by("table").first()
    assert one is not None
    judged = running.RuledResult(kind=Pairing.Kind.WALKOVER, at_fault=1, reason="Nobody came")
    running.rule_result(played.by, one, judged)
    text = page(played, "event_round", drawn.number)
    assert ">walkover<" in text
    assert "did not come" in text


def test_results_of_who_is_struck_out_are_shown_so() -> None:
    played = event_of(6, ROUND_ROBIN, rounds=5)
    drawn = played.round()
    running.withdraw(played.by, played.entry(3), "ill")
    text = page(played, "event_round", drawn.number)
    assert "struck out" in text
    assert "all its results are struck out" in page(played)


def test_a_round_that_is_not_published_or_not_there_is_not_found() -> None:
    played = event_of(4)
    played.draw()
    assert answer(played, "event_round", 1).status_code == 404
    assert answer(played, "event_round", 9).status_code == 404


@pytest.mark.parametrize("entries", [8, 20])
def test_a_round_takes_as_many_queries_however_many_play(entries: int) -> None:
    played = event_of(entries)
    played.round()
    drawn = played.publish()
    assert queries_of(played, "event_round", drawn.number) <= MOST_QUERIES


# --- who met whom -----------------------------------------------------------------------------------------


def test_a_small_round_robin_stands_each_against_each() -> None:
    played = event_of(3, ROUND_ROBIN, rounds=3)
    for totals in ((5000, 1000), (3000, 6000), (4000, 4000)):
        drawn = played.publish()
        (game,) = played.games(drawn)
        played.totals(game, *totals)
        played.close(drawn)
    rows = {row[0].split()[0]: row[2:] for row in rows_of(page(played, "event_cross"))}
    met = {
        frozenset(one.entered.values_list("entry__number", flat=True)): one
        for one in Pairing.objects.filter(kind="played")
    }
    # Each of the three has sat out once, which brings nothing.
    assert [rows[number][int(number) - 1] for number in "123"] == ["out", "out", "out"]
    for pair in met:
        one, other = sorted(pair)
        assert int(rows[str(one)][other - 1]) + int(rows[str(other)][one - 1]) == 2


def test_a_swiss_tells_whom_each_met_and_how_it_went() -> None:
    played = event_of(5)
    drawn = played.publish()
    for game in played.games(drawn):
        played.totals(game, 6000, 5000)
    cells = {row[0].split()[0]: row[2] for row in rows_of(page(played, "event_cross"))}
    for pairing in drawn.pairings.filter(kind="played"):
        first, second = (one.entry.number for one in pairing.entered.order_by("side"))
        assert (cells[str(first)], cells[str(second)]) == (f"+{second}", f"−{first}")
    assert list(cells.values()).count("out") == 1


def test_the_crosstable_says_of_what_the_jury_has_given_neither_won_nor_lost() -> None:
    played = event_of(4)
    pairing = played.publish().pairings.order_by("table").first()
    assert pairing is not None
    given = running.RuledResult(
        kind=Pairing.Kind.ADJUSTED, reason="A card was missing", ruled_points=((1, 500), (1, -500))
    )
    running.rule_result(played.by, pairing, given)
    first, second = (one.entry.number for one in pairing.entered.order_by("side"))
    cells = {row[0].split()[0]: row[2] for row in rows_of(page(played, "event_cross"))}
    assert (cells[str(first)], cells[str(second)]) == (f"{second}*", f"{first}*")


def test_a_walkover_says_how_much_it_counts_among_those_of_equal_points() -> None:
    remarks = []
    for chain in (("points", "difference"), ("points", "own_points")):
        played = event_of(2, chain=chain, walkover_margin=4_000)
        drawn = played.publish()
        gone = running.RuledResult(kind=Pairing.Kind.WALKOVER, at_fault=1, reason="late")
        running.rule_result(played.by, drawn.pairings.get(), gone)
        told = load_event_view(played.fresh)
        (table,) = build_round_view(told, told.record.rounds[0]).tables
        remarks.append([side.note for side in table.sides])
    assert remarks == [
        ["difference +4,000", "did not come, difference −4,000"],
        ["own points 4,000", "did not come, own points 0"],
    ]


def test_the_crosstable_says_what_a_number_without_a_sign_is() -> None:
    played = event_of(4)
    first, _second = played.games(played.publish())
    assert "Pair with number" in page(played, "event_cross")
    played.totals(first, 6000, 5000)
    text = page(played, "event_cross")
    assert sorted(row[2][0] for row in rows_of(text))[:1] == ["+"]
    note = "A number without a sign: no deal of this game counts yet."
    assert note in text
    played.play(played.event.rounds.get())
    assert note not in page(played, "event_cross")


def test_the_crosstable_says_what_a_sign_is_before_several_numbers() -> None:
    note = "2/5: these entries were opponents at the same table; + ahead of all of them"
    two, three = event_of(4), event_of(6, THREE_SIDED, sides=3, scheme=PLACES)
    for played in (two, three):
        played.round()
    assert note not in page(two, "event_cross")
    assert note in page(three, "event_cross")


def late_in(event: Played) -> str:
    """Seven play a round, an eighth comes in the second; what everybody calls it."""
    event.round()
    (late,) = event.enter(1)
    event.round()
    return load_event_view(event.fresh).entries[late.number].name


def test_rounds_before_an_entry_came_are_told_in_the_standings_and_the_places() -> None:
    played = event_of(7)
    name = late_in(played)
    note = f"{name} joined in round 2: the earlier rounds count as losses, without a difference."
    standings = page(played)
    assert note in standings
    assert ["came late" in row[-1] for row in rows_of(standings) if name in row[2]] == [True]
    assert sum("came late" in row[-1] for row in rows_of(standings)) == 1
    places = page(played, "event_places", q="8")
    assert note in places
    assert [row[1] for row in rows_of(places) if name in row[0]] == ["late"]
    assert note in page(played, "event_cross")
    for shown in ("event", "event_places", "event_cross"):
        assert note in answer(played, shown, **{"as": "json"}).content.decode()


def test_a_missed_round_that_counts_as_a_sit_out_is_said_to() -> None:
    played = event_of(7, missed=MissedValue.SIT_OUT)
    assert f"{late_in(played)} joined in round 2: the earlier rounds count as sit-outs." in page(played)


def test_in_a_square_a_game_that_was_missed_is_no_game_to_come() -> None:
    """Whoever came late has not met the one who sat out meanwhile; the other games are there or empty."""
    played = event_of(7, ROUND_ROBIN, rounds=7)
    name = late_in(played)
    told = load_event_view(played.fresh)
    alone = next(met.sides[0][0] for met in told.record.rounds[0].pairings if len(met.sides) == 1)
    text = page(played, "event_cross")
    rows = {int(row[0].split()[0]): row[2:] for row in rows_of(text)}
    assert (rows[8][alone - 1], rows[alone][7]) == ("late", "out")
    signs = [cell for row in rows.values() for cell in row if re.search("late|out", cell)]
    assert sorted(signs) == ["late", "out"]
    assert "0" in [cell for row in rows.values() for cell in row[:-1]]
    assert f"{name} joined in round 2" in text
    assert "“out” sat out, “late” had not come yet." in text


def test_in_a_square_what_was_not_simply_played_has_a_mark_and_a_legend() -> None:
    played = event_of(4, ROUND_ROBIN, rounds=3)
    drawn = played.publish()
    pairing, other = drawn.pairings.order_by("table")
    running.rule_result(
        played.by, pairing, running.RuledResult(kind=Pairing.Kind.WALKOVER, at_fault=1, reason="late")
    )
    assert other.game is not None
    played.totals(other.game, 6000, 5000)
    text = page(played, "event_cross")
    rows = {int(row[0].split()[0]): row[2:-1] for row in rows_of(text)}
    came, missing, won, lost = (
        one.entry.number for each in (pairing, other) for one in each.entered.order_by("side")
    )
    assert (rows[came][missing - 1], rows[missing][came - 1]) == ("2*", "0*")
    assert (rows[won][lost - 1], rows[lost][won - 1]) == ("2", "0")
    legend = "* not played normally: a walkover, a game conceded or broken off, or a ruling."
    assert legend in text
    file = answer(played, "event_cross", **{"as": "json"}).content.decode()
    assert legend in file
    assert '"2*"' in file
    assert "points from sitting out" not in text


def test_whoever_has_met_one_that_is_struck_out_has_sat_out_and_it_is_said() -> None:
    played = event_of(4, ROUND_ROBIN, rounds=3)
    drawn = played.round()
    pairing = drawn.pairings.get(entered__entry__number=3)
    met = pairing.entered.exclude(entry__number=3).get().entry.number
    running.withdraw(played.by, played.entry(3), "ill")
    text = page(played, "event_cross")
    rows = {int(row[0].split()[0]): row[2:] for row in rows_of(text)}
    assert rows.keys() == {1, 2, 4}
    assert rows[met] == ["out" if number == met else "" for number in (1, 2, 4)] + ["0"]
    said = "Anyone who has met it, or was still to meet it, sits out that round."
    assert said in text
    assert said in page(played)
    assert "In the cell where a row meets itself: the points from sitting out." in text
    assert page(played, "event_round", drawn.number).count("counts as sitting out") == 1
    # Later rounds bring the same to those whom it was still to meet.
    played.round()
    played.round()
    rows = {int(row[0].split()[0]): row[2:] for row in rows_of(page(played, "event_cross"))}
    assert [rows[number][at] for at, number in enumerate((1, 2, 4))] == ["out"] * 3


@pytest.mark.parametrize("pairs", [6, 18])
def test_a_walkover_against_one_that_has_left_says_whom(pairs: int) -> None:
    """Each against each, and round by round where there are too many for that."""
    played = event_of(pairs, ROUND_ROBIN, rounds=3)
    for _round in range(2):
        played.round()
    running.withdraw(played.by, played.entry(3), "ill")
    last = played.round()
    name = load_event_view(played.fresh).entries[3].name
    assert page(played, "event_round", last.number).count(f"walkover: {name} has withdrawn") == 1
    text = page(played, "event_cross")
    rows = {int(row[0].split()[0]): row[2:] for row in rows_of(text)}
    won = [number for number, row in rows.items() if (row[2] if pairs == 6 else row[-2]) in ("2*", "+3*")]
    lost = [cell for cell in rows[3] if cell.endswith("*")]
    assert lost == ["0*"] if pairs == 6 else [f"−{won[0]}*"]
    assert len(won) == 1


def test_who_is_asked_for_is_told_round_by_round_with_names() -> None:
    played = event_of(5)
    for _round in range(2):
        drawn = played.publish()
        for game in played.games(drawn):
            played.totals(game, 6000, 5000)
        played.close(drawn)
    text = page(played, "event_cross", q="3")
    way = text[text.index('class="way"') : text.index('class="table-frame"')]
    sat = PairingEntry.objects.filter(round__tournament=played.event, entry__number=3)
    assert re.findall(r"<h3>Round (\d)", way) == ["1", "2"]
    games = [one.pairing.game for one in sat.select_related("pairing__game")]
    assert all(reverse("scoring:game", args=[game.pk]) in way for game in games if game is not None)
    placing = next(one for one in played.counted() if one[1] == 3)
    assert f"Place {placing[0]}, {placing[2]} points" in way
    assert "Nobody called “Nisse” was found." in page(played, "event_cross", q="Nisse")


def test_each_row_of_the_crosstable_leads_to_the_page_of_its_entry() -> None:
    played = event_of(4)
    played.round()
    led = re.findall(r'<a href="/events/\d+/entries/(\d+)/">(\d+) ', page(played, "event_cross"))
    assert sorted(led) == [(str(number), str(number)) for number in range(1, 5)]


def test_a_number_finds_the_entry_that_has_it_and_no_player_whose_number_begins_so() -> None:
    played = Played(agreed(SWISS))
    named(played, "Åsa Öberg", "Bo Ek", "Kim Berg", "Ulla Lind")
    drawn = played.publish()
    (asked,) = answers(page(played, "event_round", drawn.number, q="2"))
    assert "Kim Berg" in asked
    unnamed = Player(pk=2345, given_name="Åsa", family_name="Öberg", may_publish=False)
    assert [matches_name(unnamed, [word]) for word in ("23", "2345", "asa")] == [False, True, False]


def test_where_own_points_decide_they_stand_beside_the_points() -> None:
    played = event_of(2, chain=("points", "own_points", "difference"))
    drawn = played.publish()
    played.totals(played.games(drawn)[0], 6000, 5000)
    text = page(played)
    assert "Own points" in text
    assert [row[4] for row in rows_of(text)] == ["6,000", "5,000"]


def test_what_a_game_is_worth_is_not_said_twice_where_its_points_are_what_counts() -> None:
    for scheme, said in ((TOTAL, False), (SCL, True)):
        played = event_of(2, scheme=scheme)
        drawn = played.publish()
        played.totals(played.games(drawn)[0], 6000, 5000)
        text = page(played, "event_round", drawn.number)
        assert ("worth" in text) is said
        assert ("what the game earns in the standings" in text) is said


@pytest.mark.parametrize("entries", [8, 20])
def test_the_other_pages_take_as_many_queries_however_many_play(entries: int) -> None:
    played = event_of(entries)
    played.round()
    for name in ("event_cross", "event_places", "event_statistics", "event_rules"):
        assert queries_of(played, name) <= MOST_QUERIES + 1, name


def test_the_places_of_everybody_are_there_and_who_is_asked_for_is_drawn() -> None:
    played = Played(agreed(SWISS))
    named(
        played, *(f"{given} {family}" for given, family in zip("ABCDEFGHIJKLMNOP", FAMILY * 2, strict=True))
    )
    for _round in range(2):
        played.round()
    text = page(played, "event_places")
    assert text.count("<polyline") == 6
    key = page(played, "event_places", q="orsted")
    drawn = re.findall(r"</svg>([^<]+)</li>", key)
    assert all("Ørsted" in name for name in drawn[:2])
    assert "Nobody called “Nisse”" in page(played, "event_places", q="Nisse")


# --- what was made ----------------------------------------------------------------------------------------


def test_records_and_combinations_are_those_of_the_stored_deals() -> None:
    played = event_of(4)
    drawn = played.publish()
    game, other = played.games(drawn)
    for number in range(1, 3):
        recording.record_deal(played.by, game, a_deal(number))
    played.totals(other, 6000, 1000)
    text = page(played, "event_statistics")
    hands = Hand.objects.filter(deal__game=game)
    biggest = max(hand.total for hand in hands)
    sambas = sum(hand.combinations.get("samba", 0) for hand in hands)
    assert f"{biggest:,}" in text
    assert ["Sambas", str(sambas)] in rows_of(text)
    assert ["Deals counted", "2"] in rows_of(text)
    assert "Largest winning margin" in text
    assert "5,000" in text


def test_the_margin_of_three_sides_is_that_of_the_first_before_the_second() -> None:
    played = event_of(6, THREE_SIDED, sides=3, scheme=PLACES)
    one, other = played.games(played.publish())
    played.totals(one, 1000, 6000, 5700)
    played.totals(other, 4100, 3000, 1200)
    found = {
        record.label: record.figure for record in statistics.event_records(load_event_view(played.fresh), [])
    }
    assert found == {"Most points in a game": 6000, "Largest winning margin": 1100, "Closest game": 300}


def test_contracts_made_and_robbed_are_counted() -> None:
    played = Played(agreed(SWISS), ruleset="sitoumussamba")
    played.enter(2)
    drawn = played.publish()
    demo.record_deals(played.by, played.games(drawn)[0], demo.CONTRACTS)
    rows = dict(row for row in rows_of(page(played, "event_statistics")) if len(row) == 2)
    assert (rows["Contracts bid"], rows["Contracts made"], rows["Contracts robbed"]) == ("3", "1", "1")


def test_the_rules_in_force_tell_what_the_jury_has_ruled() -> None:
    played = event_of(4)
    drawn = played.publish()
    game = played.games(drawn)[0]
    ruling = recording.give_ruling(
        played.by, game, recording.Decision(text="The pile stays where it is", key=uuid4())
    )
    text = page(played, "event_rules")
    assert "Rounds 1–3: Swiss." in text
    assert "The pile stays where it is" in text
    recording.cancel_ruling(played.by, ruling, "A mistake", uuid4())
    assert "The pile stays where it is" not in page(played, "event_rules")


# --- kept back --------------------------------------------------------------------------------------------


def test_standings_that_are_kept_back_are_shown_nowhere_until_the_end() -> None:
    played = event_of(4, rounds=2, hidden=True)
    for _round in range(2):
        drawn = played.round()
    for text in (
        page(played),
        page(played, "event_round", drawn.number),
        *(page(played, name) for name in ("event_places", "event_cross", "event_statistics")),
    ):
        assert not {word for word in ('id="standings"', "polyline", "worth") if word in text}
    assert "The standings are being withheld." in page(played)
    director = Client()
    assert played.by.user is not None
    director.force_login(played.by.user)
    desk = director.get(reverse("tournaments:standings", args=[played.event.pk])).content.decode()
    assert [row[0] for row in rows_of(desk)] == ["1", "2", "3", "4"]
    show_after_this_round(played.by, played.event)
    assert 'id="standings"' in page(played)


# --- nothing new ------------------------------------------------------------------------------------------


PAGES = ("event", "event_round", "event_places", "event_cross", "event_statistics", "event_rules")


@pytest.mark.parametrize("name", PAGES)
def test_a_phone_that_has_seen_it_is_told_so_by_one_row(name: str) -> None:
    played = event_of(4)
    drawn = played.publish()
    within = [drawn.number] if name == "event_round" else []
    address = reverse(f"tournaments:{name}", args=[played.event.pk, *within])
    tag = Client().get(address)["ETag"]
    with CaptureQueriesContext(connection) as asked:
        assert Client().get(address, headers={"If-None-Match": tag}).status_code == 304
    assert len(asked) == 1
    recording.record_deal(played.by, played.games(drawn)[0], a_deal(1))
    assert Client().get(address, headers={"If-None-Match": tag}).status_code == 200


def test_the_crosstable_on_paper_has_signs_for_who_did_not_play_and_says_what_they_mean() -> None:
    played = event_of(7)
    late_in(played)
    paper = build_cross_table(load_event_view(played.fresh), on_paper=True)
    cells = [cell for row in paper.table.rows for cell in row.values[2:-1]]
    assert "·" in cells
    assert "o" in cells
    assert not {"late", "out"} & {*cells}
    assert {"o: sat out.", "·: had not come yet."} <= {*paper.legend}


def test_the_crosstable_marks_the_rounds_after_an_entry_had_withdrawn() -> None:
    played = event_of(8, rounds=3)
    played.round()
    played.round()
    running.withdraw(played.by, played.entry(3), "ill")
    played.round()
    cross = build_cross_table(load_event_view(played.fresh))
    marked = [row.values for row in cross.table.rows if "×" in row.values]
    assert [str(values[0]).split()[0] for values in marked] == ["3"]
    assert "×: had withdrawn." in cross.legend
