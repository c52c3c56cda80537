"""Who was to meet whom, by the rule of each movement: what the program proposed is held against it.

Where a rule leaves a choice, the proposal must be as good as the best, which networkx finds.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

import networkx

from tests.tournaments.support.second_count.rounds import circle
from tests.tournaments.support.second_count.rows import PlayedRound

Row = Mapping[str, Any]


def wrong_meetings(drawn: PlayedRound) -> Iterator[str]:
    """Yield what is not as the movement demands in the part of a proposal that is not locked."""
    if drawn.movement not in _RULES:
        return  # the director has set it
    locked = {entry for table in drawn.known["locked"] for side in table["sides"] for entry in side}
    locked |= _granted(drawn)
    apart = [{*pair} for pair in drawn.known.get("apart", ())]
    present = [
        {
            **row,
            "not_with": {entry for pair in apart if row["entry"] in pair for entry in pair} - {row["entry"]},
        }
        for row in drawn.known["present"]
        if row["entry"] not in locked
    ]
    tables = [table["sides"] for table in drawn.proposal if table["sides"][0][0] not in locked]
    if sorted(entry for sides in tables for side in sides for entry in side) != sorted(
        row["entry"] for row in present
    ):
        yield "somebody is left out, or is there twice"
    if len(present) > 1:
        yield from _RULES[drawn.movement](drawn, present, tables)


def _granted(drawn: PlayedRound) -> set[int]:
    """Those who have met as they had wished, at tables of two sides: the others are drawn around them."""
    if drawn.movement not in ("lot", "danish_pure", "danish_modified", "swiss"):
        return set()
    met = {row["entry"]: dict(row["met"]) for row in drawn.known["present"]}
    wishes = [(one, other) for one, other in drawn.known.get("wished", ()) if other not in met[one]]
    tables = [_entries(table["sides"]) for table in drawn.proposal]
    return {entry for wish in wishes if frozenset(wish) in tables for entry in wish}


# Set beforehand.


def _in_circle(drawn: PlayedRound, present: Sequence[Row], tables: Sequence[Any]) -> Iterator[str]:
    yield from _as_set(circle(drawn.places, drawn.known["turn"]), present, tables)


def _in_lines(drawn: PlayedRound, present: Sequence[Row], tables: Sequence[Any]) -> Iterator[str]:
    half = len(drawn.places) // 2
    sitting, moving = drawn.places[:half], drawn.places[half:]
    pairs = [(sitting[(at + drawn.known["turn"] - 1) % half], entry) for at, entry in enumerate(moving)]
    yield from _as_set(pairs, present, tables)


def _as_set(pairs: Sequence[tuple[int, int]], present: Sequence[Row], tables: Sequence[Any]) -> Iterator[str]:
    here = {row["entry"] for row in present}
    wanted = {frozenset(pair) & here for pair in pairs} - {frozenset[int]()}
    if wanted != {_entries(sides) for sides in tables}:
        yield f"{sorted(map(sorted, wanted))} were to meet"


# In an order.


def _by_lot(drawn: PlayedRound, present: Sequence[Row], tables: Sequence[Any]) -> Iterator[str]:
    yield from _in_order(sorted(present, key=lambda row: _lot(drawn, row)), tables)


def _neighbours(drawn: PlayedRound, present: Sequence[Row], tables: Sequence[Any]) -> Iterator[str]:
    yield from _in_order(_standing(drawn, present), tables)


def _in_order(order: Sequence[Row], tables: Sequence[Any]) -> Iterator[str]:
    """The lowest of those with the fewest sit-outs sits out; then first and second, third and fourth.

    Where some of them are not to meet the nearest meet, over all tables.
    """
    playing, out = _without_lowest(order)
    if any(one["not_with"] & {row["entry"] for row in playing} for one in playing):
        place = {row["entry"]: at for at, row in enumerate(playing)}
        yield from _is_cheapest(
            playing,
            tables,
            lambda one, other: (_not_to_meet(one, other), (place[one["entry"]] - place[other["entry"]]) ** 2),
        )
        return
    if sum("table" in row for row in order) > 1:
        return  # some of them are passed over, since two that cannot move never meet
    wanted = {frozenset(row["entry"] for row in playing[at : at + 2]) for at in range(0, len(playing), 2)}
    if wanted | out != {_entries(sides) for sides in tables}:
        yield f"neighbours {sorted(map(sorted, wanted | out))} were to meet"


def _neighbours_who_have_not_met(
    drawn: PlayedRound, present: Sequence[Row], tables: Sequence[Any]
) -> Iterator[str]:
    """The highest meets the nearest new one with whom all others can meet somebody new as well."""
    playing, out = _without_lowest(_standing(drawn, present))
    if not _can_all_meet(playing):
        place = {row["entry"]: at for at, row in enumerate(playing)}
        yield from _is_cheapest(
            playing,
            tables,
            lambda one, other: (
                _not_to_meet(one, other),
                _met(one, other),
                abs(place[one["entry"]] - place[other["entry"]]) ** 2,
            ),
        )
        return
    wanted, left = set(out), [*playing]
    while left:
        first = left.pop(0)
        second = next(
            row
            for row in left
            if _may_meet(first, row) and _can_all_meet([one for one in left if one != row])
        )
        left.remove(second)
        wanted.add(frozenset((first["entry"], second["entry"])))
    if wanted != {_entries(sides) for sides in tables}:
        yield f"{sorted(map(sorted, wanted))} were to meet"


def _without_lowest(order: Sequence[Row]) -> tuple[list[Row], set[frozenset[int]]]:
    if len(order) % 2 == 0:
        return [*order], set()
    fewest = min(row["sit_outs"] for row in order)
    lowest = [row for row in order if row["sit_outs"] == fewest][-1]
    return [row for row in order if row is not lowest], {frozenset((lowest["entry"],))}


def _standing(drawn: PlayedRound, present: Sequence[Row]) -> list[Row]:
    return sorted(present, key=lambda row: (-row["points"], -row["difference"], _lot(drawn, row)))


def _lot(drawn: PlayedRound, row: Row) -> str:
    return hashlib.sha256(f"{drawn.seed}/{row['entry']}".encode()).hexdigest()


def _met(one: Row, other: Row) -> int:
    return int(dict(one["met"]).get(other["entry"], 0))


def _not_to_meet(one: Row, other: Row) -> int:
    return int(other["entry"] in one["not_with"])


def _may_meet(one: Row, other: Row) -> bool:
    return not _met(one, other) and not _not_to_meet(one, other) and not _are_both_fixed(one, other)


def _are_both_fixed(one: Row, other: Row) -> bool:
    return "table" in one and "table" in other


def _can_all_meet(rows: Sequence[Row]) -> bool:
    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_edges_from(
        (one["entry"], other["entry"]) for one, other in combinations(rows, 2) if _may_meet(one, other)
    )
    return 2 * len(networkx.max_weight_matching(graph, maxcardinality=True)) == len(rows)


# The best of all.

Cost = Callable[[Row, Row], tuple[int, ...]]
_NOBODY: Row = {"entry": 0, "met": (), "points": 0, "club": None, "not_with": frozenset()}


# The parts of what a Swiss round costs that come before the gaps.
_BEFORE_GAPS = 4


def _swiss(drawn: PlayedRound, present: Sequence[Row], tables: Sequence[Any]) -> Iterator[str]:
    """Who is not to meet, rematches, second sit-outs, club mates, squared gaps of points and of places.

    Where a wish was granted the gaps are those of all who play, or of the others: they are not compared.
    """
    standing = _standing(drawn, present)
    place = {row["entry"]: at for at, row in enumerate(standing)}
    fewest = min(row["sit_outs"] for row in standing)

    def cost(one: Row, other: Row) -> tuple[int, ...]:
        if one is _NOBODY:
            one, other = other, one
        if other is _NOBODY:
            gap = one["points"] - standing[-1]["points"]
            return 0, 0, one["sit_outs"] - fewest, 0, gap**2, (len(standing) - place[one["entry"]]) ** 2
        mates = drawn.known["clubs_apart"] and one["club"] is not None and one["club"] == other["club"]
        gap = one["points"] - other["points"]
        distance = place[one["entry"]] - place[other["entry"]]
        return _not_to_meet(one, other), _met(one, other), 0, int(mates), gap**2, distance**2

    rows = [*standing, *[_NOBODY] * (len(standing) % 2)]
    compared = _BEFORE_GAPS if _granted(drawn) else None
    yield from _is_cheapest(rows, tables, lambda one, other: cost(one, other)[:compared])


def _is_cheapest(rows: Sequence[Row], tables: Sequence[Any], cost: Cost) -> Iterator[str]:
    costs = {
        frozenset((one["entry"], other["entry"])): cost(one, other)
        for one, other in combinations(rows, 2)
        if not _are_both_fixed(one, other)
    }
    known = {row["entry"] for row in rows}
    proposed = [
        _entries(sides) if len(sides) > 1 else _entries(sides) | {0}
        for sides in tables
        if len(sides) > 1 or 0 in known
    ]
    best = _cheapest(costs)
    if _add(costs[pair] for pair in proposed) > _add(costs[pair] for pair in best):
        yield f"{sorted(map(sorted, best))} would be better"


def _cheapest(costs: Mapping[frozenset[int], tuple[int, ...]]) -> list[frozenset[int]]:
    """Pack each cost into one number of which each unit outweighs all that come after it."""
    most = [sum(column) + 1 for column in zip(*costs.values(), strict=True)]

    def packed(cost: tuple[int, ...]) -> int:
        together = 0
        for unit, size in zip(cost, most, strict=True):
            together = together * size + unit
        return together

    highest = max(packed(cost) for cost in costs.values())
    graph: networkx.Graph[int] = networkx.Graph()
    for pair, cost in costs.items():
        one, other = pair
        graph.add_edge(one, other, weight=highest - packed(cost))
    return [frozenset(pair) for pair in networkx.max_weight_matching(graph, maxcardinality=True)]


def _add(costs: Iterator[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(sum(column) for column in zip(*costs, strict=True))


# Ladders.


def _ladder(drawn: PlayedRound, present: Sequence[Row], tables: Sequence[Any]) -> Iterator[str]:
    """Up or down a table; the last of those with the fewest sit-outs who has played sits out."""
    yield from _on_rungs(drawn, present, tables, lambda table, won: table - 1 if won else table + 1)


def _winners_stay(drawn: PlayedRound, present: Sequence[Row], tables: Sequence[Any]) -> Iterator[str]:
    """To the next table or not; who goes on from the last table, or comes, meets the winner of the first."""
    yield from _on_rungs(drawn, present, tables, lambda table, won: table if won else table + 1, wraps=True)


def _on_rungs(
    drawn: PlayedRound,
    present: Sequence[Row],
    tables: Sequence[Any],
    rung: Callable[[int, bool], int],
    *,
    wraps: bool = False,
) -> Iterator[str]:
    last = max((row["last_table"] for row in present if "last_table" in row), default=0)

    def has_won(row: Row) -> bool:
        there = [one for one in present if one.get("last_table") == row["last_table"]]
        better = ["win", "draw", "", "loss"].index
        best = min(there, key=lambda one: (better(one["last_outcome"]), _lot(drawn, one)))
        return best is row and (len(there) > 1 or row["last_outcome"] != "loss")

    def key(row: Row) -> tuple[bool, int, bool, str]:
        if "last_table" not in row:
            return True, 0, True, _lot(drawn, row)
        return False, rung(row["last_table"], has_won(row)), not has_won(row), _lot(drawn, row)

    order, out = sorted(present, key=key), set[frozenset[int]]()
    if len(order) % 2:
        fewest = min(row["sit_outs"] for row in order)
        could = [row for row in order if row["sit_outs"] == fewest]
        alone = ([row for row in could if "last_table" in row] or could)[-1]
        order, out = [row for row in order if row is not alone], {frozenset((alone["entry"],))}
    if wraps:
        is_coming = {row["entry"]: key(row)[0] or key(row)[1] > last for row in order}
        ahead = [row for row in order if not is_coming[row["entry"]] and key(row)[1] <= 1]
        coming = [row for row in order if is_coming[row["entry"]]]
        order = [*ahead, *coming, *(row for row in order if row not in ahead and row not in coming)]
    if out - {_entries(sides) for sides in tables}:
        yield f"{out} was to sit out"
    place = {row["entry"]: at for at, row in enumerate(order)}
    if order and not out - {_entries(sides) for sides in tables}:
        yield from _is_cheapest(
            order,
            tables,
            lambda one, other: (
                _not_to_meet(one, other),
                int("last_table" in one and one["last_table"] == other.get("last_table")),
                (place[one["entry"]] - place[other["entry"]]) ** 2,
            ),
        )


# Drawn partners, and tables of three.


def _partners(drawn: PlayedRound, present: Sequence[Row], tables: Sequence[Any]) -> Iterator[str]:
    """As few sit out as must, those who have least often; no repeated partners that could be others."""
    out, tables = _in_fours(drawn, present, tables)
    yield from _fewest_first(present, out, len(present) % 4, "sit_outs")
    yield from _as_many_as_can_join(drawn, present, len(out))
    playing = [row for row in present if row not in out]
    times = {frozenset((one, other)): count for one, other, count in drawn.known["partnered"]}
    costs = {
        frozenset((one["entry"], other["entry"])): (
            _not_to_meet(one, other),
            times.get(frozenset((one["entry"], other["entry"])), 0),
        )
        for one, other in combinations(playing, 2)
    }
    if not costs or drawn.known.get("edition", 1) < 2 or any("table" in row for row in present):
        return
    made = _add(costs[frozenset(side)] for sides in tables for side in sides if len(side) == 2)
    fewest = _add(costs[pair] for pair in _cheapest(costs))
    if made > fewest:
        yield f"{made} partners again, where {fewest} are possible"


def _joined(drawn: PlayedRound) -> set[int]:
    """Those who came to a table of four as a fifth or a sixth."""
    reasons = (reason for table in drawn.proposal for reason in table["reasons"])
    return {reason["entry"] for reason in reasons if reason["why"] == "large_table"}


def _in_fours(
    drawn: PlayedRound, present: Sequence[Row], tables: Sequence[Any]
) -> tuple[list[Row], list[Any]]:
    """Those who would sit out at tables of four, and these tables, before some of them joined one."""
    joined = _joined(drawn)
    fours = [[[entry for entry in side if entry not in joined] for side in sides] for sides in tables]
    return [row for row in present if row["entry"] in joined or [[row["entry"]]] in tables], fours


def _as_many_as_can_join(drawn: PlayedRound, present: Sequence[Row], left: int) -> Iterator[str]:
    """Ruling 12: each table takes one, or two where six may sit, and sides differ by one at most."""
    sizes, tables = drawn.known.get("large", ()), len(present) // 4
    joined = _joined(drawn) & {row["entry"] for row in present}
    most = max(
        fives + 2 * sixes
        for fives in range(4 if 5 in sizes else 1)
        for sixes in range(2 if 6 in sizes else 1)
        if fives + sixes <= tables and fives + 2 * sixes <= left
    )
    if len(joined) < most and not any("table" in row for row in present):
        yield f"{len(joined)} of {left} join a table, where {most} can"


def _partners_by_standing(drawn: PlayedRound, present: Sequence[Row], tables: Sequence[Any]) -> Iterator[str]:
    """Of those who play the first four sit together, then the next; at each table as few partners again."""
    out, tables = _in_fours(drawn, present, tables)
    yield from _fewest_first(present, out, len(present) % 4, "sit_outs")
    yield from _as_many_as_can_join(drawn, present, len(out))
    if any("table" in row or row["not_with"] for row in present) or drawn.known.get("wished"):
        return  # some of them sit at a table between
    times = {frozenset((one, other)): count for one, other, count in drawn.known["partnered"]}
    playing = [row["entry"] for row in _standing(drawn, present) if row not in out]
    wanted = {frozenset(playing[at : at + 4]) for at in range(0, len(playing), 4)}
    if wanted != {_entries(sides) for sides in tables if len(sides) == 2}:
        yield f"{sorted(map(sorted, wanted))} were to sit together"
    for (a, b), (c, d) in (sides for sides in tables if len(sides) == 2):
        ways = [[(a, b), (c, d)], [(a, c), (b, d)], [(a, d), (b, c)]]
        again = [sum(times.get(frozenset(side), 0) for side in way) for way in ways]
        if again[0] > min(again):
            yield f"{a} with {b}, {c} with {d}: {again[0]} again, where {min(again)} are possible"


def _threes(_drawn: PlayedRound, present: Sequence[Row], tables: Sequence[Any]) -> Iterator[str]:
    """As few tables of two as possible, and nobody at one twice before all were at one once."""
    small = {entry for sides in tables if len(sides) == 2 for entry in _entries(sides)}
    if len(present) < 5:
        return  # all sit at such tables
    needed = 2 * (-len(present) % 3)
    rows = [row for row in present if row["entry"] in small]
    yield from _fewest_first(present, rows, needed, "small_tables")


def _fewest_first(present: Sequence[Row], chosen: Sequence[Row], needed: int, times: str) -> Iterator[str]:
    if len(chosen) != needed:
        yield f"{len(chosen)} instead of {needed}: {times}"
    fewest = sorted(row[times] for row in present)[: len(chosen)]
    if sum(row[times] for row in chosen) > sum(fewest):
        yield f"again before all others: {times}"


def _entries(sides: Sequence[Sequence[int]]) -> frozenset[int]:
    return frozenset(entry for side in sides for entry in side)


_RULES: Mapping[str, Callable[[PlayedRound, Sequence[Row], Sequence[Any]], Iterator[str]]] = {
    "round_robin": _in_circle,
    "guided_robin": _in_circle,
    "double_robin": _in_circle,
    "mitchell": _in_lines,
    "lot": _by_lot,
    "danish_pure": _neighbours,
    "danish_modified": _neighbours_who_have_not_met,
    "swiss": _swiss,
    "ladder": _ladder,
    "winners_stay": _winners_stay,
    "partners": _partners,
    "partners_ranked": _partners_by_standing,
    "three_sided": _threes,
}
