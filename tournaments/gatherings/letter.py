"""The letter to somebody who has signed up for several events: one, with the code and the link of each."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from clubs.accounts import throttling
from clubs.web.printed_addresses import printed_address
from tournaments.gatherings.signing_up import SignupOutcome
from tournaments.models import Gathering
from tournaments.notices.outbox import PostedLetter, put_letters


def write_once(request: HttpRequest, gathering: Gathering, made: Sequence[SignupOutcome], link: str) -> None:
    """Send the codes to the address that was given, unless too much was sent there."""
    first = made[0].signup
    if first is None or not first.email or not settings.EMAIL_HOST:
        return
    try:
        throttling.count_attempt(throttling.letter_limits(first.email), timezone.now(), tried=str(first.pk))
    except throttling.TooManyAttempts:
        return
    with translation.override(first.language):
        rows = [(one, _link(request, one)) for one in made]
        context = {"gathering": gathering, "rows": rows, "link": link}
        body = render_to_string("tournaments/gatherings/mail.txt", context)
        subject = _("%(event)s: your sign-ups") % {"event": gathering.name}
    put_letters(made[0].event, [PostedLetter(to=first.email, subject=subject, body=body, signup=first)])


def _link(request: HttpRequest, one: SignupOutcome) -> str:
    return printed_address(request, reverse("tournaments:own_signup", args=[one.event.pk, one.code]))
