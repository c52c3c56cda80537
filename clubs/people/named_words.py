"""Free words in which a person is named: reasons, rulings, warnings, the words of the log.

They are searched in the books that show the person. A whole name becomes the pseudonym, a given or family
name alone becomes dots: it may be anybody's. In the log a word is forgotten as a whole, with its digest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.apps import apps
from django.db.models import QuerySet

from clubs.books.words import forget_named
from clubs.models import Book
from clubs.plugins.hooks import HookTable

# Where people write freely: by the field, such as "scoring.ruling.text", the way from its row to the book.
free_texts: HookTable[str] = HookTable()
Names = Sequence[tuple[str, str]]
_DOTS: Final = "…"
_SHORTEST: Final = 2
_ENDING: Final = "(?:s|i?(?:n|a|ä|lle|lla|llä|lta|ltä|ssa|ssä|sta|stä|ksi))?"


@dataclass(frozen=True, slots=True)
class TextPlace:
    """A text in which a person is named, or what it becomes."""

    field: str
    row: int
    text: str


def whole_names(names: Names) -> re.Pattern[str]:
    """Match a whole name, in either order."""
    orders = [f"{a} {b}" for given, family in names for a, b in ((given, family), (family, given)) if a and b]
    orders += [f"{family}, {given}" for given, family in names if given and family]
    return _any_of(orders)


def _parts(names: Names) -> re.Pattern[str]:
    return _any_of([part for name in names for part in name if len(part) >= _SHORTEST])


def _any_of(words: Sequence[str]) -> re.Pattern[str]:
    """Match any of the words, also with the endings of the languages: “Bergs”, “Bergin”, “Bergille”."""
    longest_first = sorted({*words}, key=len, reverse=True)
    alternatives = "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in longest_first) or r"(?!)"
    return re.compile(rf"(?<!\w)(?:{alternatives}){_ENDING}(?!\w)", re.IGNORECASE)


def without_names(text: str, names: Names, shown_as: str) -> str:
    return _parts(names).sub(_DOTS, whole_names(names).sub(shown_as, text))


def named_texts(books: QuerySet[Book], names: Names) -> Iterator[TextPlace]:
    """Yield the free texts in these books that name the person."""
    parts = _parts(names)
    for field, way in sorted(free_texts.items()):
        label, _dot, name = field.rpartition(".")
        rows = apps.get_model(label)._base_manager.filter(**{f"{way}__in": books.values("pk")})
        for row, text in rows.exclude(**{name: ""}).order_by("pk").values_list("pk", name).distinct():
            if parts.search(text):
                yield TextPlace(field, row, text)


def changed_texts(books: QuerySet[Book], names: Names, shown_as: str) -> list[TextPlace]:
    """Return what the texts become."""
    return [
        TextPlace(found.field, found.row, without_names(found.text, names, shown_as))
        for found in named_texts(books, names)
    ]


def write_texts(texts: Sequence[TextPlace]) -> None:
    for changed in texts:
        label, _dot, name = changed.field.rpartition(".")
        apps.get_model(label)._base_manager.filter(pk=changed.row).update(**{name: changed.text})


def forget_named_words(books: QuerySet[Book], names: Names) -> int:
    """Forget the words of the log that name the person; the chain stays whole."""
    return forget_named(books, _parts(names))
