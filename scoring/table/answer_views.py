"""What the other side says of a deal: the phone is handed over, and two protocols are settled.

No account: the table's secret opens these pages, and a side proves itself as its game asks for.
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
from clubs.accounts.forms import too_many
from scoring import recording
from scoring.core.deal_sheet import DealSheet
from scoring.game import differences
from scoring.models import Confirmation, Deal, DealVersion, Game, OwnProtocol, Side, Table
from scoring.store import queries
from scoring.store import sheets as stored_sheets
from scoring.store.queries import GameNow
from scoring.table import device, page
from scoring.table.decorators import edits
from scoring.table.forms import AnswerForm, TakeForm, WordForm

_Word = Callable[[recording.AtTable, recording.Approval], Deal]
_Verb = Callable[[recording.AtTable, Game, recording.Approval], Deal]

_SAYS: Final[Mapping[str, _Verb]] = {
    Confirmation.Kind.APPROVED: recording.confirm_deal,
    Confirmation.Kind.SENT_BACK: recording.send_back_deal,
    Confirmation.Kind.DISPUTED: recording.dispute_deal,
}


@edits
def answer(request: HttpRequest, table: Table, game: Game, number: int) -> HttpResponse:
    """A deal as it is written down, for the side that has to approve it."""
    now = queries.game_now(game)
    deal = _deal_of(now, number)
    version = _version_of(now, deal)
    if version is None:
        return redirect("scoring:table", table.secret)
    shown = page.shown_deal(now, deal, version)
    speaking = _speaking_of(request, game, shown.waiting)
    data = request.POST if request.method == "POST" else None
    form = AnswerForm(data, game=game, version=version.number, speaking=speaking)
    if form.is_valid():
        kind = form.cleaned_data["said"]
        said = _spoken(request, table, form, number, lambda by, approval: _SAYS[kind](by, game, approval))
        if said is not None:
            messages.success(request, _answered_sentence(said, kind))
            return redirect("scoring:table", table.secret)
    context = {"table": table, "game": game, "shown": shown, "form": form, "speaking": speaking}
    return render(request, "scoring/table/answer.html", {**context, "names": page.called(speaking)})


def _deal_of(now: GameNow, number: int) -> Deal:
    deal = next((deal for deal in now.deals if deal.number == number), None)
    if deal is None:
        raise Http404
    return deal


def _version_of(now: GameNow, deal: Deal) -> DealVersion | None:
    """What is written down of a deal now; of the last deal it has been read already."""
    return now.version if deal is now.deals[-1] else queries.version_now(deal)


def _speaking_of(request: HttpRequest, game: Game, sides: Sequence[Side]) -> list[Side]:
    """Those of the sides for which this device may speak."""
    if game.approval != Game.Approval.OWN_PHONE:
        return list(sides)
    own = device.own_secret(request)
    return [side for side in sides if side.secret == own]


def _spoken(request: HttpRequest, table: Table, form: WordForm, number: int, say: _Word) -> Deal | None:
    """The deal after a side's word; when it is refused, the form says why."""
    by = device.author_at(request, table, form.cleaned_data["player"])
    try:
        return say(by, form.approval(number, by.side, device.own_secret(request)))
    except throttling.TooMany as refusal:
        form.add_error("code", too_many(refusal))
    except ValidationError as refusal:
        form.refuse(refusal)
    return None


def _answered_sentence(deal: Deal, kind: str) -> str:
    if kind == Confirmation.Kind.SENT_BACK:
        said = _("Deal %(number)s goes back to those who wrote it.")
    elif kind == Confirmation.Kind.DISPUTED:
        said = _("Deal %(number)s is disputed: the director decides.")
    elif deal.state == Deal.State.CONFIRMED:
        said = _("Deal %(number)s is approved.")
    else:
        said = _("Deal %(number)s is approved by one side.")
    return said % {"number": deal.number}


# Two protocols.


@dataclass(frozen=True, slots=True)
class _Offer:
    """A side's protocol, which the sides that have written otherwise may take in place of their own."""

    side: int
    name: str
    short: str
    others: str
    # Whether this device may speak for one of the others.
    open_here: bool
    form: TakeForm


@edits
def compare(request: HttpRequest, table: Table, game: Game, number: int) -> HttpResponse:
    """What the sides' own protocols of a deal say differently, and how it is settled."""
    now = queries.game_now(game)
    deal = _deal_of(now, number)
    sent = TakeForm(request.POST, game=game, version=1, speaking=()) if request.method == "POST" else None
    if sent is not None and sent.is_valid() and (said := _taken(request, table, game, sent, number)):
        messages.success(request, _settled_sentence(said))
        return redirect("scoring:table", table.secret)
    if deal is not now.deals[-1] or len(now.protocols) < len(now.sides):
        return redirect("scoring:table", table.secret)
    context = {
        "table": table,
        "game": game,
        "deal": deal,
        "offers": _offers_of(request, now, _sheets_of(now, deal), sent),
        "differences": _differences_of(now, _sheets_of(now, deal)),
    }
    return render(request, "scoring/table/compare.html", context)


def _taken(request: HttpRequest, table: Table, game: Game, form: TakeForm, number: int) -> Deal | None:
    """The deal after a side has taken another side's protocol."""
    side = form.cleaned_data["taken"]
    return _spoken(
        request, table, form, number, lambda by, approval: recording.take_protocol(by, game, approval, side)
    )


def _settled_sentence(deal: Deal) -> str:
    if deal.state == Deal.State.DRAFT:
        return _("One side has taken the protocol of another.")
    return _("The protocols agree: deal %(number)s is recorded.") % {"number": deal.number}


def _sheets_of(now: GameNow, deal: Deal) -> list[DealSheet]:
    return [stored_sheets.stored_sheet(now.game, one.sheet, deal.openings) for one in now.protocols]


def _differences_of(now: GameNow, sheets: Sequence[DealSheet]) -> list[tuple[str, differences.Difference]]:
    """The rows that differ, each with the side in whose column it stands."""
    names = [page.called_shortly(side) for side in now.sides]
    found = differences.differences(sheets)
    return [("" if one.side is None else names[one.side], one) for one in found]


def _offers_of(
    request: HttpRequest, now: GameNow, sheets: Sequence[DealSheet], sent: TakeForm | None
) -> list[_Offer]:
    """Every side's protocol; what was sent stays in its place."""
    offers = []
    for protocol, sheet in zip(now.protocols, sheets, strict=True):
        others = [
            now.sides[other.side]
            for other, theirs in zip(now.protocols, sheets, strict=True)
            if stored_sheets.differ(sheet, theirs)
        ]
        offers.append(_offer_of(now, protocol, others, _speaking_of(request, now.game, others), sent))
    return offers


def _offer_of(
    now: GameNow,
    protocol: OwnProtocol,
    others: Sequence[Side],
    speaking: Sequence[Side],
    sent: TakeForm | None,
) -> _Offer:
    form = TakeForm(
        game=now.game,
        version=protocol.number,
        speaking=speaking,
        taken=protocol.side,
        auto_id=f"take{protocol.side}_%s",
    )
    if sent is not None and sent["taken"].value() == str(protocol.side):
        sent.offer(speaking)
        form = sent
    own = now.sides[protocol.side]
    return _Offer(
        side=own.number,
        name=page.called([own]),
        short=page.called_shortly(own),
        others=page.called(others),
        open_here=bool(speaking),
        form=form,
    )
