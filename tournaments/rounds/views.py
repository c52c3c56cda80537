"""The pages of a round: drawn, looked at, changed by hand, published, closed, removed.

They check who asks, call a verb or a query, and show a template.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.web.acts import Act, done
from clubs.web.decorators import acts, edits, reads
from clubs.web.request_author import author_of
from scoring.wording import labels
from tournaments import running
from tournaments.access import done_or_told, led_event, led_round, round_worked_at, tried
from tournaments.agreement.agreement import Movement
from tournaments.desk.act_views import acted
from tournaments.models import Round
from tournaments.papers.bundle_views import pack_form
from tournaments.papers.job_descriptions import ROUND
from tournaments.papers.protocol_views import protocols_form
from tournaments.play import audit
from tournaments.play.seating import Fixed, fixed_in, seats_of
from tournaments.rounds.forms import (
    DrawForm,
    LockForm,
    RedrawForm,
    RemoveForm,
    SeatsForm,
    SeenForm,
    SwapForm,
    TableForm,
)
from tournaments.rounds.page import change_of, names_of_present, round_page
from tournaments.running import Seats
from tournaments.running.rounds import has_results


@acts
def draw(request: HttpRequest, pk: int) -> HttpResponse:
    """Draw the next round from the seed that the page showed, or open an empty one to be set by hand."""
    led = led_event(request, pk)
    form = DrawForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("The draw needs the seed that the page showed."))
        return redirect("tournaments:desk", led.pk)
    seed, by_hand = form.cleaned_data["seed"], form.cleaned_data["by_hand"]
    if not tried(request, lambda by: running.draw_round(by, led, seed, by_hand=by_hand)):
        return redirect("tournaments:desk", led.pk)
    drawn = led.rounds.get(state=Round.State.DRAWN)
    return redirect("tournaments:round_change" if by_hand else "tournaments:round", drawn.pk)


@reads
def round_shown(request: HttpRequest, pk: int) -> HttpResponse:
    """Every table of a round, why these meet, and how it was drawn; without leading it, its public page."""
    drawn, roles = round_worked_at(request, pk)
    if roles.isdisjoint(permissions.DIRECTORS):
        return _on_public_pages(drawn)
    again = audit.repeats(drawn) if "again" in request.GET else None
    context = {"page": round_page(drawn), "again": again, "seed": secrets.token_hex(8)}
    printed = {"protocols": protocols_form(ROUND), "pack": pack_form(drawn, ROUND)}
    return _shown(request, "tournaments/rounds/page.html", drawn, {**context, **printed})


def _on_public_pages(drawn: Round) -> HttpResponse:
    """Of a round that was removed there is none: another one has its number, or will have it."""
    if drawn.state == Round.State.REMOVED:
        return redirect("tournaments:event", drawn.tournament_id)
    return redirect("tournaments:event_round", drawn.tournament_id, drawn.number)


def _shown(request: HttpRequest, template: str, drawn: Round, context: Mapping[str, object]) -> HttpResponse:
    event = drawn.tournament
    ruleset = labels.ruleset_name(event.ruleset)
    return render(request, template, {"round": drawn, "event": event, "ruleset": ruleset, **context})


# Changed by hand.


@edits
def round_change(request: HttpRequest, pk: int) -> HttpResponse:
    """Set a drawn round by hand: what would change is shown first, and nothing is stored by that."""
    drawn = led_round(request, pk)
    if request.method == "POST":
        return _change_sent(request, drawn)
    if drawn.state != Round.State.DRAWN:
        messages.error(request, _("Only a round that is drawn and not published is changed by hand."))
        return redirect("tournaments:round", drawn.pk)
    return _change_asked(request, drawn)


def _change_asked(request: HttpRequest, drawn: Round) -> HttpResponse:
    """The round as it is set; or as it would be after two have changed places, or a table is set."""
    now, names, fixed = seats_of(drawn), names_of_present(drawn), fixed_in(drawn)
    swap = SwapForm(request.GET if "one" in request.GET else None, seats=now, names=names, fixed=fixed)
    table = TableForm(request.GET if "at" in request.GET else None, seats=now, names=names, fixed=fixed)
    wanted = next((one.wanted() for one in (swap, table) if one.is_valid()), now)
    seen = {"seen": now.seal, "looked": "" if wanted == now else wanted.seal}
    form = SeatsForm(initial=seen, seats=wanted, names=names, fixed=fixed, **_room_in(drawn, now, fixed))
    change = None if wanted == now else change_of(drawn, now, wanted, names)
    context = {"form": form, "swap": swap, "table": table, "change": change}
    return _shown(request, "tournaments/rounds/change.html", drawn, context)


def _change_sent(request: HttpRequest, drawn: Round) -> HttpResponse:
    """What was typed: shown as it would be, and stored when it is sent as it was shown."""
    now, names = seats_of(drawn), names_of_present(drawn)
    fixed = fixed_in(drawn)
    room = _room_in(drawn, now, fixed)
    form = SeatsForm(request.POST, seats=now, names=names, fixed=fixed, **room)
    context: dict[str, object] = {"form": form}
    if form.is_valid():
        wanted, said = form.wanted(), form.cleaned_data
        stale = said["seen"] != now.seal and wanted.seal != now.seal
        ready = request.POST.get("save") == "1" and said["looked"] == wanted.seal and not stale
        if ready and done(
            form, lambda by: running.set_by_hand(by, drawn, wanted, now.seal), author_of(request)
        ):
            messages.success(request, _("The round is set so."))
            return redirect("tournaments:round", drawn.pk)
        context |= {"change": change_of(drawn, now, wanted, names), "stale": stale}
        form.shown_again(now, wanted.seal)
    return _shown(request, "tournaments/rounds/change.html", drawn, context)


def _room_in(drawn: Round, now: Seats, fixed: Fixed) -> dict[str, int]:
    """For how many tables, and how many sides at each, there are fields."""
    there, sides = len(drawn.basis["present"]), drawn.tournament.agreed.sides
    at_each = 2 * sides if drawn.movement == Movement.PARTNERS else sides
    needed = there // at_each if sides == 2 else min(there // 2, -(-there // sides) + 1)
    return {"tables": max(needed, len(now.tables), *fixed.keeps.values()), "sides": sides}


# Locked, and the others drawn anew.


@acts
def lock(request: HttpRequest, pk: int) -> HttpResponse:
    """Lock who meets whom at a table, or unlock it."""
    drawn, form = led_round(request, pk), LockForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Look at the tables once more, then lock one."))
        return redirect("tournaments:round", pk)
    seen = form.cleaned_data["seen"]
    tried(request, lambda by: running.lock_table(by, drawn, form.table, locked=form.locks, seen=seen))
    return redirect(f"{reverse('tournaments:round', args=[pk])}#table-{form.table}")


@acts
def redraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Draw the tables that are not locked anew, from the seed that the page showed."""
    drawn, form = led_round(request, pk), RedrawForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("The draw needs the seed that the page showed."))
        return redirect("tournaments:round", pk)
    said = form.cleaned_data
    if tried(request, lambda by: running.redraw_others(by, drawn, said["seed"], said["seen"])):
        messages.success(request, _("The others are drawn anew. Look at the tables."))
    return redirect("tournaments:round", pk)


# Published, closed, removed.


@acts
def publish(request: HttpRequest, pk: int) -> HttpResponse:
    """Make the draw known, as the page has shown it."""
    drawn, form = led_round(request, pk), SeenForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Look at the tables once more, then publish the round."))
        return redirect("tournaments:round", pk)
    if tried(request, lambda by: running.publish_round(by, drawn, form.cleaned_data["seen"])):
        return redirect("tournaments:board", drawn.tournament_id)
    return redirect("tournaments:round", pk)


@acts
def close(request: HttpRequest, pk: int) -> HttpResponse:
    """All results of a round are there."""
    drawn = led_round(request, pk)
    return done_or_told(request, drawn.tournament, lambda by: running.close_round(by, drawn))


@edits
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Take the last round back. Once there are results in it that needs a reason; nothing is deleted."""
    drawn = led_round(request, pk)
    begun = has_results(drawn)
    sent = request.POST if request.method == "POST" else None
    form = RemoveForm(sent, begun=begun, initial={"was": drawn.state})
    lead = _("It has deals or results. They stay, and so does the round in the list, marked as removed.")
    page = Act(
        _("Remove round %(number)s") % {"number": drawn.number},
        _("Remove the round"),
        _("The round is removed."),
        lead if begun else _("Nothing has been played in it. It stays in the list, marked as removed."),
        danger=True,
    )
    return acted(
        request,
        drawn.tournament,
        form,
        page,
        lambda by: running.remove_round(by, drawn, form.cleaned_data["reason"], form.cleaned_data["was"]),
    )
