"""The letters of papers: the ones of our pages, and another font for what they lack."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import polib  # type: ignore[import-untyped]  # polib brings no types
import pytest
from reportlab.pdfbase.pdfmetrics import getFont

from clubs.reports.pdf.letters import BOLD_FONT, FONT, SERIF, TITLE_FONT, LayeredFont
from clubs.reports.pdf.reports import render_report
from clubs.reports.pdf.texts import text_width
from clubs.reports.report import Column, Report, ReportTable, Row
from tests.documents.archival import breaches
from tests.documents.reading import text_of

CATALOGUES = sorted(Path("locale").glob("*/LC_MESSAGES/django.po"))
NAMES = (
    *("山田 花子", "Łukasz Wałęsa", "Nguyễn Ánh", "Иванов Пётр", "Søren Ærø", "Κώστας"),
    *("♥ Anna ♠", "↑2", "Bo 😀", "🎉 fest", "Sirkkaľ 拍"),
)


def fonts_of(document: bytes) -> set[str]:
    with pikepdf.open(BytesIO(document)) as pdf:
        return {str(font.BaseFont).partition("+")[2] for _name, font in pdf.pages[0].Resources.Font.items()}


def a_list(*names: str, title: str = "Lista") -> bytes:
    rows = tuple(Row((name,)) for name in names)
    return render_report(Report(title=title, tables=(ReportTable(columns=(Column("Namn"),), rows=rows),)))


def drawn_glyphs(text: str, font: str) -> list[int]:
    """Return the glyphs of a text; 0 is the box of a glyph that is not there."""
    layered: Any = getFont(font)
    assert isinstance(layered, LayeredFont)
    return [
        drawing.face.charToGlyph.get(ord(letter), 0)
        for drawing, piece in layered.pieces(text)
        for letter in piece
    ]


@pytest.mark.parametrize("font", [FONT, BOLD_FONT, TITLE_FONT, SERIF])
@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda path: path.parts[1])
def test_no_word_of_ours_is_drawn_as_a_box(catalogue: Path, font: str) -> None:
    entries = polib.pofile(str(catalogue))
    texts = {text for entry in entries for text in (entry.msgstr, *entry.msgstr_plural.values())}
    letters = "".join(sorted({letter for text in texts for letter in text} - {"\n", "\t"}))
    assert len(letters) > 60
    assert 0 not in drawn_glyphs(letters, font)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_of_any_letters_is_drawn_and_read_as_it_is_written(name: str) -> None:
    document = a_list(name)
    assert name in text_of(document)
    assert breaches(document) == []
    assert 0 not in drawn_glyphs(name, FONT)


def test_only_letters_that_the_font_of_the_pages_lacks_bring_in_another() -> None:
    assert fonts_of(a_list("Łukasz Wałęsa – Søren “Ærø” …")) == {
        "TalonText-Regular",
        "TalonText-Bold",
        "TalonTitle-SemiBold",
    }
    assert "DejaVuSans" in fonts_of(a_list("Иванов"))
    assert "DroidSansFallback" in fonts_of(a_list("山田"))


def test_a_word_is_of_one_font_and_its_neighbours_keep_theirs() -> None:
    layered: Any = getFont(FONT)
    pieces = [(font.face.name.decode(), piece) for font, piece in layered.pieces("Nguyễn")]
    assert pieces == [("DejaVuSans", "Nguyễn")]
    assert {font.face.name.decode() for font, _piece in layered.pieces("Anh ↑")} == {
        "TalonText-Regular",
        "DejaVuSans",
    }


def test_the_width_of_a_text_is_that_of_its_parts() -> None:
    whole = text_width("Anna ♥ Иванов", FONT, 10)
    assert whole == pytest.approx(sum(text_width(part, FONT, 10) for part in ("Anna ", "♥", " ", "Иванов")))


def test_all_figures_are_equally_wide_in_plain_and_bold_letters() -> None:
    assert len({text_width(digit, font, 10) for digit in "0123456789" for font in (FONT, BOLD_FONT)}) == 1


def test_an_accent_written_apart_is_drawn_on_its_letter() -> None:
    assert "été" in text_of(a_list("e\N{COMBINING ACUTE ACCENT}te\N{COMBINING ACUTE ACCENT}"))


def test_what_joins_signs_is_not_drawn() -> None:
    family = (
        "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{GIRL}\N{VARIATION SELECTOR-16}\N{EMOJI MODIFIER FITZPATRICK TYPE-3}"
    )
    assert 0 not in drawn_glyphs(family, FONT)
    assert "\N{WOMAN}" in text_of(a_list(family))


def test_an_apostrophe_between_letters_is_a_typesetters() -> None:
    text = text_of(a_list("Director's 5' 'A'"))
    assert "Director’s" in text
    assert "5' 'A'" in text
