"""The product's connection to PostgreSQL, on a real server."""

import selectors
from collections.abc import Iterator

import pytest
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import load_backend

from config import environment
from tests.needs import unavailable
from tests.steps import servers

LIMIT = 20.0

pytestmark = pytest.mark.django_db


@pytest.fixture
def connection() -> Iterator[BaseDatabaseWrapper]:
    """A connection that stays open between requests, as in the product."""
    try:
        servers.connect().close()
    except servers.NoServer as reason:
        unavailable(str(reason))
    settings = environment.postgresql(f"{servers.POSTGRESQL}/postgres")
    options: environment.Database = {
        "ATOMIC_REQUESTS": False,
        "AUTOCOMMIT": True,
        "TIME_ZONE": None,
        "TEST": {},
    }
    wrapper = load_backend(str(settings["ENGINE"])).DatabaseWrapper({**settings, **options}, "other")
    yield wrapper
    wrapper.close()


def fetch_value(connection: BaseDatabaseWrapper, sql: str) -> object:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return cursor.fetchone()[0]


def begin_request(connection: BaseDatabaseWrapper) -> None:
    """Do what Django does at each request: close a connection that is not usable."""
    connection.close_if_unusable_or_obsolete()


def test_an_open_connection_is_used_again(connection: BaseDatabaseWrapper) -> None:
    process = fetch_value(connection, "SELECT pg_backend_pid()")
    begin_request(connection)
    assert fetch_value(connection, "SELECT pg_backend_pid()") == process


def test_a_server_that_has_ended_the_connection_is_asked_on_a_new_one(
    connection: BaseDatabaseWrapper,
) -> None:
    process = fetch_value(connection, "SELECT pg_backend_pid()")
    assert connection.connection is not None
    with servers.connect() as admin, selectors.DefaultSelector() as selector:
        admin.execute("SELECT pg_terminate_backend(%s)", [process])
        selector.register(connection.connection.fileno(), selectors.EVENT_READ)
        assert selector.select(LIMIT)
    begin_request(connection)
    assert fetch_value(connection, "SELECT pg_backend_pid()") != process
