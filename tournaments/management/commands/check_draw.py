"""Repeat the draws of an event from their seeds, and check each round: exit 0, or 1 with the faults."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from tournaments.core.played_rounds import RoundFault
from tournaments.models import Tournament
from tournaments.play.audit import RoundCheck, check_event_draws
from tournaments.wording.draw_faults import fault_label


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "Repeat the draws of an event from their seeds, and check each round by its rules."
        )
        parser.add_argument("event", type=int, help=_("The number of the event, as in its address."))

    def handle(self, *_args: Any, **options: Any) -> None:
        event = Tournament.objects.filter(pk=options["event"]).first()
        if event is None:
            raise CommandError(
                _("There is no event %(number)s.") % {"number": options["event"]}, returncode=2
            )
        checks = check_event_draws(event)
        self.stdout.write(_("Digest of the secret: %(digest)s") % {"digest": event.secret_digest})
        for check in checks:
            self.stdout.write(_line(check))
        if any(check.faults or not check.repeats for check in checks):
            raise CommandError(_("Not every round agrees with its rules."), returncode=1)


def _line(check: RoundCheck) -> str:
    """Return a line for a round."""
    parts = [_("Round %(number)s, seed %(seed)s") % {"number": check.number, "seed": check.seed}]
    if check.attempt > 1:
        parts.append(_("draw %(attempt)s of this round") % {"attempt": check.attempt})
    parts.append(_("the same draw again") if check.repeats else _("another draw"))
    if check.by_hand:
        parts.append(_("changed by hand"))
    return "; ".join([*parts, *map(_fault, check.faults)])


def _fault(fault: RoundFault) -> str:
    """Return a fault with the numbers of the entries it is about."""
    label = fault_label(fault.code)
    return f"{label} ({', '.join(map(str, fault.entries))})" if fault.entries else label
