"""With whom an entry has not played yet, where partners or opponents change by rounds set beforehand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from django.utils.translation import gettext as _

from clubs.reports.report import Fact
from tournaments.core.drawing.balance import Spread
from tournaments.play.event_record import takes_part
from tournaments.public.event_view import EventView
from tournaments.wording.balance import spread_label

# More names than that are not written out, only how many there are.
_MOST_NAMED = 12


def mixing_facts(view: EventView, entry: int) -> Iterator[Fact]:
    """Yield which partners, or opponents, an entry has not had yet, and how often it has met the others."""
    if not any(phase.movement.mixes_players for phase in view.agreement.phases) or not view.record.rounds:
        return
    partners, opponents = _with_whom(view, entry)
    others = [number for number in _others(view, entry) if number in view.entries]
    if view.agreement.draws_partners:
        missing = [number for number in others if not partners[number]]
        yield Fact(_("Partners not had yet"), _named(view, missing), key="partners_left")
    else:
        missing = [number for number in others if not opponents[number]]
        yield Fact(_("Opponents not met yet"), _named(view, missing), key="opponents_left")
    if others:
        times = [opponents[number] for number in others]
        met = spread_label(Spread(min(times), max(times)))
        yield Fact(_("Times met as an opponent, of all others"), met, key="times_met")


def _with_whom(view: EventView, entry: int) -> tuple[Counter[int], Counter[int]]:
    """Return how often the entry has had each other as a partner, and as an opponent."""
    partners, opponents = Counter[int](), Counter[int]()
    for pairing in chain(*(played.pairings for played in view.record.rounds)):
        for side in pairing.sides:
            if entry in side:
                partners.update(other for other in side if other != entry)
                opponents.update(other for theirs in pairing.sides if theirs != side for other in theirs)
    return partners, opponents


def _others(view: EventView, entry: int) -> Iterator[int]:
    """Yield the others who take part in the last round, or could."""
    number = view.record.rounds[-1].round.number
    for facts in view.record.entries.values():
        if facts.number != entry and takes_part(facts, number):
            yield facts.number


def _named(view: EventView, entries: list[int]) -> str:
    if not entries:
        return _("nobody")
    names = "; ".join(view.entries[number].name for number in entries)
    return names if len(entries) <= _MOST_NAMED else str(len(entries))
