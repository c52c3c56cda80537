"""Prove that nobody has changed the log by hand: exit 0, or 1 with the first broken entry of each chain."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.books.verification import Break, Proof, prove


class Command(BaseCommand):
    help = "Prove every chain of the log, or name the first broken entry of each."

    def handle(self, *_args: Any, **_options: Any) -> None:
        proof = prove()
        if proof.breaks:
            raise CommandError("\n".join(_broken_sentence(broken) for broken in proof.breaks), returncode=1)
        self.stdout.write(_proved_sentence(proof))


def _broken_sentence(broken: Break) -> str:
    return _("Book %(book)s, entry %(number)s: %(what)s.") % {
        "book": broken.book,
        "number": broken.number,
        "what": broken.what,
    }


def _proved_sentence(proof: Proof) -> str:
    entries = ngettext("%(count)s entry", "%(count)s entries", proof.entries) % {"count": proof.entries}
    books = ngettext("%(count)s book", "%(count)s books", proof.books) % {"count": proof.books}
    return _("The log is whole: %(entries)s in %(books)s.") % {"entries": entries, "books": books}
