"""The page of a table: the columns of its game, the deals, who deals and leads, and the next step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubs.people.names import full_name
from scoring.core.vocabulary import CANASTA, Opening
from scoring.models import Deal, Game, Side
from scoring.store import seating, sheets
from scoring.store.table_queries import CurrentGame
from scoring.table.ending import ending_sentence, last_number, settlement
from scoring.table.names import joined_names, short_name
from scoring.table.steps import Step, disputed_number, next_step


@dataclass(frozen=True, slots=True)
class SideColumn:
    """A side in the head of the page."""

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
class TableDealRow:
    """A deal in the columns. A deal that counts nothing has dashes and no running totals."""

    number: int
    note: str
    in_pencil: bool
    totals: tuple[int | str, ...]
    running: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DealRoles:
    """Who does what in a deal; the names are empty until it is known who drew highest."""

    dealer: str
    leader: str
    sits_out: str


@dataclass(frozen=True, slots=True)
class TablePage:
    """Everything the page of a table shows of its game."""

    game: Game
    sides: Sequence[Side]
    number: int
    # Whether that deal has been dealt.
    is_dealt: bool
    # The number of the deal that may be dealt next.
    next_number: int
    # The number that the last deal will have; None where the target ends the game.
    last_number: int | None
    columns: Sequence[SideColumn]
    roles: DealRoles
    keeper: str
    # Totals taken over from paper, before the first deal.
    carried: Sequence[int]
    rows: Sequence[TableDealRow]
    step: Step
    ending: str
    settlement: Sequence[tuple[str, str]]
    adjusted: bool
    # A deal is disputed: nothing is dealt or signed until the director has decided.
    under_protest: bool


def page_for(current: CurrentGame, own: Side | None) -> TablePage:
    """The page of a game; `own` is the side whose own phone asks."""
    step = next_step(current, own)
    return TablePage(
        game=current.game,
        sides=current.sides,
        number=current_number(current),
        is_dealt=_deal_in_play(current) is not None,
        next_number=len(current.deals) + 1,
        last_number=last_number(current),
        columns=side_columns(current),
        roles=deal_roles(current),
        keeper=keeper_name(current),
        carried=current.game.carried_totals,
        rows=_deal_rows(current),
        step=step,
        ending=ending_sentence(current),
        settlement=settlement(current),
        adjusted=any(side.adjustment for side in current.sides),
        under_protest=disputed_number(current) is not None,
    )


def _deal_in_play(current: CurrentGame) -> Deal | None:
    """The deal that has been dealt and is not written down yet."""
    last = current.deals[-1] if current.deals else None
    return last if last is not None and last.state == Deal.State.DRAFT else None


def current_number(current: CurrentGame) -> int:
    """The number of the deal in play, or of the next one."""
    return len(current.deals) + (0 if _deal_in_play(current) else 1)


def side_columns(current: CurrentGame) -> list[SideColumn]:
    openings = _openings(current)
    pencil = any(deal.state == Deal.State.ENTERED for deal in current.deals)
    return [
        SideColumn(joined_names([side]), short_name(side), side.total, side.result, pencil, opening)
        for side, opening in zip(current.sides, openings, strict=True)
    ]


def _openings(current: CurrentGame) -> Sequence[Opening | None]:
    """The opening requirement of each side in the deal in play, or in the next one."""
    deal = _deal_in_play(current)
    if deal is not None:
        openings: list[Opening | None] = deal.openings
        return openings
    return sheets.game_before(current.game, [side.total for side in current.sides]).openings


def _deal_rows(current: CurrentGame) -> list[TableDealRow]:
    blank = tuple("–" for _side in current.sides)
    return [_deal_row(deal, blank) for deal in current.deals if deal.state != Deal.State.DRAFT]


def _deal_row(deal: Deal, blank: tuple[str, ...]) -> TableDealRow:
    hands = deal.hands.all()
    return TableDealRow(
        number=deal.number,
        note=_deal_note(deal),
        in_pencil=deal.state == Deal.State.ENTERED,
        totals=tuple(hand.total for hand in hands) or blank,
        running=tuple(hand.after for hand in hands),
    )


def _deal_note(deal: Deal) -> str:
    if deal.state == Deal.State.ENTERED:
        return _("not approved yet")
    if deal.state == Deal.State.DISPUTED:
        return _("disputed, counts nothing until the director has decided")
    return _("void, counts nothing") if deal.state == Deal.State.VOID else ""


def deal_roles(current: CurrentGame) -> DealRoles:
    deal = _deal_in_play(current)
    if deal is None:
        return _roles_in_next_deal(current)
    return DealRoles(
        dealer=_player_name(current.sides, deal.dealer),
        leader=_player_name(current.sides, deal.leader),
        sits_out=", ".join(_player_name(current.sides, seat) for seat in deal.sits_out),
    )


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
