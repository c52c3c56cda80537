"""Makes and mends `.venv`, and installs the pinned packages into it.

Standard library only: this runs before anything is installed. Must not know what the packages are for.

An environment is trusted when it holds the fingerprint of the requirements that were installed into it. A
file named `half-made` stands in it while it is being made or changed: one interrupted then is made anew.
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

if sys.platform != "win32":
    import fcntl

ROOT = Path(__file__).resolve().parent.parent.parent
_INSTALL_LIMIT = 1800  # seconds: a slow line in a club house, and wheels of 60 MB
_ANSWER_LIMIT = 60


class CannotInstall(Exception):
    """Said to the person at the terminal; the words say what to do."""


def ready(requirements: str) -> Path:
    """The environment's Python, with the requirements installed: made, mended or only looked at."""
    folder = Path(os.environ.get("TALON_VENV") or ROOT / ".venv").absolute()
    if not is_complete(folder, requirements):
        with _alone(folder):
            _mend(folder, requirements)
    return _python_of(folder)


def _mend(folder: Path, requirements: str) -> None:
    if is_complete(folder, requirements):  # somebody else did it while we waited
        return
    if not is_sound(folder):
        make(folder)
    _install(folder, requirements)
    if not is_complete(folder, requirements):  # pip takes a package whose files were deleted for installed
        make(folder)
        _install(folder, requirements)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Two starts at once: the second waits. The lock ends with its process, however that ends."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with folder.with_name(f"{folder.name}.lock").open("w") as file:
        if sys.platform != "win32":
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def is_complete(folder: Path, requirements: str) -> bool:
    installed = stamp_of(folder, requirements)
    return (
        not half_made(folder).exists()
        and installed.is_file()
        and installed.read_text(encoding="utf-8") == fingerprint(requirements)
        and _answers(folder, "-c", "import django, granian")
    )


def is_sound(folder: Path) -> bool:
    """Whether packages can be installed into it as it stands."""
    return not half_made(folder).exists() and _answers(folder, "-m", "pip", "--version")


def _answers(folder: Path, *arguments: str) -> bool:
    command = [str(_python_of(folder)), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, timeout=_ANSWER_LIMIT, check=False)  # noqa: S603 (our own interpreter)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def make(folder: Path) -> None:
    if find_spec("venv") is None or find_spec("ensurepip") is None:
        raise CannotInstall(
            "This Python cannot make environments. On Debian and Ubuntu: sudo apt-get install python3-venv"
        )
    _say(f"Making {folder}")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with being_changed(folder):
        run("make the environment", [sys.executable, "-m", "venv", str(folder)])


def _install(folder: Path, requirements: str) -> None:
    _say(f"Installing the packages of {requirements}: once, and again when they change")
    for name in names_in(requirements):
        stamp_of(folder, name).unlink(missing_ok=True)
    options = ["--only-binary", ":all:", "--disable-pip-version-check", "--no-input", "--quiet"]
    python = str(_python_of(folder))
    with being_changed(folder):
        run(
            "install the packages", [python, "-m", "pip", "install", *options, "-r", str(ROOT / requirements)]
        )
    for name in names_in(requirements):
        stamp_of(folder, name).write_text(fingerprint(name), encoding="utf-8")


@contextmanager
def being_changed(folder: Path) -> Iterator[None]:
    """A refusal by pip leaves the environment as it was; being killed in the middle does not."""
    half_made(folder).touch()
    try:
        yield
    except CannotInstall:
        half_made(folder).unlink()
        raise
    half_made(folder).unlink()


def run(deed: str, command: list[str]) -> None:
    """Carries a command out, with its words on standard error: standard output is for our answer."""
    try:
        subprocess.run(  # noqa: S603 (only ever an interpreter of ours)
            command, stdin=subprocess.DEVNULL, stdout=sys.stderr, timeout=_INSTALL_LIMIT, check=True
        )
    except subprocess.TimeoutExpired as late:
        raise CannotInstall(f"Could not {deed} within {_INSTALL_LIMIT // 60} minutes.") from late
    except subprocess.CalledProcessError as failed:
        raise CannotInstall(
            f"Could not {deed}; the lines above say why. Only the first start needs the internet."
        ) from failed


def names_in(requirements: str) -> list[str]:
    """The file itself and those it includes with `-r`."""
    lines = (ROOT / requirements).read_text(encoding="utf-8").splitlines()
    included = [line.removeprefix("-r").strip() for line in lines if line.startswith("-r")]
    return [requirements, *(name for one in included for name in names_in(one))]


def fingerprint(requirements: str) -> str:
    digest = hashlib.sha256()
    for name in names_in(requirements):
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


def stamp_of(folder: Path, requirements: str) -> Path:
    return folder / f"installed-{requirements}"


def half_made(folder: Path) -> Path:
    return folder / "half-made"


def _python_of(folder: Path) -> Path:
    return folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def _say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


def _main(requirements: str) -> int:
    """For the shell: prints the environment's Python."""
    try:
        print(ready(requirements))
    except CannotInstall as reason:
        _say(str(reason))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(_main(sys.argv[1]))
