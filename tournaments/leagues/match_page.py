"""What the pages of a match show: who plays, each table with its game, and why it gave its points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubs.people.names import NameOf, public_name
from scoring.models import Game
from scoring.wording.labels import joined_totals
from tournaments.core.leagues.match import TeamSide
from tournaments.core.leagues.match_results import MatchScore, TableScore
from tournaments.core.leagues.rules import LeagueRules, PairsMeeting
from tournaments.leagues.counting import PlayedMatch
from tournaments.leagues.page import DivisionPage, LeaguePage, MatchRow, load_names
from tournaments.leagues.states import TypedTable
from tournaments.leagues.words import decision_sentence, figure, points_text, signed
from tournaments.models import Division, LineUpPlace, MatchTable, TeamMatch


class PairAtTable(NamedTuple):
    """A pair or a team: its points in the game, its table points, and its difference."""

    name: str
    made: str
    points: str
    difference: str


@dataclass(frozen=True)
class ShownTable:
    """A table of a match: who met, and what it gave."""

    score: TableScore
    home: str
    away: str
    rules: LeagueRules

    @property
    def number(self) -> int:
        return self.score.table.number

    @property
    def kind(self) -> str:
        """What happened instead of a game that was played to its end."""
        kind = MatchTable.Kind(self.score.table.kind.value)
        return "" if kind == MatchTable.Kind.PLAYED else str(kind.label)

    @property
    def totals(self) -> str:
        """The points of both pairs, or what happened instead."""
        return f"{joined_totals(self.score.table.totals)} {self.kind}".strip()

    @property
    def pairs(self) -> Sequence[PairAtTable]:
        """Both pairs, each with what it has made."""
        made = [figure(total) for total in self.score.table.totals] or ["–", "–"]
        return [
            PairAtTable(
                (self.home, self.away)[side],
                made[side],
                points_text(self.rules, self.score.worths[side].points),
                signed(self.score.worths[side].difference),
            )
            for side in TeamSide
        ]

    @property
    def points(self) -> str:
        return "–".join(points_text(self.rules, worth.points) for worth in self.score.worths)

    @property
    def difference(self) -> str:
        return signed(self.score.worths[TeamSide.HOME].difference)


@dataclass(frozen=True)
class ShownGame:
    """A table of a match that is played as a game, deal by deal."""

    number: int
    home: str
    away: str
    game: Game

    @property
    def state(self) -> str:
        """How far it is."""
        return _("in progress") if self.game.is_going_on else str(self.game.get_state_display())

    @property
    def totals(self) -> str:
        """The points of both pairs as they are now."""
        sides = sorted(self.game.sides.all(), key=lambda side: side.number)
        return joined_totals(side.result for side in sides)


class TablePlace(NamedTuple):
    """A table of a match, whether its points are entered or it is played as a game."""

    number: int
    # Empty where lots say who meets there, and have not.
    home: str
    away: str
    game: ShownGame | None


@dataclass(frozen=True)
class MatchPage:
    """A match with its line-ups as far as they may be seen, and with each of its tables."""

    row: MatchRow
    division: Division
    tables: Sequence[ShownTable]
    # All tables, also before the match has a result, and the games at some of them.
    places: Sequence[TablePlace]
    # Both line-ups, pair by pair; none before they may be seen.
    line_ups: Sequence[Sequence[str]]

    @property
    def games(self) -> Sequence[ShownGame]:
        return [place.game for place in self.places if place.game is not None]

    @property
    def why(self) -> str:
        return decision_sentence(self.row.played)

    @property
    def match(self) -> TeamMatch:
        return self.row.match

    @property
    def sums(self) -> Sequence[PairAtTable]:
        """What both teams have made at all tables."""
        return sums_of(self.match, self.row.rules, self.row.played.counted.score)

    @property
    def pairs(self) -> Sequence[tuple[int, str, str]]:
        """The line-ups side by side."""
        if not self.line_ups:
            return ()
        home, away = self.line_ups
        return [(number, *both) for number, both in enumerate(zip(home, away, strict=True), 1)]


def sums_of(match: TeamMatch, rules: LeagueRules, score: MatchScore | None) -> Sequence[PairAtTable]:
    """Return what both teams have made at all tables of a match; nothing where none counts."""
    if score is None or not score.tables:
        return ()
    return [
        PairAtTable(
            match.team_at(side).name,
            "",
            points_text(rules, score.of(side).table_points),
            signed(score.of(side).difference),
        )
        for side in TeamSide
    ]


def load_match(
    page: LeaguePage, number: int, name_of: NameOf = public_name, *, sealed: bool = False
) -> MatchPage | None:
    """Return a match by its number in the league; line-ups that are `sealed` are for nobody but the desk."""
    for division in page.divisions:
        played = division.counted.by_number.get(number)
        if played is not None:
            return _match_page(division, played, name_of, sealed=sealed)
    return None


def _match_page(division: DivisionPage, played: PlayedMatch, name_of: NameOf, *, sealed: bool) -> MatchPage:
    rules, line_ups = (
        division.league.rules,
        _line_ups(played.match, division.league.rules, name_of, sealed=sealed),
    )
    names = line_ups or [[""] * rules.tables] * len(TeamSide)
    score = played.counted.score
    tables = [
        ShownTable(
            one,
            pair_name(names, TeamSide.HOME, one.table.home_pair),
            pair_name(names, TeamSide.AWAY, one.table.away_pair),
            rules,
        )
        for one in (score.tables if score is not None else ())
    ]
    places = list(table_places(rules, played.state.tables, names))
    return MatchPage(division.row_of(played), division.division, tables, places, line_ups)


def table_places(
    rules: LeagueRules, tables: Sequence[TypedTable], names: Sequence[Sequence[str]]
) -> Iterator[TablePlace]:
    """Yield the tables of a match in their order."""
    stored = {one.number: (one.home_pair, one.away_pair) for one in tables}
    games = {one.number: one for one in load_games(tables, names)}
    for number, meeting in enumerate(rules.meetings(), 1):
        is_known = number in stored or rules.meeting is not PairsMeeting.DRAWN
        home, away = stored.get(number, meeting)
        yield TablePlace(
            number,
            pair_name(names, TeamSide.HOME, home) if is_known else "",
            pair_name(names, TeamSide.AWAY, away) if is_known else "",
            games.get(number),
        )


def load_games(tables: Iterable[TypedTable], names: Sequence[Sequence[str]]) -> Sequence[ShownGame]:
    """Load the games of the tables of a match: two queries where there are any."""
    by_game = {table.game: table for table in tables if table.game is not None}
    if not by_game:
        return ()
    found = Game.objects.filter(pk__in=by_game).prefetch_related("sides").select_related("table")
    return [
        ShownGame(
            table.number,
            pair_name(names, TeamSide.HOME, table.home_pair),
            pair_name(names, TeamSide.AWAY, table.away_pair),
            game,
        )
        for game in sorted(found, key=lambda game: by_game[game.pk].number)
        for table in [by_game[game.pk]]
    ]


def pair_name(names: Sequence[Sequence[str]], side: TeamSide, pair: int) -> str:
    return names[side][pair - 1] or _("pair %(number)s") % {"number": pair}


def _line_ups(
    match: TeamMatch, rules: LeagueRules, name_of: NameOf, *, sealed: bool
) -> Sequence[Sequence[str]]:
    if not (match.shows_line_ups or sealed):
        return ()
    places = [*LineUpPlace.objects.filter(match=match).order_by("side", "pair", "seat")]
    names = load_names({place.player_id for place in places})
    line_ups = [[""] * rules.tables for _side in TeamSide]
    for place in places:
        if place.pair <= rules.tables:
            before, name = line_ups[place.side][place.pair - 1], name_of(names[place.player_id])
            line_ups[place.side][place.pair - 1] = f"{before} – {name}" if before else name
    return line_ups if any(map(any, line_ups)) else ()
