"""The pages of clubs and federations."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from clubs import people
from clubs.books import permissions
from clubs.books.refusals import Conflict
from clubs.models import Club
from clubs.people import queries
from clubs.people.forms import ClubForm, FederationForm, NewClubForm
from clubs.people.page_access import club_for, desk_page
from clubs.reports.tables import LongTable
from clubs.web import exports, extensions
from clubs.web.decorators import acts, edits, person
from clubs.web.forms import SearchForm
from clubs.web.request_author import author_of
from clubs.web.search import searched
from clubs.web.tables import ClubTable, report_of


@require_safe
@cache_control(no_cache=True)
def clubs(request: HttpRequest) -> HttpResponseBase:
    """The public list of clubs, to search as one types."""
    form = SearchForm(request.GET)
    table = ClubTable(queries.clubs_found(form.words())).shown(request)
    found = {"form": form, "table": table}
    page = partial(render, request, "clubs/club/clubs.html", found)
    return searched(request, found, page, lambda: table.report(_("Clubs")))


@require_safe
@cache_control(no_cache=True)
def club(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The public page of a club: what it is, its federation or its clubs, and what other apps show there."""
    shown = get_object_or_404(Club.objects.select_related("federation"), pk=pk)
    members = ClubTable(queries.clubs_of_federation(shown), exclude=("federation",)).shown(request)
    parts = [part(shown) for part in extensions.club_parts]
    lists = _lists_of(members, parts)
    if (taken := exports.asked(request, lambda: report_of(shown.name, *lists))) is not None:
        return taken
    context = {"club": shown, "table": members, "parts": parts, "listed": bool(lists)}
    return render(request, "clubs/club/club.html", context)


def _lists_of(members: ClubTable, parts: Sequence[extensions.Part]) -> list[LongTable]:
    """What stands on the page in lists: of other apps, and a federation's clubs."""
    lists = [part.table for part in parts if part.table]
    if members.paginator.count:
        lists.append(members.long_table(_("Clubs")))
    return lists


@edits
def club_new(request: HttpRequest) -> HttpResponse:
    """The keeper founds clubs of their own, a federation's admin clubs within it."""
    user = person(request)
    federations = queries.administered_by(user).filter(federation=None)
    if not (user.is_keeper or federations.exists()):
        raise PermissionDenied
    form = NewClubForm(
        request.POST or None,
        federations=federations,
        may_be_free=user.is_keeper,
        initial={"federation": request.GET.get("federation"), "language": user.language or "sv"},
    )
    if request.method == "POST" and form.is_valid():
        try:
            made = people.found_club(author_of(request), form.card(), form.cleaned_data["federation"])
        except ValidationError as refusal:
            form.add_error(None, refusal)
        else:
            messages.success(request, _("The club is founded, and you are its admin."))
            return redirect("clubs:club_people", made.pk)
    return render(request, "clubs/club/club_new.html", {"form": form})


@edits
def club_edit(request: HttpRequest, pk: int) -> HttpResponse:
    edited = club_for(request, pk, permissions.ADMINS)
    names = ("name", "short_name", "place", "language", "version")
    form = ClubForm(request.POST or None, initial={name: getattr(edited, name) for name in names})
    if request.method == "POST" and form.is_valid() and _club_saved(request, edited, form):
        return redirect("clubs:club_edit", edited.pk)
    return desk_page(request, "clubs/club/club_edit.html", edited, {"form": form})


def _club_saved(request: HttpRequest, edited: Club, form: ClubForm) -> bool:
    """Save what was typed; if it cannot be, the form says why and keeps everything."""
    try:
        people.edit_club(author_of(request), edited, form.card(), form.cleaned_data["version"])
    except Conflict as conflict:
        form.against(conflict.now)
        return False
    except ValidationError as refusal:
        form.add_error(None, refusal)
        return False
    messages.success(request, _("The club is saved."))
    return True


@edits
def federation(request: HttpRequest, pk: int) -> HttpResponse:
    """Join a federation, as the admin of both."""
    joining = club_for(request, pk, permissions.ADMINS)
    federations = queries.administered_by(person(request)).filter(federation=None).exclude(pk=pk)
    form = FederationForm(request.POST or None, federations=federations)
    if request.method == "POST" and form.is_valid():
        try:
            people.join_federation(author_of(request), joining, form.cleaned_data["federation"])
        except ValidationError as refusal:
            form.add_error(None, refusal)
        else:
            messages.success(request, _("The club belongs to the federation now."))
            return redirect("clubs:federation", joining.pk)
    may_join = federations.exists() and not joining.clubs.exists()
    return desk_page(request, "clubs/club/federation.html", joining, {"form": form, "may_join": may_join})


@acts
def federation_leave(request: HttpRequest, pk: int) -> HttpResponse:
    leaving = club_for(request, pk, permissions.ADMINS)
    try:
        people.leave_federation(author_of(request), leaving)
    except (Conflict, ValidationError):
        messages.error(request, _("The club belongs to no federation, or to another one by now."))
    else:
        messages.success(request, _("The club belongs to no federation any more."))
    return redirect("clubs:federation", leaving.pk)
