"""The words in which the log tells of events, and which books show a player because of them."""

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

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
        "event.created": _("Event set up"),
        "entry.added": _("Entry made"),
        "round.drawn": _("Round drawn"),
        "round.published": _("Round published"),
        "round.set_by_hand": _("Round set by hand"),
        "round.locked": _("Table locked in the draw"),
        "round.unlocked": _("Table unlocked in the draw"),
        "round.redrawn": _("Tables that are not locked drawn anew"),
        "round.removed": _("Round removed"),
        "round.closed": _("Round closed"),
        "event.changed": _("Event changed"),
        "event.lots_drawn": _("Lots drawn by hand"),
        "event.adjusted": _("Penalty or award in the standings"),
        "event.adjustment_cancelled": _("Penalty or award in the standings taken back"),
        "event.results_shown": _("Results shown"),
        "event.official": _("Results official"),
        "entry.checked": _("Entry checked in or out"),
        "entry.withdrawn": _("Entry withdrawn"),
        "entry.moved": _("First or last round of an entry moved with a removed round"),
        "entry.table_kept": _("Said which table an entry keeps"),
        "pairing.judged": _("Another result counts than what was played"),
    }
)

register_facts(
    {
        "day": Fact(_("Date")),
        "begins": Fact(_("Begins"), shown=False),
        "seed": Fact(_("Seed of the draw")),
        "agreed": Fact(_("What was agreed"), shown=False),
        "movement": Fact(_("Movement"), choices={str(code): said for code, said in MOVEMENTS.items()}),
        "pairings": Fact(_("Pairings")),
        "out": Fact(_("Sit out")),
        "locked": Fact(_("Locked tables")),
        "from_round": Fact(_("From round")),
        "until_round": Fact(_("Until round")),
        "left": Fact(_("Games left"), shown=False),
        "lots": Fact(_("Lots")),
        "unit": Fact(_("Unit"), choices=dict(EventAdjustment.Unit.choices)),
        "amount": Fact(_("How much")),
        "entry_state": Fact(_("State of the entry"), choices=dict(Entry.State.choices)),
        "round_state": Fact(_("State of the round"), choices=dict(Round.State.choices)),
        "event_state": Fact(_("State of the event"), choices=dict(Tournament.State.choices)),
        "early": Fact(_("Time to complain cut short")),
        "result_kind": Fact(_("Kind of result"), choices=dict(Pairing.Kind.choices)),
        "at_fault": Fact(_("Side at fault")),
        "given": Fact(_("As ruled")),
    }
)

totals.when_refolded.append(result_has_changed)
games.when_substituted.append(refuse_substitute)


def _where_somebody_is_entered(players: QuerySet[Player]) -> QuerySet[Book]:
    """The books of the events that one of these players has entered."""
    return Book.objects.filter(tournament__entries__players__in=players)


books.shown_in.append(_where_somebody_is_entered)
