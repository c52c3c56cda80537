"""The pages of a club on which its rankings are made and changed."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.books.writing import club_book
from clubs.models import Club, Role
from clubs.people.names import full_name
from clubs.people.page_access import club_for, desk_page
from clubs.web import exports
from clubs.web.actions import run_into_form, say_done
from clubs.web.decorators import form_page, page, post_only
from clubs.web.request_author import author_of
from tournaments.access import Done, run_or_message
from tournaments.models import Ranking
from tournaments.rankings.changing import (
    RankingPlan,
    add_ranking,
    change_ranking,
    plan_of_ranking,
    remove_ranking,
)
from tournaments.rankings.forms import RankingForm, initial_of_ranking
from tournaments.rankings.page import load_ranking
from tournaments.rankings.queries import rankings_of
from tournaments.rankings.reports import list_of_rankings, ranking_report
from tournaments.rankings.views import list_context
from tournaments.series.queries import choices_of_events

# So many of the latest events can be picked.
_MAX_CHOICES: Final = 200


def _ranking_for(request: HttpRequest, pk: int, needs: Collection[Role.Kind]) -> Ranking:
    ranking = get_object_or_404(Ranking.objects.select_related("club"), pk=pk, removed_at=None)
    club_for(request, ranking.club_id, needs)
    return ranking


@page
def club_rankings(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The rankings of a club."""
    club = club_for(request, pk, permissions.ANY_ROLE)
    listed = list(rankings_of(club))
    file = exports.export_response(
        request, lambda: list_of_rankings(listed, club.name), lambda: club_book(club)
    )
    if file is not None:
        return file
    return desk_page(request, "tournaments/rankings/club.html", club, {"listed": listed})


@page
def ranking_desk(request: HttpRequest, pk: int) -> HttpResponseBase:
    """A ranking for those who work at the club: its list with full names, and its acts."""
    ranking = _ranking_for(request, pk, permissions.ANY_ROLE)
    shown = load_ranking(ranking, timezone.localdate(), full_name)
    if shown is None:
        raise Http404
    for_people = exports.requested_format(request) not in exports.FILE_FORMATS
    file = exports.export_response(
        request, lambda: ranking_report(shown, for_people=for_people), lambda: club_book(ranking.club)
    )
    if file is not None:
        return file
    return desk_page(request, "tournaments/rankings/desk.html", ranking.club, list_context(request, shown))


@form_page
def ranking_new(request: HttpRequest, club: int) -> HttpResponse:
    """A new ranking."""
    host = club_for(request, club, permissions.DIRECTORS)
    form = _form(request, host, RankingPlan(name=""))
    if request.method == "POST" and form.is_valid():
        made: list[Ranking] = []
        by, key = author_of(request), form.cleaned_data["key"]
        if run_into_form(form, lambda by: made.append(add_ranking(by, host, form.plan(), key)), by):
            say_done(request, club_book(host), _("The ranking has been made."), by)
            return redirect("tournaments:ranking_desk", made[0].pk)
    return desk_page(request, "tournaments/rankings/form.html", host, {"form": form, "ranking": None})


@form_page
def ranking_change(request: HttpRequest, pk: int) -> HttpResponse:
    """What is agreed on."""
    ranking = _ranking_for(request, pk, permissions.DIRECTORS)
    form = _form(request, ranking.club, plan_of_ranking(ranking), ranking.version)
    if request.method == "POST" and form.is_valid():
        by, version = author_of(request), form.cleaned_data["version"]
        if run_into_form(form, lambda by: change_ranking(by, ranking, form.plan(), version), by):
            say_done(request, club_book(ranking.club), _("The ranking has been saved."), by)
            return redirect("tournaments:ranking_desk", ranking.pk)
    context = {"form": form, "ranking": ranking}
    return desk_page(request, "tournaments/rankings/form.html", ranking.club, context)


def _form(request: HttpRequest, club: Club, plan: RankingPlan, version: int = 0) -> RankingForm:
    events = choices_of_events(club, (*plan.championships, *plan.left_out), _MAX_CHOICES)
    sent = request.POST if request.method == "POST" else None
    return RankingForm(sent, initial=initial_of_ranking(plan, version), events=events, of=club.pk)


@post_only
def ranking_remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Take the ranking off the list of its club."""
    ranking = _ranking_for(request, pk, permissions.DIRECTORS)
    done = Done(club_book(ranking.club), _("The ranking has been removed. Its events stay as they are."))
    if run_or_message(request, lambda by: remove_ranking(by, ranking), done):
        return redirect("tournaments:club_rankings", ranking.club_id)
    return redirect("tournaments:ranking_desk", ranking.pk)
