"""The page of the board: for whoever holds a role in the event's book. It asks for itself again and again."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from clubs.books import permissions
from clubs.models import Book
from clubs.web import live
from clubs.web.decorators import reads
from clubs.web.forms import KeyedForm
from clubs.web.live import followed
from scoring.desk.overview_views import rights_of
from tournaments.desk.board import board_of
from tournaments.models import Tournament
from tournaments.papers.bundle_views import bound_form
from tournaments.papers.job_descriptions import BOARD
from tournaments.papers.protocol_views import protocols_form


@reads
def board(request: HttpRequest, pk: int) -> HttpResponse:
    """Every table of the running round. It says how long ago something was, so each minute is new."""
    minute = timezone.now().replace(second=0, microsecond=0)
    watched = live.watched(tournament=pk)
    return followed(request, watched, partial(_shown, request, pk), also=(int(minute.timestamp()),))


def _shown(request: HttpRequest, pk: int, book: Book, held: permissions.Held, tag: str) -> HttpResponse:
    event, rights = Tournament.objects.get(pk=pk), rights_of(held.in_book(book.pk))
    context = {
        "event": event,
        "book": book,
        "board": board_of(pk, timezone.now()),
        "may": rights,
        "rights": {book.pk: rights},
        "today": timezone.localdate(),
        "answer": KeyedForm(),
        "protocols": protocols_form(BOARD),
        "pack": bound_form(BOARD),
        "tag": tag,
    }
    return render(request, "tournaments/desk/board.html", context)
