"""Lists of sentences: small, in two columns or in two languages, and who signs them is never alone."""

from __future__ import annotations

import re

import pytest

from clubs.reports.pdf import pdf
from clubs.reports.report import Column, Report, Row, Signature, Table
from clubs.reports.sentences import SENTENCE
from clubs.reports.side_by_side import beside
from tests.documents.reading import pages_in, text_of

LEGIBLE = 9
MIDDLE = 595 / 2


def a_list(sentences: int, word: str = "Regel") -> Report:
    rows = tuple(
        Row((f"{word} {number}: den som inte har kommit har förlorat.",)) for number in range(sentences)
    )
    table = Table(caption=f"{word} i kraft", columns=(Column(""),), rows=rows, flowing=True)
    return Report(title="Åland", tables=(table,), signatures=(Signature("Juryns ordförande"),), language="sv")


def pages_of(report: Report) -> list[str]:
    return pages_in(pdf(report))


def test_the_letters_are_legible() -> None:
    assert SENTENCE.size >= LEGIBLE


def test_fifty_sentences_stand_on_one_page_in_their_order() -> None:
    (page,) = pages_of(a_list(50))
    places = [page.index(f"Regel {number}: ") for number in range(50)]
    assert places == sorted(places)
    assert page.index("Regel i kraft") < places[0]


@pytest.mark.parametrize("sentences", [*range(40, 74, 3), 150])
def test_who_signs_has_sentences_on_the_page(sentences: int) -> None:
    *before, last = pages_of(a_list(sentences))
    assert "Juryns ordförande" in last
    assert f"Regel {sentences - 1}: " in last
    said = " ".join((*before, last))
    assert all(f"Regel {number}: " in said for number in range(sentences))


def test_two_languages_stand_beside_each_other_sentence_by_sentence() -> None:
    (page,) = pages_of(beside(a_list(10), a_list(10, "Sääntö")))
    for number in range(10):
        assert page.index(f"Regel {number}: ") < page.index(f"Sääntö {number}: ")
        assert number == 9 or page.index(f"Sääntö {number}: ") < page.index(f"Regel {number + 1}: ")


@pytest.mark.parametrize("sentences", range(50, 110, 4))
def test_the_left_column_of_a_page_is_read_before_the_right_one(sentences: int) -> None:
    for page in text_of(pdf(a_list(sentences)), "-bbox").split("<page")[1:]:
        places = re.findall(r'xMin="([\d.]+)" yMin="([\d.]+)".*?>(\d+):<', page)
        in_order = [(float(left) > MIDDLE, float(top), int(number)) for left, top, number in places]
        assert [number for _right, _top, number in sorted(in_order)] == sorted(one[2] for one in in_order)
