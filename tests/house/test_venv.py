"""Creating and repairing the environment, without installing anything: what is trusted, what is replaced."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from config.serving import venv
from tests import ROOT

NAME = "requirements.txt"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A complete environment, which uses this test run's interpreter."""
    place = tmp_path / "an environment"
    (place / "bin").mkdir(parents=True)
    shim = place / "bin/python"
    shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    shim.chmod(0o755)
    venv.stamp_file(place, NAME).write_text(venv.fingerprint(NAME))
    monkeypatch.setenv("TALON_VENV", str(place))
    return place


@pytest.fixture
def deeds(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The modules of Python that would have been run, in order."""
    done: list[str] = []
    monkeypatch.setattr(venv, "run_command", lambda _failure, command: done.append(command[2]))
    return done


def test_a_complete_environment_is_left_alone(folder: Path, deeds: list[str]) -> None:
    assert venv.ensure_environment(NAME) == folder / "bin/python"
    assert deeds == []


def test_new_pins_are_installed_into_a_sound_environment(folder: Path, deeds: list[str]) -> None:
    venv.stamp_file(folder, NAME).write_text("of other pins")
    venv.ensure_environment(NAME)
    assert deeds == ["pip"]
    assert venv.is_complete(folder, NAME)


def interrupted(folder: Path) -> None:
    venv.incomplete_marker(folder).touch()


def without_interpreter(folder: Path) -> None:
    (folder / "bin/python").unlink()


def with_an_interpreter_that_is_gone(folder: Path) -> None:
    (folder / "bin/python").unlink()
    (folder / "bin/python").symlink_to("/usr/bin/python-that-was-upgraded-away")


@pytest.mark.parametrize("break_it", [interrupted, without_interpreter, with_an_interpreter_that_is_gone])
def test_a_broken_environment_is_made_anew(
    folder: Path, deeds: list[str], break_it: Callable[[Path], None]
) -> None:
    break_it(folder)
    venv.ensure_environment(NAME)
    assert deeds[:2] == ["venv", "pip"]
    assert not venv.incomplete_marker(folder).exists()


def test_what_pip_refuses_leaves_a_sound_environment_as_it_was(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_failure: str, _command: list[str]) -> None:
        raise venv.InstallationError("no line")

    monkeypatch.setattr(venv, "run_command", refuse)
    venv.stamp_file(folder, NAME).write_text("of other pins")
    with pytest.raises(venv.InstallationError):
        venv.ensure_environment(NAME)
    assert venv.is_sound(folder)


def test_being_killed_in_the_middle_is_remembered(folder: Path) -> None:
    with pytest.raises(SystemExit), venv.marked_incomplete(folder):
        raise SystemExit
    assert not venv.is_sound(folder)


def test_a_failing_command_is_an_error_in_words() -> None:
    with pytest.raises(venv.InstallationError, match=r"The packages are missing\. The lines above say why"):
        venv.run_command("The packages are missing.", [sys.executable, "-c", "raise SystemExit(3)"])


def test_a_python_that_cannot_make_environments_names_the_package_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(venv, "find_spec", lambda name: None if name == "ensurepip" else name)
    with pytest.raises(venv.InstallationError, match="sudo apt-get install python3-venv"):
        venv.create(tmp_path / "environment")
    assert not (tmp_path / "environment").exists()


def test_the_fingerprint_covers_the_files_that_are_included() -> None:
    assert venv.requirement_files("requirements-dev.txt") == ["requirements-dev.txt", "requirements.txt"]
    assert venv.fingerprint("requirements-dev.txt") != venv.fingerprint("requirements.txt")


FITS = "import sys, ensurepip; sys.exit(sys.version_info < (3, 11))"


def found_python(**extra: str) -> str:
    shell = f'. "{ROOT}/bin/python.sh"; find_python'
    found = subprocess.run(
        ["bash", "-c", shell], env={**os.environ, **extra}, capture_output=True, text=True, check=True
    )
    return found.stdout.strip()


def test_the_commands_use_the_python_of_the_system_where_it_will_do() -> None:
    system = Path("/usr/bin/python3")
    if system.exists() and subprocess.run([system, "-c", FITS], stderr=subprocess.DEVNULL).returncode == 0:
        assert found_python() == str(system)
    else:
        assert subprocess.run([found_python(), "-c", FITS]).returncode == 0


def test_another_python_can_be_named() -> None:
    assert found_python(TALON_PYTHON=sys.executable) == sys.executable
