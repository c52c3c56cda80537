"""What is stored of a deal is what the log says was stored."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from django.db import connection

from clubs.books import heads
from clubs.books.verification import verify_log
from clubs.models import Book, LogEntry
from scoring import recording
from scoring.models import DealVersion
from tests.clubs.books.test_attackers import compute_again, rows_of
from tests.scoring.support.played import Evening, a_body, an_evening

pytestmark = [pytest.mark.django_db, pytest.mark.engine]


@pytest.fixture
def evening() -> Evening:
    """Two deals, one of them corrected, one with a penalty that nobody typed into a sheet."""
    evening = an_evening()
    evening.record(1)
    evening.record(2)
    evening.amend(1, a_body(meld_points=840))
    recording.adjust(evening.director, evening.game, evening.charge(0, -100, deal=2))
    return evening


def first_version(evening: Evening) -> DealVersion:
    return DealVersion.objects.get(deal__game=evening.game, deal__number=1, number=1)


def write(version: DealVersion, **columns: Any) -> None:
    """Write into the row as whoever has the database does, without an act."""
    DealVersion.objects.filter(pk=version.pk).update(**columns)


def swapped(evening: Evening) -> dict[str, Any]:
    """All of a deal, with the sides changed about: also what follows from the sheet."""
    version = first_version(evening)
    sheet, result = deepcopy(version.sheet), deepcopy(version.result)
    sheet["hands"].reverse()
    result["sides"].reverse()
    return {"sheet": sheet, "result": result}


def swap_the_sides(evening: Evening) -> None:
    write(first_version(evening), **swapped(evening))


def change_a_line(evening: Evening) -> None:
    """A line of the score alone: the sheet and the points stay."""
    result = deepcopy(first_version(evening).result)
    result["sides"][0]["lines"][0]["points"] += 5
    result["sides"][0]["lines"][1]["points"] -= 5
    write(first_version(evening), result=result)


def remove_a_version(evening: Evening) -> None:
    first_version(evening).delete()


def make_up_a_version(evening: Evening) -> None:
    version = first_version(evening)
    version.pk, version.number, version.current = None, 3, False
    version.save()


@pytest.mark.parametrize(
    "attack",
    [swap_the_sides, change_a_line, remove_a_version, make_up_a_version],
    ids=lambda attack: attack.__name__,
)
def test_a_stored_deal_that_is_not_the_logged_one_is_found_without_any_key(
    attack: Callable[[Evening], None], evening: Evening, settings: Any
) -> None:
    settings.LOG_KEY = ""
    assert verify_log().broken == []
    attack(evening)
    assert {broken.book for broken in verify_log().broken} == {evening.game.book_id}


def test_a_swap_that_is_also_written_into_the_log_is_found_with_the_key(evening: Evening) -> None:
    head = Book.objects.get(pk=evening.game.book_id).head
    swap_the_sides(evening)
    version = first_version(evening)
    rows = rows_of(evening.game.book)
    stored = recording.logged_digest(version)
    for _pk, payload in rows:
        for at, logged in enumerate(payload["after"].get("stored", [])):
            if logged[:2] == stored[:2]:
                payload["after"]["stored"][at] = stored
                payload["after"]["sheet"] = version.sheet
    compute_again(evening.game.book, rows)
    (broken,) = verify_log().broken
    assert broken.fault == "the entry is not sealed with the key of the log"
    assert heads.find_entry(heads.NotedHead(digest=head)) is None


def without_digests(evening: Evening) -> None:
    """Make the log what it was before it had digests."""
    rows = rows_of(evening.game.book)
    for _pk, payload in rows:
        payload["after"].pop("stored", None)
    compute_again(evening.game.book, rows)


def test_a_log_from_before_there_were_digests_still_agrees_and_knows_sheet_and_points(
    evening: Evening, settings: Any
) -> None:
    settings.LOG_KEY = ""
    without_digests(evening)
    assert verify_log().broken == []
    swap_the_sides(evening)
    assert [broken.book for broken in verify_log().broken] == [evening.game.book_id]


def test_every_version_is_logged_with_its_digest_by_the_act_that_stored_it(evening: Evening) -> None:
    logged = [
        tuple(stored)
        for text in LogEntry.objects.filter(book=evening.game.book).values_list("text", flat=True)
        for stored in json.loads(text)["after"].get("stored", [])
    ]
    versions = DealVersion.objects.filter(deal__game=evening.game)
    assert sorted(logged) == sorted(tuple(recording.logged_digest(version)) for version in versions)
    assert len(logged) == 4


def test_they_are_compared_with_two_statements(evening: Evening, django_assert_num_queries: Any) -> None:
    assert connection.vendor
    with django_assert_num_queries(4):  # with the log, and statements of federations
        verify_log()
