"""The acts on a round and their pages: draw, change by hand, lock, redraw, publish, close, remove."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, TypedDict
from uuid import UUID, uuid5

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.books import permissions
from clubs.books.writing import Author, club_book
from clubs.models import Book
from clubs.text.number_ranges import number_ranges
from clubs.web.actions import ActionPage, refusals_of, run_into_form, say_done
from clubs.web.decorators import form_page, post_only
from clubs.web.forms import ReasonForm
from clubs.web.request_author import author_of
from clubs.web.viewer_roles import require_role
from scoring import recording
from scoring.models import Game
from scoring.wording import labels
from tournaments import running
from tournaments.access import (
    Done,
    event_for_director,
    round_for_director,
    run_or_message,
)
from tournaments.core.movements import MOVEMENTS
from tournaments.desk.act_views import event_action_page
from tournaments.models import Round
from tournaments.play.seating import SeatConstraints, Sides, get_constraints, get_seats
from tournaments.play.table_use import has_named_tables, numbers_without_code, seats_at_free_tables
from tournaments.rounds.draw_page import Names, names_of_participants
from tournaments.rounds.forms import (
    DrawForm,
    LockForm,
    PublishForm,
    RemoveRoundForm,
    RoundSeatsForm,
    SeenSeatsForm,
    SetTableForm,
    SwapForm,
)
from tournaments.rounds.seat_changes import compare_rounds, may_exchange
from tournaments.running import RoundSeats
from tournaments.running.rounds import has_results

# A form has no more tables than this: many more than a hall holds.
_MAX_TABLES: Final = 400
_TABLES: Final = UUID("7d9a7d54-6a58-4a2c-9d0f-3f5c1f5d1c8e")


@post_only
def draw(request: HttpRequest, pk: int) -> HttpResponse:
    """Draw the next round, or open an empty one to set by hand."""
    event = event_for_director(request, pk)
    form = DrawForm(request.POST)
    form.full_clean()
    by_hand, anew = form.cleaned_data["by_hand"], form.cleaned_data["anew"]
    done = Done(
        event.book,
        _("The round is drawn. Look at the tables.") if not by_hand else _("Now set who meets whom."),
    )
    if not run_or_message(
        request, lambda by: running.draw_round(by, event, by_hand=by_hand, anew=anew), done
    ):
        return redirect("tournaments:desk", event.pk)
    drawn = event.rounds.get(state=Round.State.DRAWN)
    return redirect("tournaments:round_change" if by_hand else "tournaments:round", drawn.pk)


def _render_round(
    request: HttpRequest, template: str, drawn: Round, context: Mapping[str, object]
) -> HttpResponse:
    event = drawn.tournament
    ruleset = labels.ruleset_name(event.ruleset)
    return render(request, template, {"round": drawn, "event": event, "ruleset": ruleset, **context})


# Changes by hand.


@form_page
def round_change(request: HttpRequest, pk: int) -> HttpResponse:
    """Change a round by hand: the page first shows what would change, and stores nothing."""
    drawn = round_for_director(request, pk)
    if request.method == "POST":
        return _save_change(request, drawn)
    if drawn.state != Round.State.DRAWN and not may_exchange(drawn):
        messages.error(request, _("The places of this round are not changed any more."))
        return redirect("tournaments:round", drawn.pk)
    return _show_change(request, drawn)


def _show_change(request: HttpRequest, drawn: Round) -> HttpResponse:
    """The seats of a round, or those after a requested exchange or a set table."""
    current, names, constraints = get_seats(drawn), names_of_participants(drawn), get_constraints(drawn)
    swap = SwapForm(
        request.GET if "one" in request.GET else None,
        seats=current,
        names=names,
        constraints=constraints,
        initial={"one": request.GET["late"]} if "late" in request.GET else {},
    )
    table = SetTableForm(
        request.GET if "at" in request.GET else None, seats=current, names=names, constraints=constraints
    )
    requested = next((form.requested_seats() for form in (swap, table) if form.is_valid()), current)
    if "free" in request.GET and drawn.state == Round.State.DRAWN:
        requested = seats_at_free_tables(drawn, current)
    seen = {"seen": current.fingerprint, "looked": "" if requested == current else requested.fingerprint}
    form = RoundSeatsForm(
        initial=seen,
        seats=requested,
        names=names,
        constraints=constraints,
        **_form_options(drawn, current, names, constraints, len(requested.tables)),
    )
    change = None if requested == current else compare_rounds(drawn, current, requested, names)
    form.demand_reason(is_needed=change is not None and change.needs_reason)
    roster = [] if current.tables else list(names.values())
    context = {"form": form, "swap": swap, "table": table, "change": change, "roster": roster}
    return _render_round(request, "tournaments/rounds/change.html", drawn, context)


def _save_change(request: HttpRequest, drawn: Round) -> HttpResponse:
    """Show what would change, and store it once it is sent as it was shown."""
    current, names = get_seats(drawn), names_of_participants(drawn)
    constraints = get_constraints(drawn)
    counts = _form_options(drawn, current, names, constraints, _tables_sent(request))
    form = RoundSeatsForm(request.POST, seats=current, names=names, constraints=constraints, **counts)
    context: dict[str, object] = {"form": form, "roster": [] if current.tables else list(names.values())}
    if form.is_public and "away" not in request.POST:
        # It was typed before the round was published: what it would change now is looked at first.
        form.add_error(None, _("The round has already been published."))
    if form.is_valid():
        requested, cleaned = form.requested_seats(), form.cleaned_data
        is_stale = cleaned["seen"] != current.fingerprint and requested.fingerprint != current.fingerprint
        is_ready = (
            request.POST.get("save") == "1" and cleaned["looked"] == requested.fingerprint and not is_stale
        )
        by = author_of(request)
        if is_ready and run_into_form(
            form, lambda by: _store_change(by, drawn, requested, current, cleaned.get("reason", "")), by
        ):
            say_done(request, drawn.tournament.book, _("The round has been changed."), by)
            return redirect("tournaments:round", drawn.pk)
        change = compare_rounds(drawn, current, requested, names)
        form.demand_reason(is_needed=change.needs_reason)
        context |= {"change": change, "stale": is_stale}
        form.mark_as_seen(current, requested.fingerprint)
    return _render_round(request, "tournaments/rounds/change.html", drawn, context)


def _store_change(by: Author, drawn: Round, requested: RoundSeats, current: RoundSeats, reason: str) -> Round:
    if drawn.state == Round.State.DRAWN:
        return running.set_by_hand(by, drawn, requested, current.fingerprint)
    return running.exchange_places(by, drawn, requested, reason, current.fingerprint)


def _tables_sent(request: HttpRequest) -> int:
    """The number of the last table that the form had: a round can be moved to tables with higher numbers."""
    return next((at for at in range(_MAX_TABLES, 0, -1) if f"table{at}-side0" in request.POST), 0)


class _FormOptions(TypedDict):
    """How many tables and sides have fields, whether the round is public, and which tables may be uneven."""

    tables: int
    sides: int
    is_public: bool
    may_be_uneven: Callable[[Sides], bool]


def _form_options(
    drawn: Round, current: RoundSeats, names: Names, constraints: SeatConstraints, asked: int
) -> _FormOptions:
    """The tables that are needed, and those that the page has asked for."""
    present, sides = len(names), drawn.tournament.agreement.sides
    entries_per_table = MOVEMENTS[drawn.movement].entries_per_side * sides
    needed = present // entries_per_table if sides == 2 else min(present // 2, -(-present // sides) + 1)
    tables = max(needed, asked, len(current.tables), *constraints.tables_by_entry.values())
    return {
        "tables": tables,
        "sides": sides,
        "is_public": drawn.state != Round.State.DRAWN,
        "may_be_uneven": partial(running.is_large_table, drawn.tournament),
    }


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
    """Redraw the tables that are not locked."""
    drawn, form = round_for_director(request, pk), SeenSeatsForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Look at the tables once more, then draw the others again."))
        return redirect("tournaments:round", pk)
    seen = form.cleaned_data["seen"]
    done = Done(drawn.tournament.book, _("The others have been redrawn. Check the tables."))
    run_or_message(request, lambda by: running.redraw_others(by, drawn, seen=seen), done)
    return redirect("tournaments:round", pk)


@post_only
def draw_again(request: HttpRequest, pk: int) -> HttpResponse:
    """Draw the round again from the standings as they are now."""
    drawn, form = round_for_director(request, pk), SeenSeatsForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Look at the tables once more, then draw the round again."))
        return redirect("tournaments:round", pk)
    seen = form.cleaned_data["seen"]
    done = Done(drawn.tournament.book, _("The round is drawn again. Look at the tables."))
    if not run_or_message(request, lambda by: running.draw_again(by, drawn, seen), done):
        return redirect("tournaments:round", pk)
    return redirect("tournaments:round", drawn.tournament.rounds.get(state=Round.State.DRAWN).pk)


# Publish, close, remove.


@post_only
def publish(request: HttpRequest, pk: int) -> HttpResponse:
    """Publish the draw as the page has shown it."""
    drawn, form = round_for_director(request, pk), PublishForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Look at the tables once more, then publish the round."))
        return redirect("tournaments:round", pk)
    done = Done(drawn.tournament.book, _("Round %(number)s is published.") % {"number": drawn.number})
    if run_or_message(
        request,
        lambda by: running.publish_round(by, drawn, form.cleaned_data["seen"], form.taken_tables()),
        done,
    ):
        _make_missing_tables(request, drawn)
        return redirect("tournaments:round", pk)
    return redirect("tournaments:round", pk)


def _make_missing_tables(request: HttpRequest, drawn: Round) -> None:
    """Make the tables that the round needs and the club lacks, so that phones can be used there.

    Who directs this event alone makes none in the club; and where tables have names these are not theirs.
    """
    club = drawn.tournament.club
    may = permissions.has_role(request.user, club_book(club), permissions.DIRECTORS)
    if may and not has_named_tables(club):
        _make_tables(request, drawn)


@post_only
def make_tables(request: HttpRequest, pk: int) -> HttpResponse:
    """Make the tables that a published round lacks; the games that wait there get them."""
    drawn = round_for_director(request, pk)
    require_role(request, club_book(drawn.tournament.club), permissions.DIRECTORS)
    _make_tables(request, drawn)
    return redirect("tournaments:round", pk)


def _make_tables(request: HttpRequest, drawn: Round) -> None:
    club = drawn.tournament.club
    numbers = drawn.pairings.filter(table__isnull=False).order_by("table").values_list("table", flat=True)
    lacking = numbers_without_code(drawn, [number or 0 for number in numbers])
    new_labels = [str(number) for number in lacking]
    if not lacking:
        return
    sentence = ngettext(
        "The club has a new table: %(labels)s. Print its card under Papers.",
        "The club has new tables: %(labels)s. Print their cards under Papers.",
        len(lacking),
    ) % {"labels": number_ranges(lacking)}
    key = uuid5(_TABLES, f"{drawn.pk}/{','.join(new_labels)}")
    run_or_message(
        request,
        lambda by: recording.create_tables(by, club, new_labels, key),
        Done(lambda: _book_with_tables(drawn, new_labels), sentence),
    )


def _book_with_tables(drawn: Round, labels: Sequence[str]) -> Book:
    """The book in which games got these tables, which can be taken back: of the event, before any other's."""
    games = Game.objects.filter(table__club=drawn.tournament.club_id, table__label__in=labels)
    books = {game.book_id: game.book for game in games.select_related("book__club")}
    own = drawn.tournament.book
    return own if own.pk in books else next(iter(books.values()), own)


@form_page
def close(request: HttpRequest, pk: int) -> HttpResponse:
    """Close a round that has all its results; where something is open, ask once and list it."""
    drawn = round_for_director(request, pk)
    matters = running.find_open_matters(drawn)
    is_published = drawn.state == Round.State.PUBLISHED
    if request.method == "POST" and (request.POST.get("sure") == "1" or not matters or not is_published):
        closed = _("Round %(number)s is closed. Until the next one is published it can be opened again.")
        done = Done(drawn.tournament.book, closed % {"number": drawn.number})
        run_or_message(request, lambda by: running.close_round(by, drawn), done)
        return redirect("tournaments:round", pk)
    not_counted = running.not_counted_yet(drawn) if is_published else ""
    context = {"matters": matters, "not_counted": not_counted}
    return _render_round(request, "tournaments/rounds/close.html", drawn, context)


@form_page
def reopen(request: HttpRequest, pk: int) -> HttpResponse:
    """Open the last closed round again, with a reason."""
    drawn = round_for_director(request, pk)
    form = ReasonForm(request.POST or None)
    page = ActionPage(
        _("Open round %(number)s again") % {"number": drawn.number},
        _("Open the round again"),
        _("The round is open again."),
        _(
            "Its tables go on as before, and the places after it are no longer kept. Close it afterwards. "
            "A draw of the next round stays, and is published after that."
        ),
        danger=True,
    )
    return event_action_page(
        request,
        drawn.tournament,
        form,
        page,
        lambda by: running.reopen_round(by, drawn, form.cleaned_data["reason"]),
        drawn=drawn,
    )


@form_page
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove the last round, with a reason once it has results; nothing is deleted."""
    drawn = round_for_director(request, pk)
    has_begun = has_results(drawn)
    sent = request.POST if request.method == "POST" else None
    form = RemoveRoundForm(sent, begun=has_begun, initial={"was": drawn.state})
    lead = (
        _("It has deals or results. They stay, and so does the round in the list, marked as removed.")
        if has_begun
        else _("Nothing has been played in it. It stays in the list, marked as removed.")
    )
    # A form that was sent keeps what was typed.
    refusals = () if sent else refusals_of(lambda: running.check_removable(drawn.tournament, drawn))
    page = ActionPage(
        _("Remove round %(number)s") % {"number": drawn.number},
        _("Remove the round"),
        _("The round has been removed."),
        "" if refusals else lead,
        danger=True,
        refusals=refusals,
    )
    return event_action_page(
        request,
        drawn.tournament,
        form,
        page,
        lambda by: running.remove_round(by, drawn, form.cleaned_data["reason"], form.cleaned_data["was"]),
    )
