"""`manage.py keep_history`: what pages over years count from is kept, compared, or made again."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.history import errand


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "Keep what the pages of clubs, players, series and records count from, of events whose results "
            "are shown. The worker does it by itself. With --check nothing is written: what is kept is "
            "counted again from the events, and what differs is said."
        )
        chosen = parser.add_mutually_exclusive_group()
        chosen.add_argument("--check", action="store_true", help=_("only say what differs"))
        chosen.add_argument(
            "--again", action="store_true", help=_("throw away what is kept, and count it again")
        )

    def handle(self, *_args: Any, check: bool, again: bool, **_options: Any) -> None:
        if check:
            self._check()
            return
        if again:
            errand.forget_history()
        kept = errand.keep_history()
        self.stdout.write(ngettext("%(count)s value kept.", "%(count)s values kept.", kept) % {"count": kept})

    def _check(self) -> None:
        count = 0
        for one in errand.differences():
            count += 1
            self.stdout.write(
                _("%(place)s: %(column)s is %(stored)s, it should be %(computed)s.") % one._asdict()
            )
        if count:
            sentence = ngettext("%(count)s value differs.", "%(count)s values differ.", count)
            raise CommandError(sentence % {"count": count}, returncode=1)
        self.stdout.write(_("What is kept agrees with the events."))
