"""Restores a backup into a new folder: `python -m config.serving.restoring FILE DIR`.

It runs inside the environment, before there are settings: the key is in the backup. Everything is checked
first, and the folder gets its name when it is complete; a refusal leaves this machine unchanged.
"""

import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import psycopg
from django.core.exceptions import ImproperlyConfigured

from clubs.backups import archive, engines
from clubs.files.local import flush_path
from config import environment as env
from config.serving import keys
from config.serving.compatibility import is_before_first_release, unknown_migrations
from config.serving.venv import ROOT
from config.terminal import gettext as _

# Lies in the data folder until the first start after a restore.
RESTORED = "restored"


class RestoreRefused(Exception):
    """A backup cannot be restored; the message says why, and what to do."""


def restore(copy: Path, data: Path, environment: Mapping[str, str], release: str) -> archive.Manifest:
    with _errors_as_refusals(copy):
        database = env.database(environment.get("TALON_DATABASE_URL", ""), data)
        manifest = archive.read_manifest(copy)
        _refuse_newer(manifest, release)
        _refuse_nonempty_folder(data)
        _refuse_other_engine(manifest, database)
        with _draft_folder(data) as draft:
            archive.extract_backup(copy, draft)
            _refuse_other_key(draft, environment)
            _restore_database(database, draft, data)
            bring_erasures(copy, draft)
            (draft / RESTORED).touch()
            _move_into_place(draft, data)
    return manifest


def bring_erasures(copy: Path, draft: Path) -> None:
    """Take the lists of erasures that lie beside the backup: the next start erases those people again."""
    for erasures in copy.parent.glob("erasures-*.json"):
        shutil.copyfile(erasures, draft / erasures.name)


def _refuse_newer(manifest: archive.Manifest, release: str) -> None:
    if is_before_first_release(manifest.migrations):
        raise RestoreRefused(
            _(
                "The backup was made by a Talon from before the first release (0.1.0), which this one "
                "cannot read. Restore it with the Talon that made it."
            )
        )
    releases = {"release": manifest.release, "own": release}
    if _version_numbers(manifest.release) > _version_numbers(release):
        raise RestoreRefused(
            _(
                "The backup was made by a newer Talon (%(release)s; this is %(own)s). "
                "Bring this machine's Talon up to date first, then restore."
            )
            % releases
        )
    if unknown_migrations(manifest.migrations):
        raise RestoreRefused(
            _(
                "The backup was made by a newer Talon (%(release)s, with changes that this one does not "
                "know). Bring this machine's Talon up to date first, then restore."
            )
            % releases
        )


def _version_numbers(release: str) -> tuple[int, ...]:
    return tuple(int(part) for part in release.split(".") if part.isdecimal())


def _refuse_nonempty_folder(data: Path) -> None:
    if data.exists() and not data.is_dir():
        raise RestoreRefused(
            _("%(folder)s is a file. Restore into a new folder: bin/run --data NEW-FOLDER --restore FILE.")
            % {"folder": data}
        )
    if data.exists() and any(data.iterdir()):
        raise RestoreRefused(
            _(
                "%(folder)s is not empty, and nothing in it has been changed. Restore into a new folder: "
                "bin/run --data NEW-FOLDER --restore FILE. "
                "What has been restored already starts without --restore."
            )
            % {"folder": data}
        )


def _refuse_other_engine(manifest: archive.Manifest, database: env.Database) -> None:
    kind = engines.engine_of(database)
    if manifest.engine == kind == engines.POSTGRESQL and not _is_empty(database):
        raise RestoreRefused(
            _("The database of TALON_DATABASE_URL is not empty, and nothing in it has been changed.")
        )
    if manifest.engine == kind:
        return
    if manifest.engine == engines.POSTGRESQL:
        raise RestoreRefused(
            _("The backup is of a PostgreSQL database: name an empty database in TALON_DATABASE_URL.")
        )
    raise RestoreRefused(_("The backup is of a database in a file: start without TALON_DATABASE_URL."))


def _is_empty(database: env.Database) -> bool:
    address = engines.connection_string(database)
    with psycopg.connect(
        address, password=str(database["PASSWORD"]) or None, connect_timeout=20
    ) as connection:
        count = connection.execute(
            "SELECT count(*) FROM pg_catalog.pg_tables WHERE schemaname = ANY(current_schemas(false))"
        ).fetchone()
    return count == (0,)


def _refuse_other_key(draft: Path, environment: Mapping[str, str]) -> None:
    key = environment.get("TALON_SECRET_KEY")
    if key and key != keys.secret_key(draft):
        raise RestoreRefused(
            _(
                "TALON_SECRET_KEY is set, and is not the key of the backup: sessions and links would no "
                "longer work. Start without it; the backup brings its own."
            )
        )


def _restore_database(database: env.Database, draft: Path, data: Path) -> None:
    if engines.engine_of(database) == engines.POSTGRESQL:
        engines.restore_dump(database, draft / archive.DATABASE)
        (draft / archive.DATABASE).unlink()
        return
    file = Path(str(database["NAME"]))
    if not file.is_relative_to(data):
        raise RestoreRefused(_("TALON_DATABASE_URL names a file outside the data folder: start without it."))
    engines.check_sqlite_file(draft / archive.DATABASE)
    target = draft / file.relative_to(data)
    target.parent.mkdir(parents=True, exist_ok=True)
    (draft / archive.DATABASE).replace(target)


@contextmanager
def _draft_folder(data: Path) -> Iterator[Path]:
    """Give a folder that is to be renamed to the data folder; it is removed if that does not happen."""
    data.parent.mkdir(parents=True, exist_ok=True)
    draft = data.with_name(f".{data.name}.restoring")
    shutil.rmtree(draft, ignore_errors=True)  # left by an interrupted run
    draft.mkdir(mode=0o700)
    try:
        yield draft
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _move_into_place(draft: Path, data: Path) -> None:
    flush_path(draft)
    if data.exists():
        data.rmdir()  # it was checked to be empty
    draft.replace(data)
    flush_path(data.parent)


@contextmanager
def _errors_as_refusals(copy: Path) -> Iterator[None]:
    try:
        yield
    except archive.DamagedBackup as broken:
        raise RestoreRefused(
            _(
                "%(file)s is damaged or not a backup of Talon (%(damage)s). "
                "Nothing has been changed; take another backup."
            )
            % {"file": copy, "damage": broken.translated(_)}
        ) from broken
    except archive.NewerFormat as newer:
        raise RestoreRefused(
            _("The backup was made by a newer Talon (%(release)s). Bring this one up to date first.")
            % {"release": newer}
        ) from newer
    except ImproperlyConfigured as wrong:
        raise RestoreRefused(str(wrong)) from wrong
    except engines.ProgramMissing as missing:
        raise RestoreRefused(
            _("%(what)s is missing on this machine: install PostgreSQL's client programs.")
            % {"what": missing}
        ) from missing
    except (engines.ProgramFailed, psycopg.Error, sqlite3.Error) as failed:
        raise RestoreRefused(_("The database could not be restored: %(what)s") % {"what": failed}) from failed
    except OSError as refusal:
        raise RestoreRefused(_describe_os_error(refusal, copy)) from refusal


def _describe_os_error(refusal: OSError, copy: Path) -> str:
    if isinstance(refusal, FileNotFoundError):
        return _("There is no %(file)s. Is the USB stick plugged in, and the name right?") % {
            "file": refusal.filename or copy
        }
    if isinstance(refusal, IsADirectoryError):
        return _(
            "%(folder)s is a folder. Name the file in it, talon-….zip: the newest is the last one by name."
        ) % {"folder": copy}
    return _("The backup could not be unpacked: %(what)s.") % {"what": refusal.strerror or refusal}


def installed_version() -> str:
    """Return the version from its file: the settings need a key, which is still in the backup."""
    return env.read_version(ROOT / "pyproject.toml")


def _main(copy: str, data: str) -> int:
    try:
        manifest = restore(Path(copy), Path(data), os.environ, installed_version())
    except RestoreRefused as reason:
        print(reason, file=sys.stderr, flush=True)
        return 1
    made_at = f"{manifest.made_at.astimezone():%Y-%m-%d %H:%M:%S}"
    print(
        _("The backup of %(time)s has been restored into %(folder)s.") % {"time": made_at, "folder": data},
        flush=True,
    )
    return 0


if __name__ == "__main__":
    sys.exit(_main(*sys.argv[1:]))
