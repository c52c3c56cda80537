"""What an event has agreed on by the numbers of entries: who is not to meet, who wishes to, and strengths."""

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

    _change_pairs(opened, renumbered, lambda strength: (numbers.get(entry, entry) for entry in strength))


def drop_pairs_of(opened: OpenEvent, number: int) -> dict[str, Any] | None:
    """Let no pair name an entry that is removed: a later one may get its number.

    Returns the settings as they were, if they have changed.
    """
    before = opened.event.settings

    def without(pairs: _Pairs) -> _Pairs:
        return tuple(pair for pair in pairs if number not in pair)

    is_changed = _change_pairs(
        opened, without, lambda strength: (entry for entry in strength if entry != number)
    )
    return before if is_changed else None


def _change_pairs(
    opened: OpenEvent,
    changed: Callable[[_Pairs], Iterable[tuple[int, int]]],
    reordered: Callable[[tuple[int, ...]], Iterable[int]],
) -> bool:
    agreement = opened.agreement
    after = replace(
        agreement,
        apart=tuple(changed(agreement.apart)),
        wished=tuple(changed(agreement.wished)),
        strength=tuple(reordered(agreement.strength)),
    )
    if after == agreement:
        return False
    opened.event.settings = after.data()
    opened.event.save(update_fields=["settings"])
    return True
