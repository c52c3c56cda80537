"""What a machine needs besides Python: Debian's packages, and the accessibility rules of axe-core.

In CI, as root, what is missing is installed. Elsewhere it is said what is missing, and what that skips.
"""

import json
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests import ROOT
from tests.steps.commands import run

AXE_VERSION = "4.14.1"
AXE = f"axe-core@{AXE_VERSION}"
AXE_FILE = ROOT / "node_modules/axe-core/axe.min.js"
INSTALL_LIMIT = 900
MEMORY, ROOM = Path("/dev/shm"), 4 * 1024**3  # noqa: S108 (a folder is made in it that nobody else can open)


@dataclass(frozen=True)
class Need:
    """A thing of the machine: the Debian package that brings it, the file that shows it, what it is for.

    What is `long` only the tests with full counts ask for. Another file may do `instead`, less well.
    """

    package: str
    file: str
    purpose: str
    long: bool = False
    instead: str = ""

    def is_met(self) -> bool:
        return any(shutil.which(file) or Path(file).exists() for file in (self.file, self.instead) if file)


# The same browser twice: without windows and menus of its own a page costs it a fifth of the work.
CHROMIUMS = "/usr/bin/chromium-headless-shell", "/usr/bin/chromium"

NEEDS = (
    Need("chromium-headless-shell", CHROMIUMS[0], "the browser tests", instead=CHROMIUMS[1]),
    Need("gettext", "msgfmt", "the comparison of .mo files with their .po files"),
    Need("poppler-utils", "pdftotext", "the reading of PDF documents"),
    Need("fonts-dejavu-core", "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "letters in screenshots"),
    Need("procps", "ps", "the look at what a start leaves behind"),
    Need("git", "git", "the start from a fresh clone"),
    Need("libreoffice-calc", "soffice", "the opening of files in LibreOffice", long=True),
)


def place() -> Path | None:
    """Where the files of a run lie: in memory, where there is enough, so that no test waits for a disk."""
    if not MEMORY.is_dir() or not os.access(MEMORY, os.W_OK):
        return None
    room, may_run = shutil.disk_usage(MEMORY).free, not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC
    return MEMORY if may_run and room > ROOM else None


def in_ci() -> bool:
    return bool(os.environ.get("CI"))


def missing(*, long: bool) -> list[Need]:
    return [need for need in NEEDS if (long or not need.long) and not need.is_met()]


def prepare(*, long: bool) -> bool:
    """Whether all is there that must be; without CI everything here may be missing."""
    if in_ci():
        install_missing(long=long)
    fetch_axe()
    for shortage in shortages(long=long):
        print(f"Missing: {shortage}", flush=True)
    return not (in_ci() and list(shortages(long=long)))


def shortages(*, long: bool) -> Iterator[str]:
    for need in missing(long=long):
        yield f"{need.package}, so {need.purpose} will be skipped (sudo apt-get install {need.package})"
    if not has_axe():
        yield f"{AXE}, so the accessibility rules will be skipped (npm install --no-save {AXE})"


def has_axe() -> bool:
    """The version that is pinned, not one from before."""
    description = AXE_FILE.with_name("package.json")
    return (
        description.exists() and json.loads(description.read_text(encoding="utf-8"))["version"] == AXE_VERSION
    )


def install_missing(*, long: bool) -> None:
    packages = [need.package for need in missing(long=long)]
    if not packages:
        return
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    run(["apt-get", "update", "-q"], INSTALL_LIMIT, quiet)
    run(["apt-get", "install", "-q", "-y", "--no-install-recommends", *packages], INSTALL_LIMIT, quiet)


def fetch_axe() -> None:
    if has_axe() or not shutil.which("npm"):
        return
    options = ["--no-save", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]
    run(["npm", "install", *options, "--prefix", str(ROOT), AXE], INSTALL_LIMIT)
