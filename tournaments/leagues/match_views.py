"""The league manager's pages of one match: when it is, who plays, how it ended, and what was ruled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.books.writing import Author
from clubs.models import Player
from clubs.people.names import full_name
from clubs.web.actions import ActionPage
from clubs.web.decorators import form_page, page, post_only
from tournaments.core.leagues.eligibility import LineUpFault
from tournaments.core.leagues.match import MatchKind, TeamSide
from tournaments.leagues.access import ANY_ROLE, DIRECTORS, act_page, league_page, match_for, one_tap
from tournaments.leagues.clashes import MatchMoved, league_clashes
from tournaments.leagues.counting import count_league
from tournaments.leagues.forms import roster_of
from tournaments.leagues.line_ups import (
    break_seal,
    line_up_of,
    open_line_ups,
    problems_of,
    seal_line_up,
)
from tournaments.leagues.match_forms import (
    AnsweredForm,
    LineUpForm,
    MatchReasonForm,
    MatchResultForm,
    PostponeForm,
    RuleForm,
    WhenForm,
    tables_to_enter,
)
from tournaments.leagues.match_page import load_match
from tournaments.leagues.page import load_desk_page, load_names
from tournaments.leagues.planning import exchange_sides, move_match, postpone_match
from tournaments.leagues.queries import players_to_choose
from tournaments.leagues.results import (
    accept_result,
    clear_result,
    confirm_result,
    dispute_result,
    enter_result,
    rule_match,
    unaccept_result,
)
from tournaments.leagues.states import MatchState
from tournaments.leagues.words import PROBLEMS
from tournaments.models import MatchSide, TeamMatch


def _desk_of(match: TeamMatch) -> str:
    return reverse("tournaments:match_desk", args=[match.pk])


@page
def match_desk(request: HttpRequest, pk: int) -> HttpResponse:
    """A match for those who work at its league: what is known of it, and what can be done."""
    match = match_for(request, pk, ANY_ROLE)
    shown = load_match(load_desk_page(match.league), match.number, full_name)
    if shown is None:
        raise Http404
    sides = [
        {"side": int(side), "team": match.team_at(side), "sealed_at": match.sealed_at(side)}
        for side in TeamSide
    ]
    context = {
        "match": match,
        "shown": shown,
        "sides": sides,
        "problems": _problems(match),
        "places": shown.places if match.shows_line_ups else (),
        # Where all tables are games no points are entered.
        "is_untouched": match.kind is None
        and match.home_sealed_at is match.away_sealed_at is None
        and not shown.row.played.state.tables,
        "enters_points": len(shown.games) < match.league.agreed.games,
    }
    return league_page(request, "match_desk", match.league, context)


def _problems(match: TeamMatch) -> list[str]:
    """Say what is wrong with the line-ups, as far as they may be seen."""
    if not match.shows_line_ups:
        return []
    rules = match.league.agreed
    found = [
        (side, fault)
        for side in TeamSide
        if any(map(any, line_up_of(match, side)))
        for fault in problems_of(rules, match, side, line_up_of(match, side))
    ]
    names = load_names({fault.player for _side, fault in found if fault.player is not None})
    return [
        _problem(match, side, fault, {pk: full_name(one) for pk, one in names.items()})
        for side, fault in found
    ]


def _problem(match: TeamMatch, side: TeamSide, fault: LineUpFault, names: Mapping[int, str]) -> str:
    words = {
        "team": match.team_at(side).name,
        "pair": fault.pair,
        "player": names.get(fault.player or 0, ""),
        "problem": PROBLEMS[fault.code],
    }
    if not words["player"]:
        return _("%(team)s, pair %(pair)s: %(problem)s") % words
    return _("%(team)s, pair %(pair)s: %(player)s %(problem)s") % words


# When.


@form_page
def match_when(request: HttpRequest, pk: int) -> HttpResponse:
    """When and where a match is played."""
    match = match_for(request, pk, DIRECTORS)
    initial = {name: getattr(match, name) for name in ("version", "day", "starts", "place")}
    counted = count_league(match.league)

    def find(typed: Mapping[str, Any]) -> list[str]:
        moved = MatchMoved(match.number, typed["day"], typed["starts"], typed["place"])
        return league_clashes(counted, moved).get(match.number, [])

    form = WhenForm(request.POST or None, initial=initial, find_clashes=find)

    def act(by: Author) -> object:
        typed = form.cleaned_data
        return move_match(by, match, typed["day"], typed["starts"], typed["place"], typed["version"])

    words = ActionPage(_("When and where"), _("Save"), _("The match has been moved."))
    now = {"clashes": () if request.method == "POST" else find(initial)}
    return act_page(request, match.league, form, words, act, _desk_of(match), "when", now)


@post_only
def match_exchange(request: HttpRequest, pk: int) -> HttpResponse:
    """Exchange home and away."""
    return _answered(request, pk, exchange_sides, _("Home and away are exchanged."))


@form_page
def match_postpone(request: HttpRequest, pk: int) -> HttpResponse:
    """Postpone a match; it is played by a last day."""
    match = match_for(request, pk, DIRECTORS)
    form = PostponeForm(request.POST or None, initial={"version": match.version, "last_day": match.last_day})

    def act(by: Author) -> object:
        typed = form.cleaned_data
        return postpone_match(by, match, typed["last_day"], typed["reason"], typed["version"])

    words = ActionPage(_("Postpone the match"), _("Postpone"), _("The match has been postponed."))
    return act_page(request, match.league, form, words, act, _desk_of(match))


# Line-ups.


def _side(number: int) -> TeamSide:
    if number not in MatchSide.values:
        raise Http404
    return TeamSide(number)


@form_page
def match_line_up(request: HttpRequest, pk: int, side: int) -> HttpResponse:
    """Who plays for a side: the league manager enters it for a captain, or puts it right."""
    match, team_side = match_for(request, pk, DIRECTORS), _side(side)
    team = match.team_at(team_side)
    in_team = Player.objects.filter(team_places__team=team)
    pairs = line_up_of(match, team_side) if match.shows_line_ups else _empty(match)
    form = LineUpForm(
        request.POST or None,
        rules=match.league.agreed,
        roster=roster_of(players_to_choose(match.league), in_team),
        pairs=pairs,
        initial={"version": match.version},
    )

    def act(by: Author) -> object:
        return seal_line_up(by, match, team_side, form.pairs(), version=form.cleaned_data["version"])

    words = ActionPage(
        _("Line-up of %(team)s") % {"team": team.name},
        _("Seal the line-up"),
        _("The line-up is sealed."),
        _("Nobody sees it before both are sealed."),
    )
    labels = {"labels": form.roster.labels}
    return act_page(request, match.league, form, words, act, _desk_of(match), "line_up", labels)


def _empty(match: TeamMatch) -> tuple[tuple[int | None, ...], ...]:
    rules = match.league.agreed
    return ((None,) * rules.pair_size,) * rules.tables


@form_page
def match_break_seal(request: HttpRequest, pk: int, side: int) -> HttpResponse:
    """Break the seal of a line-up, so that its captain can change it."""
    team_side = _side(side)
    words = ActionPage(
        _("Break the seal"), _("Break the seal"), _("The line-up can be changed."), danger=True
    )
    return _with_reason(
        request,
        pk,
        words,
        lambda by, match, form: break_seal(by, match, team_side, form.cleaned_data["reason"]),
    )


@form_page
def match_open(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the line-ups although not both are sealed."""
    words = ActionPage(
        _("Open the line-ups"),
        _("Open the line-ups"),
        _("The line-ups are open."),
        _("Everybody sees them then, although not both are sealed."),
    )
    return _with_reason(
        request, pk, words, lambda by, match, form: open_line_ups(by, match, form.cleaned_data["reason"])
    )


def _with_reason(
    request: HttpRequest,
    pk: int,
    words: ActionPage,
    verb: Callable[[Author, TeamMatch, MatchReasonForm], object],
) -> HttpResponse:
    match = match_for(request, pk, DIRECTORS)
    form = MatchReasonForm(request.POST or None, initial={"version": match.version})
    return act_page(request, match.league, form, words, lambda by: verb(by, match, form), _desk_of(match))


# Results.


@form_page
def match_result(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter the tables of a match, or put them right."""
    match = match_for(request, pk, DIRECTORS)
    rules, state = match.league.agreed, MatchState.of(match)
    form = MatchResultForm(
        request.POST or None,
        rules=rules,
        tables=tables_to_enter(rules, state),
        initial={"version": match.version},
    )

    def act(by: Author) -> object:
        typed = form.cleaned_data
        return enter_result(by, match, form.typed(), typed["key"], version=typed["version"])

    words = ActionPage(_("Result"), _("Enter the result"), _("The result is entered."))
    context = {"match": match}
    return act_page(request, match.league, form, words, act, _desk_of(match), "result", context)


@form_page
def match_rule(request: HttpRequest, pk: int) -> HttpResponse:
    """Decide a match: a walkover, points as ruled, or that it counts nothing."""
    match = match_for(request, pk, DIRECTORS)
    form = RuleForm(
        request.POST or None,
        rules=match.league.agreed,
        state=MatchState.of(match),
        initial={"version": match.version, "kind": match.kind, "at_fault": match.at_fault},
    )

    def act(by: Author) -> object:
        typed = form.cleaned_data
        kind = MatchKind(typed["kind"])
        return rule_match(
            by, match, kind, typed["reason"], typed["version"], at_fault=form.side(), ruled=form.ruled()
        )

    words = ActionPage(_("Decide the match"), _("Decide"), _("The match is decided."))
    return act_page(request, match.league, form, words, act, _desk_of(match), "rule")


@form_page
def match_clear(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a result out again."""
    words = ActionPage(
        _("Take the result out"), _("Take the result out"), _("The result has been taken out."), danger=True
    )

    def verb(by: Author, match: TeamMatch, form: MatchReasonForm) -> object:
        return clear_result(by, match, form.cleaned_data["reason"], form.cleaned_data["version"])

    return _with_reason(request, pk, words, verb)


@form_page
def match_dispute(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter that a captain does not agree with a result."""
    words = ActionPage(
        _("Dispute the result"),
        _("Dispute the result"),
        _("The result is disputed."),
        _("It counts nothing before you have decided."),
    )

    def verb(by: Author, match: TeamMatch, form: MatchReasonForm) -> object:
        return dispute_result(by, match, form.cleaned_data["reason"], form.cleaned_data["version"])

    return _with_reason(request, pk, words, verb)


@post_only
def match_confirm(request: HttpRequest, pk: int) -> HttpResponse:
    return _answered(request, pk, confirm_result, _("The result is confirmed."))


@post_only
def match_accept(request: HttpRequest, pk: int) -> HttpResponse:
    return _answered(request, pk, accept_result, _("The result is accepted."))


@post_only
def match_reopen(request: HttpRequest, pk: int) -> HttpResponse:
    return _answered(request, pk, unaccept_result, _("The result is open again."))


def _answered(
    request: HttpRequest, pk: int, verb: Callable[[Author, TeamMatch, int], object], done: str
) -> HttpResponse:
    match = match_for(request, pk, DIRECTORS)
    form = AnsweredForm(request.POST)
    version = form.cleaned_data["version"] if form.is_valid() else 0
    back = _desk_of(match)
    if form.cleaned_data.get("to") == "desk":
        back = reverse("tournaments:league_desk", args=[match.league_id])
    return one_tap(request, match.league, lambda by: verb(by, match, version), done, back)
