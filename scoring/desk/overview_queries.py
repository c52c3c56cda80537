"""What the desk over a list of games reads: as many queries for forty games as for four. Writes nothing.

Knows which games a book's desk is about and what is asked of each; must not know what of it needs a person,
nor a sentence.
"""

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
from scoring.store import queries
from scoring.store.queries import DealRow, by_number

# Games that are still to be looked at; the others are signed.
_UNSIGNED = (Game.State.OPEN, Game.State.FINISHED)


@dataclass(frozen=True, slots=True)
class DealOnList:
    """A deal with what is asked of it; its version and its hands are read where `_for_rows` says so."""

    deal: Deal
    written_at: datetime | None
    # Something unlikely was recorded and nobody in charge has looked at it.
    unlikely: bool
    # So many sides have handed in a protocol of their own.
    protocols: int
    protocol_at: datetime | None
    # What was said last of it, where it waits and was not approved by that.
    word: Confirmation | None

    @property
    def at(self) -> datetime:
        """When it was written down last; until then, when it was dealt."""
        return self.written_at or self.protocol_at or self.deal.started_at

    @property
    def last_at(self) -> datetime:
        return self.at if self.word is None else max(self.at, self.word.at)

    @property
    def row(self) -> DealRow:
        return DealRow(self.deal, next(iter(self.deal.versions.all()), None))

    @property
    def waits_for_a_look(self) -> bool:
        return self.unlikely and self.deal.state in Deal.COUNTED


@dataclass(frozen=True, slots=True)
class SlipRead:
    """What a result slip says, and when it was taken."""

    totals: Sequence[int]
    at: datetime


@dataclass(frozen=True, slots=True)
class GameOnList:
    """A game with all that the desk asks of it."""

    game: Game
    # Where it is played: the number of its table, or what it was opened for.
    label: str
    deals: Sequence[DealOnList]
    call: Call | None
    # Rulings that a deal is written anew, and it has not been.
    rulings: Sequence[Ruling]
    slip: SlipRead | None
    # What was read back last, by its hash.
    read_digest: str | None

    @property
    def results(self) -> list[int]:
        return [side.result for side in self.game.sides.all()]

    @property
    def slip_differs(self) -> bool:
        """The game is over and its slip says something else."""
        return self.game.over and self.slip is not None and list(self.slip.totals) != self.results

    @property
    def was_read(self) -> bool:
        """It was read back and is over, so that nothing but a correction comes after that."""
        return self.game.over and self.read_digest is not None

    @property
    def rows(self) -> list[DealRow]:
        """The whole protocol: read where it was read back, or its slip differs."""
        return [each.row for each in self.deals]

    @property
    def last_at(self) -> datetime:
        """When something was done last: a deal dealt or written, a word said, the director called."""
        called = [self.call.at] if self.call else []
        return max([self.game.opened_at, *(deal.last_at for deal in self.deals), *called])


# What the page depends on.


# Which games.


def _games_in(book: Book, today: date) -> QuerySet[Game]:
    """The games of a book; of a club's own book all of the club that are not signed, and those of today."""
    if book.kind != Book.Kind.CLUB:
        return Game.objects.filter(book=book)
    begin = timezone.make_aware(datetime.combine(today, time.min))
    return Game.objects.filter(Q(state__in=_UNSIGNED) | Q(opened_at__gte=begin), book__club=book.club_id)


def games_on_list(book: Book, today: date) -> list[GameOnList]:
    """The games of a book's desk with all that it shows of them, by the numbers of their tables."""
    return listed(_games_in(book, today))


def listed(games: QuerySet[Game]) -> list[GameOnList]:
    """These games with all that a desk shows of them, by the numbers of their tables."""
    slips = Slip.objects.filter(game=OuterRef("pk"), current=True).order_by()
    readings = ReadBack.objects.filter(game=OuterRef("pk")).order_by("-pk")
    wanted = games.order_by().values("pk")
    found = list(
        queries.with_sides()
        .select_related("table")
        .filter(pk__in=wanted)
        .annotate(
            slip=Subquery(slips.values("totals")),
            slip_at=Subquery(slips.values("at")),
            read_digest=Subquery(readings.values("digest")[:1]),
        )
    )
    ids = [game.pk for game in found]
    deals, calls, rulings = _deals_of(ids), _calls_of(ids), _rulings_of(ids)
    rows = [
        GameOnList(
            game,
            label_of(game),
            deals[game.pk],
            calls.get(game.pk),
            rulings[game.pk],
            None if game.slip_at is None else SlipRead(game.slip, game.slip_at),
            game.read_digest,
        )
        for game in found
    ]
    _for_rows(rows)
    return sorted(rows, key=lambda each: _order_of(each.game, each.label))


def _deals_of(games: Sequence[int]) -> Mapping[int, list[DealOnList]]:
    """All deals of the games, by game."""
    current = DealVersion.objects.filter(deal=OuterRef("pk"), current=True).order_by()
    handed_in = OwnProtocol.objects.filter(deal=OuterRef("pk"), current=True).order_by()
    deals = Deal.objects.filter(game__in=games).order_by("game", "number")
    asked = deals.annotate(
        written_at=Subquery(current.values("at")),
        unlikely=Exists(current.filter(seen_at=None).exclude(warnings=[])),
        protocols_in=Subquery(handed_in.values("deal").annotate(many=Count("pk")).values("many")),
        protocol_at=Subquery(handed_in.order_by("-at").values("at")[:1]),
    )
    words, found = _last_words(games), defaultdict[int, list[DealOnList]](list)
    for deal in asked:
        handed, at = deal.protocols_in or 0, deal.protocol_at
        read = DealOnList(deal, deal.written_at, deal.unlikely, handed, at, words.get(deal.pk))
        found[deal.game_id].append(read)
    return found


def _last_words(games: Sequence[int]) -> dict[int, Confirmation]:
    """What was said last of each deal that is not settled, where it was not approved by that."""
    waiting = (Deal.State.ENTERED, Deal.State.DISPUTED)
    said = Confirmation.objects.filter(
        version__current=True, version__deal__game__in=games, version__deal__state__in=waiting
    ).select_related("version", "player", "author")
    latest: dict[int, Confirmation] = {}
    for word in said.defer("version__sheet", "version__result").order_by("at", "pk"):
        latest[word.version.deal_id] = word
    return {deal: word for deal, word in latest.items() if word.kind != Confirmation.Kind.APPROVED}


def _calls_of(games: Sequence[int]) -> dict[int, Call]:
    """The calls that nobody has answered; a game has one at most."""
    return {call.game_id: call for call in Call.objects.filter(game__in=games, answered_at=None)}


def _rulings_of(games: Sequence[int]) -> Mapping[int, list[Ruling]]:
    """Rulings by which a deal is to be written anew, and it has not been."""
    anew = Ruling.objects.filter(outcome=Ruling.Outcome.ANEW, cancelled_at=None, versions=None)
    found = defaultdict[int, list[Ruling]](list)
    for ruling in anew.filter(game__in=games).select_related("deal"):
        found[ruling.game_id].append(ruling)
    return found


def _for_rows(games: Iterable[GameOnList]) -> None:
    """Read what is written down: the whole of a protocol that is compared, and what is unlikely."""
    compared = {
        each.deal.pk: each.deal for game in games for each in game.deals if game.was_read or game.slip_differs
    }
    unlikely = {each.deal.pk: each.deal for game in games for each in game.deals if each.waits_for_a_look}
    current = DealVersion.objects.filter(current=True)
    fetch(list((compared | unlikely).values()), Prefetch("versions", queryset=current))
    fetch(list(compared.values()), Prefetch("hands", queryset=Hand.objects.order_by("side__number")))


# In which order.


def label_of(game: Game) -> str:
    """The number of the table at which a game is played, else what it was opened for."""
    table = getattr(game, "table", None)
    return game.label if table is None else table.label


def _order_of(game: Game, label: str) -> tuple[object, ...]:
    """By the numbers of the tables; games that are signed come after them, those that are set aside last."""
    return game.is_set_aside, game.state not in _UNSIGNED, not label, by_number(label), game.pk


# What comes next.


@dataclass(frozen=True, slots=True)
class Place:
    """A game on the list, as far as the way from one to the next asks for it."""

    pk: int
    label: str
    to_type: bool
    to_read: bool
    to_compare: bool


def places_in(book: Book, today: date) -> list[Place]:
    """The games of a book's desk in their order: one query.

    A game is typed while it goes on, and not while a deal of it is disputed: nothing is dealt then. When it
    is over it is read back, and its slip compared.
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
        Place(
            game.pk,
            label_of(game),
            to_type=not game.over and not game.disputed and game.state == Game.State.OPEN,
            to_read=game.state == Game.State.FINISHED and not game.was_read,
            to_compare=game.state == Game.State.FINISHED and not game.has_slip,
        )
        for game in sorted(games, key=lambda game: _order_of(game, label_of(game)))
    ]
