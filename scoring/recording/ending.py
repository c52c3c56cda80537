"""Games ended before their target, and games of which only the result is entered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, Facts, Submission, Writing, retried
from scoring.core.game_state import EarlyEnd, GameEnd
from scoring.models import Deal, Game
from scoring.recording.errors import AlreadyChanged
from scoring.recording.session import OpenGame, open_game_as_director, open_game_in_act, refuse_signed
from scoring.recording.totals import recompute_game
from scoring.store.signers import is_signed

__all__ = [
    "EarlyEnd",
    "FinalResult",
    "GameEnd",
    "end_by_time_in",
    "end_game",
    "record_result",
    "resume_after_time_in",
    "resume_game",
    "take_back_result",
]


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
        raise NotNow(_lazy("A deal has been dealt and not recorded yet."))


def end_by_time_in(act: Writing, games: Iterable[Game]) -> list[Game]:
    """Let time end games of an open book; return those that it has ended.

    A game goes on that is over or signed already, has no deal, or in which a deal is being played.
    """
    ended = []
    for game in games:
        opened = open_game_in_act(act, game)
        if not may_end_by_time(opened.game):
            continue
        opened.game.ended_by, opened.game.end_side = GameEnd.TIME.value, None
        opened.game.save(update_fields=["ended_by", "end_side"])
        recompute_game(opened)
        opened.log("game.ended_with_round", opened.game, after={"end": GameEnd.TIME.value, "side": None})
        ended.append(opened.game)
    return ended


def may_end_by_time(game: Game) -> bool:
    """Whether deals were played in a game that goes on, and none is being played."""
    if not game.is_going_on or is_signed(game):
        return False
    states = set(game.deals.values_list("state", flat=True))
    return Deal.State.DRAFT not in states and not states.isdisjoint(Deal.COUNTED)


def resume_after_time_in(act: Writing, games: Iterable[Game], reason: str = "") -> None:
    """Let games of an open book go on that time has ended; refuse where one of them cannot."""
    for game in games:
        opened = open_game_in_act(act, game)
        label = {"table": opened.game.label or opened.game.pk}
        if is_signed(opened.game):
            raise NotNow(_lazy("Table %(table)s has signed. Open its game again first.") % label)
        if opened.game.ended_by != GameEnd.TIME.value or opened.game.entered_result is not None:
            raise NotNow(_lazy("The game of table %(table)s has been changed since.") % label)
        before = _resume(opened)
        opened.log("game.resumed_with_round", opened.game, before=before, reason=reason)


@retried
def resume_game(by: Author, game: Game, reason: str, key: UUID) -> Game:
    """Let a game that was ended before its target go on; end it again to take that back."""
    submission = Submission(key=key, content={"resume": game.pk, "reason": reason})
    with open_game_as_director(game, by, submission=submission) as opened:
        if opened.earlier is not None:
            return opened.game
        refuse_signed(opened.game)
        if not opened.game.ended_by or opened.game.entered_result is not None:
            raise NotNow(_lazy("The game was not ended early."))
        if not reason.strip():
            raise validation_error("reason", _lazy("Give a reason."))
        before = _resume(opened)
        opened.log("game.resumed", opened.game, before=before, reason=reason)
        return opened.game


def _resume(opened: OpenGame) -> Facts:
    """Let the game go on; return how it had ended."""
    before: Facts = {"end": opened.game.ended_by, "side": opened.game.end_side}
    opened.game.ended_by, opened.game.end_side = "", None
    opened.game.save(update_fields=["ended_by", "end_side"])
    recompute_game(opened)
    return before


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalResult:
    """The result of a game whose deals are not known."""

    totals: Sequence[int]
    key: UUID
    reason: str = ""
    # The version that the form was opened with; 0 where no result was entered before.
    version: int = 0

    @property
    def submission(self) -> Submission:
        content: Facts = {"totals": list(self.totals), "reason": self.reason}
        return Submission(
            key=self.key, content={**content, **({"version": self.version} if self.version else {})}
        )


@retried
def record_result(by: Author, game: Game, result: FinalResult) -> Game:
    """Enter the result of a game without deals, or correct it; a signed one with a reason.

    Deals that are added later must make the same totals.
    """
    with open_game_as_director(game, by, submission=result.submission) as opened:
        if opened.earlier is not None:
            return opened.game
        if len(result.totals) != len(opened.sides) or any(total % 5 for total in result.totals):
            raise validation_error("totals", _lazy("Enter a total for each side, divisible by five."))
        before = opened.game.entered_result
        _refuse_result(opened, result)
        if before == list(result.totals):
            opened.act.mark_repeat()
            return opened.game
        _store_result(opened, list(result.totals), opened.game.result_version + 1)
        opened.log(
            "game.result_entered" if before is None else "game.result_corrected",
            opened.game,
            before={} if before is None else {"points": before},
            after={"points": list(result.totals), "version": opened.game.result_version},
            reason=result.reason,
        )
        return opened.game


def _refuse_result(opened: OpenGame, result: FinalResult) -> None:
    if opened.game.entered_result is None or not result.version:
        refuse_signed(opened.game)
        if opened.game.over:
            raise NotNow(_lazy("The game is over."))
    elif result.version != opened.game.result_version:
        raise AlreadyChanged
    elif is_signed(opened.game) and not result.reason.strip():
        raise validation_error("reason", _lazy("Give a reason."))


def _store_result(opened: OpenGame, totals: list[int] | None, version: int) -> None:
    opened.game.entered_result, opened.game.result_version = totals, version
    opened.game.result_at = opened.by.at
    opened.game.save(update_fields=["entered_result", "result_version", "result_at"])
    recompute_game(opened)


@retried
def take_back_result(by: Author, game: Game, reason: str, key: UUID) -> Game:
    """Take back a result that was entered without deals: what the deals make counts again."""
    submission = Submission(key=key, content={"take_back_result": reason})
    with open_game_as_director(game, by, submission=submission) as opened:
        if opened.earlier is not None:
            return opened.game
        refuse_signed(opened.game)
        before = opened.game.entered_result
        if before is None:
            raise NotNow(_lazy("No result was entered in place of the deals."))
        if not reason.strip():
            raise validation_error("reason", _lazy("Give a reason."))
        _store_result(opened, None, opened.game.result_version)
        opened.log("game.result_taken_back", opened.game, before={"points": before}, reason=reason)
        return opened.game
