"""The pages of an event's entries: who is entered, who is here, which lots were drawn, who plays for whom.

They check who asks, call a verb or a query, and show a template.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.books import permissions
from clubs.books.writing import Author, of_club
from clubs.models import Book, Player, Role
from clubs.people.fields import Roster
from clubs.people.names import full_name
from clubs.people.queries import players_found
from clubs.reports.tables import Tables
from clubs.web import exports
from clubs.web.acts import Act, done
from clubs.web.decorators import acts, edits, reads
from clubs.web.forms import SearchForm
from clubs.web.live import followed, watched
from clubs.web.request_author import author_of
from scoring import recording
from scoring.models import Game, Seat
from scoring.store import queries as game_queries
from scoring.wording import labels
from tournaments import running
from tournaments.desk.act_views import directed
from tournaments.entries.forms import (
    AtTableForm,
    CheckForm,
    ChosenForm,
    KeepTableForm,
    LotsForm,
    PasteForm,
)
from tournaments.entries.list import Listing, late_limit, listing_of
from tournaments.entries.start_list import start_list
from tournaments.models import Entry, Pairing, Round, Tournament
from tournaments.play import entry_queries, queries
from tournaments.play.names import pair_name
from tournaments.public.standings import language

# The list, and on paper.


@reads
def entries(request: HttpRequest, pk: int) -> HttpResponseBase:
    """All entries: who is here, who is missing, at which table they sit; on paper the start list."""
    return followed(request, watched(tournament=pk), partial(_entries_shown, request, pk))


def _entries_shown(
    request: HttpRequest, pk: int, book: Book, held: permissions.Held, tag: str
) -> HttpResponseBase:
    event = get_object_or_404(Tournament.objects.select_related("book", "club"), pk=pk)
    search = SearchForm(request.GET)
    drawn = queries.current_round(event)
    listing = _listing_now(event, drawn, search.words())
    if (taken := exports.asked(request, lambda: _start_file(event, listing))) is not None:
        return taken
    context = {
        **_list_context(event, held.in_book(book.pk), search.words(), drawn, listing),
        "form": search,
        "ruleset": labels.ruleset_name(event.ruleset),
        "substitutes": entry_queries.substitutes_of(event),
        "tag": tag,
    }
    response = render(request, _template_for(request, "tournaments/entries/list_page.html"), context)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _start_file(event: Tournament, listing: Listing) -> Tables:
    """The start list, as far as a search has left it."""
    table = start_list(listing, event.agreed.players)
    return Tables(
        title=event.name, subtitle=table.caption, club=event.club.name, tables=(table,), language=language()
    )


def _listing_now(event: Tournament, drawn: Round | None, wanted: str) -> Listing:
    return listing_of(
        event,
        entry_queries.entries_with_clubs(event),
        entry_queries.pairings_by_entry(drawn),
        late_limit(event, drawn, timezone.now()),
        wanted,
        full_name,
    )


def _list_context(
    event: Tournament, roles: frozenset[Role.Kind], wanted: str, drawn: Round | None, listing: Listing
) -> dict[str, object]:
    """What the list alone needs, as it also comes by htmx after each tap."""
    is_open = event.state != Tournament.State.OFFICIAL
    return {
        "event": event,
        "listing": listing,
        "round": drawn,
        "words": wanted,
        "directs": not roles.isdisjoint(permissions.DIRECTORS),
        "checks": is_open and not roles.isdisjoint(permissions.RECORDERS),
        "changes": is_open and not roles.isdisjoint(permissions.DIRECTORS),
    }


def _template_for(request: HttpRequest, page: str) -> str:
    """The whole page, or by htmx the list alone."""
    return "tournaments/entries/_list.html" if getattr(request, "htmx", False) else page


@acts
def check_in(request: HttpRequest, pk: int) -> HttpResponse:
    """A tap in the list: somebody is here, or is not. Twice is once."""
    event = get_object_or_404(Tournament.objects.select_related("book", "club"), pk=pk)
    permissions.require(request.user, event.book, permissions.RECORDERS)
    form, search = CheckForm(request.POST), SearchForm(request.POST)
    entry = _checked_entry(event, form)
    told = _told_of_check(request, form, entry)
    if getattr(request, "htmx", False):
        drawn = queries.current_round(event)
        listing = _listing_now(event, drawn, search.words())
        roles = permissions.roles_in(request.user, event.book)
        context = _list_context(event, roles, search.words(), drawn, listing)
        return render(request, "tournaments/entries/_list.html", {**context, "told": told})
    if told:
        messages.error(request, told)
    asked = f"?{urlencode({'q': search.words()})}" if search.words() else ""
    place = f"#entry-{entry.number}" if entry else ""
    return redirect(f"{reverse('tournaments:entries', args=[event.pk])}{asked}{place}")


def _checked_entry(event: Tournament, form: CheckForm) -> Entry | None:
    if not form.is_valid():
        return None
    return (
        Entry.objects.filter(tournament=event, number=form.number).select_related("tournament__book").first()
    )


def _told_of_check(request: HttpRequest, form: CheckForm, entry: Entry | None) -> str:
    """Do it; what stands against it in a sentence, or nothing."""
    if entry is None:
        return _("No entry has this number.")
    try:
        running.check_in(author_of(request), entry, here=form.is_here)
    except recording.NotNow as refusal:
        return str(refusal)
    return ""


# Who comes.


@edits
def entry_new(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter a pair or a player by search in the club's players, one tap for each."""
    event = _event_directed(request, pk)
    sent = request.POST if request.method == "POST" else request.GET
    form, search = ChosenForm(sent, event=event), SearchForm(request.GET)
    wanted = search.words()
    chosen = form.players if form.is_valid() else []
    if request.method == "POST" and form.is_valid():
        if there := _entered(request, event, form):
            messages.success(request, there)
            return redirect(request.path)
        if form.is_valid():
            return redirect(f"{request.path}?{urlencode({'chosen': _ids_of(chosen)})}")
        chosen = form.without_the_last()
    context = {
        "event": event,
        "form": form if request.method == "POST" else None,
        "search": search,
        "words": wanted,
        "chosen": chosen,
        "chosen_ids": _ids_of(chosen),
        "names": " – ".join(full_name(player) for player in chosen),
        "is_last": len(chosen) + 1 >= event.agreed.players,
        "found": entry_queries.members_found(event, wanted, without=chosen),
        "coming": entry_queries.coming_now(event),
        "adds": _adds_to_club(request, event),
    }
    htmx = getattr(request, "htmx", False)
    page = "tournaments/entries/_found.html" if htmx else "tournaments/entries/new.html"
    response = render(request, page, context)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _adds_to_club(request: HttpRequest, event: Tournament) -> bool:
    """Whether somebody may make players of the club: who directs this event alone may not."""
    return permissions.holds(request.user, of_club(event.club), permissions.DIRECTORS)


def _ids_of(players: Sequence[Player]) -> str:
    return " ".join(str(player.pk) for player in players)


def _entered(request: HttpRequest, event: Tournament, form: ChosenForm) -> str:
    """Enter those who are chosen, once they are as many as an entry has; sent twice it is one entry.

    Says that they are entered. Nothing where somebody is missing, or where the form says what is wrong.
    """
    entry = entry_queries.entry_of(event, form.players) if form.is_whole else None
    if entry is None:
        form.refuse_entered()
        if not form.is_whole:
            return ""
        if not form.errors:
            done(form, lambda by: running.enter_pairs(by, event, [form.players]), author_of(request))
        # Of two who enter the same at once one is refused, and the entry is there all the same.
        entry = entry_queries.entry_of(event, form.players)
    if entry is None:
        return ""
    return _("%(name)s: entered under number %(entry)s.") % {
        "name": pair_name(entry, full_name),
        "entry": entry.number,
    }


@edits
def pairs(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter many at once by pasting a list, one entry a line."""
    event = _event_directed(request, pk)
    form = PasteForm(request.POST or None, event=event)

    def enter(by: Author) -> object:
        return running.enter_pairs(by, event, form.entries)

    if request.method == "POST" and form.is_valid() and done(form, enter, author_of(request)):
        messages.success(request, _entered_sentence(len(form.entries)))
        return redirect("tournaments:desk", event.pk)
    context = {
        "form": form,
        "event": event,
        "free": queries.not_entered(event),
        "coming": entry_queries.coming_now(event),
        "adds": _adds_to_club(request, event),
    }
    return render(request, "tournaments/entries/paste.html", context)


def _entered_sentence(count: int) -> str:
    return ngettext("%(count)s entry is made.", "%(count)s entries are made.", count) % {"count": count}


# Who cannot move.


@edits
def keep_table(request: HttpRequest, pk: int) -> HttpResponse:
    """An entry that cannot move keeps a table from the next draw on."""
    entry = get_object_or_404(
        Entry.objects.select_related("tournament__book", "tournament__club").prefetch_related(
            queries.with_players()
        ),
        pk=pk,
    )
    event = directed(request, entry.tournament)
    form = KeepTableForm(request.POST or None, initial={"table": entry.keeps_table})
    page = Act(
        _("%(name)s: table") % {"name": pair_name(entry, full_name)},
        _("Save"),
        _("It holds from the next draw on."),
        _("For those who cannot move. Their opponents come to them, and two who keep a table never meet."),
    )
    back = f"{reverse('tournaments:entries', args=[event.pk])}#entry-{entry.number}"
    if request.method == "POST" and form.is_valid():
        table = form.cleaned_data["table"]
        if done(form, lambda by: running.keep_table(by, entry, table), author_of(request)):
            messages.success(request, page.done)
            return redirect(back)
    return render(
        request, "tournaments/desk/act.html", {"event": event, "form": form, "page": page, "back": back}
    )


# Lots.


@edits
def lots(request: HttpRequest, pk: int) -> HttpResponse:
    """Write down the lots that were drawn by hand before the players."""
    event = _event_directed(request, pk)
    drawn = list(queries.entries_of(event))
    form = LotsForm(request.POST or None, entries=drawn, call=full_name)
    if request.method == "POST" and form.is_valid():
        sent = form.cleaned_data["seen"]
        if done(form, lambda by: running.draw_lots(by, event, form.lots(), sent), author_of(request)):
            messages.success(request, _("The lots are written down."))
            return redirect("tournaments:entries", event.pk)
        form.beside(list(queries.entries_of(event)))
    decides = "lot" in event.agreed.chain
    return render(
        request, "tournaments/entries/lots.html", {"event": event, "form": form, "decides": decides}
    )


# Substitutes.


@edits
def substitute(request: HttpRequest, pk: int) -> HttpResponse:
    """In a game of the round that is on somebody of the club takes a player's seat."""
    pairing = get_object_or_404(
        Pairing.objects.select_related("round__tournament__book", "round__tournament__club", "game__book"),
        pk=pk,
        game__isnull=False,
    )
    event = directed(request, pairing.round.tournament)
    game = pairing.game
    if game is None:
        raise Http404
    form = AtTableForm(
        request.POST or None,
        seats=game_queries.seats_of(game),
        roster=Roster(players_found(event.club)),
        busy=entry_queries.playing_elsewhere(pairing),
    )
    page = Act(
        _("Table %(number)s: substitute") % {"number": pairing.table},
        _("Change the player"),
        _("The player is changed."),
        _("From the next deal on, and in this game alone. What was played stays with who played it."),
    )
    change = partial(_put_in, game=game, form=form)
    if request.method == "POST" and (
        done(form, change, author_of(request)) if form.is_valid() else form.sent_before(event)
    ):
        messages.success(request, page.done)
        return redirect("tournaments:entries", event.pk)
    context = {"event": event, "form": form, "page": page, "sides": queries.side_names(pairing, full_name)}
    return render(request, "tournaments/entries/substitute.html", context)


def _put_in(by: Author, game: Game, form: AtTableForm) -> Seat:
    return recording.substitute(by, game, *form.who(), form.cleaned_data["key"])


# What they share.


def _event_directed(request: HttpRequest, pk: int) -> Tournament:
    """An event that this person directs; refused to everybody else."""
    return directed(request, get_object_or_404(Tournament.objects.select_related("book", "club"), pk=pk))
