"""What recording a deal asks of the database: few statements and one commit, however long the evening was.

Of a whole request every statement counts, with those of the session and BEGIN; only COMMIT does not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.books.writing import Author
from scoring import recording
from scoring.models import Game
from scoring.recording import deals
from scoring.store.game_queries import games_with_sides
from tests.scoring.entry.test_entry_pages import TYPED, form_values
from tests.scoring.support.played import Evening, a_deal, a_game, a_small_body, an_evening

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]
MOST = 12
# The words of the log are a row of their own: one statement.
MOST_AT_TABLE, MOST_AT_DESK = 11, 13
NOT_COUNTED = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")


def at_the_table(evening: Evening) -> Author:
    return evening.device(0)


def at_the_desk(evening: Evening) -> Author:
    return evening.scorer


AUTHORS = [at_the_table, at_the_desk]


def statements(evening: Evening, by: Author, number: int) -> list[str]:
    """What is asked of the database while a started deal is recorded, as a page has its game."""
    evening.start(number)
    game = games_with_sides().get(pk=evening.game.pk)
    with CaptureQueriesContext(connection) as asked:
        recording.record_deal(by, game, a_deal(number, a_small_body()))
    return [query["sql"] for query in asked.captured_queries]


def counted(asked: list[str]) -> list[str]:
    return [sql for sql in asked if not sql.startswith(NOT_COUNTED)]


def commits(asked: list[str]) -> int:
    return sum(sql.startswith("COMMIT") for sql in asked)


@pytest.mark.parametrize("author", AUTHORS)
def test_recording_a_started_deal_takes_at_most_twelve_statements_and_one_commit(
    author: Callable[[Evening], Author],
) -> None:
    evening = an_evening()
    asked = statements(evening, author(evening), 1)
    assert len(counted(asked)) <= MOST, "\n".join(asked)
    assert commits(asked) == 1


@pytest.mark.parametrize("author", AUTHORS)
@pytest.mark.parametrize("protocols", list(Game.Protocols))
def test_the_number_of_statements_is_the_same_late_in_the_evening(
    author: Callable[[Evening], Author], protocols: Game.Protocols
) -> None:
    evening = an_evening(protocols=protocols)
    recording.take_seats(
        evening.scorer, evening.game, recording.Seats(highest=evening.player(0).pk, key=uuid4())
    )
    first = statements(evening, author(evening), 1)
    for number in range(2, 12):
        evening.record(number, a_small_body())
    for _game in range(5):
        other = a_game(evening.table.club, evening.scorer)
        recording.record_deal(evening.scorer, other, a_deal(1))
    last = statements(evening, author(evening), 12)
    assert len(counted(first)) == len(counted(last)) <= MOST


def test_a_deal_that_nobody_started_is_recorded_in_one_commit_too() -> None:
    evening = an_evening()
    with CaptureQueriesContext(connection) as asked:
        evening.record(1, a_small_body())
    assert commits([query["sql"] for query in asked.captured_queries]) == 1


def test_a_sending_that_comes_again_writes_nothing() -> None:
    evening, sent = an_evening(), a_deal(1)
    recording.record_deal(evening.scorer, evening.game, sent)
    with CaptureQueriesContext(connection) as asked:
        recording.record_deal(evening.scorer, evening.game, sent)
    writing = ("INSERT", "UPDATE", "DELETE")
    assert not [query["sql"] for query in asked.captured_queries if query["sql"].startswith(writing)]


# A whole request.


def table_and_desk(evening: Evening, number: int) -> list[tuple[Client, str, int]]:
    """The table and the desk: who sends, where a deal is entered, and how many statements that may take."""
    desk = Client()
    assert evening.scorer.user is not None
    desk.force_login(evening.scorer.user)
    at_table = reverse("scoring:table_deal", args=[evening.table.secret, number])
    at_desk = reverse("scoring:deal_new", args=[evening.game.pk])
    return [(Client(), at_table, MOST_AT_TABLE), (desk, at_desk, MOST_AT_DESK)]


def sent(client: Client, address: str) -> list[str]:
    """What is asked of the database by the request that records a deal."""
    opened = form_values(client.get(address).content.decode())
    with CaptureQueriesContext(connection) as asked:
        assert client.post(address, {**opened, **TYPED}).status_code == 302
    return [query["sql"] for query in asked.captured_queries]


@pytest.mark.parametrize("place", [0, 1], ids=["table", "desk"])
@pytest.mark.parametrize("is_started", [False, True], ids=["not started", "started"])
@pytest.mark.parametrize("agreed", [None, 9], ids=["to the target", "so many deals"])
def test_the_whole_request_of_a_deal_takes_eleven_statements_at_the_table_and_thirteen_at_the_desk(
    place: int, is_started: bool, agreed: int | None
) -> None:
    evening = an_evening(deals=agreed)
    recording.take_seats(
        evening.scorer, evening.game, recording.Seats(highest=evening.player(0).pk, key=uuid4())
    )
    for number in (1, 2):
        evening.record(number, a_small_body())
    if is_started:
        evening.start(3)
    client, address, most = table_and_desk(evening, 3)[place]
    asked = sent(client, address)
    assert commits(asked) == 1
    assert len(asked) - commits(asked) <= most, "\n".join(asked)
    assert evening.deal(3).version == 1


# What was read before the lock.


def test_what_a_request_has_read_is_read_again_where_somebody_wrote_meanwhile() -> None:
    evening = an_evening()
    as_read = evening.as_read()
    evening.record(1)
    with pytest.raises(recording.AlreadyChanged):
        recording.record_deal(evening.scorer, as_read.game, a_deal(1), as_read)


def test_a_deal_of_another_game_of_the_book_changes_nothing() -> None:
    evening = an_evening()
    other, as_read = a_game(evening.table.club, evening.scorer), evening.as_read()
    recording.record_deal(evening.scorer, other, a_deal(1))
    recording.record_deal(evening.scorer, as_read.game, a_deal(1), as_read)
    assert evening.totals == [2725, -85]


def test_a_key_that_comes_again_is_known_by_what_was_read_before_and_after() -> None:
    evening, twice = an_evening(), a_deal(1)
    before = evening.as_read()
    version = recording.record_deal(evening.scorer, evening.game, twice, evening.as_read())
    for as_read in (before, evening.as_read()):
        assert recording.record_deal(evening.scorer, as_read.game, twice, as_read) == version
    assert evening.deal(1).version == 1


class _Deadlock(Exception):
    sqlstate = "40P01"


def test_an_act_that_the_database_has_aborted_is_done_again_from_what_was_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evening = an_evening()
    evening.start(1)
    as_read, log_version = evening.as_read(), deals.log_version
    tries: list[int] = []

    def abort_once(*logged: Any) -> None:
        tries.append(len(tries))
        if len(tries) == 1:
            raise OperationalError from _Deadlock()
        log_version(*logged)

    monkeypatch.setattr(deals, "log_version", abort_once)
    recording.record_deal(evening.scorer, as_read.game, a_deal(1), as_read)
    assert (len(tries), evening.deal(1).version, evening.totals) == (2, 1, [2725, -85])
    assert (as_read.deals[0].version, as_read.game.sides.all()[0].total) == (0, 0)
