"""The rows of a list of players: what each says of one, and what is wrong at which cell."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.models import Club, Player
from clubs.people.fields import FIRST_YEAR, LAST_YEAR
from clubs.people.paste import PlayerLine, parse_player
from clubs.people.register.columns import RegisterColumn, RegisterSheet
from clubs.reports.separated import FORMULA_STARTS
from clubs.text.alphabet import folded, tidy
from clubs.text.sheet_cells import CellProblem, Row, cell_at, quoted, text_in
from clubs.text.sheets import cell_name, is_remark
from clubs.text.typed_dates import DateFault, read_date

MAX_LISTED: Final = 5_000
_YEAR: Final = re.compile(r"[0-9]{4}")
_MARKUP: Final = frozenset("<>")
_YES: Final = frozenset({"yes", "y", "ja", "j", "kyllä", "k", "x", "1", "true", "sant", "tosi", "sand", "ok"})
_NO: Final = frozenset({"no", "n", "nej", "ei", "e", "0", "false", "falskt", "epätosi", "falsk", "-"})
_LANGUAGES: Final[Mapping[str, Collection[str]]] = {
    "sv": ("sv", "se", "swe", "swedish", "svenska", "ruotsi", "svensk"),
    "fi": ("fi", "fin", "finnish", "finska", "suomi", "finsk"),
    "da": ("da", "dk", "dan", "danish", "danska", "tanska", "dansk"),
    "en": ("en", "eng", "english", "engelska", "englanti", "engelsk"),
}
_CODES: Final = {folded(word): code for code, words in _LANGUAGES.items() for word in words}


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedMember:
    """A player of the list. What the list does not say is empty, or None, and changes nothing."""

    line: PlayerLine
    language: str = ""
    may_publish: bool | None = None
    licence_until: date | None = None


@dataclass(slots=True)
class RegisterReading:
    """What a list says: its players, what is wrong with it, and which clubs its rows name."""

    members: list[ListedMember] = field(default_factory=list)
    problems: list[CellProblem] = field(default_factory=list)
    # How many rows name each club; and how many were left out because they name another one.
    clubs: Counter[str] = field(default_factory=Counter)
    of_other_clubs: int = 0
    # Rows that are not taken because of a problem.
    bad_rows: int = 0


def own_name_in(club: Club, named: Collection[str]) -> str:
    """Return which of the clubs of a list is this one; nothing where none is."""
    own = {folded(club.name), folded(club.short_name)} - {""}
    return next((name for name in named if folded(name) in own), "")


def clubs_named(sheet: RegisterSheet, columns: Mapping[RegisterColumn, int], first: int) -> Counter[str]:
    """Count the rows of each club that a list names."""
    at = columns.get(RegisterColumn.CLUB)
    names = (tidy(text_in(row, at)) for row in sheet.rows[first:] if not is_remark(row))
    return Counter(name for name in names if name)


def read_members(
    sheet: RegisterSheet, columns: Mapping[RegisterColumn, int], first: int, only_club: str
) -> RegisterReading:
    """Read the rows from this one on; where a club is given, those of others are left out."""
    reader = _RegisterReader(columns)
    reader.reading.clubs = clubs_named(sheet, columns, first)
    for number, row in enumerate(sheet.rows[first:], start=first):
        if is_remark(row) or not any(text_in(row, at) for at in columns.values()):
            continue
        named = tidy(text_in(row, columns.get(RegisterColumn.CLUB)))
        if only_club and named and folded(named) != folded(only_club):
            reader.reading.of_other_clubs += 1
        else:
            reader.read(number, row)
    return reader.reading


class _RegisterReader:
    """Reads the rows one by one."""

    def __init__(self, columns: Mapping[RegisterColumn, int]) -> None:
        self.columns, self.language = columns, get_language() or "en"
        self.reading = RegisterReading()
        self.licences: dict[str, int] = {}
        self.row: Row = ()
        self.number = 0

    def read(self, number: int, row: Row) -> None:
        self.number, self.row = number, row
        before = len(self.reading.problems)
        line, language = self.line(), self.language_in()
        consent, until = self.consent_in(), self.until_in()
        if line is None or len(self.reading.problems) > before:
            self.reading.bad_rows += 1
            return
        self.reading.members.append(
            ListedMember(line=line, language=language, may_publish=consent, licence_until=until)
        )

    def text(self, column: RegisterColumn) -> str:
        return tidy(text_in(self.row, self.columns.get(column)))

    def add(self, column: RegisterColumn, sentence: str) -> None:
        cell = cell_name(self.number, self.columns.get(column, 0))
        self.reading.problems.append(CellProblem(cell, "", sentence))

    def line(self) -> PlayerLine | None:
        given, family = self.text(RegisterColumn.GIVEN_NAME), self.text(RegisterColumn.FAMILY_NAME)
        licence, whole = self.text(RegisterColumn.LICENCE), self.text(RegisterColumn.NAME)
        at = RegisterColumn.GIVEN_NAME if given or family else RegisterColumn.NAME
        if at is RegisterColumn.NAME and whole:
            parsed = parse_player(whole)
            if parsed.problem:
                self.add(at, parsed.problem)
                return None
            given, family, licence = parsed.given_name, parsed.family_name, licence or parsed.licence
        if not given or not family:
            missing = at if at in self.columns else next(iter(self.columns))
            self.add(missing, _("A player needs a given name and a family name."))
            return None
        text = f"{given} {family} {licence}"
        line = PlayerLine(
            number=self.number + 1, text=text, given_name=given, family_name=family, licence=licence
        )
        return line if self.is_sound(line, at) else None

    def is_sound(self, line: PlayerLine, at: RegisterColumn) -> bool:
        """Refuse what no player could have, and a licence number that is in the list twice."""
        if line.name.startswith(FORMULA_STARTS) or _MARKUP & set(line.text):
            self.add(at, _("“%(typed)s” looks like a formula or markup.") % quoted(line.name))
            return False
        player = Player(given_name=line.given_name, family_name=line.family_name, licence=line.licence)
        try:
            player.clean_fields(exclude={"home_club", "federation"})
        except ValidationError as refusal:
            is_number = set(refusal.message_dict) == {"licence"}
            self.add(RegisterColumn.LICENCE if is_number else at, " ".join(refusal.messages))
            return False
        first = self.licences.setdefault(line.licence, line.number) if line.licence else line.number
        if first != line.number:
            values = {"row": first}
            self.add(RegisterColumn.LICENCE, _("Row %(row)s has this licence number too.") % values)
            return False
        return True

    def language_in(self) -> str:
        typed = self.text(RegisterColumn.LANGUAGE)
        if not typed:
            return ""
        code = _CODES.get(folded(typed))
        if code is None:
            sentence = _("“%(typed)s” is none of the languages: Swedish, Finnish, Danish, English.")
            self.add(RegisterColumn.LANGUAGE, sentence % quoted(typed))
        return code or ""

    def consent_in(self) -> bool | None:
        typed = self.text(RegisterColumn.MAY_PUBLISH).casefold()
        if not typed:
            return None
        if typed not in _YES | _NO:
            sentence = _("“%(typed)s” is neither yes nor no.")
            self.add(RegisterColumn.MAY_PUBLISH, sentence % quoted(typed))
            return None
        return typed in _YES

    def until_in(self) -> date | None:
        """Return the last day of a licence: a day, or a year, to its end."""
        typed = self.text(RegisterColumn.LICENCE_UNTIL)
        if not typed:
            return None
        if _YEAR.fullmatch(typed):
            day: date | DateFault = date(max(1, int(typed)), 12, 31)
        else:
            cell = cell_at(self.row, self.columns.get(RegisterColumn.LICENCE_UNTIL))
            day = read_date(cell, self.language)
        if isinstance(day, date) and FIRST_YEAR <= day.year <= LAST_YEAR:
            return day
        sentence = {
            DateFault.AMBIGUOUS: _("“%(typed)s” can be two days. Write it as 2019-03-05 or 5.3.2019."),
            DateFault.SHORT_YEAR: _("The year in “%(typed)s” needs four figures."),
        }.get(day if isinstance(day, DateFault) else DateFault.NO_DATE)
        wrong = _("“%(typed)s” is no year and no date. Write 2027, 2027-12-31 or 31.12.2027.")
        self.add(RegisterColumn.LICENCE_UNTIL, (sentence or wrong) % quoted(typed))
        return None
