"""A database that has its tables and nothing in them, made once for all who test beside each other.

Making it is most of the work of a first start. The tests of a first start itself do without; the others only
want a server.
"""

import fcntl
import shutil
import subprocess
import sys
from pathlib import Path

from tests import ROOT
from tests.house.starting import clean_environment

NAME = "talon.sqlite3"
LIMIT = 300  # seconds; it ends what hangs and measures nothing


def with_tables(shared: Path, data: Path) -> Path:
    """The folder of data, in which the database lies now."""
    data.mkdir(parents=True, exist_ok=True)
    shutil.copy(made_in(shared), data / NAME)
    return data


def made_in(shared: Path) -> Path:
    """The first who asks makes it, while the others wait."""
    folder = shared / "tables"
    with (shared / "tables.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / NAME).exists():
            make(folder)
    return folder / NAME


def make(folder: Path) -> None:
    """In one move, so that nobody finds half of it after a run that was ended."""
    half = folder.with_name("tables.half")
    shutil.rmtree(half, ignore_errors=True)
    half.mkdir()
    settings = {"DJANGO_SETTINGS_MODULE": "tests.settings", "TALON_DATA_DIR": str(half)}
    subprocess.run(
        [sys.executable, ROOT / "manage.py", "migrate", "--verbosity", "0"],
        env={**clean_environment(), **settings},
        check=True,
        timeout=LIMIT,
    )
    half.rename(folder)
