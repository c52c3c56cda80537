"""Which games count for ratings, whose ratings may be shown, and the state that the pages depend on.

Ratings are those of a federation with its clubs, or of a club without one: who plays in several of its clubs
has one rating, by all games there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import groupby
from typing import Final, NamedTuple

from django.db.models import F, Q, QuerySet, Sum

from clubs.db.single_row import MAX_BIGINT, Revision
from clubs.models import Book, Club, Player
from clubs.people.names import NamedPlayer
from clubs.people.rating_consent import SHOWS_RATING
from clubs.text.alphabet import sort_key
from scoring.models import Seat
from tournaments.core.ratings.history import RatedGame
from tournaments.core.results import COUNT_AS_PLAYED
from tournaments.models import Round, Tournament
from tournaments.public.event_view import FINISHED_EVENT_STATES

# The club's own book weighs so much that the state grows also when it joins or leaves a federation.
_WEIGHT: Final = 10**9
_KINDS: Final = (Book.Kind.CLUB, Book.Kind.TOURNAMENT)


def scope_of(club: Club) -> int:
    """Return the club by whose games the players of a club are rated: its federation, if it has one."""
    return club.federation_id or club.pk


# The games.


class CountedEvent(NamedTuple):
    """An event whose games count, with the state of its book: its revision, and the hash of its last act."""

    pk: int
    revision: int
    head: str


def counted_events(scope: int) -> list[CountedEvent]:
    """Return the events whose games count, in the order of their days and names; a trial counts nowhere."""
    found = Tournament.objects.filter(
        Q(club=scope) | Q(club__federation=scope),
        book__trial=False,
        state__in=FINISHED_EVENT_STATES,
        standings_from=Tournament.StandingsFrom.GAMES,
    )
    rows = found.order_by().values_list("date", "name", "pk", "book__revision", "book__head")
    ordered = sorted(rows, key=lambda row: (row[0], sort_key(row[1], "sv"), row[2]))
    return [CountedEvent(*row[2:]) for row in ordered]


class _RatedSeat(NamedTuple):
    event: int
    # The number of the day of its event.
    day: int
    game: int
    side: int
    result: int
    player: int


def load_games(events: Collection[int] | None, scope: int) -> Mapping[int, tuple[RatedGame, ...]]:
    """Load the games that count of some events, or of all of a scope, each in the order of its rounds.

    They are those that were played to their end, or broken off with a score that stands, in closed rounds. A
    game from which a side of three was away says nothing of the strength of all. Of a seat that had several
    players the last one counts.
    """
    games: dict[int, tuple[RatedGame, ...]] = {}
    for event, rows in groupby(_seat_rows(events, scope), key=lambda row: row.event):
        games[event] = tuple(
            _game(list(seats)) for _game_id, seats in groupby(rows, key=lambda row: row.game)
        )
    return games


def _seat_rows(events: Collection[int] | None, scope: int) -> Iterator[_RatedSeat]:
    event = "side__game__pairing__round__tournament"
    of_events = (
        Q(**{f"{event}__club": scope}) | Q(**{f"{event}__club__federation": scope})
        if events is None
        else Q(**{f"{event}__in": events})
    )
    seats = Seat.objects.filter(
        of_events,
        until_deal=None,
        side__game__set_aside_at=None,
        side__game__away=None,
        side__game__pairing__at_fault=None,
        side__game__pairing__kind__in=[kind.value for kind in COUNT_AS_PLAYED],
        side__game__pairing__round__state=Round.State.CLOSED,
    )
    rows = seats.order_by(
        event,
        "side__game__pairing__round__number",
        F("side__game__pairing__table").asc(nulls_last=True),
        "side__game",
        "side__number",
        "position",
        "pk",
    ).values_list(
        event,
        f"{event}__date",
        "side__game",
        "side__number",
        F("side__total") + F("side__adjustment"),
        "player",
    )
    for event_id, day, *others in rows.iterator(chunk_size=5000):
        yield _RatedSeat(event_id, day.toordinal(), *others)


def _game(seats: list[_RatedSeat]) -> RatedGame:
    first = seats[0]
    results: dict[int, int] = {}
    players: dict[int, tuple[int, ...]] = {}
    for seat in seats:
        results[seat.side] = seat.result
        players[seat.side] = (*players.get(seat.side, ()), seat.player)
    made = tuple(results.values())
    ranks = tuple([sum([other > result for other in made]) for result in made])
    return RatedGame(first.game, first.day, tuple(players.values()), ranks)


# Who is shown.


def shown_players(club: Club) -> QuerySet[Player]:
    """Return the players at home in a club, or in the clubs of a federation, whose ratings may be shown."""
    return Player.objects.filter(
        SHOWS_RATING, Q(home_club=club) | Q(home_club__federation=club)
    ).select_related("home_club")


def names_of(players: Collection[int]) -> Mapping[int, NamedPlayer]:
    rows = Player.objects.filter(pk__in=players).order_by().values_list(*NamedPlayer._fields)
    return {row[0]: NamedPlayer._make(row) for row in rows}


def who_is_shown(players: Collection[int]) -> frozenset[int]:
    """Return those of some players whose ratings may be shown."""
    found = Player.objects.filter(SHOWS_RATING, pk__in=players).order_by()
    return frozenset(found.values_list("pk", flat=True))


# States.


def revision_of_ratings(pk: int) -> Revision | None:
    """Return the state of the ratings of a club: whatever is done in the clubs and events of its scope."""
    if pk > MAX_BIGINT:
        return None
    club = Club.objects.filter(pk=pk).only("pk", "federation_id").first()
    return None if club is None else _state_of(club)


def _state_of(club: Club) -> Revision | None:
    scope = scope_of(club)
    books = Book.objects.filter(Q(club=scope) | Q(club__federation=scope), kind__in=_KINDS)
    own = Q(club=club, kind=Book.Kind.CLUB)
    sums = books.aggregate(all=Sum("revision"), own=Sum("revision", filter=own))
    number = (sums["own"] or 0) * _WEIGHT + (sums["all"] or 0)
    return Revision(number, number)


def revision_of_rating(pk: int) -> str | None:
    """Return the state of a player's rating; None where it may not be shown."""
    if pk > MAX_BIGINT:
        return None
    shown = Player.objects.filter(SHOWS_RATING, pk=pk).select_related("home_club")
    player = shown.only("version", "home_club__federation_id").first()
    if player is None:
        return None
    state = _state_of(player.home_club)
    return None if state is None else f"{player.version}-{player.home_club_id}-{state.number}"
