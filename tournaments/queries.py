"""What pages and reports read of an event: every read with a join is here.

Knows events and the derived results of their games; writes nothing.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Count, OuterRef, Prefetch, Q, QuerySet

from clubs.models import Player
from scoring.models import Deal, Side
from scoring.queries import needs_of
from tournaments.core import results, schemes, standings
from tournaments.models import Entry, EntryPlayer, Pairing, Round, Tournament


@dataclass(frozen=True, slots=True)
class Place:
    """A row of the standings: the placing, and the entry with its players fetched."""

    placing: standings.Placing
    entry: Entry


def with_players() -> Prefetch[str, QuerySet[EntryPlayer], str]:
    places = EntryPlayer.objects.select_related("player").order_by("position")
    return Prefetch("places", queryset=places)


def entries_of(event: Tournament) -> QuerySet[Entry]:
    return event.entries.order_by("number").prefetch_related(with_players())


def not_entered(event: Tournament) -> QuerySet[Player]:
    """The members of the event's club who stand in no entry yet, in the order of the alphabet."""
    entered = EntryPlayer.objects.filter(tournament=event).values("player")
    members = Player.objects.filter(memberships__club=event.club_id, memberships__until=None)
    return members.exclude(pk__in=entered).order_by("order", "pk")


def players_of(entry: Entry) -> list[Player]:
    return [place.player for place in entry.places.all()]


def tables_of(drawn: Round) -> QuerySet[Pairing]:
    """The pairings of a round with what each table has got to: tables by number, then who sits out."""
    return (
        drawn.pairings.select_related("first", "second", "game")
        .prefetch_related(
            Prefetch("first__places", queryset=EntryPlayer.objects.select_related("player")),
            Prefetch("second__places", queryset=EntryPlayer.objects.select_related("player")),
            Prefetch("game__sides", queryset=Side.objects.order_by("number")),
        )
        .annotate(deals_played=Count("game__deals"), **needs_of(OuterRef("game")))
        .order_by("kind", "table")
    )


def current_round(event: Tournament) -> Round | None:
    return event.rounds.order_by("-number").first()


def published_round(event: Tournament) -> Round | None:
    return event.rounds.exclude(state=Round.State.DRAWN).order_by("-number").first()


def standings_of(event: Tournament) -> list[Place]:
    """The places as they stand now, games that are still being played included."""
    entries = {entry.pk: entry for entry in entries_of(event)}
    counted = results.counted(AGREED, results_of(event))
    placings = standings.rank({entry.number: counted.get(pk, []) for pk, entry in entries.items()})
    by_number = {entry.number: entry for entry in entries.values()}
    return [Place(placing, by_number[placing.sum.entry]) for placing in placings]


# What a walkover counts in a game to 10 000, as the federation has it.
AGREED = results.Agreed(scheme=schemes.SCL, margin=4000)


def results_of(event: Tournament) -> list[list[results.Result]]:
    """The results of each round, of the entries by their ids: a game counts from its first deal."""
    rounds: defaultdict[int, list[results.Result]] = defaultdict(list)
    for pairing in played(event):
        entries = tuple(entry for entry in (pairing.first_id, pairing.second_id) if entry is not None)
        totals = tuple(side.total for side in sides_of(pairing))
        rounds[pairing.round_id].append(results.Result(results.Kind.PLAYED, entries, totals))
    return [rounds[pk] for pk in sorted(rounds)]


def played(event: Tournament) -> QuerySet[Pairing]:
    counted = Q(game__deals__state__in=Deal.COUNTED)
    return (
        Pairing.objects.filter(round__tournament=event, kind=Pairing.Kind.PLAYED)
        .annotate(deals_counted=Count("game__deals", filter=counted))
        .filter(deals_counted__gt=0)
        .select_related("game")
        .prefetch_related(Prefetch("game__sides", queryset=Side.objects.order_by("number")))
    )


def sides_of(pairing: Pairing) -> list[Side]:
    return list(pairing.game.sides.all()) if pairing.game else []
