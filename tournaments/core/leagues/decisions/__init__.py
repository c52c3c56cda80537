"""What may decide a match. A file adds a decision."""

from typing import Final

from tournaments.core.leagues.match import MatchDecision
from tournaments.core.registry import Registry

__all__ = ["DECISIONS", "difference", "points", "points_difference"]

DECISIONS: Final = Registry(__name__, MatchDecision)
