"""The pages of the desk: the evening, a person, sales without a person, the drawer, the prices, receipts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.contrib import messages
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.books import permissions
from clubs.books.writing import Author, club_book
from clubs.models import Membership, Player
from clubs.web import exports
from clubs.web.actions import ActionPage, run_into_form, say_done
from clubs.web.decorators import form_page, page, post_only
from clubs.web.forms import VerbForm
from clubs.web.request_author import author_of
from clubs.web.viewer_roles import require_role, viewer_roles
from tournaments.access import event_for_director, run_or_message
from tournaments.cash.entering import CashAct, drawer_entries, enter_cash, owe_the_rest, take_cash_back
from tournaments.cash.forms import AmountForm, DrawerForm, GuestSaleForm, PricesForm, SaleForm, TapForm
from tournaments.cash.page import load_desk, load_person, paid_with
from tournaments.cash.prices import earlier_prices, prices_of, set_prices
from tournaments.cash.reports import evening_report, receipt
from tournaments.cash.season import load_debts
from tournaments.models import CashEntry, ClubCash, EntryPlayer, Tournament
from tournaments.play.currency import currency_of
from tournaments.wording.money import money

Kind = CashEntry.Kind


def _event_for_cash(request: HttpRequest, pk: int) -> Tournament:
    event = get_object_or_404(Tournament.objects.select_related("club", "book"), pk=pk)
    require_role(request, event.book, permissions.RECORDERS)
    return event


def _directs(request: HttpRequest, event: Tournament) -> bool:
    return not viewer_roles(request, event.book).isdisjoint(permissions.DIRECTORS)


@form_page
def cash(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The desk of the evening; one tap enters how somebody's fee is settled."""
    event = _event_for_cash(request, pk)
    if request.method == "POST" and (answer := _tapped(request, event)) is not None:
        return answer
    desk = load_desk(event)
    if (file := exports.export_response(request, lambda: evening_report(event, desk))) is not None:
        return file
    only_open = "open" in (request.GET.get("show"), request.POST.get("show"))
    here = {row.player for row in desk.rows}
    debts = [one for one in load_debts(event.club, event.date) if one.player not in here]
    context = {
        "event": event,
        "desk": desk,
        "others": [(one, money(one.account.sums.owed, desk.currency)) for one in debts],
        "rows": desk.open_rows if only_open else desk.rows,
        "only_open": only_open,
        "directs": _directs(request, event),
        "has_earlier": desk.prices is None and earlier_prices(event) is not None,
    }
    return render(request, "tournaments/cash/desk.html", context)


def _tapped(request: HttpRequest, event: Tournament) -> HttpResponse | None:
    """Enter what was tapped; None with a message where it cannot be, and the desk is shown as it is now."""
    address = reverse("tournaments:cash", args=[event.pk])
    show = request.POST.get("show")
    if show == "open":
        address += "?show=open"
    if "rest" in request.POST:
        counts: list[int] = []
        if run_or_message(request, lambda by: counts.append(owe_the_rest(by, event))):
            said = ngettext(
                "%(count)s person owes the evening.", "%(count)s people owe the evening.", counts[0]
            )
            messages.success(request, said % {"count": counts[0]})
        return redirect(address)
    form = TapForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("This could not be entered. Look, and try again."))
        return None
    player = form.cleaned_data["player"]
    act = CashAct(kind=Kind(form.cleaned_data["act"]), player=player, seen=form.cleaned_data["seen"])
    if run_into_form(
        form, lambda by: enter_cash(by, event, act, form.cleaned_data["key"]), author_of(request)
    ):
        if show == "person":
            return redirect("tournaments:cash_person", event.pk, player)
        return redirect(f"{address}#person-{player}")
    messages.error(request, " ".join(str(error) for errors in form.errors.values() for error in errors))
    return None


@form_page
def cash_person(request: HttpRequest, pk: int, player: int) -> HttpResponse:
    """One person: what is owed, what is bought, and every entry, on all evenings of the club."""
    event = _event_for_cash(request, pk)
    person = get_object_or_404(_people_of(event), pk=player)
    found = load_person(event, person)
    start = {"seen": found.row.account.last}
    sent = request.POST if request.method == "POST" else None
    act = "" if sent is None else sent.get("act", "")
    prices = prices_of(event)
    currency = found.row.currency
    buying = SaleForm(
        sent if act == Kind.SALE else None, prices=prices, currency=currency, known=True, initial=start
    )
    owed = found.row.account.sums.owed
    debt = AmountForm(sent if act == Kind.DEBT else None, prefix="debt", initial={**start, "amount": owed})
    back = AmountForm(sent if act == Kind.REFUND else None, prefix="refund", initial=start)
    forms = {Kind.SALE.value: buying, Kind.DEBT.value: debt, Kind.REFUND.value: back}
    form = forms.get(act)
    if form is not None and form.is_valid() and _enter_from(request, event, Kind(act), player, form):
        return redirect("tournaments:cash_person", event.pk, player)
    context = {
        "event": event,
        "person": found,
        "fee": "" if prices is None else money(prices.fee, currency),
        "buying": buying,
        "debt": debt,
        "back": back,
    }
    return render(request, "tournaments/cash/person.html", context)


def _people_of(event: Tournament) -> QuerySet[Player]:
    """Return everybody whom the desk may enter: of the event, of the club, and who has an entry there."""
    entered = EntryPlayer.objects.filter(tournament=event).values("player")
    known = CashEntry.objects.filter(tournament__club=event.club).exclude(player=None).values("player")
    members = Membership.objects.filter(club=event.club).values("player")
    return Player.objects.filter(Q(pk__in=entered) | Q(pk__in=known) | Q(pk__in=members), merged_into=None)


def _enter_from(request: HttpRequest, event: Tournament, kind: Kind, player: int, form: VerbForm) -> bool:
    data = form.cleaned_data
    act = CashAct(
        kind=kind,
        player=player,
        article=data.get("article", ""),
        count=data.get("count", 1),
        amount=data.get("amount", 0),
        is_paid=not data.get("owes", False),
        seen=data["seen"],
    )
    by = author_of(request)
    done = run_into_form(form, lambda by: enter_cash(by, event, act, data["key"]), by)
    if done:
        say_done(request, club_book(event.club), _("It is entered."), by)
    return done


@form_page
def cash_sale(request: HttpRequest, pk: int) -> HttpResponse:
    """A guest, or something sold to somebody whom the club does not know."""
    event = _event_for_cash(request, pk)
    form = GuestSaleForm(
        request.POST or None, prices=prices_of(event), currency=currency_of(event.club), known=False
    )

    def act(by: Author) -> object:
        data = form.cleaned_data
        sold = CashAct(kind=Kind.SALE, article=data["article"], count=data["count"], guest=data["guest"])
        return enter_cash(by, event, sold, data["key"])

    words = ActionPage(
        _("Guests and coffee"),
        _("Paid"),
        _("It is entered."),
        _("What is paid at once, by somebody who is not in the list."),
        refusals=() if form.has_articles else (_("Nothing is sold: there is no price for it."),),
    )
    return _act_page(request, event, form, words, act)


@form_page
def cash_drawer(request: HttpRequest, pk: int) -> HttpResponse:
    """What is in the drawer, at the beginning and at the end."""
    event = _event_for_cash(request, pk)
    rows = list(drawer_entries(event).order_by("pk"))
    is_open = any(row.kind == Kind.OPENING and row.stands for row in rows)
    initial = {
        "kind": (Kind.COUNTED if is_open else Kind.OPENING).value,
        "seen": rows[-1].pk if rows else 0,
    }
    form = DrawerForm(request.POST or None, initial=initial)

    def act(by: Author) -> object:
        data = form.cleaned_data
        counted = CashAct(kind=Kind(data["kind"]), amount=data["amount"], seen=data["seen"])
        return enter_cash(by, event, counted, data["key"])

    words = ActionPage(
        _("Count the drawer"),
        _("Save"),
        _("It is entered."),
        _("Of several counts the last one stands; the others stay in the list of entries."),
    )
    return _act_page(request, event, form, words, act)


@form_page
def cash_prices(request: HttpRequest, pk: int) -> HttpResponse:
    """What the evening costs; it begins with the prices of the event before."""
    event = event_for_director(request, pk)
    own, earlier = prices_of(event), earlier_prices(event)
    start = own or (None if earlier is None else earlier[1])
    form = PricesForm(request.POST or None, prices=start)
    lead = _("What was entered before keeps its price. An empty price is not sold.")
    if own is None and earlier is not None:
        lead = _("Taken over from %(event)s: look through them, and save.") % {"event": earlier[0].title}
    words = ActionPage(_("Prices"), _("Save"), _("The prices have been saved."), lead)
    more = {
        "currency": ClubCash.Currency(currency_of(event.club)),
        "is_admin": not viewer_roles(request, club_book(event.club)).isdisjoint(permissions.ADMINS),
    }
    template = "tournaments/cash/prices.html"
    return _act_page(
        request, event, form, words, lambda by: set_prices(by, event, form.prices()), template, more
    )


@post_only
def cash_back(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Take an entry back, and return to where it was tapped."""
    event = _event_for_cash(request, pk)
    row = get_object_or_404(CashEntry, tournament=event, number=number)
    is_covered = "covered" in request.POST
    if run_or_message(request, lambda by: take_cash_back(by, event, number, is_covered=is_covered)):
        messages.success(request, _withdrawn(row, currency_of(event.club), is_covered=is_covered))
    if request.POST.get("to") == "person" and row.player_id is not None:
        return redirect("tournaments:cash_person", event.pk, row.player_id)
    return redirect(f"{reverse('tournaments:cash', args=[event.pk])}#person-{row.player_id or 0}")


def _withdrawn(row: CashEntry, currency: str, *, is_covered: bool) -> str:
    """Say what was done; where money was taken for what a season card covers, that it goes back."""
    if not is_covered:
        return _("The entry is withdrawn. It stays in the list.")
    if not row.taken:
        return _("The season card covers this evening.")
    amount = money(row.taken, currency)
    return _("The season card covers this evening. Give %(amount)s back from the drawer.") % {
        "amount": amount
    }


@page
def cash_receipt(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """A receipt as PDF; with `?whole=1` one for all that the person has paid this evening."""
    event = _event_for_cash(request, pk)
    entries = CashEntry.objects.filter(tournament=event).select_related("player").order_by("number")
    row = get_object_or_404(entries, number=number)
    rows = paid_with(row, entries) if "whole" in request.GET else [row]
    if row not in rows or row.taken == row.given:
        raise Http404
    # Imported on first use: it is a fifth of all that a worker would load at its start.
    from clubs.reports.pdf.reports import render_report

    drawn = render_report(receipt(event, rows, currency_of(event.club)))
    response = HttpResponse(drawn, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="receipt-{event.pk}-{row.number}.pdf"'
    return response


def _act_page(
    request: HttpRequest,
    event: Tournament,
    form: VerbForm,
    words: ActionPage,
    act: Callable[[Author], object],
    template: str = "tournaments/desk/act.html",
    more: Mapping[str, object] | None = None,
) -> HttpResponse:
    """Run the act and return to the desk; if it is refused, show why and keep what was typed."""
    back, by = reverse("tournaments:cash", args=[event.pk]), author_of(request)
    if request.method == "POST" and form.is_valid() and run_into_form(form, act, by):
        say_done(request, club_book(event.club), words.done, by)
        return redirect(back)
    context = {"event": event, "form": form, "page": words, "back": back, **(more or {})}
    return render(request, template, context)
