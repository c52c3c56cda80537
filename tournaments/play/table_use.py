"""What a round meets where it is published: tables at which others play, and players who play elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from django.db.models import Q

from clubs.models import Club
from scoring.models import Game, Seat, Table
from tournaments.models import Round
from tournaments.play.seating import RoundSeats, strip_empty_tables


@dataclass(frozen=True, slots=True)
class TakenTable:
    """A table of the club at which another game is going on, and the event of that game, if it has one."""

    table: int
    event: str


def taken_tables(drawn: Round, numbers: Sequence[int]) -> list[TakenTable]:
    """Return which of these tables the code of another running game uses."""
    if drawn.tournament.agreement.written_on == Game.WrittenOn.PAPER:
        return []
    used = _used_tables(drawn)
    return [TakenTable(number, used[str(number)]) for number in numbers if str(number) in used]


def _used_tables(drawn: Round) -> Mapping[str, str]:
    """Return the event of each table of the club at which a game of another book is going on."""
    event = drawn.tournament
    tables = Table.objects.filter(
        club=event.club_id, game__over=False, game__state=Game.State.OPEN, game__other_result=""
    ).exclude(game__book=event.book_id)
    return {label: name or "" for label, name in tables.values_list("label", "game__book__tournament__name")}


def free_table(drawn: Round, seats: RoundSeats) -> int:
    """Return the lowest table at which nobody of these seats sits, and no other game is going on."""
    used, occupied = _used_tables(drawn), {at for at, sides in enumerate(seats.tables, start=1) if sides}
    return next(number for number in count(1) if number not in occupied and str(number) not in used)


def has_named_tables(club: Club) -> bool:
    """Whether a table of the club has a name: then none is made for the number of a drawn table."""
    labels = club.tables.filter(made_for="").values_list("label", flat=True)
    return any(not label.isdecimal() for label in labels)


def numbers_without_code(drawn: Round, numbers: Sequence[int]) -> list[int]:
    """Return which of these numbers no table of the club has: no code opens the games there."""
    if drawn.tournament.agreement.written_on == Game.WrittenOn.PAPER:
        return []
    labels = set(drawn.tournament.club.tables.values_list("label", flat=True))
    return [number for number in numbers if str(number) not in labels]


def seats_at_free_tables(drawn: Round, seats: RoundSeats) -> RoundSeats:
    """Return the same meetings with those at taken tables moved to the lowest free ones."""
    used = _used_tables(drawn)
    fixed = {entry["table"] for entry in drawn.draw_input["present"] if "table" in entry}
    occupied = {number for number, sides in enumerate(seats.tables, start=1) if sides}
    free = (number for number in count(1) if number not in occupied and str(number) not in used)
    tables = list(seats.tables)
    for number in sorted(occupied - fixed):
        if str(number) in used:
            new = next(free)
            tables += [()] * (new - len(tables))
            tables[new - 1], tables[number - 1] = tables[number - 1], ()
    return RoundSeats(tables=strip_empty_tables(tables), out=seats.out)


@dataclass(frozen=True, slots=True)
class PlaysElsewhere:
    """A player of a round who plays in another event, or in a game of none at a table of its club."""

    name: str
    table: int | str | None
    # Empty for a game of no event.
    event: str


def players_elsewhere(drawn: Round) -> list[PlaysElsewhere]:
    """Return the players of a round who sit at another table where a game is going on.

    A game of no event counts while it is at a table: who opened one and went home has forgotten it.
    """
    seats = (
        Seat.objects.filter(
            Q(side__game__pairing__round__state=Round.State.PUBLISHED)
            | Q(side__game__pairing=None, side__game__table__isnull=False),
            until_deal=None,
            player__places__entry__pairings__round=drawn,
            player__places__until_round=None,
            side__game__over=False,
            side__game__state=Game.State.OPEN,
            side__game__other_result="",
        )
        .exclude(side__game__book=drawn.tournament.book_id)
        .select_related("player", "side__game__table", "side__game__pairing__round__tournament__book")
        .order_by("player__family_name", "player__given_name", "pk")
        .distinct()
    )
    return [_plays_elsewhere(seat) for seat in seats]


def _plays_elsewhere(seat: Seat) -> PlaysElsewhere:
    game = seat.side.game
    pairing = getattr(game, "pairing", None)
    if pairing is None:
        return PlaysElsewhere(seat.player.name, game.table.name, "")
    return PlaysElsewhere(seat.player.name, pairing.table, pairing.round.tournament.title)
