"""The cash of a club for its secretary: the evenings of a season, debts and cards, the currency."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.books.writing import club_book
from clubs.people.page_access import club_for, desk_page
from clubs.web import exports
from clubs.web.actions import run_into_form, say_done
from clubs.web.decorators import form_page, page
from clubs.web.request_author import author_of
from tournaments.cash.currency import currency_stays, set_currency
from tournaments.cash.forms import CurrencyForm, SeasonForm
from tournaments.cash.reports import season_report
from tournaments.cash.season import load_debts, load_season
from tournaments.models import ClubCash
from tournaments.play.currency import currency_of
from tournaments.wording.money import money


@page
def club_cash(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The evenings of a season, and who owes; `?since=&until=` are its days."""
    club = club_for(request, pk, permissions.DIRECTORS)
    form = SeasonForm(request.GET)
    days = form.cleaned_data if form.is_valid() else {}
    evenings = load_season(club, days.get("since"), days.get("until"))
    debts, currency = load_debts(club, timezone.localdate()), currency_of(club)
    file = exports.export_response(request, lambda: season_report(club.name, currency, evenings, debts))
    if file is not None:
        return file
    shown = [
        (
            one,
            [
                "–" if amount is None else money(amount, currency)
                for amount in (
                    *(one.drawer.taken, one.drawer.given, one.drawer.expected),
                    *(one.drawer.counted, one.drawer.difference),
                )
            ],
        )
        for one in evenings
    ]
    owing = [(one, money(one.account.sums.owed, currency)) for one in debts]
    context = {"form": form, "evenings": shown, "debts": owing, "currency": currency}
    return desk_page(request, "tournaments/cash/club.html", club, context)


@form_page
def cash_currency(request: HttpRequest, pk: int) -> HttpResponse:
    """The currency, before the first entry."""
    club = club_for(request, pk, permissions.ADMINS)
    form = CurrencyForm(request.POST or None, initial={"currency": currency_of(club)})
    by = author_of(request)
    if request.method == "POST" and form.is_valid():
        currency = form.cleaned_data["currency"]
        if run_into_form(form, lambda by: set_currency(by, club, currency), by):
            say_done(request, club_book(club), _("The currency has been saved."), by)
            return redirect("tournaments:club_cash", club.pk)
    context = {"form": form, "stays": currency_stays(club), "currency": ClubCash.Currency(currency_of(club))}
    return desk_page(request, "tournaments/cash/currency.html", club, context)
