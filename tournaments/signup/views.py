"""The pages of those who sign up: the announcement, the form, the own sign-up behind its code.

None of them needs an account. None is kept: what they show belongs to whoever has the code.
"""

from __future__ import annotations

from functools import wraps
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs.accounts import throttling
from clubs.accounts.forms import count_or_refuse, too_many_error
from clubs.books.writing import Author
from clubs.web import exports
from clubs.web.actions import run_into_form
from clubs.web.origin import origin_of
from clubs.web.printed_addresses import printed_address
from clubs.web.request_author import author_of
from tournaments.models import Announcement, Signup, Tournament
from tournaments.notices.outbox import put_letters
from tournaments.public.calendar import status_in_words
from tournaments.signup.announcement_report import announcement_facts, announcement_report
from tournaments.signup.codes import digest_of_code, tidy_code
from tournaments.signup.forms import CancelForm, CodeForm, SignUpForm
from tournaments.signup.letters import Letter, letter_to
from tournaments.signup.old import KEPT_DAYS
from tournaments.signup.openness import Openness, openness_of, openness_sentence
from tournaments.signup.own_page import counts_of, own_signup_page
from tournaments.signup.people import with_people
from tournaments.signup.places import find_announcement
from tournaments.signup.signing_up import GONE, cancel_signup, change_signup, sign_up

if TYPE_CHECKING:
    from collections.abc import Callable

_FORM_METHODS: Final = ["GET", "HEAD", "POST"]


@never_cache
@require_safe
def announcement(request: HttpRequest, pk: int) -> HttpResponseBase:
    """What is announced of an event, and whether there is room; also as a PDF and as text."""
    event, announced = _announced_or_404(pk)
    address = printed_address(request, reverse("tournaments:signup", args=[pk]))
    has_rules = event.standings_from == Tournament.StandingsFrom.GAMES
    rules = printed_address(request, reverse("tournaments:event_rules", args=[pk])) if has_rules else ""
    report = announcement_report(event, announced, address, timezone.now(), rules)
    if (file := exports.export_response(request, lambda: report)) is not None:
        return file
    context = {
        "event": event,
        "announcement": announced,
        "facts": announcement_facts(event, announced, timezone.now()),
        "notice": status_in_words(announced),
        "counts": counts_of(event, announced),
        "is_open": openness_of(event, announced, timezone.now()) is Openness.OPEN,
        "sentence": openness_sentence(event, announced, timezone.now()),
    }
    return render(request, "tournaments/signup/announcement.html", context)


@never_cache
@require_http_methods(_FORM_METHODS)
def signup(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Sign up for an event; leads to the page of the sign-up, which shows its code."""
    event, announced = _announced_or_404(pk)
    is_open = openness_of(event, announced, timezone.now()) is Openness.OPEN
    form = SignUpForm(request.POST if request.method == "POST" else None, event=event, announcement=announced)
    if request.method == "POST" and form.is_valid() and _count(request, form, event):
        done: list[tuple[Signup, str]] = []
        key = form.cleaned_data["key"]
        if run_into_form(
            form, lambda by: done.append(sign_up(by, event, form.typed(), key)), _stranger(request)
        ):
            made, code = done[0]
            _write_once(request, event, made, code)
            return redirect("tournaments:own_signup", pk, code)
    context = {
        "event": event,
        "announcement": announced,
        "form": form,
        "is_open": is_open,
        "sentence": openness_sentence(event, announced, timezone.now()),
        "counts": counts_of(event, announced),
        "days": KEPT_DAYS,
        "mails": bool(settings.EMAIL_HOST),
    }
    return render(request, "tournaments/signup/sign_up.html", context)


def _stranger(request: HttpRequest) -> Author:
    """The author of a sign-up: what one may do does not depend on an account."""
    return Author(user=None, origin=author_of(request).origin)


def _count(request: HttpRequest, form: SignUpForm, event: Tournament) -> bool:
    """Count a sign-up under the limits; say in the form when there were too many."""
    try:
        throttling.count_attempt(
            throttling.signup_limits(str(event.pk), origin_of(request)),
            timezone.now(),
            tried=str(form.cleaned_data["key"]),
        )
    except throttling.TooManyAttempts as refusal:
        form.add_error(None, too_many_error(refusal))
        return False
    return True


def _write_once(request: HttpRequest, event: Tournament, made: Signup, code: str) -> None:
    """Send the code to the address that was given, unless too much was sent there."""
    if not made.email or not settings.EMAIL_HOST:
        return
    try:
        throttling.count_attempt(throttling.letter_limits(made.email), timezone.now(), tried=str(made.pk))
    except throttling.TooManyAttempts:
        return
    event.announcement = Announcement.objects.get(tournament=event)
    link = printed_address(request, reverse("tournaments:own_signup", args=[event.pk, code]))
    put_letters(event, [letter_to(event, made, Letter.MADE, code, link)])


# The own sign-up.


@never_cache
@require_http_methods(_FORM_METHODS)
def signup_code(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Type the code of a sign-up to get to its page."""
    event = _event_or_404(pk)
    form = CodeForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        code = form.cleaned_data["code"]
        try:
            if _find(request, event, code) is not None:
                return redirect("tournaments:own_signup", pk, code)
        except ValidationError as refusal:
            form.add_error(None, refusal)
        else:
            form.add_error("code", _("No sign-up for this event has this code."))
    return render(request, "tournaments/signup/code.html", {"event": event, "form": form})


def _find(request: HttpRequest, event: Tournament, code: str) -> Signup | None:
    """Look a code up; the attempts that were wrong are counted. Raises ValidationError after too many."""
    limits, now = throttling.signup_code_limits(origin_of(request)), timezone.now()
    count_or_refuse(limits, now)
    rows = with_people(Signup.objects.filter(tournament=event).select_related("joined", "entry"))
    found = rows.filter(code_digest=digest_of_code(event.pk, code)).first()
    if found is not None:
        throttling.uncount_attempt(limits, now)
        found.tournament = event
    return found


def _with_signup(
    view: Callable[[HttpRequest, Tournament, Signup, str], HttpResponseBase],
) -> Callable[[HttpRequest, int, str], HttpResponseBase]:
    """Decorate a view that shows the sign-up of a code; a wrong code leads to the page that asks for it."""

    @wraps(view)
    def shown(request: HttpRequest, /, pk: int, code: str) -> HttpResponseBase:
        event, tidy = _event_or_404(pk), tidy_code(code)
        form = CodeForm({"code": code})
        try:
            found = _find(request, event, tidy) if tidy else None
        except ValidationError as refusal:
            form.add_error(None, refusal)
            return _ask_again(request, event, form, HTTPStatus.TOO_MANY_REQUESTS)
        if found is None:
            form.add_error(None, _("No sign-up for this event has this code."))
            return _ask_again(request, event, form, HTTPStatus.NOT_FOUND)
        return view(request, event, found, tidy)

    return never_cache(require_http_methods(_FORM_METHODS)(shown))


def _ask_again(request: HttpRequest, event: Tournament, form: CodeForm, status: HTTPStatus) -> HttpResponse:
    context = {"event": event, "form": form}
    return render(request, "tournaments/signup/code.html", context, status=status)


@_with_signup
def own_signup(request: HttpRequest, event: Tournament, signup: Signup, code: str) -> HttpResponseBase:
    """The own sign-up: whether there is a place, the code, and what can be changed."""
    announced = _announcement_or_404(event)
    sent = request.POST if request.method == "POST" else None
    form = SignUpForm(sent, event=event, announcement=announced, signup=signup)
    if form.is_valid() and run_into_form(
        form, lambda by: change_signup(by, signup, form.typed()), _stranger(request)
    ):
        messages.success(request, _("Your sign-up has been changed."))
        return redirect("tournaments:own_signup", event.pk, code)
    own = own_signup_page(event, announced, signup)
    context = {
        "event": event,
        "announcement": announced,
        "own": own,
        "code": code,
        "form": None if signup.state in GONE else form,
        "notice": status_in_words(announced),
        "days": KEPT_DAYS,
        "mails": bool(settings.EMAIL_HOST and signup.email),
    }
    return render(request, "tournaments/signup/own.html", context)


@_with_signup
def signup_cancel(request: HttpRequest, event: Tournament, signup: Signup, code: str) -> HttpResponseBase:
    """Cancel the own sign-up; the page says what that means."""
    announced = _announcement_or_404(event)
    form = CancelForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and run_into_form(form, lambda by: cancel_signup(by, signup), _stranger(request)):
        messages.success(request, _("Your sign-up has been cancelled."))
        return redirect("tournaments:own_signup", event.pk, code)
    own = own_signup_page(event, announced, signup)
    context = {"event": event, "form": form, "own": own, "code": code}
    return render(request, "tournaments/signup/cancel.html", context)


def _event_or_404(pk: int) -> Tournament:
    """An event, also one that is hidden again: whoever has a code still finds the own sign-up."""
    return get_object_or_404(Tournament.objects.select_related("club", "book"), pk=pk)


def _announced_or_404(pk: int) -> tuple[Tournament, Announcement]:
    event = _event_or_404(pk)
    found = find_announcement(event)
    if found is None or not found.is_announced:
        raise Http404
    return event, found


def _announcement_or_404(event: Tournament) -> Announcement:
    found = find_announcement(event)
    if found is None:
        raise Http404
    return found
