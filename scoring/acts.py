"""The words in which the log tells of games, and which books show a player because of them."""

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from clubs import books
from clubs.models import Book, Player
from clubs.words import Fact, register_acts, register_facts
from scoring.words import RULESETS

register_acts({"game.opened": _("Game opened"), "deal.recorded": _("Deal recorded")})

register_facts(
    {
        "ruleset": Fact(_("Rule set"), choices=RULESETS),
        "options": Fact(_("House rules")),
        "number": Fact(_("Number")),
        "points": Fact(_("Points")),
        "sheet": Fact(_("What was written down"), shown=False),
    }
)


def where_somebody_sits(players: QuerySet[Player]) -> QuerySet[Book]:
    """The books of the games in which one of these players has a seat."""
    return Book.objects.filter(games__sides__seats__player__in=players)


books.shown_in.append(where_somebody_sits)
