"""The settings: safe by default, read from the environment, and all explained in docs/settings.md."""

import json
import os
import re
import runpy
import sqlite3
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import ConnectionHandler, OperationalError
from django.test import Client, override_settings
from pytest_django import Settings

from config import environment
from config.environment import PRIVATE_NETWORKS
from tests import ROOT

PRODUCTION = {"TALON_SECRET_KEY": "k" * 60 + "0123456789", "TALON_HOSTS": "talon.example"}
VARIABLE = re.compile(r"\bTALON_[A-Z_]+\b")


@pytest.fixture
def settings_of(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a reader of the settings in an environment with these `TALON_` variables only."""

    def read(**variables: str) -> dict[str, Any]:
        for name in [name for name in os.environ if name.startswith("TALON_")]:
            monkeypatch.delenv(name)
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        return runpy.run_path(str(ROOT / "config/settings.py"))

    return read


def test_search_engines_list_nothing_unless_the_settings_say_so(settings: Settings) -> None:
    address = "/robots.txt"
    settings.SEARCH_ENGINES = False
    assert Client().get(address).content.decode().splitlines()[1:] == ["Disallow: /"]
    settings.SEARCH_ENGINES = True
    forbidden = Client().get(address).content.decode().splitlines()[1:]
    assert "Disallow: /" not in forbidden
    assert "Disallow: /t/" in forbidden


def test_the_table_of_settings_names_what_the_code_reads_and_nothing_else() -> None:
    table = (ROOT / "docs/settings.md").read_text(encoding="utf-8")
    documented = set(re.findall(r"^\| `(TALON_[A-Z_]+)`", table, re.MULTILINE))
    assert documented == read_by_the_product() | read_by_the_tests()


def read_by_the_product() -> set[str]:
    folders = ("config", "clubs", "scoring", "tournaments", "bin")
    files = [file for folder in folders for file in (ROOT / folder).rglob("*") if is_text(file)]
    return {name for file in files for name in VARIABLE.findall(file.read_text(encoding="utf-8"))}


def read_by_the_tests() -> set[str]:
    files = (ROOT / "tests/steps").rglob("*.py")
    names = {name for file in files for name in VARIABLE.findall(file.read_text(encoding="utf-8"))}
    return {name for name in names if name.startswith("TALON_TEST_")}


def is_text(file: Path) -> bool:
    return file.is_file() and file.suffix in {".py", ".sh", ""} and "__pycache__" not in file.parts


@pytest.mark.parametrize("missing", ["TALON_SECRET_KEY", "TALON_HOSTS"])
def test_production_refuses_to_start_without(missing: str, settings_of: Any) -> None:
    given = {name: value for name, value in PRODUCTION.items() if name != missing}
    with pytest.raises(ImproperlyConfigured, match=missing):
        settings_of(**given)


def test_production_is_the_default_and_keeps_everything_behind_tls(settings_of: Any) -> None:
    settings = settings_of(**PRODUCTION)
    assert settings["DEBUG"] is False
    assert settings["ALLOWED_HOSTS"] == ["talon.example"]
    assert settings["SECURE_SSL_REDIRECT"] is True
    assert settings["SECURE_HSTS_SECONDS"] >= 365 * 24 * 60 * 60
    cookies = (
        "SESSION_COOKIE_SECURE",
        "CSRF_COOKIE_SECURE",
        "LANGUAGE_COOKIE_SECURE",
        "SESSION_COOKIE_HTTPONLY",
    )
    assert all(settings[name] for name in cookies)
    assert settings["SECURE_PROXY_SSL_HEADER"] is None


def test_plain_http_has_no_secure_cookies_and_promises_no_tls(settings_of: Any) -> None:
    settings = settings_of(**PRODUCTION, TALON_PLAIN_HTTP="yes")
    assert not settings["SESSION_COOKIE_SECURE"]
    assert not settings["CSRF_COOKIE_SECURE"]
    assert settings["SECURE_HSTS_SECONDS"] == 0
    assert settings["SECURE_SSL_REDIRECT"] is False


def test_a_proxy_is_believed_only_when_it_is_announced(settings_of: Any) -> None:
    settings = settings_of(**PRODUCTION, TALON_BEHIND_PROXY="yes")
    assert settings["SECURE_PROXY_SSL_HEADER"] == ("HTTP_X_FORWARDED_PROTO", "https")


def test_the_hall_is_the_private_networks_only_where_no_proxy_hides_who_asks(settings_of: Any) -> None:
    def networks(**variables: str) -> list[str]:
        return [str(network) for network in settings_of(**PRODUCTION, **variables)["HALL_NETWORKS"]]

    assert networks() == networks(TALON_BEHIND_PROXY="yes") == []
    assert networks(TALON_PLAIN_HTTP="yes", TALON_BEHIND_PROXY="yes") == []
    assert networks(TALON_PLAIN_HTTP="yes") == list(PRIVATE_NETWORKS)
    assert networks(TALON_PLAIN_HTTP="yes", TALON_HALL_NETWORKS="") == []
    named = "192.0.2.0/24, 2001:db8::/48"
    assert networks(TALON_BEHIND_PROXY="yes", TALON_HALL_NETWORKS=named) == named.split(", ")
    with pytest.raises(ImproperlyConfigured, match=r"TALON_HALL_NETWORKS.*write networks such as"):
        networks(TALON_HALL_NETWORKS="192.0.2.1/24")


def test_the_data_folder_holds_the_database_and_the_uploads(settings_of: Any, tmp_path: Path) -> None:
    settings = settings_of(**PRODUCTION, TALON_DATA_DIR=str(tmp_path))
    assert settings["DATABASES"]["default"]["NAME"] == str(tmp_path / "talon.sqlite3")
    assert settings["STORAGES"]["default"]["OPTIONS"]["location"] == tmp_path / "uploads"


def test_files_live_in_the_data_folder_or_all_of_them_in_postgresql(settings_of: Any, tmp_path: Path) -> None:
    shared = {**PRODUCTION, "TALON_DATABASE_URL": "postgresql://db.example/club"}
    for variables, kind in (
        (PRODUCTION, "folder"),
        (shared, "folder"),
        ({**shared, "TALON_FILES": "database"}, "database"),
    ):
        settings = settings_of(**variables, TALON_DATA_DIR=str(tmp_path))
        backends = {
            settings["STORAGES"][alias]["BACKEND"] for alias in ("default", "jobs", "copies", "notices")
        }
        assert (settings["FILES"], len(backends)) == (kind, 1)
        assert f".{kind}." in backends.pop()
        assert settings["BACKUP_DAYS"] == (60 if kind == "folder" else 7)


def test_files_do_not_live_in_a_database_that_is_a_file(settings_of: Any) -> None:
    with pytest.raises(ImproperlyConfigured, match="TALON_FILES is database, which needs PostgreSQL"):
        settings_of(**PRODUCTION, TALON_FILES="database")
    with pytest.raises(ImproperlyConfigured, match="TALON_FILES is 's3': write folder or database"):
        settings_of(**PRODUCTION, TALON_FILES="s3")


def test_one_variable_leads_to_postgresql(settings_of: Any) -> None:
    settings = settings_of(
        **PRODUCTION,
        TALON_DATABASE_URL="postgresql://talon:p%40ss@db.example:5433/club?sslmode=require",
    )
    database = settings["DATABASES"]["default"]
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db.example", "5433", "club")
    assert (database["USER"], database["PASSWORD"]) == ("talon", "p@ss")
    assert database["OPTIONS"] == {"server_side_binding": True, "prepare_threshold": 2, "sslmode": "require"}


def test_a_misspelt_value_is_an_error() -> None:
    with pytest.raises(ImproperlyConfigured, match="X_FLAG"):
        environment.flag({"X_FLAG": "perhaps"}, "X_FLAG")
    with pytest.raises(ImproperlyConfigured, match="X_NUMBER"):
        environment.integer({"X_NUMBER": "many"}, "X_NUMBER", default=1)
    with pytest.raises(ImproperlyConfigured, match="mysql"):
        environment.database("mysql://localhost/club", Path())


def test_a_database_address_may_name_a_file() -> None:
    assert environment.database("sqlite:///srv/my%20club/talon.db", Path())["NAME"] == "/srv/my club/talon.db"


@pytest.mark.parametrize(
    "wrong", ["talon.example", "ftp://talon.example", "https://", "https://talon.example/?a=1"]
)
def test_the_public_address_is_a_whole_one(wrong: str) -> None:
    assert environment.public_address({"X": " https://talon.example/ "}, "X") == "https://talon.example"
    assert environment.public_address({}, "X") == ""
    with pytest.raises(ImproperlyConfigured, match="write it as"):
        environment.public_address({"X": wrong}, "X")


def test_the_release_is_the_version_of_the_project(settings_of: Any) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert settings_of(**PRODUCTION)["RELEASE"] == project["version"]


def test_djangos_own_check_of_a_deployment_has_nothing_to_say() -> None:
    environment_of_a_server = {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "DEBUG"],
        cwd=ROOT,
        env={**environment_of_a_server, **PRODUCTION},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (done.returncode, done.stdout.strip()) == (0, "System check identified no issues (0 silenced).")


def test_no_directive_allows_what_stands_inside_a_page(settings_of: Any) -> None:
    policy = settings_of(**PRODUCTION)["CONTENT_SECURITY_POLICY"]
    assert "unsafe" not in json.dumps(policy)
    assert policy["DIRECTIVES"]["default-src"] == ["'none'"]


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/sign-in/", "/health/", "/nowhere/"])
def test_every_page_carries_the_policy(client: Client, address: str) -> None:
    policy = client.get(address).headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


@pytest.mark.django_db
@pytest.mark.engine
def test_the_health_check_is_well_when_every_migration_is_there(client: Client) -> None:
    assert (client.get("/health/").status_code, client.head("/health/").status_code) == (200, 200)


@pytest.mark.django_db
@pytest.mark.engine
def test_the_health_check_is_not_well_when_a_migration_waits(client: Client) -> None:
    MigrationRecorder(connection).migration_qs.filter(app="clubs").delete()
    answer = client.get("/health/")
    assert (answer.status_code, answer.content) == (503, b"migrations wait\n")


@pytest.mark.django_db
def test_the_health_check_is_not_well_without_a_database(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_recorder: MigrationRecorder) -> None:
        raise OperationalError("unable to open database file")

    monkeypatch.setattr(MigrationRecorder, "applied_migrations", refuse)
    answer = client.get("/health/")
    assert (answer.status_code, answer.content) == (503, b"no database\n")


@pytest.mark.django_db
@override_settings(SECURE_SSL_REDIRECT=True)
def test_only_what_monitors_read_answers_without_tls(client: Client) -> None:
    assert client.get("/").status_code == 301
    assert client.get("/health/").status_code == 200
    assert client.get("/metrics").status_code == 404  # as it is not set


SETTINGS_OF_THE_ENGINE = {
    "sqlite": {
        "PRAGMA journal_mode": "wal",
        "PRAGMA synchronous": "2",
        "PRAGMA foreign_keys": "1",
        "PRAGMA busy_timeout": "20000",
    },
    "postgresql": {"SHOW transaction_isolation": "read committed", "SHOW synchronous_commit": "on"},
}


@pytest.mark.django_db
@pytest.mark.engine
def test_a_real_connection_is_durable_and_lets_readers_and_writers_be() -> None:
    expected = SETTINGS_OF_THE_ENGINE[connection.vendor]
    with real_connection() as real, real.cursor() as cursor:
        values = {question: str(answer(cursor, question)) for question in expected}
    assert values == expected


@contextmanager
def real_connection() -> Iterator[BaseDatabaseWrapper]:
    """Our connection; on PostgreSQL to a database that waits for its disk, as that of the tests does not."""
    if connection.vendor == "sqlite":
        yield connection
        return
    real = ConnectionHandler({"default": {**connection.settings_dict, "NAME": "postgres"}})["default"]
    try:
        yield real
    finally:
        real.close()


def answer(cursor: CursorWrapper, question: str) -> object:
    cursor.execute(question)
    return cursor.fetchone()[0]


@pytest.mark.django_db
def test_a_transaction_on_sqlite_takes_its_turn_to_write_at_once(tmp_path: Path) -> None:
    ours = ConnectionHandler({"default": environment.sqlite(tmp_path / "talon.sqlite3")})["default"]
    theirs = sqlite3.connect(tmp_path / "talon.sqlite3", timeout=0, isolation_level=None)
    ours.ensure_connection()
    ours.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        theirs.execute("BEGIN IMMEDIATE")
    ours.rollback()
    theirs.execute("BEGIN IMMEDIATE")
    theirs.close()
    ours.close()
