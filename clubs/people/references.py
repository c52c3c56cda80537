"""Where the database refers to a player: found from the models, and named by the apps that have it.

A relation that is added later is found by itself; that somebody has thought about what becomes of it when two
players are merged, or one is erased, is what `references` says, and a test compares the two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.apps import apps
from django.db import models

from clubs.models import Player
from clubs.plugins.hooks import HookList, HookTable

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise


@dataclass(frozen=True, slots=True)
class Reference:
    """What a field that refers to a player means: its label in previews, "" where none lists it."""

    label: _StrOrPromise = ""
    # Whether it refers to the other player after two have been merged.
    goes_over: bool = True
    # Whether it stays, under a pseudonym, when the person is erased.
    outlives: bool = False


# By the field that refers to a player, such as "scoring.seat.player".
references: HookTable[Reference] = HookTable()


@dataclass(frozen=True, slots=True)
class Rewritten:
    """Values of a row that have a player's id written in them, before and after."""

    model: str
    row: int
    before: dict[str, object]
    after: dict[str, object]


# Ids of players that stand in texts and lists: functions that find the rows in which one is replaced.
# Called with the ids of both when the rows of the other references have gone over.
rewriters: HookList[Callable[[int, int], Iterable[Rewritten]]] = HookList()
# What keeps the number of a player, where it was signed, before its rows go over to another player.
number_keepers: HookList[Callable[[int], None]] = HookList()
# What keeps two players apart, as sentences: a game in which they met, an event both have entered.
meetings: HookList[Callable[[Player, Player], Iterable[str]]] = HookList()


def referring_fields() -> list[str]:
    """Return every field of the database that refers to a player."""
    return sorted(
        f"{relation.field.model._meta.label_lower}.{relation.field.name}"
        for relation in Player._meta.get_fields(include_hidden=True)
        if isinstance(relation, models.ManyToOneRel)
    )


def moving_fields() -> list[str]:
    """Return the fields that refer to the other player after a merge; one that nobody has named, too."""
    return [field for field in referring_fields() if references.get(field, Reference()).goes_over]


def rows_of(field: str) -> tuple[models.QuerySet[models.Model], str]:
    """Return all rows of the model of a field, and the field's name."""
    model, _dot, name = field.rpartition(".")
    return apps.get_model(model)._base_manager.all(), name
