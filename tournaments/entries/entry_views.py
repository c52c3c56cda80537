"""The pages of one entry: edited, removed, brought back, kept at a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.books.writing import Author
from clubs.models import Player
from clubs.people.fields import Roster
from clubs.people.names import full_name
from clubs.web.actions import ActionPage, run_into_form, say_done
from clubs.web.decorators import form_page
from clubs.web.forms import VerbForm
from clubs.web.request_author import author_of
from tournaments import running
from tournaments.desk.act_views import require_director
from tournaments.entries.edit_form import EditEntryForm, EntryPlayersForm
from tournaments.entries.forms import FixedTableForm, OutsideForm
from tournaments.entries.turns_form import AddThirdForm, RemoveThirdForm
from tournaments.entries.views import may_add_players
from tournaments.models import Entry, Round, Tournament
from tournaments.play import queries
from tournaments.play.names import entry_name
from tournaments.running.entry_removal import why_not_removable
from tournaments.running.replacing import why_not_replaceable


@form_page
def entry_edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Change the players, the number or the lot of an entry."""
    entry = _get_entry(pk)
    event = require_director(request, entry.tournament)
    is_drawn = event.rounds.exclude(state=Round.State.REMOVED).exists()
    members, players = list(queries.eligible_players(event)), queries.entry_players(entry)
    left = [player for player in players if player not in members]
    form = EditEntryForm(
        request.POST or None, entry=entry, roster=Roster([*members, *left]), is_drawn=is_drawn
    )
    form.adds_guests = may_add_players(request, event)
    if request.method == "POST" and form.is_valid():
        seen = form.cleaned_data["seen"] or None
        by = author_of(request)

        def edit(by: Author, players: Sequence[Player]) -> object:
            return running.edit_entry(by, entry, form.change(players), seen)

        if run_into_form(form, _with_guests(event, form.players(), edit), by):
            say_done(request, event.book, _("The entry is changed."), by)
            return redirect(_address_in_list(entry))
    context = {
        "event": event,
        "entry": entry,
        "name": entry_name(entry, full_name),
        "form": form,
        "edited_players": _editable_players(request, event, players),
        "why_not_removable": why_not_removable(entry),
        "takes_turns": len(players) if 3 in event.agreement.entry_sizes and event.takes_entries else 0,
        "back": _address_in_list(entry),
    }
    return render(request, "tournaments/entries/edit.html", context)


def _editable_players(request: HttpRequest, event: Tournament, players: Sequence[Player]) -> list[Player]:
    """Return those of the players whose names and clubs the user may correct."""
    edits = may_add_players(request, event)
    return [player for player in players if edits and player.home_club_id == event.club_id]


@form_page
def entry_remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove an entry that has no game."""
    entry = _get_entry(pk)
    page = ActionPage(
        _("Remove %(pair)s") % {"pair": entry_name(entry, full_name)},
        _("Remove the entry"),
        _("The entry is removed."),
        _("It has no game yet. Its players can be entered again."),
        danger=True,
    )
    return _entry_action_page(request, entry, page, lambda by: running.remove_entry(by, entry))


@form_page
def entry_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Bring an entry back that has withdrawn."""
    entry = _get_entry(pk)
    page = ActionPage(
        _("Bring back %(pair)s") % {"pair": entry_name(entry, full_name)},
        _("Bring the entry back"),
        _("The entry is brought back."),
        _(
            "It plays from the next round on and has missed the rounds since it withdrew. "
            "A game that it left goes on if its round is still being played."
        ),
    )
    return _entry_action_page(request, entry, page, lambda by: running.bring_back(by, entry))


@form_page
def entry_third(request: HttpRequest, pk: int) -> HttpResponse:
    """Add a third player who takes turns with a pair, or take one of the three out."""
    entry = _get_entry(pk)
    event = require_director(request, entry.tournament)
    leaves = len(queries.entry_players(entry)) > event.agreement.players
    form = (
        RemoveThirdForm(request.POST or None, entry=entry, name_of=full_name)
        if leaves
        else AddThirdForm(request.POST or None, roster=Roster([*queries.members_without_entry(event)]))
    )
    title = _("One of three leaves: %(pair)s") if leaves else _("A third player for %(pair)s")
    page = ActionPage(
        title % {"pair": entry_name(entry, full_name)},
        _("Take out") if leaves else _("Add to the pair"),
        _("The entry is changed."),
        _("The other two play on as a pair. What was played stays.")
        if leaves
        else _(
            "Two of the three play in each round. Who rests goes by turn, or is said in the list of entries "
            "until the first deal; nobody of them is a substitute."
        ),
    )
    by = author_of(request)

    if isinstance(form, AddThirdForm):
        form.adds_guests = may_add_players(request, event)

    if request.method == "POST" and form.is_valid() and run_into_form(form, _third_act(entry, form), by):
        say_done(request, event.book, page.done, by)
        return redirect(_address_in_list(entry))
    context = {"event": event, "form": form, "page": page, "back": _address_in_list(entry)}
    return render(request, "tournaments/entries/third.html", context)


def _third_act(entry: Entry, form: AddThirdForm | RemoveThirdForm) -> Callable[[Author], object]:
    if isinstance(form, RemoveThirdForm):
        leaving = form.chosen()
        return lambda by: running.remove_third(by, entry, leaving)
    return _with_guests(
        entry.tournament,
        [form.cleaned_data["player"]],
        lambda by, players: running.add_third(by, entry, running.ThirdPlayer(players[0])),
    )


@form_page
def entry_replace(request: HttpRequest, pk: int) -> HttpResponse:
    """Let others take over an entry that has left."""
    entry = _get_entry(pk)
    event = require_director(request, entry.tournament)
    roster = Roster([*queries.members_without_entry(event)])
    form = EntryPlayersForm(request.POST or None, entry=entry, roster=roster)
    page = ActionPage(
        _("Replace %(pair)s") % {"pair": entry_name(entry, full_name)},
        _("Let them take it over"),
        _("The entry is taken over."),
        _(
            "They get its number, its place and its results, and play from the next round on. "
            "The rounds since it left are missed. They do not count as substitutes."
        ),
    )
    form.adds_guests, by = may_add_players(request, event), author_of(request)
    if request.method == "POST" and form.is_valid():
        replace = _with_guests(
            event, form.players(), lambda by, players: running.replace_entry(by, entry, players)
        )
        if run_into_form(form, replace, by):
            say_done(request, event.book, page.done, by)
            return redirect(_address_in_list(entry))
    context = {
        "event": event,
        "form": form,
        "page": page,
        "refused": why_not_replaceable(entry),
        "back": _address_in_list(entry),
    }
    return render(request, "tournaments/entries/replace.html", context)


def _with_guests(
    event: Tournament, players: Sequence[Player], act: Callable[[Author, Sequence[Player]], object]
) -> Callable[[Author], object]:
    """Return the act with these players, of whom those who are new come to the club with it."""
    return lambda by: running.with_guests(by, event, [players], lambda stored: act(by, stored[0]))


def _get_entry(pk: int) -> Entry:
    entries = Entry.objects.select_related("tournament__book", "tournament__club")
    return get_object_or_404(entries.prefetch_related(queries.prefetch_players()), pk=pk)


def _address_in_list(entry: Entry) -> str:
    return f"{reverse('tournaments:entries', args=[entry.tournament_id])}#entry-{entry.number}"


def _entry_action_page(
    request: HttpRequest, entry: Entry, page: ActionPage, act: Callable[[Author], object]
) -> HttpResponse:
    """Run an act on an entry and return to the list; if it is refused, say why."""
    event = require_director(request, entry.tournament)
    form = VerbForm(request.POST if request.method == "POST" else None)
    by = author_of(request)
    if request.method == "POST" and form.is_valid() and run_into_form(form, act, by):
        say_done(request, event.book, page.done, by)
        return redirect("tournaments:entries", event.pk)
    back = _address_in_list(entry)
    return render(
        request, "tournaments/desk/act.html", {"event": event, "form": form, "page": page, "back": back}
    )


@form_page
def entry_outside(request: HttpRequest, pk: int) -> HttpResponse:
    """Say whether an entry plays outside the competition."""
    entry = _get_entry(pk)
    event = require_director(request, entry.tournament)
    form = OutsideForm(request.POST if request.method == "POST" else None, initial={"outside": entry.outside})
    page = ActionPage(
        _("%(name)s: outside the competition") % {"name": entry_name(entry, full_name)},
        _("Save"),
        _("The entry is changed."),
        _("For guests, and for those who play so that nobody sits out."),
    )
    back, by = _address_in_list(entry), author_of(request)
    if request.method == "POST" and form.is_valid():
        outside = form.cleaned_data["outside"]
        if run_into_form(form, lambda by: running.set_outside(by, entry, outside=outside), by):
            say_done(request, event.book, page.done, by)
            return redirect(back)
    return render(
        request, "tournaments/desk/act.html", {"event": event, "form": form, "page": page, "back": back}
    )


@form_page
def keep_table(request: HttpRequest, pk: int) -> HttpResponse:
    """Fix the table of an entry that cannot move, from the next draw on."""
    entry = _get_entry(pk)
    event = require_director(request, entry.tournament)
    form = FixedTableForm(request.POST or None, initial={"table": entry.fixed_table})
    page = ActionPage(
        _("%(name)s: stationary table") % {"name": entry_name(entry, full_name)},
        _("Save"),
        _("It takes effect with the next draw."),
        _(
            "For those who cannot change tables. Their opponents come to them, and two "
            "stationary entries never meet."
        ),
    )
    back = _address_in_list(entry)
    if request.method == "POST" and form.is_valid():
        table = form.cleaned_data["table"]
        by = author_of(request)
        if run_into_form(form, lambda by: running.set_fixed_table(by, entry, table), by):
            say_done(request, event.book, page.done, by)
            return redirect(back)
    return render(
        request, "tournaments/desk/act.html", {"event": event, "form": form, "page": page, "back": back}
    )
