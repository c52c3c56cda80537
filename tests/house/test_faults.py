"""What happens to an installation on two servers when a part of it fails under load.

Phones record deals meanwhile, and send again what was not acknowledged, with the same key. After each fault
what was acknowledged is stored once, everything holds together, and all of it works again by itself.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPConnection, HTTPException, HTTPResponse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from typing import ClassVar
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from prometheus_client.openmetrics.parser import text_string_to_metric_families

from tests.conftest import LONG
from tests.house.deployment import (
    TOKEN,
    Deployment,
    ask,
    deployment,
    kill_group,
    small_disk,
    until,
    workers_of,
)
from tests.house.proxy import HOST, LIMIT, SITE
from tests.house.starting import THIS_VENV, credentials, running_talon
from tests.house.tables import with_tables
from tests.house.test_rehearsal import port_of, settings_of
from tests.needs import unavailable
from tests.scoring.recording.test_recording_kills import TOKEN as ANY_TOKEN
from tests.scoring.recording.test_recording_kills import Phone, everything_is_there_once
from tests.scoring.support.other_process import OtherProcess, other_process

repeated = pytest.mark.parametrize("seed", range(20 if LONG else 1))
PHONES = 4
BUSY = 6  # deals that the phones have recorded before a fault, and after it
# What a phone may hear while something fails: recorded, nobody there, no database.
HEARD = {201, 503}
NUMBERS = {"Authorization": f"Bearer {TOKEN}"}


@dataclass
class PatientPhone(Phone):
    """A phone that sends what was not acknowledged again, as `static/js/outbox.js` does."""

    heard: Counter[object] = field(default_factory=Counter)
    over: threading.Event = field(default_factory=threading.Event)
    pause: float = 0.15

    def play_through(self, deployment: Deployment) -> None:
        connection = deployment.connect()
        while not self.over.is_set():
            try:
                self.try_once(connection)
            except (OSError, HTTPException) as silence:
                self.heard[type(silence).__name__] += 1
                connection.close()
            time.sleep(self.pause)
        connection.close()

    @property
    def path(self) -> str:
        return f"/t/{self.secret}/deals/{self.number}/"

    def try_once(self, connection: HTTPConnection) -> None:
        response, said = ask(connection, "POST", self.path, self.form(), self.headers())
        self.heard[response.status] += 1
        if response.status == 201:
            self.acknowledged[self.key] = self.number
            self.number, self.key = self.number + 1, str(uuid4())
        elif response.status not in HEARD:
            self.strange.append(f"{response.status} to deal {self.number}: {said[:2000]!r}")


@pytest.fixture(scope="module")
def talon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    with deployment(tmp_path_factory.mktemp("deployment")) as running:
        yield running


@pytest.fixture(scope="module")
def inside(talon: Deployment) -> Iterator[OtherProcess]:
    """A process that looks into the database."""
    settings = {**talon.settings, "TALON_DATA_DIR": str(talon.data_of("server-1")), "TALON_METRICS": ""}
    with other_process(settings=settings) as other:
        yield other


@pytest.fixture(scope="module")
def phones(inside: OtherProcess) -> list[PatientPhone]:
    return [PatientPhone(**known) for known in inside.ask(do="open_games", count=PHONES)["answer"]]


@contextmanager
def under_load(talon: Deployment, phones: list[PatientPhone]) -> Iterator[None]:
    """Phones record deals before, during and after what the block does."""
    for phone in phones:
        phone.heard.clear()
        phone.over.clear()
    threads = [threading.Thread(target=phone.play_through, args=[talon]) for phone in phones]
    for thread in threads:
        thread.start()
    try:
        record_some(phones)
        yield
        record_some(phones)
    finally:
        for phone in phones:
            phone.over.set()
        for thread in threads:
            thread.join(LIMIT)


def record_some(phones: list[PatientPhone]) -> None:
    before = sum(len(phone.acknowledged) for phone in phones)
    until(
        lambda: (
            sum(len(phone.acknowledged) for phone in phones) >= before + BUSY
            or any(phone.strange for phone in phones)
        ),
        "the phones record nothing",
    )


def all_is_well(talon: Deployment, inside: OtherProcess, phones: list[PatientPhone]) -> None:
    """What was acknowledged is there once, and every server works again without a hand."""
    assert [words for phone in phones for words in phone.strange] == []
    everything_is_there_once(inside.ask(do="inspect_database")["answer"], list(phones))
    for server in range(2):
        until(partial(talon.is_well, server), "a server does not come back")
    assert {talon.get("/clubs/")[0].status for _time in range(8)} == {200}


def numbers_of(talon: Deployment, server: int) -> dict[tuple[str, ...], float]:
    families = text_string_to_metric_families(talon.get_from(server, "/metrics", **NUMBERS)[1])
    return {
        (sample.name, *sample.labels.values()): sample.value for each in families for sample in each.samples
    }


def test_the_processes_of_the_deployment_answer_through_the_proxy(talon: Deployment) -> None:
    response, page = talon.get("/")
    assert (response.status, "</html>" in page) == (200, True)
    assert "max-age" in str(response.headers["Strict-Transport-Security"])
    assert talon.get("/sign-in/")[0].headers["Set-Cookie"].count("Secure") == 1
    assert talon.get("/metrics", **NUMBERS)[0].status == 404
    with closing(HTTPConnection(HOST, talon.proxy.plain_port, timeout=LIMIT)) as plain:
        response, _said = ask(plain, "GET", "/clubs/", None, {})
    assert (response.status, response.headers["Location"]) == (301, f"https://{SITE}/clubs/")
    with closing(talon.connect()) as connection:
        response, _said = ask(connection, "POST", "/t/", "", {"Content-Length": str(45 * 1024 * 1024)})
    assert response.status == 413


def test_the_numbers_of_a_server_are_those_of_all_its_processes(talon: Deployment) -> None:
    asked, name = 40, ("talon_requests_total", "GET", "200")
    before = numbers_of(talon, 0).get(name, 0)
    for _time in range(asked):
        assert talon.get_from(0, "/health/")[0].status == 200
    # The first look counts too: it was answered after it had been read.
    assert numbers_of(talon, 0)[name] == before + asked + 1


@repeated
def test_a_server_is_killed(
    talon: Deployment, inside: OtherProcess, phones: list[PatientPhone], seed: int
) -> None:
    chance = Random(seed)
    server = talon.child("server-1")
    with under_load(talon, phones):
        process = server.process
        time.sleep(chance.uniform(0, 0.3))
        kill_group(process)
        until(lambda: server.process is not process, "nobody starts it again")
    all_is_well(talon, inside, phones)


@repeated
def test_a_worker_of_a_server_is_killed(
    talon: Deployment, inside: OtherProcess, phones: list[PatientPhone], seed: int
) -> None:
    """Its server starts another one; one that dies again within seconds ends it, and it is started again."""
    server = talon.child("server-2")
    before = workers_of(server.process)
    with under_load(talon, phones):
        os.kill(Random(seed).choice(before), signal.SIGKILL)
        until(lambda: is_another_team(workers_of(server.process), before), "nobody starts another one")
    all_is_well(talon, inside, phones)


def is_another_team(workers: list[int], before: list[int]) -> bool:
    return len(workers) == len(before) and set(workers) != set(before)


@pytest.mark.long
def test_all_servers_are_killed(talon: Deployment, inside: OtherProcess, phones: list[PatientPhone]) -> None:
    """The proxy has a page of its own until they are back."""
    servers = [talon.child(f"server-{number}") for number in (1, 2)]
    with under_load(talon, phones):
        before = [server.process for server in servers]
        for process in before:
            kill_group(process)
        response, page = talon.get("/clubs/")
        assert (response.status, response.headers["Retry-After"]) == (503, "5")
        assert "Talon svarar inte just nu." in page
        until(lambda: [server.process for server in servers] != before, "nobody starts them again")
    all_is_well(talon, inside, phones)


@pytest.mark.long
@repeated
def test_a_server_is_stopped_and_started_again(
    talon: Deployment, inside: OtherProcess, phones: list[PatientPhone], seed: int
) -> None:
    """For a new release, say: the other one goes on, and nobody who reads notices."""
    chance = Random(seed)
    server = talon.child("server-2")
    with under_load(talon, phones):
        process = server.process
        time.sleep(chance.uniform(0, 0.3))
        process.terminate()
        while server.process is process:
            assert talon.get("/clubs/")[0].status == 200
            time.sleep(0.1)
    all_is_well(talon, inside, phones)


@repeated
def test_postgresql_is_restarted(
    talon: Deployment, inside: OtherProcess, phones: list[PatientPhone], seed: int
) -> None:
    chance = Random(seed)
    with under_load(talon, phones):
        talon.database.stop(chance.choice([signal.SIGINT, signal.SIGQUIT]))
        pages_say_that_the_database_is_away(talon, phones[0])
        time.sleep(chance.uniform(0, 0.3))
        talon.database.start()
    assert all(phone.heard[503] for phone in phones)
    all_is_well(talon, inside, phones)


def pages_say_that_the_database_is_away(talon: Deployment, phone: PatientPhone) -> None:
    response, page = talon.get("/", Cookie="django_language=fi")
    assert (response.status, response.headers["Retry-After"]) == (503, "5")
    assert "Tietokanta ei juuri nyt vastaa" in page
    with closing(talon.connect()) as connection:
        response, page = ask(connection, "POST", f"/t/{phone.secret}/call/", "note=tired", phone.headers())
    assert response.status == 503
    assert '<input type="hidden" name="note" value="tired">' in page
    assert talon.get("/health/")[1] == "no database\n"
    assert numbers_of(talon, 1)["talon_database_answers",] == 0


class TwiceHandler(BaseHTTPRequestHandler):
    """Sends each POST to both servers at once, and passes on what the second says."""

    talon: Deployment
    answers: ClassVar[list[tuple[int, str]]]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        with ThreadPoolExecutor(2) as both:
            answers = list(both.map(lambda server: self.pass_on(server, body), range(2)))
        self.answers.extend(answers)
        status, location = answers[1]
        self.send_response(status)
        self.send_header("Location", location)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def pass_on(self, server: int, body: str) -> tuple[int, str]:
        headers = {**dict(self.headers.items()), "X-Forwarded-Proto": "https"}
        with closing(HTTPConnection(HOST, self.talon.proxy.servers[server], timeout=LIMIT)) as connection:
            response, _said = ask(connection, "POST", self.path, body, headers)
        return response.status, str(response.headers["Location"])

    def log_message(self, *_words: object) -> None:
        """Say nothing."""


@repeated
def test_a_proxy_sends_each_form_twice(
    talon: Deployment, inside: OtherProcess, phones: list[PatientPhone], seed: int
) -> None:
    TwiceHandler.talon, TwiceHandler.answers = talon, []
    with ThreadingHTTPServer((HOST, 0), TwiceHandler) as proxy:
        serving = threading.Thread(target=proxy.serve_forever)
        serving.start()
        connections = [HTTPConnection(HOST, proxy.server_port, timeout=LIMIT) for _phone in phones]
        for connection, phone in zip(connections, phones, strict=True):
            for _time in range(Random(seed).randint(1, 3)):
                phone.try_once(connection)
            connection.close()
        proxy.shutdown()
        serving.join(LIMIT)
    assert {status for status, _location in TwiceHandler.answers} == {201}
    assert TwiceHandler.answers[0::2] == TwiceHandler.answers[1::2]
    all_is_well(talon, inside, phones)


@repeated
def test_the_disk_of_backups_is_full(
    talon: Deployment, inside: OtherProcess, phones: list[PatientPhone], seed: int
) -> None:
    if not talon.has_small_disk:
        unavailable("only root may mount a small disk")
    email, password = credentials(talon.first_words)
    with closing(talon.connect()) as director:
        cookies = sign_in(director, email, password)
        with under_load(talon, phones):
            ballast = fill_up(talon.data_of("keeper"))
            inside.ask(do="forget_backups")
        until(lambda: "There is no room for a backup" in page_of(director, cookies), "no page says so")
        assert {status for phone in phones for status in phone.heard} == {201}
        ballast.unlink()
        inside.ask(do="age_backup_failure")  # a minute passes
        until(
            lambda: "No backups are being made" not in page_of(director, cookies), "there is still no backup"
        )
    assert inside.ask(do="count_backups")["answer"] == 1
    all_is_well(talon, inside, phones)


@pytest.mark.long
def test_the_disk_of_a_laptop_is_full(tmp_path: Path, shared_folder: Path) -> None:
    """Its database is on it: all can be read, nothing can be stored until there is room."""
    disk = tmp_path / "disk"
    with small_disk(disk, megabytes=64) as is_small:
        if not is_small:
            unavailable("only root may mount a small disk")
        data = with_tables(shared_folder, disk / "data")
        elsewhere = {**THIS_VENV, "TALON_BACKUP_DIR": str(tmp_path / "backups")}
        with running_talon(data, "--no-demo", extra=elsewhere) as laptop:
            with other_process(settings=settings_of(data)) as inside:
                phone = PatientPhone(**inside.ask(do="open_games", count=1)["answer"][0])
            with closing(HTTPConnection(HOST, port_of(laptop), timeout=LIMIT)) as connection:
                phone.send(connection)
                ballast = fill_up(disk)
                response, page = ask_laptop(connection, "POST", phone.path, phone.form(), phone.headers())
                assert response.status == 503
                assert "The disk of the server is full" in page
                assert ask_laptop(connection, "GET", f"/games/{phone.game}/")[0].status == 200
                ballast.unlink()
                phone.send(connection)
            with other_process(settings=settings_of(data)) as inside:
                everything_is_there_once(inside.ask(do="inspect_database")["answer"], [phone])
    assert (len(phone.acknowledged), phone.strange) == (2, [])


def ask_laptop(
    connection: HTTPConnection,
    method: str,
    path: str,
    body: str | None = None,
    headers: dict[str, str] | None = None,
) -> tuple[HTTPResponse, str]:
    connection.request(method, path, body, headers or {})
    response = connection.getresponse()
    return response, response.read().decode()


def fill_up(disk: Path) -> Path:
    """Leave no byte on a disk; return the file that takes its place."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4096))
    return ballast


def sign_in(director: HTTPConnection, email: str, password: str) -> str:
    """Return the cookies of somebody who has signed in."""
    form = {"csrfmiddlewaretoken": ANY_TOKEN, "username": email, "password": password}
    headers = {"Cookie": f"csrftoken={ANY_TOKEN}", "Content-Type": "application/x-www-form-urlencoded"}
    response, said = ask(director, "POST", "/sign-in/", urlencode(form), headers)
    assert response.status == 302, said
    return "; ".join(cookie.partition(";")[0] for cookie in response.headers.get_all("Set-Cookie") or [])


def page_of(director: HTTPConnection, cookies: str) -> str:
    return ask(director, "GET", "/copies/", None, {"Cookie": cookies})[1]
