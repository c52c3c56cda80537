"""The views of players."""

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
from clubs.books.writing import club_book
from clubs.models import Club, Membership, Player
from clubs.people import consent, paste_decisions, queries
from clubs.people.consent import CONSENT_WORDING
from clubs.people.forms import (
    ConsentForm,
    HomeForm,
    MemberForm,
    NewPlayerForm,
    PastePlayersForm,
    PlayerForm,
    RatingConsentForm,
)
from clubs.people.matching import MatchStatus, match_lines
from clubs.people.page_access import club_for, desk_page, player_for, visible_club, visible_player
from clubs.people.paste import PlayerLine
from clubs.people.rating_consent import may_change_rating_consent
from clubs.web import extensions
from clubs.web.actions import run_into_form, say_done
from clubs.web.body_limits import takes_import
from clubs.web.decorators import form_page, page, post_only, signed_in_user
from clubs.web.forms import SearchForm, VerbForm
from clubs.web.request_author import author_of
from clubs.web.search import search_response
from clubs.web.tables import PlayerTable
from clubs.web.viewer_roles import viewer_roles


@page
def club_players(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Show the members of a club or its former ones, with a search while the user types."""
    club = visible_club(request, pk)
    form = SearchForm(request.GET)
    words = form.words()
    former = bool(form.cleaned_data.get("former"))
    table = PlayerTable(queries.search_players(club, words, former=former), club).configured(request)
    may_add = not viewer_roles(request, club_book(club)).isdisjoint(permissions.DIRECTORS)
    if words:
        table.empty_text = _("Nobody with this name or number was found.")
    elif may_add and not former:
        table.with_empty_action(reverse("clubs:players_paste", args=[club.pk]), _("Paste a list of players"))
    unnamed = queries.players_at_home(club).filter(may_publish=False).count() if may_add else 0
    context = {
        "form": form,
        "table": table,
        "former": former,
        "may_add": may_add,
        "unnamed": unnamed,
        "duplicates": len(people.find_duplicates(club)) if may_add and not words else 0,
    }
    title = _("Players who have left") if former else _("Players")
    return search_response(
        request,
        context,
        lambda: desk_page(request, "clubs/people/players.html", club, context),
        lambda: table.report(title, club.name),
    )


@form_page
def player_new(request: HttpRequest, pk: int) -> HttpResponse:
    club = club_for(request, pk, permissions.DIRECTORS)
    form = NewPlayerForm(request.POST or None)
    similar: list[Player] = []
    if request.method == "POST" and form.is_valid():
        similar = [] if form.cleaned_data["anyway"] else _similar_players(club, form)
        if similar:
            form.ask_for_confirmation()
        elif _add_player(request, club, form):
            return redirect("clubs:club_players", club.pk)
    return render(request, "clubs/people/player_new.html", {"form": form, "club": club, "similar": similar})


def _similar_players(club: Club, form: NewPlayerForm) -> list[Player]:
    """Return players with this or a similar name, unless this form has added one of them already."""
    details = form.details()
    line = PlayerLine(number=1, text="", given_name=details.given_name, family_name=details.family_name)
    (match,) = match_lines(club, [line])
    sent_before = any(player.key == form.cleaned_data["key"] for player in match.candidates)
    return [] if sent_before else list(match.candidates)


def _add_player(request: HttpRequest, club: Club, form: NewPlayerForm) -> bool:
    by = author_of(request)
    try:
        player = people.add_player(by, club, form.details(), form.cleaned_data["key"])
    except ValidationError as refusal:
        form.add_error(None, refusal)
        return False
    say_done(request, club_book(club), _("%(name)s has been added.") % {"name": player}, by)
    return True


@takes_import
@form_page
def players_paste(request: HttpRequest, pk: int) -> HttpResponse:
    """Add a pasted list: first a preview with a choice for each line, then all lines at once."""
    club = club_for(request, pk, permissions.DIRECTORS)
    form = PastePlayersForm(request.POST or None)
    rows: list[paste_decisions.PasteDecisionRow] = []
    if request.method == "POST" and form.is_valid():
        rows = paste_decisions.decision_rows(match_lines(club, form.lines), request.POST.dict())
        if request.POST.get("step") == "add":
            if paste_decisions.validate_choices(rows) and _add_list(request, club, form, rows):
                return redirect("clubs:club_players", club.pk)
            if any(row.errors for row in rows):
                form.add_error(None, _("Nothing has been added yet: check the marked lines below."))
    context = {
        "form": form,
        "club": club,
        "rows": rows,
        "counts": _status_counts(rows),
        "agreeing": _count_agreeing(club, form, rows),
    }
    return render(request, "clubs/people/players_paste.html", context)


def _lines_of(
    form: PastePlayersForm, rows: list[paste_decisions.PasteDecisionRow]
) -> list[people.PastedPlayer]:
    return paste_decisions.players_to_add(
        rows, form.cleaned_data["key"], may_publish=form.cleaned_data["may_publish"]
    )


def _add_list(
    request: HttpRequest, club: Club, form: PastePlayersForm, rows: list[paste_decisions.PasteDecisionRow]
) -> bool:
    """Add the whole list; return False after adding the refusal to the form or the line."""
    lines = _lines_of(form, rows)
    if not lines:
        form.add_error("names", _("All lines are left out: there is nobody to add."))
        return False
    by = author_of(request)
    try:
        people.paste_players(by, club, lines)
    except people.LineRefused as refusal:
        next(row for row in rows if row.line_number == refusal.number).errors.extend(refusal.messages)
        return False
    added = sum(line.known is None for line in lines)
    say_done(request, club_book(club), _pasted_sentence(added, len(people.known_who_agree(club, lines))), by)
    return True


def _pasted_sentence(added: int, agreed: int) -> str:
    """Return what was done with a pasted list; of those who are known nothing, if nothing changed."""
    said = [_added_sentence(added)] if added or not agreed else []
    return " ".join([*said, _agreed_sentence(agreed)] if agreed else said)


def _added_sentence(added: int) -> str:
    return ngettext("%(count)s player has been added.", "%(count)s players have been added.", added) % {
        "count": added
    }


def _count_agreeing(club: Club, form: PastePlayersForm, rows: list[paste_decisions.PasteDecisionRow]) -> int:
    """Count the known players who are named from now on if the list is added as it is."""
    if not rows:
        return 0
    return len(people.known_who_agree(club, _lines_of(form, rows)))


def _status_counts(rows: list[paste_decisions.PasteDecisionRow]) -> dict[str, int]:
    """Count the lines by status, for the sentence above the preview."""
    statuses = [row.match.status for row in rows]
    by_licence = sum(
        row.match.status == MatchStatus.DOUBTFUL and row.match.holder is not None for row in rows
    )
    return {status.value: statuses.count(status) for status in MatchStatus} | {"by_licence": by_licence}


@form_page
def players_consent(request: HttpRequest, pk: int) -> HttpResponse:
    """Note of many players at once whether they have agreed to be named outside the hall."""
    club = club_for(request, pk, permissions.DIRECTORS)
    only = consent.players_in(request.GET.get(consent.ONLY, ""))
    players = queries.players_at_home(club)
    listed = list(players.filter(pk__in=only) if only else players)
    form = ConsentForm(request.POST or None, players=listed)
    if request.method == "POST" and form.is_valid():
        by = author_of(request)
        agreed, withdrawn = form.changes(all_agree="all" in request.POST)
        people.change_consent(by, club, agreed=agreed, withdrawn=withdrawn)
        say_done(request, club_book(club), _consent_sentence(len(agreed), len(withdrawn)), by)
        return redirect("clubs:club_players", club.pk)
    context = {"form": form, "club": club, "listed": listed, "is_part": bool(only)}
    return render(request, "clubs/people/players_consent.html", context)


def _consent_sentence(agreed: int, withdrawn: int) -> str:
    if not agreed and not withdrawn:
        return _("Nothing has changed.")
    if not withdrawn:
        return _agreed_sentence(agreed)
    return _("%(agreed)s may be named outside the hall, %(withdrawn)s no longer.") % {
        "agreed": agreed,
        "withdrawn": withdrawn,
    }


def _agreed_sentence(agreed: int) -> str:
    return ngettext(
        "%(count)s more player may be named outside the hall.",
        "%(count)s more players may be named outside the hall.",
        agreed,
    ) % {"count": agreed}


@form_page
def member_new(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a player of another club of the federation a member."""
    club = club_for(request, pk, permissions.DIRECTORS)
    form = MemberForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        player = queries.licensed_player(club, **form.cleaned_data)
        if player is None:
            form.add_error(None, _("No player of the federation has this licence number and family name."))
        else:
            by = author_of(request)
            people.add_member(by, club, player)
            say_done(request, club_book(club), _("%(name)s is now a member.") % {"name": player}, by)
            return redirect("clubs:club_players", club.pk)
    return render(request, "clubs/people/member_new.html", {"form": form, "club": club})


@page
def player(request: HttpRequest, pk: int) -> HttpResponse:
    viewed = visible_player(request, pk)
    if viewed.merged_into_id is not None:
        return redirect("clubs:player", viewed.merged_into_id)
    roles = permissions.roles_in(request.user, club_book(viewed.home_club))
    administered = set(queries.clubs_administered_by(signed_in_user(request)).values_list("pk", flat=True))
    return render(
        request,
        "clubs/people/player.html",
        {
            "player": viewed,
            "consent_wording": CONSENT_WORDING,
            "names": [str(name) for name in viewed.names.all()],
            "may_edit": not roles.isdisjoint(permissions.DIRECTORS),
            "may_move": viewed.home_club_id in administered,
            "administered": administered,
            "may_take_all": not roles.isdisjoint(permissions.ADMINS),
            "sections": [section(viewed) for section in extensions.player_sections],
        },
    )


@form_page
def player_edit(request: HttpRequest, pk: int) -> HttpResponse:
    edited = player_for(request, pk, permissions.DIRECTORS)
    names = (
        *("given_name", "family_name", "licence", "licence_until", "language", "may_publish"),
        "version",
    )
    form = PlayerForm(request.POST or None, initial={name: getattr(edited, name) for name in names})
    if request.method == "POST" and form.is_valid() and _save_player(request, edited, form):
        return redirect("clubs:player", edited.pk)
    return render(request, "clubs/people/player_edit.html", {"form": form, "player": edited})


def _save_player(request: HttpRequest, edited: Player, form: PlayerForm) -> bool:
    by = author_of(request)
    try:
        people.edit_player(by, edited, form.details(), form.cleaned_data["version"])
    except Conflict as conflict:
        form.show_conflict(conflict.now)
        return False
    except ValidationError as refusal:
        form.add_error(None, refusal)
        return False
    say_done(request, club_book(edited.home_club), _("Player saved."), by)
    return True


@form_page
def rating_consent(request: HttpRequest, pk: int) -> HttpResponse:
    """Note whether a player agrees to have the rating shown: for the home club, and for the player."""
    asked = get_object_or_404(
        Player.objects.select_related("home_club"), pk=pk, merged_into=None, erased_at=None
    )
    by = author_of(request)
    if not may_change_rating_consent(by, asked):
        raise PermissionDenied
    form = RatingConsentForm(
        request.POST if request.method == "POST" else None,
        initial={"agreed": asked.rating_consent_at is not None},
    )
    sent = request.method == "POST" and form.is_valid()
    if sent and run_into_form(form, lambda by: form.change(by, asked), by):
        say_done(request, club_book(asked.home_club), _("The consent has been noted."), by)
        return redirect(_back_from_consent(request, asked))
    context = {"form": form, "player": asked, "back": _back_from_consent(request, asked)}
    return render(request, "clubs/people/rating_consent.html", context)


def _back_from_consent(request: HttpRequest, asked: Player) -> str:
    """Return where the page of a consent leads: who works for no club comes from the own account."""
    roles = permissions.roles_in(request.user, club_book(asked.home_club))
    return reverse("clubs:player", args=[asked.pk]) if roles else reverse("clubs:account")


@form_page
def home_move(request: HttpRequest, pk: int) -> HttpResponse:
    """Move a player's home to another club of which the player is a member."""
    moving = player_for(request, pk, permissions.ADMINS)
    form = HomeForm(request.POST or None, player=moving)
    if request.method == "POST" and form.is_valid():
        by = author_of(request)
        try:
            people.move_home_club(by, moving, form.cleaned_data["club"])
        except ValidationError as refusal:
            form.add_error(None, refusal)
        except Conflict:
            form.add_error(None, _("The player already has another home club."))
        else:
            say_done(request, club_book(form.cleaned_data["club"]), _("The home club has been changed."), by)
            return redirect("clubs:club_players", moving.home_club_id)
    return render(request, "clubs/people/home_move.html", {"form": form, "player": moving})


@form_page
def player_delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete a player on whom nothing is recorded, after a confirmation; or say what is."""
    deleted = player_for(request, pk, permissions.DIRECTORS)
    form = VerbForm(request.POST if request.method == "POST" else None)
    sent = request.method == "POST" and form.is_valid()
    if sent and run_into_form(form, lambda by: people.delete_player(by, deleted), author_of(request)):
        messages.success(request, _("%(name)s is deleted.") % {"name": deleted})
        return redirect("clubs:club_players", deleted.home_club_id)
    context = {"form": form, "player": deleted, "found": people.what_is_on(deleted)}
    return render(request, "clubs/people/player_delete.html", context)


@post_only
def membership_end(request: HttpRequest, pk: int) -> HttpResponse:
    membership = get_object_or_404(Membership.objects.select_related("club", "player"), pk=pk)
    if not permissions.has_role(request.user, club_book(membership.club), permissions.ADMINS):
        raise PermissionDenied
    by = author_of(request)
    try:
        people.end_membership(by, membership)
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
        return redirect("clubs:player", membership.player_id)
    say_done(request, club_book(membership.club), _("The membership has ended."), by)
    return redirect("clubs:club_players", membership.club_id)
