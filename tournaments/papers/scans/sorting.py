"""Where a scanned page belongs by its codes, or why a director is asked: whatever is in doubt is asked."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from django.urls import Resolver404, resolve

from scoring.models import ScannedSheet
from tournaments.papers.scans.reading import ScannedPage

_Doubt = ScannedSheet.Doubt
_GAME_PAGE: Final = "scoring:game"
# Two protocols fit on a page that is scanned. More codes are on a list of slips that nobody has cut.
_MOST_GAMES: Final = 2


@dataclass(frozen=True, slots=True)
class Placement:
    """The games of a page; or the doubt about it and the game that is proposed. A blank page has neither."""

    games: tuple[int, ...] = ()
    doubt: ScannedSheet.Doubt | None = None
    proposed: int | None = None


def place_page(page: ScannedPage, own_games: Collection[int], previous: Sequence[int]) -> Placement:
    """Return where a page belongs.

    `own_games` are those of the event. `previous` are the games of the page right before it in the file: a
    protocol of two pages has its code on the first.
    """
    if page.is_blank:
        return Placement()
    games = [game_in_address(code) for code in page.codes]
    own = tuple(sorted({game for game in games if game is not None and game in own_games}))
    likely = own[0] if own else None
    if page.has_unreadable_code:
        return Placement(doubt=_Doubt.UNREADABLE, proposed=likely)
    if not games:
        follows = len(previous) == 1
        return Placement(
            doubt=_Doubt.FOLLOWS if follows else _Doubt.NO_CODE, proposed=previous[0] if follows else None
        )
    if any(game not in own_games for game in games):
        return Placement(doubt=_Doubt.ELSEWHERE, proposed=likely)
    if len(own) > _MOST_GAMES:
        return Placement(doubt=_Doubt.SEVERAL)
    return Placement(games=own)


def game_in_address(address: str) -> int | None:
    """Return the game to whose page an address leads, on whatever host it was printed; None for others."""
    try:
        parts = urlsplit(address)
        found = resolve(parts.path) if parts.scheme in ("http", "https") else None
    except (ValueError, Resolver404):
        return None
    if found is None or found.view_name != _GAME_PAGE:
        return None
    pk: int = found.kwargs["pk"]
    return pk
