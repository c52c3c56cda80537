"""The wording of the log: a sentence for every act, a label for every fact.

Each app registers its own when the program starts. A log entry stores codes and ids only; their names are
looked up when the entry is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import models

from clubs.plugins.hooks import HookTable

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise


@dataclass(frozen=True, slots=True)
class FactChange:
    """The value of a fact before and after an act."""

    label: str
    before: str
    after: str


# All facts of an act, before or after it.
LoggedFacts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class FactLabel:
    """The label of a fact. The value of the fact is text, the id of a row of `model`, or one of `choices`.

    A fact that is not shown is stored in the entry, for verification, and appears on no page.
    """

    label: _StrOrPromise
    model: type[models.Model] | None = None
    choices: Mapping[str, _StrOrPromise] | None = None
    is_shown: bool = True
    # What stands for 0: sides are stored from 0 and counted from 1.
    counts_from: int = 0
    # Its value as a person reads it, where that is no list of numbers or names.
    text: Callable[[Any], str] | None = None
    # What has changed, line by line, where one fact has many values; given all facts before and after.
    changes: Callable[[LoggedFacts, LoggedFacts], Iterator[FactChange]] | None = None


log_sentences: HookTable[_StrOrPromise] = HookTable()
fact_labels: HookTable[FactLabel] = HookTable()
# By the label of a model, how its rows are named in the log; all others are named by their own text.
row_names: HookTable[Callable[[Collection[int]], Mapping[int, str]]] = HookTable()


def sentence_of(act: str) -> str:
    """Return the sentence of an act; its code if its app is no longer installed."""
    return str(log_sentences.get(act, act))


def fact_label(key: str) -> FactLabel:
    return fact_labels.get(key) or FactLabel(key)
