"""Finds the words of a template that nobody could translate.

Django's own lexer takes tags and variables out first, with what they may say themselves left in their place
(`{{ name|default:"Nobody" }}`); what stays is read as HTML.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

from django.template.base import Lexer, Token, TokenType

# The same in every language: the product's name, and the letters that the style guide shows as letters.
PROPER_NAMES = ("Talon", "Åäö Æø Åbo, Ærø, Sjöö, Šiauliai")

SPOKEN_ATTRIBUTES = {
    "alt",
    "aria-description",
    "aria-label",
    "aria-placeholder",
    "aria-roledescription",
    "aria-valuetext",
    "data-label",
    "hx-confirm",
    "hx-prompt",
    "label",
    "placeholder",
    "summary",
    "title",
}
BUTTON_TYPES = {"submit", "button", "reset"}
SPOKEN_META = {"description", "author", "og:title", "og:description", "application-name"}
UNSPOKEN_ELEMENTS = {"script", "style"}

TRANSLATED_BLOCKS = {"blocktranslate": "endblocktranslate", "blocktrans": "endblocktrans"}
SKIPPED_BLOCKS = {"comment": "endcomment"} | TRANSLATED_BLOCKS
INSIDE_A_TAG = re.compile(r"block \w+_(?:attributes|class)\b")
SAYING_TAGS = {"firstof", "cycle"}  # they print their arguments
SAYING_FILTERS = {"default", "default_if_none", "yesno", "pluralize", "add"}
STRUCTURE = {"if", "elif", "else", "endif", "for", "empty", "endfor", "with", "endwith", "block", "endblock"}
# Arguments of {% include … with … %} that a component shows.
SPOKEN_ARGUMENTS = re.compile(
    r"\b((?:\w+_)?(?:label|title|text|lead|note|heading|caption|legend|hint|placeholder))=(\"[^\"]*\"|'[^']*')"
)
FILTER_ARGUMENT = re.compile(r"\|\s*(\w+)\s*:\s*(\"[^\"]*\"|'[^']*')")
QUOTED = re.compile(r"(?<![\w(:])(\"[^\"]*\"|'[^']*')")


@dataclass(frozen=True, slots=True)
class Untranslatable:
    """Words in a template outside of any translation, and where they stand."""

    line: int
    words: str


def untranslatable(source: str) -> list[Untranslatable]:
    """Everything in a template that a person reads and no translator can reach."""
    arguments = (found for token in tokens_read(source) for found in spoken_arguments(token))
    return sorted([*arguments, *spoken_words(page_of(source))], key=lambda found: (found.line, found.words))


def templates(root: Path) -> Iterator[Path]:
    """Every template of the product, whichever application brings it."""
    for folder in (root / "templates", *sorted(root.glob("*/templates"))):
        if folder.parent.name != "tests":
            yield from (
                file for file in sorted(folder.rglob("*")) if file.suffix in {".html", ".txt", ".svg"}
            )


def tokens_read(source: str) -> Iterator[Token]:
    """The tokens of a template, without comments and without what {% blocktranslate %} encloses."""
    until = None
    for token in Lexer(source).tokenize():
        if until is not None:
            until = None if tag_name(token) == until else until
            continue
        until = skipped_until(token)
        if until is None and token.token_type is not TokenType.COMMENT:
            yield token


def skipped_until(token: Token) -> str | None:
    """The tag that ends what is not read: comments, translations, blocks that stand inside an HTML tag."""
    if INSIDE_A_TAG.match(token.contents) and token.token_type is TokenType.BLOCK:
        return "endblock"
    return SKIPPED_BLOCKS.get(tag_name(token) or "")


def tag_name(token: Token) -> str | None:
    if token.token_type is not TokenType.BLOCK:
        return None
    return (token.contents.split() or [""])[0]


def page_of(source: str) -> str:
    """The template as HTML of the same lines: what a tag may say stands in its place, else a neutral sign."""
    page, line = "", 1
    for token in tokens_read(source):
        start = token.lineno or line
        page += "\n" * (start - line) + said_by(token)
        line = max(line, start) + said_by(token).count("\n")
    return page


def said_by(token: Token) -> str:
    name = tag_name(token)
    if token.token_type is TokenType.TEXT:
        return token.contents
    if name is None:
        return filter_words(token.contents) or "0"
    if name in SAYING_TAGS:
        return " ".join(unquoted(found) for found in QUOTED.findall(token.contents))
    if name in STRUCTURE:
        return " "
    return "0"


def filter_words(expression: str) -> str:
    arguments = FILTER_ARGUMENT.findall(expression)
    return " ".join(unquoted(argument) for name, argument in arguments if name in SAYING_FILTERS)


def spoken_arguments(token: Token) -> Iterator[Untranslatable]:
    if tag_name(token) not in {"include", "with"}:
        return
    for _name, value in SPOKEN_ARGUMENTS.findall(token.contents):
        if speaks(unquoted(value)):
            yield Untranslatable(token.lineno or 0, unquoted(value))


def unquoted(literal: str) -> str:
    return literal[1:-1]


def speaks(text: str) -> bool:
    """Whether there is a letter in it beside the proper names."""
    for name in PROPER_NAMES:
        text = re.sub(rf"\b{name}\b", "", text)
    return any(sign.isalpha() for sign in text)


def spoken_words(page: str) -> list[Untranslatable]:
    reader = Reader()
    reader.feed(page)
    reader.close()
    return reader.found


class Reader(HTMLParser):
    """Collects text nodes and the attributes that are shown or read aloud."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[Untranslatable] = []
        self.unspoken = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.unspoken += tag in UNSPOKEN_ELEMENTS
        attributes = {name: value or "" for name, value in attrs}
        for value in spoken_attributes(tag, attributes):
            self.note(value)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        self.unspoken -= tag in UNSPOKEN_ELEMENTS

    def handle_data(self, data: str) -> None:
        if not self.unspoken:
            self.note(data)

    def note(self, text: str) -> None:
        if speaks(text):
            self.found.append(Untranslatable(self.getpos()[0], " ".join(text.split())))


def spoken_attributes(tag: str, attributes: dict[str, str]) -> Iterator[str]:
    yield from (value for name, value in attributes.items() if name in SPOKEN_ATTRIBUTES)
    if tag == "input" and attributes.get("type") in BUTTON_TYPES:
        yield attributes.get("value", "")
    if tag == "meta" and (attributes.get("name") or attributes.get("property")) in SPOKEN_META:
        yield attributes.get("content", "")
