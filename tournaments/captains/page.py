"""What the pages of a captain say: the matches of the team, the one next step, line-ups and results.

The line-up of the other team is read nowhere before both may be seen.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _

from clubs.people.names import NameOf, full_name
from clubs.text.dates import short_datetime
from tournaments.captains.codes import Captain
from tournaments.captains.steps import CaptainStep, MatchSteps, has_only_games, silent_from, steps_of
from tournaments.core.leagues.match import TeamSide
from tournaments.core.leagues.match_results import MatchScore, count_match
from tournaments.leagues.match_page import (
    PairAtTable,
    ShownGame,
    ShownTable,
    TablePlace,
    pair_name,
    sums_of,
    table_places,
)
from tournaments.leagues.states import MatchState
from tournaments.models import League, LineUpPlace, Team, TeamMatch

# The line-up of a match waits for its captain when the match is so near.
_SOON: Final = timedelta(days=7)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOfTeam:
    """A match of a team, as its captain sees it."""

    match: TeamMatch
    side: TeamSide
    steps: MatchSteps
    silent_from: datetime | None

    @property
    def opponent(self) -> Team:
        return self.match.team_at(self.side.other)

    @property
    def is_home(self) -> bool:
        return self.side is TeamSide.HOME

    @property
    def when(self) -> str:
        return " · ".join(filter(None, [*_when(self.match), self.match.place]))

    @property
    def state(self) -> str:
        """What is known of it, in a few words."""
        match = self.match
        if match.has_result:
            return match.get_state_display()
        if match.shows_line_ups:
            return _("both line-ups are open")
        return _("your line-up is sealed") if self.is_sealed else match.get_state_display()

    @property
    def is_sealed(self) -> bool:
        return self.match.sealed_at(self.side) is not None

    @property
    def other_is_sealed(self) -> bool:
        return self.match.sealed_at(self.side.other) is not None

    @property
    def badge(self) -> str:
        kinds = {
            TeamMatch.State.ENTERED: "pencil",
            TeamMatch.State.DISPUTED: "red",
            TeamMatch.State.CONFIRMED: "ink",
            TeamMatch.State.ACCEPTED: "ink",
        }
        return kinds.get(TeamMatch.State(self.match.state), "open")

    @property
    def waits_now(self) -> bool:
        """Whether something waits for the captain already: a line-up does when its match is near."""
        if self.steps.next is not CaptainStep.SEAL:
            return self.steps.next is not CaptainStep.NOTHING
        day = self.match.day
        return self.other_is_sealed or day is None or day <= timezone.localdate() + _SOON

    @property
    def sentence(self) -> str:
        """What the captain is to do, or what is waited for."""
        return " ".join(_sentences(self))

    @property
    def is_silent(self) -> bool:
        return self.silent_from is not None and self.silent_from <= timezone.now()

    @property
    def silence_sentence(self) -> str:
        """What becomes of a result without an answer."""
        return _silence_sentence(self)

    @property
    def answer_until(self) -> str:
        return short_datetime(self.silent_from) if self.silent_from else ""


def _when(match: TeamMatch) -> Iterator[str]:
    if match.day is not None:
        yield date_format(match.day, "DATE_FORMAT")
    if match.starts is not None:
        yield time_format(match.starts)
    if match.is_postponed and match.last_day is not None:
        yield _("postponed, to be played by %(day)s") % {"day": date_format(match.last_day, "DATE_FORMAT")}


def _sentences(shown: MatchOfTeam) -> Iterator[str]:
    yield from _STEP_SENTENCES[shown.steps.next](shown)


def _asks_to_answer(shown: MatchOfTeam) -> Iterator[str]:
    yield _("%(team)s has entered the result. Look at it, and say whether it is right.") % {
        "team": shown.opponent
    }
    yield _silence_sentence(shown)


def _asks_to_enter(_shown: MatchOfTeam) -> Iterator[str]:
    yield _("Both line-ups are open. Enter the points of each table after the match.")


def _asks_to_seal(shown: MatchOfTeam) -> Iterator[str]:
    yield _("Name who plays, and seal the line-up. Nobody sees it before both are sealed.")
    if shown.other_is_sealed:
        yield _("The line-up of %(team)s is sealed already.") % {"team": shown.opponent}


def _waits(shown: MatchOfTeam) -> Iterator[str]:
    match, team = shown.match, {"team": shown.opponent}
    if match.state == TeamMatch.State.DISPUTED:
        yield _("The result is disputed: %(reason)s") % {"reason": match.reason}
    elif match.state == TeamMatch.State.ENTERED:
        yield _silence_sentence(shown)
    elif match.state == TeamMatch.State.CONFIRMED:
        yield _("It waits for the league manager to accept it.")
    elif not match.has_result and shown.is_sealed and not match.shows_line_ups:
        yield _("It waits for the line-up of %(team)s.") % team
    elif not match.has_result and has_only_games(match.league.agreed, match):
        yield _("The points follow from the games at the tables, once their score sheets are signed.")


def _silence_sentence(shown: MatchOfTeam) -> str:
    until = {"time": shown.answer_until}
    if shown.is_silent:
        return _("Nobody has answered by %(time)s, so it counts as confirmed.") % until
    return _("Without an answer by %(time)s it counts as confirmed.") % until


_STEP_SENTENCES: Final[Mapping[CaptainStep, Callable[[MatchOfTeam], Iterator[str]]]] = {
    CaptainStep.ANSWER: _asks_to_answer,
    CaptainStep.ENTER: _asks_to_enter,
    CaptainStep.SEAL: _asks_to_seal,
    CaptainStep.NOTHING: _waits,
}


# The team.


@dataclass(frozen=True, slots=True)
class CaptainPage:
    """A team with its matches in the order of their rounds, and the one that comes first."""

    league: League
    team: Team
    matches: Sequence[MatchOfTeam]
    next: MatchOfTeam | None

    @property
    def waiting(self) -> Sequence[MatchOfTeam]:
        """The other matches in which something waits for this captain."""
        return [
            one for one in self.matches if one is not self.next and one.steps.next is not CaptainStep.NOTHING
        ]


def load_team(captain: Captain) -> CaptainPage:
    team = Team.objects.select_related("league__club", "league__book", "division").get(pk=captain.team)
    shown = [_of_team(team.league, match, team) for match in matches_of_team(team)]
    return CaptainPage(team.league, team, shown, _first(shown))


def matches_of_team(team: Team) -> QuerySet[TeamMatch]:
    rows = TeamMatch.objects.filter(Q(home=team) | Q(away=team)).select_related("home", "away", "division")
    return rows.prefetch_related("tables").order_by("round", "number")


_URGENCY: Final = (CaptainStep.ANSWER, CaptainStep.ENTER, CaptainStep.SEAL)


def _first(shown: Sequence[MatchOfTeam]) -> MatchOfTeam | None:
    """The most urgent match, of equals the first one; a line-up is asked for of the next match alone."""
    for step in _URGENCY:
        for one in shown:
            if one.steps.next is step:
                return one
    return None


def _of_team(league: League, match: TeamMatch, team: Team) -> MatchOfTeam:
    match.league = league
    side = TeamSide.HOME if match.home_id == team.pk else TeamSide.AWAY
    rules, now = league.agreed, timezone.now()
    return MatchOfTeam(
        match=match,
        side=side,
        steps=steps_of(rules, match, side, now, timezone.localdate(now)),
        silent_from=silent_from(rules, match),
    )


# One match.

# The names of the pairs of both teams; empty where they may not be seen, or nobody is named.
PairNames = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class CaptainMatch:
    """A match with its line-ups, as far as they may be seen, and its tables."""

    shown: MatchOfTeam
    # The number of each pair, and its names in both teams.
    pairs: Sequence[tuple[int, str, str]]
    tables: Sequence[ShownTable]
    # All tables, and the games at some of them.
    places: Sequence[TablePlace]
    score: MatchScore | None

    @property
    def games(self) -> Sequence[ShownGame]:
        return [place.game for place in self.places if place.game is not None]

    def place(self, number: int) -> TablePlace | None:
        return next((place for place in self.places if place.number == number), None)

    @property
    def sums(self) -> Sequence[PairAtTable]:
        """What both teams have made at all tables."""
        return sums_of(self.shown.match, self.shown.match.league.agreed, self.score)


def find_match(captain: Captain, number: int) -> TeamMatch | None:
    """Return a match of the team by its number in the league."""
    team = Q(home=captain.team) | Q(away=captain.team)
    rows = TeamMatch.objects.filter(team, league=captain.league, number=number)
    rows = rows.select_related("league__club", "league__book", "home", "away", "division")
    return rows.prefetch_related("tables").first()


def shown_match(captain: Captain, match: TeamMatch) -> MatchOfTeam:
    return _of_team(match.league, match, match.home if match.home_id == captain.team else match.away)


def load_match(captain: Captain, match: TeamMatch, name_of: NameOf) -> CaptainMatch:
    """Load a match: the own players by their full names, those of the other team as others see them."""
    shown, rules, score = shown_match(captain, match), match.league.agreed, score_of(match)
    names = load_pair_names(match, shown.side, name_of)
    pairs = [(number, *both) for number, both in enumerate(zip(*names, strict=True), 1) if any(both)]
    tables = [
        ShownTable(
            one,
            pair_name(names, TeamSide.HOME, one.table.home_pair),
            pair_name(names, TeamSide.AWAY, one.table.away_pair),
            rules,
        )
        for one in (score.tables if score is not None else ())
    ]
    places = table_places(rules, MatchState.of(match).tables, names) if match.shows_line_ups else ()
    return CaptainMatch(shown, pairs, tables, list(places), score)


def load_pair_names(match: TeamMatch, own: TeamSide, name_of: NameOf) -> PairNames:
    """Return the names of the pairs: of both teams once both line-ups may be seen, before only of the own."""
    places = LineUpPlace.objects.filter(match=match).select_related("player").order_by("side", "pair", "seat")
    if not match.shows_line_ups:
        places = places.filter(side=own)
    pairs = range(1, match.league.agreed.tables + 1)
    seated = defaultdict[tuple[int, int], list[str]](list)
    for place in places:
        seated[place.side, place.pair].append((full_name if place.side == own else name_of)(place.player))
    return [[" – ".join(seated[side, pair]) for pair in pairs] for side in TeamSide]


def score_of(match: TeamMatch) -> MatchScore | None:
    """Return what a match gives by its tables, also while it is disputed."""
    state, rules = MatchState.of(match), match.league.agreed
    if state.state == TeamMatch.State.DISPUTED:
        state = replace(state, state=TeamMatch.State.ENTERED.value)
    return count_match(rules, state.as_match(rules, match, match.home_id, match.away_id))
