"""The forms for a club's tables, and for opening a game that belongs to no event."""

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

from clubs.models import Book, Player
from clubs.people.fields import PlayerField, Roster
from clubs.web.forms import KeyedForm, LineField, VerbForm, set_choices
from scoring import recording
from scoring.core.seats import TableForm as Form
from scoring.forms import house_rules
from scoring.forms.totals import PointsField
from scoring.models import Game, Table
from scoring.store import seating
from scoring.store.event_news import EventWithCards
from scoring.wording import labels as wording
from scoring.wording import options as option_wording

_MAX_TABLES: Final = 100
_MAX_LABEL_LENGTH: Final = 30
_RANGE: Final = re.compile(r"(\d{1,4})\s*[-–]\s*(\d{1,4})")
_DEFAULT_RULESET, _DEFAULT_FORM = "samba", "4"
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
        parts = [part.strip() for part in typed.split(",")]
        labels = list(dict.fromkeys(label for part in parts if part for label in _expand_labels(part)))
        if not labels:
            raise ValidationError(_("It does not contain a table name."))
        if len(labels) > _MAX_TABLES:
            raise ValidationError(_("At most %(most)s tables at a time.") % {"most": _MAX_TABLES})
        return labels


def _expand_labels(part: str) -> Iterator[str]:
    """Return the labels of a range, or the one label that the part is."""
    numbers = _RANGE.fullmatch(part)
    if numbers is None:
        if len(part) > _MAX_LABEL_LENGTH:
            raise ValidationError(_("A table name can have at most 30 characters."))
        yield part
        return
    first, last = int(numbers[1]), int(numbers[2])
    if last < first:
        raise ValidationError(_("The range %(range)s is in the wrong order.") % {"range": part})
    if last - first >= _MAX_TABLES:
        raise ValidationError(_("At most %(most)s tables at a time.") % {"most": _MAX_TABLES})
    yield from (str(number) for number in range(first, last + 1))


class CardsForm(KeyedForm):
    """New cards for the tables: good until they are renewed, or for one event."""

    LASTING = "lasting"

    event = forms.ChoiceField(
        label=_lazy("The new cards are good"),
        widget=forms.RadioSelect,
        required=False,
        initial=LASTING,
        help_text=_lazy("Cards for an event stop by themselves when it is over."),
    )

    def __init__(self, data: QueryDict | None, *, events: Sequence[EventWithCards]) -> None:
        super().__init__(data)
        self.books = {str(event.book.pk): event.book for event in events}
        of_events = [
            (str(event.book.pk), _("for one event: %(event)s") % {"event": event.title}) for event in events
        ]
        set_choices(self, "event", [(self.LASTING, _("until there are new ones")), *of_events])

    def chosen_event(self) -> Book | None:
        return self.books.get(self.cleaned_data["event"])


class OpeningByPlayersForm(VerbForm):
    """Whether players open games at the free tables of a club."""

    allowed = forms.TypedChoiceField(
        label=_lazy("Who opens games at the tables"),
        widget=forms.RadioSelect,
        coerce=lambda value: value == "True",
        choices=[
            ("False", _lazy("the desk alone")),
            ("True", _lazy("players too, at a table that is free")),
        ],
        help_text=_lazy(
            "By the printed card or the PIN, without an account. Such a game belongs to no event, is marked "
            "as opened by players, and the desk can set it aside."
        ),
    )


class TableGameForm(VerbForm):
    """The open game of the club that is played at a table, or none."""

    game = forms.ChoiceField(label=_lazy("Game"), widget=forms.RadioSelect, required=False)

    def __init__(self, *args: Any, games: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "game", [("", _("none: the table is free")), *games.items()])


@dataclass(frozen=True, slots=True)
class GameChoice:
    """The rule set and the form of the table, which determine the other fields."""

    ruleset: str
    form: str

    @property
    def table(self) -> Form:
        return seating.forms_of_ruleset(self.ruleset)[self.form]


def game_choice(data: Mapping[str, str]) -> GameChoice:
    """Return the rule set and form that were sent, else the default; the form refuses an unknown one."""
    ruleset = data.get("ruleset", "")
    ruleset = ruleset if ruleset in wording.ruleset_names() else _DEFAULT_RULESET
    form = data.get("form", "")
    return GameChoice(ruleset, form if form in seating.forms_of_ruleset(ruleset) else _DEFAULT_FORM)


class GamePlanForm(KeyedForm):
    """Everything that is agreed before the first deal of a stand-alone game."""

    ruleset = forms.ChoiceField(label=_lazy("Game"), choices=wording.ruleset_choices)
    form = forms.ChoiceField(label=_lazy("Players"))
    deals = forms.IntegerField(
        label=_lazy("Deals per game"),
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "class": "number"}),
        help_text=_lazy(
            "The game ends after this many deals and the totals decide; a void deal is "
            "dealt again. Leave empty to play to the target."
        ),
    )
    written_on = forms.ChoiceField(
        label=_lazy("Where are results written?"),
        widget=forms.RadioSelect,
        choices=Game.WrittenOn.choices,
        initial=Game.WrittenOn.BOTH,
        required=False,
        help_text=_lazy("On paper alone no table opens the game, and the signed sheet approves its deals."),
    )
    approval = forms.ChoiceField(
        label=_lazy("The other side approves each deal"),
        widget=forms.RadioSelect,
        choices=Game.Approval.choices,
        initial=Game.Approval.SHARED,
    )
    protocols = forms.ChoiceField(
        label=_lazy("The score sheet"),
        widget=forms.RadioSelect,
        choices=Game.Protocols.choices,
        initial=Game.Protocols.ONE,
    )
    corrections = forms.ChoiceField(
        label=_lazy("Mistakes the rules do not mention are corrected"),
        widget=forms.RadioSelect,
        choices=Game.Corrections.choices,
        initial=Game.Corrections.STRICT,
        help_text=_lazy(
            "For example, points written in the wrong column and noticed after the next "
            "deal was dealt. Strictly by the rules: only by the director. Addition errors "
            "are always corrected as the rules say."
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
        help_text=_lazy("The table whose printed card opens this game on a phone."),
    )

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        choice: GameChoice,
        roster: Roster,
        tables: Sequence[Table],
        **kwargs: Any,
    ) -> None:
        super().__init__(data, **kwargs)
        self.choice = choice
        self.tables = {str(table.pk): table for table in tables}
        form_names = seating.forms_of_ruleset(choice.ruleset)
        set_choices(self, "form", [(name, str(option_wording.FORM_LABELS[name])) for name in form_names])
        set_choices(
            self,
            "table",
            [(_NO_TABLE, _("no table")), *((pk, _table_label(table)) for pk, table in self.tables.items())],
        )
        self.initial = {**self.initial, "ruleset": choice.ruleset, "form": choice.form}
        house_rules.add_house_rules(self, choice.ruleset)
        for side, people in enumerate(choice.table.people):
            self.fields[_carried_name(side)] = PointsField(
                label=_("Total so far, side %(number)s") % {"number": side + 1}, required=False
            )
            for seat in range(people):
                self.fields[_player_name(side, seat)] = PlayerField(
                    roster, label=_("Player %(number)s") % {"number": seat + 1}
                )

    # The fields by their place on the page.

    @property
    def house_rules(self) -> list[forms.BoundField]:
        return [self[name] for name in house_rules.house_rule_fields(self.choice.ruleset)]

    @property
    def sides(self) -> list[list[forms.BoundField]]:
        """Return each side's player fields."""
        people = self.choice.table.people
        return [
            [self[_player_name(side, seat)] for seat in range(count)] for side, count in enumerate(people)
        ]

    @property
    def carried_totals(self) -> list[forms.BoundField]:
        return [self[_carried_name(side)] for side in range(len(self.choice.table.people))]

    @property
    def shows_carried_totals(self) -> bool:
        """Return whether any carried total has a value or an error, and so must be seen."""
        return any(field.value() or field.errors for field in self.carried_totals)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self.refuse_double_seats(cleaned)
        totals = [field.name for field in self.carried_totals]
        if any(cleaned.get(name) is not None for name in totals):
            for name in totals:
                if cleaned.get(name) is None and name not in self.errors:
                    self.add_error(name, _("Enter a total for each side."))
        return cleaned

    def refuse_double_seats(self, cleaned: Mapping[str, Any]) -> None:
        """Add an error for each player with two seats."""
        seated: set[Player] = set()
        for field in (field for side in self.sides for field in side):
            player = cleaned.get(field.name)
            if player in seated:
                self.add_error(
                    field.name, _("%(name)s is already sitting at this table.") % {"name": player.name}
                )
            elif player is not None:
                seated.add(player)

    def plan(self) -> recording.GamePlan:
        cleaned, table = self.cleaned_data, self.chosen_table()
        totals = [cleaned[field.name] for field in self.carried_totals]
        return recording.GamePlan(
            ruleset=self.choice.ruleset,
            sides=[[cleaned[field.name] for field in side] for side in self.sides],
            options=house_rules.chosen_options(self.choice.ruleset, cleaned),
            label=table.label if table else "",
            players_per_side=self.choice.table.playing,
            written_on=Game.WrittenOn(cleaned["written_on"] or Game.WrittenOn.BOTH),
            approval=Game.Approval(cleaned["approval"]),
            corrections=Game.Corrections(cleaned["corrections"]),
            protocols=Game.Protocols(cleaned["protocols"]),
            signers=Game.Signers(cleaned["signers"]),
            director_signs=cleaned["director_signs"],
            carried=() if None in totals else totals,
            deals=cleaned["deals"],
        )

    def chosen_table(self) -> Table | None:
        """Return the table that opens the game, if any: none opens one that is written on paper."""
        if self.cleaned_data["written_on"] == Game.WrittenOn.PAPER:
            return None
        return self.tables.get(self.cleaned_data["table"])


def _player_name(side: int, seat: int) -> str:
    return f"side{side}_player{seat}"


def _carried_name(side: int) -> str:
    return f"carried{side}"


def _table_label(table: Table) -> str:
    """Return the label of a table to choose; it warns if the new game replaces one that is going on."""
    if table.game is None or table.game.over:
        return str(table)
    return _("%(table)s, replacing the game in progress there") % {"table": table}
