"""What the pages of ratings show: the list of a club, and how the rating of a player has come about.

What a game was expected to be follows from the ratings of all who played it. So it is shown, with what it
changed, only where all of them have agreed, and have played enough games before: from the figures of the
others nobody can count back to a rating that is not shown.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, NamedTuple

from django.core.paginator import Page, Paginator
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.models import Club, Player
from clubs.people.names import NamedPlayer, public_name
from tournaments.core.ratings.history import GameStep, RatedGame, RatingHistory
from tournaments.core.ratings.rating import Skill
from tournaments.models import MatchTable, Pairing, TeamMatch
from tournaments.play.queries import without_draw
from tournaments.ratings.counting import ratings_of
from tournaments.ratings.queries import names_of, scope_of, shown_players, who_is_shown
from tournaments.ratings.words import (
    MIN_GAMES,
    outcome,
    share,
    shown,
    signed,
    uncertainty,
    with_uncertainty,
)
from tournaments.wording.labels import round_label

_LINES_PER_PAGE: Final = 200
_GAMES_PER_PAGE: Final = 25


# The list of a club.


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A player in the list of ratings."""

    player: Player
    place: int
    rating: int
    uncertainty: int
    games: int
    last: date


@dataclass(frozen=True, slots=True)
class RatingList:
    """The ratings of a club or of a federation."""

    club: Club
    lines: Sequence[RatingLine]
    # How many have agreed, and have played too few games for a rating.
    waiting: int

    def page(self, number: str | None) -> Page[RatingLine]:
        return Paginator(self.lines, _LINES_PER_PAGE).get_page(number)


def load_list(club: Club) -> RatingList:
    """Load the ratings of those at home in a club who agree, the highest first; equal ones share a place."""
    players = list(shown_players(club))
    history = ratings_of(scope_of(club))
    rated = [(player, skill) for player in players if (skill := rating_in(history, player.pk)) is not None]
    rated.sort(key=lambda one: (-shown(one[1]), one[0].order, one[0].pk))
    figures = [shown(skill) for _player, skill in rated]
    first: dict[int, int] = {}
    for place, figure in enumerate(figures, 1):
        first.setdefault(figure, place)
    lines = [
        _line(history, player, skill, first[figure])
        for (player, skill), figure in zip(rated, figures, strict=True)
    ]
    return RatingList(club, lines, len(players) - len(lines))


def rating_in(history: RatingHistory, player: int) -> Skill | None:
    """Return the rating on the last day of all; None before enough games."""
    known = history.known.get(player)
    return None if known is None or known.games < MIN_GAMES else history.skill_on(player, history.last_day)


def _line(history: RatingHistory, player: Player, skill: Skill, place: int) -> RatingLine:
    known = history.known[player.pk]
    return RatingLine(
        player, place, shown(skill), uncertainty(skill), known.games, date.fromordinal(known.day)
    )


# A player.


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A game of a player: what was expected, what came of it, and what that changed."""

    # None at a table of a match whose points were entered.
    game: int | None
    # The address where it is shown.
    href: str
    day: date
    where: str
    partners: str
    opponents: str
    outcome: str
    # None where something of it would tell of a rating that is not shown.
    expected: float | None
    change: int | None
    after: int | None

    @property
    def people(self) -> str:
        people = {"partners": self.partners, "opponents": self.opponents}
        if self.partners:
            return _("with %(partners)s against %(opponents)s") % people
        return _("against %(opponents)s") % people

    @property
    def is_open(self) -> bool:
        return self.expected is not None

    @property
    def sentence(self) -> str:
        """“expected 0.62, won, +9”, or only what came of it."""
        if self.expected is None or self.change is None:
            return self.outcome
        said = {"share": share(self.expected), "outcome": self.outcome, "change": signed(self.change)}
        return _("expected %(share)s, %(outcome)s, %(change)s") % said


@dataclass(frozen=True, slots=True)
class RatingCourse:
    """The rating after a day of play."""

    day: date
    rating: int
    uncertainty: int


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """The rating of a player, and how it has come about."""

    player: Player
    history: RatingHistory
    # None before enough games.
    skill: Skill | None
    games: int
    course: Sequence[RatingCourse]

    @property
    def figure(self) -> str:
        return "" if self.skill is None else with_uncertainty(self.skill)

    @property
    def low(self) -> int | None:
        return None if self.skill is None else shown(self.skill) - uncertainty(self.skill)

    @property
    def high(self) -> int | None:
        return None if self.skill is None else shown(self.skill) + uncertainty(self.skill)

    @property
    def wanting(self) -> int:
        return max(0, MIN_GAMES - self.games)

    @property
    def places(self) -> Sequence[int]:
        """The places of the player's games in the history, the newest first."""
        return self.history.played.get(self.player.pk, ())[::-1]

    def page(self, number: str | None) -> tuple[Page[int], list[ShownStep]]:
        """Return a page of the player's games, and what is shown of them."""
        page = Paginator(self.places, _GAMES_PER_PAGE).get_page(number)
        return page, self.steps(page.object_list)

    def steps(self, places: Iterable[int]) -> list[ShownStep]:
        """Return what is shown of games; the number of queries is fixed."""
        shown_places = list(places)
        steps = [self.history.step(place) for place in shown_places]
        people = {player for step in steps for side in step.game.sides for player in side}
        names, agreed = names_of(people), who_is_shown(people)
        where = _where([step.game for step in steps])
        return [
            self._shown(step, names, self._open_in(step, place, agreed), where(step.game))
            for step, place in zip(steps, shown_places, strict=True)
        ]

    def _open_in(self, step: GameStep, place: int, agreed: frozenset[int]) -> frozenset[int]:
        """Return those in a game whose ratings before it may be shown."""
        return frozenset(
            player
            for side in step.game.sides
            for player in side
            if player in agreed and self.history.games_before(player, place) >= MIN_GAMES
        )

    def _shown(
        self, step: GameStep, names: Mapping[int, NamedPlayer], open_ones: frozenset[int], place: _PlaceOfGame
    ) -> ShownStep:
        own, seat = _seat_of(step, self.player.pk)
        before, after = shown(step.before[own][seat]), shown(step.after[own][seat])
        is_open = all(player in open_ones for side in step.game.sides for player in side)
        sides = [_side_words(side, names, open_ones, step, self.player.pk) for side in step.game.sides]
        return ShownStep(
            game=place.game,
            href=place.href,
            day=date.fromordinal(step.game.day),
            where=place.name,
            partners=sides[own],
            opponents=" / ".join(sides[:own] + sides[own + 1 :]),
            outcome=outcome(step, own),
            expected=step.expected[own] if is_open else None,
            change=after - before if is_open else None,
            after=after if is_open else None,
        )


def load_rating(player: Player) -> PlayerRating:
    """Load the rating of a player who has agreed that it is shown."""
    history = ratings_of(scope_of(player.home_club))
    known = history.known.get(player.pk)
    return PlayerRating(
        player,
        history,
        rating_in(history, player.pk),
        0 if known is None else known.games,
        _course(history, player.pk),
    )


def _course(history: RatingHistory, player: int) -> list[RatingCourse]:
    """Return the rating after each day of play, from the one with enough games on."""
    by_day: dict[int, Skill] = {}
    for place in history.played.get(player, ())[MIN_GAMES - 1 :]:
        step = history.step(place)
        own, seat = _seat_of(step, player)
        by_day[step.game.day] = step.after[own][seat]
    return [
        RatingCourse(date.fromordinal(day), shown(skill), uncertainty(skill)) for day, skill in by_day.items()
    ]


def _seat_of(step: GameStep, player: int) -> tuple[int, int]:
    """Return the side of a player in a game, and the place there."""
    return next((own, side.index(player)) for own, side in enumerate(step.game.sides) if player in side)


def _side_words(
    players: Iterable[int],
    names: Mapping[int, NamedPlayer],
    open_ones: frozenset[int],
    step: GameStep,
    own: int,
) -> str:
    """Return the public names of a side but for the player, each with the rating before where it is shown."""
    return " – ".join(
        f"{public_name(names[player])} ({_rating_before(step, player)})"
        if player in open_ones
        else public_name(names[player])
        for player in players
        if player != own
    )


def _rating_before(step: GameStep, player: int) -> int:
    own, seat = _seat_of(step, player)
    return shown(step.before[own][seat])


class _PlaceOfGame(NamedTuple):
    """Where a game was played, the game if there is one, and the address where it is shown."""

    name: str
    game: int | None
    href: str


def _where(games: Iterable[RatedGame]) -> Callable[[RatedGame], _PlaceOfGame]:
    """Return what tells where each of these games was played; the number of queries is fixed."""
    keys = {in_match: [game.key for game in games if game.in_match == in_match] for in_match in (False, True)}
    places = {False: _in_events(keys[False]), True: _in_matches(keys[True])}

    def where(game: RatedGame) -> _PlaceOfGame:
        return places[game.in_match].get(game.key) or _game_place(_("outside events"), game.key)

    return where


def _in_events(games: Collection[int]) -> Mapping[int, _PlaceOfGame]:
    """Return the event and the round of each game that has them."""
    pairings = without_draw(Pairing.objects.select_related("round__tournament"), "round")
    return {
        pairing.game_id: _game_place(
            f"{pairing.round.tournament.name} · {round_label(pairing.round.number)}", pairing.game_id
        )
        for pairing in pairings.filter(game__in=games).order_by()
        if pairing.game_id is not None
    }


def _game_place(name: str, game: int) -> _PlaceOfGame:
    return _PlaceOfGame(name, game, reverse("scoring:game", args=[game]))


def _in_matches(tables: Collection[int]) -> Mapping[int, _PlaceOfGame]:
    """Return the league and the match of each table."""
    found = MatchTable.objects.select_related("match__league", "match__home", "match__away").in_bulk(tables)
    return {pk: _match_place(table.match, table.game_id) for pk, table in found.items()}


def _match_place(match: TeamMatch, game: int | None) -> _PlaceOfGame:
    address = reverse("tournaments:league_match", args=[match.league_id, match.number])
    return _PlaceOfGame(f"{match.league.name} · {match.home.name} – {match.away.name}", game, address)
