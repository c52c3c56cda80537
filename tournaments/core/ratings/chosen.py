"""The model and the numbers by which ratings are counted. `bench/rating.py` has chosen them."""

from __future__ import annotations

from typing import Final

from tournaments.core.ratings.models.bradley_terry_full import BRADLEY_TERRY_FULL
from tournaments.core.ratings.rating import RatingModel, RatingNumbers

MODEL: Final[RatingModel] = BRADLEY_TERRY_FULL
NUMBERS: Final = RatingNumbers(sigma=200.0, beta=400.0, drift=150.0, damped=False)
