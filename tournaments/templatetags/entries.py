"""How an entry is called on a page."""

from collections.abc import Mapping, Sequence

from django import template
from django.utils.translation import gettext as _

from clubs.people.names import full_name, public_name
from tournaments.agreement.agreement import Agreed, Movement
from tournaments.models import Entry, Pairing, Round
from tournaments.play.names import pair_name as name_of_pair
from tournaments.play.queries import TableOfRound
from tournaments.public import rounds
from tournaments.wording.labels import MOVEMENTS, reason_sentence

register = template.Library()


@register.filter
def reasons(pairing: Pairing, names: Mapping[int, str]) -> list[str]:
    """Why these meet, in sentences."""
    return [reason_sentence(reason, names) for reason in pairing.reasons]


@register.simple_tag
def names_at(tables: Sequence[TableOfRound]) -> dict[int, str]:
    """Who is at these tables, by the numbers of the entries, as the desk calls them."""
    return {
        entry.number: name_of_pair(entry, full_name)
        for row in tables
        for side in row.sides
        for entry in side.entries
    }


@register.filter
def movement_name(drawn: Round) -> str:
    """By what a round was drawn."""
    return str(MOVEMENTS[Movement(drawn.movement)])


@register.simple_tag
def fault_of(pairing: Pairing, side: int) -> str:
    """What a side has done where something else counts than what was played."""
    return rounds.fault_of(pairing, side)


@register.simple_tag
def entries_word(agreed: Agreed) -> str:
    """What the entries of an event are called together."""
    match agreed.players:
        case 1:
            return _("Players")
        case 2:
            return _("Pairs")
        case _:
            return _("Entries")


@register.simple_tag
def side_name(entries: Sequence[Entry], *, at_desk: bool = False) -> str:
    """A side of a table: its entry, or those that were drawn together."""
    return " – ".join(pair_name(entry, at_desk=at_desk) for entry in entries)


@register.simple_tag
def pair_name(entry: Entry, *, at_desk: bool = False) -> str:
    """The names of a pair: all of them at the desk, elsewhere those that may be published."""
    return name_of_pair(entry, full_name if at_desk else public_name)
