"""All forms of one deal together: their data, and the form and field of each problem."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.writing import JsonValue
from scoring.core.problem import Problem
from scoring.core.ruleset import RuleSet
from scoring.core.vocabulary import Opening
from scoring.entry.column import SideForm
from scoring.entry.contract_form import ContractForm
from scoring.entry.forms import DecisionForm, EndForm, WriterForm
from scoring.entry.parts import DeskOptions, EditableFields, EntrySide, FieldValues, PartForm
from scoring.store.bidding import AuctionSeats
from scoring.wording.problems import problem_sentence


@dataclass(frozen=True, slots=True)
class DealEntry:
    """The forms of one deal. A side that sits out has no column."""

    rules: RuleSet
    end: EndForm
    columns: tuple[SideForm | None, ...]
    contract: ContractForm | None
    writer: WriterForm | None
    decision: DecisionForm | None
    # The entry corrects a deal that has been recorded.
    amends: bool

    @property
    def playing(self) -> tuple[SideForm, ...]:
        return tuple(column for column in self.columns if column is not None)

    @property
    def parts(self) -> tuple[PartForm, ...]:
        """The forms in the order of the page."""
        parts = (self.writer, self.contract, self.end, *self.playing, self.decision)
        return tuple(part for part in parts if part is not None)

    def restrict_to(self, editable: EditableFields) -> None:
        """Fix the fields that may not be edited now."""
        for part in (self.end, self.contract, *self.playing):
            if part is not None:
                part.editable = editable

    def set_reason_required(self, *, required: bool) -> None:
        """Set whether the reason must be filled in."""
        if self.decision is not None:
            self.decision.fields["reason"].required = required

    def demand_reason(self) -> bool:
        """Add an error to a missing reason; return whether it was missing."""
        if self.decision is None or self.decision.cleaned_data.get("reason"):
            return False
        self.decision.add_error("reason", _lazy("Give a reason."))
        return True

    def focus_first_field(self) -> None:
        """Give the first field the focus, so that a user can type at once."""
        first = self.end.fields["ended"] if self.contract is None else self.contract.fields["side"]
        first.widget.is_first = True

    @property
    def may_be_swapped(self) -> bool:
        return self.end.editable is EditableFields.ALL

    @property
    def key(self) -> str:
        return str(self.end["key"].value())

    def is_valid(self) -> bool:
        # Validate every form, so that all errors are shown at once.
        validities = [form.is_valid() for form in self.parts]
        return all(validities)

    def deal_data(self) -> dict[str, JsonValue]:
        """What was typed as data of a deal."""
        data: dict[str, JsonValue] = {
            "ended": self.end.how,
            "hands": [None if column is None else self._hand_data(column) for column in self.columns],
        }
        contract = self.contract and self.contract.contract_data()
        if contract:
            data["contract"] = contract
        auction = self.contract and self.contract.auction_data()
        if auction:
            data["auction"] = auction
        raises = self._opening_raises()
        if any(raises):
            data["opening_raises"] = [*raises]
        return data

    def _hand_data(self, column: SideForm) -> dict[str, JsonValue]:
        went_out = column.side.number == self.end.out
        # Concealed although no side went out: the first side gets it, so that the checks find it.
        first = self.end.out is None and column is self.playing[0]
        concealed = bool(self.end.cleaned_data.get("concealed")) and (went_out or first)
        return column.hand_data(went_out=went_out, concealed=concealed)

    def _opening_raises(self) -> list[int]:
        return [
            column.cleaned_data.get("opening_raises") or 0 if column is not None else 0
            for column in self.columns
        ]

    def paper(self) -> tuple[int | None, ...]:
        """The totals on paper; empty where none was typed."""
        totals = tuple(None if column is None else column.paper for column in self.columns)
        return () if set(totals) == {None} else totals

    def openings(self) -> tuple[Opening | None, ...]:
        """The opening requirements on paper; empty where they follow from the totals."""
        chosen = [None if column is None else column.opening for column in self.columns]
        if set(chosen) == {None}:
            return ()
        return tuple(
            None if column is None else typed if typed is not None else column.side.opening
            for column, typed in zip(self.columns, chosen, strict=True)
        )

    def show_problems(self, problems: Sequence[Problem]) -> None:
        """Show each problem at its field, or on top where it has none."""
        for problem in problems:
            form, field = self.field_for(problem)
            form.add_error(field, problem_sentence(problem))

    def refuse(self, refusal: ValidationError) -> None:
        """Show the refusal of a verb: at the field it names, or on top where there is no such field."""
        named = refusal.error_dict if hasattr(refusal, "error_dict") else {}
        for name, errors in named.items():
            parts = [
                part for part in (self.decision, self.writer) if part is not None and name in part.fields
            ]
            for error in errors:
                if parts:
                    parts[0].add_error(name, error)
                else:
                    self.end.add_error(None, error)
        if not named:
            self.end.add_error(None, refusal)

    def field_for(self, problem: Problem) -> tuple[PartForm, str | None]:
        """The form of a problem and its field; None where it belongs to the whole form."""
        column = None if problem.side is None else self.columns[problem.side]
        start, _dot, name = (problem.where or "").partition(".")
        if name == "concealed" and name in self.end.fields:
            return self.end, name
        if column is not None:
            return column, column.field_for(problem)
        if start == "contract" and self.contract is not None:
            return self.contract, name if name in self.contract.fields else None
        return self.end, None


def build_deal_entry(
    rules: RuleSet,
    sides: Sequence[EntrySide | None],
    typed: FieldValues,
    *,
    bound: bool = False,
    writers: Sequence[tuple[int, str]] | None = None,
    asks_code: bool = False,
    game: int | None = None,
    seats: AuctionSeats | None = None,
    amends: bool = False,
    desk: DeskOptions | None = None,
) -> DealEntry:
    """The forms of a deal with these values, or bound to what was sent.

    A table offers `writers`, `asks_code` of a side that hands in its own protocol, and checks that its
    `game` is still the same; the `desk` has a keyboard.
    """
    playing = [side for side in sides if side is not None]
    end = EndForm(typed, bound=bound, sides=playing, rules=rules, game=game, desk=desk)
    contract = None
    if rules.contract is not None:
        contract = ContractForm(
            typed, bound=bound, sides=playing, contract=rules.contract, seats=seats, desk=desk
        )
    # A letter used above the columns is not assigned in them.
    rows = [*end.rows, *(contract.rows if contract else ())]
    taken = "".join(row.letter for row in rows)
    columns = [
        None if side is None else SideForm(typed, bound=bound, side=side, rules=rules, desk=desk, taken=taken)
        for side in sides
    ]
    writer = None if writers is None else WriterForm(typed, bound=bound, writers=writers, asks_code=asks_code)
    has_decision = amends or (desk is not None and desk.directs)
    decision = DecisionForm(typed, bound=bound, amends=amends, desk=desk) if has_decision else None
    return DealEntry(rules, end, tuple(columns), contract, writer, decision, amends)
