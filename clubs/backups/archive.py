"""The file of a backup: a ZIP with the database, the secret key, the uploads, and a manifest written last.

The manifest contains the release that made the backup and the checksums of everything else, so that a
truncated or damaged backup is recognised before it is used. The module needs no settings: a backup is read
where there are none yet.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path, PurePosixPath
from shutil import disk_usage
from typing import IO, Final, Protocol
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from clubs.text.marking import gettext_noop

FORMAT: Final = 1
_MANIFEST: Final = "manifest.json"
DATABASE: Final = "database"
KEY: Final = "secret-key"
UPLOADS: Final = "uploads"
_CHUNK_SIZE: Final = 1024 * 1024
OWNER_ONLY: Final = 0o600
# A database is packed to a tenth; what is said to be packed to less than a hundredth is no backup.
_MOST_TIMES: Final = 100
_ALWAYS_FITS: Final = 64 * _CHUNK_SIZE


class DamagedBackup(Exception):
    """The file is not a backup, or it is damaged; the message names the place."""

    def __init__(self, message: str, file: str = "") -> None:
        super().__init__(message, file)
        self.message, self.file = message, file

    def __str__(self) -> str:
        return self.translated(str)

    def translated(self, gettext: Callable[[str], str]) -> str:
        """Return the message in a language; what a library says has no file, and stays as it is."""
        return gettext(self.message) % {"file": self.file} if self.file else gettext(self.message)


class NewerFormat(Exception):
    """The backup has the format of a later release, which the message names."""


@dataclass(frozen=True)
class Manifest:
    release: str
    engine: str
    migrations: tuple[str, ...]
    made_at: datetime
    log: int  # the newest log entry that is certainly in it
    sums: Mapping[str, str]
    format: int = FORMAT
    # The head of every log, by its book: what is in it can be compared with a log of later.
    heads: Mapping[int, str] = field(default_factory=dict)


class BackupWriter:
    """A backup that is being written into an open file."""

    def __init__(self, archive: ZipFile) -> None:
        self.archive = archive
        self.sums: dict[str, str] = {}

    def add_text(self, name: str, text: str) -> None:
        self.archive.writestr(_zip_entry(name, ZIP_DEFLATED), text.encode())
        self.sums[name] = hashlib.sha256(text.encode()).hexdigest()

    def add_file(self, name: str, path: Path, compress: bool) -> None:
        with path.open("rb") as source:
            self.add_stream(name, source, compress)

    def add_stream(self, name: str, source: IO[bytes], compress: bool) -> None:
        """Add all of an open file; photographs are compressed already."""
        entry = _zip_entry(name, ZIP_DEFLATED if compress else ZIP_STORED)
        with self.archive.open(entry, "w", force_zip64=True) as target:
            self.sums[name] = _copy_stream(source, target)

    def finish(self, manifest: Manifest) -> None:
        fields = asdict(manifest) | {"made_at": manifest.made_at.isoformat()}
        self.archive.writestr(
            _zip_entry(_MANIFEST, ZIP_DEFLATED), json.dumps(fields, indent=1, sort_keys=True)
        )


def _zip_entry(name: str, compression: int) -> ZipInfo:
    entry = ZipInfo(name)
    entry.compress_type = compression
    entry.external_attr = OWNER_ONLY << 16
    return entry


class _Counted:
    """An entry that is read no further than the whole backup says that it is long."""

    def __init__(self, entry: IO[bytes], left: int) -> None:
        self._entry, self.left = entry, left

    def read(self, size: int) -> bytes:
        chunk = self._entry.read(size)
        self.left -= len(chunk)
        if self.left < 0:
            raise DamagedBackup(gettext_noop("it is longer than it says"))
        return chunk


class _Readable(Protocol):
    def read(self, size: int, /) -> bytes: ...


def _copy_stream(source: _Readable, target: IO[bytes] | None) -> str:
    """Read all of the source, write it to the target if there is one, and return its checksum."""
    digest = hashlib.sha256()
    while chunk := source.read(_CHUNK_SIZE):
        digest.update(chunk)
        if target is not None:
            target.write(chunk)
    return digest.hexdigest()


@contextmanager
def open_writer(file: IO[bytes]) -> Iterator[BackupWriter]:
    with ZipFile(file, "w", compresslevel=1) as archive:
        yield BackupWriter(archive)


@contextmanager
def _open_backup(file: Path | IO[bytes]) -> Iterator[ZipFile]:
    """Turn errors of the file's contents into `DamagedBackup`; those of the disk go to the caller."""
    try:
        with ZipFile(file) as archive:
            yield archive
    except (BadZipFile, zlib.error, EOFError, KeyError, ValueError, TypeError, NotImplementedError) as broken:
        raise DamagedBackup(str(broken)) from broken


def read_manifest(file: Path | IO[bytes]) -> Manifest:
    with _open_backup(file) as archive:
        return _parse_manifest(archive)


def _parse_manifest(archive: ZipFile) -> Manifest:
    fields = json.loads(archive.read(_MANIFEST))
    if int(fields["format"]) > FORMAT:
        raise NewerFormat(str(fields.get("release", "")))
    made_at = datetime.fromisoformat(fields["made_at"])
    if made_at.tzinfo is None or not isinstance(fields["sums"], dict):
        raise DamagedBackup(gettext_noop("the list of its contents cannot be read"))
    return Manifest(
        release=str(fields["release"]),
        engine=str(fields["engine"]),
        migrations=tuple(map(str, fields["migrations"])),
        made_at=made_at,
        log=int(fields["log"]),
        sums=fields["sums"],
        format=int(fields["format"]),
        heads={int(book): str(head) for book, head in fields.get("heads", {}).items()},
    )


def verify_backup(file: Path | IO[bytes]) -> Manifest:
    """Read everything and compare the checksums. Raises DamagedBackup and NewerFormat."""
    with _open_backup(file) as archive:
        return _read_all(archive, None)


def extract_backup(file: Path | IO[bytes], folder: Path) -> Manifest:
    """Extract everything into a folder and compare the checksums. Raises DamagedBackup and NewerFormat."""
    with _open_backup(file) as archive:
        return _read_all(archive, folder)


def _refuse_bomb(archive: ZipFile, folder: Path | None) -> int:
    """Return how much the backup says that it holds. Raises DamagedBackup where that cannot be true."""
    packed = sum(entry.compress_size for entry in archive.infolist())
    declared = sum(entry.file_size for entry in archive.infolist())
    if declared > max(_MOST_TIMES * packed, _ALWAYS_FITS):
        raise DamagedBackup(gettext_noop("it claims to hold far more than a backup of its size can"))
    if folder is not None and declared > _free_near(folder):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(folder))
    return declared


def _free_near(folder: Path) -> int:
    """Return the free space where a folder is, or is to be made."""
    return disk_usage(next(path for path in (folder, *folder.absolute().parents) if path.exists())).free


def _read_all(archive: ZipFile, folder: Path | None) -> Manifest:
    left = _refuse_bomb(archive, folder)
    manifest = _parse_manifest(archive)
    names = archive.namelist()
    if sorted(names) != sorted([*manifest.sums, _MANIFEST]) or not {DATABASE, KEY} <= set(names):
        raise DamagedBackup(gettext_noop("something is missing, or there is too much"))
    for name, expected in manifest.sums.items():
        with archive.open(name) as entry:
            source = _Counted(entry, left)
            checksum = (
                _copy_stream(source, None) if folder is None else _write_file(source, safe_path(folder, name))
            )
            left = source.left
        if checksum != expected:
            raise DamagedBackup(gettext_noop("%(file)s has been changed"), name)
    return manifest


def safe_path(folder: Path, name: str) -> Path:
    """Return the path of an entry inside the folder. Raises DamagedBackup for a path that leads outside."""
    path = PurePosixPath(name)
    known = name in (DATABASE, KEY) or path.parts[:1] == (UPLOADS,)
    if not known or path.is_absolute() or ".." in path.parts or "\\" in name:
        raise DamagedBackup(gettext_noop("%(file)s does not belong in a backup"), name)
    return folder / path


def _write_file(source: _Readable, path: Path) -> str:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.touch(mode=OWNER_ONLY, exist_ok=False)
    with path.open("wb") as target:
        checksum = _copy_stream(source, target)
        flush_file(target)
    return checksum


def flush_file(file: IO[bytes]) -> None:
    """Wait until a file is on the disk."""
    file.flush()
    os.fsync(file.fileno())
