"""Tables of drawn partners against every possible seating: nothing repeats fewer partners, then opponents."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Final

import networkx
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import LONG
from tournaments.core.drawing.meeting import DrawEntry
from tournaments.core.drawing.proposal import DrawInput
from tournaments.core.movements.partners import PARTNERS, draw_partners, least_repeats

# Repeated partners and opponents.
Least = tuple[int, int]
History = tuple[dict[tuple[int, int], int], dict[int, Counter[int]]]


def every_seating(players: tuple[int, ...]) -> Iterator[list[tuple[tuple[int, int], tuple[int, int]]]]:
    """All ways to seat them, written without the program."""
    if not players:
        yield []
        return
    first, rest = players[0], players[1:]
    for partner in rest:
        others = [player for player in rest if player != partner]
        for pair in combinations(others, 2):
            left = tuple(player for player in others if player not in pair)
            for seating in every_seating(left):
                yield [((first, partner), (pair[0], pair[1])), *seating]


def repeated(seating: list[tuple[tuple[int, int], tuple[int, int]]], history: History) -> tuple[int, int]:
    partnered, met = history
    partners = sum(partnered.get(side, 0) for table in seating for side in table)
    opponents = sum(met[one][other] for sides in seating for one in sides[0] for other in sides[1])
    return partners, opponents


def some_history(players: int, seed: int) -> History:
    dice = random.Random(seed)
    partnered: dict[tuple[int, int], int] = {}
    met: dict[int, Counter[int]] = {player: Counter() for player in range(1, players + 1)}
    for one, other in combinations(range(1, players + 1), 2):
        times = dice.choice((0, 0, 1, 2))
        if times:
            partnered[one, other] = partnered[other, one] = times
        met[one][other] = met[other][one] = dice.choice((0, 1, 2))
    return partnered, met


def field_of(history: History) -> list[DrawEntry]:
    return [DrawEntry(player, met=dict(counter)) for player, counter in history[1].items()]


@given(seed=st.integers(0, 9_999))
def test_eight_players_repeat_as_little_as_any_seating_does(seed: int) -> None:
    history = some_history(8, seed)
    drawn = draw_partners(field_of(history), str(seed), history[0])
    least = min(repeated(seating, history) for seating in every_seating(tuple(range(1, 9))))
    assert repeated([table.sides for table in drawn.tables], history) == least
    assert drawn.exact


def least_of(players: frozenset[int], history: History, known: dict[frozenset[int], Least]) -> Least:
    """The least that any seating of these repeats, table by table, written without the program."""
    if not players:
        return 0, 0
    if players not in known:
        first = min(players)
        found = []
        for partner, one, other in permutations(players - {first}, 3):
            if one < other:
                left = least_of(players - {first, partner, one, other}, history, known)
                cost = repeated([((first, partner), (one, other))], history)
                found.append((cost[0] + left[0], cost[1] + left[1]))
        known[players] = min(found)
    return known[players]


@settings(max_examples=100 if LONG else 3)
@given(seed=st.integers(0, 9_999))
def test_twelve_players_repeat_as_little_as_any_seating_does(seed: int) -> None:
    history = some_history(12, seed)
    drawn = draw_partners(field_of(history), str(seed), history[0])
    tables = [table.sides for table in drawn.tables]
    assert repeated(tables, history) == least_of(frozenset(range(1, 13)), history, {})
    assert drawn.exact


@settings(max_examples=10 if LONG else 5)
@given(seed=st.integers(0, 9_999))
def test_the_bound_of_sixteen_players_is_below_every_seating_and_partners_are_the_fewest(seed: int) -> None:
    """The fewest repeated partners by another library; the bound of the opponents by the best of all."""
    history = some_history(16, seed)
    drawn = draw_partners(field_of(history), str(seed), history[0])
    made = repeated([table.sides for table in drawn.tables], history)
    graph: networkx.Graph[int] = networkx.Graph()
    for one, other in combinations(range(1, 17), 2):
        graph.add_edge(one, other, weight=-history[0].get((one, other), 0))
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    assert made[0] == sum(history[0].get((one, other), 0) for one, other in pairs)
    known = DrawInput(
        present=field_of(history),
        all_entries=[],
        turn=1,
        clubs_apart=False,
        partner_counts=history[0],
        seed=str(seed),
        edition=PARTNERS.edition,
    )
    bound = least_repeats(known, [table.sides for table in drawn.tables])
    assert bound.partners == made[0]
    assert bound.opponents <= made[1]
    if LONG:  # two and a half million seatings
        opponents: History = ({}, history[1])
        assert bound.opponents <= least_of(frozenset(range(1, 17)), opponents, {})[1]


@given(seed=st.integers(0, 9_999), players=st.sampled_from([16, 20]))
def test_of_many_players_the_fewest_partners_are_repeated(seed: int, players: int) -> None:
    """Partners in a line have been together: with so few of these a seating without any is there."""
    partnered = {(one, one + 1): 1 for one in range(1, players)}
    partnered |= {(other, one): 1 for one, other in partnered}
    met = {player: Counter({player % players + 1: 1}) for player in range(1, players + 1)}
    drawn = draw_partners(field_of((partnered, met)), str(seed), partnered)
    assert repeated([table.sides for table in drawn.tables], (partnered, met))[0] == 0


def test_eight_players_meet_each_other_twice_as_opponents_in_seven_rounds() -> None:
    """As in a set table for eight: each is the partner of each once, and the opponent twice."""
    partnered: Counter[tuple[int, int]] = Counter()
    met: dict[int, Counter[int]] = {player: Counter() for player in range(1, 9)}
    for number in range(7):
        for table in draw_partners(field_of((partnered, met)), str(number), partnered).tables:
            for side in table.sides:
                partnered.update((side, side[::-1]))
            for one in table.sides[0]:
                met[one].update(table.sides[1])
            for one in table.sides[1]:
                met[one].update(table.sides[0])
    assert max(partnered.values()) == 1
    assert {times for counter in met.values() for times in counter.values()} == {2}


def test_two_with_fixed_tables_are_never_at_one_table() -> None:
    field = [DrawEntry(player, table=player if player < 5 else None) for player in range(1, 17)]
    for table in draw_partners(field, "1").tables:
        assert sum(player < 5 for player in table.players) == 1


def test_a_draw_of_the_first_edition_is_repeated_as_it_was_drawn_then() -> None:
    field = [DrawEntry(player) for player in range(1, 13)]

    def tables(edition: int) -> list[tuple[tuple[int, ...], ...]]:
        known = DrawInput(
            present=field,
            all_entries=[],
            turn=1,
            clubs_apart=False,
            partner_counts={},
            seed="canasta",
            edition=edition,
        )
        return [table.sides for table in PARTNERS.draw(known).tables]

    assert tables(1) == FIRST_EDITION
    assert tables(PARTNERS.edition) != FIRST_EDITION


# As the program before this edition has drawn them.
FIRST_EDITION: Final = [((8, 11), (5, 10)), ((6, 4), (3, 1)), ((2, 7), (9, 12))]
