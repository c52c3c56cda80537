"""By hand only what the game can play, and what an exchange does to a movement that is set beforehand."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.core.drawing.movement import Movement
from tournaments.core.movements.by_hand import BY_HAND
from tournaments.core.movements.circle import ROUND_ROBIN
from tournaments.core.movements.mitchell import MITCHELL
from tournaments.core.movements.partners import PARTNERS
from tournaments.core.movements.swiss import SWISS
from tournaments.models import Round
from tournaments.play.layouts import later_meetings
from tournaments.play.seating import RoundSeats, get_seats
from tournaments.rounds.page import round_page

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
    assert not [remark for remark in round_page(drawn).remarks if "meet again" in remark]
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
