"""Makes the data folder and what lies in it its owner's alone, also where the folder was there before."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

_FOLDER: Final = 0o700
_FILE: Final = 0o600
_SIDE_FILES: Final = ("", "-wal", "-shm", "-journal")
# What Talon stores there besides the database; whatever else is in the folder is left as it is.
_STORED: Final = ("uploads", "jobs", "backups")


def make_private(data: Path, database: Path | None) -> list[Path]:
    """Take every right of others from the data folder and a database file; return what belongs to others."""
    others = []
    for path in [*_all_in(data), *_files_of(database)]:
        wanted = _FOLDER if path.is_dir() else _FILE
        try:
            if path.stat().st_mode & 0o077:
                path.chmod(wanted)
        except FileNotFoundError:  # a file of the database that has just been closed
            continue
        except OSError:
            others.append(path)
    return others


def _all_in(data: Path) -> Iterator[Path]:
    yield data
    yield from (data / name for name in _STORED if (data / name).is_dir())
    for folder, folders, files in (found for name in _STORED for found in os.walk(data / name)):
        yield from (Path(folder, name) for name in [*folders, *files] if not Path(folder, name).is_symlink())


def _files_of(database: Path | None) -> Iterable[Path]:
    return [] if database is None else [Path(f"{database}{suffix}") for suffix in _SIDE_FILES]
