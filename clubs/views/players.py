"""The pages of players."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs import people
from clubs.books import permissions
from clubs.books.refusals import Conflict
from clubs.books.writing import of_club
from clubs.models import Club, Membership, Player
from clubs.people import paste_decisions, queries
from clubs.people.forms import HomeForm, MemberForm, NewPlayerForm, PasteForm, PlayerForm
from clubs.people.matching import Standing, judge
from clubs.people.page_access import club_for, club_seen_by, desk_page, player_for, player_seen_by
from clubs.people.paste import Line
from clubs.web import extensions
from clubs.web.decorators import acts, edits, person, reads
from clubs.web.forms import SearchForm
from clubs.web.request_author import author_of
from clubs.web.search import searched
from clubs.web.tables import PlayerTable


@reads
def club_players(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The players of a club, to search as one types: members, or those who have left."""
    club = club_seen_by(request, pk)
    form = SearchForm(request.GET)
    words = form.words()
    former = bool(form.cleaned_data.get("former"))
    table = PlayerTable(queries.players_found(club, words, former=former), club).shown(request)
    may_add = permissions.holds(request.user, of_club(club), permissions.DIRECTORS)
    if words:
        table.empty_text = _("Nobody of this name or number is found here.")
    elif may_add and not former:
        table.says_next(reverse("clubs:players_paste", args=[club.pk]), _("Paste a list of players"))
    found = {"form": form, "table": table, "former": former, "may_add": may_add}
    title = _("Players who have left") if former else _("Players")
    return searched(
        request,
        found,
        lambda: desk_page(request, "clubs/people/players.html", club, found),
        lambda: table.report(title, club.name),
    )


@edits
def player_new(request: HttpRequest, pk: int) -> HttpResponse:
    club = club_for(request, pk, permissions.DIRECTORS)
    form = NewPlayerForm(request.POST or None)
    alike: list[Player] = []
    if request.method == "POST" and form.is_valid():
        alike = [] if form.cleaned_data["anyway"] else _players_alike(club, form)
        if alike:
            form.ask_anyway()
        elif _player_added(request, club, form):
            return redirect("clubs:club_players", club.pk)
    return render(request, "clubs/people/player_new.html", {"form": form, "club": club, "alike": alike})


def _players_alike(club: Club, form: NewPlayerForm) -> list[Player]:
    """Players of this or nearly this name, unless this very form has added one of them already."""
    card = form.card()
    line = Line(number=1, text="", given_name=card.given_name, family_name=card.family_name)
    (judged,) = judge(club, [line])
    sent_before = any(player.key == form.cleaned_data["key"] for player in judged.candidates)
    return [] if sent_before else list(judged.candidates)


def _player_added(request: HttpRequest, club: Club, form: NewPlayerForm) -> bool:
    try:
        player = people.add_player(author_of(request), club, form.card(), form.cleaned_data["key"])
    except ValidationError as refusal:
        form.add_error(None, refusal)
        return False
    messages.success(request, _("%(name)s is added.") % {"name": player})
    return True


@edits
def players_paste(request: HttpRequest, pk: int) -> HttpResponse:
    """A pasted list: first a preview with a choice for each line, then all of them at once."""
    club = club_for(request, pk, permissions.DIRECTORS)
    form = PasteForm(request.POST or None)
    rows: list[paste_decisions.Row] = []
    if request.method == "POST" and form.is_valid():
        rows = paste_decisions.rows_of(judge(club, form.lines), request.POST.dict())
        if request.POST.get("step") == "add":
            if paste_decisions.decided(rows) and _list_added(request, club, form, rows):
                return redirect("clubs:club_players", club.pk)
            if any(row.errors for row in rows):
                form.add_error(None, _("Nothing is added yet: look at the marked lines below."))
    seen = {"form": form, "club": club, "rows": rows, "counts": _counts(rows)}
    return render(request, "clubs/people/players_paste.html", seen)


def _list_added(request: HttpRequest, club: Club, form: PasteForm, rows: list[paste_decisions.Row]) -> bool:
    """Add the whole list; if a line is refused it says why, and nothing is added."""
    lines = paste_decisions.to_add(
        rows, form.cleaned_data["key"], may_publish=form.cleaned_data["may_publish"]
    )
    if not lines:
        form.add_error("names", _("Every line is left out: there is nobody to add."))
        return False
    try:
        people.paste_players(author_of(request), club, lines)
    except people.LineRefused as refusal:
        next(row for row in rows if row.line_number == refusal.number).errors.extend(refusal.messages)
        return False
    added = sum(line.known is None for line in lines)
    messages.success(request, _added_sentence(added))
    return True


def _added_sentence(added: int) -> str:
    return ngettext("%(count)s player is added.", "%(count)s players are added.", added) % {"count": added}


def _counts(rows: list[paste_decisions.Row]) -> dict[str, int]:
    """How many lines are what, for the sentence above the preview."""
    standings = [row.judged.standing for row in rows]
    return {standing.value: standings.count(standing) for standing in Standing}


@edits
def member_new(request: HttpRequest, pk: int) -> HttpResponse:
    """Take in a player of another club of the federation."""
    club = club_for(request, pk, permissions.DIRECTORS)
    form = MemberForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        player = queries.licensed_player(club, **form.cleaned_data)
        if player is None:
            form.add_error(None, _("No player of the federation has this licence number and family name."))
        else:
            people.add_member(author_of(request), club, player)
            messages.success(request, _("%(name)s is a member now.") % {"name": player})
            return redirect("clubs:club_players", club.pk)
    return render(request, "clubs/people/member_new.html", {"form": form, "club": club})


@reads
def player(request: HttpRequest, pk: int) -> HttpResponse:
    shown = player_seen_by(request, pk)
    roles = permissions.roles_in(request.user, of_club(shown.home_club))
    administered = set(queries.administered_by(person(request)).values_list("pk", flat=True))
    return render(
        request,
        "clubs/people/player.html",
        {
            "player": shown,
            "names": [str(name) for name in shown.names.all()],
            "may_edit": not roles.isdisjoint(permissions.DIRECTORS),
            "may_move": shown.home_club_id in administered,
            "administered": administered,
            "parts": [part(shown) for part in extensions.player_parts],
        },
    )


@edits
def player_edit(request: HttpRequest, pk: int) -> HttpResponse:
    edited = player_for(request, pk, permissions.DIRECTORS)
    names = ("given_name", "family_name", "licence", "language", "may_publish", "version")
    form = PlayerForm(request.POST or None, initial={name: getattr(edited, name) for name in names})
    if request.method == "POST" and form.is_valid() and _player_saved(request, edited, form):
        return redirect("clubs:player", edited.pk)
    return render(request, "clubs/people/player_edit.html", {"form": form, "player": edited})


def _player_saved(request: HttpRequest, edited: Player, form: PlayerForm) -> bool:
    try:
        people.edit_player(author_of(request), edited, form.card(), form.cleaned_data["version"])
    except Conflict as conflict:
        form.against(conflict.now)
        return False
    except ValidationError as refusal:
        form.add_error(None, refusal)
        return False
    messages.success(request, _("The player is saved."))
    return True


@edits
def home_move(request: HttpRequest, pk: int) -> HttpResponse:
    """The home club lets a player go to another club of which the player is a member."""
    moving = player_for(request, pk, permissions.ADMINS)
    form = HomeForm(request.POST or None, player=moving)
    if request.method == "POST" and form.is_valid():
        try:
            people.move_home_club(author_of(request), moving, form.cleaned_data["club"])
        except ValidationError as refusal:
            form.add_error(None, refusal)
        except Conflict:
            form.add_error(None, _("The player has another home club by now."))
        else:
            messages.success(request, _("The home club is moved."))
            return redirect("clubs:club_players", moving.home_club_id)
    return render(request, "clubs/people/home_move.html", {"form": form, "player": moving})


@acts
def membership_end(request: HttpRequest, pk: int) -> HttpResponse:
    membership = get_object_or_404(Membership.objects.select_related("club", "player"), pk=pk)
    if not permissions.holds(request.user, of_club(membership.club), permissions.ADMINS):
        raise PermissionDenied
    try:
        people.end_membership(author_of(request), membership)
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
        return redirect("clubs:player", membership.player_id)
    messages.success(request, _("The membership has ended."))
    return redirect("clubs:club_players", membership.club_id)
