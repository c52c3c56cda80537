"""Repeat the draws of an event from their seeds, and check each round: exit 0, or 1 with the faults."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.play.audit import Checked, check_event


class Command(BaseCommand):
    help = "Repeat the draws of an event from their seeds, and check each round by its rules."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", type=int, help="The number of the event, as in its address.")

    def handle(self, *_args: Any, **options: Any) -> None:
        event = Tournament.objects.filter(pk=options["event"]).first()
        if event is None:
            raise CommandError(
                _("There is no event %(number)s.") % {"number": options["event"]}, returncode=2
            )
        checked = check_event(event)
        for one in checked:
            self.stdout.write(_told(one))
        if any(one.faults or not one.repeats for one in checked):
            raise CommandError(_("Not every round is as its rules say."), returncode=1)


def _told(one: Checked) -> str:
    """A line for a round."""
    said = [_("Round %(number)s, seed %(seed)s") % {"number": one.number, "seed": one.seed}]
    said.append(_("the same draw again") if one.repeats else _("another draw"))
    if one.by_hand:
        said.append(_("changed by hand"))
    said += [f"{fault.fault.value} {', '.join(map(str, fault.entries))}" for fault in one.faults]
    return "; ".join(said)
