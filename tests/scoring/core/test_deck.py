"""Valid melds are compared with the deck together, each invalid one by itself, a tally not at all."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import rulesets
from scoring.core.pipeline import evaluate
from tests.scoring.core.written_deals import deal, errors, hand, tally


def excess_of(data: dict[str, Any]) -> dict[str | None, str | int]:
    """How many of each card are too many."""
    problems = evaluate(data, rulesets.find).problems
    return {p.where: p.params["excess"] for p in problems if p.code.value == "deck_exceeded"}


@pytest.mark.parametrize(
    ("slug", "melds", "excess"),
    [
        ("samba", ["KKKKKKK", "KKKKKKKK"], {"K": 3}),
        ("samba", ["s789", "s789T", "s6789", "s789", "s89T"], {"s7": 1, "s8": 2, "s9": 2}),
        ("samba", ["s789", "s789T", "s6789"], {}),
        # An invalid meld may be a slip of the pen, but none has so many.
        ("samba", ["KKKKKKKQ", "KKKKKKKQ"], {}),
        ("samba", ["K" * 14 + "Q", "K" * 13 + "Q"], {"K": 2}),
        ("sitoumussamba", ["h" + "3" * 8], {"R": 2}),
        ("sitoumussamba", ["c" + "3" * 7], {"B": 1}),
    ],
)
def test_melds_are_compared_with_the_deck(slug: str, melds: list[str], excess: dict[str, int]) -> None:
    assert excess_of(deal(slug, hand(*melds), hand())) == excess


@pytest.mark.parametrize("fields", [{"melds": ["K" * 13]}, {"hand": "K" * 13}])
def test_cards_beside_a_tally_are_not_counted(fields: dict[str, Any]) -> None:
    assert errors(deal("samba", tally(100, 40) | fields, hand())) == ["tally_and_cards hands[0]"]
