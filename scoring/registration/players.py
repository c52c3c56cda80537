"""What games have of a player: for the preview of a merge, and what keeps two players apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.writing import JsonValue
from clubs.models import Player
from clubs.people.references import Reference, Rewritten
from clubs.web.links import links_of
from scoring.models import Game, ReadBack, Signing
from scoring.store.signed_content import Protocol, protocol_of

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


def rewrite_signed(old: int, new: int) -> Iterator[Rewritten]:
    """Replace a player in what was signed or read back, so that it is still what the game says."""
    games = Game.objects.filter(sides__seats__player=new).distinct()
    for game in games:
        now = protocol_of(game)
        before = Protocol(_with_player(now.content, new, old))
        yield from _signings(game, old, new)
        for read in ReadBack.objects.filter(game=game, digest=before.digest):
            yield _rewritten(read, {"digest": read.digest}, {"digest": now.digest})


def _signings(game: Game, old: int, new: int) -> Iterator[Rewritten]:
    for signing in Signing.objects.filter(game=game):
        seated = signing.content.get("players", [])
        if any(old in side for side in seated):
            signed = Protocol(_with_player(signing.content, old, new))
            before = {"content": signing.content, "digest": signing.digest}
            yield _rewritten(signing, before, {"content": dict(signed.content), "digest": signed.digest})


def _with_player(content: Mapping[str, JsonValue], old: int, new: int) -> dict[str, JsonValue]:
    seated = content["players"]
    sides = seated if isinstance(seated, list) else []
    replaced: list[JsonValue] = [
        [new if player == old else player for player in side] for side in sides if isinstance(side, list)
    ]
    return {**content, "players": replaced}


def _rewritten(row: ReadBack | Signing, before: dict[str, object], after: dict[str, object]) -> Rewritten:
    return Rewritten(row._meta.label_lower, row.pk, before, after)
