"""By hand only what the game can play, and what an exchange does to a movement that is set beforehand."""

from __future__ import annotations

from html import unescape

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from clubs.people.names import full_name
from tests.tournaments.entries.test_staying import client_of
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.core.drawing.movement import Movement
from tournaments.core.movements.by_hand import BY_HAND
from tournaments.core.movements.circle import ROUND_ROBIN
from tournaments.core.movements.mitchell import MITCHELL
from tournaments.core.movements.partners import PARTNERS
from tournaments.core.movements.swiss import SWISS
from tournaments.models import Round
from tournaments.play.layouts import later_meetings, lost_meetings
from tournaments.play.names import entry_name
from tournaments.play.seating import RoundSeats, get_seats
from tournaments.rounds.draw_page import draw_page, names_of_participants
from tournaments.rounds.seat_changes import compare_rounds

pytestmark = pytest.mark.django_db
ALONE = RoundSeats(tables=(((1,), (2,)), ((3,), (4,))))
TOGETHER = RoundSeats(tables=(((1, 2), (3, 4)),))


def drawn_of(movement: Movement, players: int) -> tuple[Played, Round]:
    event = Played(agreed(movement, players=players))
    event.enter(4)
    return event, running.draw_round(event.by, event.event, by_hand=True)


@pytest.mark.parametrize(
    ("movement", "players", "seats", "is_taken"),
    [
        (SWISS, 2, ALONE, True),
        (SWISS, 2, TOGETHER, False),
        (BY_HAND, 2, TOGETHER, False),
        (PARTNERS, 1, ALONE, False),
        (PARTNERS, 1, TOGETHER, True),
        (SWISS, 1, TOGETHER, False),
        (BY_HAND, 1, TOGETHER, True),
        (BY_HAND, 1, ALONE, True),
    ],
)
def test_a_side_has_as_many_entries_as_play_together(
    movement: Movement, players: int, seats: RoundSeats, *, is_taken: bool
) -> None:
    """A pair is a side: two of them would be eight at a table."""
    event, drawn = drawn_of(movement, players)
    if is_taken:
        running.set_by_hand(event.by, drawn, seats)
        assert get_seats(drawn) == seats
    else:
        with pytest.raises(ValidationError, match="A side of a table is"):
            running.set_by_hand(event.by, drawn, seats)


@pytest.mark.parametrize("movement", [ROUND_ROBIN, MITCHELL], ids=str)
def test_two_who_will_meet_again_after_an_exchange_are_named(movement: Movement) -> None:
    event = Played(agreed(movement))
    event.enter(8)
    drawn = event.draw()
    assert list(later_meetings(drawn, get_seats(drawn).tables)) == []
    assert not [remark for remark in draw_page(drawn).remarks if "meet again" in remark]
    one, other = get_seats(drawn).tables[0][1][0], get_seats(drawn).tables[1][1][0]
    running.set_by_hand(event.by, drawn, get_seats(drawn).with_exchanged(one, other))
    named = list(later_meetings(drawn, get_seats(drawn).tables))
    event.play(running.publish_round(event.by, drawn))
    event.close(drawn)
    again = []
    for number in (2, 3):
        tables = [{*sides[0], *sides[1]} for sides in get_seats(event.round()).tables]
        first = [{*sides[0], *sides[1]} for sides in get_seats(drawn).tables]
        again += [(table, number) for table in tables if table in first]
    assert [({*entries}, number) for entries, number in named] == again
    assert again or movement is ROUND_ROBIN


@pytest.mark.parametrize("movement", [ROUND_ROBIN, MITCHELL], ids=str)
def test_two_who_will_never_meet_after_an_exchange_are_named_before_it_is_made(movement: Movement) -> None:
    """The remarks on the requested seats, which the page shows before the director confirms them."""
    event = Played(agreed(movement, rounds=7 if movement is ROUND_ROBIN else 4))
    event.enter(8)
    drawn = event.draw()
    assert list(lost_meetings(drawn, get_seats(drawn).tables)) == []
    ((a, b), (c, d)) = [(sides[0][0], sides[1][0]) for sides in get_seats(drawn).tables[:2]]
    requested = get_seats(drawn).with_exchanged(b, d)
    change = compare_rounds(drawn, get_seats(drawn), requested, names_of_participants(drawn))
    never = [remark for remark in change.remarks if "do not meet in any" in remark]
    again = [remark for remark in change.remarks if "meet again in round" in remark]
    assert len(never) == len(again) == 2
    running.set_by_hand(event.by, drawn, requested)
    event.play(running.publish_round(event.by, drawn))
    event.close(drawn)
    rounds = [drawn, *(event.round() for _round in range(event.agreement.rounds - 1))]
    met = [{entry for side in sides for entry in side} for one in rounds for sides in get_seats(one).tables]
    assert [met.count({*pair}) for pair in ((a, b), (c, d), (a, d), (c, b))] == [0, 0, 2, 2]
    assert {frozenset(pair) for pair in lost_meetings(drawn, requested.tables)} == {
        frozenset((a, b)),
        frozenset((c, d)),
    }


def test_the_page_of_a_round_that_is_set_lists_the_entries_with_their_numbers() -> None:
    event, drawn = drawn_of(SWISS, 2)
    address = reverse("tournaments:round_change", args=[drawn.pk])
    page = unescape(client_of(event).get(address).content.decode())
    assert all(
        f"<li>{number}. {entry_name(event.entry(number), full_name)}</li>" in page for number in (1, 4)
    )
    running.set_by_hand(event.by, drawn, ALONE)
    assert '<ul class="names">' not in client_of(event).get(address).content.decode()


@pytest.mark.parametrize("by_hand", [True, False])
def test_only_a_round_that_was_drawn_has_a_seed_to_be_checked(*, by_hand: bool) -> None:
    event = Played(agreed(SWISS))
    event.enter(4)
    drawn = running.draw_round(event.by, event.event, by_hand=by_hand)
    tables = get_seats(drawn).tables
    seats = ALONE if by_hand else get_seats(drawn).with_exchanged(tables[0][0][0], tables[1][0][0])
    running.set_by_hand(event.by, drawn, seats)
    page = client_of(event).get(reverse("tournaments:round", args=[drawn.pk])).content.decode()
    for words in ("Check the draw", "Seed of the draw", "The program's proposal is shown beside it"):
        assert (words in page) is not by_hand
