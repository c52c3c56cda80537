"""What the pages of entries read: entries with their players and tables, substitutes, whom a search finds.

Knows entries, and who sits where in the games of an event; writes nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict
from uuid import UUID

from django.db.models import Exists, OuterRef, Prefetch, Subquery

from clubs.models import LogEntry, Player
from clubs.people.queries import players_found
from scoring.models import Seat, Side
from tournaments.models import Entry, EntryPlayer, Pairing, PairingEntry, Round, Tournament
from tournaments.models import Tournament as Event
from tournaments.play import queries
from tournaments.play.draw import SET_BEFOREHAND

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

_SHOWN = (Round.State.PUBLISHED, Round.State.CLOSED)
_MOST_FOUND = 30


def entries_with_clubs(event: Tournament) -> list[Entry]:
    """The entries by their numbers, each with its players and where they are at home."""
    places = EntryPlayer.objects.select_related("player__home_club").order_by("position")
    return list(event.entries.order_by("number").prefetch_related(Prefetch("places", queryset=places)))


def pairings_by_entry(drawn: Round | None) -> dict[int, Pairing]:
    """Where each entry stands in a round that everybody can see."""
    if drawn is None or drawn.state not in _SHOWN:
        return {}
    entered = PairingEntry.objects.filter(round=drawn).select_related("pairing__game")
    return {one.entry_id: one.pairing for one in entered}


def entry_of(event: Tournament, players: Collection[Player]) -> Entry | None:
    """The entry of exactly these players."""
    wanted = {player.pk for player in players}
    entries = Entry.objects.filter(tournament=event, players__in=wanted).distinct()
    for entry in entries.prefetch_related(queries.with_players()):
        if {place.player_id for place in entry.places.all()} == wanted:
            return entry
    return None


def entered_among(event: Tournament, players: Collection[Player]) -> dict[int, int]:
    """Who of these is entered already: player to the number of the entry."""
    entered = EntryPlayer.objects.filter(tournament=event, player__in=[player.pk for player in players])
    return dict(entered.values_list("player", "entry__number"))


# Searching.


class Entered(TypedDict):
    """What a player who was found is annotated with."""

    entered_as: int | None


@dataclass(frozen=True, slots=True)
class Found:
    """Whom a search found: the first of them, and whether there are more."""

    players: Sequence[WithAnnotations[Player, Entered]]
    more: bool


def members_found(event: Tournament, words: str, without: Collection[Player] = ()) -> Found:
    """Members of the club by name or licence number, each with the entry in which he stands already."""
    standing = EntryPlayer.objects.filter(tournament=event, player=OuterRef("pk")).order_by()
    members = players_found(event.club, words).exclude(pk__in=[player.pk for player in without])
    found = members.annotate(entered_as=Subquery(standing.values("entry__number")[:1]))
    if not words:
        found = found.filter(entered_as=None)
    players = list(found[: _MOST_FOUND + 1])
    return Found(players[:_MOST_FOUND], len(players) > _MOST_FOUND)


@dataclass(frozen=True, slots=True)
class Coming:
    """What it means to come now: the first round one plays, the places that are free (None: as many as come),
    and whether a draw waits that one is not in."""

    from_round: int
    free: int | None
    draw_waits: bool


def coming_now(event: Tournament) -> Coming:
    number = next_number(event)
    waits = event.rounds.filter(state=Round.State.DRAWN).exists()
    return Coming(number, places_free(event, number), waits)


# Substitutes.


@dataclass(frozen=True, slots=True)
class Substituted:
    """Somebody who sits in a game for others: where, from which deal to which, and who does not sit there."""

    seat: Seat
    pairing: Pairing
    instead_of: Sequence[Player]


def substitutes_of(event: Tournament) -> list[Substituted]:
    """Everybody who has sat in a game for an entry that is not his, round by round."""
    own = PairingEntry.objects.filter(
        pairing=OuterRef("side__game__pairing"),
        side=OuterRef("side__number"),
        entry__players=OuterRef("player"),
    )
    seats = (
        Seat.objects.filter(
            ~Exists(own),
            side__game__pairing__round__tournament=event,
            side__game__pairing__round__state__in=_SHOWN,
        )
        .select_related("player", "side__game__pairing__round")
        .order_by("side__game__pairing__round__number", "side__game__pairing__table", "pk")
    )
    strangers = list(seats)
    absent = _absent_from([seat.side for seat in strangers])
    return [Substituted(seat, seat.side.game.pairing, absent.get(seat.side_id, [])) for seat in strangers]


def _absent_from(sides: Sequence[Side]) -> dict[int, list[Player]]:
    """The players of these sides' entries who do not sit there now."""
    by_place = {(side.game_id, side.number): side.pk for side in sides}
    seats = Seat.objects.filter(side__in=by_place.values(), until_deal=None)
    seated = set(seats.values_list("side", "player"))
    entered = PairingEntry.objects.filter(pairing__game__in=[side.game_id for side in sides])
    entered = entered.select_related("pairing", "entry").order_by("side", "position")
    absent: dict[int, list[Player]] = {}
    for one in entered.prefetch_related(queries.with_players("entry__places")):
        side = by_place.get((one.pairing.game_id or 0, one.side))
        if side is not None:
            here = (player for player in queries.players_of(one.entry) if (side, player.pk) not in seated)
            absent.setdefault(side, []).extend(here)
    return absent


def was_put_in(event: Tournament, coming: Player | None, key: UUID | None) -> bool:
    """Whether this very sending has put somebody in already: then who left sits there no more."""
    if coming is None or key is None:
        return False
    entry = LogEntry.objects.filter(book=event.book_id, act="game.substituted", key=key).first()
    return entry is not None and entry.facts["player"] == coming.pk


def playing_elsewhere(pairing: Pairing) -> dict[int, int]:
    """Who plays at another table of the same round: player to the table."""
    seats = Seat.objects.filter(
        until_deal=None,
        side__game__pairing__round=pairing.round_id,
        side__game__pairing__kind=Pairing.Kind.PLAYED,
    ).exclude(side__game=pairing.game_id)
    tables = seats.values_list("player", "side__game__pairing__table")
    return {player: table for player, table in tables if table is not None}


def places_free(event: Event, number: int) -> int | None:
    """How many may still come from this round on; None where anybody may.

    Where all rounds are set only the empty place of an odd field is free: nobody else moves by it.
    """
    phase, turn = event.agreed.phase_of(number)
    begun = phase.movement in SET_BEFOREHAND and turn > 1
    return event.entries.count() % 2 if begun else None


def next_number(event: Event) -> int:
    """The number of the round that is drawn next."""
    return event.rounds.exclude(state=Round.State.REMOVED).count() + 1
