"""Games ended before their target, and games of which only the result is entered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, Submission, retried
from scoring.core.game_state import EarlyEnd, GameEnd
from scoring.models import Deal, Game
from scoring.recording.session import OpenGame, open_game_as_director, refuse_signed
from scoring.recording.totals import recompute_game

__all__ = ["EarlyEnd", "FinalResult", "GameEnd", "end_game", "record_result"]


@retried
def end_game(by: Author, game: Game, end: EarlyEnd, reason: str, key: UUID) -> Game:
    """End a game before its target: by time, by forfeit, or because a side stopped."""
    submission = Submission(key=key, content={"end": end.kind.value, "side": end.side, "reason": reason})
    with open_game_as_director(game, by, submission=submission) as opened:
        if opened.earlier is not None:
            return opened.game
        _refuse_to_end(opened)
        opened.game.ended_by, opened.game.end_side = end.kind.value, end.side
        opened.game.save(update_fields=["ended_by", "end_side"])
        recompute_game(opened)
        opened.log("game.ended", opened.game, after={"end": end.kind.value, "side": end.side}, reason=reason)
        return opened.game


def _refuse_to_end(opened: OpenGame) -> None:
    refuse_signed(opened.game)
    if opened.game.over:
        raise NotNow(_lazy("The game is over."))
    if opened.game.deals.filter(state=Deal.State.DRAFT).exists():
        raise NotNow(_lazy("A deal has been dealt and is not written down yet."))


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalResult:
    """The result of a game whose deals are not known."""

    totals: Sequence[int]
    reason: str
    key: UUID

    @property
    def submission(self) -> Submission:
        return Submission(key=self.key, content={"totals": list(self.totals), "reason": self.reason})


@retried
def record_result(by: Author, game: Game, result: FinalResult) -> Game:
    """Enter the result of a game without deals. Deals that are added later must make the same totals."""
    with open_game_as_director(game, by, submission=result.submission) as opened:
        if opened.earlier is not None:
            return opened.game
        if len(result.totals) != len(opened.sides) or any(total % 5 for total in result.totals):
            raise validation_error("totals", _lazy("A total for each side, divisible by five."))
        refuse_signed(opened.game)
        if opened.game.over:
            raise NotNow(_lazy("The game is over."))
        opened.game.entered_result = list(result.totals)
        opened.game.save(update_fields=["entered_result"])
        recompute_game(opened)
        opened.log(
            "game.result_entered",
            opened.game,
            after={"points": list(result.totals)},
            reason=result.reason,
        )
        return opened.game
