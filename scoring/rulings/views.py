"""Rulings, what one act costs, and written warnings: the pages of those in charge.

The views check who asks, call a verb or a query, and show a template. A warning stands on no public page.
"""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.models import Club
from clubs.people.names import full_name
from clubs.people.page_access import club_for, desk_page
from clubs.web.acts import Act, done
from clubs.web.decorators import edits, person, reads
from clubs.web.forms import ReasonOnceForm, SearchForm
from clubs.web.links import home_of
from clubs.web.request_author import author_of
from clubs.web.search import searched
from scoring import recording
from scoring.desk import game_page as desk
from scoring.desk.game_views import acted, deal_in, desk_of, game_for, game_page
from scoring.desk.navigation import address_of, back_to, desk_named
from scoring.game import history, score_sheet
from scoring.game.rulings import PassedOver
from scoring.models import Deal, Game, Ruling, WrittenWarning
from scoring.rulings.charge_form import AdjustForm
from scoring.rulings.charges import act_told
from scoring.rulings.forms import RulingForm, WarningForm
from scoring.rulings.warnings_table import WarningTable
from scoring.store import jury, queries
from scoring.wording.citations import offered

# Rulings.


@edits
def ruling_new(request: HttpRequest, pk: int) -> HttpResponse:
    """Decide a dispute, or whatever the jury was asked: of one deal, or of the game as a whole."""
    game = game_for(request, pk, permissions.IN_CHARGE)
    shown = desk_of(game)
    number = request.GET.get("deal", "")
    about = _deal_asked_for(shown, number)
    if request.method == "POST" and number and about is None:
        raise Http404
    directs = permissions.holds(request.user, game.book, permissions.DIRECTORS)
    free, passed = jury.sorted_out(game)
    form = RulingForm(
        request.POST or None,
        game=game,
        sides=shown.names,
        deal=None if about is None else about.deal,
        jury=free,
        passed_over=[one.person for one in passed],
        needs_jury=not directs,
    )
    if request.method == "POST" and form.is_valid():
        ruling = _given(request, game, form)
        if ruling is not None:
            return redirect(_after(request, ruling, directs=directs))
    context = {
        "form": form,
        "desk": shown,
        "deal": about,
        "columns": _columns_of(game, shown, about),
        "events": _events_of(game, shown, about),
        "passed_over": [PassedOver(one.person.name, one.why) for one in passed],
        "paragraphs": offered(game.ruleset),
        "home": home_of(game.book),
        "is_partial": bool(jury.why_passed_over(game, person(request))),
    }
    return game_page(request, "scoring/rulings/ruling_new.html", game, context)


def _deal_asked_for(shown: desk.Desk, number: str) -> desk.DealOnDesk | None:
    """The deal that the address names; without one the ruling is about the game as a whole."""
    return next((deal for deal in shown.deals if str(deal.deal.number) == number), None)


def _columns_of(game: Game, shown: desk.Desk, about: desk.DealOnDesk | None) -> list[score_sheet.DealColumn]:
    """What is written of the deal, line by line."""
    if about is None or about.version is None:
        return []
    return score_sheet.columns(game, shown.names, queries.DealRow(about.deal, about.version))


def _events_of(game: Game, shown: desk.Desk, about: desk.DealOnDesk | None) -> list[history.Event]:
    """What was written and said of the deal until now."""
    if about is None:
        return []
    return history.history(game, shown.names, queries.deal_told(queries.deal_of(game, about.deal.number)))


def _given(request: HttpRequest, game: Game, form: RulingForm) -> Ruling | None:
    """Enter the ruling; nothing if the verb refuses, and then the form says why."""
    made: list[Ruling] = []
    if not done(
        form,
        lambda by: made.append(recording.give_ruling(by, game, form.decision())),
        author_of(request),
    ):
        return None
    (ruling,) = made
    messages.success(request, _("Ruling %(number)s is entered.") % {"number": ruling.number})
    return ruling


def _after(request: HttpRequest, ruling: Ruling, *, directs: bool) -> str:
    """Back to the desk one has come from; or on, to write the deal anew."""
    if ruling.outcome == Ruling.Outcome.ANEW and ruling.deal is not None and directs:
        come_from = {"desk": desk_named(request), "to": request.GET.get("to")}
        return address_of("deal_amend", ruling.game_id, ruling.deal.number, ruling=ruling.pk, **come_from)
    return back_to(request, ruling.game_id)


@edits
def ruling_cancel(request: HttpRequest, pk: int) -> HttpResponse:
    ruling = get_object_or_404(Ruling.objects.select_related("game", "deal"), pk=pk)
    game = game_for(request, ruling.game_id, permissions.IN_CHARGE)
    form = ReasonOnceForm(request.POST or None)
    decided = ruling.deal is not None and ruling.outcome != Ruling.Outcome.NONE
    page = Act(
        _("Take ruling %(number)s back") % {"number": ruling.number},
        _("Take it back"),
        _("The ruling is taken back."),
        _("Its points go with it, and the deal is under protest again until it is decided anew.")
        if decided
        else _("Its points go with it. It stays readable, marked."),
        danger=True,
        deal=deal_in(game, ruling.deal.number) if ruling.deal is not None else None,
        quoted=ruling.text,
    )
    return acted(
        request,
        game,
        form,
        page,
        lambda by: recording.cancel_ruling(by, ruling, form.cleaned_data["reason"], form.cleaned_data["key"]),
    )


# What one act costs.


@edits
def adjust(request: HttpRequest, pk: int) -> HttpResponse:
    """A penalty or an award: what one act has broken, by the rules, or points of one's own."""
    game = game_for(request, pk, permissions.DIRECTORS)
    counting = request.method == "POST" and "count" in request.POST
    form = AdjustForm(
        None if counting or request.method != "POST" else request.POST,
        game=game,
        sides=queries.side_names(game, full_name),
        deals=game.deals.filter(state__in=Deal.COUNTED).order_by("-number").values_list("number", flat=True),
        initial=_typed_so_far(request.POST) if counting else {"level": request.GET.get("deal", "")},
    )
    told = act_told(game, form.chosen())
    page = Act(
        _("Penalty or award"),
        _("Enter it in the ledger"),
        told.sentence if told else _("The ledger has a new entry."),
    )
    return acted(
        request,
        game,
        form,
        page,
        lambda by: (
            recording.charge_act(by, game, form.act())
            if form.cleaned_data["penalties"]
            else recording.adjust(by, game, form.charge())
        ),
        template="scoring/rulings/charge.html",
        more={"told": told, "paragraphs": offered(game.ruleset)},
    )


def _typed_so_far(typed: QueryDict) -> dict[str, object]:
    """What stands in the form while somebody asks what it costs."""
    return {**typed.dict(), "penalties": typed.getlist("penalties")}


# Written warnings.


@edits
def warning_new(request: HttpRequest, pk: int) -> HttpResponse:
    """Warn a player of the game in writing, with the warnings of the years before in sight."""
    game = game_for(request, pk, permissions.IN_CHARGE)
    players = queries.players_of(game)
    form = WarningForm(request.POST or None, game=game, players=players)
    page = Act(
        _("Written warning"),
        _("Give the warning"),
        _("The warning is given."),
        _("It is kept by player, over the years. It stands on no public page."),
    )
    return acted(
        request,
        game,
        form,
        page,
        lambda by: recording.warn_player(by, game, form.warned()),
        template="scoring/rulings/warning_new.html",
        more={
            "earlier": queries.warnings_given(player__in=players),
            "paragraphs": offered(game.ruleset),
        },
    )


@reads
def warnings(request: HttpRequest, pk: int) -> HttpResponseBase:
    """All written warnings of a club: in its games, and to its players; by the name of a player."""
    club: Club = club_for(request, pk, permissions.IN_CHARGE)
    form = SearchForm(request.GET)
    table = WarningTable(queries.warnings_of_club(club, form.words()), club).shown(request)
    if form.words():
        table.empty_text = _("Nobody of this name has been warned.")
    found = {"form": form, "table": table}
    return searched(
        request,
        found,
        lambda: desk_page(request, "scoring/rulings/warnings.html", club, found),
        lambda: table.report(_("Written warnings"), club.name),
    )


@edits
def warning_cancel(request: HttpRequest, pk: int) -> HttpResponse:
    given = get_object_or_404(WrittenWarning.objects.select_related("game", "player"), pk=pk)
    game = game_for(request, given.game_id, permissions.IN_CHARGE)
    form = ReasonOnceForm(request.POST or None)
    page = Act(
        _("Take a written warning back"),
        _("Take it back"),
        _("The warning is taken back."),
        _("%(player)s was warned. It stays on record, marked.") % {"player": full_name(given.player)},
        danger=True,
        quoted=given.text,
    )
    return acted(
        request,
        game,
        form,
        page,
        lambda by: recording.cancel_warning(by, given, form.cleaned_data["reason"], form.cleaned_data["key"]),
    )
