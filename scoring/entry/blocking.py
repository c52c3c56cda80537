"""Where nothing can be written of a deal now: why, and the one next step.

The verbs say why. Must not know a field of the form, nor how a deal is scored.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext_lazy as _lazy

from scoring import recording
from scoring.desk.navigation import address_of
from scoring.entry.context import EnteredDeal, Place
from scoring.models import Game

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    Text = str | _StrPromise


@dataclass(frozen=True, slots=True)
class Stopped:
    """Why nothing is recorded here, and what comes next."""

    why: Text
    step: Text
    address: str


def stopped(place: Place, page: EnteredDeal) -> Stopped | None:
    """Before anybody types what would be refused."""
    reason = recording.stands_against(page.game, page.number, is_dealt=page.deal is not None)
    if reason is not None:
        return Stopped(reason.message, *_step_from(place, page.game, reason))
    if page.is_void:
        return Stopped(_lazy("This deal has been declared void."), *_after_void(place, page.game))
    return None


def _step_from(place: Place, game: Game, reason: recording.NotNow) -> tuple[Text, str]:
    """To the ruling that is waited for; to the next game of who types one after another; else to the game."""
    if place.table is not None:
        return _to_table(place)
    if isinstance(reason, recording.Disputed):
        return _to_ruling(place, game, reason.number)
    if place.desk is not None:
        return _lazy("On to the next game"), place.next_game(game)
    if game.is_set_aside:
        return _lazy("Look at the game"), reverse("scoring:game", args=[game.pk])
    return _to_desk_of(game)


def _to_ruling(place: Place, game: Game, deal: int) -> tuple[Text, str]:
    """The director gives it; who only writes sees at the game's desk what is disputed."""
    if not place.directs:
        return _to_desk_of(game)
    return _lazy("Give a ruling"), address_of("ruling_new", game.pk, deal=deal, desk=place.desk)


def _to_desk_of(game: Game) -> tuple[Text, str]:
    return _lazy("Desk of the game"), reverse("scoring:game_desk", args=[game.pk])


def _to_table(place: Place) -> tuple[Text, str]:
    return _lazy("Back to the table"), place.back


def _after_void(place: Place, game: Game) -> tuple[Text, str]:
    """Its number is kept: what was dealt instead is the next deal."""
    return _to_table(place) if place.table else (_lazy("Enter the next deal"), place.next_deal(game))
