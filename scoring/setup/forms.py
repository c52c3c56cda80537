"""What a person types about a club's tables, and to open a game that belongs to no event.

Knows labels, hints and what belongs together; what a rule set offers comes from the core, and whether an act
is allowed is known by the verbs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.writing import Value
from clubs.models import Player
from clubs.people.fields import PlayerField, Roster
from clubs.web.forms import KeyedForm, LineField, VerbForm, offer
from scoring import recording
from scoring.core.rulesets.base import Option
from scoring.core.seats import Table as Form
from scoring.desk.fields import PointsField
from scoring.models import Game, Table
from scoring.store import seating, sheets
from scoring.wording import labels as wording
from scoring.wording import options as option_wording

_MOST_TABLES: Final = 100
_LONGEST_LABEL: Final = 30
_RANGE: Final = re.compile(r"(\d{1,4})\s*[-–]\s*(\d{1,4})")
_USUAL_GAME, _USUAL_FORM = "samba", "4"
_NO_TABLE = ""


class TablesForm(KeyedForm):
    """New tables by their labels: a range, a list, or both."""

    labels = LineField(
        label=_lazy("Tables"),
        max_length=1000,
        help_text=_lazy("A range such as 1-12, or names with a comma between them: 1-8, Bar, Window."),
    )

    def clean_labels(self) -> list[str]:
        typed: str = self.cleaned_data["labels"]
        found = [label for part in typed.split(",") if part.strip() for label in _labels_of(part.strip())]
        labels = list(dict.fromkeys(found))
        if not labels:
            raise ValidationError(_("There is no name of a table in it."))
        if len(labels) > _MOST_TABLES:
            raise ValidationError(_("At most %(most)s tables at a time.") % {"most": _MOST_TABLES})
        return labels


def _labels_of(part: str) -> Iterator[str]:
    """The tables of a range, or the one of this name."""
    numbers = _RANGE.fullmatch(part)
    if numbers is None:
        if len(part) > _LONGEST_LABEL:
            raise ValidationError(_("The name of a table has at most 30 letters."))
        yield part
        return
    first, last = int(numbers[1]), int(numbers[2])
    if last < first:
        raise ValidationError(_("The range %(range)s runs backwards.") % {"range": part})
    if last - first >= _MOST_TABLES:
        raise ValidationError(_("At most %(most)s tables at a time.") % {"most": _MOST_TABLES})
    yield from (str(number) for number in range(first, last + 1))


class TableGameForm(VerbForm):
    """Which of the club's open games is played at a table now, or none."""

    game = forms.ChoiceField(label=_lazy("Game"), widget=forms.RadioSelect, required=False)

    def __init__(self, *args: Any, games: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "game", [("", _("none: the table is free")), *games.items()])


@dataclass(frozen=True, slots=True)
class Offer:
    """What is chosen first, because the other fields follow from it: the game, and its form."""

    ruleset: str
    form: str

    @property
    def table(self) -> Form:
        return seating.forms_of(self.ruleset)[self.form]

    @property
    def options(self) -> Sequence[Option]:
        return sheets.rules_of(self.ruleset).options


def offer_of(said: Mapping[str, str]) -> Offer:
    """The game and the form that were asked for, or the usual ones."""
    ruleset = said.get("ruleset", "")
    ruleset = ruleset if ruleset in wording.RULESETS else _USUAL_GAME
    form = said.get("form", "")
    return Offer(ruleset, form if form in seating.forms_of(ruleset) else _USUAL_FORM)


class PlanForm(KeyedForm):
    """Everything that is agreed before the first deal of a stand-alone game."""

    ruleset = forms.ChoiceField(label=_lazy("Game"), choices=wording.ruleset_choices)
    form = forms.ChoiceField(label=_lazy("Players"))
    deals = forms.IntegerField(
        label=_lazy("Deals of a game"),
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "class": "number"}),
        help_text=_lazy(
            "A game is over after so many, by the totals; a void deal is dealt again. "
            "Empty: it is played to its target."
        ),
    )
    approval = forms.ChoiceField(
        label=_lazy("The other side approves each deal"),
        widget=forms.RadioSelect,
        choices=Game.Approval.choices,
        initial=Game.Approval.SHARED,
    )
    protocols = forms.ChoiceField(
        label=_lazy("The protocol"),
        widget=forms.RadioSelect,
        choices=Game.Protocols.choices,
        initial=Game.Protocols.ONE,
    )
    corrections = forms.ChoiceField(
        label=_lazy("Mistakes that the rules say nothing of are corrected"),
        widget=forms.RadioSelect,
        choices=Game.Corrections.choices,
        initial=Game.Corrections.STRICT,
        help_text=_lazy(
            "Such as points written in the wrong column, found after the next deal was dealt. "
            "Strictly: the director alone. Sums added up wrongly are always corrected as the rules say."
        ),
    )
    signers = forms.ChoiceField(
        label=_lazy("Who signs when the game is over"),
        widget=forms.RadioSelect,
        choices=Game.Signers.choices,
        initial=Game.Signers.ALL,
    )
    director_signs = forms.BooleanField(label=_lazy("The director signs too"), required=False)
    table = forms.ChoiceField(
        label=_lazy("Table"),
        required=False,
        help_text=_lazy("Whose printed card opens the game on a phone."),
    )

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        asked: Offer,
        roster: Roster,
        tables: Sequence[Table],
        **kwargs: Any,
    ) -> None:
        super().__init__(data, **kwargs)
        self.asked = asked
        self.tables = {str(table.pk): table for table in tables}
        chosen = [(name, option_wording.FORMS[name]) for name in seating.forms_of(asked.ruleset)]
        offer(self, "form", [(name, str(said)) for name, said in chosen])
        offer(
            self,
            "table",
            [(_NO_TABLE, _("no table")), *((pk, _table_offer(t)) for pk, t in self.tables.items())],
        )
        self.initial = {**self.initial, "ruleset": asked.ruleset, "form": asked.form}
        for option in asked.options:
            self.fields[option_name(option)] = option_field(asked.ruleset, option)
        for side, people in enumerate(asked.table.people):
            self.fields[_carried_name(side)] = PointsField(
                label=_("Total so far, side %(number)s") % {"number": side + 1}, required=False
            )
            for seat in range(people):
                self.fields[_player_name(side, seat)] = PlayerField(
                    roster, label=_("Player %(number)s") % {"number": seat + 1}
                )

    # What stands where on the page.

    @property
    def house_rules(self) -> list[forms.BoundField]:
        return [self[option_name(option)] for option in self.asked.options]

    @property
    def sides(self) -> list[list[forms.BoundField]]:
        """The players' fields, side by side."""
        people = self.asked.table.people
        return [
            [self[_player_name(side, seat)] for seat in range(count)] for side, count in enumerate(people)
        ]

    @property
    def carried(self) -> list[forms.BoundField]:
        return [self[_carried_name(side)] for side in range(len(self.asked.table.people))]

    @property
    def is_carried(self) -> bool:
        """Whether totals were typed, or are wrong: then they must be seen."""
        return any(field.value() or field.errors for field in self.carried)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self.refuse_twice(cleaned)
        totals = [field.name for field in self.carried]
        if any(cleaned.get(name) is not None for name in totals):
            for name in totals:
                if cleaned.get(name) is None and name not in self.errors:
                    self.add_error(name, _("A total for each side."))
        return cleaned

    def refuse_twice(self, cleaned: Mapping[str, Any]) -> None:
        """Nobody sits in two seats."""
        seated: set[Player] = set()
        for field in (field for side in self.sides for field in side):
            player = cleaned.get(field.name)
            if player in seated:
                self.add_error(field.name, _("%(name)s sits at this table already.") % {"name": player.name})
            elif player is not None:
                seated.add(player)

    def plan(self) -> recording.GamePlan:
        cleaned, table = self.cleaned_data, self.chosen_table()
        totals = [cleaned[field.name] for field in self.carried]
        return recording.GamePlan(
            ruleset=self.asked.ruleset,
            sides=[[cleaned[field.name] for field in side] for side in self.sides],
            options=self.house_rules_chosen(),
            label=table.label if table else "",
            playing=self.asked.table.playing,
            approval=Game.Approval(cleaned["approval"]),
            corrections=Game.Corrections(cleaned["corrections"]),
            protocols=Game.Protocols(cleaned["protocols"]),
            signers=Game.Signers(cleaned["signers"]),
            director_signs=cleaned["director_signs"],
            carried=() if None in totals else totals,
            deals=cleaned["deals"],
        )

    def chosen_table(self) -> Table | None:
        return self.tables.get(self.cleaned_data["table"])

    def house_rules_chosen(self) -> dict[str, Value]:
        """What differs from the rules as they are written."""
        chosen = {
            option.name: option.choices[int(self.cleaned_data[option_name(option)])]
            for option in self.asked.options
        }
        return {name: choice.value for name, choice in chosen.items() if choice.change is not None}


def option_name(option: Option) -> str:
    return f"option_{option.name}"


def _player_name(side: int, seat: int) -> str:
    return f"side{side}_player{seat}"


def _carried_name(side: int) -> str:
    return f"carried{side}"


def option_field(ruleset: str, option: Option) -> forms.ChoiceField:
    """A house rule: the rules as they are written, or what a club may agree on instead."""
    said = [str(option_wording.value_label(ruleset, option.name, choice.value)) for choice in option.choices]
    return forms.ChoiceField(
        label=option_wording.option_label(ruleset, option.name),
        widget=forms.RadioSelect,
        choices=[(str(number), value) for number, value in enumerate(said)],
        initial="0",
        help_text=wording.paragraph(option.rule) if option.rule[:1].isdigit() else "",
    )


def _table_offer(table: Table) -> str:
    """A table to choose; at one where a game is going on the new one takes its place."""
    if table.game is None or table.game.over:
        return str(table)
    return _("%(table)s, in place of the game that is going on there") % {"table": table}
