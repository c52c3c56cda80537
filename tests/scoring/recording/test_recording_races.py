"""Two processes at the same moment: exactly one deal, one version, one clear answer to the other.

Three guards keep it so: the lock of the book, the check of what stands, the constraints of the database. The
last tests take them away, to show that each is worth having.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.db import connection
from psycopg import sql

from clubs.books.verification import verify_log
from scoring.models import Deal, DealVersion
from scoring.recording import recheck
from tests.conftest import LONG
from tests.scoring.support.other_process import (
    OtherProcess,
    address_of_database,
    ask_together,
    other_process,
)
from tests.scoring.support.played import Evening, a_body, a_small_body, an_evening

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]
RACES = 500 if LONG else 8
UNGUARDED = 10 if LONG else 2
Answer = dict[str, Any]
Races = Callable[[list[Evening]], list[list[Answer]]]
Both = tuple[OtherProcess, OtherProcess]


@pytest.fixture(scope="module")
def both(django_db_setup: None) -> Iterator[Both]:
    """Two processes with the database of these tests, started once."""
    with other_process() as one, other_process() as another:
        yield one, another


@pytest.fixture
def evening() -> Evening:
    return an_evening()


def to_record(evening: Evening, number: int, points: int, key: str = "") -> Answer:
    body = a_small_body(points)
    return {
        "do": "record",
        "table": evening.table.pk,
        "number": number,
        "body": body,
        "key": key or str(uuid4()),
    }


def to_rule(evening: Evening, version: int, points: int) -> Answer:
    """The director's own version of the first deal, which needs nobody's approval."""
    body = a_body(meld_points=points)
    return {
        "do": "rule",
        "table": evening.table.pk,
        "version": version,
        "body": body,
        "key": str(uuid4()),
    }


def outcome(answers: list[Answer]) -> list[str]:
    """How each of two came off: `stored`, or the name of what it was told."""
    return sorted(answer.get("refused") or answer.get("error") or "stored" for answer in answers)


def nothing_is_wrong() -> None:
    assert list(recheck.all_differences()) == []
    assert verify_log().broken == []


# With all guards.


def test_of_two_devices_that_record_the_same_deal_one_is_told_of_the_other(
    both: Both, evening: Evening
) -> None:
    for number in range(1, RACES + 1):
        lines = [to_record(evening, number, 5), to_record(evening, number, 10)]
        assert outcome(ask_together(both, lines)) == ["AlreadyChanged", "stored"]
    assert Deal.objects.count() == DealVersion.objects.count() == RACES
    nothing_is_wrong()


def test_of_two_versions_of_a_deal_that_would_both_be_confirmed_one_is(both: Both, evening: Evening) -> None:
    evening.record(1)
    for version in range(1, RACES + 1):
        points = 840 if version % 2 else 845
        lines = [to_rule(evening, version, points - 100), to_rule(evening, version, points - 200)]
        assert outcome(ask_together(both, lines)) == ["AlreadyChanged", "stored"]
        assert DealVersion.objects.get(confirmed=True).number == version + 1
    assert DealVersion.objects.count() == RACES + 1
    nothing_is_wrong()


def test_a_sending_that_arrives_twice_at_once_is_stored_once_and_answered_the_same(
    both: Both, evening: Evening
) -> None:
    for number in range(1, RACES + 1):
        line = to_record(evening, number, 5, str(uuid4()))
        one, another = ask_together(both, [line, line])
        assert one == another
        assert "answer" in one
    assert DealVersion.objects.count() == RACES
    nothing_is_wrong()


# Without.


@pytest.fixture
def evenings() -> list[Evening]:
    """A game for each race: what two have written without a guard is not written on."""
    evenings = [an_evening() for _race in range(UNGUARDED)]
    for evening in evenings:
        evening.record(1)
    return evenings


@pytest.fixture
def unguarded(both: Both, tmp_path: Path, evenings: list[Evening]) -> Iterator[Both]:
    """Both without lock and check, in a copy of this test's database: constraints may be dropped there."""
    connection.close()
    ours = str(connection.settings_dict["NAME"])
    is_file = connection.vendor == "sqlite"
    # The name of a database of the server begins as that of the run's own, so that it goes with them
    # however the run ends.
    copy = str(tmp_path / "scratch.sqlite3") if is_file else f"{ours}_scratch"
    all_do(both, do="use_database", name=copy)
    with scratch_file(ours, copy) if is_file else scratch_database(ours, copy):
        all_do(both, do="remove_guards", meeting=str(tmp_path))
        yield both
        all_do(both, do="restore_guards")
        all_do(both, do="use_database", name=ours)


def all_do(both: Both, **command: str) -> None:
    for other in both:
        assert "answer" in other.ask(**command)


@contextmanager
def scratch_file(ours: str, copy: str) -> Iterator[None]:
    source, target = sqlite3.connect(ours), sqlite3.connect(copy)
    source.backup(target)
    for each in (source, target):
        each.close()
    yield


@contextmanager
def scratch_database(ours: str, copy: str) -> Iterator[None]:
    server = address_of_database().rpartition("/")[0]
    names = {"copy": sql.Identifier(copy), "ours": sql.Identifier(ours)}
    with psycopg.connect(f"{server}/postgres", autocommit=True) as admin:
        admin.execute(sql.SQL("CREATE DATABASE {copy} TEMPLATE {ours}").format(**names))
        try:
            yield
        finally:
            admin.execute(sql.SQL("DROP DATABASE {copy} WITH (FORCE)").format(**names))


def recordings(evenings: list[Evening]) -> list[list[Answer]]:
    return [[to_record(evening, 2, 5), to_record(evening, 2, 10)] for evening in evenings]


def rulings(evenings: list[Evening]) -> list[list[Answer]]:
    return [[to_rule(evening, 1, 740), to_rule(evening, 1, 640)] for evening in evenings]


either_race = pytest.mark.parametrize("races", [recordings, rulings])


@either_race
def test_without_lock_and_check_the_constraints_let_one_through_and_the_other_fails(
    unguarded: Both, evenings: list[Evening], races: Races
) -> None:
    for lines in races(evenings):
        assert outcome(ask_together(unguarded, lines)) == ["IntegrityError", "stored"]


@either_race
def test_without_the_constraints_too_both_are_stored(
    unguarded: Both, evenings: list[Evening], races: Races
) -> None:
    assert unguarded[0].ask(do="drop_constraints") == {"answer": "dropped"}
    for lines in races(evenings):
        assert outcome(ask_together(unguarded, lines)) == ["stored", "stored"]
