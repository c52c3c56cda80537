"""Melding runs, which are cards of one suit in sequence."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from scoring.core.cards import CANASTA_SIZE, SUITS, TWO
from scoring.core.simulate.pack import HeldCards, wild_cards_of
from scoring.core.simulate.styles import LayingStyle, WildUse
from scoring.core.simulate.table import SideTable, SuitRun


def extend_runs(table: SideTable, hand: HeldCards, style: LayingStyle, keep: int) -> None:
    for number in range(len(table.runs)):
        _extend_run(table, hand, style, number, -1, keep)
        _extend_run(table, hand, style, number, 1, keep)


def _extend_run(
    table: SideTable, hand: HeldCards, style: LayingStyle, number: int, step: int, keep: int
) -> None:
    ranks = table.sequences.ranks
    while hand.size > keep:
        run = table.runs[number]
        at = table.next_place(run, step)
        if at is None or not _may_go_into_run(hand, run.suit + ranks[at], style):
            return
        hand.take(run.suit + ranks[at])
        table.extend_run(number, step, at, ranks[at])


def _may_go_into_run(hand: HeldCards, card: str, style: LayingStyle) -> bool:
    """Whether a card is in the hand and free for a run: a side that collects twos keeps them."""
    return card in hand.cards and (card[1] != TWO or style.wild is not WildUse.ALONE)


def begin_runs(table: SideTable, hand: HeldCards, style: LayingStyle, keep: int) -> None:
    for suit in SUITS:
        if hand.size - keep < style.min_run:
            return
        for places in list(runs_in_hand(table, hand, style, suit)):
            if min(len(places), hand.size - keep) >= style.min_run:
                begin_run(table, hand, suit, places[: hand.size - keep])


def begin_run(table: SideTable, hand: HeldCards, suit: str, places: list[int]) -> None:
    cards = "".join(table.sequences.ranks[at] for at in places)
    for card in cards:
        hand.take(suit + card)
    table.runs.append(SuitRun(suit, places[0], places[-1], cards))


def runs_in_hand(table: SideTable, hand: HeldCards, style: LayingStyle, suit: str) -> Iterator[list[int]]:
    """Yield the places of the runs that a hand has of a suit, at most seven cards each."""
    kind = table.sequences
    size = len(kind.ranks)
    have = [card in hand.cards for card in _cards_of(suit, kind.ranks)]
    if style.wild is WildUse.ALONE and TWO in kind.ranks:
        have[kind.ranks.index(TWO)] = False
    for start in range(size):
        if have[start] and not (have[start - 1] and (start or kind.circular)):
            places = _run_from(table, have, start, kind.max_gaps if style.gaps else 0)
            for at in places:
                have[at] = False
            yield places


@cache
def _cards_of(suit: str, ranks: str) -> tuple[str, ...]:
    return tuple(suit + rank for rank in ranks)


def _run_from(table: SideTable, have: list[bool], start: int, gaps: int) -> list[int]:
    size = len(have)
    places = [start]
    for at in range(start + 1, start + size if table.sequences.circular else size):
        if len(places) == CANASTA_SIZE:
            break
        if have[at % size]:
            places.append(at % size)
        elif gaps and have[(at + 1) % size]:
            gaps -= 1
        else:
            break
    return places


def complete_runs(table: SideTable, hand: HeldCards, keep: int) -> None:
    """Add a wild card to the end of a run, where it is the seventh card or next to a card of the hand."""
    for number in range(len(table.runs)):
        for step in (-1, 1):
            wild = wild_cards_of(hand)[:1]
            at = table.next_place(table.runs[number], step)
            if wild and at is not None and hand.size - keep >= 2 and _gains(table, hand, number, at, step):
                hand.take_rank(wild, 1)
                table.extend_run(number, step, at, wild, wild=True)
                _extend_run(table, hand, LayingStyle(), number, step, keep)


def _gains(table: SideTable, hand: HeldCards, number: int, at: int, step: int) -> bool:
    """Whether a wild card in this place completes the run, or connects it with a card of the hand."""
    run, ranks = table.runs[number], table.sequences.ranks
    if run.wild >= table.sequences.max_wild:
        return False
    beyond = run.suit + ranks[(at + step) % len(ranks)]
    return len(run.cards) == CANASTA_SIZE - 1 or beyond in hand.cards
