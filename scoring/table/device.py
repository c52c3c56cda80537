"""A device at a table: how a request shows that it was opened with the table's secret, and who holds it.

The address holds the table's secret, which is enough. A device is known again by a cookie of its own, so
that the log can tell which phone wrote; a side's own phone keeps the side's secret in another one. Nobody is
signed in here, and a person who happens to be signed in acts as the table all the same.
"""

from __future__ import annotations

import secrets

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse

from clubs.web.request_author import origin_of
from scoring.models import Game, Side, Table
from scoring.recording import AtTable
from scoring.store import queries

_DEVICE = "talon_device"
_OWN_SIDE = "talon_side"
_A_YEAR = 365 * 24 * 60 * 60


def table_or_404(secret: str) -> Table:
    """The table that this secret opens, with its game."""
    table = queries.table_opened_by(secret)
    if table is None:
        raise Http404
    return table


def _device_of(request: HttpRequest) -> str:
    """The device's own name: as its cookie says, or a new one for this answer to remember."""
    known = request.get_signed_cookie(_DEVICE, None, salt=_DEVICE)
    if known:
        return known
    if not hasattr(request, "talon_device"):
        request.talon_device = secrets.token_hex(8)  # type: ignore[attr-defined] # kept until the answer
    new: str = request.talon_device  # type: ignore[attr-defined] # set above
    return new


def remembered(response: HttpResponse, request: HttpRequest) -> HttpResponse:
    """The answer, with the device's name for the next time."""
    _remember(response, _DEVICE, _device_of(request))
    return response


def remember_own_side(response: HttpResponse, side: Side) -> HttpResponse:
    """The answer, with the secret of the side whose own phone this is."""
    _remember(response, _OWN_SIDE, side.secret)
    return response


def _remember(response: HttpResponse, name: str, value: str) -> None:
    response.set_signed_cookie(
        name,
        value,
        salt=name,
        max_age=_A_YEAR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def own_secret(request: HttpRequest) -> str:
    """The secret of the side whose own phone this is; empty on the table's phone."""
    return request.get_signed_cookie(_OWN_SIDE, None, salt=_OWN_SIDE) or ""


def author_at(request: HttpRequest, table: Table, player: int | None = None) -> AtTable:
    """The device as an author; `player` of the game holds it."""
    return AtTable(
        user=None,
        origin=origin_of(request),
        table=table,
        device=_device_of(request),
        side=_side_of(table.game, player),
        player=player,
    )


def _side_of(game: Game | None, player: int | None) -> int | None:
    """The side for which a player sits now, in a game that came `with_sides`."""
    if game is None or player is None:
        return None
    for side in game.sides.all():
        if any(seat.player_id == player for seat in side.seats.all()):
            return side.number
    raise Http404
