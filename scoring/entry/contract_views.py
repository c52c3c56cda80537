"""The page on which a table enters the contract before the deal is played: call by call, or its outcome.

The form carries the calls that its page shows, and the number of the bidding: a call that is sent twice is
made once, and one that another phone has overtaken is not made. Without a line it waits in the outbox.
"""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _

from clubs.books.writing import KeyReused
from clubs.people.names import full_name
from clubs.web.outbox import redirect_to
from scoring import recording
from scoring.core.ruleset import ContractRules
from scoring.entry import auction
from scoring.entry.context import EnteredDeal, load_entered_deal
from scoring.entry.contract_form import ContractForm
from scoring.entry.parts import FieldValues
from scoring.game.bidding import bidding_sentence
from scoring.models import Deal, Game, Table
from scoring.store.bidding import DealBidding
from scoring.table import device
from scoring.table.decorators import form_page_at_table
from scoring.table.forms import GameForm
from scoring.table.live import state_tag
from scoring.table.outbox import back_to_table

_OUTCOME: Final = "outcome"
_START_AGAIN: Final = "start-again"


class BiddingForm(GameForm):
    """Which bidding of the deal the page has shown."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=9999)


@form_page_at_table
def table_contract(request: HttpRequest, table: Table, game: Game, number: int) -> HttpResponse:
    """Enter the contract of the deal in play."""
    page = _page_or_404(game, number)
    if request.method == "POST":
        return _act(request, table, page)
    if page.deal is None or page.deal.state != Deal.State.DRAFT:
        return redirect("scoring:table", table.secret)
    tag = state_tag(table.secret)
    response = get_conditional_response(request, etag=tag) or _render(request, table, page)
    response["ETag"] = tag
    return response


def _page_or_404(game: Game, number: int) -> EnteredDeal:
    page = load_entered_deal(game, number)
    if page.bidding is None:
        raise Http404
    return page


def _act(request: HttpRequest, table: Table, page: EnteredDeal) -> HttpResponse:
    """Store what a button or the form of the outcome says."""
    rules, typed, outcome = _rules(page), request.POST.dict(), None
    if request.POST.get("act") == _OUTCOME:
        outcome = _contract_form(page, typed, bound=True)
        if not outcome.is_valid():
            return _render(request, table, page, outcome=outcome)
        refused = _store(request, table, page, DealBidding(outcome.bid()))
    else:
        refused = _store(request, table, page, _bidding_after_button(rules, typed))
    if refused:
        stored = _page_or_404(page.game, page.number)
        return _render(request, table, stored, refused=refused, outcome=outcome)
    if request.POST.get("act") == _OUTCOME:
        messages.success(request, _("The contract has been saved."))
        return back_to_table(request, table)
    return redirect_to(request, reverse("scoring:table_contract", args=[table.secret, page.number]))


def _rules(page: EnteredDeal) -> ContractRules:
    rules = page.rules.contract
    if rules is None:
        raise Http404
    return rules


def _bidding_after_button(rules: ContractRules, typed: FieldValues) -> DealBidding | None:
    act = typed.get("act", "")
    return None if act == _START_AGAIN else auction.bidding_in(rules, auction.press_button(rules, typed, act))


def _store(request: HttpRequest, table: Table, page: EnteredDeal, bidding: DealBidding | None) -> str:
    """Store the bidding; return why it was not stored, as far as the page then shows what is."""
    form = BiddingForm(request.POST, game=page.game)
    if not form.is_valid():
        return _("Your entry could not be read. Please try again.")
    sent = form.cleaned_data
    entered = recording.EnteredBidding(
        number=page.number, version=sent["version"], bidding=bidding, key=sent["key"]
    )
    try:
        recording.enter_bidding(device.author_at(request, table), page.game, entered)
    except recording.BiddingChanged as refusal:
        return str(refusal.message)
    except KeyReused:
        return str(recording.BiddingChanged().message)
    return ""


# The page.


def _contract_form(page: EnteredDeal, typed: FieldValues, *, bound: bool = False) -> ContractForm:
    sides = [side for side in page.sides if side is not None]
    return ContractForm(typed, bound=bound, sides=sides, contract=_rules(page), seats=page.seats)


def _render(
    request: HttpRequest,
    table: Table,
    page: EnteredDeal,
    *,
    refused: str = "",
    outcome: ContractForm | None = None,
) -> HttpResponse:
    entered = page.entered_bidding
    typed = _values(page, entered)
    version = 0 if page.deal is None else page.deal.bidding_version
    context: dict[str, Any] = {
        "table": table,
        "game": page.game,
        "page": page,
        "tag": state_tag(table.secret),
        "panel": None if page.bidding is None else page.bidding.panel(typed),
        "contract": _contract_form(page, typed),
        "outcome": outcome or _contract_form(page, typed),
        "is_entered": entered is not None,
        "is_outcome_open": outcome is not None or (entered is not None and entered.auction is None),
        "calls_form": _hidden_fields(page.game, version),
        "outcome_form": _hidden_fields(page.game, version),
        "refused": refused,
        "stands": "" if page.deal is None or not refused else bidding_sentence(page.deal, full_name),
    }
    return render(request, "scoring/entry/contract.html", context)


def _hidden_fields(game: Game, version: int) -> BiddingForm:
    """Two forms of the page have these fields, so they have no ids."""
    return BiddingForm(game=game, initial={"version": version}, auto_id=False)


def _values(page: EnteredDeal, entered: DealBidding | None) -> dict[str, str]:
    """The fields of what was entered; the dealer is known from the seats or from the deal before."""
    dealer = None if page.seats is None else page.seats.dealer
    typed = {} if dealer is None else {auction.DEALER_FIELD: str(dealer)}
    return typed if entered is None else {**typed, **auction.bidding_fields(_rules(page), entered)}
