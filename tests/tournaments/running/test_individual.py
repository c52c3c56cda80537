"""Evenings of single players whose partners change, set beforehand: through the verbs, to the end."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Role
from scoring.recording import NotNow
from tests.builders import a_user
from tests.tournaments.rounds.test_simulating import simulated, wanted
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.agreement.validation import DraftAgreement, check_fixed_tables, validate
from tournaments.core.drawing.movement import Movement
from tournaments.core.movements.individual import INDIVIDUAL
from tournaments.core.movements.triples import TRIPLES
from tournaments.core.schemes.places import PLACES
from tournaments.models import Round
from tournaments.play.audit import check_event_draws
from tournaments.play.entry_queries import new_layout_of

pytestmark = pytest.mark.django_db


def an_evening(entries: int, movement: Movement = INDIVIDUAL, **fields: Any) -> Played:
    if movement is TRIPLES:
        fields = {"sides": 3, "scheme": PLACES, "chain": ("points",), **fields}
    event = Played(agreed(movement, players=1, **fields), ruleset="samba")
    event.enter(entries)
    return event


def play_round(event: Played, *, anew: bool = False) -> Round:
    drawn = running.draw_round(event.by, event.event, anew=anew)
    drawn = running.publish_round(event.by, drawn)
    event.play(drawn)
    event.close(drawn)
    return drawn


def sides_of(drawn: Round) -> list[tuple[tuple[int, ...], ...]]:
    """The entries on each side of each table; of a sit-out one side."""
    seated = []
    for pairing in drawn.pairings.order_by("pk"):
        rows = list(pairing.entered.values_list("side", "entry__number"))
        seated.append(
            tuple(
                tuple(number for at, number in rows if at == side) for side in sorted({at for at, _n in rows})
            )
        )
    return seated


def partners_in(rounds: list[Round]) -> Counter[frozenset[int]]:
    return Counter(
        frozenset(side) for drawn in rounds for sides in sides_of(drawn) for side in sides if len(side) == 2
    )


def assert_audited(event: Played) -> None:
    checks = check_event_draws(event.event)
    assert checks
    assert all(not check.faults and check.repeats for check in checks), checks


@pytest.mark.parametrize("entries", [5, 8, 11, 14])
def test_a_whole_evening_repeats_no_partner_and_every_draw_is_proved(entries: int) -> None:
    event = an_evening(entries, rounds=5)
    rounds = [play_round(event) for _round in range(5)]
    assert max(partners_in(rounds).values()) == 1
    out = Counter(
        side[0] for drawn in rounds for sides in sides_of(drawn) for side in sides if len(sides) == 1
    )
    times = [out[number] for number in range(1, entries + 1)]
    assert max(times) - min(times) <= 1
    assert_audited(event)


def test_eight_players_have_had_everybody_after_seven_rounds() -> None:
    event = an_evening(8, rounds=7)
    rounds = [play_round(event) for _round in range(7)]
    assert partners_in(rounds) == Counter(frozenset(pair) for pair in combinations(range(1, 9), 2))


def test_who_leaves_is_missed_by_nobody_but_those_at_the_table() -> None:
    event = an_evening(12, rounds=4)
    play_round(event)
    running.withdraw(event.by, event.entry(3), "ill")
    later = [play_round(event) for _round in range(3)]
    for drawn in later:
        assert sum(len(sides) == 1 for sides in sides_of(drawn)) == 3
    assert_audited(event)


def test_of_thirteen_without_one_all_others_play_on() -> None:
    event = an_evening(13, rounds=4)
    play_round(event)
    running.withdraw(event.by, event.entry(3), "ill")
    drawn = play_round(event)
    assert all(len(sides) == 2 for sides in sides_of(drawn))
    assert_audited(event)


def test_a_newcomer_takes_the_empty_place_and_no_planned_partner_changes() -> None:
    event = an_evening(15, rounds=4)
    first = play_round(event)
    event.enter(1)
    later = [play_round(event) for _round in range(3)]
    assert all(len(sides) == 2 for drawn in later for sides in sides_of(drawn))
    assert max(partners_in([first, *later]).values()) == 1
    assert_audited(event)


def test_without_an_empty_place_the_rounds_left_are_laid_out_anew() -> None:
    event = an_evening(12, rounds=4)
    first = play_round(event)
    event.enter(1)
    later = [play_round(event) for _round in range(3)]
    assert max(partners_in([first, *later]).values()) == 1
    assert {len(sides) for sides in sides_of(later[-1])} == {1, 2}
    assert_audited(event)


def test_for_many_who_leave_the_director_may_lay_the_rounds_left_out_anew() -> None:
    event = an_evening(12, rounds=4)
    play_round(event)
    for number in (2, 5, 9):
        running.withdraw(event.by, event.entry(number), "ill")
    preview = new_layout_of(event.fresh)
    assert preview is not None
    assert (preview.tables_before, preview.tables) == (2, 2)
    later = [play_round(event, anew=number == 2) for number in (2, 3, 4)]
    assert all(sum(len(sides) == 1 for sides in sides_of(drawn)) == 1 for drawn in later)
    assert_audited(event)


def test_nine_play_at_a_table_of_five_where_nobody_is_to_go_home() -> None:
    event = an_evening(9, rounds=3, large_tables=True)
    for _round in range(3):
        drawn = play_round(event)
        sizes = sorted(sum(map(len, sides)) for sides in sides_of(drawn))
        assert sizes == [4, 5]
    assert_audited(event)


@pytest.mark.parametrize("entries", [5, 8, 9, 10, 15])
def test_an_evening_at_tables_of_three_repeats_no_meeting(entries: int) -> None:
    event = an_evening(entries, TRIPLES, rounds=3)
    rounds = [play_round(event) for _round in range(3)]
    met = Counter(
        frozenset((one[0], other[0]))
        for drawn in rounds
        for sides in sides_of(drawn)
        for one, other in combinations(sides, 2)
    )
    if entries in (8, 9, 15):
        assert max(met.values()) == 1
    assert all(len(sides) > 1 for drawn in rounds for sides in sides_of(drawn))
    assert_audited(event)


def test_one_who_leaves_a_table_of_three_leaves_two_who_meet() -> None:
    event = an_evening(9, TRIPLES, rounds=4)
    play_round(event)
    running.withdraw(event.by, event.entry(9), "ill")
    drawn = play_round(event)
    assert sorted(len(sides) for sides in sides_of(drawn)) == [2, 3, 3]
    assert_audited(event)


def test_more_than_sixty_are_told_so() -> None:
    event = an_evening(61)
    with pytest.raises(NotNow, match="4 to 60 players"):
        event.draw()


def test_an_exchange_says_which_partners_meet_again() -> None:
    event = an_evening(8, rounds=7)
    drawn = event.draw()
    planned = list(sides_of(drawn))
    (a, b), (c, d) = planned[0]
    seats = running.RoundSeats(tables=[((a, c), (b, d)), *planned[1:]])
    running.set_by_hand(event.by, drawn, seats)
    client = Client()
    client.force_login(a_user(Role.Kind.DIRECTOR, club=event.club))
    page = client.get(reverse("tournaments:round", args=[drawn.pk])).content.decode()
    assert "are partners again in round" in page


def test_only_one_can_be_stationary_where_everybody_comes_to_everybody() -> None:
    agreement = agreed(INDIVIDUAL, players=1)
    assert check_fixed_tables(agreement, 12, 1) is None
    assert check_fixed_tables(agreement, 12, 2) is not None


def test_it_is_for_single_players_at_tables_of_two_sides() -> None:
    assert validate(DraftAgreement("samba", {}, agreed(INDIVIDUAL, players=1))) == []
    assert validate(DraftAgreement("samba", {}, agreed(INDIVIDUAL, players=2)))
    assert validate(DraftAgreement("samba", {}, agreed(TRIPLES, players=1)))


@pytest.mark.parametrize(("movement", "entries"), [(INDIVIDUAL, 13), (INDIVIDUAL, 14), (TRIPLES, 11)])
def test_with_all_that_happens_on_an_evening_every_draw_is_still_proved(
    movement: Movement, entries: int
) -> None:
    """People come late, leave, and are not there; tables are lost and rounds drawn again."""
    event = simulated(wanted(entries, rounds=4, movement=movement))
    checks = check_event_draws(event)
    assert len(checks) == 4
    assert all(not check.faults and check.repeats for check in checks), checks


def test_the_rules_in_force_and_the_settings_say_what_the_rounds_bring() -> None:
    event = an_evening(10, rounds=5)
    client = Client()
    client.force_login(a_user(Role.Kind.DIRECTOR, club=event.club))
    for name in ("event_rules", "settings"):
        page = client.get(reverse(f"tournaments:{name}", args=[event.event.pk])).content.decode()
        assert "10 players, 5 rounds. Different partners of each: 4 of 9." in page, name
        assert "Sit-outs of each: 1." in page, name


def test_the_page_of_a_player_says_which_partners_are_left() -> None:
    event = an_evening(8, rounds=7)
    for _round in range(6):
        play_round(event)
    address = reverse("tournaments:event_entry", args=[event.event.pk, 1])
    page = Client().get(address).content.decode()
    left = {*range(2, 9)} - {
        other for pair in partners_in(list(event.event.rounds.all())) for other in pair if 1 in pair
    }
    (number,) = left
    name = event.entry(number).places.get().player.name
    assert "Partners not had yet" in page
    assert page.partition("Partners not had yet")[2].partition("Times met")[0].count(name) == 1


def test_the_page_of_an_entry_at_tables_of_three_says_whom_it_has_not_met() -> None:
    event = an_evening(9, TRIPLES, rounds=4)
    for _round in range(4):
        play_round(event)
    page = Client().get(reverse("tournaments:event_entry", args=[event.event.pk, 1])).content.decode()
    assert "nobody" in page.partition("Opponents not met yet")[2].partition("Times met")[0]
