"""Why a deal cannot be recorded now, and the link to the next step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext_lazy as _lazy

from scoring import recording
from scoring.desk.navigation import scoring_url
from scoring.entry.context import EnteredDeal, EntryPlace
from scoring.models import Game

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    _Text = str | _StrPromise


@dataclass(frozen=True, slots=True)
class BlockedEntry:
    """Why a deal cannot be recorded, and the link to the next step."""

    reason: _Text
    link_label: _Text
    link_url: str


def why_blocked(place: EntryPlace, page: EnteredDeal) -> BlockedEntry | None:
    """The obstacle to recording the deal, known before a user types; None where there is none."""
    reason = recording.why_not_writable(page.game, page.number, is_dealt=page.deal is not None)
    if reason is not None:
        return BlockedEntry(reason.message, *_next_link(place, page.game, reason))
    if page.is_void:
        return BlockedEntry(_lazy("This deal has been declared void."), *_link_after_void(place, page.game))
    return None


def _next_link(place: EntryPlace, game: Game, reason: recording.NotNow) -> tuple[_Text, str]:
    """A link to the missing ruling; at a desk over a list of games to the next game; else to the game."""
    if place.table is not None:
        return _link_to_table(place)
    if isinstance(reason, recording.Disputed):
        return _link_to_ruling(place, game, reason.number)
    if place.desk is not None:
        return _lazy("On to the next game"), place.next_game_url(game)
    if game.is_set_aside:
        return _lazy("Go to the game"), reverse("scoring:game", args=[game.pk])
    return _link_to_desk(game)


def _link_to_ruling(place: EntryPlace, game: Game, deal: int) -> tuple[_Text, str]:
    """A director gives the ruling; anybody else sees the dispute at the desk of the game."""
    if not place.directs:
        return _link_to_desk(game)
    return _lazy("Give a ruling"), scoring_url("ruling_new", game.pk, deal=deal, desk=place.desk)


def _link_to_desk(game: Game) -> tuple[_Text, str]:
    return _lazy("Game desk"), reverse("scoring:game_desk", args=[game.pk])


def _link_to_table(place: EntryPlace) -> tuple[_Text, str]:
    return _lazy("Back to the table"), place.find_back().url


def _link_after_void(place: EntryPlace, game: Game) -> tuple[_Text, str]:
    """A void deal keeps its number; the deal dealt in its place is the next one."""
    return _link_to_table(place) if place.table else (_lazy("Enter the next deal"), place.next_deal_url(game))
