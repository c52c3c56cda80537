"""Which deal a page is about, as it stood when it was dealt, and where the page leads.

Asks `queries`; must not know a field of the form.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clubs.people.names import full_name
from scoring.core.rulesets.base import RuleSet
from scoring.desk.navigation import address_of
from scoring.entry.auction import Bidding, Chairs, chairs_of
from scoring.entry.parts import Side
from scoring.models import Deal, DealVersion, Game, OwnProtocol, Table
from scoring.store import queries, sheets


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody enters a deal, at the desk or at the table, and where that leads."""

    preview: str
    # Where one comes from, and goes when the deal is recorded.
    back: str
    back_label: str
    table: Table | None = None
    # At a table: the players, one of whom writes, and who does so unless it is said otherwise.
    writers: Sequence[tuple[int, str]] | None = None
    writer: int | None = None
    # At a table where each side keeps its own protocol.
    hands_in: bool = False
    # At the desk: what may be decided there.
    directs: bool = False
    # The director decides against the rules.
    overrules: bool = False
    # The ruling by which a deal is written anew.
    ruling: int | None = None
    # At a desk that types game after game: the book of these games.
    desk: int | None = None

    def next_deal(self, game: Game) -> str:
        return address_of("deal_new", game.pk, desk=self.desk)

    def next_game(self, game: Game) -> str:
        return address_of("desk_next", self.desk, after=game.pk)


@dataclass(frozen=True, slots=True)
class EnteredDeal:
    """A deal that is being written down or written anew."""

    game: Game
    rules: RuleSet
    number: int
    standing: sheets.Standing
    names: Sequence[str]
    # As it was dealt; None when nobody has said so yet.
    deal: Deal | None
    # Who sits where, for the auction of a game that has one.
    chairs: Chairs | None = None

    @property
    def version(self) -> DealVersion | None:
        """What is written down of it now."""
        return next(iter(self.deal.versions.all()), None) if self.deal else None

    @property
    def is_void(self) -> bool:
        return self.deal is not None and self.deal.state == Deal.State.VOID

    @property
    def is_open_until_approved(self) -> bool:
        """The game leaves a count open until the other side has approved it, and it has not."""
        is_left_open = self.rules.corrections.open_until_approved_rule is not None
        return is_left_open and self.deal is not None and self.deal.state != Deal.State.CONFIRMED

    @property
    def sides(self) -> list[Side | None]:
        """The sides that play, each in its place."""
        totals, openings = self.standing.totals, self.standing.openings
        return [
            None if opening is None else Side(number, name, total, opening)
            for number, (name, total, opening) in enumerate(zip(self.names, totals, openings, strict=True))
        ]

    @property
    def asks_openings(self) -> bool:
        """Nobody has started the deal: what was needed to open is what the paper says."""
        return self.deal is None

    @property
    def playing(self) -> list[int]:
        return [side.number for side in self.sides if side is not None]

    @property
    def bidding(self) -> Bidding | None:
        """The auction of a game that has one."""
        rules = self.rules.contract
        failure = None if rules is None else self.rules.penalty(rules.failed_bid)
        if rules is None or failure is None or self.chairs is None:
            return None
        return Bidding(rules, failure, self.chairs, self.standing.openings)

    def protocol_of(self, side: int | None) -> OwnProtocol | None:
        """What a side has handed in, where each side keeps its own protocol."""
        protocols = self.deal.protocols.all() if self.deal else ()
        return next((protocol for protocol in protocols if protocol.side == side), None)


def entered_deal(game: Game, number: int) -> EnteredDeal:
    """A deal of a game that came `with_sides`."""
    deal = queries.deal_to_write(game, number)
    names = queries.side_names(game, full_name)
    standing = _standing_of(game, number, deal)
    rules = sheets.rules_of_game(game)
    chairs = None if rules.contract is None else chairs_of(game, number)
    return EnteredDeal(game, rules, number, standing, names, deal, chairs)


def _standing_of(game: Game, number: int, deal: Deal | None) -> sheets.Standing:
    """The game before a deal. What all deals make so far the sides know, unless only a result was entered."""
    if deal is None and game.final is None:
        return sheets.standing_of(game, [side.total for side in game.sides.all()])
    totals = queries.totals_before(game, number, len(game.sides.all()))
    if deal is None:
        return sheets.standing_of(game, totals)
    return sheets.standing_before(game, deal, totals)


def players_of(game: Game) -> list[tuple[int, str]]:
    """Everybody who sits at the table, by id and name."""
    return [
        (seat.player.pk, full_name(seat.player)) for side in game.sides.all() for seat in side.seats.all()
    ]


def first_player_of(game: Game, side: int | None) -> int | None:
    """The player who writes for a side unless it is said otherwise."""
    seats = (seat for one in game.sides.all() if one.number == side for seat in one.seats.all())
    return next((seat.player_id for seat in seats), None)
