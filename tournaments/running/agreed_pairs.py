"""Pairs of entries that an event has agreed on by their numbers: who is not to meet, and who wishes to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from tournaments.running.session import OpenEvent

_Pairs = tuple[tuple[int, int], ...]


def renumber_pairs(opened: OpenEvent, numbers: Mapping[int, int]) -> None:
    """Let those who are not to meet, or wish to, stay the same entries under their new numbers."""

    def renumbered(pairs: _Pairs) -> _Pairs:
        both = [sorted(numbers.get(entry, entry) for entry in pair) for pair in pairs]
        return tuple(sorted((first, second) for first, second in both))

    _change_pairs(opened, renumbered)


def drop_pairs_of(opened: OpenEvent, number: int) -> dict[str, Any] | None:
    """Let no pair name an entry that is removed: a later one may get its number.

    Returns the settings as they were, if they have changed.
    """
    before = opened.event.settings

    def without(pairs: _Pairs) -> _Pairs:
        return tuple(pair for pair in pairs if number not in pair)

    return before if _change_pairs(opened, without) else None


def _change_pairs(opened: OpenEvent, changed: Callable[[_Pairs], Iterable[tuple[int, int]]]) -> bool:
    agreement = opened.agreement
    after = replace(agreement, apart=tuple(changed(agreement.apart)), wished=tuple(changed(agreement.wished)))
    if after == agreement:
        return False
    opened.event.settings = after.data()
    opened.event.save(update_fields=["settings"])
    return True
