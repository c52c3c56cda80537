"""What the roll of champions shows: each competition with its years, and the titles of each player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from django.utils.translation import gettext as _

from clubs.web.addresses import address_of
from scoring.wording import labels
from tournaments.core.history.roll import (
    Competition,
    RollYear,
    TitleCount,
    Victory,
    VictoryKind,
    Winner,
    count_titles,
    roll_of,
)
from tournaments.history.club_history import ClubHistory
from tournaments.history.naming import NamedLink, NamesOfPlayers


@dataclass(frozen=True, slots=True)
class ShownVictory:
    """An event, a series or a league with the names of those who won it."""

    victory: Victory
    # Empty for an event of the club itself.
    club: str
    winners: str
    address: str
    game: str

    @property
    def name(self) -> str:
        return self.victory.name

    @property
    def day(self) -> date:
        return self.victory.day

    @property
    def kind(self) -> str:
        """What was won; empty for an event."""
        match self.victory.kind:
            case VictoryKind.SERIES:
                return _("a series")
            case VictoryKind.LEAGUE:
                return _("a league")
        return ""


@dataclass(frozen=True, slots=True)
class ShownYear:
    """The line of a competition for a year."""

    line: RollYear
    # Empty where each of many events had others in the first place.
    champions: str
    address: str

    @property
    def remark(self) -> str:
        """Say how often they won, where there was more than one event, and that they share the place."""
        held = len(self.line.victories)
        if held > 1 and not self.line.gives_title:
            if not self.champions:
                return _("%(count)s events, each with other winners") % {"count": held}
            return _("first most often: %(times)s of %(of)s") % {"times": self.line.times, "of": held}
        return _("shared") if self.line.victories[0].is_shared else ""


@dataclass(frozen=True, slots=True)
class ShownCompetition:
    """A competition with its years."""

    competition: Competition
    club: str
    years: Sequence[ShownYear]

    @property
    def title(self) -> str:
        return " · ".join(part for part in (self.competition.name, self.club) if part)


@dataclass(frozen=True, slots=True)
class ShownTitles:
    """How many titles a player has."""

    count: TitleCount
    player: NamedLink


@dataclass(frozen=True)
class RollPage:
    """The roll of a club, of one rule set or of all. What is shown of it is written when it is asked for."""

    history: ClubHistory
    ruleset: str
    year: int | None
    roll: Sequence[Competition]
    won: Sequence[Victory]
    counts: Sequence[TitleCount]
    names: NamesOfPlayers

    @cached_property
    def victories(self) -> Sequence[ShownVictory]:
        return [_shown_victory(self.history, one, self.names) for one in self.won]

    @cached_property
    def competitions(self) -> Sequence[ShownCompetition]:
        return shown_roll(self.history, self.roll, self.names)

    @cached_property
    def titles(self) -> Sequence[ShownTitles]:
        return self.most_titles(len(self.counts))

    def most_titles(self, most: int) -> Sequence[ShownTitles]:
        return [ShownTitles(one, self.names.link(one.player)) for one in self.counts[:most]]

    @property
    def rulesets(self) -> list[tuple[str, str]]:
        """The rule sets in which anything was won, with their names; none where there is one alone."""
        found = sorted({one.ruleset for one in self.history.victories if one.ruleset})
        return [(one, labels.ruleset_name(one)) for one in found] if len(found) > 1 else []

    @property
    def game(self) -> str:
        return labels.ruleset_name(self.ruleset) if self.ruleset else ""


def load_roll(history: ClubHistory, ruleset: str = "", year: int | None = None) -> RollPage:
    """Load the roll of all years, or of one; an unknown rule set restricts nothing."""
    known = {one.ruleset for one in history.victories}
    ruleset = ruleset if ruleset in known else ""
    in_time = [one for one in history.victories if year is None or one.day.year == year]
    shown = [one for one in in_time if ruleset in ("", one.ruleset)]
    roll = roll_of(in_time, ruleset)
    in_it = {player for one in shown for winners in one.winners for player in winners}
    return RollPage(history, ruleset, year, roll, shown, count_titles(roll), NamesOfPlayers(in_it))


def shown_roll(
    history: ClubHistory, roll: Sequence[Competition], names: NamesOfPlayers
) -> list[ShownCompetition]:
    return [_shown_competition(history, one, names) for one in roll]


def _shown_competition(history: ClubHistory, one: Competition, names: NamesOfPlayers) -> ShownCompetition:
    years = [ShownYear(line, _names_of(line, names), _address_of(history, line)) for line in one.years]
    return ShownCompetition(one, history.name_of(one.club), years)


def _names_of(line: RollYear, names: NamesOfPlayers) -> str:
    if line.times == 1 and len(line.champions) > 1 and not line.gives_title:
        return ""
    return _written(line.champions, names)


def _written(winners: Iterable[Winner], names: NamesOfPlayers) -> str:
    """Write who has won, each team with those who played for it."""
    return ", ".join(names.of_team(one.team, one.players) for one in winners)


def _address_of(history: ClubHistory, line: RollYear) -> str:
    """Return the page of the only event of a year, or of all that were won in that year."""
    if len(line.victories) == 1:
        return _page_of(line.victories[0])
    return address_of("tournaments:champions_of_year", history.club.pk, line.year)


def _page_of(victory: Victory) -> str:
    match victory.kind:
        case VictoryKind.SERIES:
            return address_of("tournaments:series", victory.number)
        case VictoryKind.LEAGUE:
            return address_of("tournaments:league_division", victory.number, victory.division)
    return address_of("tournaments:event", victory.number)


def _shown_victory(history: ClubHistory, one: Victory, names: NamesOfPlayers) -> ShownVictory:
    return ShownVictory(
        one,
        history.name_of(one.club),
        _written(one.named_winners, names),
        _page_of(one),
        labels.ruleset_name(one.ruleset) if one.ruleset else "",
    )
