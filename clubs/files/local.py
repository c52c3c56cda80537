"""Finished files of this machine that a storage takes over, and the flushing of files and folders."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from django.core.files.base import File

if TYPE_CHECKING:
    _BytesFile = File[bytes]
else:
    _BytesFile = File


@dataclass(frozen=True, slots=True)
class ListedFile:
    """A file in a storage, by its name there."""

    name: str
    size: int


class LocalFile(_BytesFile):
    """A finished file of this machine: a storage in a folder moves it, another one reads it."""

    def __init__(self, path: Path) -> None:
        super().__init__(path.open("rb"), name=path.name)
        self._path = path

    def temporary_file_path(self) -> str:
        """Return the path; Django's storage of files moves what has one."""
        return str(self._path)


def flush_path(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk, where the file system can do so."""
    try:
        number = os.open(path, os.O_RDONLY)
    except OSError:
        return
    with suppress(OSError):
        os.fsync(number)
    os.close(number)
