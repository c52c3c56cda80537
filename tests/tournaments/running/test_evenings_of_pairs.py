"""Whole small evenings of pairs by each movement: played through the verbs, and the draws checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain, combinations, pairwise, permutations

import pytest

from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.agreement.agreement import PlacesBy
from tournaments.core.drawing.movement import Movement
from tournaments.core.movements.circle import DOUBLE_ROUND_ROBIN
from tournaments.core.movements.guided import GUIDED
from tournaments.core.movements.ladder import LADDER, WINNERS_STAY
from tournaments.core.movements.mitchell import MITCHELL
from tournaments.core.movements.swiss import SWISS
from tournaments.models import Pairing, Round
from tournaments.play.audit import check_event_draws
from tournaments.play.changed_standings import would_be_drawn_otherwise
from tournaments.play.seating import get_seats
from tournaments.running import RuledResult, recheck

pytestmark = pytest.mark.django_db


def all_is_well(event: Played) -> None:
    checks = check_event_draws(event.fresh)
    assert all(check.repeats and not check.faults for check in checks), checks
    assert recheck.differences_in(event.fresh) == []


def at_tables(drawn: Round) -> dict[int, tuple[int, ...]]:
    seats = get_seats(drawn).tables
    return {number: tuple(chain(*sides)) for number, sides in enumerate(seats, start=1) if sides}


def met_in(rounds: Sequence[Round]) -> Counter[tuple[int, ...]]:
    return Counter(pair for drawn in rounds for pair in at_tables(drawn).values())


def win_first(event: Played, drawn: Round, *winners: int) -> None:
    """Play a round: these entries win, and where none of a table is named its game is drawn."""
    for game in event.games(drawn):
        pair = at_tables(drawn)[game.pairing.table or 0]
        event.totals(game, *(3000 if entry in winners else 2000 for entry in pair))
    event.close(drawn)


@pytest.mark.parametrize("entries", [6, 7])
def test_a_round_robin_with_guide_cards(entries: int) -> None:
    event = Played(agreed(GUIDED, rounds=5 if entries == 6 else 7))
    event.enter(entries)
    rounds = [event.round() for _round in range(event.agreement.rounds)]
    met = Counter(frozenset(pair) for pair in met_in(rounds).elements())
    assert met == {frozenset(pair): 1 for pair in combinations(range(1, entries + 1), 2)}
    all_is_well(event)


def test_a_pair_that_stays_has_its_table_in_all_rounds() -> None:
    event = Played(agreed(GUIDED, rounds=7))
    event.enter(8)
    running.set_fixed_table(event.by, event.entry(5), 2)
    rounds = [event.round() for _round in range(7)]
    assert all(5 in at_tables(drawn)[2] for drawn in rounds)
    assert max(Counter(frozenset(pair) for pair in met_in(rounds).elements()).values()) == 1
    all_is_well(event)


def test_who_comes_late_gets_the_empty_place_at_the_last_table_and_stays_there() -> None:
    event = Played(agreed(GUIDED, rounds=7))
    event.enter(7)
    event.round()
    event.enter(1)
    rounds = [event.round() for _round in range(6)]
    assert all(8 in at_tables(drawn)[4] for drawn in rounds)
    all_is_well(event)


def test_a_double_round_robin_whose_leaver_is_struck_out() -> None:
    event = Played(agreed(DOUBLE_ROUND_ROBIN, rounds=6))
    event.enter(4)
    rounds = [event.round() for _round in range(6)]
    assert met_in(rounds) == dict.fromkeys(permutations(range(1, 5), 2), 1)
    all_is_well(event)
    other = Played(agreed(DOUBLE_ROUND_ROBIN, rounds=6))
    other.enter(4)
    for _round in range(2):
        other.round()
    running.withdraw(other.by, other.entry(4), "ill")
    other.round()
    assert 4 not in {entry for _place, entry, _points, _difference in other.counted()}
    all_is_well(other)


@pytest.mark.parametrize(
    ("sits", "table", "places"),
    [
        (False, None, [1, 2, 3, 4, 5, 0]),
        (False, 1, [1, 2, 3, 0, 4, 5]),
        (True, None, [1, 2, 0, 3, 4, 5]),
        (True, 1, [0, 1, 2, 3, 4, 5]),
        (True, 9, [1, 2, 0, 3, 4, 5]),
    ],
)
def test_the_empty_place_of_a_mitchell_begins_where_it_was_agreed(
    sits: bool, table: int | None, places: list[int]
) -> None:
    event = Played(agreed(MITCHELL, rounds=3, phantom_sits=sits, phantom_table=table))
    event.enter(5)
    rounds = [event.round() for _round in range(3)]
    assert rounds[0].places == places
    line = [entry for entry in places[:3] if entry]
    for drawn in rounds:
        seated = at_tables(drawn)
        assert all(
            entry not in pair or places[number - 1] == entry
            for number, pair in seated.items()
            for entry in line
        )
    all_is_well(event)


def test_the_first_late_entry_gets_the_empty_place_wherever_it_is() -> None:
    event = Played(agreed(MITCHELL, rounds=3, phantom_sits=True, phantom_table=2))
    event.enter(5)
    event.round()
    event.enter(1)
    second = event.round()
    assert second.places == [1, 6, 2, 3, 4, 5]
    assert 6 in at_tables(second)[2]
    all_is_well(event)


def test_an_entry_that_stays_has_the_table_that_was_meant_to_be_empty() -> None:
    event = Played(agreed(MITCHELL, rounds=3, phantom_sits=True, phantom_table=1))
    event.enter(5)
    running.set_fixed_table(event.by, event.entry(4), 1)
    rounds = [event.round() for _round in range(3)]
    assert all(4 not in pair or number == 1 for drawn in rounds for number, pair in at_tables(drawn).items())
    all_is_well(event)


@pytest.mark.parametrize(
    ("how", "places"),
    [(PlacesBy.STRENGTH, [7, 2, 5, 1, 3, 4, 6, 8]), (PlacesBy.SNAKE, [7, 1, 3, 8, 2, 5, 4, 6])],
)
def test_places_by_strength_begin_with_the_strongest_or_go_to_both_lines_in_turn(
    how: PlacesBy, places: list[int]
) -> None:
    event = Played(agreed(MITCHELL, rounds=2, places_by=how, strength=(7, 2, 5)))
    event.enter(8)
    assert event.round().places == places
    all_is_well(event)


@pytest.mark.parametrize("movement", [LADDER, WINNERS_STAY], ids=str)
def test_an_evening_of_a_ladder_with_a_late_pair_one_that_leaves_and_drawn_games(movement: Movement) -> None:
    event = Played(agreed(movement, rounds=6))
    event.enter(7)
    win_first(event, event.publish(), 1, 3)
    win_first(event, event.publish())
    event.enter(2)
    event.round()
    running.withdraw(event.by, event.entry(2), "ill")
    rounds = [event.round() for _round in range(3)]
    for earlier, later in pairwise(rounds):
        pairs = {frozenset(pair) for pair in at_tables(earlier).values()}
        assert pairs.isdisjoint(frozenset(pair) for pair in at_tables(later).values())
    all_is_well(event)


def test_winners_go_up_a_table_and_losers_down_through_the_verbs() -> None:
    event = Played(agreed(LADDER, rounds=2))
    event.enter(6)
    first = event.publish()
    (a, b), (c, d), (e, f) = at_tables(first).values()
    win_first(event, first, a, d, e)
    second = at_tables(event.publish())
    assert {number: {*pair} for number, pair in second.items()} == {1: {a, d}, 2: {b, e}, 3: {c, f}}


def test_a_ladder_goes_by_the_tables_of_the_round_before_whoever_drew_it_and_by_walkovers() -> None:
    event = Played(agreed(SWISS, LADDER, rounds=1))
    event.enter(6)
    first = event.publish()
    (a, b), (c, d), (e, f) = at_tables(first).values()
    absent = RuledResult(kind=Pairing.Kind.WALKOVER, at_fault=0, reason="Nobody came")
    running.rule_result(event.by, first.pairings.get(table=1), absent)
    for game, totals in zip(event.games(first)[1:], [(3000, 2000), (2000, 3000)], strict=True):
        event.totals(game, *totals)
    event.close(first)
    second = at_tables(event.round())
    assert {number: {*pair} for number, pair in second.items()} == {1: {b, c}, 2: {a, f}, 3: {d, e}}
    all_is_well(event)


def test_who_changes_the_results_of_the_tables_in_the_database_is_found() -> None:
    event = Played(agreed(WINNERS_STAY, rounds=2))
    event.enter(6)
    event.round()
    second = event.round()
    known = second.draw_input
    for entry in known["present"]:
        entry["last_outcome"] = {"win": "loss", "loss": "win"}[entry["last_outcome"]]
    Round.objects.filter(pk=second.pk).update(draw_input=known)
    assert check_event_draws(event.fresh)[1].faults


def test_a_drawn_ladder_says_so_when_a_corrected_result_would_make_it_another_one() -> None:
    event = Played(agreed(LADDER, rounds=2))
    event.enter(6)
    first = event.publish()
    (a, _b), (_c, d), (e, _f) = at_tables(first).values()
    win_first(event, first, a, d, e)
    drawn = event.draw()
    assert not would_be_drawn_otherwise(drawn)
    running.reopen_round(event.by, first, "The slip was read wrong")
    ruled = RuledResult(kind=Pairing.Kind.WALKOVER, at_fault=0, reason="Nobody came")
    running.rule_result(event.by, first.pairings.get(table=1), ruled)
    assert would_be_drawn_otherwise(drawn)
