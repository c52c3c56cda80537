"""What is kept of people: why, on what ground, for how long, and who sees it."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.accounts import INVITATION_LIFETIME
from clubs.people.consent import CONSENT_WORDING
from clubs.people.rating_consent import RATING_WORDING

_A_DAY = 24 * 60 * 60
# The app above deletes them (`tournaments/signup/old.py`); a test compares the two.
SIGNUP_DAYS = 30


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Say it with the numbers of days that this installation has set; open to everybody."""
    context = {
        "consent_wording": CONSENT_WORDING,
        "rating_wording": RATING_WORDING,
        "backup_days": settings.BACKUP_DAYS,
        "origin_days": settings.ORIGIN_DAYS,
        "session_days": settings.SESSION_COOKIE_AGE // _A_DAY,
        "signup_days": SIGNUP_DAYS,
        "invitation_days": INVITATION_LIFETIME.days,
    }
    return render(request, "clubs/privacy.html", context)
