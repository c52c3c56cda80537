"""The texts of a game in English, as its `labels.py` has them.

`bin/words` collects them for the translators by the names of these calls (`locale/collect.py`), and
`scoring.wording` translates them. This package imports no translation of its own, so that rules stay pure.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.core.vocabulary import OptionValue


@dataclass(frozen=True, slots=True)
class Label:
    """A name or a short text."""

    text: str
    # Where the other languages have another word for it than in other games: the name of this game.
    context: str | None = None


@dataclass(frozen=True, slots=True)
class Phrase:
    """A counted name, for one and for several; both contain %(count)s."""

    one: str
    several: str
    context: str | None = None


def label_only_in(context: str, text: str) -> Label:
    """Return a text that is translated apart from the same English words elsewhere."""
    return Label(text, context)


def phrase_only_in(context: str, one: str, several: str) -> Phrase:
    """Return a counted name that is translated apart from the same English words elsewhere."""
    return Phrase(one, several, context)


@dataclass(frozen=True, slots=True)
class OptionLabels:
    """The label of a house rule, and of each of its values."""

    label: Label
    values: Mapping[OptionValue, Label]


@dataclass(frozen=True, kw_only=True, slots=True)
class GameLabels:
    """All texts of one game. The lines that every game can have are named in `scoring.wording`."""

    name: Label
    # Its place in a list of games, the lowest first.
    place: int
    # The names of its lines: of each combination and penalty, and of a common line that it names otherwise.
    lines: Mapping[str, Label]
    # Its counted combinations: the first half of a line's sentence.
    phrases: Mapping[str, Phrase]
    # Red threes that count for and against a side, with the reason in the terms of the rules.
    red_threes_earned: Phrase
    red_threes_unearned: Phrase
    options: Mapping[str, OptionLabels] = field(default_factory=dict)
    # Words of the game that a language may keep as they are, in small letters and for one of them.
    kept_words: frozenset[str] = frozenset()
