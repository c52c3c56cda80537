"""Letters as people of the North look them up.

Knows how names are compared (`folded`), told apart (`within_one_letter`), put in order (`sort_key`) and found
under a letter (`initial`); must not know whose names they are.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping

from django.utils.text import slugify

# Letters that Unicode does not take apart into a base letter and a mark.
_SINGLE_LETTERS = str.maketrans(
    {"æ": "ae", "ø": "o", "œ": "oe", "ß": "ss", "đ": "d", "ð": "d", "ł": "l", "þ": "th", "ı": "i"}
)

# What stands after z. Swedish and Finnish put å ä ö there and take æ and ø for ä and ö; Danish has æ ø å.
_SWEDISH = str.maketrans({"å": "{", "ä": "|", "æ": "|", "ö": "}", "ø": "}", "ü": "y"})
_DANISH = str.maketrans({"æ": "{", "ä": "{", "ø": "|", "ö": "|", "å": "}", "ü": "y"})
_AFTER_Z: Mapping[str, dict[int, str]] = {"sv": _SWEDISH, "fi": _SWEDISH, "da": _DANISH}
# By which letters these are found.
_LAST = {"sv": "ÅÄÖ", "fi": "ÅÄÖ", "da": "ÆØÅ"}
_IGNORED = "'’.-"

_PLACES = {
    letter: f"{place:02}" for place, letter in enumerate(" 0123456789abcdefghijklmnopqrstuvwxyz{|}", 10)
}


# What comes along when names are copied from a page or a spreadsheet and nobody sees.
_UNSEEN = dict.fromkeys(map(ord, "\u00ad\u200b\u2060\ufeff"))


def tidy(text: str) -> str:
    """A name as it is stored: composed letters, single blanks, none at the ends.

    Only blanks go: tabs and line breaks are left to the validator, which names them as an error.
    """
    seen = unicodedata.normalize("NFC", text).translate(_UNSEEN)
    blanked = "".join(" " if unicodedata.category(letter) == "Zs" else letter for letter in seen)
    return " ".join(part for part in blanked.split(" ") if part)


def folded(text: str) -> str:
    """A name without case, marks and punctuation: “Åström-Berg, Bo” and “astrom berg bo” are the same."""
    plain = _without_marks(text.casefold().translate(_SINGLE_LETTERS))
    return " ".join("".join(letter if letter.isalnum() else " " for letter in plain).split())


def file_name(text: str) -> str:
    """A name in letters that every system can keep a file under: “Øresunds Klub” is oresunds-klub."""
    return slugify(folded(text))


def _without_marks(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def sort_key(text: str, language: str) -> str:
    """Digits that sort as the alphabet of `language` does, in every collation of every database."""
    return "".join(_PLACES.get(letter, "99") for letter in _in_order(text, language))


def initial(text: str, language: str) -> str:
    """The letter under which a name stands in a list by `sort_key`: the same for all that stand together."""
    first = _in_order(text, language)[:1]
    at = "{|}".find(first) if first and language in _LAST else -1
    return first.upper() if at < 0 else _LAST[language][at]


def _in_order(text: str, language: str) -> str:
    """The letters by which a name has its place; those of the language that stand after z as `{|}`."""
    lowered = unicodedata.normalize("NFC", text.casefold())
    if language == "da":
        lowered = lowered.replace("aa", "å")
    ordered = lowered.translate(_AFTER_Z.get(language, {}))
    plain = _without_marks(ordered.translate(_SINGLE_LETTERS))
    return "".join(letter for letter in plain if letter not in _IGNORED)


def within_one_letter(first: str, second: str) -> bool:
    """Whether one letter more, less, other, or two neighbours swapped, make one name of the other."""
    if len(first) > len(second):
        first, second = second, first
    if len(second) - len(first) > 1:
        return False
    same = _common_start(first, second)
    if len(first) < len(second):
        return first[same:] == second[same + 1 :]
    rest, other = first[same:], second[same:]
    return rest[1:] == other[1:] or (rest[:2] == other[:2][::-1] and rest[2:] == other[2:])


def _common_start(first: str, second: str) -> int:
    pairs = zip(first, second, strict=False)
    return next((place for place, (a, b) in enumerate(pairs) if a != b), min(len(first), len(second)))


def shortened(name: str) -> Iterator[str]:
    """The name, and the name with each of its letters left out.

    Two names within one letter of each other share at least one of these: that finds the few candidates
    among thousands of names without comparing each with each.
    """
    yield name
    for place in range(len(name)):
        yield name[:place] + name[place + 1 :]
