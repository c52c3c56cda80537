"""Which column of a list of players is which: found by its heading in four languages, or chosen by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _lazy

from clubs.text.sheet_cells import Row, column_of, heading_rows, text_in
from clubs.text.sheet_limits import MAX_COLUMNS
from clubs.text.sheets import cell_name, is_remark

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise


class RegisterColumn(StrEnum):
    """What a column of the list says of a player."""

    GIVEN_NAME = "given_name"
    FAMILY_NAME = "family_name"
    NAME = "name"
    LICENCE = "licence"
    LICENCE_UNTIL = "licence_until"
    LANGUAGE = "language"
    CLUB = "club"
    MAY_PUBLISH = "may_publish"


LABELS: Final[Mapping[RegisterColumn, _StrOrPromise]] = {
    RegisterColumn.GIVEN_NAME: _lazy("Given name"),
    RegisterColumn.FAMILY_NAME: _lazy("Family name"),
    RegisterColumn.NAME: _lazy("Whole name"),
    RegisterColumn.LICENCE: _lazy("Licence number"),
    RegisterColumn.LICENCE_UNTIL: _lazy("Licence valid until"),
    RegisterColumn.LANGUAGE: _lazy("Language"),
    RegisterColumn.CLUB: _lazy("Club"),
    RegisterColumn.MAY_PUBLISH: _lazy("Name may be published"),
}

# In English, Swedish, Finnish and Danish, as federations and clubs write them.
HEADINGS: Final[Mapping[RegisterColumn, Sequence[str]]] = {
    RegisterColumn.GIVEN_NAME: (
        *("given name", "first name", "forename", "given names"),
        *("förnamn", "tilltalsnamn"),
        *("etunimi", "kutsumanimi", "etunimet"),
        *("fornavn", "fornavne"),
    ),
    RegisterColumn.FAMILY_NAME: (
        *("family name", "last name", "surname"),
        *("efternamn", "släktnamn"),
        "sukunimi",
        *("efternavn", "slægtsnavn"),
    ),
    RegisterColumn.NAME: (
        *("name", "player", "full name", "whole name"),
        *("namn", "spelare", "hela namnet"),
        *("nimi", "pelaaja", "koko nimi"),
        *("navn", "spiller", "fulde navn", "hele navnet"),
    ),
    RegisterColumn.LICENCE: (
        *("licence number", "licence", "license number", "license", "licence no", "member number"),
        *("licensnummer", "licens", "licensnr", "medlemsnummer", "medlemsnr"),
        *("lisenssinumero", "lisenssi", "lisenssinro", "jäsennumero", "jäsennro"),
        *("licensnr.", "medlemsnr."),
    ),
    RegisterColumn.LICENCE_UNTIL: (
        *("licence valid until", "valid until", "valid to", "licence year", "license valid until", "year"),
        *("expires", "licensen gäller till", "licensen gäller till och med", "giltig till", "gäller till"),
        *("giltig t.o.m.", "licensår", "år", "lisenssi voimassa", "voimassa", "voimassa asti"),
        *("lisenssi voimassa asti", "lisenssivuosi", "vuosi", "licensen gælder til", "gyldig til"),
        *("gælder til", "udløber", "licensen gælder til og med"),
    ),
    RegisterColumn.LANGUAGE: ("language", "språk", "modersmål", "kieli", "äidinkieli", "sprog", "modersmål"),
    RegisterColumn.CLUB: (
        *("club", "home club", "klubb", "hemklubb", "förening"),
        *("kerho", "kotikerho", "seura", "klub", "hjemmeklub", "forening"),
    ),
    RegisterColumn.MAY_PUBLISH: (
        *("name may be published", "may be named", "consent", "publish"),
        *("namnet får publiceras", "får nämnas", "samtycke", "namnet får visas"),
        *("nimen saa julkaista", "saa nimetä", "suostumus", "nimen saa näyttää"),
        *("navnet må offentliggøres", "må nævnes", "samtykke", "navnet må vises"),
    ),
}


@dataclass(frozen=True, slots=True)
class RegisterSheet:
    """The rows of a list, where its headings are, and which columns were found by them."""

    rows: Sequence[Row]
    # None where no row has a heading that is known.
    headings: int | None
    found: Mapping[RegisterColumn, int]

    def first_row(self, *, has_headings: bool) -> int:
        """Return the first row with a player; the first one may be headings that nobody knows."""
        if self.headings is not None:
            return self.headings + 1
        return self._first_filled + 1 if has_headings else self._first_filled

    @property
    def titles(self) -> list[str]:
        """What stands above each column, with its letter: “C: Licens”."""
        row = self.rows[self._first_filled if self.headings is None else self.headings] if self.rows else ()
        used = [at for at in range(min(MAX_COLUMNS, len(row))) if text_in(row, at)]
        width = used[-1] + 1 if used else 0
        return [f"{cell_name(0, at).rstrip('1')}: {text_in(row, at)[:40]}" for at in range(width)]

    @property
    def _first_filled(self) -> int:
        filled = (at for at, row in enumerate(self.rows) if not is_remark(row) and any(map(str, row)))
        return next(filled, 0)


def find_columns(rows: Sequence[Row]) -> RegisterSheet:
    """Find the row with the most headings that are known."""
    best: tuple[int | None, Mapping[RegisterColumn, int]] = None, {}
    for number, places in heading_rows(rows):
        found = {
            column: at
            for column, headings in HEADINGS.items()
            if (at := column_of(places, headings)) is not None
        }
        if len(found) > len(best[1]):
            best = number, found
    return RegisterSheet(rows, *best)


def names_a_player(columns: Mapping[RegisterColumn, int]) -> bool:
    """Tell whether a name can be read: from one column, or from two."""
    return RegisterColumn.NAME in columns or {
        RegisterColumn.GIVEN_NAME,
        RegisterColumn.FAMILY_NAME,
    } <= set(columns)
