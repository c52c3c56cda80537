"""Prepares an installation before it is served: tables, static files, the first director, the demo.

It runs inside the environment, with the settings of the server. Steps that are up to date are skipped, so
that a second start is quick.
"""

import hashlib
import os
import sys
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.checks import run_checks
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from config.serving import keys
from config.serving.compatibility import is_before_first_release, release_migrations, unknown_migrations
from config.serving.loading import set_up_django
from config.serving.privacy import make_private
from config.serving.restoring import RESTORED
from config.terminal import gettext as _

_STAMP = "static.fingerprint"
# A placeholder address, which can be changed on the account page.
_FIRST_EMAIL, _FIRST_NAME = "director@talon.local", "Director"


def _prepare(demo: str | None) -> None:
    """Prepare the installation; `demo` is the address of the demo's tables, or None for no demo."""
    keys.provide_log_key(os.environ)
    try:
        set_up_django()
    except ImproperlyConfigured as wrong:
        sys.exit(str(wrong))
    refuse_incomplete_program()
    _close_to_others()
    _collect_static_files()
    _prepare_database(demo)


def _close_to_others() -> None:
    """Make the data their owner's alone; whoever has another file system is told what stays open."""
    settings.DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    stored = settings.DATABASES["default"]
    is_file = stored["ENGINE"] == "django.db.backends.sqlite3"
    open_to_others = make_private(settings.DATA_DIR, Path(str(stored["NAME"])) if is_file else None)
    if open_to_others:
        sentence = _("Other users of this machine may be able to read %(file)s: it belongs to somebody else.")
        print(sentence % {"file": open_to_others[0]}, flush=True)


def _prepare_database(demo: str | None) -> None:
    """Prepare the database, one server at a time: others find it done."""
    from clubs.accounts.sessions import remove_ended_sessions
    from clubs.backups import agreement
    from clubs.db import locks
    from clubs.files.moving import gather_uploads

    with locks.exclusive("preparing"):
        refuse_incompatible_data()
        refuse_other_settings()
        applied = _applied_migrations()
        if applied:
            back_up_before_update(applied)
        else:
            print(_("Creating the database: only at the first start, and done in a minute."), flush=True)
        call_command("migrate", interactive=False, verbosity=0)
        agreement.agree()
        seal_logs(Path(settings.DATA_DIR))
        if _is_new():
            _create_installation(demo)
        gather_uploads()
        _erase_again()
        _follow_lost_revisions(Path(settings.DATA_DIR) / RESTORED)
        remove_ended_sessions(timezone.now())


def _erase_again() -> None:
    """Repeat erasures that a restored backup does not know, before anybody sees the names."""
    from clubs.books.writing import Author
    from clubs.people import erasing, erasures

    number = erasing.erase_again(Author(user=None, origin="console"), erasures.read_lists())
    if number:
        print(_("People erased again after the restore: %(count)s.") % {"count": number}, flush=True)


def _follow_lost_revisions(restored: Path) -> None:
    """Let no page of before the restore pass for one of now."""
    from clubs.books.lost_revisions import follow_lost_revisions

    if restored.exists():
        follow_lost_revisions()
        restored.unlink()


def refuse_incomplete_program() -> None:
    """Exit if a part of the program lacks something that would fail in the middle of an evening."""
    lacks = [message.msg for message in run_checks(tags=["complete"]) if message.is_serious()]
    if lacks:
        sys.exit("\n".join([_("This Talon is not complete. Nothing has been changed."), *lacks]))


def back_up_before_update(applied: set[str]) -> None:
    """Make a backup before a newer release changes the tables of a laptop; or exit before any change.

    Servers with PostgreSQL have backups of their own, made before by whoever brings them up to date.
    """
    from clubs.backups.create import BackupError, create_backup

    if connection.vendor != "sqlite" or not release_migrations() - applied:
        return
    print(_("This is a newer Talon: it makes a backup before it changes the data."), flush=True)
    try:
        made = create_backup(timezone.now())
    except BackupError as reason:
        sys.exit(_("No backup could be made, so nothing has been changed: %(reason)s") % {"reason": reason})
    print(_("The backup: %(name)s") % {"name": made.name}, flush=True)


def _applied_migrations() -> set[str]:
    return {f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations()}


def refuse_incompatible_data() -> None:
    """Exit before any change if the tables are not those of this or an earlier release."""
    applied = _applied_migrations()
    if is_before_first_release(applied):
        sys.exit(
            _(
                "The data in %(folder)s was made by a Talon from before the first release (0.1.0), "
                "which this one cannot read. Nothing in it has been changed. Start with a new folder: "
                "bin/run --data NEW-FOLDER."
            )
            % {"folder": settings.DATA_DIR}
        )
    if unknown_migrations(applied):
        sys.exit(
            _(
                "The data in %(folder)s was made by a newer Talon than %(release)s. Nothing in it has been "
                "changed. Bring this machine's Talon up to date, then start again."
            )
            % {"folder": settings.DATA_DIR, "release": settings.RELEASE}
        )


def refuse_other_settings() -> None:
    """Exit before any change if other servers of this database have another key, or files elsewhere."""
    from clubs.backups.agreement import Disagreement, find_disagreement

    disagreement = find_disagreement()
    if disagreement is None:
        return
    found = {
        Disagreement.KEY: _(
            "This database was served with another TALON_SECRET_KEY. "
            "All servers of one database need the same: set it in the environment of each."
        ),
        Disagreement.LOG_KEY: _(
            "This database was served with another TALON_LOG_KEY. "
            "All servers of one database need the same: set it in the environment of each."
        ),
        Disagreement.FILES: _(
            "This database was served with another TALON_FILES than %(files)s. "
            "With two, photographs would be seen on some of its servers only."
        )
        % {"files": settings.FILES},
    }
    way_on = _(
        "Nothing in it has been changed. If the setting was changed on purpose: "
        "stop all servers, run bin/run manage adopt_settings once, and start them again."
    )
    sys.exit(f"{found[disagreement]} {way_on}")


def seal_logs(data: Path) -> None:
    """Seal the logs from before a new key with it. Later only say which logs are not sealed."""
    from clubs.books.chapters import seal_books, unsealed_books

    if keys.is_new_log_key(data) and not os.environ.get("TALON_LOG_KEY"):
        count = seal_books()
        keys.confirm_log_key(data)
        if count:
            print(
                _("Logs that go on with a new key: %(count)s. What was before is sealed as it is now.")
                % {"count": count},
                flush=True,
            )
    elif count := len(unsealed_books()):
        print(
            _(
                "Logs that are not sealed with the key of this installation: %(count)s. "
                "bin/run manage verify_log names them. If the key is new: bin/run manage seal_log."
            )
            % {"count": count},
            flush=True,
        )


def _is_new() -> bool:
    from clubs.models import User

    return not User.objects.exists()


def _create_installation(demo: str | None) -> None:
    """Create the first director and the demo in one transaction, which the next start repeats if needed."""
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
    """Return the hash of the path and content of every static file."""
    digest = hashlib.sha256(settings.RELEASE.encode())
    for finder in get_finders():
        for path, storage in finder.list([]):
            digest.update(path.encode())
            digest.update(Path(storage.path(path)).read_bytes())
    return digest.hexdigest()


if __name__ == "__main__":
    _arguments = sys.argv[1:]
    _prepare(demo=_arguments[1] if _arguments[:1] == ["--demo-at"] else None)
