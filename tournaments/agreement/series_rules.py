"""How a series is counted, as it is stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from tournaments.core.series.result import WayNumbers
from tournaments.core.series.rules import CountedEvenings, SeriesRules


def store_rules(rules: SeriesRules) -> dict[str, Any]:
    numbers = {**asdict(rules.numbers), "place_points": list(rules.numbers.place_points)}
    return {**asdict(rules), "numbers": numbers, "counted": rules.counted.value}


def read_rules(stored: Mapping[str, Any]) -> SeriesRules:
    numbers = stored["numbers"]
    return SeriesRules(
        **{
            **stored,
            "numbers": WayNumbers(**{**numbers, "place_points": tuple(numbers["place_points"])}),
            "counted": CountedEvenings(stored["counted"]),
        }
    )
