"""What is known of events: kept in the database once their results are shown, and read from the events else.

What was read is in the memory of this process too, a few kilobytes for an event, under the state of the
event's book. So an event that is being played is read again alone.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from django.db.models import Q, QuerySet

from clubs.models import Club
from tournaments.core.history.runs import Course
from tournaments.history.facts import EventFacts, HeldEvent, Made
from tournaments.history.reading import read_facts
from tournaments.models import Tournament
from tournaments.play.kept_values import BookState, KeptKind, load_kept

# Of so many events it is kept in memory.
_MAX_EVENTS: Final = 10_000
kept_facts: Final[dict[int, tuple[BookState, EventFacts]]] = {}


def held_events(club: int) -> list[HeldEvent]:
    """Return all events of a club and, of a federation, of its clubs, in their order; a trial counts nowhere.

    The states of their books come with them, so that what is read later is never older than its state.
    """
    clubs = Club.objects.filter(Q(pk=club) | Q(federation=club)).order_by().values("pk")
    return _held(Tournament.objects.filter(club__in=clubs, book__trial=False))


def _held(events: QuerySet[Tournament]) -> list[HeldEvent]:
    columns = ("pk", "club", "name", "date", "ruleset", "state", "standings_from", "counted_in_whole")
    rows = events.order_by("date", "pk").values_list(*columns, "book__revision", "book__head")
    return [HeldEvent(*row) for row in rows]


def facts_of(events: Sequence[HeldEvent]) -> Mapping[int, EventFacts]:
    """Return what is known of events, reading those of which nothing is kept."""
    known = {event.pk: facts for event in events if (facts := _find(event)) is not None}
    unknown = [event for event in events if event.pk not in known]
    if not unknown:
        return known
    texts = load_kept(FACTS, {event.pk: event.book_state for event in unknown})
    found = {pk: _from_data(pk, *data) for pk, data in zip(texts, _read_all(texts.values()), strict=True)}
    changed = [event for event in unknown if event.pk not in found]
    if changed:
        found |= read_facts(changed)
    _remember((event, found[event.pk]) for event in unknown)
    return known | found


def _find(event: HeldEvent) -> EventFacts | None:
    kept_state, facts = kept_facts.get(event.pk, (None, None))
    return facts if kept_state == event.book_state else None


def _remember(read: Iterable[tuple[HeldEvent, EventFacts]]) -> None:
    fresh = {event.pk: (event.book_state, facts) for event, facts in read}
    if len(kept_facts) + len(fresh) > _MAX_EVENTS:
        kept_facts.clear()
    kept_facts.update(fresh)


# In the database.


def _count(events: Collection[int]) -> Mapping[int, str]:
    facts = read_facts(_held(Tournament.objects.filter(pk__in=events)))
    return {event: _as_text(known) for event, known in facts.items()}


# The number in the code changes with what is counted, so that nothing of before is believed.
FACTS: Final = KeptKind("facts.1", _count)


def _as_text(facts: EventFacts) -> str:
    """Write what is known of an event; the event itself, which each record names, is left out."""
    best = [[*made[:_EVENT], *made[_EVENT + 1 :]] for made in facts.best]
    return json.dumps(facts._replace(best=best), separators=(",", ":"))  # type: ignore[arg-type] # for JSON


_EVENT: Final = Made._fields.index("event")


def _read_all(texts: Iterable[str]) -> list[list[Any]]:
    """Read texts together: a federation has thousands."""
    read: list[list[Any]] = json.loads(f"[{','.join(texts)}]")
    return read


def _from_data(
    event: int,
    best: list[list[Any]],
    entries: int,
    players: list[int],
    games: int,
    deals: int,
    winners: list[list[int]],
    courses: list[list[Any]],
) -> EventFacts:
    return EventFacts(
        tuple([_made(event, *made) for made in best]),
        entries,
        tuple(players),
        games,
        deals,
        tuple(map(tuple, winners)),
        tuple([Course(tuple(one), *course) for one, *course in courses]),
    )


def _made(event: int, kind: str, ruleset: str, figure: int, players: list[int], *where: Any) -> Made:
    return Made(kind, ruleset, figure, tuple(players), event, *where)
