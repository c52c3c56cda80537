"""Single players at tables of five and six: nobody is sent home where the game has such tables."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from clubs.models import Role
from scoring.models import Game
from scoring.store.seating import seating_of
from tests.builders import a_user
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.agreement.validation import DraftAgreement, validate
from tournaments.core.movements.by_hand import BY_HAND
from tournaments.core.movements.partners import PARTNERS
from tournaments.core.schemes.total import TOTAL
from tournaments.models import Round
from tournaments.play.audit import check_event_draws
from tournaments.play.seating import get_seats
from tournaments.running import RoundSeats

pytestmark = pytest.mark.django_db


def singles(entries: int, *, large: bool = True, ruleset: str = "samba", **fields: Any) -> Played:
    event = Played(agreed(PARTNERS, players=1, large_tables=large, **fields), ruleset=ruleset)
    event.enter(entries)
    return event


def sizes(drawn: Round) -> list[list[int]]:
    """The sizes of the sides of each table, and of each sit-out."""
    tables = []
    for pairing in drawn.pairings.order_by("table"):
        numbers = list(pairing.entered.values_list("side", flat=True))
        tables.append(sorted(numbers.count(side) for side in {*numbers}))
    return sorted(tables)


@pytest.mark.parametrize(
    ("entries", "expected"),
    [(5, [[2, 3]]), (6, [[3, 3]]), (7, [[1], [3, 3]]), (9, [[2, 2], [2, 3]]), (10, [[2, 3], [2, 3]])],
)
def test_who_would_sit_out_joins_a_table(entries: int, expected: list[list[int]]) -> None:
    assert sizes(singles(entries).draw()) == expected


def test_without_the_setting_as_before() -> None:
    assert sizes(singles(6, large=False).draw()) == [[1], [1], [2, 2]]


def test_at_a_table_of_five_the_three_take_turns_deal_by_deal() -> None:
    event = singles(5)
    (game,) = event.games(event.publish())
    game = Game.objects.get(pk=game.pk)
    assert sorted(game.players_per_side) == [2, 2]
    game.first_side = 0
    seatings = [seating_of(game, deal) for deal in (1, 2, 3)]
    resting = [seating.sitting_out for seating in seatings if seating is not None]
    assert [len(people) for people in resting] == [1, 1, 1]
    assert len({people[0] for people in resting}) == 3


def test_each_of_the_five_has_the_points_of_the_side_and_the_average_counts_the_game_once() -> None:
    event = singles(9, scheme=TOTAL, chain=("points",))
    drawn = event.publish()
    by_size = {game.pairing.entered.count(): game for game in Game.objects.filter(pairing__round=drawn)}
    event.totals(by_size[4], 4000, 3000)
    event.totals(by_size[5], 6000, 1000)
    event.close(drawn)
    counted = {entry: points for _place, entry, points, _difference in event.counted()}
    for side, points in ((0, 6000), (1, 1000)):
        for entry in by_size[5].pairing.entered.filter(side=side).values_list("entry__number", flat=True):
            assert counted[entry] == points
    assert all(not check.faults and check.repeats for check in check_event_draws(event.event))


def test_whoever_has_not_been_at_such_a_table_comes_to_one_next() -> None:
    event = singles(9, rounds=4)
    often: dict[int, int] = dict.fromkeys(range(1, 10), 0)
    for _round in range(3):
        drawn = event.publish()
        five = next(pairing for pairing in drawn.pairings.all() if pairing.entered.count() == 5)
        seated = list(five.entered.values_list("side", "entry__number"))
        three = [entry for side, entry in seated if [one for one, _entry in seated].count(side) == 3]
        assert min(often[entry] for entry in three) == min(often.values())
        for entry in three:
            often[entry] += 1
        event.play(drawn)
        event.close(drawn)
    assert all(not check.faults and check.repeats for check in check_event_draws(event.event))


def test_a_game_without_such_tables_says_so() -> None:
    agreement = agreed(PARTNERS, players=1, large_tables=True)
    problems = validate(DraftAgreement("danish", {}, agreement))
    assert [problem.setting for problem in problems] == ["large_tables"]
    assert "five or six" in problems[0].message
    assert validate(DraftAgreement("royal", {}, agreement)) == []


def test_by_hand_five_sit_where_the_game_has_it_and_nowhere_else() -> None:
    five = RoundSeats(tables=[((1, 2), (3, 4, 5))])
    event = Played(agreed(BY_HAND, players=1))
    event.enter(5)
    drawn = event.draw()
    running.set_by_hand(event.by, drawn, five)
    assert sizes(drawn) == [[2, 3]]
    (game,) = event.games(running.publish_round(event.by, drawn))
    assert sorted(game.players_per_side) == [2, 2]
    other = Played(agreed(BY_HAND, players=1), ruleset="classic")
    other.enter(5)
    drawn = other.draw()
    with pytest.raises(ValidationError, match="have the same number of players"):
        running.set_by_hand(other.by, drawn, five)


def test_of_six_four_play_against_two_nowhere() -> None:
    event = Played(agreed(BY_HAND, players=1))
    event.enter(6)
    drawn = event.draw()
    with pytest.raises(ValidationError, match="have the same number of players"):
        running.set_by_hand(event.by, drawn, RoundSeats(tables=[((1, 2), (3, 4, 5, 6))]))


def test_the_director_seats_a_fifth_on_the_page_of_the_whole_round(client: Client) -> None:
    event = singles(5, large=False)
    drawn = event.draw()
    client.force_login(a_user(Role.Kind.DIRECTOR, club=event.club))
    seats = get_seats(drawn)
    one, other = seats.tables[0]
    typed = {
        "table1-side0": " ".join(map(str, one)),
        "table1-side1": " ".join(map(str, (*other, *seats.out))),
        "out": "",
        "seen": seats.fingerprint,
        "looked": RoundSeats(tables=[(one, (*other, *seats.out))]).fingerprint,
        "save": "1",
    }
    answer = client.post(reverse("tournaments:round_change", args=[drawn.pk]), typed)
    assert answer.status_code == 302
    assert sizes(drawn) == [[2, 3]]
