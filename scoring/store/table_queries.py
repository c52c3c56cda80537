"""Queries about a club's tables and the games played at them now."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from django.db import connection
from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from clubs.db.prepared import PreparedQuery
from clubs.db.single_row import fetch_row
from clubs.models import Club
from scoring.models import Call, Deal, DealVersion, Game, OwnProtocol, Side, Signing, Table
from scoring.store.deal_queries import (
    DealRow,
    current_protocols,
    current_version,
    deals_with_hands,
    with_answers,
    with_hands,
)
from scoring.store.game_queries import attach_sides, game_of_seats, seated_sides, seats_with_game
from scoring.store.phones import Phones, phones_of
from scoring.store.signers import is_signed
from scoring.store.signing_queries import signings_of

_TABLE_BY_SECRET: Final = PreparedQuery(lambda secret: _tables_with_club().filter(secret=secret), str)
_SEATS_BY_SECRET: Final = PreparedQuery(
    lambda secret: (
        seats_with_game()
        .select_related(
            "player", "side__game__book__club", "side__game__table__club", "side__game__table__card_for"
        )
        .filter(side__game__table__secret=secret)
    ),
    str,
)
_TABLE_REVISION: Final = """
    SELECT place.id, place.game_id, book.revision, club.players_open_games, game.state = 'official',
        book.phones_until IS NOT NULL, book.phones_until <= %s, card.phones_until <= %s
    FROM scoring_table AS place
    JOIN clubs_club AS club ON club.id = place.club_id
    LEFT JOIN clubs_book AS card ON card.id = place.card_for_id
    LEFT JOIN scoring_game AS game ON game.id = place.game_id
    LEFT JOIN clubs_book AS book ON book.id = game.book_id
    WHERE place.secret = %s
"""
_OPEN_CALLS: Final = PreparedQuery(
    lambda game: Call.objects.filter(game=game, answered_at=None).order_by("pk"), int
)


@dataclass(frozen=True, slots=True)
class CurrentGame:
    """A game as its table shows it: all deals with their hands, and the last one in full."""

    game: Game
    sides: Sequence[Side]
    deals: Sequence[Deal]
    # The current version of the last deal, with its answers.
    version: DealVersion | None
    protocols: Sequence[OwnProtocol]
    call: Call | None
    # Only of a game that is over or signed: the deals that are signed, and the signatures so far.
    rows: Sequence[DealRow] = ()
    signings: Sequence[Signing] = ()


def tables_with_game() -> QuerySet[Table]:
    """Return tables with their current game, its sides and seats."""
    return _tables_with_club().prefetch_related(Prefetch("game__sides", queryset=seated_sides()))


def _tables_with_club() -> QuerySet[Table]:
    return Table.objects.select_related("club", "card_for", "game__book__club")


def table_by_secret(secret: str) -> Table | None:
    """Return the table with a secret, with its game, sides and current seats: one query if it has a game."""
    game = game_of_seats(_SEATS_BY_SECRET.all(secret))
    if game is not None:
        return game.table
    table = _TABLE_BY_SECRET.first(secret)
    if table is not None and table.game is not None:
        attach_sides(table.game)
    return table


def current_game(game: Game) -> CurrentGame:
    """Load the rest of a game from `games_with_sides`, as its table shows it."""
    if game.over or is_signed(game):
        return _finished_game(game)
    deals = deals_with_hands(game)
    last = deals[-1] if deals else None
    is_draft = last is not None and last.state == Deal.State.DRAFT
    return CurrentGame(
        game,
        list(game.sides.all()),
        deals,
        None if last is None or is_draft else current_version(last),
        current_protocols(last) if last is not None and is_draft else (),
        open_call(game),
    )


def _finished_game(game: Game) -> CurrentGame:
    """Load a game that is over or signed, with its versions and signatures."""
    versions = Prefetch("versions", queryset=with_answers(DealVersion.objects.filter(current=True)))
    deals = with_hands(game.deals.order_by("number")).prefetch_related(versions)
    rows = [DealRow(deal, next(iter(deal.versions.all()), None)) for deal in deals]
    return CurrentGame(
        game,
        list(game.sides.all()),
        [row.deal for row in rows],
        rows[-1].version if rows else None,
        (),
        open_call(game),
        rows,
        signings_of(game),
    )


class TableRevision(NamedTuple):
    """What a table's page depends on: the table, its game, the revision of the game's book, whether players
    open games in its club, and what its phones may do."""

    table: int
    game: int | None
    revision: int | None
    opens: bool
    phones: Phones


def table_revision(secret: str, now: datetime) -> TableRevision | None:
    """Return the state of the table with a secret; None without one, and where its card has stopped."""
    at = connection.ops.adapt_datetimefield_value(now) or ""
    row = fetch_row(_TABLE_REVISION, at, at, secret)
    if row is None:
        return None
    table, game, revision, opens, official, shown, over, card_over = row
    phones = phones_of(is_official=bool(official or over), is_shown=bool(shown))
    return None if card_over else TableRevision(table, game, revision, bool(opens), phones)


def open_call(game: Game) -> Call | None:
    return _OPEN_CALLS.first(game.pk)


def attention_flags(game: OuterRef) -> dict[str, Exists]:
    """Return annotations for rows with a game: `calls` (an open call) and `disputed` (a disputed deal)."""
    return {
        "calls": Exists(Call.objects.filter(game=game, answered_at=None)),
        "disputed": Exists(Deal.objects.filter(game=game, state=Deal.State.DISPUTED)),
    }


def table_of(game: Game) -> Table | None:
    """Return the table at which a game is played now."""
    return Table.objects.filter(game=game).first()


def tables_of_club(club: Club) -> list[Table]:
    """Return a club's tables with their games and attention flags, sorted by label."""
    tables = tables_with_game().filter(club=club).annotate(**attention_flags(OuterRef("game")))
    return sorted(tables, key=lambda table: label_sort_key(table.label))


def tables_with_cards(club: Club) -> list[Table]:
    """Return those of a club's tables that have a printed card: not those that were made for one game."""
    return [table for table in tables_of_club(club) if not table.made_for]


def label_sort_key(label: str) -> tuple[tuple[bool, int, str], ...]:
    """Return a key that sorts table 2 before table 10, and names after numbers."""
    parts = [part for part in re.split(r"(\d+)", label) if part]
    return tuple((not part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in parts)


def tables_to_choose(club: Club) -> list[Table]:
    """Return a club's tables with their games, sorted by label; one that was made for a game is its own."""
    tables = club.tables.filter(made_for="").select_related("game")
    return sorted(tables, key=lambda table: label_sort_key(table.label))
