"""Knock-out: who loses is out, plays for the third place, or has a second chance.

The best places meet the last ones; where these are empty, they have no game in the first round. From then on
two meet as soon as both are known, so nobody waits longer than for the own opponent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from tournaments.core.brackets.board import BracketTerms, DuelCourse, find_next_duels
from tournaments.core.brackets.games import BracketGame, BracketSoFar
from tournaments.core.brackets.plan import BracketKind, BracketStage
from tournaments.core.drawing.meeting import PHANTOM_ENTRY, Meeting, MeetingReason
from tournaments.core.drawing.movement import Movement, MovementCheck
from tournaments.core.drawing.proposal import DrawFunction, DrawInput, Proposal, propose
from tournaments.core.played_rounds import FaultCode, Finding, PastRounds, PlayedRound
from tournaments.core.texts import gettext_noop

_REASONS: Final[Mapping[str, str]] = {
    "bracket_seeds": gettext_noop("places %(above)s and %(below)s of the first round"),
    "bracket_main": gettext_noop("stage %(level)s of the bracket"),
    "bracket_third": gettext_noop("for the third place"),
    "bracket_second": gettext_noop("stage %(level)s of the second chance"),
    "bracket_final": gettext_noop("the one without a defeat against the best with one"),
    "bracket_again": gettext_noop("both have one defeat: the final again"),
    "bracket_game": gettext_noop("game %(game)s of at most %(most)s"),
}


_LEFT_BY_SEMI_FINALS: Final = 2


def draw_duels(kind: BracketKind, draw_input: DrawInput) -> Proposal:
    """Return the meetings of all whose opponents are known, from the top of the bracket."""
    known = draw_input.bracket or BracketSoFar()
    duels = find_next_duels(
        BracketTerms(kind, known.best_of), draw_input.all_entries, known.rounds, known.gone, known.missing
    )
    return propose(_meeting(course, known.best_of) for course in duels)


def _meeting(course: DuelCourse, best_of: int) -> Meeting:
    """Return a duel's next game: in each the other side is named first."""
    pair = tuple(course.pair or ())
    sides = pair[::-1] if len(course.games) % 2 else pair
    return Meeting(sides, tuple(_reasons_for(course, best_of)))


def _reasons_for(course: DuelCourse, best_of: int) -> Iterator[MeetingReason]:
    seeds = course.duel.seeds
    if seeds is not None:
        yield MeetingReason("bracket_seeds", {"above": min(seeds), "below": max(seeds)})
    else:
        has_level = course.key.stage in (BracketStage.MAIN, BracketStage.SECOND)
        yield MeetingReason(f"bracket_{course.key.stage}", {"level": course.key.level} if has_level else {})
    if best_of > 1:
        yield MeetingReason("bracket_game", {"game": len(course.games) + 1, "most": best_of})


def _draw_by(kind: BracketKind) -> DrawFunction:
    return lambda draw_input: draw_duels(kind, draw_input)


# The check shares no function with the draw.


class _BracketTally:
    """The defeats of each entry, counted game by game; nothing is said where a result was changed since."""

    def __init__(self, known: BracketSoFar, limit: int) -> None:
        self.defeats: Counter[int] = Counter()
        self.is_plain = True
        self.playing: set[int] = set()
        self._won: dict[frozenset[int], Counter[int]] = {}
        for played in known.rounds:
            self.is_plain = self.is_plain and not (played.missing or played.gone)
            for game in played.games:
                self._add(game, limit, known.best_of)

    def _add(self, game: BracketGame, limit: int, best_of: int) -> None:
        pair = frozenset(game.entries)
        if any(self.defeats[entry] >= limit for entry in pair):
            self.is_plain = False
        if game.goes_on:
            self.playing |= pair
        if game.winner == PHANTOM_ENTRY:
            self.defeats.update(dict.fromkeys(pair, limit))
        elif game.winner is not None and not game.goes_on:
            won = self._won.setdefault(pair, Counter())
            won[game.winner] += 1
            if 2 * won[game.winner] > best_of:
                self.defeats.update(pair - {game.winner})
                del self._won[pair]


def _place_in_bracket(seed: int, size: int) -> int:
    """Return where a place stands from the top: the first and the last of a bracket are neighbours."""
    if size == 1:
        return 0
    half = size // 2
    if seed <= half:
        return 2 * _place_in_bracket(seed, half)
    return 2 * _place_in_bracket(size + 1 - seed, half) + 1


def _common_block(first: int, second: int) -> range:
    """Return the smallest part of the bracket in which both places are."""
    size = 1
    while first // size != second // size:
        size *= 2
    return range(first // size * size, (first // size + 1) * size)


def _check_by(kind: BracketKind) -> MovementCheck:
    limit = 2 if kind is BracketKind.SECOND_CHANCE else 1

    def check(played: PlayedRound, _before: PastRounds) -> Iterator[Finding]:
        """Nobody plays who is out; two without a defeat meet where all others between them have lost, and
        must meet there."""
        known = played.bracket
        if known is None:
            return
        record = _BracketTally(known, limit)
        if not record.is_plain or known.gone or known.missing:
            return
        yield from _who_is_out(kind, played, record)
        yield from _who_should_meet(played, record)

    return check


def _who_is_out(kind: BracketKind, played: PlayedRound, record: _BracketTally) -> Iterator[Finding]:
    for table in played.tables:
        if not _may_meet(kind, record, played.places, table):
            yield FaultCode.NOT_THE_MOVEMENT, table


def _may_meet(kind: BracketKind, record: _BracketTally, places: Sequence[int], table: Sequence[int]) -> bool:
    """Whether two may meet with the defeats that they have."""
    defeats = sorted(record.defeats[entry] for entry in table)
    unbeaten = sum(not record.defeats[entry] for entry in places if entry)
    once = sum(record.defeats[entry] == 1 for entry in places if entry)
    if defeats == [1, 1]:
        # Four have come to the semi-finals: two of them are left.
        is_for_third = kind is BracketKind.THIRD_PLACE and unbeaten <= _LEFT_BY_SEMI_FINALS
        return is_for_third or kind is BracketKind.SECOND_CHANCE
    is_final = kind is BracketKind.SECOND_CHANCE and unbeaten == once == 1
    return defeats == [0, 0] or (defeats == [0, 1] and is_final)


def _who_should_meet(played: PlayedRound, record: _BracketTally) -> Iterator[Finding]:
    entries = [entry for entry in played.places if entry]
    size = 1
    while size < len(entries):
        size *= 2
    at = {entry: _place_in_bracket(seed, size) for seed, entry in enumerate(entries, start=1)}
    unbeaten = {place: entry for entry, place in at.items() if not record.defeats[entry]}
    seated = [{*table} for table in played.tables]
    for first, second in combinations(sorted(unbeaten), 2):
        pair = {unbeaten[first], unbeaten[second]}
        block = _common_block(first, second)
        alone = sum(place in unbeaten for place in block) == 2
        # A block of eight is played in the third round at the earliest.
        is_time = 2**played.turn >= len(block)
        if (pair in seated) != (alone and is_time and record.playing.isdisjoint(pair)):
            yield FaultCode.NOT_THE_MOVEMENT, tuple(sorted(pair))


KNOCK_OUT: Final = Movement(
    code="knock_out",
    label=gettext_noop("knock-out"),
    position=70,
    draw=_draw_by(BracketKind.SINGLE),
    check=_check_by(BracketKind.SINGLE),
    bracket=BracketKind.SINGLE,
    reasons=_REASONS,
    rule=gettext_noop("Anyone who loses is out. Those who lose at the same level share a place."),
)
KNOCK_OUT_THIRD: Final = Movement(
    code="knock_out_third",
    label=gettext_noop("knock-out, with a game for the third place"),
    position=71,
    draw=_draw_by(BracketKind.THIRD_PLACE),
    check=_check_by(BracketKind.THIRD_PLACE),
    bracket=BracketKind.THIRD_PLACE,
    reasons=_REASONS,
    rule=gettext_noop(
        "Anyone who loses is out; those who lose in a semi-final play for the third place. Those who "
        "lose at the same level share a place."
    ),
)
KNOCK_OUT_SECOND: Final = Movement(
    code="knock_out_second",
    label=gettext_noop("knock-out, with a second chance"),
    position=72,
    draw=_draw_by(BracketKind.SECOND_CHANCE),
    check=_check_by(BracketKind.SECOND_CHANCE),
    bracket=BracketKind.SECOND_CHANCE,
    reasons=_REASONS,
    rule=gettext_noop(
        "Anyone who loses twice is out. Those with one defeat play on among themselves, and the best of "
        "them meets the one without a defeat in the final; who comes to it without a defeat and loses it "
        "plays it again."
    ),
)
