"""Lists of sentences: small, in two columns or in two languages, with signatures that are never alone."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest

from clubs.reports.layouts import PROSE, Prose
from clubs.reports.pdf.reports import render_report
from clubs.reports.pdf.sentences import SENTENCE_SETTINGS
from clubs.reports.report import Column, Report, ReportTable, Row, SignatureLine
from clubs.reports.side_by_side import combine_reports
from tests.documents.reading import pages_in, text_of

# On the wall of a room, and never smaller.
LEGIBLE = 7
SENTENCES = Column("", per_language=True)
MIDDLE = 595 / 2


def a_list(sentences: int, word: str = "Regel") -> Report:
    rows = tuple(
        Row((f"{word} {number}: den som inte har kommit har förlorat.",)) for number in range(sentences)
    )
    table = ReportTable(caption=f"{word} i kraft", columns=(SENTENCES,), rows=rows, layout=PROSE)
    return Report(
        title="Åland", tables=(table,), signatures=(SignatureLine("Juryns ordförande"),), language="sv"
    )


def lists(*sizes: int, words: int = 8, languages: int = 1) -> Report:
    """Return lists with these numbers of sentences."""
    tables = tuple(
        ReportTable(
            caption=f"Lista {chr(65 + at)}.",
            columns=(SENTENCES,) * languages,
            rows=tuple(
                Row((f"Regel {chr(65 + at)}{number}: " + "ord " * words,) * languages)
                for number in range(size)
            ),
            layout=PROSE,
        )
        for at, size in enumerate(sizes)
    )
    return Report(title="Åland", tables=tables, signatures=("Juryns ordförande",), language="sv")


def columns_of(report: Report) -> list[str]:
    """Return the text of each column of each page, from the top."""
    columns = []
    for page in text_of(render_report(report), "-bbox").split("<page")[1:]:
        words = re.findall(r'xMin="([\d.]+)" yMin="([\d.]+)".*?>(.*?)</word', page)
        for side in (False, True):
            placed = [(float(top), float(left), word) for left, top, word in words]
            columns.append(" ".join(word for _top, left, word in sorted(placed) if (left > MIDDLE) is side))
    return columns


def pages_of(report: Report) -> list[str]:
    return pages_in(render_report(report))


def test_the_letters_are_legible() -> None:
    assert min(setting.sentence.size for setting in SENTENCE_SETTINGS) >= LEGIBLE


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
    printed = " ".join((*before, last))
    assert all(f"Regel {number}: " in printed for number in range(sentences))


def test_two_languages_stand_beside_each_other_sentence_by_sentence() -> None:
    (page,) = pages_of(combine_reports(a_list(10), a_list(10, "Sääntö")))
    for number in range(10):
        assert page.index(f"Regel {number}: ") < page.index(f"Sääntö {number}: ")
        assert number == 9 or page.index(f"Sääntö {number}: ") < page.index(f"Regel {number + 1}: ")


@pytest.mark.parametrize("sentences", range(50, 110, 4))
def test_the_left_column_of_a_page_is_read_before_the_right_one(sentences: int) -> None:
    for page in text_of(render_report(a_list(sentences)), "-bbox").split("<page")[1:]:
        places = re.findall(r'xMin="([\d.]+)" yMin="([\d.]+)".*?>(\d+):<', page)
        in_order = [(float(left) > MIDDLE, float(top), int(number)) for left, top, number in places]
        assert [number for _right, _top, number in sorted(in_order)] == sorted(place[2] for place in in_order)


@pytest.mark.parametrize("sizes", [(at, 30 - at, 9, 11) for at in range(2, 28, 3)])
@pytest.mark.parametrize("words", [6, 12, 19])
def test_no_sentence_of_a_list_stands_alone(sizes: tuple[int, ...], words: int) -> None:
    """Neither under its caption at the foot of a column nor at the top of the next."""
    for column in columns_of(lists(*sizes, words=words)):
        counted = Counter(re.findall(r"Regel (\w)\d+:", column))
        assert all(count >= 2 for count in counted.values()), counted


def test_lists_stay_whole_where_there_is_room() -> None:
    columns = columns_of(lists(9, 9, 9, 9))
    assert [len(re.findall(r"Lista", column)) for column in columns] == [2, 2]
    assert [len(re.findall(r"Regel", column)) for column in columns] == [18, 18]


def test_a_list_that_goes_on_on_the_next_page_says_its_caption_there() -> None:
    _left, right, next_page, _right = columns_of(lists(4, 240))[:4]
    assert re.match(r"Lista B. Regel B\d", next_page)
    assert "Lista" not in right


def test_a_page_ends_with_a_whole_list_where_that_fills_it_nearly() -> None:
    first, second = pages_of(lists(14, 14, 14, languages=2, words=21))
    assert "Lista A" in first
    assert "Lista B" not in second
    assert "Lista C" in second


def test_letters_are_as_large_as_a_page_has_room_for() -> None:
    heights = [letters(lists(size, size)) for size in (30, 49, 54)]
    assert heights == sorted(heights, reverse=True)
    assert len(set(heights)) == 3


def letters(report: Report) -> float:
    top, low = re.findall(
        r'yMin="([\d.]+)".*?yMax="([\d.]+)">Regel<', text_of(render_report(report), "-bbox")
    )[0]
    return round(float(low) - float(top), 1)


def in_two_languages(*sizes: int, words: int = 8) -> Report:
    """Lists in two languages; the last may have a page of its own."""
    report = lists(*sizes, words=words, languages=2)
    *agreed, readings = report.tables
    return replace(report, tables=(*agreed, replace(readings, layout=Prose(begins_page=True))))


@pytest.mark.parametrize("sizes", [(3, 4), (10, 20), (20, 22)])
def test_two_languages_stand_on_one_page_as_long_as_its_letters_are_legible(sizes: tuple[int, int]) -> None:
    (page,) = pages_of(in_two_languages(*sizes))
    assert page.index("Lista A") < page.index("Lista B")


@pytest.mark.parametrize("sizes", [(36, 20), (20, 36), (24, 34)])
def test_what_does_not_fit_on_one_page_has_its_last_list_on_the_second(sizes: tuple[int, int]) -> None:
    first, second = pages_of(in_two_languages(*sizes, words=18))
    assert "Lista A" in first
    assert "Lista B" not in first
    assert second.startswith("Lista B")
    assert "Lista A" not in second


def test_each_of_two_pages_has_letters_of_its_own() -> None:
    report = in_two_languages(45, 10, words=18)
    boxes = text_of(render_report(report), "-bbox")
    heights = [
        float(low) - float(top)
        for top, low in re.findall(r'yMin="([\d.]+)".*?yMax="([\d.]+)">(?:A0|B0):<', boxes)
    ]
    assert heights[-1] > heights[0]


def test_who_signs_has_a_line_in_the_last_column() -> None:
    _left, right = columns_of(lists(20, 20))
    assert right.endswith("Juryns ordförande 1/1")


def test_the_foot_of_a_page_stands_under_its_text() -> None:
    boxes = text_of(render_report(lists(240)), "-bbox").split("<page")[2]
    places = {word: float(left) for left, word in re.findall(r'xMin="([\d.]+)".*?>(.*?)</word', boxes)}
    assert places["Åland"] == pytest.approx(places["Lista"], abs=0.1)
