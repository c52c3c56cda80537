"""Mail to those who have signed up and gave an address, each in the language of the sign-up.

A letter is stored with the act and sent by the worker; without a mail server there is none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournaments.models import Signup, Tournament
from tournaments.notices import outbox
from tournaments.notices.sentences import status_sentence


class Letter(StrEnum):
    """What a letter is about."""

    MADE = "made"
    MOVED_UP = "moved up"
    APPROVED = "approved"
    DECLINED = "declined"
    JOINED = "joined"
    ENTERED = "entered"
    NO_LONGER_ENTERED = "no longer entered"
    PARTNER_LEFT = "partner left"
    STATUS = "status"


_SENTENCES: Final[Mapping[Letter, object]] = {
    Letter.MADE: _lazy("You have signed up."),
    Letter.MOVED_UP: _lazy("You have moved up from the waiting list."),
    Letter.APPROVED: _lazy("The director has approved your sign-up."),
    Letter.DECLINED: _lazy("The director could not accept your sign-up."),
    Letter.JOINED: _lazy("The director has found a partner for you."),
    Letter.ENTERED: _lazy("You are entered in the event."),
    Letter.NO_LONGER_ENTERED: _lazy("Your entry has been turned into a sign-up again."),
    Letter.PARTNER_LEFT: _lazy("Your partner has cancelled; you are looking for a partner again."),
}


def tell(event: Tournament, signups: Iterable[Signup], letter: Letter) -> None:
    """Write to these, in the transaction of the act: the letters are lost only with it."""
    pks = [signup.pk for signup in signups if signup.email]
    if not pks or not settings.EMAIL_HOST:
        return
    stored = Tournament.objects.select_related("club", "announcement").get(pk=event.pk)
    found = Signup.objects.filter(pk__in=pks).order_by("pk")
    outbox.put_letters(stored, [letter_to(stored, signup, letter) for signup in found])


def letter_to(
    event: Tournament, signup: Signup, letter: Letter, code: str = "", link: str = ""
) -> outbox.PostedLetter:
    """Return a letter; the code and its link are known only when somebody has just signed up."""
    with translation.override(signup.language):
        announcement = event.announcement
        sentence = status_sentence(announcement) if letter is Letter.STATUS else str(_SENTENCES[letter])
        context = {
            "event": event,
            "day": date_format(event.date, "DATE_FORMAT"),
            "sentence": sentence,
            "notice": announcement.notice if letter is Letter.STATUS else "",
            "state": signup.get_state_display(),
            "code": code,
            "link": link or _public_address(reverse("tournaments:signup_code", args=[event.pk])),
            "contact": announcement.contact,
        }
        body = render_to_string("tournaments/signup/mail.txt", context)
        subject = _("%(event)s: your sign-up") % {"event": event.title}
    return outbox.PostedLetter(to=signup.email, subject=subject, body=body, signup=signup)


def _public_address(path: str) -> str:
    """Return the address of a page, if the installation says where it is."""
    return f"{settings.PUBLIC_ADDRESS.removesuffix('/')}{path}" if settings.PUBLIC_ADDRESS else ""
