"""The cheapest pairing of a whole round, by maximum-weight matching.

Costs are integers of any size up to `MAX_WEIGHT`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

import rustworkx

# The library computes with integers of 128 bits: it never gets a larger weight.
MAX_WEIGHT: Final = 2**120
# Up to so many places all pairs are compared; beyond, only places near each other.
_COMPLETE: Final = 128
FIRST_WINDOW: Final = 48


class WeightTooLarge(Exception):
    """The costs do not fit into the integers that the library computes with."""


class Edge(NamedTuple):
    """Two places that may be paired, and what that costs."""

    first: int
    second: int
    cost: int


class Matching(NamedTuple):
    """Pairs of places, what they cost, and whether it is proved that no pairing is cheaper."""

    pairs: tuple[tuple[int, int], ...]
    cost: int
    exact: bool


# The edges from each place to the `window` places after it.
Edges = Callable[[int], Sequence[Edge]]


def find_cheapest_pairing(size: int, edges: Edges) -> Matching:
    """Pair the places 0 … size−1, an even number, ordered so that neighbours are cheap.

    Up to 128 places every pair is compared. Beyond, a window of neighbours doubles until the cost no longer
    falls: then nothing proves that no pairing outside of it is cheaper. Raises LookupError without any.
    """
    window = size if size <= _COMPLETE else FIRST_WINDOW
    matching = match_edges(size, edges(window))
    while window < size:
        window *= 2
        wider = match_edges(size, edges(window))
        if wider is None or (matching is not None and wider.cost >= matching.cost):
            break
        matching = wider
    if matching is None:
        raise LookupError("no pairing")
    return matching._replace(exact=window >= size)


def can_all_be_paired(size: int, edges: Iterable[tuple[int, int]]) -> bool:
    """Whether all of these places can be paired along these edges."""
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size))
    graph.add_edges_from_no_data(list(edges))
    return 2 * len(rustworkx.max_weight_matching(graph, max_cardinality=True)) == size


def match_edges(size: int, edges: Sequence[Edge]) -> Matching | None:
    """Return the cheapest pairing of all places along these edges; None if there is none."""
    ceiling = max((cost for _first, _second, cost in edges), default=0) + 1
    # The library adds up weights along the way, and doubles them.
    if ceiling * size >= MAX_WEIGHT:
        raise WeightTooLarge
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size))
    graph.add_edges_from([(first, second, ceiling - cost) for first, second, cost in edges])
    pairs = {
        (min(pair), max(pair))
        for pair in rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    }
    if 2 * len(pairs) < size:
        return None
    return Matching(tuple(sorted(pairs)), _cost_of(pairs, edges), exact=True)


def _cost_of(pairs: Iterable[tuple[int, int]], edges: Iterable[Edge]) -> int:
    chosen = set(pairs)
    return sum(cost for first, second, cost in edges if (first, second) in chosen)
