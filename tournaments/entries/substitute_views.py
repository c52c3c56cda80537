"""The page on which a player of the club takes a seat in a game that is being played."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from clubs.books.writing import Author
from clubs.people.fields import Roster
from clubs.people.names import full_name
from clubs.web.actions import ActionPage, run_into_form, say_done
from clubs.web.decorators import form_page
from clubs.web.request_author import author_of
from scoring import recording
from scoring.models import Game, Seat
from scoring.store.game_queries import seats_of
from tournaments import running
from tournaments.desk.act_views import require_director
from tournaments.entries.forms import EventSubstituteForm
from tournaments.entries.views import may_add_players
from tournaments.models import Pairing, Tournament
from tournaments.play import entry_queries, queries


@form_page
def substitute(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a player of the club take a seat in a game of the current round."""
    pairings = Pairing.objects.select_related(
        "round__tournament__book", "round__tournament__club", "game__book"
    )
    pairing = get_object_or_404(queries.without_draw(pairings, "round"), pk=pk, game__isnull=False)
    event = require_director(request, pairing.round.tournament)
    game = pairing.game
    if game is None:
        raise Http404
    form = EventSubstituteForm(
        request.POST or None,
        seats=seats_of(game),
        roster=Roster(queries.eligible_players(event)),
        busy=entry_queries.players_at_other_tables(pairing),
    )
    page = ActionPage(
        _("Table %(number)s: substitute") % {"number": pairing.table},
        _("Bring in the substitute"),
        _("The substitute has been entered."),
        _(
            "From the next deal on, in this game only. What has been played stays with the "
            "player who played it."
        ),
    )
    form.adds_guests = may_add_players(request, event)
    change, by = partial(_substitute, event=event, game=game, form=form), author_of(request)
    if request.method == "POST" and (
        run_into_form(form, change, by) if form.is_valid() else form.was_sent_before(event)
    ):
        say_done(request, event.book, page.done, by)
        return redirect("tournaments:entries", event.pk)
    context = {
        "event": event,
        "form": form,
        "page": page,
        "sides": queries.pairing_side_names(pairing, full_name),
    }
    return render(request, "tournaments/entries/substitute.html", context)


def _substitute(by: Author, event: Tournament, game: Game, form: EventSubstituteForm) -> Seat:
    side, leaving, coming = form.substitution()
    return running.with_guests(
        by,
        event,
        [[coming]],
        lambda stored: recording.substitute(by, game, side, leaving, stored[0][0], form.cleaned_data["key"]),
    )
