"""Pages while they are rendered, and where they are kept: who waits, who gets the page before."""

from __future__ import annotations

import errno
import logging
import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import path
from pytest_django import Settings

from clubs.db import machine_locks
from clubs.db.machine_locks import MachineLock
from clubs.db.single_row import Revision
from clubs.web import own_writes, page_cache, page_store
from clubs.web.page_store import KeptPage, PageStore
from clubs.web.revisions import etag_for, kept_by_revision
from tests import ROOT

LIMIT = 60.0  # seconds, for what would otherwise hang
LAG = page_cache.LAG_HEADER


@pytest.fixture(autouse=True)
def folder(settings: Settings, tmp_path: Path) -> Path:
    """Locks and pages of this test alone."""
    settings.DATA_DIR = tmp_path
    settings.KEPT_PAGES_DIR = tmp_path / "pages"
    return tmp_path / "pages"


class Page:
    """A page that counts how often it was rendered, and shows its revision and its address."""

    def __init__(self) -> None:
        self.revision, self.oldest_shown, self.rendered = 3, 0, 0

    def get(self, address: str = "/", *, tag: str = "", has_sent: bool = False) -> HttpResponse:
        request = RequestFactory().get(address, headers={"if-none-match": tag} if tag else {})
        if has_sent:
            request.COOKIES["talon_sent"] = "1"
        view = kept_by_revision(self.present, choices={"by": {"name"}}, free={"q"})(self.view)
        response = view(request)
        assert isinstance(response, HttpResponse)
        return response

    def present(self) -> Revision:
        return Revision(self.revision, self.oldest_shown)

    def view(self, request: HttpRequest) -> HttpResponse:
        self.rendered += 1
        return HttpResponse(f"{self.revision} {request.get_full_path()}")


@pytest.fixture
def somebody_renders(monkeypatch: pytest.MonkeyPatch) -> Iterator[MachineLock]:
    """Another process renders, for longer than anybody waits."""
    monkeypatch.setattr(page_cache, "_LOCKS", 1)
    monkeypatch.setattr(page_cache, "_MAX_WAIT", 0.0)
    with MachineLock("rendering-0") as lock:
        assert lock.acquire()
        yield lock


# While the next page is rendered.


@pytest.mark.usefixtures("somebody_renders")
def test_while_a_page_is_rendered_others_get_the_one_before_with_its_own_tag() -> None:
    page = Page()
    assert page.get().content == b"3 /"
    page.revision = 4
    lagging = page.get()
    assert (lagging.content, lagging["ETag"], lagging["Cache-Control"]) == (b"3 /", etag_for(3), "no-cache")
    assert LAG in lagging
    unchanged = page.get(tag=etag_for(3))
    assert (unchanged.status_code, unchanged["ETag"], LAG in unchanged) == (304, etag_for(3), True)
    assert page.rendered == 1


@pytest.mark.usefixtures("somebody_renders")
def test_a_tag_that_no_page_has_is_no_later_page() -> None:
    page = Page()
    page.get()
    page.revision = 4
    assert LAG in page.get(tag=f'W/"{"9" * 5000}-en"')


def test_as_soon_as_nobody_renders_it_the_next_request_does() -> None:
    page = Page()
    page.get()
    page.revision = 4
    answer = page.get(tag=etag_for(3))
    assert (answer.content, answer["ETag"], LAG in answer) == (b"4 /", etag_for(4), False)


@pytest.mark.usefixtures("somebody_renders")
@pytest.mark.parametrize(
    "why", ["something was hidden", "the browser has sent something", "the browser has a later one"]
)
def test_some_do_not_get_the_page_before(why: str) -> None:
    page = Page()
    page.get()
    page.revision = 5
    page.oldest_shown = 4 if why == "something was hidden" else 0
    answer = page.get(
        has_sent=why == "the browser has sent something",
        tag=etag_for(4) if why == "the browser has a later one" else "",
    )
    assert (answer.content, LAG in answer) == (b"5 /", False)


@pytest.mark.usefixtures("somebody_renders")
def test_a_page_lags_two_seconds_behind_what_was_last_present_and_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page, now = Page(), [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    page.get()
    now[0] += 60
    assert page.get(tag=etag_for(3)).status_code == 304  # it is still the present one
    page.revision = 4
    now[0] += page_cache.MAX_LAG
    assert LAG in page.get()
    page.revision = 5
    now[0] += 0.001
    assert page.get().content == b"5 /"


def test_a_page_that_came_meanwhile_is_taken_and_never_followed_by_an_older_one() -> None:
    page = Page()
    page.revision = 4
    page.get()
    page.revision = 3  # as read by a request that was slower
    answer = page.get()
    assert (answer.content, answer["ETag"], page.rendered) == (b"4 /", etag_for(4), 1)


def test_a_browser_is_known_for_some_seconds_by_what_it_sent() -> None:
    assert own_writes._SECONDS > page_cache.MAX_LAG
    client = Client()
    for method, status in (("GET", 200), ("POST", 404)):
        assert client.generic(method, "/sign-in/" if method == "GET" else "/none/").status_code == status
        assert "talon_sent" not in client.cookies


@pytest.mark.urls(__name__)
def test_what_was_sent_and_accepted_sets_the_cookie() -> None:
    client = Client()
    assert client.post("/sent/").cookies["talon_sent"]["max-age"] == own_writes._SECONDS


urlpatterns = [path("sent/", lambda _request: HttpResponse("thanks"))]


# Words of an address.


def test_unknown_words_make_no_page_and_are_not_seen(folder: Path) -> None:
    page = Page()
    for address in ("/?x=1", "/?x=2&by=club", "/?by=&utm_source=poster", "/?q="):
        assert page.get(address).content == b"3 /"
    assert page.get("/?x=1&by=name").content == b"3 /?by=name"
    assert (page.rendered, len(list(folder.iterdir()))) == (2, 2)


def test_a_search_is_rendered_for_whoever_asks_and_not_kept(folder: Path) -> None:
    page = Page()
    assert page.get("/?q=Ek&x=1").content == b"3 /?q=Ek"
    page.get("/?q=Ek")
    assert (page.rendered, folder.exists()) == (2, False)


def test_an_address_with_a_zero_leads_to_the_proper_one() -> None:
    answer = Page().get("/events/007/rounds/0/")
    assert (answer.status_code, answer["Location"]) == (301, "/events/7/rounds/0/")


# The folder.


def a_page(number: int = 1, content: bytes = b"page") -> KeptPage:
    return KeptPage(f'W/"{number}"', number, time.monotonic(), {"Content-Type": "text/html"}, content)


def test_pages_are_for_the_user_of_the_server_alone(folder: Path) -> None:
    folder.mkdir(mode=0o755)
    Page().get()
    (file,) = folder.iterdir()
    assert (stat.S_IMODE(folder.stat().st_mode), stat.S_IMODE(file.stat().st_mode)) == (0o700, 0o600)


def test_a_folder_of_another_user_is_not_believed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    PageStore(folder).keep("key", a_page(content=b"planted"))
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert PageStore(folder).find("key") is None
    PageStore(folder).keep("key", a_page())
    assert "belongs to another user" in caplog.text


@pytest.mark.parametrize("what", ["a file in its place", "a full disk"])
def test_where_nothing_can_be_written_a_process_keeps_its_own_and_says_so_once(
    folder: Path, what: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    if what == "a file in its place":
        folder.write_text("not a folder")
    else:
        monkeypatch.setattr("clubs.web.page_store.os.fdopen", _full)
    page = Page()
    for page.revision in (3, 3, 4):
        assert page.get().content == b"%d /" % page.revision
    assert page.rendered == 2
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert not folder.is_dir() or not list(folder.iterdir())


def _full(number: int, _mode: str) -> None:
    os.close(number)
    raise OSError(errno.ENOSPC, "No space left on device")


def test_another_process_reads_what_one_has_kept_and_nothing_that_is_no_page(folder: Path) -> None:
    PageStore(folder).keep("key", a_page(2))
    other = PageStore(folder)
    assert other.find("key") == PageStore(folder).find("key")
    (folder / "key").write_bytes(b"[]\n")
    assert PageStore(folder).find("key") is None
    other.clear()
    assert list(folder.iterdir()) == []
    assert other.find("key") is None


def test_a_page_from_before_the_machine_started_is_none(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    PageStore(folder).keep("key", a_page())
    monkeypatch.setattr(time, "monotonic", lambda: 5.0)
    assert PageStore(folder).find("key") is None


def test_the_oldest_give_way_and_what_dead_processes_left_goes(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_store, "_SWEEP_EVERY", 4)
    monkeypatch.setattr(page_store, "MAX_FILES", 3)
    monkeypatch.setattr(page_store, "MAX_IN_MEMORY", 2)
    folder.mkdir()
    (folder / "dead.part").touch()
    os.utime(folder / "dead.part", (0, 0))
    store = PageStore(folder)
    for number in range(1, 5):
        store.keep(f"key-{number}", a_page(number))
        os.utime(folder / f"key-{number}", (time.time() - 10 + number,) * 2)
    store.keep("key-5", a_page(5))
    assert {file.name for file in folder.iterdir()} == {"key-2", "key-3", "key-4", "key-5"}
    assert store._memory.keys() == {"key-4", "key-5"}


# Several processes.

PROCESS = """
import sys, time
from pathlib import Path
from django.conf import settings
data = Path(sys.argv[1])
settings.configure(
    DATA_DIR=data, KEPT_PAGES_DIR=data / "pages", RELEASE="1", USE_I18N=False, HALL_NETWORKS=()
)
import django
django.setup()
from django.http import HttpResponse
from django.test import RequestFactory
from clubs.db.single_row import Revision
from clubs.web.revisions import kept_by_revision

def view(request):
    with (data / "rendered").open("a") as file:
        file.write("x")
    time.sleep(float(sys.argv[2]))
    return HttpResponse("page")

print(kept_by_revision(lambda: Revision(1, 0))(view)(RequestFactory().get("/")).content.decode())
"""


def asking(data: Path, seconds: float) -> subprocess.Popen[str]:
    """Start a process that asks for the page, whose rendering takes so many seconds."""
    command = [sys.executable, "-c", PROCESS, str(data), str(seconds)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def wait_for_rendering(data: Path) -> None:
    until = time.monotonic() + LIMIT
    while not (data / "rendered").exists():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_two_processes_that_ask_at_once_get_one_rendering(tmp_path: Path) -> None:
    both = [asking(tmp_path, 0.2) for _process in range(2)]
    assert [process.communicate(timeout=LIMIT)[0] for process in both] == ["page\n"] * 2
    assert (tmp_path / "rendered").read_text() == "x"


def test_a_process_that_dies_while_it_renders_leaves_the_page_to_another(tmp_path: Path) -> None:
    dying = asking(tmp_path, LIMIT)
    wait_for_rendering(tmp_path)
    other = asking(tmp_path, 0)
    dying.send_signal(signal.SIGKILL)
    assert other.communicate(timeout=LIMIT)[0] == "page\n"
    assert (tmp_path / "rendered").read_text() == "xx"
    dying.communicate()


# The locks.


def test_a_lock_is_held_by_one_and_free_again_after_its_block() -> None:
    with MachineLock("name") as one, MachineLock("name") as other:
        assert one.acquire()
        assert not other.acquire(0.01)
    with MachineLock("name") as one:
        assert one.acquire()


def test_without_files_a_lock_holds_between_threads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "turns").touch()
    monkeypatch.setattr(machine_locks, "_told", type(machine_locks._told)())
    test_a_lock_is_held_by_one_and_free_again_after_its_block()
    assert len(caplog.records) == 1
