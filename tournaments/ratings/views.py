"""The pages of ratings: the list of a club, how the rating of a player has come about, and what counts."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.books import permissions
from clubs.books.writing import club_book
from clubs.models import Club, Player
from clubs.people.page_access import club_for, desk_page
from clubs.people.rating_consent import SHOWS_RATING
from clubs.web import exports
from clubs.web.actions import run_into_form, say_done
from clubs.web.decorators import form_page
from clubs.web.request_author import author_of
from clubs.web.revisions import cached_by_revision, kept_by_revision
from tournaments.ratings.forms import RatedGamesForm
from tournaments.ratings.page import load_list, load_rating
from tournaments.ratings.plot import plot_course
from tournaments.ratings.queries import revision_of_rating, revision_of_ratings
from tournaments.ratings.rated_games import let_games_count
from tournaments.ratings.reports import course_table, list_report, rating_report
from tournaments.ratings.words import describe

_PAGE = "page"


@require_safe
@kept_by_revision(revision_of_ratings, choices=exports.CHOICES, free={_PAGE})
def club_ratings(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The ratings of those in a club, or in the clubs of a federation, who have agreed."""
    club = get_object_or_404(Club.objects.select_related("federation"), pk=pk)
    ratings = load_list(club)
    file = exports.export_response(request, lambda: list_report(ratings), lambda: club_book(club))
    if file is not None:
        return file
    context = {
        "club": club,
        "ratings": ratings,
        "page": ratings.page(request.GET.get(_PAGE)),
        "rules": describe(),
    }
    return render(request, "tournaments/ratings/club.html", context)


@form_page
def club_rated_games(request: HttpRequest, pk: int) -> HttpResponse:
    """Say whether the games of a club outside events count for ratings."""
    club = club_for(request, pk, permissions.DIRECTORS)
    posted = request.POST if request.method == "POST" else None
    form = RatedGamesForm(posted, initial={"counts": club.rates_games})
    if request.method == "POST" and form.is_valid():
        counts, by = form.cleaned_data["counts"], author_of(request)
        if run_into_form(form, lambda by: let_games_count(by, club, counts=counts), by):
            say_done(request, club_book(club), _("It has been saved."), by)
            return redirect("clubs:club_settings", club.pk)
    return desk_page(request, "tournaments/ratings/rated_games.html", club, {"form": form})


@require_safe
@cached_by_revision(revision_of_rating)
def player_rating(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The rating of a player who has agreed: how uncertain it is, its course, and what each game changed."""
    player = Player.objects.filter(SHOWS_RATING, pk=pk).select_related("home_club").first()
    if player is None:
        raise Http404
    rating = load_rating(player)
    file = exports.export_response(
        request, lambda: rating_report(rating), lambda: club_book(player.home_club)
    )
    if file is not None:
        return file
    page, steps = rating.page(request.GET.get(_PAGE))
    context = {
        "player": player,
        "rating": rating,
        "plot": plot_course(rating.course),
        "figures": course_table(rating),
        "page": page,
        "steps": steps,
        "rules": describe(),
    }
    return render(request, "tournaments/ratings/player.html", context)
