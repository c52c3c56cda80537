"""The worked deals of each game: `deals.toml` in its folder."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from scoring import rulesets


@cache
def load_cases(ruleset: str) -> Mapping[str, Any]:
    return tomllib.loads((rulesets.folders()[ruleset] / "deals.toml").read_text(encoding="utf-8"))
