"""The pages of a captain, by the code of the team. None of them needs an account, and no cache keeps one."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, Concatenate, Final, ParamSpec

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.accounts import throttling
from clubs.accounts.forms import count_or_refuse
from clubs.books.refusals import Refusal
from clubs.books.writing import Author
from clubs.people.names import public_name
from clubs.web.actions import run_into_form
from clubs.web.origin import origin_of
from clubs.web.outbox import redirect_to
from clubs.web.printed_addresses import printed_origin
from clubs.web.request_author import author_of
from clubs.web.revisions import etag_for, page_or_304
from tournaments.captains import acts
from tournaments.captains.codes import Captain, code_of_team, find_captain, team_of_code
from tournaments.captains.forms import (
    DisputeForm,
    MatchTotalsForm,
    PlayTableForm,
    ResultAnswerForm,
    SealForm,
    initial_of,
)
from tournaments.captains.letters import CaptainLetter, tell_captain
from tournaments.captains.line_ups import initial_line_up, load_choices
from tournaments.captains.page import (
    MatchOfTeam,
    find_match,
    load_match,
    load_pair_names,
    load_team,
    shown_match,
)
from tournaments.core.leagues.match import TeamSide
from tournaments.leagues.game_views import phone_of
from tournaments.leagues.line_ups import line_up_of, problems_of
from tournaments.leagues.match_forms import VersionForm
from tournaments.leagues.states import MatchState
from tournaments.models import League, TeamMatch
from tournaments.signup.forms import CodeForm

_P = ParamSpec("_P")
_FORM_METHODS: Final = ["GET", "HEAD", "POST"]
_READ_METHODS: Final = ["GET", "HEAD"]


def league_or_404(pk: int) -> League:
    """A league, also one that is not public: who has a code finds the page of the team."""
    return get_object_or_404(League.objects.select_related("club", "book"), pk=pk, removed_at=None)


# The code.


@never_cache
@require_http_methods(_FORM_METHODS)
def team_code(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Type the code of a team to get to its page."""
    league = league_or_404(pk)
    form = CodeForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        limits, now = throttling.personal_code_limits(origin_of(request)), timezone.now()
        try:
            count_or_refuse(limits, now)
        except ValidationError as refusal:
            form.add_error(None, refusal)
            return _ask(request, league, form, HTTPStatus.TOO_MANY_REQUESTS)
        team = team_of_code(league, form.cleaned_data["code"])
        if team is not None:
            throttling.uncount_attempt(limits, now)
            return redirect(
                "tournaments:team_page", pk, team.pk, code_of_team(league.book_id, team.pk, team.code_set)
            )
        form.add_error("code", _("No team of this league has this code."))
    return _ask(request, league, form, HTTPStatus.OK)


def _ask(request: HttpRequest, league: League, form: CodeForm, status: HTTPStatus) -> HttpResponse:
    context = {"league": league, "form": form}
    return render(request, "tournaments/captains/code.html", context, status=status)


def with_captain(
    methods: list[str],
) -> Callable[
    [Callable[Concatenate[HttpRequest, Captain, _P], HttpResponseBase]], Callable[..., HttpResponseBase]
]:
    """Decorate a view for the captain of a code. A right one is never limited; wrong ones are counted."""

    def decorate(
        view: Callable[Concatenate[HttpRequest, Captain, _P], HttpResponseBase],
    ) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def shown(
            request: HttpRequest, /, pk: int, team: int, code: str, *args: _P.args, **kwargs: _P.kwargs
        ) -> HttpResponseBase:
            captain = find_captain(pk, team, code)
            if captain is None:
                return _wrong_code(request, pk)
            if captain.has_ended:
                context = {"league": league_or_404(pk)}
                return render(request, "tournaments/captains/ended.html", context, status=HTTPStatus.GONE)
            return view(request, captain, *args, **kwargs)

        return never_cache(require_http_methods(methods)(shown))

    return decorate


def _wrong_code(request: HttpRequest, pk: int) -> HttpResponse:
    league, form = league_or_404(pk), CodeForm({})
    form.errors.clear()
    try:
        count_or_refuse(throttling.personal_code_limits(origin_of(request)), timezone.now())
    except ValidationError as refusal:
        form.add_error(None, refusal)
        return _ask(request, league, form, HTTPStatus.TOO_MANY_REQUESTS)
    form.add_error(
        None, _("This code opens nothing. It may have been replaced by a new one: ask the league manager.")
    )
    return _ask(request, league, form, HTTPStatus.NOT_FOUND)


# Pages.


@with_captain(_READ_METHODS)
def team_page(request: HttpRequest, captain: Captain) -> HttpResponseBase:
    """The matches of a team and the one next step; a device that asks for news reads one row."""
    tag = _tag(captain)
    return page_or_304(request, tag, lambda: _show_team(request, captain, tag))


def _tag(captain: Captain, *more: object) -> str:
    """The tag of a page: whether the time for an answer has passed is looked at again each hour."""
    state = captain.league, captain.team, captain.code_set, captain.revision, *more
    return etag_for(*state, f"{timezone.localtime():%Y-%m-%d %H}")


def _show_team(request: HttpRequest, captain: Captain, tag: str) -> HttpResponse:
    page = load_team(captain)
    context = {"league": page.league, "team": page.team, "page": page, "captain": captain, "tag": tag}
    return render(request, "tournaments/captains/team.html", context)


@with_captain(_READ_METHODS)
def team_match(request: HttpRequest, captain: Captain, number: int) -> HttpResponseBase:
    """One match: its line-ups as far as they may be seen, its result, and what the captain can do."""
    match = _match(captain, number)
    tag = _tag(captain, number)
    return page_or_304(request, tag, lambda: _show_match(request, captain, match, tag))


def _show_match(request: HttpRequest, captain: Captain, match: TeamMatch, tag: str) -> HttpResponse:
    page = load_match(captain, match, public_name)
    return _render(request, captain, page.shown, "match", {"page": page, "tag": tag})


def _render(
    request: HttpRequest, captain: Captain, shown: MatchOfTeam, template: str, context: dict[str, Any]
) -> HttpResponse:
    match = shown.match
    given = {
        "league": match.league,
        "team": match.team_at(shown.side),
        "captain": captain,
        "shown": shown,
        "match": match,
        "back": captain.path("team_match", match.number),
        "home": captain.path(),
    }
    return render(request, f"tournaments/captains/{template}.html", {**given, **context})


def _match(captain: Captain, number: int) -> TeamMatch:
    match = find_match(captain, number)
    if match is None:
        raise Http404
    return match


def _author(request: HttpRequest) -> Author:
    """The captain: without an account, also where somebody is signed in on this device."""
    return Author(user=None, origin=author_of(request).origin)


# The line-up.


@with_captain(_FORM_METHODS)
def team_line_up(request: HttpRequest, captain: Captain, number: int) -> HttpResponseBase:
    """Choose who plays, and seal the line-up."""
    match = _match(captain, number)
    shown = shown_match(captain, match)
    if not shown.steps.may_seal:
        return redirect(captain.path("team_match", number))
    rules, choices = match.league.agreed, load_choices(match, shown.side)
    sent = request.POST if request.method == "POST" else None
    initial = {"version": match.version, **initial_line_up(match, shown.side)}
    form = SealForm(sent, rules=rules, members=choices.members, others=choices.others, initial=initial)
    if sent is not None and form.is_valid() and _seals(request, form, shown):
        messages.success(request, _("The line-up is sealed."))
        return redirect(captain.path("team_match", number))
    return _render(request, captain, shown, "line_up", {"form": form})


def _seals(request: HttpRequest, form: SealForm, shown: MatchOfTeam) -> bool:
    """Seal a line-up in which nothing is wrong, or nothing that the captain has not seen."""
    match, side, pairs = shown.match, shown.side, form.pairs()
    if form.show_problems(problems_of(match.league.agreed, match, side, pairs)):
        return False
    version = form.cleaned_data["version"]
    sealed = run_into_form(form, lambda by: acts.seal(by, match, side, pairs, version), _author(request))
    if sealed and not shown.other_is_sealed:
        _tell_if_new(request, shown, CaptainLetter.LINE_UP)
    return sealed


# A table that is played as a game.


@with_captain(_FORM_METHODS)
def team_table(request: HttpRequest, captain: Captain, number: int, table: int) -> HttpResponseBase:
    """A table of a match: the way to its game for the phone that keeps the score, or to open one."""
    match = _match(captain, number)
    page = load_match(captain, match, public_name)
    place = page.place(table)
    if place is None:
        raise Http404
    names = load_pair_names(match, page.shown.side, public_name)
    initial = {"version": match.version}
    leaves = request.method == "POST" and request.POST.get("act") == "leave"
    sent = request.POST if request.method == "POST" and not leaves else None
    form = PlayTableForm(sent, match=match, number=table, names=names, initial=initial)
    leave = VersionForm(request.POST if leaves else None, initial=initial)
    if _changes_table(request, page.shown, table, form, leave):
        return redirect(captain.path("team_table", number, table))
    context = {"place": place, "form": form, "leave": leave, **phone_of(request, place.game)}
    return _render(request, captain, page.shown, "table", context)


def _changes_table(
    request: HttpRequest, shown: MatchOfTeam, table: int, form: PlayTableForm, leave: VersionForm
) -> bool:
    by = _author(request)
    if form.is_bound and form.is_valid():
        typed = form.cleaned_data
        asked = (form.table(), typed["key"], typed["version"])
        if run_into_form(form, lambda by: acts.open_game(by, shown, *asked), by):
            messages.success(request, _("The game is open."))
            return True
    if leave.is_bound and leave.is_valid():
        version = leave.cleaned_data["version"]
        if run_into_form(leave, lambda by: acts.leave_game(by, shown, table, version), by):
            messages.success(request, _("Points can be entered for this table."))
            return True
    return False


# The result.


@with_captain(_FORM_METHODS)
def team_result(request: HttpRequest, captain: Captain, number: int) -> HttpResponseBase:
    """Enter the points of each table, or put them right until the other captain has confirmed them."""
    match = _match(captain, number)
    shown = shown_match(captain, match)
    if request.method != "POST" and not shown.steps.may_enter:
        return redirect(captain.path("team_match", number))
    form = _totals_form(request, shown)
    if form.is_bound and form.is_valid():
        key, tables, version = form.cleaned_data["key"], form.typed_tables(), form.cleaned_data["version"]
        if run_into_form(form, lambda by: acts.enter(by, shown, tables, key, version), _author(request)):
            _tell_if_new(request, shown, CaptainLetter.ANSWER)
            messages.success(request, _("The result is entered. Now the other captain is asked."))
            return redirect_to(request, captain.path("team_match", number))
    return _render(request, captain, shown, "result", {"form": form})


def _tell_if_new(request: HttpRequest, shown: MatchOfTeam, letter: CaptainLetter) -> None:
    """Write to the other captain about an act that has changed the match; sent twice it has done so once."""
    now = TeamMatch.objects.select_related("league__club", "league__book", "home__club", "away__club").get(
        pk=shown.match.pk
    )
    if now.version != shown.match.version:
        tell_captain(now, shown.side.other, letter, printed_origin(request))


def _totals_form(request: HttpRequest, shown: MatchOfTeam) -> MatchTotalsForm:
    match, rules = shown.match, shown.match.league.agreed
    names = load_pair_names(match, shown.side, public_name)
    fielded = {side: _fielded(match, side) for side in TeamSide}
    initial = {"version": match.version, **initial_of(MatchState.of(match).tables, fielded, rules)}
    sent = request.POST if request.method == "POST" else None
    return MatchTotalsForm(sent, match=match, names=names, initial=initial)


def _fielded(match: TeamMatch, side: TeamSide) -> int:
    """How many pairs a team has in its line-up, once both are open; else all of them."""
    pairs = line_up_of(match, side)
    if not match.shows_line_ups:
        return len(pairs)
    return max((number for number, pair in enumerate(pairs, 1) if any(pair)), default=len(pairs))


# The answer.


@with_captain(_FORM_METHODS)
def team_answer(request: HttpRequest, captain: Captain, number: int) -> HttpResponseBase:
    """Say that a result is right, or what is not."""
    match = _match(captain, number)
    page = load_match(captain, match, public_name)
    shown = page.shown
    if not shown.steps.may_answer:
        return redirect(captain.path("team_match", number))
    sent = request.POST if request.method == "POST" else None
    # A reason is typed with a dispute alone.
    disputes = sent is not None and (sent.get("answer") == "dispute" or "reason" in sent)
    initial = {"version": match.version}
    confirm = ResultAnswerForm(None if disputes else sent, initial=initial)
    dispute = DisputeForm(sent if disputes else None, initial=initial, auto_id="dispute_%s")
    if _answers(request, shown, confirm, dispute):
        return redirect(captain.path("team_match", number))
    return _render(request, captain, shown, "answer", {"page": page, "form": confirm, "dispute": dispute})


def _answers(
    request: HttpRequest, shown: MatchOfTeam, confirm: ResultAnswerForm, dispute: DisputeForm
) -> bool:
    match = shown.match
    if confirm.is_bound and confirm.is_valid():
        version = confirm.cleaned_data["version"]
        if run_into_form(confirm, lambda by: acts.confirm(by, match, version), _author(request)):
            messages.success(request, _("Thank you. The result is confirmed."))
            return True
    if dispute.is_bound and dispute.is_valid():
        reason, version = dispute.cleaned_data["reason"], dispute.cleaned_data["version"]
        if run_into_form(dispute, lambda by: acts.dispute(by, match, reason, version), _author(request)):
            _tell_if_new(request, shown, CaptainLetter.DISPUTED)
            messages.success(request, _("The league manager hears that the result is not right."))
            return True
    return False


# Back.


@with_captain(["POST"])
def team_undo(request: HttpRequest, captain: Captain, number: int) -> HttpResponseBase:
    """Take the own seal, the own result or the own answer back."""
    match = _match(captain, number)
    shown = shown_match(captain, match)
    try:
        done = acts.take_back(_author(request), shown, request.POST.get("what", ""))
    except Refusal as refusal:
        for sentence in refusal.sentences:
            messages.error(request, sentence)
    else:
        messages.success(request, done)
    return redirect(captain.path("team_match", number))
