"""Make the secret key and the place of files of this server those of the installation."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _

from clubs.backups.agreement import adopt_own_settings


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "After TALON_SECRET_KEY or TALON_FILES was changed on purpose, and with all servers stopped: "
            "the servers of this database start with the settings of this one."
        )

    def handle(self, *_args: Any, **_options: Any) -> None:
        adopt_own_settings()
        self.stdout.write(_("The servers of this database now start with the settings of this one."))
