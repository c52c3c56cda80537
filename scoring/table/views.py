"""The page of a table: its game and the next step, and the small acts around it.

No account: the table's secret is enough. What the other side says of a deal is in `answer_views`.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs.web.request_author import origin_of
from clubs.web.write_priority import in_turn
from scoring import recording
from scoring.models import Game, Side, Table
from scoring.store import queries
from scoring.table import device
from scoring.table import page as table_page
from scoring.table.decorators import acts, edits, reads
from scoring.table.forms import CallForm, PinForm, SeatsForm, StartForm
from scoring.wording.labels import ruleset_name


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def pin(request: HttpRequest) -> HttpResponse:
    """A table's PIN, for those who cannot read its code."""
    form = PinForm(request.POST if request.method == "POST" else None, address=origin_of(request))
    if form.is_valid() and form.table is not None:
        return device.remembered(redirect("scoring:table", form.table.secret), request)
    return device.remembered(render(request, "scoring/table/pin.html", {"form": form}), request)


@never_cache
@require_safe
def table(request: HttpRequest, secret: str) -> HttpResponse:
    """A table with its game. The page asks for itself again and again, and is told when nothing is new."""
    tag = _tag_of(queries.table_state(secret))
    response = get_conditional_response(request, etag=tag)
    if response is None:
        with in_turn():
            shown = device.table_or_404(secret)
            context = {"table": shown, "tag": tag, **_shown_of(request, shown.game)}
            response = render(request, "scoring/table/page.html", context)
    response["ETag"] = tag
    return device.remembered(response, request)


def _tag_of(state: tuple[int, int | None, int | None] | None) -> str:
    """The name of a table's state: what it depends on, in a language, in this release."""
    if state is None:
        raise Http404
    number, game, revision = state
    return f'W/"{number}-{game}-{revision}-{get_language()}-{settings.RELEASE}"'


def _shown_of(request: HttpRequest, game: Game | None) -> dict[str, object]:
    """What the page shows of a game."""
    if game is None:
        return {}
    now = queries.game_now(game)
    own = own_side(request, now.sides)
    page = table_page.page_of(now, own)
    return {
        "game": game,
        "ruleset": ruleset_name(game.ruleset),
        "page": page,
        "own": own,
        "own_name": table_page.called([own] if own else []),
        "call": now.call,
        "handed_in": table_page.handed_in(now),
        "start": StartForm(game=game, initial={"number": page.next_number}),
    }


def own_side(request: HttpRequest, sides: Sequence[Side]) -> Side | None:
    """The side whose own phone this is."""
    secret = device.own_secret(request)
    return next((side for side in sides if side.secret == secret), None)


@edits
def seats(request: HttpRequest, table: Table, game: Game) -> HttpResponse:
    """Who drew highest, and what follows from it; may be left out."""
    form = SeatsForm(request.POST if request.method == "POST" else None, game=game)
    if form.is_valid():
        try:
            recording.take_seats(device.author_at(request, table), game, form.seats())
        except ValidationError as refusal:
            form.refuse(refusal)
        else:
            messages.success(request, _("The seats are taken."))
            return redirect("scoring:table", table.secret)
    elif request.method != "POST" and game.deals.exists():
        raise recording.NotNow(_("A deal has been dealt already: seats stay as they are."))
    return render(request, "scoring/table/seats.html", {"table": table, "game": game, "form": form})


@acts
def start(request: HttpRequest, table: Table, game: Game) -> HttpResponse:
    """The cards of the next deal are dealt."""
    form = StartForm(request.POST, game=game)
    if form.is_valid():
        typed = form.cleaned_data
        recording.start_deal(device.author_at(request, table), game, typed["number"], typed["key"])
    else:
        messages.error(request, _("What was sent could not be read. Try again."))
    return redirect("scoring:table", table.secret)


@edits
def call(request: HttpRequest, table: Table, game: Game) -> HttpResponse:
    """Call the director, saying why."""
    form = CallForm(request.POST if request.method == "POST" else None, game=game)
    if form.is_valid():
        try:
            recording.call_director(device.author_at(request, table), game, form.words())
        except ValidationError as refusal:
            form.refuse(refusal)
        else:
            return redirect("scoring:table", table.secret)
    return render(request, "scoring/table/call.html", {"table": table, "game": game, "form": form})


@reads
def own_phone(_request: HttpRequest, table: Table, game: Game, side_secret: str) -> HttpResponse:
    """A side's own link makes the phone that opens it the side's own."""
    side = next((side for side in game.sides.all() if side.secret == side_secret), None)
    if side is None:
        raise Http404
    response = redirect("scoring:table", table.secret)
    device.remember_own_side(response, side)
    return response
