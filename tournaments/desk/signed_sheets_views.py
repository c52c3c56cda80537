"""The page on which a director records that the sheets of a round are signed on paper."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.web.actions import ActionPage, run_into_form, say_done
from clubs.web.decorators import form_page
from clubs.web.request_author import author_of
from tournaments import running
from tournaments.access import round_for_director
from tournaments.desk.signed_sheets import SignedSheetsForm, load_sheets


@form_page
def round_signed(request: HttpRequest, pk: int) -> HttpResponse:
    """Record the signed sheets of a round at once."""
    drawn = round_for_director(request, pk)
    sheets = load_sheets(drawn)
    form, by = SignedSheetsForm(request.POST or None, sheets=sheets.to_sign), author_of(request)
    if form.is_valid() and run_into_form(
        form, lambda by: running.sign_round_on_paper(by, drawn, form.seen(), form.cleaned_data["key"]), by
    ):
        count = len(form.seen())
        done = ngettext("%(count)s sheet is signed on paper.", "%(count)s sheets are signed on paper.", count)
        say_done(request, drawn.tournament.book, done % {"count": count}, by)
        return redirect("tournaments:round", pk)
    page = ActionPage(
        _("Signed sheets of round %(number)s") % {"number": drawn.number},
        _("These sheets are signed"),
        "",
        _(
            "The players have signed these sheets, and they are in the folder. Deals that are not approved "
            "yet are approved by them. To take one back, open that game again."
        ),
    )
    context = {"event": drawn.tournament, "round": drawn, "form": form, "page": page, "sheets": sheets}
    return render(request, "tournaments/desk/signed_sheets.html", context)
