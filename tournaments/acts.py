"""The words in which the log tells of events."""

from django.utils.translation import gettext_lazy as _

from clubs.words import Fact, register_acts, register_facts

register_acts(
    {
        "event.created": _("Event set up"),
        "entry.added": _("Pair entered"),
        "round.drawn": _("Round drawn"),
        "round.published": _("Round published"),
    }
)

register_facts({"day": Fact(_("Day")), "seed": Fact(_("Seed of the draw"))})
