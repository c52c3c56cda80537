"""Compare everything that follows from the sheets of games with them: exit 0, or 1 and the differences."""

import json
from collections.abc import Iterator
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.books.writing import Author
from scoring import recording
from scoring.models import Game
from scoring.recording import recheck
from scoring.recording.recheck import FurtherDifference, StoredDifference


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "Compute what is stored of all games again from what was written down. Hands and totals "
            "that differ are stored again and the log says so; with --check nothing is written."
        )
        parser.add_argument("--check", action="store_true", help=_("only say what differs"))

    def handle(self, *_args: Any, **options: Any) -> None:
        count = 0
        for sentence in self.differences() if options["check"] else self.repair():
            self.stdout.write(sentence)
            count += 1
        if count:
            raise CommandError(_differences_sentence(count), returncode=1)
        self.stdout.write(_("All stored values agree with the score sheets."))

    def differences(self) -> Iterator[str]:
        """Yield a sentence for each difference."""
        yield from map(_sentence, recheck.all_differences())
        yield from _further_sentences()

    def repair(self) -> Iterator[str]:
        """Repair what follows from the sheets; yield a sentence for each difference that is left."""
        yield from map(_sentence, self.repaired_games())
        for check in recheck.further_checks:
            for sentence in check.repair(_CONSOLE):
                self.stdout.write(sentence)
        yield from _further_sentences()

    def repaired_games(self) -> Iterator[StoredDifference]:
        """Repair games; yield what still differs."""
        for differences in recheck.differences_by_game():
            if not any(difference.is_derived for difference in differences):
                yield from differences
                continue
            game = Game.objects.select_related("book").get(pk=differences[0].game)
            recording.rederive_game(_CONSOLE, game)
            self.stdout.write(_("Game %(game)s: totals recalculated and stored.") % {"game": game.pk})
            yield from recheck.differences_in(game)


_CONSOLE: Final = Author(user=None, origin="console")


def _further_sentences() -> Iterator[str]:
    for check in recheck.further_checks:
        for difference in check.differences():
            yield _difference_sentence(difference.place, difference)


def _sentence(difference: StoredDifference) -> str:
    return _difference_sentence(_place_of(difference), difference)


def _difference_sentence(place: str, difference: StoredDifference | FurtherDifference) -> str:
    """Return a sentence about a difference; columns keep their names in the database, to look them up."""
    return _("%(place)s: %(column)s is %(stored)s, it should be %(computed)s.") % {
        "place": place,
        "column": difference.column,
        "stored": json.dumps(difference.stored, ensure_ascii=False),
        "computed": json.dumps(difference.computed, ensure_ascii=False),
    }


def _place_of(difference: StoredDifference) -> str:
    parts = [_("Game %(number)s") % {"number": difference.game}]
    if difference.deal is not None:
        parts.append(_("deal %(number)s") % {"number": difference.deal})
    if difference.version is not None:
        parts.append(_("version %(number)s") % {"number": difference.version})
    if difference.side is not None:
        parts.append(_("side %(number)s") % {"number": difference.side})
    return ", ".join(parts)


def _differences_sentence(count: int) -> str:
    return ngettext("%(count)s value differs.", "%(count)s values differ.", count) % {"count": count}
