"""Licences of many players renewed together, until one day."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from typing import Final

from clubs.books.permissions import DIRECTORS
from clubs.books.writing import Author, books_showing, bump_books_showing, club_book, retried, writing
from clubs.models import Club, Player
from clubs.people.register.details import store_details

RENEWED: Final = "register.renewed"


@retried
def renew_licences(by: Author, club: Club, players: Collection[int], until: date) -> int:
    """Let the licences of these players at home in the club be valid until a day; return how many changed."""
    ours = Player.objects.filter(pk__in=players, home_club=club, merged_into=None, erased_at=None)
    with writing(club_book(club), by, needs=DIRECTORS, also_lock=books_showing(ours)) as act:
        renewed = store_details({player.pk: {"licence_until": until} for player in ours}, by.at)
        if not renewed.players:
            act.mark_repeat()
            return 0
        bump_books_showing(Player.objects.filter(pk__in=renewed.players))
        act.log(
            RENEWED,
            club,
            before={"details": renewed.before},
            after={
                "done_at": by.at.isoformat(),
                "changed_players": [*renewed.players],
                "number_changed": len(renewed.players),
                "licences_until": until.isoformat(),
                "details": renewed.after,
            },
        )
        return len(renewed.players)
