"""An installation with the demo and the world in it: the first worker makes it, the others take a copy.

Making it takes a worker ten seconds, a copy none. Each has a server of its own on a database of its own.
"""

import fcntl
import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from tests.browser.beside import leave
from tests.browser.world import World, founded
from tests.house.starting import Talon, running_talon
from tests.house.tables import NAME, with_tables

COPIED = ("secret-key", "static.fingerprint", "static", "jobs", "uploads")


@contextmanager
def furnished_talon(shared: Path, data: Path) -> Iterator[tuple[Talon, World]]:
    """A server, and the rows of the world that it shows."""
    model = shared / "furnished"
    with ExitStack() as running:
        with (shared / "furnished.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if is_first := not model.exists():
                talon = running.enter_context(running_talon(with_tables(shared, data)))
                made = founded(data)
                keep(talon, made, model)
        if not is_first:
            made = take(model, data)
            talon = running.enter_context(running_talon(data))
            talon.first_words = (model / "printed").read_text(encoding="utf-8")
        yield talon, made
        leave(data)


def keep(talon: Talon, made: World, model: Path) -> None:
    """What another worker needs, copied while the server runs; it gets its name when it is whole."""
    half = model.with_name("furnished.half")
    shutil.rmtree(half, ignore_errors=True)
    (half / "data").mkdir(parents=True)
    for name in COPIED:
        found = talon.data / name
        (shutil.copytree if found.is_dir() else shutil.copy)(found, half / "data" / name)
    with (
        closing(sqlite3.connect(talon.data / NAME)) as here,
        closing(sqlite3.connect(half / "data" / NAME)) as there,
    ):
        here.backup(there)
    (half / "printed").write_text(talon.words, encoding="utf-8")
    (half / "world.json").write_text(json.dumps(made), encoding="utf-8")
    half.rename(model)


def take(model: Path, data: Path) -> World:
    shutil.copytree(model / "data", data)
    made: World = json.loads((model / "world.json").read_text(encoding="utf-8"))
    return made
