"""The four catalogs are complete, well made and agree with the sources; pages come in each language."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from datetime import date
from pathlib import Path

import polib  # type: ignore[import-untyped]  # polib brings no types
import pytest
from django.test import Client
from django.utils import translation
from django.utils.formats import date_format

from scoring import rulesets
from tests import needs
from tests.pages.catalogs import (
    CATALOGS,
    LANGUAGES,
    LOCALE,
    TRANSLATED,
    file_of,
    key,
    pairs,
    said,
    translated,
)

COLLECTING_LIMIT = 120


# --- complete ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_translated(language: str) -> None:
    assert [entry.msgid for entry in CATALOGS[language] if not all(map(str.strip, said(entry)))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_is_a_guess_or_left_over(language: str) -> None:
    assert [entry.msgid for entry in CATALOGS[language] if entry.fuzzy or entry.obsolete] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plural_has_two_forms(language: str) -> None:
    plurals = [entry for entry in CATALOGS[language] if entry.msgid_plural]
    assert plurals
    assert [entry.msgid for entry in plurals if set(entry.msgstr_plural) != {0, 1}] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_catalog_has_the_same_sentences(language: str) -> None:
    assert [key(entry) for entry in CATALOGS[language]] == [key(entry) for entry in CATALOGS["en"]]


def test_english_says_the_sentences_themselves() -> None:
    assert [english for english, words in pairs("en") if english != words] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalog_says_what_the_written_one_says(language: str) -> None:
    compiled = polib.mofile(str(file_of(language).with_suffix(".mo")))
    assert {key(entry): said(entry) for entry in compiled} == {
        key(entry): said(entry) for entry in translated(language)
    }


def test_the_catalogs_hold_what_the_sources_say_now(tmp_path: Path) -> None:
    needs.program("xgettext", "gettext")
    subprocess.run(
        [str(LOCALE.parent / "bin" / "words"), "--into", str(tmp_path)],
        check=True,
        capture_output=True,
        timeout=COLLECTING_LIMIT,
        env=os.environ | {"TALON_VENV": sys.prefix},
    )
    for language in LANGUAGES:
        fresh = {key(entry): said(entry) for entry in polib.pofile(str(file_of(language, tmp_path)))}
        kept = {key(entry): said(entry) for entry in CATALOGS[language]}
        assert fresh.keys() - kept.keys() == set(), "new sentences: run bin/words and translate them"
        assert kept.keys() - fresh.keys() == set(), "sentences that nobody says any more: run bin/words"
        assert fresh == kept


# --- well made --------------------------------------------------------------------------------------------

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd%]|\{\w*\}")
MARKUP = re.compile(r"<[^>]+>|&\w+;")
# A sentence's last sign; a translation of a question is a question.
FINAL = re.compile(r"[.?!…:]$")


def placeholders(text: str) -> list[str]:
    return sorted(PLACEHOLDER.findall(text))


def agree(entry: polib.POEntry) -> bool:
    """The same placeholders; the form for one may leave out the count, as “one deal” does in English."""
    if not entry.msgid_plural:
        return placeholders(entry.msgid) == placeholders(entry.msgstr)
    whole = placeholders(entry.msgid_plural)
    one, more = (placeholders(entry.msgstr_plural[form]) for form in (0, 1))
    return more == whole and one in (whole, placeholders(entry.msgid))


@pytest.mark.parametrize("language", TRANSLATED)
def test_placeholders_agree(language: str) -> None:
    assert [(entry.msgid, said(entry)) for entry in translated(language) if not agree(entry)] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_markup_agrees(language: str) -> None:
    wrong = [
        (english, words)
        for english, words in pairs(language)
        if sorted(MARKUP.findall(english)) != sorted(MARKUP.findall(words))
    ]
    assert wrong == []


def margins(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


@pytest.mark.parametrize("language", TRANSLATED)
def test_blanks_at_both_ends_agree(language: str) -> None:
    assert [two for two in pairs(language) if margins(two[0]) != margins(two[1])] == []
    assert [words for _english, words in pairs(language) if "  " in words] == []


def final(text: str) -> str:
    return "".join(FINAL.findall(MARKUP.sub("", text).rstrip(" ”»’)")))


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_last_sign_of_a_sentence_agrees(language: str) -> None:
    wrong = [two for two in pairs(language) if final(two[0]) != final(two[1])]
    assert [two for two in wrong if two not in SHORTENED] == []


# The point behind a word that is shortened ends no sentence.
SHORTENED = {("Round", "Rd.")}


def case(text: str) -> str:
    """Of the first letter: upper, lower, or none where the sentence begins with a figure or a value."""
    bare = PLACEHOLDER.sub("0", MARKUP.sub("", text)).lstrip("(“”»")
    return "none" if not bare[:1].isalpha() else "upper" if bare[0].isupper() else "lower"


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_begins_with_a_capital_does_so_in_every_language(language: str) -> None:
    """And what does not does not, save the names of languages, which are small in the Nordic languages."""
    cases = {english: {case(english), case(words)} for english, words in pairs(language)}
    mixed = {english for english, found in cases.items() if found == {"upper", "lower"}}
    assert mixed - BEGINS_OTHERWISE == set()


BEGINS_OTHERWISE = {"Swedish", "Finnish", "Danish", "English"}

QUOTATION = {"sv": "””", "fi": "””", "da": "»«"}


@pytest.mark.parametrize("language", TRANSLATED)
def test_quotation_marks_are_those_of_the_language(language: str) -> None:
    allowed = set(QUOTATION[language])
    wrong = [
        words
        for _english, words in pairs(language)
        if set(re.sub(MARKUP, "", words)) & (set('"“”„«»‘') - allowed)
    ]
    assert wrong == []


# Words that are the same as in English, large or small: names of games, and words that travelled.
GAMES = {"samba", "royal canasta", "sitoumussamba", "sambola", "canasta"}
COUNTED = {"%(level)s canasta", "%(count)s samba", "%(count)s bolivia"}
# Every language puts these together alike.
JOINED = {
    *("%(event)s, %(date)s", "%(name)s: %(call)s", "+%(minutes)s min", "−%(minutes)s min"),
    *("%(home)s – %(away)s", "%(league)s: %(home)s – %(away)s"),
}
SAME_WORDS = {
    "sv": GAMES
    | COUNTED
    | {
        "%(count)s sambas",
        "%(count)s bolivias",
        "sambas",
        "bolivias",
        "canastas",
        "euro",
        "joker",
        "jury",
        "lunch",
        "minus",
        "pass",
        "person",
        "position",
        "text",
        *("final", "division", "division %(number)s", "match", "%(count)s match"),
        "match %(number)s: %(home)s – %(away)s",
    }
    | {"partner", "partners", "revision", "version", "version %(number)s", "walkover", "§ %(paragraph)s"},
    "fi": GAMES | {"%(count)s samba", "%(count)s bolivia", "euro", "pass"},
    "da": GAMES
    | COUNTED
    | {
        "handicap",
        "handicap %(points)s",
        "e-mail",
        "euro",
        "invitation",
        "joker",
        "jury",
        "log",
        "minus",
        "person",
        "revision",
        "side",
        "side %(number)s",
        *("division", "division %(number)s", "sum", "ratings", "%(count)s reserve"),
    }
    | {"version", "version %(number)s", "walkover", "weekend", "%(points)s point", "§ %(paragraph)s"},
}


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_is_left_in_english(language: str) -> None:
    same = {english.casefold() for english, words in pairs(language) if english == words}
    differ = {english.casefold() for english, words in pairs(language) if english != words}
    assert {text for text in same - SAME_WORDS[language] - JOINED if not is_kept(text)} == set()
    assert SAME_WORDS[language] & differ == set(), "no longer the same as in English: take it off the list"


def is_kept(text: str) -> bool:
    """Whether it is made of words that a game says are kept, for one or several."""
    kept = {word for labels in rulesets.labels_by_slug().values() for word in labels.kept_words}
    words = re.findall(r"[^\W\d_]+", PLACEHOLDER.sub("", text))
    return bool(words) and {word.removesuffix("s") for word in words} <= kept


# --- pages ------------------------------------------------------------------------------------------------

# A page, and something it says in each language.
PAGES: dict[str, dict[str, str]] = {
    "/": {"sv": "Bordets PIN-kod", "fi": "Pöydän PIN-koodi", "da": "Bordets pinkode", "en": "Table PIN"},
    "/sign-in/": {
        "sv": "Glömt lösenordet",
        "fi": "Unohtunut salasana",
        "da": "Glemt adgangskode",
        "en": "Password",
    },
    "/clubs/": {
        "sv": "Klubbar och förbund",
        "fi": "Kerhot ja liitot",
        "da": "Klubber og forbund",
        "en": "Clubs and",
    },
}


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_a_page_comes_in_every_language(client: Client, page: str, language: str) -> None:
    answer = client.get(page, headers={"accept-language": language})
    html = answer.content.decode()
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in html
    assert PAGES[page][language] in html


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("sv", "2 maj 2026"),
        ("fi", "2. toukokuuta 2026"),
        ("da", "2. maj 2026"),
        ("en", "2 May 2026"),
    ],
)
def test_a_date_is_written_as_each_language_writes_it(language: str, written: str) -> None:
    with translation.override(language):
        assert date_format(date(2026, 5, 2), "DATE_FORMAT") == written
