"""What people see and what the log says while the database does not answer, or when something else breaks."""

from __future__ import annotations

import logging
import sqlite3
from html import unescape
from typing import Any, NoReturn
from urllib.parse import urlencode
from uuid import uuid4

import psycopg
import pytest
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest
from django.test import Client
from django.urls import path

from config import failures
from config import urls as own

pytestmark = pytest.mark.django_db

RAISED: list[Exception] = []


def fail(_request: HttpRequest) -> NoReturn:
    raise RAISED[-1] from RAISED[-1].__cause__


handler500 = own.handler500
urlpatterns = [path("broken/", fail), *own.urlpatterns]


@pytest.fixture(autouse=True)
def broken(settings: Any) -> None:
    """A page that raises what the test wants."""
    settings.ROOT_URLCONF = __name__
    RAISED[:] = [OperationalError("connection refused")]


@pytest.fixture
def visitor() -> Client:
    """A browser that gets the page of an exception, as from a server."""
    return Client(raise_request_exception=False)


def caused_by(cause: Exception) -> OperationalError:
    error = OperationalError("full")
    error.__cause__ = cause
    return error


def sqlite_error(code: int) -> sqlite3.Error:
    error = sqlite3.OperationalError("told by SQLite")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize("error", [OperationalError("gone"), InterfaceError("connection already closed")])
def test_a_page_says_that_the_database_does_not_answer_and_leads_back_to_itself(
    visitor: Client, error: Exception
) -> None:
    RAISED[:] = [error]
    answer = visitor.get("/broken/?sort=name&page=2")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert answer.headers["Cache-Control"] == "no-store"
    page = unescape(answer.content.decode())
    assert "<h1>The database does not answer at the moment</h1>" in page
    assert 'href="/broken/?sort=name&page=2"' in page


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("sv", "Databasen svarar inte just nu"),
        ("fi", "Tietokanta ei juuri nyt vastaa"),
        ("da", "Databasen svarer ikke lige nu"),
    ],
)
def test_it_is_said_in_the_language_of_the_reader(visitor: Client, language: str, words: str) -> None:
    visitor.cookies["django_language"] = language
    assert words in visitor.get("/broken/").content.decode()


def test_what_was_typed_is_in_the_page_and_can_be_sent_again(visitor: Client) -> None:
    key = str(uuid4())
    typed = urlencode({"name": ["Åsa & <b>Bo</b>", "Cilla"], "key": key}, doseq=True)
    answer = visitor.post("/broken/?part=1", typed, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 503
    page = answer.content.decode()
    assert '<form method="post" action="/broken/?part=1">' in page
    for value in ("Åsa &amp; &lt;b&gt;Bo&lt;/b&gt;", "Cilla"):
        assert f'<input type="hidden" name="name" value="{value}">' in page
    assert f'name="key" value="{key}"' in page
    assert "However often you send it, it is stored once." in page


def test_without_a_key_nothing_is_promised_about_sending_it_twice(visitor: Client) -> None:
    answer = visitor.post("/broken/", "name=Bo", content_type="application/x-www-form-urlencoded")
    assert b"Send it again" in answer.content
    assert b"stored once" not in answer.content


@pytest.mark.parametrize("typed", [{"username": "bo", "password": "sesame"}, {"new_password1": "sesame"}])
def test_a_password_is_not_sent_back(visitor: Client, typed: dict[str, str]) -> None:
    answer = visitor.post(
        "/broken/",
        "&".join(f"{name}={value}" for name, value in typed.items()),
        content_type="application/x-www-form-urlencoded",
    )
    assert answer.status_code == 503
    assert b"sesame" not in answer.content
    assert b"go back, look whether it is there" in answer.content


def test_a_form_with_a_file_is_sent_from_its_own_page(visitor: Client) -> None:
    answer = visitor.post("/broken/", {"name": "Bo", "key": "1"})  # in parts, as with files
    assert answer.status_code == 503
    assert b"<form" not in answer.content
    assert b"go back, look whether it is there" in answer.content


@pytest.mark.parametrize("cause", [sqlite_error(sqlite3.SQLITE_FULL), psycopg.errors.DiskFull("no room")])
def test_a_full_disk_is_said_to_be_full(visitor: Client, cause: Exception) -> None:
    RAISED[:] = [caused_by(cause)]
    answer = visitor.get("/broken/")
    assert answer.status_code == 503
    assert b"<h1>The disk of the server is full</h1>" in answer.content


def test_another_cause_is_not_taken_for_a_full_disk(visitor: Client) -> None:
    RAISED[:] = [caused_by(sqlite_error(sqlite3.SQLITE_BUSY))]
    assert b"The database does not answer" in visitor.get("/broken/").content


def test_what_is_no_fault_of_the_database_is_a_500(visitor: Client) -> None:
    RAISED[:] = [ZeroDivisionError()]
    answer = visitor.get("/broken/")
    assert (answer.status_code, answer.get("Retry-After")) == (500, None)
    assert b"Something broke on our side" in answer.content


@pytest.mark.parametrize(
    ("error", "status", "words"),
    [
        (OperationalError("gone"), 503, b"The database does not answer at the moment. Wait"),
        (
            caused_by(sqlite_error(sqlite3.SQLITE_FULL)),
            503,
            b"The disk of the server is full: nothing was stored.",
        ),
        (ZeroDivisionError(), 500, b"Something broke on our side. Try again"),
    ],
)
def test_a_page_that_stays_open_gets_a_message_to_show(
    visitor: Client, error: Exception, status: int, words: bytes
) -> None:
    RAISED[:] = [error]
    answer = visitor.post("/broken/", {"name": "Bo"}, headers={"HX-Request": "true"})
    assert answer.status_code == status
    assert answer.content.strip().startswith(b'<div class="message error">')
    assert words in answer.content


def test_a_middleware_that_needs_the_database_fails_in_the_same_way(
    visitor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object) -> None:
        raise RAISED[-1]

    monkeypatch.setattr("config.sessions.SessionStore.load", fail)
    visitor.cookies["sessionid"] = "a" * 32
    assert visitor.get("/account/").status_code == 503


def a_record(error: Exception) -> logging.LogRecord:
    record = logging.LogRecord(
        "django.request", logging.ERROR, "", 1, "%s: %s", ("Service Unavailable", "/"), None
    )
    record.exc_info = (type(error), error, None)
    return record


def test_the_log_has_one_line_about_it_every_few_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("config.failures.time.monotonic", lambda: now[0])
    lines = failures.DatabaseFailureFilter()
    first, second = a_record(OperationalError("connection refused\n\tIs it running?")), a_record(RAISED[0])
    assert (lines.filter(first), lines.filter(second)) == (True, False)
    assert first.getMessage() == "Service Unavailable: /: connection refused Is it running?"
    assert first.exc_info is None
    now[0] += 11
    assert lines.filter(second)


def test_other_failures_keep_their_traceback() -> None:
    record = a_record(ZeroDivisionError())
    assert failures.DatabaseFailureFilter().filter(record)
    assert record.exc_info is not None
