"""Removal of the three guards of a deal: the lock, the check of the current version, the constraints.

Only for tests, in a process of their own.
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
from scoring.recording.session import OpenGame
from scoring.store import sheets

# Seconds to wait for the other process, and between two looks.
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


def remove_guards(meeting: str) -> str:
    """Remove the lock and the check. On SQLite a transaction is the lock, so it is removed too.

    Each of two processes leaves a file in the folder `meeting` when it has read. Neither writes before that.
    """
    patch.object(QuerySet, "select_for_update", lambda rows, **_options: rows).start()
    if connection.vendor == "sqlite":
        patch.object(writing, "transaction", Unlocked).start()
    patch.object(deals, "deal_to_record", next_deal_unchecked).start()
    patch.object(amending, "deal_to_amend", deal_unchecked).start()
    # What was read is outdated before anything is written.
    patch.object(deals, "sheets", SlowSheets(Path(meeting))).start()
    return "removed"


def restore_guards() -> str:
    """Put lock and check back; a scratch database keeps no constraint that was dropped."""
    patch.stopall()
    return "restored"


class Unlocked:
    """A replacement for django.db.transaction."""

    @staticmethod
    @contextmanager
    def atomic() -> Iterator[None]:
        yield


class SlowSheets:
    """A replacement for scoring.store.sheets that waits until both processes have read a deal."""

    def __init__(self, meeting: Path) -> None:
        self.meeting, self.times = meeting, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(sheets, name)

    def read_deal(self, *written: Any) -> sheets.ScoredDeal:
        self.times += 1
        (self.meeting / f"{self.times}-{os.getpid()}").touch()
        deadline = time.monotonic() + LIMIT
        while len(list(self.meeting.glob(f"{self.times}-*"))) < 2:
            assert time.monotonic() < deadline, "the other process has not come"
            time.sleep(PULSE)
        return sheets.read_deal(*written)


def next_deal_unchecked(opened: OpenGame, number: int) -> Deal:
    earlier = [deal for deal in opened.latest_deals(number) if deal.number < number]
    return deals.next_deal(opened, earlier, number)


def deal_unchecked(game: Game, amendment: amending.Amendment) -> tuple[Deal, DealVersion]:
    deal = Deal.objects.get(game=game, number=amendment.number)
    return deal, deal.versions.get(current=True)


def drop_constraints() -> str:
    """Drop the constraints of a scratch database, so that only the verbs prevent double rows."""
    connection.close()
    with connection.schema_editor() as schema:
        for model, names in CONSTRAINTS.items():
            all_of_them = model._meta.constraints
            for constraint in [item for item in all_of_them if item.name in names]:
                # SQLite builds a new table from the model's current constraints.
                model._meta.constraints = [item for item in model._meta.constraints if item != constraint]
                schema.remove_constraint(model, constraint)
            model._meta.constraints = all_of_them
    return "dropped"
