"""What pages and reports read of an event: every read with a join is here.

Knows events and the derived results of their games; writes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, OuterRef, Prefetch, Q, QuerySet

from clubs.books import permissions
from clubs.models import Player, Role
from scoring.models import Deal, Game, Side
from scoring.store import sheets
from scoring.store.queries import needs_of
from tournaments.models import Entry, EntryPlayer, EventAdjustment, Pairing, PairingEntry, Round, Tournament


def with_players(path: str = "places") -> Prefetch[str, QuerySet[EntryPlayer], str]:
    places = EntryPlayer.objects.select_related("player").order_by("position")
    return Prefetch(path, queryset=places)


def entries_of(event: Tournament) -> QuerySet[Entry]:
    return event.entries.order_by("number").prefetch_related(with_players())


def not_entered(event: Tournament) -> QuerySet[Player]:
    """The members of the event's club who stand in no entry yet, in the order of the alphabet."""
    entered = EntryPlayer.objects.filter(tournament=event).values("player")
    members = Player.objects.filter(memberships__club=event.club_id, memberships__until=None)
    return members.exclude(pk__in=entered).order_by("order", "pk")


def players_of(entry: Entry) -> list[Player]:
    return [place.player for place in entry.places.all()]


@dataclass(frozen=True, slots=True)
class SideAtTable:
    """A side of a table: its entries, and what it has where a game is played."""

    entries: Sequence[Entry]
    total: int | None


@dataclass(frozen=True, slots=True)
class TableOfRound:
    """A pairing with its sides in their order."""

    pairing: Pairing
    sides: Sequence[SideAtTable]
    # The number of the last deal of those agreed on, where a number of them ends the game.
    last_agreed: int | None

    @property
    def is_waited_for(self) -> bool:
        """Whether its round cannot be closed before its game is over: where something else counts, it can."""
        game = self.pairing.game
        return game is not None and self.pairing.kind == Pairing.Kind.PLAYED and not game.over


def tables_of(drawn: Round) -> list[TableOfRound]:
    """The pairings of a round with what each table has got to: tables by number, then who sits out."""
    entered = PairingEntry.objects.select_related("entry").order_by("side", "position")
    pairings = (
        drawn.pairings.select_related("game")
        .prefetch_related(
            Prefetch("entered", queryset=entered.prefetch_related(with_players("entry__places"))),
            Prefetch("game__sides", queryset=Side.objects.order_by("number")),
        )
        .annotate(
            deals_played=Count("game__deals"),
            deals_void=Count("game__deals", filter=Q(game__deals__state=Deal.State.VOID)),
            **needs_of(OuterRef("game")),
        )
        .order_by(F("table").asc(nulls_last=True), "pk")
    )
    return [
        TableOfRound(pairing, _sides_at(pairing), _last_agreed(pairing.game, pairing.deals_void))
        for pairing in pairings
    ]


def _last_agreed(game: Game | None, void: int) -> int | None:
    return None if game is None else sheets.last_number(game.deals_agreed, void)


def side_names(pairing: Pairing, call: Callable[[Player], str]) -> list[str]:
    """The sides of one pairing by the names of those who sit in them."""
    entered = pairing.entered.order_by("side", "position").prefetch_related(with_players("entry__places"))
    sides: dict[int, list[str]] = {}
    for one in entered:
        sides.setdefault(one.side, []).extend(call(player) for player in players_of(one.entry))
    return [" – ".join(sides[side]) for side in sorted(sides)]


def ledger_of(event: Tournament) -> QuerySet[EventAdjustment]:
    """Penalties and awards in the standings, as they were given."""
    rows = event.adjustments.select_related("entry", "author").order_by("at", "pk")
    return rows.prefetch_related(with_players("entry__places"))


def _sides_at(pairing: Pairing) -> list[SideAtTable]:
    sides: dict[int, list[Entry]] = {}
    for one in pairing.entered.all():
        sides.setdefault(one.side, []).append(one.entry)
    totals = [side.result for side in pairing.game.sides.all()] if pairing.game else [None] * len(sides)
    return [SideAtTable(sides[side], total) for side, total in zip(sorted(sides), totals, strict=True)]


def current_round(event: Tournament) -> Round | None:
    return event.rounds.exclude(state=Round.State.REMOVED).order_by("-number").first()


def rounds_of(event: Tournament) -> QuerySet[Round]:
    """Every round there was, also those that were removed, in the order in which they were drawn."""
    return event.rounds.order_by("pk")


def last_act_at(event: Tournament) -> datetime:
    """When something was done last in the event or in one of its games."""
    last = event.book.log.order_by("-number").values_list("at", flat=True)[:1]
    return last.get()


def directors_of(event: Tournament) -> list[str]:
    """Who directs an event, by name; where nobody was named for it, who directs in its club."""
    held = permissions.roles_held(event.book).filter(kind=Role.Kind.DIRECTOR).select_related("user")
    roles = list(held.order_by("user__name", "pk"))
    own = [role for role in roles if role.book_id == event.book_id]
    return list(dict.fromkeys(role.user.name for role in own or roles))


def _published_round(event: Tournament) -> Round | None:
    shown = event.rounds.filter(state__in=(Round.State.PUBLISHED, Round.State.CLOSED))
    return shown.order_by("-number").first()
