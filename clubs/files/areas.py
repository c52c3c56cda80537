"""The areas of files that the settings place: "default" for uploads, "jobs", "copies" and "notices"."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from django.core.files.storage import storages

if TYPE_CHECKING:
    from clubs.files.database import DatabaseStorage
    from clubs.files.folder import FolderStorage


def area(alias: str) -> FolderStorage | DatabaseStorage:
    """Return the storage of an area: a folder of this machine, or a part of the database."""
    return cast("FolderStorage | DatabaseStorage", storages[alias])
