"""The handicaps of a round: from the ratings of its entries that were noted when it was drawn.

A handicap is counted in the result of a table (`PlayedPairing.results`) and nowhere else: the game itself,
with its opening requirements and its end, knows nothing of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from tournaments.agreement.handicaps import handicap_terms
from tournaments.core.ratings.handicap import Handicap, HandicapTerms, handicaps
from tournaments.models import Round, Tournament

# What is stored of each entry of a round: by its ratings, and as entered by hand.
StoredRatings = Mapping[str, Sequence[int | None]]


@dataclass(frozen=True, slots=True)
class RoundHandicaps:
    """By what the handicaps of a round follow: what was agreed on, and the ratings of the entries."""

    terms: HandicapTerms
    # How far the players of an entry are above the mean together; of others nothing is known.
    ratings: Mapping[int, int]
    # Those of them whose rating was entered by hand.
    by_hand: frozenset[int]

    def of_sides(self, sides: Sequence[Sequence[int]]) -> tuple[Handicap, ...]:
        """Return what each side begins with; nothing where the rating of somebody is not known."""
        if len(sides) < 2 or not self.ratings.keys() >= {*chain(*sides)}:
            return ()
        return handicaps([self.rating_of(side) for side in sides], self.terms)

    def points_of_sides(self, sides: Sequence[Sequence[int]]) -> tuple[int, ...]:
        return tuple([handicap.points for handicap in self.of_sides(sides)])

    def rating_of(self, side: Sequence[int]) -> int:
        """Return how far those of a side are above the mean together."""
        return sum(self.ratings[entry] for entry in side)


def terms_of(event: Tournament) -> HandicapTerms | None:
    """Return by what an event gives handicaps; None where it gives none."""
    return handicap_terms(event.agreement, event.ruleset, sorted(event.options.items()))


def handicaps_of_rounds(event: Tournament, rounds: Sequence[Round]) -> dict[int, RoundHandicaps]:
    """Return the handicaps of these rounds by their rows; of an event without any none."""
    terms = terms_of(event)
    return {} if terms is None else {drawn.pk: _of_round(terms, drawn.handicap_ratings) for drawn in rounds}


def handicaps_of_round(drawn: Round) -> RoundHandicaps | None:
    return handicaps_of_rounds(drawn.tournament, [drawn]).get(drawn.pk)


def _of_round(terms: HandicapTerms, stored: StoredRatings) -> RoundHandicaps:
    known: dict[int, int] = {}
    by_hand = set()
    for number, (rated, entered) in stored.items():
        rating = rated if entered is None else entered
        if rating is not None:
            known[int(number)] = rating
        if entered is not None:
            by_hand.add(int(number))
    return RoundHandicaps(terms, known, frozenset(by_hand))
