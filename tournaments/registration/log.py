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
    "round.places_exchanged": _lazy("Places of a published round exchanged"),
    "game.deals_moved": _lazy("Deals moved from or to another table"),
    "round.locked": _lazy("Table locked in the draw"),
    "round.unlocked": _lazy("Table unlocked in the draw"),
    "round.redrawn": _lazy("Tables that are not locked drawn anew"),
    "round.removed": _lazy("Round removed"),
    "round.put_back": _lazy("Removed round brought back as it was"),
    "round.closed": _lazy("Round closed"),
    "round.reopened": _lazy("Round opened again"),
    "round.signed_on_paper": _lazy("Sheets of the round signed on paper"),
    "event.changed": _lazy("Event changed"),
    "event.set_up_corrected": _lazy("Settings corrected: the event was set up wrong"),
    "event.lots_drawn": _lazy("Lots drawn by hand"),
    "event.adjusted": _lazy("Penalty or award in the standings"),
    "event.adjustment_cancelled": _lazy("Penalty or award in the standings taken back"),
    "event.rescored": _lazy("Standings computed again"),
    "event.results_shown": _lazy("Results shown"),
    "event.results_hidden": _lazy("Results no longer shown"),
    "event.official": _lazy("Results official"),
    "event.revised": _lazy("Official results opened again"),
    "entry.checked": _lazy("Entry checked in or out"),
    "entry.withdrawn": _lazy("Entry withdrawn"),
    "entry.corrected": _lazy("Entry corrected: it was typed wrong"),
    "entry.handed_over": _lazy("Players of an entry changed from a round on"),
    "entry.removed": _lazy("Entry removed"),
    "event.presence": _lazy("Who misses a round"),
    "entry.brought_back": _lazy("Entry brought back"),
    "entry.put_back": _lazy("Removed entry brought back as it was"),
    "entry.moved": _lazy("First or last round of an entry moved with a removed round"),
    "entry.table_kept": _lazy("Said which table an entry keeps"),
    "pairing.judged": _lazy("Another result counts than what was played"),
}

FACT_LABELS: Final[Mapping[str, FactLabel]] = {
    "day": FactLabel(_lazy("Date")),
    "begins": FactLabel(_lazy("Begins"), is_shown=False),
    "seed": FactLabel(_lazy("Seed of the draw")),
    "attempt": FactLabel(_lazy("Which draw of this round")),
    "snapshot": FactLabel(_lazy("Digest of the event before"), is_shown=False),
    "secret_digest": FactLabel(_lazy("Digest of the secret of the draws"), is_shown=False),
    "came": FactLabel(_lazy("Came since the last draw")),
    "gone": FactLabel(_lazy("Gone since the last draw")),
    "other_results": FactLabel(_lazy("Results changed since the last draw")),
    "basis": FactLabel(_lazy("Digest of what was known"), is_shown=False),
    "laid_out_anew": FactLabel(_lazy("Remaining rounds laid out anew")),
    "agreed": FactLabel(_lazy("What was agreed"), is_shown=False),
    "movement": FactLabel(_lazy("Movement"), choices=MOVEMENT_LABELS),
    "pairings": FactLabel(_lazy("Pairings")),
    "out": FactLabel(_lazy("Sit out")),
    "locked": FactLabel(_lazy("Locked tables")),
    "from_round": FactLabel(_lazy("From round")),
    "until_round": FactLabel(_lazy("Until round")),
    "left": FactLabel(_lazy("Games left"), is_shown=False),
    "lot": FactLabel(_lazy("Lot")),
    "missing": FactLabel(_lazy("Entries that miss it")),
    "missed": FactLabel(_lazy("Missed rounds")),
    "resumed": FactLabel(_lazy("Games resumed"), is_shown=False),
    "lots": FactLabel(_lazy("Lots")),
    "unit": FactLabel(_lazy("Unit"), choices=dict(EventAdjustment.Unit.choices)),
    "amount": FactLabel(_lazy("How much")),
    "entry_state": FactLabel(_lazy("State of the entry"), choices=dict(Entry.State.choices)),
    "round_state": FactLabel(_lazy("State of the round"), choices=dict(Round.State.choices)),
    "event_state": FactLabel(_lazy("State of the event"), choices=dict(Tournament.State.choices)),
    "disputed": FactLabel(_lazy("Tables with a disputed deal")),
    "unapproved": FactLabel(_lazy("Tables with deals that are not approved")),
    "unsigned": FactLabel(_lazy("Tables that have not signed")),
    "slips_differ": FactLabel(_lazy("Tables whose result slip says something else")),
    "second_missing": FactLabel(_lazy("Tables without a second entry")),
    "revision": FactLabel(_lazy("Revision of the results")),
    "early": FactLabel(_lazy("Time to complain cut short")),
    "result_kind": FactLabel(_lazy("Kind of result"), choices=dict(Pairing.Kind.choices)),
    "at_fault": FactLabel(_lazy("Side at fault"), counts_from=1),
    "given": FactLabel(_lazy("As ruled")),
}


def books_with_entries(players: QuerySet[Player]) -> QuerySet[Book]:
    """Return the books of the events that one of these players has entered."""
    return Book.objects.filter(tournament__entries__players__in=players)
