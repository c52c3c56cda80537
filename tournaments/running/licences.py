"""Who may enter an event in which every player needs a licence that is valid on its day."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from clubs.books.refusals import validation_error
from clubs.models import Player
from tournaments.agreement.agreement import Licences
from tournaments.running.session import OpenEvent


def refuse_without_licence(opened: OpenEvent, players: Iterable[Player], field: str = "players") -> None:
    """Refuse players without a valid licence, where that was agreed; who is in the event already stays."""
    if opened.agreement.licences is not Licences.NEEDED:
        return
    day = opened.event.date
    for player in players:
        if not player.licence:
            raise validation_error(
                field,
                _("%(name)s has no licence, which everybody needs in this event.") % {"name": player.name},
            )
        if player.licence_until is not None and player.has_lapsed(day):
            values = {"name": player.name, "day": date_format(player.licence_until, "DATE_FORMAT")}
            raise validation_error(
                field,
                _("The licence of %(name)s is valid until %(day)s, and everybody needs one in this event.")
                % values,
            )
