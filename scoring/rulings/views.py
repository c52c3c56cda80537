"""The pages for rulings, penalties and awards, and written warnings.

Warnings are shown on no public page.
"""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.models import Club
from clubs.people.names import full_name
from clubs.people.page_access import club_for, desk_page
from clubs.web.actions import ActionPage, run_into_form, say_done
from clubs.web.decorators import form_page, page, signed_in_user
from clubs.web.forms import SearchForm
from clubs.web.links import links_for
from clubs.web.request_author import author_of
from clubs.web.search import search_response
from scoring import recording
from scoring.desk.game_page import DealOnDesk, GameDesk
from scoring.desk.game_views import (
    action_page,
    desk_deal_or_404,
    game_for,
    load_game_desk,
    reason_page,
    render_game_page,
)
from scoring.desk.navigation import desk_in, return_url, scoring_url
from scoring.game import history
from scoring.game.deal_lines import DealColumn, deal_columns
from scoring.game.rulings import RecusalDescription
from scoring.game.typed_reasons import full_reason
from scoring.models import Deal, Game, Ruling, WrittenWarning
from scoring.rulings.charge_form import AdjustmentForm
from scoring.rulings.charges import summarize_infringement
from scoring.rulings.forms import RulingForm, WarningForm
from scoring.rulings.warnings_table import WarningTable
from scoring.store import jury
from scoring.store.deal_queries import DealRow, deal_history, get_deal
from scoring.store.game_queries import players_of, side_names
from scoring.store.ruling_queries import find_warnings, warnings_of_club
from scoring.wording.citations import paragraph_options

# Rulings.


@form_page
def ruling_new(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter a ruling on a deal or on the game as a whole."""
    game = game_for(request, pk, permissions.IN_CHARGE)
    desk = load_game_desk(game)
    number = request.GET.get("deal", "")
    deal = _deal_in_address(desk, number)
    if request.method == "POST" and number and deal is None:
        raise Http404
    directs = permissions.has_role(request.user, game.book, permissions.DIRECTORS)
    eligible, recused = jury.split_jury(game)
    form = RulingForm(
        request.POST or None,
        game=game,
        sides=desk.names,
        deal=None if deal is None else deal.deal,
        jury=eligible,
        recused=[juror.person for juror in recused],
        needs_jury=not directs,
    )
    if request.method == "POST" and form.is_valid():
        ruling = _give_ruling(request, game, form)
        if ruling is not None:
            return redirect(_next_address(request, ruling, directs=directs))
    context = {
        "form": form,
        "desk": desk,
        "deal": deal,
        "columns": _deal_columns(game, desk, deal),
        "events": _deal_events(game, desk, deal),
        "recusals": [RecusalDescription(juror.person.name, juror.reason) for juror in recused],
        "paragraphs": paragraph_options(game.ruleset),
        "home": links_for(game.book),
        "is_recused": jury.is_recused(game, signed_in_user(request)),
    }
    return render_game_page(request, "scoring/rulings/ruling_new.html", game, context)


def _deal_in_address(desk: GameDesk, number: str) -> DealOnDesk | None:
    """Return the deal that the address names; without one the ruling is on the game as a whole."""
    return next((deal for deal in desk.deals if str(deal.deal.number) == number), None)


def _deal_columns(game: Game, desk: GameDesk, deal: DealOnDesk | None) -> list[DealColumn]:
    if deal is None or deal.version is None:
        return []
    return deal_columns(game, desk.names, DealRow(deal.deal, deal.version))


def _deal_events(game: Game, desk: GameDesk, deal: DealOnDesk | None) -> list[history.DealEvent]:
    if deal is None:
        return []
    past = deal_history(get_deal(game, deal.deal.number))
    return history.deal_events(game, desk.names, past, reason_of=full_reason)


def _give_ruling(request: HttpRequest, game: Game, form: RulingForm) -> Ruling | None:
    """Enter the ruling; return None if it is refused, with the reasons as errors of the form."""
    rulings: list[Ruling] = []
    by = author_of(request)
    if not run_into_form(
        form, lambda by: rulings.append(recording.give_ruling(by, game, form.decision())), by
    ):
        return None
    (ruling,) = rulings
    say_done(request, game.book, _("Ruling %(number)s has been entered.") % {"number": ruling.number}, by)
    return ruling


def _next_address(request: HttpRequest, ruling: Ruling, *, directs: bool) -> str:
    """Return the desk that the request came from; after a decision to rewrite, the page that does it."""
    if ruling.outcome == Ruling.Outcome.REWRITE and ruling.deal is not None and directs:
        origin = {"desk": desk_in(request), "to": request.GET.get("to")}
        return scoring_url("deal_amend", ruling.game_id, ruling.deal.number, ruling=ruling.pk, **origin)
    return return_url(request, ruling.game_id)


@form_page
def ruling_cancel(request: HttpRequest, pk: int) -> HttpResponse:
    ruling = get_object_or_404(Ruling.objects.select_related("game", "deal"), pk=pk)
    game = game_for(request, ruling.game_id, permissions.IN_CHARGE)
    decides_deal = ruling.deal is not None and ruling.outcome != Ruling.Outcome.NONE
    page = ActionPage(
        _("Revoke ruling %(number)s") % {"number": ruling.number},
        _("Revoke it"),
        _("The ruling has been revoked."),
        _("Its points go with it, and the deal is under protest again until a new decision is made.")
        if decides_deal
        else _("Its points go with it. It remains readable, marked as revoked."),
        danger=True,
        deal=desk_deal_or_404(game, ruling.deal.number) if ruling.deal is not None else None,
        quoted=ruling.text,
    )
    return reason_page(
        request, game, page, lambda by, reason, key: recording.cancel_ruling(by, ruling, reason, key)
    )


# Penalties and awards.


@form_page
def adjustment_new(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter a penalty or an award: the penalties of the rules for one act, or the director's own points."""
    game = game_for(request, pk, permissions.DIRECTORS)
    is_preview = request.method == "POST" and "count" in request.POST
    form = AdjustmentForm(
        None if is_preview or request.method != "POST" else request.POST,
        game=game,
        sides=side_names(game, full_name),
        deals=game.deals.filter(state__in=Deal.COUNTED).order_by("-number").values_list("number", flat=True),
        initial=_submitted_values(request.POST) if is_preview else {"level": request.GET.get("deal", "")},
    )
    infringement = summarize_infringement(game, form.chosen_penalties())
    page = ActionPage(
        _("Penalty or award"),
        _("Add it"),
        infringement.sentence if infringement else _("The penalty or award has been added."),
    )
    return action_page(
        request,
        game,
        form,
        page,
        lambda by: (
            recording.charge_infringement(by, game, form.infringement())
            if form.cleaned_data["penalties"]
            else recording.adjust(by, game, form.charge())
        ),
        template="scoring/rulings/charge.html",
        extra_context={"infringement": infringement, "paragraphs": paragraph_options(game.ruleset)},
    )


def _submitted_values(data: QueryDict) -> dict[str, object]:
    """Return the submitted values as initial values, for the preview of the cost."""
    return {**data.dict(), "penalties": data.getlist("penalties")}


# Written warnings.


@form_page
def warning_new(request: HttpRequest, pk: int) -> HttpResponse:
    """Warn a player of the game in writing; the page shows the earlier warnings."""
    game = game_for(request, pk, permissions.IN_CHARGE)
    players = players_of(game)
    form = WarningForm(request.POST or None, game=game, players=players)
    page = ActionPage(
        _("Written warning"),
        _("Give the warning"),
        _("The warning has been given."),
        _("It is kept on the player's record permanently. It is never shown publicly."),
    )
    return action_page(
        request,
        game,
        form,
        page,
        lambda by: recording.warn_player(by, game, form.notice()),
        template="scoring/rulings/warning_new.html",
        extra_context={
            "earlier": find_warnings(player__in=players, game__book__trial=False),
            "paragraphs": paragraph_options(game.ruleset),
        },
    )


@page
def warnings(request: HttpRequest, pk: int) -> HttpResponseBase:
    """List the written warnings of a club, in its games and to its players; searched by player."""
    club: Club = club_for(request, pk, permissions.IN_CHARGE)
    form = SearchForm(request.GET)
    table = WarningTable(warnings_of_club(club, form.words()), club).configured(request)
    if form.words():
        table.empty_text = _("Nobody with this name has been warned.")
    context = {"form": form, "table": table}
    return search_response(
        request,
        context,
        lambda: desk_page(request, "scoring/rulings/warnings.html", club, context),
        lambda: table.report(_("Written warnings"), club.name),
    )


@form_page
def warning_cancel(request: HttpRequest, pk: int) -> HttpResponse:
    warning = get_object_or_404(WrittenWarning.objects.select_related("game", "player"), pk=pk)
    game = game_for(request, warning.game_id, permissions.IN_CHARGE)
    page = ActionPage(
        _("Revoke a written warning"),
        _("Revoke it"),
        _("The warning has been revoked."),
        _("%(player)s was warned. It stays on record, marked as revoked.")
        % {"player": full_name(warning.player)},
        danger=True,
        quoted=warning.text,
    )
    return reason_page(
        request, game, page, lambda by, reason, key: recording.cancel_warning(by, warning, reason, key)
    )
