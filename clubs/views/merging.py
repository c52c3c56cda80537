"""The views of players who may be one person: the list of a club, and the merge of two."""

from __future__ import annotations

from collections.abc import Callable

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from clubs import people
from clubs.books import permissions
from clubs.books.refusals import Conflict
from clubs.books.writing import Author, club_book
from clubs.models import Club, Player
from clubs.people import queries
from clubs.people.matching import club_players
from clubs.people.page_access import club_for, desk_page, player_for
from clubs.people.person_forms import MergeForm
from clubs.web.actions import run_into_form, say_done
from clubs.web.decorators import form_page, page, post_only
from clubs.web.request_author import author_of


@page
def players_duplicates(request: HttpRequest, pk: int) -> HttpResponse:
    """List the players of a club who may be one person, with the way to merge each two."""
    club = club_for(request, pk, permissions.DIRECTORS)
    context = {"pairs": people.find_duplicates(club), "apart": people.find_told_apart(club)}
    return desk_page(request, "clubs/people/players_duplicates.html", club, context)


@post_only
def players_apart(request: HttpRequest, pk: int, first: int, second: int) -> HttpResponse:
    """Note that two players are two people."""
    return _decide(request, pk, (first, second), people.tell_apart, _("Noted: they are two people."))


@post_only
def players_ask_again(request: HttpRequest, pk: int, first: int, second: int) -> HttpResponse:
    return _decide(request, pk, (first, second), people.ask_again, _("They are proposed again."))


def _decide(
    request: HttpRequest,
    pk: int,
    both: tuple[int, int],
    act: Callable[[Author, Club, Player, Player], None],
    said: str,
) -> HttpResponse:
    club, by = club_for(request, pk, permissions.DIRECTORS), author_of(request)
    first, second = (get_object_or_404(club_players(club), pk=player) for player in both)
    act(by, club, first, second)
    say_done(request, club_book(club), said, by)
    return redirect("clubs:players_duplicates", club.pk)


@form_page
def player_merge(request: HttpRequest, pk: int, other: int) -> HttpResponse:
    """Merge two players: what differs is chosen, and what goes over is shown first."""
    kept = player_for(request, pk, permissions.DIRECTORS)
    absorbed = get_object_or_404(queries.players_with_clubs(), pk=other)
    if not permissions.has_role(request.user, club_book(absorbed.home_club), permissions.DIRECTORS):
        raise PermissionDenied
    form = MergeForm(request.POST if request.method == "POST" else None, kept=kept, other=absorbed)
    apart = people.what_keeps_apart(kept, absorbed)
    if request.method == "POST" and not apart and form.is_valid() and _merge(request, form):
        return redirect("clubs:player", kept.pk)
    context = {
        "form": form,
        "player": kept,
        "other": absorbed,
        "apart": apart,
        "goes_over": people.what_goes_over(absorbed),
        "days": people.merging.UNDO_DAYS.days,
    }
    return render(request, "clubs/people/player_merge.html", context)


def _merge(request: HttpRequest, form: MergeForm) -> bool:
    by, kept, other = author_of(request), form.kept, form.other
    try:
        done = run_into_form(form, lambda by: people.merge_players(by, kept, other, form.choice()), by)
    except Conflict:
        form.add_error(None, _("One of the two has been changed since you opened this page. Open it again."))
        return False
    if done:
        say_done(request, club_book(kept.home_club), _said(kept, other), by)
    return done


def _said(kept: Player, other: Player) -> str:
    return _("%(other)s is merged with %(kept)s.") % {"other": other.name, "kept": kept.name}
