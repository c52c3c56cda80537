"""The words in which the log tells of games, and which books show a player because of them."""

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubs import books
from clubs.books.log_wording import Fact, register_acts, register_facts
from clubs.models import Book, Player, User
from scoring.models import Call, Deal, DealVersion, Game, Ruling, Table
from scoring.wording.labels import ENDS, RULESETS

register_acts(
    {
        "game.opened": _("Game opened"),
        "game.seats_taken": _("Seats taken"),
        "game.substituted": _("Player substituted"),
        "game.ended": _("Game ended early"),
        "game.result_entered": _("Result entered without deals"),
        "game.rescored": _("Totals computed again"),
        "game.adjusted": _("Penalty or award"),
        "game.adjustment_cancelled": _("Penalty or award taken back"),
        "deal.started": _("Deal started"),
        "deal.recorded": _("Deal recorded"),
        "deal.agreed": _("Two protocols agree"),
        "deal.amended": _("Deal corrected"),
        "deal.voided": _("Deal declared void"),
        "deal.approved": _("Deal approved"),
        "deal.sent_back": _("Deal sent back"),
        "deal.disputed": _("Deal disputed"),
        "protocol.handed_in": _("Own protocol handed in"),
        "deal.looked_at": _("Something unlikely was looked at"),
        "game.goes_on": _("Game goes on: it is over no longer"),
        "game.read_back": _("Protocol read back"),
        "game.slip_taken": _("Result slip taken"),
        "game.signature": _("Signature"),
        "game.signature_refused": _("Signature refused"),
        "game.signed_as_absent": _("Signed for somebody absent"),
        "game.signed_by_director": _("Signed by the director"),
        "game.signed": _("Game signed"),
        "game.reopened": _("Game reopened"),
        "game.set_aside": _("Game set aside"),
        "ruling.given": _("Ruling"),
        "ruling.cancelled": _("Ruling taken back"),
        "warning.given": _("Written warning"),
        "warning.cancelled": _("Written warning taken back"),
        "director.called": _("Director called"),
        "director.came": _("Director came"),
        "photo.kept": _("Photograph kept"),
        "tables.made": _("Tables made"),
        "tables.pins_renewed": _("New PINs for the tables"),
        "table.set": _("Game set to a table"),
    }
)

register_facts(
    {
        "ruleset": Fact(_("Rule set"), choices=RULESETS),
        "options": Fact(_("House rules")),
        "number": Fact(_("Number")),
        "points": Fact(_("Points")),
        "sheet": Fact(_("What was written down"), shown=False),
        "carried": Fact(_("Totals from paper")),
        "deals": Fact(_("Number of deals")),
        "game": Fact(_("Game"), Game),
        "deal": Fact(_("Deal"), shown=False),
        "version": Fact(_("Version")),
        "kind": Fact(_("Kind of correction"), choices=dict(DealVersion.Kind.choices)),
        "deal_state": Fact(_("State of the deal"), choices=dict(Deal.State.choices)),
        "openings": Fact(_("Opening requirements")),
        "highest": Fact(_("Highest card"), Player),
        "keeper": Fact(_("Keeper of the protocol"), Player),
        "side": Fact(_("Side")),
        "device": Fact(_("Device")),
        "at_table": Fact(_("Table"), Table),
        "from_deal": Fact(_("From deal")),
        "end": Fact(_("Why it ended"), choices=ENDS),
        "adjustment": Fact(_("Points charged or credited")),
        "rule": Fact(_("Paragraph")),
        "entry_of_ledger": Fact(_("Entry of the ledger"), shown=False),
        "why": Fact(_("Why"), choices=dict(Call.Why.choices)),
        "call": Fact(_("Call"), shown=False),
        "digest": Fact(_("Hash of the picture"), shown=False),
        "overrides": Fact(_("Against the paragraph")),
        "overridden": Fact(_("Errors passed over")),
        "paper": Fact(_("Totals on paper")),
        "ruling": Fact(_("Ruling"), shown=False),
        "outcome": Fact(pgettext_lazy("ruling", "Outcome"), choices=dict(Ruling.Outcome.choices)),
        "jurors": Fact(_("Jury"), User),
        "passed_over": Fact(_("Passed over"), User),
        "warning": Fact(_("Written warning"), shown=False),
        "signature": Fact(_("Signature"), shown=False),
        "reading": Fact(_("Reading"), shown=False),
        "slip": Fact(_("Result slip"), shown=False),
        "game_state": Fact(_("State of the game"), choices=dict(Game.State.choices)),
        "tables": Fact(_("Tables")),
        "table": Fact(_("Table")),
    }
)


def _where_somebody_sits(players: QuerySet[Player]) -> QuerySet[Book]:
    """The books of the games in which one of these players has a seat."""
    return Book.objects.filter(games__sides__seats__player__in=players)


def _where_somebody_has_judged(players: QuerySet[Player]) -> QuerySet[Book]:
    """The books of the games whose rulings name one of these players as the jury."""
    return Book.objects.filter(games__rulings__jurors__user__player__in=players)


books.shown_in.append(_where_somebody_sits)
books.shown_in.append(_where_somebody_has_judged)
