"""Brings an installation up to date before it is served: tables, static files, the first director, the demo.

Runs inside the environment, with the settings of the start. What is up to date already is left alone, so that
a second start is quick.
"""

import hashlib
import sys
from pathlib import Path

import django
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder

from config.serving.compatibility import is_before_first_release, unknown_migrations

_STAMP = "static.fingerprint"
# An address of nobody: the account page changes it.
_FIRST_EMAIL, _FIRST_NAME = "director@talon.local", "Director"


def _prepare(demo: str | None) -> None:
    """`demo` is the address at which the demo's tables will be found; without it there is none."""
    django.setup()
    refuse_other_tables()
    call_command("migrate", interactive=False, verbosity=0)
    _collect_static_files()
    if _is_new():
        _found(demo)


def refuse_other_tables() -> None:
    """Stop before anything is changed where the tables are not those of a release up to this one."""
    applied = {f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations()}
    if is_before_first_release(applied):
        sys.exit(
            f"The data in {settings.DATA_DIR} was made by a Talon from before the first release (0.1.0), "
            "whose tables this one cannot read. Nothing in it is touched. Start with a new folder: "
            "bin/run --data NEW-FOLDER."
        )
    if unknown_migrations(applied):
        sys.exit(
            f"The data in {settings.DATA_DIR} was made by a newer Talon than {settings.RELEASE}. "
            "Nothing in it is touched. Bring this machine's Talon up to date, then start again."
        )


def _is_new() -> bool:
    """Nobody can sign in yet."""
    from clubs.models import User

    return not User.objects.exists()


def _found(demo: str | None) -> None:
    """All or nothing: a start that is interrupted here is a first start again, with another password."""
    with transaction.atomic():
        call_command("found_installation", email=_FIRST_EMAIL, name=_FIRST_NAME)
        if demo is not None:
            call_command("load_demo", at=demo)


def _collect_static_files() -> None:
    stamp = Path(settings.DATA_DIR) / _STAMP
    current = _static_fingerprint()
    if stamp.is_file() and stamp.read_text(encoding="ascii") == current and settings.STATIC_ROOT.is_dir():
        return
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(current, encoding="ascii")


def _static_fingerprint() -> str:
    """Of every file that would be collected: its place and what is in it."""
    digest = hashlib.sha256(settings.RELEASE.encode())
    for finder in get_finders():
        for place, storage in finder.list([]):
            digest.update(place.encode())
            digest.update(Path(storage.path(place)).read_bytes())
    return digest.hexdigest()


if __name__ == "__main__":
    _wish = sys.argv[1:]
    _prepare(demo=_wish[1] if _wish[:1] == ["--demo-at"] else None)
