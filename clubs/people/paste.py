"""Players from a pasted list: one player a line, with or without a licence number.

Anna Berg                  given name, family name
Anna Maria von Essen       the family name is the last word, with the small words before it
Berg, Anna                 family name, given name
Berg;Anna;1234             columns: names, and one word with a figure in it is the licence number
Anna Berg;1234             one column of names is read as above
Anna Berg, 1234            a comma before the number is no comma between names
1. Anna Berg (1234)        the number of the line is left out; a word with a figure is the licence number
Anna Berg (Lahti)          other words in brackets are no part of a name
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.text.alphabet import folded, tidy
from clubs.text.pasting import PastedLine, parse_lines, without_line_number

MAX_PASTED_LINES = 500
_LINE_ENDS = re.compile(r"\r\n|\r|\n")
_COLUMNS = re.compile(r"[\t;]")
_LICENCE = re.compile(r"^\S*\d\S*$")
# The same among the words of a name: “1234”, “(1234)”, “FI-1234”.
_LICENCE_AMONG_NAMES = re.compile(r"^\(?[A-Z]{0,3}-?\d+\)?$")
# A club or a nickname: “Anna Berg (Lahti)”; a number in brackets is a licence number.
_REMARK = re.compile(r"\([^\d()]*\)")
# Before a number: “Anna Berg, licence 1234”.
_NUMBER_WORDS = frozenset({"licens", "lisenssi", "licence", "license", "nr", "nro", "no"})
_SMALL_WORDS = frozenset({"af", "av", "da", "de", "den", "der", "du", "la", "le", "ten", "van", "von", "zu"})
# The headings of spreadsheets in our languages: a line of them is not a player.
_HEADINGS = frozenset(
    folded(word)
    for words in (
        (
            "namn",
            "förnamn",
            "efternamn",
            "licens",
            "licensnummer",
            "medlemsnummer",
            "nummer",
            "nr",
            "spelare",
        ),
        ("nimi", "etunimi", "sukunimi", "lisenssi", "lisenssinumero", "jäsennumero", "numero", "pelaaja"),
        ("navn", "fornavn", "efternavn", "medlemsnummer", "spiller"),
        ("name", "given", "family", "first", "last", "surname", "licence", "license", "number", "player"),
    )
    for word in words
)


class NameOrder(StrEnum):
    """The order of two columns of names."""

    FAMILY_FIRST = "family"
    GIVEN_FIRST = "given"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLine(PastedLine):
    """A line of the list with the name and the licence number of a player."""

    given_name: str = ""
    family_name: str = ""
    licence: str = ""

    @property
    def name(self) -> str:
        return f"{self.given_name} {self.family_name}".strip()


def parse_players(text: str, order: NameOrder = NameOrder.FAMILY_FIRST) -> list[PlayerLine]:
    """Parse a pasted list, without its empty lines and its heading. Raises TooManyLines."""
    return parse_lines(
        _LINE_ENDS.split(text),
        partial(_parse_line, order),
        max_lines=MAX_PASTED_LINES,
        is_heading=_is_heading,
    )


def parse_player(name: str) -> PlayerLine:
    """Parse one name; the line has a problem where it is none."""
    return _parse_line(NameOrder.FAMILY_FIRST, 1, name)


def _is_heading(line: str) -> bool:
    words = folded(line).split()
    return bool(words) and all(word in _HEADINGS for word in words)


def _parse_line(order: NameOrder, number: int, text: str) -> PlayerLine:
    cells = list(_cells_of(without_line_number(text)))
    names = [cell for cell in cells if not _LICENCE.search(cell)]
    licences = [cell for cell in cells if _LICENCE.search(cell)]
    given, family = _split_name(names, order)
    licence = licences[0] if licences else ""
    line = PlayerLine(number=number, text=text, given_name=given, family_name=family, licence=licence)
    problem = _problem_of(line, len(names), len(licences))
    return PlayerLine(number=number, text=text, problem=problem) if problem else line


def _cells_of(line: str) -> Iterator[str]:
    """Yield the columns of a line; a licence number after or before a name is a column of its own."""
    for cell in filter(None, map(tidy, _COLUMNS.split(line))):
        words = tidy(_REMARK.sub(" ", cell)).split(" ")
        numbers = [word for word in words if _LICENCE_AMONG_NAMES.search(word)]
        names = [word for word in words if word not in numbers and not (numbers and _is_number_word(word))]
        yield from filter(None, [" ".join(names).rstrip(",") if numbers else " ".join(names)])
        yield from (word.strip("()") for word in numbers)


def _is_number_word(word: str) -> bool:
    return folded(word).rstrip(".:") in _NUMBER_WORDS


def _split_name(names: list[str], order: NameOrder) -> tuple[str, str]:
    """Return given and family name from one column or two."""
    if len(names) == 2:
        return (names[1], names[0]) if order == NameOrder.FAMILY_FIRST else (names[0], names[1])
    name = names[0] if names else ""
    family, comma, given = name.partition(",")
    if comma:
        return given.strip(), family.strip()
    return _split_words(name)


def _split_words(name: str) -> tuple[str, str]:
    """Return given and family name: “Anna Maria von Essen” is Anna Maria, von Essen."""
    words = name.split(" ")
    first_of_family = len(words) - 1
    while first_of_family > 1 and words[first_of_family - 1].casefold() in _SMALL_WORDS:
        first_of_family -= 1
    return " ".join(words[:first_of_family]), " ".join(words[first_of_family:])


def _problem_of(line: PlayerLine, names: int, licences: int) -> str:
    """Return the reason why the line is not a player, or an empty text."""
    if names > 2 or licences > 1:
        return _("Too many columns: give the names and at most one licence number.")
    if not line.given_name or not line.family_name:
        return _("A player needs a given name and a family name.")
    player = Player(given_name=line.given_name, family_name=line.family_name, licence=line.licence)
    try:
        player.clean_fields(exclude={"home_club", "federation"})
    except ValidationError as error:
        return " ".join(error.messages)
    return ""
