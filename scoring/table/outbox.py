"""Responses to a phone that keeps what it sends until the server has stored it (`static/js/outbox.js`).

Such a phone gets a status code instead of a redirect, and sends the same form again until it has heard one.
"""

from __future__ import annotations

import re
from typing import Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from clubs.books.writing import ENTRY_BY_KEY
from clubs.web.outbox import redirect_to
from scoring.models import Table

# The primary key by which a form names its game; the form itself refuses anything else.
_GAME_NUMBER: Final = re.compile(r"[0-9]{1,9}")


def back_to_table(request: HttpRequest, table: Table) -> HttpResponse:
    return redirect_to(request, reverse("scoring:table", args=[table.secret]))


def has_gone_on(request: HttpRequest, table: Table) -> bool:
    """Whether a form names a game that has left the table since the form was stored.

    Its answer was lost: the phone sends it again to a table that has gone on.
    """
    return named_game(request) not in (None, table.game_id) and is_stored(request)


def named_game(request: HttpRequest) -> int | None:
    """The primary key of the game that a form names; None where it names none."""
    named = request.POST.get("game", "")
    return int(named) if _GAME_NUMBER.fullmatch(named) else None


def is_stored(request: HttpRequest) -> bool:
    """Whether this form was stored before. The device has made its key by chance: no other form has it."""
    try:
        key = UUID(request.POST.get("key", ""))
    except ValueError:
        return False
    return ENTRY_BY_KEY.first(key) is not None
