"""The log sentences of events, the hooks into scoring, and the books that show a player."""

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _lazy

from clubs import books
from clubs.books.log_wording import FactLabel, register_fact_labels, register_sentences
from clubs.models import Book, Player
from scoring.recording import games, totals
from tournaments.models import Entry, EventAdjustment, Pairing, Round, Tournament
from tournaments.running.standings import update_after_result_change
from tournaments.running.substitutes import refuse_substitute
from tournaments.wording.labels import MOVEMENT_LABELS

register_sentences(
    {
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
        "event.results_shown": _lazy("Results shown"),
        "event.official": _lazy("Results official"),
        "entry.checked": _lazy("Entry checked in or out"),
        "entry.withdrawn": _lazy("Entry withdrawn"),
        "entry.moved": _lazy("First or last round of an entry moved with a removed round"),
        "entry.table_kept": _lazy("Said which table an entry keeps"),
        "pairing.judged": _lazy("Another result counts than what was played"),
    }
)

register_fact_labels(
    {
        "day": FactLabel(_lazy("Date")),
        "begins": FactLabel(_lazy("Begins"), is_shown=False),
        "seed": FactLabel(_lazy("Seed of the draw")),
        "agreed": FactLabel(_lazy("What was agreed"), is_shown=False),
        "movement": FactLabel(
            _lazy("Movement"), choices={str(code): label for code, label in MOVEMENT_LABELS.items()}
        ),
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
)

totals.recompute_listeners.append(update_after_result_change)
games.substitution_checks.append(refuse_substitute)


def _books_with_entries_of(players: QuerySet[Player]) -> QuerySet[Book]:
    """Return the books of the events that one of these players has entered."""
    return Book.objects.filter(tournament__entries__players__in=players)


books.book_finders.append(_books_with_entries_of)
