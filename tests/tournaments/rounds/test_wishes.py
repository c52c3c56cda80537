"""Entries that wish to meet once: granted as soon as it costs nobody anything, explained, and proved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.rounds.test_round_page import seen
from tests.tournaments.support.events import Played, agreed
from tournaments import running
from tournaments.agreement.agreement import EventAgreement, Phase
from tournaments.agreement.validation import DraftAgreement, validate
from tournaments.core.drawing.meeting import DrawEntry, ReasonCode
from tournaments.core.drawing.movement import Movement
from tournaments.core.drawing.proposal import DrawInput
from tournaments.core.movements import MOVEMENTS
from tournaments.core.movements.circle import ROUND_ROBIN
from tournaments.core.movements.danish import DANISH_MODIFIED, DANISH_PURE
from tournaments.core.movements.lot import LOT
from tournaments.core.movements.partners import PARTNERS
from tournaments.core.movements.partners_by_standing import PARTNERS_BY_STANDING
from tournaments.core.movements.swiss import SWISS
from tournaments.core.movements.three_sided import THREE_SIDED
from tournaments.core.played_rounds import FaultCode
from tournaments.core.schemes.places import PLACES
from tournaments.core.schemes.scl import SCL
from tournaments.models import PairingEntry, Round
from tournaments.play import draw
from tournaments.play.audit import check_event_draws
from tournaments.play.seating import get_seats

CHOOSING = [LOT, DANISH_PURE, DANISH_MODIFIED, SWISS, PARTNERS, PARTNERS_BY_STANDING, THREE_SIDED]
WISHED = ((1, 2), (1, 3), (4, 5))
Pair = tuple[int, int]


def test_every_movement_with_a_choice_is_among_them() -> None:
    assert {one.code for one in CHOOSING} == {one.code for one in MOVEMENTS.values() if one.grants_wishes}


def an_event(movement: Movement, wished: tuple[Pair, ...] = WISHED, seed: int = 1) -> Played:
    sides = 3 if movement is THREE_SIDED else 2
    agreement = agreed(
        movement,
        players=1 if movement.draws_partners else 2,
        sides=sides,
        scheme=PLACES if sides == 3 else SCL,
        wished=wished,
    )
    return Played(agreement, seed=seed)


def together(movement: Movement, drawn: Round) -> list[set[int]]:
    """Who has had what was wished for: at one table, or partners."""
    tables = get_seats(drawn).tables
    if movement.draws_partners:
        return [{*side} for sides in tables for side in sides]
    return [{entry for side in sides for entry in side} for sides in tables]


@pytest.mark.django_db
@pytest.mark.parametrize("entries", [12, 13])
@pytest.mark.parametrize("movement", CHOOSING, ids=str)
def test_wishes_come_true_once_and_the_check_finds_no_fault(movement: Movement, entries: int) -> None:
    event = an_event(movement)
    event.enter(entries)
    rounds = [together(movement, event.round()) for _round in range(3)]
    for wish in WISHED:
        assert sum(seated.issuperset(wish) for tables in rounds for seated in tables) >= 1, wish
    checks = check_event_draws(event.fresh)
    assert [check.faults for check in checks] == [(), (), ()]
    assert all(check.repeats for check in checks)
    # Two wishes of one entry need two rounds.
    assert all(any(seated.issuperset(wish) for seated in rounds[0]) for wish in WISHED[2:])


@pytest.mark.django_db
def test_a_wish_that_has_come_true_is_no_reason_for_a_rematch() -> None:
    event = an_event(SWISS, ((1, 2),))
    event.enter(8)
    rounds = [together(SWISS, event.round()) for _round in range(3)]
    assert [sum(seated == {1, 2} for seated in tables) for tables in rounds] == [1, 0, 0]


# Against every possible round.


def every_pairing(entries: tuple[int, ...]) -> Iterator[list[Pair]]:
    if not entries:
        yield []
        return
    first, rest = entries[0], entries[1:]
    for other in rest:
        for pairs in every_pairing(tuple(one for one in rest if one != other)):
            yield [(first, other), *pairs]


def price(pairs: Sequence[Pair], met: dict[Pair, int], apart: set[Pair]) -> tuple[int, int]:
    return sum(pair in apart for pair in pairs), sum(met.get(pair, 0) for pair in pairs)


@pytest.mark.parametrize("movement", [SWISS, DANISH_MODIFIED], ids=str)
@given(data=st.data())
def test_no_round_that_costs_as_little_would_grant_another_wish(
    movement: Movement, data: st.DataObject
) -> None:
    numbers = tuple(range(1, 9))
    pairs = [*combinations(numbers, 2)]
    apart = data.draw(st.sets(st.sampled_from(pairs), max_size=4))
    wished = data.draw(st.sets(st.sampled_from(pairs), max_size=6)) - apart
    met = dict.fromkeys(data.draw(st.sets(st.sampled_from(pairs), max_size=20)), 1)
    points = data.draw(st.lists(st.integers(0, 6), min_size=8, max_size=8))
    known = a_field(movement, points, met, wished, apart)
    plain = drawn_pairs(movement, a_field(movement, points, met, set(), apart))
    granting = drawn_pairs(movement, known)
    limit = price(plain, met, apart)
    assert all(cost <= most for cost, most in zip(price(granting, met, apart), limit, strict=True))
    is_open = {wish for wish in wished if wish not in met}
    granted = is_open & {*granting}
    for other in every_pairing(numbers):
        if granted < is_open & {*other}:
            assert any(cost > most for cost, most in zip(price(other, met, apart), limit, strict=True))


def test_a_wish_makes_no_partners_of_two_who_are_kept_apart() -> None:
    """Four players are all at one table, and 2 with 3 would leave 4 with 5."""
    known = a_field(PARTNERS, [0] * 6, {}, {(2, 3)}, {(4, 5)})
    for seed in range(20):
        four = replace(known, present=known.present[1:5], seed=str(seed))
        (table,) = draw.draw_proposal(PARTNERS, four).tables
        assert {2, 3} not in [{*side} for side in table.sides]


def a_field(
    movement: Movement, points: Sequence[int], met: dict[Pair, int], wished: set[Pair], apart: set[Pair]
) -> DrawInput:
    numbers = range(1, len(points) + 1)
    both = {**met, **{(second, first): times for (first, second), times in met.items()}}
    return DrawInput(
        present=[
            DrawEntry(
                number,
                points=points[number - 1],
                met={other: times for (one, other), times in both.items() if one == number},
            )
            for number in numbers
        ],
        all_entries=list(numbers),
        turn=2,
        clubs_apart=False,
        partner_counts={},
        seed="canasta",
        edition=movement.edition,
        apart=sorted(apart),
        wished=sorted(wished),
    )


def drawn_pairs(movement: Movement, known: DrawInput) -> list[Pair]:
    tables = draw.draw_proposal(movement, known).tables
    wished = {
        tuple(sorted(table.entries))
        for table in tables
        if ReasonCode.WISHED in [reason.code for reason in table.reasons]
    }
    pairs = [(min(table.entries), max(table.entries)) for table in tables]
    met = {(one.entry, other) for one in known.present for other in one.met}
    assert wished == {pair for pair in pairs if pair in known.wished and pair not in met}
    return pairs


# What the check and the pages say.


@pytest.mark.django_db
@pytest.mark.parametrize("movement", [LOT, SWISS, DANISH_MODIFIED], ids=str)
def test_the_check_finds_a_wish_that_an_exchange_would_have_granted(movement: Movement) -> None:
    event = an_event(movement, ((1, 2),))
    event.enter(8)
    drawn = event.publish()
    two = PairingEntry.objects.get(round=drawn, entry__number=2)
    three = PairingEntry.objects.get(round=drawn, entry__number=3)
    spare = event.enter(1)[0].pk
    for row, entry in ((two.pk, spare), (three.pk, two.entry_id), (two.pk, three.entry_id)):
        PairingEntry.objects.filter(pk=row).update(entry_id=entry)
    faults = {fault.code: fault.entries for fault in check_event_draws(event.fresh)[0].faults}
    assert faults[FaultCode.NOT_AS_WISHED] == (1, 2)


@pytest.mark.django_db
def test_the_page_says_what_was_wished_and_what_could_not_be() -> None:
    event = an_event(SWISS, ((1, 2), (1, 3)))
    event.enter(4)
    drawn = event.draw()
    page = seen(event, drawn)
    assert "as they had wished" in page
    assert not drawn.exact
    assert "is not proved" not in page
    assert "Not in this round, since it would have cost others something: 1." in page
    event.play(running.publish_round(event.by, drawn))
    event.close(drawn)
    both = [*together(SWISS, drawn), *together(SWISS, event.draw())]
    assert {1, 2} in both
    assert {1, 3} in both


@pytest.mark.parametrize(
    ("movement", "fields", "is_refused"),
    [
        (ROUND_ROBIN, {"wished": ((1, 2),)}, True),
        (SWISS, {"wished": ((1, 2),), "apart": ((1, 2),)}, True),
        (SWISS, {"wished": ((1, 2),), "apart": ((1, 3),)}, False),
    ],
)
def test_wishes_that_nothing_can_grant_are_refused(
    movement: Movement, fields: dict[str, Any], *, is_refused: bool
) -> None:
    agreement = EventAgreement(phases=(Phase(movement=movement, rounds=5),), **fields)
    problems = [problem.setting for problem in validate(DraftAgreement("samba", {}, agreement))]
    assert problems == (["wished"] if is_refused else [])
    assert EventAgreement.read(agreement.data()) == agreement


@pytest.mark.django_db
def test_a_director_may_pass_over_a_wish_by_hand() -> None:
    event = an_event(SWISS, ((1, 2),))
    event.enter(4)
    drawn = event.draw()
    seats = get_seats(drawn).with_exchanged(2, 3)
    running.publish_round(event.by, running.set_by_hand(event.by, drawn, seats))
    assert [check.faults for check in check_event_draws(event.fresh)] == [()]
