"""Seal the logs that are not sealed with the key of this installation, as they are now."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from clubs.books.chapters import seal_books


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "After the key of the log was set, replaced or lost: seal every log that this key does not seal, "
            "as it is now. Run verify_log before: whatever was changed by hand is sealed too."
        )

    def handle(self, *_args: Any, **_options: Any) -> None:
        if not settings.LOG_KEY:
            raise CommandError(_("There is no key of the log: set TALON_LOG_KEY, or start bin/run once."))
        self.stdout.write(_("Logs sealed: %(count)s.") % {"count": seal_books()})
