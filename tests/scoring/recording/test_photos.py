"""Photographs and scanned sheets: kept at a game, removed with a reason, filed and dropped once."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.base import ContentFile
from django.utils import timezone

from clubs.books.refusals import NotNow
from clubs.books.ways_back import offer_undo
from clubs.models import LogEntry
from scoring import recording
from scoring.models import Game, Photo, ScannedSheet
from tests.builders import an_author
from tests.scoring.support.played import Evening, an_evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    return an_evening()


def kept(evening: Evening, content: bytes = b"paper") -> Photo:
    return recording.keep_photo(evening.scorer, evening.game, ContentFile(content, "paper.jpg"))


def a_sheet(evening: Evening, picture: bytes = b"sheet") -> ScannedSheet:
    asked = recording.DoubtfulSheet(
        picture=picture,
        source="pile.pdf",
        page=1,
        doubt=ScannedSheet.Doubt.NO_CODE,
        proposed=evening.game.pk,
        at=timezone.now(),
    )
    recording.ask_about_sheet(evening.game.book, asked)
    return ScannedSheet.objects.select_related("book").latest("pk")


def acts(evening: Evening) -> list[str]:
    entries = LogEntry.objects.filter(book=evening.game.book).order_by("number")
    return [act for act in entries.values_list("act", flat=True) if act.startswith(("photo.", "scan."))]


def test_a_photograph_is_removed_with_its_file_and_the_log_says_why(
    evening: Evening, django_capture_on_commit_callbacks: Any
) -> None:
    photo = kept(evening)
    name, storage = photo.image.name, photo.image.storage
    with django_capture_on_commit_callbacks(execute=True):
        recording.remove_photo(evening.director, photo, "another table's", uuid4())
    assert not Photo.objects.exists()
    assert not storage.exists(name)
    entry = LogEntry.objects.get(act="photo.removed")
    assert (entry.words.reason, acts(evening)) == ("another table's", ["photo.kept", "photo.removed"])


def test_a_scorer_or_a_table_removes_none(evening: Evening) -> None:
    photo = kept(evening)
    for by in (evening.scorer, evening.device(0), an_author()):
        with pytest.raises(PermissionDenied):
            recording.remove_photo(by, photo, "mine", uuid4())
    assert Photo.objects.count() == 1


def test_a_removal_that_comes_twice_is_done_once(evening: Evening) -> None:
    photo, key = kept(evening), uuid4()
    recording.remove_photo(evening.director, photo, "blurred", key)
    recording.remove_photo(evening.director, photo, "blurred", key)
    with pytest.raises(recording.AlreadyChanged):
        recording.remove_photo(evening.director, photo, "blurred", uuid4())
    assert acts(evening) == ["photo.kept", "photo.removed"]


def test_each_photograph_is_taken_back_from_the_log_by_itself(evening: Evening) -> None:
    kept(evening, b"one")
    kept(evening, b"two")
    first, second = LogEntry.objects.filter(act="photo.kept").order_by("number")
    offered = offer_undo(first)
    assert offered.undo is not None
    offered.undo.run(evening.director, "another table's", uuid4())
    assert [photo.digest for photo in Photo.objects.all()] == [
        recording.digest_of(ContentFile(b"two", "two.jpg"))
    ]
    assert offer_undo(first).undo is None
    assert offer_undo(second).undo is not None


def test_a_sheet_waits_once_and_is_filed_once(
    evening: Evening, django_capture_on_commit_callbacks: Any
) -> None:
    sheet = a_sheet(evening)
    assert a_sheet(evening) == sheet
    name, storage, key = sheet.image.name, sheet.image.storage, uuid4()
    with django_capture_on_commit_callbacks(execute=True):
        recording.file_sheet(evening.director, sheet, evening.game, key)
    recording.file_sheet(evening.director, sheet, evening.game, key)
    assert not storage.exists(name)
    with Photo.objects.get(game=evening.game).image.open() as stored:
        assert stored.read() == b"sheet"
    with pytest.raises(NotNow, match="Somebody else has answered"):
        recording.file_sheet(evening.director, sheet, evening.game, uuid4())
    assert acts(evening) == ["photo.kept"]


def test_a_sheet_that_lies_at_its_game_already_only_stops_waiting(evening: Evening) -> None:
    sheet = a_sheet(evening)
    kept(evening, b"sheet")
    recording.file_sheet(evening.director, sheet, evening.game, uuid4())
    assert (Photo.objects.count(), ScannedSheet.objects.count()) == (1, 0)
    assert acts(evening) == ["photo.kept"]


def test_a_dropped_sheet_is_gone_and_can_be_uploaded_again(
    evening: Evening, django_capture_on_commit_callbacks: Any
) -> None:
    sheet, key = a_sheet(evening), uuid4()
    name, storage = sheet.image.name, sheet.image.storage
    with django_capture_on_commit_callbacks(execute=True):
        recording.drop_sheet(evening.director, sheet, key)
    recording.drop_sheet(evening.director, sheet, key)
    assert acts(evening) == ["scan.dropped"]
    assert not ScannedSheet.objects.exists()
    assert not storage.exists(name)
    assert a_sheet(evening).pk != sheet.pk


def test_only_a_director_answers(evening: Evening) -> None:
    sheet = a_sheet(evening)
    for by in (evening.scorer, an_author()):
        with pytest.raises(PermissionDenied):
            recording.file_sheet(by, sheet, evening.game, uuid4())
        with pytest.raises(PermissionDenied):
            recording.drop_sheet(by, sheet, uuid4())
        with pytest.raises(PermissionDenied):
            recording.file_scan(by, evening.game.book, [evening.game], b"sheet")
    assert (ScannedSheet.objects.count(), Photo.objects.count()) == (1, 0)


def test_no_sheet_is_filed_at_a_game_of_another_book_or_one_that_is_set_aside(evening: Evening) -> None:
    sheet, other = a_sheet(evening), an_evening()
    with pytest.raises(PermissionDenied):
        recording.file_sheet(evening.director, sheet, other.game, uuid4())
    Game.objects.filter(pk=evening.game.pk).update(state=Game.State.SET_ASIDE)
    with pytest.raises(NotNow, match="set aside"):
        recording.file_sheet(evening.director, sheet, evening.game, uuid4())
    assert (ScannedSheet.objects.count(), Photo.objects.count()) == (1, 0)
