"""Calls for the director, and photographs of the signed paper. Knows rows beside a game; adds no point."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.core.files.base import File
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.permissions import IN_CHARGE, RECORDERS
from clubs.books.refusals import refused
from clubs.books.writing import Author, Sending, retried
from scoring.models import Call, Game, Photo
from scoring.recording.session import AtTable, playing


@dataclass(frozen=True, slots=True, kw_only=True)
class CallWords:
    """What a table says when it calls."""

    why: str
    key: UUID
    text: str = ""

    @property
    def sending(self) -> Sending:
        return Sending(key=self.key, content={"why": self.why, "text": self.text})


@retried
def call_director(by: Author, game: Game, said: CallWords) -> Call:
    """Call the director, saying why. A table that has called already waits for the same answer."""
    with playing(game, by, sending=said.sending) as play:
        waiting = play.game.calls.filter(answered_at=None).first()
        if play.earlier is not None:
            return Call.objects.get(pk=play.earlier.facts["call"])
        if waiting is not None:
            raise refused(None, _lazy("The director has been called already."))
        call = Call.objects.create(
            game=play.game,
            why=said.why,
            text=said.text,
            side=play.side,
            device=play.device,
            at=play.by.at,
        )
        play.log("director.called", play.game, after={"why": said.why, "call": call.pk}, reason=said.text)
        return call


@retried
def answer_call(by: Author, call: Call, key: UUID) -> Call:
    """The director has been at the table. The table itself does not say so."""
    if isinstance(by, AtTable):
        raise PermissionDenied
    with playing(call.game, by, needs=IN_CHARGE, sending=Sending(key=key, content={"call": call.pk})) as play:
        call = Call.objects.get(pk=call.pk, game=play.game)
        if play.earlier is not None or call.answered_at is not None:
            play.act.was_done_before()
            return call
        call.answered_at, call.answered_by = play.by.at, play.by.user
        call.save(update_fields=["answered_at", "answered_by"])
        play.log("director.came", play.game, after={"why": call.why, "call": call.pk})
        return call


@retried
def keep_photo(by: Author, game: Game, image: File[bytes]) -> Photo:
    """Keep a photograph of the signed paper with the game. The same picture is kept once."""
    digest = hashlib.sha256()
    for chunk in image.chunks():
        digest.update(chunk)
    with playing(game, by, needs=RECORDERS) as play:
        kept = play.game.photos.filter(digest=digest.hexdigest()).first()
        if kept is not None:
            play.act.was_done_before()
            return kept
        photo = Photo.objects.create(
            game=play.game,
            image=image,
            digest=digest.hexdigest(),
            author=play.by.user,
            device=play.device,
            at=play.by.at,
        )
        play.log("photo.kept", play.game, after={"digest": photo.digest})
        return photo
