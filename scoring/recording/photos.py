"""Photographs of signed protocols: kept with their game, and removed where they are of another one."""

from __future__ import annotations

import hashlib
from functools import partial
from uuid import UUID

from django.core.files.base import File
from django.db import transaction

from clubs.books.permissions import RECORDERS
from clubs.books.writing import Author, Submission, Writing, retried
from scoring.models import Game, Photo
from scoring.recording.errors import AlreadyChanged
from scoring.recording.session import OpenGame, open_game_as_director, open_game_for, open_game_in_act


@retried
def keep_photo(by: Author, game: Game, image: File[bytes]) -> Photo:
    """Store a photograph of the signed paper. A second upload of the same file returns the first."""
    digest = digest_of(image)
    with open_game_for(game, by, needs=RECORDERS) as opened:
        existing = opened.game.photos.filter(digest=digest).first()
        if existing is not None:
            opened.act.mark_repeat()
            return existing
        return _keep(opened, image, digest)


def keep_photo_in(act: Writing, game: Game, image: File[bytes]) -> Photo | None:
    """Store a photograph as a part of an act in the book of its game; None if the game has it already."""
    opened, digest = open_game_in_act(act, game), digest_of(image)
    if opened.game.photos.filter(digest=digest).exists():
        return None
    return _keep(opened, image, digest)


def digest_of(image: File[bytes]) -> str:
    digest = hashlib.sha256()
    for chunk in image.chunks():
        digest.update(chunk)
    return digest.hexdigest()


def _keep(opened: OpenGame, image: File[bytes], digest: str) -> Photo:
    photo = Photo.objects.create(
        game=opened.game,
        image=image,
        digest=digest,
        author=opened.by.user,
        device=opened.device,
        at=opened.by.at,
    )
    opened.log("photo.kept", opened.game, after={"digest": digest})
    return photo


@retried
def remove_photo(by: Author, photo: Photo, reason: str, key: UUID) -> None:
    """Remove a photograph that is of another game, or of something else. Its file is deleted.

    Raises AlreadyChanged if somebody else has removed it.
    """
    submission = Submission(key=key, content={"photo": photo.pk, "remove": reason})
    with open_game_as_director(photo.game, by, submission=submission) as opened:
        if opened.earlier is not None:
            return
        found = opened.game.photos.filter(pk=photo.pk).first()
        if found is None:
            raise AlreadyChanged
        name, storage = str(found.image.name), found.image.storage
        found.delete()
        transaction.on_commit(partial(storage.delete, name), robust=True)
        opened.log("photo.removed", opened.game, before={"digest": photo.digest}, reason=reason)
