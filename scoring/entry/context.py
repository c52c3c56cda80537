"""The deal of an entry page as it was dealt, and the place where it is entered: the desk or a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from clubs.books.writing import club_book
from clubs.models import Book, Role
from clubs.people.names import full_name
from scoring.core.ruleset import RuleSet
from scoring.desk.navigation import scoring_url
from scoring.entry.auction import Bidding
from scoring.entry.parts import EntrySide
from scoring.models import Deal, DealVersion, Game, OwnProtocol, Table
from scoring.recording import GameAsRead
from scoring.store import sheets
from scoring.store.bidding import AuctionSeats, DealBidding, auction_seats, bidding_of_deal
from scoring.store.deal_queries import deal_to_write, latest_deals, totals_before
from scoring.store.game_queries import side_names, slip_differs


class BackLink(NamedTuple):
    """A link to where the user came from; without a label it is not in the breadcrumb."""

    url: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class EntryPlace:
    """The place where a deal is entered, the desk or a table: its URLs and what the user may do."""

    preview_url: str
    # Finds the link back, which only a page shows.
    find_back: Callable[[], BackLink]
    table: Table | None = None
    # At a table: the players, and the one chosen as writer by default.
    writers: Sequence[tuple[int, str]] | None = None
    writer: int | None = None
    # At a table where each side keeps its own protocol; whether the side gives its code with it.
    hands_in: bool = False
    asks_code: bool = False
    # The user at the desk is a director.
    directs: bool = False
    # The director overrules the rules.
    overrules: bool = False
    # The primary key of the ruling by which the deal is rewritten.
    ruling: int | None = None
    # The user's roles at the desk, by the book of the game.
    roles: Mapping[int, frozenset[Role.Kind]] = field(default_factory=dict)
    # The book of the desk over a list of games from which the user came.
    desk: int | None = None

    def next_deal_url(self, game: Game) -> str:
        return scoring_url("deal_new", game.pk, desk=self.desk)

    def next_game_url(self, game: Game) -> str:
        return scoring_url("desk_next", self._list_of(game), after=game.pk)

    def recorded_url(self, game: Game, number: int, *, amends: bool) -> str:
        """The page after a deal was recorded: the table, the next deal or game; a correction leads back."""
        if self.table is not None or (amends and self.desk is not None):
            return self.find_back().url
        if amends:
            return scoring_url("game_desk", game.pk, recorded=number)
        # A result that was entered ended the game; its deals are complete when they make the same.
        if not game.over or game.entered_result is not None:
            return self.next_deal_url(game)
        if slip_differs(game):
            return scoring_url("game_check", game.pk, desk=self._list_of(game), done="slip")
        return self.next_game_url(game)

    def _list_of(self, game: Game) -> int:
        """The book of the desk whose games are entered in turn: of event or league, else of the club."""
        if self.desk is not None:
            return self.desk
        book = game.book
        return book.pk if book.kind in Book.WITH_GUESTS else club_book(book.club).pk


@dataclass(frozen=True, slots=True)
class EnteredDeal:
    """A deal that is being entered or corrected."""

    game: Game
    rules: RuleSet
    number: int
    before: sheets.GameBefore
    names: Sequence[str]
    # None if the deal was not started in Talon.
    deal: Deal | None
    # What was read of the game, for the verb that records the deal.
    as_read: GameAsRead
    # The seats, for the auction of a game that has one.
    seats: AuctionSeats | None = None

    @property
    def version(self) -> DealVersion | None:
        """The current version of the deal."""
        return next(iter(self.deal.versions.all()), None) if self.deal else None

    @property
    def is_void(self) -> bool:
        return self.deal is not None and self.deal.state == Deal.State.VOID

    @property
    def is_open_until_approved(self) -> bool:
        """Whether the deal may be changed until the other side approves, which it has not yet."""
        is_left_open = self.rules.corrections.open_until_approved_rule is not None
        return is_left_open and self.deal is not None and self.deal.state != Deal.State.CONFIRMED

    @property
    def sides(self) -> list[EntrySide | None]:
        """The sides by number; None for one that sits out."""
        totals, openings = self.before.totals, self.before.openings
        return [
            None if opening is None else EntrySide(number, name, total, opening)
            for number, (name, total, opening) in enumerate(zip(self.names, totals, openings, strict=True))
        ]

    @property
    def asks_openings(self) -> bool:
        """Whether the opening requirements come from the paper: the deal was not started in Talon."""
        return self.deal is None

    @property
    def playing(self) -> list[int]:
        return [side.number for side in self.sides if side is not None]

    @property
    def bidding(self) -> Bidding | None:
        """The auction, in a game that has one."""
        rules = self.rules.contract
        failure = None if rules is None else self.rules.penalty(rules.failed_bid)
        if rules is None or failure is None or self.seats is None:
            return None
        return Bidding(rules, failure, self.seats, self.before.openings)

    @property
    def entered_bidding(self) -> DealBidding | None:
        """What was entered of the contract before play; None once the deal is recorded."""
        return None if self.deal is None or self.version is not None else bidding_of_deal(self.deal)

    def protocol_of(self, side: int | None) -> OwnProtocol | None:
        """The protocol that a side has handed in, where each side keeps its own."""
        protocols = self.deal.protocols.all() if self.deal else ()
        return next((protocol for protocol in protocols if protocol.side == side), None)


def load_entered_deal(game: Game, number: int) -> EnteredDeal:
    """A deal of a game loaded by `games_with_sides`."""
    latest = latest_deals(game, number)
    deal = deal_to_write(latest, number)
    names = side_names(game, full_name)
    before = _game_before(game, number, deal)
    rules = sheets.rules_of_game(game)
    earlier = next((dealt for dealt in latest if dealt.number == number - 1), None)
    seats = None if rules.contract is None else auction_seats(game, number, full_name, earlier)
    return EnteredDeal(game, rules, number, before, names, deal, GameAsRead(game, number, latest), seats)


def _game_before(game: Game, number: int, deal: Deal | None) -> sheets.GameBefore:
    """The game before a deal. Before the next one, and one that is being played, the sides store the totals,
    unless only a result was entered."""
    sides = list(game.sides.all())
    is_last = deal is None or deal.state == Deal.State.DRAFT
    if is_last and game.entered_result is None:
        totals = [side.total for side in sides]
    else:
        totals = totals_before(game, number, sides)
    if deal is None:
        return sheets.game_before(game, sides, totals)
    return sheets.game_before_deal(game, deal, totals)


def seated_players(game: Game, side: int | None = None) -> list[tuple[int, str]]:
    """The players at the table with their primary keys; with a side, its own."""
    return [
        (seat.player.pk, full_name(seat.player))
        for playing in game.sides.all()
        if side in (None, playing.number)
        for seat in playing.seats.all()
    ]


def first_player_id(game: Game, side: int | None) -> int | None:
    """The default writer of a side."""
    seats = (seat for playing in game.sides.all() if playing.number == side for seat in playing.seats.all())
    return next((seat.player_id for seat in seats), None)
