"""What was scored, charged and ruled in an event, for its public pages and papers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from django.db.models import Case, Exists, F, OuterRef, Prefetch, QuerySet, Subquery, Sum, When
from django.db.models.expressions import Combinable
from django.http import Http404

from clubs.db.prepared import PreparedQuery
from scoring.models import Adjustment, Deal, DealVersion, Hand, Ruling, WrittenWarning
from scoring.store import sheets
from scoring.store.game_queries import seated_sides
from scoring.store.ruling_queries import all_rulings
from scoring.store.sheets import ResultData
from tournaments.models import EntryPlayer, EventAdjustment
from tournaments.models import Tournament as Event
from tournaments.play.drafts import is_draft
from tournaments.play.kept_rounds import VISIBLE_ROUND_STATES

# How many deals are fetched at a time.
_DEALS_PER_FETCH: Final = 500


class ScoredHand(NamedTuple):
    """One side's part of a deal that counts."""

    pairing: int
    game: int
    deal_number: int
    side_number: int
    total: int
    combinations: Mapping[str, int]


class ClubAndLicence(NamedTuple):
    """What the files of an event say of a player besides the name."""

    club: str
    licence: str


class JudgedContract(NamedTuple):
    """A contract with its outcome, and the side that bid it."""

    pairing: int
    side: int
    outcome: str


def event_or_404(pk: int) -> Event:
    """An event with its club and its book, for its public pages; a draft has none."""
    event = _EVENT.first(pk)
    if event is None or is_draft(event):
        raise Http404
    return event


_EVENT: Final = PreparedQuery(
    lambda pk: Event.objects.select_related("club", "book", "announcement").filter(pk=pk).order_by(), int
)


def details_of_players(event: Event) -> dict[int, ClubAndLicence]:
    """The home clubs and licence numbers of those who play, by their rows."""
    places = EntryPlayer.objects.filter(tournament=event, until_round=None).order_by()
    rows = places.values_list("player", "player__home_club__name", "player__licence")
    return {player: ClubAndLicence(club, licence) for player, club, licence in rows}


def scored_hands(event: Event) -> list[ScoredHand]:
    """Every hand of every deal that counts, as it was scored."""
    counted = Hand.objects.filter(
        deal__game__pairing__round__tournament=event,
        deal__game__pairing__round__state__in=VISIBLE_ROUND_STATES,
        deal__state__in=Deal.COUNTED,
    )
    rows = counted.order_by("deal__game", "deal__number", "side").values(
        "total",
        "combinations",
        pairing=F("deal__game__pairing"),
        game=F("deal__game"),
        deal_number=F("deal__number"),
        side_number=F("side"),
    )
    return [ScoredHand(**row) for row in rows]


def judged_contracts(event: Event) -> list[JudgedContract]:
    """Every contract that was judged; empty, without a query, for a game without contracts."""
    if sheets.load_ruleset(event.ruleset).contract is None:
        return []
    counted = _public_versions(event).filter(deal__state__in=Deal.COUNTED)
    rows = counted.order_by("deal__game", "deal__number").values_list(
        "deal__game__pairing", "sheet__contract__side", "result__contract__outcome"
    )
    return [
        JudgedContract(pairing, side, outcome)
        for pairing, side, outcome in rows
        if side is not None and outcome is not None
    ]


class EventDeal(NamedTuple):
    """A deal with its result, and where it was played."""

    round: int
    table: int | None
    pairing: int
    deal_number: int
    deal_state: str
    result: ResultData


def _public_versions(event: Event) -> QuerySet[DealVersion]:
    """The current versions of the deals of public rounds."""
    return DealVersion.objects.filter(
        deal__game__pairing__round__tournament=event,
        deal__game__pairing__round__state__in=VISIBLE_ROUND_STATES,
        current=True,
    )


def count_event_deals(event: Event) -> int:
    return _public_versions(event).count()


def all_event_deals(event: Event) -> Iterator[EventDeal]:
    """Yield every deal of an event, in the order of rounds and tables."""
    versions = _public_versions(event)
    order = ("deal__game__pairing__round__number", "deal__game__pairing__table", "deal__game", "deal__number")
    rows = versions.order_by(*order).values(
        "result",
        round=F("deal__game__pairing__round__number"),
        table=F("deal__game__pairing__table"),
        pairing=F("deal__game__pairing"),
        deal_number=F("deal__number"),
        deal_state=F("deal__state"),
    )
    return (EventDeal(**row) for row in rows.iterator(chunk_size=_DEALS_PER_FETCH))


def game_charges(event: Event) -> QuerySet[Adjustment]:
    """Penalties and awards in the games of an event that were not cancelled."""
    charges = Adjustment.objects.filter(game__pairing__round__tournament=event, cancelled_at=None)
    return charges.select_related("deal").order_by("at", "pk")


def standings_charges(event: Event) -> QuerySet[EventAdjustment]:
    """Penalties and awards in the standings that were not cancelled."""
    charges = EventAdjustment.objects.filter(tournament=event, cancelled_at=None)
    return charges.select_related("entry").order_by("at", "pk")


def event_rulings(event: Event) -> QuerySet[Ruling]:
    """Rulings in the games of an event that were not cancelled."""
    rulings = Ruling.objects.filter(game__pairing__round__tournament=event, cancelled_at=None)
    return rulings.select_related("game__pairing__round", "deal").order_by("at", "pk")


def rulings_with_sides(event: Event) -> QuerySet[Ruling]:
    """The same with the sides of their games, their juries and their points, round by round."""
    order = ("game__pairing__round__number", "game__pairing__table", "game", "number")
    rulings = all_rulings().filter(game__pairing__round__tournament=event, cancelled_at=None)
    sides = Prefetch("game__sides", seated_sides())
    return rulings.select_related("game__pairing__round").prefetch_related(sides).order_by(*order)


def event_warnings(event: Event) -> QuerySet[WrittenWarning]:
    """Written warnings in the games of an event that were not revoked, in the order of their time."""
    warnings = WrittenWarning.objects.filter(game__pairing__round__tournament=event, cancelled_at=None)
    with_clubs = warnings.select_related("player__home_club", "author", "game__pairing__round")
    return with_clubs.order_by("at", "pk")


# The kinds and units of charges in the standings, in the order of their sums.
CHARGED: Final = (
    *((EventAdjustment.Kind.RULED, unit) for unit in EventAdjustment.RULED_UNITS),
    *((EventAdjustment.Kind.CARRIED, unit) for unit in EventAdjustment.Unit),
)


def charged_sums(event: int) -> list[Combinable]:
    """The sums of the charges of the entry of a row, which are read with its players."""
    return [_charged_sum(event, kind, unit) for kind, unit in CHARGED]


def _charged_sum(event: int, kind: EventAdjustment.Kind, unit: EventAdjustment.Unit) -> Combinable:
    """The sum of an entry's charges of a kind in one unit; most events have none and look for none."""
    standing = EventAdjustment.objects.filter(kind=kind, unit=unit, cancelled_at=None).order_by()
    of_entry = standing.filter(entry=OuterRef("entry")).values("entry").annotate(sum=Sum("amount"))
    return Case(When(Exists(standing.filter(tournament=event)), then=Subquery(of_entry.values("sum"))))
