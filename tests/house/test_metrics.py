"""The numbers for Prometheus: for whoever has the token, true, and read by Prometheus's own parser."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone
from prometheus_client.openmetrics.parser import text_string_to_metric_families

from clubs.backups.create import create_backup
from clubs.backups.state import record_failure
from clubs.books.signals import act_conflicted, acts_recorded
from clubs.models import Job
from config import environment
from config.metrics import counting, installation
from config.metrics.folder import VARIABLE, metrics_folder
from scoring import recording
from tests.builders import a_user, own_places
from tests.scoring.support.played import a_deal, an_evening

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.engine]

TOKEN = "only-for-tests-" + "m" * 20
OPENS = {"Authorization": f"Bearer {TOKEN}"}


@pytest.fixture(autouse=True)
def installed(settings: Any, tmp_path: Path) -> Path:
    settings.METRICS_TOKEN = TOKEN
    own_places(settings, tmp_path)
    return tmp_path


@pytest.fixture
def counting_requests() -> Iterator[counting.CountingMiddleware]:
    """The middleware, which answers every request with “no content”; nothing is counted afterwards."""

    def answer(_request: HttpRequest) -> HttpResponse:
        return HttpResponse(status=204)

    yield counting.CountingMiddleware(answer)
    for signal in (acts_recorded, act_conflicted):
        signal.receivers = []


def numbers(client: Client) -> dict[tuple[str, ...], float]:
    """Every number by its name and the values of its labels."""
    answer = client.get("/metrics", headers=OPENS)
    assert answer.headers["Content-Type"].startswith("application/openmetrics-text; version=1.0.0")
    families = text_string_to_metric_families(answer.content.decode())
    return {
        (sample.name, *sample.labels.values()): sample.value for each in families for sample in each.samples
    }


def test_without_the_setting_there_is_no_page(client: Client, settings: Any) -> None:
    """And nothing of it is loaded: `test_server.py`."""
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


@pytest.mark.parametrize("sent", [{}, {"Authorization": "Bearer wrong"}, {"Authorization": f"Basic {TOKEN}"}])
def test_only_the_token_opens_the_page(client: Client, sent: dict[str, str]) -> None:
    answer = client.get("/metrics", headers=sent)
    assert (answer.status_code, answer.content, answer.headers["WWW-Authenticate"]) == (401, b"", "Bearer")
    assert client.get("/metrics", headers=OPENS).status_code == 200


def test_a_token_that_could_be_guessed_is_refused() -> None:
    assert environment.token({}, "X_TOKEN") == ""
    assert environment.token({"X_TOKEN": TOKEN}, "X_TOKEN") == TOKEN
    with pytest.raises(ImproperlyConfigured, match="X_TOKEN is too short"):
        environment.token({"X_TOKEN": "yes"}, "X_TOKEN")


def test_answers_are_counted_by_method_and_status(
    client: Client, counting_requests: counting.CountingMiddleware
) -> None:
    before = numbers(client)
    for method in ("GET", "GET", "BREW", "STEW"):
        counting_requests(RequestFactory().generic(method, "/"))
    now = numbers(client)
    gained = {name: value - before.get(name, 0) for name, value in now.items()}
    assert gained["talon_requests_total", "GET", "204"] == 2
    assert gained["talon_requests_total", "other", "204"] == 2
    assert gained["talon_request_seconds_count", "GET"] == 2
    assert not any("BREW" in name for name in now)


def test_the_question_how_large_a_body_may_be_is_no_answer(
    client: Client, counting_requests: counting.CountingMiddleware
) -> None:
    counting_requests.get_response = lambda _request: HttpResponse(status=100)
    counting_requests(RequestFactory().post("/"))
    assert ("talon_requests_total", "POST", "100") not in numbers(client)


def test_an_act_is_counted_when_it_is_stored_and_a_conflict_when_it_is_refused(
    client: Client, counting_requests: counting.CountingMiddleware
) -> None:
    evening, before = an_evening(), numbers(client)
    deal = a_deal()
    for _time in range(2):  # the second is the same submission again
        recording.record_deal(evening.scorer, evening.game, deal)
    with pytest.raises(recording.AlreadyChanged):
        recording.record_deal(evening.scorer, evening.game, a_deal(key=uuid4()))
    now = numbers(client)
    gained = {name: value - before.get(name, 0) for name, value in now.items()}
    assert gained["talon_recordings_total", "deal.recorded"] == 1
    assert gained["talon_conflicts_total", "AlreadyChanged"] == 1


def test_an_act_that_is_rolled_back_is_not_counted(
    client: Client, counting_requests: counting.CountingMiddleware, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening, before = an_evening(), numbers(client)

    def refuse(*_arguments: object, **_fields: object) -> None:
        raise DatabaseError

    monkeypatch.setattr("clubs.models.Book.save", refuse)
    with pytest.raises(DatabaseError):
        recording.record_deal(evening.scorer, evening.game, a_deal())
    name = ("talon_recordings_total", "deal.recorded")
    assert numbers(client).get(name, 0) == before.get(name, 0)


def test_jobs_and_the_size_of_the_database_are_read_when_asked(client: Client) -> None:
    assert numbers(client)["talon_jobs", "waiting"] == 0
    evening, user = an_evening(), a_user()
    for state in (Job.State.WAITING, Job.State.WAITING, Job.State.WORKING, Job.State.DONE):
        Job.objects.create(
            kind="tried",
            book=evening.game.book,
            requested_by=user,
            requested_at=timezone.now(),
            language="en",
            key=uuid4(),
            state=state,
        )
    found = numbers(client)
    assert (found["talon_jobs", "waiting"], found["talon_jobs", "working"]) == (2, 1)
    assert found["talon_database_size_bytes",] > 100_000
    assert found["talon_database_answers",] == 1


def test_the_age_of_the_last_backup_and_its_failure_are_read(client: Client) -> None:
    assert ("talon_backup_age_seconds",) not in numbers(client)
    an_evening()
    create_backup(timezone.now() - timedelta(minutes=5))
    found = numbers(client)
    assert 300 <= found["talon_backup_age_seconds",] < 3600
    assert found["talon_backup_fails",] == 0
    record_failure(timezone.now(), "no_room", "/stick")
    assert numbers(client)["talon_backup_fails",] == 1


def test_a_database_that_does_not_answer_is_a_number_too(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise DatabaseError

    monkeypatch.setattr(installation, "_jobs", refuse)
    found = numbers(client)
    assert found["talon_database_answers",] == 0
    assert ("talon_database_size_bytes",) not in found


def test_each_start_has_a_folder_of_its_own_that_goes_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setenv("TALON_METRICS", TOKEN)
    with metrics_folder():
        folder = Path(os.environ[VARIABLE])
        assert folder.is_dir()
    assert not folder.exists()
    monkeypatch.delenv(VARIABLE)
    monkeypatch.delenv("TALON_METRICS")
    with metrics_folder():
        assert VARIABLE not in os.environ
