"""The desk of a game, for signed-in people: they look at it, and act on it by one page for each act.

Whoever holds a role in the game's book sees the desk; the director decides there. The views check who asks,
call a verb or a query, and show a template.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.books.writing import Author, of_club
from clubs.models import Book, Role
from clubs.people.fields import Roster
from clubs.people.names import full_name
from clubs.people.queries import players_found
from clubs.web.acts import Act, done
from clubs.web.decorators import acts, edits, person, reads
from clubs.web.forms import KeyedForm, ReasonOnceForm, VerbForm
from clubs.web.links import home_of
from clubs.web.live import followed, watched
from clubs.web.qr import qr_svg
from clubs.web.request_author import author_of
from scoring import recording
from scoring.desk import game_page as desk
from scoring.desk.game_forms import ConfirmForm, EarlyEndForm, PhotoForm, ResultForm, SubstituteForm
from scoring.desk.navigation import back_to, desk_named
from scoring.desk.proofreading import check_of
from scoring.game.rulings import at_the_desk, rulings_told
from scoring.game.score_sheet import sentences_of_aside
from scoring.game.signatures import collecting, signatures_of
from scoring.models import Adjustment, Call, Game, Photo
from scoring.store import queries, signing_queries
from scoring.wording import labels

if TYPE_CHECKING:
    pass

_CONTENT_TYPES = {".jpg": "image/jpeg", ".png": "image/png", ".webp": "image/webp"}


# Looking.


@reads
def game_desk(request: HttpRequest, pk: int) -> HttpResponse:
    """The game at a glance: what needs a person, every deal, the ledger, who sits where."""
    page = partial(_desk_shown, request, pk)
    return followed(request, watched(games=pk), page)


def _desk_shown(request: HttpRequest, pk: int, book: Book, held: permissions.Held, tag: str) -> HttpResponse:
    game, roles = get_object_or_404(queries.with_sides(), pk=pk), held.in_book(book.pk)
    shown, oversees = desk_of(game), not roles.isdisjoint(permissions.IN_CHARGE)
    counts = not game.is_set_aside
    rows = [queries.DealRow(deal.deal, deal.version) for deal in shown.deals]
    context = {
        "desk": shown,
        "rulings": rulings_told(game, shown.names, queries.rulings_of(game), at_the_desk),
        "warnings": queries.warnings_given(game=game) if oversees else (),
        "home": home_of(game.book),
        "ruleset": labels.ruleset_name(game.ruleset),
        "table": queries.table_of(game),
        "ledger": queries.adjustments_of(game).select_related("author"),
        "photos": game.photos.all(),
        # Of a game that is set aside nothing is written; the log is read, and people are still warned.
        "directs": counts and not roles.isdisjoint(permissions.DIRECTORS),
        "records": counts and not roles.isdisjoint(permissions.RECORDERS),
        "in_charge": counts and oversees,
        "oversees": oversees,
        "oversees_club": not held.of_club.isdisjoint(permissions.IN_CHARGE),
        "aside": list(sentences_of_aside(game)),
        "answer": KeyedForm(),
        "checked": check_of(game, shown.names, rows, person(request)),
        "list": desk_named(request) or _desk_over(book, held),
        "tag": tag,
        **_told_of_end(game, shown),
    }
    return game_page(request, "scoring/desk/game.html", game, context)


def _desk_over(book: Book, held: permissions.Held) -> int | None:
    """The book of the desk that lists a game: the event's, or the club's for who has a role there."""
    if book.kind != Book.Kind.GAME:
        return book.pk
    return of_club(book.club).pk if held.of_club else None


def _told_of_end(game: Game, shown: desk.Desk) -> dict[str, object]:
    """The signatures of a game that is over; of one that goes on, whether a correction opened it again."""
    rows = [queries.DealRow(deal.deal, deal.version) for deal in shown.deals]
    signings = queries.signings_of(game)
    told = signatures_of(game, shown.names, rows, signings, full_name)
    return {
        "signatures": told,
        "stands": told.now if told else collecting(game, rows, signings, full_name) if game.over else None,
        "went_on": signing_queries.went_on(game) if game.state == Game.State.OPEN else None,
    }


@reads
def game_sides(request: HttpRequest, pk: int) -> HttpResponse:
    """What each side is handed: its four digits, or the link that makes a phone its own."""
    game = game_for(request, pk, permissions.RECORDERS)
    table = queries.table_of(game)
    slips = []
    for side, name in zip(game.sides.all(), queries.side_names(game, full_name), strict=True):
        address = ""
        if table is not None and game.approval == Game.Approval.OWN_PHONE:
            path = reverse("scoring:own_phone", args=[table.secret, side.secret])
            address = request.build_absolute_uri(path)
        slips.append({"name": name, "code": side.code, "address": address, "qr": address and qr_svg(address)})
    context = {"slips": slips, "table": table, "home": home_of(game.book)}
    return game_page(request, "scoring/desk/sides.html", game, context)


@reads
def photo(request: HttpRequest, pk: int, photo: int) -> HttpResponse:
    """A photograph of the signed paper, for those who hold a role: it stands at no public address."""
    game = game_for(request, pk, permissions.ANY_ROLE)
    kept = get_object_or_404(Photo, pk=photo, game=game)
    kind = _CONTENT_TYPES[PurePath(str(kept.image)).suffix]
    with kept.image.open() as picture:
        return HttpResponse(picture.read(), content_type=kind)


# Deals.


@edits
def deal_confirm(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """The director confirms a deal as it is written, in place of the other side or against its word."""
    game = game_for(request, pk, permissions.DIRECTORS)
    deal = deal_in(game, number)
    form = ConfirmForm(request.POST or None, deal=deal.deal)
    page = Act(
        _("Confirm deal %(number)s") % {"number": number},
        _("Confirm the deal as it is written"),
        _("The deal is approved."),
        deal=deal,
    )
    return acted(request, game, form, page, lambda by: recording.confirm_deal(by, game, form.approval()))


@edits
def deal_void(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    game = game_for(request, pk, permissions.DIRECTORS)
    form = ReasonOnceForm(request.POST or None)
    page = Act(
        _("Declare deal %(number)s void") % {"number": number},
        _("Declare the deal void"),
        _("The deal is void."),
        _("It keeps its number and counts nothing. This cannot be taken back."),
        danger=True,
        deal=deal_in(game, number),
    )
    return acted(
        request,
        game,
        form,
        page,
        lambda by: recording.void_deal(
            by, game, number, form.cleaned_data["reason"], form.cleaned_data["key"]
        ),
    )


# Penalties and awards.


@edits
def adjustment_cancel(request: HttpRequest, pk: int) -> HttpResponse:
    made = get_object_or_404(Adjustment.objects.select_related("game", "side", "deal"), pk=pk)
    game = game_for(request, made.game_id, permissions.DIRECTORS)
    form = ReasonOnceForm(request.POST or None)
    page = Act(
        _("Take a penalty or award back"),
        _("Take it back"),
        _("The entry is taken back."),
        f"{labels.signed(made.points)} · {made.reason}",
        danger=True,
    )
    return acted(
        request,
        game,
        form,
        page,
        lambda by: recording.cancel_adjustment(
            by, made, form.cleaned_data["reason"], form.cleaned_data["key"]
        ),
    )


# The game as a whole.


@edits
def game_end(request: HttpRequest, pk: int) -> HttpResponse:
    game = game_for(request, pk, permissions.DIRECTORS)
    form = EarlyEndForm(request.POST or None, sides=queries.side_names(game, full_name))
    title = (
        _("End the game before its target")
        if game.deals_agreed is None
        else _("End the game before its last deal")
    )
    page = Act(title, _("End the game"), _("The game is over."), danger=True)
    return acted(
        request,
        game,
        form,
        page,
        lambda by: recording.finish(
            by, game, form.end(), form.cleaned_data["reason"], form.cleaned_data["key"]
        ),
    )


@edits
def game_result(request: HttpRequest, pk: int) -> HttpResponse:
    game = game_for(request, pk, permissions.DIRECTORS)
    form = ResultForm(request.POST or None, sides=queries.side_names(game, full_name))
    page = Act(
        _("Enter the result only"),
        _("Enter the result"),
        _("The result is entered."),
        _("For a game whose deals are not known. Deals that are added later must make the same totals."),
    )
    return acted(request, game, form, page, lambda by: recording.record_result(by, game, form.result()))


@edits
def substitute(request: HttpRequest, pk: int) -> HttpResponse:
    game = game_for(request, pk, permissions.DIRECTORS)
    roster = Roster(players_found(game.book.club))
    form = SubstituteForm(request.POST or None, seats=queries.seats_of(game), roster=roster)
    page = Act(
        _("Substitute a player"),
        _("Change the player"),
        _("The player is changed."),
        _("From the next deal on. What was played stays with who played it."),
    )
    return acted(
        request,
        game,
        form,
        page,
        lambda by: recording.substitute(by, game, *form.who(), form.cleaned_data["key"]),
    )


@edits
def photo_new(request: HttpRequest, pk: int) -> HttpResponse:
    """A photograph of the signed paper, kept with the game."""
    game = game_for(request, pk, permissions.RECORDERS)
    form = PhotoForm(request.POST or None, request.FILES or None)
    page = Act(_("Photograph of the signed paper"), _("Keep the photograph"), _("The photograph is kept."))
    return acted(
        request, game, form, page, lambda by: recording.keep_photo(by, game, form.cleaned_data["image"])
    )


@acts
def call_answer(request: HttpRequest, pk: int) -> HttpResponse:
    """Somebody in charge has been at the table that called."""
    call = get_object_or_404(Call.objects.select_related("game__book"), pk=pk)
    permissions.require(request.user, call.game.book, permissions.IN_CHARGE)
    form = KeyedForm(request.POST)
    key = form.cleaned_data["key"] if form.is_valid() else None
    if key is None or not done(form, lambda by: recording.answer_call(by, call, key), author_of(request)):
        messages.error(request, _("The call could not be answered. Try once more."))
    else:
        messages.success(request, _("The call is answered."))
    return redirect(back_to(request, call.game_id))


# What they share.


def game_for(request: HttpRequest, pk: int, needs: Collection[Role.Kind]) -> Game:
    """A game in whose book this person holds one of the roles; refused to everybody else."""
    game = get_object_or_404(queries.with_sides(), pk=pk)
    permissions.require(request.user, game.book, needs)
    return game


def desk_of(game: Game) -> desk.Desk:
    names = queries.side_names(game, full_name)
    anew = queries.deals_to_write_anew(game)
    return desk.desk_of(game, names, queries.on_desk(game), queries.open_call(game), anew)


def deal_in(game: Game, number: int) -> desk.DealOnDesk:
    """A deal of a game as the desk shows it."""
    found = next((deal for deal in desk_of(game).deals if deal.deal.number == number), None)
    if found is None:
        raise Http404
    return found


def game_page(request: HttpRequest, template: str, game: Game, context: Mapping[str, object]) -> HttpResponse:
    names = queries.side_names(game, full_name)
    return render(request, template, {"game": game, "names": names, **context})


def acted(
    request: HttpRequest,
    game: Game,
    form: VerbForm,
    page: Act,
    act: Callable[[Author], object],
    *,
    template: str = "scoring/desk/act.html",
    more: Mapping[str, object] | None = None,
) -> HttpResponse:
    """Do it and go back to the desk; if it cannot be done, the page says why and keeps what was typed."""
    if form.is_valid() and done(form, act, author_of(request)):
        messages.success(request, page.done)
        return redirect("scoring:game_desk", game.pk)
    context = {"form": form, "page": page, "home": home_of(game.book), **(more or {})}
    return game_page(request, template, game, context)
