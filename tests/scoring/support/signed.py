"""Finished games for tests of signatures, and the acts of their signers."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from clubs.books.writing import Author
from scoring import recording
from scoring.core.game_state import EarlyEnd, GameEnd
from scoring.models import Game, Signature, Signing
from scoring.store import signed_content
from tests.scoring.support.played import TWO_PAIRS, Evening, an_evening

# Two strokes that cross.
A_CROSS = [[[10, 10], [200, 100], [590, 190]], [[590, 10], [10, 190]]]
EVERYBODY = ((0, 0), (0, 1), (1, 0), (1, 1))


def finished_evening(people: Sequence[int] = TWO_PAIRS, *, approved: bool = True, **fields: Any) -> Evening:
    """A game that its first deal has ended."""
    evening = an_evening(people, **{"carried": [7300, 0], **fields})
    evening.record(1, by=evening.device(0))
    if approved:
        approve(evening)
    assert evening.fresh().over
    return evening


def stopped_evening(**fields: Any) -> Evening:
    """A game ended by time before its first deal."""
    evening = an_evening(**fields)
    recording.end_game(evening.director, evening.game, EarlyEnd(GameEnd.TIME), "10 pm", uuid.uuid4())
    return evening


def approve(evening: Evening, number: int = 1) -> None:
    recording.confirm_deal(evening.director, evening.game, evening.approval(None, number))


def digest_of(evening: Evening) -> str:
    return signed_content.protocol_of(evening.game).digest


def signature_input(
    evening: Evening, side: int = 0, position: int = 0, **fields: Any
) -> recording.SignatureInput:
    """A player's signature with a typed name."""
    player = evening.player(side, position)
    defaults: dict[str, Any] = {"side": side, "player": player.pk, "typed": player.name, "key": uuid.uuid4()}
    return recording.SignatureInput(**{"digest": digest_of(evening), **defaults} | fields)


def sign(evening: Evening, side: int = 0, position: int = 0, **fields: Any) -> Signature:
    return recording.sign_game(
        evening.device(side), evening.game, signature_input(evening, side, position, **fields)
    )


def refuse(evening: Evening, side: int = 0, position: int = 0, **fields: Any) -> Signature:
    refusal = signature_input(
        evening, side, position, **{"typed": "", "reason": "a samba is missing"} | fields
    )
    return recording.refuse_to_sign(evening.device(side), evening.game, refusal)


def sign_for_absent(
    evening: Evening, side: int = 0, position: int = 0, by: Author | None = None, **fields: Any
) -> Signature:
    absence = signature_input(evening, side, position, **{"typed": "", "reason": "has gone home"} | fields)
    return recording.sign_as_absent(by or evening.director, evening.game, absence)


def sign_as_director(evening: Evening, by: Author | None = None, **fields: Any) -> Signature:
    defaults: dict[str, Any] = {"digest": digest_of(evening), "typed": "The director", "key": uuid.uuid4()}
    return recording.sign_as_director(
        by or evening.director, evening.game, recording.SignatureInput(**defaults | fields)
    )


def sign_on_paper(evening: Evening, by: Author | None = None, **fields: Any) -> Signature:
    seen: dict[str, Any] = {"digest": digest_of(evening), "key": uuid.uuid4()}
    return recording.sign_on_paper(by or evening.director, evening.game, **seen | fields)


def all_sign(evening: Evening, people: Sequence[tuple[int, int]] = EVERYBODY) -> None:
    for side, position in people:
        sign(evening, side, position)


def reopen(evening: Evening, reason: str = "deal 1 is wrong", by: Author | None = None) -> Game:
    return recording.reopen_game(by or evening.director, evening.game, reason, uuid.uuid4())


def signed_evening(**fields: Any) -> Evening:
    evening = finished_evening(**fields)
    all_sign(evening)
    return evening


def signing_states(evening: Evening) -> list[str]:
    """Return the states of all signings of a game."""
    return list(Signing.objects.filter(game=evening.game).order_by("number").values_list("state", flat=True))
