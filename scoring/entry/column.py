"""One side's column of a deal, in the order of the paper protocol: as a tally or by its melds.

Combinations, red threes, threes left in hand, penalties and what else is rare, melded, in hand, and last the
total as it stands on paper. Built from the rule set's table alone: a game that has a thing has its line. Must
not know how a deal is scored, nor which game it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from copy import deepcopy
from functools import cache
from typing import Final

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.writing import Value
from clubs.reports.numbers import written
from scoring.core.notation import printed
from scoring.core.problem import Problem
from scoring.core.rulesets.base import CANASTA, Opening, RuleSet
from scoring.entry import keys
from scoring.entry.fields import (
    CountField,
    HandField,
    MeldsField,
    OpeningField,
    PaperField,
    SumField,
)
from scoring.entry.parts import AtDesk, Mending, Part, Row, Side, Typed
from scoring.wording import labels as wording

TALLY, MELDS = "tally", "melds"
_BY_TALLY, _BY_CARDS = "by-tally", "by-cards"
POINTS: Final = ("meld_points", "hand_points")
THREES_IN_HAND: Final = ("hand_red_threes", "hand_black_threes")
# The fold of what is rare has a letter as a line has.
FOLD: Final = "fold"
PAPER: Final = "paper"
# The last word of a problem's place, without the number of a meld.
_LAST_WORD: Final = re.compile(r"(\w+)(\[\d+\])?$")


class SideForm(Part):
    """One side's column: as a tally or by its melds; threes, penalties, and what is rare."""

    def __init__(
        self,
        typed: Typed,
        *,
        bound: bool,
        side: Side,
        rules: RuleSet,
        desk: AtDesk | None = None,
        taken: str = "",
    ) -> None:
        super().__init__(typed, bound=bound, prefix=f"side{side.number}")
        self.side, self.rules, self.desk = side, rules, desk
        self.heading, self.total = side.name, side.total
        self.fold_label = _("Penalties and special cases")
        self.fold_letter = ""
        lines = _lines_of(rules, get_language() or "en")
        # At the desk a line gets its letter, which nobody else shall see.
        self.fields |= lines if desk is None else deepcopy(lines)
        if desk is not None:
            self.fields[PAPER] = PaperField(_("Total on paper"))
            if desk.asks_openings:
                self.fields["opening"] = _opening_field(rules, side.opening)
            self.give_keys(taken)

    def give_keys(self, taken: str) -> None:
        """At the desk a letter leads to each line, the frequent lines first."""
        self.fields["way"].widget.digits = keys.in_order([TALLY, MELDS])
        often = [*(row.field.name for row in self.above), FOLD, *(row.field.name for row in self.below)]
        failed = [self.failed_bids] if self.failed_bids else []
        seldom = [row.field.name for row in (*failed, *self.rare)]
        given = keys.letters(self.labels(often), taken)
        given |= keys.letters(self.labels(seldom), f"{taken}{''.join(given.values())}")
        self.fold_letter = given.pop(FOLD, "")
        for name, letter in given.items():
            keys.mark(self.fields[name], letter)
        for row in self.above:
            keys.lead_on(row.field.field)

    def labels(self, names: Sequence[str]) -> dict[str, str]:
        return {name: self.fold_label if name == FOLD else str(self.fields[name].label) for name in names}

    def row(self, name: str, by: str = "") -> Row:
        """A line. Melds are not added up by hand: they stand as they are where points alone may be mended."""
        by_cards = self.by_cards
        points_alone = self.mending is Mending.POINTS
        fixed = self.mending.fixes(name) or (points_alone and by_cards and name != PAPER)
        other = _BY_TALLY if by_cards else _BY_CARDS
        return Row(self[name], by, fixed, unread=fixed and by == other)

    # What stands where.

    @property
    def way_row(self) -> Row:
        return self.row("way")

    @property
    def cards(self) -> list[Row]:
        """What only melds and a hand ask for."""
        return [self.row(name, _BY_CARDS) for name, _field in _card_fields(self.rules)]

    @property
    def above(self) -> list[Row]:
        """Combinations and threes."""
        combinations = [self.row(name, _BY_TALLY) for name, _field in _combination_fields(self.rules)]
        threes = [self.row(name, _BY_TALLY) for name in THREES_IN_HAND if name in charged_threes(self.rules)]
        return [*combinations, self.row("red_threes"), *threes]

    @property
    def rare(self) -> list[Row]:
        """Penalties and what else is rare. Bids that could not open stand beside the contract."""
        failed = f"penalty_{_failed_bid_of(self.rules)}"
        names = [f"penalty_{code}" for code in _penalty_codes(self.rules)]
        names += [name for name, _field in _rare_fields(self.rules)]
        # What a game does not charge for is still held, and may be said.
        held = [
            self.row(name, _BY_TALLY) for name in THREES_IN_HAND if name not in charged_threes(self.rules)
        ]
        opening = [self.row("opening")] if "opening" in self.fields else []
        return [*(self.row(name) for name in names if name != failed), *held, *opening]

    @property
    def below(self) -> list[Row]:
        """Points of cards, and the total on paper."""
        points = [self.row(name, _BY_TALLY) for name in POINTS]
        return [*points, self.row(PAPER)] if PAPER in self.fields else points

    @property
    def failed_bids(self) -> Row | None:
        failed = _failed_bid_of(self.rules)
        return self.row(f"penalty_{failed}") if failed else None

    @property
    def by_cards(self) -> bool:
        return bool(self["way"].value() == MELDS)

    @property
    def has_rare(self) -> bool:
        """Whether something rare has been typed, or is wrong: then it must be seen."""
        return any(row.field.value() or row.field.errors for row in self.rare)

    @property
    def rare_is_fixed(self) -> bool:
        """Whether nothing of it may be written: then nothing is folded away."""
        return self.mending is not Mending.ALL

    @property
    def needed(self) -> str:
        """What the side needs to open with, as the head of its column says it."""
        return "" if self.desk is None else _opening_said(self.side.opening)

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
        return {
            "combinations": self.counted("combination_"),
            **{name: self.cleaned_data[name] for name in (*POINTS, *THREES_IN_HAND)},
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

    @property
    def paper(self) -> int | None:
        """The total as it stands on paper."""
        said: int | None = self.cleaned_data.get(PAPER)
        return said

    @property
    def opening(self) -> Opening | None:
        """The requirement as it stands on paper; None where that says nothing else."""
        said: Opening | None = self.cleaned_data.get("opening")
        return said

    def field_of(self, problem: Problem) -> str | None:
        """The field that a problem of this side is about; None where it is about the side."""
        found = _LAST_WORD.search(problem.where or "")
        if found is None or not problem.where or "." not in problem.where:
            return None
        matching = [name for name in self.fields if name == found[1] or name.endswith(f"_{found[1]}")]
        return matching[0] if matching else None


@cache
def _lines_of(rules: RuleSet, language: str) -> dict[str, forms.Field]:  # noqa: ARG001 (labels are in it)
    """The lines of a column: built once, for a phone sends a deal faster than they are built anew."""
    way = forms.ChoiceField(
        label=_lazy("How is this side written down?"),
        choices=[(TALLY, _lazy("As on paper")), (MELDS, _lazy("By its cards"))],
        initial=TALLY,
        required=False,
        widget=keys.Choices,
    )
    return {
        "way": way,
        **dict(_combination_fields(rules)),
        "red_threes": CountField(wording.line_name(rules.slug, "red_threes")),
        **dict(_three_fields()),
        **{f"penalty_{code}": _penalty_field(rules, code) for code in _penalty_codes(rules)},
        **dict(_rare_fields(rules)),
        **dict(_point_fields(rules)),
        **dict(_card_fields(rules)),
    }


def _combination_fields(rules: RuleSet) -> Iterator[tuple[str, forms.Field]]:
    for one in rules.combinations:
        yield f"combination_{one.code}", CountField(wording.line_name(rules.slug, one.code))


def _point_fields(rules: RuleSet) -> Iterator[tuple[str, forms.Field]]:
    yield "meld_points", SumField(wording.line_name(rules.slug, "melded_cards"))
    yield "hand_points", SumField(wording.line_name(rules.slug, "hand_cards"))


def _three_fields() -> Iterator[tuple[str, forms.Field]]:
    for name, label in wording.threes_in_hand():
        yield name, CountField(label)


def charged_threes(rules: RuleSet) -> frozenset[str]:
    """The threes in hand that have a line of their own in this game."""
    lines = dict(zip(THREES_IN_HAND, (rules.red_threes_in_hand, rules.black_threes_in_hand), strict=True))
    return frozenset(name for name, line in lines.items() if line is not None)


def _card_fields(rules: RuleSet) -> Iterator[tuple[str, forms.Field]]:
    """The examples are cards in the letters of the reader's language."""
    language = get_language() or "en"
    row = "s456789T" if rules.melds.sequences else "QQQQ"
    melds = {"meld": printed("KKKKK2*", language), "another": printed(row, language)}
    yield (
        "melds",
        MeldsField(_("Melds"), _("One a line, as %(meld)s or %(another)s.") % melds, rules),
    )
    held = {"cards": printed("AAK7", language)}
    yield (
        "hand",
        HandField(_("Cards in hand"), _("All that the side still holds, as %(cards)s.") % held),
    )


def _penalty_codes(rules: RuleSet) -> tuple[str, ...]:
    return (*(penalty.code for penalty in rules.penalties), *sorted(rules.tally_penalties))


def _penalty_field(rules: RuleSet, code: str) -> CountField:
    return CountField(wording.line_name(rules.slug, code))


def _failed_bid_of(rules: RuleSet) -> str | None:
    return None if rules.contract is None else rules.contract.failed_bid


def _rare_fields(rules: RuleSet) -> Iterator[tuple[str, forms.Field]]:
    if rules.opening_raise:
        yield "opening_raises", CountField(_("Openings withdrawn (the requirement rises)"))
    if rules.forfeit_rule is not None:
        label = _lazy("Mixed its melds before counting: its melded cards count nothing")
        yield "forfeits_card_points", forms.BooleanField(label=label, required=False)
    if rules.claim_rule is not None:
        label = _lazy("The opponents mixed the cards: this side's claim stands")
        yield "claimed", forms.BooleanField(label=label, required=False)


def _opening_field(rules: RuleSet, opening: Opening | None) -> OpeningField:
    follows = _("%(needed)s, from the totals") % {"needed": _opening_said(opening)}
    return OpeningField(_("Opening requirement on paper"), rules, follows)


def _opening_said(opening: Opening | None) -> str:
    """A requirement in points, or a canasta."""
    if opening is None:
        return ""
    return _("canasta") if opening == CANASTA else written(opening, get_language() or "en")
