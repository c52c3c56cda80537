"""What a captain types: who plays, the points of the tables, what is not right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.people.names import full_name
from clubs.web.forms import KeyedForm, LineField, VerbForm
from tournaments.core.leagues.eligibility import LineUpFault, LineUpProblem
from tournaments.core.leagues.match import TeamSide
from tournaments.core.leagues.rules import LeagueRules, PairsMeeting
from tournaments.core.results import ResultKind
from tournaments.leagues.line_ups import Pairs, field_of
from tournaments.leagues.match_page import pair_name
from tournaments.leagues.results import MAX_TOTAL
from tournaments.leagues.states import MatchState, TypedTable
from tournaments.leagues.table_games import TableOfPairs
from tournaments.leagues.words import PROBLEMS
from tournaments.models import TeamMatch, TeamPlayer

_TOTAL: Final = {"inputmode": "numeric", "class": "number total", "autocomplete": "off"}
_NOBODY: Final = ("", _lazy("nobody"))


class VersionOfMatchField(forms.IntegerField):
    """The version of the match that the captain has seen."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=0, max_value=2**31 - 1, widget=forms.HiddenInput, **kwargs)


class _SeatField(forms.ChoiceField):
    """A player to choose. Whether a seat may be empty is asked of the whole line-up."""

    def validate(self, value: Any) -> None:
        if value:
            super().validate(value)


class SealForm(VerbForm):
    """Who plays: a list to choose from for each seat of each pair."""

    use_required_attribute = False

    version = VersionOfMatchField()
    anyway = forms.BooleanField(
        label=_lazy("Seal it all the same"),
        required=False,
        help_text=_lazy("The league manager sees what is not right, and decides."),
    )

    def __init__(
        self,
        *args: Any,
        rules: LeagueRules,
        members: Sequence[TeamPlayer],
        others: Iterable[TeamPlayer],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        self.asks_anyway = False
        choices = _player_choices(members, others)
        for pair in range(1, rules.tables + 1):
            for seat in range(1, rules.pair_size + 1):
                name = field_of(pair, seat)
                label = _("Pair %(pair)s, player %(seat)s") % {"pair": pair, "seat": seat}
                self.fields[name] = _SeatField(label=label, choices=choices)

    def pairs(self) -> Pairs:
        """Return the players of each pair as they were chosen."""
        typed = self.cleaned_data
        return tuple(
            tuple(
                int(player) if (player := typed[field_of(pair, seat)]) else None
                for seat in range(1, self.rules.pair_size + 1)
            )
            for pair in range(1, self.rules.tables + 1)
        )

    @property
    def seats(self) -> Iterator[tuple[int, list[forms.BoundField]]]:
        """The fields of each pair."""
        for pair in range(1, self.rules.tables + 1):
            yield pair, [self[field_of(pair, seat)] for seat in range(1, self.rules.pair_size + 1)]

    def show_problems(self, faults: Iterable[LineUpFault]) -> bool:
        """Put what is wrong at its seats; return whether the captain has still to say that it is meant so."""
        stopping = [
            fault
            for fault in faults
            if fault.code is LineUpProblem.TWICE or not self.cleaned_data.get("anyway")
        ]
        for fault in stopping:
            self.add_error(field_of(fault.pair, fault.seat), str(PROBLEMS[fault.code]))
        self.asks_anyway = any(fault.code is not LineUpProblem.TWICE for fault in stopping)
        return bool(stopping)


def _player_choices(members: Sequence[TeamPlayer], others: Iterable[TeamPlayer]) -> list[Any]:
    """The players of the team, its reserves, and those of lower teams of the club where they may play."""
    own = [(str(one.player_id), full_name(one.player)) for one in members if not one.is_reserve]
    reserves = [(str(one.player_id), full_name(one.player)) for one in members if one.is_reserve]
    groups: list[Any] = [_NOBODY, (_("Players"), own)]
    if reserves:
        groups.append((_("Reserves"), reserves))
    for team, players in groupby(others, key=lambda one: one.team):
        groups.append((str(team), [(str(one.player_id), full_name(one.player)) for one in players]))
    return groups


class _Ending(NamedTuple):
    """How a table ended, as a captain says it: the kind of its result, and the side that has lost it."""

    kind: ResultKind
    at_fault: TeamSide | None = None


_ENDINGS: Final[Mapping[str, _Ending]] = {
    "played": _Ending(ResultKind.PLAYED),
    "home_absent": _Ending(ResultKind.WALKOVER, TeamSide.HOME),
    "away_absent": _Ending(ResultKind.WALKOVER, TeamSide.AWAY),
    "both_absent": _Ending(ResultKind.BOTH_ABSENT),
    "home_gave_up": _Ending(ResultKind.FORFEITED, TeamSide.HOME),
    "away_gave_up": _Ending(ResultKind.FORFEITED, TeamSide.AWAY),
}
_ENDING_WORDS: Final = (
    ("played", _lazy("played")),
    ("home_absent", _lazy("the home pair did not come")),
    ("away_absent", _lazy("the away pair did not come")),
    ("both_absent", _lazy("neither pair came")),
    ("home_gave_up", _lazy("the home pair gave up")),
    ("away_gave_up", _lazy("the away pair gave up")),
)


class TotalField(forms.IntegerField):
    """The points of a pair in a game, as people write them: 4,200 or 4 200 is 4200."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs=_TOTAL)
        super().__init__(min_value=-MAX_TOTAL, max_value=MAX_TOTAL, widget=widget, **kwargs)

    def validate(self, value: Any) -> None:
        """Take it empty: whether it may be depends on how the table ended."""

    def to_python(self, value: Any) -> int | None:
        if isinstance(value, str):
            value = value.strip().replace("\u2212", "-").translate(_SEPARATORS)
        return super().to_python(value)


# Blanks, also the narrow ones of a language, and the marks between thousands.
_SEPARATORS: Final = dict.fromkeys(map(ord, " \u00a0\u202f\u2009.,'’"))


class MatchTotalsForm(KeyedForm):
    """The points of both pairs at each table."""

    use_required_attribute = False

    version = VersionOfMatchField()

    def __init__(self, *args: Any, match: TeamMatch, names: Sequence[Sequence[str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.match, self.names, self.rules = match, names, match.league.agreed
        self.meetings = list(self.rules.meetings())
        # What is played as a game says its result itself.
        self.games = {one.number: one for one in MatchState.of(match).tables if one.game is not None}
        for number in self._numbers:
            self._add_table(number)

    @property
    def _numbers(self) -> list[int]:
        """The tables whose points are entered."""
        return [number for number in range(1, self.rules.games + 1) if number not in self.games]

    def _add_table(self, number: int) -> None:
        home, away = self.meetings[number - 1]
        if self.is_drawn:
            self.fields[f"pair{number}"] = self._pair_field(number)
        self.fields[f"home{number}"] = self._total_field(number, TeamSide.HOME, home)
        self.fields[f"away{number}"] = self._total_field(number, TeamSide.AWAY, away)
        self.fields[f"table{number}"] = forms.ChoiceField(
            label=_("How table %(number)s ended") % {"number": number},
            choices=_ENDING_WORDS,
            initial="played",
        )

    def _pair_field(self, number: int) -> forms.TypedChoiceField:
        away = [
            (str(pair), pair_name(self.names, TeamSide.AWAY, pair))
            for pair in range(1, self.rules.tables + 1)
        ]
        label = _("Away pair at table %(number)s") % {"number": number}
        return forms.TypedChoiceField(label=label, coerce=int, choices=away, initial=str(number))

    def _total_field(self, number: int, side: TeamSide, pair: int) -> TotalField:
        label = _("Table %(number)s, %(team)s") % {"number": number, "team": self.match.team_at(side)}
        is_known = side is TeamSide.HOME or not self.is_drawn
        return TotalField(label=label, help_text=pair_name(self.names, side, pair) if is_known else "")

    @property
    def is_drawn(self) -> bool:
        return self.rules.meeting is PairsMeeting.DRAWN

    @property
    def tables(self) -> Iterator[dict[str, Any]]:
        """Each table with its fields, or with the game that is played there."""
        for number in range(1, self.rules.games + 1):
            if number in self.games:
                yield {"number": number, "game": self.games[number]}
                continue
            yield {
                "number": number,
                "pair": self[f"pair{number}"] if self.is_drawn else None,
                "fields": [self[f"home{number}"], self[f"away{number}"]],
                "ending": self[f"table{number}"],
            }

    def clean(self) -> dict[str, Any]:
        typed = super().clean() or self.cleaned_data
        for number in self._numbers:
            self._check_table(number, typed)
        return typed

    def _check_table(self, number: int, typed: Mapping[str, Any]) -> None:
        """A game that was played has the points of both pairs, and one that nobody played has none."""
        ending = _ENDINGS.get(typed.get(f"table{number}", ""))
        if ending is None:
            return
        for name in (f"home{number}", f"away{number}"):
            if name in self.errors:
                continue
            if ending.kind is ResultKind.PLAYED and typed.get(name) is None:
                self.add_error(name, _("Write the points of this pair."))
            elif ending.kind not in (ResultKind.PLAYED, ResultKind.FORFEITED) and typed.get(name) is not None:
                self.add_error(name, _("Nothing was played here: leave it empty."))

    def typed_tables(self) -> list[TypedTable]:
        return [self._typed_table(number) for number in range(1, self.rules.games + 1)]

    def _typed_table(self, number: int) -> TypedTable:
        if number in self.games:
            return self.games[number]
        typed = self.cleaned_data
        ending = _ENDINGS[typed[f"table{number}"]]
        home, away = self.meetings[number - 1]
        return TypedTable(
            number=number,
            home_pair=home,
            away_pair=typed[f"pair{number}"] if self.is_drawn else away,
            kind=ending.kind.value,
            at_fault=None if ending.at_fault is None else int(ending.at_fault),
            home_total=typed[f"home{number}"],
            away_total=typed[f"away{number}"],
        )


def initial_of(
    tables: Iterable[TypedTable], fielded: Mapping[TeamSide, int], rules: LeagueRules
) -> dict[str, Any]:
    """Return what the form of totals shows: what was entered, else who is missing by the line-ups."""
    initial: dict[str, Any] = {}
    for number, (home, away) in enumerate(rules.meetings(), 1):
        missing = home > fielded[TeamSide.HOME], away > fielded[TeamSide.AWAY]
        initial[f"table{number}"] = _MISSING[missing]
    for table in tables:
        code = next((code for code, ending in _ENDINGS.items() if ending == _ending_of(table)), "played")
        initial |= {
            f"table{table.number}": code,
            f"home{table.number}": table.home_total,
            f"away{table.number}": table.away_total,
            f"pair{table.number}": str(table.away_pair),
        }
    return initial


_MISSING: Final = {
    (False, False): "played",
    (True, False): "home_absent",
    (False, True): "away_absent",
    (True, True): "both_absent",
}


def _ending_of(table: TypedTable) -> _Ending:
    return _Ending(ResultKind(table.kind), None if table.at_fault is None else TeamSide(table.at_fault))


class PlayTableForm(KeyedForm):
    """A table that is played as a game; where lots say which pairs meet, the away pair."""

    version = VersionOfMatchField()

    def __init__(
        self, *args: Any, match: TeamMatch, number: int, names: Sequence[Sequence[str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.number, rules = number, match.league.agreed
        if rules.meeting is PairsMeeting.DRAWN:
            away = [(str(pair), pair_name(names, TeamSide.AWAY, pair)) for pair in range(1, rules.tables + 1)]
            label = _("Away pair at table %(number)s") % {"number": number}
            self.fields["away_pair"] = forms.TypedChoiceField(label=label, coerce=int, choices=away)
            self.initial["away_pair"] = str(number)

    def table(self) -> TableOfPairs:
        """Return what was chosen; the form is valid."""
        return TableOfPairs(number=self.number, away_pair=self.cleaned_data.get("away_pair"))


class ResultAnswerForm(VerbForm):
    """That a result is right; nothing is typed."""

    version = VersionOfMatchField()


class DisputeForm(ResultAnswerForm):
    """What is not right with a result."""

    reason = LineField(label=_lazy("What is not right?"), max_length=300)
