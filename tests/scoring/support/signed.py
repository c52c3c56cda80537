"""Games that are over, for tests of their signatures; and what those who sign do."""

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


def over(people: Sequence[int] = TWO_PAIRS, *, approved: bool = True, **fields: Any) -> Evening:
    """A game that its first deal has brought over the target."""
    evening = an_evening(people, **{"carried": [7300, 0], **fields})
    evening.record(1, by=evening.device(0))
    if approved:
        approve(evening)
    assert evening.fresh().over
    return evening


def stopped(**fields: Any) -> Evening:
    """A game that time has ended before its first deal."""
    evening = an_evening(**fields)
    recording.finish(evening.director, evening.game, EarlyEnd(GameEnd.TIME), "10 pm", uuid.uuid4())
    return evening


def approve(evening: Evening, number: int = 1) -> None:
    recording.confirm_deal(evening.director, evening.game, evening.word(None, number))


def digest_of(evening: Evening) -> str:
    return signed_content.protocol_of(evening.game).digest


def said(evening: Evening, side: int = 0, position: int = 0, **more: Any) -> recording.Signed:
    """What a player of a side signs, with the name typed."""
    player = evening.player(side, position)
    given: dict[str, Any] = {"side": side, "player": player.pk, "typed": player.name, "key": uuid.uuid4()}
    return recording.Signed(**{"digest": digest_of(evening), **given} | more)


def sign(evening: Evening, side: int = 0, position: int = 0, **more: Any) -> Signature:
    return recording.sign_game(evening.device(side), evening.game, said(evening, side, position, **more))


def refuse(evening: Evening, side: int = 0, position: int = 0, **more: Any) -> Signature:
    refusal = said(evening, side, position, **{"typed": "", "reason": "a samba is missing"} | more)
    return recording.refuse_to_sign(evening.device(side), evening.game, refusal)


def absent(
    evening: Evening, side: int = 0, position: int = 0, by: Author | None = None, **more: Any
) -> Signature:
    gone = said(evening, side, position, **{"typed": "", "reason": "has gone home"} | more)
    return recording.sign_as_absent(by or evening.director, evening.game, gone)


def direct(evening: Evening, by: Author | None = None, **more: Any) -> Signature:
    given: dict[str, Any] = {"digest": digest_of(evening), "typed": "The director", "key": uuid.uuid4()}
    return recording.sign_as_director(by or evening.director, evening.game, recording.Signed(**given | more))


def all_sign(evening: Evening, people: Sequence[tuple[int, int]] = EVERYBODY) -> None:
    for side, position in people:
        sign(evening, side, position)


def reopen(evening: Evening, reason: str = "deal 1 is wrong", by: Author | None = None) -> Game:
    return recording.reopen_game(by or evening.director, evening.game, reason, uuid.uuid4())


def signed(**fields: Any) -> Evening:
    evening = over(**fields)
    all_sign(evening)
    return evening


def signings(evening: Evening) -> list[str]:
    """What became of each protocol that somebody signed."""
    return list(Signing.objects.filter(game=evening.game).order_by("number").values_list("state", flat=True))
