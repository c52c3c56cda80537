"""The page of the backups: what there is, and one more at a touch."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from clubs.backups import archive, folder
from clubs.models import Role
from config.environment import DATABASE, FOLDER
from tests.builders import a_club, a_user, own_places

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def keeper(tmp_path: Path, settings: Any) -> Client:
    own_places(settings, tmp_path, tmp_path / "stick")
    client = Client(headers={"accept-language": "en"})
    client.force_login(a_user(is_keeper=True))
    return client


def test_a_copy_is_made_at_a_touch_and_listed(keeper: Client) -> None:
    assert "There is no backup yet." in keeper.get("/copies/").text
    told = keeper.post("/copies/", follow=True).text
    (made,) = folder.list_backups()
    archive.verify_backup(Path(made.place))
    assert made.name in told
    assert "A backup of everything has been made." in told


def test_why_none_can_be_made_is_said_on_the_page(keeper: Client, settings: Any, tmp_path: Path) -> None:
    own_places(settings, tmp_path, tmp_path / "media/stick")
    told = keeper.post("/copies/", follow=True).text
    assert "Is the USB stick plugged in?" in told
    assert "A backup of everything has been made." not in told


def test_whoever_works_in_a_club_reads_when_the_last_copy_was_made(keeper: Client, settings: Any) -> None:
    secretary, nobody = Client(headers={"accept-language": "en"}), Client()
    secretary.force_login(a_user(Role.Kind.SCORER, club=a_club()))
    nobody.force_login(a_user())
    assert "There is no backup yet." in secretary.get("/account/").text
    keeper.post("/copies/")
    told = secretary.get("/account/").text
    assert re.search(r"The last backup was made \d{1,2} \w+ 20\d\d, \d\d:\d\d\.", told)
    assert str(settings.BACKUP_DIR) not in told
    assert "copy" not in nobody.get("/account/").text


def test_whoever_keeps_no_installation_makes_no_copy(keeper: Client) -> None:
    other = Client()
    other.force_login(a_user())
    assert other.post("/copies/").status_code == 403
    assert folder.list_backups() == []


def test_the_page_asks_as_much_however_many_there_are(keeper: Client, django_assert_num_queries: Any) -> None:
    for _each in range(3):
        keeper.post("/copies/")
    keeper.get("/copies/")  # tells the messages
    # The session, the person, what no copy holds, whether anybody was erased.
    with django_assert_num_queries(4):
        keeper.get("/copies/")


@pytest.mark.parametrize("files", [FOLDER, DATABASE])
def test_a_copy_is_downloaded_over_tls_alone(
    keeper: Client, settings: Any, tmp_path: Path, files: str
) -> None:
    own_places(settings, tmp_path, tmp_path / "stick", files)
    keeper.post("/copies/")
    (made,) = folder.list_backups()
    address = f"/copies/{made.name}/"
    assert address not in keeper.get("/copies/").text
    assert keeper.get(address).status_code == 403
    assert address in keeper.get("/copies/", secure=True).text
    got = keeper.get(address, secure=True)
    assert got["Content-Disposition"] == f'attachment; filename="{made.name}"'
    assert int(got["Content-Length"]) == made.size
    (tmp_path / "got.zip").write_bytes(got.getvalue())
    archive.verify_backup(tmp_path / "got.zip")
    for name in ("talon.sqlite3", "secret-key", made.name.replace("talon-", "talon-0")):
        assert keeper.get(f"/copies/{name}/", secure=True).status_code == 404
    other = Client()
    other.force_login(a_user())
    assert other.get(address, secure=True).status_code == 403


def test_the_page_says_that_copies_in_the_database_are_lost_with_it(
    keeper: Client, settings: Any, tmp_path: Path
) -> None:
    own_places(settings, tmp_path, files=DATABASE)
    told = keeper.get("/copies/").text
    assert "The backups are in the database, for all servers." in told
    assert "in this folder of the machine" not in told
