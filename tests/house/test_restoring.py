"""`bin/run --restore`: a copy becomes an installation, or is refused without any change."""

import os
import resource
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, cast
from zipfile import ZipFile

import psycopg
import pytest

from clubs.backups import archive as backup_archive
from clubs.backups import engines
from config import environment
from config.serving import keys, restoring
from tests import ROOT
from tests.house.starting import THIS_VENV, clean_environment
from tests.needs import program, unavailable
from tests.steps import servers

LIMIT = 300  # ends a hanging test, and measures nothing
RELEASE = "0.1.0"
KEY = "k" * 60
NOW = datetime(2026, 11, 22, 18, 0, tzinfo=UTC)
MANIFEST = backup_archive.Manifest(
    release=RELEASE,
    engine="sqlite",
    migrations=("clubs.0001_first_release", "auth.0001_initial"),
    made_at=NOW,
    log=7,
    sums={},
)


def make_backup(
    folder: Path, manifest: backup_archive.Manifest = MANIFEST, database: bytes | None = None
) -> Path:
    """Pack a backup, of a database with one row."""
    source = folder / "source"
    if database is None:
        with closing(sqlite3.connect(source)) as made, made:
            made.execute("CREATE TABLE club AS SELECT 'Canasta Nord' AS name")
    else:
        source.write_bytes(database)
    copy = folder / "copy.zip"
    with copy.open("wb") as file, backup_archive.open_writer(file) as packed:
        packed.add_file(backup_archive.DATABASE, source, compress=True)
        packed.add_text(backup_archive.KEY, KEY + "\n")
        packed.add_file("uploads/signed/1.jpg", source, compress=False)
        packed.finish(replace(manifest, sums=packed.sums))
    source.unlink()
    return copy


def restore(copy: Path, data: Path, **variables: str) -> backup_archive.Manifest:
    return restoring.restore(copy, data, variables, RELEASE)


def everything_in(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@contextmanager
def assert_refused(folder: Path, words: str) -> Iterator[None]:
    """Expect that the copy is refused, and that every file is unchanged."""
    before = everything_in(folder)
    with pytest.raises(restoring.RestoreRefused, match=words):
        yield
    assert everything_in(folder) == before
    assert not list(folder.glob("*/.*restoring"))


def test_a_copy_becomes_an_installation(tmp_path: Path) -> None:
    data = tmp_path / "new" / "data"
    assert restore(make_backup(tmp_path), data).made_at == NOW
    assert sorted(everything_in(data)) == [
        "restored",
        "secret-key",
        "talon.sqlite3",
        "uploads/signed/1.jpg",
    ]
    with closing(sqlite3.connect(data / "talon.sqlite3")) as database:
        assert database.execute("SELECT name FROM club").fetchall() == [("Canasta Nord",)]
    assert keys.secret_key(data) == KEY
    assert data.stat().st_mode & 0o777 == 0o700
    assert (data / "secret-key").stat().st_mode & 0o777 == 0o600
    assert names_in(data.parent) == ["data"]


def test_an_empty_folder_is_taken_and_what_an_interrupted_attempt_left_goes(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (tmp_path / ".data.restoring").mkdir()
    (tmp_path / ".data.restoring/secret-key").write_text("half", encoding="utf-8")
    restore(make_backup(tmp_path), data)
    assert keys.secret_key(data) == KEY
    assert not (tmp_path / ".data.restoring").exists()


def test_a_folder_that_is_not_empty_is_left_alone(tmp_path: Path) -> None:
    copy = make_backup(tmp_path)
    (tmp_path / "data").mkdir()
    (tmp_path / "data/talon.sqlite3").write_bytes(b"an evening")
    with assert_refused(tmp_path, "not empty"):
        restore(copy, tmp_path / "data")


@pytest.mark.parametrize("kept", [0, 100, 1000])
def test_a_copy_that_was_cut_off_is_refused(tmp_path: Path, kept: int) -> None:
    copy = make_backup(tmp_path)
    os.truncate(copy, kept)
    with assert_refused(tmp_path, "damaged or not a backup"):
        restore(copy, tmp_path / "data")


def test_a_byte_that_a_stick_has_changed_is_found(tmp_path: Path) -> None:
    copy = make_backup(tmp_path)
    content = bytearray(copy.read_bytes())
    content[200] ^= 1
    copy.write_bytes(content)
    with assert_refused(tmp_path, "damaged or not a backup"):
        restore(copy, tmp_path / "data")


def test_a_database_that_was_damaged_before_it_was_copied_is_refused(tmp_path: Path) -> None:
    copy = make_backup(tmp_path, database=b"not a database at all" * 100)
    with assert_refused(tmp_path, "damaged"):
        restore(copy, tmp_path / "data")


@pytest.mark.parametrize(
    ("newer", "why"),
    [
        (replace(MANIFEST, release="0.2.0"), r"newer Talon \(0\.2\.0; this is 0\.1\.0\)"),
        (
            replace(MANIFEST, migrations=(*MANIFEST.migrations, "scoring.9999_of_tomorrow")),
            "with changes that this one does not know",
        ),
        (
            replace(MANIFEST, migrations=(*MANIFEST.migrations, "clubs.0001_initial")),
            r"from before the first release \(0\.1\.0\)",
        ),
        (replace(MANIFEST, format=backup_archive.FORMAT + 1), "newer Talon"),
    ],
    ids=["release", "migration", "before", "format"],
)
def test_a_copy_of_another_version_is_refused(
    tmp_path: Path, newer: backup_archive.Manifest, why: str
) -> None:
    copy = make_backup(tmp_path, newer)
    with assert_refused(tmp_path, why):
        restore(copy, tmp_path / "data")


def test_a_file_in_the_place_of_the_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a note")
    copy = make_backup(tmp_path)
    with assert_refused(tmp_path, "data is a file"):
        restore(copy, tmp_path / "data")
    assert (tmp_path / "data").read_text() == "a note"


def test_a_copy_of_an_older_version_is_taken(tmp_path: Path) -> None:
    restore(make_backup(tmp_path, replace(MANIFEST, release="0.0.9")), tmp_path / "data")
    assert (tmp_path / "data/talon.sqlite3").is_file()


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with assert_refused(tmp_path, "There is no .*stick.zip"):
        restore(tmp_path / "stick.zip", tmp_path / "data")


def test_whoever_names_the_folder_of_the_copies_reads_what_to_name(tmp_path: Path) -> None:
    folder = make_backup(tmp_path).parent
    with assert_refused(tmp_path, "is a folder. Name the file in it"):
        restore(folder, tmp_path / "data")


def test_another_key_in_the_environment_is_refused_and_the_same_is_not(tmp_path: Path) -> None:
    copy = make_backup(tmp_path)
    with assert_refused(tmp_path, "TALON_SECRET_KEY"):
        restore(copy, tmp_path / "data", TALON_SECRET_KEY="another")
    restore(copy, tmp_path / "data", TALON_SECRET_KEY=KEY)


def test_the_engine_of_the_copy_is_the_engine_it_is_restored_on(tmp_path: Path) -> None:
    copy = make_backup(tmp_path)
    with assert_refused(tmp_path, "start without TALON_DATABASE_URL"):
        restore(copy, tmp_path / "data", TALON_DATABASE_URL="postgresql://nobody@localhost/none")
    with assert_refused(tmp_path, "outside the data folder"):
        restore(copy, tmp_path / "data", TALON_DATABASE_URL=f"sqlite://{tmp_path}/elsewhere")
    other = make_backup(tmp_path, replace(MANIFEST, engine="postgresql"))
    with assert_refused(tmp_path, "name an empty database"):
        restore(other, tmp_path / "data")


def test_a_disk_that_is_full_in_the_middle_leaves_nothing(tmp_path: Path) -> None:
    copy = make_backup(tmp_path)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, before[1]))
    try:
        with assert_refused(tmp_path, "could not be unpacked"):
            restore(copy, tmp_path / "data")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert names_in(tmp_path) == ["copy.zip"]


def test_a_copy_with_a_place_outside_writes_nothing_there(tmp_path: Path) -> None:
    copy = make_backup(tmp_path)
    with ZipFile(copy, "a") as archive:
        archive.writestr("../outside", b"x")
    with assert_refused(tmp_path, "damaged or not a backup"):
        restore(copy, tmp_path / "data")


def test_the_command_line_says_why_and_serves_nothing(tmp_path: Path) -> None:
    (tmp_path / "copy.zip").write_bytes(b"PK")
    done = subprocess.run(
        [ROOT / "bin/run", "--port", "0", "--data", tmp_path / "data", "--restore", tmp_path / "copy.zip"],
        env={**clean_environment(), **THIS_VENV},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )
    assert done.returncode == 1
    assert "damaged or not a backup" in done.stderr
    assert "Traceback" not in done.stderr
    assert names_in(tmp_path) == ["copy.zip"]


def test_the_release_is_read_without_settings() -> None:
    assert restoring.installed_version() == RELEASE


@pytest.fixture
def two_databases() -> Iterator[list[str]]:
    """The addresses of two empty PostgreSQL databases."""
    program("pg_dump", "postgresql-client")
    try:
        with servers.empty_database() as first, servers.empty_database() as second:
            yield [first, second]
    except servers.NoServer as reason:
        unavailable(str(reason))


def test_postgresql_is_dumped_and_restored_into_an_empty_database(
    tmp_path: Path, two_databases: list[str]
) -> None:
    first, second = two_databases
    with psycopg.connect(first) as server:
        server.execute("CREATE TABLE club AS SELECT 'Canasta Nord' AS name")
    engines.copy_database(environment.database(first, tmp_path), tmp_path / "dump")
    copy = make_backup(tmp_path, replace(MANIFEST, engine="postgresql"), (tmp_path / "dump").read_bytes())
    restore(copy, tmp_path / "data", TALON_DATABASE_URL=second)
    with psycopg.connect(second) as server:
        assert server.execute("SELECT name FROM club").fetchall() == [("Canasta Nord",)]
    assert sorted(everything_in(tmp_path / "data")) == [
        "restored",
        "secret-key",
        "uploads/signed/1.jpg",
    ]
    with assert_refused(tmp_path, "is not empty"):
        restore(copy, tmp_path / "other", TALON_DATABASE_URL=second)


def test_a_backup_that_unpacks_to_far_more_than_its_size_is_refused(tmp_path: Path) -> None:
    source, copy = tmp_path / "zeros", tmp_path / "copy.zip"
    source.write_bytes(bytes(80 << 20))
    with copy.open("wb") as file, backup_archive.open_writer(file) as packed:
        packed.add_file(backup_archive.DATABASE, source, compress=True)
        packed.add_text(backup_archive.KEY, KEY)
        packed.finish(replace(MANIFEST, sums=packed.sums))
    source.unlink()
    with assert_refused(tmp_path, "far more than a backup of its size"):
        restore(copy, tmp_path / "data")


def test_an_entry_is_read_no_further_than_the_backup_says(tmp_path: Path) -> None:
    class Endless:
        def read(self, size: int) -> bytes:
            return b"x" * size

    with pytest.raises(backup_archive.DamagedBackup, match="longer than it says"):
        backup_archive._copy_stream(backup_archive._Counted(cast("IO[bytes]", Endless()), 5 << 20), None)
