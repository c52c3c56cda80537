"""The three guards of a deal, and how to take each away: the lock, the check of what stands, the constraints.

For tests alone, in a process that is thrown away afterwards.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from django.db import connection
from django.db.models import QuerySet

from clubs import books
from clubs.models import LogEntry
from scoring import reading
from scoring.models import Deal, DealVersion, Game, Hand
from scoring.recording import amending, deals
from scoring.recording.acting import Play

# So long does each of two wait between reading and writing, that both have read before either writes.
BOTH_HAVE_READ = 0.3
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


def take_away() -> str:
    """The lock and the check. On SQLite a transaction is itself the lock, so it goes too."""
    patch.object(QuerySet, "select_for_update", lambda rows, **_how: rows).start()
    if connection.vendor == "sqlite":
        patch.object(books, "transaction", Unlocked).start()
    patch.object(deals, "deal_to_record", next_of_all).start()
    patch.object(amending, "deal_to_amend", as_it_stands).start()
    # What is read grows old before anything is written.
    patch.object(deals, "reading", Slowly()).start()
    return "taken away"


class Unlocked:
    """Stands in for django.db.transaction."""

    @staticmethod
    @contextmanager
    def atomic() -> Iterator[None]:
        yield


class Slowly:
    """Stands in for scoring.reading: after reading, time for the other one to read as well."""

    def __getattr__(self, name: str) -> Any:
        return getattr(reading, name)

    @staticmethod
    def read_deal(*written: Any) -> reading.ScoredDeal:
        time.sleep(BOTH_HAVE_READ)
        return reading.read_deal(*written)


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
