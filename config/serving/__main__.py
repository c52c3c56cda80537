"""`bin/run`: prepares the installation, serves it, and stops every process it started.

It runs under the machine's own Python, with nothing but the standard library.
"""

import os
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from pathlib import Path
from types import FrameType
from typing import NoReturn

from config.serving import addresses, children, keys, options, venv
from config.terminal import gettext as _

_ANSWER_TIMEOUT = 60.0
_PREPARE_TIMEOUT = 900
_CERTIFICATE = "TALON_TLS_CERTIFICATE"
_BACKUP_KEEPER = "keeper"  # the games go on without it, so it is restarted


class _NotServing(Exception):
    """Talon cannot be served; the message says why."""


def _main(arguments: Sequence[str]) -> int:
    chosen = options.parse_arguments(arguments)
    os.umask(0o077)
    try:
        return _manage(chosen) if chosen.manage else _serve(chosen)
    except (addresses.PortInUse, venv.InstallationError, children.ChildExited, _NotServing) as reason:
        print(reason, file=sys.stderr, flush=True)
        return 1


def _manage(chosen: options.Options) -> int:
    """Run a command of manage.py on this installation; it may ask questions."""
    if not chosen.data.is_dir():  # otherwise a mistyped folder would be created, with a key of its own
        raise _NotServing(
            _("There is no folder %(folder)s. Name the one with which Talon is started: --data DIR.")
            % {"folder": chosen.data}
        )
    python = str(venv.ensure_environment("requirements.txt"))
    environment = build_environment(chosen.data, hall=[])
    command = [python, str(venv.ROOT / "manage.py"), *chosen.manage]
    return subprocess.run(command, env=environment, check=False).returncode  # noqa: S603 (its owner asks for it)


def _serve(chosen: options.Options) -> NoReturn:
    port = addresses.free_port(chosen.host, chosen.port)
    print(_("Talon is starting."), flush=True)
    python = str(venv.ensure_environment("requirements.txt"))
    if chosen.restore is not None:
        _restore(python, chosen.restore, chosen.data)
    hall = _find_hall_addresses() if chosen.lan else []
    environment = build_environment(chosen.data, hall)
    mark = _speak_tls(python, chosen.data, environment) if chosen.tls else ""
    _prepare(python, environment, _demo_address(chosen.scheme, port, hall) if chosen.demo else None)
    # A database takes a minute to make. A start that took the port meanwhile would share it with this one.
    addresses.free_port(chosen.host, port)
    with children.running_children(
        commands(python, chosen.host, port), environment, {_BACKUP_KEEPER}
    ) as running:
        _wait_until_it_answers(port, running, environment.get(_CERTIFICATE))
        _print_addresses(python, f"{chosen.scheme}://{{}}:{port}/", hall, mark)
        children.watch_children(running)


def _speak_tls(python: str, data: Path, environment: dict[str, str]) -> str:
    """Let the server speak TLS with a certificate of its own; return the certificate's fingerprint."""
    files = {_CERTIFICATE: data / "tls-certificate.pem", "TALON_TLS_KEY": data / "tls-key.pem"}
    environment.update({"TALON_PLAIN_HTTP": "", **{name: str(file) for name, file in files.items()}})
    command = [python, "-m", "config.serving.certificate", str(data), *environment["TALON_HOSTS"].split(",")]
    made = subprocess.run(  # noqa: S603 (our own)
        command, env=environment, stdout=subprocess.PIPE, text=True, timeout=_ANSWER_TIMEOUT, check=False
    )
    if made.returncode != 0:
        raise _NotServing(_("No certificate could be made; the lines above say why."))
    return made.stdout.strip()


def _find_hall_addresses() -> list[str]:
    hall = addresses.hall_addresses()
    if not hall:
        print(_("This machine has no address in a network: only itself can reach Talon."), flush=True)
    return hall


def build_environment(data: Path, hall: Sequence[str]) -> dict[str, str]:
    """Return the environment of the child processes: plain HTTP, and the secret key unless one is set."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    return {
        **os.environ,
        "TALON_SECRET_KEY": os.environ.get("TALON_SECRET_KEY") or keys.secret_key(data),
        "TALON_HOSTS": ",".join(_allowed_hosts(hall)),
        "TALON_PLAIN_HTTP": "yes",
        "TALON_DATA_DIR": str(data),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "PYTHONPATH": str(venv.ROOT),
        "PYTHONSAFEPATH": "1",
    }


def _allowed_hosts(hall: Sequence[str]) -> list[str]:
    """Return the host names that browsers may use; no other, or a foreign page could pose as this one."""
    own = socket.gethostname()
    configured = [name for name in os.environ.get("TALON_HOSTS", "").split(",") if name]
    return ["localhost", "127.0.0.1", *hall, *([own, f"{own}.local"] if hall else []), *configured]


def _demo_address(scheme: str, port: int, hall: Sequence[str]) -> str:
    """Return the address of the demo's tables: in the hall's network if there is one."""
    return f"{scheme}://{[*hall, '127.0.0.1'][0]}:{port}"


def _restore(python: str, copy: Path, data: Path) -> None:
    """Restore a backup; this happens before there is a secret key, which is in the backup."""
    command = [python, "-m", "config.serving.restoring", str(copy), str(data)]
    environment = {**os.environ, "PYTHONPATH": str(venv.ROOT), "PYTHONSAFEPATH": "1"}
    try:
        subprocess.run(  # noqa: S603 (our own)
            command, env=environment, stdin=subprocess.DEVNULL, timeout=_PREPARE_TIMEOUT, check=True
        )
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as failed:
        raise _NotServing(_("Nothing was restored; the lines above say why.")) from failed


def _prepare(python: str, environment: Mapping[str, str], demo: str | None) -> None:
    demo_options = ["--no-demo"] if demo is None else ["--demo-at", demo]
    command = [python, "-m", "config.serving.preparing", *demo_options]
    try:
        subprocess.run(  # noqa: S603 (our own)
            command, env=environment, stdin=subprocess.DEVNULL, timeout=_PREPARE_TIMEOUT, check=True
        )
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as failed:
        raise _NotServing(_("The database could not be made ready; the lines above say why.")) from failed


def commands(python: str, host: str, port: int) -> dict[str, list[str]]:
    """Return the commands of the child processes; the keeper starts a worker for long jobs itself."""
    return {
        "server": [python, "-m", "config.serving.server", host, str(port)],
        _BACKUP_KEEPER: [python, "-m", "config.serving.keeper"],
    }


def _wait_until_it_answers(port: int, running: Sequence[children.Child], certificate: str | None) -> None:
    deadline = time.monotonic() + _ANSWER_TIMEOUT
    while (status := health_status(port, certificate)) is None:
        children.check_children(running)
        if time.monotonic() > deadline:
            raise _NotServing(_("No answer after %(seconds)d seconds.") % {"seconds": _ANSWER_TIMEOUT})
        time.sleep(0.05)
    if status != 200:
        raise _NotServing(
            _("Talon answers, but is not well (status %(status)d); the lines above say why.")
            % {"status": status}
        )


def health_status(port: int, certificate: str | None = None) -> int | None:
    """Return the status code of the health page; None while no server listens."""
    connection = HTTPConnection("127.0.0.1", port, timeout=_ANSWER_TIMEOUT)
    if certificate is not None:
        trusted = ssl.create_default_context(cafile=certificate)
        connection = HTTPSConnection("127.0.0.1", port, timeout=_ANSWER_TIMEOUT, context=trusted)
    try:
        connection.request("GET", "/health/")
        return connection.getresponse().status
    except (OSError, HTTPException):
        return None
    finally:
        connection.close()


def _print_addresses(python: str, pattern: str, hall: Sequence[str], mark: str) -> None:
    """Print where Talon is found; `mark` is the fingerprint of a certificate of its own."""
    own = pattern.format("127.0.0.1")
    print()
    print(_("Talon is at %(address)s") % {"address": own}, flush=True)
    for address in hall:
        print(_("In the hall: %(address)s") % {"address": pattern.format(address)}, flush=True)
    if hall:
        _show_qr_code(python, pattern.format(hall[0]))
        _print_what_phones_need(own, len(hall))
    if mark:
        print(_("Phones and browsers warn once: nobody but Talon itself has signed its certificate."))
        print(_("Its fingerprint (SHA-256), to compare: %(fingerprint)s") % {"fingerprint": mark}, flush=True)
    print(_("Sign in: %(address)s") % {"address": f"{own}sign-in/"})
    print(_("Ctrl-C stops it."), flush=True)


def _print_what_phones_need(own: str, addresses_found: int) -> None:
    if addresses_found > 1:
        print(_("If a phone does not reach the first address, try the others: this computer has several."))
    print(_("Phones must be in the same Wi-Fi, and not in one for guests, which keeps devices apart."))
    print(_("This computer's firewall must let them in, and it must not go to sleep."))
    print(
        _("Can phones reach it? %(address)s tells, with a code for the Wi-Fi.") % {"address": f"{own}reach/"}
    )


def _show_qr_code(python: str, address: str) -> None:
    command = [python, "-P", "-m", "config.serving.poster", address]
    environment = {**os.environ, "PYTHONPATH": str(venv.ROOT)}
    subprocess.run(command, env=environment, timeout=_ANSWER_TIMEOUT, check=True)  # noqa: S603 (our own)


def _stop(number: int, _frame: FrameType | None) -> None:
    """Exit through every `finally`, so that the children stop first; further signals are ignored."""
    stopping = _("Talon is stopping.")
    for stop_signal in _stop_signals():
        signal.signal(stop_signal, signal.SIG_IGN)
    if number not in (signal.SIGINT, signal.SIGTERM):
        _silence_output()
    print(f"\n{stopping}", file=sys.stderr, flush=True)
    sys.exit(0)


def _silence_output() -> None:
    """Redirect output to nowhere: the terminal was closed, and writing to it is an error."""
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, 1)
    os.dup2(devnull, 2)


def _stop_signals() -> list[signal.Signals]:
    closed = [signal.SIGHUP] if sys.platform != "win32" else []
    return [signal.SIGINT, signal.SIGTERM, *closed]


if __name__ == "__main__":
    for stop_signal in _stop_signals():
        signal.signal(stop_signal, _stop)
    sys.exit(_main(sys.argv[1:]))
