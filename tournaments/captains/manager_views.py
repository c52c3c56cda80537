"""The league manager's page of the codes of the teams."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext

from clubs.books import permissions
from clubs.web.actions import run_into_form, say_done
from clubs.web.decorators import form_page
from clubs.web.forms import VerbForm
from clubs.web.printed_addresses import printed_origin
from clubs.web.request_author import author_of
from clubs.web.viewer_roles import require_role
from tournaments.captains.codes import last_day_of
from tournaments.captains.letters import has_mailbox, send_codes
from tournaments.captains.making import make_team_codes
from tournaments.captains.views import league_or_404
from tournaments.models import League, Team


class TeamCodesForm(VerbForm):
    """For which teams codes are made, and how many sets of each the page knew of."""

    seen = forms.RegexField(r"^\d+:\d+( \d+:\d+)*$", widget=forms.HiddenInput, max_length=4000)

    def sets(self) -> dict[int, int]:
        """Return the number of sets by team."""
        pairs = (one.split(":") for one in self.cleaned_data["seen"].split())
        return {int(team): int(sets) for team, sets in pairs}


def _league_for(request: HttpRequest, pk: int) -> League:
    league = league_or_404(pk)
    require_role(request, league.book, permissions.DIRECTORS)
    return league


def _teams(league: League) -> list[Team]:
    teams = Team.objects.filter(league=league, removed_at=None).select_related("division", "club")
    return list(teams.order_by("division__position", "number"))


def _seen(teams: list[Team]) -> dict[str, str]:
    return {"seen": " ".join(f"{team.pk}:{team.code_sets_made}" for team in teams)}


@form_page
def team_codes(request: HttpRequest, pk: int) -> HttpResponse:
    """The codes of the teams: made for all at once, and anew for one whose code is in wrong hands."""
    league = _league_for(request, pk)
    teams = _teams(league)
    form = TeamCodesForm(request.POST if request.method == "POST" else None)
    by, made = author_of(request), list[list[int]]()
    if form.is_valid() and run_into_form(
        form, lambda by: made.append(make_team_codes(by, league, form.sets(), printed_origin(request))), by
    ):
        told = _send(request, league, made[-1])
        say_done(request, league.book, _done(len(made[-1]), told), by)
        return redirect("tournaments:team_codes", pk)
    without = [team for team in teams if not team.code_set]
    context = {
        "league": league,
        "teams": [(team, TeamCodesForm(initial=_seen([team])), has_mailbox(team)) for team in teams],
        "form": form,
        "without": without,
        "for_all": TeamCodesForm(initial=_seen(without)) if without else None,
        "mails": sum(map(has_mailbox, without)),
        "until": last_day_of(league),
    }
    return render(request, "tournaments/captains/codes.html", context)


def _send(request: HttpRequest, league: League, made: list[int]) -> int:
    teams = [team for team in _teams(league) if team.pk in made]
    return send_codes(league, teams, printed_origin(request))


def _done(made: int, told: int) -> str:
    done = ngettext("%(count)s team has a new code.", "%(count)s teams have new codes.", made)
    if not told:
        return done % {"count": made}
    mailed = ngettext("It was mailed to %(count)s captain.", "They were mailed to %(count)s captains.", told)
    return f"{done % {'count': made}} {mailed % {'count': told}}"
