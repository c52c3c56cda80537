"""The signers of a protocol, and those whose signature is missing.

Games and signings are passed with their related rows; these functions run no query.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scoring.models import Game, Seat, Side, Signature, Signing


@dataclass(frozen=True, slots=True)
class MissingSignature:
    """A missing signature: of one player of a side, or of the director if there is no side."""

    side: Side | None
    seats: Sequence[Seat] = ()


# The states of a game that is locked by its signatures.
SIGNED_STATES: Final = (Game.State.SIGNED, Game.State.OFFICIAL)


def is_signed(game: Game) -> bool:
    """Tell whether a game is locked by its signatures."""
    return game.state in SIGNED_STATES


def missing_signatures(game: Game, signing: Signing | None) -> list[MissingSignature]:
    """Return the missing signatures of a game from `games_with_sides`, by side, with the director last."""
    given = [] if signing is None else list(signing.signatures.all())
    if any(signature.kind == Signature.Kind.ON_PAPER for signature in given):
        return []
    of_sides = [
        missing
        for side in game.sides.all()
        if side.number != game.away
        for missing in _missing_of_side(game, side, given)
    ]
    return [*of_sides, MissingSignature(None)] if _is_director_due(game, given) else of_sides


def _missing_of_side(game: Game, side: Side, given: Sequence[Signature]) -> list[MissingSignature]:
    """Return each player of the side, or one of them; the keeper of the protocol always signs."""
    seats = list(side.seats.all())
    signed = {signature.player_id for signature in given}
    unsigned = [seat for seat in seats if seat.player_id not in signed]
    if game.signers == Game.Signers.ALL:
        return [MissingSignature(side, [seat]) for seat in unsigned]
    keeper = [seat for seat in unsigned if seat.player_id == game.keeper_id]
    if keeper:
        return [MissingSignature(side, keeper)]
    return [] if len(unsigned) < len(seats) else [MissingSignature(side, seats)]


def _is_director_due(game: Game, given: Sequence[Signature]) -> bool:
    """Tell whether the director still signs: if agreed beforehand, or if a player has refused."""
    if any(signature.kind == Signature.Kind.DIRECTOR for signature in given):
        return False
    last = {signature.player_id: signature.kind for signature in given}
    return game.director_signs or Signature.Kind.REFUSED in last.values()


def current_signing(signings: Sequence[Signing], digest: str) -> Signing | None:
    """Return the signing of a signed game, or the one being collected for the result with this digest."""
    for signing in signings:
        if signing.state == Signing.State.SIGNED:
            return signing
        if signing.state == Signing.State.COLLECTING and signing.digest == digest:
            return signing
    return None
