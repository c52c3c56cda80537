"""What the director sees of sections and finals: their states, what to correct, and what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.people.names import full_name
from clubs.reports.numbers import format_value
from tournaments.agreement.parts import PartKind
from tournaments.core.sections import CarryOver
from tournaments.models import Entry, EventAdjustment, Round, Tournament
from tournaments.play.entry_queries import entries_with_clubs
from tournaments.play.names import entry_name
from tournaments.play.parts import are_over, parts_of
from tournaments.public.standings import points_by_agreement
from tournaments.sections.carrying import CarriedChange, find_changes
from tournaments.sections.making import MIN_ENTRIES, may_be_taken_back


class ShownChange(NamedTuple):
    """An amount that would be carried over otherwise now, in figures, and whose it is."""

    name: str
    unit: str
    was: str
    now: str


def _shown(final: Tournament, change: CarriedChange, name: str) -> ShownChange:
    unit = EventAdjustment.Unit(change.unit)
    in_points = unit is EventAdjustment.Unit.POINTS
    was, now = (
        points_by_agreement(final.agreement, amount) if in_points else amount
        for amount in (change.was, change.now)
    )
    language = get_language() or "en"
    return ShownChange(name, str(unit.label), format_value(was, language), format_value(now, language))


@dataclass(frozen=True)
class FinalOnDesk:
    """A final, and what would be carried over to it otherwise now."""

    event: Tournament
    found: Sequence[CarriedChange]

    @cached_property
    def changes(self) -> list[ShownChange]:
        if not self.found:
            return []
        names = {entry.number: entry_name(entry, full_name) for entry in entries_with_clubs(self.event)}
        return [_shown(self.event, change, names[change.entry]) for change in self.found]

    @property
    def may_carry_again(self) -> bool:
        return bool(self.found) and self.event.state != Tournament.State.OFFICIAL


def final_on_desk(event: Tournament) -> FinalOnDesk | None:
    """Return a final with what would be carried over otherwise now; None where nothing is carried over."""
    part = event.as_part
    if part is None or part.kind is not PartKind.FINAL or part.carry is CarryOver.NONE:
        return None
    return FinalOnDesk(event, find_changes(event))


@dataclass(frozen=True, slots=True)
class PartsDesk:
    """The sections and finals of an event, and which acts are possible."""

    sections: Sequence[Tournament]
    finals: Sequence[FinalOnDesk]
    # Why the event cannot be divided, and why no finals can be made; empty where it can.
    not_divided: str
    no_finals: str
    sections_may_go: bool
    finals_may_go: bool
    is_recorded: bool
    # The parts whose results are not official yet.
    waits_for: Sequence[Tournament]

    @property
    def plays_on(self) -> list[Tournament]:
        """The parts whose results are not shown yet."""
        return [one for one in self.waits_for if not are_over([one])]

    @property
    def not_official(self) -> list[Tournament]:
        """The parts whose results are shown and not official."""
        return [one for one in self.waits_for if are_over([one])]

    @property
    def may_be_recorded(self) -> bool:
        return bool(self.sections and self.finals) and not self.waits_for and not self.is_recorded


def load_desk_page(event: Tournament) -> PartsDesk:
    sections, finals = (parts_of(event, kind) for kind in PartKind)
    return PartsDesk(
        sections=sections,
        finals=[FinalOnDesk(final, find_changes(final)) for final in finals],
        not_divided=why_not_divided(event),
        no_finals=why_without_finals(event),
        sections_may_go=not finals and may_be_taken_back(sections),
        finals_may_go=may_be_taken_back(finals),
        is_recorded=event.standings_from == Tournament.StandingsFrom.PARTS,
        waits_for=[one for one in (*sections, *finals) if one.state != Tournament.State.OFFICIAL],
    )


def why_not_divided(event: Tournament) -> str:
    """Return why an event cannot be divided into sections; empty where it can."""
    if event.whole_id is not None:
        return _("This is a part of another event already.")
    if event.has_parts:
        return _("The event is divided already.")
    if event.state not in (Tournament.State.OPEN, Tournament.State.RUNNING):
        return _("The results have been shown.")
    if event.rounds.exclude(state=Round.State.REMOVED).exists():
        return _("A round has been drawn: the event is no longer divided.")
    if event.entries.exclude(state=Entry.State.WITHDRAWN).count() < MIN_ENTRIES:
        return _("Enter everybody who plays.")
    return ""


def why_without_finals(event: Tournament) -> str:
    """Return why no finals can be made of an event; empty where they can."""
    if event.whole_id is not None:
        return _("This is a part of another event already.")
    if parts_of(event, PartKind.FINAL):
        return _("The finals have been made already.")
    if not are_over(parts_of(event, PartKind.SECTION) or [event]):
        return _("Show the results first: the finals are made from the places.")
    return ""
