"""Whom a player has met at the table, and the games of two players or pairs against each other."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, NamedTuple

from django.db.models import Count, F, Sum
from django.utils import timezone

from clubs.models import Player
from clubs.people.names import is_erased
from scoring.models import Game, Seat, Side
from scoring.wording.other_results import score_counts
from tournaments.core.history.encounters import (
    Encounter,
    EncounterOutcome,
    HeadToHead,
    PlayedAt,
    outcome_of,
)
from tournaments.core.leagues.match import TeamSide
from tournaments.history.entered_tables import line_ups_of, load_entered_tables
from tournaments.history.games_of_player import shown_games
from tournaments.history.queries import states_of_line_ups

# A player, or a pair: 12, or 12-45.
MAX_IN_KEY: Final = 4
_KEY: Final = re.compile(r"[1-9]\d{0,17}(?:-[1-9]\d{0,17}){0,3}")


class _PlayedGame(NamedTuple):
    """A game that is over and whose score counts, or a table of an accepted match, and who sat where."""

    played: PlayedAt
    day: date
    winner: int | None
    results: Mapping[int, int]
    side_of: Mapping[int, int]

    def side_of_all(self, players: Iterable[int]) -> int | None:
        """Return the side at which all of these sat; None if they did not sit together."""
        sides = {self.side_of.get(player) for player in players}
        return sides.pop() if len(sides) == 1 else None


def read_key(key: str) -> tuple[int, ...] | None:
    """Read who it is from an address: the players in ascending order; None if it is nobody."""
    if not _KEY.fullmatch(key):
        return None
    players = tuple(map(int, key.split("-")))
    return players if list(players) == sorted(set(players)) else None


def named_players(players: Collection[int]) -> list[Player] | None:
    """Return these players in their order; None unless each may be named."""
    found = Player.objects.filter(may_publish=True).in_bulk(players)
    if len(found) < len(players) or any(map(is_erased, found.values())):
        return None
    return [found[player] for player in players]


def state_of_players(players: Collection[int]) -> str | None:
    """Return the state of what players have played together; None unless each may be named.

    A new seat has a greater id than those that are gone: the state never comes back. So has a line-up.
    """
    named = Player.objects.filter(pk__in=players, may_publish=True).order_by("pk")
    rows = named.annotate(
        number=Count("seats"),
        ids=Sum("seats__pk"),
        revisions=Sum("seats__side__game__book__revision"),
        **states_of_line_ups(),
    ).values_list("version", "number", "ids", "revisions", *states_of_line_ups())
    states = ["-".join(str(part or 0) for part in row) for row in rows]
    return "_".join(states) if len(states) == len(set(players)) else None


# Games.


def _played_games(player: Player) -> list[_PlayedGame]:
    """Return all that a player has played to its end, the earliest first."""
    return sorted([*_recorded_games(player), *_entered_tables(player)], key=lambda one: one.day)


def _entered_tables(player: Player) -> Iterator[_PlayedGame]:
    tables = load_entered_tables(player)
    lined_up = line_ups_of(tables)
    for table in tables:
        side_of = {one: int(side) for side in TeamSide for one in table.players(lined_up, side)}
        results = dict(enumerate(table.totals))
        yield _PlayedGame(PlayedAt(table.pk, is_entered=True), table.day, table.winner, results, side_of)


def _recorded_games(player: Player) -> list[_PlayedGame]:
    games = Game.objects.filter(shown_games(player), over=True, sides__seats__player=player).distinct()
    rows = [
        row
        for row in games.order_by("opened_at", "pk").values_list("pk", "opened_at", "winner", "other_result")
        if score_counts(row[3])
    ]
    known = [pk for pk, *_others in rows]
    results, seats = _results_of(known), _seats_of(known)
    return [
        _PlayedGame(PlayedAt(pk), timezone.localtime(at).date(), winner, results[pk], seats[pk])
        for pk, at, winner, _other in rows
    ]


def _results_of(games: Collection[int]) -> Mapping[int, Mapping[int, int]]:
    results = defaultdict[int, dict[int, int]](dict)
    sides = Side.objects.filter(game__in=games).order_by()
    for game, number, made in sides.values_list("game", "number", F("total") + F("adjustment")):
        results[game][number] = made
    return results


def _seats_of(games: Collection[int]) -> Mapping[int, Mapping[int, int]]:
    seats = defaultdict[int, dict[int, int]](dict)
    rows = Seat.objects.filter(side__game__in=games).order_by("pk")
    for game, number, player in rows.values_list("side__game", "side__number", "player"):
        seats[game][player] = number
    return seats


# Whom a player has met.


@dataclass(frozen=True, slots=True)
class MetPlayer:
    """Another player with whom, or against whom, one has played."""

    player: int
    won: int
    drawn: int
    lost: int
    # Only of opponents.
    difference: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost


class PeopleMet(NamedTuple):
    """Opponents and partners, those with the most games first."""

    opponents: Sequence[MetPlayer]
    partners: Sequence[MetPlayer]


def people_met(player: Player) -> PeopleMet:
    opponents = defaultdict[int, list[Encounter]](list)
    partners = defaultdict[int, list[EncounterOutcome]](list)
    for game in _played_games(player):
        own = game.side_of[player.pk]
        for other, side in game.side_of.items():
            if other == player.pk:
                continue
            if side == own:
                partners[other].append(outcome_of(own, game.winner))
            else:
                opponents[other].append(_encounter(game, own, side))
    return PeopleMet(
        _most_first(_as_opponent(other, HeadToHead(games)) for other, games in opponents.items()),
        _most_first(_as_partner(other, outcomes) for other, outcomes in partners.items()),
    )


def _most_first(met: Iterable[MetPlayer]) -> list[MetPlayer]:
    return sorted(met, key=lambda one: (-one.games, -one.won, one.player))


def _as_opponent(other: int, games: HeadToHead) -> MetPlayer:
    return MetPlayer(other, games.won, games.drawn, games.lost, games.difference)


def _as_partner(other: int, outcomes: Sequence[EncounterOutcome]) -> MetPlayer:
    return MetPlayer(other, *(outcomes.count(one) for one in EncounterOutcome))


def _encounter(game: _PlayedGame, own: int, theirs: int) -> Encounter:
    results = game.results
    return Encounter(
        game.played, own, theirs, results.get(own, 0), results.get(theirs, 0), game.winner, len(results)
    )


# Two against each other.


class PairsMet(NamedTuple):
    """How often two met with the same partners, by the keys of both pairs."""

    own: tuple[int, ...]
    theirs: tuple[int, ...]
    games: HeadToHead


class PlayedAgainst(NamedTuple):
    """The games of two players or pairs against each other, and with each other."""

    games: HeadToHead
    days: Mapping[PlayedAt, date]
    together: Sequence[EncounterOutcome]
    together_games: Sequence[PlayedAt]
    # With which partners; empty where pairs were asked for.
    pairs: Sequence[PairsMet]


def played_against(players: Sequence[Player], others: Sequence[int]) -> PlayedAgainst:
    """Return the games in which all of one side met all of the other."""
    own_key = [player.pk for player in players]
    encounters, together, together_games = list[Encounter](), list[EncounterOutcome](), list[PlayedAt]()
    by_pairs = defaultdict[tuple[tuple[int, ...], tuple[int, ...]], list[Encounter]](list)
    days: dict[PlayedAt, date] = {}
    for game in _played_games(players[0]):
        own, theirs = game.side_of_all(own_key), game.side_of_all(others)
        if own is None or theirs is None:
            continue
        days[game.played] = game.day
        if own == theirs:
            together.append(outcome_of(own, game.winner))
            together_games.append(game.played)
        else:
            met = _encounter(game, own, theirs)
            encounters.append(met)
            by_pairs[_at(game, own), _at(game, theirs)].append(met)
    single = len(own_key) == len(others) == 1
    pairs = [PairsMet(*keys, HeadToHead(games)) for keys, games in by_pairs.items() if _is_pairs(keys)]
    pairs.sort(key=lambda one: (-len(one.games.encounters), one.own, one.theirs))
    return PlayedAgainst(HeadToHead(encounters), days, together, together_games, pairs if single else ())


def _at(game: _PlayedGame, side: int) -> tuple[int, ...]:
    return tuple(sorted(player for player, at in game.side_of.items() if at == side))


def _is_pairs(keys: tuple[tuple[int, ...], tuple[int, ...]]) -> bool:
    return all(1 < len(key) <= MAX_IN_KEY for key in keys)
