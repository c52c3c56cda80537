"""What a machine needs besides Python: packages of Debian's, and of npm to check pages, scripts and styles.

In CI, as root, what is missing is installed. Elsewhere the run says what is missing and what that skips. As a
program of its own (`python -m tests.steps.machine`) it needs no package: it runs while those are installed.
"""

import fcntl
import os
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests import ROOT
from tests.steps.commands import run

NODE_MODULES = ROOT / "node_modules"
NODE_PROGRAMS = NODE_MODULES / ".bin"
LOCK = ROOT / "package-lock.json"
# A copy of the lock file that was installed from, beside what was installed.
INSTALLED_LOCK = NODE_MODULES / "installed-from-lock.json"
INSTALL_LIMIT = 900
MEMORY, ROOM = Path("/dev/shm"), 4 * 1024**3  # noqa: S108 (a folder is made in it that nobody else can open)


@dataclass(frozen=True)
class Need:
    """A Debian package, a file that shows that it is installed, and its purpose.

    `long`: only needed for full counts. `ci`: only asked for in CI. `instead`: another file that will do.
    """

    package: str
    file: str
    purpose: str
    long: bool = False
    ci: bool = False
    instead: str = ""

    def is_met(self) -> bool:
        return any(shutil.which(file) or Path(file).exists() for file in (self.file, self.instead) if file)


# The same browser twice: without windows and menus of its own a page costs it a fifth of the work.
CHROMIUMS = "/usr/bin/chromium-headless-shell", "/usr/bin/chromium"

NEEDS = (
    Need("chromium-headless-shell", CHROMIUMS[0], "the browser tests", instead=CHROMIUMS[1]),
    Need("chromium", CHROMIUMS[1], "some browser tests in the full browser too", ci=True),
    Need("gettext", "msgfmt", "the comparison of .mo files with their .po files"),
    Need("poppler-utils", "pdftotext", "the reading of PDF documents"),
    Need("fonts-dejavu-core", "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "letters in screenshots"),
    Need("procps", "ps", "the look at what a start leaves behind"),
    Need("git", "git", "the start from a fresh clone"),
    Need("nginx-light", "nginx", "two servers behind a proxy"),
    Need("openssl", "openssl", "the certificate of that proxy"),
    Need("postgresql", "/usr/lib/postgresql", "a PostgreSQL that is stopped while it is needed"),
    Need("systemd", "systemd-analyze", "the check of the services"),
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
    wanted = (need for need in NEEDS if (long or not need.long) and (in_ci() or not need.ci))
    return [need for need in wanted if not need.is_met()]


def prepare(*, long: bool) -> bool:
    """Whether all is there that must be; without CI everything here may be missing."""
    install(long=long)
    for shortage in shortages(long=long):
        print(f"Missing: {shortage}", flush=True)
    return not (in_ci() and list(shortages(long=long)))


def shortages(*, long: bool) -> Iterator[str]:
    for need in missing(long=long):
        yield f"{need.package}, so {need.purpose} will be skipped (sudo apt-get install {need.package})"
    if not has_node_packages():
        checks = "accessibility, scripts and styles"
        yield f"npm's packages, so {checks} will not be checked (npm ci --ignore-scripts)"


def has_node_packages() -> bool:
    """Whether the versions that are pinned now are installed, not those from before."""
    return INSTALLED_LOCK.exists() and INSTALLED_LOCK.read_bytes() == LOCK.read_bytes()


def install(*, long: bool) -> None:
    """Install it once: `bin/test` begins with this while pip works, and its first step waits for the end."""
    with (ROOT / ".machine.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if in_ci():
            install_missing(long=long)
        install_node_packages()


def install_missing(*, long: bool) -> None:
    packages = [need.package for need in missing(long=long)]
    if not packages:
        return
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    run(["apt-get", "update", "-q"], INSTALL_LIMIT, quiet)
    run(["apt-get", "install", "-q", "-y", "--no-install-recommends", *packages], INSTALL_LIMIT, quiet)


def install_node_packages() -> None:
    if has_node_packages() or not shutil.which("npm"):
        return
    options = ["--ignore-scripts", "--no-audit", "--no-fund", "--silent", "--prefix", str(ROOT)]
    if run(["npm", "ci", *options], INSTALL_LIMIT) == 0:
        shutil.copyfile(LOCK, INSTALLED_LOCK)


def chromium() -> Path | None:
    """The browser of the tests: the one that a run names, else the lighter one that is installed."""
    return _named_or_installed(*CHROMIUMS)


def full_chromium() -> Path | None:
    """The browser of the few tests that need the full one, unless a run names one for all."""
    return _named_or_installed(CHROMIUMS[1])


def _named_or_installed(*files: str) -> Path | None:
    named = os.environ.get("TALON_TEST_CHROMIUM")
    return Path(named) if named else next((path for path in map(Path, files) if path.exists()), None)


if __name__ == "__main__":
    install(long="--long" in sys.argv)
