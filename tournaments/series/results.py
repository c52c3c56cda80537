"""The final standings of evenings as values of a series: kept in the database, and read from the events else.

They are in the memory of this process too, under the state of the book of each evening: a season costs one
query for its events, and reads again only what has changed.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from tournaments.core.series.result import HUNDREDTHS, EveningResult
from tournaments.models import Round, Tournament
from tournaments.play.kept_values import BookState, KeptKind, load_kept
from tournaments.play.queries import current_places
from tournaments.play.standings_sources import FinalPlace, load_final_places

# Of so many events the results are kept in memory.
_MAX_EVENTS: Final = 8_000


class EntryResult(NamedTuple):
    """The result of an entry, with its players in their order."""

    players: tuple[int, ...]
    result: EveningResult


EntryResults = Sequence[EntryResult]
Evenings = Sequence[Tournament]
# The results of each evening, by its row.
Results = Mapping[int, EntryResults]
kept_results: Final[dict[int, tuple[BookState, EntryResults]]] = {}


def results_of(events: Evenings) -> Results:
    """Return the results of events whose books were read with them."""
    states = {event.pk: (event.book.revision, event.book.head) for event in events}
    known = {pk: results for pk, state in states.items() if (results := _find(pk, state)) is not None}
    unknown = [event for event in events if event.pk not in known]
    if not unknown:
        return known
    texts = load_kept(RESULTS, {event.pk: states[event.pk] for event in unknown})
    found: dict[int, EntryResults] = {pk: _from_text(text) for pk, text in texts.items()}
    changed = [event for event in unknown if event.pk not in found]
    if changed:
        found |= results_by_places(changed, load_final_places(changed))
    if len(kept_results) + len(found) > _MAX_EVENTS:
        kept_results.clear()
    kept_results.update({pk: (states[pk], results) for pk, results in found.items()})
    return known | found


def _find(event: int, state: BookState) -> EntryResults | None:
    kept_state, results = kept_results.get(event, (None, None))
    return results if kept_state == state else None


def results_by_places(events: Evenings, places: Iterable[FinalPlace]) -> dict[int, EntryResults]:
    """Return the results that follow from these places."""
    by_event: defaultdict[int, list[FinalPlace]] = defaultdict(list)
    for place in places:
        by_event[place.event].append(place)
    players = _players_of(events)
    return {event.pk: tuple(_results(event, by_event[event.pk], players)) for event in events}


def _players_of(events: Iterable[Tournament]) -> Mapping[int, tuple[int, ...]]:
    """Return the players of each entry as it was at the end of its event."""
    players: dict[int, tuple[int, ...]] = {}
    rows = (
        current_places().filter(tournament__in=[event.pk for event in events]).order_by("entry", "position")
    )
    for entry, player in rows.values_list("entry", "player"):
        players[entry] = (*players.get(entry, ()), player)
    return players


def _results(
    event: Tournament, places: Sequence[FinalPlace], players: Mapping[int, tuple[int, ...]]
) -> Iterable[EntryResult]:
    scheme = event.agreement.scheme
    # Whole points of an evening become hundredths too.
    unit = 1 if scheme.in_hundredths else HUNDREDTHS
    sharing = Counter(place.standing.place for place in places)
    best = max((place.standing.points * unit for place in places), default=0)
    for place in places:
        standing = place.standing
        yield EntryResult(
            players.get(standing.entry_id, ()),
            EveningResult(
                place=standing.place,
                sharing=sharing[standing.place],
                of=len(places),
                points=standing.points * unit,
                best=best,
                possible=_possible(event, place.after, unit),
            ),
        )


def _possible(event: Tournament, last: Round | None, unit: int) -> int | None:
    """Return what could be made: the most that a game can give, in each round."""
    most = event.agreement.scheme_for(0).max_points
    return None if last is None or most is None else most * unit * last.number


# In the database.


def _count(events: Collection[int]) -> Mapping[int, str]:
    found = list(Tournament.objects.filter(pk__in=events).order_by("pk"))
    results = results_by_places(found, load_final_places(found))
    return {event: _as_text(results[event]) for event in results}


# The number in the code changes with what is counted, so that nothing of before is believed.
RESULTS: Final = KeptKind("results.1", _count)


def _as_text(results: EntryResults) -> str:
    rows = [
        [*(list(players), one.place, one.sharing, one.of), *(one.points, one.best, one.possible)]
        for players, one in results
    ]
    return json.dumps(rows, separators=(",", ":"))


def _from_text(text: str) -> EntryResults:
    return tuple(
        [
            EntryResult(
                tuple(players),
                EveningResult(
                    place=place, sharing=sharing, of=of, points=points, best=best, possible=possible
                ),
            )
            for players, place, sharing, of, points, best, possible in json.loads(text)
        ]
    )
