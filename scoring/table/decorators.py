"""How the pages of a table open, and what they answer when an act is not possible now.

The secret in the address opens them; every answer remembers the device. What happened in the meantime is told
on a page of its own, which leads back to the table. Knows tables and why verbs stop; must not know the acts.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, Final, ParamSpec

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.books.writing import KeyTaken
from scoring import recording
from scoring.models import Deal, Game, Table
from scoring.table import device

Arguments = ParamSpec("Arguments")
Page = Callable[Concatenate[HttpRequest, Table, Game, Arguments], HttpResponse]
# Django gives the secret and the rest by their names in the address.
Shown = Callable[..., HttpResponse]

# How a form names its game; anything else is refused by the form itself.
_A_NUMBER: Final = re.compile(r"[0-9]{1,9}")
# What has become of a deal that somebody else has acted on in the meantime.
_BECAME: Final = {
    Deal.State.DRAFT: _lazy("Deal %(number)s has been started in the meantime."),
    Deal.State.ENTERED: _lazy("Deal %(number)s has been written down in the meantime."),
    Deal.State.CONFIRMED: _lazy("Deal %(number)s has been approved in the meantime."),
    Deal.State.DISPUTED: _lazy("Deal %(number)s has been disputed in the meantime: the director decides."),
    Deal.State.VOID: _lazy("Deal %(number)s has been declared void in the meantime."),
}


def reads(page: Page[Arguments]) -> Shown:
    """A page of a game at a table that only shows."""
    return _opened(page, "GET", "HEAD")


def edits(page: Page[Arguments]) -> Shown:
    """A page with a form."""
    return _opened(page, "GET", "HEAD", "POST")


def acts(page: Page[Arguments]) -> Shown:
    """An act that has no page of its own."""
    return _opened(page, "POST")


def _opened(page: Page[Arguments], *methods: str) -> Shown:
    @wraps(page)
    def answer(
        request: HttpRequest, secret: str, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> HttpResponse:
        table = device.table_or_404(secret)
        try:
            response = page(request, table, _game_spoken_of(request, table), *args, **kwargs)
        except (recording.TakenAlready, recording.NotNow, KeyTaken, PermissionDenied) as stop:
            response = _meanwhile(request, table, _sentence_of(stop))
        return device.remembered(response, request)

    return never_cache(require_http_methods(methods)(answer))


def _game_spoken_of(request: HttpRequest, table: Table) -> Game:
    """The game at the table. A form names its own, so that nothing is said of another one by mistake."""
    game, spoken_of = table.game, request.POST.get("game", "")
    if game is None or (_A_NUMBER.fullmatch(spoken_of) and int(spoken_of) != game.pk):
        raise PermissionDenied
    return game


def _meanwhile(request: HttpRequest, table: Table, sentence: str) -> HttpResponse:
    context = {"table": table, "sentence": sentence}
    return render(request, "scoring/table/meanwhile.html", context, status=HTTPStatus.CONFLICT)


def _sentence_of(stop: Exception) -> str:
    """What happened in the meantime."""
    if isinstance(stop, recording.NotNow):
        return str(stop.message)
    if isinstance(stop, KeyTaken):
        return _("This page was sent before with something else in it. That is recorded, this is not.")
    if isinstance(stop, PermissionDenied):
        return _("This game is no longer at this table.")
    deal = stop.deal if isinstance(stop, recording.TakenAlready) else None
    if deal is None:
        return _("Somebody else has done this in the meantime.")
    return str(_BECAME[Deal.State(deal.state)]) % {"number": deal.number}
