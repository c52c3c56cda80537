"""A storage in the database, for several machines that share nothing else.

A file is a row with its chunks. It is written in one transaction, or in that of the caller, so that others
see all of it or nothing; it is read chunk by chunk, and no file is in memory whole.
"""

from __future__ import annotations

import errno
import io
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.core.files.base import ContentFile, File
from django.core.files.storage import Storage
from django.db import transaction
from django.utils import timezone
from django.utils.deconstruct import deconstructible

from clubs.files.local import ListedFile
from clubs.models import FileChunk, StoredFile

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer
    from django.db.models import QuerySet

# Small enough for the memory of a server, large enough that a photograph is a few rows.
CHUNK_SIZE: Final = 512 * 1024


@deconstructible(path="clubs.files.database.DatabaseStorage")
class DatabaseStorage(Storage):
    """The files of one area: two areas may have files of the same name."""

    def __init__(self, area: str, allow_overwrite: bool = False) -> None:
        self._area, self._allow_overwrite = area, allow_overwrite

    @property
    def drafts(self) -> Path:
        """The folder of this machine for files that are to be saved."""
        folder: Path = settings.DATA_DIR / "drafts" / self._area
        return folder

    def draft_folder(self) -> Path:
        """Return the folder of drafts, made if need be."""
        self.drafts.mkdir(mode=0o700, parents=True, exist_ok=True)
        return self.drafts

    def files(self, *, deep: bool = False) -> list[ListedFile]:
        """Return the files or, without `deep`, those outside folders."""
        rows = StoredFile.objects.filter(area=self._area).values_list("name", "size").order_by("name")
        return [ListedFile(name, size) for name, size in rows if deep or "/" not in name]

    def replace(self, name: str, content: bytes) -> None:
        """Store a small file in the place of an earlier one, also while no disk of this machine has room."""
        self.save(name, ContentFile(content))

    def place(self, name: str = "") -> str:
        """Return how a person names a file; the area itself is no place that one could open."""
        return name

    def exists(self, name: str) -> bool:
        return self._rows(name).exists()

    def is_name_available(self, name: str, max_length: int | None = None) -> bool:
        return self._allow_overwrite or super().is_name_available(name, max_length)

    def delete(self, name: str) -> None:
        self._rows(name).delete()

    def size(self, name: str) -> int:
        return self._row(name).size

    def _rows(self, name: str) -> QuerySet[StoredFile]:
        return StoredFile.objects.filter(area=self._area, name=name)

    def _row(self, name: str) -> StoredFile:
        row = self._rows(name).first()
        if row is None:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), name)
        return row

    def _save(self, name: str, content: File[bytes]) -> str:
        with transaction.atomic():
            if self._allow_overwrite:
                self.delete(name)
            row = StoredFile.objects.create(area=self._area, name=name, stored_at=timezone.now())
            for number, piece in enumerate(_pieces(content)):
                FileChunk.objects.create(file=row, number=number, content=piece)
                row.size += len(piece)
            row.save(update_fields=["size"])
        return name

    def _open(self, name: str, mode: str = "rb") -> File[bytes]:
        if mode != "rb":
            raise ValueError(f"a stored file is only read, not opened as {mode!r}")
        return File(io.BufferedReader(_ChunkReader(self._row(name)), CHUNK_SIZE), name)


def _pieces(content: File[bytes]) -> Iterator[bytes]:
    """Yield the content from its beginning, all but the last piece of the same length."""
    content.open()
    while piece := content.read(CHUNK_SIZE):
        yield piece


class _ChunkReader(io.RawIOBase):
    """A stored file as a stream. Each chunk is a query: nothing is held while the reader waits."""

    def __init__(self, row: StoredFile) -> None:
        self._row, self._position = row, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._position

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        start = {io.SEEK_SET: 0, io.SEEK_CUR: self._position, io.SEEK_END: self._row.size}[whence]
        self._position = max(0, start + offset)
        return self._position

    def readinto(self, buffer: WriteableBuffer) -> int:
        """Read up to the end of a chunk: the buffer before this stream asks for whole ones."""
        view = memoryview(buffer).cast("B")
        if self._position >= self._row.size or not view:
            return 0
        number, offset = divmod(self._position, CHUNK_SIZE)
        part = self._chunk(number)[offset : offset + len(view)]
        view[: len(part)] = part
        self._position += len(part)
        return len(part)

    def _chunk(self, number: int) -> bytes:
        chunks = FileChunk.objects.filter(file=self._row, number=number)
        content = chunks.values_list("content", flat=True).first()
        if content is None:
            raise OSError(errno.ESTALE, "removed while it was read", self._row.name)
        return bytes(content)
