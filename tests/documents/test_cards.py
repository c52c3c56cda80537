"""Cards to be cut apart: names to be read in a hurry are legible, and nothing of them is torn."""

from __future__ import annotations

import re

import pytest

from clubs.reports.cards import LEAST_NAME, draw
from clubs.reports.report import Cards, Column, Kind, Report, Row, Table
from clubs.reports.side_by_side import cards_beside
from tests.documents.reading import text_of
from tests.documents.test_grids import NAME, closed, outside

FIGURES = ("Loppusumma", "Piste-ero", "Pisteet")
SWEDISH = ("Slutsumma", "Poängskillnad", "Poäng")


def slips(names: tuple[str, ...], titles: tuple[str, ...] = FIGURES) -> Cards:
    columns = (Column("Puolue"), *(Column(title, Kind.NUMBER) for title in titles))
    rows = tuple(Row((name, *("" for _title in titles))) for name in names)
    table = Table(columns=columns, rows=rows, roomy=True)
    card = Report(title="Pöytä 1", tables=(table,), signatures=names, language="fi")
    return Cards(title="Tuloslaput", cards=(card,) * 4, language="fi")


def words_of(given: Cards) -> list[tuple[str, float]]:
    """Every word on paper, and how large it is."""
    boxes = re.findall(r'yMin="([\d.]+)".*?yMax="([\d.]+)">(.+?)<', text_of(draw(given), "-bbox"))
    return [(word, float(low) - float(top)) for top, low, word in boxes]


@pytest.mark.parametrize("sides", [2, 3])
@pytest.mark.parametrize("name", [NAME, "Åsa Ek – Bo Näs"])
def test_names_beside_figures_in_two_languages_are_legible_and_broken_between_words_alone(
    sides: int, name: str
) -> None:
    given = cards_beside(slips((name,) * sides), slips((name,) * sides, SWEDISH))
    words = words_of(given)
    names = {*name.split(), *re.split(r"\s|(?<=\w-)", name)}
    assert {word for word, _size in words} <= {*names, *FIGURES, *SWEDISH, "Puolue", "Pöytä", "1", "/"}
    assert min(size for word, size in words if word in names) >= LEAST_NAME - 0.01
    text = text_of(draw(given), "-raw")
    assert closed(text).count(closed(name)) == 4 * 2 * sides, "each in its row and where it signs"
    assert outside(text_of(draw(given), "-bbox")) == []


def test_names_that_have_room_stand_beside_their_figures_under_a_heading() -> None:
    text = text_of(draw(slips(("Åsa Ek – Bo Näs",) * 2)), "-raw")
    assert text.count("Puolue") == 4
