"""`manage.py export_event`: an event as a file that another installation brings in."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from clubs.books.refusals import NotNow
from clubs.books.writing import Author
from tournaments.models import Tournament
from tournaments.transfer import ExportChoices, export_event, write_export


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "Write an event as a file that another installation brings in; its log says so."
        )
        parser.add_argument("event", type=int, help=_("The number of the event, as in its address."))
        parser.add_argument("file", type=Path, help=_("The file to write; it must not be there yet."))
        parser.add_argument("--no-photographs", action="store_true", help=_("Without photographs of paper."))
        parser.add_argument(
            "--no-signatures", action="store_true", help=_("Without drawn or typed signatures.")
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        event = Tournament.objects.select_related("book").filter(pk=options["event"]).first()
        if event is None:
            raise CommandError(
                _("There is no event %(number)s.") % {"number": options["event"]}, returncode=2
            )
        choices = ExportChoices(
            photographs=not options["no_photographs"], signatures=not options["no_signatures"]
        )
        file: Path = options["file"]
        try:
            with file.open("xb") as output:
                write_export(export_event(Author(user=None, origin=""), event, choices, needs=None), output)
        except FileExistsError as there:
            raise CommandError(_("%(file)s is there already.") % {"file": file}, returncode=2) from there
        except NotNow as refusal:
            file.unlink()
            raise CommandError(str(refusal.message)) from refusal
        self.stdout.write(str(file))
