"""What recording a deal asks of the database: few statements and one commit, however long the evening was."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.books.writing import Author
from scoring import recording
from scoring.models import Game
from scoring.store.game_queries import games_with_sides
from tests.scoring.support.played import Evening, a_deal, a_game, a_small_body, an_evening

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]
MOST = 12
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
