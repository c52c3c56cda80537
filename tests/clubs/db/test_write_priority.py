"""What is sent goes before pages: who waits for whom, and who does not."""

from __future__ import annotations

import fcntl
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

from clubs.books.writing import club_book, writing, writing_together
from clubs.db import write_priority
from tests.builders import a_club, an_author

LIMIT = 20.0  # seconds, for what would otherwise hang


@pytest.fixture(autouse=True)
def a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Other tests on this machine write and read too."""
    monkeypatch.setattr("django.conf.settings.DATA_DIR", tmp_path)
    monkeypatch.setattr(write_priority, "thread_locks", write_priority.ThreadLocks())
    return tmp_path / "turns"


@pytest.fixture
def somebody_writes(a_folder: Path) -> Iterator[IO[bytes]]:
    """Somebody else on this machine, until the file is closed."""
    a_folder.mkdir()
    with (a_folder / "writers").open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_SH)
        yield file


class Reader:
    """Somebody who asks for a page, on a thread of its own."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.waits, self.has_page = threading.Event(), threading.Event()
        monkeypatch.setattr("clubs.db.write_priority.time.sleep", self.wait)
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    def wait(self, _seconds: float) -> None:
        self.waits.set()

    def read(self) -> None:
        with write_priority.yield_to_writers():
            self.has_page.set()


def test_a_page_waits_until_nobody_writes(
    somebody_writes: IO[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(write_priority, "MAX_WAIT_SECONDS", LIMIT)
    reader = Reader(monkeypatch)
    assert reader.waits.wait(LIMIT)
    assert not reader.has_page.is_set()
    somebody_writes.close()  # as the system does for a process that has died
    assert reader.has_page.wait(LIMIT)


def test_a_page_waits_until_a_place_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_priority, "MAX_WAIT_SECONDS", LIMIT)
    monkeypatch.setattr(write_priority, "RENDER_SLOTS", ("only",))
    with write_priority.yield_to_writers():
        reader = Reader(monkeypatch)
        assert reader.waits.wait(LIMIT)
        assert not reader.has_page.is_set()
    assert reader.has_page.wait(LIMIT)


@pytest.mark.usefixtures("somebody_writes")
def test_nobody_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_priority, "MAX_WAIT_SECONDS", 4 * write_priority.POLL_SECONDS)
    with write_priority.yield_to_writers():
        assert not write_priority.no_writer_active()


def test_those_who_write_do_not_wait_for_each_other_nor_for_pages(somebody_writes: IO[bytes]) -> None:
    with write_priority.mark_writing():
        assert not somebody_writes.closed
    somebody_writes.close()
    with write_priority.yield_to_writers(), write_priority.mark_writing():
        assert not write_priority.no_writer_active()


def test_the_page_that_answers_what_was_sent_does_not_wait_for_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("clubs.db.write_priority.time.sleep", lambda _seconds: pytest.fail("it waits"))
    with write_priority.mark_writing(), write_priority.yield_to_writers():
        pass


def test_a_place_is_free_again_after_a_page_that_failed() -> None:
    with pytest.raises(ZeroDivisionError), write_priority.mark_writing():
        raise ZeroDivisionError
    with pytest.raises(ZeroDivisionError), write_priority.yield_to_writers():
        raise ZeroDivisionError
    assert write_priority.no_writer_active()
    assert write_priority.free_slot() is not None


@pytest.mark.django_db
def test_an_act_writes_until_its_transaction_ends() -> None:
    book = club_book(a_club())
    with writing(book, an_author()) as act:
        assert not write_priority.no_writer_active()
        act.log("club.added", book)
    assert write_priority.no_writer_active()


@pytest.mark.django_db
def test_acts_in_several_books_write_until_the_last_has_ended() -> None:
    books = [club_book(a_club()) for _book in range(2)]
    with writing_together(books, an_author()) as acts:
        for act in acts.values():
            act.log("club.added", act.book)
        with write_priority.mark_writing():
            pass
        assert not write_priority.no_writer_active()
    assert write_priority.no_writer_active()


@pytest.mark.django_db
def test_a_refused_act_writes_no_longer() -> None:
    with pytest.raises(PermissionDenied), writing(club_book(a_club()), an_author(), needs=()):
        pytest.fail("it is refused")
    assert write_priority.no_writer_active()


def page_that_looks(_request: HttpRequest) -> HttpResponse:
    return HttpResponse(str(write_priority.no_writer_active()))


urlpatterns = [path("", page_that_looks)]


@pytest.mark.urls(__name__)
@pytest.mark.parametrize("method", ["POST", "GET"])
def test_a_request_that_records_nothing_delays_no_page(client: Client, method: str) -> None:
    """However long it takes to send, to read and to refuse."""
    assert client.generic(method, "/").content == b"True"


def test_where_the_files_cannot_be_opened_nobody_waits_and_the_log_says_so(
    a_folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    a_folder.write_text("a file where the folder should be, as another user's folder would be")
    with write_priority.yield_to_writers(), write_priority.mark_writing():
        pass
    assert caplog.text.count("not put in order") == 2
