"""Views of the entry page at the desk and at the table."""

from __future__ import annotations

from functools import partial
from typing import Final

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from clubs.books import permissions
from clubs.models import Role
from clubs.web.decorators import form_page, post_only, signed_in_user
from clubs.web.keys import parse_key
from clubs.web.links import links_for
from clubs.web.outbox import redirect_to
from scoring import recording
from scoring.desk.navigation import desk_in, return_url
from scoring.entry.context import (
    BackLink,
    EnteredDeal,
    EntryPlace,
    first_player_id,
    load_entered_deal,
    seated_players,
)
from scoring.entry.entry_page import (
    bound_entry,
    open_page,
    own_side_number,
    page_after_button,
    preview_response,
)
from scoring.entry.field_values import is_empty
from scoring.entry.submission import submit
from scoring.models import Game, Table
from scoring.store.deal_queries import number_to_write
from scoring.store.game_queries import game_with_roles
from scoring.store.phones import Phones
from scoring.table import device
from scoring.table.decorators import not_done_page
from scoring.table.outbox import back_to_table, has_gone_on

_MAX_DEALS: Final = 999


# At the desk.


@form_page
def deal_new(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter the next deal from its paper protocol."""
    game, place = _game_at_desk(request, pk)
    return _entry_response(request, place, load_entered_deal(game, _posted_number(request, game)))


@form_page
def deal_amend(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Correct a deal that has been recorded, or enter one that was dealt."""
    game, place = _game_at_desk(request, pk)
    page = load_entered_deal(game, number)
    if page.deal is None:
        raise Http404
    return _entry_response(request, place, page)


@post_only
def preview(request: HttpRequest, pk: int) -> HttpResponse:
    """The preview of a deal; nothing is stored."""
    game, place = _game_at_desk(request, pk)
    return preview_response(request, place, load_entered_deal(game, _posted_number(request, game)))


def _game_at_desk(request: HttpRequest, pk: int) -> tuple[Game, EntryPlace]:
    """A game and its desk, for a user who may record deals there."""
    found = game_with_roles(pk, signed_in_user(request))
    if found is None:
        raise Http404
    game, roles = found
    if roles.isdisjoint(permissions.RECORDERS):
        raise PermissionDenied
    return game, _desk_place(request, game, roles)


def _desk_place(request: HttpRequest, game: Game, roles: frozenset[Role.Kind]) -> EntryPlace:
    """The desk of a game. The query has the director's decision and the desk that the user came from."""
    directs = not roles.isdisjoint(permissions.DIRECTORS)
    return EntryPlace(
        preview_url=reverse("scoring:preview", args=[game.pk]),
        find_back=partial(_return_link, request, game),
        roles={game.book_id: roles},
        directs=directs,
        overrules=directs and "overrule" in request.GET,
        ruling=parse_key(request.GET.get("ruling", "")) if directs else None,
        desk=desk_in(request),
    )


def _return_link(request: HttpRequest, game: Game) -> BackLink:
    """The link back: to the desk that the user came from, else to what the game belongs to."""
    if desk_in(request) is not None:
        return BackLink(return_url(request, game.pk), _("Desk"))
    home = links_for(game.book)
    return BackLink(home.desk, home.label) if home else BackLink(reverse("scoring:game", args=[game.pk]))


def _posted_number(request: HttpRequest, game: Game) -> int:
    """The deal of a form; without one the deal to be entered next."""
    posted = parse_key(request.POST.get("number", ""))
    return posted if posted and posted <= _MAX_DEALS else number_to_write(game)


# At the table.


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def table_deal(request: HttpRequest, secret: str, number: int) -> HttpResponse:
    """Enter or correct a deal at the table."""
    table = device.table_or_404(secret)
    if has_gone_on(request, table):
        return back_to_table(request, table)
    game = _game_of(table)
    if device.phones_of_table(table) != Phones.WRITE:
        return not_done_page(request, table, str(recording.AFTER_EVENT))
    page = load_entered_deal(game, number)
    # What was typed is not lost: the form shows it again with the reason why it cannot be recorded.
    if page.deal is None and request.method != "POST" and number != number_to_write(game):
        raise Http404
    return device.remember_device(_entry_response(request, _table_place(request, table, page), page), request)


@require_POST
def table_preview(request: HttpRequest, secret: str) -> HttpResponse:
    """The preview of a deal; nothing is stored."""
    table = device.table_or_404(secret)
    game = _game_of(table)
    if device.phones_of_table(table) != Phones.WRITE:
        raise Http404
    page = load_entered_deal(game, _posted_number(request, game))
    return preview_response(request, _table_place(request, table, page), page)


def _game_of(table: Table) -> Game:
    if table.game is None:
        raise Http404
    return table.game


def _table_place(request: HttpRequest, table: Table, page: EnteredDeal) -> EntryPlace:
    hands_in = page.game.protocols == Game.Protocols.BOTH and page.version is None
    side = own_side_number(request, page.game)
    keeper = first_player_id(page.game, side) if hands_in or side is not None else page.game.keeper_id
    return EntryPlace(
        table=table,
        preview_url=reverse("scoring:table_preview", args=[table.secret]),
        find_back=lambda: BackLink(reverse("scoring:table", args=[table.secret]), table.title),
        writers=seated_players(page.game, side if hands_in else None),
        writer=keeper,
        hands_in=hands_in,
        asks_code=hands_in and page.game.approval == Game.Approval.OWN_CODE,
    )


# The page in both places.


def _entry_response(request: HttpRequest, place: EntryPlace, page: EnteredDeal) -> HttpResponse:
    if request.method != "POST":
        return open_page(request, place, page)
    typed, act = request.POST.dict(), request.POST.get("act", "")
    if act:
        return page_after_button(request, place, page, typed, act)
    if place.table is None and page.version is None and is_empty(typed):
        return redirect_to(request, place.next_game_url(page.game))
    entry = bound_entry(place, page, typed)
    return submit(request, place, page, entry, typed)
