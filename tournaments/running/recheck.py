"""Comparison of what is kept of closed rounds with the same computed again from their games.

Compared are the tables of each round, and the places after it. A game that goes on after its round was closed
changes the places when it is over again: until then they are not compared from that round on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.books.writing import Author, JsonValue, retried, writing
from clubs.models import Book
from scoring.recording.recheck import FurtherDifference
from tournaments.models import KeptRound, Pairing, Round, Standing, Tournament
from tournaments.play import event_record, event_results, kept_rounds
from tournaments.play.played_pairings import PlayedPairing
from tournaments.running.standings import recompute_standings, standings_of

_COLUMNS: Final = ("entry_id", "place", "shared", "decided_by", "played", "wins", "draws", "losses")
_SUMS: Final = ("points", "difference", "own")


def differences() -> Iterator[FurtherDifference]:
    """Yield the differences of all events, one after the other."""
    for event in _events_with_closed_rounds():
        yield from differences_in(event)


def differences_in(event: Tournament) -> list[FurtherDifference]:
    """Return the differences of an event.

    One that has any is compared a second time under a lock, since it may have been written to meanwhile.
    """
    if not any(_differences_of(event)):
        return []
    with transaction.atomic():
        Book.objects.select_for_update().get(pk=event.book_id)
        return list(_differences_of(event))


def repair(by: Author) -> Iterator[str]:
    """Store what differs anew; yield a sentence for each event that was repaired."""
    for event in _events_with_closed_rounds():
        if differences_in(event):
            _store_anew(by, event)
            yield _("Event %(event)s: standings stored anew.") % {"event": event.pk}


@retried
def _store_anew(by: Author, event: Tournament) -> None:
    with writing(event.book, by) as act:
        recompute_standings(event, since=1)
        act.log("event.rescored", event)


def _events_with_closed_rounds() -> Sequence[Tournament]:
    closed = Round.objects.filter(state=Round.State.CLOSED).values("tournament")
    return list(Tournament.objects.filter(pk__in=closed).select_related("book").order_by("pk"))


def _differences_of(event: Tournament) -> Iterator[FurtherDifference]:
    settled = True
    for closed in event.rounds.filter(state=Round.State.CLOSED).order_by("number"):
        record = event_record.load_event(event, until=closed.number)
        placings = event_results.compute_placings(record)
        expected = kept_rounds.to_keep(closed, record.rounds[-1].tables, placings)
        stored = KeptRound.objects.filter(round=closed).first()
        yield from _column_differences(closed, "tables", stored, expected)
        yield from _column_differences(closed, "left_out", stored, expected)
        settled = settled and not any(map(_goes_on, record.rounds[-1].pairings))
        if settled:
            yield from _column_differences(closed, "places", stored, expected)
            rows = Standing.objects.filter(round=closed).order_by("place", "entry__number")
            computed = standings_of(closed, record, placings)
            yield from _first_difference(
                closed, "standings", list(map(_row, rows)), list(map(_row, computed))
            )


def _goes_on(pairing: PlayedPairing) -> bool:
    """Whether a game counts whose end is still to come."""
    return pairing.kind == Pairing.Kind.PLAYED and pairing.game_id is not None and not pairing.game_over


def _column_differences(
    closed: Round, column: str, stored: KeptRound | None, expected: KeptRound
) -> Iterator[FurtherDifference]:
    kept = [] if stored is None else getattr(stored, column)
    return _first_difference(closed, f"kept.{column}", kept, getattr(expected, column))


def _first_difference(
    closed: Round, column: str, stored: Sequence[JsonValue], computed: Sequence[JsonValue]
) -> Iterator[FurtherDifference]:
    """Yield the first place at which two lists differ."""
    pairs = zip_longest(stored, computed)
    place = _("Event %(event)s, round %(round)s") % {"event": closed.tournament_id, "round": closed.number}
    yield from [FurtherDifference(place, column, old, new) for old, new in pairs if old != new][:1]


def _row(standing: Standing) -> JsonValue:
    return {column: getattr(standing, column) for column in (*_COLUMNS, *_SUMS)}
