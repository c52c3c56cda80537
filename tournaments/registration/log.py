"""The log sentences of events, and the books of events that show a player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.log_wording import FactLabel
from clubs.models import Book, Player
from tournaments.models import Entry, EventAdjustment, Pairing, Round, Tournament
from tournaments.wording.labels import MOVEMENT_LABELS

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

SENTENCES: Final[Mapping[str, _StrOrPromise]] = {
    "event.created": _lazy("Event set up"),
    "entry.added": _lazy("Entry made"),
    "round.drawn": _lazy("Round drawn"),
    "round.published": _lazy("Round published"),
    "round.set_by_hand": _lazy("Round set by hand"),
    "round.locked": _lazy("Table locked in the draw"),
    "round.unlocked": _lazy("Table unlocked in the draw"),
    "round.redrawn": _lazy("Tables that are not locked drawn anew"),
    "round.removed": _lazy("Round removed"),
    "round.closed": _lazy("Round closed"),
    "event.changed": _lazy("Event changed"),
    "event.lots_drawn": _lazy("Lots drawn by hand"),
    "event.adjusted": _lazy("Penalty or award in the standings"),
    "event.adjustment_cancelled": _lazy("Penalty or award in the standings taken back"),
    "event.rescored": _lazy("Standings computed again"),
    "event.results_shown": _lazy("Results shown"),
    "event.official": _lazy("Results official"),
    "entry.checked": _lazy("Entry checked in or out"),
    "entry.withdrawn": _lazy("Entry withdrawn"),
    "entry.moved": _lazy("First or last round of an entry moved with a removed round"),
    "entry.table_kept": _lazy("Said which table an entry keeps"),
    "pairing.judged": _lazy("Another result counts than what was played"),
}

FACT_LABELS: Final[Mapping[str, FactLabel]] = {
    "day": FactLabel(_lazy("Date")),
    "begins": FactLabel(_lazy("Begins"), is_shown=False),
    "seed": FactLabel(_lazy("Seed of the draw")),
    "agreed": FactLabel(_lazy("What was agreed"), is_shown=False),
    "movement": FactLabel(_lazy("Movement"), choices=MOVEMENT_LABELS),
    "pairings": FactLabel(_lazy("Pairings")),
    "out": FactLabel(_lazy("Sit out")),
    "locked": FactLabel(_lazy("Locked tables")),
    "from_round": FactLabel(_lazy("From round")),
    "until_round": FactLabel(_lazy("Until round")),
    "left": FactLabel(_lazy("Games left"), is_shown=False),
    "lots": FactLabel(_lazy("Lots")),
    "unit": FactLabel(_lazy("Unit"), choices=dict(EventAdjustment.Unit.choices)),
    "amount": FactLabel(_lazy("How much")),
    "entry_state": FactLabel(_lazy("State of the entry"), choices=dict(Entry.State.choices)),
    "round_state": FactLabel(_lazy("State of the round"), choices=dict(Round.State.choices)),
    "event_state": FactLabel(_lazy("State of the event"), choices=dict(Tournament.State.choices)),
    "early": FactLabel(_lazy("Time to complain cut short")),
    "result_kind": FactLabel(_lazy("Kind of result"), choices=dict(Pairing.Kind.choices)),
    "at_fault": FactLabel(_lazy("Side at fault")),
    "given": FactLabel(_lazy("As ruled")),
}


def books_with_entries(players: QuerySet[Player]) -> QuerySet[Book]:
    """Return the books of the events that one of these players has entered."""
    return Book.objects.filter(tournament__entries__players__in=players)
