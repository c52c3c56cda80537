"""Decorators for the pages of a table, which the secret in the address opens.

Every response remembers the device. When an action is no longer possible, a separate page says what happened
in the meantime and links back to the table.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, Final, ParamSpec

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.books.writing import KeyReused
from scoring import recording
from scoring.models import Deal, Game, Table
from scoring.store.phones import Phones
from scoring.table import device
from scoring.table.outbox import back_to_table, has_gone_on, named_game

_Arguments = ParamSpec("_Arguments")
_TableView = Callable[Concatenate[HttpRequest, Table, Game, _Arguments], HttpResponse]
# Django passes the secret and the rest by their names in the address.
_RoutedView = Callable[..., HttpResponse]

# The sentence about a deal that has changed in the meantime, by its new state.
_STATE_SENTENCES: Final = {
    Deal.State.DRAFT: _lazy("Deal %(number)s has been started in the meantime."),
    Deal.State.ENTERED: _lazy("Deal %(number)s has been recorded in the meantime."),
    Deal.State.CONFIRMED: _lazy("Deal %(number)s has been approved in the meantime."),
    Deal.State.DISPUTED: _lazy("Deal %(number)s has been disputed in the meantime: the director decides."),
    Deal.State.VOID: _lazy("Deal %(number)s has been declared void in the meantime."),
}


def page_at_table(page: _TableView[_Arguments]) -> _RoutedView:
    """A page of a game at a table without a form."""
    return _opening_table(page, "GET", "HEAD")


def form_page_at_table(page: _TableView[_Arguments]) -> _RoutedView:
    """A page of a game at a table with a form."""
    return _opening_table(page, "GET", "HEAD", "POST")


def post_only_at_table(page: _TableView[_Arguments]) -> _RoutedView:
    """An action on a game at a table without a page of its own."""
    return _opening_table(page, "POST")


def _opening_table(page: _TableView[_Arguments], *methods: str) -> _RoutedView:
    @wraps(page)
    def view(
        request: HttpRequest, secret: str, *args: _Arguments.args, **kwargs: _Arguments.kwargs
    ) -> HttpResponse:
        try:
            table = device.table_or_404(secret)
        except Http404:
            return no_card_page(request)
        try:
            if has_gone_on(request, table):
                response = back_to_table(request, table)
            else:
                refuse_after_event(table)
                response = page(request, table, _named_game(request, table), *args, **kwargs)
        except (recording.AlreadyChanged, recording.NotNow, KeyReused, PermissionDenied) as refusal:
            response = not_done_page(request, table, _refusal_sentence(refusal))
        return device.remember_device(response, request)

    return never_cache(require_http_methods(methods)(view))


def _named_game(request: HttpRequest, table: Table) -> Game:
    """The game at the table; raises `PermissionDenied` where a form names another game."""
    game = table.game
    if game is None or named_game(request) not in (None, game.pk):
        raise PermissionDenied
    return game


def refuse_after_event(table: Table) -> None:
    """Refuse the pages of a game whose results have been shown; its table's own page says what remains."""
    if device.phones_of_table(table) != Phones.WRITE:
        raise recording.NotNow(recording.AFTER_EVENT)


def no_card_page(request: HttpRequest) -> HttpResponse:
    """Say that no card has this address: it was renewed, or the event that it was for is over."""
    return render(request, "scoring/table/no_card.html", status=HTTPStatus.NOT_FOUND)


def not_done_page(request: HttpRequest, table: Table, sentence: str) -> HttpResponse:
    context = {"table": table, "sentence": sentence}
    return render(request, "scoring/table/not_done.html", context, status=HTTPStatus.CONFLICT)


def _refusal_sentence(refusal: Exception) -> str:
    """The sentence that says what happened in the meantime."""
    if isinstance(refusal, recording.NotNow):
        return str(refusal.message)
    if isinstance(refusal, KeyReused):
        return _(
            "This page has already been sent with different content. The earlier version "
            "was recorded, this one was not."
        )
    if isinstance(refusal, PermissionDenied):
        return _("This game is no longer at this table.")
    deal = refusal.deal if isinstance(refusal, recording.AlreadyChanged) else None
    if deal is None:
        return _("Somebody else has done this in the meantime.")
    return str(_STATE_SENTENCES[Deal.State(deal.state)]) % {"number": deal.number}
