"""A file of an event that was read and proved: nothing in it is used before that."""

from __future__ import annotations

import hashlib
import io
from dataclasses import dataclass
from pathlib import PurePath
from typing import IO, Any, Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from PIL import Image

from clubs.models import Club, Player, User
from clubs.reports.separated import FORMULA_STARTS
from scoring.wording import labels
from tournaments.archive.content import FORMAT, VERSION
from tournaments.transfer.foreign_log import BrokenLog, ForeignLog, prove_log
from tournaments.transfer.members import (
    CONTENT,
    FILE_BYTES,
    LOG,
    PARTS,
    PHOTOGRAPHS,
    RECORD,
    FileRefused,
    Members,
    damaged,
    parse_json,
    refuse_newer,
)

_CHUNK: Final = 1 << 20
_PICTURES: Final = {".jpg": "JPEG", ".png": "PNG", ".webp": "WEBP"}
_MARKUP: Final = frozenset("<>")
_PEOPLE: Final = ("players", "officials", "clubs")


@dataclass(frozen=True, slots=True, kw_only=True)
class EventFile:
    """What a file says, after its hashes, its log and its names were checked."""

    members: Members
    digest: str
    content_digest: str
    manifest: dict[str, Any]
    content: dict[str, Any]
    record: dict[str, Any]
    log: ForeignLog
    # The names of the photographs in the file, by their digest.
    photographs: dict[str, str]

    @property
    def is_of_this_version(self) -> bool:
        """Whether its content can be compared with the one that is read here."""
        return bool(self.content["version"] == VERSION)

    def club_name(self, number: int) -> str:
        return str(self.record["clubs"][number - 1]["name"])


def read_event_file(file: IO[bytes]) -> EventFile:
    """Read and prove a file. Raises FileRefused, with the reason."""
    digest = _digest(file)
    members = Members(file)
    parts = {name: members.read(name) for name in PARTS}
    content, record = parse_json(CONTENT, parts[CONTENT]), parse_json(RECORD, parts[RECORD])
    log = _proved_log(parts[LOG])
    named = {CONTENT: log.exported.get("content"), RECORD: log.exported.get("record")}
    for name in named:
        if named[name] != members.manifest["members"][name]:
            message = _(
                "The log in the file does not name this %(name)s: it was changed after it was written."
            )
            raise FileRefused(message % {"name": name})
    _check_form(content, record, members.manifest)
    return EventFile(
        members=members,
        digest=digest,
        content_digest=members.manifest["members"][CONTENT],
        manifest=members.manifest,
        content=content,
        record=record,
        log=log,
        photographs=_checked_photographs(members),
    )


def _digest(file: IO[bytes]) -> str:
    """Return the hash of a file that is not too large."""
    digest, size = hashlib.sha256(), 0
    file.seek(0)
    while piece := file.read(_CHUNK):
        size += len(piece)
        if size > FILE_BYTES:
            raise FileRefused(_("The file is larger than %(size)s MB.") % {"size": FILE_BYTES >> 20})
        digest.update(piece)
    file.seek(0)
    return digest.hexdigest()


def _proved_log(lines: bytes) -> ForeignLog:
    try:
        return prove_log(lines)
    except BrokenLog as broken:
        message = _("The log in the file is broken at entry %(number)s.")
        raise FileRefused(message % {"number": broken.number}) from broken


# What is in it.


def _check_form(content: Any, record: Any, manifest: dict[str, Any]) -> None:
    """Check what the rest relies on; the rows prove themselves when they are stored."""
    try:
        _check_content(content, manifest)
        _check_record(content, record)
        _check_names(content, record)
    except (KeyError, TypeError, AttributeError, IndexError) as broken:
        raise damaged(CONTENT) from broken


def _check_content(content: Any, manifest: dict[str, Any]) -> None:
    if content["format"] != FORMAT or type(content["version"]) is not int:
        raise damaged(CONTENT)
    refuse_newer(content["version"], VERSION, manifest)
    if content["ruleset"] not in labels.ruleset_names():
        message = _("This Talon does not know the game “%(game)s”.")
        raise FileRefused(message % {"game": str(content["ruleset"])[:80]})


def _check_record(content: Any, record: Any) -> None:
    """The people of the record are those of the content, and after them those whom its rows name besides."""
    for name in _PEOPLE:
        listed = record[name]
        if listed[: len(content[name])] != content[name]:
            raise damaged(CONTENT)
        if [one["number"] for one in listed] != list(range(1, len(listed) + 1)):
            raise damaged(RECORD)
    are_choices = all(isinstance(record[name], bool) for name in ("photographs", "signatures", "trial"))
    if not are_choices or not isinstance(record["rows"], dict) or not isinstance(record["acts"], list):
        raise damaged(RECORD)


def _check_names(content: dict[str, Any], record: dict[str, Any]) -> None:
    """Refuse names that the house would not take, and those that a spreadsheet or a page could run."""
    _check_name(content["name"], User._meta.get_field("name"))
    for club in record["clubs"]:
        # The name of a club that the exporting house did not know is empty.
        _check_name(club["name"], Club._meta.get_field("name"), may_be_empty=True)
    for official in record["officials"]:
        _check_name(official["name"], User._meta.get_field("name"), may_be_empty=True)
    clubs = range(1, len(record["clubs"]) + 1)
    for player in record["players"]:
        _check_name(player["given_name"], Player._meta.get_field("given_name"))
        _check_name(player["family_name"], Player._meta.get_field("family_name"), may_be_empty=True)
        _check_name(player["licence"], Player._meta.get_field("licence"), may_be_empty=True)
        if player["club"] not in clubs or player["federation"] not in (None, *clubs):
            raise damaged(RECORD)


def _check_name(name: Any, field: Any, *, may_be_empty: bool = False) -> None:
    if not isinstance(name, str) or not (name or may_be_empty):
        raise damaged(RECORD)
    if name.startswith(FORMULA_STARTS) or _MARKUP & set(name):
        message = _("The name “%(name)s” in the file looks like a formula or markup.")
        raise FileRefused(message % {"name": name[:80]})
    try:
        field.run_validators(name)
    except ValidationError as refusal:
        raise FileRefused(" ".join(refusal.messages)) from refusal


# Photographs.


def _checked_photographs(members: Members) -> dict[str, str]:
    """Return the photographs by digest, each a picture of the kind that its name says."""
    found: dict[str, str] = {}
    for name in filter(PHOTOGRAPHS.fullmatch, members.names):
        path = PurePath(name)
        if members.manifest["members"][name] != path.stem:
            raise damaged(name)
        _check_picture(members.read(name), path.suffix, name)
        found[path.stem] = name
    return found


def _check_picture(data: bytes, suffix: str, name: str) -> None:
    try:
        with Image.open(io.BytesIO(data), formats=[_PICTURES[suffix]]) as picture:
            picture.verify()
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as broken:
        raise damaged(name) from broken
