"""The views about a whole person: all that is stored as one file, and its erasure."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs import people
from clubs.books import permissions
from clubs.books.writing import club_book
from clubs.models import Player
from clubs.people import erasing, queries
from clubs.people.page_access import player_for
from clubs.people.person_file import person_report
from clubs.people.person_forms import EraseForm
from clubs.web import exports
from clubs.web.actions import run_into_form
from clubs.web.decorators import form_page, page, signed_in_user
from clubs.web.request_author import author_of


@page
def player_file(request: HttpRequest, pk: int) -> HttpResponseBase:
    """All that is stored about a player: for the admins of the home club, and the person."""
    player = get_object_or_404(queries.players_with_clubs(), pk=pk)
    is_own = signed_in_user(request).player_id == player.pk
    if not is_own and not permissions.has_role(request.user, club_book(player.home_club), permissions.ADMINS):
        raise PermissionDenied
    report = person_report(player)
    response = exports.export_response(request, lambda: report)
    if response is not None:
        return response
    found = [(table.caption, sum(1 for _line in table.lines())) for table in report.long]
    return render(request, "clubs/people/player_file.html", {"player": player, "found": found})


def _erased(request: HttpRequest, player: Player, erased_at: datetime) -> HttpResponse:
    """Say since when somebody is erased, and until when backups have the name."""
    last = erased_at + timedelta(days=settings.BACKUP_DAYS)
    context = {"player": player, "last_backup": last, "is_in_backups": last > timezone.now()}
    return render(request, "clubs/people/player_erase.html", context)


@form_page
def player_erase(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Erase a person for good: what goes and what stays is shown, and the name is written to confirm it."""
    player = player_for(request, pk, permissions.ADMINS)
    form = EraseForm(request.POST if request.method == "POST" else None)
    by = author_of(request)
    if request.method == "POST" and form.is_valid():
        name = form.cleaned_data["name"]
        if run_into_form(form, lambda by: erasing.erase_player(by, player, name), by):
            messages.success(request, _("The person is erased."))
            return redirect("clubs:player_erase", player.pk)
    if player.erased_at is not None:
        return _erased(request, player, player.erased_at)
    context = {
        "form": form,
        "player": player,
        "preview": erasing.preview(player, by),
        "stays": people.what_stays(player),
        "days": settings.BACKUP_DAYS,
    }
    return render(request, "clubs/people/player_erase.html", context)
