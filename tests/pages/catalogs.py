"""The catalogs of the four languages, read once, for the tests of their words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import polib  # type: ignore[import-untyped]  # polib brings no types

from tests import ROOT

LOCALE = ROOT / "locale"
LANGUAGES = ("sv", "fi", "da", "en")
TRANSLATED = ("sv", "fi", "da")


def file_of(language: str, folder: Path = LOCALE) -> Path:
    return folder / language / "LC_MESSAGES" / "django.po"


CATALOGS = {language: polib.pofile(str(file_of(language))) for language in LANGUAGES}


def key(entry: polib.POEntry) -> tuple[str | None, str, str]:
    return entry.msgctxt, entry.msgid, entry.msgid_plural


def said(entry: polib.POEntry) -> list[str]:
    """Every form of a translation."""
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def translated(language: str) -> list[polib.POEntry]:
    return [entry for entry in CATALOGS[language] if all(said(entry))]


def pairs(language: str) -> Iterator[tuple[str, str]]:
    """Every form beside the English form it translates; what waits for a translation is left out."""
    for entry in translated(language):
        yield entry.msgid, said(entry)[0]
        if entry.msgid_plural:
            yield entry.msgid_plural, said(entry)[1]
