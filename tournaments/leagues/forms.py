"""What is typed about a league, its teams and its fixtures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
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
from clubs.web.forms import KeyedForm, LinesField, NameField, VerbForm, set_choices
from scoring.wording import labels
from tournaments.core.leagues.match import Fixture
from tournaments.core.leagues.pattern import LegOrder
from tournaments.core.leagues.rules import LeagueRules
from tournaments.leagues.fields import day_field, time_field, version_field
from tournaments.leagues.planning import MAX_ROUND
from tournaments.leagues.plans import LeaguePlan, TeamPlan
from tournaments.leagues.rule_forms import REMINDED, RuleFields
from tournaments.models import Division, Team
from tournaments.settings.fields import WholeNumberField

_BREAK: Final = re.compile(r"(\d{1,3})\s*[:;,]\s*(\d{1,3})")
_LONGEST_BREAK: Final = 600
_MOST_SPARE: Final = 20


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


class ClosedPlacesField(LinesField):
    """Places with the days on which they are closed, one place a line."""

    def clean(self, value: Any) -> Any:
        found: dict[str, tuple[date, ...]] = {}
        for line in super().clean(value).split("\n"):
            if line.strip():
                place, days = self._read(line)
                found[place] = tuple(sorted({*found.get(place, ()), *days}))
        return found

    def _read(self, line: str) -> tuple[str, list[date]]:
        place, _colon, days = line.rpartition(":")
        read = [_parsed(day) for day in days.replace(";", ",").split(",") if day.strip()]
        known = [day for day in read if day is not None]
        if not tidy(place) or not known or len(known) < len(read):
            raise ValidationError(
                _("Write a place and its days, such as “Hall: 2026-11-28, 2026-12-05”, one place a line.")
            )
        return tidy(place), known

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, Mapping):
            return value
        return "\n".join(f"{place}: {', '.join(map(str, days))}" for place, days in value.items())


class BreaksField(LinesField):
    """Rounds with the minutes of the break after each, one a line."""

    def clean(self, value: Any) -> Any:
        return dict(self._read(line) for line in super().clean(value).split("\n") if line.strip())

    def _read(self, line: str) -> tuple[int, int]:
        read = _BREAK.fullmatch(line.strip())
        if read is None or not (int(read[1]) and 1 <= int(read[2]) <= _LONGEST_BREAK):
            raise ValidationError(_("Write a round and the minutes of the break after it, such as “3: 45”."))
        return int(read[1]), int(read[2])


def closed_places_field() -> ClosedPlacesField:
    return ClosedPlacesField(
        label=_lazy("Closed places"),
        max_length=4000,
        rows=3,
        required=False,
        help_text=_lazy(
            "Where nobody can be at home, and on which days: one place a line, such as "
            "“Hall: 2026-11-28, 2026-12-05”. The place is written as with the teams."
        ),
    )


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


class _AboutFields(VerbForm):
    """What a league is called, who sees it, what is played, and when."""

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


class LeagueForm(RuleFields, _AboutFields, KeyedForm):
    """A new league: its days, its divisions, how matches are played and counted."""

    def plan(self) -> LeaguePlan:
        """Return what was typed; the form is valid."""
        return LeaguePlan(**_about(self.cleaned_data), rules=self.rules(LeagueRules(reminder_days=REMINDED)))


class LeagueSettingsForm(_AboutFields, KeyedForm):
    """A league: its name, its days and its divisions. Its rules have a form of their own."""

    closed_places = closed_places_field()

    def plan(self, before: LeaguePlan) -> LeaguePlan:
        """Return what was typed; the form is valid. Another game is played without house rules."""
        plan = replace(before, **_about(self.cleaned_data), closed_places=self.cleaned_data["closed_places"])
        return plan if plan.ruleset == before.ruleset else replace(plan, options={})


_ABOUT: Final = ("name", "ruleset", "since", "until", "public", "divisions")


def _about(typed: Mapping[str, Any]) -> dict[str, Any]:
    return {name: typed[name] for name in _ABOUT}


def about_initial(plan: LeaguePlan, version: int = 0) -> dict[str, Any]:
    """Return what the form shows of a plan besides its rules."""
    return {"version": version, **{name: getattr(plan, name) for name in (*_ABOUT, "closed_places")}}


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
    breaks = BreaksField(
        label=_lazy("Breaks"),
        max_length=400,
        rows=2,
        required=False,
        help_text=_lazy(
            "Where all rounds are on one day: after which round, and how many minutes more. One a line, "
            "such as “3: 45”."
        ),
    )
    skipped = DaysField(
        label=_lazy("Days without matches"),
        max_length=4000,
        rows=3,
        required=False,
        help_text=_lazy(
            "One a line, such as 2026-11-28. Championships in the calendar of the federation are proposed."
        ),
    )
    spare = WholeNumberField(
        label=_lazy("Spare match days"),
        required=False,
        min_value=0,
        max_value=_MOST_SPARE,
        help_text=_lazy(
            "So many days more than rounds: the plan leaves those out on which most would clash."
        ),
    )
    closed_places = closed_places_field()
    order = forms.ChoiceField(
        label=_lazy("The second time"),
        choices=(
            (LegOrder.MIRRORED.value, _lazy("the rounds come again in the same order")),
            (LegOrder.FRENCH.value, _lazy("the first round comes again last")),
            (LegOrder.ENGLISH.value, _lazy("the last round comes again at once")),
        ),
        widget=forms.RadioSelect,
    )


class AddMatchForm(KeyedForm):
    """A match that is added to a division by hand."""

    round = WholeNumberField(label=_lazy("Round"), min_value=1, max_value=MAX_ROUND)
    home = forms.TypedChoiceField(label=_lazy("Home team"), coerce=int)
    away = forms.TypedChoiceField(label=_lazy("Away team"), coerce=int)
    day = day_field(label=_lazy("Date"), required=False)
    starts = time_field(label=_lazy("Time"), required=False)
    place = NameField(
        label=_lazy("Venue"),
        max_length=200,
        required=False,
        help_text=_lazy("Empty: where the home team plays."),
    )

    def __init__(self, *args: Any, teams: Iterable[Team], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", "–"), *((str(team.number), team.name) for team in teams)]
        set_choices(self, "home", choices)
        set_choices(self, "away", choices)

    def fixture(self) -> Fixture:
        """Return what was typed; the form is valid."""
        typed = self.cleaned_data
        named = {name: typed[name] for name in ("round", "home", "away", "day", "place")}
        return Fixture(**named, at=typed["starts"])


class NextRoundForm(KeyedForm):
    """When the next round begins, and the round that its page has shown."""

    seen = forms.CharField(max_length=2000, required=False, widget=forms.HiddenInput)
    day = day_field(label=_lazy("Date"))
    starts = time_field(label=_lazy("Time"), required=False)

    def __init__(self, *args: Any, code: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["seen"] = self._code = code

    def clean(self) -> dict[str, Any]:
        """Publish what was looked at, and nothing else."""
        typed: dict[str, Any] = super().clean() or self.cleaned_data
        if typed.get("seen") != self._code:
            self.data = {**dict(self.data.items()), "seen": self._code}
            raise ValidationError(
                _("Something has changed meanwhile, and so has the round. Look at it again.")
            )
        return typed
