"""Names of players from a pasted list: one player a line.

Knows how people and spreadsheets write a name, and a licence number beside it; must not know who is in the
club already (that is `lookalikes.py`).

    Anna Berg                  given name, family name
    Anna Maria von Essen       the family name is the last word, with the small words before it
    Berg, Anna                 family name, given name
    Berg;Anna;1234             columns: names, and one word with a figure in it is the licence number
    Anna Berg;1234             one column of names is read as above
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.text.alphabet import folded, tidy

MOST_LINES = 500
_LINE_ENDS = re.compile(r"\r\n|\r|\n")
_COLUMNS = re.compile(r"[\t;]")
_LICENCE = re.compile(r"^\S*\d\S*$")
_SMALL_WORDS = frozenset({"af", "av", "da", "de", "den", "der", "du", "la", "le", "ten", "van", "von", "zu"})
# What stands over the columns of a spreadsheet in our languages: such a line names nobody.
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


class Order(StrEnum):
    """How two columns of names stand."""

    FAMILY_FIRST = "family"
    GIVEN_FIRST = "given"


class TooManyLines(Exception):
    """The list is longer than one paste may be."""

    def __init__(self, lines: int) -> None:
        super().__init__()
        self.lines = lines


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line as it was read. `problem` says why it names nobody, if it does not."""

    number: int
    text: str
    given_name: str = ""
    family_name: str = ""
    licence: str = ""
    problem: str = ""

    @property
    def name(self) -> str:
        return f"{self.given_name} {self.family_name}".strip()


def read(text: str, order: Order = Order.FAMILY_FIRST) -> list[Line]:
    """Read a pasted list. Empty lines and a heading count as nothing."""
    numbered = enumerate(_LINE_ENDS.split(text), start=1)
    lines = [(number, line) for number, line in numbered if line.strip()]
    if len(lines) > MOST_LINES:
        raise TooManyLines(len(lines))
    if lines and _is_heading(lines[0][1]):
        lines = lines[1:]
    return [_read_line(number, line, order) for number, line in lines]


def _is_heading(line: str) -> bool:
    words = folded(line).split()
    return bool(words) and all(word in _HEADINGS for word in words)


def _read_line(number: int, text: str, order: Order = Order.FAMILY_FIRST) -> Line:
    cells = [tidy(cell) for cell in _COLUMNS.split(text) if cell.strip()]
    names = [cell for cell in cells if not _LICENCE.search(cell)]
    licences = [cell for cell in cells if _LICENCE.search(cell)]
    given, family = _split_name(names, order)
    licence = licences[0] if licences else ""
    line = Line(number=number, text=text, given_name=given, family_name=family, licence=licence)
    problem = _problem_of(line, len(names), len(licences))
    return Line(number=number, text=text, problem=problem) if problem else line


def _split_name(names: list[str], order: Order) -> tuple[str, str]:
    """Given and family name from one column or two."""
    if len(names) == 2:
        return (names[1], names[0]) if order == Order.FAMILY_FIRST else (names[0], names[1])
    name = names[0] if names else ""
    family, comma, given = name.partition(",")
    if comma:
        return given.strip(), family.strip()
    return _words_of(name)


def _words_of(name: str) -> tuple[str, str]:
    """“Anna Maria von Essen” is Anna Maria, and von Essen."""
    words = name.split(" ")
    first_of_family = len(words) - 1
    while first_of_family > 1 and words[first_of_family - 1].casefold() in _SMALL_WORDS:
        first_of_family -= 1
    return " ".join(words[:first_of_family]), " ".join(words[first_of_family:])


def _problem_of(line: Line, names: int, licences: int) -> str:
    """Why the line cannot be a player; empty when it can."""
    if names > 2 or licences > 1:
        return _("There are too many columns: names, and at most one licence number.")
    if not line.given_name or not line.family_name:
        return _("A player needs a given name and a family name.")
    player = Player(given_name=line.given_name, family_name=line.family_name, licence=line.licence)
    try:
        player.clean_fields(exclude={"home_club", "federation"})
    except ValidationError as error:
        return " ".join(error.messages)
    return ""
