"""The three guards of a deal, and how to take each away: the lock, the check of what stands, the constraints.

For tests alone, in a process that is thrown away afterwards.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from django.db import connection
from django.db.models import QuerySet

from clubs.books import writing
from clubs.models import LogEntry
from scoring.models import Deal, DealVersion, Game, Hand
from scoring.recording import amending, deals
from scoring.recording.session import Play
from scoring.store import sheets

# After so many seconds the other one of two does not come any more.
LIMIT, PULSE = 60.0, 0.005
CONSTRAINTS = {
    Deal: ["one_deal_per_number"],
    Hand: ["one_hand_per_side_and_deal"],
    DealVersion: [
        "one_version_per_number",
        "one_current_version_per_deal",
        "one_confirmed_version_per_deal",
    ],
    LogEntry: ["one_log_entry_per_number"],
}


def take_away(meeting: str) -> str:
    """The lock and the check. On SQLite a transaction is itself the lock, so it goes too.

    In the folder of the meeting each of two says that it has read: both have, before either writes.
    """
    patch.object(QuerySet, "select_for_update", lambda rows, **_how: rows).start()
    if connection.vendor == "sqlite":
        patch.object(writing, "transaction", Unlocked).start()
    patch.object(deals, "deal_to_record", next_of_all).start()
    patch.object(amending, "deal_to_amend", as_it_stands).start()
    # What is read grows old before anything is written.
    patch.object(deals, "sheets", Slowly(Path(meeting))).start()
    return "taken away"


class Unlocked:
    """Stands in for django.db.transaction."""

    @staticmethod
    @contextmanager
    def atomic() -> Iterator[None]:
        yield


class Slowly:
    """Stands in for scoring.store.sheets: who has looked at what stands waits until the other one has too."""

    def __init__(self, meeting: Path) -> None:
        self.meeting, self.times = meeting, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(sheets, name)

    def read_deal(self, *written: Any) -> sheets.ScoredDeal:
        self.times += 1
        (self.meeting / f"{self.times}-{os.getpid()}").touch()
        deadline = time.monotonic() + LIMIT
        while len(list(self.meeting.glob(f"{self.times}-*"))) < 2:
            assert time.monotonic() < deadline, "the other one has not come"
            time.sleep(PULSE)
        return sheets.read_deal(*written)


def next_of_all(play: Play, number: int) -> Deal:
    earlier = [deal for deal in deals.latest_deals(play.game, number) if deal.number < number]
    return deals.next_deal(play, earlier, number)


def as_it_stands(game: Game, amendment: amending.Amendment) -> tuple[Deal, DealVersion]:
    deal = Deal.objects.get(game=game, number=amendment.number)
    return deal, deal.versions.get(current=True)


def drop_constraints() -> str:
    """In a scratch database: nothing but the verbs themselves keeps two from being stored."""
    connection.close()
    with connection.schema_editor() as schema:
        for model, names in CONSTRAINTS.items():
            for constraint in [one for one in model._meta.constraints if one.name in names]:
                # SQLite makes the table anew, with what the model still says of it.
                model._meta.constraints = [one for one in model._meta.constraints if one != constraint]
                schema.remove_constraint(model, constraint)
    return "dropped"
