"""What is typed about a league, its teams and its fixtures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Club, Player
from clubs.people.fields import Roster
from clubs.text.alphabet import tidy
from clubs.web.forms import KeyedForm, LinesField, NameField, set_choices
from scoring.wording import labels
from tournaments.core.leagues.decisions import DECISIONS
from tournaments.core.leagues.pattern import LegOrder
from tournaments.core.leagues.rules import (
    CHAIN_CRITERIA,
    MAX_LEGS,
    MAX_MARGIN,
    MAX_MATCH_POINTS,
    MAX_PAIR,
    MAX_TABLES,
    USUAL_CHAIN,
    LeagueRules,
    PairsMeeting,
    Reserves,
    WithdrawnTeam,
)
from tournaments.core.schemes import SCHEMES
from tournaments.core.worth import SchemeNumbers
from tournaments.leagues.plans import LeaguePlan, TeamPlan
from tournaments.leagues.words import CRITERIA, MEETINGS, RESERVES, WITHDRAWN
from tournaments.models import Division, League
from tournaments.settings.fields import NumbersField, WholeNumberField

_TWO_SIDES: Final = 2
_FEBRUARY, _SHORTEST = 2, 28
_MAX_VERSION: Final = 2**31 - 1
_CHAINS: Final[tuple[tuple[str, ...], ...]] = (
    USUAL_CHAIN,
    ("match_points", "head_to_head", "table_points", "difference"),
    ("match_points", "difference", "table_points", "head_to_head"),
    ("match_points", "wins", "table_points", "difference"),
    ("table_points", "match_points", "difference", "head_to_head"),
)


def day_field(**kwargs: Any) -> forms.DateField:
    return forms.DateField(widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), **kwargs)


def time_field(**kwargs: Any) -> forms.TimeField:
    return forms.TimeField(widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"), **kwargs)


def version_field() -> forms.IntegerField:
    """Return the hidden field with the version that the page has shown."""
    return forms.IntegerField(min_value=0, max_value=_MAX_VERSION, initial=0, widget=forms.HiddenInput)


class NamesField(LinesField):
    """Names, one a line."""

    def clean(self, value: Any) -> Any:
        return tuple(name for line in super().clean(value).split("\n") if (name := tidy(line)))

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(value) if isinstance(value, tuple) else value


class DaysField(LinesField):
    """Days, one a line."""

    def clean(self, value: Any) -> Any:
        return tuple(sorted({self._day(line) for line in super().clean(value).split("\n") if line.strip()}))

    def _day(self, line: str) -> date:
        try:
            day = forms.DateField().clean(line.strip())
        except ValidationError:
            day = _parsed(line)
        if not isinstance(day, date):
            raise ValidationError(_("Write days such as 2026-11-28, one a line."))
        return day

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(day.isoformat() for day in value) if isinstance(value, tuple) else value


def _parsed(line: str) -> date | None:
    try:
        return parse_date(line.strip())
    except ValueError:
        return None


class PlayersField(LinesField):
    """Players of the club, one a line, by their names."""

    def __init__(self, roster: Roster, **kwargs: Any) -> None:
        super().__init__(max_length=6000, rows=8, required=False, **kwargs)
        self.roster = roster

    def clean(self, value: Any) -> Any:
        return tuple(self._player(line) for line in super().clean(value).split("\n") if line.strip())

    def _player(self, line: str) -> int:
        try:
            return self.roster.find(tidy(line)).pk
        except ValidationError as refusal:
            raise ValidationError(f"{tidy(line)}: {' '.join(refusal.messages)}") from refusal

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, tuple):
            return value
        known = {player.pk: label for label, player in self.roster.by_label.items()}
        return "\n".join(known[pk] for pk in value if pk in known)


# A league.


class LeagueForm(KeyedForm):
    """A league: its days, its divisions, how matches are played and counted."""

    version = version_field()
    name = NameField(label=_lazy("Name"))
    public = forms.BooleanField(
        label=_lazy("Everybody may see it"),
        required=False,
        help_text=_lazy("Names appear as on all public pages: only with the consent of the players."),
    )
    ruleset = forms.ChoiceField(label=_lazy("Game"), choices=labels.ruleset_choices)
    since = day_field(label=_lazy("From"))
    until = day_field(
        label=_lazy("Until"), help_text=_lazy("The same day for a championship that is played in one day.")
    )
    divisions = NamesField(
        label=_lazy("Divisions"),
        max_length=1500,
        rows=3,
        help_text=_lazy("One a line, the highest first. One line is enough."),
    )
    tables = WholeNumberField(label=_lazy("Pairs in a team"), min_value=1, max_value=MAX_TABLES)
    pair_size = WholeNumberField(
        label=_lazy("Players in a pair"),
        min_value=1,
        max_value=MAX_PAIR,
        help_text=_lazy("1: single players meet."),
    )
    meeting = forms.ChoiceField(
        label=_lazy("Which pairs meet"),
        choices=[(code.value, label) for code, label in MEETINGS.items()],
        widget=forms.RadioSelect,
    )
    opponents = WholeNumberField(
        label=_lazy("How many pairs of the other team"), min_value=1, max_value=MAX_TABLES
    )
    legs = WholeNumberField(
        label=_lazy("How often each team meets each other"), min_value=1, max_value=MAX_LEGS
    )
    scheme = forms.ChoiceField(label=_lazy("What a game gives"), widget=forms.RadioSelect)
    bands = NumbersField(
        label=_lazy("Largest margins for 10–10, 11–9, and so on to 19–1"),
        help_text=_lazy("Ten numbers in rising order."),
    )
    bound = WholeNumberField(
        label=_lazy("Margin from which on it is 20–0"), min_value=1, max_value=MAX_MARGIN
    )
    margin = WholeNumberField(
        label=_lazy("Difference of a walkover"),
        min_value=0,
        max_value=MAX_MARGIN,
        help_text=_lazy("For each table at which a pair is missing."),
    )
    decision = forms.ChoiceField(label=_lazy("What decides a match"), widget=forms.RadioSelect)
    win = WholeNumberField(label=_lazy("Match won"), min_value=0, max_value=MAX_MATCH_POINTS)
    draw = WholeNumberField(label=_lazy("Match drawn"), min_value=0, max_value=MAX_MATCH_POINTS)
    loss = WholeNumberField(label=_lazy("Match lost"), min_value=0, max_value=MAX_MATCH_POINTS)
    chain = forms.ChoiceField(label=_lazy("What decides the places"))
    withdrawn = forms.ChoiceField(
        label=_lazy("A team that withdraws"),
        choices=[(code.value, label) for code, label in WITHDRAWN.items()],
        widget=forms.RadioSelect,
    )
    reserves = forms.ChoiceField(
        label=_lazy("Reserves"),
        choices=[(code.value, label) for code, label in RESERVES.items()],
        widget=forms.RadioSelect,
    )
    reserve_times = WholeNumberField(
        label=_lazy("How often somebody may play as a reserve"),
        required=False,
        min_value=0,
        max_value=366,
        help_text=_lazy("Empty: no limit."),
    )
    postponed_days = WholeNumberField(label=_lazy("Days for a postponed match"), min_value=0, max_value=366)
    silence_hours = WholeNumberField(
        label=_lazy("Hours after which no answer confirms a result"), min_value=1, max_value=744
    )
    promoted = WholeNumberField(label=_lazy("Teams that go up"), min_value=0, max_value=12)
    relegated = WholeNumberField(label=_lazy("Teams that go down"), min_value=0, max_value=12)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        schemes = [one for one in SCHEMES.values() if _TWO_SIDES in one.sides]
        set_choices(self, "scheme", [(one.code, _(one.label)) for one in schemes])
        set_choices(self, "decision", [(one.code, _(one.label)) for one in DECISIONS.values()])
        set_choices(self, "chain", [*_chain_choices(self.initial.get("chain", ""))])

    def clean_bands(self) -> tuple[int, ...]:
        bands: tuple[int, ...] = self.cleaned_data["bands"]
        if list(bands) != sorted({*bands}) or len(bands) != len(SchemeNumbers().bands):
            raise ValidationError(_("Ten numbers in rising order."))
        return bands

    def plan(self, options: Mapping[str, Any]) -> LeaguePlan:
        """Return what was typed; the form is valid."""
        typed = self.cleaned_data
        return LeaguePlan(
            name=typed["name"],
            ruleset=typed["ruleset"],
            options=options,
            since=typed["since"],
            until=typed["until"],
            divisions=typed["divisions"],
            rules=_rules(typed),
            public=typed["public"],
        )


def _chain_choices(stored: str) -> Iterable[tuple[str, str]]:
    chains = [*_CHAINS]
    if stored and tuple(stored.split()) not in chains:
        chains.append(tuple(stored.split()))
    for chain in chains:
        yield " ".join(chain), ", ".join(str(CRITERIA[code]) for code in chain if code in CHAIN_CRITERIA)


_SAME: Final = (
    *("tables", "pair_size", "opponents", "legs", "scheme", "margin", "decision", "win", "draw", "loss"),
    *("reserve_times", "postponed_days", "silence_hours", "promoted", "relegated"),
)


def _rules(typed: Mapping[str, Any]) -> LeagueRules:
    return LeagueRules(
        **{name: typed[name] for name in _SAME},
        meeting=PairsMeeting(typed["meeting"]),
        numbers=SchemeNumbers(bands=typed["bands"], bound=typed["bound"]),
        chain=tuple(typed["chain"].split()),
        withdrawn=WithdrawnTeam(typed["withdrawn"]),
        reserves=Reserves(typed["reserves"]),
    )


def initial_of(plan: LeaguePlan, version: int = 0) -> dict[str, Any]:
    """Return what the form shows of a plan."""
    rules = plan.rules
    return {
        "version": version,
        **{
            name: getattr(plan, name) for name in ("name", "ruleset", "since", "until", "public", "divisions")
        },
        **{name: getattr(rules, name) for name in _SAME},
        "meeting": rules.meeting.value,
        "bands": rules.numbers.bands,
        "bound": rules.numbers.bound,
        "chain": " ".join(rules.chain),
        "withdrawn": rules.withdrawn.value,
        "reserves": rules.reserves.value,
    }


# A team.


class TeamForm(KeyedForm):
    """A team: its division, its players, and how its captain is reached."""

    version = version_field()
    name = NameField(label=_lazy("Name"))
    division = forms.TypedChoiceField(label=_lazy("Division"), coerce=int)
    club = forms.TypedChoiceField(label=_lazy("Club"), coerce=int, required=False, empty_value=None)
    captain = NameField(label=_lazy("Captain"), required=False)
    email = forms.EmailField(
        label=_lazy("Captain's e-mail"),
        required=False,
        help_text=_lazy("Only those who work at the league see it."),
    )
    place = NameField(label=_lazy("Place of home matches"), max_length=200, required=False)
    blocked_dates = DaysField(
        label=_lazy("Days on which it cannot play"),
        max_length=4000,
        rows=3,
        required=False,
        help_text=_lazy("One a line, such as 2026-11-28."),
    )

    def __init__(
        self, *args: Any, roster: Roster, divisions: Sequence[Division], clubs: Iterable[Club], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.labels = roster.labels
        one_a_line = _("One a line. A part of the name is enough where nobody else has it.")
        self.fields["players"] = PlayersField(roster, label=_("Players"), help_text=one_a_line)
        self.fields["reserves"] = PlayersField(roster, label=_("Reserves"), help_text=one_a_line)
        set_choices(self, "division", [(str(one.position), one.name or "–") for one in divisions])
        set_choices(self, "club", [("", "–"), *((str(club.pk), club.name) for club in clubs)])

    def plan(self) -> TeamPlan:
        """Return what was typed; the form is valid."""
        typed = self.cleaned_data
        return TeamPlan(**{name: typed[name] for name in TeamPlan.__dataclass_fields__})


def initial_of_team(plan: TeamPlan, version: int = 0) -> dict[str, Any]:
    return {"version": version, **{name: getattr(plan, name) for name in TeamPlan.__dataclass_fields__}}


def roster_of(players: Iterable[Player], also: Iterable[Player]) -> Roster:
    """Return the players to choose from, with those who are in the team although they have left the club."""
    found = {player.pk: player for player in (*players, *also)}
    return Roster(found.values())


class TeamChargeForm(KeyedForm):
    """Points that a team gets or loses besides its matches."""

    match_points = WholeNumberField(label=_lazy("Match points"), initial=0, min_value=-99, max_value=99)
    table_points = WholeNumberField(
        label=_lazy("Table points"), initial=0, min_value=-99_999, max_value=99_999
    )
    difference = WholeNumberField(label=_lazy("Difference"), initial=0, min_value=-99_999, max_value=99_999)
    reason = NameField(label=_lazy("Reason"), max_length=300)


# Fixtures.


class FixturesForm(KeyedForm):
    """What the matches of a division are planned from."""

    first = day_field(label=_lazy("First match day"))
    weeks = WholeNumberField(
        label=_lazy("Weeks from one match day to the next"),
        min_value=0,
        max_value=8,
        help_text=_lazy("0: all rounds on one day."),
    )
    starts = time_field(label=_lazy("Time"), required=False)
    minutes = WholeNumberField(
        label=_lazy("Minutes from one round to the next"),
        min_value=1,
        max_value=1440,
        help_text=_lazy("Where all rounds are on one day."),
    )
    skipped = DaysField(
        label=_lazy("Days without matches"),
        max_length=4000,
        rows=3,
        required=False,
        help_text=_lazy("One a line, such as 2026-11-28."),
    )
    order = forms.ChoiceField(
        label=_lazy("The second time"),
        choices=(
            (LegOrder.MIRRORED.value, _lazy("the rounds come again in the same order")),
            (LegOrder.FRENCH.value, _lazy("the first round comes again last")),
            (LegOrder.ENGLISH.value, _lazy("the last round comes again at once")),
        ),
        widget=forms.RadioSelect,
    )


class NextSeasonForm(KeyedForm):
    """The next season of a league."""

    name = NameField(label=_lazy("Name"))
    since = day_field(label=_lazy("From"))
    until = day_field(label=_lazy("Until"))


def next_initial(league: League) -> dict[str, Any]:
    """Return the same days a year later."""
    return {"name": league.name, "since": _year_later(league.since), "until": _year_later(league.until)}


def _year_later(day: date) -> date:
    return day.replace(year=day.year + 1, day=min(day.day, _SHORTEST) if day.month == _FEBRUARY else day.day)
