"""The players of a round in alphabetical order, with their tables."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubs.people.names import AnyPlayer, NameOf, is_named, public_name
from clubs.text.alphabet import sort_key
from tournaments.play.event_record import RoundRecord
from tournaments.public.event_view import EventView
from tournaments.public.standings import current_language

# Sorts players who may not be named last: their place in the alphabet would tell their name.
_SORTS_LAST = "zz"


@dataclass(frozen=True, slots=True)
class SeatView:
    """A player in alphabetical order, with the table."""

    name: str
    where: str
    table: int | None
    # The page of the player's entry.
    address: str


def seats_by_name(view: EventView, round_record: RoundRecord) -> list[SeatView]:
    """The players of a round in alphabetical order."""
    number = round_record.round.number
    seats = [
        (
            alphabetical_key(player, current_language(), entry.name_of),
            SeatView(
                family_name_first(player, entry.name_of),
                _seat_place(meeting.table, rests=player in entry.resting_in(number)),
                meeting.table,
                view.entry_address(entry.number),
            ),
        )
        for meeting in round_record.pairings
        for side in meeting.sides
        for entry in [view.entries[each] for each in side]
        for player in entry.players
    ]
    return [seat for _order, seat in sorted(seats, key=lambda seat: seat[0])]


def alphabetical_key(player: AnyPlayer, alphabet: str, name_of: NameOf = public_name) -> tuple[str, int]:
    """The sort key of a player in the alphabet of a language, the family name first."""
    if not is_named(player, name_of):
        return _SORTS_LAST, player.pk
    return sort_key(f"{player.family_name} {player.given_name}", alphabet), player.pk


def family_name_first(player: AnyPlayer, name_of: NameOf = public_name) -> str:
    """“Berg, Anna”, as people look for themselves in a list."""
    if not is_named(player, name_of):
        return name_of(player)
    return f"{player.family_name}, {player.given_name}"


def _seat_place(table: int | None, *, rests: bool) -> str:
    where = _("sits out") if table is None else _("table %(number)s") % {"number": table}
    return _("%(where)s, rests in this round") % {"where": where} if rests else where
