"""The pages on which the league manager adds matches to a division: single ones, and the next round."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.books.writing import Author
from clubs.web.actions import ActionPage
from clubs.web.decorators import form_page, post_only
from tournaments.core.programme import later
from tournaments.leagues.access import DIRECTORS, act_page, league_for, match_for, one_tap
from tournaments.leagues.counting import CountedDivision, CountedLeague, count_league
from tournaments.leagues.forms import AddMatchForm, NextRoundForm
from tournaments.leagues.next_round import propose_round
from tournaments.leagues.planning import add_match, add_matches, remove_matches
from tournaments.models import League

_MINUTES: Final = 75


def _counted(league: League, position: int) -> tuple[CountedLeague, CountedDivision]:
    counted = count_league(league)
    for division in counted.divisions:
        if division.division.position == position:
            division.division.league = league
            return counted, division
    raise Http404


@form_page
def fixtures_add(request: HttpRequest, pk: int, position: int) -> HttpResponse:
    """Add a match to a division, also once it has begun."""
    league = league_for(request, pk, DIRECTORS)
    _league, division = _counted(league, position)
    last = max((one.match.round for one in division.matches), default=0)
    teams = [team for team in division.teams.values() if not team.is_withdrawn]
    form = AddMatchForm(request.POST or None, teams=teams, initial={"round": last + 1})

    def act(by: Author) -> object:
        return add_match(by, division.division, form.fixture(), form.cleaned_data["key"])

    words = ActionPage(
        _("Add a match"), _("Add the match"), _("The match has been added."), division.division.name
    )
    return act_page(request, league, form, words, act, _fixtures(league))


@form_page
def fixtures_next(request: HttpRequest, pk: int, position: int) -> HttpResponse:
    """The next round by the table of a division: looked at, then published."""
    league = league_for(request, pk, DIRECTORS)
    counted, division = _counted(league, position)
    proposed = propose_round(counted, division)
    day, starts = _next_start(division)
    form = NextRoundForm(
        request.POST or None,
        code="" if proposed is None else proposed.code,
        initial={"day": day or league.since, "starts": starts},
    )

    def act(by: Author) -> object:
        typed = form.cleaned_data
        fixtures = [] if proposed is None else proposed.fixtures(typed["day"], typed["starts"])
        return add_matches(by, division.division, fixtures, typed["key"])

    words = ActionPage(
        _("Next round"), _("Publish this round"), _("The round is published."), division.division.name
    )
    return act_page(
        request, league, form, words, act, _fixtures(league), "next_round", {"proposed": proposed}
    )


def _next_start(division: CountedDivision) -> tuple[date | None, time | None]:
    """Return when the next round begins: as long after the last one as that was after the one before."""
    starts = sorted({one.match.starts for one in division.matches if one.match.starts is not None})
    day = max((one.match.day for one in division.matches if one.match.day is not None), default=None)
    if day is None or not starts:
        return day, None
    times = [datetime.combine(day, at) for at in starts[-2:]]
    minutes = int((times[-1] - times[0]).total_seconds()) // 60 or _MINUTES
    return day, later(times[-1], minutes).time()


@post_only
def match_remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a single match off the fixtures."""
    match = match_for(request, pk, DIRECTORS)
    match.division.league = match.league
    done = _("The match has been taken off.")
    return one_tap(
        request,
        match.league,
        lambda by: remove_matches(by, match.division, [match.number]),
        done,
        _fixtures(match.league),
    )


def _fixtures(league: League) -> str:
    return reverse("tournaments:league_fixtures", args=[league.pk])
