"""Uploads brought to where the settings say: a restored backup has them in the data folder, and an
installation whose setting has changed has them where they were before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings

from clubs.files.areas import area
from clubs.files.database import DatabaseStorage
from clubs.files.folder import FolderStorage

if TYPE_CHECKING:
    from collections.abc import Iterator


def gather_uploads() -> int:
    """Move the uploads to their storage, and return how many there were; a repeated call goes on."""
    uploads, moved = area("default"), 0
    for other in _other_storages(uploads):
        for file in other.files(deep=True):
            if not uploads.exists(file.name):
                with other.open(file.name) as content:
                    uploads.save(file.name, content)
            other.delete(file.name)
            moved += 1
    return moved


def _other_storages(
    uploads: FolderStorage | DatabaseStorage,
) -> Iterator[FolderStorage | DatabaseStorage]:
    """Yield the kinds of storage that the uploads are not in."""
    if not isinstance(uploads, FolderStorage):
        yield FolderStorage(location=settings.DATA_DIR / "uploads")
    if not isinstance(uploads, DatabaseStorage):
        yield DatabaseStorage("default")
