"""The text of a paragraph, in our words, as docs/rules has it.

Knows how those files are written: paragraphs are the headings of the third rank, and the text of each is
plain but for emphasis and the names of codes. Must not know what a paragraph says. English has all of them,
the other languages those that lines and corrections cite and our own readings; what they lack is shown in
English and says so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import Truncator
from django.utils.translation import get_language

from clubs.reports.numbers import written
from scoring.core.corrections import DIRECTOR
from scoring.wording import labels

_ENGLISH: Final = "en"
_HEADING: Final = re.compile(r"^### (?:§ )?(.+)$", re.MULTILINE)
# What stands between backquotes, double and single asterisks.
_MARKED: Final = re.compile(r"`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*")
_MARKS: Final = ("code", "strong", "em")
# The files write 1000 and 10 000; people read them as their language writes numbers.
_NUMBER: Final = re.compile(r"(?<!\w)-?(?:\d{1,3}(?: \d{3})+|\d{4,})(?!\w|-\d)")
# Blanks and ends of lines, but not what holds a number together.
_BLANKS: Final = re.compile(r"[^\S\N{NO-BREAK SPACE}]+")
# Where the source says nothing there is no paragraph to cite.
UNCITED: Final = frozenset({"", "ruling"})
# Under these headings stands how we read a rule that is silent: no paragraph that anybody cites.
_OURS: Final = "ruling"
# So begins one that is about what is checked while a deal is written down: nobody plays by it.
_ON_ENTRY: Final = "On entry:"
_CITED: Final = re.compile(r"\(§[^)]*\)")
_NO_BREAK: Final = "\N{NO-BREAK SPACE}"
_BEGINNING: Final = 12  # words of a paragraph that let one know it again


@dataclass(frozen=True, slots=True)
class Cited:
    """A citation as a person writes it, and the paragraph's text."""

    label: str
    text: SafeString | None = None
    language: str = _ENGLISH


def cited(ruleset: str, rule: str) -> Cited | None:
    """What stands beside a line or a correction; None where the source is silent."""
    if rule in UNCITED:
        return None
    rule = labels.numbered(rule)
    label = labels.paragraph(rule)
    for language in (get_language() or _ENGLISH, _ENGLISH):
        text = texts_of(ruleset, language).get(rule)
        if text is not None:
            return Cited(label, as_html(text), language)
    # What the director decides says so by its name, where the rules have nothing to add.
    return None if rule == DIRECTOR else Cited(label)


@dataclass(frozen=True, slots=True)
class Offered:
    """A paragraph to choose while one types: its code, and how its text begins."""

    rule: str
    begins: str


def offered(ruleset: str) -> list[Offered]:
    """Every paragraph of a game's own rules, in their order."""
    english, translated = texts_of(ruleset, _ENGLISH), texts_of(ruleset, get_language() or _ENGLISH)
    rules = [rule for rule in english if not rule.startswith(_OURS)]
    return [Offered(rule, _beginning(translated.get(rule, english[rule]))) for rule in rules]


@dataclass(frozen=True, slots=True)
class Reading:
    """How we read a rule that is silent or open: by its number, as plain text."""

    number: int
    text: str


def readings(ruleset: str) -> list[Reading]:
    """What players should know of how we read the rules, in the order of the file."""
    english, translated = texts_of(ruleset, _ENGLISH), texts_of(ruleset, get_language() or _ENGLISH)
    return [
        Reading(_number_of(rule), _in_one_line(_MARKED.sub(_unmarked, translated.get(rule, text))))
        for rule, text in english.items()
        if rule.startswith(_OURS) and not text.startswith(_ON_ENTRY)
    ]


def _number_of(rule: str) -> int:
    return int(rule.removeprefix(_OURS))


def _in_one_line(text: str) -> str:
    """Without the ends of its lines; numbers hold together."""
    return _BLANKS.sub(" ", text).strip()


def _beginning(text: str) -> str:
    return Truncator(_in_one_line(_MARKED.sub(_unmarked, text))).words(_BEGINNING)


def _unmarked(found: re.Match[str]) -> str:
    return next(words for words in found.groups() if words)


def meant(ruleset: str, typed: str) -> str:
    """The code of the paragraph meant by “§ 25 c3”; what the rules do not have stays as it was typed."""
    by_key = {_key_of(rule): rule for rule in texts_of(ruleset, _ENGLISH)}
    return by_key.get(_key_of(typed), typed)


def _key_of(rule: str) -> str:
    return "".join(rule.removeprefix("§").casefold().split())


@cache
def texts_of(ruleset: str, language: str) -> Mapping[str, str]:
    """The paragraphs of a game by the code that cites them. Read once: they come with the release."""
    folder = Path(settings.BASE_DIR) / "docs" / "rules"
    path = (folder if language == _ENGLISH else folder / language) / f"{ruleset}.md"
    _before, *parts = _HEADING.split(path.read_text(encoding="utf-8"))
    texts = (with_numbers(text.strip(), language) for text in parts[1::2])
    return dict(zip(parts[::2], texts, strict=True))


def with_numbers(text: str, language: str) -> str:
    return _NUMBER.sub(lambda found: written(int(found[0].replace(" ", "")), language), text)


def as_html(text: str) -> SafeString:
    """Its blocks as paragraphs, escaped but for the marks."""
    blocks = (_MARKED.sub(_marked, str(escape(_in_one_line(block)))) for block in text.split("\n\n"))
    return mark_safe("".join(f"<p>{block}</p>" for block in blocks))  # noqa: S308  # escaped above


def _marked(found: re.Match[str]) -> str:
    tag, words = next((tag, words) for tag, words in zip(_MARKS, found.groups(), strict=True) if words)
    return f"<{tag}>{words}</{tag}>"


def paragraph_whole(reason: str) -> str:
    """A reason whose paragraph is not broken over two lines."""
    return _CITED.sub(lambda found: found[0].replace(" ", _NO_BREAK), reason)
