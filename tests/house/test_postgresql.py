"""Our PostgreSQL backend, on a real server."""

import selectors
from collections.abc import Iterator

import pytest
from django.db.utils import load_backend

from config import environment
from config.postgresql.base import DatabaseWrapper
from tests.needs import unavailable
from tests.steps import servers

LIMIT = 20.0

pytestmark = pytest.mark.django_db


@pytest.fixture
def connection() -> Iterator[DatabaseWrapper]:
    """One that is kept open between requests, as the product's are."""
    try:
        servers.connect().close()
    except servers.NoServer as reason:
        unavailable(str(reason))
    settings = environment.postgresql(f"{servers.POSTGRESQL}/postgres")
    more: environment.Database = {"ATOMIC_REQUESTS": False, "AUTOCOMMIT": True, "TIME_ZONE": None, "TEST": {}}
    wrapper = load_backend(str(settings["ENGINE"])).DatabaseWrapper({**settings, **more}, "other")
    yield wrapper
    wrapper.close()


def asked(connection: DatabaseWrapper, sql: str) -> object:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return cursor.fetchone()[0]


def begin_request(connection: DatabaseWrapper) -> None:
    """As Django does at each: what is not usable is opened anew when something is asked."""
    connection.close_if_unusable_or_obsolete()


def test_an_open_connection_is_used_again_without_a_question(connection: DatabaseWrapper) -> None:
    process = asked(connection, "SELECT pg_backend_pid()")
    begin_request(connection)
    assert connection.is_usable()
    assert asked(connection, "SELECT pg_backend_pid()") == process


def test_a_server_that_has_ended_the_connection_is_asked_on_a_new_one(connection: DatabaseWrapper) -> None:
    process = asked(connection, "SELECT pg_backend_pid()")
    assert connection.connection is not None
    with servers.connect() as other, selectors.DefaultSelector() as heard:
        other.execute("SELECT pg_terminate_backend(%s)", [process])
        heard.register(connection.connection.fileno(), selectors.EVENT_READ)
        assert heard.select(LIMIT)
    begin_request(connection)
    assert not connection.is_usable()
    assert asked(connection, "SELECT pg_backend_pid()") != process


def test_a_connection_that_was_never_opened_is_not_usable(connection: DatabaseWrapper) -> None:
    assert not connection.is_usable()
