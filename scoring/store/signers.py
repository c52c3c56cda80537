"""Who signs a protocol, and who has not done so yet.

Knows the seats of a game and its signatures; must not know how anybody signs. A game and its signing are
given with their rows: nothing is queried here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.models import Game, Seat, Side, Signature, Signing


@dataclass(frozen=True, slots=True)
class Missing:
    """Who has still to sign: one of the players of a side, or, without a side, the director."""

    side: Side | None
    seats: Sequence[Seat] = ()


def is_signed(game: Game) -> bool:
    """Whether the signatures have locked a game."""
    return game.state in (Game.State.SIGNED, Game.State.OFFICIAL)


def missing(game: Game, signing: Signing | None) -> list[Missing]:
    """Who has still to sign a game that came `with_sides`, in the order of the sides; the director last."""
    given = [] if signing is None else list(signing.signatures.all())
    found = [each for side in game.sides.all() for each in _missing_of(game, side, given)]
    return [*found, Missing(None)] if _director_is_due(game, given) else found


def _missing_of(game: Game, side: Side, given: Sequence[Signature]) -> list[Missing]:
    """Every player of the side, or one of them; the keeper of the protocol always."""
    seats = list(side.seats.all())
    done = {signature.player_id for signature in given}
    left = [seat for seat in seats if seat.player_id not in done]
    if game.signers == Game.Signers.ALL:
        return [Missing(side, [seat]) for seat in left]
    keeper = [seat for seat in left if seat.player_id == game.keeper_id]
    if keeper:
        return [Missing(side, keeper)]
    return [] if len(left) < len(seats) else [Missing(side, seats)]


def _director_is_due(game: Game, given: Sequence[Signature]) -> bool:
    """Where it was agreed, and where somebody has refused: the director's signature closes the protocol."""
    if any(signature.kind == Signature.Kind.DIRECTOR for signature in given):
        return False
    last = {signature.player_id: signature.kind for signature in given}
    return game.director_signs or Signature.Kind.REFUSED in last.values()


def signing_now(signings: Sequence[Signing], digest: str) -> Signing | None:
    """What the signatures stand under that are being collected, unless the result has changed since, or that
    the game is signed by."""
    for signing in signings:
        if signing.state == Signing.State.SIGNED:
            return signing
        if signing.state == Signing.State.COLLECTING and signing.digest == digest:
            return signing
    return None
