"""A database with empty tables, created once for all test processes.

Creating it is most of the work of a first start. The tests of a first start do without it; others only need
a server.
"""

import fcntl
import shutil
import subprocess
import sys
from pathlib import Path

from tests import ROOT
from tests.house.starting import clean_environment

NAME = "talon.sqlite3"
LIMIT = 300  # seconds; ends a hanging test, and measures nothing


def with_tables(shared: Path, data: Path) -> Path:
    """Copy the database into the data folder, and return the folder."""
    data.mkdir(parents=True, exist_ok=True)
    shutil.copy(shared_database(shared), data / NAME)
    return data


def shared_database(shared: Path) -> Path:
    """Return the file of the database; the first process creates it while the others wait."""
    folder = shared / "tables"
    with (shared / "tables.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / NAME).exists():
            create_database(folder)
    return folder / NAME


def create_database(folder: Path) -> None:
    """Create the database; it gets its name at the end, so that an interrupted run leaves no half of it."""
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
