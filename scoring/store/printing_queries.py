"""Queries for printed protocols: a constant number of queries, however many games and deals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import JSONField, Prefetch, QuerySet
from django.db.models.functions import Cast

from clubs.books.officials import NOBODY, officials_of
from clubs.books.state import BookState, states_of
from clubs.books.words import payload_of
from clubs.models import LogEntry
from scoring.models import Deal, DealVersion, Game, OwnDecision, OwnProtocol, Ruling, Seat, Side
from scoring.store.deal_queries import DealRow, with_hands
from scoring.store.game_queries import games_with_sides
from scoring.store.put_right import PutRight, load_put_right
from scoring.store.ruling_queries import all_adjustments, all_rulings
from scoring.store.signing_queries import all_signings, overriding_versions
from scoring.store.table_queries import CurrentGame


@dataclass(frozen=True, slots=True)
class GamePaper:
    """A game from `games_for_paper`, and the history of its deals."""

    game: Game
    rows: Sequence[DealRow]
    # Every version of every deal, without sheet and result.
    versions: Sequence[DealVersion]
    # The total of each side by the version's key, for deals with corrections.
    totals: Mapping[int, Sequence[int]]
    # The versions by which the director decided against the rules.
    overridden: Sequence[DealVersion]
    # Seats of players who were substituted, in order.
    former_seats: Sequence[Seat]
    # The reasons of void deals by the deal's key, except those declared void by a ruling.
    void_reasons: Mapping[int, str]
    # What has put the whole sheet right.
    put_right: Sequence[PutRight] = ()
    # The state of the book of which it is printed.
    state: BookState | None = None
    # The names of those who direct it.
    directors: Sequence[str] = ()


def games_for_paper() -> QuerySet[Game]:
    """Return games with everything on their protocols, except the authors, times and reasons of versions."""
    seats = Seat.objects.filter(until_deal=None).select_related("player__home_club").order_by("position")
    sides = Side.objects.order_by("number").prefetch_related(Prefetch("seats", queryset=seats))
    versions = Prefetch("versions", DealVersion.objects.filter(current=True))
    return Game.objects.select_related("book__club", "keeper").prefetch_related(
        Prefetch("sides", sides),
        Prefetch("deals", with_hands(Deal.objects.order_by("number")).prefetch_related(versions)),
        Prefetch("adjustments", all_adjustments()),
        Prefetch("rulings", all_rulings()),
        Prefetch("signings", all_signings()),
        Prefetch("own_decisions", OwnDecision.objects.order_by("pk")),
    )


def load_game_papers(games: Sequence[int]) -> list[GamePaper]:
    """Load the games with these keys, in their order."""
    by_pk = games_for_paper().in_bulk(games)
    return build_game_papers([by_pk[pk] for pk in games], with_directors=True)


def build_game_papers(games: Sequence[Game], *, with_directors: bool = False) -> list[GamePaper]:
    """Load the histories of games from `games_for_paper`; only the desk's papers name the directors."""
    versions, overridden = _by_game(_versions_in(games)), _by_game(overriding_versions(*games))
    former_seats, totals, void_reasons = _former_seats_in(games), _totals_in(games), _void_reasons_in(games)
    put_right, states = load_put_right(games), states_of(game.book for game in games)
    officials = officials_of(game.book for game in games) if with_directors else {}
    return [
        GamePaper(
            game,
            _rows_of(game),
            versions[game.pk],
            totals,
            overridden[game.pk],
            former_seats[game.pk],
            void_reasons,
            put_right.get(game.pk, ()),
            states.get(game.book_id),
            officials.get(game.book_id, NOBODY).directors,
        )
        for game in games
    ]


def own_protocols_of(game: Game) -> dict[int, list[OwnProtocol]]:
    """Return all versions that the sides have handed in, by the deal's key, in the order of the sides."""
    handed_in = OwnProtocol.objects.filter(deal__game=game).select_related("player")
    by_deal = defaultdict[int, list[OwnProtocol]](list)
    for protocol in handed_in.order_by("deal__number", "side", "number"):
        by_deal[protocol.deal_id].append(protocol)
    return dict(by_deal)


def current_games(games: Iterable[int]) -> dict[int, CurrentGame]:
    """Return the games with these keys with totals, deals and seats."""
    deals = Prefetch("deals", Deal.objects.order_by("number"))
    by_pk = games_with_sides().prefetch_related(deals).in_bulk(games)
    return {
        pk: CurrentGame(game, list(game.sides.all()), list(game.deals.all()), None, (), None)
        for pk, game in by_pk.items()
    }


def _rows_of(game: Game) -> list[DealRow]:
    return [DealRow(deal, next(iter(deal.versions.all()), None)) for deal in game.deals.all()]


def _versions_in(games: Sequence[Game]) -> QuerySet[DealVersion]:
    """Return every version of every deal with author, time and reason, without sheet and result."""
    versions = DealVersion.objects.filter(deal__game__in=games).select_related("deal", "player", "ruling")
    return versions.defer("sheet", "result").order_by("deal__number", "number")


def _totals_in(games: Sequence[Game]) -> dict[int, list[int]]:
    """Return the totals of the sides by the version's key, for deals with corrections."""
    corrected = DealVersion.objects.filter(deal__game__in=games, deal__version__gt=1)
    results = corrected.values_list("pk", "result__sides")
    return {pk: [side["total"] for side in sides] for pk, sides in results}


def _void_reasons_in(games: Sequence[Game]) -> dict[int, str]:
    """Return the log's reasons of void deals, which the deals do not store."""
    void = {
        f"{deal._meta.label_lower}:{deal.pk}": deal.pk
        for game in games
        for deal in game.deals.all()
        if deal.state == Deal.State.VOID and not _is_void_by_ruling(game, deal)
    }
    if not void:
        return {}
    entries = LogEntry.objects.filter(book__in={game.book_id for game in games}, act="deal.voided")
    about_deals = entries.annotate(payload=Cast("text", JSONField())).filter(payload__subject__in=list(void))
    payloads = (payload_of(entry) for entry in about_deals.select_related("words").order_by("number"))
    return {void[payload["subject"]]: payload["reason"] for payload in payloads}


def _is_void_by_ruling(game: Game, deal: Deal) -> bool:
    return any(
        ruling.deal_id == deal.pk and ruling.outcome == Ruling.Outcome.VOID and ruling.cancelled_at is None
        for ruling in game.rulings.all()
    )


def _by_game(versions: Iterable[DealVersion]) -> dict[int, list[DealVersion]]:
    by_game = defaultdict[int, list[DealVersion]](list)
    for version in versions:
        by_game[version.deal.game_id].append(version)
    return by_game


def _former_seats_in(games: Sequence[Game]) -> dict[int, list[Seat]]:
    by_game = defaultdict[int, list[Seat]](list)
    former = (
        Seat.objects.filter(side__game__in=games).exclude(until_deal=None).select_related("player", "side")
    )
    for seat in former.order_by("side__number", "position", "from_deal"):
        by_game[seat.side.game_id].append(seat)
    return by_game
