"""`manage.py simulate_federation`: years of a federation, for load and for those who measure it."""

from __future__ import annotations

import time
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models import User
from tournaments.simulating.federation import FederationPlan, FederationYears, PlayedYears

# Every so many evenings the progress is said.
_SAID: Final = 100


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        usual = FederationPlan()
        parser.description = _(
            "Play years of a federation with made-up people: some evenings through the same verbs as the "
            "pages, all others are these once more, with other players on other days, every row and a log of "
            "their own. The seed decides all."
        )
        for name, help_text in (
            ("clubs", _("how many clubs (%(default)s)")),
            ("years", _("how many years, up to the last one (%(default)s)")),
            ("events", _("how many evenings of all clubs (%(default)s)")),
            ("players", _("how many players a club has (%(default)s)")),
            ("played", _("how many evenings are played through the verbs (%(default)s)")),
            ("seed", _("the same seed plays the same (%(default)s)")),
        ):
            parser.add_argument(f"--{name}", type=int, default=getattr(usual, name), help=help_text)

    def handle(self, *_args: Any, **options: Any) -> None:
        keeper = User.objects.filter(is_keeper=True).order_by("pk").first()
        if keeper is None:
            raise CommandError(_("This installation has no administrator yet: run found_installation first."))
        names = ("clubs", "years", "events", "players", "played", "seed")
        plan = FederationPlan(**{name: options[name] for name in names})
        began = time.monotonic()
        played = FederationYears(keeper, plan).play(self._say)
        self.stdout.write(_summary(played, time.monotonic() - began))

    def _say(self, done: int, total: int) -> None:
        if done % _SAID == 0 or done == total:
            self.stderr.write(f"{done}/{total}")


def _summary(played: PlayedYears, seconds: float) -> str:
    events = ngettext("%(count)s event", "%(count)s events", played.events) % {"count": played.events}
    deals = ngettext("%(count)s deal", "%(count)s deals", played.deals) % {"count": played.deals}
    return _("%(federation)s: %(events)s, %(deals)s in %(seconds)s seconds.") % {
        "federation": played.federation.name,
        "events": events,
        "deals": deals,
        "seconds": round(seconds),
    }
