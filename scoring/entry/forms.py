"""The forms of one deal: who writes, what was bid, how it ended, a column for each side, what is said beside.

Built from the rule set's table alone: a game that has a thing has its field. Knows where each problem
belongs; must not know how a deal is scored, nor which game it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.writing import Value
from clubs.web.forms import LineField
from scoring.core.deal_sheet import Contract, Ended, Strain
from scoring.core.problem import Problem
from scoring.core.rulesets.base import ContractRules, Opening, RuleSet
from scoring.entry import keys
from scoring.entry.auction import NOBODY, Chairs, auction_in, calls_in, contract_fields, opened_in
from scoring.entry.column import SideForm
from scoring.entry.parts import AtDesk, Mending, Part, Row, Side, Typed
from scoring.wording import labels
from scoring.wording.problems import problem_sentence

_STOCK, _CLOCK = "stock", "clock"


class EndForm(Part):
    """How the deal ended. Key, number and version travel with what is typed."""

    ended = forms.ChoiceField(label=_lazy("How did the deal end?"), widget=keys.Choices)
    concealed = forms.BooleanField(label=labels.NAMES["concealed"], required=False)
    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=999)
    version = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0, max_value=999)
    game = forms.IntegerField(widget=forms.HiddenInput)
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(
        self,
        typed: Typed,
        *,
        bound: bool,
        sides: Sequence[Side],
        rules: RuleSet,
        game: int | None,
        desk: AtDesk | None = None,
    ) -> None:
        super().__init__(typed, bound=bound)
        self.played = game
        out = [(f"out-{side.number}", _lazy("%(side)s went out") % {"side": side.name}) for side in sides]
        others = [(_STOCK, _lazy("The stock ran out")), (_CLOCK, _lazy("Time stopped the deal"))]
        self.choose("ended", [*out, *others])
        if rules.concealed is None:
            del self.fields["concealed"]
        if game is None:
            del self.fields["game"]
        if desk is not None:
            self.give_keys([value for value, _label in out])

    def give_keys(self, out: Sequence[str]) -> None:
        """At the desk a digit says how the deal ended."""
        digits = keys.in_order([*out, _STOCK, _CLOCK])
        digits[_STOCK] += keys.NOUGHT
        self.fields["ended"].widget.digits = digits
        if "concealed" in self.fields:
            letter = keys.letters({"concealed": str(self.fields["concealed"].label)})
            keys.mark(self.fields["concealed"], letter.get("concealed", ""))

    @property
    def rows(self) -> list[Row]:
        return [self.row(name) for name in ("ended", "concealed") if name in self.fields]

    def clean_game(self) -> int | None:
        """A table goes on to its next game, and what was typed for the one before is not written into it."""
        game: int | None = self.cleaned_data["game"]
        if game is not None and game != self.played:
            raise ValidationError(_lazy("Another game is played at this table now."), code="other_game")
        return game

    @property
    def out(self) -> int | None:
        """The side that went out."""
        how, _dash, side = str(self.cleaned_data.get("ended") or "").partition("-")
        return int(side) if how == Ended.OUT else None

    @property
    def how(self) -> str:
        """As long as nobody has said how it ended, nobody has gone out."""
        return str(self.cleaned_data.get("ended") or Ended.CLOCK).partition("-")[0]


class WriterForm(Part):
    """Who of the players writes: the protocol belongs to the side for which he sits."""

    player = forms.ChoiceField(label=_lazy("Who writes this down?"))

    def __init__(self, typed: Typed, *, bound: bool, writers: Sequence[tuple[int, str]]) -> None:
        super().__init__(typed, bound=bound)
        self.choose("player", [("", "—"), *((str(pk), name) for pk, name in writers)])


class WordsForm(Part):
    """What is said beside the figures: why, whether the other side agrees, and what the director decides."""

    reason = LineField(label=_lazy("Why is it changed?"), required=False)
    consent = forms.BooleanField(label=_lazy("The other side agrees to this correction."), required=False)
    override = forms.BooleanField(
        label=_lazy("Record it all the same, as the director's decision."), required=False
    )

    def __init__(self, typed: Typed, *, bound: bool, amends: bool, desk: AtDesk | None) -> None:
        super().__init__(typed, bound=bound)
        self.fields["reason"].required = desk is not None and desk.asks_why
        # A deal can be counted before it is said why.
        self.is_counted_only = False
        if not amends:
            self.fields["reason"].label = _lazy("Why does the director decide so?")
            del self.fields["consent"]
        if desk is None or not desk.directs:
            del self.fields["override"]

    def clean(self) -> None:
        decides = self.cleaned_data.get("override") and not self.is_counted_only
        if decides and not self.cleaned_data.get("reason") and not self.has_error("reason"):
            self.add_error("reason", _lazy("Say why."))

    @property
    def overrides(self) -> bool:
        """Whether the director's decision has been ticked, or what is wrong with it must be seen."""
        return "override" in self.fields and bool(self["override"].value() or self["override"].errors)


class ContractForm(Part):
    """Who promised how much in what."""

    side = forms.ChoiceField(
        label=_lazy("Who bid highest?"), required=False, initial=NOBODY, widget=keys.Choices
    )
    level = forms.ChoiceField(label=_lazy("How high?"), required=False, widget=keys.Choices)
    strain = forms.ChoiceField(label=_lazy("In what?"), required=False, widget=keys.Choices)
    doubled = forms.BooleanField(label=_lazy("Doubled"), required=False)
    # The auction, call by call, where somebody has kept it.
    dealer = forms.ChoiceField(label=_lazy("Who deals?"), required=False)
    calls = forms.CharField(widget=forms.HiddenInput, required=False, max_length=4000)
    failed = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0, max_value=99)

    def __init__(
        self,
        typed: Typed,
        *,
        bound: bool,
        sides: Sequence[Side],
        contract: ContractRules,
        chairs: Chairs | None,
        desk: AtDesk | None = None,
    ) -> None:
        super().__init__(typed, bound=bound, prefix="contract")
        self.rules = contract
        self.choose("dealer", [("", "—"), *(chairs.choices() if chairs else ())])
        self.choose(
            "side", [(NOBODY, _lazy("No contract")), *((str(side.number), side.name) for side in sides)]
        )
        self.choose("level", [(str(level), str(level)) for level in range(1, contract.levels + 1)])
        self.choose("strain", [(strain.value, labels.STRAINS[strain.value]) for strain in Strain])
        if desk is not None:
            self.give_keys()

    def give_keys(self) -> None:
        """At the desk a bid is three digits: whose, how high, in what. Nought is no contract."""
        for name, first in (("side", 0), ("level", 1), ("strain", 1)):
            field = self.fields[name]
            values = [str(value) for value, _label in field.choices]  # type: ignore[attr-defined] # of radios
            field.widget.digits = keys.in_order(values, first)
        doubled = keys.letters({"doubled": str(self.fields["doubled"].label)})
        keys.mark(self.fields["doubled"], doubled.get("doubled", ""))

    @property
    def rows(self) -> list[Row]:
        return [*(self.row(name) for name in ("side", "level", "strain")), self.doubled_row]

    @property
    def doubled_row(self) -> Row:
        return self.row("doubled")

    def clean_side(self) -> str:
        side = str(self.cleaned_data["side"])
        return "" if side == NOBODY else side

    def clean(self) -> None:
        said = [name for name in ("side", "level", "strain") if self.cleaned_data.get(name)]
        bid = said or self.cleaned_data.get("doubled")
        for name, message in _MISSING_OF_A_BID.items():
            if bid and name not in said and not self.has_error(name):
                self.add_error(name, message)
        if self.cleaned_data.get("calls") and not self.errors:
            self.compare_with_calls()

    def compare_with_calls(self) -> None:
        """The calls, where they were kept, lead to this contract."""
        auction = auction_in(self.rules, self.typed)
        if auction is None:
            self.add_error("dealer", _lazy("These calls cannot follow each other."))
            return
        opened = opened_in(auction, self.cleaned_data["failed"] or 0)
        if opened is None:
            self.add_error(None, _lazy("The auction is not over yet."))
        elif contract_fields(opened.contract) != contract_fields(self.bid()):
            self.add_error(
                None, _lazy("The calls lead to another contract than the one that is written here.")
            )

    def bid(self) -> Contract | None:
        said = self.cleaned_data
        if not said.get("side"):
            return None
        return Contract(int(said["side"]), int(said["level"]), Strain(said["strain"]), said["doubled"])

    def auction(self) -> dict[str, Value] | None:
        """The calls as they are stored beside the deal."""
        auction = auction_in(self.rules, self.typed) if self.cleaned_data.get("calls") else None
        if auction is None:
            return None
        failed = [str(bid) for bid in reversed(auction.bids)][: self.cleaned_data["failed"] or 0]
        return {"dealer": auction.dealer, "calls": [*calls_in(self.typed)], "failed": [*failed]}

    def contract(self) -> dict[str, Value] | None:
        bid = self.bid()
        return None if bid is None else {**bid._asdict(), "strain": bid.strain.value}


_MISSING_OF_A_BID: Final = {
    "side": _lazy("Say whose bid it is."),
    "level": _lazy("Say how high the bid is."),
    "strain": _lazy("Say what the bid is in."),
}


# The whole page.


@dataclass(frozen=True, slots=True)
class DealEntry:
    """The forms of one deal. A side that does not play has no column."""

    rules: RuleSet
    end: EndForm
    columns: tuple[SideForm | None, ...]
    contract: ContractForm | None
    writer: WriterForm | None
    words: WordsForm | None
    # The deal is written anew.
    amends: bool

    @property
    def playing(self) -> tuple[SideForm, ...]:
        return tuple(column for column in self.columns if column is not None)

    @property
    def parts(self) -> tuple[Part, ...]:
        """In the order of the page."""
        every = (self.writer, self.contract, self.end, *self.playing, self.words)
        return tuple(part for part in every if part is not None)

    def limit(self, mending: Mending) -> None:
        """Say what of it may be written now; the rest stands as it is."""
        for part in (self.end, self.contract, *self.playing):
            if part is not None:
                part.mending = mending

    def ask_why(self, *, asked: bool) -> None:
        """Say that nothing is recorded without a reason."""
        if self.words is not None:
            self.words.fields["reason"].required = asked

    def keeps_silent(self) -> bool:
        """Whether nobody has said why; then that is asked."""
        if self.words is None or self.words.cleaned_data.get("reason"):
            return False
        self.words.add_error("reason", _lazy("Say why."))
        return True

    def begin(self) -> None:
        """Whoever opens the page can type at once."""
        first = self.end.fields["ended"] if self.contract is None else self.contract.fields["side"]
        first.widget.is_first = True

    @property
    def may_be_swapped(self) -> bool:
        return self.end.mending is Mending.ALL

    @property
    def key(self) -> str:
        return str(self.end["key"].value())

    def is_valid(self) -> bool:
        # Every part is read, so that all mistakes are shown at once.
        readings = [form.is_valid() for form in self.parts]
        return all(readings)

    def body(self) -> dict[str, Value]:
        """What was typed, as the data of a deal."""
        body: dict[str, Value] = {
            "ended": self.end.how,
            "hands": [None if column is None else self.hand_of(column) for column in self.columns],
        }
        contract = self.contract and self.contract.contract()
        if contract:
            body["contract"] = contract
        auction = self.contract and self.contract.auction()
        if auction:
            body["auction"] = auction
        raises = self.raises()
        if any(raises):
            body["opening_raises"] = [*raises]
        return body

    def hand_of(self, column: SideForm) -> dict[str, Value]:
        went_out = column.side.number == self.end.out
        # Concealed where nobody went out is said of the first side, so that it is found to be wrong.
        first = self.end.out is None and column is self.playing[0]
        concealed = bool(self.end.cleaned_data.get("concealed")) and (went_out or first)
        return column.hand(went_out=went_out, concealed=concealed)

    def raises(self) -> list[int]:
        return [
            column.cleaned_data.get("opening_raises") or 0 if column is not None else 0
            for column in self.columns
        ]

    def paper(self) -> tuple[int | None, ...]:
        """The totals as they stand on paper; nothing where nobody has typed one."""
        totals = tuple(None if column is None else column.paper for column in self.columns)
        return () if set(totals) == {None} else totals

    def openings(self) -> tuple[Opening | None, ...]:
        """The requirements as they stand on paper; nothing where they follow from the totals."""
        chosen = [None if column is None else column.opening for column in self.columns]
        if set(chosen) == {None}:
            return ()
        return tuple(
            None if column is None else typed if typed is not None else column.side.opening
            for column, typed in zip(self.columns, chosen, strict=True)
        )

    def show(self, problems: Sequence[Problem]) -> None:
        """Put each problem at the field it belongs to, or on top where it belongs to none."""
        for problem in problems:
            form, field = self.place_of(problem)
            form.add_error(field, problem_sentence(problem))

    def refuse(self, refusal: ValidationError) -> None:
        """Show what a verb said: at the field it names, or on top where the form has none of that name."""
        named = refusal.error_dict if hasattr(refusal, "error_dict") else {}
        for name, errors in named.items():
            part = self.words if self.words is not None and name in self.words.fields else self.end
            for error in errors:
                part.add_error(name if part is self.words else None, error)
        if not named:
            self.end.add_error(None, refusal)

    def place_of(self, problem: Problem) -> tuple[Part, str | None]:
        column = None if problem.side is None else self.columns[problem.side]
        start, _dot, name = (problem.where or "").partition(".")
        if name == "concealed" and name in self.end.fields:
            return self.end, name
        if column is not None:
            return column, column.field_of(problem)
        if start == "contract" and self.contract is not None:
            return self.contract, name if name in self.contract.fields else None
        return self.end, None


def deal_entry(
    rules: RuleSet,
    sides: Sequence[Side | None],
    typed: Typed,
    *,
    bound: bool = False,
    writers: Sequence[tuple[int, str]] | None = None,
    game: int | None = None,
    chairs: Chairs | None = None,
    amends: bool = False,
    desk: AtDesk | None = None,
) -> DealEntry:
    """The forms of a deal with what stands in them, or bound to what was sent.

    At a table `writers` may write, and the page is about a `game`; at the `desk` there is a keyboard.
    """
    playing = [side for side in sides if side is not None]
    end = EndForm(typed, bound=bound, sides=playing, rules=rules, game=game, desk=desk)
    contract = None
    if rules.contract is not None:
        contract = ContractForm(
            typed, bound=bound, sides=playing, contract=rules.contract, chairs=chairs, desk=desk
        )
    # A letter that leads above the columns leads to no line in them.
    rows = [*end.rows, *(contract.rows if contract else ())]
    taken = "".join(row.letter for row in rows)
    has_words = amends or (desk is not None and desk.directs)
    return DealEntry(
        rules,
        end,
        tuple(
            None
            if side is None
            else SideForm(typed, bound=bound, side=side, rules=rules, desk=desk, taken=taken)
            for side in sides
        ),
        contract,
        None if writers is None else WriterForm(typed, bound=bound, writers=writers),
        WordsForm(typed, bound=bound, amends=amends, desk=desk) if has_words else None,
        amends,
    )
