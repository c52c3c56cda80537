"""Brings a copy back into a folder where nothing is yet: `python -m config.serving.restoring FILE DIR`.

Runs inside the environment, before there are settings: the key is in the copy. Everything is looked at first,
and the folder gets its name when all is in it; a refusal leaves this machine as it was.
"""

import os
import shutil
import sqlite3
import sys
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import psycopg
from django.core.exceptions import ImproperlyConfigured

from clubs.backups import archive, engines
from config import environment as env
from config.serving import keys
from config.serving.compatibility import is_before_first_release, unknown_migrations
from config.serving.venv import ROOT


class Refused(Exception):
    """The words say why, and what to do."""


def restore(copy: Path, data: Path, environment: Mapping[str, str], release: str) -> archive.Manifest:
    with _explained(copy):
        database = env.database(environment.get("TALON_DATABASE_URL", ""), data)
        manifest = archive.manifest_of(copy)
        _refuse_newer(manifest, release)
        _refuse_full(data)
        _refuse_other_engine(manifest, database)
        with _beside(data) as draft:
            archive.unpacked(copy, draft)
            _refuse_other_key(draft, environment)
            _bring_back(database, draft, data)
            _move_in(draft, data)
    return manifest


def _refuse_newer(manifest: archive.Manifest, release: str) -> None:
    if is_before_first_release(manifest.migrations):
        raise Refused(
            "The copy was made by a Talon from before the first release (0.1.0), whose tables this one "
            "cannot read. Restore it with the Talon that made it."
        )
    if _numbers(manifest.release) > _numbers(release):
        whose = f"{manifest.release}; this is {release}"
    elif unknown_migrations(manifest.migrations):
        whose = f"{manifest.release}, with changes that this one does not know"
    else:
        return
    raise Refused(
        f"The copy was made by a newer Talon ({whose}). "
        "Bring this machine's Talon up to date first, then restore."
    )


def _numbers(release: str) -> tuple[int, ...]:
    return tuple(int(part) for part in release.split(".") if part.isdecimal())


def _refuse_full(data: Path) -> None:
    if data.exists() and not data.is_dir():
        raise Refused(
            f"{data} is a file. Restore into a new folder: bin/run --data NEW-FOLDER --restore FILE."
        )
    if data.exists() and any(data.iterdir()):
        raise Refused(
            f"{data} is not empty, and nothing in it is touched. Restore into a new folder: "
            "bin/run --data NEW-FOLDER --restore FILE. What was restored before starts without --restore."
        )


def _refuse_other_engine(manifest: archive.Manifest, database: env.Database) -> None:
    kind = engines.kind_of(database)
    if manifest.engine == kind == engines.POSTGRESQL and not _is_empty(database):
        raise Refused("The database of TALON_DATABASE_URL is not empty, and nothing in it is touched.")
    if manifest.engine == kind:
        return
    if manifest.engine == engines.POSTGRESQL:
        raise Refused("The copy is of a PostgreSQL: name an empty database in TALON_DATABASE_URL.")
    raise Refused("The copy is of a database in a file: start without TALON_DATABASE_URL.")


def _is_empty(database: env.Database) -> bool:
    address = engines.address(database)
    with psycopg.connect(address, password=str(database["PASSWORD"]) or None, connect_timeout=20) as asked:
        count = asked.execute(
            "SELECT count(*) FROM pg_catalog.pg_tables WHERE schemaname = ANY(current_schemas(false))"
        ).fetchone()
    return count == (0,)


def _refuse_other_key(draft: Path, environment: Mapping[str, str]) -> None:
    set_here = environment.get("TALON_SECRET_KEY")
    if set_here and set_here != keys.secret_key(draft):
        raise Refused(
            "TALON_SECRET_KEY is set, and is not the key of the copy: sessions and links would not hold. "
            "Start without it; the copy brings its own."
        )


def _bring_back(database: env.Database, draft: Path, data: Path) -> None:
    if engines.kind_of(database) == engines.POSTGRESQL:
        engines.brought_back(database, draft / archive.DATABASE)
        (draft / archive.DATABASE).unlink()
        return
    file = Path(str(database["NAME"]))
    if not file.is_relative_to(data):
        raise Refused("TALON_DATABASE_URL names a file outside the data folder: start without it.")
    engines.look_through_file(draft / archive.DATABASE)
    target = draft / file.relative_to(data)
    target.parent.mkdir(parents=True, exist_ok=True)
    (draft / archive.DATABASE).replace(target)


@contextmanager
def _beside(data: Path) -> Iterator[Path]:
    """A folder that becomes the data folder by getting its name; gone if it does not come to that."""
    data.parent.mkdir(parents=True, exist_ok=True)
    draft = data.with_name(f".{data.name}.restoring")
    shutil.rmtree(draft, ignore_errors=True)  # of one that was interrupted
    draft.mkdir(mode=0o700)
    try:
        yield draft
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _move_in(draft: Path, data: Path) -> None:
    archive.flushed_folder(draft)
    if data.exists():
        data.rmdir()  # empty: it was looked at
    draft.replace(data)
    archive.flushed_folder(data.parent)


@contextmanager
def _explained(copy: Path) -> Iterator[None]:
    try:
        yield
    except archive.Damaged as broken:
        raise Refused(
            f"{copy} is damaged or not a copy of Talon's ({broken}). Nothing was changed; take another copy."
        ) from broken
    except archive.Newer as newer:
        raise Refused(
            f"The copy was made by a newer Talon ({newer}). Bring this one up to date first."
        ) from newer
    except ImproperlyConfigured as wrong:
        raise Refused(str(wrong)) from wrong
    except engines.NoProgram as missing:
        raise Refused(f"{missing} is missing here: install PostgreSQL's client programs.") from missing
    except (engines.ProgramFailed, psycopg.Error, sqlite3.Error) as failed:
        raise Refused(f"The database could not be brought back: {failed}") from failed
    except OSError as refusal:
        raise Refused(_said_by_disk(refusal, copy)) from refusal


def _said_by_disk(refusal: OSError, copy: Path) -> str:
    if isinstance(refusal, FileNotFoundError):
        return f"There is no {refusal.filename or copy}. Is the stick in, and the name right?"
    if isinstance(refusal, IsADirectoryError):
        return f"{copy} is a folder. Name the file in it, talon-….zip: the newest is the last one by name."
    return f"The copy could not be unpacked: {refusal.strerror or refusal}."


def release_here() -> str:
    """Read as text: settings want a key, which is still in the copy."""
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    release: str = tomllib.loads(project)["project"]["version"]
    return release


def _main(copy: str, data: str) -> int:
    try:
        manifest = restore(Path(copy), Path(data), os.environ, release_here())
    except Refused as reason:
        print(reason, file=sys.stderr, flush=True)
        return 1
    print(f"Restored into {data}: the copy of {manifest.made_at.astimezone():%Y-%m-%d %H:%M:%S}.", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(_main(*sys.argv[1:]))
