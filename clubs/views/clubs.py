"""The views of clubs and federations."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from clubs import people
from clubs.books import permissions
from clubs.books.refusals import Conflict
from clubs.books.writing import club_book
from clubs.models import Club
from clubs.people import queries
from clubs.people.forms import ClubForm, FederationForm, NewClubForm
from clubs.people.page_access import club_for, desk_page, roles_here
from clubs.reports.tables import LongTable
from clubs.web import exports, extensions
from clubs.web.actions import run_into_form, say_done
from clubs.web.decorators import form_page, page, post_only, signed_in_user
from clubs.web.forms import SearchForm, VerbForm
from clubs.web.request_author import author_of
from clubs.web.search import search_response
from clubs.web.tables import ClubTable, lists_report


@require_safe
@cache_control(no_cache=True)
def clubs(request: HttpRequest) -> HttpResponseBase:
    """Show the public list of clubs, with a search while the user types."""
    form = SearchForm(request.GET)
    table = ClubTable(queries.search_clubs(form.words())).configured(request)
    context = {"form": form, "table": table}
    page = partial(render, request, "clubs/club/clubs.html", context)
    return search_response(request, context, page, lambda: table.report(_("Clubs")))


@require_safe
@cache_control(no_cache=True)
def club(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Show the public page of a club: its federation or its clubs, and the sections of other apps."""
    viewed = get_object_or_404(Club.objects.select_related("federation"), pk=pk)
    members = ClubTable(queries.clubs_of_federation(viewed), exclude=("federation",)).configured(request)
    sections = [section(viewed) for section in extensions.club_sections]
    lists = _page_lists(members, sections)
    file = exports.export_response(
        request, lambda: lists_report(viewed.name, *lists), lambda: club_book(viewed)
    )
    if file is not None:
        return file
    context = {"club": viewed, "table": members, "sections": sections, "listed": bool(lists)}
    return render(request, "clubs/club/club.html", context)


def _page_lists(members: ClubTable, sections: Sequence[extensions.PageSection]) -> list[LongTable]:
    """Return the lists of the page: those of other apps, and a federation's clubs."""
    lists = [section.table for section in sections if section.table]
    if members.paginator.count:
        lists.append(members.long_table(_("Clubs")))
    return lists


@form_page
def club_new(request: HttpRequest) -> HttpResponse:
    """Create a club: an independent one by the keeper, one in a federation by its admin."""
    user = signed_in_user(request)
    federations = queries.clubs_administered_by(user).filter(federation=None)
    if not (user.is_keeper or federations.exists()):
        raise PermissionDenied
    form = NewClubForm(
        request.POST or None,
        federations=federations,
        may_be_independent=user.is_keeper,
        initial={"federation": request.GET.get("federation"), "language": user.language or "sv"},
    )
    if request.method == "POST" and form.is_valid():
        try:
            created = people.create_club(author_of(request), form.details(), form.cleaned_data["federation"])
        except ValidationError as refusal:
            form.add_error(None, refusal)
        else:
            messages.success(request, _("The club has been created, and you are its admin."))
            return redirect(_first_step(created))
    return render(request, "clubs/club/club_new.html", {"form": form})


def _first_step(created: Club) -> str:
    """Return where a new club goes on: to its first event, or to the people who direct it."""
    steps = [step(created) for step in extensions.first_steps]
    return steps[0].address if steps else reverse("clubs:club_people", args=[created.pk])


@page
def workspace(request: HttpRequest, pk: int) -> HttpResponse:
    """Redirect to the first page of the club's workspace that the user may open, else to its public page.

    Pages of an event lead here: whoever has a role in it need not have one in its club.
    """
    club = get_object_or_404(Club, pk=pk)
    if not queries.may_see_players(signed_in_user(request), club):
        return redirect("clubs:club", pk)
    return redirect(roles_here(request, club).workspace)


@page
def club_settings(request: HttpRequest, pk: int) -> HttpResponse:
    """List what the user may set in a club, with what it is now."""
    club = club_for(request, pk, permissions.DIRECTORS)
    settings = extensions.settings_for(club_book(club), roles_here(request, club).kinds)
    return desk_page(request, "clubs/club/settings.html", club, {"settings": settings})


@form_page
def club_edit(request: HttpRequest, pk: int) -> HttpResponse:
    edited = club_for(request, pk, permissions.ADMINS)
    names = ("name", "short_name", "place", "language", "version")
    form = ClubForm(request.POST or None, initial={name: getattr(edited, name) for name in names})
    if request.method == "POST" and form.is_valid() and _save_club(request, edited, form):
        return redirect("clubs:club_edit", edited.pk)
    return desk_page(request, "clubs/club/club_edit.html", edited, {"form": form})


def _save_club(request: HttpRequest, edited: Club, form: ClubForm) -> bool:
    """Save the form; return False after adding the refusal to it."""
    by = author_of(request)
    try:
        people.edit_club(by, edited, form.details(), form.cleaned_data["version"])
    except Conflict as conflict:
        form.show_conflict(conflict.now)
        return False
    except ValidationError as refusal:
        form.add_error(None, refusal)
        return False
    say_done(request, club_book(edited), _("Club saved."), by)
    return True


@form_page
def club_delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete a club on which nothing is, after a confirmation."""
    deleted = club_for(request, pk, permissions.ADMINS)
    form = VerbForm(request.POST if request.method == "POST" else None)
    sent = request.method == "POST" and form.is_valid()
    if sent and run_into_form(form, lambda by: people.delete_club(by, deleted), author_of(request)):
        messages.success(request, _("%(club)s is deleted.") % {"club": deleted.name})
        return redirect("clubs:account")
    context = {"form": form, "found": people.what_is_on_club(deleted)}
    return desk_page(request, "clubs/club/club_delete.html", deleted, context)


@form_page
def federation(request: HttpRequest, pk: int) -> HttpResponse:
    """Join a federation as an admin of both."""
    joining = club_for(request, pk, permissions.ADMINS)
    federations = (
        queries.clubs_administered_by(signed_in_user(request)).filter(federation=None).exclude(pk=pk)
    )
    form = FederationForm(request.POST or None, federations=federations)
    if request.method == "POST" and form.is_valid():
        by = author_of(request)
        try:
            people.join_federation(by, joining, form.cleaned_data["federation"])
        except ValidationError as refusal:
            form.add_error(None, refusal)
        else:
            say_done(request, club_book(joining), _("The club now belongs to the federation."), by)
            return redirect("clubs:federation", joining.pk)
    may_join = federations.exists() and not joining.clubs.exists()
    return desk_page(request, "clubs/club/federation.html", joining, {"form": form, "may_join": may_join})


@post_only
def federation_leave(request: HttpRequest, pk: int) -> HttpResponse:
    leaving = club_for(request, pk, permissions.ADMINS)
    try:
        people.leave_federation(author_of(request), leaving)
    except (Conflict, ValidationError):
        messages.error(request, _("The club no longer belongs to this federation."))
    else:
        messages.success(request, _("The club no longer belongs to a federation."))
    return redirect("clubs:federation", leaving.pk)
