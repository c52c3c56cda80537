"""The ratings of a federation, counted from all its games in one pass.

Nothing of a rating is stored. The games of an event are in the memory of this process, under the state of its
book, and so is what the last pass has found, with marks to come back to. Where events were added or changed
since, the pass goes on from the last mark before the first of them. So a correction, a merge and an erasure
are followed by themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Final

from tournaments.core.ratings.chosen import MODEL, NUMBERS
from tournaments.core.ratings.history import HistoryMark, RatedGame, RatingHistory
from tournaments.ratings.queries import CountedEvent, counted_events, load_games

# Of so many federations, and clubs without one, the ratings are kept.
_MAX_SCOPES: Final = 8
# After each so many events there is a mark.
_BETWEEN_MARKS: Final = 50
# From so many events on, all games are read at once: a list of their numbers would be too long.
_MANY: Final = 500


@dataclass(slots=True)
class _KeptRatings:
    """The games of each event, the ratings after the last of them, and marks on the way there."""

    games: dict[CountedEvent, tuple[RatedGame, ...]] = field(default_factory=dict)
    rated: Sequence[CountedEvent] = ()
    history: RatingHistory = field(default_factory=lambda: RatingHistory(MODEL, NUMBERS))
    # By how many events had been rated.
    marks: Mapping[int, HistoryMark] = field(default_factory=dict)


_kept: Final[dict[int, _KeptRatings]] = {}
# One pass at a time: two that go on from the same place would rate a game twice.
_lock: Final = Lock()


def ratings_of(scope: int) -> RatingHistory:
    """Return the present ratings of a scope. Whoever gets them reads them alone."""
    with _lock:
        events = counted_events(scope)
        kept = _kept.pop(scope, None) or _KeptRatings()
        while len(_kept) >= _MAX_SCOPES:
            _kept.pop(next(iter(_kept)))
        _kept[scope] = _brought_up_to_date(kept, events, scope)
        return _kept[scope].history


def forget() -> None:
    """Forget what was counted, for tests and measurements."""
    _kept.clear()


def _brought_up_to_date(kept: _KeptRatings, events: Sequence[CountedEvent], scope: int) -> _KeptRatings:
    if kept.rated == events:
        return kept
    games = _games_of(kept, events, scope)
    same = _number_alike(kept.rated, events)
    marks = {number: mark for number, mark in kept.marks.items() if number <= same}
    done = max(marks, default=0)
    # Another page may still read the ratings of before: they stay as they are.
    history = kept.history.back_to(marks[done]) if marks else RatingHistory(MODEL, NUMBERS)
    for number, event in enumerate(events[done:], done + 1):
        history.add(games[event])
        if number % _BETWEEN_MARKS == 0 or number == len(events):
            marks[number] = history.mark()
    return _KeptRatings(games, events, history, _few(marks, len(events)))


def _number_alike(before: Sequence[CountedEvent], now: Sequence[CountedEvent]) -> int:
    """Return how many events at the beginning are the same."""
    for number, (one, other) in enumerate(zip(before, now, strict=False)):
        if one != other:
            return number
    return min(len(before), len(now))


def _few(marks: Mapping[int, HistoryMark], last: int) -> Mapping[int, HistoryMark]:
    """Leave out the marks of what was the last event before."""
    return {number: mark for number, mark in marks.items() if number % _BETWEEN_MARKS == 0 or number == last}


def _games_of(
    kept: _KeptRatings, events: Sequence[CountedEvent], scope: int
) -> dict[CountedEvent, tuple[RatedGame, ...]]:
    """Return the games of each event; those of events that have changed are read."""
    changed = [event for event in events if event not in kept.games]
    read = load_games([event.pk for event in changed] if len(changed) < _MANY else None, scope)
    found = {event: read.get(event.pk, ()) for event in changed}
    return {event: kept.games[event] if event in kept.games else found[event] for event in events}
