"""The page of a round, from its draw to its end, and the address that leads to the current one.

A draw is looked at by directors alone. From the publication on everybody with a role in the event's book sees
the tables, and the page follows what happens there. Who directs also types totals, closes the round and draws
the next one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from clubs.books import permissions
from clubs.books.permissions import RoleGrants
from clubs.models import Book
from clubs.web import live
from clubs.web.decorators import page
from clubs.web.forms import KeyedForm
from clubs.web.live import live_page
from scoring.overview.rights import game_rights
from scoring.wording import labels
from tournaments.access import round_for_director
from tournaments.clock.foresight import foresee
from tournaments.clock.panel import load_panel
from tournaments.desk.next_step import EventProgress, load_progress
from tournaments.models import Round, Tournament
from tournaments.papers.bundle_views import pack_form_of
from tournaments.papers.job_descriptions import FROM_ROUND
from tournaments.papers.protocol_views import protocols_form
from tournaments.play import audit, queries
from tournaments.play.kept_rounds import VISIBLE_ROUND_STATES
from tournaments.play.table_use import has_named_tables, numbers_without_code
from tournaments.rounds.draw_page import draw_page
from tournaments.rounds.seat_changes import may_exchange
from tournaments.rounds.tables import TablesPage, load_tables

# While complaints are taken, and once the results are official, no round comes or goes.
_RUNNING: Final = (Tournament.State.OPEN, Tournament.State.RUNNING)


@page
def current_round(request: HttpRequest, pk: int) -> HttpResponse:
    """Lead to the round that is played, else to the last one; before the first say that there is none."""
    return live_page(request, live.watched_book(tournament__pk=pk), partial(_lead_to_current, request, pk))


def _lead_to_current(request: HttpRequest, pk: int, book: Book, grants: RoleGrants, tag: str) -> HttpResponse:
    directs = not grants.in_book(book.pk).isdisjoint(permissions.DIRECTORS)
    current = _find_current(pk, directs=directs)
    if current is not None:
        return redirect("tournaments:round", current)
    event = get_object_or_404(Tournament.objects.select_related("book", "club"), pk=pk)
    return render(request, "tournaments/rounds/none.html", {"event": event, "directs": directs, "tag": tag})


def _find_current(event: int, *, directs: bool) -> int | None:
    """Return the last round that is played; else, for directors, the draw; else the last closed round."""
    states = dict(
        Round.objects.filter(tournament=event).order_by("-number").values_list("pk", "state").iterator()
    )
    looked_at = (Round.State.PUBLISHED, *([Round.State.DRAWN] if directs else []), Round.State.CLOSED)
    return next((pk for state in looked_at for pk, of_round in states.items() if of_round == state), None)


@page
def round_page(request: HttpRequest, pk: int) -> HttpResponse:
    """The round. It says how long ago each last deal was: it changes each minute."""
    minute = timezone.now().replace(second=0, microsecond=0)
    watched = live.watched_book(tournament__rounds__pk=pk)
    return live_page(request, watched, partial(_render_round, request, pk), also=(int(minute.timestamp()),))


def _render_round(request: HttpRequest, pk: int, book: Book, grants: RoleGrants, tag: str) -> HttpResponse:
    rounds = Round.objects.select_related("tournament__club", "tournament__book", "clock")
    drawn = queries.without_draw(rounds).get(pk=pk)
    directs = not grants.in_book(book.pk).isdisjoint(permissions.DIRECTORS)
    if drawn.state in VISIBLE_ROUND_STATES:
        tables = load_tables(drawn, timezone.now(), types=directs)
        context = {**tables_context(drawn, grants, tables), "tag": tag}
        return render(request, "tournaments/rounds/tables.html", context)
    if directs:
        return _render_draw(request, drawn, makes_tables=_may_make_tables(grants))
    if drawn.state == Round.State.REMOVED:
        # It has no public page: another round has its number, or will have it.
        return redirect("tournaments:event", drawn.tournament_id)
    raise PermissionDenied


# The draw.


@page
def round_draw(request: HttpRequest, pk: int) -> HttpResponse:
    """Why the tables of a round meet, and how it was drawn."""
    drawn = round_for_director(request, pk)
    if drawn.state not in VISIBLE_ROUND_STATES:
        return redirect("tournaments:round", pk)
    return _render_draw(request, drawn, makes_tables=False)


def _render_draw(request: HttpRequest, drawn: Round, *, makes_tables: bool) -> HttpResponse:
    context = {
        **_about(drawn),
        "page": draw_page(drawn),
        "makes_tables": makes_tables,
        "publishing_makes_tables": makes_tables and not has_named_tables(drawn.tournament.club),
        "again": audit.is_repeatable(drawn) if "again" in request.GET else None,
        "pack": pack_form_of(drawn, FROM_ROUND),
    }
    return render(request, "tournaments/rounds/draw.html", context)


def _about(drawn: Round) -> Mapping[str, object]:
    event = drawn.tournament
    return {"round": drawn, "event": event, "ruleset": labels.ruleset_name(event.ruleset)}


# Its tables.


def tables_context(drawn: Round, grants: RoleGrants, tables: TablesPage) -> dict[str, object]:
    """The context of the tables, of one of them alone too."""
    event, rights = drawn.tournament, game_rights(grants.in_book(drawn.tournament.book_id))
    rounds, now = list(queries.all_rounds(event)), timezone.now()
    return {
        **_about(drawn),
        "book": event.book,
        "tables": tables,
        "clock_panel": load_panel(drawn, tables.times, now, directs=rights.directs),
        "foreseen": foresee(drawn, tables.times, now) if rights.directs else None,
        "may": rights,
        "rights": {event.book_id: rights},
        "rounds": [one for one in rounds if one.state in VISIBLE_ROUND_STATES],
        "without_code": _numbers_without_code(drawn, tables),
        "makes_tables": _may_make_tables(grants),
        "step": _step_after(drawn, rounds, directs=rights.directs),
        "may_exchange": rights.directs and may_exchange(drawn),
        "today": timezone.localdate(),
        "answer": KeyedForm(),
        "protocols": protocols_form(FROM_ROUND),
        "pack": pack_form_of(drawn, FROM_ROUND) if rights.directs else None,
    } | _ends(drawn, rounds, directs=rights.directs)


def _ends(drawn: Round, rounds: Sequence[Round], *, directs: bool) -> dict[str, bool]:
    """Whether the round can be opened again, and whether it can be removed."""
    may = directs and drawn.tournament.state in _RUNNING
    later = [one for one in rounds if one.number > drawn.number and one.state != Round.State.REMOVED]
    is_last_public = not any(one.state in VISIBLE_ROUND_STATES for one in later)
    return {
        "may_reopen": may and drawn.state == Round.State.CLOSED and is_last_public,
        "may_remove": may and not later,
    }


def _step_after(drawn: Round, rounds: Sequence[Round], *, directs: bool) -> EventProgress | None:
    """The next step of the event once its last round is closed."""
    last = max((one.number for one in rounds if one.state != Round.State.REMOVED), default=0)
    is_over = drawn.state == Round.State.CLOSED and drawn.number == last
    if not directs or not is_over or drawn.tournament.state != Tournament.State.RUNNING:
        return None
    return load_progress(drawn.tournament)


def _numbers_without_code(drawn: Round, tables: TablesPage) -> list[int]:
    """The tables that still play and that the club does not have."""
    playing = [row.pairing.table for row in tables.rows if row.blocks_closing]
    return numbers_without_code(drawn, [number for number in playing if number is not None])


def _may_make_tables(grants: RoleGrants) -> bool:
    """Whether the viewer makes tables of the club: a director of this event alone makes none."""
    return not grants.of_club.isdisjoint(permissions.DIRECTORS)
