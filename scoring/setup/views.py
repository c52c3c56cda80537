"""The pages for a club's tables, and for opening a game that belongs to no event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.books.writing import club_book
from clubs.models import Club
from clubs.people.fields import Roster
from clubs.people.names import full_name
from clubs.people.page_access import club_for, desk_page
from clubs.people.queries import search_players
from clubs.reports.report import Report
from clubs.reports.tables import LongTable
from clubs.web import exports
from clubs.web.actions import run_into_form, say_done
from clubs.web.decorators import form_page, page
from clubs.web.forms import SearchForm, VerbForm
from clubs.web.links import links_of
from clubs.web.printed_addresses import leads_to_this_machine_only, phones_warn, printed_address
from clubs.web.qr import qr_svg
from clubs.web.request_author import author_of
from clubs.web.tables import lists_report
from clubs.web.tables import text_columns as named_columns
from scoring import recording
from scoring.game.list import number_or_name
from scoring.game.requested import requested_ruleset
from scoring.models import Game, Table
from scoring.setup.forms import (
    CardsForm,
    GamePlanForm,
    OpeningByPlayersForm,
    TableGameForm,
    TablesForm,
    game_choice,
)
from scoring.store.event_news import events_with_cards
from scoring.store.game_queries import open_games_of, side_names
from scoring.store.phones import has_card_stopped
from scoring.store.table_queries import (
    tables_of_club,
    tables_to_choose,
    tables_with_cards,
    tables_with_game,
)
from scoring.wording import labels as wording

_MAX_GAMES = 50
_MAX_LABELS = 200


# Tables.


@page
def tables(request: HttpRequest, pk: int) -> HttpResponseBase:
    """List the club's tables with their PINs and current games."""
    club = club_for(request, pk, permissions.RECORDERS)
    club_tables = tables_of_club(club)
    export = exports.export_response(
        request, lambda: _tables_report(club, club_tables), lambda: club_book(club)
    )
    if export is not None:
        return export
    context = {
        "tables": [(table, table.game and _game_summary(table.game)) for table in club_tables],
        **_card_context(club_tables),
    }
    return _tables_page(request, "scoring/setup/tables.html", club, context)


def _card_context(club_tables: Sequence[Table]) -> dict[str, object]:
    """Return for which events the cards are good, and whether some have stopped."""
    now = timezone.now()
    events = {table.card_for for table in club_tables if table.card_for is not None}
    return {
        "cards_for": sorted(links.label for links in links_of(events).values()),
        "stopped": any(has_card_stopped(table, now) for table in club_tables),
    }


def _tables_report(club: Club, club_tables: Iterable[Table]) -> Report:
    """Return the list as a report; PINs are text, since one may begin with a zero."""
    lines = [
        (number_or_name(table.name), table.pin, _game_summary(table.game) if table.game else "")
        for table in club_tables
    ]
    columns = named_columns(table=_("Table"), pin=_("PIN"), game=_("Game"))
    table = LongTable(columns=columns, lines=lambda: iter(lines), key="tables")
    return lists_report(_("Tables"), table, club=club.name)


@form_page
def tables_new(request: HttpRequest, pk: int) -> HttpResponse:
    club = club_for(request, pk, permissions.DIRECTORS)
    form = TablesForm(request.POST or None, initial={"labels": request.GET.get("labels", "")[:_MAX_LABELS]})
    if request.method == "POST" and form.is_valid():
        labels, key = form.cleaned_data["labels"], form.cleaned_data["key"]
        by = author_of(request)
        if run_into_form(form, lambda by: recording.create_tables(by, club, labels, key), by):
            say_done(request, club_book(club), _("The tables have been added. Print their cards next."), by)
            return redirect("scoring:tables", club.pk)
    return _tables_page(request, "scoring/setup/tables_new.html", club, {"form": form})


@form_page
def tables_pins(request: HttpRequest, pk: int) -> HttpResponse:
    """Give every table a new PIN and a new code, after a confirmation."""
    club = club_for(request, pk, permissions.DIRECTORS)
    form = CardsForm(request.POST or None, events=events_with_cards(club))
    if request.method == "POST" and form.is_valid():
        key, event = form.cleaned_data["key"], form.chosen_event()
        if run_into_form(form, lambda by: recording.renew_cards(by, club, key, event), author_of(request)):
            messages.success(
                request, _("Every table has a new PIN and a new code. The cards must be reprinted.")
            )
            return redirect("scoring:tables", club.pk)
    return _tables_page(request, "scoring/setup/tables_pins.html", club, {"form": form})


@form_page
def tables_opening(request: HttpRequest, pk: int) -> HttpResponse:
    """Say whether players may open games at free tables, by their cards and without an account."""
    club = club_for(request, pk, permissions.DIRECTORS)
    form, by = (
        OpeningByPlayersForm(request.POST or None, initial={"allowed": club.players_open_games}),
        author_of(request),
    )
    if request.method == "POST" and form.is_valid():
        allowed = form.cleaned_data["allowed"]
        if run_into_form(form, lambda by: recording.let_players_open_games(by, club, allowed=allowed), by):
            say_done(request, club_book(club), _("The setting is saved."), by)
            return redirect("scoring:tables", club.pk)
    return _tables_page(request, "scoring/setup/tables_opening.html", club, {"form": form})


@page
def table_cards(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a card for each table, to print: QR code, short address and PIN."""
    club = club_for(request, pk, permissions.RECORDERS)
    cards, club_tables = [], tables_with_cards(club)
    for table in club_tables:
        address = printed_address(request, reverse("scoring:table", args=[table.secret]))
        cards.append({"table": table, "qr": qr_svg(address), "address": address})
    context = {
        "cards": cards,
        **_card_context(club_tables),
        "short": printed_address(request, reverse("scoring:pin")),
        "alone": leads_to_this_machine_only(request),
        "phones_warn": phones_warn(),
    }
    return _tables_page(request, "scoring/printing/table_cards.html", club, context)


@form_page
def table_game(request: HttpRequest, pk: int) -> HttpResponse:
    """Set the open game that is played at a table, or none."""
    table = get_object_or_404(tables_with_game(), pk=pk)
    club = club_for(request, table.club_id, permissions.RECORDERS)
    search = SearchForm(request.GET)
    open_games = open_games_of(club, search.words())[:_MAX_GAMES]
    games = {str(game.pk): _game_label(game) for game in open_games}
    if table.game is not None:
        games.setdefault(str(table.game.pk), _game_label(table.game))
    form = TableGameForm(request.POST or None, games=games, initial={"game": table.game_id or ""})
    if request.method == "POST" and form.is_valid():
        pk_of_game = form.cleaned_data["game"]
        chosen = Game.objects.select_related("book").get(pk=pk_of_game) if pk_of_game else None
        moved, by = chosen or table.game, author_of(request)
        if run_into_form(form, lambda by: recording.assign_table(by, table, chosen), by):
            say_done(
                request,
                moved.book if moved else club_book(club),
                _("The game has been assigned to the table."),
                by,
            )
            return redirect("scoring:tables", club.pk)
    context = {
        "form": form,
        "table": table,
        "search": search,
        "now": table.game and _game_summary(table.game),
    }
    return _tables_page(request, "scoring/table/game.html", club, context)


@form_page
def table_delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete a table at which no game is, after a confirmation."""
    table = get_object_or_404(tables_with_game(), pk=pk)
    club = club_for(request, table.club_id, permissions.DIRECTORS)
    form = VerbForm(request.POST if request.method == "POST" else None)
    sent = request.method == "POST" and form.is_valid()
    if sent and run_into_form(form, lambda by: recording.delete_table(by, table), author_of(request)):
        messages.success(request, _("The table is deleted."))
        return redirect("scoring:tables", club.pk)
    return _tables_page(request, "scoring/setup/table_delete.html", club, {"form": form, "table": table})


def _tables_page(
    request: HttpRequest, template: str, club: Club, context: Mapping[str, object]
) -> HttpResponse:
    directs = permissions.has_role(request.user, club_book(club), permissions.DIRECTORS)
    return desk_page(request, template, club, {"directs": directs, **context})


def _game_label(game: Game) -> str:
    """Return the label of a game for the desk: its table, rules and players."""
    return f"{game}, {_game_summary(game)}" if game.label else _game_summary(game)


def _game_summary(game: Game) -> str:
    return f"{wording.ruleset_name(game.ruleset)}: {' / '.join(side_names(game, full_name))}"


# A new game.


@form_page
def game_new(request: HttpRequest, pk: int) -> HttpResponse:
    """Open a game that belongs to no event. Rule set and form are chosen first: they determine the fields."""
    club = club_for(request, pk, permissions.RECORDERS)
    requested_ruleset(request.GET)
    choice = game_choice(request.POST or request.GET)
    roster = Roster(search_players(club))
    is_submitted = request.method == "POST" and "show" not in request.POST
    form = GamePlanForm(
        request.POST if is_submitted else None,
        choice=choice,
        roster=roster,
        tables=tables_to_choose(club),
        initial=request.POST.dict(),
    )
    if is_submitted and form.is_valid() and (game := _open_game(request, club, form)):
        messages.success(request, _("The game has been opened."))
        return redirect("scoring:game_desk", game.pk)
    return desk_page(request, "scoring/setup/game_new.html", club, {"form": form, "roster": roster})


def _open_game(request: HttpRequest, club: Club, form: GamePlanForm) -> Game | None:
    """Open the game and set it to its table; return None if refused, with errors on the form."""
    games: list[Game] = []
    plan, table, key = form.plan(), form.chosen_table(), form.cleaned_data["key"]
    if not run_into_form(
        form, lambda by: games.append(recording.open_game(by, club, plan, key)), author_of(request)
    ):
        return None
    (game,) = games
    if table is not None and table.game_id != game.pk:
        recording.assign_table(author_of(request), table, game)
    return game
