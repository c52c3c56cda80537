"""The fonts of papers: the letters of our pages, and others for the characters that those lack.

A text of the pages' own characters takes one look at a set. A word with another letter in it is drawn as a
whole in a font that has all of it, so that a name is not of two kinds; a sign alone. What no font has is
drawn as the sign for a missing character, and a reader that copies it still gets the character itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from threading import Lock
from typing import Any, Final, cast
from unicodedata import category, combining, normalize

from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont

_FOLDER: Final = Path(__file__).parent / "fonts"
FONT: Final = "Talon"
BOLD_FONT: Final = "Talon-Bold"
# Titles, and the words of covers and certificates.
TITLE_FONT: Final = "Talon-Title"
SERIF: Final = "Talon-Serif"
# The last of all: Chinese and Japanese signs.
_EAST_ASIAN: Final = "DroidSansFallbackFull"
# A word, with the accents after its letters, or any other character.
_RUN: Final = re.compile(r"[^\W\d_](?:[^\W\d_]|[\u0300-\u036f])*|.", re.DOTALL)
_STRAIGHT_APOSTROPHE: Final = re.compile(r"(?<=[^\W\d_])'(?=[^\W\d_])")
_APOSTROPHE: Final = "\N{RIGHT SINGLE QUOTATION MARK}"
_MISSING: Final = "\N{REPLACEMENT CHARACTER}"
# What joins and varies other characters has no shape of its own; nor have the five tones of a hand's skin.
_SHAPELESS: Final = frozenset({"Cc", "Cf", "Mn", "Me"})
_SKIN_TONES: Final = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
_CACHE_SIZE: Final = 4096
_LOADING: Final = Lock()

# A part of a text, and the font that draws it.
_Piece = tuple[TTFont, str]


class LayeredFont(TTFont):  # type: ignore[misc]  # ReportLab says nothing of its types
    """A font that has others draw what it lacks; they are read when the first text needs them."""

    def __init__(self, name: str, file: str, others: Sequence[str]) -> None:
        super().__init__(name, _FOLDER / f"{file}.ttf")
        self.others = others
        # A letter with its accent apart is written as one first.
        self.own = frozenset(letter for letter in map(chr, self.face.charToGlyph) if not combining(letter))

    def stringWidth(self, text: str, size: float, encoding: str = "utf8") -> float:  # noqa: N802 - ReportLab's name
        text = typeset(text)
        if self.own.issuperset(text):
            return float(super().stringWidth(text, size, encoding))
        pieces = _pieces(self.fontName, text)
        return float(sum(TTFont.stringWidth(font, piece, size, encoding) for font, piece in pieces))

    def splitString(self, text: str, doc: Any, encoding: str = "utf-8") -> list[tuple[Any, bytes]]:  # noqa: N802 - ReportLab's name
        """Return the parts of a text as codes; a part in another font names that font too."""
        text = typeset(text)
        if self.own.issuperset(text):
            return cast(list[tuple[Any, bytes]], super().splitString(text, doc, encoding))
        return [
            (subset if font is self else (font, subset), codes)
            for font, piece in _pieces(self.fontName, text)
            for subset, codes in TTFont.splitString(font, piece, doc, encoding)
        ]

    def getSubsetInternalName(self, subset: Any, doc: Any) -> str:  # noqa: N802 - ReportLab's name
        font, number = subset if isinstance(subset, tuple) else (self, subset)
        return cast(str, TTFont.getSubsetInternalName(font, number, doc))

    def pieces(self, text: str) -> Iterator[_Piece]:
        """Divide a text among the fonts: a word goes to one that has all of its letters."""
        fonts = (self, *map(_other_font, self.others))
        for run in _RUN.findall(normalize("NFC", text)):
            whole = next((font for font in fonts if _has_all(font, run)), None)
            if whole is not None:
                yield whole, run
            else:
                yield from (piece for letter in run for piece in _piece_of(letter, fonts))


def typeset(text: str) -> str:
    """Return a text with the apostrophe of a typesetter between its letters."""
    return _STRAIGHT_APOSTROPHE.sub(_APOSTROPHE, text) if "'" in text else text


@cache
def _read(file: str) -> TTFont:
    return TTFont(file, _FOLDER / f"{file}.ttf")


def _other_font(file: str) -> TTFont:
    """Return a font that draws what others lack, the same one for all of them."""
    with _LOADING:
        return _read(file)


@lru_cache(_CACHE_SIZE)
def _pieces(font: str, text: str) -> tuple[_Piece, ...]:
    """Return the parts of a text with the fonts that draw them, as few as possible."""
    parts = groupby(_LAYERED[font].pieces(text), key=itemgetter(0))
    return tuple((drawing, "".join(piece for _font, piece in pieces)) for drawing, pieces in parts)


def _has_all(font: TTFont, text: str) -> bool:
    return all(ord(letter) in font.face.charToGlyph for letter in text)


def _piece_of(letter: str, fonts: Sequence[TTFont]) -> Iterator[_Piece]:
    """Return a character with its font; nothing for one that has no shape."""
    font = next((font for font in fonts if _has_all(font, letter)), None)
    if font is None and (category(letter) in _SHAPELESS or letter in _SKIN_TONES):
        return
    yield (_with_missing_sign(letter, fonts) if font is None else font), letter


def _with_missing_sign(letter: str, fonts: Sequence[TTFont]) -> TTFont:
    """Return a font that draws a character as a missing one, and still says which one it is."""
    font = next(font for font in fonts if _has_all(font, _MISSING))
    face = font.face
    face.charToGlyph[ord(letter)] = face.charToGlyph[ord(_MISSING)]
    face.charWidths[ord(letter)] = face.charWidths[ord(_MISSING)]
    return font


_LAYERED: Final = {
    name: LayeredFont(name, file, (*others, _EAST_ASIAN))
    for name, file, *others in (
        (FONT, "TalonText-Regular", "DejaVuSans"),
        (BOLD_FONT, "TalonText-Bold", "DejaVuSans-Bold"),
        (TITLE_FONT, "TalonTitle-SemiBold", "DejaVuSerif", "DejaVuSans"),
        (SERIF, "TalonTitle-Regular", "DejaVuSerif", "DejaVuSans"),
    )
}
for _font in _LAYERED.values():
    registerFont(_font)
