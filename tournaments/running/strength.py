"""The order of entries by strength, stored in the agreement of their event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, JsonValue, retried
from tournaments.models import Tournament
from tournaments.running.events import refuse_official
from tournaments.running.session import open_event


@retried
def set_strength(by: Author, event: Tournament, order: Sequence[int], seen: str | None = None) -> None:
    """Store the numbers of entries, the strongest first; places that are given out already stay as they are.

    `seen` has the order that the page showed: refuses where it has changed since.
    """
    with open_event(event, by) as opened:
        refuse_official(opened.event)
        before = opened.agreement.strength
        if before == tuple(order):
            opened.writing.mark_repeat()
            return
        if seen is not None and seen != format_order(before):
            raise NotNow(_("Somebody else has changed the order in the meantime. Check it first."))
        numbers = {*opened.event.entries.values_list("number", flat=True)}
        if not numbers.issuperset(order) or len({*order}) < len(order):
            raise validation_error("order", _("Write numbers of entries, each once, such as 4, 2, 7."))
        opened.event.settings = replace(opened.agreement, strength=tuple(order)).data()
        opened.event.save(update_fields=["settings"])
        facts: tuple[list[JsonValue], list[JsonValue]] = [*before], [*order]
        opened.writing.log(
            "event.strength_set", opened.event, before={"strength": facts[0]}, after={"strength": facts[1]}
        )


def format_order(order: Sequence[int]) -> str:
    """Return the order in one line: "4 2 7"."""
    return " ".join(map(str, order))
