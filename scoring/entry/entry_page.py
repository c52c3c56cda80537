"""The entry page of a deal: its values when it is opened, its buttons, its preview, and its rendering."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import Truncator
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring import recording
from scoring.entry import auction
from scoring.entry.blocking import why_blocked
from scoring.entry.context import (
    EnteredDeal,
    EntryPlace,
)
from scoring.entry.contract_note import ENTERED, contract_note
from scoring.entry.correction_rights import (
    CorrectionRights,
    KindAnswer,
    correction_rights,
)
from scoring.entry.deal_entry import DealEntry, build_deal_entry
from scoring.entry.field_values import rotate_sides, values_from_deal, values_from_paper
from scoring.entry.melds import keypad_for
from scoring.entry.parts import DeskOptions, FieldValues
from scoring.entry.preview import (
    Preview,
    acknowledged_in,
    build_preview,
    tally_sides,
)
from scoring.entry.preview_sheet import PreviewSheet
from scoring.models import Game
from scoring.store import sheets
from scoring.store.approvals import sent_back_reason
from scoring.store.rounds import round_of
from scoring.store.ruling_queries import ruling_text
from scoring.table import device
from scoring.wording import labels

_MAX_REASON: Final = 300


@dataclass(frozen=True, slots=True)
class PageState:
    """What the page shows besides the form."""

    preview: Preview = field(default_factory=Preview)
    # Something must be confirmed before the deal is recorded.
    needs_confirmation: bool = False
    # The deal as another user has recorded it in the meantime.
    recorded: PreviewSheet | None = None
    # Why a correction is not allowed, kind by kind.
    refusals: tuple[KindAnswer, ...] = ()
    # The director may record a deal with errors.
    asks_override: bool = False
    # Nothing has been typed yet, so the first field gets the focus.
    is_fresh: bool = False


def open_page(request: HttpRequest, place: EntryPlace, page: EnteredDeal) -> HttpResponse:
    """The page when it is opened: an empty form, or the recorded deal with its preview."""
    typed, is_recorded = _initial_values(request, place, page)
    preview = build_preview(page, bound_entry(place, page, typed))
    if not is_recorded:
        preview = Preview(melds=preview.melds, cards_left=preview.cards_left)
    state = PageState(preview=preview, is_fresh=True)
    return render_page(request, place, page, entry_with(place, page, typed), state)


def _initial_values(request: HttpRequest, place: EntryPlace, page: EnteredDeal) -> tuple[FieldValues, bool]:
    """The values of the fields when the page is opened, and whether they are those of a recorded deal."""
    typed = {
        "number": str(page.number),
        "game": str(page.game.pk),
        "key": str(uuid.uuid4()),
        "version": str(version_number(page)),
    }
    if page.seats and page.seats.dealer is not None:
        typed[auction.DEALER_FIELD] = str(page.seats.dealer)
    stored = page.version or page.protocol_of(own_side_number(request, page.game) if place.hands_in else None)
    if stored is None:
        typed |= _entered_contract(page)
    else:
        typed |= values_from_deal(sheets.deal_data(stored.sheet), get_language() or "en")
    if page.version is not None:
        typed |= values_from_paper(page.version.paper)
    if page.deal is not None and place.ruling is not None:
        ruling = ruling_text(page.deal, place.ruling)
        typed["reason"] = Truncator(ruling).chars(_MAX_REASON)
    if place.writer is not None:
        typed["player"] = str(place.writer)
    return typed, stored is not None


def _entered_contract(page: EnteredDeal) -> dict[str, str]:
    """The fields of the contract as entered before play."""
    rules, entered = page.rules.contract, page.entered_bidding
    return {} if rules is None or entered is None else auction.bidding_fields(rules, entered)


def version_number(page: EnteredDeal) -> int:
    """The number of the current version; 0 where nothing is recorded."""
    return page.deal.version if page.deal else 0


def bound_entry(place: EntryPlace, page: EnteredDeal, typed: FieldValues) -> DealEntry:
    """The forms of the page bound to what was typed."""
    return entry_with(place, page, typed, bound=True)


def entry_with(place: EntryPlace, page: EnteredDeal, typed: FieldValues, *, bound: bool = False) -> DealEntry:
    """The forms of the page with these values."""
    amends = typed.get("version", "0") not in ("", "0")
    return build_deal_entry(
        page.rules,
        page.sides,
        typed,
        bound=bound,
        writers=place.writers,
        asks_code=place.asks_code,
        game=page.game.pk if place.table else None,
        seats=page.seats,
        amends=amends,
        desk=None if place.table else _desk_options(place, page),
    )


def _desk_options(place: EntryPlace, page: EnteredDeal) -> DeskOptions:
    return DeskOptions(
        directs=place.directs,
        asks_openings=page.asks_openings,
        requires_reason=place.overrules or place.ruling is not None,
    )


def page_after_button(
    request: HttpRequest, place: EntryPlace, page: EnteredDeal, typed: dict[str, str], act: str
) -> HttpResponse:
    """The page after one of its buttons in a browser without scripts: changed, or with its preview."""
    typed = _values_after_button(page, typed, act)
    entry = entry_with(place, page, typed)
    preview = build_preview(page, bound_entry(place, page, typed), acknowledged_in(typed))
    return render_page(request, place, page, entry, PageState(preview=preview))


def _values_after_button(page: EnteredDeal, typed: dict[str, str], act: str) -> dict[str, str]:
    """The values of the fields after a button."""
    rules = page.rules.contract
    if act == ENTERED:
        return {**typed, **_entered_contract(page)}
    if act == "swap":
        typed = rotate_sides(typed, page.playing)
        # The contract stays the one that the calls lead to.
        if rules is None or not auction.calls_in(typed):
            return typed
        return {**typed, **auction.derived_fields(rules, typed)}
    return auction.press_button(rules, typed, act) if rules else typed


def preview_response(request: HttpRequest, place: EntryPlace, page: EnteredDeal) -> HttpResponse:
    """The preview alone, for a page that updates it while a user types."""
    typed, act = request.POST.dict(), request.POST.get("act", "")
    if act and page.rules.contract:
        return _contract_response(request, place, page, _values_after_button(page, typed, act))
    entry = bound_entry(place, page, typed)
    preview = build_preview(page, entry, acknowledged_in(typed), is_typing=True)
    context = {
        "preview": preview,
        "tally": tally_sides(page, preview),
        "place": place,
        "entry": entry,
        "out_of_band": True,
    }
    return render(request, "scoring/entry/_preview.html", context)


def _contract_response(
    request: HttpRequest, place: EntryPlace, page: EnteredDeal, typed: FieldValues
) -> HttpResponse:
    """The contract alone, after a call."""
    entry = entry_with(place, page, typed)
    _restrict_entry(place, page, entry)
    context = {"entry": entry, "place": place, **_auction_context(page, typed)}
    return render(request, "scoring/entry/_contract.html", context)


def _auction_context(page: EnteredDeal, typed: FieldValues) -> dict[str, object]:
    """What the page shows of the auction, in a game that has one."""
    bidding = page.bidding
    if bidding is None:
        return {}
    # It stays open after its button, also before the first call.
    is_open = bool(auction.calls_in(typed)) or typed.get("act") == "dealer"
    return {
        "panel": bidding.panel(typed),
        "has_auction": True,
        "is_auction_open": is_open,
        "page": page,
        "entered": contract_note(page, typed),
    }


def render_page(
    request: HttpRequest,
    place: EntryPlace,
    page: EnteredDeal,
    entry: DealEntry,
    state: PageState = PageState(),
) -> HttpResponse:
    """The page with its forms, the rights of the user, and what came of the last request."""
    rights, blocked = _restrict_entry(place, page, entry), why_blocked(place, page)
    if state.is_fresh and place.table is None and rights is None and blocked is None:
        entry.focus_first_field()
    context = {
        "place": place,
        "back": place.find_back(),
        "blocked": blocked,
        "rights": rights,
        "sent_back": _sent_back_reason(place, page),
        "page": page,
        "game": page.game,
        "entry": entry,
        "names": page.names,
        "title": _title(place, page),
        # Whoever enters a sheet a second time does not see the first entry.
        "entered_result": labels.joined_totals(page.game.entered_result or ())
        if not page.game.second_entry
        else "",
        "state": state,
        "preview": state.preview,
        "tally": tally_sides(page, state.preview),
        "keypad": keypad_for(page.rules, get_language() or "en"),
        **_auction_context(page, entry.end.typed),
        "slot": _outbox_slot(request, place, page, entry),
    }
    return render(request, "scoring/entry/page.html", context)


def _sent_back_reason(place: EntryPlace, page: EnteredDeal) -> str:
    """Why the other side has sent the deal back to the table; empty where it has not."""
    if place.table is None or page.version is None:
        return ""
    return sent_back_reason(list(page.version.confirmations.all()))


def _title(place: EntryPlace, page: EnteredDeal) -> str:
    """What is typed; at the desk with the table and the round, as the next page may be of another game."""
    label = page.game.label
    if place.table is not None or not label:
        return _("Deal %(number)s") % {"number": page.number}
    drawn = round_of(page.game)
    if drawn is None:
        return _("Table %(table)s: deal %(number)s") % {"table": label, "number": page.number}
    return _("Round %(round)s, table %(table)s: deal %(number)s") % {
        "round": drawn,
        "table": label,
        "number": page.number,
    }


def _restrict_entry(place: EntryPlace, page: EnteredDeal, entry: DealEntry) -> CorrectionRights | None:
    """Fix the fields of a correction that the user may not edit, and return the user's rights."""
    rights = _rights(place, page) if entry.amends else None
    if rights is not None:
        entry.restrict_to(rights.editable)
        entry.set_reason_required(required=rights.requires_reason)
    return rights


def _rights(place: EntryPlace, page: EnteredDeal) -> CorrectionRights | None:
    """What the user may correct in a recorded deal; None where nothing is recorded."""
    if page.deal is None or page.version is None or page.is_void:
        return None
    verdicts = recording.correction_verdicts(page.game, page.deal)
    by_ruling = place.ruling is not None
    return correction_rights(verdicts, directs=place.directs, overrules=place.overrules, by_ruling=by_ruling)


def _outbox_slot(request: HttpRequest, place: EntryPlace, page: EnteredDeal, entry: DealEntry) -> str:
    """The key under which the device keeps what is typed: game, deal, version, side of an own protocol."""
    slot = f"{page.game.pk}/{page.number}/{entry.end['version'].value() or 0}"
    return f"{slot}/{own_side_number(request, page.game)}" if place.hands_in else slot


def own_side_number(request: HttpRequest, game: Game) -> int | None:
    """The side that this device writes for: the one in the address, else the one whose own phone it is."""
    named, secret = request.GET.get("side", ""), device.own_secret(request)
    for side in game.sides.all():
        if named == str(side.number) or (not named and secret and secret == side.secret):
            return side.number
    return None
