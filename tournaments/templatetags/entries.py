"""Template tags for entries, their names, and the pairings of a round."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from django import template
from django.utils.translation import gettext as _

from clubs.people.names import full_name, public_name
from tournaments.agreement.agreement import EventAgreement
from tournaments.models import Entry, EventAdjustment, Pairing, Round, Tournament
from tournaments.play.names import entry_name
from tournaments.play.queries import PairingWithSides
from tournaments.public import rounds
from tournaments.public.standings import points_by_agreement
from tournaments.wording.labels import MOVEMENT_LABELS, pairing_reason_sentence

register = template.Library()


@register.filter
def reasons(pairing: Pairing, names: Mapping[int, str]) -> list[str]:
    """Return the reasons of a pairing as sentences."""
    return [pairing_reason_sentence(reason, names) for reason in pairing.reasons]


@register.simple_tag
def names_at(tables: Sequence[PairingWithSides]) -> dict[int, str]:
    """Return the full names of the entries at these tables, by their numbers."""
    return {
        entry.number: entry_name(entry, full_name)
        for row in tables
        for side in row.sides
        for entry in side.entries
    }


@register.filter
def movement_name(drawn: Round) -> str:
    """Return the label of the movement of a round."""
    return str(MOVEMENT_LABELS[drawn.movement])


@register.simple_tag
def fault_of(pairing: Pairing, side: int) -> str:
    """Return what a side has done where another result counts than the one that was played."""
    return rounds.fault_label(pairing, side)


@register.simple_tag
def worth_of(worth: Mapping[int, str], entries: Sequence[Entry]) -> str:
    """Return what counts for a side; where partners were drawn, both have the same."""
    return worth.get(entries[0].number, "")


@register.filter
def amount_in(adjustment: EventAdjustment, event: Tournament) -> int | Decimal:
    """Return how much a penalty or an award is: points as the scheme of the event writes them."""
    in_points = adjustment.unit == EventAdjustment.Unit.POINTS
    return points_by_agreement(event.agreement, adjustment.amount) if in_points else adjustment.amount


@register.simple_tag
def entries_word(agreement: EventAgreement) -> str:
    """Return the heading of the entries of an event."""
    match agreement.players:
        case 1:
            return _("Players")
        case 2:
            return _("Pairs")
        case _:
            return _("Entries")


@register.simple_tag(name="side_name")
def side_name_tag(entries: Sequence[Entry], *, at_desk: bool = False) -> str:
    """Return the name of a side: its entry, or the entries that were drawn together."""
    return " – ".join(entry_name_tag(entry, at_desk=at_desk) for entry in entries)


@register.simple_tag(name="pair_name")
def entry_name_tag(entry: Entry, *, at_desk: bool = False) -> str:
    """Return the name of an entry: full names at the desk, elsewhere those that may be published."""
    return entry_name(entry, full_name if at_desk else public_name)
