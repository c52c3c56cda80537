"""Queries of an overview of games; their number does not grow with the number of games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models import prefetch_related_objects as fetch
from django.utils import timezone

from clubs.models import Book
from scoring.models import (
    Call,
    Confirmation,
    Deal,
    DealVersion,
    Game,
    Hand,
    OwnProtocol,
    ReadBack,
    Ruling,
    Slip,
)
from scoring.store.deal_queries import DealRow
from scoring.store.game_queries import games_with_sides
from scoring.store.table_queries import label_sort_key

# The states of games that are not signed yet.
_UNSIGNED = (Game.State.OPEN, Game.State.FINISHED)


@dataclass(frozen=True, slots=True)
class ListedDeal:
    """A deal in the list; `_fetch_versions` decides which of them have versions and hands."""

    deal: Deal
    written_at: datetime | None
    # It was recorded with warnings that nobody in charge has reviewed.
    is_unreviewed: bool
    # The number of sides that have handed in a protocol of their own.
    protocols: int
    protocol_at: datetime | None
    # The last answer to a deal that is not settled, if it is a dispute or sends the deal back.
    objection: Confirmation | None

    @property
    def at(self) -> datetime:
        """When it was last recorded; until then, when it was dealt."""
        return self.written_at or self.protocol_at or self.deal.started_at

    @property
    def last_at(self) -> datetime:
        return self.at if self.objection is None else max(self.at, self.objection.at)

    @property
    def row(self) -> DealRow:
        return DealRow(self.deal, next(iter(self.deal.versions.all()), None))

    @property
    def awaits_review(self) -> bool:
        return self.is_unreviewed and self.deal.state in Deal.COUNTED


@dataclass(frozen=True, slots=True)
class ListedSlip:
    """The totals of a result slip, and when it was taken."""

    totals: Sequence[int]
    at: datetime


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game with everything that the desk shows of it."""

    game: Game
    # The number of its table, or what it was opened for.
    label: str
    deals: Sequence[ListedDeal]
    call: Call | None
    # Rulings by which a deal is still to be rewritten.
    rulings: Sequence[Ruling]
    slip: ListedSlip | None
    # The digest of the protocol that was last read back.
    read_digest: str | None

    @property
    def results(self) -> list[int]:
        return [side.result for side in self.game.sides.all()]

    @property
    def slip_differs(self) -> bool:
        """Whether the game is over and differs from its slip."""
        return self.game.over and self.slip is not None and list(self.slip.totals) != self.results

    @property
    def was_read(self) -> bool:
        """Whether the game is over and was read back, so that only a correction can change it."""
        return self.game.over and self.read_digest is not None

    @property
    def rows(self) -> list[DealRow]:
        """The whole protocol, where it was read back or differs from its slip."""
        return [deal.row for deal in self.deals]

    @property
    def last_at(self) -> datetime:
        """The time of the last event: a deal dealt, recorded or answered, or a call for the director."""
        calls = [self.call.at] if self.call else []
        return max([self.game.opened_at, *(deal.last_at for deal in self.deals), *calls])


# The games.


def _games_in(book: Book, today: date) -> QuerySet[Game]:
    """The games of a book; for a club's own book all games of the club that are unsigned or of today."""
    if book.kind != Book.Kind.CLUB:
        return Game.objects.filter(book=book)
    begin = timezone.make_aware(datetime.combine(today, time.min))
    return Game.objects.filter(Q(state__in=_UNSIGNED) | Q(opened_at__gte=begin), book__club=book.club_id)


def games_on_desk(book: Book, today: date) -> list[ListedGame]:
    """The games of a book's desk, ordered by table."""
    return list_games(_games_in(book, today))


def list_games(games: QuerySet[Game]) -> list[ListedGame]:
    """These games with everything that a desk shows of them, ordered by table."""
    slips = Slip.objects.filter(game=OuterRef("pk"), current=True).order_by()
    readings = ReadBack.objects.filter(game=OuterRef("pk")).order_by("-pk")
    keys = games.order_by().values("pk")
    annotated = list(
        games_with_sides()
        .select_related("table")
        .filter(pk__in=keys)
        .annotate(
            slip=Subquery(slips.values("totals")),
            slip_at=Subquery(slips.values("at")),
            read_digest=Subquery(readings.values("digest")[:1]),
        )
    )
    ids = [game.pk for game in annotated]
    deals, calls, rulings = _deals_of(ids), _calls_of(ids), _rulings_of(ids)
    rows = [
        ListedGame(
            game,
            table_label(game),
            deals[game.pk],
            calls.get(game.pk),
            rulings[game.pk],
            None if game.slip_at is None else ListedSlip(game.slip, game.slip_at),
            game.read_digest,
        )
        for game in annotated
    ]
    _fetch_versions(rows)
    return sorted(rows, key=lambda listed: _sort_key(listed.game, listed.label))


def _deals_of(games: Sequence[int]) -> Mapping[int, list[ListedDeal]]:
    """All deals of the games, by game."""
    current = DealVersion.objects.filter(deal=OuterRef("pk"), current=True).order_by()
    handed_in = OwnProtocol.objects.filter(deal=OuterRef("pk"), current=True).order_by()
    deals = Deal.objects.filter(game__in=games).order_by("game", "number")
    annotated = deals.annotate(
        written_at=Subquery(current.values("at")),
        is_unreviewed=Exists(current.filter(seen_at=None).exclude(warnings=[])),
        protocols_in=Subquery(handed_in.values("deal").annotate(many=Count("pk")).values("many")),
        protocol_at=Subquery(handed_in.order_by("-at").values("at")[:1]),
    )
    objections, by_game = _objections(games), defaultdict[int, list[ListedDeal]](list)
    for deal in annotated:
        handed, at = deal.protocols_in or 0, deal.protocol_at
        listed = ListedDeal(deal, deal.written_at, deal.is_unreviewed, handed, at, objections.get(deal.pk))
        by_game[deal.game_id].append(listed)
    return by_game


def _objections(games: Sequence[int]) -> dict[int, Confirmation]:
    """The last answer to each unsettled deal, if it is a dispute or sends the deal back."""
    waiting = (Deal.State.ENTERED, Deal.State.DISPUTED)
    answers = Confirmation.objects.filter(
        version__current=True, version__deal__game__in=games, version__deal__state__in=waiting
    ).select_related("version", "player", "author")
    latest: dict[int, Confirmation] = {}
    for answer in answers.defer("version__sheet", "version__result").order_by("at", "pk"):
        latest[answer.version.deal_id] = answer
    return {deal: answer for deal, answer in latest.items() if answer.kind != Confirmation.Kind.APPROVED}


def _calls_of(games: Sequence[int]) -> dict[int, Call]:
    """The unanswered calls by game; a game has at most one."""
    return {call.game_id: call for call in Call.objects.filter(game__in=games, answered_at=None)}


def _rulings_of(games: Sequence[int]) -> Mapping[int, list[Ruling]]:
    """The rulings by which a deal is still to be rewritten, by game."""
    rewrites = Ruling.objects.filter(outcome=Ruling.Outcome.REWRITE, cancelled_at=None, versions=None)
    by_game = defaultdict[int, list[Ruling]](list)
    for ruling in rewrites.filter(game__in=games).select_related("deal"):
        by_game[ruling.game_id].append(ruling)
    return by_game


def _fetch_versions(games: Iterable[ListedGame]) -> None:
    """Read the versions of deals with warnings, and the whole protocols that are compared."""
    compared = {
        deal.deal.pk: deal.deal for game in games for deal in game.deals if game.was_read or game.slip_differs
    }
    unreviewed = {deal.deal.pk: deal.deal for game in games for deal in game.deals if deal.awaits_review}
    current = DealVersion.objects.filter(current=True)
    fetch(list((compared | unreviewed).values()), Prefetch("versions", queryset=current))
    fetch(list(compared.values()), Prefetch("hands", queryset=Hand.objects.order_by("side")))


# Their order.


def table_label(game: Game) -> str:
    """The number of the game's table, else what the game was opened for."""
    table = getattr(game, "table", None)
    return game.label if table is None else table.label


def _sort_key(game: Game, label: str) -> tuple[object, ...]:
    """Order by table; signed games come later, games set aside last."""
    return game.is_set_aside, game.state not in _UNSIGNED, not label, label_sort_key(label), game.pk


# The queues.


@dataclass(frozen=True, slots=True)
class QueuedGame:
    """A game and the queues that it is in."""

    pk: int
    label: str
    to_type: bool
    to_read: bool
    to_compare: bool


def queued_games(book: Book, today: date) -> list[QueuedGame]:
    """The games of a book's desk in their order: one query.

    A game in play is typed unless a deal is disputed, as nothing is dealt then. A game that is over is read
    back and its slip is compared.
    """
    disputed = Deal.objects.filter(game=OuterRef("pk"), state=Deal.State.DISPUTED)
    games = (
        _games_in(book, today)
        .select_related("table")
        .annotate(
            disputed=Exists(disputed),
            was_read=Exists(ReadBack.objects.filter(game=OuterRef("pk"))),
            has_slip=Exists(Slip.objects.filter(game=OuterRef("pk"), current=True)),
        )
    )
    return [
        QueuedGame(
            game.pk,
            table_label(game),
            to_type=not game.over and not game.disputed and game.state == Game.State.OPEN,
            to_read=game.state == Game.State.FINISHED and not game.was_read,
            to_compare=game.state == Game.State.FINISHED and not game.has_slip,
        )
        for game in sorted(games, key=lambda game: _sort_key(game, table_label(game)))
    ]
