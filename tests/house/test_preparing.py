"""What a start does with existing data."""

import re
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from clubs.books.chapters import SEALED, seal_books
from clubs.books.verification import verify_log
from clubs.books.writing import club_book, writing
from clubs.models import Book, LogEntry
from config.serving import keys
from config.serving.preparing import refuse_incompatible_data, seal_logs
from tests import ROOT
from tests.builders import a_club, an_author
from tests.house.starting import clean_environment
from tests.house.tables import NAME, with_tables


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("app", "migration", "why"),
    [
        (
            "clubs",
            "0001_initial",
            r"from before the first release \(0\.1\.0\).*--data NEW-FOLDER",
        ),
        ("scoring", "9999_of_tomorrow", r"made by a newer Talon than 0\.1\.0"),
    ],
)
def test_data_with_other_tables_is_refused_before_anything_is_changed(
    app: str, migration: str, why: str
) -> None:
    MigrationRecorder(connection).record_applied(app, migration)
    with pytest.raises(SystemExit, match=why):
        refuse_incompatible_data()


@pytest.mark.django_db
def test_data_of_this_release_is_served() -> None:
    refuse_incompatible_data()


@pytest.fixture
def data(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder whose key of the log was made now; no key is in the environment."""
    monkeypatch.delenv("TALON_LOG_KEY")
    keys.ensure_log_key(tmp_path)
    settings.LOG_KEY = keys.log_key(tmp_path)
    return tmp_path


def a_written_book() -> Book:
    book = club_book(a_club())
    with writing(book, an_author()) as act:
        act.log("club.edited", book.club)
    return Book.objects.get(pk=book.pk)


@pytest.mark.django_db
def test_the_first_start_with_a_key_seals_what_is_there_and_no_later_one_does(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book = a_written_book()
    Book.objects.update(seal="")  # as before there was a key
    assert keys.is_new_log_key(data)
    seal_logs(data)
    assert "Logs that go on with a new key: 1." in capsys.readouterr().out
    assert verify_log().broken == []
    assert [file.name for file in data.iterdir()] == ["log-key"]
    assert (data / "log-key").stat().st_mode & 0o777 == 0o600
    Book.objects.filter(pk=book.pk).update(seal="")  # by somebody with the database
    seal_logs(data)
    assert "Logs that are not sealed with the key of this installation: 1." in capsys.readouterr().out
    assert len(verify_log().broken) == 1


@pytest.mark.django_db
def test_a_start_that_was_broken_off_seals_the_rest_at_the_next(data: Path, settings: Any) -> None:
    books = [a_written_book(), a_written_book()]
    Book.objects.update(seal="")
    seal_books()
    Book.objects.filter(pk=books[1].pk).update(seal="")
    keys.ensure_log_key(data)
    assert keys.log_key(data) == settings.LOG_KEY
    seal_logs(data)
    assert verify_log().broken == []
    assert LogEntry.objects.filter(act=SEALED).count() == 3


@pytest.mark.django_db
def test_a_key_from_the_environment_seals_nothing_by_itself(
    tmp_path: Path, settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    a_written_book()
    settings.LOG_KEY = "of all servers of this database"
    seal_logs(tmp_path)
    assert "bin/run manage seal_log" in capsys.readouterr().out
    assert [broken.is_unsealed for broken in verify_log().broken] == [True]


def prepared(data: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    return of_installation(data, ["-m", "config.serving.preparing", "--no-demo"], **settings)


def of_installation(
    data: Path, command: Sequence[str | Path], **settings: str
) -> subprocess.CompletedProcess[str]:
    given = {"TALON_SECRET_KEY": "x" * 50, "TALON_HOSTS": "localhost", "TALON_PLAIN_HTTP": "yes"}
    given |= {"TALON_DATA_DIR": str(data), "DJANGO_SETTINGS_MODULE": "config.settings"}
    return subprocess.run(
        [sys.executable, "-P", *command],
        env={**clean_environment(), "PYTHONPATH": str(ROOT), **given, **settings},
        cwd=data,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def last_migrations() -> tuple[str, str]:
    """The last migration of the events, and the one before it."""
    graph = MigrationLoader(None).graph
    (last,) = graph.leaf_nodes("tournaments")
    before = (parent.key for parent in graph.node_map[last].parents)
    return last[1], next(name for app, name in before if app == "tournaments")


def is_up_to_date(data: Path) -> bool:
    with closing(sqlite3.connect(data / NAME)) as database:
        names = [name for (name,) in database.execute("select name from django_migrations")]
    return last_migrations()[0] in names


def test_a_newer_release_makes_a_backup_before_it_changes_the_data(
    tmp_path: Path, shared_folder: Path
) -> None:
    data = with_tables(shared_folder, tmp_path / "data")
    (data / "secret-key").write_text("x" * 50)
    assert is_up_to_date(data)
    back = of_installation(data, [ROOT / "manage.py", "migrate", "tournaments", last_migrations()[1]])
    assert back.returncode == 0, back.stderr
    refused = prepared(data, TALON_BACKUP_DIR=str(tmp_path / "no" / "stick"))
    assert refused.returncode == 1
    assert "nothing has been changed" in refused.stderr
    assert not is_up_to_date(data)
    updated = prepared(data)
    found = re.search(r"The backup: (talon-\S+\.zip)", updated.stdout)
    assert found, updated.stdout + updated.stderr
    assert (data / "backups" / found[1]).stat().st_size > 0
    assert is_up_to_date(data)
    assert "backup" not in prepared(data).stdout
