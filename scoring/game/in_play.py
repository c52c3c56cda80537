"""How a game stands: the totals and openings of its sides, the deal in play, and who deals and leads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clubs.people.names import full_name
from scoring.core.vocabulary import CANASTA, Opening
from scoring.game.bidding import leader_after_auction
from scoring.game.table_names import joined_names, short_name
from scoring.models import Deal, Side
from scoring.store import seating, sheets
from scoring.store.table_queries import CurrentGame


@dataclass(frozen=True, slots=True)
class SideColumn:
    """A side in the head of its table: its names, its total and what it needs to open."""

    name: str
    short: str
    total: int
    # With penalties and awards of the game; this counts when it is over.
    result: int
    in_pencil: bool
    opening: Opening | None

    @property
    def plays(self) -> bool:
        return self.opening is not None

    @property
    def opens_with_canasta(self) -> bool:
        return self.opening == CANASTA


@dataclass(frozen=True, slots=True)
class DealRoles:
    """Who does what in a deal; the names are empty until it is known who drew highest."""

    dealer: str
    leader: str
    sits_out: str

    @property
    def is_known(self) -> bool:
        return bool(self.dealer or self.leader or self.sits_out)


def deal_in_play(current: CurrentGame) -> Deal | None:
    """The deal that has been dealt and is not written down yet."""
    last = current.deals[-1] if current.deals else None
    return last if last is not None and last.state == Deal.State.DRAFT else None


def current_number(current: CurrentGame) -> int:
    """The number of the deal in play, or of the next one."""
    return len(current.deals) + (0 if deal_in_play(current) else 1)


def side_columns(current: CurrentGame) -> list[SideColumn]:
    openings = _openings(current)
    pencil = any(deal.state == Deal.State.ENTERED for deal in current.deals)
    return [
        SideColumn(joined_names([side]), short_name(side), side.total, side.result, pencil, opening)
        for side, opening in zip(current.sides, openings, strict=True)
    ]


def _openings(current: CurrentGame) -> Sequence[Opening | None]:
    """The opening requirement of each side in the deal in play, or in the next one."""
    deal = deal_in_play(current)
    if deal is not None:
        openings: list[Opening | None] = deal.openings
        return openings
    totals = [side.total for side in current.sides]
    return sheets.game_before(current.game, current.sides, totals).openings


def deal_roles(current: CurrentGame) -> DealRoles:
    deal = deal_in_play(current)
    if deal is None:
        return _roles_in_next_deal(current)
    return DealRoles(
        dealer=_player_name(current.sides, deal.dealer),
        leader=leader_after_auction(deal) or _player_name(current.sides, deal.leader),
        sits_out=", ".join(_player_name(current.sides, seat) for seat in deal.sits_out),
    )


def dealer_seat(current: CurrentGame) -> Sequence[int] | None:
    """Where the dealer of the deal in play or of the next one sits, as side and number; None if not known."""
    deal = deal_in_play(current)
    if deal is not None:
        dealer: Sequence[int] | None = deal.dealer
        return dealer
    players = [len(side.seats.all()) for side in current.sides]
    seats = seating.seating_of(current.game, current_number(current), players)
    return None if seats is None else seats.seats[seats.dealer]


def first_dealer(current: CurrentGame) -> str:
    """The dealer of the first deal, as far as it is known; empty where the seats were not taken."""
    if not current.deals:
        return deal_roles(current).dealer
    return _player_name(current.sides, current.deals[0].dealer)


def _roles_in_next_deal(current: CurrentGame) -> DealRoles:
    players = [len(side.seats.all()) for side in current.sides]
    seats = seating.seating_of(current.game, current_number(current), players)
    if seats is None:
        return DealRoles("", "", "")
    return DealRoles(
        dealer=_player_name(current.sides, seats.seats[seats.dealer]),
        leader=_player_name(current.sides, seats.seats[seats.leader]),
        sits_out=", ".join(_player_name(current.sides, seat) for seat in seats.sitting_out),
    )


def _player_name(sides: Sequence[Side], seat: Sequence[int] | None) -> str:
    """The player in a seat, given as side and number; empty where the seats were not taken."""
    if seat is None:
        return ""
    side, number = seat
    return full_name(sides[side].seats.all()[number].player)


def keeper_name(current: CurrentGame) -> str:
    """The keeper of the protocol, if it is one of the players at the table."""
    players = (seat.player for side in current.sides for seat in side.seats.all())
    return next((full_name(player) for player in players if player.pk == current.game.keeper_id), "")
