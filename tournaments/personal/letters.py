"""Mail to those who signed up with an address: the way to the own page of their entry."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.models import Signup, Tournament
from tournaments.notices.outbox import PostedLetter, put_letters
from tournaments.play.personal_codes import code_of_entry, last_day_of, personal_path
from tournaments.signup.people import everybody_in


def signups_to_tell(event: Tournament) -> list[tuple[Signup, int]]:
    """Return who is entered and gave an address, each with the entry."""
    rows = event.signups.filter(state=Signup.State.ENTERED, entry__isnull=False).prefetch_related("partners")
    return [
        (one, signup.entry_id)
        for signup in rows.order_by("pk")
        for one in everybody_in([signup])
        if one.email and signup.entry_id is not None
    ]


def send_codes(event: Tournament, absolute: Callable[[str], str]) -> int:
    """Write to all of them, each in the language of the sign-up; return to how many."""
    told = signups_to_tell(event) if settings.EMAIL_HOST else []
    if told:
        until = last_day_of(event)
        put_letters(event, [_letter(event, signup, entry, absolute, until) for signup, entry in told])
    return len(told)


def _letter(
    event: Tournament, signup: Signup, entry: int, absolute: Callable[[str], str], until: date
) -> PostedLetter:
    with translation.override(signup.language):
        context = {
            "event": event,
            "day": date_format(event.date, "DATE_FORMAT"),
            "link": absolute(personal_path(event, entry)),
            "code": code_of_entry(event.book_id, entry, event.code_set),
            "typed_at": absolute(reverse("tournaments:my_code", args=[event.pk])),
            "until": date_format(until, "DATE_FORMAT"),
        }
        body = render_to_string("tournaments/personal/mail.txt", context)
        subject = _("%(event)s: your page") % {"event": event.title}
    return PostedLetter(to=signup.email, subject=subject, body=body, signup=signup)
