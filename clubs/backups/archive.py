"""One copy in one file: a ZIP with the database, the secret key, the uploads, and a manifest written last.

The manifest says which program made it and the sum of everything else, so that a copy that was cut off, or
that a stick has changed, is recognised before anything is done with it. The standard library alone: a copy is
read where nothing has been set up yet.
"""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import IO, Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

FORMAT: Final = 1
_MANIFEST: Final = "manifest.json"
DATABASE: Final = "database"
KEY: Final = "secret-key"
UPLOADS: Final = "uploads"
_AT_ONCE: Final = 1024 * 1024
OWNERS_ALONE: Final = 0o600


class Damaged(Exception):
    """Not a copy, or not as it was made; the words say where, for whoever looks into it."""


class Newer(Exception):
    """Made in a form that only a later program knows; its release is named."""


@dataclass(frozen=True)
class Manifest:
    release: str
    engine: str
    migrations: tuple[str, ...]
    made_at: datetime
    log: int  # the newest log entry that is surely in it
    sums: Mapping[str, str]
    format: int = FORMAT


class Packing:
    """A copy being written into an open file."""

    def __init__(self, archive: ZipFile) -> None:
        self.archive = archive
        self.sums: dict[str, str] = {}

    def text(self, name: str, words: str) -> None:
        self.archive.writestr(_entry(name, ZIP_DEFLATED), words.encode())
        self.sums[name] = hashlib.sha256(words.encode()).hexdigest()

    def file(self, name: str, source: Path, squeezed: bool) -> None:
        """Photographs are squeezed already."""
        with (
            source.open("rb") as there,
            self.archive.open(
                _entry(name, ZIP_DEFLATED if squeezed else ZIP_STORED), "w", force_zip64=True
            ) as here,
        ):
            self.sums[name] = _poured(there, here)

    def finish(self, manifest: Manifest) -> None:
        told = asdict(manifest) | {"made_at": manifest.made_at.isoformat()}
        self.archive.writestr(_entry(_MANIFEST, ZIP_DEFLATED), json.dumps(told, indent=1, sort_keys=True))


def _entry(name: str, compression: int) -> ZipInfo:
    told = ZipInfo(name)
    told.compress_type = compression
    told.external_attr = OWNERS_ALONE << 16
    return told


def _poured(there: IO[bytes], here: IO[bytes] | None) -> str:
    """All of it from there to here, if there is a here; the sum of what went by."""
    digest = hashlib.sha256()
    while piece := there.read(_AT_ONCE):
        digest.update(piece)
        if here is not None:
            here.write(piece)
    return digest.hexdigest()


@contextmanager
def packing(file: IO[bytes]) -> Iterator[Packing]:
    with ZipFile(file, "w", compresslevel=1) as archive:
        yield Packing(archive)


@contextmanager
def _opened(copy: Path) -> Iterator[ZipFile]:
    """The errors of the disk are the caller's; those of the copy become `Damaged`."""
    try:
        with ZipFile(copy) as archive:
            yield archive
    except (BadZipFile, zlib.error, EOFError, KeyError, ValueError, TypeError, NotImplementedError) as broken:
        raise Damaged(str(broken)) from broken


def manifest_of(copy: Path) -> Manifest:
    with _opened(copy) as archive:
        return _read_manifest(archive)


def _read_manifest(archive: ZipFile) -> Manifest:
    told = json.loads(archive.read(_MANIFEST))
    if int(told["format"]) > FORMAT:
        raise Newer(str(told.get("release", "")))
    made_at = datetime.fromisoformat(told["made_at"])
    if made_at.tzinfo is None or not isinstance(told["sums"], dict):
        raise Damaged("the manifest is not one of ours")
    return Manifest(
        release=str(told["release"]),
        engine=str(told["engine"]),
        migrations=tuple(map(str, told["migrations"])),
        made_at=made_at,
        log=int(told["log"]),
        sums=told["sums"],
        format=int(told["format"]),
    )


def checked(copy: Path) -> Manifest:
    """Everything read once and held against the sums; nothing is written."""
    with _opened(copy) as archive:
        return _walked(archive, None)


def unpacked(copy: Path, folder: Path) -> Manifest:
    """All that is in it written into a folder, checked while it is written."""
    with _opened(copy) as archive:
        return _walked(archive, folder)


def _walked(archive: ZipFile, folder: Path | None) -> Manifest:
    manifest = _read_manifest(archive)
    names = archive.namelist()
    if sorted(names) != sorted([*manifest.sums, _MANIFEST]) or not {DATABASE, KEY} <= set(names):
        raise Damaged("something is missing, or there is too much")
    for name, expected in manifest.sums.items():
        with archive.open(name) as there:
            found = _poured(there, None) if folder is None else _written(there, place_in(folder, name))
        if found != expected:
            raise Damaged(f"{name} is not what it was")
    return manifest


def place_in(folder: Path, name: str) -> Path:
    """A copy from a stranger's stick writes nowhere else."""
    path = PurePosixPath(name)
    known = name in (DATABASE, KEY) or path.parts[:1] == (UPLOADS,)
    if not known or path.is_absolute() or ".." in path.parts or "\\" in name:
        raise Damaged(f"{name} does not belong into a copy")
    return folder / path


def _written(there: IO[bytes], target: Path) -> str:
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    target.touch(mode=OWNERS_ALONE, exist_ok=False)
    with target.open("wb") as here:
        found = _poured(there, here)
        flushed(here)
    return found


def flushed(file: IO[bytes]) -> None:
    """On the disk, not only on its way there."""
    file.flush()
    os.fsync(file.fileno())


def flushed_folder(folder: Path) -> None:
    """A name is on the disk when its folder is; some systems and some sticks cannot be asked for it."""
    try:
        number = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    with suppress(OSError):
        os.fsync(number)
    os.close(number)
