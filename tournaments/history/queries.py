"""What is read of a player over all events, and of a club over all of its events.

A fixed number of queries however long the history is. Events that keep their standings back are left out of
it until they are over. Writes nothing; must not know how anything is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, F, QuerySet, Sum, Window
from django.db.models.expressions import OrderBy
from django.db.models.functions import Coalesce, RowNumber

from clubs.models import Club, Player
from scoring.models import Deal, Hand, Side
from tournaments.models import EntryPlayer, Pairing, PairingEntry, Round, Standing, Tournament
from tournaments.public.event_view import OVER, SHOWN, hides_standings

_SAMBA = "samba"


# A player.


def revision_of_player(pk: int) -> int | None:
    """What a player's results depend on: every event entered. Nothing of who may not be named."""
    named = Player.objects.filter(pk=pk, may_publish=True)
    books = named.annotate(revisions=Coalesce(Sum("places__tournament__book__revision"), 0))
    return books.values_list("revisions", flat=True).first()


@dataclass(frozen=True, slots=True)
class Result:
    """How a player has fared in an event: with whom, and the place after its last round that is over."""

    event: Tournament
    partners: tuple[Player, ...]
    of: int
    standing: Standing


def results_of(player: Player) -> list[Result]:
    """The events of a player, the newest first."""
    entered = (
        EntryPlayer.objects.filter(player=player)
        .select_related("tournament", "entry")
        .order_by("-tournament__on_day", "-tournament__pk")
    )
    shown = [one for one in entered if not hides_standings(one.tournament)]
    entries = [one.entry_id for one in shown]
    partners = _partners_in(entries, player)
    last = _last_standings(entries)
    many = _field_sizes([standing.round_id for standing in last.values()])
    return [
        Result(
            one.tournament,
            partners.get(one.entry_id, ()),
            many[last[one.entry_id].round_id],
            last[one.entry_id],
        )
        for one in shown
        if one.entry_id in last
    ]


def _partners_in(entries: Sequence[int], player: Player) -> dict[int, tuple[Player, ...]]:
    found: dict[int, tuple[Player, ...]] = {}
    others = EntryPlayer.objects.filter(entry__in=entries).exclude(player=player).select_related("player")
    for one in others.order_by("entry", "position"):
        found[one.entry_id] = (*found.get(one.entry_id, ()), one.player)
    return found


def _last_standings(entries: Sequence[int]) -> dict[int, Standing]:
    """The latest place that was kept of each entry."""
    kept = Standing.objects.filter(entry__in=entries, round__state=Round.State.CLOSED)
    return {standing.entry_id: standing for standing in kept.order_by("round__number")}


def _field_sizes(rounds: Sequence[int]) -> dict[int, int]:
    """How many stand in the standings after these rounds."""
    counted = Standing.objects.filter(round__in=rounds).order_by().values("round")
    return dict(counted.annotate(many=Count("pk")).values_list("round", "many"))


# A club.


class Best(NamedTuple):
    """The most of something in a game: how much, of which rule set, and where it was."""

    ruleset: str
    figure: int
    pairing: int
    side: int
    game: int
    event: int


def revision_of_club(pk: int) -> int | None:
    """What the records of a club depend on: the club itself and every event that it has held."""
    found = Club.objects.filter(pk=pk)
    return (
        found.annotate(revisions=Coalesce(Sum("books__revision"), 0))
        .values_list("revisions", flat=True)
        .first()
    )


def biggest_deals(club: Club) -> list[Best]:
    """Of each rule set the biggest deal."""
    return _of_each_game(_hands_in(club), F("total").desc(), "total")


def most_sambas(club: Club) -> list[Best]:
    """Of each rule set that has sambas, the most in one deal."""
    made = _hands_in(club).filter(combinations__has_key=_SAMBA)
    return _of_each_game(made, F("combinations__samba").desc(), "combinations__samba")


def _hands_in(club: Club) -> QuerySet[Hand]:
    """What counts of all deals; nothing of a round that was removed."""
    return Hand.objects.filter(
        deal__game__pairing__round__tournament__club=club,
        deal__game__pairing__round__state__in=SHOWN,
        deal__state__in=Deal.COUNTED,
    )


def _of_each_game(hands: QuerySet[Hand], order: OrderBy, figure: str) -> list[Best]:
    first = Window(
        RowNumber(),
        partition_by=[F("deal__game__ruleset")],
        order_by=[order, F("deal__game").asc(), F("pk").asc()],
    )
    rows = hands.annotate(nth=first).filter(nth=1).order_by("deal__game__ruleset")
    return [
        Best(*row)
        for row in rows.values_list(
            "deal__game__ruleset",
            figure,
            "deal__game__pairing",
            "side__number",
            "deal__game",
            "deal__game__pairing__round__tournament",
        )
    ]


def best_games(club: Club) -> list[Best]:
    """Of each rule set the most points of a side in a game that was played out."""
    played = Side.objects.filter(
        game__pairing__round__tournament__club=club,
        game__pairing__round__state__in=SHOWN,
        game__pairing__kind=Pairing.Kind.PLAYED,
        game__over=True,
    )
    result = F("total") + F("adjustment")
    first = Window(
        RowNumber(),
        partition_by=[F("game__ruleset")],
        order_by=[result.desc(), F("game").asc(), F("pk").asc()],
    )
    rows = played.annotate(made=result, nth=first).filter(nth=1).order_by("game__ruleset")
    return [
        Best(*row)
        for row in rows.values_list(
            *("game__ruleset", "made", "game__pairing", "number", "game"),
            "game__pairing__round__tournament",
        )
    ]


def who_sat(bests: Iterable[Best]) -> dict[tuple[int, int], list[Player]]:
    """The players of the entries at these tables, side by side."""
    found: dict[tuple[int, int], list[Player]] = {}
    rows = PairingEntry.objects.filter(pairing__in={best.pairing for best in bests}).order_by(
        "side", "position"
    )
    places = rows.prefetch_related("entry__places__player")
    for row in places:
        found.setdefault((row.pairing_id, row.side), []).extend(
            place.player for place in row.entry.places.all()
        )
    return found


def events_named(bests: Iterable[Best]) -> dict[int, Tournament]:
    return Tournament.objects.in_bulk({best.event for best in bests})


@dataclass(frozen=True, slots=True)
class Won:
    """An event that is over, and who has won it."""

    event: Tournament
    winners: Sequence[tuple[Player, ...]]


def winners_in(club: Club, latest: int | None) -> list[Won]:
    """The events that are over, the newest first, or so many of them, with everybody in the first place."""
    events = list(club.tournaments.filter(state__in=OVER).order_by("-on_day", "-pk")[:latest])
    first: dict[int, dict[int, list[Standing]]] = {}
    kept = Standing.objects.filter(round__tournament__in=events, round__state=Round.State.CLOSED, place=1)
    for standing in kept.select_related("round").prefetch_related("entry__places__player"):
        rounds = first.setdefault(standing.round.tournament_id, {})
        rounds.setdefault(standing.round.number, []).append(standing)
    return [Won(event, _winners(first[event.pk])) for event in events if event.pk in first]


def _winners(rounds: Mapping[int, Sequence[Standing]]) -> list[tuple[Player, ...]]:
    """Those in the first place after the last round."""
    last = rounds[max(rounds)]
    return [tuple(place.player for place in standing.entry.places.all()) for standing in last]
