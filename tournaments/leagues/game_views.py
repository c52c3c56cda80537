"""The league manager's page of a table of a match: played as a game, or with points that are entered."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.books.writing import Author
from clubs.people.names import full_name
from clubs.web.actions import ActionPage
from clubs.web.decorators import form_page
from clubs.web.printed_addresses import printed_address
from clubs.web.qr import qr_svg
from tournaments.leagues.access import ANY_ROLE, DIRECTORS, act_page, match_for
from tournaments.leagues.match_forms import MatchReasonForm, OpenGameForm
from tournaments.leagues.match_page import ShownGame, load_match
from tournaments.leagues.page import load_page
from tournaments.leagues.table_games import leave_table_game, open_table_game
from tournaments.models import TeamMatch


@form_page
def match_table(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """A table of a match: the way to its game on phones and at the desk, or to open one."""
    match = match_for(request, pk, ANY_ROLE if request.method != "POST" else DIRECTORS)
    shown = load_match(load_page(match.league), match.number, full_name)
    places = shown.places if shown is not None else ()
    place = next((one for one in places if one.number == number), None)
    if place is None:
        raise Http404
    form = OpenGameForm(
        request.POST or None,
        rules=match.league.agreed,
        number=number,
        initial={"version": match.version},
    )

    def act(by: Author) -> object:
        typed = form.cleaned_data
        return open_table_game(by, match, form.table(), typed["key"], version=typed["version"])

    title = _("Table %(number)s") % {"number": number}
    words = ActionPage(title, _("Play it as a game"), _("The game is open."))
    context = {"match": match, "place": place, **phone_of(request, place.game)}
    back = reverse("tournaments:match_table", args=[match.pk, number])
    return act_page(request, match.league, form, words, act, back, "table", context)


def phone_of(request: HttpRequest, shown: ShownGame | None) -> dict[str, Any]:
    """Return the address that opens a game on a phone, with its code; nothing where none does any more."""
    table = getattr(shown.game, "table", None) if shown is not None else None
    if table is None:
        return {"phone": "", "qr": ""}
    path = reverse("scoring:table", args=[table.secret])
    address = printed_address(request, path)
    return {"phone": path, "address": address, "qr": qr_svg(address)}


@form_page
def match_table_leave(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Let points be entered for a table in place of its game."""
    match = match_for(request, pk, DIRECTORS)
    if not _has_game(match, number):
        raise Http404
    form = MatchReasonForm(request.POST or None, initial={"version": match.version})

    def act(by: Author) -> object:
        typed = form.cleaned_data
        return leave_table_game(by, match, number, typed["reason"], version=typed["version"])

    words = ActionPage(
        _("Enter points instead of the game"),
        _("Set the game aside"),
        _("Points can be entered for this table."),
        _("Its deals count for nothing then, and stay readable. The game can be brought back from the log."),
        danger=True,
    )
    back = reverse("tournaments:match_desk", args=[match.pk])
    return act_page(request, match.league, form, words, act, back)


def _has_game(match: TeamMatch, number: int) -> bool:
    return any(table.number == number and table.game_id is not None for table in match.tables.all())
