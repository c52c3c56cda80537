"""The versions of a deal that count: its history without what was put back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clubs.books.writing import JsonValue, canonical_json
from scoring.models import DealVersion
from scoring.store import sheets


def versions_that_count(versions: Iterable[DealVersion]) -> list[list[DealVersion]]:
    """Return the versions that count, in order; each with the later versions that restored it.

    Where a later version says the same as an earlier one, the deal is back where it was, and what came
    between them was taken back.
    """
    counting: list[list[DealVersion]] = []
    spellings: list[str] = []
    for version in sorted(versions, key=lambda version: version.number):
        spelling = _spelling(version)
        if spelling in spellings:
            kept = spellings.index(spelling) + 1
            del counting[kept:], spellings[kept:]
            counting[-1].append(version)
        else:
            counting.append([version])
            spellings.append(spelling)
    return counting


def _spelling(version: DealVersion) -> str:
    """Return what was written down, without the game's part: earlier deals may have changed in between."""
    return canonical_json(dict(_without_empty_penalties(sheets.deal_data(version.sheet))))


def _without_empty_penalties(data: dict[str, JsonValue]) -> Iterator[tuple[str, JsonValue]]:
    """A charge that was taken back leaves a hand with no penalties instead of none mentioned."""
    for name, value in data.items():
        if name == "hands" and isinstance(value, list):
            yield name, [_without_penalties_if_empty(hand) for hand in value]
        else:
            yield name, value


def _without_penalties_if_empty(hand: JsonValue) -> JsonValue:
    if isinstance(hand, dict) and hand.get("penalties") == {}:
        return {name: value for name, value in hand.items() if name != "penalties"}
    return hand
