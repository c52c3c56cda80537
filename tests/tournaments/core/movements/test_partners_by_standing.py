"""Drawn partners by standing: four neighbours at a table, the partners among them."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.drawing.meeting import DrawEntry, ReasonCode
from tournaments.core.drawing.proposal import DrawInput, Proposal
from tournaments.core.drawing.wishes import draw_with_wishes
from tournaments.core.movements.partners_by_standing import PARTNERS_BY_STANDING

Pairs = tuple[tuple[int, int], ...]


def drawn(
    present: list[DrawEntry], partners: Pairs = (), apart: Pairs = (), wished: Pairs = (), seed: str = "s"
) -> Proposal:
    known = DrawInput(
        present=present,
        all_entries=[player.entry for player in present],
        turn=2,
        clubs_apart=False,
        partner_counts={pair: 1 for first, second in partners for pair in ((first, second), (second, first))},
        seed=seed,
        apart=apart,
        wished=wished,
    )
    return draw_with_wishes(PARTNERS_BY_STANDING, known)


def first_to_last(size: int, *fixed: int, met: Pairs = ()) -> list[DrawEntry]:
    """By number; some keep the table of their number."""
    known = {*met, *((second, first) for first, second in met)}
    return [
        DrawEntry(
            entry,
            points=2 * (size - entry),
            table=entry if entry in fixed else None,
            met={other: 1 for one, other in known if one == entry},
        )
        for entry in range(1, size + 1)
    ]


def tables(proposal: Proposal) -> list[set[int]]:
    return [{*table.entries} for table in proposal.tables if not table.sits_out]


def partners(proposal: Proposal) -> list[set[int]]:
    return [{*side} for table in proposal.tables for side in table.sides if len(side) == 2]


def test_the_first_four_sit_together_and_then_the_next_four() -> None:
    assert tables(drawn(first_to_last(8))) == [{1, 2, 3, 4}, {5, 6, 7, 8}]


def test_partners_are_those_of_the_four_who_have_not_been_and_then_opponents_who_have_not_met() -> None:
    """1 with 2 and 1 with 3 have been partners, so 1 is with 4."""
    assert partners(drawn(first_to_last(4), ((1, 2), (1, 3)))) == [{1, 4}, {2, 3}]
    # 1 with 2 have been, and with 4 it would meet 2 and 3 again: with 3 it meets 2 and 4.
    again = drawn(first_to_last(4, met=((1, 3), (2, 4))), ((1, 2),))
    assert {1, 3} in partners(again)


def test_who_repeats_a_partner_is_told_so() -> None:
    every = tuple(combinations(range(1, 5), 2))
    (table,) = drawn(first_to_last(4), every).tables
    assert [reason.code for reason in table.reasons] == [ReasonCode.NEIGHBOURS, ReasonCode.SAME_PARTNER]


def test_two_who_keep_tables_and_two_who_are_not_to_meet_sit_at_neighbouring_tables() -> None:
    by_tables = tables(drawn(first_to_last(12, 1, 2)))
    assert sum({1, 2} <= table for table in by_tables) == 0
    assert by_tables[2] == {9, 10, 11, 12}
    assert sum({3, 4} <= table for table in tables(drawn(first_to_last(12), apart=((3, 4),)))) == 0


def test_who_wishes_to_be_partners_comes_to_one_table_and_others_move_as_little_as_can_be() -> None:
    granted = drawn(first_to_last(12), wished=((4, 5),))
    assert {4, 5} in partners(granted)
    assert tables(granted)[2] == {9, 10, 11, 12}
    assert sum("wished" in [reason.code for reason in table.reasons] for table in granted.tables) == 1


@pytest.mark.parametrize(("size", "out"), [(4, 0), (5, 1), (6, 2), (7, 3), (9, 1)])
def test_who_is_left_over_sits_out(size: int, out: int) -> None:
    assert sum(table.sits_out for table in drawn(first_to_last(size)).tables) == out


@given(seed=st.integers(0, 9_999), size=st.integers(4, 17), data=st.data())
def test_everybody_is_there_once_and_no_two_who_keep_tables_meet(
    seed: int, size: int, data: st.DataObject
) -> None:
    fixed = data.draw(st.sets(st.integers(1, size), max_size=size // 4))
    pairs = data.draw(
        st.lists(st.sampled_from([*combinations(range(1, size + 1), 2)]), max_size=6, unique=True)
    )
    proposal = drawn(
        first_to_last(size, *fixed), apart=tuple(pairs[:3]), wished=tuple(pairs[3:]), seed=str(seed)
    )
    assert sorted(entry for table in proposal.tables for entry in table.entries) == [*range(1, size + 1)]
    assert all(len(table & fixed) < 2 for table in tables(proposal))
