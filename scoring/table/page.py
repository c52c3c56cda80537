"""The page of a table: the columns of its game, the deals, who deals and leads, and the next step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubs.people.names import full_name
from scoring.game.bidding import bidding_sentence
from scoring.game.in_play import (
    DealRoles,
    SideColumn,
    current_number,
    deal_in_play,
    deal_roles,
    keeper_name,
    side_columns,
)
from scoring.models import Deal, Game, Side
from scoring.store import sheets
from scoring.store.bidding import bidding_of_deal
from scoring.store.table_queries import CurrentGame
from scoring.table.ending import ending_sentence, last_number, settlement
from scoring.table.steps import Step, disputed_number, next_step


@dataclass(frozen=True, slots=True)
class TableDealRow:
    """A deal in the columns. A deal that counts nothing has dashes and no running totals."""

    number: int
    note: str
    in_pencil: bool
    totals: tuple[int | str, ...]
    running: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BiddingState:
    """The contract of the deal in play, in a game that has contracts."""

    # As entered so far; empty before anything was.
    sentence: str
    # The contract is known, or that there is none.
    is_over: bool


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
    # Two sides or more share the top: the next deal is played by them alone.
    is_extra_deal_next: bool
    # A deal is disputed: nothing is dealt or signed until the director has decided.
    under_protest: bool
    # None in a game without contracts, and while no deal is being played.
    bidding: BiddingState | None = None


def page_for(current: CurrentGame, own: Side | None) -> TablePage:
    """The page of a game; `own` is the side whose own phone asks."""
    step = next_step(current, own)
    return TablePage(
        game=current.game,
        sides=current.sides,
        number=current_number(current),
        is_dealt=deal_in_play(current) is not None,
        next_number=len(current.deals) + 1,
        last_number=last_number(current),
        columns=side_columns(current),
        roles=deal_roles(current),
        keeper=keeper_name(current) if current.game.protocols == Game.Protocols.ONE else "",
        carried=sheets.carried_totals(current.sides),
        rows=_deal_rows(current),
        step=step,
        ending=ending_sentence(current),
        settlement=settlement(current),
        adjusted=any(side.adjustment for side in current.sides),
        is_extra_deal_next=bool(sheets.sides_in_extra_deal(current.sides)),
        under_protest=disputed_number(current) is not None,
        bidding=_bidding_state(current),
    )


def _bidding_state(current: CurrentGame) -> BiddingState | None:
    game, deal = current.game, deal_in_play(current)
    if deal is None or sheets.rules_of_game(game).contract is None:
        return None
    entered = bidding_of_deal(deal)
    return BiddingState(bidding_sentence(deal, full_name), is_over=entered is not None and entered.is_over)


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
        return _("disputed, does not count until the director decides")
    return _("void, does not count") if deal.state == Deal.State.VOID else ""
