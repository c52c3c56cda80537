"""The words in which the log tells of games."""

from django.utils.translation import gettext_lazy as _

from clubs.words import Fact, register_acts, register_facts
from scoring.words import RULESETS

register_acts({"game.opened": _("Game opened"), "deal.recorded": _("Deal recorded")})

register_facts(
    {
        "ruleset": Fact(_("Rule set"), choices=RULESETS),
        "options": Fact(_("House rules")),
        "number": Fact(_("Number")),
        "sheet": Fact(_("What was written down")),
    }
)
