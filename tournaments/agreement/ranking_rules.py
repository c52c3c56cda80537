"""How a ranking is counted, as it is stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from tournaments.agreement.series_rules import read_rules, store_rules
from tournaments.core.ranking import Grade, LicenceRule, RankingRules


def store_ranking_rules(rules: RankingRules) -> dict[str, Any]:
    return {
        **asdict(rules),
        "counting": store_rules(rules.counting),
        "years": list(rules.years),
        "licence": rules.licence.value,
        "grades": [list(grade) for grade in rules.grades],
    }


def read_ranking_rules(stored: Mapping[str, Any]) -> RankingRules:
    return RankingRules(
        **{
            **stored,
            "counting": read_rules(stored["counting"]),
            "years": tuple(stored["years"]),
            "licence": LicenceRule(stored["licence"]),
            "grades": tuple(Grade(least, name) for least, name in stored["grades"]),
        }
    )
