"""Files that are made one at a time: who waits, who is asked to come again, what is kept."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.test import Client
from django.urls import include, path
from django.views.decorators.http import require_safe
from pytest_django import Settings

from clubs.db.machine_locks import MachineLock
from clubs.db.single_row import Revision
from clubs.reports.report import Column, Report, ReportTable, Row
from clubs.reports.tables import ExportReport, LongTable
from clubs.web import exports, file_turns
from clubs.web.revisions import kept_by_revision
from tests.builders import a_user

LIMIT = 60.0  # seconds, for what would otherwise hang
made: list[str] = []


def report() -> Report:
    made.append("file")
    table = ReportTable(columns=(Column("Name"),), rows=(Row(("Ek",)),))
    return Report(title="List", tables=(table,), language="en")


@require_safe
@kept_by_revision(lambda: Revision(len(revisions), 0), choices=exports.CHOICES, free={"club"})
def kept_list(request: HttpRequest) -> HttpResponseBase:
    return exports.export_response(request, report) or HttpResponse("page")


def other_list(request: HttpRequest) -> HttpResponseBase:
    return exports.export_response(request, report) or HttpResponse("page")


revisions: list[int] = []
urlpatterns = [path("kept/", kept_list), path("other/", other_list), path("", include("config.urls"))]
pytestmark = [pytest.mark.urls(__name__), pytest.mark.django_db]


@pytest.fixture(autouse=True)
def nothing_made(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.DATA_DIR = tmp_path
    settings.KEPT_PAGES_DIR = tmp_path / "pages"
    monkeypatch.setattr(file_turns, "_WAIT", 0.01)
    made.clear()
    revisions.clear()


@pytest.fixture
def a_stranger_has_one_made() -> Iterator[None]:
    with MachineLock("file-strangers") as lock:
        assert lock.acquire()
        yield


def test_a_file_is_made_once_for_its_revision_and_sent_as_it_was_made(client: Client) -> None:
    first, second = (client.get("/kept/?as=csv", headers={"accept-encoding": "gzip"}) for _time in range(2))
    assert (first.content, first.headers) == (second.content, second.headers)
    assert first["Content-Disposition"] == 'attachment; filename="list.csv"'
    assert client.get("/kept/?as=csv").content.decode("utf-8-sig") == "# List\r\nName\r\nEk\r\n"
    assert len(made) == 1
    revisions.append(1)
    client.get("/kept/?as=csv")
    client.get("/kept/?as=xlsx")
    assert len(made) == 3


def test_a_file_with_a_filter_is_made_and_not_kept(client: Client) -> None:
    for _time in range(2):
        assert client.get("/kept/?as=csv&club=7").status_code == 200
    assert len(made) == 2


@pytest.mark.usefixtures("a_stranger_has_one_made")
@pytest.mark.parametrize("address", ["/kept/?as=csv", "/kept/?as=pdf&club=7", "/other/?as=print"])
def test_while_one_is_made_a_stranger_gets_a_page_that_tries_again(
    client: Client, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    answer = client.get(address)
    assert (answer.status_code, answer["Retry-After"], made) == (503, "2", [])
    assert (answer["Cache-Control"], "ETag" in answer) == ("no-store", False)
    assert 'data-again="2"' in answer.text
    told = [record for record in caplog.records if record.name == "django.request"]
    assert not any(file_turns.ComesAgainFilter().filter(record) for record in told)
    assert client.get(address.partition("?")[0]).content == b"page"


def test_who_waits_gets_what_is_there_meanwhile(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_turns, "_WAIT", LIMIT)
    waits, answers = threading.Event(), list[int]()
    thread = threading.Thread(target=lambda: answers.append(client.get("/kept/?as=csv").status_code))
    with MachineLock("file-strangers") as lock:
        assert lock.acquire()
        monkeypatch.setattr("clubs.db.machine_locks.time.sleep", lambda _seconds: waits.set())
        thread.start()
        assert waits.wait(LIMIT)
        assert Client().get("/kept/?as=csv").status_code == 503, "one of each process waits"
    thread.join(LIMIT)
    assert answers == [200]


@pytest.mark.usefixtures("a_stranger_has_one_made")
def test_strangers_keep_no_user_from_a_file_and_his_is_kept_for_all(client: Client) -> None:
    user = Client()
    user.force_login(a_user())
    assert user.get("/kept/?as=csv").status_code == 200
    assert client.get("/kept/?as=csv").status_code == 200
    assert made == ["file"]


@pytest.mark.usefixtures("a_stranger_has_one_made")
def test_a_cookie_alone_makes_no_user(client: Client) -> None:
    client.cookies["sessionid"] = "invented"
    assert client.get("/kept/?as=csv").status_code == 503


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The processor time of the thread that makes a file, to be moved on by what it makes."""
    now = [0.0]
    monkeypatch.setattr("clubs.web.file_turns.time.thread_time", lambda: now[0])
    return now


@pytest.fixture
def rests(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The rests of a file, each within its turn."""
    rests = list[float]()

    def sleep(seconds: float) -> None:
        with MachineLock("file-strangers") as lock:
            assert not lock.acquire(), "another file would be made meanwhile"
        rests.append(seconds)

    monkeypatch.setattr("clubs.web.file_turns.time.sleep", sleep)
    return rests


@pytest.mark.parametrize("signed_in", [False, True])
def test_a_file_for_a_stranger_rests_three_times_as_long_as_it_works(
    signed_in: bool, client: Client, clock: list[float], rests: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    if signed_in:
        client.force_login(a_user())

    def rows() -> Iterator[tuple[str]]:
        for worked in (0.25, 0.0078125, 0.5):
            clock[0] += worked
            yield ("Ek",)

    table = LongTable(columns=(Column("Name"),), lines=rows)
    long = ExportReport(title="List", long=(table,), language="en")
    monkeypatch.setattr(f"{__name__}.report", lambda: long)
    for form in ("csv", "print"):
        assert client.get(f"/other/?as={form}").content.count(b"Ek") == 3
    assert rests == ([] if signed_in else [0.75, 1.5234375] * 2)


@pytest.mark.parametrize("address", ["/other/?as=print", "/kept/?as=csv"])
def test_work_between_no_rows_is_rested_for_before_the_file_is_sent(
    address: str, client: Client, clock: list[float], rests: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    without_work = report

    def with_work() -> Report:
        clock[0] += 0.25
        return without_work()

    monkeypatch.setattr(f"{__name__}.report", with_work)
    assert b"Ek" in client.get(address).content
    assert rests == [0.75]


def test_a_file_that_cannot_be_made_gives_the_turn_back(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{__name__}.report", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        client.get("/other/?as=csv")
    monkeypatch.undo()
    assert client.get("/other/?as=csv").status_code == 200
