"""What all tests share: how much hypothesis tries, which tests wait for --long, which database they meet."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps
from django.contrib.contenttypes.management import create_contenttypes
from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from django.db.models import AutoField
from django.db.models.signals import post_migrate
from django.template import Context, RequestContext, Template
from django.test.signals import template_rendered
from django.utils import translation
from hypothesis import HealthCheck, settings
from pytest_django import DjangoDbBlocker

LONG = bool(os.environ.get("TALON_TEST_LONG"))

settings.register_profile(
    "quick",
    max_examples=25,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "long",
    max_examples=1000,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("long" if LONG else "quick")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave tests marked `long` out, counted as such, unless full counts are asked for."""
    if LONG:
        return
    left = [item for item in items if item.get_closest_marker("long")]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if not item.get_closest_marker("long")]


def pytest_collection() -> None:
    """Look for no garbage among the tests while they are collected: they stay to the end."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Look through them this once: a worker holds some ten thousand, and would do so again and again."""
    gc.collect()
    gc.freeze()
    gc.enable()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(autouse=True)
def own_language() -> None:
    """Every test begins in the language of the source: a page leaves the one in which it was asked for."""
    translation.deactivate()


@pytest.fixture(scope="session", autouse=True)
def contexts_of_pages_alone(django_test_environment: None) -> None:
    """Let the test client keep the context of a page, and not copies for each fragment and field of it.

    The copies were a tenth of the work of a test that asks for pages. `teardown_test_environment` puts
    Django's own method back.
    """

    def render(self: Template, context: Context) -> str:
        if isinstance(context, RequestContext) and context.template is self:
            template_rendered.send(sender=self, template=self, context=context)
        return self.nodelist.render(context)

    setattr(Template, "_render", render)  # noqa: B010 (Django's own tests replace the same method)


@pytest.fixture(scope="session", autouse=True)
def rights_of_django_made_once(django_db_modify_db_settings: None) -> None:
    """Let a flush leave out Django's own kinds and permissions, which nothing of ours reads."""
    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    post_migrate.disconnect(create_contenttypes)


@pytest.fixture(scope="session", autouse=True)
def postgresql_emptied_by_rows(django_db_modify_db_settings: None) -> None:
    """Let a flush delete the rows that a test has left, in the few tables that have any.

    Django truncates all tables, and PostgreSQL then makes new files for each of them and of their indexes.
    """
    if connection.vendor == "postgresql":
        setattr(connection.ops, "sql_flush", _deletions)  # noqa: B010 (one connection flushes)


def _deletions(
    style: object, tables: list[str], *, reset_sequences: bool = False, allow_cascade: bool = False
) -> list[str]:
    """Foreign keys are checked at the end of the transaction in which Django executes these."""
    assert not reset_sequences
    named = {table: connection.ops.quote_name(table) for table in tables}
    asked = (f"SELECT '{table}' WHERE EXISTS (SELECT FROM {name})" for table, name in named.items())  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(asked))
        return [f"DELETE FROM {named[table]}" for (table,) in cursor.fetchall()]  # noqa: S608


@pytest.fixture(scope="module")
def module_rows(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """What the module's own fixtures store is there for each of its tests, and gone after the last."""
    translation.deactivate()
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One for all workers of this run."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    tmp_path_factory: pytest.TempPathFactory, django_db_modify_db_settings_parallel_suffix: None
) -> None:
    """SQLite's tests meet a file in WAL mode, as the product does, not a database in memory."""
    from django.conf import settings as product

    database = product.DATABASES["default"]
    if database["ENGINE"] == "django.db.backends.sqlite3":
        file: Path = tmp_path_factory.mktemp("database") / "test.sqlite3"
        wishes = database.setdefault("TEST", {})
        assert isinstance(wishes, dict)
        wishes["NAME"] = str(file)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """Number the rows of every table from another four-digit number on.

    A club's thousandth game stands in addresses and forms as 1000, whatever a language puts between its
    digits, and the number of a row of one table is none of another.
    """
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            _wait_for_no_disk(cursor)
        tables = [
            model._meta.db_table for model in apps.get_models() if isinstance(model._meta.pk, AutoField)
        ]
        for number, table in enumerate(sorted(tables), start=1):
            before = 1000 * number + 233
            if connection.vendor == "sqlite":
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
                cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, before])
            else:
                cursor.execute("SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)", [table, before])


def _wait_for_no_disk(cursor: CursorWrapper) -> None:
    """Let a commit in this database return before it is on the disk: nobody cuts the power of a test.

    A commit takes 0.1 ms and not 2. Who sees what, and who waits for whom, stays as it is.
    """
    name = connection.ops.quote_name(str(connection.settings_dict["NAME"]))
    cursor.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")  # for the connections to come
    cursor.execute("SET synchronous_commit = off")
