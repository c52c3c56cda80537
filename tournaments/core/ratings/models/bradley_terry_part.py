"""Bradley and Terry, each side compared with its neighbours in the result (Weng and Lin, “partial-pair”).

The paper knows no equal neighbours: here sides of one rank are neighbours, and all of them those of the next.
"""

from functools import partial
from typing import Final

from tournaments.core.ratings.logistic import chance, compare
from tournaments.core.ratings.pairwise import change_by_pairs, neighbours_are_compared
from tournaments.core.ratings.rating import RatingModel

BRADLEY_TERRY_PART: Final = RatingModel(
    code="bt_part",
    position=20,
    chance=chance,
    change=partial(change_by_pairs, compare, neighbours_are_compared),
)
