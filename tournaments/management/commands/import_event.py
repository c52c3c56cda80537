"""`manage.py import_event`: bring in the event of a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from clubs.books.writing import Author
from clubs.models import Club, Player
from tournaments.transfer import FilePlayer, FileRefused, bring_in, match_people, read_event_file


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "Bring the event of a file into a club. Players whom it does not know for sure are asked about."
        )
        parser.add_argument("club", type=int, help=_("The number of the club, as in its address."))
        parser.add_argument("file", type=Path, help=_("The file of the event."))
        parser.add_argument(
            "--who",
            action="append",
            default=[],
            metavar="NUMBER=PLAYER",
            help=_("Who a doubtful player of the file is: the number of a player of the club, or “new”."),
        )
        parser.add_argument(
            "--trial",
            action="store_true",
            help=_("A trial counts in no history, and may be deleted with its games."),
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        club = Club.objects.select_related("federation").filter(pk=options["club"]).first()
        if club is None:
            raise CommandError(_("There is no club %(number)s.") % {"number": options["club"]}, returncode=2)
        try:
            with options["file"].open("rb") as source:
                file = read_event_file(source)
                decided = self._decided(match_people(club, file), options["who"])
                by = Author(user=None, origin="")
                event = bring_in(by, club, file, source, decided, trial=options["trial"], needs=None)
        except FileNotFoundError as missing:
            raise CommandError(str(missing), returncode=2) from missing
        except FileRefused as refusal:
            raise CommandError(str(refusal.message)) from refusal
        self.stdout.write(_("%(event)s is here now.") % {"event": event.title})

    def _decided(self, players: list[FilePlayer], said: list[str]) -> dict[int, Player | None]:
        """Return what was decided; name those whom nothing is said of, with whom they may be."""
        answers = dict(one.partition("=")[::2] for one in said)
        decided: dict[int, Player | None] = {}
        open_ones = []
        for player in players:
            answer = answers.get(str(player.number))
            found = next((one for one in player.candidates if str(one.pk) == answer), None)
            if player.is_doubtful and (found is not None or answer == "new"):
                decided[player.number] = found
            elif player.is_doubtful:
                open_ones.append(player)
        if open_ones:
            lines = [_("Say who these are, with --who NUMBER=PLAYER or NUMBER=new:")]
            lines += [
                f"{player.number} {player.name}, {player.club}: "
                + ", ".join(f"{one.pk} {one.name}, {one.home_club.name}" for one in player.candidates)
                for player in open_ones
            ]
            raise CommandError("\n".join(lines), returncode=2)
        return decided
