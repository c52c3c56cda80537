"""Copies of the whole installation: whole or not at all, and recognised when they are not."""

from __future__ import annotations

import errno
import os
import resource
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from django.conf import settings as product
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.utils import translation

from clubs.backups import archive, engines, folder, state
from clubs.backups.agreement import adopt_own_settings
from clubs.backups.create import BackupError, create_backup, create_due_backup, prune_backups
from clubs.books.writing import club_book, writing
from clubs.db import locks
from clubs.files.areas import area
from clubs.files.folder import FolderStorage
from clubs.models import Club, FileChunk, Installation, StoredFile
from config.environment import DATABASE, FOLDER
from tests.builders import a_club, an_author, own_places
from tests.clubs.books.test_races import at_once
from tests.needs import program

NOW = datetime(2026, 11, 22, 18, 0, tzinfo=UTC)
ON_SQLITE = product.DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3"

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.engine]


@pytest.fixture(autouse=True)
def installation(tmp_path: Path, settings: Any, request: pytest.FixtureRequest) -> Path:
    """A data folder of its own with one photograph; the copies lie beside it."""
    if not ON_SQLITE:
        program("pg_dump", "postgresql-client")
    data = tmp_path / "data"
    data.mkdir()
    own_places(settings, data, tmp_path / "stick", getattr(request, "param", FOLDER))
    default_storage.save("signed/1.jpg", ContentFile(b"paper"))
    return data


wherever_files_live = pytest.mark.parametrize("installation", [FOLDER, DATABASE], indirect=True)


def path_of(backup: folder.Backup) -> Path:
    return Path(backup.place)


def made_in_a_folder() -> bool:
    return isinstance(area("copies"), FolderStorage)


def names_in(place: Path) -> list[str]:
    return sorted(path.name for path in place.iterdir())


def an_act(club: Club | None = None, at: datetime = NOW, act: str = "tried") -> None:
    club = club or a_club()
    with writing(club_book(club), an_author(at=at)) as written:
        written.log(act, club)


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """No file of this process may grow beyond it, as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@wherever_files_live
def test_a_copy_holds_the_database_the_key_and_the_uploads(tmp_path: Path) -> None:
    a_club("Canasta Nord")
    made = create_backup(NOW)
    with made.open() as stored:
        told = archive.extract_backup(stored, tmp_path / "out")
    assert folder.list_backups() == [made]
    assert names_in(area("copies").drafts) == [made.name] * made_in_a_folder()
    assert (tmp_path / "out/secret-key").read_text(encoding="utf-8").strip() == product.SECRET_KEY
    assert (tmp_path / "out/uploads/signed/1.jpg").read_bytes() == b"paper"
    assert (tmp_path / "out/database").stat().st_size > 1000
    assert (told.release, told.made_at) == (product.RELEASE, NOW)
    assert told.engine == ("sqlite" if ON_SQLITE else "postgresql")
    assert "clubs.0001_first_release" in told.migrations
    if ON_SQLITE:
        with closing(sqlite3.connect(tmp_path / "out/database")) as copy:
            assert copy.execute("SELECT name FROM clubs_club").fetchall() == [("Canasta Nord",)]


def test_a_copy_names_the_heads_of_all_logs_and_has_no_key_of_theirs(tmp_path: Path) -> None:
    club = a_club()
    an_act(club)
    made = create_backup(NOW)
    with made.open() as stored:
        told = archive.extract_backup(stored, tmp_path / "out")
    book = club_book(club)
    assert told.heads == {book.pk: book.head}
    assert not [file for file in (tmp_path / "out").rglob("*") if product.LOG_KEY.encode() in _content(file)]
    call_command("verify_log", "--against", made.place, stdout=StringIO())
    an_act(club)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE clubs_logentry SET hash = %s WHERE number = 1", ["0" * 64])
    with pytest.raises(CommandError, match=f"no log here holds {book.head}"):
        call_command("verify_log", "--against", made.place)


def _content(file: Path) -> bytes:
    return file.read_bytes() if file.is_file() else b""


def test_a_copy_and_its_folder_are_their_owners_alone() -> None:
    made = create_backup(NOW)
    assert path_of(made).stat().st_mode & 0o777 == 0o600
    assert path_of(made).parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.skipif(not ON_SQLITE, reason="PostgreSQL's dump is its own moment")
def test_a_copy_neither_waits_for_a_writer_nor_holds_one_up(tmp_path: Path) -> None:
    """It is made while somebody is in the middle of writing, and holds what stood before."""
    a_club("Canasta Nord")
    with transaction.atomic():
        a_club("Canasta Syd")
        engines.copy_database(connection.settings_dict, tmp_path / "copy")
    with closing(sqlite3.connect(tmp_path / "copy")) as copy:
        assert copy.execute("SELECT name FROM clubs_club").fetchall() == [("Canasta Nord",)]


@wherever_files_live
def test_the_last_ones_and_one_of_each_day_are_kept(settings: Any) -> None:
    settings.BACKUP_KEEP = 2
    hours = [-30, -26, -3, -2, -1, 0]
    made = {hour: create_backup(NOW + timedelta(hours=hour)).name for hour in hours}
    assert [copy.name for copy in folder.list_backups()] == [made[0], made[-1], made[-26]]


def test_none_is_older_than_the_days_of_the_setting_but_the_newest() -> None:
    made = [folder.Backup(f"{day:02}", NOW + timedelta(days=day), 1) for day in range(10)]
    now = NOW + timedelta(days=9)
    assert folder.backups_to_prune(made, 1, 60, now) == []
    old = [copy.name for copy in folder.backups_to_prune(made, 5, 3, now)]
    assert old == [f"{day:02}" for day in range(5, -1, -1)]
    late = now + timedelta(days=400)
    assert [copy.name for copy in made if copy not in folder.backups_to_prune(made, 5, 3, late)] == ["09"]


def test_old_ones_go_although_nothing_new_is_written(settings: Any, tmp_path: Path) -> None:
    own_places(settings, tmp_path)
    old, new = (create_backup(NOW + timedelta(days=day)) for day in (-100, 0))
    prune_backups(NOW)
    assert [copy.name for copy in folder.list_backups()] == [new.name]
    assert old.name != new.name


@pytest.mark.skipif(ON_SQLITE, reason="several machines serve a PostgreSQL")
@pytest.mark.parametrize("installation", [DATABASE], indirect=True)
def test_no_copy_holds_another_copy_or_the_file_of_a_job(tmp_path: Path) -> None:
    assert {model._meta.db_table for model in (StoredFile, FileChunk, Installation)} == set(engines.LEFT_OUT)
    create_backup(NOW)
    area("jobs").save("7-1", ContentFile(b"booklet"))
    adopt_own_settings()
    with create_backup(NOW + timedelta(minutes=1)).open() as stored:
        archive.extract_backup(stored, tmp_path / "out")
    listing = subprocess.run(
        [program("pg_restore", "postgresql-client"), "--list", tmp_path / "out/database"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "TABLE DATA public clubs_club " in listing
    assert "TABLE public clubs_storedfile " in listing
    assert [table for table in engines.LEFT_OUT if f"TABLE DATA public {table} " in listing] == []
    assert (tmp_path / "out/uploads/signed/1.jpg").read_bytes() == b"paper"


@wherever_files_live
def test_of_two_keepers_one_makes_the_copy_that_is_due() -> None:
    an_act()

    def keep(wait: bool) -> folder.Backup | None:
        return create_due_backup(NOW, lambda: state.is_due(NOW, ()), wait=wait)

    found = at_once(*[lambda: keep(True)] * 3)
    assert [made for made in found if made is not None] == folder.list_backups()
    assert len(folder.list_backups()) == 1
    with locks.exclusive("backup"):
        assert keep(False) is None
    assert state.last_failure() is None


def test_a_day_is_the_clubs_own(settings: Any) -> None:
    """22:30 in UTC is after midnight in Helsinki."""
    settings.BACKUP_KEEP = 1
    for hour in (3, 4, 5):
        create_backup(NOW + timedelta(hours=hour, minutes=-30))
    assert [copy.made_at.hour for copy in folder.list_backups()] == [22, 21]


def test_a_copy_made_by_a_clock_that_was_set_back_stays(settings: Any) -> None:
    settings.BACKUP_KEEP = 1
    later = create_backup(NOW)
    earlier = create_backup(NOW - timedelta(hours=1))
    assert [copy.name for copy in folder.list_backups()] == [later.name, earlier.name]


def test_the_copies_of_another_installation_in_the_folder_are_left_alone(settings: Any) -> None:
    settings.BACKUP_KEEP = 1
    mine = create_backup(NOW)
    settings.SECRET_KEY = "another-" + "y" * 50
    create_backup(NOW + timedelta(minutes=1))
    create_backup(NOW + timedelta(minutes=2))
    assert len(names_in(path_of(mine).parent)) == 2
    assert path_of(mine).is_file()


def test_what_a_killed_process_left_is_taken_away(tmp_path: Path) -> None:
    made = create_backup(NOW)
    left = path_of(made).with_name(f".{path_of(made).stem}.part")
    left.write_bytes(b"half")
    another = create_backup(NOW + timedelta(minutes=1))
    assert names_in(tmp_path / "stick") == sorted([made.name, another.name])


@pytest.mark.parametrize(
    "room",
    [
        pytest.param(
            100_000, id="in the middle of the database", marks=pytest.mark.skipif(not ON_SQLITE, reason="")
        ),
        pytest.param(6_000_000, id="in the middle of the uploads"),
    ],
)
def test_a_full_disk_leaves_the_old_copies_and_no_half_one(tmp_path: Path, room: int) -> None:
    old = create_backup(NOW)
    default_storage.save("signed/2.jpg", ContentFile(os.urandom(8_000_000)))
    with room_for(room), pytest.raises(BackupError, match="no room"):
        create_backup(NOW + timedelta(minutes=1))
    assert names_in(tmp_path / "stick") == [old.name]
    archive.verify_backup(path_of(old))
    failed = state.last_failure()
    assert failed is not None
    assert (failed.at, "no room" in failed.reason) == (NOW + timedelta(minutes=1), True)
    an_act()
    create_backup(NOW + timedelta(minutes=2))
    assert state.last_failure() is None


def test_a_stick_that_was_pulled_out_is_no_folder_to_be_made(tmp_path: Path, settings: Any) -> None:
    own_places(settings, tmp_path / "data", tmp_path / "media/stick/talon")
    with pytest.raises(BackupError, match="Is the USB stick plugged in"):
        create_backup(NOW)
    assert not (tmp_path / "media").exists()


def test_a_folder_in_which_talon_was_never_started_gives_no_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MigrationRecorder, "has_table", lambda _self: False)
    with pytest.raises(CommandError, match="Talon has never been started with this folder"):
        call_command("backup")
    assert not (tmp_path / "stick").exists()


def test_a_database_that_does_not_answer_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def unanswered(_self: MigrationRecorder) -> bool:
        raise OperationalError("connection refused")

    monkeypatch.setattr(MigrationRecorder, "has_table", unanswered)
    with pytest.raises(BackupError, match="The database could not be backed up: connection refused"):
        create_backup(NOW)


@pytest.mark.skipif(not ON_SQLITE, reason="a file can be damaged")
def test_a_database_that_is_damaged_gives_no_copy(tmp_path: Path) -> None:
    an_act()
    broken = tmp_path / "broken"
    engines.copy_database(connection.settings_dict, broken)
    with broken.open("r+b") as file:
        file.seek(8192)
        file.write(os.urandom(40_000))
    with pytest.raises((archive.DamagedBackup, sqlite3.DatabaseError)):
        engines.copy_sqlite_file(broken, tmp_path / "copy")


def test_postgresqls_program_is_asked_for_by_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(engines.ProgramMissing, match="pg_dump"):
        engines.copy_database({"ENGINE": "django.db.backends.postgresql", "NAME": "club"}, tmp_path / "copy")


def test_postgresqls_program_that_finds_no_room_says_no_more_than_that(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    dump = tmp_path / "pg_dump"
    dump.write_text(
        "#!/bin/sh\necho 'pg_dump: error: could not write: No space left on device' >&2; exit 1\n"
    )
    dump.chmod(0o700)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    with pytest.raises(OSError, match="No space left") as refused:
        engines.copy_database({"ENGINE": "django.db.backends.postgresql", "NAME": "club"}, tmp_path / "copy")
    assert refused.value.errno == errno.ENOSPC


def test_a_password_stands_on_no_command_line() -> None:
    told = engines.connection_string(
        {"NAME": "club", "HOST": "db", "PASSWORD": "secret", "OPTIONS": {"sslmode": "require"}}
    )
    assert told == "dbname=club host=db sslmode=require"


def cut_off(copy: Path) -> None:
    os.truncate(copy, copy.stat().st_size // 2)


def changed_in_the_middle(copy: Path) -> None:
    with copy.open("r+b") as file:
        file.seek(copy.stat().st_size // 3)
        file.write(bytes(64))


def rewritten(copy: Path, drop: str = "", add: tuple[str, bytes] | None = None) -> None:
    """With other contents and a ZIP's own sums in order."""
    with ZipFile(copy) as before:
        kept = {name: before.read(name) for name in before.namelist() if name != drop}
    with ZipFile(copy, "w", ZIP_DEFLATED) as after:
        for name, content in {**kept, **dict([add] if add else [])}.items():
            after.writestr(name, content)


def without_uploads(copy: Path) -> None:
    rewritten(copy, drop="uploads/signed/1.jpg")


def without_manifest(copy: Path) -> None:
    rewritten(copy, drop="manifest.json")


def with_more(copy: Path) -> None:
    rewritten(copy, add=("uploads/other", b"more"))


def with_another_key(copy: Path) -> None:
    rewritten(copy, add=("secret-key", b"another"))


def with_a_manifest_of_nothing(copy: Path) -> None:
    rewritten(copy, add=("manifest.json", b"[]"))


def emptied(copy: Path) -> None:
    copy.write_bytes(b"")


DAMAGES = [
    cut_off,
    changed_in_the_middle,
    without_uploads,
    without_manifest,
    with_more,
    with_another_key,
    with_a_manifest_of_nothing,
    emptied,
]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_a_damaged_copy_is_recognised(damage: Any) -> None:
    made = create_backup(NOW)
    archive.verify_backup(path_of(made))
    damage(path_of(made))
    with pytest.raises(archive.DamagedBackup):
        archive.verify_backup(path_of(made))


@pytest.mark.parametrize("name", ["../outside", "/etc/outside", "uploads/../../outside", "elsewhere"])
def test_a_copy_of_a_strangers_writes_nowhere_else(name: str, tmp_path: Path) -> None:
    with pytest.raises(archive.DamagedBackup):
        archive.safe_path(tmp_path, name)


def not_copied_since() -> datetime | None:
    return state.changes_since(state.last_backup()).since


@wherever_files_live
def test_the_newest_copy_that_can_be_read_tells_what_was_written_since() -> None:
    club = a_club()
    assert not_copied_since() is None
    an_act(club, NOW)
    assert not_copied_since() == NOW
    create_backup(NOW + timedelta(minutes=1))
    assert not_copied_since() is None
    an_act(club, NOW + timedelta(minutes=2))
    an_act(club, NOW + timedelta(minutes=3))
    assert not_copied_since() == NOW + timedelta(minutes=2)
    broken = create_backup(NOW + timedelta(minutes=4))
    area("copies").save(broken.name, ContentFile(b""))
    assert not_copied_since() == NOW + timedelta(minutes=2)


def due(minutes: float) -> bool:
    return state.is_due(NOW + timedelta(minutes=minutes), {"urgent"})


def test_a_copy_is_due_ten_minutes_after_the_last_where_something_was_written() -> None:
    assert not due(0)
    club = a_club()
    an_act(club)
    assert due(0)
    create_backup(NOW)
    assert not due(60)
    an_act(club, NOW + timedelta(minutes=1))
    assert [due(9.9), due(10)] == [False, True]
    assert due(-1), "a clock that was set back holds up nothing"


def test_a_copy_is_due_at_once_after_what_is_urgent() -> None:
    club = a_club()
    create_backup(NOW)
    an_act(club)
    assert not due(1)
    an_act(club, act="urgent")
    assert due(1)
    create_backup(NOW + timedelta(minutes=1))
    assert not due(2)


@wherever_files_live
def test_a_failure_is_told_to_all_servers_until_a_copy_is_made() -> None:
    state.record_failure(NOW, "no_room", "one")
    state.record_failure(NOW + timedelta(minutes=1), "no_room", "two")
    failed = state.last_failure()
    assert failed is not None
    assert (failed.at, failed.detail) == (NOW + timedelta(minutes=1), "two")
    create_backup(NOW)
    assert state.last_failure() is None


def test_one_that_failed_is_tried_again_after_a_minute(settings: Any, tmp_path: Path) -> None:
    an_act()
    own_places(settings, tmp_path / "data", tmp_path / "media/stick")
    with pytest.raises(BackupError):
        create_backup(NOW)
    assert [due(0), due(0.9), due(1)] == [False, False, True]


def test_whether_one_is_due_is_one_question_to_the_database(django_assert_num_queries: Any) -> None:
    club = a_club()
    create_backup(NOW)
    for _each in range(30):
        an_act(club)
    with django_assert_num_queries(1):
        assert due(20)


def test_why_there_is_no_copy_is_told_in_the_readers_language() -> None:
    state.record_failure(NOW, "no_room", "/media/stick")
    failed = state.last_failure()
    assert failed is not None
    told = set()
    for language in ("sv", "fi", "da", "en"):
        with translation.override(language):
            told.add(failed.reason)
    assert len(told) == 4
    assert all("/media/stick" in words for words in told)


def test_the_command_prints_where_the_copy_is_and_refuses_with_a_reason(tmp_path: Path) -> None:
    out = StringIO()
    call_command("backup", stdout=out)
    assert folder.list_backups()[0].place in out.getvalue()
    shutil.rmtree(tmp_path / "stick")
    (tmp_path / "stick").write_text("a file", encoding="utf-8")
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("backup", stdout=out)


@wherever_files_live
def test_the_command_lists_the_copies_and_fetches_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = [create_backup(NOW + timedelta(minutes=minute)) for minute in (0, 1)]
    (tmp_path / "home").mkdir()
    monkeypatch.chdir(tmp_path / "home")
    out = StringIO()
    call_command("backup", "--list", stdout=out)
    assert out.getvalue().split() == [made[1].name, made[0].name]
    call_command("backup", "--fetch", made[0].name, stdout=out)
    fetched = tmp_path / "home" / made[0].name
    assert archive.verify_backup(fetched).made_at == NOW
    assert fetched.stat().st_mode & 0o777 == 0o600
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("backup", "--fetch", made[0].name, stdout=out)
    with pytest.raises(CommandError, match="no backup named"):
        call_command("backup", "--fetch", "../secret-key", stdout=out)
