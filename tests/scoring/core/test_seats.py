"""Seats, dealers and turns to sit out, as the rules' sections on two to six players have them."""

from __future__ import annotations

from collections import Counter

import pytest

from scoring import rulesets
from scoring.core.ruleset import RuleSet
from scoring.core.seats import TABLE_FORMS, Person, seating, seating_of_two, table_forms


def the(slug: str) -> RuleSet:
    rules = rulesets.find(slug)
    assert rules is not None
    return rules


SAMBA = the("samba")
EACH_TABLE = [(rules, name) for rules in rulesets.newest_editions() for name in table_forms(rules)]


@pytest.mark.parametrize(
    ("slug", "tables"),
    [
        ("samba", ["2", "3", "4", "5", "6a", "6b", "6c"]),
        ("royal", ["2", "3", "4", "5", "6b", "6c"]),
        ("sitoumussamba", ["4"]),
        ("sambola", ["2", "3", "4", "6b"]),
        ("danish", ["4"]),
        ("classic", ["2", "3", "4"]),
    ],
)
def test_a_game_is_played_at_the_tables_of_its_rules(slug: str, tables: list[str]) -> None:
    assert list(table_forms(the(slug))) == tables


@pytest.mark.parametrize(("rules", "name"), EACH_TABLE)
def test_every_table_deals_cards_to_a_form_of_its_game(rules: RuleSet, name: str) -> None:
    assert TABLE_FORMS[name].playing in rules.player_counts


@pytest.mark.parametrize("rules", rulesets.newest_editions(), ids=lambda rules: rules.slug)
def test_every_form_of_a_game_has_a_table(rules: RuleSet) -> None:
    assert {table.playing for table in table_forms(rules).values()} == set(rules.player_counts)


@pytest.mark.parametrize(
    ("name", "dealers"),
    [("2", [1, 0, 1]), ("3", [2, 0, 1, 2]), ("4", [3, 0, 1, 2, 3]), ("6b", [5, 0, 1]), ("6c", [5, 0, 1])],
)
def test_the_highest_draw_leads_and_his_right_neighbour_deals_first(name: str, dealers: list[int]) -> None:
    deals = [seating(SAMBA, TABLE_FORMS[name], deal) for deal in range(1, len(dealers) + 1)]
    assert [deal.dealer for deal in deals] == dealers
    assert deals[0].leader == 0


def test_in_sambola_the_highest_draw_deals_first() -> None:
    assert [seating(the("sambola"), TABLE_FORMS["4"], deal).dealer for deal in (1, 2, 3)] == [0, 1, 2]


def test_another_first_dealer_may_be_agreed_on() -> None:
    assert [seating(SAMBA, TABLE_FORMS["4"], deal, first_dealer=1).dealer for deal in (1, 2)] == [1, 2]


def test_of_five_the_three_take_turns_to_sit_out() -> None:
    out = [seating(SAMBA, TABLE_FORMS["5"], deal).sitting_out for deal in range(1, 7)]
    assert out == [(Person(1, number),) for number in (2, 0, 1, 2, 0, 1)]


def test_who_comes_in_takes_the_seat_of_the_one_who_goes_out() -> None:
    # Side 1 sits in seats 1 and 3: 0 and 1 first; 2 comes for 0, then 0 for 1, then 1 for 2.
    seats = [seating(SAMBA, TABLE_FORMS["5"], deal).seats for deal in range(1, 5)]
    assert [(people[1].number, people[3].number) for people in seats] == [(0, 1), (2, 1), (2, 0), (1, 0)]


def test_of_six_in_form_a_one_of_each_side_sits_out() -> None:
    out = [seating(SAMBA, TABLE_FORMS["6a"], deal).sitting_out for deal in (1, 2, 3)]
    assert out == [(Person(0, n), Person(1, n)) for n in (2, 0, 1)]


@pytest.mark.parametrize("name", TABLE_FORMS)
def test_everybody_sits_once_or_is_out_and_nobody_is_out_twice_before_all_were(name: str) -> None:
    table = TABLE_FORMS[name]
    for deal in range(1, 20):
        now = seating(SAMBA, table, deal)
        people = {*now.seats, *now.sitting_out}
        assert len(people) == len(now.seats) + len(now.sitting_out) == sum(table.people)
        assert [person.side for person in now.seats] == list(table.seats)
    turns = Counter(person for deal in range(1, 13) for person in seating(SAMBA, table, deal).sitting_out)
    assert set(turns.values()) <= {4}


@pytest.mark.parametrize(
    ("name", "away", "dealers"),
    [
        # Three single players: 2 deals first, then 0, 1, 2. After deal 2 it would be the turn of 1.
        ("3", 0, [1, 2, 1]),
        ("3", 1, [2, 0, 2]),
        ("3", 2, [1, 0, 1]),
        # Three pairs, A B C A B C: C deals, A, and then it would be the turn of B.
        ("6c", 0, [1, 2, 1]),
        ("6c", 1, [2, 0, 2]),
    ],
)
def test_when_one_of_three_has_left_the_deal_goes_on_to_the_left(
    name: str, away: int, dealers: list[int]
) -> None:
    table = TABLE_FORMS[name]
    found = [seating_of_two(SAMBA, table, deal, away, 2) for deal in (3, 4, 5)]
    assert [one.seats[one.dealer].side for one in found] == dealers
    for one in found:
        assert away not in {person.side for person in one.seats}
        assert one.sitting_out == ()
        assert len(one.seats) == len(table.seats) * 2 // 3
