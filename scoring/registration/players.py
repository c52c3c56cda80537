"""What games have of a player: for the preview of a merge, and what keeps two players apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Player
from clubs.people.references import Reference
from clubs.web.links import links_of
from scoring.models import Game, Seat

REFERENCES: Final[Mapping[str, Reference]] = {
    "scoring.seat.player": Reference(_lazy("Places at tables"), outlives=True),
    "scoring.game.keeper": Reference(_lazy("Games as scorekeeper"), outlives=True),
    "scoring.dealversion.player": Reference(_lazy("Deals written down"), outlives=True),
    "scoring.confirmation.player": Reference(_lazy("Deals approved or disputed"), outlives=True),
    "scoring.ownprotocol.player": Reference(_lazy("Deals on own score sheets"), outlives=True),
    "scoring.signature.player": Reference(_lazy("Signatures"), outlives=True),
    "scoring.writtenwarning.player": Reference(_lazy("Written warnings"), outlives=True),
}
_MOST: Final = 3  # games that are named


def games_together(first: Player, second: Player) -> Iterator[str]:
    """Say in which games two players have met: they are two people."""
    games = Game.objects.filter(sides__seats__player=first).filter(sides__seats__player=second)
    met = list(games.select_related("book").distinct().order_by("pk")[:_MOST])
    links = links_of({game.book for game in met})
    for game in met:
        of_book = links.get(game.book_id)
        place = dict.fromkeys([of_book.label, str(game)] if of_book else [str(game)])
        yield _("They sat at one table: %(game)s.") % {"game": ", ".join(place)}


def keep_numbers_of_seats(player: int) -> None:
    """Let the seats of a player who is merged into another one keep the number that was signed."""
    Seat.objects.filter(player=player, entered_as=None).update(entered_as=player)
