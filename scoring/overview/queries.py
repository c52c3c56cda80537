"""Queries of an overview of games; their number does not grow with the number of games.

An overview may have thousands of games: they are read as values. Models are made of what needs a person.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from django.db.models import Count, Exists, F, FilteredRelation, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce
from django.utils import timezone

from clubs.models import Book
from clubs.people.names import NamedPlayer, full_name
from scoring.models import (
    Call,
    Confirmation,
    Deal,
    DealVersion,
    Game,
    OwnProtocol,
    ReadBack,
    Ruling,
    Side,
    Slip,
    table_name,
)
from scoring.overview.listed import ListedDeal, ListedGame, ListedSlip
from scoring.store.rounds import rounds_of
from scoring.store.table_queries import label_sort_key
from scoring.wording.other_results import other_result_label, score_counts

# The states of games that are not signed yet.
UNSIGNED = (Game.State.OPEN, Game.State.FINISHED)


# The games.


def _games_in(book: Book, today: date) -> QuerySet[Game]:
    """The games of a book; for a club's own book its games of no event and no league, unsigned or of today.

    What is archived is out of the way.
    """
    if book.kind != Book.Kind.CLUB:
        return Game.objects.filter(book=book)
    begin = timezone.make_aware(datetime.combine(today, time.min))
    of_club = Game.objects.filter(book__club=book.club_id, book__archived_at=None)
    outside = of_club.exclude(book__kind__in=Book.WITH_GUESTS)
    return outside.filter(Q(state__in=UNSIGNED) | Q(opened_at__gte=begin))


def games_on_desk(book: Book, today: date) -> list[ListedGame]:
    """The games of a book's desk, ordered by table."""
    games = _games_in(book, today)
    return list_games(games, rounds_of(games))


def list_games(games: QuerySet[Game], rounds: Mapping[int, int] | None = None) -> list[ListedGame]:
    """These games with everything that a desk shows of them, ordered by table."""
    games = games.order_by()
    sides, deals, calls, rulings = _sides_of(games), _deals_of(games), _calls_of(games), _rulings_of(games)
    listed = [
        ListedGame(
            pk=row.pk,
            book_id=row.book_id,
            label=row.name,
            round=(rounds or {}).get(row.pk),
            state=row.state,
            over=row.over,
            written_on=row.written_on,
            by_phone=row.by_phone,
            other_result=other_result_label(row.other_result),
            score_counts=score_counts(row.other_result),
            deals_agreed=row.deals_agreed,
            second_entry=row.second_entry,
            names=[side.name for side in sides[row.pk]],
            results=[side.result for side in sides[row.pk]],
            last=row.last,
            void=row.void,
            last_at=max(_moments(row, deals[row.pk], calls.get(row.pk))),
            deals=deals[row.pk],
            call=calls.get(row.pk),
            rulings=rulings[row.pk],
            slip=None if row.slip_at is None else ListedSlip(row.slip_totals, row.slip_at),
            read_digest=row.read_digest,
            by_players=row.by_players,
        )
        for row in _game_rows(games)
    ]
    return sorted(listed, key=lambda game: _sort_key(game, game.label))


class _GameRow(NamedTuple):
    """The columns of a game."""

    pk: int
    book_id: int
    label: str
    # The label of its table, and what that was made for.
    table: str | None
    made_for: str | None
    made_number: int | None
    state: str
    over: bool
    other_result: str
    deals_agreed: int | None
    opened_at: datetime
    slip_totals: Sequence[int]
    slip_at: datetime | None
    read_digest: str | None
    # The last number that was dealt, how many deals are void, and when one was last written.
    last: int | None
    void: int
    written_at: datetime | None
    result_at: datetime | None
    written_on: str
    by_phone: bool
    second_entry: bool
    by_players: bool

    @property
    def name(self) -> str:
        """The name of its table, else what it was opened for."""
        if self.table is None:
            return self.label
        return table_name(self.table, self.made_for or "", self.made_number)


def _game_rows(games: QuerySet[Game]) -> Iterator[_GameRow]:
    slips = Slip.objects.filter(game=OuterRef("pk"), current=True).order_by()
    readings = ReadBack.objects.filter(game=OuterRef("pk")).order_by("-pk")
    dealt = Deal.objects.filter(game=OuterRef("pk")).order_by().values("game")
    void = dealt.filter(state=Deal.State.VOID).annotate(many=Count("pk"))
    of_table = ("table__label", "table__made_for", "table__made_number")
    of_game = ("pk", "book_id", "label", *of_table, "state", "over", "other_result", "deals_agreed")
    columns = (*of_game, "opened_at")
    rows = (
        Game.objects.filter(pk__in=games)
        .order_by()
        .values_list(
            *columns,
            Subquery(slips.values("totals")),
            Subquery(slips.values("at")),
            Subquery(readings.values("digest")[:1]),
            Subquery(dealt.annotate(last=Max("number")).values("last")),
            Coalesce(Subquery(void.values("many")), 0),
            Subquery(dealt.annotate(last=Max(_written_at())).values("last")),
            "result_at",
            "written_on",
            Exists(DealVersion.objects.filter(deal__game=OuterRef("pk"), current=True).exclude(device="")),
            "second_entry",
            "opened_by_players",
        )
    )
    return map(_GameRow._make, rows)


class _SideRow(NamedTuple):
    """The full name of a side as it is seated now, and its result."""

    name: str
    result: int


def _sides_of(games: QuerySet[Game]) -> Mapping[int, list[_SideRow]]:
    """The sides of each game in their order, their players in the order in which they were seated.

    That is the order of their entry, whoever has drawn highest: an event's pages name a side so too.
    """
    seated = FilteredRelation("seats", condition=Q(seats__until_deal=None))
    rows = Side.objects.filter(game__in=games).annotate(seated=seated, made=F("total") + F("adjustment"))
    player = ("seated__player", "seated__player__given_name", "seated__player__family_name")
    in_order = rows.order_by("game", "number", "seated__pk").values_list("game", "number", "made", *player)
    sides = defaultdict[int, list[_SideRow]](list)
    for (game, _number, result), seats in groupby(in_order, key=itemgetter(0, 1, 2)):
        players = [
            NamedPlayer(seat[3], seat[4], seat[5], may_publish=True) for seat in seats if seat[3] is not None
        ]
        sides[game].append(_SideRow(" – ".join(map(full_name, players)), result))
    return sides


# Their deals.


def _moments(row: _GameRow, deals: Iterable[ListedDeal], call: Call | None) -> Iterator[datetime]:
    """When something happened in a game."""
    yield row.opened_at
    yield from (deal.objection.at for deal in deals if deal.objection is not None)
    yield from (at for at in (row.written_at, row.result_at) if at is not None)
    if call is not None:
        yield call.at


def _written_at() -> Combinable:
    """When a deal was last recorded; until then when a protocol of a side was, or when it was dealt."""
    current = DealVersion.objects.filter(deal=OuterRef("pk"), current=True).order_by()
    handed_in = OwnProtocol.objects.filter(deal=OuterRef("pk"), current=True).order_by("-at")
    return Coalesce(Subquery(current.values("at")), Subquery(handed_in.values("at")[:1]), F("started_at"))


def _deals_of(games: QuerySet[Game]) -> Mapping[int, list[ListedDeal]]:
    """The deals that are not settled or wait for a review, by game."""
    current = DealVersion.objects.filter(deal=OuterRef("pk"), current=True).order_by()
    handed_in = OwnProtocol.objects.filter(deal=OuterRef("pk"), current=True).order_by().values("deal")
    deals = Deal.objects.filter(game__in=games).annotate(
        awaits_review=Q(Exists(current.filter(seen_at=None).exclude(warnings=[])), state__in=Deal.COUNTED)
    )
    unsettled = Q(state__in=(Deal.State.DRAFT, Deal.State.ENTERED, Deal.State.DISPUTED))
    rows = deals.filter(unsettled | Q(awaits_review=True)).order_by("game", "number")
    by_phone = Exists(current.exclude(device=""))
    protocols = Coalesce(Subquery(handed_in.annotate(many=Count("pk")).values("many")), 0)
    columns = (
        "game",
        "pk",
        "number",
        "state",
        "version",
        _written_at(),
        "awaits_review",
        protocols,
        by_phone,
        "bidding",
    )
    objections, by_game = _objections(games), defaultdict[int, list[ListedDeal]](list)
    for game, pk, number, state, version, at, review, handed, phone, bidding in rows.values_list(*columns):
        objection = objections.get(pk)
        by_game[game].append(
            ListedDeal(pk, number, state, version, at, review, handed, objection, phone, bidding)
        )
    return by_game


def _objections(games: QuerySet[Game]) -> dict[int, Confirmation]:
    """The last answer to each unsettled deal, if it is a dispute or sends the deal back."""
    waiting = (Deal.State.ENTERED, Deal.State.DISPUTED)
    answers = Confirmation.objects.filter(
        version__current=True, version__deal__game__in=games, version__deal__state__in=waiting
    ).select_related("player", "author")
    latest = {
        answer.deal: answer for answer in answers.annotate(deal=F("version__deal")).order_by("at", "pk")
    }
    return {deal: answer for deal, answer in latest.items() if answer.kind != Confirmation.Kind.APPROVED}


def _calls_of(games: QuerySet[Game]) -> dict[int, Call]:
    """The unanswered calls by game; a game has at most one."""
    return {call.game_id: call for call in Call.objects.filter(game__in=games, answered_at=None)}


def _rulings_of(games: QuerySet[Game]) -> Mapping[int, list[Ruling]]:
    """The rulings by which a deal is still to be rewritten, by game."""
    rewrites = Ruling.objects.filter(outcome=Ruling.Outcome.REWRITE, cancelled_at=None, versions=None)
    by_game = defaultdict[int, list[Ruling]](list)
    for ruling in rewrites.filter(game__in=games).select_related("deal"):
        by_game[ruling.game_id].append(ruling)
    return by_game


# Their order.


def table_label(game: Game) -> str:
    """The name of the game's table, else what the game was opened for."""
    table = getattr(game, "table", None)
    return game.label if table is None else table.name


def _sort_key(game: Game | ListedGame, label: str) -> tuple[object, ...]:
    """Order by table; signed games come later, games set aside last."""
    return game.is_set_aside, game.state not in UNSIGNED, not label, label_sort_key(label), game.pk


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
    back and its slip is compared. None of that happens where another result counts, such as a walkover.
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
            to_type=game.is_going_on and not game.disputed,
            to_read=_is_to_check(game) and not game.was_read,
            to_compare=_is_to_check(game) and not game.has_slip,
        )
        for game in sorted(games, key=lambda game: _sort_key(game, table_label(game)))
    ]


def _is_to_check(game: Game) -> bool:
    """Whether the game is over and not signed, and its result counts."""
    return game.state == Game.State.FINISHED and not game.other_result
