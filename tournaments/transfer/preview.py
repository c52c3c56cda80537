"""What a file would bring, before anything is stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from clubs.models import Club
from scoring.wording import labels
from tournaments.models import Tournament
from tournaments.transfer.event_file import EventFile
from tournaments.transfer.importing import find_here, refuse_taken_name
from tournaments.transfer.people import FilePlayer, match_people


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPreview:
    """What a file has, and who in it is whom."""

    name: str
    day: date
    # The name of the club in the file.
    club: str
    game: str
    entries: int
    rounds: int
    games: int
    deals: int
    photographs: int
    # How the log in the file ends, as its house can show it too.
    log_entries: int
    log_head: str
    release: str
    was_trial: bool
    known: Sequence[FilePlayer]
    new: Sequence[FilePlayer]
    doubtful: Sequence[FilePlayer]
    # The event, if it is in this installation.
    here: Tournament | None


def build_preview(club: Club, file: EventFile) -> EventPreview:
    """Return what a file would bring into a club. Raises FileRefused where it cannot come."""
    here = find_here(file)
    if here is None:
        refuse_taken_name(club, file)
    people = match_people(club, file)
    rounds = file.content["rounds"]
    games = [pairing["game"] for drawn in rounds for pairing in drawn["pairings"] if pairing["game"]]
    return EventPreview(
        name=file.content["name"],
        day=date.fromisoformat(file.content["date"]),
        club=file.club_name(file.content["club"]),
        game=str(labels.ruleset_names()[file.content["ruleset"]]),
        entries=len(file.content["entries"]),
        rounds=len(rounds),
        games=len(games),
        deals=sum(len(game["deals"]) for game in games),
        photographs=len(file.photographs),
        log_entries=file.log.entries,
        log_head=file.log.head,
        release=str(file.manifest.get("talon", ""))[:20],
        was_trial=file.record["trial"],
        known=[one for one in people if one.known is not None],
        new=[one for one in people if one.is_new],
        doubtful=[one for one in people if one.is_doubtful],
        here=here,
    )
