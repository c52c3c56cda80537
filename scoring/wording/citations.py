"""Citations of the rules: a paragraph's label, and its text from the rules of the game.

The rules are `rules.<language>.md` in the folder of the game. There each heading of the third level is a
paragraph; its text is plain except for emphasis and the names of codes. The English file has every paragraph.
The other languages have those that lines and corrections cite, and our readings; a missing text is shown in
English and marked as English.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING, Final

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import Truncator
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _lazy

from clubs.reports.numbers import format_value
from scoring import rulesets
from scoring.core.vocabulary import DIRECTOR
from scoring.wording import labels

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

_ENGLISH: Final = "en"
_HEADING: Final = re.compile(r"^### (?:§ )?(.+)$", re.MULTILINE)
_SOURCE_LANGUAGE: Final = re.compile(r"^\| source language \| (\w+)", re.MULTILINE)
_SOURCE_LANGUAGES: Final = {"English": "en", "Swedish": "sv", "Finnish": "fi", "Danish": "da"}
# A heading is cited letter for letter, so that it is found on the paper: in no language but the source's.
_HEADING_NOTES: Final[Mapping[str, _StrOrPromise]] = {
    "sv": _lazy("The heading is quoted from the rules as printed in Swedish."),
    "da": _lazy("The heading is quoted from the rules as printed in Danish."),
}
_UNQUOTED: Final = frozenset({DIRECTOR, "option"})
# Text between backquotes, double and single asterisks.
_MARKED: Final = re.compile(r"`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*")
_MARKS: Final = ("code", "strong", "em")
# The files write 1000 and 10 000; each language has its own way to write numbers.
_NUMBER: Final = re.compile(r"(?<!\w)-?(?:\d{1,3}(?: \d{3})+|\d{4,})(?!\w|-\d)")
# Blanks and line ends, but not the no-break spaces within numbers.
_BLANKS: Final = re.compile(r"[^\S\N{NO-BREAK SPACE}]+")
# Where the source is silent there is no paragraph to cite.
UNCITED: Final = frozenset({"", "ruling"})
# Headings of our readings of silent rules, which are not paragraphs to choose.
_READING_PREFIX: Final = "ruling"
# The beginning of a reading about the entry of deals, which does not concern players.
_ON_ENTRY: Final = "On entry:"
# A number, and perhaps a letter with a number of its own: 25, 25c, 25c3.
_NUMBERED: Final = re.compile(r"(\d{1,3})(?:[a-z]\d?)?", re.ASCII)
# A part of a heading that says which one is meant.
_ENOUGH_LETTERS: Final = 4
_CITATION: Final = re.compile(r"\((?:§[^)]*|[^()]*§)\)")
_NO_BREAK: Final = "\N{NO-BREAK SPACE}"
_EXCERPT_WORDS: Final = 12  # enough to recognise a paragraph


@dataclass(frozen=True, slots=True)
class Citation:
    """The label of a citation, and the paragraph's text with its language."""

    label: str
    text: SafeString | None = None
    language: str = _ENGLISH
    # Why a heading is in another language than the reader's.
    note: _StrOrPromise = ""


def citation_for(ruleset: str, rule: str) -> Citation | None:
    """Return the citation for a line or a correction; None if the source is silent."""
    if rule in UNCITED:
        return None
    rule = labels.paragraph_code(rule)
    label = labels.paragraph_label(rule)
    for language in (get_language() or _ENGLISH, _ENGLISH):
        text = paragraph_texts(ruleset, language).get(rule)
        if text is not None:
            return Citation(label, as_html(text), language, _heading_note(ruleset, rule))
    # The label of a director's decision is enough if the rules have no text about it.
    return None if rule == DIRECTOR else Citation(label)


def _heading_note(ruleset: str, rule: str) -> _StrOrPromise:
    """Return why a heading is not in the reader's language; empty for numbers and for our own words."""
    language = source_language(ruleset)
    is_quoted = not (rule[:1].isdigit() or rule.startswith(_READING_PREFIX) or rule in _UNQUOTED)
    is_foreign = language != (get_language() or _ENGLISH)
    return _HEADING_NOTES.get(language, "") if is_quoted and is_foreign else ""


@cache
def source_language(ruleset: str) -> str:
    """Return the language in which the source of a rule set is written, as its English file says."""
    text = (rulesets.folders()[ruleset] / f"rules.{_ENGLISH}.md").read_text(encoding="utf-8")
    found = _SOURCE_LANGUAGE.search(text)
    return _SOURCE_LANGUAGES[found[1]] if found else _ENGLISH


@dataclass(frozen=True, slots=True)
class ParagraphOption:
    """A paragraph to choose from: its code, and the beginning of its text."""

    rule: str
    excerpt: str


def paragraph_options(ruleset: str) -> list[ParagraphOption]:
    """Return every paragraph of a rule set in order, without our readings."""
    english, translated = (
        paragraph_texts(ruleset, _ENGLISH),
        paragraph_texts(ruleset, get_language() or _ENGLISH),
    )
    rules = [rule for rule in english if not rule.startswith(_READING_PREFIX)]
    return [ParagraphOption(rule, _excerpt(translated.get(rule, english[rule]))) for rule in rules]


@dataclass(frozen=True, slots=True)
class RuleReading:
    """Our reading of a silent or open rule: its number, and its text without marks."""

    number: int
    text: str


def rule_readings(ruleset: str) -> list[RuleReading]:
    """Return our readings that concern players, in the order of the file."""
    english, translated = (
        paragraph_texts(ruleset, _ENGLISH),
        paragraph_texts(ruleset, get_language() or _ENGLISH),
    )
    return [
        RuleReading(_number_of(rule), _in_one_line(_MARKED.sub(_without_marks, translated.get(rule, text))))
        for rule, text in english.items()
        if rule.startswith(_READING_PREFIX) and not text.startswith(_ON_ENTRY)
    ]


def _number_of(rule: str) -> int:
    return int(rule.removeprefix(_READING_PREFIX))


def _in_one_line(text: str) -> str:
    """Join the lines of a text; no-break spaces within numbers stay."""
    return _BLANKS.sub(" ", text).strip()


def _excerpt(text: str) -> str:
    return Truncator(_in_one_line(_MARKED.sub(_without_marks, text))).words(_EXCERPT_WORDS)


def _without_marks(match: re.Match[str]) -> str:
    return next(text for text in match.groups() if text)


def find_paragraph(ruleset: str, typed: str) -> str | None:
    """Return the code of the paragraph typed as “§ 25 c3”; None if the rules have none of that name.

    The files have the paragraphs that matter to the program. Of a numbered source any number up to the last
    is a paragraph; of headings a part that only one has is enough.
    """
    by_key = {_key_of(rule): rule for rule in paragraph_texts(ruleset, _ENGLISH)}
    key = _key_of(typed)
    if key in by_key:
        return by_key[key]
    if _NUMBERED.fullmatch(key):
        return key if 0 < _number_in(key) <= max(map(_number_in, by_key)) else None
    found = [rule for known, rule in by_key.items() if key in known and not known.startswith(_READING_PREFIX)]
    return found[0] if len(found) == 1 and len(key) >= _ENOUGH_LETTERS else None


def similar_paragraph(ruleset: str, typed: str) -> str | None:
    """Return the code of the paragraph that is most like what was typed, if any is."""
    by_key = {_key_of(option.rule): option.rule for option in paragraph_options(ruleset)}
    found = get_close_matches(_key_of(typed), by_key, n=1, cutoff=0.5)
    return by_key[found[0]] if found else None


def _number_in(key: str) -> int:
    """Return the number of a paragraph; 0 for a heading."""
    numbered = _NUMBERED.fullmatch(key)
    return 0 if numbered is None else int(numbered[1])


def _key_of(rule: str) -> str:
    return "".join(rule.strip().strip("§").casefold().split())


@cache
def paragraph_texts(ruleset: str, language: str) -> Mapping[str, str]:
    """Return the paragraphs of a rule set by their codes, cached since the files are part of the program."""
    path = rulesets.folders()[ruleset] / f"rules.{language}.md"
    _before, *parts = _HEADING.split(path.read_text(encoding="utf-8"))
    texts = (localize_numbers(text.strip(), language) for text in parts[1::2])
    return dict(zip(parts[::2], texts, strict=True))


def localize_numbers(text: str, language: str) -> str:
    return _NUMBER.sub(lambda match: format_value(int(match[0].replace(" ", "")), language), text)


def as_html(text: str) -> SafeString:
    """Return the blocks of a text as HTML paragraphs; everything but the marks is escaped."""
    blocks = (_MARKED.sub(_with_tag, str(escape(_in_one_line(block)))) for block in text.split("\n\n"))
    return mark_safe("".join(f"<p>{block}</p>" for block in blocks))  # noqa: S308  # escaped above


def _with_tag(match: re.Match[str]) -> str:
    tag, text = next((tag, text) for tag, text in zip(_MARKS, match.groups(), strict=True) if text)
    return f"<{tag}>{text}</{tag}>"


def keep_citations_unbroken(reason: str) -> str:
    """Return a reason with no-break spaces in its citations."""
    return _CITATION.sub(lambda match: match[0].replace(" ", _NO_BREAK), str(reason))
