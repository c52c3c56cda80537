"""Cards to be cut apart: names are legible in a hurry and broken only between words."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from reportlab.lib.units import mm

from clubs.reports.layouts import WRITING_GRID
from clubs.reports.pdf.card_tables import MIN_NAME_SIZE
from clubs.reports.pdf.cards import blank_lines, render_cards
from clubs.reports.report import Cards, Column, ColumnKind, Fact, Report, ReportTable, Row
from clubs.reports.side_by_side import combine_cards
from tests.documents.reading import text_of
from tests.documents.test_grids import NAME, squeezed, words_off_page

FIGURES = ("Loppusumma", "Piste-ero", "Pisteet")
SWEDISH = ("Slutsumma", "Poängskillnad", "Poäng")


def slips(names: tuple[str, ...], titles: tuple[str, ...] = FIGURES) -> Cards:
    columns = (Column("Puolue"), *(Column(title, ColumnKind.NUMBER) for title in titles))
    rows = tuple(Row((name, *("" for _title in titles))) for name in names)
    table = ReportTable(columns=columns, rows=rows, layout=WRITING_GRID)
    card = Report(title="Pöytä 1", tables=(table,), signatures=names, language="fi")
    return Cards(title="Tuloslaput", cards=(card,) * 4, language="fi")


def sized_words(cards: Cards) -> list[tuple[str, float]]:
    """Return every word on paper with its height."""
    boxes = re.findall(r'yMin="([\d.]+)".*?yMax="([\d.]+)">(.+?)<', text_of(render_cards(cards), "-bbox"))
    return [(word, float(low) - float(top)) for top, low, word in boxes]


@pytest.mark.parametrize("sides", [2, 3])
@pytest.mark.parametrize("name", [NAME, "Åsa Ek – Bo Näs"])
def test_names_beside_figures_in_two_languages_are_legible_and_broken_between_words_alone(
    sides: int, name: str
) -> None:
    cards = combine_cards(slips((name,) * sides), slips((name,) * sides, SWEDISH))
    words = sized_words(cards)
    names = {*name.split(), *re.split(r"\s|(?<=\w-)", name)}
    assert {word for word, _size in words} <= {*names, *FIGURES, *SWEDISH, "Puolue", "Pöytä", "1", "/"}
    assert min(size for word, size in words if word in names) >= MIN_NAME_SIZE - 0.01
    text = text_of(render_cards(cards), "-raw")
    assert squeezed(text).count(squeezed(name)) == 4 * 2 * sides, "each in its row and where it signs"
    assert words_off_page(text_of(render_cards(cards), "-bbox")) == []


def test_names_that_have_room_stand_beside_their_figures_under_a_heading() -> None:
    text = text_of(render_cards(slips(("Åsa Ek – Bo Näs",) * 2)), "-raw")
    assert text.count("Puolue") == 4


def test_every_card_says_at_its_foot_of_which_state_it_is() -> None:
    made = slips(("Åsa Ek – Bo Näs",) * 2)
    state = "Versio 12, 26.11.2026 10.30"
    cards = replace(made, cards=tuple(replace(card, state=state) for card in made.cards))
    assert text_of(render_cards(cards)).count(state) == 4
    assert words_off_page(text_of(render_cards(cards), "-bbox")) == []
    assert places_of(cards, "Pöytä") == places_of(made, "Pöytä"), "what is on the card stays where it was"


def places_of(cards: Cards, word: str) -> list[tuple[float, float]]:
    """Return the places of a word, from the left and from the top."""
    places = re.findall(
        rf'xMin="([\d.]+)" yMin="([\d.]+)"[^>]*>{word}<', text_of(render_cards(cards), "-bbox")
    )
    return [(float(left), float(top)) for left, top in places]


@pytest.mark.parametrize("sides", [2, 3])
def test_lines_to_sign_on_are_as_high_on_all_cards_of_a_page(sides: int) -> None:
    named = [slips((f"Signa {name}",) * sides) for name in ("Ek", NAME, "Ek – Bo", NAME)]
    cards = replace(named[0], cards=tuple(page.cards[0] for page in named))
    signed: dict[tuple[bool, bool], list[float]] = {}
    for left, top in places_of(cards, "Signa"):
        signed.setdefault((left > 595 / 2, top > 842 / 2), []).append(round(top % (842 / 2)))
    assert len(signed) == 4
    assert len({tuple(sorted(tops)[-sides:]) for tops in signed.values()}) == 1


def test_each_line_to_sign_on_has_the_same_height_above_it() -> None:
    made = slips(("Yxa Ek", "Zorn Ek"))
    cards = replace(made, cards=tuple(replace(card, notes=("Viimeinen",)) for card in made.cards))
    note, *_others = (top for _left, top in places_of(cards, "Viimeinen"))
    first, second = (
        max(top for _left, top in places_of(cards, name) if top < 400) for name in ("Yxa", "Zorn")
    )
    assert second - first == pytest.approx(first - note, abs=3)
    assert second - first > 15 * mm


def test_two_sides_sign_on_lines_as_long_as_the_card_below_each_other() -> None:
    cards = slips(("Yxa Ek", "Zorn Ek"))
    (left, top), (below, low) = places_of(cards, "Yxa")[1], places_of(cards, "Zorn")[1]
    assert left == pytest.approx(below)
    assert low > top + 25


def test_what_is_written_by_hand_has_lines_that_begin_below_each_other() -> None:
    facts = (Fact("Rond", ""), Fact("Bord", ""), *(Fact(f"Sida {side}", "", alone=True) for side in "AB"))
    lines = blank_lines(facts, 240)
    assert [[block.lines[0] for block in line.blocks] for line in lines] == [
        ["Rond", "Bord"],
        ["Sida A"],
        ["Sida B"],
    ]
    starts = [line.blanks[0][0] for line in lines]
    assert len(set(starts)) == 1
    assert [line.blanks[-1][1] for line in lines] == [240, 240, 240]
    assert all(line.height > 20 for line in lines)
