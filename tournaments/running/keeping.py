"""Keeps values of events whose results are shown, and compares what is kept with the same counted again.

Nobody waits for it: an event that has changed is counted from itself until its value is kept again. What was
counted is stored under the lock of the event's book, and not at all where that has changed meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, QuerySet, Sum
from django.utils.translation import gettext as _

from clubs.models import Book
from scoring.recording.recheck import FurtherDifference
from tournaments.models import KeptOfEvent, Tournament
from tournaments.play.kept_values import BookState, KeptKind

# So many events are counted at once, and their books are locked together.
_AT_ONCE: Final = 50
_FINISHED: Final = (Tournament.State.PRELIMINARY, Tournament.State.OFFICIAL)
# The states of the books of some events.
_States = Mapping[int, BookState]


def keep_values(kind: KeptKind, goes_on: Callable[[], bool] = lambda: True) -> int:
    """Keep the present value of each event that has none, while it goes on; return of how many."""
    kept = 0
    for states in _batches(_without_value(kind)):
        if not goes_on():
            break
        kept += _store(kind, states, kind.count(list(states)))
    return kept


def _without_value(kind: KeptKind) -> QuerySet[Tournament]:
    present = KeptOfEvent.objects.filter(
        tournament=OuterRef("pk"),
        kind=kind.code,
        revision=OuterRef("book__revision"),
        head=OuterRef("book__head"),
    )
    return _finished().exclude(Exists(present))


def _finished() -> QuerySet[Tournament]:
    return Tournament.objects.filter(state__in=_FINISHED, book__trial=False)


def _batches(events: QuerySet[Tournament]) -> Iterator[_States]:
    rows = list(events.order_by("pk").values_list("pk", "book__revision", "book__head"))
    for at in range(0, len(rows), _AT_ONCE):
        yield {pk: (revision, head) for pk, revision, head in rows[at : at + _AT_ONCE]}


@transaction.atomic
def _store(kind: KeptKind, states: _States, values: Mapping[int, str]) -> int:
    """Store values that were counted in these states of their books; return how many."""
    same = [pk for pk, state in _locked(states) if states[pk] == state]
    rows = [
        KeptOfEvent(
            tournament_id=pk, kind=kind.code, revision=states[pk][0], head=states[pk][1], value=values[pk]
        )
        for pk in same
    ]
    KeptOfEvent.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["tournament", "kind"],
        update_fields=["revision", "head", "value"],
    )
    return len(rows)


def _locked(events: Iterable[int]) -> Sequence[tuple[int, BookState]]:
    """Lock the books of events, in the order of their ids as everybody does; return their states."""
    books = Book.objects.filter(tournament__in=list(events)).select_for_update(of=("self",))
    rows = books.order_by("pk").values_list("tournament", "revision", "head")
    return [(pk, (revision, head)) for pk, revision, head in rows]


# Comparing.


def differences_in_values(kind: KeptKind) -> Iterator[FurtherDifference]:
    """Yield where a value that is believed differs from the same counted again."""
    for states in _batches(_finished().exclude(pk__in=_without_value(kind).values("pk"))):
        kept, counted = _kept(kind, states), kind.count(list(states))
        still = dict(_present(states))
        for pk in sorted(kept):
            # What was written to meanwhile is not believed any more.
            if kept[pk] != counted.get(pk) and still.get(pk) == states[pk]:
                place = _("Event %(event)s") % {"event": pk}
                yield FurtherDifference(place, f"kept.{kind.code}", kept[pk], counted.get(pk))


def _kept(kind: KeptKind, states: _States) -> Mapping[int, str]:
    rows = KeptOfEvent.objects.filter(kind=kind.code, tournament__in=states).order_by()
    return dict(rows.values_list("tournament", "value"))


def _present(states: _States) -> Iterator[tuple[int, BookState]]:
    rows = Tournament.objects.filter(pk__in=states).order_by()
    for pk, revision, head in rows.values_list("pk", "book__revision", "book__head"):
        yield pk, (revision, head)


# Throwing away.


def forget_values(kind: KeptKind) -> None:
    """Throw away what is kept: it is counted again."""
    KeptOfEvent.objects.filter(kind=kind.code).delete()


# When there is something to do.


def state_of_finished_events() -> tuple[int, ...]:
    """Return what changes when an event ends, changes afterwards, or is opened again: one cheap query."""
    counted = _finished().aggregate(number=Count("pk"), rows=Sum("pk"), revisions=Sum("book__revision"))
    return tuple(value or 0 for value in counted.values())
