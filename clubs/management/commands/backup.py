"""Write a backup of the installation into one file: the database, the secret key, the uploads."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.backups.create import BackupError, create_backup


class Command(BaseCommand):
    help = "Write a copy of the whole installation into TALON_BACKUP_DIR, and print where it is."

    def handle(self, *_args: Any, **_options: Any) -> None:
        try:
            backup = create_backup(timezone.now())
        except BackupError as reason:
            raise CommandError(str(reason)) from reason
        self.stdout.write(_("A copy of everything: %(file)s") % {"file": backup.path})
