"""How a league is played and counted, as it is stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from tournaments.core.leagues.rules import LeagueRules, PairsMeeting, Reserves, WithdrawnTeam
from tournaments.core.worth import SchemeNumbers


def store_rules(rules: LeagueRules) -> dict[str, Any]:
    numbers = {
        **asdict(rules.numbers),
        "bands": list(rules.numbers.bands),
        "place_points": list(rules.numbers.place_points),
    }
    return {
        **asdict(rules),
        "numbers": numbers,
        "chain": list(rules.chain),
        "meeting": rules.meeting.value,
        "withdrawn": rules.withdrawn.value,
        "reserves": rules.reserves.value,
    }


def read_rules(stored: Mapping[str, Any]) -> LeagueRules:
    numbers = stored["numbers"]
    return LeagueRules(
        **{
            **stored,
            "numbers": SchemeNumbers(
                **{
                    **numbers,
                    "bands": tuple(numbers["bands"]),
                    "place_points": tuple(numbers["place_points"]),
                }
            ),
            "chain": tuple(stored["chain"]),
            "meeting": PairsMeeting(stored["meeting"]),
            "withdrawn": WithdrawnTeam(stored["withdrawn"]),
            "reserves": Reserves(stored["reserves"]),
        }
    )
