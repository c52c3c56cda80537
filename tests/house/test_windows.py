"""The zip for Windows, and the launcher with the names of Windows in place of those of Linux.

No test here runs on Windows itself: what they show is that nothing is asked for that Windows does not have.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.tags import compatible_tags, cpython_tags
from packaging.utils import parse_wheel_filename

from config.environment import read_version
from deploy.windows.make_zip import VERSIONS, fetch_wheels, pins_for_windows, program_files, write_zip
from tests import ROOT

# What Python has on Windows under other names or not at all, and what each part of the launcher does then.
AS_ON_WINDOWS = """
import asyncio, ctypes, http.client, logging, multiprocessing, os, pathlib, platform, select, shutil, signal
import socket, sqlite3, ssl, subprocess, sys, tempfile, threading, time, zoneinfo
import django.conf, granian.server  # they have wheels for Windows, and ask for its names as they are loaded

sys.platform = "win32"  # SIGKILL stays: with it Python itself ends a process here
for module in ("fcntl", "resource", "pwd", "grp", "termios", "pty", "tty", "readline", "syslog", "posix"):
    sys.modules[module] = None
for name in ("fork", "forkpty", "killpg", "setsid", "getpgid", "getsid", "nice", "geteuid", "getuid", "chown",
             "getppid_of", "mkfifo", "sched_getaffinity", "fchmod", "statvfs", "getloadavg", "O_NOFOLLOW",
             "O_DIRECTORY", "O_CLOEXEC"):
    if hasattr(os, name):
        delattr(os, name)
for name in ("SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGCHLD", "SIGALRM", "pause"):
    if hasattr(signal, name):
        delattr(signal, name)
del socket.AF_UNIX, socket.if_nameindex
"""
LAUNCHER = """
from pathlib import Path
from config.serving import __main__ as launcher, addresses, children, keys, options, venv

chosen = options.parse_arguments(["--lan", "--data", DATA])
assert addresses.free_port(chosen.host, 0)
hall = addresses.hall_addresses()
environment = launcher.build_environment(chosen.data, hall)
assert keys.secret_key(chosen.data) == environment["TALON_SECRET_KEY"]
assert venv._python_in(Path("environment")) == Path("environment/Scripts/python.exe")
with venv._locked(chosen.data / "environment"):
    pass
assert signal.SIGINT in launcher._stop_signals()
started = []
def start(command, **given):
    assert given.get("process_group") is None
    assert "start_new_session" not in given and "preexec_fn" not in given
    started.append(given)
    return real(command, env=given["env"], stdin=given["stdin"])
real, subprocess.Popen = subprocess.Popen, start
commands = {"server": [sys.executable, "-c", "import time; time.sleep(600)"]}
with children.running_children(commands, environment) as running:
    children.check_children(running)
assert started and running[0].process.poll() is not None
subprocess.Popen = real
os.environ.update(environment)
import config.serving.preparing, config.serving.keeper, config.serving.server, config.serving.worker
import config.serving.restoring, config.serving.certificate, config.serving.poster
from config.serving.loading import set_up_django
set_up_django()
from django.urls import get_resolver
assert list(get_resolver().url_patterns)
assert config.serving.server._allow_connections(100) == 100
config.serving.server._stop_with_parent()
from clubs.db import locks
with locks.exclusive("preparing") as is_ours:
    assert is_ours
config.serving.preparing._prepare(None)
from clubs.backups.create import create_backup
from django.utils import timezone
assert create_backup(timezone.now()).size
print("as on Windows")
"""


def test_the_launcher_asks_for_nothing_that_windows_does_not_have(tmp_path: Path) -> None:
    program = AS_ON_WINDOWS + LAUNCHER.replace("DATA", repr(str(tmp_path / "data")))
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("TALON_", "DJANGO_"))}
    ended = subprocess.run(
        [sys.executable, "-P", "-c", program],
        env=clean | {"PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert "as on Windows" in ended.stdout, ended.stderr[-3000:]


def test_the_zip_has_the_program_and_what_to_double_click(tmp_path: Path) -> None:
    python = tmp_path / "python"
    python.mkdir()
    (python / "python.exe").write_bytes(b"MZ")
    target = tmp_path / "talon.zip"
    write_zip(target, None, python, VERSIONS)
    with ZipFile(target) as made:
        names = made.namelist()
        script = made.read("talon/talon.cmd").decode()
        readme = made.read("talon/README.txt").decode()
        made.extractall(tmp_path / "C")
    program = re.findall(r"%HERE%(program-\S+)\"", script)[0]
    assert program.startswith(f"program-{read_version(ROOT / 'pyproject.toml')}-")
    assert {f"talon/{program}/{path.as_posix()}" for path in program_files()} < set(names)
    assert {"talon/python/python.exe", f"talon/{program}/manage.py"} < set(names)
    assert not [
        name for name in names if "/tests/" in name or name.startswith(("talon/data", "talon/environment"))
    ]
    assert "@" not in script.replace("@echo", "")
    assert set(script.split("\n")[:-1]) == {f"{line}\r" for line in script.split("\r\n")[:-1]}
    assert "3.11 / 3.12 / 3.13" in readme
    shown = subprocess.run(
        [sys.executable, "-P", "-m", "config.serving", "--help"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "C/talon" / program)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "--lan" in shown.stdout


def test_the_data_lies_beside_the_program_and_is_in_no_zip() -> None:
    script = (ROOT / "deploy/windows/talon.cmd").read_text(encoding="utf-8")
    assert '--data "%HERE%data"' in script
    assert 'TALON_VENV=%HERE%environment"' in script
    assert script.isascii() or "chcp 65001" in script


@pytest.mark.parametrize("version", VERSIONS)
def test_what_windows_needs_is_pinned_with_its_hashes(version: str) -> None:
    pins = pins_for_windows((ROOT / "requirements.txt").read_text(encoding="utf-8"), version)
    assert "tzdata==" in pins, "Windows has no time zones of its own"
    assert ";" not in pins
    assert pins.count("==") <= pins.count("--hash=sha256:")


@pytest.mark.long
@pytest.mark.parametrize("version", VERSIONS)
def test_every_wheel_fits_windows(tmp_path: Path, version: str) -> None:
    fetch_wheels(tmp_path, [version])
    number = tuple(map(int, version.split(".")))
    fitting = {
        *cpython_tags(number, platforms=["win_amd64"]),
        *compatible_tags(number, platforms=["win_amd64"]),
    }
    wheels = [parse_wheel_filename(file.name) for file in tmp_path.iterdir()]
    assert len(wheels) > 30
    assert [name for name, _version, _build, tags in wheels if fitting.isdisjoint(tags)] == []
