"""Makes the zip for Windows: the program, the wheels it needs, and `talon.cmd` to double-click.

`bin/windows-zip` runs it. With `--python FOLDER` the zip has a Python too: the folder of one for Windows, 64
bit, with pip and venv. Without it whoever unpacks the zip installs Python once, as its README says.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from packaging.requirements import Requirement

from config.environment import read_version

ROOT: Final = Path(__file__).resolve().parents[2]
HERE: Final = Path(__file__).resolve().parent
# Newest last; a wheel of ours is there for each.
VERSIONS: Final = ("3.11", "3.12", "3.13")
_NOT_NEEDED: Final = ("tests/", "bench/", ".ci/", "docs/pictures/", "deploy/", "node_modules/")
_PIN: Final = re.compile(
    r"^(?P<line>[^#\s-][^\\\n]*?) \\\n(?P<hashes>(?:    --hash=\S+(?: \\)?\n?)+)", re.MULTILINE
)


def pins_for_windows(text: str, version: str) -> str:
    """Return the pins that Windows needs, each with its hashes and without its condition."""
    here = {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt"}
    machine = {"platform_machine": "AMD64", "implementation_name": "cpython", "python_version": version}
    system = (
        here | machine | {"python_full_version": f"{version}.0", "platform_python_implementation": "CPython"}
    )
    chosen = []
    for found in _PIN.finditer(text):
        line = Requirement(found["line"])
        if line.marker is None or line.marker.evaluate(system):
            line.marker = None
            chosen.append(f"{line} \\\n{found['hashes'].rstrip()}\n")
    return "".join(chosen)


def fetch_wheels(folder: Path, versions: Iterable[str]) -> None:
    """Download what a Python of each version needs on Windows; what has other hashes is refused."""
    text = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    for version in versions:
        with tempfile.TemporaryDirectory() as nowhere:
            pins = Path(nowhere, "windows.txt")
            pins.write_text(pins_for_windows(text, version), encoding="utf-8")
            where = ["--platform", "win_amd64", "--python-version", version, "--dest", str(folder)]
            kind = ["--only-binary", ":all:", "--no-deps", "--require-hashes", "--quiet"]
            command = [sys.executable, "-m", "pip", "download", *where, *kind, "-r", str(pins)]
            subprocess.run(command, check=True)  # noqa: S603 (our own pip)


def program_files() -> Iterator[Path]:
    """Yield what the program needs of this repository."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"],  # noqa: S607 (whoever makes a zip has git)
        cwd=ROOT,
        stdout=subprocess.PIPE,
        check=True,
    )
    for name in listed.stdout.decode().split("\0"):
        if name and not name.startswith(_NOT_NEEDED) and (ROOT / name).is_file():
            yield Path(name)


def write_zip(target: Path, wheels: Path | None, python: Path | None, versions: Sequence[str]) -> None:
    """Write the zip. Each release is a folder of its own: a newer one finds nothing of an earlier one."""
    program = f"program-{read_version(ROOT / 'pyproject.toml')}-{datetime.now(UTC):%Y%m%d%H%M}"
    with ZipFile(target, "w", ZIP_DEFLATED) as made:
        for name in ("talon.cmd", "README.txt"):
            text = filled((HERE / name).read_text(encoding="utf-8"), program, versions)
            made.writestr(f"talon/{name}", text.replace("\n", "\r\n"))
        for path in program_files():
            made.write(ROOT / path, f"talon/{program}/{path.as_posix()}")
        for wheel in sorted(wheels.iterdir()) if wheels else ():
            made.write(wheel, f"talon/wheels/{wheel.name}", ZIP_STORED)
        if python:
            for path in sorted(found for found in python.rglob("*") if found.is_file()):
                made.write(path, f"talon/python/{path.relative_to(python).as_posix()}")


def filled(text: str, program: str, versions: Sequence[str]) -> str:
    pairs = [tuple(map(int, version.split("."))) for version in versions]
    words = {"@PROGRAM@": program, "@VERSIONS@": repr(pairs), "@WORDS@": " / ".join(versions)}
    for mark, word in words.items():
        text = text.replace(mark, word)
    return text


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="bin/windows-zip", description="Makes the zip for Windows.")
    parser.add_argument("target", type=Path, help="the zip to write")
    parser.add_argument(
        "--python", type=Path, metavar="FOLDER", help="a Python for Windows that goes with it"
    )
    parser.add_argument(
        "--for", dest="versions", action="append", choices=VERSIONS, help="a version of Python"
    )
    parser.add_argument("--no-wheels", action="store_true", help="the first start then needs the internet")
    given = parser.parse_args(arguments)
    if given.python and not (given.python / "python.exe").is_file():
        parser.error(f"{given.python} has no python.exe")
    versions = given.versions or VERSIONS
    with tempfile.TemporaryDirectory() as wheels:
        if not given.no_wheels:
            fetch_wheels(Path(wheels), versions)
        write_zip(given.target, None if given.no_wheels else Path(wheels), given.python, versions)
    print(f"{given.target}: {given.target.stat().st_size // 1_000_000} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
