"""Where a club lets the codes of the log be sent when an event is official."""

from __future__ import annotations

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs import people
from clubs.books import permissions
from clubs.books.writing import club_book
from clubs.people.page_access import club_for, desk_page
from clubs.web.actions import run_into_form, say_done
from clubs.web.decorators import form_page
from clubs.web.forms import VerbForm
from clubs.web.request_author import author_of


class CodesForm(VerbForm):
    """An address outside the club, such as that of the federation; empty sends nothing."""

    address = forms.EmailField(
        label=_lazy("E-mail"),
        required=False,
        help_text=_lazy("Of somebody outside the club, such as the federation. Empty: nothing is sent."),
    )


@form_page
def codes_mail(request: HttpRequest, pk: int) -> HttpResponse:
    club = club_for(request, pk, permissions.ADMINS)
    form = CodesForm(request.POST or None, initial={"address": club.codes_to})
    by = author_of(request)
    if request.method == "POST" and form.is_valid():
        address = form.cleaned_data["address"]
        if run_into_form(form, lambda by: people.send_codes_to(by, club, address), by):
            sent, not_sent = _("The codes of the log are sent there."), _("No codes of the log are sent.")
            said = sent if address else not_sent
            say_done(request, club_book(club), said, by)
            return redirect("clubs:club_settings", club.pk)
    context = {"form": form, "sends_mail": bool(settings.EMAIL_HOST)}
    return desk_page(request, "clubs/club/codes_mail.html", club, context)
