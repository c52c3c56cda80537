"""What the entries of a final bring along from the sections: stored with the penalties and awards."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from clubs.books.refusals import NotNow
from clubs.books.writing import Author, Facts, JsonValue, LoggedAct, retried
from tournaments.agreement.agreement import EventAgreement
from tournaments.agreement.parts import EventPart
from tournaments.core.criterion import EntryTotals, ShownTotal
from tournaments.core.sections import Carried, CarryOver, carried_over
from tournaments.models import Entry, EventAdjustment, Tournament
from tournaments.play.parts import part_of
from tournaments.play.standings_sources import count_standings
from tournaments.running.events import refuse_official
from tournaments.running.kept_places import recompute_standings
from tournaments.running.session import OpenEvent, open_event

_REVOKED: Final = "event.adjustment_cancelled"
# What the log has after a charge that a correction of the section has brought to nothing.
_NOTHING: Final[Facts] = {"amount": 0}
_UNITS: Final = {
    EventAdjustment.Unit.POINTS: lambda carried: carried.points,
    EventAdjustment.Unit.DIFFERENCE: lambda carried: carried.difference,
    EventAdjustment.Unit.OWN: lambda carried: carried.own,
}
_UNIT_OF_TOTAL: Final = {
    ShownTotal.DIFFERENCE: EventAdjustment.Unit.DIFFERENCE,
    ShownTotal.OWN_POINTS: EventAdjustment.Unit.OWN,
}


class Brought(NamedTuple):
    """What an entry brings along in one unit, and from where."""

    entry: int
    unit: str
    amount: int
    source: str


@dataclass(frozen=True, slots=True)
class CarriedChange:
    """An amount that differs from what was carried over, since the section has been corrected."""

    entry: int
    unit: str
    was: int
    now: int


def carry_over(opened: OpenEvent, part: EventPart, sources: Sequence[Entry]) -> None:
    """Store what the entries of a new final bring along; they are numbered in this order."""
    numbered = list(enumerate(sources, 1))
    _store(opened, brought_along(opened.agreement, part, numbered))


def brought_along(
    agreement: EventAgreement, part: EventPart, sources: Iterable[tuple[int, Entry]]
) -> list[Brought]:
    """Count what each entry brings along, by its number in the final and the entry that it comes from."""
    if part.carry is CarryOver.NONE:
        return []
    by_event: dict[Tournament, list[tuple[int, Entry]]] = {}
    for number, source in sources:
        by_event.setdefault(source.tournament, []).append((number, source))
    units = _units_that_count(agreement)
    return [
        Brought(number, unit.value, amount, event.name)
        for event, entries in by_event.items()
        for number, carried in _carried_from(event, part, entries).items()
        for unit in units
        if (amount := _UNITS[unit](carried))
    ]


def _units_that_count(agreement: EventAgreement) -> list[EventAdjustment.Unit]:
    """Return points, and of the other totals those that the standings of the final compare or show."""
    shown = {criterion.shows for criterion in agreement.criteria() if criterion.shows is not None}
    others = [unit for total, unit in _UNIT_OF_TOTAL.items() if total in shown]
    return [EventAdjustment.Unit.POINTS, *others]


def _carried_from(
    event: Tournament, part: EventPart, entries: Sequence[tuple[int, Entry]]
) -> Mapping[int, Carried]:
    field = [source.number for _number, source in entries]
    standings = count_standings(event)
    totals = {placing.totals.entry: placing.totals for placing in standings.everybody}
    return {
        number: carried_over(
            totals.get(source.number) or EntryTotals(source.number), part.carry, part.percent, field
        )
        for number, source in entries
    }


def _store(
    opened: OpenEvent,
    brought: Iterable[Brought],
    replaced: Mapping[tuple[int, str], EventAdjustment] | None = None,
) -> list[int]:
    """Store what was brought along, each in the place of what stood for the same entry and unit."""
    numbers = dict(opened.event.entries.values_list("number", "pk"))
    before = replaced or {}
    acts = [_carried(opened, numbers[one.entry], one, before.get((one.entry, one.unit))) for one in brought]
    opened.writing.log_all(acts)
    return [act.subject.pk for act in acts]


def _carried(opened: OpenEvent, entry: int, one: Brought, replaced: EventAdjustment | None) -> LoggedAct:
    charge = EventAdjustment.objects.create(
        tournament=opened.event,
        entry_id=entry,
        kind=EventAdjustment.Kind.CARRIED,
        unit=one.unit,
        amount=one.amount,
        reason=one.source,
        author=opened.director,
        at=opened.writing.by.at,
    )
    unit = _logged_unit(opened, one.unit)
    after: dict[str, JsonValue] = {"number": one.entry, "unit": unit, "amount": one.amount}
    if replaced is None:
        return LoggedAct("event.carried", charge, after=after, reason=one.source)
    before: Facts = {"amount": replaced.amount}
    after["replaced_charge"] = replaced.pk
    return LoggedAct("event.carried", charge, before=before, after=after, reason=one.source)


def _logged_unit(opened: OpenEvent, unit: str) -> str:
    """Return the unit of the amount; points may be counted in hundredths."""
    in_hundredths = opened.agreement.scheme.in_hundredths
    return "hundredths" if unit == EventAdjustment.Unit.POINTS and in_hundredths else unit


# After a correction of a section.


def find_changes(final: Tournament) -> list[CarriedChange]:
    """Find what would be carried over otherwise now; nothing that the director has revoked comes again."""
    part = part_of(final)
    standing = _carried_charges(final)
    now = {
        (one.entry, one.unit): one.amount for one in brought_along(final.agreement, part, _sources_of(final))
    }
    was = {(charge.entry.number, charge.unit): charge.amount for charge in standing}
    revoked = _revoked_by_hand(final)
    return [
        CarriedChange(entry, unit, was.get((entry, unit), 0), now.get((entry, unit), 0))
        for entry, unit in sorted({*now, *was} - revoked)
        if was.get((entry, unit), 0) != now.get((entry, unit), 0)
    ]


def _carried_charges(final: Tournament) -> list[EventAdjustment]:
    charges = final.adjustments.filter(kind=EventAdjustment.Kind.CARRIED, cancelled_at=None)
    return list(charges.select_related("entry").order_by("pk"))


def _revoked_by_hand(final: Tournament) -> set[tuple[int, str]]:
    """Return what was carried over and revoked by the director, without another in its place."""
    charges = (
        final.adjustments.filter(kind=EventAdjustment.Kind.CARRIED).select_related("entry").order_by("pk")
    )
    last = {(charge.entry.number, charge.unit): charge for charge in charges}
    without = {at: charge.pk for at, charge in last.items() if charge.cancelled_at is not None}
    if not without:
        return set()
    by_correction = _brought_to_nothing(final)
    return {at for at, charge in without.items() if charge not in by_correction}


def _brought_to_nothing(final: Tournament) -> set[int]:
    """Return the charges in whose place a correction of a section has put nothing, by the log."""
    acts = final.book.log.filter(act=_REVOKED).values_list("text", flat=True)
    logged = (json.loads(text) for text in acts)
    return {int(act["subject"].partition(":")[2]) for act in logged if act["after"] == _NOTHING}


def _sources_of(final: Tournament) -> list[tuple[int, Entry]]:
    entries = final.entries.exclude(source=None).select_related("source__tournament").order_by("number")
    return [(entry.number, entry.source) for entry in entries if entry.source is not None]


@retried
def carry_again(by: Author, final: Tournament) -> int:
    """Carry over again what has changed since the sections were corrected; return how much has."""
    with open_event(final, by) as opened:
        refuse_official(opened.event)
        changed = {(change.entry, change.unit) for change in find_changes(opened.event)}
        if not changed:
            opened.writing.mark_repeat()
            return 0
        now = {
            (one.entry, one.unit): one
            for one in brought_along(opened.agreement, part_of(opened.event), _sources_of(opened.event))
        }
        was = {(one.entry.number, one.unit): one for one in _carried_charges(opened.event)}
        replaced = {at: charge for at, charge in was.items() if at in changed}
        made = _replace(
            opened,
            replaced,
            [now[at] for at in sorted(changed & now.keys())],
            _("The section has been corrected."),
        )
        opened.writing.log(
            "final.carried_again",
            opened.event,
            before={"charges": [charge.pk for charge in replaced.values()]},
            after={"charges": [*made], "number_of_amounts": len(changed)},
        )
        recompute_standings(opened.event, since=1)
        return len(changed)


@retried
def put_carried_back(
    by: Author, final: Tournament, now: Collection[int], before: Collection[int], reason: str
) -> None:
    """Let the charges that counted before it was carried over again count in the place of these."""
    with open_event(final, by) as opened:
        refuse_official(opened.event)
        charges = opened.event.adjustments.select_related("entry").order_by("pk")
        standing = {
            (one.entry.number, one.unit): one for one in charges.filter(pk__in=now, cancelled_at=None)
        }
        if len(standing) < len(now):
            raise NotNow(_("One of these amounts has been revoked or replaced since."))
        former = [
            Brought(one.entry.number, one.unit, one.amount, one.reason)
            for one in charges.filter(pk__in=before)
        ]
        others = {(one.entry.number, one.unit) for one in _carried_charges(opened.event) if one.pk not in now}
        if not others.isdisjoint((one.entry, one.unit) for one in former):
            raise NotNow(_("One of these amounts has been revoked or replaced since."))
        restored = _replace(opened, standing, former, reason)
        opened.writing.log(
            "final.carried_back",
            opened.event,
            before={"charges": [*now]},
            after={"charges": [*restored], "number_of_amounts": len(former)},
            reason=reason,
        )
        recompute_standings(opened.event, since=1)


def _replace(
    opened: OpenEvent,
    replaced: Mapping[tuple[int, str], EventAdjustment],
    brought: Sequence[Brought],
    because: str,
) -> list[int]:
    """Let these amounts count in the place of those charges; return the rows of the new charges."""
    _cancel(opened, replaced.values(), because)
    stand = {(one.entry, one.unit) for one in brought}
    opened.writing.log_all(_nothing_now(opened, replaced[at]) for at in sorted(replaced.keys() - stand))
    return _store(opened, brought, replaced)


def _nothing_now(opened: OpenEvent, charge: EventAdjustment) -> LoggedAct:
    """Log that a correction has left nothing of it; after a charge that the director revokes is no fact."""
    return LoggedAct(
        _REVOKED,
        charge,
        before={"unit": _logged_unit(opened, charge.unit), "amount": charge.amount},
        after=_NOTHING,
        reason=charge.cancelled_because,
    )


def _cancel(opened: OpenEvent, charges: Collection[EventAdjustment], reason: str) -> None:
    for charge in charges:
        charge.cancelled_at, charge.cancelled_by = opened.writing.by.at, opened.director
        charge.cancelled_because = reason
    EventAdjustment.objects.bulk_update(charges, ["cancelled_at", "cancelled_by", "cancelled_because"])
