"""The schemes: what the result of a game is worth in the standings. A file adds a scheme.

They are those of the rules of the games and of the federations' own pages.
"""

from typing import Final

from tournaments.core.registry import Registry
from tournaments.core.worth import Scheme

__all__ = ["SCHEMES", "places", "scl", "total", "vp_continuous", "vp_table", "wins_total"]

SCHEMES: Final = Registry(__name__, Scheme)
