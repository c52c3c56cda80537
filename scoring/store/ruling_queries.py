"""Queries about rulings, penalties and awards, and written warnings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from clubs.models import Club, Player
from clubs.people.queries import name_contains
from scoring.models import Adjustment, Deal, Game, Juror, Ruling, WrittenWarning


def adjustments_of(game: Game) -> QuerySet[Adjustment]:
    """Return the ledger of a game and of its deals in the order of entry."""
    return all_adjustments().filter(game=game)


def all_adjustments() -> QuerySet[Adjustment]:
    return Adjustment.objects.select_related("deal", "ruling").order_by("at", "pk")


def rulings_of(game: Game) -> QuerySet[Ruling]:
    """Return the rulings of a game with juries and points; `waits` tells whether a rewrite is pending."""
    return all_rulings().filter(game=game)


def all_rulings() -> QuerySet[Ruling]:
    jurors = Juror.objects.select_related("user__player")
    charges = Adjustment.objects.select_related("deal").order_by("pk")
    waits = Exists(pending_rewrites().filter(pk=OuterRef("pk")))
    rulings = Ruling.objects.select_related("deal", "author").annotate(waits=waits).order_by("number")
    return rulings.prefetch_related(
        Prefetch("jurors", queryset=jurors), Prefetch("charges", queryset=charges)
    )


def rulings_if_any(game: Game) -> Sequence[Ruling]:
    """Return the rulings of a game; one cheap query for the usual game without any."""
    return list(rulings_of(game)) if game.rulings.exists() else []


def pending_rewrites() -> QuerySet[Ruling]:
    """Return the rulings whose deal is still to be rewritten, with no later decision on it."""
    later = Ruling.objects.filter(
        deal=OuterRef("deal"), number__gt=OuterRef("number"), cancelled_at=None
    ).exclude(outcome=Ruling.Outcome.NONE)
    pending = Ruling.objects.filter(outcome=Ruling.Outcome.REWRITE, cancelled_at=None, versions=None)
    return pending.exclude(deal__state=Deal.State.VOID).exclude(Exists(later))


def deals_to_rewrite(game: Game) -> dict[int, Ruling]:
    """Return the rulings that still demand a rewrite, by the keys of their deals."""
    return {ruling.deal_id: ruling for ruling in pending_rewrites().filter(game=game) if ruling.deal_id}


def find_warnings(**filters: Any) -> QuerySet[WrittenWarning]:
    """Return written warnings with player, author and club, the latest first."""
    warnings = WrittenWarning.objects.filter(**filters).select_related("player", "author", "game__book__club")
    return warnings.order_by("-at", "-pk")


def warnings_of_club(club: Club, text: str = "") -> QuerySet[WrittenWarning]:
    """Return warnings given in the club's games or to its members; `text` is part of a player's name.

    Those given in a trial are none.
    """
    of_club = Q(game__book__club=club) | Q(player__home_club=club)
    players = Player.objects.filter(name_contains(text))
    return find_warnings(player__in=players, game__book__trial=False).filter(of_club)


def ruling_text(deal: Deal, pk: int) -> str:
    """Return the text of a ruling on a deal in one line; empty if there is no such ruling."""
    text = deal.rulings.filter(pk=pk).values_list("text", flat=True).first()
    return " ".join((text or "").split())
