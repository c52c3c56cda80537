"""A club's tables, and new games that belong to no event: for those who work there.

The views check who asks, call a verb or a query, and show a template.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.books.writing import of_club
from clubs.models import Club
from clubs.people.fields import Roster
from clubs.people.names import full_name
from clubs.people.page_access import club_for, desk_page
from clubs.people.queries import players_found
from clubs.reports.report import Report
from clubs.reports.tables import LongTable
from clubs.web import exports
from clubs.web.acts import done
from clubs.web.decorators import edits, reads
from clubs.web.forms import KeyedForm, SearchForm
from clubs.web.qr import qr_svg
from clubs.web.request_author import author_of, is_this_machine
from clubs.web.tables import named as named_columns
from clubs.web.tables import report_of
from scoring import recording
from scoring.game.list import number_or_name
from scoring.models import Game, Table
from scoring.setup.forms import PlanForm, TableGameForm, TablesForm, offer_of
from scoring.store import queries
from scoring.wording import labels as wording

_MOST_GAMES = 50


# Tables.


@reads
def tables(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The club's tables: the PIN of each, and what is played there now."""
    club = club_for(request, pk, permissions.RECORDERS)
    listed = queries.tables_of(club)
    if (taken := exports.asked(request, lambda: _tables_file(club, listed))) is not None:
        return taken
    shown = {"tables": [(table, table.game and _played(table.game)) for table in listed]}
    return _tables_page(request, "scoring/setup/tables.html", club, shown)


def _tables_file(club: Club, listed: Iterable[Table]) -> Report:
    """The list with its PINs as they are typed: text, for one may begin with a zero."""
    lines = [
        (number_or_name(table.label), table.pin, _played(table.game) if table.game else "")
        for table in listed
    ]
    columns = named_columns(_("Table"), _("PIN"), _("Game"))
    return report_of(_("Tables"), LongTable(columns=columns, lines=lambda: iter(lines)), club=club.name)


@edits
def tables_new(request: HttpRequest, pk: int) -> HttpResponse:
    club = club_for(request, pk, permissions.DIRECTORS)
    form = TablesForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        labels, key = form.cleaned_data["labels"], form.cleaned_data["key"]
        if done(form, lambda by: recording.make_tables(by, club, labels, key), author_of(request)):
            messages.success(request, _("The tables are made. Print their cards next."))
            return redirect("scoring:tables", club.pk)
    return _tables_page(request, "scoring/setup/tables_new.html", club, {"form": form})


@edits
def tables_pins(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask once more, then give every table another PIN."""
    club = club_for(request, pk, permissions.DIRECTORS)
    form = KeyedForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        key = form.cleaned_data["key"]
        if done(form, lambda by: recording.renew_pins(by, club, key), author_of(request)):
            messages.success(request, _("Every table has a new PIN. The cards must be printed anew."))
            return redirect("scoring:tables", club.pk)
    return _tables_page(request, "scoring/setup/tables_pins.html", club, {"form": form})


@reads
def table_cards(request: HttpRequest, pk: int) -> HttpResponse:
    """A card for each table, to print: the code for a phone's camera, the short address and the PIN."""
    club = club_for(request, pk, permissions.RECORDERS)
    cards = []
    for table in queries.tables_of(club):
        address = request.build_absolute_uri(reverse("scoring:table", args=[table.secret]))
        cards.append({"table": table, "qr": qr_svg(address), "address": address})
    context = {
        "cards": cards,
        "short": request.build_absolute_uri(reverse("scoring:pin")),
        "alone": is_this_machine(request.get_host()),
    }
    return _tables_page(request, "scoring/printing/table_cards.html", club, context)


@edits
def table_game(request: HttpRequest, pk: int) -> HttpResponse:
    """Say which of the club's open games is played at a table, or that it is free."""
    table = get_object_or_404(queries.tables_with_game(), pk=pk)
    club = club_for(request, table.club_id, permissions.RECORDERS)
    search = SearchForm(request.GET)
    found = queries.open_games_of(club, search.words())[:_MOST_GAMES]
    games = {str(game.pk): _named(game) for game in found}
    if table.game is not None:
        games.setdefault(str(table.game.pk), _named(table.game))
    form = TableGameForm(request.POST or None, games=games, initial={"game": table.game_id or ""})
    if request.method == "POST" and form.is_valid():
        pk_of_game = form.cleaned_data["game"]
        chosen = Game.objects.select_related("book").get(pk=pk_of_game) if pk_of_game else None
        if done(form, lambda by: recording.set_table(by, table, chosen), author_of(request)):
            messages.success(request, _("The table is set."))
            return redirect("scoring:tables", club.pk)
    context = {"form": form, "table": table, "search": search, "now": table.game and _played(table.game)}
    return _tables_page(request, "scoring/table/game.html", club, context)


def _tables_page(
    request: HttpRequest, template: str, club: Club, context: Mapping[str, object]
) -> HttpResponse:
    directs = permissions.holds(request.user, of_club(club), permissions.DIRECTORS)
    return desk_page(request, template, club, {"directs": directs, **context})


def _named(game: Game) -> str:
    """A game as the desk calls it: for which table, what is played, and by whom."""
    return f"{game}, {_played(game)}" if game.label else _played(game)


def _played(game: Game) -> str:
    return f"{wording.ruleset_name(game.ruleset)}: {' / '.join(queries.side_names(game, full_name))}"


# A new game.


@edits
def game_new(request: HttpRequest, pk: int) -> HttpResponse:
    """Open a game that belongs to no event. The game and its form are chosen first: the rest follows."""
    club = club_for(request, pk, permissions.RECORDERS)
    asked = offer_of(request.POST or request.GET)
    roster = Roster(players_found(club))
    sent = request.method == "POST" and "show" not in request.POST
    form = PlanForm(
        request.POST if sent else None,
        asked=asked,
        roster=roster,
        tables=queries.tables_to_choose(club),
        initial=request.POST.dict(),
    )
    if sent and form.is_valid() and (game := _opened(request, club, form)):
        messages.success(request, _("The game is open."))
        return redirect("scoring:game_desk", game.pk)
    return desk_page(request, "scoring/setup/game_new.html", club, {"form": form, "roster": roster})


def _opened(request: HttpRequest, club: Club, form: PlanForm) -> Game | None:
    """Open the game and set it to its table; nothing if a verb refuses, and then the form says why."""
    opened: list[Game] = []
    plan, table, key = form.plan(), form.chosen_table(), form.cleaned_data["key"]
    if not done(form, lambda by: opened.append(recording.open_game(by, club, plan, key)), author_of(request)):
        return None
    (game,) = opened
    if table is not None and table.game_id != game.pk:
        recording.set_table(author_of(request), table, game)
    return game
