"""Write a backup of the installation into one file: the database, the secret key, the uploads.

With `--list` the backups that are kept, with `--fetch` one of them as a file in the present folder.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.backups import archive, folder
from clubs.backups.create import BackupError, create_backup


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "Write a backup of the whole installation into TALON_BACKUP_DIR, and print where it is."
        )
        either = parser.add_mutually_exclusive_group()
        either.add_argument(
            "--list", action="store_true", help=_("print the names of all backups, newest first")
        )
        either.add_argument("--fetch", metavar="NAME", help=_("write this backup into the present folder"))

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["list"]:
            self.stdout.writelines(f"{backup.name}\n" for backup in folder.list_backups())
        elif options["fetch"]:
            self.fetch(options["fetch"])
        else:
            self.create()

    def create(self) -> None:
        try:
            backup = create_backup(timezone.now())
        except BackupError as reason:
            raise CommandError(str(reason)) from reason
        self.stdout.write(_("A backup of everything: %(file)s") % {"file": backup.place})

    def fetch(self, name: str) -> None:
        """Write a backup into a new file of its owner alone."""
        backup = next((backup for backup in folder.list_backups() if backup.name == name), None)
        if backup is None:
            raise CommandError(_("There is no backup named %(name)s.") % {"name": name})
        target = Path.cwd() / backup.name
        try:
            target.touch(mode=archive.OWNER_ONLY, exist_ok=False)
            with backup.open() as source, target.open("wb") as file:
                shutil.copyfileobj(source, file)
                archive.flush_file(file)
        except OSError as refusal:
            raise CommandError(_("The backup cannot be written: %(what)s") % {"what": refusal}) from refusal
        self.stdout.write(_("A backup of everything: %(file)s") % {"file": target})
