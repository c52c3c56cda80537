"""The form of one side's column of a deal, in the order of the paper protocol: as a tally or by its melds.

The rows are combinations, red threes, threes left in hand, penalties and other rare entries, points melded,
points in hand, and the total on paper. The rule set alone determines which rows there are.
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

from clubs.books.writing import JsonValue
from clubs.reports.numbers import format_value
from scoring.core.notation import format_cards
from scoring.core.problem import Problem
from scoring.core.ruleset import RuleSet
from scoring.core.vocabulary import CANASTA, Opening, Penalty
from scoring.entry import keys
from scoring.entry.fields import (
    HandField,
    MeldsField,
    OpeningField,
    PaperTotalField,
    SumField,
    TallyCountField,
)
from scoring.entry.parts import DeskOptions, EditableFields, EntrySide, FieldValues, FormRow, PartForm
from scoring.wording import labels as wording

AS_TALLY, AS_MELDS = "tally", "melds"
_TALLY_CLASS, _CARDS_CLASS = "by-tally", "by-cards"
POINT_FIELDS: Final = ("meld_points", "hand_points")
THREES_FIELDS: Final = ("hand_red_threes", "hand_black_threes")
# The fold of the rare rows has a letter like a row.
FOLD_NAME: Final = "fold"
PAPER_FIELD: Final = "paper"
# The last word of a problem's location, without the number of a meld.
_LAST_WORD: Final = re.compile(r"(\w+)(\[\d+\])?$")


class SideForm(PartForm):
    """One side's column: a tally or melds; threes, penalties, and rare entries."""

    def __init__(
        self,
        typed: FieldValues,
        *,
        bound: bool,
        side: EntrySide,
        rules: RuleSet,
        desk: DeskOptions | None = None,
        taken: str = "",
    ) -> None:
        super().__init__(typed, bound=bound, prefix=f"side{side.number}")
        self.side, self.rules, self.desk = side, rules, desk
        self.heading, self.total = side.name, side.total
        self.fold_label = _("Penalties and special cases")
        self.fold_letter = ""
        fields = _column_fields(rules, get_language() or "en")
        # The desk adds letters to the fields, which the cached ones must not show.
        self.fields |= fields if desk is None else deepcopy(fields)
        if desk is None:
            self.fields |= _point_fields_at_table()
        if desk is not None:
            self.fields[PAPER_FIELD] = PaperTotalField(_("Total on paper"))
            if desk.asks_openings:
                self.fields["opening"] = _opening_field(rules, side.opening)
            self.assign_keys(taken)

    def assign_keys(self, taken: str) -> None:
        """Assign letters to the rows, the frequent ones first."""
        self.fields["way"].widget.digits = keys.number_choices([AS_TALLY, AS_MELDS])
        frequent = [
            *(row.field.name for row in self.above),
            FOLD_NAME,
            *(row.field.name for row in self.below),
        ]
        failed = [self.failed_bids] if self.failed_bids else []
        rare = [row.field.name for row in (*failed, *self.rare)]
        letters = keys.assign_letters(self.labels(frequent), taken)
        letters |= keys.assign_letters(self.labels(rare), f"{taken}{''.join(letters.values())}")
        self.fold_letter = letters.pop(FOLD_NAME, "")
        for name, letter in letters.items():
            keys.set_letter(self.fields[name], letter)
        for row in self.above:
            keys.advance_after_digit(row.field.field)

    def labels(self, names: Sequence[str]) -> dict[str, str]:
        return {
            name: self.fold_label if name == FOLD_NAME else str(self.fields[name].label) for name in names
        }

    def row(self, name: str, css_class: str = "") -> FormRow:
        """A row. Where only points may be corrected, a side written by its cards is fixed except on paper."""
        by_cards = self.by_cards
        points_only = self.editable is EditableFields.POINTS
        is_fixed = self.editable.is_fixed(name) or (points_only and by_cards and name != PAPER_FIELD)
        hidden_class = _TALLY_CLASS if by_cards else _CARDS_CLASS
        return FormRow(self[name], css_class, is_fixed, is_ignored=is_fixed and css_class == hidden_class)

    # The groups of rows.

    @property
    def written_as_row(self) -> FormRow:
        return self.row("way")

    @property
    def cards(self) -> list[FormRow]:
        """The melds and the hand, for a side written by its cards."""
        return [self.row(name, _CARDS_CLASS) for name, _field in _card_fields(self.rules)]

    @property
    def above(self) -> list[FormRow]:
        """Combinations and threes."""
        combinations = [self.row(name, _TALLY_CLASS) for name, _field in _combination_fields(self.rules)]
        threes = [
            self.row(name, _TALLY_CLASS) for name in THREES_FIELDS if name in charged_threes(self.rules)
        ]
        return [*combinations, self.row("red_threes"), *threes]

    @property
    def rare(self) -> list[FormRow]:
        """Penalties and other rare rows. Bids that could not open are shown with the contract."""
        failed = f"penalty_{_failed_bid_code(self.rules)}"
        names = [f"penalty_{code}" for code in _penalty_codes(self.rules)]
        names += [name for name, _field in _rare_fields(self.rules)]
        # Threes that the game does not charge for may still be entered.
        uncharged = [
            self.row(name, _TALLY_CLASS) for name in THREES_FIELDS if name not in charged_threes(self.rules)
        ]
        opening = [self.row("opening")] if "opening" in self.fields else []
        return [*(self.row(name) for name in names if name != failed), *uncharged, *opening]

    @property
    def below(self) -> list[FormRow]:
        """The points of cards, and the total on paper."""
        points = [self.row(name, _TALLY_CLASS) for name in POINT_FIELDS]
        return [*points, self.row(PAPER_FIELD)] if PAPER_FIELD in self.fields else points

    @property
    def failed_bids(self) -> FormRow | None:
        failed = _failed_bid_code(self.rules)
        return self.row(f"penalty_{failed}") if failed else None

    @property
    def by_cards(self) -> bool:
        return bool(self["way"].value() == AS_MELDS)

    @property
    def is_begun(self) -> bool:
        """Whether anything is typed for this side; how it is written down has a default."""
        return any(self.typed.get(self.add_prefix(name), "").strip() for name in self.fields if name != "way")

    @property
    def has_rare(self) -> bool:
        """Whether a rare row is filled in or has an error, and so must be visible."""
        return any(row.field.value() or row.field.errors for row in self.rare)

    @property
    def rare_is_fixed(self) -> bool:
        """Whether the rare rows are fixed, and so are not folded away."""
        return self.editable is not EditableFields.ALL

    @property
    def needed(self) -> str:
        """The opening requirement in the head of the column; only the desk shows it there."""
        return "" if self.desk is None else _opening_label(self.side.opening)

    # The data of a hand.

    def hand_data(self, *, went_out: bool, concealed: bool) -> dict[str, JsonValue]:
        """The hand of this side as data of a deal."""
        by_cards = self.cleaned_data["way"] == AS_MELDS
        hand: dict[str, JsonValue] = {**self._cards_data()} if by_cards else {"tally": self._tally_data()}
        hand |= {"red_threes": self.cleaned_data["red_threes"], "went_out": went_out}
        hand["penalties"] = self._penalties_data(by_cards=by_cards)
        if concealed:
            hand["concealed"] = True
        if self.cleaned_data.get("forfeits_card_points"):
            hand["forfeits_card_points"] = True
        if self.cleaned_data.get("claimed") and not by_cards:
            hand["claimed"] = self.rules.claim_rule
        return hand

    def _cards_data(self) -> dict[str, JsonValue]:
        return {"melds": list(self.cleaned_data["melds"]), "hand": self.cleaned_data["hand"]}

    def _tally_data(self) -> dict[str, JsonValue]:
        return {
            "combinations": self._counts("combination_"),
            **{name: self.cleaned_data[name] for name in (*POINT_FIELDS, *THREES_FIELDS)},
        }

    def _penalties_data(self, *, by_cards: bool) -> dict[str, JsonValue]:
        """The penalties. Those that follow from the melds are data of a tally only."""
        penalties = self._counts("penalty_")
        derived = self.rules.tally_penalties if by_cards else frozenset()
        return {code: times for code, times in penalties.items() if code not in derived}

    def _counts(self, prefix: str) -> dict[str, JsonValue]:
        """The counts above 0 of the fields with this prefix, by code."""
        counts = self.cleaned_data.items()
        return {
            name.removeprefix(prefix): count for name, count in counts if name.startswith(prefix) and count
        }

    def clean_way(self) -> str:
        return self.cleaned_data["way"] or AS_TALLY

    @property
    def paper(self) -> int | None:
        """The total on paper."""
        total: int | None = self.cleaned_data.get(PAPER_FIELD)
        return total

    @property
    def opening(self) -> Opening | None:
        """The opening requirement on paper; None where it follows from the totals."""
        chosen: Opening | None = self.cleaned_data.get("opening")
        return chosen

    def field_for(self, problem: Problem) -> str | None:
        """The field of a problem of this side; None for a problem of the whole side."""
        match = _LAST_WORD.search(problem.where or "")
        if match is None or not problem.where or "." not in problem.where:
            return None
        names = [name for name in self.fields if name == match[1] or name.endswith(f"_{match[1]}")]
        return names[0] if names else None


@cache
def _column_fields(rules: RuleSet, language: str) -> dict[str, forms.Field]:  # noqa: ARG001 (labels are in it)
    """The fields of a column. Building them costs more than reading a deal, so they are cached."""
    way = forms.ChoiceField(
        label=_lazy("How do you want to enter this side?"),
        choices=[(AS_TALLY, _lazy("By totals")), (AS_MELDS, _lazy("Card by card"))],
        initial=AS_TALLY,
        required=False,
        widget=keys.ChoiceButtons,
    )
    return {
        "way": way,
        **dict(_combination_fields(rules)),
        "red_threes": TallyCountField(wording.line_name(rules.slug, "red_threes")),
        **dict(_three_fields()),
        **dict(_penalty_fields(rules)),
        **dict(_rare_fields(rules)),
        **dict(_point_fields(rules)),
        **dict(_card_fields(rules)),
    }


def _combination_fields(rules: RuleSet) -> Iterator[tuple[str, forms.Field]]:
    for combination in rules.combinations:
        label = wording.line_name(rules.slug, combination.code)
        yield f"combination_{combination.code}", TallyCountField(label)


def _point_fields(rules: RuleSet) -> Iterator[tuple[str, forms.Field]]:
    yield "meld_points", SumField(wording.line_name(rules.slug, "melded_cards"))
    yield "hand_points", SumField(wording.line_name(rules.slug, "hand_cards"))


def _point_fields_at_table() -> dict[str, forms.Field]:
    """On a phone they stand right below fields that want a number, not points."""
    return {
        "meld_points": SumField(_("Points in melds")),
        "hand_points": SumField(_("Points left in hand")),
    }


def _three_fields() -> Iterator[tuple[str, forms.Field]]:
    for name, label in wording.threes_in_hand():
        yield name, TallyCountField(label)


def charged_threes(rules: RuleSet) -> frozenset[str]:
    """The fields of threes in hand for which the game has a line of its own."""
    lines = dict(zip(THREES_FIELDS, (rules.red_threes_in_hand, rules.black_threes_in_hand), strict=True))
    return frozenset(name for name, line in lines.items() if line is not None)


def _card_fields(rules: RuleSet) -> Iterator[tuple[str, forms.Field]]:
    """The examples use the letters of the reader's language."""
    language = get_language() or "en"
    row = "s456789T" if rules.melds.sequences else "QQQQ"
    melds = {"meld": format_cards("KKKKK2*", language), "another": format_cards(row, language)}
    yield (
        "melds",
        MeldsField(_("Melds"), _("One per line, such as %(meld)s or %(another)s.") % melds, rules),
    )
    hand = {"cards": format_cards("AAK7", language)}
    yield (
        "hand",
        HandField(_("Cards in hand"), _("All the cards the side still holds, such as %(cards)s.") % hand),
    )


def _penalty_codes(rules: RuleSet) -> tuple[str, ...]:
    return (*(penalty.code for penalty in rules.penalties), *sorted(rules.tally_penalties))


def _penalty_fields(rules: RuleSet) -> Iterator[tuple[str, forms.Field]]:
    """The fields of how often each penalty was earned, with what it costs each time."""
    for code in _penalty_codes(rules):
        field = TallyCountField(wording.line_name(rules.slug, code))
        penalty = rules.penalty(code)
        if penalty is not None:
            field.help_text = _penalty_help(penalty)
        yield f"penalty_{code}", field


def _penalty_help(penalty: Penalty) -> str:
    """Ask for a number, and say what each costs; a heading of the rules would be longer than that."""
    values = {
        "points": wording.signed_points(-penalty.points),
        "paragraph": wording.paragraph_label(penalty.rule),
    }
    if penalty.rule[:1].isdigit():
        return _("How many times? %(points)s each (%(paragraph)s)") % values
    return _("How many times? %(points)s each") % values


def _failed_bid_code(rules: RuleSet) -> str | None:
    return None if rules.contract is None else rules.contract.failed_bid


def _rare_fields(rules: RuleSet) -> Iterator[tuple[str, forms.Field]]:
    if rules.opening_raise:
        yield "opening_raises", TallyCountField(_("Openings withdrawn (the requirement rises)"))
    if rules.forfeit_rule is not None:
        label = _lazy("Mixed up its melds before they were counted: its melded cards do not count")
        yield "forfeits_card_points", forms.BooleanField(label=label, required=False)
    if rules.claim_rule is not None:
        label = _lazy("The opponents mixed up the cards: this side's claim is accepted")
        yield "claimed", forms.BooleanField(label=label, required=False)


def _opening_field(rules: RuleSet, opening: Opening | None) -> OpeningField:
    empty_label = _("%(needed)s, from the totals") % {"needed": _opening_label(opening)}
    return OpeningField(_("Opening requirement on paper"), rules, empty_label)


def _opening_label(opening: Opening | None) -> str:
    """An opening requirement in points, or a canasta."""
    if opening is None:
        return ""
    return _("canasta") if opening == CANASTA else format_value(opening, get_language() or "en")
