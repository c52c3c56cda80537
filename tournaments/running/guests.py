"""Entries with guests: players who are new to the club are added to it in the same act."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar
from uuid import UUID, uuid5

from django.db import transaction

from clubs import people
from clubs.books.refusals import validation_error
from clubs.books.writing import Author, retried
from clubs.models import Player
from clubs.people.verbs import PastedPlayer
from clubs.text.alphabet import folded
from tournaments.models import Entry, Tournament
from tournaments.running.entries import enter_pairs

_Done = TypeVar("_Done")
_GUESTS: Final = UUID("5d0a1f5e-2f0b-4d0e-9a55-0b6f6e1c6c1d")


@retried
def enter_with_guests(
    by: Author, event: Tournament, lines: Sequence[Sequence[Player]], *, outside: bool = False
) -> list[Entry]:
    """Enter these players, all or none; who is not stored yet is added to the event's club first."""
    return with_guests(by, event, lines, lambda stored: enter_pairs(by, event, stored, outside=outside))


def with_guests(
    by: Author,
    event: Tournament,
    lines: Sequence[Sequence[Player]],
    act: Callable[[Sequence[Sequence[Player]]], _Done],
) -> _Done:
    """Add who is not stored yet to the event's club, and act with all of them, or do nothing at all.

    The author must be allowed to add players to the club. Sent twice, a guest is added once.
    """
    guests = {guest_name(player): player for line in lines for player in line if player.pk is None}
    with transaction.atomic():
        added = dict(zip(guests, _add_guests(by, event, list(guests.items())), strict=True))
        return act(
            [
                [player if player.pk is not None else added[guest_name(player)] for player in line]
                for line in lines
            ]
        )


def guest_name(player: Player) -> str:
    """Return the name by which a guest of an event is known before being stored."""
    return folded(player.name)


def _add_guests(by: Author, event: Tournament, guests: Sequence[tuple[str, Player]]) -> list[Player]:
    if not guests:
        return []
    new = [
        PastedPlayer(
            number=number,
            details=people.PlayerDetails(
                given_name=guest.given_name,
                family_name=guest.family_name,
                licence=guest.licence,
                may_publish=guest.may_publish,
            ),
            key=uuid5(_GUESTS, f"{event.pk}/{name}"),
        )
        for number, (name, guest) in enumerate(guests, start=1)
    ]
    try:
        return people.paste_players(by, event.club, new)
    except people.LineRefused as refusal:
        raise validation_error("names", " ".join(map(str, refusal.messages))) from refusal
