"""What pages read of a game that is signed, or was decided against the rules. Writes nothing."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db.models import JSONField, QuerySet
from django.db.models.functions import Cast

from clubs.models import LogEntry, Player
from scoring.models import DealVersion, Game
from scoring.store.queries import revision_of_game


def revision_of_signed(pk: int, number: int) -> int | None:  # noqa: ARG001  # the address has it
    """What was signed of a game stands beside the game as it is now."""
    return revision_of_game(pk)


def overridden_in(*games: Game) -> QuerySet[DealVersion]:
    """Every version, current or not, by which the director decided against a paragraph or an error."""
    versions = DealVersion.objects.filter(deal__game__in=games).exclude(overrides="", overridden=[])
    return versions.select_related("deal").order_by("deal__number", "number")


def went_on(game: Game) -> datetime | None:
    """When a correction has last taken a finished game below its target, as the log has it."""
    entries = LogEntry.objects.filter(book=game.book_id, act="game.goes_on").order_by("-number")
    subject = f"{game._meta.label_lower}:{game.pk}"
    said = entries.annotate(said=Cast("text", JSONField())).filter(said__subject=subject)
    return said.values_list("at", flat=True).first()


def players_named(ids: Iterable[int]) -> dict[int, Player]:
    """Players by their ids, as a signed protocol names them."""
    return Player.objects.in_bulk(list(ids))
