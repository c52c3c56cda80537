"""An erased person in copies: none in a fresh one, and gone again when an older one is restored."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Final
from zipfile import ZipFile

import pytest

from config.serving import restoring
from tests import ROOT
from tests.house.starting import STOP_LIMIT, THIS_VENV, clean_environment, running_talon

pytestmark = pytest.mark.long
GIVEN, FAMILY = "Qvintus", "Zetterqvist"
ADDED: Final = f"""
from clubs.models import Club, Player, PlayerName
from tournaments.models import EntryPlayer
player = EntryPlayer.objects.order_by("pk")[0].player
player.given_name, player.family_name, player.may_publish = "{GIVEN}", "{FAMILY}", True
player.save()
PlayerName.objects.create(player=player, given_name="{GIVEN}", family_name="{FAMILY}")
"""
ERASED: Final = f"""
from clubs.books.writing import Author, club_book
from clubs.models import Player, Role, User
from clubs.people import erasing
player = Player.objects.get(family_name="{FAMILY}")
user, _new = User.objects.get_or_create(email="admin@example.org", defaults={{"name": "Admin"}})
Role.objects.create(user=user, book=club_book(player.home_club), kind=Role.Kind.ADMIN)
erasing.erase_player(Author(user=user, origin="console"), player, "{GIVEN} {FAMILY}")
"""


def manage(data: Path, *arguments: str) -> str:
    command = [str(ROOT / "bin/run"), "--data", str(data), "manage", *arguments]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=STOP_LIMIT,
        check=False,
        env={**clean_environment(), **THIS_VENV},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def found_in(folder: Path) -> list[str]:
    """The files in which the name stands, also packed ones."""
    return [str(path) for path in sorted(folder.rglob("*")) if path.is_file() and has_the_name(path)]


def has_the_name(path: Path) -> bool:
    if path.suffix == ".zip":
        with ZipFile(path) as packed:
            return any(FAMILY.encode() in packed.read(name) for name in packed.namelist())
    return FAMILY.encode() in path.read_bytes()


def backups_of(data: Path) -> set[Path]:
    return set(data.rglob("*.zip"))


def test_a_fresh_copy_has_no_name_and_an_older_one_loses_it_when_it_is_restored(tmp_path: Path) -> None:
    data = tmp_path / "house"
    with running_talon(data):
        pass
    manage(data, "shell", "-c", ADDED)
    before = backups_of(data)
    manage(data, "backup")
    (older,) = backups_of(data) - before
    assert has_the_name(older)
    manage(data, "shell", "-c", ERASED)
    before = backups_of(data)
    manage(data, "backup")
    (fresh,) = backups_of(data) - before
    assert found_in(data) == [str(older)]

    opened = tmp_path / "opened"
    restoring.restore(fresh, opened, {}, "0.1.0")
    with running_talon(opened) as talon:
        assert "erased again" not in talon.words
    assert found_in(opened) == []

    # It lies in its folder, beside the list of those who were erased.
    restored = tmp_path / "restored"
    restoring.restore(older, restored, {}, "0.1.0")
    with running_talon(restored) as talon:
        assert "People erased again after the restore: 1." in talon.words
    assert found_in(restored) == []
