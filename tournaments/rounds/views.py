"""The pages and buttons of a round: draw, change by hand, lock, redraw, publish, close, remove."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.web.actions import ActionPage, run_into_form
from clubs.web.decorators import form_page, page, post_only
from clubs.web.request_author import author_of
from scoring.wording import labels
from tournaments import running
from tournaments.access import (
    event_for_director,
    round_for_director,
    round_for_staff,
    run_and_return_to_desk,
    run_or_message,
)
from tournaments.core.movements import MOVEMENTS
from tournaments.desk.act_views import event_action_page
from tournaments.models import Round
from tournaments.papers.bundle_views import pack_form
from tournaments.papers.job_descriptions import FROM_ROUND
from tournaments.papers.protocol_views import protocols_form
from tournaments.play import audit
from tournaments.play.seating import SeatConstraints, get_constraints, get_seats
from tournaments.rounds.forms import (
    DrawForm,
    LockForm,
    RedrawForm,
    RemoveRoundForm,
    RoundSeatsForm,
    SeenSeatsForm,
    SetTableForm,
    SwapForm,
)
from tournaments.rounds.page import compare_rounds, names_of_participants, round_page
from tournaments.running import RoundSeats
from tournaments.running.rounds import has_results


@post_only
def draw(request: HttpRequest, pk: int) -> HttpResponse:
    """Draw the next round from the seed that the page showed, or open an empty one to set by hand."""
    event = event_for_director(request, pk)
    form = DrawForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("The draw needs the seed that the page showed."))
        return redirect("tournaments:desk", event.pk)
    seed, by_hand = form.cleaned_data["seed"], form.cleaned_data["by_hand"]
    if not run_or_message(request, lambda by: running.draw_round(by, event, seed, by_hand=by_hand)):
        return redirect("tournaments:desk", event.pk)
    drawn = event.rounds.get(state=Round.State.DRAWN)
    return redirect("tournaments:round_change" if by_hand else "tournaments:round", drawn.pk)


@page
def round_detail(request: HttpRequest, pk: int) -> HttpResponse:
    """The tables of a round, why they meet, and how it was drawn; other staff see its public page."""
    drawn, roles = round_for_staff(request, pk)
    if roles.isdisjoint(permissions.DIRECTORS):
        return _redirect_to_public_page(drawn)
    again = audit.is_repeatable(drawn) if "again" in request.GET else None
    context = {"page": round_page(drawn), "again": again, "seed": secrets.token_hex(8)}
    print_forms = {"protocols": protocols_form(FROM_ROUND), "pack": pack_form(drawn, FROM_ROUND)}
    return _render_round(request, "tournaments/rounds/page.html", drawn, {**context, **print_forms})


def _redirect_to_public_page(drawn: Round) -> HttpResponse:
    """A removed round has no public page: another round has its number, or will have it."""
    if drawn.state == Round.State.REMOVED:
        return redirect("tournaments:event", drawn.tournament_id)
    return redirect("tournaments:event_round", drawn.tournament_id, drawn.number)


def _render_round(
    request: HttpRequest, template: str, drawn: Round, context: Mapping[str, object]
) -> HttpResponse:
    event = drawn.tournament
    ruleset = labels.ruleset_name(event.ruleset)
    return render(request, template, {"round": drawn, "event": event, "ruleset": ruleset, **context})


# Changes by hand.


@form_page
def round_change(request: HttpRequest, pk: int) -> HttpResponse:
    """Change a drawn round by hand: the page first shows what would change, and stores nothing."""
    drawn = round_for_director(request, pk)
    if request.method == "POST":
        return _save_change(request, drawn)
    if drawn.state != Round.State.DRAWN:
        messages.error(request, _("Only a round that is drawn and not published is changed by hand."))
        return redirect("tournaments:round", drawn.pk)
    return _show_change(request, drawn)


def _show_change(request: HttpRequest, drawn: Round) -> HttpResponse:
    """The seats of a round, or those after a requested exchange or a set table."""
    current, names, constraints = get_seats(drawn), names_of_participants(drawn), get_constraints(drawn)
    swap = SwapForm(
        request.GET if "one" in request.GET else None, seats=current, names=names, constraints=constraints
    )
    table = SetTableForm(
        request.GET if "at" in request.GET else None, seats=current, names=names, constraints=constraints
    )
    requested = next((form.requested_seats() for form in (swap, table) if form.is_valid()), current)
    seen = {"seen": current.fingerprint, "looked": "" if requested == current else requested.fingerprint}
    form = RoundSeatsForm(
        initial=seen,
        seats=requested,
        names=names,
        constraints=constraints,
        **_field_counts(drawn, current, constraints),
    )
    change = None if requested == current else compare_rounds(drawn, current, requested, names)
    context = {"form": form, "swap": swap, "table": table, "change": change}
    return _render_round(request, "tournaments/rounds/change.html", drawn, context)


def _save_change(request: HttpRequest, drawn: Round) -> HttpResponse:
    """Show what would change, and store it once it is sent as it was shown."""
    current, names = get_seats(drawn), names_of_participants(drawn)
    constraints = get_constraints(drawn)
    counts = _field_counts(drawn, current, constraints)
    form = RoundSeatsForm(request.POST, seats=current, names=names, constraints=constraints, **counts)
    context: dict[str, object] = {"form": form}
    if form.is_valid():
        requested, cleaned = form.requested_seats(), form.cleaned_data
        is_stale = cleaned["seen"] != current.fingerprint and requested.fingerprint != current.fingerprint
        is_ready = (
            request.POST.get("save") == "1" and cleaned["looked"] == requested.fingerprint and not is_stale
        )
        if is_ready and run_into_form(
            form,
            lambda by: running.set_by_hand(by, drawn, requested, current.fingerprint),
            author_of(request),
        ):
            messages.success(request, _("The round is set so."))
            return redirect("tournaments:round", drawn.pk)
        context |= {"change": compare_rounds(drawn, current, requested, names), "stale": is_stale}
        form.mark_as_seen(current, requested.fingerprint)
    return _render_round(request, "tournaments/rounds/change.html", drawn, context)


def _field_counts(drawn: Round, current: RoundSeats, constraints: SeatConstraints) -> dict[str, int]:
    """The numbers of tables and of sides for which there are fields."""
    present, sides = len(drawn.draw_input["present"]), drawn.tournament.agreement.sides
    entries_per_table = MOVEMENTS[drawn.movement].entries_per_side * sides
    needed = present // entries_per_table if sides == 2 else min(present // 2, -(-present // sides) + 1)
    return {"tables": max(needed, len(current.tables), *constraints.tables_by_entry.values()), "sides": sides}


# Locked tables, and a new draw of the others.


@post_only
def lock(request: HttpRequest, pk: int) -> HttpResponse:
    """Lock or unlock a table."""
    drawn, form = round_for_director(request, pk), LockForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Look at the tables once more, then lock one."))
        return redirect("tournaments:round", pk)
    seen = form.cleaned_data["seen"]
    run_or_message(
        request, lambda by: running.lock_table(by, drawn, form.table, locked=form.locks, seen=seen)
    )
    return redirect(f"{reverse('tournaments:round', args=[pk])}#table-{form.table}")


@post_only
def redraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Redraw the tables that are not locked, from the seed that the page showed."""
    drawn, form = round_for_director(request, pk), RedrawForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("The draw needs the seed that the page showed."))
        return redirect("tournaments:round", pk)
    cleaned = form.cleaned_data
    if run_or_message(request, lambda by: running.redraw_others(by, drawn, cleaned["seed"], cleaned["seen"])):
        messages.success(request, _("The others are drawn anew. Look at the tables."))
    return redirect("tournaments:round", pk)


# Publish, close, remove.


@post_only
def publish(request: HttpRequest, pk: int) -> HttpResponse:
    """Publish the draw as the page has shown it."""
    drawn, form = round_for_director(request, pk), SeenSeatsForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Look at the tables once more, then publish the round."))
        return redirect("tournaments:round", pk)
    if run_or_message(request, lambda by: running.publish_round(by, drawn, form.cleaned_data["seen"])):
        return redirect("tournaments:board", drawn.tournament_id)
    return redirect("tournaments:round", pk)


@post_only
def close(request: HttpRequest, pk: int) -> HttpResponse:
    """Close a round that has all its results."""
    drawn = round_for_director(request, pk)
    return run_and_return_to_desk(request, drawn.tournament, lambda by: running.close_round(by, drawn))


@form_page
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove the last round, with a reason once it has results; nothing is deleted."""
    drawn = round_for_director(request, pk)
    has_begun = has_results(drawn)
    sent = request.POST if request.method == "POST" else None
    form = RemoveRoundForm(sent, begun=has_begun, initial={"was": drawn.state})
    lead = _("It has deals or results. They stay, and so does the round in the list, marked as removed.")
    page = ActionPage(
        _("Remove round %(number)s") % {"number": drawn.number},
        _("Remove the round"),
        _("The round is removed."),
        lead if has_begun else _("Nothing has been played in it. It stays in the list, marked as removed."),
        danger=True,
    )
    return event_action_page(
        request,
        drawn.tournament,
        form,
        page,
        lambda by: running.remove_round(by, drawn, form.cleaned_data["reason"], form.cleaned_data["was"]),
    )
