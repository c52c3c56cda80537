"""How a bracket has gone: a pure function of its places, the rounds so far, and who has left.

What was published stands. Where somebody plays in a round whom the bracket had elsewhere, because a result
was corrected or the director has exchanged two entries, the bracket follows the round: they change places.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

from tournaments.core.brackets.games import BracketGame, BracketRound
from tournaments.core.brackets.plan import (
    BracketKind,
    BracketStage,
    Duel,
    DuelKey,
    Plan,
    count_levels,
    plan_bracket,
)
from tournaments.core.results import NOBODY

_BOTH: Final = (0, 1)
# Of so many brackets a process remembers how they have gone.
_MAX_BOARDS: Final = 64


class BracketTerms(NamedTuple):
    """What an event has agreed on for its bracket."""

    kind: BracketKind
    # Who has won more than half of so many games goes on.
    best_of: int = 1

    @property
    def wins_needed(self) -> int:
        return self.best_of // 2 + 1


class DuelGame(NamedTuple):
    """A game of a duel, and its round."""

    round: int
    game: BracketGame


@dataclass(slots=True)
class DuelCourse:
    """How a duel has gone: who has come to it, its games, and who has won it."""

    duel: Duel
    # None while it is not known who comes; `NOBODY` where nobody does.
    entries: list[int | None] = field(default_factory=lambda: [None, None])
    games: list[DuelGame] = field(default_factory=list)
    # The games won by each, with those to which the other did not come.
    wins: dict[int, int] = field(default_factory=dict)
    # `NOBODY` where neither goes on; None while it is open.
    winner: int | None = None
    goes_on: bool = False

    @property
    def key(self) -> DuelKey:
        return self.duel.key

    @property
    def is_decided(self) -> bool:
        return self.winner is not None

    @property
    def pair(self) -> tuple[int, int] | None:
        """The two who meet; None while that is not known, or where somebody has no opponent."""
        first, second = self.entries
        return (first, second) if first and second else None

    @property
    def is_open(self) -> bool:
        """Whether it can be played now."""
        return not self.is_decided and not self.goes_on and self.pair is not None


@dataclass(slots=True)
class Board:
    """A bracket so far. It is built by `follow_bracket` and then only read."""

    terms: BracketTerms
    plan: Plan
    duels: dict[DuelKey, DuelCourse]
    # Who has nothing left to play, and how far it has come.
    out: dict[int, int] = field(default_factory=dict)
    rounds: int = 0

    # Read.

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to play."""
        return all(duel.is_decided for duel in self.duels.values())

    @property
    def open_duels(self) -> list[DuelCourse]:
        """The duels of the next round: all that can be played and whose time has come, if there are such."""
        can_be_played = [duel for duel in self.duels.values() if duel.is_open]
        return [each for each in can_be_played if not self._rounds_too_early(each.key)] or can_be_played

    def _rounds_too_early(self, key: DuelKey) -> int:
        """Return how many rounds come before a duel in any case: two with a bye each do not meet at once."""
        return max(0, key.level - 1 - self.rounds) if key.stage is BracketStage.MAIN else 0

    def duel_of(self, entry: int) -> DuelCourse | None:
        """Return the duel that an entry plays, or waits for; None where it has nothing left to play."""
        return next(
            (duel for duel in self.duels.values() if not duel.is_decided and entry in duel.entries), None
        )

    def reached(self, entry: int) -> tuple[int, int]:
        """Return how far an entry has come for certain, and whether it is still in: greater is better."""
        if entry in self.out:
            return self.out[entry], 0
        waiting = self.duel_of(entry)
        return (0 if waiting is None else self._least(waiting.key)), 1

    def _least(self, key: DuelKey) -> int:
        """Return how far somebody has come who loses from this duel on."""
        duel = self.plan[key]
        return duel.lost if duel.loser_to is None else self._least(duel.loser_to.duel)

    def count_rounds_before(self) -> Mapping[DuelKey, int]:
        """Return how many rounds are played, at least, before the first game of each duel from now on."""
        before = {key: self._rounds_too_early(key) for key in self.plan}
        for key, duel in self.plan.items():
            after = before[key] + self._rounds_of(self.duels[key])
            for way in (duel.winner_to, duel.loser_to):
                if way is not None and self.duels[way.duel].entries[way.side] is None:
                    before[way.duel] = max(before[way.duel], after)
        return before

    def _rounds_of(self, course: DuelCourse) -> int:
        """Return how many rounds a duel takes, at least. The final that may be needed again is not."""
        is_not_played = course.is_decided or NOBODY in course.entries
        if is_not_played or (course.key.stage is BracketStage.AGAIN and None in course.entries):
            return 0
        return self.terms.wins_needed - max(course.wins.values(), default=0)

    @property
    def rounds_left(self) -> int:
        """Return how many rounds it takes, at least, until nothing is left to play."""
        before = self.count_rounds_before()
        return max(before[key] + self._rounds_of(course) for key, course in self.duels.items())

    # Built.

    def settle(self, gone: Collection[int]) -> None:
        """Decide what is decided without a game: nobody is there, or has left."""
        for duel in self.duels.values():
            if duel.is_decided or duel.goes_on or None in duel.entries:
                continue
            there = [entry for entry in duel.entries if entry and entry not in gone]
            if duel.key.stage is BracketStage.AGAIN and self._is_final_enough():
                self._decide(duel, duel.entries[0] or NOBODY)
            elif len(there) < len(duel.entries):
                self._decide(duel, there[0] if there else NOBODY)

    def _is_final_enough(self) -> bool:
        """Whether who came to the final without a defeat has won it."""
        final = self.duels[DuelKey(BracketStage.FINAL)]
        return final.winner in (final.entries[0], NOBODY)

    def play(self, number: int, played: BracketRound) -> None:
        """Add a round: who did not come to it has lost a game, and the bracket follows who played."""
        seated = {entry for game in played.games for entry in game.entries}
        self.settle([entry for entry in played.gone if entry not in seated])
        self.miss(played.missing, seated)
        self.settle([entry for entry in played.gone if entry not in seated])
        placed = [(self._place_of(*game.entries), game) for game in played.games]
        for course, game in placed:
            if course is not None:
                self._add(course, number, game)
        self.rounds = number

    def miss(self, missing: Collection[int], seated: Collection[int] = ()) -> list[DuelCourse]:
        """Let those who are missing lose a game that they were to play; return these duels."""
        missed = []
        for course in self.open_duels:
            there = [entry for entry in course.pair or () if entry not in missing]
            is_played = all(entry in seated for entry in course.pair or ())
            if len(there) < len(_BOTH) and not is_played:
                missed.append(course)
                if there:
                    self._count_win(course, there[0])
        return missed

    def _add(self, course: DuelCourse, number: int, game: BracketGame) -> None:
        course.games.append(DuelGame(number, game))
        if course.is_decided:
            return
        if game.goes_on:
            course.goes_on = True
        elif game.winner == NOBODY:
            self._decide(course, NOBODY)
        elif game.winner is not None:
            self._count_win(course, game.winner)

    def _count_win(self, course: DuelCourse, entry: int) -> None:
        course.wins[entry] = course.wins.get(entry, 0) + 1
        if course.wins[entry] >= self.terms.wins_needed:
            self._decide(course, entry)

    def _decide(self, course: DuelCourse, winner: int) -> None:
        """Decide a duel: who goes on, and who is out. Nobody's loser has nothing left to play either."""
        duel, course.winner, course.goes_on = course.duel, winner, False
        others = [entry for entry in course.entries if entry and entry != winner]
        if winner and duel.winner_to is None:
            self.out[winner] = duel.won
        loser = others[0] if winner and others and duel.loser_to is not None else NOBODY
        for entry in others:
            if entry != loser:
                self.out[entry] = self._least(duel.key)
        for way, entry in ((duel.winner_to, winner), (duel.loser_to, loser)):
            if way is not None:
                self.duels[way.duel].entries[way.side] = entry

    # Who plays elsewhere than the bracket had it.

    def _place_of(self, first: int, second: int) -> DuelCourse | None:
        """Return the duel of two who play, after what has to be changed for that; None if there is none."""
        for one, other in ((first, second), (second, first)):
            self._come_to(one, other)
        found = [(self.duel_of(first), first, second), (self.duel_of(second), second, first)]
        where = [(course, one, other) for course, one, other in found if course is not None]
        # Of a final and a game for the third place it is the final.
        for course, one, other in sorted(where, key=lambda each: -self._least(each[0].key)):
            if self._lets_meet(course, one, other):
                return course
        return None

    def _come_to(self, entry: int, opponent: int) -> None:
        """Let an entry come to the duel in which its opponent waits, where its own leads there."""
        course, waits = self.duel_of(entry), self.duel_of(opponent)
        if course is None or waits is None or course is waits:
            return
        others = [other for other in course.entries if other and other != entry]
        for way, winner in ((course.duel.winner_to, entry), (course.duel.loser_to, (others or [NOBODY])[0])):
            if winner and way is not None and way.duel == waits.key and waits.entries[way.side] is None:
                self._decide(course, winner)
                return

    def _lets_meet(self, course: DuelCourse, entry: int, opponent: int) -> bool:
        """Let another be the opponent of an entry: it changes places with who was to be that."""
        side = 1 - course.entries.index(entry)
        replaced = course.entries[side]
        if replaced == opponent:
            return True
        if replaced is None:
            return False
        elsewhere = self.duel_of(opponent)
        course.entries[side] = opponent
        reached = self.out.pop(opponent, 0)
        if elsewhere is not None:
            elsewhere.entries[elsewhere.entries.index(opponent)] = replaced
        elif replaced:
            self.out[replaced] = reached
        return True


@lru_cache(maxsize=_MAX_BOARDS)
def follow_bracket(
    terms: BracketTerms,
    seeds: tuple[int, ...],
    rounds: tuple[BracketRound, ...] = (),
    gone: tuple[int, ...] = (),
) -> Board:
    """Return how a bracket has gone. `seeds` has its entries, the best first; `gone` who has left by now."""
    return _build(terms, seeds, rounds, gone)


def _build(
    terms: BracketTerms, seeds: Sequence[int], rounds: Iterable[BracketRound], gone: Collection[int]
) -> Board:
    plan = plan_bracket(terms.kind, count_levels(len(seeds)))
    board = Board(terms, plan, {key: DuelCourse(duel) for key, duel in plan.items()})
    for course in board.duels.values():
        if course.duel.seeds is not None:
            course.entries = [seeds[seed - 1] if seed <= len(seeds) else NOBODY for seed in course.duel.seeds]
    for number, played in enumerate(rounds, start=1):
        board.play(number, played)
    board.settle(gone)
    return board


def find_next_duels(
    terms: BracketTerms,
    seeds: Sequence[int],
    rounds: Iterable[BracketRound] = (),
    gone: Collection[int] = (),
    missing: Collection[int] = (),
) -> list[DuelCourse]:
    """Return the duels of the next round: all that can be played, and are not lost by who is missing."""
    board = _build(terms, seeds, rounds, gone)
    missed = [course.key for course in board.miss(missing)]
    board.settle(gone)
    return [
        course
        for course in board.open_duels
        if course.key not in missed and {*missing}.isdisjoint(course.pair or ())
    ]


def count_free_byes(seeds: Sequence[int], rounds: Iterable[BracketRound], gone: Collection[int] = ()) -> int:
    """Return how many may still come: for each an empty place whose opponent has played nothing yet."""
    size = 2 ** count_levels(len(seeds))
    seated = {entry for played in rounds for game in played.games for entry in game.entries}
    free = 0
    for opponent in reversed(seeds[: size - len(seeds)]):
        if opponent in seated or opponent in gone:
            break
        free += 1
    return free
