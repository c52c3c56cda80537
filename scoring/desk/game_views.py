"""Views of the desk of a game: the desk itself, and a page for each action.

Users with a role in the game's book see the desk; the director acts there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from pathlib import PurePath
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.books.writing import Author
from clubs.models import Book, Role
from clubs.people.fields import Roster
from clubs.people.names import full_name
from clubs.people.queries import search_players
from clubs.web.actions import ActionPage, run_into_form, say_done
from clubs.web.body_limits import FORM_BYTES, takes_up_to
from clubs.web.decorators import form_page, page, post_only, signed_in_user
from clubs.web.forms import KeyedForm, KeyedReasonForm, VerbForm
from clubs.web.links import links_for
from clubs.web.live import live_page, watched_book
from clubs.web.qr import qr_svg
from clubs.web.request_author import author_of
from scoring import recording
from scoring.desk.fields import MAX_PICTURE_BYTES, PICTURE_TOO_LARGE
from scoring.desk.game_desk_page import game_desk_page
from scoring.desk.game_forms import ConfirmForm, EarlyEndForm, PhotoForm, ResultForm
from scoring.desk.game_page import DealOnDesk, GameDesk, build_game_desk
from scoring.desk.navigation import desk_in, return_url
from scoring.forms.substitution import SubstituteForm
from scoring.models import Adjustment, Call, Game, Photo
from scoring.store.deal_queries import deal_rows_for_desk
from scoring.store.game_queries import games_with_sides, seats_of, side_names
from scoring.store.ruling_queries import deals_to_rewrite
from scoring.store.table_queries import open_call, table_of
from scoring.wording import labels

_CONTENT_TYPES = {".jpg": "image/jpeg", ".png": "image/png", ".webp": "image/webp"}


# The desk.


@page
def game_desk(request: HttpRequest, pk: int) -> HttpResponse:
    """The game at a glance: what needs the director, all deals, the ledger, the signatures."""
    return live_page(request, watched_book(games__pk=pk), partial(_render_game_desk, request, pk))


def _render_game_desk(
    request: HttpRequest, pk: int, _book: Book, grants: permissions.RoleGrants, tag: str
) -> HttpResponse:
    game = get_object_or_404(games_with_sides(), pk=pk)
    page = game_desk_page(game, load_game_desk(game), signed_in_user(request), grants, desk_in(request))
    recorded = "recorded" in request.GET
    context = {
        "page": page,
        "answer": KeyedForm(),
        "tag": tag,
        "recorded": recorded,
        "slip_first": recorded and page.may_compare_slip_next,
    }
    return render_game_page(request, "scoring/desk/game.html", game, context)


@page
def game_sides(request: HttpRequest, pk: int) -> HttpResponse:
    """The slips for the sides: their four digits, or the link that makes a phone the side's own."""
    game = game_for(request, pk, permissions.RECORDERS)
    table = table_of(game)
    slips = []
    for side, name in zip(game.sides.all(), side_names(game, full_name), strict=True):
        address = ""
        if table is not None and game.approval == Game.Approval.OWN_PHONE:
            path = reverse("scoring:own_phone", args=[table.secret, side.secret])
            address = request.build_absolute_uri(path)
        slips.append({"name": name, "code": side.code, "address": address, "qr": address and qr_svg(address)})
    context = {"slips": slips, "table": table, "home": links_for(game.book)}
    return render_game_page(request, "scoring/desk/sides.html", game, context)


@page
def photo(request: HttpRequest, pk: int, photo: int) -> HttpResponse:
    """A photograph of the signed paper; only users with a role see it."""
    game = game_for(request, pk, permissions.ANY_ROLE)
    photograph = get_object_or_404(Photo, pk=photo, game=game)
    kind = _CONTENT_TYPES[PurePath(str(photograph.image)).suffix]
    with photograph.image.open() as picture:
        return HttpResponse(picture.read(), content_type=kind)


# Deals.


@form_page
def deal_confirm(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """The director confirms a deal, in place of the other side or against its answer."""
    game = game_for(request, pk, permissions.DIRECTORS)
    deal = desk_deal_or_404(game, number)
    form = ConfirmForm(request.POST or None, deal=deal.deal)
    page = ActionPage(
        _("Confirm deal %(number)s") % {"number": number},
        _("Confirm the deal as it is written"),
        _("The deal has been approved."),
        deal=deal,
    )
    return action_page(
        request, game, form, page, lambda by: recording.confirm_deal(by, game, form.approval())
    )


@form_page
def deal_void(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    game = game_for(request, pk, permissions.DIRECTORS)
    page = ActionPage(
        _("Declare deal %(number)s void") % {"number": number},
        _("Declare the deal void"),
        _("The deal is void."),
        _("It keeps its number and counts nothing. Until the next deal is dealt, this can be undone."),
        danger=True,
        deal=desk_deal_or_404(game, number),
    )
    return reason_page(
        request, game, page, lambda by, reason, key: recording.void_deal(by, game, number, reason, key)
    )


# Penalties and awards.


@form_page
def adjustment_cancel(request: HttpRequest, pk: int) -> HttpResponse:
    adjustment = get_object_or_404(Adjustment.objects.select_related("game", "deal"), pk=pk)
    game = game_for(request, adjustment.game_id, permissions.DIRECTORS)
    page = ActionPage(
        _("Revoke a penalty or award"),
        _("Revoke it"),
        _("The entry has been revoked."),
        f"{labels.signed_points(adjustment.points)} · {adjustment.reason}",
        danger=True,
    )
    return reason_page(
        request, game, page, lambda by, reason, key: recording.cancel_adjustment(by, adjustment, reason, key)
    )


# The game as a whole.


@form_page
def game_end(request: HttpRequest, pk: int) -> HttpResponse:
    game = game_for(request, pk, permissions.DIRECTORS)
    form = EarlyEndForm(request.POST or None, sides=side_names(game, full_name))
    title = (
        _("End the game before its target")
        if game.deals_agreed is None
        else _("End the game before its last deal")
    )
    page = ActionPage(title, _("End the game"), _("The game is over."), danger=True)
    return action_page(
        request,
        game,
        form,
        page,
        lambda by: recording.end_game(
            by, game, form.end(), form.cleaned_data["reason"], form.cleaned_data["key"]
        ),
    )


@form_page
def game_resume(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a game go on that was ended before its target."""
    game = game_for(request, pk, permissions.DIRECTORS)
    page = ActionPage(
        _("Let the game go on"),
        _("Let it go on"),
        _("The game goes on."),
        _("Its early end is undone. The next deal is dealt as if it had not ended."),
    )
    return reason_page(
        request, game, page, lambda by, reason, key: recording.resume_game(by, game, reason, key)
    )


@form_page
def game_result(request: HttpRequest, pk: int) -> HttpResponse:
    game = game_for(request, pk, permissions.DIRECTORS)
    form = ResultForm(request.POST or None, game=game, sides=side_names(game, full_name))
    page = ActionPage(
        _("Enter the totals") if game.entered_result is None else _("Correct the result"),
        _("Enter the result"),
        _("The result is entered."),
        _("For a game whose deals are not known. Deals added later must add up to the same totals."),
    )
    return action_page(request, game, form, page, lambda by: recording.record_result(by, game, form.result()))


@form_page
def result_take_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Take back a result that was entered without deals."""
    game = game_for(request, pk, permissions.DIRECTORS)
    page = ActionPage(
        _("Take the entered result back"),
        _("Revoke it"),
        _("The result is withdrawn."),
        _("What the deals make counts again, and the game goes on. The result stays in the log."),
        danger=True,
    )
    return reason_page(
        request, game, page, lambda by, reason, key: recording.take_back_result(by, game, reason, key)
    )


@form_page
def game_set_aside(request: HttpRequest, pk: int) -> HttpResponse:
    """Set a game of no event aside, as one that players opened by mistake."""
    game = game_for(request, pk, permissions.RECORDERS)
    page = ActionPage(
        _("Set the game aside"),
        _("Set it aside"),
        _("The game is set aside."),
        _("It counts for nothing any more, and its table is free. Everything recorded about it stays."),
        danger=True,
    )
    return reason_page(
        request, game, page, lambda by, reason, key: recording.set_game_aside(by, game, reason, key)
    )


@form_page
def substitute(request: HttpRequest, pk: int) -> HttpResponse:
    game = game_for(request, pk, permissions.DIRECTORS)
    roster = Roster(search_players(game.book.club))
    form = SubstituteForm(request.POST or None, seats=seats_of(game), roster=roster)
    page = ActionPage(
        _("Substitute a player"),
        _("Bring in the substitute"),
        _("The substitute has been entered."),
        _("From the next deal on. What has been played stays with the player who played it."),
    )
    return action_page(
        request,
        game,
        form,
        page,
        lambda by: recording.substitute(by, game, *form.substitution(), form.cleaned_data["key"]),
    )


@takes_up_to(MAX_PICTURE_BYTES + FORM_BYTES, PICTURE_TOO_LARGE)
@form_page
def photo_new(request: HttpRequest, pk: int) -> HttpResponse:
    """Add a photograph of the signed paper to the game."""
    game = game_for(request, pk, permissions.RECORDERS)
    form = PhotoForm(request.POST or None, request.FILES or None)
    page = ActionPage(
        _("Photograph of the signed paper"), _("Save the photograph"), _("The photograph has been saved.")
    )
    return action_page(
        request, game, form, page, lambda by: recording.keep_photo(by, game, form.cleaned_data["image"])
    )


@form_page
def photo_remove(request: HttpRequest, pk: int, photo: int) -> HttpResponse:
    """Remove a photograph that does not belong to the game."""
    game = game_for(request, pk, permissions.DIRECTORS)
    photograph = get_object_or_404(Photo.objects.select_related("game__book"), pk=photo, game=game)
    page = ActionPage(
        _("Remove the photograph"),
        _("Remove it"),
        _("The photograph has been removed."),
        _("For a picture of another game, or one that nobody can read. It is deleted; the log says so."),
        danger=True,
    )
    return reason_page(
        request, game, page, lambda by, reason, key: recording.remove_photo(by, photograph, reason, key)
    )


@post_only
def call_answer(request: HttpRequest, pk: int) -> HttpResponse:
    """Answer the call of a table."""
    call = get_object_or_404(Call.objects.select_related("game__book"), pk=pk)
    permissions.require(request.user, call.game.book, permissions.IN_CHARGE)
    form = KeyedForm(request.POST)
    key = form.cleaned_data["key"] if form.is_valid() else None
    if key is None or not run_into_form(
        form, lambda by: recording.answer_call(by, call, key), author_of(request)
    ):
        messages.error(request, _("The call could not be answered. Try once more."))
    else:
        messages.success(request, _("The call has been answered."))
    return redirect(return_url(request, call.game_id))


# Shared parts.


def game_for(request: HttpRequest, pk: int, needs: Collection[Role.Kind]) -> Game:
    """A game in whose book the user has one of these roles; raises `PermissionDenied` for anybody else."""
    game = get_object_or_404(games_with_sides(), pk=pk)
    permissions.require(request.user, game.book, needs)
    return game


def load_game_desk(game: Game) -> GameDesk:
    """The desk of a game loaded by `games_with_sides`."""
    names = side_names(game, full_name)
    rewrites = deals_to_rewrite(game)
    return build_game_desk(game, names, deal_rows_for_desk(game), open_call(game), rewrites)


def desk_deal_or_404(game: Game, number: int) -> DealOnDesk:
    """A deal of a game on its desk."""
    deal = next((deal for deal in load_game_desk(game).deals if deal.deal.number == number), None)
    if deal is None:
        raise Http404
    return deal


def render_game_page(
    request: HttpRequest, template: str, game: Game, context: Mapping[str, object]
) -> HttpResponse:
    """Render a page about a game, with the names of its sides in the context."""
    names = side_names(game, full_name)
    return render(request, template, {"game": game, "names": names, **context})


def action_page(
    request: HttpRequest,
    game: Game,
    form: VerbForm,
    page: ActionPage,
    act: Callable[[Author], object],
    *,
    template: str = "scoring/desk/act.html",
    extra_context: Mapping[str, object] | None = None,
) -> HttpResponse:
    """Run an action and return to the desk; a refusal is shown on the page with everything typed."""
    by = author_of(request)
    if form.is_valid() and run_into_form(form, act, by):
        say_done(request, game.book, page.done, by)
        return redirect("scoring:game_desk", game.pk)
    context = {"form": form, "page": page, "home": links_for(game.book), **(extra_context or {})}
    return render_game_page(request, template, game, context)


def reason_page(
    request: HttpRequest, game: Game, page: ActionPage, act: Callable[[Author, str, UUID], object]
) -> HttpResponse:
    """Run an action that takes a reason, and the key that makes it safe to send twice."""
    form = KeyedReasonForm(request.POST or None)
    return action_page(
        request,
        game,
        form,
        page,
        lambda by: act(by, form.cleaned_data["reason"], form.cleaned_data["key"]),
    )
