"""An event as one value, its canonical bytes and their hash. docs/event-content.md describes each field."""

from tournaments.archive.serialisation import content_bytes, content_hash, event_content
from tournaments.archive.snapshots import keep_snapshot, kept_entry, snapshot_bytes

__all__ = [
    "content",
    "content_bytes",
    "content_hash",
    "event_content",
    "keep_snapshot",
    "kept_entry",
    "loading",
    "numbering",
    "origin",
    "serialisation",
    "snapshot_bytes",
]
