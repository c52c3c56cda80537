"""The pages of prizes for those who work at an event."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.books.writing import Author
from clubs.people.names import full_name
from clubs.web.actions import ActionPage, run_into_form, say_done
from clubs.web.decorators import form_page, page, post_only
from clubs.web.forms import VerbForm
from clubs.web.request_author import author_of
from clubs.web.viewer_roles import require_role, viewer_roles
from tournaments import running
from tournaments.access import Done, event_for_director, run_or_message
from tournaments.core.prizes import Prize
from tournaments.models import Tournament
from tournaments.play import queries
from tournaments.play.currency import currency_of
from tournaments.play.names import entry_name, hall_name_of
from tournaments.play.prizes import Category, PrizeTable, all_given, earlier_prize_table, prize_table_of
from tournaments.play.standings_sources import source_of
from tournaments.prizes.forms import CategoriesForm, DeciderForm, GiveForm, LotForm, PrizeTableForm
from tournaments.prizes.page import load_prizes_page, tied_with
from tournaments.public.event_view import load_event_view
from tournaments.public.prizes import announced_lists, is_over
from tournaments.running.prizes import fingerprint_of_prizes


def _event_for_recorder(request: HttpRequest, pk: int) -> Tournament:
    event = get_object_or_404(Tournament.objects.select_related("club", "book"), pk=pk)
    require_role(request, event.book, permissions.RECORDERS)
    return _of_games(event)


def _event_to_direct(request: HttpRequest, pk: int) -> Tournament:
    return _of_games(event_for_director(request, pk))


def _of_games(event: Tournament) -> Tournament:
    """An event from a list of past results has no prizes to give."""
    if not source_of(event).knows_games:
        raise Http404
    return event


def _address(event: Tournament) -> str:
    return reverse("tournaments:prizes", args=[event.pk])


@page
def prizes(request: HttpRequest, pk: int) -> HttpResponse:
    """Who gets what, what is shared, and what is handed out."""
    event = _event_for_recorder(request, pk)
    directs = not viewer_roles(request, event.book).isdisjoint(permissions.DIRECTORS)
    context = {"event": event, "page": load_prizes_page(event, directs=directs), "directs": directs}
    return render(request, "tournaments/prizes/prizes.html", context)


@form_page
def prize_table(request: HttpRequest, pk: int) -> HttpResponse:
    """The table of prizes, on one page; it begins with that of the event before."""
    event = _event_to_direct(request, pk)
    own, earlier = prize_table_of(event), earlier_prize_table(event)
    start = own or (PrizeTable() if earlier is None else earlier[1])
    if own is None:
        start = PrizeTable(start.rows, start.sharing, start.unit, start.public, currency_of(event.club))
    form = PrizeTableForm(request.POST or None, table=start, seen=fingerprint_of_prizes(event))
    lead = _("What was handed out stays as it was.") if own else ""
    if own is None and earlier is not None:
        lead = _("Taken over from %(event)s: look through them, and save.") % {"event": earlier[0].title}
    words = ActionPage(_("Prizes of the event"), _("Save"), _("The prizes have been saved."), lead)
    return _act_page(
        request,
        event,
        form,
        words,
        lambda by: running.set_prizes(by, event, form.table(), form.cleaned_data["seen"] or None),
    )


@form_page
def entry_categories(request: HttpRequest, pk: int) -> HttpResponse:
    """The categories of all entries."""
    event = _event_to_direct(request, pk)
    entries = list(queries.get_entries(event))
    names = {entry.number: entry_name(entry, full_name) for entry in entries}
    form = CategoriesForm(request.POST or None, entries=entries, names=names)
    if request.method == "POST" and form.is_valid():
        by, seen = author_of(request), form.cleaned_data["seen"]
        if run_into_form(form, lambda by: running.set_categories(by, event, form.chosen(), seen), by):
            say_done(request, event.book, _("The categories have been saved."), by)
            return redirect("tournaments:entries", event.pk)
    return render(request, "tournaments/prizes/categories.html", {"event": event, "form": form})


@form_page
def place_decide(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Write down how a shared place was decided; `?list=ladies` is about a category."""
    event = _event_to_direct(request, pk)
    code = _asked_list(request)
    view = load_event_view(event, full_name, games_of=())
    tied = tied_with(view, code, entry) if view.counts else ()
    names = {number: f"{number}. {view.entries[number].name}" for number in tied}
    form = DeciderForm(request.POST or None, tied=tied, names=names)
    words = ActionPage(
        _("A shared place is decided"),
        _("Save"),
        _("It has been entered."),
        _("It counts for the order of these alone: nobody's points or difference change."),
        refusals=() if tied else (_("These no longer share a place: look at the standings."),),
    )

    def act(by: Author) -> object:
        data = form.cleaned_data
        return running.record_decider(
            by, event, running.PlayedDecider(data["kind"], code, form.order(), data["words"])
        )

    return _act_page(request, event, form, words, act)


def _asked_list(request: HttpRequest) -> str:
    code = request.GET.get("list", "")
    return code if code in Category.values else ""


@post_only
def prize_lot(request: HttpRequest, pk: int) -> HttpResponse:
    """Draw who of those who share a place gets which prize."""
    event = _event_to_direct(request, pk)
    form = LotForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("This could not be entered. Look, and try again."))
        return redirect(_address(event))
    code, entry = form.cleaned_data["code"], form.cleaned_data["entry"]
    view = load_event_view(event, full_name, games_of=())
    tied = tied_with(view, code, entry) if view.counts else ()
    done = Done(event.book, _("The lot is drawn."))
    run_or_message(request, lambda by: running.draw_prize_lot(by, event, code, tied), done)
    return redirect(_address(event))


@post_only
def decider_withdraw(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Withdraw a decider or a lot."""
    event = _event_to_direct(request, pk)
    get_object_or_404(event.deciders, number=number)
    done = Done(event.book, _("It is withdrawn: the place is shared again."))
    run_or_message(request, lambda by: running.withdraw_decider(by, event, number), done)
    return redirect(_address(event))


@post_only
def prize_give(request: HttpRequest, pk: int) -> HttpResponse:
    """Tick that a prize is handed out."""
    event = _event_for_recorder(request, pk)
    form = GiveForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("This could not be entered. Look, and try again."))
        return redirect(_address(event))
    data = form.cleaned_data
    seen, done = Prize(data["amount"], data["thing"]), Done(event.book, _("It is handed out."))
    run_or_message(request, lambda by: running.give_prize(by, event, data["code"], data["entry"], seen), done)
    return redirect(f"{_address(event)}#prize-{data['code'] or 'all'}-{data['entry']}")


@post_only
def prize_back(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Say that a prize was not handed out after all."""
    event = _event_for_recorder(request, pk)
    if not any(given.number == number for given in all_given(event)):
        raise Http404
    done = Done(event.book, _("It is no longer ticked."))
    run_or_message(request, lambda by: running.take_prize_back(by, event, number), done)
    return redirect(_address(event))


@page
def prizes_aloud(request: HttpRequest, pk: int) -> HttpResponse:
    """What is read aloud at the prize giving, the last place first, with the names that the hall may hear."""
    event = _event_for_recorder(request, pk)
    view = load_event_view(event, hall_name_of(event), games_of=())
    context = {"event": event, "lists": announced_lists(view, 3) if is_over(view) else []}
    return render(request, "tournaments/prizes/aloud.html", context)


def _act_page(
    request: HttpRequest,
    event: Tournament,
    form: VerbForm,
    words: ActionPage,
    act: Callable[[Author], object],
) -> HttpResponse:
    """Run the act and return to the prizes; if it is refused, show why and keep what was typed."""
    by = author_of(request)
    if request.method == "POST" and not words.refusals and form.is_valid() and run_into_form(form, act, by):
        say_done(request, event.book, words.done, by)
        return redirect(_address(event))
    context = {"event": event, "form": form, "page": words, "back": _address(event)}
    return render(request, "tournaments/desk/act.html", context)
