"""The log sentences of games, and the books of games that show a player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import pgettext_lazy

from clubs.books.log_wording import FactLabel
from clubs.models import Book, Player, User
from scoring.models import Call, Deal, DealVersion, Game, Ruling, Table
from scoring.registration.logged_house_rules import house_rules_changed
from scoring.wording.bids import bidding_text
from scoring.wording.labels import ENDED_BY, ruleset_names

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

SENTENCES: Final[Mapping[str, _StrOrPromise]] = {
    "game.opened": _lazy("Game opened"),
    "game.seats_taken": _lazy("Seats taken"),
    "game.substituted": _lazy("Player substituted"),
    "game.reseated": _lazy("Who sat at a table put right"),
    "game.ended": _lazy("Game ended early"),
    "game.ended_with_round": _lazy("Game ended by time, with others of its round"),
    "game.resumed_with_round": _lazy("Game resumed, with others of its round"),
    "game.resumed": _lazy("Game resumed: its early end is undone"),
    "game.result_entered": _lazy("Result entered without deals"),
    "game.result_corrected": _lazy("Result entered without deals corrected"),
    "game.result_taken_back": _lazy("Result entered without deals withdrawn"),
    "game.rescored": _lazy("Totals computed again"),
    "game.rules_put_right": _lazy("Counted by other house rules: it was set up wrong"),
    "game.adjusted": _lazy("Penalty or award"),
    "game.adjustment_cancelled": _lazy("Penalty or award revoked"),
    "deal.started": _lazy("Deal started"),
    "deal.start_taken_back": _lazy("Start of a deal withdrawn"),
    "contract.entered": _lazy("Contract entered before play"),
    "deal.recorded": _lazy("Deal recorded"),
    "deal.agreed": _lazy("The two score sheets agree"),
    "deal.amended": _lazy("Deal corrected"),
    "deal.voided": _lazy("Deal declared void"),
    "deal.restored": _lazy("Void deal counts again"),
    "deal.approved": _lazy("Deal approved"),
    "deal.sent_back": _lazy("Deal sent back"),
    "deal.disputed": _lazy("Deal disputed"),
    "protocol.handed_in": _lazy("Own score sheet handed in"),
    "deal.looked_at": _lazy("Unlikely entry checked"),
    "game.goes_on": _lazy("Game continues: no longer over"),
    "game.read_back": _lazy("Score sheet read back"),
    "game.slip_taken": _lazy("Result slip entered"),
    "game.signature": _lazy("Signature"),
    "game.signature_refused": _lazy("Signature refused"),
    "game.signed_as_absent": _lazy("Signed for somebody absent"),
    "game.signed_by_director": _lazy("Signed by the director"),
    "game.signed_on_paper": _lazy("Signed on paper"),
    "game.signed": _lazy("Game signed"),
    "game.reopened": _lazy("Game reopened"),
    "game.set_aside": _lazy("Game set aside"),
    "game.put_back": _lazy("Game counts again"),
    "ruling.given": _lazy("Ruling"),
    "ruling.cancelled": _lazy("Ruling revoked"),
    "warning.given": _lazy("Written warning"),
    "warning.cancelled": _lazy("Written warning revoked"),
    "director.called": _lazy("Director called"),
    "director.call_taken_back": _lazy("Call for the director withdrawn"),
    "director.came": _lazy("Director attended"),
    "photo.kept": _lazy("Photograph saved"),
    "photo.removed": _lazy("Photograph removed"),
    "scan.dropped": _lazy("Scanned sheet dropped: no score sheet"),
    "tables.made": _lazy("Tables added"),
    "table.deleted": _lazy("Table deleted"),
    "tables.deleted": _lazy("Tables deleted"),
    "tables.opening_set": _lazy("Said whether players open games at free tables"),
    "tables.pins_renewed": _lazy("New PINs for the tables"),
    "table.set": _lazy("Game assigned to a table"),
}

FACT_LABELS: Final[Mapping[str, FactLabel]] = {
    "ruleset": FactLabel(_lazy("Rule set"), choices=ruleset_names()),
    "options": FactLabel(_lazy("House rules"), changes=house_rules_changed),
    "number": FactLabel(_lazy("Number")),
    "points": FactLabel(_lazy("Points")),
    "sheet": FactLabel(_lazy("What was recorded"), is_shown=False),
    "carried": FactLabel(_lazy("Totals from paper")),
    "deals": FactLabel(_lazy("Number of deals")),
    "game": FactLabel(_lazy("Game"), Game),
    "deal": FactLabel(_lazy("Deal"), is_shown=False),
    "version": FactLabel(_lazy("Version")),
    "kind": FactLabel(_lazy("Kind of correction"), choices=dict(DealVersion.Kind.choices)),
    "deal_state": FactLabel(_lazy("State of the deal"), choices=dict(Deal.State.choices)),
    "openings": FactLabel(_lazy("Opening requirements")),
    "in_time": FactLabel(_lazy("Sides that say the last card was dealt in time"), counts_from=1),
    "bidding": FactLabel(_lazy("Contract"), text=bidding_text),
    "highest": FactLabel(_lazy("Highest card"), Player),
    "keeper": FactLabel(_lazy("Scorekeeper"), Player),
    "side": FactLabel(_lazy("Side"), counts_from=1),
    "device": FactLabel(_lazy("Device"), is_shown=False),
    "cards_for": FactLabel(_lazy("Cards for the event"), Book),
    "at_table": FactLabel(_lazy("Table"), Table),
    "from_deal": FactLabel(_lazy("From deal")),
    "end": FactLabel(_lazy("Why it ended"), choices=ENDED_BY),
    "adjustment": FactLabel(_lazy("Points deducted or added")),
    "rule": FactLabel(_lazy("Paragraph")),
    "entry_of_ledger": FactLabel(_lazy("Ledger entry"), is_shown=False),
    "why": FactLabel(_lazy("Why"), choices=dict(Call.Reason.choices)),
    "call": FactLabel(_lazy("Call"), is_shown=False),
    "digest": FactLabel(_lazy("Hash of the picture"), is_shown=False),
    "overrides": FactLabel(_lazy("Against the paragraph")),
    "overridden": FactLabel(_lazy("Errors overridden")),
    "paper": FactLabel(_lazy("Totals on paper")),
    "ruling": FactLabel(_lazy("Ruling"), is_shown=False),
    "outcome": FactLabel(pgettext_lazy("ruling", "Outcome"), choices=dict(Ruling.Outcome.choices)),
    "jurors": FactLabel(_lazy("Jury"), User),
    "passed_over": FactLabel(_lazy("Not eligible"), User),
    "warning": FactLabel(_lazy("Written warning"), is_shown=False),
    "signature": FactLabel(_lazy("Signature"), is_shown=False),
    "reading": FactLabel(_lazy("Read-back"), is_shown=False),
    "slip": FactLabel(_lazy("Result slip"), is_shown=False),
    "game_state": FactLabel(_lazy("State of the game"), choices=dict(Game.State.choices)),
    "by_players": FactLabel(_lazy("Opened by players")),
    "players_open": FactLabel(_lazy("Players open games at free tables")),
    "tables": FactLabel(_lazy("Tables")),
    "table": FactLabel(_lazy("Table")),
}

# What holds a player or a club, by the field that refers to it.
_GAMES: Final = _lazy("games")
HOLDS_PLAYERS: Final[Mapping[str, _StrOrPromise]] = {
    "scoring.seat.player": _GAMES,
    "scoring.game.keeper": _GAMES,
    "scoring.dealversion.player": _GAMES,
    "scoring.confirmation.player": _GAMES,
    "scoring.ownprotocol.player": _GAMES,
    "scoring.signature.player": _GAMES,
    "scoring.writtenwarning.player": _lazy("written warnings"),
    "scoring.table.club": _lazy("tables"),
}


def books_of_seats(players: QuerySet[Player]) -> QuerySet[Book]:
    """Return the books of the games in which any of these players has a seat."""
    return Book.objects.filter(games__sides__seats__player__in=players)


def books_of_jurors(players: QuerySet[Player]) -> QuerySet[Book]:
    """Return the books of the games whose rulings name any of these players as the jury."""
    return Book.objects.filter(games__rulings__jurors__user__player__in=players)
