"""The act that saves totals typed on the page of a round, and the address that leads to their fields."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from clubs.books import permissions
from clubs.web.decorators import form_page
from clubs.web.keys import parse_key
from clubs.web.request_author import author_of
from tournaments.access import round_for_director
from tournaments.play.kept_rounds import VISIBLE_ROUND_STATES
from tournaments.rounds import typed_totals
from tournaments.rounds.page_views import tables_context
from tournaments.rounds.tables import TypedTotals, load_tables


@form_page
def results(request: HttpRequest, pk: int) -> HttpResponse:
    """Save what was typed; a script sends each row by itself. The fields are on the page of the round."""
    drawn = round_for_director(request, pk)
    if request.method != "POST" or drawn.state not in VISIBLE_ROUND_STATES:
        return redirect(f"{reverse('tournaments:round', args=[pk])}#totals")
    game = _only_game(request)
    typed = load_tables(drawn, timezone.now(), types=True, typed=TypedTotals(request.POST, game))
    outcomes = typed_totals.save_typed(author_of(request), typed)
    shown = typed_totals.after_saving(typed, outcomes)
    grants = permissions.grants_of(request.user, drawn.tournament.book_id)
    context = tables_context(drawn, grants, shown)
    if game is not None:
        row = next((row for row in shown.rows if row.listed.pk == game), None)
        if row is None:
            raise Http404
        return render(request, "tournaments/rounds/_row_sent.html", {**context, "table": row})
    if shown.asking:
        messages.error(request, typed_totals.asking_sentence(shown.asking))
        return render(request, "tournaments/rounds/tables.html", context)
    messages.success(request, typed_totals.saved_sentence(len(outcomes)))
    return redirect("tournaments:round", pk)


def _only_game(request: HttpRequest) -> int | None:
    """Return the game whose row a script sends; None where the whole form is sent."""
    row = request.POST.get("row", "")
    game = parse_key(row)
    if row and game is None:
        raise Http404
    return game
