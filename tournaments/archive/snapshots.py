"""Snapshots: the content of an event, kept before an act that removes a part of it.

People stand in a snapshot as rows: an erased name is in no snapshot.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from datetime import datetime
from typing import Any, Final

from clubs.books.writing import canonical_json
from tournaments.archive.loading import load_content
from tournaments.archive.numbering import Directory, Numbers
from tournaments.archive.serialisation import as_data, content_bytes
from tournaments.models import Snapshot, Tournament

_PEOPLE: Final = ("clubs", "players", "officials")


def keep_snapshot(event: Tournament, at: datetime) -> Snapshot:
    """Store the content of an event as it is now, with its hash."""
    people = Directory()
    content = load_content(event, people)
    data = {name: part for name, part in as_data(content).items() if name not in _PEOPLE}
    return Snapshot.objects.create(
        tournament=event,
        digest=hashlib.sha256(content_bytes(content)).hexdigest(),
        content=zlib.compress(canonical_json(data).encode()),
        people={name: list(getattr(people, name).by_id) for name in _PEOPLE},
        at=at,
    )


def snapshot_bytes(snapshot: Snapshot) -> bytes:
    """Return the canonical bytes that were kept, with the names of now: the same unless one has changed."""
    data: dict[str, Any] = json.loads(zlib.decompress(snapshot.content))
    people = Directory(**{name: _numbered(snapshot.people[name]) for name in _PEOPLE})
    data["players"] = [as_data(player) for player in people.load_players()]
    data["officials"] = [as_data(official) for official in people.load_officials()]
    data["clubs"] = [as_data(club) for club in people.load_clubs()]
    return canonical_json(data).encode()


def kept_entry(snapshot: Snapshot, number: int) -> dict[str, Any]:
    """Return the fields of an entry that was kept, with the rows of its players."""
    data: dict[str, Any] = json.loads(zlib.decompress(snapshot.content))
    kept: dict[str, Any] = next(entry for entry in data["entries"] if entry["number"] == number)
    rows: list[int] = snapshot.people["players"]
    players = [{**place, "player": rows[place["player"] - 1]} for place in kept["players"]]
    return {**kept, "players": players}


def _numbered(ids: list[int]) -> Numbers:
    return Numbers({pk: number for number, pk in enumerate(ids, 1)})
