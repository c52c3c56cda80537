"""The pages of entries: the list with the check-in, new entries, and lots."""

from __future__ import annotations

from functools import partial
from typing import Final
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.books import permissions
from clubs.books.writing import Author, club_book
from clubs.models import Book, Player, Role
from clubs.people.names import full_name
from clubs.reports.tables import ExportReport
from clubs.web import exports
from clubs.web.actions import run_into_form, say_done
from clubs.web.body_limits import takes_import
from clubs.web.decorators import form_page, page, post_only, signed_in_user
from clubs.web.forms import SearchForm
from clubs.web.live import live_page, watched_book
from clubs.web.request_author import author_of
from clubs.web.viewer_roles import require_role, viewer_roles
from scoring import recording
from scoring.wording import labels
from tournaments import running
from tournaments.agreement.agreement import PlacesBy
from tournaments.desk.act_views import require_director
from tournaments.entries.forms import (
    CheckInForm,
    ChoosePlayersForm,
    LotsForm,
    PasteEntriesForm,
)
from tournaments.entries.licences import licence_warnings
from tournaments.entries.list import EntryList, NextRound, arrival_limit, build_entry_list
from tournaments.entries.search_page import load_entry_search_page, player_ids
from tournaments.entries.start_list import start_list_table
from tournaments.entries.turns_form import RestingForm
from tournaments.models import Entry, Round, Tournament
from tournaments.play import entry_queries, queries
from tournaments.play.hidden_names import describe_hidden_names
from tournaments.play.names import entry_name
from tournaments.public.standings import current_language
from tournaments.public.tables import about_event

# Somebody taps through the list while people come in: it is longer than others.
_ROWS_PER_PAGE: Final = 100

# The list, and on paper.


@page
def entries(request: HttpRequest, pk: int) -> HttpResponseBase:
    """All entries: who is here, who is missing, and at which table they sit; the start list as a file."""
    return live_page(request, watched_book(tournament__pk=pk), partial(_render_entries, request, pk))


def _render_entries(
    request: HttpRequest, pk: int, book: Book, grants: permissions.RoleGrants, tag: str
) -> HttpResponseBase:
    event = get_object_or_404(Tournament.objects.select_related("book", "club"), pk=pk)
    search, page = SearchForm(request.GET), request.GET.get("page", "")
    drawn = queries.current_round(event)
    entry_list = _load_entry_list(event, drawn, search.words())
    export = exports.export_response(request, lambda: _start_list_file(event, entry_list), lambda: event.book)
    if export is not None:
        return export
    context = {
        **_list_context(event, grants.in_book(book.pk), search.words(), drawn, entry_list, page),
        "form": search,
        "ruleset": labels.ruleset_name(event.ruleset),
        "hidden_names": describe_hidden_names(event, signed_in_user(request), entry_list.hidden_players),
        "substitutes": entry_queries.get_substitutes(event),
        "singles": entry_queries.players_without_partner(event) if event.agreement.players == 2 else [],
        "tag": tag,
    }
    response = render(request, _template_for(request, "tournaments/entries/list_page.html"), context)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _start_list_file(event: Tournament, entry_list: EntryList) -> ExportReport:
    """The start list of the entries that the search finds."""
    table = start_list_table(entry_list, event.agreement.players)
    return ExportReport(
        title=event.title,
        subtitle=table.caption,
        club=event.club.name,
        about=about_event(event),
        tables=(table,),
        language=current_language(),
    )


def _load_entry_list(event: Tournament, drawn: Round | None, words: str) -> EntryList:
    return build_entry_list(
        event,
        entry_queries.entries_with_clubs(event),
        entry_queries.pairings_by_entry(drawn),
        entry_queries.former_places(event),
        arrival_limit(event, drawn, timezone.now()),
        words,
        full_name,
        _next_round(drawn),
    )


def _next_round(drawn: Round | None) -> NextRound:
    if drawn is None:
        return NextRound(1)
    if drawn.state == Round.State.DRAWN:
        return NextRound(drawn.number)
    return NextRound(drawn.number + 1, entry_queries.entries_before_their_first_deal(drawn))


def _list_context(
    event: Tournament,
    roles: frozenset[Role.Kind],
    words: str,
    drawn: Round | None,
    entry_list: EntryList,
    page: str,
) -> dict[str, object]:
    """The context of the list, which htmx also fetches alone after each tap."""
    is_open = event.state != Tournament.State.OFFICIAL
    is_in_time = entry_queries.takes_new_entries(event.agreement, drawn)
    return {
        "event": event,
        "listing": entry_list,
        "page": Paginator(entry_list.found, _ROWS_PER_PAGE).get_page(page),
        "kept": f"{urlencode({'q': words})}&" if words else "",
        "round": drawn,
        "words": words,
        "directs": not roles.isdisjoint(permissions.DIRECTORS),
        "checks": is_open and not roles.isdisjoint(permissions.RECORDERS),
        "changes": is_open and not roles.isdisjoint(permissions.DIRECTORS),
        "enters": is_in_time and event.takes_entries and not roles.isdisjoint(permissions.DIRECTORS),
    }


def _template_for(request: HttpRequest, page: str) -> str:
    """The template of the whole page; of the list alone for htmx."""
    return "tournaments/entries/_list.html" if getattr(request, "htmx", False) else page


@post_only
def check_in(request: HttpRequest, pk: int) -> HttpResponse:
    """Mark an entry as here or not here, or say who of three rests; the same twice changes nothing."""
    event = get_object_or_404(Tournament.objects.select_related("book", "club"), pk=pk)
    require_role(request, event.book, permissions.RECORDERS)
    search, page = SearchForm(request.POST), request.POST.get("page", "")
    if "resting" in request.POST:
        entry, error = _set_resting(request, event)
    else:
        form = CheckInForm(request.POST)
        entry = _get_checked_entry(event, form)
        error = _check_in(request, form, entry)
    if getattr(request, "htmx", False):
        drawn = queries.current_round(event)
        entry_list = _load_entry_list(event, drawn, search.words())
        roles = viewer_roles(request, event.book)
        context = _list_context(event, roles, search.words(), drawn, entry_list, page)
        return render(request, "tournaments/entries/_list.html", {**context, "error": error})
    if error:
        messages.error(request, error)
    kept = {name: value for name, value in (("q", search.words()), ("page", page)) if value}
    query = f"?{urlencode(kept)}" if kept else ""
    fragment = f"#entry-{entry.number}" if entry else ""
    return redirect(f"{reverse('tournaments:entries', args=[event.pk])}{query}{fragment}")


def _get_checked_entry(event: Tournament, form: CheckInForm) -> Entry | None:
    if not form.is_valid():
        return None
    return (
        Entry.objects.filter(tournament=event, number=form.number).select_related("tournament__book").first()
    )


def _check_in(request: HttpRequest, form: CheckInForm, entry: Entry | None) -> str:
    """Check the entry in or out; return why that is refused, or an empty string."""
    if entry is None:
        return _("No entry has this number.")
    try:
        running.check_in(author_of(request), entry, here=form.is_here)
    except recording.NotNow as refusal:
        return str(refusal)
    return ""


def _set_resting(request: HttpRequest, event: Tournament) -> tuple[Entry | None, str]:
    """Let one of three rest; return the entry, and why that is refused, or an empty string."""
    form = RestingForm(request.POST)
    if not form.is_valid():
        return None, _("No entry has this number.")
    number, drawn, player = form.values()
    entry = Entry.objects.filter(tournament=event, number=number).select_related("tournament__book").first()
    resting = Player.objects.filter(pk=player).first()
    if entry is None or resting is None:
        return None, _("No entry has this number.")
    try:
        running.set_resting(author_of(request), entry, drawn, resting)
    except recording.NotNow as refusal:
        return entry, str(refusal)
    return entry, ""


# New entries.


@form_page
def entry_new(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter players of the club by search, one tap for each."""
    event = _get_directed_event(request, pk)
    sent = request.POST if request.method == "POST" else request.GET
    form, search = ChoosePlayersForm(sent, event=event), SearchForm(request.GET)
    chosen = form.players if form.is_valid() else []
    if request.method == "POST" and form.is_valid():
        by = author_of(request)
        if entered := _enter_chosen(event, form, by):
            say_done(request, event.book, entered, by)
            return redirect(request.path)
        if form.is_valid():
            return redirect(f"{request.path}?{urlencode({'chosen': player_ids(chosen)})}")
        chosen = form.without_the_last()
    context = {
        "event": event,
        "form": form if request.method == "POST" else None,
        "search": search,
        "page": load_entry_search_page(
            event,
            search.words(),
            chosen,
            is_sent="go" in request.GET,
            adds=may_add_players(request, event),
        ),
    }
    htmx = getattr(request, "htmx", False)
    template = "tournaments/entries/_found.html" if htmx else "tournaments/entries/new.html"
    response = render(request, template, context)
    patch_vary_headers(response, ["HX-Request"])
    return response


def may_add_players(request: HttpRequest, event: Tournament) -> bool:
    """Whether the user may add players to the club: a director of this event alone may not."""
    return permissions.has_role(request.user, club_book(event.club), permissions.DIRECTORS)


def _enter_chosen(event: Tournament, form: ChoosePlayersForm, by: Author) -> str:
    """Enter the chosen players once they are as many as an entry has; sent twice, they are entered once.

    Returns the message of success; empty where a player is missing or the form has errors.
    """
    entry = entry_queries.find_entry(event, form.players) if form.is_complete else None
    if entry is None:
        form.add_entered_errors()
        if not form.is_complete:
            return ""
        if not form.errors:
            run_into_form(form, lambda by: running.enter_pairs(by, event, [form.players]), by)
        # When two people enter the same players at once, one is refused and the entry exists all the same.
        entry = entry_queries.find_entry(event, form.players)
    if entry is None:
        return ""
    values = {"name": entry_name(entry, full_name), "entry": entry.number, "number": entry.from_round}
    if entry.from_round == 1:
        entered = _("%(name)s: entered as number %(entry)s.") % values
    else:
        entered = _("%(name)s: entered as number %(entry)s, plays from round %(number)s on.") % values
    return " ".join([entered, *licence_warnings(form.players, event.date)])


@takes_import
@form_page
def pairs(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter many at once by a pasted list, one entry a line."""
    event = _get_directed_event(request, pk)
    adds = may_add_players(request, event)
    initial = {"outside": "outside" in request.GET}
    form = PasteEntriesForm(request.POST or None, event=event, adds=adds, initial=initial)

    def enter(by: Author) -> object:
        outside = form.cleaned_data["outside"]
        return running.enter_with_guests(by, event, form.entries, outside=outside)

    by = author_of(request)
    coming = entry_queries.get_late_entry_terms(event)
    if request.method == "POST" and form.is_valid() and run_into_form(form, enter, by):
        say_done(request, event.book, _entered_sentence(len(form.entries), coming.from_round), by)
        return redirect("tournaments:desk", event.pk)
    context = {
        "form": form,
        "event": event,
        "free": queries.members_without_entry(event),
        "coming": coming,
        "adds": adds,
    }
    return render(request, "tournaments/entries/paste.html", context)


def _entered_sentence(count: int, from_round: int) -> str:
    values = {"count": count, "number": from_round}
    if from_round == 1:
        return ngettext("%(count)s entry has been made.", "%(count)s entries have been made.", count) % values
    return (
        ngettext(
            "%(count)s entry has been made and plays from round %(number)s on.",
            "%(count)s entries have been made and play from round %(number)s on.",
            count,
        )
        % values
    )


# Lots.


@form_page
def lots(request: HttpRequest, pk: int) -> HttpResponse:
    """Store the lots that were drawn by hand before the players."""
    event = _get_directed_event(request, pk)
    entries = list(queries.get_entries(event))
    form = LotsForm(request.POST or None, entries=entries, name_of=full_name)
    if request.method == "POST" and form.is_valid():
        sent = form.cleaned_data["seen"]
        by = author_of(request)
        if run_into_form(form, lambda by: running.draw_lots(by, event, form.lots(), sent), by):
            say_done(request, event.book, _("The lots have been saved."), by)
            return redirect("tournaments:entries", event.pk)
        form.show_stored(list(queries.get_entries(event)))
    decides = event.agreement.uses_lots
    places = decides and event.agreement.places_by is PlacesBy.LOTS
    context = {"event": event, "form": form, "decides": decides, "places": places}
    return render(request, "tournaments/entries/lots.html", context)


def _get_directed_event(request: HttpRequest, pk: int) -> Tournament:
    """An event that the user directs; refused to everybody else."""
    return require_director(
        request, get_object_or_404(Tournament.objects.select_related("book", "club"), pk=pk)
    )
