"""The processes of `deploy/` without containers: two servers and a keeper, a PostgreSQL of their own, nginx.

They are run by `config.serving.children`, which starts again what ends, as systemd and a container engine do.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from pathlib import Path
from typing import Self

import psycopg

from config.serving import children
from tests import ROOT
from tests.house.proxy import HOST, LIMIT, SITE, Proxy, quiet_port
from tests.house.starting import clean_environment
from tests.needs import program, unavailable
from tests.steps.machine import MEMORY

PULSE = 0.05
POSTGRESQL_PROGRAMS = "/usr/lib/postgresql"
TOKEN = "for-the-numbers-" + "m" * 20


def until(condition: Callable[[], object], what: str) -> None:
    deadline = time.monotonic() + LIMIT
    while not condition():
        assert time.monotonic() < deadline, what
        time.sleep(PULSE)


# --- PostgreSQL -------------------------------------------------------------------------------------------


@dataclass
class Postgresql:
    """A cluster of its own, which can be stopped and started. It does not run as root."""

    programs: Path
    folder: Path
    port: int
    user: str | None
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"postgresql://postgres@{HOST}:{self.port}/postgres"

    def create(self) -> None:
        options = ["--no-sync", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C.UTF-8"]
        subprocess.run(
            [self.programs / "initdb", *options, self.folder / "data"],
            cwd=self.folder,
            user=self.user,
            capture_output=True,
            timeout=LIMIT,
            check=True,
        )

    def start(self) -> None:
        """Start it, and wait until it answers. No power failure is tried here: nothing waits for a disk."""
        settings = {
            "listen_addresses": HOST,
            "port": self.port,
            "unix_socket_directories": "",
            "fsync": "off",
        }
        options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen(
                [self.programs / "postgres", "-D", self.folder / "data", *options],
                cwd=self.folder,
                user=self.user,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        until(self.answers, "PostgreSQL does not answer")

    def answers(self) -> bool:
        try:
            psycopg.connect(self.address, connect_timeout=5).close()
        except psycopg.OperationalError:
            return False
        return True

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it: SIGINT ends connections and tidies up, SIGQUIT leaves everything as it is."""
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait(LIMIT)


@contextmanager
def postgresql() -> Iterator[Postgresql]:
    clusters = sorted(Path(POSTGRESQL_PROGRAMS).glob("*/bin"))
    if not clusters:
        unavailable("PostgreSQL's server is missing (Debian's package postgresql)")
    user = "postgres" if os.geteuid() == 0 else None
    with tempfile.TemporaryDirectory(prefix="talon-pg-", dir=MEMORY if MEMORY.is_dir() else None) as folder:
        if user is not None:
            shutil.chown(folder, user, pwd.getpwnam(user).pw_gid)
        server = Postgresql(clusters[-1], Path(folder), quiet_port(), user)
        server.create()
        server.start()
        try:
            yield server
        finally:
            server.stop(signal.SIGQUIT)


# --- all of it --------------------------------------------------------------------------------------------


@dataclass
class Deployment:
    """All processes, and how to ask them."""

    folder: Path
    database: Postgresql
    proxy: Proxy
    running: list[children.Child]
    settings: dict[str, str]
    first_words: str
    has_small_disk: bool  # that of the keeper
    trust: ssl.SSLContext = field(init=False)

    def __post_init__(self) -> None:
        self.trust = self.proxy.trust()

    def child(self, name: str) -> children.Child:
        return next(child for child in self.running if child.name == name)

    def data_of(self, name: str) -> Path:
        return self.folder / name

    def connect(self) -> HTTPSConnection:
        return HTTPSConnection(HOST, self.proxy.port, timeout=LIMIT, context=self.trust)

    def get(self, path: str, **headers: str) -> tuple[HTTPResponse, str]:
        """Ask through the proxy, on a connection of its own."""
        with closing(self.connect()) as connection:
            return ask(connection, "GET", path, None, headers)

    def get_from(self, server: int, path: str, **headers: str) -> tuple[HTTPResponse, str]:
        """Ask one of the servers itself."""
        with closing(HTTPConnection(HOST, self.proxy.servers[server], timeout=LIMIT)) as connection:
            return ask(connection, "GET", path, None, headers)

    def is_well(self, server: int) -> bool:
        try:
            return self.get_from(server, "/health/")[0].status == 200
        except (OSError, HTTPException):
            return False


def ask(
    connection: HTTPConnection, method: str, path: str, body: str | None, headers: dict[str, str]
) -> tuple[HTTPResponse, str]:
    """Ask as a browser does that is on the site."""
    own = {"Host": SITE, "Origin": f"https://{SITE}"}
    connection.request(method, path, body, {**own, **headers})
    response = connection.getresponse()
    return response, response.read().decode(errors="replace")


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[bool]:
    """Make the folder a disk of its own, in memory; False where this is not allowed."""
    folder.mkdir()
    if os.geteuid() != 0 or not has_mounted(folder, megabytes):
        yield False
        return
    try:
        yield True
    finally:
        subprocess.run(["umount", "--lazy", folder], timeout=LIMIT, check=True)


def has_mounted(folder: Path, megabytes: int) -> bool:
    command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)]
    return subprocess.run(command, capture_output=True, timeout=LIMIT, check=False).returncode == 0


class Watching(threading.Thread):
    """Starts again what ends, until the block ends."""

    def __init__(self, running: list[children.Child]) -> None:
        super().__init__(daemon=True)
        self.running, self.over = running, threading.Event()

    def run(self) -> None:
        while not self.over.wait(PULSE):
            children.check_children(self.running)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_exception: object) -> None:
        self.over.set()
        self.join(LIMIT)


@contextmanager
def deployment(folder: Path) -> Iterator[Deployment]:
    """Start everything, as two machines and a third with the proxy would."""
    ports = quiet_port(), quiet_port()
    proxy = Proxy(folder / "proxy", quiet_port(), quiet_port(), ports)
    proxy.prepare()
    with ExitStack() as stack:
        database = stack.enter_context(postgresql())
        settings = settings_for(database)
        first_words = prepare(folder, settings)
        has_small_disk = stack.enter_context(small_disk(folder / "keeper", megabytes=16))
        running: list[children.Child] = []
        for name, command in commands(proxy).items():
            data = {"TALON_DATA_DIR": str(folder / name)} if name != "proxy" else {}
            own = stack.enter_context(
                children.running_children({name: command}, {**settings, **data}, {name})
            )
            running += own
        stack.enter_context(Watching(running))
        found = Deployment(folder, database, proxy, running, settings, first_words, has_small_disk)
        for server in range(len(ports)):
            until(partial(found.is_well, server), "a server does not answer")
        yield found


def commands(proxy: Proxy) -> dict[str, list[str]]:
    server, keeper = ([sys.executable, "-m", f"config.serving.{name}"] for name in ("server", "keeper"))
    first, second = ([*server, HOST, str(port)] for port in proxy.servers)
    return {"server-1": first, "server-2": second, "keeper": keeper, "proxy": proxy.command}


def settings_for(database: Postgresql) -> dict[str, str]:
    return {
        **clean_environment(),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "PYTHONPATH": str(ROOT),
        "TALON_LOG_KEY": "of-the-logs-of-all-servers-" + "l" * 40,
        "TALON_SECRET_KEY": "only-for-tests-" + "x" * 50,
        "TALON_HOSTS": SITE,
        "TALON_BEHIND_PROXY": "yes",
        "TALON_DATABASE_URL": database.address,
        "TALON_FILES": "database",
        "TALON_METRICS": TOKEN,
        "TMPDIR": str(database.folder),  # a server that is killed leaves its counts there
    }


def prepare(folder: Path, settings: dict[str, str]) -> str:
    """Prepare the database, and the folder of each machine; return what the first start prints.

    The static files of one release are the same on each machine: they are collected once, and copied.
    """
    first = folder / "server-1"
    first.mkdir()
    done = subprocess.run(
        [sys.executable, "-m", "config.serving.preparing", "--no-demo"],
        cwd=ROOT,
        env={**settings, "TALON_DATA_DIR": str(first)},
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=True,
    )
    shutil.copytree(first, folder / "server-2")
    return done.stdout


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and all that it has started, as the system does when memory runs out."""
    os.killpg(process.pid, signal.SIGKILL)


def workers_of(process: subprocess.Popen[bytes]) -> list[int]:
    """Return the processes that a server has started; none if it has just ended."""
    listed = subprocess.run(
        [program("ps", "procps"), "-o", "pid=", "--ppid", str(process.pid)],
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )
    return [int(number) for number in listed.stdout.split()]
