"""Entries that are not to meet: in every movement that has a choice, proved by the check of the draws."""

from __future__ import annotations

from itertools import combinations

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.rounds.test_round_page import seen
from tests.tournaments.support.events import Played, agreed
from tournaments.agreement.agreement import EventAgreement, Phase
from tournaments.agreement.validation import DraftAgreement, validate
from tournaments.core.drawing.meeting import DrawEntry
from tournaments.core.drawing.movement import Movement
from tournaments.core.drawing.proposal import DrawInput
from tournaments.core.movements import MOVEMENTS
from tournaments.core.movements.circle import ROUND_ROBIN
from tournaments.core.movements.danish import DANISH_MODIFIED, DANISH_PURE
from tournaments.core.movements.ladder import LADDER, WINNERS_STAY
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
from tournaments.settings.fields import PairsField

OF_PAIRS = [LOT, DANISH_PURE, DANISH_MODIFIED, SWISS, LADDER, WINNERS_STAY]
CHOOSING = [*OF_PAIRS, PARTNERS, PARTNERS_BY_STANDING, THREE_SIDED]
APART = ((1, 2), (3, 4), (1, 3))


def test_every_movement_with_a_choice_is_among_them() -> None:
    assert {one.code for one in CHOOSING} == {one.code for one in MOVEMENTS.values() if one.is_redrawable}


def an_event(movement: Movement, apart: tuple[tuple[int, int], ...] = APART) -> Played:
    sides = 3 if movement is THREE_SIDED else 2
    return Played(
        agreed(
            movement,
            players=1 if movement.draws_partners else 2,
            sides=sides,
            scheme=PLACES if sides == 3 else SCL,
            apart=apart,
        )
    )


def meetings(drawn: Round) -> list[set[int]]:
    return [
        {*pairing.entered.values_list("entry__number", flat=True)}
        for pairing in drawn.pairings.filter(table__isnull=False)
    ]


@pytest.mark.django_db
@pytest.mark.parametrize("movement", CHOOSING, ids=str)
def test_they_never_meet_while_others_are_free_and_the_check_finds_no_fault(movement: Movement) -> None:
    event = an_event(movement)
    event.enter(12)
    for _round in range(3):
        drawn = event.round()
        assert not [pair for pair in APART for table in meetings(drawn) if table.issuperset(pair)]
    assert [check.faults for check in check_event_draws(event.fresh)] == [(), (), ()]
    assert all(check.repeats for check in check_event_draws(event.fresh))


@pytest.mark.parametrize("movement", OF_PAIRS, ids=str)
@given(seed=st.integers(0, 10**6), size=st.integers(3, 5), data=st.data())
def test_as_few_of_them_meet_as_must(movement: Movement, seed: int, size: int, data: st.DataObject) -> None:
    numbers = range(1, 2 * size + 1)
    pairs = data.draw(st.sets(st.sampled_from(list(combinations(numbers, 2))), max_size=12))
    points = data.draw(st.lists(st.integers(0, 6), min_size=2 * size, max_size=2 * size))
    known = DrawInput(
        present=[DrawEntry(number, points=points[number - 1]) for number in numbers],
        all_entries=list(numbers),
        turn=2,
        clubs_apart=False,
        partner_counts={},
        seed=str(seed),
        edition=movement.edition,
        apart=sorted(pairs),
    )
    tables = draw.draw_proposal(movement, known).tables
    drawn = sum(tuple(sorted(table.entries)) in pairs for table in tables)
    assert drawn == fewest(frozenset(numbers), pairs)
    assert drawn == sum("apart" in [reason.code for reason in table.reasons] for table in tables)


def fewest(left: frozenset[int], pairs: set[tuple[int, int]]) -> int:
    if not left:
        return 0
    first = min(left)
    return min(
        ((first, other) in pairs) + fewest(left - {first, other}, pairs) for other in sorted(left - {first})
    )


@pytest.mark.django_db
def test_the_check_finds_two_who_met_though_they_were_not_to() -> None:
    event = an_event(LOT, ((1, 2),))
    event.enter(8)
    drawn = event.publish()
    two = PairingEntry.objects.get(round=drawn, entry__number=2)
    opponent = PairingEntry.objects.exclude(entry__number=1).get(pairing__entered__entry__number=1)
    away, spare = opponent.entry_id, event.enter(1)[0].pk
    for row, entry in ((opponent.pk, spare), (two.pk, away), (opponent.pk, two.entry_id)):
        PairingEntry.objects.filter(pk=row).update(entry_id=entry)
    faults = {fault.code for fault in check_event_draws(event.fresh)[0].faults}
    assert FaultCode.NOT_APART in faults


@pytest.mark.django_db
def test_the_page_of_the_round_says_so() -> None:
    event = an_event(SWISS, ((1, 2), (1, 3), (1, 4)))
    event.enter(4)
    assert "they were not to meet, and nothing else was possible" in seen(event, event.draw())


def test_a_movement_that_is_set_beforehand_keeps_nobody_apart() -> None:
    agreement = EventAgreement(phases=(Phase(movement=ROUND_ROBIN, rounds=5),), apart=((1, 2),))
    problems = [problem.setting for problem in validate(DraftAgreement("samba", {}, agreement))]
    assert "apart" in problems
    assert EventAgreement.read(agreement.data()) == agreement


@pytest.mark.parametrize(
    ("typed", "pairs"), [("3-7, 12–5", ((3, 7), (5, 12))), ("", ()), ("4-4", None), ("4", None)]
)
def test_pairs_are_typed_by_their_numbers(typed: str, pairs: tuple[tuple[int, int], ...] | None) -> None:
    field = PairsField(required=False)
    if pairs is None:
        with pytest.raises(ValidationError, match="two different numbers"):
            field.clean(typed)
    else:
        assert field.clean(typed) == pairs
