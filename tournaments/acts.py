"""The words in which the log tells of events, and which books show a player because of them."""

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from clubs import books
from clubs.models import Book, Player
from clubs.words import Fact, register_acts, register_facts

register_acts(
    {
        "event.created": _("Event set up"),
        "entry.added": _("Pair entered"),
        "round.drawn": _("Round drawn"),
        "round.published": _("Round published"),
    }
)

register_facts({"day": Fact(_("Day")), "seed": Fact(_("Seed of the draw"))})


def where_somebody_is_entered(players: QuerySet[Player]) -> QuerySet[Book]:
    """The books of the events that one of these players has entered."""
    return Book.objects.filter(tournament__entries__players__in=players)


books.shown_in.append(where_somebody_is_entered)
