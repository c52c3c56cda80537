"""Each verb of recording sent twice at the same moment, with a deal beside it: done once, no deal is lost."""

from __future__ import annotations

from copy import deepcopy
from typing import Final
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.db.models import Model

from clubs.books.refusals import Outdated, Refusal
from clubs.books.verification import verify_log
from clubs.models import LogEntry
from scoring import recording
from scoring.models import Deal, DealVersion
from scoring.recording import recheck
from tests.at_once import at_once
from tests.conftest import LONG
from tests.scoring.support.every_verb import VERBS, PreparedGame
from tests.scoring.support.played import an_evening

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]
# SQLite has one queue for all who write; PostgreSQL locks rows, and there is more to meet there.
RACES: Final = 500 if LONG else 5 if connection.vendor == "postgresql" else 2
# What takes something back or writes it from paper; of the others one race shows that it is still run.
PUTS_RIGHT: Final = {
    *("record_result", "take_back_result", "end_game", "resume_game", "sign_on_paper", "reopen_game"),
    *("substitute", "cancel_adjustment", "cancel_ruling", "cancel_warning", "void_deal", "take_slip"),
    "restore_deal",
}
REFUSALS: Final = (Refusal, Outdated, ValidationError, recording.CorrectionNotAllowed)


@pytest.mark.parametrize("name", VERBS)
def test_a_sending_that_comes_twice_at_once_is_done_once_beside_a_deal(name: str) -> None:
    for _race in range(RACES if LONG or name in PUTS_RIGHT else 1):
        run_race(name)
    assert list(recheck.all_differences()) == []
    assert verify_log().broken == []


def run_race(name: str) -> None:
    evening, key = an_evening(), uuid4()
    due = PreparedGame(evening, key, VERBS[name].prepare(evening))

    def act() -> Model:
        return VERBS[name].act(deepcopy(due))

    *twice, written = at_once(act, act, lambda: write_next(deepcopy(due)), refusals=REFUSALS)
    done = [answer for answer in twice if isinstance(answer, Model)]
    # Both are told the same: that it is done, or that the deal was first.
    assert len(done) == 2 or not done, twice
    assert LogEntry.objects.filter(key=key).count() == bool(done)
    if done:
        assert done[0] == done[1]
    else:
        assert isinstance(written, DealVersion)
    if isinstance(written, DealVersion):
        assert DealVersion.objects.get(pk=written.pk).sheet == written.sheet
    else:
        assert isinstance(written, REFUSALS)


def write_next(due: PreparedGame) -> DealVersion:
    """The deal after those that are recorded, or the one that was begun."""
    recorded = due.evening.game.deals.exclude(state=Deal.State.DRAFT).count()
    return due.evening.record(recorded + 1, by=due.evening.scorer)
