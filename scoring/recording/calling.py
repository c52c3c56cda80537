"""Calls for the director."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.permissions import IN_CHARGE
from clubs.books.refusals import validation_error
from clubs.books.writing import Author, Submission, retried
from scoring.models import Call, Game
from scoring.recording.errors import AlreadyChanged
from scoring.recording.session import AtTable, OpenGame, open_game_for

_MAX_TEXT: Final = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRequest:
    """A table's call for the director: the reason, and a few words."""

    reason: str
    key: UUID
    text: str = ""

    @property
    def submission(self) -> Submission:
        return Submission(key=self.key, content={"why": self.reason, "text": self.text})


@retried
def call_director(by: Author, game: Game, request: CallRequest) -> Call:
    """Call the director. A table with an open call does not call again."""
    with open_game_for(game, by, submission=request.submission) as opened:
        waiting = opened.game.calls.filter(answered_at=None).first()
        if opened.earlier is not None:
            return Call.objects.get(pk=opened.earlier.facts["call"])
        if waiting is not None:
            raise validation_error(None, _lazy("The director has already been called."))
        call = Call.objects.create(
            game=opened.game,
            reason=request.reason,
            text=request.text,
            side=opened.side,
            device=opened.device,
            at=opened.by.at,
        )
        opened.log(
            "director.called",
            opened.game,
            after={"why": request.reason, "call": call.pk},
            reason=request.text,
        )
        return call


@retried
def take_call_back(by: AtTable, game: Game, key: UUID) -> Call:
    """Take a table's open call back: the director need not come any more."""
    submission = Submission(key=key, content={"take_call_back": game.pk})
    with open_game_for(game, by, submission=submission) as opened:
        if opened.earlier is not None:
            return Call.objects.get(pk=opened.earlier.facts["call"])
        call = opened.game.calls.filter(answered_at=None).first()
        if call is None:
            raise AlreadyChanged
        call.answered_at = opened.by.at
        call.save(update_fields=["answered_at"])
        opened.log("director.call_taken_back", opened.game, after={"why": call.reason, "call": call.pk})
        return call


def call_about_dispute(opened: OpenGame, side: int | None, reason: str) -> None:
    """Call the director about a dispute, unless the table has an open call."""
    if not opened.game.calls.filter(answered_at=None).exists():
        Call.objects.create(
            game=opened.game,
            reason=Call.Reason.DISPUTE,
            text=reason[:_MAX_TEXT],
            side=side,
            device=opened.device,
            at=opened.by.at,
        )


def answer_dispute_calls(opened: OpenGame) -> None:
    """Mark the table's open calls about a dispute as answered."""
    calls = opened.game.calls.filter(answered_at=None, reason=Call.Reason.DISPUTE)
    calls.update(answered_at=opened.by.at, answered_by=opened.by.user)


@retried
def answer_call(by: Author, call: Call, key: UUID) -> Call:
    """Mark a call as answered, at the desk; a device at the table is refused."""
    if isinstance(by, AtTable):
        raise PermissionDenied
    with open_game_for(
        call.game, by, needs=IN_CHARGE, submission=Submission(key=key, content={"call": call.pk})
    ) as opened:
        call = Call.objects.get(pk=call.pk, game=opened.game)
        if opened.earlier is not None or call.answered_at is not None:
            opened.act.mark_repeat()
            return call
        call.answered_at, call.answered_by = opened.by.at, opened.by.user
        call.save(update_fields=["answered_at", "answered_by"])
        opened.log("director.came", opened.game, after={"why": call.reason, "call": call.pk})
        return call
