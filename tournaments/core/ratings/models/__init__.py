"""The models of ratings. A file adds a model."""

from typing import Final

from tournaments.core.ratings.rating import RatingModel
from tournaments.core.registry import Registry

__all__ = [
    "MODELS",
    "bradley_terry_full",
    "bradley_terry_part",
    "elo",
    "plackett_luce",
    "thurstone_mosteller",
]

MODELS: Final = Registry(__name__, RatingModel)
