"""Queries about signed games, and about decisions against the rules."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db.models import JSONField, Prefetch, QuerySet
from django.db.models.functions import Cast

from clubs.db.single_row import Revision
from clubs.models import LogEntry, Player
from scoring.models import DealVersion, Game, Signature, Signing
from scoring.store.game_queries import revision_of_game


def revision_of_signed(pk: int, number: int) -> Revision | None:  # noqa: ARG001  # the address has it
    """The page of a signed protocol also depends on the game as it is now."""
    return revision_of_game(pk)


def overriding_versions(*games: Game) -> QuerySet[DealVersion]:
    """Return every version, current or not, by which the director overrode a paragraph or an error."""
    versions = DealVersion.objects.filter(deal__game__in=games).exclude(
        overridden_rule="", overridden_errors=[]
    )
    return versions.select_related("deal").order_by("deal__number", "number")


def resumed_at(game: Game) -> datetime | None:
    """Return from the log when a correction last took a finished game below its target."""
    entries = LogEntry.objects.filter(book=game.book_id, act="game.goes_on").order_by("-number")
    subject = f"{game._meta.label_lower}:{game.pk}"
    about_game = entries.annotate(payload=Cast("text", JSONField())).filter(payload__subject=subject)
    return about_game.values_list("at", flat=True).first()


def players_by_id(ids: Iterable[int]) -> dict[int, Player]:
    """Return the players by the numbers in what was signed; for one that was merged since, who it is now."""
    found = Player.objects.select_related("merged_into").in_bulk(list(ids))
    return {number: player.merged_into or player for number, player in found.items()}


def signings_of(game: Game) -> list[Signing]:
    """Return the signings of a game with their signatures, the first one first."""
    return list(all_signings().filter(game=game))


def all_signings() -> QuerySet[Signing]:
    signatures = Signature.objects.select_related("player", "author").order_by("pk")
    signings = Signing.objects.select_related("reopened_by").order_by("number")
    return signings.prefetch_related(Prefetch("signatures", queryset=signatures))
