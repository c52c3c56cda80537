"""The words in which the log tells of games, and which books show a player because of them."""

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import pgettext_lazy

from clubs import books
from clubs.books.log_wording import Fact, register_acts, register_facts
from clubs.models import Book, Player, User
from scoring.models import Call, Deal, DealVersion, Game, Ruling, Table
from scoring.wording.labels import ENDS, RULESETS

register_acts(
    {
        "game.opened": _lazy("Game opened"),
        "game.seats_taken": _lazy("Seats taken"),
        "game.substituted": _lazy("Player substituted"),
        "game.ended": _lazy("Game ended early"),
        "game.result_entered": _lazy("Result entered without deals"),
        "game.rescored": _lazy("Totals computed again"),
        "game.adjusted": _lazy("Penalty or award"),
        "game.adjustment_cancelled": _lazy("Penalty or award taken back"),
        "deal.started": _lazy("Deal started"),
        "deal.recorded": _lazy("Deal recorded"),
        "deal.agreed": _lazy("Two protocols agree"),
        "deal.amended": _lazy("Deal corrected"),
        "deal.voided": _lazy("Deal declared void"),
        "deal.approved": _lazy("Deal approved"),
        "deal.sent_back": _lazy("Deal sent back"),
        "deal.disputed": _lazy("Deal disputed"),
        "protocol.handed_in": _lazy("Own protocol handed in"),
        "deal.looked_at": _lazy("Something unlikely was looked at"),
        "game.goes_on": _lazy("Game goes on: it is over no longer"),
        "game.read_back": _lazy("Protocol read back"),
        "game.slip_taken": _lazy("Result slip taken"),
        "game.signature": _lazy("Signature"),
        "game.signature_refused": _lazy("Signature refused"),
        "game.signed_as_absent": _lazy("Signed for somebody absent"),
        "game.signed_by_director": _lazy("Signed by the director"),
        "game.signed": _lazy("Game signed"),
        "game.reopened": _lazy("Game reopened"),
        "game.set_aside": _lazy("Game set aside"),
        "ruling.given": _lazy("Ruling"),
        "ruling.cancelled": _lazy("Ruling taken back"),
        "warning.given": _lazy("Written warning"),
        "warning.cancelled": _lazy("Written warning taken back"),
        "director.called": _lazy("Director called"),
        "director.came": _lazy("Director came"),
        "photo.kept": _lazy("Photograph kept"),
        "tables.made": _lazy("Tables made"),
        "tables.pins_renewed": _lazy("New PINs for the tables"),
        "table.set": _lazy("Game set to a table"),
    }
)

register_facts(
    {
        "ruleset": Fact(_lazy("Rule set"), choices=RULESETS),
        "options": Fact(_lazy("House rules")),
        "number": Fact(_lazy("Number")),
        "points": Fact(_lazy("Points")),
        "sheet": Fact(_lazy("What was written down"), shown=False),
        "carried": Fact(_lazy("Totals from paper")),
        "deals": Fact(_lazy("Number of deals")),
        "game": Fact(_lazy("Game"), Game),
        "deal": Fact(_lazy("Deal"), shown=False),
        "version": Fact(_lazy("Version")),
        "kind": Fact(_lazy("Kind of correction"), choices=dict(DealVersion.Kind.choices)),
        "deal_state": Fact(_lazy("State of the deal"), choices=dict(Deal.State.choices)),
        "openings": Fact(_lazy("Opening requirements")),
        "highest": Fact(_lazy("Highest card"), Player),
        "keeper": Fact(_lazy("Keeper of the protocol"), Player),
        "side": Fact(_lazy("Side")),
        "device": Fact(_lazy("Device")),
        "at_table": Fact(_lazy("Table"), Table),
        "from_deal": Fact(_lazy("From deal")),
        "end": Fact(_lazy("Why it ended"), choices=ENDS),
        "adjustment": Fact(_lazy("Points charged or credited")),
        "rule": Fact(_lazy("Paragraph")),
        "entry_of_ledger": Fact(_lazy("Entry of the ledger"), shown=False),
        "why": Fact(_lazy("Why"), choices=dict(Call.Why.choices)),
        "call": Fact(_lazy("Call"), shown=False),
        "digest": Fact(_lazy("Hash of the picture"), shown=False),
        "overrides": Fact(_lazy("Against the paragraph")),
        "overridden": Fact(_lazy("Errors passed over")),
        "paper": Fact(_lazy("Totals on paper")),
        "ruling": Fact(_lazy("Ruling"), shown=False),
        "outcome": Fact(pgettext_lazy("ruling", "Outcome"), choices=dict(Ruling.Outcome.choices)),
        "jurors": Fact(_lazy("Jury"), User),
        "passed_over": Fact(_lazy("Passed over"), User),
        "warning": Fact(_lazy("Written warning"), shown=False),
        "signature": Fact(_lazy("Signature"), shown=False),
        "reading": Fact(_lazy("Reading"), shown=False),
        "slip": Fact(_lazy("Result slip"), shown=False),
        "game_state": Fact(_lazy("State of the game"), choices=dict(Game.State.choices)),
        "tables": Fact(_lazy("Tables")),
        "table": Fact(_lazy("Table")),
    }
)


def _where_somebody_sits(players: QuerySet[Player]) -> QuerySet[Book]:
    """The books of the games in which one of these players has a seat."""
    return Book.objects.filter(games__sides__seats__player__in=players)


def _where_somebody_has_judged(players: QuerySet[Player]) -> QuerySet[Book]:
    """The books of the games whose rulings name one of these players as the jury."""
    return Book.objects.filter(games__rulings__jurors__user__player__in=players)


books.book_finders.append(_where_somebody_sits)
books.book_finders.append(_where_somebody_has_judged)
