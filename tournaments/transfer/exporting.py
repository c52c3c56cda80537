"""The verb that writes an event's file: the log names the content, and the file has the log."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import IO, Any, Final

from django.conf import settings
from django.utils.translation import gettext as _

from clubs.books.permissions import DIRECTORS
from clubs.books.refusals import NotNow
from clubs.books.writing import Author, JsonValue, canonical_json, retried
from clubs.models import Role
from scoring.models import Photo
from tournaments import archive
from tournaments.archive.content import VERSION
from tournaments.archive.loading import load_content
from tournaments.archive.numbering import Directory
from tournaments.archive.origin import EXPORTED
from tournaments.archive.serialisation import as_data
from tournaments.models import Tournament
from tournaments.running.session import open_event
from tournaments.transfer.foreign_log import log_lines
from tournaments.transfer.members import CONTENT, LOG, RECORD, SCHEMA, digest_of, write_members
from tournaments.transfer.record import RecordWriter
from tournaments.transfer.repeated_acts import repeated_acts

_SCHEMA_FILE: Final = Path(archive.__file__).with_name("event.schema.json")


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportChoices:
    """What travels besides the results: photographs of paper, and signatures as they were drawn or typed."""

    photographs: bool = True
    signatures: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Export:
    """An event ready to be written: its parts, and the photographs that are read when they are."""

    manifest: dict[str, JsonValue]
    parts: dict[str, bytes]
    photographs: tuple[Photo, ...]


@retried
def export_event(
    by: Author,
    event: Tournament,
    choices: ExportChoices,
    needs: Collection[Role.Kind] | None = DIRECTORS,
) -> Export:
    """Read an event as it is now for its file; its log says so, and names what is in the file."""
    with open_event(event, by, needs=needs, also_listed=True) as opened:
        people = Directory()
        content = archive.content_bytes(load_content(opened.event, people))
        record = _record(opened.event, people, choices)
        facts: dict[str, JsonValue] = {
            "content": digest_of(content),
            "record": digest_of(record),
            "photographs": choices.photographs,
            "signatures": choices.signatures,
        }
        opened.writing.log(EXPORTED, opened.event, after=facts)
        parts = {
            CONTENT: content,
            RECORD: record,
            LOG: log_lines(opened.writing.book),
            SCHEMA: _SCHEMA_FILE.read_bytes(),
        }
        photographs = Photo.objects.filter(game__book=opened.event.book_id).order_by("digest", "pk")
        return Export(
            manifest={
                "talon": settings.RELEASE,
                "content_version": VERSION,
                "event": opened.event.name,
                "day": opened.event.date.isoformat(),
                "written_at": by.at.isoformat(timespec="seconds"),
                "log_entries": opened.writing.book.entries,
                "log_head": opened.writing.book.head,
            },
            parts=parts,
            photographs=tuple(photographs) if choices.photographs else (),
        )


def _record(event: Tournament, people: Directory, choices: ExportChoices) -> bytes:
    writer = RecordWriter(event, people, choices.signatures, choices.photographs)
    rows = writer.rows()
    acts = repeated_acts(writer)
    # All whom a row names have their numbers now; their clubs get theirs on the way.
    players = [as_data(player) for player in people.load_players()]
    officials = [as_data(official) for official in people.load_officials()]
    whole: dict[str, Any] = {
        "photographs": choices.photographs,
        "signatures": choices.signatures,
        "trial": event.is_trial,
        "rows": rows,
        "acts": acts,
        "players": players,
        "officials": officials,
        "clubs": [as_data(club) for club in people.load_clubs()],
    }
    return canonical_json(whole).encode()


def write_export(export: Export, output: IO[bytes]) -> None:
    """Write the file. Raises NotNow where a photograph is not in the storage."""
    write_members(output, export.manifest, export.parts, _pictures(export.photographs))


def _pictures(photographs: tuple[Photo, ...]) -> Iterator[tuple[str, bytes]]:
    """Yield each photograph once, under the name of its digest."""
    written: set[str] = set()
    for photograph in photographs:
        if photograph.digest in written:
            continue
        written.add(photograph.digest)
        suffix = PurePath(str(photograph.image)).suffix
        try:
            with photograph.image.open() as picture:
                yield f"photographs/{photograph.digest}{suffix}", picture.read()
        except FileNotFoundError as gone:
            raise NotNow(
                _("A photograph is missing on this machine. Take the event along without photographs.")
            ) from gone
