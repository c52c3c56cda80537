"""The page of the board, for everybody with a role in the event's book; it refreshes itself."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from clubs.books import permissions
from clubs.models import Book
from clubs.web import live
from clubs.web.decorators import page
from clubs.web.forms import KeyedForm
from clubs.web.live import live_page
from scoring.overview.rights import game_rights
from tournaments.desk.board import load_board
from tournaments.models import Tournament
from tournaments.papers.bundle_views import pack_form
from tournaments.papers.job_descriptions import FROM_BOARD
from tournaments.papers.protocol_views import protocols_form


@page
def board(request: HttpRequest, pk: int) -> HttpResponse:
    """Every table of the running round. It shows how long ago each last deal was: it changes each minute."""
    minute = timezone.now().replace(second=0, microsecond=0)
    watched = live.watched_book(tournament__pk=pk)
    return live_page(request, watched, partial(_render_board, request, pk), also=(int(minute.timestamp()),))


def _render_board(
    request: HttpRequest, pk: int, book: Book, grants: permissions.RoleGrants, tag: str
) -> HttpResponse:
    event, rights = Tournament.objects.select_related("book").get(pk=pk), game_rights(grants.in_book(book.pk))
    context = {
        "event": event,
        "book": book,
        "board": load_board(pk, timezone.now()),
        "may": rights,
        "rights": {book.pk: rights},
        "today": timezone.localdate(),
        "answer": KeyedForm(),
        "protocols": protocols_form(FROM_BOARD),
        "pack": pack_form(FROM_BOARD),
        "tag": tag,
    }
    return render(request, "tournaments/desk/board.html", context)
