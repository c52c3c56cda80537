"""One deal as its page shows it: each line with its paragraph, the facts and the cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.people.names import NameOf, public_name
from clubs.reports.report import Fact
from scoring.core import notation
from scoring.core.vocabulary import HandSheet as WrittenHand
from scoring.core.vocabulary import ScoreLine
from scoring.game.bidding import bidding_of_sheet, call_texts, contract_text
from scoring.game.score_sheet import contract_result, deal_ending_label
from scoring.models import Deal, Game
from scoring.store import sheets
from scoring.store.bidding import DealBidding, bidding_of_deal
from scoring.store.deal_queries import DealRow
from scoring.wording import labels
from scoring.wording.bids import bid_text
from scoring.wording.citations import Citation, citation_for


@dataclass(frozen=True, slots=True, kw_only=True)
class DealLine:
    """A line of points, with the paragraph that they follow from."""

    label: str
    points: int
    citation: Citation | None


@dataclass(frozen=True, slots=True)
class SideCards:
    """The cards that a side had melded and still had in hand."""

    melds: tuple[str, ...]
    in_hand: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DealColumn:
    """A side's part of a deal, from its lines to its running total."""

    number: int
    name: str
    opening: str
    lines: tuple[DealLine, ...]
    base: int
    cards: int
    total: int
    # None while the deal does not count.
    after: int | None
    side_cards: SideCards | None


def deal_columns(game: Game, names: Sequence[str], row: DealRow) -> list[DealColumn]:
    """Return each side's column of a deal; empty before the deal is written down."""
    if row.version is None:
        return []
    stored, sheet = sheets.sides_of(row.version.result), row.sheet
    running_totals: list[int | None] = [hand.after for hand in row.hands] or [None] * len(stored)
    return [
        DealColumn(
            number=number + 1,
            name=names[number],
            opening=_opening_sentence(row.deal.openings[number]),
            lines=deal_lines(game.ruleset, side.lines),
            base=side.base,
            cards=side.cards,
            total=side.total,
            after=running_totals[number],
            side_cards=_side_cards(sheet.hands[number]),
        )
        for number, side in enumerate(stored)
    ]


def deal_lines(ruleset: str, lines: Iterable[ScoreLine]) -> tuple[DealLine, ...]:
    """Return the lines of a side with the paragraphs that they follow from."""
    return tuple(_deal_line(ruleset, line) for line in lines)


def _opening_sentence(needed: int | str | None) -> str:
    if needed is None:
        return _("does not play this deal")
    if isinstance(needed, str):
        return _("needs a canasta to open")
    return _("needs %(points)s to open") % {"points": needed}


def _deal_line(ruleset: str, line: ScoreLine) -> DealLine:
    return DealLine(
        label=labels.phrase(ruleset, line), points=line.points, citation=citation_for(ruleset, line.rule)
    )


def _side_cards(hand: WrittenHand | None) -> SideCards | None:
    """Return the cards themselves if the deal was written down by its melds, else None."""
    if hand is None or hand.tally is not None:
        return None
    return SideCards(tuple(_format_cards(meld) for meld in hand.melds), _format_cards(hand.hand))


def _format_cards(cards: str) -> str:
    return notation.format_cards(cards, get_language() or "en")


def deal_facts(
    game: Game, names: Sequence[str], row: DealRow, name_of: NameOf = public_name
) -> Iterator[Fact]:
    """Say who dealt and who sat out, how the deal ended, and what its contract was."""
    if row.deal.dealer is not None:
        yield Fact(_("Dealer"), _player_name_at(game, row.deal.dealer, name_of))
    if row.deal.leader is not None:
        yield Fact(_("Leads"), _player_name_at(game, row.deal.leader, name_of))
    if row.deal.sits_out:
        resting = (_player_name_at(game, place, name_of) for place in row.deal.sits_out)
        yield Fact(_("Sits out"), ", ".join(resting))
    yield from outcome_facts(names, row, name_of)


def outcome_facts(
    names: Sequence[str], row: DealRow, name_of: Callable[[Player], str] = public_name
) -> Iterator[Fact]:
    """Say how the deal ended, and what its contract was; of a deal in play what has been bid."""
    if row.version is None:
        yield from _bidding_facts(names, row.deal, name_of)
        return
    yield Fact(_("How the deal ended"), deal_ending_label(names, row))
    calls = bidding_of_sheet(row.deal.game, row.version.sheet)
    if calls is not None:
        yield _calls_fact(row.deal, calls, name_of)
    yield from _contract_facts(names, row)


def _bidding_facts(names: Sequence[str], deal: Deal, name_of: Callable[[Player], str]) -> Iterator[Fact]:
    entered = bidding_of_deal(deal)
    if entered is None:
        return
    if entered.calls:
        yield _calls_fact(deal, entered, name_of)
    if entered.contract is not None:
        yield Fact(_("Bidder"), names[entered.contract.side])
    if entered.is_over:
        yield Fact(_("Bid"), contract_text(entered))


def _calls_fact(deal: Deal, bidding: DealBidding, name_of: Callable[[Player], str]) -> Fact:
    return Fact(_("Auction"), ", ".join(call_texts(deal.game, deal.number, bidding, name_of)))


def _contract_facts(names: Sequence[str], row: DealRow) -> Iterator[Fact]:
    """Say what the contract was and what came of it; and what had been entered, where it was another."""
    contract, result = row.sheet.contract, contract_result(row)
    entered = bidding_of_deal(row.deal)
    if entered is not None and entered.is_over and entered.contract != contract:
        yield Fact(_("Contract entered before play"), contract_text(entered))
    if contract is None or result is None:
        return
    yield Fact(_("Bidder"), names[contract.side])
    yield Fact(_("Bid"), bid_text(contract))
    yield Fact(_("Needed"), result["needed"])
    yield Fact(_("Reached"), result["reached"])
    yield Fact(_("Outcome"), str(labels.OUTCOME_NAMES[result["outcome"]]))


def _player_name_at(game: Game, place: Sequence[int], name_of: NameOf) -> str:
    """Return the name of the player at a place, given as side and seat."""
    side, seat = place
    seats = list(game.sides.all()[side].seats.all())
    return name_of(seats[seat].player) if seat < len(seats) else ""
