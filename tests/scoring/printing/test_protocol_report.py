"""The protocol of a game: the content of its report, and the same on paper."""

from __future__ import annotations

import json
from copy import deepcopy
from random import Random
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from clubs.books.writing import JsonValue
from clubs.models import Player
from clubs.people.names import full_name, public_name
from clubs.reports.numbers import format_value
from clubs.reports.pdf.reports import render_report
from clubs.reports.report import Report, Row, SignatureLine
from scoring import recording, rulesets
from scoring.core import simulate
from scoring.core.game_state import EarlyEnd, GameEnd
from scoring.core.ruleset import RuleSet
from scoring.core.sheet_io import sheet_as_data
from scoring.printing import rows as printed_rows
from scoring.printing.assembly import protocol_report
from scoring.printing.event_lines import read_event_lines
from scoring.store import printing_queries
from tests.builders import a_player
from tests.documents.reading import text_of
from tests.scoring.support.played import Evening, a_body, a_column, a_stock_end, an_evening
from tests.scoring.support.signed import all_sign, finished_evening, refuse, sign, signed_evening

pytestmark = pytest.mark.django_db

EVERY_GAME = pytest.mark.parametrize("rules", rulesets.newest_editions(), ids=lambda rules: rules.slug)
LANGUAGES = ("sv", "fi", "da", "en")
STROKES = [[[30, 40], [300, 150]], [[500, 60]]]
ADDRESS = "http://192.0.2.1/games/1/"


@pytest.fixture(scope="module", autouse=True)
def shared_evening(module_rows: None) -> Evening:
    return an_evening()


@pytest.fixture
def evening(shared_evening: Evening) -> Evening:
    return deepcopy(shared_evening)


def report_of(evening: Evening, *languages: str, desk: bool = False) -> Report:
    game = printing_queries.games_for_paper().get(pk=evening.game.pk)
    name_of = full_name if desk else public_name
    (paper,) = printing_queries.build_game_papers([game])
    return protocol_report(languages or ["en"], paper, read_event_lines([game]), name_of, ADDRESS)


def rows_of(report: Report) -> list[tuple[object, ...]]:
    return [row.values for row in report.tables[0].rows]


def notes_of(report: Report) -> list[str]:
    """Return the notes, with non-breaking spaces as plain ones."""
    return [note.replace("\N{NO-BREAK SPACE}", " ") for note in report.notes]


def facts_of(report: Report) -> dict[str, object]:
    return {fact.label: fact.value for fact in report.facts}


def words_of(report: Report) -> str:
    """Return the words of a PDF in the order in which they were drawn."""
    return " ".join(text_of(render_report(report), "-raw").split())


def row_text(row: Row, language: str) -> str:
    values = [format_value(value, language) for value in row.values if value is not None]
    return " ".join(" ".join(values).split())


def simulated(rules: RuleSet) -> Evening:
    """Return an evening with three simulated deals, written down as tallies."""
    evening, rng = an_evening(ruleset=rules.slug), Random(4)
    for number in (1, 2, 3):
        deal = simulate.play_deal(rules, rng, before=evening.totals)
        written_down = json.loads(json.dumps(sheet_as_data(simulate.tally_sheet(deal.sheet))))
        known = {name: written_down[name] for name in ("ended", "hands", "contract") if name in written_down}
        evening.start(number)
        evening.record(number, known)
    return evening


def test_a_deal_prints_the_rows_that_are_used_and_no_other(evening: Evening) -> None:
    evening.record(1, a_body())
    assert rows_of(report_of(evening)) == [
        ("Deal 1", "A went out, not approved yet", None),
        ("Opening requirement", 50, 50),
        ("Mixed canastas", 300, None),
        ("Sambas", 1500, None),
        ("Going out", 200, None),
        ("Base points", 2000, 0),
        ("Melded cards", 845, None),
        ("Cards in hand", -120, -85),
        ("Card points", 725, -85),
        ("Deal total", 2725, -85),
        ("Running total", 2725, -85),
    ]


def test_all_penalties_stand_in_one_row(evening: Evening) -> None:
    evening.record(1, a_body(penalties={"drew_out_of_turn": 1, "melded_out_of_turn": 2}))
    assert ("Penalties", -300, None) in rows_of(report_of(evening))


def test_danish_prints_two_numbers_and_the_mark_of_a_side_without_a_canasta() -> None:
    evening = an_evening(ruleset="danish")
    made = a_column(combinations={"red": 1, "black": 1}, meld_points=405, went_out=True, red_threes=1)
    evening.record(1, {"ended": "out", "hands": [made, a_column(meld_points=100, hand_points=45)]})
    assert rows_of(report_of(evening))[2:] == [
        ("Canastas", 800, None),
        ("No canasta: minus", None, "×"),
        ("All the rest", 505, -145),
        ("Deal total", 1305, -145),
        ("Running total", 1305, -145),
    ]


def test_danish_adds_up_its_first_number_only_where_it_has_penalties() -> None:
    evening = an_evening(ruleset="danish")
    made = a_column(combinations={"red": 1}, meld_points=405, went_out=True, penalties={"hinting": 1})
    evening.record(1, {"ended": "out", "hands": [made, a_column(meld_points=100, hand_points=45)]})
    labels = [row[0] for row in rows_of(report_of(evening))]
    assert labels.index("Canastas") < labels.index("Penalties") < labels.index("Base points")


def test_a_contract_says_who_bid_who_doubled_and_what_became_of_it() -> None:
    evening = an_evening(ruleset="sitoumussamba")
    made = a_column(
        combinations={"samba": 1, "red": 1, "black": 1}, meld_points=500, went_out=True, hand_points=0
    )
    contract: JsonValue = {"side": 1, "level": 2, "strain": "spades", "doubled": True}
    hands: list[JsonValue] = [a_column(meld_points=200, combinations={"black": 1}, hand_points=60), made]
    evening.record(1, {"ended": "out", "hands": hands, "contract": contract})
    rows = {values[0]: values[1:] for values in rows_of(report_of(evening))}
    assert rows["Bid"] == (None, "2 spades ♠")
    assert rows["Doubled"] == ("×", None)
    assert (rows["Needed"], rows["Reached"]) == ((None, 2000), (None, 2600))
    assert rows["Outcome"] == (None, "made")
    assert rows["Contract award"] == (None, 2000)


def test_the_header_says_who_plays_for_which_club_and_by_which_rules() -> None:
    evening = finished_evening()
    facts, game = facts_of(report_of(evening)), evening.fresh()
    players = f"{evening.player(0).name} – {evening.player(0, 1).name}"
    assert facts["A"] == f"{players} ({evening.player(0).home_club.short_name or game.book.club.name})"
    assert facts["Rules, edition"] == f"Samba {game.edition}"
    assert facts["Played to"] == "10,000"
    assert {"Club", "Started", "Ended", "B"} <= facts.keys()


def substitute(evening: Evening, leaving: Player, coming: Player) -> None:
    recording.substitute(evening.director, evening.game, 0, leaving, coming, uuid4())


def test_the_header_says_who_sat_there_before_and_from_which_deal_on(evening: Evening) -> None:
    leaving, coming, later = evening.player(0, 1), a_player(), a_player()
    evening.record(1)
    evening.record(2)
    substitute(evening, leaving, coming)
    evening.record(3)
    substitute(evening, coming, later)
    facts = facts_of(report_of(evening))
    assert facts["A from deal 3"] == f"{coming.name} in place of {leaving.name}"
    assert facts["A from deal 4"] == f"{later.name} in place of {coming.name}"
    assert later.name in str(facts["A"])
    assert leaving.name not in str(facts["A"])
    assert not any(label.startswith("B from") for label in facts)


def test_who_never_played_is_not_in_the_header(evening: Evening) -> None:
    leaving = evening.player(0, 1)
    substitute(evening, leaving, a_player())
    evening.record(1)
    report = report_of(evening)
    assert leaving.name not in str(report)
    assert not any(label.startswith("A from") for label in facts_of(report))


def test_a_deal_was_dealt_by_who_sat_there_then(evening: Evening) -> None:
    seats = recording.Seats(highest=evening.player(0).pk, key=uuid4())
    recording.take_seats(evening.device(None), evening.game, seats)
    few: dict[str, JsonValue] = {"ended": "stock", "hands": [a_column(), a_column()]}
    evening.record(1, few)
    dealer = evening.deal(1).dealer
    assert dealer is not None
    side, position = dealer
    leaving, coming = evening.player(side, position), a_player()
    recording.substitute(evening.director, evening.game, side, leaving, coming, uuid4())
    for number in (2, 3, 4, 5):
        evening.record(number, few)
    assert evening.deal(5).dealer == dealer
    report = report_of(evening)
    headings = {str(values[0]): str(values[1]) for values in rows_of(report)}
    assert f"{leaving.name} dealt" in headings["Deal 1"]
    assert f"{coming.name} dealt" in headings["Deal 5"]
    assert facts_of(report)["First dealer"] == leaving.name
    both = next(row for row in report_of(evening, "fi", "sv").tables[0].rows if row.is_heading)
    assert str(both.values[2]).startswith(
        f"{leaving.name} jakoi / gav, umpipakka loppui / talongen tog slut, "
    )


def test_a_deal_says_who_sat_out() -> None:
    evening = an_evening((3, 2))
    seats = recording.Seats(highest=evening.player(0).pk, key=uuid4())
    recording.take_seats(evening.device(None), evening.game, seats)
    evening.record(1)
    (place,) = evening.deal(1).sits_out
    name = evening.player(*place).name
    heading = str(rows_of(report_of(evening))[0][1])
    assert f", sitting out: {name}, A went out" in heading


GIVEN = "A reason was given; those who work at the event can read it."


def test_why_somebody_has_not_signed_stands_apart_from_that() -> None:
    evening = finished_evening()
    refuse(evening, reason="a samba is missing")
    notes = report_of(evening).notes
    assert f"{evening.player(0).name} has refused to sign. Reason: {GIVEN}" in notes


def test_a_game_that_goes_on_has_no_end_and_no_difference(evening: Evening) -> None:
    evening.record(1)
    report = report_of(evening)
    assert "Ended" not in facts_of(report)
    assert "Point difference" not in {values[0] for values in rows_of(report)}


def test_a_correction_says_its_deal_kind_paragraph_and_reason(evening: Evening) -> None:
    evening.record(1)
    evening.record(2)
    evening.amend(1, a_body(meld_points=840), reason="added up again")
    notes = notes_of(report_of(evening))
    assert (
        "Correction in deal 1 (arithmetic, § 35 b): added up again [the desk]; deal total: A 2,725 → 2,720"
        in notes
    )


def test_a_correction_at_the_table_bears_the_initials_of_who_wrote_it(evening: Evening) -> None:
    evening.record(1, by=evening.device(0))
    evening.amend(1, a_body(meld_points=840), by=evening.device(0))
    initials = "".join(word[0] for word in evening.player(0).name.split())
    assert any(f"[{initials}]" in note for note in notes_of(report_of(evening)))


def test_a_correction_against_the_rules_is_told_once_with_what_it_changed(evening: Evening) -> None:
    evening.record(1)
    evening.record(2)
    less = a_body(combinations={"mixed": 2})
    evening.amend(1, less, by=evening.director, reason="seen by all", override=True)
    against = "against: § 35 c"
    (sentence,) = [note for note in notes_of(report_of(evening)) if "seen by all" in note]
    assert sentence == (
        f"Correction in deal 1 (the director, {against}): seen by all; deal total: A 2,725 → 1,525"
    )


def test_a_requirement_that_the_totals_no_longer_ask_for_is_explained(evening: Evening) -> None:
    evening.record(1)
    evening.record(2)
    assert not [note for note in notes_of(report_of(evening)) if "opening requirements" in note]
    few = a_body(meld_points=100, combinations={"mixed": 2})
    evening.amend(1, few, by=evening.director, reason="no samba", override=True)
    (sentence,) = [note for note in notes_of(report_of(evening)) if "opening requirements" in note]
    assert sentence.startswith("The opening requirements of deal 2 remain as they were when it began")
    assert sentence.endswith(": A 50")


def test_a_void_deal_says_why(evening: Evening) -> None:
    evening.record(1)
    recording.void_deal(evening.director, evening.game, 1, "a card was missing", uuid4())
    assert "Deal 1 was declared void by the director: a card was missing" in report_of(evening).notes


def test_a_game_without_deals_says_so_and_has_no_empty_table(evening: Evening) -> None:
    report = report_of(evening)
    assert report.notice == "No deal has been recorded yet."
    assert not report.tables
    assert "No deal has been recorded yet." in words_of(report)
    evening.record(1)
    assert not report_of(evening).notice


def test_a_game_that_was_entered_by_its_result_has_that_and_no_word_of_deals(evening: Evening) -> None:
    recording.record_result(
        evening.director, evening.game, recording.FinalResult(totals=[9500, 4320], reason="lost", key=uuid4())
    )
    report = report_of(evening)
    assert not report.notice
    assert rows_of(report)[0] == ("Result", 9500, 4320)
    assert [column.title for column in report.tables[0].columns] == ["", "A", "B"]


@pytest.mark.parametrize("kind", [GameEnd.FORFEIT, GameEnd.STOPPED])
def test_who_gave_up_has_no_difference_of_points_before_the_winner(kind: GameEnd, evening: Evening) -> None:
    evening.record(1)
    recording.end_game(evening.director, evening.game, EarlyEnd(kind, 0), "went home", uuid4())
    labels = [values[0] for values in rows_of(report_of(evening))]
    assert "Result" in labels
    assert "Point difference" not in labels


@pytest.mark.parametrize(("kind", "settled"), [(GameEnd.TIME, True), (GameEnd.STOPPED, False)])
def test_three_sides_settle_nothing_where_one_has_left(kind: GameEnd, settled: bool) -> None:
    evening = an_evening((2, 2, 2))
    evening.record(1, a_stock_end(5, 10, 15))
    end = EarlyEnd(kind, None if kind is GameEnd.TIME else 0)
    recording.end_game(evening.director, evening.game, end, "went home", uuid4())
    assert ("Settlement" in [values[0] for values in rows_of(report_of(evening))]) is settled


def test_what_an_unfinished_game_comes_to_is_no_result(evening: Evening) -> None:
    evening.record(1)
    recording.adjust(evening.director, evening.game, evening.charge(points=-100))
    assert rows_of(report_of(evening))[-1] == ("Total so far", 2625, -85)


def test_drawn_signatures_stand_on_the_paper_of_the_desk_alone() -> None:
    evening = finished_evening()
    sign(evening, strokes=STROKES)
    drawn = [line for line in report_of(evening, desk=True).signatures if isinstance(line, SignatureLine)]
    assert drawn[0].strokes == tuple(tuple(map(tuple, stroke)) for stroke in STROKES)
    public = [line for line in report_of(evening).signatures if isinstance(line, SignatureLine)]
    assert [line.text for line in drawn] == [line.text for line in public]
    assert not any(line.strokes for line in public)


def test_a_typed_name_stands_on_its_line_at_the_desk_and_on_that_of_the_scorekeeper() -> None:
    evening = finished_evening()
    game = evening.fresh()
    game.keeper = evening.player(0)
    game.save(update_fields=["keeper"])
    sign(evening, typed="Anna B.")
    lines = [line for line in report_of(evening, desk=True).signatures if isinstance(line, SignatureLine)]
    assert [line.typed for line in lines] == ["Anna B.", "", "", "", "Anna B.", ""]
    assert words_of(report_of(evening, desk=True)).count("Anna B.") == 3, "also in the sentence"
    public = [line for line in report_of(evening).signatures if isinstance(line, SignatureLine)]
    assert not any(line.typed for line in public)


def test_a_disputed_deal_stands_with_what_it_would_score_and_no_running_total(evening: Evening) -> None:
    evening.record(1)
    recording.dispute_deal(evening.device(1), evening.game, evening.approval(1, 1, reason="no samba"))
    rows = {values[0]: values[1:] for values in rows_of(report_of(evening))}
    assert rows["Deal total"] == (2725, -85)
    assert "Running total" not in rows


def test_the_result_stands_at_the_head_beside_the_names_once_the_game_is_over(evening: Evening) -> None:
    evening.record(1)
    assert [fact.figure for fact in report_of(evening).facts if fact.alone] == [None, None]
    over = report_of(finished_evening())
    result = next(row for row in over.tables[0].rows if row.values[0] == "Result")
    assert tuple(fact.figure for fact in over.facts if fact.alone) == result.values[1:]


@EVERY_GAME
def test_paper_says_every_row_in_every_language(rules: RuleSet) -> None:
    evening = simulated(rules)
    for language in LANGUAGES:
        report = report_of(evening, language)
        text, at = words_of(report), 0
        for row in report.tables[0].rows:
            if all(not isinstance(value, str) for value in row.values[1:]):
                at = text.index(row_text(row, language), at)
            else:
                assert all(word in text for word in row_text(row, language).split())


def test_who_signs_and_what_was_charged_stand_once_in_two_languages(evening: Evening) -> None:
    evening.record(1)
    recording.adjust(evening.director, evening.game, evening.charge())
    report = report_of(evening, "fi", "sv")
    lines = [line.text for line in report.signatures if isinstance(line, SignatureLine)]
    name = public_name(evening.player(0))
    assert lines[0] == f"Allekirjoitus / Underskrift, A: {name}"
    assert lines[-1] == "Kilpailunjohtaja / Tävlingsledaren"
    (note,) = report.notes
    assert note.startswith("Rangaistus tai hyvitys / Straff eller tillägg: ")
    assert note.count(name) == 1


def test_finnish_and_swedish_stand_side_by_side() -> None:
    evening = signed_evening()
    report = report_of(evening, "fi", "sv")
    signs, _when = report.signatures[0].text.split("\n")  # type: ignore[union-attr] # a line of a protocol
    assert signs == f"A: {public_name(evening.player(0))} on allekirjoittanut. / har skrivit under."
    assert report.title == "Pöytäkirja / Protokoll"
    assert [column.short for column in report.tables[0].columns[2:]] == ["A", "B"]
    row = next(row for row in report.tables[0].rows if row.values[0] == "Sambat")
    assert row.values == ("Sambat", "Sambas", 1500, None)
    assert row_text(row, "fi") in words_of(report)


@EVERY_GAME
def test_the_same_game_gives_the_same_bytes(rules: RuleSet) -> None:
    evening = simulated(rules)
    assert render_report(report_of(evening, "fi", "sv")) == render_report(report_of(evening, "fi", "sv"))


def test_the_address_of_the_code_stands_above_it_in_letters(
    evening: Evening,
) -> None:
    text = words_of(report_of(evening))
    assert "192.0.2.1/games/1/" in text
    assert "http:" not in text


def test_the_address_takes_one_language_or_two() -> None:
    evening = finished_evening()
    address = reverse("scoring:protocol", args=[evening.game.pk])
    files = {
        languages: Client().get(address, {"languages": languages}).content
        for languages in ("sv", "fi", "fi-sv", "xx")
    }
    assert len(set(files.values())) == 4
    with translation.override("en"):
        assert files["xx"].startswith(b"%PDF")


@EVERY_GAME
def test_every_printed_row_has_a_name(rules: RuleSet) -> None:
    names = [printed_rows.printed_row_name(rules.slug, row) for row in rules.printed_rows]
    assert len(set(names)) == len(names)


def test_a_protocol_costs_the_same_however_many_deals_there_are(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    few, many = finished_evening(), an_evening()
    for number in range(1, 5):
        many.record(number)
        many.amend(number, a_body(meld_points=840), reason="added up again")
    all_sign(few)
    with django_assert_max_num_queries(18) as seen:
        report_of(few)
    with django_assert_max_num_queries(len(seen)):
        report_of(many)
