"""`bin/run`: makes ready, serves, and ends all it started.

Runs under the machine's own Python, with nothing but the standard library.
"""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from types import FrameType
from typing import NoReturn

from config.serving import addresses, children, keys, options, venv

_ANSWER_LIMIT = 60.0
_PREPARE_LIMIT = 900
_KEEPER = "keeper of the copies"  # without it the play goes on, so it is started again


class _NotServing(Exception):
    """The words say what went wrong."""


def _main(arguments: Sequence[str]) -> int:
    asked = options.read(arguments)
    try:
        return _manage(asked) if asked.manage else _serve(asked)
    except (addresses.PortTaken, venv.CannotInstall, children.Ended, _NotServing) as reason:
        print(reason, file=sys.stderr, flush=True)
        return 1


def _manage(asked: options.Options) -> int:
    """A command on this installation, with its key and its database; it may ask questions."""
    if not asked.data.is_dir():  # or a mistyped folder would be made, with a key of its own
        raise _NotServing(f"There is no folder {asked.data}. Say the --data with which Talon is started.")
    python = str(venv.ready("requirements.txt"))
    environment = environment_of(asked.data, hall=[])
    command = [python, str(venv.ROOT / "manage.py"), *asked.manage]
    return subprocess.run(command, env=environment, check=False).returncode  # noqa: S603 (its owner asks for it)


def _serve(asked: options.Options) -> NoReturn:
    port = addresses.free_port(asked.host, asked.port)
    python = str(venv.ready("requirements.txt"))
    if asked.restore is not None:
        _restore(python, asked.restore, asked.data)
    hall = _addresses_in_the_hall() if asked.lan else []
    environment = environment_of(asked.data, hall)
    _prepare(python, environment, _demo_at(port, hall) if asked.demo else None)
    with children.started(commands(python, asked.host, port), environment, {_KEEPER}) as kept:
        _wait_until_it_answers(port, kept)
        _announce(python, port, hall)
        children.watch(kept)


def _addresses_in_the_hall() -> list[str]:
    hall = addresses.in_the_hall()
    if not hall:
        print("This machine has no address in a network: only itself can reach Talon.", flush=True)
    return hall


def environment_of(data: Path, hall: Sequence[str]) -> dict[str, str]:
    """The settings of an evening on plain HTTP. A secret key that somebody has set stays theirs."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    return {
        **os.environ,
        "TALON_SECRET_KEY": os.environ.get("TALON_SECRET_KEY") or keys.secret_key(data),
        "TALON_HOSTS": ",".join(_names_of_this_machine(hall)),
        "TALON_PLAIN_HTTP": "yes",
        "TALON_DATA_DIR": str(data),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "PYTHONPATH": str(venv.ROOT),
        "PYTHONSAFEPATH": "1",
    }


def _names_of_this_machine(hall: Sequence[str]) -> list[str]:
    """What a browser may call us by. Nothing else: a page elsewhere must not pass its name off as ours."""
    own = socket.gethostname()
    given = [name for name in os.environ.get("TALON_HOSTS", "").split(",") if name]
    return ["localhost", "127.0.0.1", *hall, *([own, f"{own}.local"] if hall else []), *given]


def _demo_at(port: int, hall: Sequence[str]) -> str:
    """Where the tables of the demo are found: in the hall if there is one."""
    return f"http://{[*hall, '127.0.0.1'][0]}:{port}"


def _restore(python: str, copy: Path, data: Path) -> None:
    """Before there is a key: it comes with the copy."""
    command = [python, "-m", "config.serving.restoring", str(copy), str(data)]
    environment = {**os.environ, "PYTHONPATH": str(venv.ROOT), "PYTHONSAFEPATH": "1"}
    try:
        subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, timeout=_PREPARE_LIMIT, check=True)  # noqa: S603 (our own)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as failed:
        raise _NotServing("Nothing was restored; the lines above say why.") from failed


def _prepare(python: str, environment: Mapping[str, str], demo: str | None) -> None:
    wish = ["--no-demo"] if demo is None else ["--demo-at", demo]
    command = [python, "-m", "config.serving.preparing", *wish]
    try:
        subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, timeout=_PREPARE_LIMIT, check=True)  # noqa: S603 (our own)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as failed:
        raise _NotServing("The database could not be made ready; the lines above say why.") from failed


def commands(python: str, host: str, port: int) -> dict[str, list[str]]:
    """What runs as long as Talon does. The keeper starts a worker when somebody asks for long work."""
    return {
        "server": [python, "-m", "config.serving.server", host, str(port)],
        _KEEPER: [python, "-m", "config.serving.keeper"],
    }


def _wait_until_it_answers(port: int, kept: Sequence[children.Child]) -> None:
    deadline = time.monotonic() + _ANSWER_LIMIT
    while (status := health(port)) is None:
        children.check(kept)
        if time.monotonic() > deadline:
            raise _NotServing(f"No answer after {_ANSWER_LIMIT:.0f} seconds.")
        time.sleep(0.05)
    if status != 200:
        raise _NotServing(f"Talon answers, but is not well (status {status}); the lines above say why.")


def health(port: int) -> int | None:
    """The status of the health page; nothing while nobody listens."""
    connection = HTTPConnection("127.0.0.1", port, timeout=_ANSWER_LIMIT)
    try:
        connection.request("GET", "/health/")
        return connection.getresponse().status
    except (OSError, HTTPException):
        return None
    finally:
        connection.close()


def _announce(python: str, port: int, hall: Sequence[str]) -> None:
    print(f"\nTalon is at http://127.0.0.1:{port}/", flush=True)
    for address in hall:
        print(f"In the hall: http://{address}:{port}/", flush=True)
    if hall:
        _show_code(python, f"http://{hall[0]}:{port}/")
    print(f"Sign in:     http://127.0.0.1:{port}/sign-in/")
    print("Ctrl-C stops it.", flush=True)


def _show_code(python: str, address: str) -> None:
    command = [python, "-P", "-m", "config.serving.poster", address]
    environment = {**os.environ, "PYTHONPATH": str(venv.ROOT)}
    subprocess.run(command, env=environment, timeout=_ANSWER_LIMIT, check=True)  # noqa: S603 (our own)


def _leave(number: int, _frame: FrameType | None) -> None:
    """Through every `finally`: the children are ended first. A second signal changes nothing."""
    for each in _signals():
        signal.signal(each, signal.SIG_IGN)
    if number not in (signal.SIGINT, signal.SIGTERM):
        _fall_silent()
    print("\nTalon stops.", file=sys.stderr, flush=True)
    sys.exit(0)


def _fall_silent() -> None:
    """The terminal was closed: whatever is written to it now is an error."""
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)


def _signals() -> list[signal.Signals]:
    closed = [signal.SIGHUP] if sys.platform != "win32" else []
    return [signal.SIGINT, signal.SIGTERM, *closed]


if __name__ == "__main__":
    for stop in _signals():
        signal.signal(stop, _leave)
    sys.exit(_main(sys.argv[1:]))
