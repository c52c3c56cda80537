"""The form of the contract, with the auction where its calls were kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.writing import JsonValue
from scoring.core.ruleset import ContractRules
from scoring.core.vocabulary import Contract, Strain
from scoring.entry import keys
from scoring.entry.auction import (
    NO_SIDE,
    auction_in,
    auction_result,
    calls_in,
    contract_fields,
)
from scoring.entry.parts import DeskOptions, EntrySide, FieldValues, FormRow, PartForm
from scoring.store.bidding import AuctionSeats
from scoring.wording import labels


class ContractForm(PartForm):
    """The contract: the side, the level and the strain; and the auction, where its calls were kept."""

    side = forms.ChoiceField(
        label=_lazy("Contract by"), required=False, initial=NO_SIDE, widget=keys.ChoiceButtons
    )
    level = forms.ChoiceField(label=_lazy("At what level?"), required=False, widget=keys.ChoiceButtons)
    strain = forms.ChoiceField(label=_lazy("Which?"), required=False, widget=keys.ChoiceButtons)
    doubled = forms.BooleanField(label=_lazy("Doubled"), required=False)
    # The auction call by call, where it was kept.
    dealer = forms.ChoiceField(label=_lazy("Who deals?"), required=False)
    calls = forms.CharField(widget=forms.HiddenInput, required=False, max_length=4000)
    failed = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0, max_value=99)

    def __init__(
        self,
        typed: FieldValues,
        *,
        bound: bool,
        sides: Sequence[EntrySide],
        contract: ContractRules,
        seats: AuctionSeats | None,
        desk: DeskOptions | None = None,
    ) -> None:
        super().__init__(typed, bound=bound, prefix="contract")
        self.rules = contract
        self.set_choices("dealer", [("", "—"), *(seats.choices() if seats else ())])
        self.set_choices(
            "side", [(NO_SIDE, _lazy("No contract")), *((str(side.number), side.name) for side in sides)]
        )
        self.set_choices("level", [(str(level), str(level)) for level in range(1, contract.levels + 1)])
        self.set_choices("strain", [(strain.value, labels.STRAIN_NAMES[strain.value]) for strain in Strain])
        if desk is not None:
            self.assign_keys()

    def assign_keys(self) -> None:
        """At the desk a bid is three digits: side, level and strain. Zero is no contract."""
        for name, first in (("side", 0), ("level", 1), ("strain", 1)):
            field = self.fields[name]
            values = [str(value) for value, _label in field.choices]  # type: ignore[attr-defined] # of radios
            field.widget.digits = keys.number_choices(values, first)
        doubled = keys.assign_letters({"doubled": str(self.fields["doubled"].label)})
        keys.set_letter(self.fields["doubled"], doubled.get("doubled", ""))

    @property
    def rows(self) -> list[FormRow]:
        return [*(self.row(name) for name in ("side", "level", "strain")), self.doubled_row]

    @property
    def doubled_row(self) -> FormRow:
        return self.row("doubled")

    def clean_side(self) -> str:
        side = str(self.cleaned_data["side"])
        return "" if side == NO_SIDE else side

    def clean(self) -> None:
        filled = [name for name in ("side", "level", "strain") if self.cleaned_data.get(name)]
        has_bid = filled or self.cleaned_data.get("doubled")
        for name, message in _MISSING_MESSAGES.items():
            if has_bid and name not in filled and not self.has_error(name):
                self.add_error(name, message)
        if self.cleaned_data.get("calls") and not self.errors:
            self._compare_with_calls()

    def _compare_with_calls(self) -> None:
        """Check that the calls lead to this contract."""
        auction = auction_in(self.rules, self.typed)
        if auction is None:
            self.add_error("dealer", _lazy("These calls cannot follow each other."))
            return
        result = auction_result(auction, self.cleaned_data["failed"] or 0)
        if result is None:
            self.add_error(None, _lazy("The auction is not over yet."))
        elif contract_fields(result.contract) != contract_fields(self.bid()):
            self.add_error(None, _lazy("The calls lead to a different contract from the one entered here."))

    def bid(self) -> Contract | None:
        values = self.cleaned_data
        if not values.get("side"):
            return None
        return Contract(
            int(values["side"]), int(values["level"]), Strain(values["strain"]), values["doubled"]
        )

    def auction_data(self) -> dict[str, JsonValue] | None:
        """The calls as data of a deal; None where they were not kept."""
        auction = auction_in(self.rules, self.typed) if self.cleaned_data.get("calls") else None
        if auction is None:
            return None
        failed = [str(bid) for bid in reversed(auction.bids)][: self.cleaned_data["failed"] or 0]
        return {"dealer": auction.dealer, "calls": [*calls_in(self.typed)], "failed": [*failed]}

    def contract_data(self) -> dict[str, JsonValue] | None:
        bid = self.bid()
        return None if bid is None else {**bid._asdict(), "strain": bid.strain.value}


_MISSING_MESSAGES: Final = {
    "side": _lazy("Choose whose bid it is."),
    "level": _lazy("Enter the level of the bid."),
    "strain": _lazy("Choose the suit of the bid, canasta or twos."),
}
