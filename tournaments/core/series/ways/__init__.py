"""The ways of giving points in a series. A file adds a way."""

from typing import Final

from tournaments.core.registry import Registry
from tournaments.core.series.result import PointsWay

__all__ = ["WAYS", "place", "result", "share"]

WAYS: Final = Registry(__name__, PointsWay)
