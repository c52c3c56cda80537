"""Bradley and Terry, each side compared with all others (Weng and Lin, “full-pair”)."""

from functools import partial
from typing import Final

from tournaments.core.ratings.logistic import chance, compare
from tournaments.core.ratings.pairwise import all_are_compared, change_by_pairs
from tournaments.core.ratings.rating import RatingModel

BRADLEY_TERRY_FULL: Final = RatingModel(
    code="bt_full", position=10, chance=chance, change=partial(change_by_pairs, compare, all_are_compared)
)
