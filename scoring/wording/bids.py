"""Bids, calls and contracts in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.core.auction import NonBid, read_contract
from scoring.core.vocabulary import Contract
from scoring.wording import labels

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

_CALL_LABELS: Final[Mapping[str, str | _StrPromise]] = {
    NonBid.PASS: _lazy("Pass"),
    NonBid.DOUBLE: _lazy("Double"),
}


def bid_text(contract: Contract) -> str:
    """Return the bid of a contract, and whether it was doubled."""
    bid = labels.bid_label(contract.level, contract.strain.value)
    return _("%(bid)s, doubled") % {"bid": bid} if contract.doubled else bid


def call_label(call: str) -> str:
    """Return a call: a bid, a pass or a double."""
    if call in _CALL_LABELS:
        return str(_CALL_LABELS[call])
    level, _blank, strain = call.partition(" ")
    return labels.bid_label(int(level), strain)


def bidding_text(stored: Mapping[str, Any] | None) -> str:
    """Return a stored bidding for the log: its contract, else the calls so far."""
    if stored is None:
        return "–"
    contract, auction = stored["contract"], stored["auction"]
    if contract is not None:
        return bid_text(read_contract(contract))
    if auction is not None and auction["calls"]:
        return ", ".join(call_label(call) for call in auction["calls"])
    return _("No contract")
