"""Single players who look for a partner in an event of pairs.

Two of them become a pair by `enter_pairs`; when that entry is removed both are on the list again.
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, JsonValue, retried
from clubs.models import Player
from tournaments.models import Tournament as Event
from tournaments.play.entry_queries import entry_numbers_of
from tournaments.running.events import refuse_shown
from tournaments.running.licences import refuse_without_licence
from tournaments.running.session import OpenEvent, open_event

_A_PAIR = 2


@retried
def add_single(by: Author, event: Event, player: Player) -> None:
    """Put a player on the list of those who look for a partner. `remove_single` takes it back."""
    with open_event(event, by) as opened:
        refuse_shown(opened.event)
        if opened.agreement.players != _A_PAIR:
            raise NotNow(_("In this event nobody needs a partner."))
        before = _listed(opened)
        if player.pk in before:
            opened.writing.mark_repeat()
            return
        refuse_without_licence(opened, [player], "player")
        entered = entry_numbers_of(opened.event, [player])
        if player.pk in entered:
            raise validation_error(
                "player",
                _("%(name)s is already entered as number %(entry)s.")
                % {"name": player.name, "entry": entered[player.pk]},
            )
        opened.event.singles.add(player)
        opened.writing.log(
            "event.single_added", opened.event, before={"players": before}, after={"players": _listed(opened)}
        )


@retried
def remove_single(by: Author, event: Event, player: Player) -> None:
    """Take a player off the list of those who look for a partner. `add_single` takes it back."""
    with open_event(event, by) as opened:
        refuse_shown(opened.event)
        before = _listed(opened)
        if player.pk not in before:
            opened.writing.mark_repeat()
            return
        opened.event.singles.remove(player)
        opened.writing.log(
            "event.single_removed",
            opened.event,
            before={"players": before},
            after={"players": _listed(opened)},
        )


def _listed(opened: OpenEvent) -> list[JsonValue]:
    """Return all who are on the list, also those who are in an entry now."""
    return [*opened.event.singles.order_by("pk").values_list("pk", flat=True)]
