"""Devices at a table: the table that a request opens, the device's cookies, and the author that it acts as.

The table's secret in the address is enough. A cookie identifies the device, so that the log can name the
phone that wrote; another cookie keeps the side's secret on a side's own phone. These pages ignore sign-in: a
user who is signed in acts as the table too.
"""

from __future__ import annotations

import secrets

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone

from clubs.web.offline import mark_for_offline
from clubs.web.origin import origin_of
from scoring.models import Game, Side, Table
from scoring.recording import AtTable
from scoring.store.phones import Phones, has_card_stopped, phones_at
from scoring.store.table_queries import table_by_secret

_DEVICE = "talon_device"
_OWN_SIDE = "talon_side"
_RIGHT = "talon_right"
_ONE_YEAR = 365 * 24 * 60 * 60


def table_or_404(secret: str) -> Table:
    """The table with this secret, together with its game; 404 also for a card that has stopped."""
    table = table_by_secret(secret)
    if table is None or has_card_stopped(table, timezone.now()):
        raise Http404
    return table


def phones_of_table(table: Table) -> Phones:
    """What the phones of a table may do now."""
    game = table.game
    return Phones.WRITE if game is None else phones_at(game, game.book, timezone.now())


def device_name(request: HttpRequest) -> str:
    """The name of the device from its cookie, or a new one that this response will set."""
    known = request.get_signed_cookie(_DEVICE, None, salt=_DEVICE)
    if known:
        return known
    if not hasattr(request, "talon_device"):
        request.talon_device = secrets.token_hex(8)  # type: ignore[attr-defined] # kept until the response
    new: str = request.talon_device  # type: ignore[attr-defined] # set above
    return new


def remember_device(response: HttpResponse, request: HttpRequest) -> HttpResponse:
    """Set the cookie with the device's name and return the response; a page may be kept on the device."""
    _set_cookie(response, _DEVICE, device_name(request))
    if request.method == "GET" and not get_messages(request):
        mark_for_offline(response)
    return response


def right_before(request: HttpRequest) -> str:
    """The table that this very phone has opened by its card; empty for any other phone."""
    phone, _colon, table = (request.get_signed_cookie(_RIGHT, None, salt=_RIGHT) or "").partition(":")
    return table if phone == device_name(request) else ""


def remember_right(response: HttpResponse, request: HttpRequest, table: str) -> None:
    """Set the cookie of a phone that has opened a table by its card."""
    if right_before(request) != table:
        _set_cookie(response, _RIGHT, f"{device_name(request)}:{table}")


def is_at_table(request: HttpRequest, game: Game) -> bool:
    """Whether the request comes from the phone that has last opened the table of a game."""
    table = getattr(game, "table", None)
    return table is not None and right_before(request) == str(table.pk)


def remember_own_side(response: HttpResponse, side: Side) -> HttpResponse:
    """Set the cookie that makes this phone the side's own and return the response."""
    _set_cookie(response, _OWN_SIDE, side.secret)
    return response


def _set_cookie(response: HttpResponse, name: str, value: str) -> None:
    response.set_signed_cookie(
        name,
        value,
        salt=name,
        max_age=_ONE_YEAR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def own_secret(request: HttpRequest) -> str:
    """The secret of the side whose own phone this is; empty on the table's phone."""
    return request.get_signed_cookie(_OWN_SIDE, None, salt=_OWN_SIDE) or ""


def author_at(request: HttpRequest, table: Table, player: int | None = None) -> AtTable:
    """The device as an author, held by `player` of the game; 404 for anybody who does not sit there."""
    return AtTable(
        user=None,
        origin=origin_of(request),
        table=table,
        device=device_name(request),
        side=_side_of_player(table.game, player),
        player=player,
    )


def _side_of_player(game: Game | None, player: int | None) -> int | None:
    """The side for which a player sits now, in a game loaded by `games_with_sides`."""
    if game is None or player is None:
        return None
    for side in game.sides.all():
        if any(seat.player_id == player for seat in side.seats.all()):
            return side.number
    raise Http404
