"""The ratings of a federation, counted from all its games in one pass.

Nothing of a rating is stored. The games of an event, of a match of teams, and of a day outside both are in
the memory of this process, under the state of their books, and so is what the last pass has found, with marks
to come back to. Where anything was added or changed since, the pass goes on from the last mark before that.
So a correction, a merge and an erasure are followed by themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Final

from tournaments.core.ratings.chosen import MODEL, NUMBERS
from tournaments.core.ratings.history import HistoryMark, RatedGame, RatingHistory
from tournaments.ratings.league_games import load_games_of_matches
from tournaments.ratings.queries import (
    DAY,
    EVENT,
    MATCH,
    CountedPart,
    counted_parts,
    load_games,
    load_games_of_days,
)

# Of so many federations, and clubs without one, the ratings are kept.
_MAX_SCOPES: Final = 8
# After each so many parts there is a mark.
_BETWEEN_MARKS: Final = 50
# From so many events on, all games are read at once: a list of their numbers would be too long.
_MANY: Final = 500


@dataclass(slots=True)
class _KeptRatings:
    """The games of each part, the ratings after the last of them, and marks on the way there."""

    games: dict[CountedPart, tuple[RatedGame, ...]] = field(default_factory=dict)
    rated: Sequence[CountedPart] = ()
    history: RatingHistory = field(default_factory=lambda: RatingHistory(MODEL, NUMBERS))
    # By how many parts had been rated.
    marks: Mapping[int, HistoryMark] = field(default_factory=dict)


_kept: Final[dict[int, _KeptRatings]] = {}
# One pass at a time: two that go on from the same place would rate a game twice.
_lock: Final = Lock()


def ratings_of(scope: int) -> RatingHistory:
    """Return the present ratings of a scope. Whoever gets them reads them alone."""
    with _lock:
        parts = counted_parts(scope)
        kept = _kept.pop(scope, None) or _KeptRatings()
        while len(_kept) >= _MAX_SCOPES:
            _kept.pop(next(iter(_kept)))
        _kept[scope] = _brought_up_to_date(kept, parts, scope)
        return _kept[scope].history


def forget() -> None:
    """Forget what was counted, for tests and measurements."""
    _kept.clear()


def _brought_up_to_date(kept: _KeptRatings, parts: Sequence[CountedPart], scope: int) -> _KeptRatings:
    if kept.rated == parts:
        return kept
    games = _games_of(kept, parts, scope)
    same = _number_alike(kept.rated, parts)
    marks = {number: mark for number, mark in kept.marks.items() if number <= same}
    done = max(marks, default=0)
    # Another page may still read the ratings of before: they stay as they are.
    history = kept.history.back_to(marks[done]) if marks else RatingHistory(MODEL, NUMBERS)
    for number, part in enumerate(parts[done:], done + 1):
        history.add(games[part])
        if number % _BETWEEN_MARKS == 0 or number == len(parts):
            marks[number] = history.mark()
    return _KeptRatings(games, parts, history, _few(marks, len(parts)))


def _number_alike(before: Sequence[CountedPart], now: Sequence[CountedPart]) -> int:
    """Return how many parts at the beginning are the same."""
    for number, (one, other) in enumerate(zip(before, now, strict=False)):
        if one != other:
            return number
    return min(len(before), len(now))


def _few(marks: Mapping[int, HistoryMark], last: int) -> Mapping[int, HistoryMark]:
    """Leave out the marks of what was the last part before."""
    return {number: mark for number, mark in marks.items() if number % _BETWEEN_MARKS == 0 or number == last}


def _games_of(
    kept: _KeptRatings, parts: Sequence[CountedPart], scope: int
) -> dict[CountedPart, tuple[RatedGame, ...]]:
    """Return the games of each part; those of parts that have changed are read."""
    changed = [part for part in parts if part not in kept.games]
    events, days = ([part.pk for part in changed if part.kind == kind] for kind in (EVENT, DAY))
    read = {
        EVENT: load_games(events if len(events) < _MANY else None, scope),
        MATCH: load_games_of_matches(
            {part.pk: part.day.toordinal() for part in changed if part.kind == MATCH}
        ),
        DAY: load_games_of_days(frozenset(days), scope),
    }
    found = {part: read[part.kind].get(part.pk, ()) for part in changed}
    return {part: kept.games[part] if part in kept.games else found[part] for part in parts}
