"""`manage.py event_content`: an event as one file, or its hash."""

import hashlib
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from tournaments.archive import event_content
from tournaments.models import Tournament


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "Write the content of an event as canonical JSON, the same bytes wherever it was played."
        )
        parser.add_argument("event", type=int, help=_("The number of the event, as in its address."))
        parser.add_argument(
            "--hash", action="store_true", help=_("Write the SHA-256 of these bytes instead of them.")
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        event = Tournament.objects.filter(pk=options["event"]).first()
        if event is None:
            raise CommandError(
                _("There is no event %(number)s.") % {"number": options["event"]}, returncode=2
            )
        content = event_content(event)
        if options["hash"]:
            self.stdout.write(hashlib.sha256(content).hexdigest())
        else:
            # Without a line feed: the bytes are those that the hash covers.
            self.stdout.write(content.decode(), ending="")
