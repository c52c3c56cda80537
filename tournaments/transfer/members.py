"""The parts of an event's file: a ZIP that is written plainly, and read without trusting it."""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from collections.abc import Mapping
from typing import IO, TYPE_CHECKING, Any, Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, LargeZipFile, ZipFile, ZipInfo

from django.utils.translation import gettext as _

from clubs.books.refusals import NotNow
from clubs.web.body_limits import MEGABYTE
from tournaments.archive.content import FORMAT

if TYPE_CHECKING:
    from collections.abc import Iterable

# The version of the file; the content in it has a version of its own.
FILE_VERSION: Final = 1
MANIFEST: Final = "manifest.json"
CONTENT: Final = "content.json"
RECORD: Final = "record.json"
LOG: Final = "log.jsonl"
SCHEMA: Final = "event.schema.json"
PARTS: Final = (CONTENT, RECORD, LOG, SCHEMA)
PHOTOGRAPHS: Final = re.compile(r"photographs/[0-9a-f]{64}\.(jpg|png|webp)")

# What a file may be at most: as it is sent, each of its parts, all of them together, and how many.
FILE_BYTES: Final = 200 * MEGABYTE
# A page takes less: what it is sent is in memory at once. A larger file comes in by the command.
UPLOAD_BYTES: Final = 40 * MEGABYTE
_PART_BYTES: Final = 64 * MEGABYTE
_ALL_BYTES: Final = 400 * MEGABYTE
_MEMBERS: Final = 2000
_CHUNK: Final = MEGABYTE
_ENCRYPTED: Final = 0x1


class FileRefused(NotNow):
    """The file is not brought in; the message is the reason in the reader's language."""


def damaged(place: str) -> FileRefused:
    return FileRefused(_("The file is damaged: %(place)s is not as it was written.") % {"place": place})


def digest_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


# Out.


def write_members(
    output: IO[bytes],
    manifest: Mapping[str, Any],
    parts: Mapping[str, bytes],
    photographs: Iterable[tuple[str, bytes]] = (),
) -> None:
    """Write a file: its parts, its photographs, and last the manifest with the hash of each."""
    sums: dict[str, str] = {}
    with ZipFile(output, "w") as archive:
        for name, data in parts.items():
            archive.writestr(_entry(name, ZIP_DEFLATED), data)
            sums[name] = digest_of(data)
        for name, data in photographs:
            archive.writestr(_entry(name, ZIP_STORED), data)
            sums[name] = digest_of(data)
        whole = {**manifest, "format": FORMAT, "version": FILE_VERSION, "members": sums}
        text = json.dumps(whole, ensure_ascii=False, indent=1, sort_keys=True)
        archive.writestr(_entry(MANIFEST, ZIP_DEFLATED), text.encode())


def _entry(name: str, compression: int) -> ZipInfo:
    """Return an entry without a time of writing: the same event is the same file."""
    entry = ZipInfo(name)
    entry.compress_type = compression
    return entry


# In.


class Members:
    """The parts of a file whose names, sizes and hashes have been checked."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._left = _ALL_BYTES
        try:
            self._archive = ZipFile(file)
        except (BadZipFile, OSError, ValueError, NotImplementedError) as broken:
            raise FileRefused(_("This is not the file of an event.")) from broken
        self.names = self._checked_names()
        self.manifest = self._read_manifest()

    def _checked_names(self) -> list[str]:
        entries = self._archive.infolist()
        if len(entries) > _MEMBERS:
            raise FileRefused(_("The file has too many parts: %(count)s.") % {"count": len(entries)})
        names = [entry.orig_filename for entry in entries]
        for entry, name in zip(entries, names, strict=True):
            if (name not in (*PARTS, MANIFEST) and not PHOTOGRAPHS.fullmatch(name)) or entry.is_dir():
                message = _("“%(name)s” does not belong in the file of an event.")
                raise FileRefused(message % {"name": name[:100]})
            if entry.flag_bits & _ENCRYPTED or entry.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
                raise damaged(name)
        if len(set(names)) != len(names):
            raise damaged(MANIFEST)
        if MANIFEST not in names:
            raise FileRefused(_("This is not the file of an event."))
        return names

    def _read_manifest(self) -> dict[str, Any]:
        manifest = parse_json(MANIFEST, self._unpack(MANIFEST))
        if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
            raise FileRefused(_("This is not the file of an event."))
        version, sums = manifest.get("version"), manifest.get("members")
        if type(version) is not int or version < 1:
            raise damaged(MANIFEST)
        refuse_newer(version, FILE_VERSION, manifest)
        if not isinstance(sums, dict) or sorted([*sums, MANIFEST]) != sorted(self.names):
            raise damaged(MANIFEST)
        for name in PARTS:
            if name not in sums:
                raise damaged(name)
        return manifest

    def read(self, name: str) -> bytes:
        """Return a part whose hash is the one of the manifest."""
        data = self._unpack(name)
        if digest_of(data) != self.manifest["members"][name]:
            raise damaged(name)
        return data

    def _unpack(self, name: str) -> bytes:
        """Unpack a part up to the limit, whatever it says of its size."""
        limit, pieces, size = min(_PART_BYTES, self._left), [], 0
        try:
            with self._archive.open(name) as source:
                while piece := source.read(_CHUNK):
                    size += len(piece)
                    if size > limit:
                        raise FileRefused(_too_large(name))
                    pieces.append(piece)
        except (BadZipFile, LargeZipFile, zlib.error, EOFError, OSError, ValueError, RuntimeError) as broken:
            raise damaged(name) from broken
        self._left -= size
        return b"".join(pieces)


def _too_large(name: str) -> str:
    return _("“%(name)s” in the file is too large when unpacked.") % {"name": name}


def refuse_newer(version: int, known: int, manifest: Mapping[str, Any]) -> None:
    """Refuse the file of a later release, and name that."""
    if version > known:
        message = _("The file was made by a newer Talon, %(release)s. Update this one first.")
        raise FileRefused(message % {"release": str(manifest.get("talon", ""))[:20]})


def parse_json(name: str, data: bytes) -> Any:
    """Return what a part says; only integers, and no character that a database refuses."""
    try:
        if b"\\u0000" in data or b"\x00" in data:
            raise damaged(name)
        return json.loads(data.decode("utf-8"), parse_float=_no_number, parse_constant=_no_number)
    except (ValueError, RecursionError) as broken:
        raise damaged(name) from broken


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is no integer")
