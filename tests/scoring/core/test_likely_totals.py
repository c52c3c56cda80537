"""Totals that are hardly right: by hand against a target of 10 000."""

from __future__ import annotations

import pytest

from scoring.core.likely_totals import UnlikelyTotals, find_unlikely

U = UnlikelyTotals


@pytest.mark.parametrize(
    ("totals", "deals", "found"),
    [
        ((10_500, 8_000), None, []),
        ((7_200, 6_800), None, []),
        ((20_000, -10_000), None, []),
        ((20_005, 8_000), None, [U.TOO_HIGH]),
        ((10_500, -10_005), None, [U.TOO_LOW]),
        ((995, 640), None, [U.NOBODY_NEAR]),
        ((8_000, 8_000), None, [U.ALL_EQUAL]),
        ((105_000, -80_000), None, [U.TOO_HIGH, U.TOO_LOW]),
        ((9_000, 10_500, 9_000), None, []),
        ((900, 500), 1, []),
        ((10_005, 500), 1, [U.TOO_HIGH]),
        ((10_000, -5_000), 1, []),
        ((15_000, 500), 3, []),
        ((15_005, 500), 3, [U.TOO_HIGH]),
        ((6_000, -7_505), 3, [U.TOO_LOW]),
        ((600, 450), 3, []),
        ((595, 450), 3, [U.TOO_FEW]),
        ((200_000, 8_000), 10, [U.TOO_HIGH]),
        ((4_000, 4_000), 4, [U.ALL_EQUAL]),
    ],
)
def test_unlikely_totals_are_found(totals: tuple[int, ...], deals: int | None, found: list[U]) -> None:
    assert list(find_unlikely(totals, 10_000, deals)) == found
