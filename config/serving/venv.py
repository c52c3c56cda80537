"""Creates and repairs `.venv`, and installs the pinned packages into it.

It uses the standard library only, since it runs before anything is installed.

An environment is trusted if it has the fingerprint of the requirements that were installed into it. While it
is being created or changed it has a file named `half-made`: if that is interrupted, it is created again.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from config.terminal import gettext as _

if sys.platform != "win32":
    import fcntl

ROOT = Path(__file__).resolve().parent.parent.parent
_INSTALL_TIMEOUT = 1800  # seconds, for 60 MB of wheels over a slow connection
_ANSWER_TIMEOUT = 60


class InstallationError(Exception):
    """The environment cannot be made; the message is for the terminal, and says what to do."""


def ensure_environment(requirements: str) -> Path:
    """Return the environment's Python with the requirements installed; create or repair it if needed."""
    folder = Path(os.environ.get("TALON_VENV") or ROOT / ".venv").absolute()
    if not is_complete(folder, requirements):
        with _locked(folder):
            _repair(folder, requirements)
    return _python_in(folder)


def _repair(folder: Path, requirements: str) -> None:
    if is_complete(folder, requirements):  # another process did it while this one waited
        return
    if not is_sound(folder):
        create(folder)
    _install(folder, requirements)
    if not is_complete(folder, requirements):  # pip regards a package whose files were deleted as installed
        create(folder)
        _install(folder, requirements)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold a lock against a second start at the same time; it ends with its process, however that ends."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with folder.with_name(f"{folder.name}.lock").open("w") as file:
        if sys.platform != "win32":
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def is_complete(folder: Path, requirements: str) -> bool:
    installed = stamp_file(folder, requirements)
    return (
        not incomplete_marker(folder).exists()
        and installed.is_file()
        and installed.read_text(encoding="utf-8") == fingerprint(requirements)
        and _runs(folder, "-c", "import django, granian")
    )


def is_sound(folder: Path) -> bool:
    """Return whether packages can be installed into the environment."""
    return not incomplete_marker(folder).exists() and _runs(folder, "-m", "pip", "--version")


def _runs(folder: Path, *arguments: str) -> bool:
    command = [str(_python_in(folder)), *arguments]
    try:
        result = subprocess.run(command, capture_output=True, timeout=_ANSWER_TIMEOUT, check=False)  # noqa: S603 (our own interpreter)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return result.returncode == 0


def create(folder: Path) -> None:
    if find_spec("venv") is None or find_spec("ensurepip") is None:
        raise InstallationError(
            _("This Python cannot make environments. On Debian and Ubuntu: sudo apt-get install python3-venv")
        )
    _print_error(_("Creating the Python environment in %(folder)s") % {"folder": folder})
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with marked_incomplete(folder):
        run_command(
            _("The Python environment could not be created."), [sys.executable, "-m", "venv", str(folder)]
        )
        _remove_setuptools(folder)


def _remove_setuptools(folder: Path) -> None:
    """Remove what older Pythons put there: nothing is built from sources, and that release has holes."""
    if _runs(folder, "-c", "import setuptools"):
        run_command(
            _("The Python environment could not be created."),
            [str(_python_in(folder)), "-m", "pip", "uninstall", "--quiet", "--yes", "setuptools"],
        )


def _install(folder: Path, requirements: str) -> None:
    _print_error(
        _("Installing the packages of %(file)s: once, and again when they change") % {"file": requirements}
    )
    for name in requirement_files(requirements):
        stamp_file(folder, name).unlink(missing_ok=True)
    options = [
        "--require-hashes",
        "--only-binary",
        ":all:",
        "--disable-pip-version-check",
        "--no-input",
        "--quiet",
        "--no-compile",
    ]
    python = str(_python_in(folder))
    with marked_incomplete(folder):
        run_command(
            _("The packages could not be installed."),
            [python, "-m", "pip", "install", *options, "-r", str(ROOT / requirements)],
        )
    for name in requirement_files(requirements):
        stamp_file(folder, name).write_text(fingerprint(name), encoding="utf-8")


@contextmanager
def marked_incomplete(folder: Path) -> Iterator[None]:
    """Mark the environment as incomplete until the block ends; a failure of pip leaves it usable."""
    incomplete_marker(folder).touch()
    try:
        yield
    except InstallationError:
        incomplete_marker(folder).unlink()
        raise
    incomplete_marker(folder).unlink()


def run_command(failure: str, command: list[str]) -> None:
    """Run a command with its output on standard error; standard output is for the result of this module.

    Raises InstallationError, which begins with the sentence `failure`.
    """
    try:
        subprocess.run(  # noqa: S603 (only ever an interpreter of ours)
            command, stdin=subprocess.DEVNULL, stdout=sys.stderr, timeout=_INSTALL_TIMEOUT, check=True
        )
    except subprocess.TimeoutExpired as late:
        waited = _("It took longer than %(minutes)d minutes.") % {"minutes": _INSTALL_TIMEOUT // 60}
        raise InstallationError(f"{failure} {waited}") from late
    except subprocess.CalledProcessError as failed:
        why = _("The lines above say why. Only the first start needs the internet.")
        raise InstallationError(f"{failure} {why}") from failed


def requirement_files(requirements: str) -> list[str]:
    """Return the file itself and those that it includes with `-r`."""
    lines = (ROOT / requirements).read_text(encoding="utf-8").splitlines()
    included = [line.removeprefix("-r").strip() for line in lines if line.startswith("-r")]
    return [requirements, *(name for file in included for name in requirement_files(file))]


def fingerprint(requirements: str) -> str:
    digest = hashlib.sha256()
    for name in requirement_files(requirements):
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


def stamp_file(folder: Path, requirements: str) -> Path:
    return folder / f"installed-{requirements}"


def incomplete_marker(folder: Path) -> Path:
    return folder / "half-made"


def _python_in(folder: Path) -> Path:
    return folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def _print_error(message: str) -> None:
    print(message, file=sys.stderr, flush=True)


def _main(requirements: str) -> int:
    """Print the path of the environment's Python, for the shell."""
    try:
        print(ensure_environment(requirements))
    except InstallationError as reason:
        _print_error(str(reason))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(_main(sys.argv[1]))
