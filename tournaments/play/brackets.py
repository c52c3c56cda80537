"""The bracket of a knock-out, from the record of an event: its places, its games, and who has left."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Self

from tournaments.agreement.agreement import EventAgreement, LevelGame
from tournaments.core.brackets.board import (
    Board,
    BracketTerms,
    count_free_byes,
    find_next_duels,
    follow_bracket,
)
from tournaments.core.brackets.games import BracketEnd, BracketGame, BracketRound, BracketSoFar, end_of
from tournaments.core.brackets.plan import BracketKind
from tournaments.core.drawing.proposal import UnfinishedGame
from tournaments.core.results import ResultKind
from tournaments.models import PlaceDecider, Round, Tournament
from tournaments.play.event_record import EventRecord, RoundRecord, takes_part
from tournaments.play.played_pairings import PlayedPairing

# The list under which what decided a level game is stored among the deciders of places.
LEVEL: Final = "level"
_TWO_SIDES: Final = 2


@dataclass(frozen=True, slots=True)
class EventBracket:
    """The bracket of an event: its places, the best first, and how it has gone."""

    kind: BracketKind
    seeds: tuple[int, ...]
    board: Board


class LevelTable(NamedTuple):
    """A table at which a game has ended level, and nobody has said yet who goes on."""

    round: int
    table: int
    entries: tuple[int, int]


def get_bracket(record: EventRecord) -> EventBracket | None:
    """Return the bracket of an event; None where it is no knock-out, or before its first round."""
    kind, seeds = record.agreement.bracket, _seeds_of(record)
    if kind is None or not seeds:
        return None
    rounds = _bracket_rounds(record)
    gone = _gone_before(record, record.rounds[-1].round.number + 1)
    return EventBracket(kind, seeds, follow_bracket(_terms_of(record.agreement, kind), seeds, rounds, gone))


def _seeds_of(record: EventRecord) -> tuple[int, ...]:
    """Return the places as they were at the last round that has any."""
    placed = [played.round.places for played in record.rounds if played.round.places]
    return tuple(placed[-1]) if placed else ()


def _terms_of(agreement: EventAgreement, kind: BracketKind) -> BracketTerms:
    return BracketTerms(kind, agreement.best_of)


# For the draw.


def bracket_so_far(
    record: EventRecord, number: int, unfinished: Collection[UnfinishedGame] = ()
) -> BracketSoFar:
    """Return what the draw of a round needs to know. Games that went on then are not decided for it."""
    rounds = _bracket_rounds(record, {(game.round, game.table) for game in unfinished})
    missing = tuple(each.number for each in record.entries.values() if number in each.missed)
    return BracketSoFar(rounds, _gone_before(record, number), missing, record.agreement.best_of)


def entries_due(kind: BracketKind, seeds: Sequence[int], known: BracketSoFar) -> frozenset[int]:
    """Return the entries that play in the next round."""
    terms = BracketTerms(kind, known.best_of)
    duels = find_next_duels(terms, seeds, known.rounds, known.gone, known.missing)
    return frozenset(entry for course in duels for entry in course.pair or ())


def rounds_left_for(kind: BracketKind, seeds: Sequence[int], known: BracketSoFar) -> int:
    """Return how many rounds are left, at least, with the one that is drawn."""
    terms = BracketTerms(kind, known.best_of)
    return follow_bracket(terms, tuple(seeds), known.rounds, known.gone).rounds_left


def count_free(record: EventRecord, number: int) -> int:
    """Return how many may still come: the byes of the first round whose owners have played nothing yet.

    Below 0 so many have come too many.
    """
    seeds = _seeds_of(record)
    waiting = [
        each for each in record.entries.values() if takes_part(each, number) and each.number not in seeds
    ]
    free = count_free_byes(seeds, _bracket_rounds(record), _gone_before(record, number))
    return free - len(waiting)


def has_place(event: Tournament, entry: int) -> bool:
    """Whether an entry has a place in the bracket of an event: it keeps it when it leaves."""
    if event.agreement.bracket is None:
        return False
    public = event.rounds.filter(state__in=(Round.State.PUBLISHED, Round.State.CLOSED))
    placed = public.order_by("-number").values_list("places", flat=True).first()
    return entry in (placed or ())


# The games of each round.


def find_level_tables(record: EventRecord) -> list[LevelTable]:
    """Return the tables of which somebody has to say who goes on."""
    games = _Games.of(record)
    return [
        LevelTable(played.round.number, pairing.table or 0, entries)
        for played in record.rounds
        for pairing, entries in _duels_in(played)
        if _end_of(pairing).is_level and games.winner_of_level(played.round.number, entries) is None
    ]


def load_decided(event: Tournament) -> Mapping[tuple[int, frozenset[int]], int]:
    """Load who has won what decided level games, by their rounds and entries; the last word counts."""
    if not event.deciders_recorded:
        return {}
    rows = PlaceDecider.objects.filter(tournament=event, category=LEVEL, withdrawn=False).order_by("number")
    return {
        (number, frozenset(order)): order[0] for number, order in rows.values_list("after_round", "order")
    }


def _bracket_rounds(
    record: EventRecord, unfinished: Collection[tuple[int, int]] = ()
) -> tuple[BracketRound, ...]:
    games = _Games.of(record, unfinished)
    return tuple(
        BracketRound(
            tuple(
                games.game_of(played.round.number, pairing, entries) for pairing, entries in _duels_in(played)
            ),
            _gone_before(record, played.round.number),
            tuple(each.number for each in record.entries.values() if played.round.number in each.missed),
        )
        for played in record.rounds
    )


@dataclass(frozen=True, slots=True)
class _Games:
    """Reads the games of an event: what decides level ones is looked up once for all of them."""

    seeds: Sequence[int]
    rule: LevelGame
    decided: Mapping[tuple[int, frozenset[int]], int]
    unfinished: Collection[tuple[int, int]]

    @classmethod
    def of(cls, record: EventRecord, unfinished: Collection[tuple[int, int]] = ()) -> Self:
        rule = record.agreement.level_game
        return cls(_seeds_of(record), rule, load_decided(record.event), unfinished)

    def game_of(self, number: int, pairing: PlayedPairing, entries: tuple[int, int]) -> BracketGame:
        if (number, pairing.table) in self.unfinished or not _is_decided(pairing):
            return BracketGame(entries, None, goes_on=True)
        end = _end_of(pairing)
        winner = self.winner_of_level(number, entries) if end.is_level else end.winner
        return BracketGame(entries, winner, goes_on=end.is_level and winner is None)

    def winner_of_level(self, number: int, entries: tuple[int, int]) -> int | None:
        """Return who goes on after a level game; None while nobody has said so."""
        winner = self.decided.get((number, frozenset(entries)))
        if winner is not None or self.rule is LevelGame.EXTRA_DEAL:
            return winner
        return min(entries, key=lambda entry: self.seeds.index(entry) if entry in self.seeds else 0)


def _duels_in(played: RoundRecord) -> Iterator[tuple[PlayedPairing, tuple[int, int]]]:
    """Yield the tables of two entries."""
    for pairing in played.pairings:
        if len(pairing.sides) == _TWO_SIDES and all(len(side) == 1 for side in pairing.sides):
            (first,), (second,) = pairing.sides
            yield pairing, (first, second)


def _is_decided(pairing: PlayedPairing) -> bool:
    """Whether the result of a table is there as a whole."""
    is_played = pairing.kind == ResultKind.PLAYED
    return not (is_played and pairing.goes_on) and bool(pairing.results())


def _end_of(pairing: PlayedPairing) -> BracketEnd:
    return end_of(pairing.results()[0]) if _is_decided(pairing) else BracketEnd()


def _gone_before(record: EventRecord, number: int) -> tuple[int, ...]:
    """Return the entries that have left before a round."""
    return tuple(
        each.number
        for each in record.entries.values()
        if each.until_round is not None and each.until_round < number
    )
