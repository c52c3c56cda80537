"""The pages of an event. They check who asks, call a verb or a query, and show a template."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs import access
from clubs.books import Author, of_club
from clubs.models import Club
from clubs.requests import author_of
from scoring import words
from tournaments import queries, reports, running
from tournaments.forms import DrawForm, EventForm, PairsForm
from tournaments.models import Entry, Round, Tournament
from tournaments.pasting import Pair

# What the two buttons say that declare a result official.
EARLY = {"0": False, "1": True}

edit = require_http_methods(["GET", "HEAD", "POST"])


@require_safe
def event(request: HttpRequest, pk: int) -> HttpResponse:
    """The public page of an event: the standings, and who meets whom in the round that is on."""
    shown = get_object_or_404(Tournament.objects.select_related("club", "book"), pk=pk)
    drawn = queries.published_round(shown)
    places = queries.standings_of(shown)
    return render(
        request,
        "tournaments/event.html",
        {
            "event": shown,
            "ruleset": words.ruleset_name(shown.ruleset),
            "counted": any(place.placing.sum.played for place in places),
            "report": reports.standings(shown, places),
            "entries": queries.entries_of(shown) if drawn is None else [],
            "round": drawn,
            "tables": queries.tables_of(drawn) if drawn else [],
        },
    )


@login_required
@edit
def event_new(request: HttpRequest, club: int) -> HttpResponse:
    host = get_object_or_404(Club, pk=club)
    access.require(request.user, of_club(host), access.DIRECTORS)
    form = EventForm(request.POST or None, club=host)
    if request.method == "POST" and form.is_valid():
        plan = form.plan()
        made = running.create_event(author_of(request), host, plan)
        return redirect("tournaments:pairs", made.pk)
    return render(request, "tournaments/event_new.html", {"form": form, "club": host})


@login_required
@require_safe
def desk(request: HttpRequest, pk: int) -> HttpResponse:
    """The director's page: what there is, and the one next step."""
    led = led_event(request, pk)
    drawn = queries.current_round(led)
    tables = list(queries.tables_of(drawn)) if drawn else []
    games = [table.pairing.game for table in tables if table.pairing.game is not None]
    return render(
        request,
        "tournaments/desk.html",
        {
            "event": led,
            "ruleset": words.ruleset_name(led.ruleset),
            "entries": queries.entries_of(led),
            "round": drawn,
            "tables": tables,
            "over": sum(game.over for game in games),
            "playing": len(games),
            "next_number": 1 if drawn is None else drawn.number + 1,
            "more": drawn is None or drawn.number < led.agreed.rounds,
            "rounds": led.agreed.rounds,
            "ledger": queries.ledger_of(led),
            "seed": secrets.token_hex(8),
        },
    )


@login_required
@edit
def pairs(request: HttpRequest, pk: int) -> HttpResponse:
    led = led_event(request, pk)
    form = PairsForm(request.POST or None, event=led)
    if request.method == "POST" and form.is_valid():
        try:
            entered = enter(author_of(request), led, form.pairs)
        except running.NotNow as refusal:
            form.add_error("names", str(refusal))
        else:
            messages.success(request, entered_sentence(len(entered)))
            return redirect("tournaments:desk", led.pk)
    free = queries.not_entered(led)
    return render(request, "tournaments/pairs.html", {"form": form, "event": led, "free": free})


def enter(by: Author, led: Tournament, pairs: Sequence[Pair]) -> list[Entry]:
    """Before the first draw everybody enters; afterwards each comes late."""
    if queries.current_round(led) is None:
        return running.enter_pairs(by, led, pairs)
    return [running.enter_late(by, led, pair) for pair in pairs]


def entered_sentence(count: int) -> str:
    return ngettext("%(count)s pair is entered.", "%(count)s pairs are entered.", count) % {"count": count}


@login_required
@require_POST
def draw(request: HttpRequest, pk: int) -> HttpResponse:
    led = led_event(request, pk)
    form = DrawForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("The draw needs the seed that the page showed."))
        return redirect("tournaments:desk", led.pk)
    seed = form.cleaned_data["seed"]
    return done_or_told(request, led, lambda: running.draw_round(author_of(request), led, seed))


@login_required
@require_POST
def publish(request: HttpRequest, pk: int) -> HttpResponse:
    drawn = get_object_or_404(Round.objects.select_related("tournament__book"), pk=pk)
    led = led_event(request, drawn.tournament_id)
    return done_or_told(request, led, lambda: running.publish_round(author_of(request), drawn))


@login_required
@require_POST
def close(request: HttpRequest, pk: int) -> HttpResponse:
    """All results of a round are there."""
    drawn = get_object_or_404(Round.objects.select_related("tournament__book"), pk=pk)
    led = led_event(request, drawn.tournament_id)
    return done_or_told(request, led, lambda: running.close_round(author_of(request), drawn))


@login_required
@require_POST
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Take the last round back, as long as no deal of it has been dealt."""
    drawn = get_object_or_404(Round.objects.select_related("tournament__book"), pk=pk)
    led = led_event(request, drawn.tournament_id)
    return done_or_told(request, led, lambda: running.remove_round(author_of(request), drawn))


@login_required
@require_POST
def show(request: HttpRequest, pk: int) -> HttpResponse:
    """The last round is over: the results are shown, and may be complained of."""
    led = led_event(request, pk)
    return done_or_told(request, led, lambda: running.show_results(author_of(request), led))


@login_required
@require_POST
def official(request: HttpRequest, pk: int) -> HttpResponse:
    """Nobody can complain any more."""
    led = led_event(request, pk)
    early = request.POST.get("early", "")
    if early not in EARLY:
        messages.error(request, _("Press one of the two buttons."))
        return redirect("tournaments:desk", led.pk)
    return done_or_told(
        request, led, lambda: running.declare_official(author_of(request), led, early=EARLY[early])
    )


def led_event(request: HttpRequest, pk: int) -> Tournament:
    """An event that this person directs; refused to everybody else."""
    led = get_object_or_404(Tournament.objects.select_related("club", "book"), pk=pk)
    access.require(request.user, led.book, access.DIRECTORS)
    return led


def done_or_told(request: HttpRequest, led: Tournament, act: Callable[[], object]) -> HttpResponse:
    """Do it and go back to the desk; if it cannot be done now, the desk says why."""
    try:
        act()
    except running.NotNow as refusal:
        messages.error(request, str(refusal))
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
    return redirect("tournaments:desk", led.pk)
