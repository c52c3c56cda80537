"""The papers of an event: every kind in every game and language says on paper what its report says."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation
from django.utils.timezone import make_aware
from pytest_django import DjangoDbBlocker

from clubs.books.state import BookState
from clubs.models import Player
from clubs.reports.paper import render_document
from clubs.reports.pdf.grid_measuring import FONT_SIZES, measure
from clubs.reports.pdf.page import PAGE_TEXT_WIDTH
from clubs.reports.pdf.reports import is_portrait
from clubs.reports.report import (
    Cards,
    Document,
    Reader,
    Report,
    Sheets,
)
from scoring import recording, rulesets
from scoring.core.cards import BLACK_THREE, RED_THREE
from scoring.core.vocabulary import Strain
from scoring.wording import labels
from tests.documents.archival import breaches
from tests.documents.every_game import EVERY_GAME, GAMES_IN_LANGUAGES, LANGUAGES, has_its_turn
from tests.documents.reading import text_of
from tests.documents.test_grids import squeezed, words_off_page
from tests.scoring.support.played import a_deal
from tests.tournaments.support.events import Played, agreed
from tests.tournaments.support.kept import Events, one_of_each_game
from tests.tournaments.support.said import left_over, said_in
from tournaments import personal, running
from tournaments.core.drawing.movement import Movement
from tournaments.core.movements.partners import PARTNERS
from tournaments.core.movements.three_sided import THREE_SIDED
from tournaments.core.prize_rows import read_rows
from tournaments.core.programme import DayLayout, Template, lay_out
from tournaments.core.schemes.places import PLACES
from tournaments.core.schemes.total import TOTAL
from tournaments.models import Entry, EventAdjustment, Pairing, Round, Tournament
from tournaments.papers import catalogue, prizes
from tournaments.papers.cards import cards_for_tables, empty_result_slips, result_slips, slip_figures
from tournaments.papers.catalogue import PAPER_KINDS, PaperRequest, PaperStage
from tournaments.papers.kinds.by_name import pairings_by_name
from tournaments.papers.kinds.charges import charges_paper
from tournaments.papers.kinds.cross_table import cross_table_paper
from tournaments.papers.kinds.places import places_paper
from tournaments.papers.kinds.results import results_paper
from tournaments.papers.kinds.rules import rules_paper
from tournaments.papers.kinds.standings import standings_paper
from tournaments.papers.kinds.start_list import start_list_paper
from tournaments.papers.kinds.statistics import statistics_paper
from tournaments.papers.prizes import prize_list, prize_placings
from tournaments.papers.source import PaperSource
from tournaments.play.prizes import PrizeTable
from tournaments.play.programme import fingerprint_of_programme
from tournaments.public import tables as event_tables
from tournaments.public.rules_in_force import rules_report
from tournaments.public.standings_report import standings_report
from tournaments.running import EventCharge, adjust_event

pytestmark = pytest.mark.django_db

ADDRESS = "http://192.0.2.1"
LONG = "Alexandra-Wilhelmiina Kiiskinen-Österberg"


PRIZES: Final = PrizeTable({"": read_rows("50 + åäö\n25")}, currency="EUR")


def an_event(
    ruleset: str = "samba",
    entries: int = 6,
    tables: int = 3,
    *movements: Movement,
    over: bool = True,
    **fields: Any,
) -> Played:
    """Tables in the club, and a last round with a deal, a ruling, a warning and a charge, that is over."""
    played = Played(agreed(*movements, rounds=1, **fields), ruleset=ruleset)
    recording.create_tables(played.by, played.club, [str(at) for at in range(1, tables + 1)], uuid4())
    played.enter(entries)
    name_somebody(played)
    running.set_prizes(played.by, played.fresh, PRIZES)
    drawn = played.publish()
    first, *_others = played.games(drawn)
    if ruleset == "samba" and not movements:
        recording.record_deal(played.by, first, a_deal(1))
    else:
        played.totals(first, *(5200, 1300, 900)[: len(first.sides.all())])
    recording.give_ruling(
        played.by, first, recording.Decision(text="Kortit laskettiin uudelleen; åäö ♠♥", key=uuid4())
    )
    warned = first.sides.get(number=0).seats.get(position=0).player
    notice = recording.WarningNotice(player=warned.pk, text="Puhui kesken erän; åäö", key=uuid4())
    recording.warn_player(played.by, first, notice)
    charge = EventCharge(entry=2, unit=EventAdjustment.Unit.POINTS, amount=-1, reason="Myöhässä", key=uuid4())
    adjust_event(played.by, played.fresh, charge)
    personal.make_codes(played.by, played.fresh, 0)
    plan_the_day(played)
    if over:
        end(played, drawn)
    return played


@pytest.fixture(scope="module")
def events(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Events]:
    """One of each game, that is over: a test asks for its own only where it needs another."""
    with django_db_blocker.unblock():
        yield from one_of_each_game(an_event)


def plan_the_day(played: Played) -> None:
    starts_at = make_aware(datetime(2026, 5, 2, 10))
    lines = lay_out(DayLayout(template=Template.DAY, starts_at=starts_at, rounds=2, round_minutes=60))
    running.make_programme(played.by, played.event, lines, fingerprint_of_programme(played.fresh))
    running.move_programme(played.by, played.event, 3, 15, fingerprint_of_programme(played.fresh), uuid4())


def end(played: Played, drawn: Round) -> None:
    """Time ends the game that was begun, and a result is entered of the others."""
    for game in played.games(drawn):
        if game.deals.exists():
            recording.end_game(played.by, game, recording.EarlyEnd(recording.GameEnd.TIME), "22:00", uuid4())
    played.play(drawn)
    played.close(drawn)


def name_somebody(played: Played) -> None:
    """A name that no column is wide enough for."""
    given, _blank, family = LONG.partition(" ")
    Player.objects.filter(places__tournament=played.event, places__entry__number=1).update(
        given_name=given, family_name=family
    )


def name_with_consent_only(played: Played) -> None:
    """Let the event name nobody in the hall who has not agreed to it."""
    stored = played.fresh
    stored.settings = replace(stored.agreement, hall_names=False).data()
    stored.save(update_fields=["settings"])


def source_of(played: Played) -> PaperSource:
    return PaperSource(played.fresh, lambda path: f"{ADDRESS}{path}")


def rounds_for(paper: catalogue.PaperKind, source: PaperSource) -> list[Round | None]:
    return list(source.rounds) if paper.stage is PaperStage.ROUND else [None]


def every_paper(source: PaperSource, languages: str) -> Iterator[tuple[str, Document]]:
    for paper in PAPER_KINDS:
        for drawn in rounds_for(paper, source):
            made = catalogue.make_document(paper, source, PaperRequest(drawn, 3), languages)
            if made is not None:
                yield paper.code, made


def pages_in(document: bytes) -> int:
    return text_of(document).count("\f")


@GAMES_IN_LANGUAGES
def test_paper_says_what_the_report_says_and_nothing_else_and_stays_on_its_page(
    events: Events, ruleset: str, languages: str
) -> None:
    source = source_of(events[ruleset])
    seen = set()
    for at, (code, document) in enumerate(every_paper(source, languages)):
        seen.add(code)
        drawn = render_document(document)
        assert left_over(document, squeezed(text_of(drawn, "-raw"))) == [], code
        assert words_off_page(text_of(drawn, "-bbox")) == [], code
        assert breaches(drawn) == [], code
        if has_its_turn(at, ruleset):
            assert render_document(document) == drawn, code
    others = OF_OTHER_MOVEMENTS | ({"statistics"} if ruleset != "samba" else set())
    assert {paper.code for paper in PAPER_KINDS} - seen <= others


def test_the_start_list_has_a_box_to_tick_until_somebody_is_here() -> None:
    event = an_event(entries=4)
    event.event.entries.exclude(number=2).update(state=Entry.State.ENTERED)
    event.event.entries.filter(number=2).update(state=Entry.State.PRESENT)
    report = start_list_paper(source_of(event))
    assert report is not None
    assert report.tables[0].columns[-1].title == "Present"
    assert [row.values[-1] for row in report.tables[0].rows] == ["☐", None, "☐", "☐"]
    assert text_of(render_document(report)).count("☐") == 3


def test_the_lists_of_a_large_event_are_as_legible() -> None:
    played = an_event(entries=24)
    source = source_of(played)
    for code in ("cross-table", "by-name", "by-table", "results", "start-list", "places"):
        document = catalogue.make_document(PAPER_KINDS[code], source, PaperRequest(source.rounds[0]), "fi")
        assert document is not None
        assert left_over(document, squeezed(text_of(render_document(document), "-raw"))) == [], code


# How many there are.


def test_cards_lie_two_on_a_page_slips_four_and_certificates_one() -> None:
    source = source_of(an_event(entries=12, tables=5))
    cards, slips = cards_for_tables(source), result_slips(source, source.rounds[0])
    certificates = prizes.certificates(source, 4)
    assert cards is not None
    assert slips is not None
    assert certificates is not None
    assert pages_in(render_document(cards)) == math.ceil(5 / 2)
    assert (len(slips.cards), pages_in(render_document(slips))) == (6, 2)
    placed = [one for one in source.view.placings if one.place <= 4]
    assert pages_in(render_document(certificates)) == len(certificates.certificates) == len(placed)
    everybody = prizes.certificates(source)
    assert everybody is not None
    assert len(everybody.certificates) == 12
    assert pages_in(render_document(empty_result_slips(source))) == 1


def test_who_shares_the_last_place_is_called_up_too() -> None:
    played = Played(agreed(rounds=1))
    played.enter(4)
    drawn = played.publish()
    for game in played.games(drawn):
        played.totals(game, 5000, 3000)
    played.close(drawn)
    source = source_of(played)
    assert [one.place for one in prize_placings(source, 1)] == [1, 1]
    listed = prize_list(source, 1)
    given = prizes.certificates(source, 1)
    assert listed is not None
    assert given is not None
    assert [row.values[0] for row in listed.tables[0].rows] == [1, 1]
    assert {one.place for one in given.certificates} == {"First place, shared"}


def test_nobody_gets_a_certificate_before_the_last_round_is_closed(events: Events) -> None:
    playing = source_of(an_event(over=False))
    assert prize_placings(playing, 1)
    assert prizes.certificates(playing, 1) is None
    assert "certificates" not in {one.code for one in catalogue.available_papers(playing, PaperStage.AFTER)}
    over = source_of(events["samba"])
    assert prizes.certificates(over, 1) is not None
    assert "certificates" in {one.code for one in catalogue.available_papers(over, PaperStage.AFTER)}


# What they say.


def test_what_sums_up_a_round_that_is_played_says_that_it_can_still_change() -> None:
    source = source_of(an_event(over=False))
    for make in (
        standings_paper,
        places_paper,
        cross_table_paper,
        statistics_paper,
    ):
        report = make(source)
        assert report is not None
        assert report.notes[:3] == (
            "The result is not official yet.",
            "Round 1: 0 of 3 tables have finished.",
            "Games still being played count as they are now.",
        )
    played = an_event(over=False)
    end(played, played.event.rounds.get())
    over = source_of(played)
    for make in (
        standings_paper,
        places_paper,
        cross_table_paper,
        statistics_paper,
    ):
        report = make(over)
        assert report is not None
        assert not [note for note in report.notes if "being played" in note]


@pytest.mark.parametrize(
    ("language", "day"), [("sv", "2026-05-02"), ("fi", "2.5.2026"), ("da", "02.05.2026")]
)
def test_the_day_on_a_slip_stands_as_the_language_writes_it(events: Events, language: str, day: str) -> None:
    source = source_of(events["samba"])
    with translation.override(language):
        assert empty_result_slips(source).cards[0].subtitle == f"Spring · {day}"


def test_a_slip_has_a_row_and_a_line_for_each_side_and_leads_to_its_game(events: Events) -> None:
    played = events["samba"]
    source = source_of(played)
    slips = result_slips(source, source.rounds[0])
    assert slips is not None
    for card, game in zip(slips.cards, played.games(source.rounds[0]), strict=True):
        assert card.address == f"{ADDRESS}{reverse('scoring:game', args=[game.pk])}"
        assert [row.values[0] for row in card.tables[0].rows] == list(card.signatures)
        assert [column.title for column in card.tables[0].columns[1:]] == ["Total", "Difference", "Points"]


def test_an_empty_slip_has_a_line_for_the_names_of_each_side(events: Events) -> None:
    (card, *_others) = empty_result_slips(source_of(events["samba"])).cards
    assert [(fact.label, fact.alone) for fact in card.facts] == [
        ("Round", False),
        ("Table", False),
        ("Side A", True),
        ("Side B", True),
    ]


def test_a_slip_asks_for_no_points_where_the_total_counts_and_for_no_difference_of_three() -> None:
    total = slip_figures(source_of(an_event(scheme=TOTAL)).view)
    assert list(total) == ["Total", "Difference"]
    three = Played(agreed(THREE_SIDED, sides=3, scheme=PLACES))
    assert list(slip_figures(source_of(three).view)) == ["Total", "Points"]


def test_a_slip_of_a_round_that_nobody_sees_yet_leads_nowhere() -> None:
    played = Played(agreed())
    played.enter(4)
    played.draw()
    source = source_of(played)
    slips = result_slips(source, source.rounds[0])
    assert slips is not None
    assert {card.address for card in slips.cards} == {""}


@EVERY_GAME
def test_a_card_has_every_value_every_requirement_and_every_bid_in_rising_order(
    events: Events, ruleset: str
) -> None:
    source = source_of(events[ruleset])
    cards = cards_for_tables(source)
    assert cards is not None
    rules = rulesets.find(ruleset)
    assert rules is not None
    values, openings, bonuses, *bids = cards.cards[0].tables
    common = {card: worth for card, worth in rules.card_values.items() if card not in RED_THREE + BLACK_THREE}
    worths = sorted(set(common.values()), reverse=True)
    rows, threes = values.rows[: len(worths)], values.rows[len(worths) :]
    assert [row.values[1:] for row in rows] == [(worth, -worth) for worth in worths]
    assert sum(len(str(row.values[0]).split(", ")) for row in rows) == len(common)
    assert len(threes) >= 3
    assert len(bonuses.rows) >= len(rules.combinations)
    assert len(openings.rows) == len(rules.opening_needs)
    assert len(bids) == (rules.contract is not None)
    for table in bids:
        heights = [str(value) for row in table.rows for value in row.values[:-1]]
        assert heights == [f"{level} {sign(strain, level)}" for level in range(1, 9) for strain in Strain]
        assert [row.values[-1] for row in table.rows] == [1000 * level for level in range(1, 9)]


def sign(strain: Strain, level: int) -> str:
    name = str(labels.STRAIN_NAMES[strain])
    return "two" if (name, level) == ("twos", 1) else name.split()[-1]


def test_a_card_leads_to_its_table_and_shows_its_pin(events: Events) -> None:
    source = source_of(events["samba"])
    cards = cards_for_tables(source)
    assert cards is not None
    for card, table in zip(cards.cards, source.tables_of_club, strict=True):
        assert card.address == f"{ADDRESS}{reverse('scoring:table', args=[table.secret])}"
        assert [fact.value for fact in card.facts if fact.large] == [f"{table.pin[:4]} {table.pin[4:]}"]


# Of a knock-out, and of a round robin with guide cards, which have their own tests.
OF_OTHER_MOVEMENTS: Final = frozenset({"bracket", "guide-cards", "table-guides"})
WALL: Final = ("by-table", "by-name", "results", "standings", "places", "cross-table", "statistics")
HANDED: Final = ("slips", "prizes", "certificates", "start-list")


def papers_with_the_long_name(played: Played) -> set[str]:
    source = source_of(played)
    named = set()
    for code in (*WALL, *HANDED):
        document = catalogue.make_document(PAPER_KINDS[code], source, PaperRequest(source.rounds[0]), "en")
        assert document is not None
        if is_long_name_in("".join(said_in(document))):
            named.add(code)
    return named


def is_long_name_in(text: str) -> bool:
    """Whether somebody is named whose name no column is wide enough for, in either order."""
    given, _blank, family = LONG.partition(" ")
    return any(squeezed(name) in squeezed(text) for name in (LONG, f"{family}, {given}"))


def test_what_hangs_in_the_hall_names_everybody_until_the_event_is_official(events: Events) -> None:
    played = events["samba"]
    Player.objects.filter(places__tournament=played.event).update(may_publish=False)
    assert papers_with_the_long_name(played) == {*WALL, *HANDED}
    Tournament.objects.filter(pk=played.event.pk).update(state=Tournament.State.OFFICIAL)
    assert papers_with_the_long_name(played) == set(HANDED)


def test_on_the_wall_nobody_is_named_without_consent_if_the_event_says_so_and_what_is_handed_over_names_all(
    events: Events,
) -> None:
    played = events["samba"]
    Player.objects.filter(places__tournament=played.event).update(may_publish=False)
    name_with_consent_only(played)
    assert papers_with_the_long_name(played) == set(HANDED)


def test_by_name_a_few_stand_on_one_sheet_without_letters_above_them(events: Events) -> None:
    source = source_of(events["samba"])
    document = catalogue.make_document(PAPER_KINDS["by-name"], source, PaperRequest(source.rounds[0]), "sv")
    assert isinstance(document, Report)
    names = [str(row.values[0]) for row in document.tables[0].rows]
    assert len(names) == 12
    drawn = render_document(document)
    assert pages_in(drawn) == 1
    assert all(name.split(",")[0] in text_of(drawn) for name in names)


def test_by_name_everybody_stands_once_under_the_letter_of_the_family_name() -> None:
    source = source_of(an_event(entries=14))
    listed = pairings_by_name(source, source.rounds[0], "sv")
    assert listed is not None
    letter, names = "", []
    for row in listed.tables[0].rows:
        if row.is_heading:
            letter = str(row.values[0])
        else:
            assert letter
            assert str(row.values[0]).upper().startswith(letter)
            names.append(row.values[0])
    assert len(names) == 28


def test_the_rules_in_force_say_every_sentence_of_the_page_and_who_approves_them() -> None:
    source = source_of(an_event("royal"))
    paper = rules_paper(source)
    *groups, silent = (table for table in rules_report(source.event).tables if table.rows)
    *lists, readings = paper.tables
    assert [row.values[0] for table in lists for row in table.rows] == [
        f"{sentence} ({paragraph})" if paragraph else sentence
        for table in groups
        for sentence, paragraph in (row.values for row in table.rows)
    ]
    told = [
        (sentence, str(paragraph).split()[-1]) for sentence, paragraph in (row.values for row in silent.rows)
    ]
    assert [row.values[0] for row in readings.rows] == [f"{number}. {sentence}" for sentence, number in told]
    assert paper.signatures == ("Chair of the jury",)


@EVERY_GAME
def test_the_rules_in_force_are_one_page_to_hang_on_the_wall(events: Events, ruleset: str) -> None:
    """One in a language, two in two."""
    source = source_of(events[ruleset])
    for languages in LANGUAGES:
        paper = catalogue.make_document(PAPER_KINDS["rules"], source, PaperRequest(), languages)
        assert paper is not None
        assert text_of(render_document(paper)).count("\f") <= len(languages.split("-")), languages


def test_in_two_languages_names_and_figures_stand_once(events: Events) -> None:
    source = source_of(events["samba"])
    slips = catalogue.make_document(PAPER_KINDS["slips"], source, PaperRequest(source.rounds[0]), "fi-sv")
    assert isinstance(slips, Cards)
    card = slips.cards[0]
    assert card.title == "Kierros 1 / Rond 1\nPöytä 1 / Bord 1"
    assert card.tables[0].columns[0].title == "Puolue / Sida"
    assert len(card.tables[0].columns) == 4
    assert all("/" not in str(row.values[0]) for row in card.tables[0].rows)


WORDS_OF_BOTH = {
    "start-list": ("Numero / Nummer", "Pari / Par", "Kerho / Klubb", "Tila / Läge"),
    "by-table": ("Pöytä / Bord", "Pari 1 / Par 1"),
    "by-name": ("Pelaaja / Spelare", "Missä istun? / Rond 1 · Var sitter jag?"),
    "results": ("Tulos / Resultat", "Pari / Par", "Tila / Läge"),
    "standings": ("Sija / Placering", "Pisteet / Poäng", "Tilanne / Ställning"),
    "places": ("Kierros 1 / Rond 1",),
    "cross-table": ("Ristitaulukko / Korstabell", "Sija / Placering"),
    "statistics": ("Ennätykset / Rekord", "Mitä / Vad"),
    "charges": ("Päätös / Beslut", "Rangaistus / Straff"),
    "prizes": ("Palkintolista / Pristagare", "Kilpailunjohtaja / Tävlingsledare: "),
    "certificates": ("KUNNIAKIRJA / DIPLOM", "Första plats", "Kilpailunjohtaja / Tävlingsledare: "),
    "announcer": ("Palkintojenjako / Prisutdelning", "Ensimmäinen sija / Första plats"),
    "federation": ("Järjestäjä / Arrangör", "Lisenssinumero / Licensnummer", "Ilmoittautumiset / Anmälda"),
    "ruling-sheets": ("Päätös / Beslut", "Päättänyt / Beslutat av"),
    "warning-sheets": ("Kirjallinen varoitus / Skriftlig varning", "Perustelu / Grund"),
    "place-cards": ("Pari / Par", "Pöytä 1. kierroksella / Bord i rond 1:"),
    "badges": ("Pari / Par", "Pöytä 1. kierroksella / Bord i rond 1:"),
}


def test_every_paper_has_its_headings_and_labels_in_both_languages_and_its_rows_once(events: Events) -> None:
    played = events["samba"]
    Player.objects.filter(places__tournament=played.event, places__entry__number=2).update(may_publish=False)
    source = source_of(played)
    for code, words_of_both in WORDS_OF_BOTH.items():
        asked = PaperRequest(source.rounds[0], 3)
        document = catalogue.make_document(PAPER_KINDS[code], source, asked, "fi-sv")
        assert document is not None
        text = squeezed(text_of(render_document(document), "-raw"))
        assert [each for each in words_of_both if squeezed(each) not in text] == [], code
        alone = catalogue.make_document(PAPER_KINDS[code], source, asked, "fi")
        if isinstance(document, Report) and isinstance(alone, Report):
            shape = [[len(row.values) for row in table.rows] for table in document.tables]
            assert shape == [[len(row.values) for row in table.rows] for table in alone.tables], code


@pytest.mark.parametrize("languages", ["sv-da", "sv-en", "fi-da", "da-en"])
def test_by_name_in_two_languages_everybody_stands_once_as_the_first_of_them_has_it(
    events: Events, languages: str
) -> None:
    """Each alphabet has an order of its own: row by row they would send the one to the table of the other."""
    played = events["samba"]
    families = ("Åberg", "Zander", "Ärlig", "Ödman", "Østby", "Aagaard", "Ek", "Berg")
    for family, player in zip(families, Player.objects.filter(places__tournament=played.event), strict=False):
        Player.objects.filter(pk=player.pk).update(family_name=family)
    source = source_of(played)
    both, alone = (
        catalogue.make_document(PAPER_KINDS["by-name"], source, PaperRequest(source.rounds[0]), asked)
        for asked in (languages, languages[:2])
    )
    assert isinstance(both, Report)
    assert isinstance(alone, Report)
    assert both.tables[0].rows == alone.tables[0].rows


def test_who_is_not_named_is_a_player_in_both_languages_beside_whoever_is_named_once(events: Events) -> None:
    played = events["samba"]
    player = Player.objects.filter(places__tournament=played.event, places__entry__number=2).earliest("pk")
    Player.objects.filter(pk=player.pk).update(may_publish=False)
    name_with_consent_only(played)
    source = source_of(played)
    standings = catalogue.make_document(PAPER_KINDS["standings"], source, PaperRequest(), "fi-sv")
    assert isinstance(standings, Report)
    called = [str(row.values[1]) for row in standings.tables[0].rows]
    other = next(each for each in source.view.entries[2].players if each.pk != player.pk)
    word = "Pelaaja\N{NO-BREAK SPACE}/\N{NO-BREAK SPACE}Spelare"
    assert f"{word} {player.pk} – {other.name}" in called
    crossed = catalogue.make_document(PAPER_KINDS["cross-table"], source, PaperRequest(), "fi-sv")
    assert isinstance(crossed, Report)
    assert f"2 {word} {player.pk} – {other.name}" in [row.values[0] for row in crossed.tables[0].rows]
    assert sum("/" in each for each in called) == 1


def test_the_results_of_a_round_stand_upright_in_letters_of_ten_points_and_three_sides_too(
    events: Events,
) -> None:
    three = Played(agreed(THREE_SIDED, sides=3, scheme=PLACES))
    three.enter(9)
    name_somebody(three)
    three.play(three.publish())
    for played in (events["samba"], three):
        source = source_of(played)
        for languages in LANGUAGES:
            report = catalogue.make_document(
                PAPER_KINDS["results"], source, PaperRequest(source.rounds[0]), languages
            )
            assert isinstance(report, Report)
            (table,) = report.tables
            assert measure(table, report.language).lettering(PAGE_TEXT_WIDTH, FONT_SIZES[0]) is not None, (
                languages
            )
            assert is_portrait(report)
            sides = [side for table in source.tables(source.rounds[0]) for side in table.sides]
            assert len(table.rows) == len(sides)


@pytest.mark.parametrize(("movement", "players", "called"), [(PARTNERS, 1, "Side"), (None, 2, "Pair")])
def test_in_the_results_partners_who_were_drawn_are_a_side_and_no_player(
    movement: Movement | None, players: int, called: str
) -> None:
    played = Played(agreed(*([movement] if movement else []), players=players))
    played.enter(8)
    played.play(played.publish())
    source = source_of(played)
    results = results_paper(source, source.rounds[0])
    assert results is not None
    assert results.tables[0].columns[1].title == called
    assert all(str(row.values[1]).count(" – ") == 1 for row in results.tables[0].rows)


# What is kept back, and what is read.


def test_what_is_kept_back_is_on_no_paper_but_the_directors() -> None:
    source = source_of(an_event(hidden=True))
    for code in ("standings", "places", "cross-table"):
        assert catalogue.make_document(PAPER_KINDS[code], source, PaperRequest(), "en") is None
    offered = {paper.code for paper in catalogue.available_papers(source, PaperStage.AFTER)}
    assert offered & {"standings", "places", "cross-table"} == set()
    results = results_paper(source, source.rounds[0])
    assert results is not None
    titles = [column.title for column in results.tables[0].columns]
    assert not [title for title in titles if title.startswith("Points")]


def test_a_paper_takes_as_many_queries_however_many_play_and_in_however_many_languages() -> None:
    few, many = (an_event(entries=entries) for entries in (4, 12))
    for paper in (one for one in PAPER_KINDS if one.code not in OF_OTHER_MOVEMENTS):
        asked = [
            queries_for(paper, played, languages)
            for played, languages in ((few, "fi"), (many, "fi"), (many, "fi-sv"))
        ]
        assert asked == [asked[0]] * 3, paper.code
        assert asked[0] <= 10, paper.code


def queries_for(paper: catalogue.PaperKind, played: Played, languages: str) -> int:
    source = source_of(played)
    drawn = source.rounds[0]
    with CaptureQueriesContext(connection) as captured:
        assert catalogue.make_document(paper, source, PaperRequest(drawn), languages) is not None
    return len(captured)


def test_the_page_takes_as_many_queries_however_many_play() -> None:
    asked = []
    for entries in (4, 12):
        played = an_event(entries=entries)
        client = director(played)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(page_of(played)).status_code == 200
        asked.append(len(captured))
    assert asked[0] == asked[1] <= 25


# The page.


def director(played: Played) -> Client:
    client = Client()
    assert played.by.user is not None
    client.force_login(played.by.user)
    return client


def page_of(played: Played) -> str:
    return reverse("tournaments:papers", args=[played.event.pk])


def links_in(client: Client, played: Played, **asked: str) -> list[str]:
    """The papers, which carry the choice of languages; other pages that the page leads to have none."""
    text = client.get(page_of(played), asked).content.decode()
    links = re.findall(r'<a class="tall" href="([^"?]+\?[^"]+)"', text)
    return [link.replace("&amp;", "&") for link in links]


def test_every_paper_that_is_offered_opens_as_pdf_in_the_language_that_was_chosen(events: Events) -> None:
    played = events["samba"]
    client = director(played)
    links = links_in(client, played, languages="fi-sv", places="2")
    assert len(links) == len(PAPER_KINDS) - len(OF_OTHER_MOVEMENTS) + 1
    for link in links:
        response = client.get(link)
        assert response["Content-Type"] == "application/pdf", link
        assert response.content.startswith(b"%PDF")
        assert response["Content-Disposition"].startswith("inline")
    certificates = client.get(next(link for link in links if "certificates" in link)).content
    placed = [one for one in source_of(played).view.placings if one.place <= 2]
    assert pages_in(certificates) == len(placed)
    assert "KUNNIAKIRJA" in text_of(certificates)


def test_the_page_goes_from_what_is_needed_first_to_what_leaves_the_house(events: Events) -> None:
    played = events["samba"]
    text = director(played).get(page_of(played)).text
    headings = re.findall(r"<h2[^>]*>([^<]+)</h2>", text.partition("<main")[2].partition("</main>")[0])
    assert headings[0] == "Before the first round"
    assert headings[-4:] == [
        "Results and prize giving",
        "Signed sheets",
        "For the archive and the federation",
        "For a newspaper and for your own site",
    ]
    sent = text.partition('id="sent"')[2]
    for name in ("event_protocols", "booklet", "event_export"):
        address = reverse(f"tournaments:{name}", args=[played.event.pk])
        assert text.count(f'"{address}"') == sent.count(f'"{address}"') == 1


def test_no_number_of_places_means_everybody(events: Events) -> None:
    played = events["samba"]
    client = director(played)
    link = next(
        link for link in links_in(client, played, languages="en", places="") if "certificates" in link
    )
    assert pages_in(client.get(link).content) == 6


def test_a_number_of_places_that_is_none_is_said_at_its_field_and_the_papers_are_as_usual(
    events: Events,
) -> None:
    played = events["samba"]
    client = director(played)
    asked = {"languages": "sv", "places": "many"}
    text = client.get(page_of(played), asked).content.decode()
    assert 'aria-invalid="true"' in text
    assert 'value="many"' in text
    assert any("places=3" in link for link in links_in(client, played, **asked))


def test_the_pages_of_the_event_lead_to_the_papers(events: Events) -> None:
    played = events["samba"]
    client = director(played)
    for name in ("desk", "current_round"):
        text = client.get(
            reverse(f"tournaments:{name}", args=[played.event.pk]), follow=True
        ).content.decode()
        assert f'href="{page_of(played)}"' in text


def test_an_official_result_does_not_say_that_it_is_not(events: Events) -> None:
    played = events["samba"]
    told = standings_paper(source_of(played))
    assert told is not None
    assert "The result is not official yet." in told.notes
    since = datetime(2026, 5, 2, 18, 30, tzinfo=UTC)
    Tournament.objects.filter(pk=played.event.pk).update(state=Tournament.State.OFFICIAL, official_at=since)
    told = standings_paper(source_of(played))
    assert told is not None
    assert "The result is not official yet." not in told.notes
    assert told.notes[0].startswith("Result official since 2 May 2026, ")


@pytest.mark.parametrize(
    ("language", "before", "after"),
    [
        ("sv", "Ställning", "Resultatlista"),
        ("fi", "Tilanne", "Tulosluettelo"),
        ("da", "Stilling", "Resultatliste"),
        ("en", "Standings", "Final standings"),
    ],
)
def test_standings_that_are_official_are_the_final_ones(
    events: Events, language: str, before: str, after: str
) -> None:
    played = events["samba"]
    with translation.override(language):
        assert titled(standings_paper(source_of(played))) == before
        Tournament.objects.filter(pk=played.event.pk).update(state=Tournament.State.OFFICIAL)
        assert titled(standings_paper(source_of(played))) == after


def titled(report: Report | None) -> str:
    assert report is not None
    return report.subtitle


def test_in_the_clubs_folder_a_charge_in_the_standings_has_its_reason_and_its_paragraph(
    events: Events,
) -> None:
    played = events["samba"]
    charge = EventCharge(
        entry=1, unit=EventAdjustment.Unit.POINTS, amount=-1, reason="A phone", rule="22", key=uuid4()
    )
    adjust_event(played.by, played.fresh, charge)
    report = charges_paper(source_of(played))
    assert report is not None
    said = [cell for row in report.tables[0].rows for cell in row.values]
    assert {"A phone", "§ 22", "Myöhässä"} <= set(said)


def test_single_players_are_told_without_a_number_in_the_list_of_players() -> None:
    played = Played(agreed(PARTNERS, players=1))
    played.enter(4)
    (columns,) = [event_tables.entries_table(source_of(played).view).columns]
    shown = [column.title for column in columns if column.reader is not Reader.PROGRAMS]
    assert shown == ["Number", "Player", "State"]


def test_a_certificate_is_given_to_as_many_as_it_names() -> None:
    with translation.override("fi"):
        for players, awarded in ((1, "tämän kunniakirjan saa"), (2, "tämän kunniakirjan saavat")):
            played = Played(agreed(rounds=1, players=players))
            played.enter(4)
            played.round()
            given = prizes.certificates(source_of(played), 1)
            assert given is not None
            assert given.awarded == awarded


def test_who_sits_out_is_told_in_the_same_words_by_name_and_by_table() -> None:
    played = an_event(entries=5)
    source = source_of(played)
    with translation.override("fi"):
        report = pairings_by_name(source, source.rounds[0], "fi")
    assert report is not None
    assert "lepovuorossa" in [row.values[1] for row in report.tables[0].rows]


def test_on_paper_a_sign_stands_for_a_round_without_a_win_a_draw_or_a_loss() -> None:
    """Words beside the games would widen the column until names break."""
    played = Played(agreed())
    played.enter(5)
    drawn = played.publish()
    played.play(drawn)
    voided = drawn.pairings.get(table=1)
    running.rule_result(
        played.by, voided, running.RuledResult(kind=Pairing.Kind.VOID, reason="the wrong cards")
    )
    played.close(drawn)
    report = standings_paper(source_of(played))
    assert report is not None
    games = next(
        at for at, column in enumerate(report.tables[0].columns) if column.title == "Won, drawn, lost"
    )
    cells = sorted(str(row.values[games]) for row in report.tables[0].rows)
    assert cells == ["0–0–0 *", "0–0–0 §", "0–0–0 §", "0–0–1", "1–0–0"]
    assert {"* a sit-out", "§ a game that counts nothing"} <= set(report.notes)
    on_screen = standings_report(source_of(played).view).tables[0]
    assert "0–0–0 and a sit-out" in [row.values[games] for row in on_screen.rows]


def states_of(document: Document | None) -> list[str]:
    """What a paper says of the state of its event, or each of its cards."""
    if isinstance(document, Cards):
        return [card.state for card in document.cards]
    if isinstance(document, Sheets):
        return [sheet.state for sheet in document.sheets]
    return [] if document is None else [document.state]


def test_every_paper_says_of_which_revision_and_time_it_is(events: Events) -> None:
    source = source_of(events["samba"])
    assert source.state is not None
    last = source.event.book.log.latest("number")
    assert source.state == BookState(source.event.book.revision, last.at, last.hash)
    request, made = PaperRequest(source.rounds[0], 3), 0
    for kind in PAPER_KINDS:
        for state in states_of(catalogue.make_document(kind, source, request, "fi-sv")):
            with translation.override("sv"):
                assert source.state.sentence in state, kind.code
            made += 1
    assert made > 5


@pytest.mark.parametrize("kind", ["standings", "certificates"])
def test_the_revision_and_time_are_printed(events: Events, kind: str) -> None:
    document = catalogue.make_document(PAPER_KINDS[kind], source_of(events["samba"]), PaperRequest(), "en")
    assert document is not None
    (state,) = states_of(document)
    assert state
    assert squeezed(state) in squeezed(text_of(render_document(document)))
