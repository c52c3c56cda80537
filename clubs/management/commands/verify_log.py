"""Verify that the log has not been changed by hand: exit 0, or 1 with the first broken entry of each
chain."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.books.verification import BrokenEntry, Verification, verify_log


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _("Prove every chain of the log, or name the first broken entry of each.")

    def handle(self, *_args: Any, **_options: Any) -> None:
        verification = verify_log()
        if verification.broken:
            raise CommandError(
                "\n".join(_broken_sentence(broken) for broken in verification.broken), returncode=1
            )
        self.stdout.write(_verified_sentence(verification))


def _broken_sentence(broken: BrokenEntry) -> str:
    return _("Book %(book)s, entry %(number)s: %(what)s.") % {
        "book": broken.book,
        "number": broken.number,
        "what": broken.fault,
    }


def _verified_sentence(verification: Verification) -> str:
    entries = ngettext("%(count)s entry", "%(count)s entries", verification.entries) % {
        "count": verification.entries
    }
    books = ngettext("%(count)s book", "%(count)s books", verification.books) % {"count": verification.books}
    return _("The log is intact: %(entries)s in %(books)s.") % {"entries": entries, "books": books}
