"""The words in which the log tells of events, and which books show a player because of them."""

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _lazy

from clubs import books
from clubs.books.log_wording import Fact, register_acts, register_facts
from clubs.models import Book, Player
from scoring.recording import games, totals
from tournaments.models import Entry, EventAdjustment, Pairing, Round, Tournament
from tournaments.running.standings import result_has_changed
from tournaments.running.substitutes import refuse_substitute
from tournaments.wording.labels import MOVEMENTS

register_acts(
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

register_facts(
    {
        "day": Fact(_lazy("Date")),
        "begins": Fact(_lazy("Begins"), shown=False),
        "seed": Fact(_lazy("Seed of the draw")),
        "agreed": Fact(_lazy("What was agreed"), shown=False),
        "movement": Fact(_lazy("Movement"), choices={str(code): said for code, said in MOVEMENTS.items()}),
        "pairings": Fact(_lazy("Pairings")),
        "out": Fact(_lazy("Sit out")),
        "locked": Fact(_lazy("Locked tables")),
        "from_round": Fact(_lazy("From round")),
        "until_round": Fact(_lazy("Until round")),
        "left": Fact(_lazy("Games left"), shown=False),
        "lots": Fact(_lazy("Lots")),
        "unit": Fact(_lazy("Unit"), choices=dict(EventAdjustment.Unit.choices)),
        "amount": Fact(_lazy("How much")),
        "entry_state": Fact(_lazy("State of the entry"), choices=dict(Entry.State.choices)),
        "round_state": Fact(_lazy("State of the round"), choices=dict(Round.State.choices)),
        "event_state": Fact(_lazy("State of the event"), choices=dict(Tournament.State.choices)),
        "early": Fact(_lazy("Time to complain cut short")),
        "result_kind": Fact(_lazy("Kind of result"), choices=dict(Pairing.Kind.choices)),
        "at_fault": Fact(_lazy("Side at fault")),
        "given": Fact(_lazy("As ruled")),
    }
)

totals.when_refolded.append(result_has_changed)
games.when_substituted.append(refuse_substitute)


def _where_somebody_is_entered(players: QuerySet[Player]) -> QuerySet[Book]:
    """The books of the events that one of these players has entered."""
    return Book.objects.filter(tournament__entries__players__in=players)


books.book_finders.append(_where_somebody_is_entered)
