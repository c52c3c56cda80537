"""Queries for the pages of entries: entries with their players and tables, substitutes, search results."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Prefetch, QuerySet, Subquery

from clubs.models import LogEntry, Player
from scoring.models import Seat, Side
from tournaments.agreement.agreement import EntriesUntil, EventAgreement
from tournaments.models import Entry, EntryPlayer, Pairing, PairingEntry, Round, Tournament
from tournaments.models import Tournament as Event
from tournaments.play import brackets, queries
from tournaments.play.event_record import load_event
from tournaments.play.layouts import NewLayout, free_places_in, preview_new_layout

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

_PUBLIC = (Round.State.PUBLISHED, Round.State.CLOSED)
_MAX_FOUND = 30


def entries_with_clubs(event: Tournament) -> list[Entry]:
    """Return the entries by their numbers, each with its players and their home clubs."""
    places = queries.current_places().select_related("player__home_club")
    return list(event.entries.order_by("number").prefetch_related(Prefetch("places", queryset=places)))


def former_places(event: Tournament) -> dict[int, list[EntryPlayer]]:
    """Return by entry the players whose places others have taken over, in the order in which they left.

    Who was to play from a round that was removed has played in none.
    """
    places = EntryPlayer.objects.filter(tournament=event, until_round__gte=F("from_round"))
    by_entry: dict[int, list[EntryPlayer]] = {}
    for place in places.select_related("player").order_by("until_round", "position"):
        by_entry.setdefault(place.entry_id, []).append(place)
    return by_entry


def pairings_by_entry(drawn: Round | None) -> dict[int, Pairing]:
    """Return the pairing of each entry in a public round; empty while the round is not public."""
    if drawn is None or drawn.state not in _PUBLIC:
        return {}
    entered = PairingEntry.objects.filter(round=drawn).select_related("pairing__game")
    return {row.entry_id: row.pairing for row in entered}


def entries_before_their_first_deal(drawn: Round | None) -> frozenset[int]:
    """Return the entries of a published round, by their rows, at whose tables nothing is recorded yet."""
    if drawn is None or drawn.state != Round.State.PUBLISHED:
        return frozenset()
    unbegun = PairingEntry.objects.filter(
        round=drawn,
        pairing__kind=Pairing.Kind.PLAYED,
        pairing__game__over=False,
        pairing__game__entered_result=None,
        pairing__game__deals=None,
    )
    return frozenset(unbegun.values_list("entry", flat=True))


def find_entry(event: Tournament, players: Collection[Player]) -> Entry | None:
    """Return the entry of exactly these players that takes part, if there is one."""
    numbers = frozenset(player.pk for player in players)
    entries = event.entries.exclude(state=Entry.State.WITHDRAWN).filter(players__in=numbers).distinct()
    return _by_players(entries).get(numbers)


def find_withdrawn_entries(
    event: Tournament, sides: Iterable[Sequence[Player]]
) -> Iterator[tuple[Sequence[Player], Entry]]:
    """Yield those whose entry, of exactly these players, has withdrawn, with that entry."""
    withdrawn = _by_players(event.entries.filter(state=Entry.State.WITHDRAWN))
    for players in sides:
        entry = withdrawn.get(frozenset(player.pk for player in players))
        if entry is not None:
            yield players, entry


def _by_players(entries: QuerySet[Entry]) -> dict[frozenset[int], Entry]:
    """Return the entries by the numbers of their players; of several the one with the lowest number."""
    found: dict[frozenset[int], Entry] = {}
    for entry in entries.order_by("number").prefetch_related(queries.prefetch_players()):
        found.setdefault(frozenset(place.player_id for place in entry.places.all()), entry)
    return found


def entry_numbers_of(event: Tournament, players: Collection[Player]) -> dict[int, int]:
    """Return the number of the entry of each of these players who is entered already."""
    entered = EntryPlayer.objects.filter(
        tournament=event, active=True, player__in=[player.pk for player in players]
    )
    return dict(entered.values_list("player", "entry__number"))


def players_without_partner(event: Tournament) -> list[Player]:
    """Return who looks for a partner, by name; not who is in an entry by now."""
    entered = EntryPlayer.objects.filter(tournament=event, active=True).values("player")
    return list(event.singles.exclude(pk__in=entered).order_by("order", "pk"))


# Searching.


class EntryAnnotation(TypedDict):
    """The annotations of a player that a search has found."""

    entered_as: int | None


@dataclass(frozen=True, slots=True)
class MemberSearch:
    """The first players that a search has found, and whether there are more."""

    players: Sequence[WithAnnotations[Player, EntryAnnotation]]
    has_more: bool


def search_members(event: Tournament, words: str, without: Collection[Player] = ()) -> MemberSearch:
    """Search members of the club by name or licence number; each is annotated with his entry, if any."""
    entered = EntryPlayer.objects.filter(tournament=event, active=True, player=OuterRef("pk")).order_by()
    members = queries.eligible_players(event, words).exclude(pk__in=[player.pk for player in without])
    found = members.annotate(entered_as=Subquery(entered.values("entry__number")[:1]))
    if not words:
        found = found.filter(entered_as=None)
    players = list(found[: _MAX_FOUND + 1])
    return MemberSearch(players[:_MAX_FOUND], len(players) > _MAX_FOUND)


@dataclass(frozen=True, slots=True)
class LateEntryTerms:
    """What entering now means: the first round, the free places, and whether a round is drawn already.

    `free_places` is None where there is no limit. A round that is drawn is played without the new entry.
    `is_in_time` says whether new entries come at all, `is_round_left` whether there is one to play in.
    """

    from_round: int
    is_round_left: bool
    is_in_time: bool
    free_places: int | None
    is_draw_pending: bool


def get_late_entry_terms(event: Tournament) -> LateEntryTerms:
    number = next_round_number(event)
    is_draw_pending = event.rounds.filter(state=Round.State.DRAWN).exists()
    is_round_left = number <= event.agreement.rounds
    is_in_time = takes_new_entries(event.agreement, queries.current_round(event))
    return LateEntryTerms(number, is_round_left, is_in_time, free_places(event, number), is_draw_pending)


def takes_new_entries(agreement: EventAgreement, last: Round | None) -> bool:
    """Whether new entries come, when `last` is the round that was drawn last."""
    if last is None:
        return True
    if last.number >= agreement.rounds:
        return False
    if agreement.entries_until is EntriesUntil.LAST_DRAW:
        return True
    return last.number == 1 and last.state != Round.State.CLOSED


# Substitutes.


@dataclass(frozen=True, slots=True)
class SubstituteSeat:
    """The seat of a substitute in a game, and the players of the entry who do not sit there."""

    seat: Seat
    pairing: Pairing
    instead_of: Sequence[Player]


def get_substitutes(event: Tournament) -> list[SubstituteSeat]:
    """Return every seat of a player who is not of the entry that he plays for, round by round."""
    own_entry = PairingEntry.objects.filter(
        pairing=OuterRef("side__game__pairing"),
        side=OuterRef("side__number"),
        entry__players=OuterRef("player"),
    )
    seats = (
        Seat.objects.filter(
            ~Exists(own_entry),
            side__game__pairing__round__tournament=event,
            side__game__pairing__round__state__in=_PUBLIC,
        )
        .select_related("player", "side__game__pairing__round")
        .order_by("side__game__pairing__round__number", "side__game__pairing__table", "pk")
    )
    substitutes = list(queries.without_draw(seats, "side__game__pairing__round"))
    absent = _absent_players([seat.side for seat in substitutes])
    return [
        SubstituteSeat(seat, seat.side.game.pairing, absent.get(seat.side_id, [])) for seat in substitutes
    ]


def _absent_players(sides: Sequence[Side]) -> dict[int, list[Player]]:
    """Return the players of these sides' entries who do not sit there now."""
    by_place = {(side.game_id, side.number): side.pk for side in sides}
    seats = Seat.objects.filter(side__in=by_place.values(), until_deal=None)
    seated = set(seats.values_list("side", "player"))
    entered = PairingEntry.objects.filter(pairing__game__in=[side.game_id for side in sides])
    entered = entered.select_related("pairing", "entry").order_by("side", "position")
    absent: dict[int, list[Player]] = {}
    for row in entered.prefetch_related(queries.prefetch_players("entry__places")):
        side = by_place.get((row.pairing.game_id or 0, row.side))
        if side is not None:
            absent.setdefault(side, []).extend(
                player for player in queries.entry_players(row.entry) if (side, player.pk) not in seated
            )
    return absent


def was_already_substituted(event: Tournament, coming: Player | None, key: UUID | None) -> bool:
    """Whether the request with this key has substituted the player already: the leaving one is gone then."""
    if coming is None or key is None:
        return False
    entry = LogEntry.objects.filter(book=event.book_id, act="game.substituted", key=key).first()
    return entry is not None and entry.facts["player"] == coming.pk


def players_at_other_tables(pairing: Pairing) -> dict[int, int]:
    """Return the table of each player who plays at another table of the same round."""
    seats = Seat.objects.filter(
        until_deal=None,
        side__game__pairing__round=pairing.round_id,
        side__game__pairing__kind=Pairing.Kind.PLAYED,
    ).exclude(side__game=pairing.game_id)
    tables = seats.values_list("player", "side__game__pairing__table")
    return {player: table for player, table in tables if table is not None}


def entries_that_may_come(drawn: Round) -> list[int]:
    """Return the numbers of the entries that are not in a published round and could still play in it.

    These are the late ones, and those who were to miss it.
    """
    entered = drawn.tournament.entries.filter(from_round__lte=drawn.number + 1).exclude(
        state=Entry.State.WITHDRAWN
    )
    away = entered.exclude(pk__in=PairingEntry.objects.filter(round=drawn).values("entry"))
    return list(away.order_by("number").values_list("number", flat=True))


def free_places(event: Event, number: int) -> int | None:
    """Return how many entries may still come from this round on; None where there is no limit.

    Where all rounds are fixed beforehand the empty place of an odd field is free, and those of who has left.
    """
    phase, turn = event.agreement.phase_of(number)
    if not phase.movement.gives_places or turn == 1:
        return None
    if phase.movement.bracket is not None:
        return max(0, brackets.count_free(load_event(event), number))
    return free_places_in(load_event(event), number)


def new_layout_of(event: Event) -> NewLayout | None:
    """Return what laying the remaining rounds out anew would change at the next draw; None where nothing."""
    number = next_round_number(event)
    phase, turn = event.agreement.phase_of(number)
    if not phase.movement.has_fixed_schedule or turn == 1 or event.state != Event.State.RUNNING:
        return None
    if event.rounds.filter(state__in=(Round.State.DRAWN, Round.State.PUBLISHED)).exists():
        return None
    return preview_new_layout(load_event(event), number)


def next_round_number(event: Event) -> int:
    """Return the number of the round that is drawn next."""
    return event.rounds.exclude(state=Round.State.REMOVED).count() + 1
