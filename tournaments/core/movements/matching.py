"""The cheapest pairing of a whole round, by maximum-weight matching.

Costs are integers of any size up to a bound. Knows numbers alone; must not know what a cost stands for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

import rustworkx

# The library computes with integers of 128 bits: a weight beyond this is not given to it.
LARGEST_WEIGHT: Final = 2**120
# Up to so many places everybody may meet everybody; beyond, those who stand near each other.
_COMPLETE: Final = 128
WINDOW: Final = 48


class TooHeavy(Exception):
    """The costs do not fit into the integers that the library computes with."""


class Edge(NamedTuple):
    """Two places that may be paired, and what that costs."""

    one: int
    other: int
    cost: int


class Matched(NamedTuple):
    """Pairs of places, what they cost, and whether it is proved that no pairing is cheaper."""

    pairs: tuple[tuple[int, int], ...]
    cost: int
    exact: bool


# The edges from each place to the `window` places after it.
Edges = Callable[[int], Sequence[Edge]]


def cheapest(size: int, edges: Edges) -> Matched:
    """Pair the places 0 … size−1, an even number, that stand in such an order that neighbours are cheap.

    Up to 128 every pair is looked at. Beyond, a window of neighbours that doubles until the cost no longer
    falls: then nothing proves that no pairing outside of it is cheaper.
    """
    window = size if size <= _COMPLETE else WINDOW
    found = matched(size, edges(window))
    while window < size:
        window *= 2
        wider = matched(size, edges(window))
        if wider is None or (found is not None and wider.cost >= found.cost):
            break
        found = wider
    if found is None:
        raise LookupError("no pairing")
    return found._replace(exact=window >= size)


def can_all_be_paired(size: int, edges: Iterable[tuple[int, int]]) -> bool:
    """Whether these places can be paired along these edges, leaving nobody out."""
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size))
    graph.add_edges_from_no_data(list(edges))
    return 2 * len(rustworkx.max_weight_matching(graph, max_cardinality=True)) == size


def matched(size: int, edges: Sequence[Edge]) -> Matched | None:
    """The cheapest pairing along these edges that leaves nobody out, if there is one."""
    ceiling = max((cost for _one, _other, cost in edges), default=0) + 1
    # The library adds up weights along the way, and doubles them.
    if ceiling * size >= LARGEST_WEIGHT:
        raise TooHeavy
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size))
    graph.add_edges_from([(one, other, ceiling - cost) for one, other, cost in edges])
    pairs = {
        (min(pair), max(pair))
        for pair in rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    }
    if 2 * len(pairs) < size:
        return None
    return Matched(tuple(sorted(pairs)), _cost_of(pairs, edges), exact=True)


def _cost_of(pairs: Iterable[tuple[int, int]], edges: Iterable[Edge]) -> int:
    chosen = set(pairs)
    return sum(cost for one, other, cost in edges if (one, other) in chosen)
