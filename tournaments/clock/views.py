"""The acts of a director on the clock of a round, and on the time of a table."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _

from clubs.books.writing import Author
from clubs.web.actions import ActionPage
from clubs.web.decorators import form_page, post_only
from tournaments import running
from tournaments.access import Done, round_for_director, run_or_message
from tournaments.clock.forms import ClockForm, MinutesForm, agreed_terms, stored_terms
from tournaments.clock.time_up import TimeUpForm, load_round_at_time_up
from tournaments.desk.act_views import event_action_page, require_director
from tournaments.models import Pairing, Round, RoundClock
from tournaments.play import queries
from tournaments.play.clock import load_times


@form_page
def clock(request: HttpRequest, pk: int) -> HttpResponse:
    """Start the clock of a round, or change its minutes."""
    drawn = round_for_director(request, pk)
    if drawn.state != Round.State.PUBLISHED:
        messages.error(request, _("Only a round that is being played has a clock."))
        return redirect("tournaments:round", pk)
    stored = RoundClock.objects.filter(round=drawn).first()
    initial = agreed_terms(drawn.tournament.agreement) if stored is None else stored_terms(stored)
    form = ClockForm(request.POST or None, initial=initial)
    # Who starts it has seen no minutes of it.
    starts = not request.POST.get("seen") if request.method == "POST" else stored is None
    title = _("Clock of round %(number)s") % {"number": drawn.number}
    page = (
        ActionPage(title, _("Start the clock"), _("The clock is started."))
        if starts
        else ActionPage(title, _("Change the minutes"), _("The minutes have been changed."))
    )

    def act(by: Author) -> object:
        seen = form.seen_terms()
        if seen is None:
            return running.start_clock(by, drawn, form.terms())
        return running.change_clock(by, drawn, form.terms(), seen)

    return event_action_page(request, drawn.tournament, form, page, act, drawn=drawn)


@post_only
def clock_pause(request: HttpRequest, pk: int) -> HttpResponse:
    """Let the clock of a round stand still, or go on: the button says which."""
    drawn, goes_on = round_for_director(request, pk), "resume" in request.POST
    verb = running.resume_clock if goes_on else running.pause_clock
    done = _("The clock goes on.") if goes_on else _("The clock is paused.")
    run_or_message(request, lambda by: verb(by, drawn), Done(drawn.tournament.book, done))
    return redirect("tournaments:round", pk)


@form_page
def time_up(request: HttpRequest, pk: int) -> HttpResponse:
    """Let time end the games of a round at all tables at once."""
    drawn = round_for_director(request, pk)
    if drawn.state != Round.State.PUBLISHED:
        messages.error(request, _("The round is %(state)s.") % {"state": drawn.get_state_display()})
        return redirect("tournaments:round", pk)
    now = load_round_at_time_up(drawn)
    sentences = list(now.sentences())
    form = TimeUpForm(request.POST or None, initial={"games": now.as_value})
    nothing = () if now.games else (_("No game can be ended now."), *sentences)
    page = ActionPage(
        _("Time ran out in round %(number)s") % {"number": drawn.number},
        _("End these games"),
        _("The games are ended by time."),
        " ".join([*_not_up_yet(drawn), *sentences]) if now.games else "",
        refusals=nothing if request.method != "POST" else (),
    )
    return event_action_page(
        request,
        drawn.tournament,
        form,
        page,
        lambda by: running.end_round_by_time(by, drawn, form.chosen(), form.cleaned_data["key"]),
        drawn=drawn,
    )


def _not_up_yet(drawn: Round) -> list[str]:
    """Say that time is not up yet, and when it is."""
    times, at = load_times(drawn), timezone.now()
    ends = [] if times is None else [time.clock.stops_at for time in times.playing]
    late = [end for end in ends if end is not None and end > at]
    if not late:
        return []
    moment = time_format(timezone.localtime(max(late)), "TIME_FORMAT")
    return [_("Time is not up yet: the last table plays until %(time)s.") % {"time": moment}]


@form_page
def minutes(request: HttpRequest, pk: int) -> HttpResponse:
    """Give a table minutes, or decide that it gets none for a call."""
    pairings = queries.without_draw(Pairing.objects.select_related("round__tournament__book"), "round")
    pairing = get_object_or_404(pairings, pk=pk)
    event = require_director(request, pairing.round.tournament)
    if pairing.table is None:
        raise Http404
    form = MinutesForm(request.POST or None, initial={"minutes": 5})
    table = {"table": pairing.table}
    page = ActionPage(
        _("Minutes for table %(table)s") % table,
        _("Give the minutes"),
        _("It has been decided on the minutes of table %(table)s.") % table,
        _("No new deal and the end of play come so much later at this table; the others keep their time."),
    )

    def act(by: Author) -> object:
        typed = form.cleaned_data
        given = 0 if "none" in request.POST else typed["minutes"]
        return running.give_minutes(by, pairing, given, typed["key"], typed["call"])

    return event_action_page(request, event, form, page, act, drawn=pairing.round)
