"""The forms of one deal: who writes, how it ended, what was bid, and a column for each side.

Built from the rule set's table alone: a game that has a thing has its field. Knows where each problem
belongs; must not know how a deal is scored, nor which game it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from clubs.books import Value
from scoring import words
from scoring.core.notation import printed
from scoring.core.problem import Problem
from scoring.core.rulesets.base import ContractRules, RuleSet
from scoring.core.written import Contract, Ended, Strain
from scoring.desk_fields import LineField
from scoring.entry.auction import NOBODY, Chairs, auction_in, calls_in, contract_fields, opened_in
from scoring.entry.fields import CountField, HandField, MeldsField, SumField
from scoring.problem_words import problem_sentence

Typed = Mapping[str, str]
TALLY, MELDS = "tally", "melds"
THREES_IN_HAND: Final = ("hand_red_threes", "hand_black_threes")
# The last word of a problem's place, without the number of a meld.
LAST_WORD: Final = re.compile(r"(\w+)(\[\d+\])?$")


class Part(forms.Form):
    """One form of the page: bound to what was sent, or showing what stands there so far."""

    def __init__(self, typed: Typed, *, bound: bool, prefix: str | None = None) -> None:
        super().__init__(dict(typed) if bound else None, prefix=prefix)
        self.typed = typed

    def get_initial_for_field(self, field: forms.Field, field_name: str) -> Any:
        typed = self.typed.get(self.add_prefix(field_name))
        return super().get_initial_for_field(field, field_name) if typed is None else typed

    def choose(self, name: str, choices: Sequence[tuple[str, object]]) -> None:
        self.fields[name].choices = list(choices)  # type: ignore[attr-defined] # fields are typed as Field


class EndForm(Part):
    """How the deal ended. Key, number and version travel with what is typed."""

    ended = forms.ChoiceField(label=_("How did the deal end?"), widget=forms.RadioSelect)
    concealed = forms.BooleanField(label=words.NAMES["concealed"], required=False)
    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=999)
    version = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0, max_value=999)
    game = forms.IntegerField(widget=forms.HiddenInput)
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(
        self, typed: Typed, *, bound: bool, sides: Sequence[Side], rules: RuleSet, game: int | None
    ) -> None:
        super().__init__(typed, bound=bound)
        self.played = game
        out = [(f"out-{side.number}", _("%(side)s went out") % {"side": side.name}) for side in sides]
        others = [("stock", _("The stock ran out")), ("clock", _("Time stopped the deal"))]
        self.choose("ended", [*out, *others])
        if rules.concealed is None:
            del self.fields["concealed"]
        if game is None:
            del self.fields["game"]

    def clean_game(self) -> int | None:
        """A table goes on to its next game, and what was typed for the one before is not written into it."""
        game: int | None = self.cleaned_data["game"]
        if game is not None and game != self.played:
            raise ValidationError(_("Another game is played at this table now."), code="other_game")
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

    player = forms.ChoiceField(label=_("Who writes this down?"))

    def __init__(self, typed: Typed, *, bound: bool, writers: Sequence[tuple[int, str]]) -> None:
        super().__init__(typed, bound=bound)
        self.choose("player", [("", "—"), *((str(pk), name) for pk, name in writers)])


class AmendForm(Part):
    """Why a deal is written anew, and whether the other side agrees where that is asked for."""

    reason = LineField(label=_("Why is it changed?"), required=False)
    consent = forms.BooleanField(label=_("The other side agrees to this correction."), required=False)


class ContractForm(Part):
    """Who promised how much in what."""

    side = forms.ChoiceField(
        label=_("Who bid highest?"), required=False, initial=NOBODY, widget=forms.RadioSelect
    )
    level = forms.ChoiceField(label=_("How high?"), required=False, widget=forms.RadioSelect)
    strain = forms.ChoiceField(label=_("In what?"), required=False, widget=forms.RadioSelect)
    doubled = forms.BooleanField(label=_("Doubled"), required=False)
    # The auction, call by call, where somebody has kept it.
    dealer = forms.ChoiceField(label=_("Who deals?"), required=False)
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
    ) -> None:
        super().__init__(typed, bound=bound, prefix="contract")
        self.rules = contract
        self.choose("dealer", [("", "—"), *(chairs.choices() if chairs else ())])
        self.choose("side", [(NOBODY, _("No contract")), *((str(side.number), side.name) for side in sides)])
        self.choose("level", [(str(level), str(level)) for level in range(1, contract.levels + 1)])
        self.choose("strain", [(strain.value, words.STRAINS[strain.value]) for strain in Strain])

    def clean_side(self) -> str:
        side = str(self.cleaned_data["side"])
        return "" if side == NOBODY else side

    def clean(self) -> None:
        said = [name for name in ("side", "level", "strain") if self.cleaned_data.get(name)]
        bid = said or self.cleaned_data.get("doubled")
        for name, message in MISSING_OF_A_BID.items():
            if bid and name not in said and not self.has_error(name):
                self.add_error(name, message)
        if self.cleaned_data.get("calls") and not self.errors:
            self.compare_with_calls()

    def compare_with_calls(self) -> None:
        """The calls, where they were kept, lead to this contract."""
        auction = auction_in(self.rules, self.typed)
        if auction is None:
            self.add_error("dealer", _("These calls cannot follow each other."))
            return
        opened = opened_in(auction, self.cleaned_data["failed"] or 0)
        if opened is None:
            self.add_error(None, _("The auction is not over yet."))
        elif contract_fields(opened.contract) != contract_fields(self.bid()):
            self.add_error(None, _("The calls lead to another contract than the one that is written here."))

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


MISSING_OF_A_BID: Final = {
    "side": _("Say whose bid it is."),
    "level": _("Say how high the bid is."),
    "strain": _("Say what the bid is in."),
}


@dataclass(frozen=True, slots=True)
class Side:
    """A side as the head of its column says it: who it is, and what it has so far."""

    number: int
    name: str
    total: int


class SideForm(Part):
    """One side's column: as a tally or by its melds; threes, penalties, and what is rare."""

    def __init__(self, typed: Typed, *, bound: bool, side: Side, rules: RuleSet) -> None:
        super().__init__(typed, bound=bound, prefix=f"side{side.number}")
        self.side, self.rules = side, rules
        self.heading, self.total = side.name, side.total
        self.fields["way"] = forms.ChoiceField(
            label=_("How is this side written down?"),
            choices=[(TALLY, _("As on paper")), (MELDS, _("By its cards"))],
            initial=TALLY,
            required=False,
            widget=forms.RadioSelect,
        )
        self.fields |= dict(tally_fields(rules)) | dict(card_fields(rules))
        self.fields["red_threes"] = CountField(words.line_name(rules.slug, "red_threes"))
        self.fields |= {f"penalty_{code}": penalty_field(rules, code) for code in penalty_codes(rules)}
        self.fields |= dict(rare_fields(rules))

    @property
    def by_cards(self) -> bool:
        return bool(self["way"].value() == MELDS)

    @property
    def tally(self) -> list[forms.BoundField]:
        """What only a tally asks for."""
        return [self[name] for name, _field in tally_fields(self.rules)]

    @property
    def cards(self) -> list[forms.BoundField]:
        """What only melds and a hand ask for."""
        return [self[name] for name, _field in card_fields(self.rules)]

    @property
    def penalties(self) -> list[forms.BoundField]:
        """Penalties and what else is rare. Bids that could not open stand beside the contract."""
        failed = f"penalty_{failed_bid_of(self.rules)}"
        names = [f"penalty_{code}" for code in penalty_codes(self.rules)]
        rare = [name for name, _field in rare_fields(self.rules)]
        return [self[name] for name in (*names, *rare) if name != failed]

    @property
    def failed_bids(self) -> forms.BoundField | None:
        failed = failed_bid_of(self.rules)
        return self[f"penalty_{failed}"] if failed else None

    @property
    def is_penalised(self) -> bool:
        """Whether a penalty has been typed, or is wrong: then it must be seen."""
        return any(field.value() or field.errors for field in self.penalties)

    # What was typed, as data.

    def hand(self, *, went_out: bool, concealed: bool) -> dict[str, Value]:
        """This column as the data of a hand."""
        by_cards = self.cleaned_data["way"] == MELDS
        hand: dict[str, Value] = {**self.held_by_cards()} if by_cards else {"tally": self.counted_up()}
        hand |= {"red_threes": self.cleaned_data["red_threes"], "went_out": went_out}
        hand["penalties"] = self.penalties_of(by_cards=by_cards)
        if concealed:
            hand["concealed"] = True
        if self.cleaned_data.get("forfeits_card_points"):
            hand["forfeits_card_points"] = True
        if self.cleaned_data.get("claimed") and not by_cards:
            hand["claimed"] = self.rules.claim_rule
        return hand

    def held_by_cards(self) -> dict[str, Value]:
        return {"melds": list(self.cleaned_data["melds"]), "hand": self.cleaned_data["hand"]}

    def counted_up(self) -> dict[str, Value]:
        numbers = ("meld_points", "hand_points", *THREES_IN_HAND)
        return {
            "combinations": self.counted("combination_"),
            **{name: self.cleaned_data[name] for name in numbers},
        }

    def penalties_of(self, *, by_cards: bool) -> dict[str, Value]:
        """What is charged. Some follow from melds that can be seen, and are charged beside a tally alone."""
        charged = self.counted("penalty_")
        hidden = self.rules.tally_penalties if by_cards else frozenset()
        return {code: times for code, times in charged.items() if code not in hidden}

    def counted(self, start: str) -> dict[str, Value]:
        counts = self.cleaned_data.items()
        return {name.removeprefix(start): count for name, count in counts if name.startswith(start) and count}

    def clean_way(self) -> str:
        return self.cleaned_data["way"] or TALLY

    def field_of(self, problem: Problem) -> str | None:
        """The field that a problem of this side is about; None where it is about the side."""
        found = LAST_WORD.search(problem.where or "")
        if found is None or not problem.where or "." not in problem.where:
            return None
        matching = [name for name in self.fields if name == found[1] or name.endswith(f"_{found[1]}")]
        return matching[0] if matching else None


def tally_fields(rules: RuleSet) -> Iterator[tuple[str, forms.Field]]:
    for one in rules.combinations:
        yield f"combination_{one.code}", CountField(words.line_name(rules.slug, one.code))
    yield "meld_points", SumField(words.line_name(rules.slug, "melded_cards"))
    yield "hand_points", SumField(words.line_name(rules.slug, "hand_cards"))
    for name, label in words.threes_in_hand():
        yield name, CountField(label)


def card_fields(rules: RuleSet) -> Iterator[tuple[str, forms.Field]]:
    """The examples are cards in the letters of the reader's language."""
    language = get_language() or "en"
    row = "s456789T" if rules.melds.sequences else "QQQQ"
    melds = {"meld": printed("KKKKK2*", language), "another": printed(row, language)}
    yield (
        "melds",
        MeldsField(gettext("Melds"), gettext("One a line, as %(meld)s or %(another)s.") % melds, rules),
    )
    held = {"cards": printed("AAK7", language)}
    yield (
        "hand",
        HandField(gettext("Cards in hand"), gettext("All that the side still holds, as %(cards)s.") % held),
    )


def penalty_codes(rules: RuleSet) -> tuple[str, ...]:
    return (*(penalty.code for penalty in rules.penalties), *sorted(rules.tally_penalties))


def penalty_field(rules: RuleSet, code: str) -> CountField:
    return CountField(words.line_name(rules.slug, code))


def failed_bid_of(rules: RuleSet) -> str | None:
    return None if rules.contract is None else rules.contract.failed_bid


def rare_fields(rules: RuleSet) -> Iterator[tuple[str, forms.Field]]:
    if rules.opening_raise:
        yield "opening_raises", CountField(gettext("Openings withdrawn (the requirement rises)"))
    if rules.forfeit_rule is not None:
        label = _("Mixed its melds before counting: its melded cards count nothing")
        yield "forfeits_card_points", forms.BooleanField(label=label, required=False)
    if rules.claim_rule is not None:
        label = _("The opponents mixed the cards: this side's claim stands")
        yield "claimed", forms.BooleanField(label=label, required=False)


# The whole page.


@dataclass(frozen=True, slots=True)
class DealEntry:
    """The forms of one deal. A side that does not play has no column."""

    rules: RuleSet
    end: EndForm
    columns: tuple[SideForm | None, ...]
    contract: ContractForm | None
    writer: WriterForm | None
    amend: AmendForm | None

    @property
    def playing(self) -> tuple[SideForm, ...]:
        return tuple(column for column in self.columns if column is not None)

    @property
    def parts(self) -> tuple[Part, ...]:
        """In the order of the page."""
        every = (self.writer, self.end, self.contract, *self.playing, self.amend)
        return tuple(part for part in every if part is not None)

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

    def show(self, problems: Sequence[Problem]) -> None:
        """Put each problem at the field it belongs to, or on top where it belongs to none."""
        for problem in problems:
            form, field = self.place_of(problem)
            form.add_error(field, problem_sentence(problem))

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
) -> DealEntry:
    """The forms of a deal with what stands in them, or bound to what was sent.

    At a table `writers` may write, and the page is about a `game`.
    """
    playing = [side for side in sides if side is not None]
    contract = rules.contract
    return DealEntry(
        rules,
        EndForm(typed, bound=bound, sides=playing, rules=rules, game=game),
        tuple(
            None if side is None else SideForm(typed, bound=bound, side=side, rules=rules) for side in sides
        ),
        None
        if contract is None
        else ContractForm(typed, bound=bound, sides=playing, contract=contract, chairs=chairs),
        None if writers is None else WriterForm(typed, bound=bound, writers=writers),
        AmendForm(typed, bound=bound) if amends else None,
    )
