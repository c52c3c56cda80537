"""The public pages of events that go together: what they are, one programme, and one form to sign up.

None of them needs an account, and none is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs.accounts import throttling
from clubs.accounts.forms import too_many_error
from clubs.books.writing import Author
from clubs.web.origin import origin_of
from clubs.web.printed_addresses import printed_address
from clubs.web.request_author import author_of
from tournaments.gatherings.forms import SeveralSignUpForm
from tournaments.gatherings.letter import write_once
from tournaments.gatherings.page import (
    announced_and_open,
    programme_together,
    public_gathering,
    shown_events,
)
from tournaments.gatherings.signing_up import SignupOutcome, find_signups, sign_up_for_several
from tournaments.models import Announcement, Tournament
from tournaments.public.calendar import announcement_of, calendars_response
from tournaments.signup.old import KEPT_DAYS
from tournaments.signup.own_page import counts_of, own_signup_page

_FORM_METHODS: Final = ["GET", "HEAD", "POST"]


@never_cache
@require_safe
def gathering(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The events, whether people sign up for them, and one programme of all."""
    public, now = public_gathering(pk), timezone.now()
    context = {
        "gathering": public.gathering,
        "events": list(shown_events(public.events, now)),
        "days": programme_together(public.events),
        "is_open": bool(announced_and_open(public.events, now)),
    }
    return render(request, "tournaments/gatherings/gathering.html", context)


@never_cache
@require_safe
def gathering_calendar(request: HttpRequest, pk: int) -> HttpResponseBase:
    """One calendar with an entry for each event."""
    return calendars_response(request, public_gathering(pk).events, f"events-{pk}")


@never_cache
@require_http_methods(_FORM_METHODS)
def gathering_signup(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Sign up for several events by one form; leads to the page of these sign-ups."""
    public = public_gathering(pk)
    announced = announced_and_open(public.events, timezone.now())
    context = {"gathering": public.gathering, "days": KEPT_DAYS, "mails": bool(settings.EMAIL_HOST)}
    if not announced:
        return render(request, "tournaments/gatherings/sign_up.html", context)
    form = SeveralSignUpForm(request.POST if request.method == "POST" else None, announced=announced)
    if request.method == "POST" and form.is_valid():
        made = _sign_up(request, form)
        if made:
            key = form.cleaned_data["key"]
            address = reverse("tournaments:gathering_own", args=[pk, key])
            write_once(request, public.gathering, made, printed_address(request, address))
            return redirect(address)
    context |= {"form": form, "rows": [(one.tournament, _counts(one)) for one in announced]}
    return render(request, "tournaments/gatherings/sign_up.html", context)


def _counts(announcement: Announcement) -> object:
    return counts_of(announcement.tournament, announcement)


def _sign_up(request: HttpRequest, form: SeveralSignUpForm) -> Sequence[SignupOutcome]:
    """Sign up for what was ticked; return what was made, and say of each other event why not.

    Where something was made the refusals stand on the next page, else in the form.
    """
    by, key = Author(user=None, origin=author_of(request).origin), form.cleaned_data["key"]
    flooded = [one for event in form.chosen if (one := _flooded(request, event, key)) is not None]
    refused = {one.event.pk for one in flooded}
    chosen = [event for event in form.chosen if event.pk not in refused]
    outcomes = [*sign_up_for_several(by, chosen, form.typed_for, key), *flooded]
    made = [one for one in outcomes if one.signup is not None]
    for one in outcomes:
        if one.refusal and made:
            messages.warning(request, f"{one.event.title}: {one.refusal}")
        elif one.refusal:
            form.add_error(None, f"{one.event.title}: {one.refusal}")
    return made


def _flooded(request: HttpRequest, event: Tournament, key: UUID) -> SignupOutcome | None:
    """Count a sign-up for an event under the limits; return the refusal when there were too many."""
    limits = throttling.signup_limits(str(event.pk), origin_of(request))
    try:
        throttling.count_attempt(limits, timezone.now(), tried=f"{key}/{event.pk}")
    except throttling.TooManyAttempts as refusal:
        return SignupOutcome(event, refusal=" ".join(too_many_error(refusal).messages))
    return None


@never_cache
@require_safe
def gathering_own(request: HttpRequest, pk: int, key: UUID) -> HttpResponseBase:
    """The sign-ups that one form has made, each with its code and the way to its own page."""
    public = public_gathering(pk)
    found = find_signups(public.gathering, key)
    if not found:
        raise Http404
    rows = []
    for one in found:
        announcement = announcement_of(one.event)
        if announcement is not None and one.signup is not None:
            rows.append((one, own_signup_page(one.event, announcement, one.signup)))
    context = {
        "gathering": public.gathering,
        "rows": rows,
        "days": KEPT_DAYS,
        "mails": bool(settings.EMAIL_HOST and any(one.signup and one.signup.email for one in found)),
    }
    return render(request, "tournaments/gatherings/own.html", context)
