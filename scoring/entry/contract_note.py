"""The contract that is known already, entered before play or recorded, above its folded fields."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.people.names import full_name
from scoring.core.vocabulary import Contract, Strain
from scoring.entry import auction
from scoring.entry.context import EnteredDeal
from scoring.entry.correction_rights import lacks_paragraph
from scoring.entry.field_values import values_from_deal
from scoring.entry.parts import FieldValues
from scoring.game.bidding import bidding_sentence, contract_sentence
from scoring.store import sheets
from scoring.wording import labels

# The button by which the script asks for the contract as the server has it: it was entered after what the
# device has kept.
ENTERED: Final = "entered"
# What a field says that holds nothing; the side of a bid may be the one that has the number 0.
_NOTHING: Final = frozenset({"", auction.NO_SIDE})
_NO_TIMES: Final = "0"


@dataclass(frozen=True, slots=True)
class ContractNote:
    """What is known of the contract, and whether its fields are being changed."""

    sentence: str
    is_open: bool
    # It stands in a recorded deal, whose page says by itself what may be corrected.
    is_recorded: bool = False
    # The paragraph by which a contract that was entered before play is corrected later.
    paragraph: str = ""


def contract_note(page: EnteredDeal, typed: FieldValues) -> ContractNote | None:
    """Return what is known of the contract; None where its fields are to be filled in."""
    return _recorded_note(page, typed) if page.version is not None else _entered_note(page, typed)


def _entered_note(page: EnteredDeal, typed: FieldValues) -> ContractNote | None:
    entered = page.entered_bidding
    if page.deal is None or entered is None or not entered.is_over:
        return None
    rule = page.rules.corrections.afterwards_rule
    return ContractNote(
        sentence=bidding_sentence(page.deal, full_name),
        is_open=typed.get("act", "") not in ("", ENTERED),
        paragraph="" if lacks_paragraph(rule) else labels.paragraph_label(rule),
    )


def _recorded_note(page: EnteredDeal, typed: FieldValues) -> ContractNote | None:
    if page.rules.contract is None or page.version is None:
        return None
    recorded = values_from_deal(sheets.deal_data(page.version.sheet), get_language() or "en")
    failed_bid = page.rules.contract.failed_bid
    is_changed = dict(_bid_values(typed, failed_bid)) != dict(_bid_values(recorded, failed_bid))
    return ContractNote(_recorded_sentence(page, recorded), is_open=is_changed, is_recorded=True)


def _recorded_sentence(page: EnteredDeal, recorded: FieldValues) -> str:
    side, level, strain, doubled = (recorded.get(name, "") for name in auction.contract_fields(None))
    if not side:
        return _("No contract")
    contract = Contract(int(side), int(level), Strain(strain), bool(doubled))
    return contract_sentence(contract, page.names, page.number)


def _bid_values(typed: FieldValues, failed_bid: str) -> Iterator[tuple[str, str]]:
    """Yield the fields of the contract that hold something, and how often each side could not open."""
    for name in (auction.CALLS_FIELD, *auction.contract_fields(None)):
        if typed.get(name, "") not in _NOTHING:
            yield name, typed[name]
    for name, times in typed.items():
        is_counted = name == auction.FAILED_FIELD or name.endswith(f"-penalty_{failed_bid}")
        if is_counted and times not in _NOTHING and times != _NO_TIMES:
            yield name, times
