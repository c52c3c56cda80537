"""Names in the Nordic alphabets: comparing them (`folded`, `within_one_letter`), sorting them (`sort_key`)
and finding the letter that they are listed under (`initial`)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping

from django.utils.text import slugify

# Letters that Unicode does not decompose into a base letter and a mark.
_SINGLE_LETTERS = str.maketrans(
    {"æ": "ae", "ø": "o", "œ": "oe", "ß": "ss", "đ": "d", "ð": "d", "ł": "l", "þ": "th", "ı": "i"}
)

# The letters after z: å ä ö in Swedish and Finnish, which sort æ and ø as ä and ö; æ ø å in Danish.
_SWEDISH = str.maketrans({"å": "{", "ä": "|", "æ": "|", "ö": "}", "ø": "}", "ü": "y"})
_DANISH = str.maketrans({"æ": "{", "ä": "{", "ø": "|", "ö": "|", "å": "}", "ü": "y"})
_AFTER_Z: Mapping[str, dict[int, str]] = {"sv": _SWEDISH, "fi": _SWEDISH, "da": _DANISH}
# The letters that `{|}` stand for.
_LAST_LETTERS = {"sv": "ÅÄÖ", "fi": "ÅÄÖ", "da": "ÆØÅ"}
_IGNORED = "'’.-"

_SORT_DIGITS = {
    letter: f"{place:02}" for place, letter in enumerate(" 0123456789abcdefghijklmnopqrstuvwxyz{|}", 10)
}

_NUMBER = re.compile("[0-9]+")
# Longer numbers sort as they are written.
_MOST_DIGITS = 6

# Invisible characters that are copied along with names from pages and spreadsheets.
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u2060\ufeff"))


def tidy(text: str) -> str:
    """Return a name as it is stored: composed letters, single blanks, none at the ends.

    Tabs and line breaks stay: the validator reports them as an error.
    """
    visible = unicodedata.normalize("NFC", text).translate(_INVISIBLE)
    blanked = "".join(" " if unicodedata.category(letter) == "Zs" else letter for letter in visible)
    return " ".join(part for part in blanked.split(" ") if part)


def folded(text: str) -> str:
    """Return a name without case, marks and punctuation: “Åström-Berg, Bo” becomes “astrom berg bo”."""
    plain = _without_marks(text.casefold().translate(_SINGLE_LETTERS))
    return " ".join("".join(letter if letter.isalnum() else " " for letter in plain).split())


def file_name(text: str) -> str:
    """Return a name in letters that every system accepts in file names: “Øresunds Klub” becomes
    oresunds-klub."""
    return slugify(folded(text))


def _without_marks(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def sort_key(text: str, language: str) -> str:
    """Return digits that sort as the alphabet of `language` does, in every collation of every database.

    Numbers sort by what they are: Club 2 stands before Club 10.
    """
    padded = _NUMBER.sub(lambda number: number[0].zfill(_MOST_DIGITS), _alphabetical(text, language))
    return "".join(_SORT_DIGITS.get(letter, "99") for letter in padded)


def initial(text: str, language: str) -> str:
    """Return the letter under which a name is listed in the order of `sort_key`."""
    first = _alphabetical(text, language)[:1]
    at = "{|}".find(first) if first and language in _LAST_LETTERS else -1
    return first.upper() if at < 0 else _LAST_LETTERS[language][at]


def _alphabetical(text: str, language: str) -> str:
    """Return the letters that a name is sorted by; the letters after z of the language as `{|}`."""
    lowered = unicodedata.normalize("NFC", text.casefold())
    if language == "da":
        lowered = lowered.replace("aa", "å")
    ordered = lowered.translate(_AFTER_Z.get(language, {}))
    plain = _without_marks(ordered.translate(_SINGLE_LETTERS))
    return "".join(letter for letter in plain if letter not in _IGNORED)


def within_one_letter(first: str, second: str) -> bool:
    """Return whether an added, missing, replaced or swapped letter turns a name into another."""
    if len(first) > len(second):
        first, second = second, first
    if len(second) - len(first) > 1:
        return False
    start = _common_start(first, second)
    if len(first) < len(second):
        return first[start:] == second[start + 1 :]
    rest, other_rest = first[start:], second[start:]
    return rest[1:] == other_rest[1:] or (rest[:2] == other_rest[:2][::-1] and rest[2:] == other_rest[2:])


def _common_start(first: str, second: str) -> int:
    pairs = zip(first, second, strict=False)
    return next((place for place, (a, b) in enumerate(pairs) if a != b), min(len(first), len(second)))


def deletion_variants(name: str) -> Iterator[str]:
    """Yield the name, and the name without each of its letters.

    Two names within a letter of each other share at least one of these: an index of them finds the few
    candidates among thousands of names without comparing all pairs.
    """
    yield name
    for place in range(len(name)):
        yield name[:place] + name[place + 1 :]
