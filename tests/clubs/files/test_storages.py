"""Files in a folder and files in the database: the same from outside, whole or not at all."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import ContentFile, File
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction

from clubs.files import database
from clubs.files.areas import area
from clubs.files.database import DatabaseStorage
from clubs.files.folder import FolderStorage
from clubs.files.local import LocalFile
from clubs.files.moving import gather_uploads
from clubs.models import FileChunk, StoredFile
from config.environment import DATABASE, FOLDER
from tests.builders import own_places

pytestmark = [pytest.mark.django_db, pytest.mark.engine]

LONG = bytes(range(256)) * 10 + b"end"  # of 27 chunks, the last one shorter
wherever_files_live = pytest.mark.parametrize("places", [FOLDER, DATABASE], indirect=True)


@pytest.fixture(autouse=True)
def places(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Path:
    monkeypatch.setattr(database, "CHUNK_SIZE", 100)
    own_places(settings, tmp_path, files=getattr(request, "param", DATABASE))
    return tmp_path


def read(name: str, alias: str = "default") -> bytes:
    with area(alias).open(name) as file:
        content: bytes = file.read()
    return content


def names(alias: str = "default", *, deep: bool = True) -> list[str]:
    return [file.name for file in area(alias).files(deep=deep)]


@wherever_files_live
def test_what_is_saved_is_read_listed_and_removed() -> None:
    uploads = area("default")
    saved = uploads.save("games/2026/1.jpg", ContentFile(LONG))
    uploads.save("top.jpg", ContentFile(b""))
    assert (read(saved), read("top.jpg")) == (LONG, b"")
    assert (uploads.size(saved), uploads.exists(saved)) == (len(LONG), True)
    assert names() == ["games/2026/1.jpg", "top.jpg"]
    assert names(deep=False) == ["top.jpg"]
    assert [file.size for file in uploads.files(deep=True)] == [len(LONG), 0]
    uploads.delete(saved)
    uploads.delete("never.jpg")
    assert names() == ["top.jpg"]


@wherever_files_live
def test_a_second_upload_of_a_name_gets_another_one_and_a_copy_replaces_the_first() -> None:
    first, second = (area("default").save("a.jpg", ContentFile(content)) for content in (b"one", b"two"))
    assert first != second
    assert (read(first), read(second)) == (b"one", b"two")
    for content in (b"one", b"two"):
        assert area("copies").save("a.zip", ContentFile(content)) == "a.zip"
    assert (names("copies"), read("a.zip", "copies")) == (["a.zip"], b"two")
    assert not area("copies").exists(first)


@wherever_files_live
def test_what_is_not_there_is_a_missing_file() -> None:
    with pytest.raises(FileNotFoundError):
        area("default").open("never.jpg")
    assert names() == []


@wherever_files_live
def test_a_finished_file_of_this_machine_is_taken_over() -> None:
    draft = area("jobs").draft_folder() / "7-1.part"
    draft.write_bytes(LONG)
    with LocalFile(draft) as finished:
        area("jobs").save("7-1", finished)
    assert read("7-1", "jobs") == LONG


@wherever_files_live
def test_a_small_file_takes_the_place_of_the_earlier_one() -> None:
    for content in (b"one", b"two"):
        area("notices").replace("failed.json", content)
    assert (names("notices"), read("failed.json", "notices")) == (["failed.json"], b"two")


def test_a_small_file_for_the_database_needs_no_room_on_this_machine(settings: Any) -> None:
    settings.DATA_DIR = Path("/proc/no-such-folder")
    area("notices").replace("failed.json", b"full")
    assert read("failed.json", "notices") == b"full"


def test_a_file_is_read_from_anywhere() -> None:
    """As a ZIP is read: its end first."""
    with area("default").open(area("default").save("a", ContentFile(LONG))) as file:
        for start in (0, 99, 100, 101, 1234, len(LONG) - 3, len(LONG), len(LONG) + 5):
            assert file.seek(start) == start
            assert file.read(150) == LONG[start : start + 150]
        assert file.seek(-3, io.SEEK_END) == len(LONG) - 3
        assert file.read() == b"end"
        assert file.seek(-3, io.SEEK_CUR) == len(LONG) - 3


def test_a_file_comes_chunk_by_chunk(django_assert_num_queries: Any) -> None:
    saved = area("default").save("a", SimpleUploadedFile("a", LONG))
    sizes = [len(content) for content in FileChunk.objects.values_list("content", flat=True)]
    assert sizes == [100] * (len(LONG) // 100) + [len(LONG) % 100]
    with django_assert_num_queries(2), area("default").open(saved) as file:
        assert file.read(50) == LONG[:50]
        assert file.read(50) == LONG[50:100]


def test_a_stored_file_is_only_read() -> None:
    saved = area("default").save("a", ContentFile(LONG))
    with pytest.raises(ValueError, match="only read"):
        area("default").open(saved, "wb")


class BreaksOff(io.BytesIO):
    """A file whose second half cannot be read."""

    def read(self, size: int | None = -1) -> bytes:
        if self.tell() >= len(LONG) // 2:
            raise OSError("the stick is out")
        return super().read(size)


def test_a_file_that_breaks_off_leaves_nothing_and_what_was_there_before() -> None:
    area("copies").save("a", ContentFile(b"before"))
    for alias in ("copies", "default"):
        with pytest.raises(OSError, match="stick"):
            area(alias).save("a", File(BreaksOff(LONG)))
    assert (read("a", "copies"), names()) == (b"before", [])
    assert FileChunk.objects.count() == 1


def test_a_file_belongs_to_the_act_that_stores_it() -> None:
    """A photograph is there with the row that names it, or neither is."""
    with transaction.atomic():
        area("default").save("a", ContentFile(LONG))
        transaction.set_rollback(True)
    assert (StoredFile.objects.count(), FileChunk.objects.count()) == (0, 0)


def test_a_file_that_is_removed_while_it_is_read_is_an_error_and_no_end() -> None:
    saved = area("default").save("a", ContentFile(LONG))
    with area("default").open(saved) as file:
        assert file.read(100) == LONG[:100]
        area("default").delete(saved)
        with pytest.raises(OSError, match="removed"):
            file.read()


@pytest.mark.parametrize("places", [FOLDER], indirect=True)
def test_a_folder_has_files_and_neither_links_nor_folders(places: Path) -> None:
    area("default").save("deep/a.jpg", ContentFile(b"a"))
    (places / "uploads/link.jpg").symlink_to(places / "elsewhere")
    os.mkfifo(places / "uploads/pipe")
    assert names() == ["deep/a.jpg"]


@pytest.mark.parametrize("places", [FOLDER], indirect=True)
def test_a_folder_of_drafts_is_made_in_one_that_is_there(places: Path, settings: Any) -> None:
    own_places(settings, places, places / "media/stick")
    with pytest.raises(FileNotFoundError):
        area("copies").draft_folder()
    assert names("copies") == []


@wherever_files_live
def test_uploads_are_brought_to_where_the_settings_say(places: Path) -> None:
    """As after a backup is restored, or after the setting was changed; a broken move goes on."""
    elsewhere: FolderStorage | DatabaseStorage = DatabaseStorage("default")
    if isinstance(area("default"), DatabaseStorage):
        elsewhere = FolderStorage(location=places / "uploads")
    for name in ("games/1.jpg", "games/2.jpg"):
        elsewhere.save(name, ContentFile(name.encode()))
    area("default").save("games/1.jpg", ContentFile(b"games/1.jpg"))
    assert gather_uploads() == 2
    assert gather_uploads() == 0
    assert names() == ["games/1.jpg", "games/2.jpg"]
    assert [read(name) for name in names()] == [b"games/1.jpg", b"games/2.jpg"]
    assert elsewhere.files(deep=True) == []
