"""Whatever somebody changes about a drawn round in the database alone is found: every movement, every way.

Beside them stands what a director may change by the verbs: nobody is blamed for that.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import Final, NamedTuple

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from tests.conftest import LONG
from tests.tournaments.support.events import Played, agreed
from tests.tournaments.support.kept import Events, made_for_module
from tournaments.core.drawing.movement import Movement
from tournaments.core.movements import MOVEMENTS
from tournaments.core.movements.by_hand import BY_HAND
from tournaments.core.played_rounds import FaultCode
from tournaments.core.schemes.places import PLACES
from tournaments.core.schemes.scl import SCL
from tournaments.models import Pairing, PairingEntry, Round
from tournaments.play import draw, event_record
from tournaments.play.audit import check_event_draws
from tournaments.play.seating import get_seats
from tournaments.running.rounds import create_pairings

pytestmark = pytest.mark.django_db
DRAWN: Final = [one for one in MOVEMENTS.values() if one is not BY_HAND]
ENTRIES: Final = 11 if LONG else 9
ROUNDS: Final = 4 if LONG else 2
# How many exchanges of two entries are tried in each round, and how many other seeds.
EXCHANGES: Final = 1000 if LONG else 3
SEEDS: Final = 15 if LONG else 1

# Changes a round in the database.
Change = Callable[[Round], object]


class Tampering(NamedTuple):
    """A change of a round, and as what it is found at least."""

    change: Change
    found: FaultCode


@pytest.fixture(scope="module")
def events(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Events]:
    """An event of each movement after some rounds."""
    with django_db_blocker.unblock(), made_for_module():
        yield {movement.code: played(movement) for movement in DRAWN}


def played(movement: Movement) -> Played:
    sides = movement.sides
    event = Played(
        agreed(
            movement,
            rounds=ROUNDS,
            players=1 if movement.draws_partners else 2,
            sides=sides,
            scheme=PLACES if sides == 3 else SCL,
        )
    )
    event.enter(ENTRIES)
    for _round in range(ROUNDS):
        event.round()
    return event


def faults_after(event: Played, drawn: Round, change: Change) -> set[FaultCode]:
    """What is found in the round after a change, which is taken back."""
    with transaction.atomic():
        change(Round.objects.get(pk=drawn.pk))
        checks = check_event_draws(event.fresh)
        transaction.set_rollback(True)
    return {fault.code for check in checks if check.number == drawn.number for fault in check.faults}


# What somebody may change.


def exchange(first: int, second: int, drawn: Round, *, by_hand: bool) -> None:
    """Two entries change places; perhaps with the mark that a director has set it so."""
    rows = [PairingEntry.objects.get(round=drawn, entry__number=number) for number in (first, second)]
    PairingEntry.objects.filter(pk__in=[row.pk for row in rows]).delete()
    for row, other in (rows, rows[::-1]):
        PairingEntry.objects.create(
            round=drawn, pairing=row.pairing, entry=other.entry, side=row.side, position=row.position
        )
    if by_hand:
        Pairing.objects.filter(pk__in=[row.pairing_id for row in rows]).update(by_hand=True)


def exchange_sides(table: int, drawn: Round) -> None:
    """The first and the last side of a table change columns."""
    rows = [*PairingEntry.objects.filter(round=drawn, pairing__table=table)]
    last = max(row.side for row in rows)
    PairingEntry.objects.filter(pk__in=[row.pk for row in rows]).delete()
    for row in rows:
        row.pk, row.side = None, {0: last, last: 0}.get(row.side, row.side)
        row.save()


def draw_by_another_seed(seed: str, drawn: Round) -> None:
    """The draw made whole from another seed: seed, proposal and pairings fit together."""
    drawn.seed = seed
    _draw_whole(drawn)


def draw_on_other_points(first: int, second: int, drawn: Round) -> None:
    """The points of two entries are exchanged in what was known, and the round is drawn by that."""
    present = drawn.draw_input["present"]
    one, other = present[first], present[second]
    one["points"], other["points"] = other["points"], one["points"] + (one["points"] == other["points"])
    _draw_whole(drawn)


def _draw_whole(drawn: Round) -> None:
    known = draw.read_draw_input(drawn.draw_input, drawn.seed)
    tables = draw.draw_proposal(MOVEMENTS[drawn.movement], known).tables
    drawn.proposal = draw.tables_as_json(tables)
    drawn.save()
    drawn.pairings.all().delete()
    create_pairings(drawn, tables, event_record.load_event(drawn.tournament).entries)


def change_row(drawn: Round, **values: object) -> None:
    Round.objects.filter(pk=drawn.pk).update(**values)


def tamperings(drawn: Round) -> Iterator[Tampering]:
    """Every way to change this round, as many of each as the profile asks for."""
    seats = get_seats(drawn)
    # Who sits out has no place: of two of them none is exchanged.
    pairs = [pair for pair in combinations(seats.entries, 2) if not {*pair} <= {*seats.out}]
    for first, second in some(pairs, EXCHANGES):
        for by_hand in (False, True):
            yield Tampering(partial(exchange, first, second, by_hand=by_hand), FaultCode.NOT_THE_SEATS)
    # The table of an empty place is empty.
    for table in (number for number, sides in enumerate(seats.tables, start=1) if sides):
        yield Tampering(partial(exchange_sides, table), FaultCode.NOT_THE_SEATS)
    for number in range(SEEDS):
        yield Tampering(partial(change_row, seed=f"other/{number}"), FaultCode.NOT_THE_SEED)
        yield Tampering(partial(draw_by_another_seed, f"other/{number}"), FaultCode.NOT_THE_SEED)
    yield Tampering(partial(change_row, attempt=drawn.attempt + 1), FaultCode.NOT_THE_SEED)
    yield Tampering(partial(change_row, movement=_another(drawn.movement)), FaultCode.NOT_THE_SEED)
    for first, second in some([*combinations(range(len(seats.entries)), 2)], EXCHANGES):
        yield Tampering(partial(draw_on_other_points, first, second), FaultCode.NOT_THE_BASIS)
    yield Tampering(lambda changed: changed.pairings.update(by_hand=True), FaultCode.NOT_MARKED)
    yield Tampering(lambda changed: changed.pairings.update(reasons=[]), FaultCode.NOT_MARKED)
    if drawn.places:
        yield Tampering(partial(change_row, places=drawn.places[::-1]), FaultCode.NOT_THE_BASIS)
        yield Tampering(partial(change_row, turn=drawn.turn + 1), FaultCode.NOT_THE_BASIS)


def some(choices: Sequence[tuple[int, int]], number: int) -> Sequence[tuple[int, int]]:
    return random.Random(number).sample(choices, min(number, len(choices)))


def _another(code: str) -> str:
    return next(movement.code for movement in DRAWN if movement.code != code)


@pytest.mark.parametrize("movement", DRAWN, ids=str)
def test_whatever_is_changed_in_the_database_alone_is_found(events: Events, movement: Movement) -> None:
    event = events[movement.code]
    missed = []
    for drawn in event.event.rounds.order_by("number"):
        assert faults_after(event, drawn, lambda _drawn: None) == set()
        for tampering in tamperings(drawn):
            found = faults_after(event, drawn, tampering.change)
            if tampering.found not in found:
                missed.append((drawn.number, tampering, found))
    assert missed == []
