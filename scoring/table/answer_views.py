"""Pages on which the other side answers a deal, and on which two differing protocols are settled.

They need no account: the table's secret opens them, and a side identifies itself as its game requires.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubs.accounts import throttling
from clubs.accounts.forms import too_many_error
from scoring import recording
from scoring.core.deal_sheet import DealSheet
from scoring.game import differences
from scoring.game.table_names import joined_names, short_name
from scoring.models import Confirmation, Deal, DealVersion, Game, OwnProtocol, Side, Table
from scoring.store import sheets as stored_sheets
from scoring.store.deal_queries import current_version
from scoring.store.table_queries import CurrentGame, current_game
from scoring.table import device
from scoring.table.deal_summary import deal_summary
from scoring.table.decorators import form_page_at_table
from scoring.table.forms import AnswerForm, ApprovalForm, TakeProtocolForm
from scoring.table.outbox import back_to_table

_SubmitApproval = Callable[[recording.AtTable, recording.Approval], Deal]
_AnswerVerb = Callable[[recording.AtTable, Game, recording.Approval], Deal]

_ANSWER_VERBS: Final[Mapping[str, _AnswerVerb]] = {
    Confirmation.Kind.APPROVED: recording.confirm_deal,
    Confirmation.Kind.SENT_BACK: recording.send_back_deal,
    Confirmation.Kind.DISPUTED: recording.dispute_deal,
}


@form_page_at_table
def answer(request: HttpRequest, table: Table, game: Game, number: int) -> HttpResponse:
    """Show a deal to the side that has to approve it, and submit its answer."""
    current = current_game(game)
    deal = _deal_or_404(current, number)
    version = _current_version(current, deal)
    if version is None:
        return redirect("scoring:table", table.secret)
    summary = deal_summary(current, deal, version)
    answering = _answering_sides(request, game, summary.waiting)
    data = request.POST if request.method == "POST" else None
    form = AnswerForm(data, game=game, version=version.number, answering=answering)
    if form.is_valid():
        kind = form.cleaned_data["said"]
        answered = _submit(
            request, table, form, number, lambda by, approval: _ANSWER_VERBS[kind](by, game, approval)
        )
        if answered is not None:
            messages.success(request, _answer_sentence(answered, kind))
            return back_to_table(request, table)
    context = {
        "table": table,
        "game": game,
        "summary": summary,
        "form": form,
        "answering": answering,
        "names": joined_names(answering),
    }
    return render(request, "scoring/table/answer.html", context)


def _deal_or_404(current: CurrentGame, number: int) -> Deal:
    deal = next((deal for deal in current.deals if deal.number == number), None)
    if deal is None:
        raise Http404
    return deal


def _current_version(current: CurrentGame, deal: Deal) -> DealVersion | None:
    """The current version of a deal; that of the last deal has been read already."""
    return current.version if deal is current.deals[-1] else current_version(deal)


def _answering_sides(request: HttpRequest, game: Game, sides: Sequence[Side]) -> list[Side]:
    """Those of the sides for which this device may answer."""
    if game.approval != Game.Approval.OWN_PHONE:
        return list(sides)
    secret = device.own_secret(request)
    return [side for side in sides if side.secret == secret]


def _submit(
    request: HttpRequest, table: Table, form: ApprovalForm, number: int, verb: _SubmitApproval
) -> Deal | None:
    """Submit the answer of a side and return the deal; a refusal is shown at the form."""
    by = device.author_at(request, table, form.cleaned_data["player"])
    try:
        return verb(by, form.approval(number, by.side, device.own_secret(request)))
    except throttling.TooManyAttempts as refusal:
        form.add_error("code", too_many_error(refusal))
    except ValidationError as refusal:
        form.refuse(refusal)
    return None


def _answer_sentence(deal: Deal, kind: str) -> str:
    if kind == Confirmation.Kind.SENT_BACK:
        sentence = _("Deal %(number)s goes back to those who wrote it.")
    elif kind == Confirmation.Kind.DISPUTED:
        sentence = _("Deal %(number)s is disputed: the director decides.")
    elif deal.state == Deal.State.CONFIRMED:
        sentence = _("Deal %(number)s has been approved.")
    else:
        sentence = _("Deal %(number)s has been approved by one side.")
    return sentence % {"number": deal.number}


# Two differing protocols.


@dataclass(frozen=True, slots=True)
class _ProtocolOffer:
    """The protocol of a side, which the sides whose own differs may take over."""

    side: int
    name: str
    short: str
    others: str
    # Whether this device may answer for one of the others.
    may_take: bool
    form: TakeProtocolForm


@form_page_at_table
def compare(request: HttpRequest, table: Table, game: Game, number: int) -> HttpResponse:
    """Show where the sides' own protocols of a deal differ, and let one side take the other's."""
    current = current_game(game)
    deal = _deal_or_404(current, number)
    sent = (
        TakeProtocolForm(request.POST, game=game, version=1, answering=())
        if request.method == "POST"
        else None
    )
    if (
        sent is not None
        and sent.is_valid()
        and (settled := _take_protocol(request, table, game, sent, number))
    ):
        messages.success(request, _settled_sentence(settled))
        return back_to_table(request, table)
    if deal is not current.deals[-1] or len(current.protocols) < len(current.sides):
        return redirect("scoring:table", table.secret)
    context = {
        "table": table,
        "game": game,
        "deal": deal,
        "offers": _protocol_offers(request, current, _protocol_sheets(current, deal), sent),
        "differences": _named_differences(current, _protocol_sheets(current, deal)),
    }
    return render(request, "scoring/table/compare.html", context)


def _take_protocol(
    request: HttpRequest, table: Table, game: Game, form: TakeProtocolForm, number: int
) -> Deal | None:
    """Let a side take another side's protocol and return the deal; None when it is refused."""
    side = form.cleaned_data["taken"]
    return _submit(
        request, table, form, number, lambda by, approval: recording.take_protocol(by, game, approval, side)
    )


def _settled_sentence(deal: Deal) -> str:
    if deal.state == Deal.State.DRAFT:
        return _("One side has accepted another side's score sheet.")
    return _("The score sheets agree: deal %(number)s has been recorded.") % {"number": deal.number}


def _protocol_sheets(current: CurrentGame, deal: Deal) -> list[DealSheet]:
    return [
        stored_sheets.stored_sheet(current.game, protocol.sheet, deal.openings)
        for protocol in current.protocols
    ]


def _named_differences(
    current: CurrentGame, sheets: Sequence[DealSheet]
) -> list[tuple[str, differences.ProtocolDifference]]:
    """The rows that differ, each with the name of its side."""
    names = [short_name(side) for side in current.sides]
    rows = differences.compare_protocols(sheets)
    return [("" if row.side is None else names[row.side], row) for row in rows]


def _protocol_offers(
    request: HttpRequest, current: CurrentGame, sheets: Sequence[DealSheet], sent: TakeProtocolForm | None
) -> list[_ProtocolOffer]:
    """An offer for the protocol of each side; a form that was sent keeps its place."""
    offers = []
    for protocol, sheet in zip(current.protocols, sheets, strict=True):
        others = [
            current.sides[other.side]
            for other, other_sheet in zip(current.protocols, sheets, strict=True)
            if stored_sheets.sheets_differ(sheet, other_sheet)
        ]
        offers.append(
            _protocol_offer(current, protocol, others, _answering_sides(request, current.game, others), sent)
        )
    return offers


def _protocol_offer(
    current: CurrentGame,
    protocol: OwnProtocol,
    others: Sequence[Side],
    answering: Sequence[Side],
    sent: TakeProtocolForm | None,
) -> _ProtocolOffer:
    form = TakeProtocolForm(
        game=current.game,
        version=protocol.number,
        answering=answering,
        taken=protocol.side,
        auto_id=f"take{protocol.side}_%s",
    )
    if sent is not None and sent["taken"].value() == str(protocol.side):
        sent.offer_players(answering)
        form = sent
    own = current.sides[protocol.side]
    return _ProtocolOffer(
        side=own.number,
        name=joined_names([own]),
        short=short_name(own),
        others=joined_names(others),
        may_take=bool(answering),
        form=form,
    )
