"""A disk that is really full in the middle of a copy: it is said, the play goes on, the old copies stay.

The disk is a small one in memory, which takes a root to make. `test_create.py` asks the same of a process
that may write no more, on every machine.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any, Final

import pytest
from django.conf import settings as product
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import translation

from clubs.backups import archive, folder, state
from clubs.backups.create import BackupError, create_backup
from clubs.books.writing import club_book, writing
from clubs.models import Club, LogEntry
from tests.builders import a_club, a_user, an_author, own_places

NOW: Final = datetime(2026, 11, 22, 18, 0, tzinfo=UTC)
LIMIT: Final = 60  # it ends what hangs
SIZE: Final = 24 * 1024**2
PHOTOGRAPH: Final = 3_000_000

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        product.DATABASES["default"]["ENGINE"] != "django.db.backends.sqlite3",
        reason="what the database does on a full disk is SQLite's here",
    ),
]


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of its own, so small that it can be filled."""
    place = tmp_path / "disk"
    place.mkdir()
    if os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("a small disk can be mounted by root alone")
    mounted = command("mount", "-t", "tmpfs", "-o", f"size={SIZE},mode=700", "talon-test", str(place))
    if mounted.returncode:
        pytest.skip(f"no small disk can be mounted here: {mounted.stderr.strip()}")
    yield place
    command("umount", "--lazy", str(place)).check_returncode()


def command(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, capture_output=True, text=True, timeout=LIMIT, check=False)


@pytest.fixture
def stick(disk: Path, tmp_path: Path, settings: Any) -> Path:
    """The disk holds the copies alone; there is one with a photograph."""
    installed(tmp_path / "data", disk / "talon", settings)
    create_backup(NOW)
    return disk


def installed(data: Path, copies: Path, settings: Any) -> None:
    data.mkdir()
    own_places(settings, data, copies)
    default_storage.save("signed/1.jpg", ContentFile(os.urandom(PHOTOGRAPH)))


def filled(disk: Path, leave: int) -> Path:
    """What else lies on the disk: all of it but so much."""
    other = disk / "other"
    with other.open("wb") as file:
        for _piece in range((shutil.disk_usage(disk).free - leave) // 4096):
            file.write(bytes(4096))
    return other


def lying_in(place: Path) -> dict[str, str]:
    """Each file with what is in it, hidden ones too."""
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in place.iterdir()
        if path.name != "other"
    }


def an_act(club: Club) -> None:
    with writing(club_book(club), an_author(at=NOW)) as written:
        written.log("tried", club)


FULL: Final = pytest.mark.parametrize(
    "leave", [0, 100_000, PHOTOGRAPH], ids=["at once", "in the database", "in the photographs"]
)


@FULL
def test_a_full_stick_keeps_its_copies_and_no_half_one(stick: Path, leave: int) -> None:
    place, later = stick / "talon", NOW + timedelta(minutes=10)
    before = lying_in(place)
    other = filled(stick, leave)
    with translation.override("en"), pytest.raises(BackupError, match="no room for a backup") as refused:
        create_backup(later)
    assert "The earlier backups are all there." in str(refused.value)
    assert str(place) in str(refused.value)
    assert lying_in(place) == before
    archive.verify_backup(Path(folder.list_backups()[0].place))
    other.unlink()
    made = create_backup(later)
    assert state.last_failure() is None
    archive.verify_backup(Path(made.place))
    assert set(lying_in(place)) == {*before, made.name}


def test_the_play_goes_on_while_the_stick_is_full_and_the_desk_is_told(stick: Path) -> None:
    filled(stick, 100_000)
    club = a_club()
    an_act(club)
    with pytest.raises(BackupError):
        create_backup(NOW + timedelta(minutes=10))
    an_act(club)
    assert LogEntry.objects.filter(act="tried").count() == 2
    call_command("verify_log", stdout=StringIO())
    client = Client(headers={"accept-language": "en"})
    client.force_login(a_user())
    assert f"There is no room for a backup in {stick / 'talon'}." in client.get("/account/").text


def test_the_command_says_so_in_a_sentence_and_fails(stick: Path) -> None:
    filled(stick, 0)
    with translation.override("sv"), pytest.raises(CommandError, match="De tidigare säkerhetskopiorna"):
        call_command("backup")


def test_where_not_even_the_failure_can_be_written_it_is_said_to_who_asks(disk: Path, settings: Any) -> None:
    """The data of the evening lies on the same disk, and all of it is full."""
    installed(disk / "data", disk / "data/backups", settings)
    create_backup(NOW)
    before = lying_in(disk / "data/backups")
    filled(disk, 0)
    with translation.override("en"), pytest.raises(BackupError, match="no room for a backup"):
        create_backup(NOW + timedelta(minutes=10))
    assert lying_in(disk / "data/backups") == before
