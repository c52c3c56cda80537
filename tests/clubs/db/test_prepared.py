"""Questions written in SQL once answer as the querysets do that they stand for."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, models, transaction
from django.test import Client

from clubs import books
from clubs.accounts.backend import _USER
from clubs.db import prepared
from clubs.db.prepared import PrefetchedRows, PreparedQuery
from clubs.models import Club, Role, User
from config.sessions import _SESSION
from scoring import recording
from scoring.models import Call, Game, Side
from scoring.recording import session
from scoring.store.deal_queries import _CURRENT_VERSIONS, _DEALS, _HANDS, _LATEST_DEALS
from scoring.store.game_queries import (
    _GAME,
    _SEATS,
    _SEATS_AT_DESK,
    _SIDES,
    game_with_roles,
    game_with_sides,
    games_with_sides,
)
from scoring.store.table_queries import (
    _OPEN_CALLS,
    _SEATS_BY_SECRET,
    _TABLE_BY_SECRET,
    table_by_secret,
    tables_with_game,
)
from tests.scoring.support.played import Evening, an_evening

pytestmark = [pytest.mark.django_db, pytest.mark.engine]


@pytest.fixture
def evening() -> Evening:
    """At a table, one deal written down and confirmed by nobody, the next one dealt, somebody calls."""
    evening = an_evening()
    evening.record(1)
    said = recording.CallRequest(reason=Call.Reason.TIME, key=uuid4())
    recording.call_director(evening.device(0), evening.game, said)
    recording.start_deal(evening.scorer, evening.game, 2, uuid4())
    return evening


def scorer(evening: Evening) -> User:
    assert evening.scorer.user is not None
    return evening.scorer.user


def signed_in(user: User) -> str:
    client = Client()
    client.force_login(user)
    return str(client.session.session_key)


ASKED: dict[str, tuple[PreparedQuery[Any], Callable[[Evening], tuple[Any, ...]]]] = {
    "the table": (_TABLE_BY_SECRET, lambda evening: (evening.table.secret,)),
    "no table": (_TABLE_BY_SECRET, lambda _evening: ("x" * 16,)),
    "the game": (_GAME, lambda evening: (evening.game.pk,)),
    "its sides": (_SIDES, lambda evening: (evening.game.pk,)),
    "who sits there": (_SEATS, lambda evening: (evening.game.pk,)),
    "its deals": (_DEALS, lambda evening: (evening.game.pk,)),
    "their hands": (_HANDS, lambda evening: (evening.game.pk,)),
    "what is written": (_CURRENT_VERSIONS, lambda evening: (evening.game.pk,)),
    "calls": (_OPEN_CALLS, lambda evening: (evening.game.pk,)),
    "the latest deals": (_LATEST_DEALS, lambda evening: (evening.game.pk, 1)),
    "the seats at a table": (_SEATS_BY_SECRET, lambda evening: (evening.table.secret,)),
    "the seats and a scorer's roles": (_SEATS_AT_DESK, lambda evening: (evening.game.pk, scorer(evening).pk)),
    "the seats and nobody's roles": (_SEATS_AT_DESK, lambda evening: (evening.game.pk, 0)),
    "whoever is signed in": (_USER, lambda evening: (scorer(evening).pk,)),
    "the session": (_SESSION, lambda evening: (signed_in(scorer(evening)),)),
    "the book": (books.BOOK_FOR_UPDATE, lambda evening: (evening.game.book_id,)),
    "the book and a new key": (
        books.BOOK_AND_KEY_FOR_UPDATE,
        lambda evening: (evening.game.book_id, uuid4()),
    ),
    "another sending": (books.ENTRY_BY_KEY, lambda _evening: (uuid4(),)),
    "the sides to change": (session._LOCKED_SIDES, lambda evening: (evening.game.pk,)),
}


@pytest.mark.parametrize("name", ASKED)
def test_a_question_is_answered_as_its_queryset(evening: Evening, name: str) -> None:
    question, asked_in = ASKED[name]
    asked = asked_in(evening)
    with transaction.atomic():
        for _time in range(2):  # written, and then known
            assert [told(row) for row in question.all(*asked)] == [
                told(row) for row in question.query(*asked)
            ]


def told(row: models.Model) -> dict[str, object]:
    """Everything a row says, with what was joined to it."""
    joined = {
        name: told(other) if isinstance(other, models.Model) else other
        for name, other in row._state.fields_cache.items()
        if not (isinstance(other, models.Model) and row in other._state.fields_cache.values())
    }
    plain = {name: value for name, value in vars(row).items() if not name.startswith("_")}
    return {**plain, "joined": joined, "adding": row._state.adding, "db": row._state.db}


def test_a_sending_is_found_by_its_key(evening: Evening) -> None:
    key = uuid4()
    recording.void_deal(evening.director, evening.game, 2, "Misdealt", key)
    found = books.ENTRY_BY_KEY.first(key)
    assert found is not None
    assert (found.act, found.key) == ("deal.voided", key)


def test_no_row_has_a_number_that_no_database_can_count_to(evening: Evening) -> None:
    assert _LATEST_DEALS.all(evening.game.pk, 10**30) == []
    assert _LATEST_DEALS.first(evening.game.pk, 2**63 - 1) is None


def test_each_thread_asks_on_its_own_connection() -> None:
    question = PreparedQuery(lambda name: Club.objects.filter(name=name), str)
    question.all("nobody")
    seen: list[object] = []

    def ask() -> None:
        seen.append(question._compiled().compiler.connection)
        connection.close()

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    assert seen[0] is not question._compiled().compiler.connection


def test_a_value_that_is_not_asked_for_is_a_mistake_of_ours() -> None:
    with pytest.raises(AssertionError, match="place"):
        PreparedQuery(lambda _name: Club.objects.all(), str).all("Solna")
    assert set(prepared.PLACEHOLDERS) == {int, str, type(uuid4())}


def test_what_was_read_stands_where_a_prefetch_leaves_it(
    evening: Evening, django_assert_num_queries: Any
) -> None:
    game = game_with_sides(evening.game.pk)
    assert game is not None
    with django_assert_num_queries(0):
        sides = list(game.sides.all())
        assert [side.number for side in sides] == [0, 1]
        assert game.sides.count() == 2
        assert all(side.game is game for side in sides)
        assert all(seat.side is side and seat.player.pk for side in sides for seat in side.seats.all())
    with django_assert_num_queries(2):
        assert game.sides.filter(number=1).get() == sides[1]
        assert game.sides.exists()


def test_what_else_is_asked_of_a_relation_is_asked_of_its_own_rows() -> None:
    other = an_evening().game
    sides: PrefetchedRows[Side] = PrefetchedRows(other, "sides", [])
    assert list(sides) == []
    assert {side.game_id for side in other.sides.order_by("pk")} == {other.pk}
    assert list(other.sides.all()) == []


def seating_of(game: Game) -> list[tuple[dict[str, object], list[dict[str, object]]]]:
    """Each side with its seats, as everybody reads them."""
    return [
        (plain(side), [{**plain(seat), "player": plain(seat.player)} for seat in side.seats.all()])
        for side in game.sides.all()
    ]


def plain(row: models.Model) -> dict[str, object]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def test_a_game_is_read_with_its_seats_and_roles_by_one_statement(
    evening: Evening, django_assert_num_queries: Any
) -> None:
    expected = games_with_sides().get(pk=evening.game.pk)
    with django_assert_num_queries(1):
        found = game_with_roles(evening.game.pk, scorer(evening))
        assert found is not None
        game, roles = found
        assert (plain(game), plain(game.book)) == (plain(expected), plain(expected.book))
        assert game.book.club == expected.book.club
        assert all(side.game is game for side in game.sides.all())
        assert roles == {Role.Kind.SCORER}
        assert seating_of(game) == seating_of(expected)
    assert game_with_roles(evening.game.pk + 1, scorer(evening)) is None


def test_a_table_is_read_with_its_game_and_seats_by_one_statement(
    evening: Evening, django_assert_num_queries: Any
) -> None:
    expected = tables_with_game().get(pk=evening.table.pk)
    with django_assert_num_queries(1):
        table = table_by_secret(evening.table.secret)
        assert table is not None
        assert table.game is not None
        assert expected.game is not None
        assert (plain(table), plain(table.game)) == (plain(expected), plain(expected.game))
        assert table.club == table.game.book.club == expected.club
        assert table.game.table is table
        assert seating_of(table.game) == seating_of(expected.game)


def test_a_side_with_nobody_and_a_table_without_a_game_are_read_as_well(evening: Evening) -> None:
    evening.sides[1].seats.all().delete()
    found, table = game_with_roles(evening.game.pk, scorer(evening)), table_by_secret(evening.table.secret)
    assert found is not None
    assert table is not None
    assert table.game is not None
    for game in (found[0], table.game):
        assert [len(side.seats.all()) for side in game.sides.all()] == [2, 0]
    recording.assign_table(evening.director, table, None)
    free = table_by_secret(evening.table.secret)
    assert free is not None
    assert free.game is None
