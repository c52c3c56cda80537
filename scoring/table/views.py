"""Views of a table: its page, the PIN, the seats, starting a deal, calling the director, a side's own phone.

They need no account: the table's secret is enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_safe

from clubs.accounts.pin_limits import Guesser
from clubs.db.write_priority import yield_to_writers
from clubs.web.hall import is_in_hall
from clubs.web.links import links_for
from clubs.web.origin import network_of, origin_of
from clubs.web.outbox import redirect_to
from scoring import recording
from scoring.game.table_names import joined_names
from scoring.models import Game, Side, Table
from scoring.store.phones import Phones
from scoring.store.sheets import rules_of_game
from scoring.store.table_queries import current_game
from scoring.table import device
from scoring.table.deal_summary import protocol_statuses
from scoring.table.decorators import (
    form_page_at_table,
    no_card_page,
    page_at_table,
    post_only_at_table,
)
from scoring.table.forms import CallForm, DealForm, GameForm, PinForm, StartForm, TableSeatsForm
from scoring.table.live import state_tag, table_of_tag
from scoring.table.news import table_news
from scoring.table.outbox import back_to_table
from scoring.table.page import page_for
from scoring.wording.labels import ruleset_name


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@csrf_exempt
def pin(request: HttpRequest) -> HttpResponse:
    """Open a table by its PIN, for those who cannot scan its code.

    The front page has a field for it too, and is the same for everybody: its form has no token until a script
    has fetched one. A PIN that comes without one is not looked up, but stands in the form to be sent again.
    """
    status = HTTPStatus.OK
    if request.method == "POST":
        response = _open_by_pin(request)
        if response.status_code != HTTPStatus.FORBIDDEN:
            return device.remember_device(response, request)
        status = HTTPStatus.FORBIDDEN
    form = PinForm(None, by=_guesser(request), initial={"pin": request.POST.get("pin", "")})
    page = render(request, "scoring/table/pin.html", {"form": form}, status=status)
    return device.remember_device(page, request)


def _guesser(request: HttpRequest) -> Guesser:
    """Under what the attempts of a phone are counted."""
    return Guesser(
        phone=device.device_name(request),
        network=network_of(origin_of(request)),
        in_hall=is_in_hall(request),
        right_at=device.right_before(request),
    )


@csrf_protect
def _open_by_pin(request: HttpRequest) -> HttpResponse:
    form = PinForm(request.POST, by=_guesser(request))
    if form.is_valid() and form.table is not None:
        return redirect("scoring:table", form.table.secret)
    return render(request, "scoring/table/pin.html", {"form": form})


@never_cache
@require_safe
def table(request: HttpRequest, secret: str) -> HttpResponse:
    """The page of a table with its game. It polls itself and gets 304 while nothing has changed."""
    try:
        tag = state_tag(secret)
    except Http404:
        return no_card_page(request)
    response = get_conditional_response(request, etag=tag)
    if response is None:
        with yield_to_writers():
            table = device.table_or_404(secret)
            context = {"table": table, "tag": tag, **_phones_context(request, table)}
            context["may_open"] = recording.may_open_game(table)
            response = render(request, "scoring/table/page.html", context)
    response["ETag"] = tag
    device.remember_right(response, request, table_of_tag(tag))
    return device.remember_device(response, request)


def _phones_context(request: HttpRequest, table: Table) -> dict[str, object]:
    """What the page shows: when the event is over it names nobody any more, but leads to the game."""
    phones = device.phones_of_table(table)
    if table.game is None or phones == Phones.WRITE:
        return _game_context(request, table.game)
    if phones == Phones.READ:
        return {**_game_context(request, table.game), "reads_until": table.game.book.phones_until}
    return {"over": table.game, "home": links_for(table.game.book)}


def _game_context(request: HttpRequest, game: Game | None) -> dict[str, object]:
    """What the page shows of the game at the table."""
    if game is None:
        return {}
    current = current_game(game)
    own = own_side(request, current.sides)
    page = page_for(current, own)
    return {
        "game": game,
        "ruleset": ruleset_name(game.ruleset),
        "page": page,
        "news": table_news(page),
        "own": own,
        "own_name": joined_names([own] if own else []),
        "call": current.call,
        "protocols": protocol_statuses(current),
        "start": StartForm(game=game, number=page.next_number),
        "take_start_back": DealForm(game=game, initial={"number": page.step.number}),
        "take_call_back": GameForm(game=game, auto_id=False),
    }


def own_side(request: HttpRequest, sides: Sequence[Side]) -> Side | None:
    """The side whose own phone this is; None on the table's phone."""
    secret = device.own_secret(request)
    return next((side for side in sides if side.secret == secret), None)


@form_page_at_table
def seats(request: HttpRequest, table: Table, game: Game) -> HttpResponse:
    """Record who drew highest, from which seats and dealer follow; a table may skip this."""
    form = TableSeatsForm(request.POST if request.method == "POST" else None, game=game)
    if form.is_valid():
        try:
            recording.take_seats(device.author_at(request, table), game, form.seats())
        except ValidationError as refusal:
            form.refuse(refusal)
        else:
            messages.success(request, _("The seats have been saved."))
            return back_to_table(request, table)
    elif request.method != "POST" and game.deals.exists():
        raise recording.NotNow(_("A deal has already been dealt: the seats can no longer be changed."))
    return render(request, "scoring/table/seats.html", {"table": table, "game": game, "form": form})


@post_only_at_table
def start(request: HttpRequest, table: Table, game: Game) -> HttpResponse:
    """Start the next deal. Where there are contracts, bidding comes next."""
    form = StartForm(request.POST, game=game)
    if not form.is_valid():
        raise recording.NotNow(_("Your entry could not be read. Please try again."))
    typed, by = form.cleaned_data, device.author_at(request, table)
    try:
        recording.start_deal(by, game, typed["number"], typed["key"], form.sits_out(), form.in_time())
    except ValidationError as refusal:
        raise recording.NotNow(" ".join(refusal.messages)) from refusal
    if rules_of_game(game).contract is not None:
        return redirect_to(request, reverse("scoring:table_contract", args=[table.secret, typed["number"]]))
    return back_to_table(request, table)


@post_only_at_table
def take_start_back(request: HttpRequest, table: Table, game: Game) -> HttpResponse:
    """Take the start of a deal back that was not dealt."""
    form = DealForm(request.POST, game=game)
    if not form.is_valid():
        raise recording.NotNow(_("Your entry could not be read. Please try again."))
    typed = form.cleaned_data
    recording.take_start_back(device.author_at(request, table), game, typed["number"], typed["key"])
    return back_to_table(request, table)


@post_only_at_table
def take_call_back(request: HttpRequest, table: Table, game: Game) -> HttpResponse:
    """Take the call for the director back."""
    form = GameForm(request.POST, game=game)
    if not form.is_valid():
        raise recording.NotNow(_("Your entry could not be read. Please try again."))
    recording.take_call_back(device.author_at(request, table), game, form.cleaned_data["key"])
    return back_to_table(request, table)


@form_page_at_table
def call(request: HttpRequest, table: Table, game: Game) -> HttpResponse:
    """Call the director with a reason."""
    form = CallForm(request.POST if request.method == "POST" else None, game=game)
    if form.is_valid():
        try:
            recording.call_director(device.author_at(request, table), game, form.call_words())
        except ValidationError as refusal:
            form.refuse(refusal)
        else:
            return back_to_table(request, table)
    elif request.method != "POST" and game.calls.filter(answered_at=None).exists():
        # The way back after a call: the page of the table says that the director has been called.
        return back_to_table(request, table)
    return render(request, "scoring/table/call.html", {"table": table, "game": game, "form": form})


@page_at_table
def own_phone(_request: HttpRequest, table: Table, game: Game, side_secret: str) -> HttpResponse:
    """Make the phone that opens a side's link the side's own."""
    side = next((side for side in game.sides.all() if side.secret == side_secret), None)
    if side is None:
        raise Http404
    response = redirect("scoring:table", table.secret)
    device.remember_own_side(response, side)
    return response
