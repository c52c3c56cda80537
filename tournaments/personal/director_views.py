"""The director's page of the codes of an event."""

from __future__ import annotations

from typing import Final

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.web.actions import run_into_form, say_done
from clubs.web.decorators import form_page
from clubs.web.forms import VerbForm
from clubs.web.printed_addresses import printed_address
from clubs.web.request_author import author_of
from tournaments.desk.act_views import require_director
from tournaments.models import Tournament
from tournaments.personal.letters import send_codes, signups_to_tell
from tournaments.personal.making import make_codes
from tournaments.play.personal_codes import last_day_of

# More are not stored.
_MAX_SETS: Final = 32_767


class EntryCodesForm(VerbForm):
    """How many sets of codes the page knew of; nothing is typed."""

    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=_MAX_SETS)


@form_page
def personal_codes(request: HttpRequest, pk: int) -> HttpResponse:
    """Make the codes of all entries, or new ones that shut out the old."""
    event = require_director(
        request, get_object_or_404(Tournament.objects.select_related("book", "club"), pk=pk)
    )
    sent = request.POST if request.method == "POST" else None
    form = EntryCodesForm(sent, initial={"seen": event.code_sets_made})
    by = author_of(request)
    made: list[bool] = []
    if form.is_valid() and run_into_form(
        form, lambda by: made.append(make_codes(by, event, form.cleaned_data["seen"])), by
    ):
        event.refresh_from_db(fields=["code_set", "code_sets_made"])
        told = send_codes(event, lambda path: printed_address(request, path)) if made[-1] else 0
        say_done(request, event.book, _done(told), by)
        return redirect("tournaments:personal_codes", pk)
    context = {
        "event": event,
        "form": form,
        "until": last_day_of(event),
        "mails": len(signups_to_tell(event)) if settings.EMAIL_HOST else 0,
    }
    return render(request, "tournaments/personal/codes.html", context)


def _done(told: int) -> str:
    done = _("Every entry has a code.")
    if not told:
        return done
    mailed = ngettext("It was mailed to %(count)s address.", "It was mailed to %(count)s addresses.", told)
    return f"{done} {mailed % {'count': told}}"
