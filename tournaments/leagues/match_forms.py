"""What is typed about a match: when it is, who plays, how it ended, and what was ruled."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.people.fields import PlayerField, Roster
from clubs.web.forms import KeyedForm, NameField, ReasonField, VerbForm
from tournaments.core.leagues.match import MatchKind, TeamSide
from tournaments.core.leagues.rules import LeagueRules, PairsMeeting
from tournaments.core.worth import HUNDREDTHS
from tournaments.leagues.fields import day_field, time_field, version_field
from tournaments.leagues.line_ups import Pairs, field_of
from tournaments.leagues.results import MAX_TOTAL
from tournaments.leagues.states import MatchState, RuledMatch, TypedTable
from tournaments.leagues.table_games import TableOfPairs
from tournaments.models import MatchSide, MatchTable
from tournaments.settings.fields import WholeNumberField

# What may be entered at a table; what a jury has adjusted is ruled for the match as a whole.
_KINDS: Final = tuple(
    (kind.value, kind.label) for kind in MatchTable.Kind if kind is not MatchTable.Kind.ADJUSTED
)
_MAX_RULED: Final = 100_000


class VersionForm(VerbForm):
    """What a button sends: the version that its page has shown."""

    version = version_field()


class AnsweredForm(VersionForm):
    """A button that leads back to the match, or to the desk of the league."""

    to = forms.RegexField(r"^(desk)?$", required=False, widget=forms.HiddenInput)


class WhenForm(VerbForm):
    """When and where a match is played."""

    version = version_field()
    day = day_field(label=_lazy("Date"), required=False)
    starts = time_field(label=_lazy("Time"), required=False)
    place = NameField(label=_lazy("Venue"), max_length=200, required=False)

    def __init__(
        self, *args: Any, find_clashes: Callable[[Mapping[str, Any]], Sequence[str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._find_clashes = find_clashes

    @property
    def only_asks(self) -> bool:
        return "anyway" in self.fields

    def clean(self) -> dict[str, Any]:
        """Ask whether it is meant so where something clashes, a sentence each."""
        typed: dict[str, Any] = super().clean() or self.cleaned_data
        clashes = () if self.errors or "anyway" in self.data else self._find_clashes(typed)
        if clashes:
            self.fields["anyway"] = forms.BooleanField(label=_("Save it all the same"), required=False)
            self.add_error("anyway", [*clashes])
        return typed


class PostponeForm(VerbForm):
    """A match that is postponed."""

    version = version_field()
    last_day = day_field(
        label=_lazy("Last day"), required=False, help_text=_lazy("Empty: as agreed on for the league.")
    )
    reason = ReasonField()


class MatchReasonForm(VerbForm):
    """A reason for an act on a match."""

    version = version_field()
    reason = ReasonField()


class OpenGameForm(KeyedForm):
    """A table that is played as a game; where lots say which pairs meet, the pairs."""

    version = version_field()

    def __init__(self, *args: Any, rules: LeagueRules, number: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.number = number
        if rules.meeting is PairsMeeting.DRAWN:
            for name, label in (("home_pair", _("Home pair")), ("away_pair", _("Away pair"))):
                limits = {"min_value": 1, "max_value": rules.tables, "initial": number}
                self.fields[name] = WholeNumberField(label=label, **limits)

    def table(self) -> TableOfPairs:
        """Return what was chosen; the form is valid."""
        pairs = {name: self.cleaned_data.get(name) for name in ("home_pair", "away_pair")}
        return TableOfPairs(number=self.number, **pairs)


class LineUpForm(VerbForm):
    """Who plays for a side: a field for each seat."""

    version = version_field()

    def __init__(self, *args: Any, rules: LeagueRules, roster: Roster, pairs: Pairs, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules, self.roster = rules, roster
        known = {player.pk: label for label, player in roster.by_label.items()}
        for pair, seat, player in _seats(pairs):
            words = {"pair": pair, "seat": seat}
            label = (
                _("Pair %(pair)s, player %(seat)s") % words
                if rules.pair_size > 1
                else _("Pair %(pair)s") % words
            )
            name = field_of(pair, seat)
            self.fields[name] = PlayerField(roster, label=label, required=False)
            self.initial[name] = known.get(player, "") if player is not None else ""

    def pairs(self) -> Pairs:
        """Return who was named; the form is valid."""
        return tuple(
            tuple(
                getattr(self.cleaned_data[field_of(pair, seat)], "pk", None)
                for seat in range(1, self.rules.pair_size + 1)
            )
            for pair in range(1, self.rules.tables + 1)
        )


def _seats(pairs: Pairs) -> Iterator[tuple[int, int, int | None]]:
    for pair, players in enumerate(pairs, 1):
        for seat, player in enumerate(players, 1):
            yield pair, seat, player


class MatchResultForm(KeyedForm):
    """The result at each table of a match."""

    version = version_field()

    def __init__(self, *args: Any, rules: LeagueRules, tables: Sequence[TypedTable], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules, self.tables = rules, tables
        for table in tables:
            # What is played as a game says its result itself.
            if table.game is None:
                self._add_table(table)

    def _add_table(self, table: TypedTable) -> None:
        number = table.number
        if self.rules.meeting is PairsMeeting.DRAWN:
            for name, label, pair in (
                ("home_pair", _("Home pair"), table.home_pair),
                ("away_pair", _("Away pair"), table.away_pair),
            ):
                self._add(f"{name}{number}", label, pair, min_value=1, max_value=self.rules.tables)
        for name, label, total in (
            ("home", _("Points of the home pair"), table.home_total),
            ("away", _("Points of the away pair"), table.away_total),
        ):
            limits = {"min_value": -MAX_TOTAL, "max_value": MAX_TOTAL, "required": False}
            self._add(f"{name}{number}", label, total, **limits)
        self.fields[f"kind{number}"] = forms.ChoiceField(label=_("Kind of result"), choices=_KINDS)
        self.initial[f"kind{number}"] = table.kind
        self.fields[f"at_fault{number}"] = forms.TypedChoiceField(
            label=_("Who has lost it"),
            choices=[("", "–"), *MatchSide.choices],
            coerce=int,
            required=False,
            empty_value=None,
        )
        self.initial[f"at_fault{number}"] = "" if table.at_fault is None else table.at_fault

    def _add(self, name: str, label: str, value: int | None, **options: Any) -> None:
        self.fields[name] = WholeNumberField(label=label, **options)
        self.initial[name] = value

    def rows(self) -> list[tuple[TypedTable, list[forms.BoundField]]]:
        """Return the fields of each table."""
        return [(table, [self[name] for name in self._names(table.number)]) for table in self.tables]

    def _names(self, number: int) -> list[str]:
        if f"kind{number}" not in self.fields:
            return []
        drawn = ("home_pair", "away_pair") if self.rules.meeting is PairsMeeting.DRAWN else ()
        return [f"{name}{number}" for name in (*drawn, "home", "away", "kind", "at_fault")]

    def refuse(self, refusal: ValidationError) -> None:
        """Show what is wrong with a table at its first field of points."""
        if not hasattr(refusal, "error_dict"):
            super().refuse(refusal)
            return
        for name, errors in refusal.error_dict.items():
            field = f"home{name.removeprefix('table')}"
            for error in errors:
                self.add_error(field if field in self.fields else None, error)

    def typed(self) -> list[TypedTable]:
        """Return what was typed; the form is valid."""
        return [self._table(table) for table in self.tables]

    def _table(self, table: TypedTable) -> TypedTable:
        typed, number = self.cleaned_data, table.number
        if table.game is not None:
            return table
        kind, without_game = typed[f"kind{number}"], ("walkover", "both_absent", "void")
        gone = kind in without_game
        return TypedTable(
            number=number,
            home_pair=typed.get(f"home_pair{number}", table.home_pair),
            away_pair=typed.get(f"away_pair{number}", table.away_pair),
            kind=kind,
            at_fault=typed[f"at_fault{number}"],
            home_total=None if gone else typed[f"home{number}"],
            away_total=None if gone else typed[f"away{number}"],
        )


def tables_to_enter(rules: LeagueRules, state: MatchState) -> list[TypedTable]:
    """Return the tables of a match as they are stored, and those that nobody has entered yet."""
    stored = {one.number: one for one in state.tables}
    empty = [
        TypedTable(number=number, home_pair=home, away_pair=away)
        for number, (home, away) in enumerate(rules.meetings(), 1)
    ]
    return [stored.get(one.number, one) for one in empty]


class RuleForm(VerbForm):
    """How the league manager decides a match."""

    version = version_field()
    kind = forms.ChoiceField(
        label=_lazy("Kind of result"),
        choices=(
            (MatchKind.WALKOVER.value, _lazy("a team did not come: walkover")),
            (MatchKind.BOTH_ABSENT.value, _lazy("both teams absent")),
            (MatchKind.RULED.value, _lazy("the points below")),
            (MatchKind.VOID.value, _lazy("counts nothing, and is not played any more")),
        ),
        widget=forms.RadioSelect,
    )
    at_fault = forms.TypedChoiceField(
        label=_lazy("Who did not come"),
        choices=[("", "–"), *MatchSide.choices],
        coerce=int,
        required=False,
        empty_value=None,
    )
    reason = ReasonField()

    def __init__(self, *args: Any, rules: LeagueRules, state: MatchState, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        names = {"home": _("home team"), "away": _("away team")}
        for at, (side, team) in enumerate(names.items()):
            for place, label in enumerate((_("Match points"), _("Table points"), _("Difference"))):
                name = f"{side}_{place}"
                self.fields[name] = WholeNumberField(
                    label=f"{label}, {team}", required=False, min_value=-_MAX_RULED, max_value=_MAX_RULED
                )
                self.initial[name] = "" if state.ruled is None else self._shown(state.ruled[at][place], place)

    def _shown(self, points: int, place: int) -> int:
        return points // self._unit if place == 1 else points

    @property
    def _unit(self) -> int:
        """Return how many units of the scheme a table point is: whole points are typed."""
        return HUNDREDTHS if self.rules.agreed_scheme.scheme.in_hundredths else 1

    def ruled(self) -> RuledMatch | None:
        """Return the points of both teams, where the ruling has them; the form is valid."""
        if self.cleaned_data["kind"] != MatchKind.RULED:
            return None
        home, away = (self._side(side) for side in ("home", "away"))
        return home, away

    def _side(self, side: str) -> tuple[int, int, int]:
        match, table, difference = (self.cleaned_data[f"{side}_{place}"] or 0 for place in range(3))
        return match, table * self._unit, difference

    def side(self) -> TeamSide | None:
        """Return who did not come, for a walkover."""
        chosen: Mapping[str, Any] = self.cleaned_data
        if chosen["kind"] != MatchKind.WALKOVER or chosen["at_fault"] is None:
            return None
        return TeamSide(chosen["at_fault"])
