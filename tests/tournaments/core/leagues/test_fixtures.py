"""The matches of a season: all meet, sides alternate, and clashes are few and all found."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, time, timedelta
from itertools import combinations, pairwise, permutations
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.core.leagues.fixtures import (
    A_ROUND_OF_THE_DAY,
    Clash,
    ClashKind,
    FixtureTeam,
    MatchDay,
    PlannedMatch,
    SeasonTemplate,
    every_weeks,
    find_clashes,
    rounds_of_a_day,
)
from tournaments.core.leagues.pattern import FEWEST_TEAMS, MOST_TEAMS, LegOrder, pattern_of, rounds_of
from tournaments.core.leagues.planning import plan_season

MONDAY = date(2026, 9, 7)


def team(number: int, place: str = "", *blocked: date) -> FixtureTeam:
    return FixtureTeam(number, place, frozenset(blocked))


def of_others(when: MatchDay, place: str, at: time | None = None) -> PlannedMatch:
    """A match of another division."""
    return PlannedMatch(1, when._replace(at=at), 901, 902, place)


def random_template(dice: random.Random, most_teams: int = 12) -> SeasonTemplate:
    """Halls that two or three share, and days on which teams and halls are away."""
    size, legs = dice.randint(FEWEST_TEAMS, most_teams), dice.choice((1, 2, 2, 3))
    days = every_weeks(MONDAY, rounds_of(size, legs) + dice.choice((0, 0, 2, 5)))

    def some(most: int) -> frozenset[date]:
        return frozenset(one.day for one in dice.sample(days, min(len(days), dice.randint(0, most))))

    halls = [f"hall {number}" for number in range(size // 2 + 1)]
    return SeasonTemplate(
        teams=[FixtureTeam(10 + at, dice.choice(["", *halls]), some(2)) for at in range(size)],
        days=days,
        legs=legs,
        order=dice.choice(list(LegOrder)),
        blocked_places={hall: some(3) for hall in halls[::2]},
        taken=[of_others(dice.choice(days), dice.choice(halls)) for _match in range(dice.choice((0, 4)))],
        seed=dice.randrange(1000),
    )


# A checker that shares nothing with the plan: it looks at the matches alone.


def check_season(template: SeasonTemplate, matches: Sequence[PlannedMatch]) -> None:
    numbers = [one.number for one in template.teams]
    meetings = Counter((match.home, match.away) for match in matches)
    for one, other in combinations(numbers, 2):
        sides = meetings[one, other], meetings[other, one]
        assert sum(sides) == template.legs
        assert abs(sides[0] - sides[1]) == template.legs % 2
    by_round: dict[int, list[PlannedMatch]] = defaultdict(list)
    for match in matches:
        by_round[match.round].append(match)
    for number, played in by_round.items():
        assert len({match.when for match in played}) == 1
        playing = [one for match in played for one in (match.home, match.away)]
        assert len(playing) == len(set(playing)) == len(numbers) // 2 * 2, number
    when = [by_round[number][0].when for number in sorted(by_round)]
    assert sorted(by_round) == list(range(1, len(when) + 1))
    assert when == sorted(set(when))
    assert set(when) <= set(template.days)


def counted_clashes(template: SeasonTemplate, matches: Iterable[PlannedMatch]) -> int:
    """Count the clashes day by day, and not match by match."""
    places = {one.number: one.place for one in template.teams}
    blocked = {one.number: one.blocked for one in template.teams}
    found, matches = 0, list(matches)
    for when in {match.when for match in matches}:
        today = [match for match in matches if match.when == when]
        found += sum(when.day in blocked[one] for match in today for one in (match.home, match.away))
        at_home = Counter(places[match.home] for match in today)
        for place, count in at_home.items():
            found += count * (when.day in template.blocked_places.get(place, ()))
            found += count - 1 if place else 0
            found += count * any(
                (one.when.day, one.place) == (when.day, place) and place for one in template.taken
            )
    return found


def breaks_of(teams: int, legs: int, order: LegOrder = LegOrder.MIRRORED) -> Counter[int]:
    """How often each place is twice running at home, or away; sitting out is passed over."""
    found: Counter[int] = Counter()
    for place in range(teams):
        sides = [
            home == place
            for played in pattern_of(teams, legs, order)
            for home, away in played
            if place in (home, away)
        ]
        found[place] = sum(one == other for one, other in pairwise(sides))
    return found


# The pattern.

ALL_SIZES = pytest.mark.parametrize("teams", range(FEWEST_TEAMS, MOST_TEAMS + 1))


@ALL_SIZES
@pytest.mark.parametrize("legs", [1, 2, 4])
@pytest.mark.parametrize("order", LegOrder)
def test_in_a_season_all_meet_once_a_leg_and_play_once_a_round(
    teams: int, legs: int, order: LegOrder
) -> None:
    days = every_weeks(MONDAY, rounds_of(teams, legs))
    template = SeasonTemplate(
        teams=[team(number) for number in range(teams)], days=days, legs=legs, order=order
    )
    plan = plan_season(template)
    check_season(template, plan.matches)
    assert plan.is_proved
    assert not plan.clashes


@ALL_SIZES
def test_breaks_are_as_few_as_can_be(teams: int) -> None:
    breaks = breaks_of(teams, 1)
    assert sum(breaks.values()) == (0 if teams % 2 else teams - 2)
    assert max(breaks.values()) <= 1


@pytest.mark.parametrize("teams", range(4, MOST_TEAMS + 1, 2))
def test_each_order_of_a_second_leg_has_its_number_of_breaks(teams: int) -> None:
    assert sum(breaks_of(teams, 2, LegOrder.MIRRORED).values()) == 3 * teams - 6
    assert sum(breaks_of(teams, 2, LegOrder.FRENCH).values()) == 2 * teams
    assert sum(breaks_of(teams, 2, LegOrder.ENGLISH).values()) == 2 * teams - 4


@ALL_SIZES
def test_nobody_is_at_home_more_than_once_oftener_than_away(teams: int) -> None:
    played = [meeting for meetings in pattern_of(teams, 1, LegOrder.MIRRORED) for meeting in meetings]
    home, away = Counter(one.home for one in played), Counter(one.away for one in played)
    assert all(abs(home[place] - away[place]) == (teams + 1) % 2 for place in range(teams))


def test_the_second_leg_of_each_order_begins_where_it_says() -> None:
    single = pattern_of(6, 1, LegOrder.MIRRORED)
    back = [tuple(meeting.returned for meeting in meetings) for meetings in single]
    assert pattern_of(6, 2, LegOrder.MIRRORED)[5:] == (*back,)
    assert pattern_of(6, 2, LegOrder.FRENCH)[5:] == (*back[1:], back[0])
    assert pattern_of(6, 2, LegOrder.ENGLISH)[5:] == (back[-1], *back[:-1])


# Clashes.


@given(st.integers(0, 10_000))
def test_a_plan_is_a_season_and_its_clashes_are_all_that_there_are(seed: int) -> None:
    template = random_template(random.Random(seed))
    plan = plan_season(template)
    check_season(template, plan.matches)
    assert len(plan.clashes) == counted_clashes(template, plan.matches)
    assert plan.bound <= len(plan.clashes)


@given(st.integers(0, 10_000))
@settings(max_examples=10)
def test_one_seed_gives_one_plan(seed: int) -> None:
    template = random_template(random.Random(seed), 8)
    assert plan_season(template) == plan_season(template)


def least_by_trying_all(template: SeasonTemplate) -> int:
    """The fewest clashes of all ways to deal out places, sides and days."""
    pattern, least = pattern_of(len(template.teams), template.legs, template.order), 10**9
    for days in combinations(template.days, len(pattern)):
        for teams in permutations(one.number for one in template.teams):
            for side in (1, -1):
                matches = [
                    PlannedMatch(number, when, teams[meeting[::side][0]], teams[meeting[::side][1]])
                    for number, (meetings, when) in enumerate(zip(pattern, days, strict=True), 1)
                    for meeting in meetings
                ]
                least = min(least, counted_clashes(template, matches))
    return least


@pytest.mark.parametrize("seed", range(30))
def test_of_few_teams_no_plan_has_fewer_clashes_and_the_bound_is_none_too_high(seed: int) -> None:
    dice = random.Random(seed)
    size = dice.choice((3, 4))
    days = every_weeks(MONDAY, rounds_of(size, 1) + dice.choice((0, 1, 2)))

    def some(most: int) -> frozenset[date]:
        return frozenset(one.day for one in dice.sample(days, dice.randint(0, most)))

    template = SeasonTemplate(
        teams=[FixtureTeam(number, dice.choice(("", "north", "south")), some(3)) for number in range(size)],
        days=days,
        legs=1,
        blocked_places={"north": some(3)},
        taken=[of_others(dice.choice(days), "south")] if seed % 2 else (),
    )
    plan, least = plan_season(template), least_by_trying_all(template)
    assert len(plan.clashes) == least
    assert plan.bound <= least


def test_two_teams_of_one_hall_are_never_at_home_together() -> None:
    teams = [team(number, f"hall {number // 2}") for number in range(10)]
    template = SeasonTemplate(teams=teams, days=every_weeks(MONDAY, 18))
    assert not plan_season(template).clashes


def test_three_teams_of_one_hall_cannot_all_be_kept_apart_and_the_plan_says_so() -> None:
    teams = [team(number, "hall" if number < 3 else "") for number in range(8)]
    plan = plan_season(SeasonTemplate(teams=teams, days=every_weeks(MONDAY, 7), legs=1))
    assert {clash.kind for clash in plan.clashes} == {ClashKind.PLACE_TAKEN}
    # Together they are at home at least 9 times in 7 rounds.
    assert plan.bound == 2
    assert len(plan.clashes) >= plan.bound


def test_a_spare_day_is_used_so_that_nobody_plays_on_a_blocked_one() -> None:
    days = every_weeks(MONDAY, 4)
    teams = [team(1), team(2), team(3), team(4, "", days[1].day)]
    plan = plan_season(SeasonTemplate(teams=teams, days=days, legs=1))
    assert not plan.clashes
    assert {match.when for match in plan.matches} == {days[0], days[2], days[3]}


def test_who_cannot_play_on_a_day_sits_out_that_round() -> None:
    days = every_weeks(MONDAY, 5)
    teams = [team(number, "", days[number].day) for number in range(5)]
    assert not plan_season(SeasonTemplate(teams=teams, days=days, legs=1)).clashes


def test_a_closed_hall_sends_its_team_away() -> None:
    days = every_weeks(MONDAY, 7)
    closed = frozenset(days[number].day for number in (0, 2, 4))
    teams = [team(number, "hall" if number == 3 else "") for number in range(8)]
    template = SeasonTemplate(teams=teams, days=days, legs=1, blocked_places={"hall": closed})
    assert not plan_season(template).clashes


def test_a_season_changed_by_hand_shows_each_kind_of_clash_by_its_match_and_team() -> None:
    first, second = MatchDay(MONDAY), MatchDay(MONDAY + timedelta(days=7))
    teams = [team(1, "hall"), team(2, "hall"), team(3), team(4, "", second.day)]
    matches = [
        PlannedMatch(1, first, 1, 3),
        PlannedMatch(1, first, 2, 3),
        PlannedMatch(2, second, 1, 4),
    ]
    closed = {"hall": frozenset({second.day})}
    assert [(clash.kind, clash.match, clash.team) for clash in find_clashes(matches, teams, closed)] == [
        (ClashKind.PLACE_TAKEN, matches[1], 2),
        (ClashKind.PLAYS_TWICE, matches[1], 3),
        (ClashKind.TEAM_BLOCKED, matches[2], 4),
        (ClashKind.PLACE_BLOCKED, matches[2], 1),
    ]


def test_matches_of_one_evening_clash_and_those_of_a_long_day_do_not() -> None:
    teams = [team(1, "hall"), team(2, "hall"), team(3), team(4)]

    def clashes(*times: time | None) -> list[ClashKind]:
        first, second = (MatchDay(MONDAY, at) for at in times)
        matches = [PlannedMatch(1, first, 1, 3), PlannedMatch(2, second, 2, 4)]
        return [clash.kind for clash in find_clashes(matches, teams, {})]

    assert clashes(time(18), time(18, 30)) == [ClashKind.PLACE_TAKEN]
    assert clashes(time(20), time(18)) == [ClashKind.PLACE_TAKEN]
    assert clashes(None, time(18)) == [ClashKind.PLACE_TAKEN]
    assert clashes(time(11), time(15)) == []


def test_where_rounds_follow_each_other_only_what_begins_together_clashes() -> None:
    teams = [team(1), team(2), team(3)]
    day = {at: MatchDay(MONDAY, time(at)) for at in (10, 11)}
    matches = [
        PlannedMatch(number, day[at], home, away, lasting=A_ROUND_OF_THE_DAY)
        for number, at, home, away in ((1, 10, 1, 2), (2, 11, 1, 3), (3, 11, 3, 2))
    ]
    found = find_clashes(matches, teams, {})
    assert [(clash.kind, clash.team, clash.other) for clash in found] == [
        (ClashKind.PLAYS_TWICE, 3, matches[1])
    ]


def test_a_match_that_was_moved_to_another_place_clashes_there() -> None:
    teams, when = [team(1, "hall"), team(2, "school"), team(3), team(4)], MatchDay(MONDAY)
    moved = PlannedMatch(1, when, 2, 4, "hall")
    assert find_clashes([PlannedMatch(1, when, 1, 3), moved], teams, {"school": frozenset({MONDAY})}) == [
        Clash(ClashKind.PLACE_TAKEN, moved, 2, PlannedMatch(1, when, 1, 3))
    ]


def test_a_plan_leaves_the_places_to_other_divisions_that_have_them() -> None:
    days = every_weeks(MONDAY, 7)
    teams = [team(number, "hall" if number == 3 else "") for number in range(8)]
    taken = [of_others(days[number], "hall", time(18)) for number in (0, 2, 4)]
    plan = plan_season(SeasonTemplate(teams=teams, days=days, legs=1, taken=taken))
    assert not plan.clashes
    at_home = {match.when for match in plan.matches if match.home == 3}
    assert at_home.isdisjoint(days[number] for number in (0, 2, 4))


# Days.


def test_every_second_week_leaves_the_holidays_out() -> None:
    holiday = MONDAY + timedelta(days=14)
    found = every_weeks(MONDAY, 3, 2, {holiday})
    assert [one.day for one in found] == [MONDAY, MONDAY + timedelta(28), MONDAY + timedelta(42)]


def test_the_rounds_of_one_day_begin_one_after_the_other_with_a_break() -> None:
    first = datetime(2026, 10, 24, 9, 30, tzinfo=UTC)
    found = rounds_of_a_day(first, 4, 50, {2: 40})
    assert [one.at for one in found] == [time(9, 30), time(10, 20), time(11, 50), time(12, 40)]


def test_a_night_in_which_the_clock_is_put_back_has_an_hour_more() -> None:
    first = datetime(2026, 10, 25, 2, 30, tzinfo=ZoneInfo("Europe/Helsinki"))
    assert [one.at for one in rounds_of_a_day(first, 3, 60)] == [time(2, 30), time(3, 30), time(3, 30)]


def test_in_a_championship_of_one_day_a_team_plays_many_times_and_clashes_with_nobody() -> None:
    days = rounds_of_a_day(datetime(2026, 10, 24, 9, tzinfo=UTC), 5, 45)
    template = SeasonTemplate(teams=[team(number) for number in range(6)], days=days, legs=1)
    plan = plan_season(template)
    check_season(template, plan.matches)
    assert not plan.clashes
