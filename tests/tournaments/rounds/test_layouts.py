"""Movements that are set beforehand in an event: who cancels leaves no hole, and turns go on."""

from __future__ import annotations

from collections import Counter
from itertools import chain

import pytest
from django.test import Client
from django.urls import reverse

from scoring.recording import NotNow
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.agreement.agreement import EventAgreement, Phase, PlacesBy
from tournaments.core.drawing.meeting import lot_for
from tournaments.core.drawing.movement import Movement
from tournaments.core.movements.circle import ROUND_ROBIN
from tournaments.core.movements.mitchell import MITCHELL
from tournaments.core.movements.swiss import SWISS
from tournaments.core.played_rounds import FaultCode
from tournaments.models import Round
from tournaments.play.audit import check_event_draws
from tournaments.play.entry_queries import free_places
from tournaments.play.event_record import load_event
from tournaments.play.layouts import NewLayout, count_agreed_rematches, preview_new_layout
from tournaments.play.seating import get_seats
from tournaments.running import recheck

pytestmark = pytest.mark.django_db


def tables_of(drawn: Round) -> list[frozenset[int]]:
    return [frozenset(chain(*sides)) for sides in get_seats(drawn).tables if sides]


def all_is_well(event: Played) -> None:
    checks = check_event_draws(event.fresh)
    assert all(check.repeats and not check.faults for check in checks)
    assert recheck.differences_in(event.fresh) == []


@pytest.mark.parametrize(("movement", "entries", "rounds"), [(ROUND_ROBIN, 8, 5), (MITCHELL, 10, 4)])
def test_who_cancels_before_the_first_round_leaves_no_hole(
    movement: Movement, entries: int, rounds: int
) -> None:
    """Eight entered and six there: a circle of six. Ten entered and eight there: four tables of Mitchell."""
    event = Played(agreed(movement, rounds=rounds))
    event.enter(entries)
    for number in (3, entries):
        running.withdraw(event.by, event.entry(number), "ill")
    met: Counter[frozenset[int]] = Counter()
    for _round in range(rounds):
        drawn = event.round()
        assert len(tables_of(drawn)) == (entries - 2) // 2
        assert get_seats(drawn).out == ()
        met.update(tables_of(drawn))
    assert set(met.values()) == {1}
    all_is_well(event)


def test_a_late_entry_takes_the_place_of_one_that_has_left() -> None:
    event = Played(agreed(ROUND_ROBIN, rounds=5))
    event.enter(6)
    event.round()
    assert free_places(event.fresh, 2) == 0
    running.withdraw(event.by, event.entry(4), "ill")
    assert free_places(event.fresh, 2) == 1
    event.enter(1)
    assert free_places(event.fresh, 2) == 0
    for _round in range(4):
        drawn = event.round()
        assert get_seats(drawn).out == ()
    all_is_well(event)


def test_the_rounds_left_are_laid_out_anew_for_those_who_are_there() -> None:
    """Eight in a circle, two of them leave after the first round: three tables, and nobody meets again."""
    event = Played(agreed(ROUND_ROBIN, rounds=5))
    event.enter(8)
    first = event.round()
    assert preview_new_layout(load_event(event.fresh), 2) is None
    for number in (2, 5):
        running.withdraw(event.by, event.entry(number), "ill")
    preview = preview_new_layout(load_event(event.fresh), 2)
    assert preview is not None
    assert (preview.tables, preview.rematches) == (3, 0)
    drawn = running.draw_round(event.by, event.event, "seed", anew=True)
    assert len(tables_of(drawn)) == 3
    running.remove_round(event.by, drawn)
    assert len(tables_of(event.draw())) == preview.tables_before < 3
    running.remove_round(event.by, event.event.rounds.get(state=Round.State.DRAWN))
    rounds = [
        first,
        running.publish_round(event.by, running.draw_round(event.by, event.event, "s", anew=True)),
    ]
    event.play(rounds[1])
    event.close(rounds[1])
    rounds += [event.round() for _round in range(3)]
    met = Counter(chain(*map(tables_of, rounds)))
    assert set(met.values()) == {1}
    assert [len(tables_of(drawn)) for drawn in rounds[1:]] == [3] * 4
    all_is_well(event)


def test_more_newcomers_than_places_need_a_new_layout() -> None:
    """An entry that nobody has refused: it was made before the round and has no place."""
    event = Played(agreed(ROUND_ROBIN, rounds=5))
    event.enter(6)
    event.round()
    with pytest.raises(NotNow):
        event.enter(1)


@pytest.mark.parametrize(("movement", "entries", "rounds"), [(ROUND_ROBIN, 8, 3), (MITCHELL, 12, 2)])
def test_a_second_phase_of_the_same_field_goes_on_where_the_first_stopped(
    movement: Movement, entries: int, rounds: int
) -> None:
    phases = tuple(
        Phase(movement=one, rounds=many) for one, many in [(movement, rounds), (SWISS, 1), (movement, rounds)]
    )
    event = Played(EventAgreement(phases=phases))
    event.enter(entries)
    rounds_played = [event.round() for _round in range(2 * rounds + 1)]
    by_movement = [drawn for drawn in rounds_played if drawn.movement == movement.code]
    met = Counter(chain(*map(tables_of, by_movement)))
    assert set(met.values()) == {1}
    assert [drawn.turn for drawn in by_movement] == list(range(1, 2 * rounds + 1))
    all_is_well(event)


def test_a_second_phase_of_another_field_begins_anew() -> None:
    phases = tuple(Phase(movement=one, rounds=2) for one in (ROUND_ROBIN, SWISS, ROUND_ROBIN))
    event = Played(EventAgreement(phases=phases))
    event.enter(8)
    for _round in range(4):
        event.round()
    for number in (1, 2):
        running.withdraw(event.by, event.entry(number), "ill")
    drawn = event.round()
    assert (drawn.turn, sorted(drawn.places)) == (1, [3, 4, 5, 6, 7, 8])
    all_is_well(event)


def test_when_the_turns_of_a_circle_run_out_the_next_leg_begins_with_sides_changed() -> None:
    event = Played(agreed(ROUND_ROBIN, SWISS, ROUND_ROBIN, rounds=3))
    event.enter(4)
    rounds = [event.round() for _round in range(9)]
    first, second = ([get_seats(drawn).tables for drawn in leg] for leg in (rounds[:3], rounds[6:]))
    assert [[sides[::-1] for sides in tables] for tables in first] == [list(tables) for tables in second]


def test_the_desk_offers_the_new_layout_and_the_round_says_what_it_repeats() -> None:
    """Eight in a circle of which two leave after two rounds; six of eight have played two of five rounds."""
    event = Played(agreed(ROUND_ROBIN, rounds=7))
    event.enter(8)
    event.round()
    event.round()
    desk = reverse("tournaments:desk", args=[event.event.pk])
    client = Client()
    assert event.by.user is not None
    client.force_login(event.by.user)
    assert 'name="anew"' not in client.get(desk).content.decode()
    for number in (2, 5):
        running.withdraw(event.by, event.entry(number), "ill")
    assert 'name="anew"' in client.get(desk).content.decode()
    address = reverse("tournaments:draw", args=[event.event.pk])
    answer = client.post(address, {"seed": "0" * 16, "anew": "1"}, follow=True)
    assert len(tables_of(event.event.rounds.get(state=Round.State.DRAWN))) == 3
    # Five rounds of three tables are left, and not so many who have not met.
    assert "The rounds of this movement, this one among them, repeat" in answer.content.decode()


def test_a_round_of_an_older_version_is_read_by_its_numbers() -> None:
    """Its circle has every entry; who comes next takes the empty place at its end."""
    event = Played(agreed(ROUND_ROBIN, rounds=5))
    event.enter(5)
    drawn = event.publish()
    drawn.draw_input["everybody"] = [1, 2, 3, 4, 5]
    Round.objects.filter(pk=drawn.pk).update(draw_input=drawn.draw_input, places=[], turn=0)
    event.play(drawn)
    event.close(drawn)
    event.enter(1)
    assert event.draw().places == [1, 2, 3, 4, 5, 6]


def test_nothing_is_laid_out_anew_where_no_place_is_empty_in_vain() -> None:
    event = Played(agreed(ROUND_ROBIN, rounds=5))
    event.enter(7)
    event.round()
    assert preview_new_layout(load_event(event.fresh), 2) is None
    running.withdraw(event.by, event.entry(2), "ill")
    assert preview_new_layout(load_event(event.fresh), 2) == NewLayout(tables_before=2, tables=3, rematches=0)


# Whose the places are.


@pytest.mark.parametrize("movement", [ROUND_ROBIN, MITCHELL])
def test_places_by_seed_are_given_out_by_lot_and_the_check_proves_it(movement: Movement) -> None:
    event = Played(agreed(movement, rounds=3, places_by=PlacesBy.SEED))
    event.enter(8)
    drawn = running.draw_round(event.by, event.event)
    assert sorted(drawn.places) == list(range(1, 9))
    assert drawn.places == sorted(drawn.places, key=lambda entry: lot_for(f"{drawn.seed}/places", entry))
    running.publish_round(event.by, drawn)
    event.play(drawn)
    event.close(drawn)
    event.round()
    all_is_well(event)
    exchanged = [drawn.places[1], drawn.places[0], *drawn.places[2:]]
    Round.objects.filter(pk=drawn.pk).update(places=exchanged)
    first, _second = check_event_draws(event.fresh)
    assert FaultCode.NOT_THE_BASIS in [fault.code for fault in first.faults]


def test_places_by_lots_follow_the_lots_that_were_drawn_by_hand() -> None:
    event = Played(agreed(MITCHELL, rounds=2, places_by=PlacesBy.LOTS))
    event.enter(4)
    for entry, lot in ((1, 7), (3, 2), (4, 5)):
        event.event.entries.filter(number=entry).update(lot=lot)
    assert event.draw().places == [3, 4, 1, 2]


@pytest.mark.parametrize(
    ("movements", "rounds", "entries", "repeated"),
    [
        # Six meet in five rounds; two rounds more repeat three tables each.
        ([ROUND_ROBIN], 7, 6, 6),
        # Turns go on over the round of Swiss between.
        ([MITCHELL, SWISS, MITCHELL], 2, 8, 0),
        ([MITCHELL, SWISS, MITCHELL], 3, 8, 8),
        # Of seven one sits out each round, which nobody repeats in seven.
        ([ROUND_ROBIN], 7, 7, 0),
        ([SWISS], 9, 4, 0),
    ],
)
def test_what_agreed_rounds_repeat_is_known_beforehand(
    movements: list[Movement], rounds: int, entries: int, repeated: int
) -> None:
    assert count_agreed_rematches(agreed(*movements, rounds=rounds), entries) == repeated


def test_the_settings_say_what_the_agreed_rounds_repeat() -> None:
    event = Played(agreed(ROUND_ROBIN, rounds=7))
    event.enter(6)
    assert event.by.user is not None
    director = Client()
    director.force_login(event.by.user)
    page = director.get(reverse("tournaments:settings", args=[event.event.pk])).content.decode()
    assert "repeat 6 meetings or sit-outs" in page
