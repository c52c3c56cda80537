"""How entries and pairings are named in the log: with their players, their round and table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from typing import Final

from django.utils.translation import gettext as _

from tournaments.models import (
    Entry,
    EntryPlayer,
    EventAdjustment,
    IssuedStatement,
    Pairing,
    Signup,
    TeamCharge,
    TeamMatch,
)
from tournaments.signup.people import names_of, with_people


def name_entries(pks: Collection[int]) -> dict[int, str]:
    """Return each entry with its players: "entry 3: Anna Berg – Bo Ek"."""
    players: defaultdict[int, list[str]] = defaultdict(list)
    places = EntryPlayer.objects.filter(entry__in=pks, until_round=None).select_related("player")
    for place in places.order_by("entry", "position"):
        players[place.entry_id].append(place.player.name)
    entries = Entry.objects.in_bulk(list(pks))
    return {pk: f"{entry}: {' – '.join(players[pk])}" for pk, entry in entries.items()}


def name_pairings(pks: Collection[int]) -> dict[int, str]:
    pairings = Pairing.objects.select_related("round").in_bulk(list(pks))
    return {
        pk: _("Round %(number)s, table %(table)s") % {"number": pairing.round.number, "table": pairing.table}
        for pk, pairing in pairings.items()
    }


def name_charges(pks: Collection[int]) -> dict[int, str]:
    charges = EventAdjustment.objects.in_bulk(list(pks))
    entries = name_entries({charge.entry_id for charge in charges.values()})
    return {pk: entries[charge.entry_id] for pk, charge in charges.items()}


def name_signups(pks: Collection[int]) -> dict[int, str]:
    return {signup.pk: names_of(signup) for signup in with_people(Signup.objects.filter(pk__in=pks))}


def name_matches(pks: Collection[int]) -> dict[int, str]:
    """Return each match with its teams: "match 12: Helmi – Aalto"."""
    matches = TeamMatch.objects.select_related("home", "away").in_bulk(list(pks))
    words = _("match %(number)s: %(home)s – %(away)s")
    return {
        pk: words % {"number": one.number, "home": one.home.name, "away": one.away.name}
        for pk, one in matches.items()
    }


def name_team_charges(pks: Collection[int]) -> dict[int, str]:
    charges = TeamCharge.objects.select_related("team").in_bulk(list(pks))
    return {pk: charge.team.name for pk, charge in charges.items()}


def name_statements(pks: Collection[int]) -> dict[int, str]:
    """Return each statement with its club: "2026/12: Club Helmi"."""
    found = IssuedStatement.objects.select_related("club").in_bulk(list(pks))
    return {pk: f"{one.label}: {one.club.name}" for pk, one in found.items()}


ROW_NAMES: Final[Mapping[str, Callable[[Collection[int]], Mapping[int, str]]]] = {
    Entry._meta.label_lower: name_entries,
    Pairing._meta.label_lower: name_pairings,
    IssuedStatement._meta.label_lower: name_statements,
    Signup._meta.label_lower: name_signups,
    EventAdjustment._meta.label_lower: name_charges,
    TeamMatch._meta.label_lower: name_matches,
    TeamCharge._meta.label_lower: name_team_charges,
}
