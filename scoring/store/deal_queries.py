"""Queries about deals: their sheets, versions, answers and hands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Final

from django.db.models import JSONField, Prefetch, Q, QuerySet, prefetch_related_objects
from django.db.models.functions import Cast
from django.shortcuts import get_object_or_404

from clubs.books.words import payload_of
from clubs.db.prepared import PrefetchedRows, PreparedQuery
from clubs.db.single_row import Revision
from clubs.models import LogEntry
from scoring.core.deal_sheet import DealSheet
from scoring.models import Confirmation, Deal, DealVersion, Game, Hand, OwnProtocol, Ruling, Side
from scoring.store import sheets
from scoring.store.game_queries import revision_of_game
from scoring.store.ruling_queries import rulings_of

_DEALS: Final = PreparedQuery(lambda game: Deal.objects.filter(game=game).order_by("number"), int)
_HANDS: Final = PreparedQuery(lambda game: Hand.objects.filter(deal__game=game).order_by("side"), int)
_CURRENT_VERSIONS: Final = PreparedQuery(
    lambda game: DealVersion.objects.filter(deal__game=game, current=True), int
)
_LATEST_DEALS: Final = PreparedQuery(
    lambda game, first: (
        Deal.objects.filter(game=game).filter(Q(number__gte=first) | Q(state=Deal.State.DISPUTED)).order_by()
    ),
    int,
    int,
)


@dataclass(frozen=True)  # without slots, for the cached properties
class DealRow:
    """A deal with its current version, if any, and with its hands if it counts."""

    deal: Deal
    version: DealVersion | None

    @cached_property
    def hands(self) -> Sequence[Hand]:
        return list(self.deal.hands.all())

    @cached_property
    def sheet(self) -> DealSheet:
        """The current version's sheet; a LookupError if there is none."""
        if self.version is None:
            raise LookupError(f"nothing is written down of deal {self.deal.pk}")
        return sheets.stored_sheet(self.deal.game, self.version.sheet, self.deal.openings)

    @property
    def awaits_approval(self) -> bool:
        """Whether the other side is still to approve the deal; the signatures approve one from paper."""
        if self.deal.state != Deal.State.ENTERED or self.deal.game.is_on_paper:
            return False
        may_be_paper = self.deal.game.written_on == Game.WrittenOn.BOTH
        return not may_be_paper or (self.version is not None and bool(self.version.device))


@dataclass(frozen=True, slots=True)
class VoidRecord:
    """The time and the reason of an act that declared a deal void."""

    at: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class DealHistory:
    """Everything recorded about a deal: versions with answers, the sides' own protocols, rulings."""

    deal: Deal
    versions: Sequence[DealVersion]
    protocols: Sequence[OwnProtocol]
    # None if a ruling has declared the deal void.
    voided: VoidRecord | None
    rulings: Sequence[Ruling] = ()

    @property
    def row(self) -> DealRow:
        return DealRow(self.deal, next((version for version in self.versions if version.current), None))


def deal_rows(game: Game) -> list[DealRow]:
    """Return the deals of a game in order, with their current versions."""
    deals = deals_with_hands(game)
    versions = {version.deal_id: version for version in _CURRENT_VERSIONS.all(game.pk)}
    for deal in deals:
        for version in PrefetchedRows(deal, "versions", filter(None, [versions.get(deal.pk)])):
            version.deal = deal
    return [DealRow(deal, versions.get(deal.pk)) for deal in deals]


def deals_with_hands(game: Game) -> list[Deal]:
    """Return the deals of a game in order, with their hands."""
    deals, hands = _DEALS.all(game.pk), defaultdict[int, list[Hand]](list)
    for hand in _HANDS.all(game.pk) if deals else ():
        hands[hand.deal_id].append(hand)
    for deal in deals:
        deal.game = game
        for hand in PrefetchedRows(deal, "hands", hands[deal.pk]):
            hand.deal = deal
    return deals


def get_deal(game: Game, number: int) -> Deal:
    """Return a deal with its hands; raise Http404 if it was not dealt."""
    return get_object_or_404(with_hands(game.deals.filter(number=number)))


def neighbour_numbers(deal: Deal) -> tuple[int | None, int | None]:
    """Return the numbers of the deals before and after; None if there is no such deal."""
    before, after = deal.number - 1, deal.number + 1
    neighbours = Deal.objects.filter(game=deal.game_id, number__in=(before, after)).order_by()
    dealt = set(neighbours.values_list("number", flat=True))
    return before if before in dealt else None, after if after in dealt else None


def revision_of_deal(pk: int, number: int) -> Revision | None:  # noqa: ARG001  # the address has it
    return revision_of_game(pk)


def has_corrections(rows: Sequence[DealRow]) -> bool:
    """Tell whether a deal was corrected or declared void."""
    return any(row.deal.version > 1 or row.deal.state == Deal.State.VOID for row in rows)


def deal_history(deal: Deal) -> DealHistory:
    answers = Confirmation.objects.select_related("player").order_by("at", "pk")
    versions = deal.versions.select_related("player", "ruling").order_by("number")
    return DealHistory(
        deal,
        list(versions.prefetch_related(Prefetch("confirmations", queryset=answers))),
        list(deal.protocols.select_related("player").order_by("at", "pk")),
        _void_record(deal) if deal.state == Deal.State.VOID else None,
        list(rulings_of(deal.game).filter(deal=deal)),
    )


def _void_record(deal: Deal) -> VoidRecord | None:
    """Return the log's record of a void deal; None if a ruling, shown by itself, has declared it void."""
    if deal.rulings.filter(outcome=Ruling.Outcome.VOID, cancelled_at=None).exists():
        return None
    entries = LogEntry.objects.filter(book__games__deals=deal, act="deal.voided")
    entries = entries.select_related("words").order_by("-number")
    about_deal = entries.annotate(payload=Cast("text", JSONField()))
    entry = about_deal.filter(payload__subject=f"{deal._meta.label_lower}:{deal.pk}").first()
    return None if entry is None else VoidRecord(entry.at, payload_of(entry)["reason"])


def with_hands(deals: QuerySet[Deal]) -> QuerySet[Deal]:
    return deals.prefetch_related(Prefetch("hands", queryset=Hand.objects.order_by("side")))


def current_version(deal: Deal) -> DealVersion | None:
    """Return the current version of a deal with its answers."""
    # Not `deal.versions`: those may be prefetched with other answers.
    return next(iter(with_answers(DealVersion.objects.filter(deal=deal, current=True).order_by())), None)


def with_answers(versions: QuerySet[DealVersion]) -> QuerySet[DealVersion]:
    """Return versions with their players and answers."""
    answers = Confirmation.objects.select_related("player").order_by("at", "pk")
    return versions.select_related("player").prefetch_related(Prefetch("confirmations", queryset=answers))


def current_protocols(deal: Deal) -> list[OwnProtocol]:
    """Return the protocols that the sides have handed in, if each keeps its own."""
    return list(deal.protocols.filter(current=True).select_related("player").order_by("side"))


def deal_rows_for_desk(game: Game) -> list[DealRow]:
    """Return the deals of a game as the desk shows them: with answers and the protocols handed in."""
    answers = Confirmation.objects.select_related("player", "author")
    versions = DealVersion.objects.filter(current=True).prefetch_related(
        Prefetch("confirmations", queryset=answers)
    )
    deals = with_hands(game.deals.order_by("number")).prefetch_related(
        Prefetch("versions", queryset=versions),
        Prefetch("protocols", queryset=OwnProtocol.objects.filter(current=True)),
    )
    return [DealRow(deal, next(iter(deal.versions.all()), None)) for deal in deals]


def latest_deals(game: Game, number: int) -> list[Deal]:
    """Return the deals from the one before `number` on, and all disputed deals.

    If the game ends after a number of deals, all of them are returned, because they are counted.
    """
    first = number - 1 if game.deals_agreed is None else 1
    latest = sorted(_LATEST_DEALS.all(game.pk, first), key=lambda deal: deal.number)
    for deal in latest:
        deal.game = game
    return latest


def deal_to_write(latest: Sequence[Deal], number: int) -> Deal | None:
    """Return a deal of `latest_deals` with current version and own protocols; None if it was not dealt."""
    deal = next((deal for deal in latest if deal.number == number), None)
    if deal is None:
        return None
    if deal.version:
        prefetch_related_objects(
            [deal], Prefetch("versions", queryset=DealVersion.objects.filter(current=True))
        )
    else:
        PrefetchedRows(deal, "versions", [])
    if deal.game.protocols == Game.Protocols.BOTH:
        prefetch_related_objects(
            [deal], Prefetch("protocols", queryset=OwnProtocol.objects.filter(current=True))
        )
    else:
        PrefetchedRows(deal, "protocols", [])
    return deal


def number_to_write(game: Game) -> int:
    """Return the number of the deal that is dealt but not recorded, or else of the next deal."""
    last = game.deals.order_by("-number").first()
    if last is None:
        return 1
    return last.number if last.state == Deal.State.DRAFT else last.number + 1


def totals_before(game: Game, number: int | None, sides: Sequence[Side]) -> list[int]:
    """Return each side's total of the deals before a number; of all deals if it is None."""
    before = {} if number is None else {"deal__number__lt": number}
    hands = Hand.objects.filter(deal__game=game, **before)
    latest = hands.order_by("-deal__number", "side").values_list("after", flat=True)[: len(sides)]
    return list(latest) or [side.carried for side in sides]
