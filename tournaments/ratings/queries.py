"""Which games count for ratings, whose ratings may be shown, and the state that the pages depend on.

Ratings are those of a federation with its clubs, or of a club without one: who plays in several of its clubs
has one rating, by all games there.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping
from datetime import date, datetime, time
from itertools import groupby
from typing import Final, NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Sum
from django.utils.timezone import localtime, make_aware

from clubs.db.single_row import MAX_BIGINT, Revision
from clubs.models import Book, Club, Player
from clubs.people.names import NamedPlayer
from clubs.people.rating_consent import SHOWS_RATING
from clubs.text.alphabet import sort_key
from scoring.models import Deal, Game, Seat
from scoring.store.signers import SIGNED_STATES
from tournaments.agreement.parts import PartKind
from tournaments.core.ratings.history import RatedGame
from tournaments.core.results import COUNT_AS_PLAYED
from tournaments.models import Round, Tournament
from tournaments.public.event_view import FINISHED_EVENT_STATES
from tournaments.ratings.league_games import accepted_matches

# How a game ends in which no side has given up.
_PLAYED_TO_THE_END: Final = ("", Game.EndedBy.TIME)
# What is read of each seat, and how the seats of a game are ordered; so many rows are read at once.
_SEAT_COLUMNS: Final = (
    *("side__game", "side__number"),
    F("side__total") + F("side__adjustment"),
    "player",
)
_IN_GAME: Final = ("side__game", "side__number", "position", "pk")
_AT_ONCE: Final = 5000
# The club's own book weighs so much that the state grows also when it joins or leaves a federation.
_WEIGHT: Final = 10**9
_KINDS: Final = (Book.Kind.CLUB, Book.Kind.TOURNAMENT, Book.Kind.LEAGUE, Book.Kind.GAME)


def scope_of(club: Club) -> int:
    """Return the club by whose games the players of a club are rated: its federation, if it has one."""
    return club.federation_id or club.pk


# The games.


class CountedPart(NamedTuple):
    """What counts as one, and its state: an event, a match of teams, or the games of a day outside both."""

    kind: str
    # The row of the event or match, or the number of the day.
    pk: int
    day: date
    # Of each book its revision and the hash of its last act, so that nothing that was changed is taken over.
    state: Hashable


EVENT, MATCH, DAY = "event", "match", "day"


def counted_parts(scope: int) -> list[CountedPart]:
    """Return what counts, in the order of the days; on a day events by name, finals, matches, other games."""
    events = [
        (int(is_final), sort_key(name, "sv"), CountedPart(EVENT, pk, day, state))
        for day, is_final, name, pk, state in _events(scope)
    ]
    matches = [
        (2, "", CountedPart(MATCH, pk, day, tuple(state))) for pk, day, *state in accepted_matches(scope)
    ]
    days = [(3, "", part) for part in _days(scope)]
    found = sorted([*events, *matches, *days], key=lambda row: (row[-1].day, *row[:-1], row[-1].pk))
    return [part for *_order, part in found]


def _events(scope: int) -> Iterator[tuple[date, bool, str, int, Hashable]]:
    """Yield the events whose games count, and which are finals; a trial counts nowhere."""
    found = Tournament.objects.filter(
        Q(club=scope) | Q(club__federation=scope),
        book__trial=False,
        state__in=FINISHED_EVENT_STATES,
        standings_from=Tournament.StandingsFrom.GAMES,
    )
    rows = found.order_by().values_list("date", "part", "name", "pk", "book__revision", "book__head")
    return (
        (day, part.get("kind") == PartKind.FINAL, name, pk, tuple(state))
        for day, part, name, pk, *state in rows
    )


def _days(scope: int) -> Iterator[CountedPart]:
    """Yield the days on which games outside events were opened that count, in their order."""
    rows = _games_outside(scope).values_list("opened_at", "pk", "book__revision", "book__head")
    for day, games in groupby(rows.order_by("opened_at", "pk"), key=lambda row: localtime(row[0]).date()):
        state = tuple(tuple(game[1:]) for game in games)
        yield CountedPart(DAY, day.toordinal(), day, state)


def _games_outside(scope: int) -> QuerySet[Game]:
    """Return the games outside events that count: of clubs that wish it, played to their end and signed."""
    is_begun = Exists(Deal.objects.filter(game=OuterRef("pk"), state__in=Deal.COUNTED))
    return Game.objects.filter(
        is_begun | Q(entered_result__isnull=False),
        Q(book__club=scope) | Q(book__club__federation=scope),
        book__kind=Book.Kind.GAME,
        book__club__rates_games=True,
        state__in=SIGNED_STATES,
        over=True,
        ended_by__in=_PLAYED_TO_THE_END,
        other_result="",
        away=None,
    )


class _RatedSeat(NamedTuple):
    """A seat of a game that counts, with the row of its event, or the number of its day."""

    part: int
    # The number of its day.
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
    return _by_part(_seats_in_events(events, scope))


def load_games_of_days(days: Collection[int], scope: int) -> Mapping[int, tuple[RatedGame, ...]]:
    """Load the games outside events that count of some days, each day's in the order of their opening."""
    return _by_part(_seats_on_days(days, scope)) if days else {}


def _by_part(seats: Iterator[_RatedSeat]) -> Mapping[int, tuple[RatedGame, ...]]:
    games: dict[int, tuple[RatedGame, ...]] = {}
    for part, rows in groupby(seats, key=lambda row: row.part):
        games[part] = tuple(_game(list(seats)) for _game_id, seats in groupby(rows, key=lambda row: row.game))
    return games


def _seats_in_events(events: Collection[int] | None, scope: int) -> Iterator[_RatedSeat]:
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
        *_IN_GAME,
    ).values_list(event, f"{event}__date", *_SEAT_COLUMNS)
    for event_id, day, *others in rows.iterator(chunk_size=_AT_ONCE):
        yield _RatedSeat(event_id, day.toordinal(), *others)


def _seats_on_days(days: Collection[int], scope: int) -> Iterator[_RatedSeat]:
    """Yield the seats of the games of these days; the games of others are read in vain between them."""
    since, until = (_midnight(day) for day in (min(days), max(days) + 1))
    games = _games_outside(scope).filter(opened_at__gte=since, opened_at__lt=until)
    seats = Seat.objects.filter(side__game__in=games, until_deal=None)
    rows = seats.order_by("side__game__opened_at", *_IN_GAME)
    for opened, *others in rows.values_list("side__game__opened_at", *_SEAT_COLUMNS).iterator(_AT_ONCE):
        day = localtime(opened).date().toordinal()
        if day in days:
            yield _RatedSeat(day, day, *others)


def _midnight(day: int) -> datetime:
    return make_aware(datetime.combine(date.fromordinal(day), time.min))


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
