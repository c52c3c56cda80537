"""`manage.py load_demo`: a federation with two clubs, their players, and an evening that is being played."""

from datetime import timedelta
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import OuterRef
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs import demo
from clubs.books.writing import Author
from clubs.models import Club, User
from scoring.models import Table
from scoring.store.table_queries import attention_flags
from tournaments.simulating.demo import create_evening, create_friendly_game, create_game_to_sign

# How much older the clubs are than the evening that is being played in one of them.
_FOUNDED_BEFORE: Final = timedelta(days=30)


def _table_that_plays() -> Table:
    """Return a table at which the game goes on, and where nobody waits for the director."""
    flags = attention_flags(OuterRef("game"))
    playing = Table.objects.filter(~flags["calls"], ~flags["disputed"], game__over=False)
    return playing.order_by("pk")[0]


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _("Load the demo into an empty installation.")
        parser.add_argument("--at", default="", help=_("where Talon answers, as http://127.0.0.1:8000"))

    def handle(self, *_args: Any, **options: Any) -> None:
        if Club.objects.exists():
            raise CommandError(_("There are clubs already: the demo is for an empty installation."))
        keeper = User.objects.filter(is_keeper=True).order_by("pk").first()
        if keeper is None:
            raise CommandError(_("This installation has no administrator yet: run found_installation first."))
        by = Author(user=keeper, origin="console")
        founded = demo.create_demo_federation(
            Author(user=keeper, origin="console", at=by.at - _FOUNDED_BEFORE)
        )
        create_evening(by, founded)
        create_friendly_game(by, founded)
        create_game_to_sign(by, founded)
        table = _table_that_plays()
        access = {
            "label": table.label,
            "address": f"{options['at']}{reverse('scoring:pin')}",
            "pin": table.pin,
        }
        self.stdout.write(_("Table %(label)s: %(address)s, PIN %(pin)s") % access)
