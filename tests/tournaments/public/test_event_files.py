"""An event as files: its pages as numbers and texts, every line of every deal, nothing that is kept back."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from io import BytesIO, StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from openpyxl import load_workbook

from clubs.models import Player
from scoring import recording
from scoring.models import DealVersion, Hand, Side
from tests.documents.list_schema import valid_list
from tests.scoring.support.played import a_deal
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.core.criteria import CRITERIA
from tournaments.core.movements.partners import PARTNERS
from tournaments.core.schemes.total import TOTAL
from tournaments.core.schemes.vp_continuous import VP_CONTINUOUS
from tournaments.models import EventAdjustment, Pairing, Tournament
from tournaments.papers.kinds.by_table import pairings_by_table
from tournaments.papers.kinds.standings import standings_paper
from tournaments.papers.source import PaperSource
from tournaments.play.seating import RoundSeats
from tournaments.public import event_view, exports, rounds
from tournaments.wording.labels import CRITERION_LABELS

pytestmark = pytest.mark.django_db

SHEETS = [
    "Standings",
    "Results by round",
    "Places round by round",
    "Crosstable",
    "Key to the crosstable",
    "Players",
]
SUMMED = ("event_places", "event_cross")


def event_of(entries: int = 4, **fields: Any) -> Played:
    played = Played(agreed(**fields))
    played.enter(entries)
    return played


def taken(
    played: Played,
    name: str = "event",
    *args: object,
    client: Client | None = None,
    form: str = "xlsx",
    **asked: str,
) -> bytes:
    address = reverse(f"tournaments:{name}", args=[played.event.pk, *args])
    response: Any = (client or Client()).get(address, {"as": form, **asked})
    assert response.status_code == 200
    assert "Content-Disposition" in response.headers, "the page came instead of a file"
    content: bytes = response.getvalue()
    if form == "json":
        valid_list(content)
    return content


def rows_of(played: Played, name: str = "event", *args: object) -> list[list[str]]:
    """The table of the Nordic CSV, without the lines around it."""
    return table_in(taken(played, name, *args, form="csv"))


def table_in(content: bytes) -> list[list[str]]:
    rows = csv.reader(StringIO(content.decode("utf-8-sig"), newline=""), delimiter=";")
    return [row for row in rows if not (row and row[0].startswith("# "))]


def in_sheet(sheet: Any) -> list[tuple[Any, ...]]:
    """The cells of a table in a sheet: what is filtered are the headings and the rows."""
    cells: list[tuple[Any, ...]] = list(sheet[sheet.auto_filter.ref])
    return cells


def test_programs_get_each_player_of_a_pair_with_a_number_that_stays_if_the_list_names_him() -> None:
    played = event_of()
    played.round()
    named, hidden = Player.objects.filter(places__entry__number=1, places__tournament=played.event).order_by(
        "pk"
    )
    Player.objects.filter(pk=hidden.pk).update(may_publish=False)
    Player.objects.filter(pk=named.pk).update(may_publish=True)
    expected = [{"id": named.pk, "name": named.name}, {"id": None, "name": f"Player {hidden.pk}"}]
    whole = valid_list(taken(played, "event_whole", form="json"))
    tables = {table["key"]: table["rows"] for table in whole["tables"]}
    for key in ("standings", "places", "entries"):
        (found,) = (row["players"] for row in tables[key] if row["entry"] == 1)
        assert found == expected, key
    sides = [
        row[f"players_{at}"] for row in tables["results"] for at in (1, 2) if row[f"entries_{at}"] == "1"
    ]
    assert sides == [expected]


def test_partners_who_were_drawn_are_a_side_and_no_player() -> None:
    played = Played(agreed(PARTNERS, players=1))
    played.enter(4)
    drawn = played.publish()
    heads = rows_of(played, "event_round", drawn.number)[0]
    assert [head for head in heads if "1" in head] == [
        "Side 1",
        "Result, Side 1",
        "Points, Side 1",
        "Remark, Side 1",
    ]
    paper = pairings_by_table(PaperSource(played.fresh, str), drawn)
    assert paper is not None
    assert [column.title for column in paper.tables[0].columns] == ["Table", "Side 1", "Side 2"]


def test_a_round_listed_by_name_is_a_file_by_name_too() -> None:
    played = event_of(5)
    drawn = played.publish()
    head, *lines = table_in(taken(played, "event_round", drawn.number, form="csv", by="name"))
    assert head == ["Name", "Table", "Remark"]
    names = [name for name, _table, _remark in lines]
    assert len(names) == 5 * played.event.agreement.players
    assert names == sorted(names)
    assert {remark for _name, table, remark in lines if not table} == {"sits out"}
    assert {table for _name, table, _remark in lines} == {"1", "2", ""}


def is_page(played: Played, name: str) -> bool:
    response: Any = Client().get(reverse(f"tournaments:{name}", args=[played.event.pk]), {"as": "xlsx"})
    return response.status_code == 200 and "Content-Disposition" not in response.headers


def scored(played: Played) -> None:
    """A round whose first game has two deals, a ruling, and a charge of each kind."""
    first, *_others = played.games(played.publish())
    for number in (1, 2):
        recording.record_deal(played.by, first, a_deal(number))
    recording.adjust(
        played.by, first, recording.Charge(side=1, points=-100, reason="=Late", rule="", key=uuid4())
    )
    recording.give_ruling(played.by, first, recording.Decision(text="The game goes on", key=uuid4()))
    running.adjust_event(
        played.by,
        played.fresh,
        running.EventCharge(
            entry=1, unit=EventAdjustment.Unit.POINTS, amount=-1, reason="Nobody's business", key=uuid4()
        ),
    )


def test_the_standings_are_numbers_and_a_formula_is_a_name() -> None:
    played = event_of()
    Player.objects.filter(places__entry__number=1, places__position=0).update(
        given_name="=1+1", family_name=""
    )
    drawn = played.publish()
    played.totals(played.games(drawn)[0], 5000, 1000)
    sheet = load_workbook(BytesIO(taken(played, form="xlsx")))["Standings"]
    headings, *rows = in_sheet(sheet)
    assert [cell.value for cell in headings] == [
        *("Number", "Place", "Pair", "Player 1", "Player 2", "Club"),
        *("Games won", "Games drawn", "Games lost", "Points", "Difference", "Decided by"),
    ]
    assert {type(row[9].value) for row in rows} == {int}
    assert {row[2].data_type for row in rows} == {"s"}
    assert any(str(row[2].value).startswith("=1+1") for row in rows)
    assert any(row[3].value == "=1+1" for row in rows)
    assert {row[5].value for row in rows} == {played.club.name}
    assert [[cell.value for cell in row[6:9]] for row in rows] == [[1, 0, 0], *[[0, 0, 0]] * 2, [0, 0, 1]]
    assert sheet["A1"].value == f"{played.club.name} · Spring · Standings"


def test_victory_points_are_numbers_with_two_decimals() -> None:
    played = event_of(scheme=VP_CONTINUOUS)
    played.round()
    headings, *rows = rows_of(played)
    at = headings.index("Points")
    assert all(row[at].replace(",", "").isdecimal() and row[at][-3] == "," for row in rows)
    told = json.loads(taken(played, form="json"))
    assert sum(row["points"] for row in told["tables"][0]["rows"]) == pytest.approx(40)


def test_before_anything_counts_the_file_has_the_round_and_before_that_the_entries() -> None:
    played = event_of()
    assert [row[0] for row in rows_of(played)[1:]] == ["1", "2", "3", "4"]
    played.publish()
    assert [row[:2] for row in rows_of(played)[1:]] == [["1", "1"], ["1", "2"]]


def test_a_round_has_what_each_side_has_and_what_that_is_worth() -> None:
    played = event_of()
    drawn = played.publish()
    played.totals(played.games(drawn)[0], 5000, 1000)
    headings, first, second = rows_of(played, "event_round", 1)
    row = dict(zip(headings, first, strict=True))
    assert (row["Result, Pair 1"], row["Points, Pair 1"], row["Result, Pair 2"]) == ("5000", "2", "1000")
    assert dict(zip(headings, second, strict=True))["Result, Pair 1"] == ""


def test_where_the_totals_count_a_round_has_points_only_where_they_are_others() -> None:
    played = event_of(scheme=TOTAL, walkover_margin=4_000)
    drawn = played.publish()
    played.play(drawn)
    pairing = drawn.pairings.get(table=1)
    ruled = running.RuledResult(kind=pairing.Kind.WALKOVER, reason="They had gone home", at_fault=1)
    running.rule_result(played.by, pairing, ruled)
    titles, *rows = rows_of(played, "event_round", 1)
    points = [[row[titles.index(f"Points, Pair {at}")] for at in (1, 2)] for row in rows]
    assert sorted(points) == [["", ""], ["4000", "0"]]


def test_where_own_points_part_equals_a_walkover_says_how_many_count() -> None:
    played = event_of(chain=("points", "own_points"), walkover_margin=4_000)
    drawn = played.publish()
    played.play(drawn)
    ruled = running.RuledResult(kind=Pairing.Kind.WALKOVER, reason="They had gone home", at_fault=1)
    running.rule_result(played.by, drawn.pairings.get(table=1), ruled)
    told = event_view.load_event_view(played.fresh)
    sides = rounds.build_round_view(told, told.record.rounds[0]).tables[0].sides
    assert [side.note for side in sides] == ["own points 4,000", "did not come, own points 0"]
    owned = {placing.totals.own for placing in told.placings}
    assert {4_000, 0} <= owned


def test_what_sums_up_says_that_it_can_still_change_and_the_rules_say_that_they_are_rules() -> None:
    played = event_of()
    scored(played)
    told = event_view.load_event_view(played.fresh)
    unsettled = ("The result is not official yet.", "Round 1: 0 of 2 tables have finished.")
    reports = (
        exports.standings_file(told),
        exports.places_file(told),
        exports.cross_file(told),
    )
    for report in reports:
        assert report is not None
        assert report.notes[:2] == unsettled
        assert [fact.label for fact in report.facts][:2] == ["Club", "Date"]
    assert reports[0].facts[-1].value == "1 / 3"
    assert exports.rules_file(told).subtitle == "Rules in force"


def test_the_whole_event_is_a_sheet_for_each_table() -> None:
    played = event_of()
    played.round()
    scored(played)
    book = load_workbook(BytesIO(taken(played, "event_whole")))
    assert book.sheetnames[:6] == SHEETS
    assert book.sheetnames[6:] == [
        *("Rulings and penalties", "Records", "Totals for the event", "Who made the most", "Deals"),
    ]
    assert len(in_sheet(book["Results by round"])) == len(in_sheet(book["Players"])) == 1 + 4
    assert {sheet["A3"].value for sheet in book} == {"The result is not official yet."}


def test_every_line_of_every_deal_is_there_with_its_paragraph_and_adds_up() -> None:
    played = event_of()
    scored(played)
    sheet = load_workbook(BytesIO(taken(played, "event_deals")))["Deals"]
    headings, *rows = ([cell.value for cell in row] for row in in_sheet(sheet))
    lines = [dict(zip(headings, row, strict=True)) for row in rows]
    stored = DealVersion.objects.filter(current=True)
    assert len(lines) == sum(len(side["lines"]) for one in stored for side in one.result["sides"])
    assert {line["Deal"] for line in lines} == {1, 2}
    points = sum(side["total"] for one in stored for side in one.result["sides"])
    assert sum(line["Points"] for line in lines) == points
    assert any(str(line["Paragraph"]).startswith("§ ") for line in lines)


def test_rulings_and_charges_are_told_and_the_reason_of_one_in_the_standings_is_not() -> None:
    played = event_of()
    scored(played)
    text = taken(played, "event_rules", form="csv").decode()
    assert "'=Late" in text
    assert "The game goes on" in text
    assert "Nobody's business" not in text
    told = json.loads(taken(played, "event_rules", form="json"))["tables"][-1]
    charges = [(row["kind"], row["amount"]) for row in told["rows"]]
    assert charges == [("Ruling", None), ("Penalty", -100), ("Penalty", -1)]


def test_a_ruling_of_a_round_that_was_removed_is_told_with_that_word() -> None:
    played = event_of()
    scored(played)
    running.remove_round(played.by, played.event.rounds.get(), "drawn with an entry too few")
    page = Client().get(reverse("tournaments:event_rules", args=[played.event.pk])).content.decode()
    assert "round 1, which was removed, table 1" in page
    told = json.loads(taken(played, "event_rules", form="json"))["tables"][-1]
    (ruling,) = (row for row in told["rows"] if row["kind"] == "Ruling")
    assert ruling["counts_towards"] == "nothing: the round was removed"


def test_the_whole_event_says_that_it_can_still_change() -> None:
    played = event_of()
    scored(played)
    told = json.loads(taken(played, "event_whole", form="json"))
    assert [note["code"] for note in told["notes"]][:3] == ["not_official", "tables_finished", "while_played"]
    assert [note["text"] for note in told["notes"]][:3] == [
        "The result is not official yet.",
        "Round 1: 0 of 2 tables have finished.",
        "Games still being played count as they are now.",
    ]


def test_what_is_kept_back_is_kept_back_in_files_too() -> None:
    played = event_of(hidden=True)
    scored(played)
    assert all(is_page(played, name) for name in SUMMED)
    headings, *_rows = rows_of(played)
    assert headings[:2] == ["Round", "Table"]
    sheets = load_workbook(BytesIO(taken(played, "event_whole"))).sheetnames
    assert not {"Standings", "Places round by round", "Crosstable", "Who made the most"} & set(sheets)
    told = json.loads(taken(played, "event_rules", form="json"))["tables"][-1]
    assert [row["kind"] for row in told["rows"]] == ["Ruling", "Penalty"]
    points = [row for row in rows_of(played, "event_round", 1)[1:] if row[4]]
    assert points == []


def test_the_director_takes_the_standings_that_are_kept_back_with_full_names() -> None:
    played = event_of(hidden=True)
    played.round()
    Player.objects.update(may_publish=False)
    director = Client()
    assert played.by.user is not None
    director.force_login(played.by.user)
    text = taken(played, "standings", client=director, form="csv").decode()
    assert all(player.name in text for player in Player.objects.filter(places__tournament=played.event))


def test_who_may_not_be_named_is_not_named_in_a_file() -> None:
    played = event_of()
    scored(played)
    Player.objects.update(may_publish=False)
    names = [player.family_name for player in Player.objects.filter(places__tournament=played.event)]
    for name in ("event", "event_whole", "event_deals", "event_cross"):
        text = taken(played, name, form="json").decode()
        assert not [each for each in names if each in text]


def test_the_start_list_has_what_a_search_has_left() -> None:
    played = event_of()
    director = Client()
    assert played.by.user is not None
    director.force_login(played.by.user)
    content = taken(played, "entries", client=director, q="3", form="json")
    (table,) = json.loads(content)["tables"]
    (row,) = table["rows"]
    assert (row["entry"], row["state"], row["club"]) == (3, "entered", played.club.name)


def test_a_file_that_somebody_has_is_not_made_again() -> None:
    played = event_of()
    played.round()
    address = reverse("tournaments:event", args=[played.event.pk])
    first: Any = Client().get(address, {"as": "csv"})
    first.getvalue()
    again = Client().get(address, {"as": "csv"}, headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304


FILES = (
    "event",
    "event_places",
    "event_cross",
    "event_statistics",
    "event_rules",
    "event_whole",
    "event_deals",
)


def test_a_file_takes_as_many_queries_however_many_play() -> None:
    few, many = (queries_of_files(entries) for entries in (4, 12))
    assert few == many
    assert [name for name in FILES if many[name] > MOST_QUERIES[name]] == []


def queries_of_files(entries: int) -> dict[str, int]:
    played = event_of(entries)
    played.round()
    scored(played)
    asked = {}
    for name in FILES:
        with CaptureQueriesContext(connection) as captured:
            taken(played, name, form="csv")
        asked[name] = len(captured)
    return asked


# The revision, the event, its rounds, the tables that are not kept and its entries; then what only this file
# reads: the clubs of the players, the moment of the last act. How much there is of the last two is counted
# first.
MOST_QUERIES = {
    "event": 7,
    "event_places": 7,
    "event_cross": 6,
    "event_statistics": 7,
    "event_rules": 9,
    "event_whole": 14,
    "event_deals": 8,
}


# What tie-breaks have compared.

# Six pairs, three rounds, who has beaten whom, as in `fixtures/events/37` and the ones after it.
WON = (((1, 2), (3, 4), (5, 6)), ((1, 3), (5, 4), (2, 6)), ((5, 1), (2, 3), (4, 6)))
# By hand: what 1 and 2 have, who are level with four points, and 3 and 4 with two.
COMPARED = {
    "difference": ("100", "100", "-100", "-100"),
    "own_points": ("30200", "30200", "30100", "30100"),
    "all_but_worst": ("4", "4", "2", "2"),
    "better_half": ("4", "4", "2", "2"),
    "average": ("1.33", "1.33", "0.67", "0.67"),
    "opponents": ("12", "6", "10", "8"),
    "opponents_cut": ("10", "6", "8", "8"),
    "opponents_median": ("4", "2", "4", "2"),
    "opponents_mean": ("4", "2", "3.33", "2.67"),
    "sonneborn_berger": ("12", "4", "4", "0"),
    "head_to_head": ("2", "0", "2", "0"),
    "lot": ("4", "3", "2", "1"),
}
# Deals decide by combinations, and the program's lots by the secret: each has a test of its own.
OTHERS = {"combinations", "seeded_lot"}


def level_event() -> Played:
    played = Played(agreed())
    entries = played.enter(6)
    running.draw_lots(played.by, played.event, {1: 4, 2: 3, 3: 2, 4: 1, 5: 5, 6: 6})
    for number, won in enumerate(WON, start=1):
        seats = RoundSeats(tables=tuple(((winner,), (loser,)) for winner, loser in won))
        drawn = running.draw_round(played.by, played.event, f"1/{number}", by_hand=True)
        running.publish_round(played.by, running.set_by_hand(played.by, drawn, seats))
        for game in played.games(drawn):
            played.totals(game, 10100, 10000)
        played.close(drawn)
    assert len(entries) == 6
    return played


def test_what_each_tie_break_has_compared_stands_in_every_file_and_on_paper() -> None:
    figured = {code for code, one in CRITERIA.items() if one.points_in_figure is not None}
    assert COMPARED.keys() == figured - OTHERS
    played = level_event()
    for code, figures in COMPARED.items():
        agreement = agreed(chain=("points", code))
        Tournament.objects.filter(pk=played.event.pk).update(settings=agreement.data())
        for way, found in compared_in_files(played, code).items():
            assert found == figures, (code, way)


def compared_in_files(played: Played, code: str) -> dict[str, tuple[str, ...]]:
    """The figures of 1 to 4 under the heading of a criterion, in each kind of file."""
    label = {"difference": "Difference", "own_points": "Own points"}.get(code, str(CRITERION_LABELS[code]))
    heading = label[:1].upper() + label[1:]
    told = json.loads(taken(played, form="json"))["tables"][0]
    book = load_workbook(BytesIO(taken(played, form="xlsx")))["Standings"]
    paper = standings_paper(PaperSource(played.fresh, str))
    assert paper is not None
    table = paper.tables[0]
    ways: dict[str, list[Sequence[object]]] = {
        "json": [[column["title"] for column in told["columns"]], *map(with_columns, told["rows"])],
        "csv": [*rows_of(played)],
        "xlsx": [[cell.value for cell in row] for row in in_sheet(book)],
        "paper": [[column.title for column in table.columns], *(row.values for row in table.rows)],
    }
    view = event_view.load_event_view(played.fresh)
    names = [view.entries[entry].name for entry in (1, 2, 3, 4)]
    return {way: figures_of(names, rows, heading) for way, rows in ways.items()}


def with_columns(row: dict[str, object]) -> list[object]:
    """The values of a row in the order of its columns: the address of its page is in none."""
    return [value for key, value in row.items() if key != "href"]


def figures_of(names: Sequence[str], rows: list[Sequence[object]], heading: str) -> tuple[str, ...]:
    headings, *others = rows
    at, pair = list(headings).index(heading), list(headings).index("Pair")
    by_name = {row[pair]: as_text(row[at]) for row in others}
    return tuple(by_name[name] for name in names)


def as_text(value: object) -> str:
    text = str(value).replace(",", ".")
    return text if "." not in text else text.rstrip("0").rstrip(".")


def test_combinations_that_decide_stand_in_the_file_one_after_the_other() -> None:
    played = event_of(chain=("points", "combinations"))
    for game in played.games(played.publish()):
        recording.record_deal(played.by, game, a_deal(1))
    headings, *rows = rows_of(played)
    figures = [row[headings.index("Combinations made")] for row in rows]
    sides = Side.objects.filter(game__pairing__round__tournament=played.event)
    hands = Hand.objects.filter(deal__game__pairing__round__tournament=played.event)
    assert sides.count() == hands.count() == len(figures)
    assert all(" – " in figure for figure in figures)
    assert sorted(figures) == sorted(expected_combinations(hand.combinations) for hand in hands)


def expected_combinations(made: dict[str, int]) -> str:
    """Sambas first, then all of them."""
    return f"{made.get('samba', 0)} – {sum(made.values())}"
