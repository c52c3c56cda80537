"""Scanned protocols: filed at their games, or kept until a director says of which game they are."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING
from uuid import UUID

from django.core.files.base import ContentFile
from django.db import transaction
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.permissions import DIRECTORS
from clubs.books.refusals import NotNow
from clubs.books.writing import Author, Submission, retried, writing
from clubs.models import Book
from scoring.models import Game, Photo, ScannedSheet, ScanUpload
from scoring.recording.photos import digest_of, keep_photo_in

if TYPE_CHECKING:
    from django.db.models.fields.files import FieldFile


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubtfulSheet:
    """A sheet that a director is asked about: its picture, where it came from, the doubt, a likely game."""

    picture: bytes
    source: str
    page: int
    doubt: ScannedSheet.Doubt
    proposed: int | None
    at: datetime


@retried
def file_scan(by: Author, book: Book, games: Sequence[Game], picture: bytes) -> bool:
    """Keep the picture of a sheet at its games; return False if all of them have it already."""
    with writing(book, by, needs=DIRECTORS, hides_nothing=True) as act:
        kept = [keep_photo_in(act, game, _as_file(picture)) for game in games]
        if not any(kept):
            act.mark_repeat()
            return False
        return True


def ask_about_sheet(book: Book, sheet: DoubtfulSheet) -> bool:
    """Keep a sheet until it is answered; return False if it waits already or has been answered before."""
    image = _as_file(sheet.picture)
    digest = digest_of(image)
    if Photo.objects.filter(game__book=book.pk, digest=digest).exists():
        return False
    _sheet, is_new = ScannedSheet.objects.get_or_create(
        book=book,
        digest=digest,
        defaults={
            "image": image,
            "source": sheet.source,
            "page": sheet.page,
            "doubt": sheet.doubt,
            "proposed_id": sheet.proposed,
            "at": sheet.at,
        },
    )
    return is_new


@retried
def file_sheet(by: Author, sheet: ScannedSheet, game: Game, key: UUID) -> None:
    """File a sheet that waited at the game that the director has chosen."""
    submission = Submission(key=key, content={"scan": sheet.pk, "game": game.pk})
    with writing(sheet.book, by, needs=DIRECTORS, submission=submission, hides_nothing=True) as act:
        if act.earlier is not None:
            return
        waiting = _lock_waiting(sheet)
        with waiting.image.open() as picture:
            kept = keep_photo_in(act, game, _as_file(picture.read()))
        if kept is None:  # it lies there already
            act.mark_repeat()
        _remove(waiting)


@retried
def drop_sheet(by: Author, sheet: ScannedSheet, key: UUID) -> None:
    """Delete a sheet that waited and is no protocol."""
    submission = Submission(key=key, content={"scan": sheet.pk, "drop": True})
    with writing(sheet.book, by, needs=DIRECTORS, submission=submission, hides_nothing=True) as act:
        if act.earlier is not None:
            return
        waiting = _lock_waiting(sheet)
        act.log("scan.dropped", act.book, before={"digest": waiting.digest})
        _remove(waiting)


def _lock_waiting(sheet: ScannedSheet) -> ScannedSheet:
    waiting = ScannedSheet.objects.select_for_update().filter(pk=sheet.pk).first()
    if waiting is None:
        raise NotNow(_lazy("Somebody else has answered this meanwhile."))
    return waiting


def _remove(sheet: ScannedSheet) -> None:
    _delete_files_after_commit([sheet.image])
    sheet.delete()


def remove_upload(upload: ScanUpload) -> None:
    """Delete an uploaded file: it has been read, or nobody will read it any more."""
    with transaction.atomic():
        _delete_files_after_commit([upload.file])
        upload.delete()


def remove_scans_in(book: Book) -> None:
    """Delete what was uploaded to a book and what waits there, with their files."""
    uploads, sheets = book.scan_uploads.all(), book.scanned_sheets.all()
    _delete_files_after_commit([*(upload.file for upload in uploads), *(sheet.image for sheet in sheets)])
    uploads.delete()
    sheets.delete()


def _delete_files_after_commit(files: Iterable[FieldFile]) -> None:
    for file in files:
        transaction.on_commit(partial(file.storage.delete, str(file.name)), robust=True)


def _as_file(picture: bytes) -> ContentFile[bytes]:
    return ContentFile(picture, f"{uuid.uuid4().hex}.jpg")
