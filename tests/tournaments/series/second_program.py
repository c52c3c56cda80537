"""A second program that counts a series: from its exported JSON alone, and with no function of the first.

It works with fractions, and with one entry after the other, where the first has integers and whole tables.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from fractions import Fraction
from math import floor
from pathlib import Path
from typing import Any


def recount(text: str) -> list[str]:
    """Say what in a file differs from what this program counts."""
    file = json.loads(text, parse_float=Fraction)
    tables = {table["key"]: table["rows"] for table in file["tables"]}
    (agreed,) = tables["agreement"]
    results: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in tables["results"]:
        results[row["line"]].append(row)
    standings = tables["standings"]
    problems = []
    counted = {}
    for number, stated in enumerate(standings, 1):
        one = _count_one(agreed, results[number], len(tables["evenings"]))
        counted[number] = one
        problems += [
            f"line {number}: {difference}" for difference in _differences(stated, results[number], one)
        ]
    places = _places(agreed, counted)
    for number, stated in enumerate(standings, 1):
        if stated["place"] != places[number]:
            problems.append(f"line {number}: place {stated['place']}, not {places[number]}")
    return problems


def _differences(stated: dict[str, Any], rows: list[dict[str, Any]], one: dict[str, Any]) -> list[str]:
    found = [
        f"{name}: {stated[name]}, not {one[name]}"
        for name in ("points", "counted_points", "bonus", "played")
        if stated[name] != one[name]
    ]
    for row in rows:
        evening = row["evening"]
        if row["points"] != one["each"][evening] or stated[f"evening_{evening}"] != one["each"][evening]:
            found.append(f"evening {evening}: {row['points']}, not {one['each'][evening]}")
        if bool(row["counts"]) != (evening in one["counting"]):
            found.append(f"evening {evening}: counts or not")
    dropped = ", ".join(str(row["evening"]) for row in rows if row["evening"] not in one["counting"])
    if stated["dropped"] != dropped:
        found.append(f"dropped: {stated['dropped']}, not {dropped}")
    return found


def _count_one(agreed: dict[str, Any], rows: list[dict[str, Any]], evenings: int) -> dict[str, Any]:
    each = {row["evening"]: worth(agreed, row) for row in rows}
    left = sorted(each)
    most = {"all": evenings, "best": agreed["how_many"], "but_worst": evenings - agreed["how_many"]}
    # The worst go one by one, of equal ones the latest; one always stays.
    while len(left) > max(1, most[agreed["counted"]]):
        left.remove(max(evening for evening in left if each[evening] == min(each[one] for one in left)))
    together = sum((each[evening] for evening in left), Fraction(0))
    if agreed["average"]:
        together = to_hundredths(together / len(left))
    bonus = Fraction(agreed["bonus"]) * len(rows)
    return {
        "each": each,
        "counting": set(left),
        "counted_points": together,
        "bonus": bonus,
        "points": together + bonus,
        "played": len(rows),
    }


def worth(agreed: dict[str, Any], row: dict[str, Any]) -> Fraction:
    if agreed["way"] == "result":
        return Fraction(row["made"])
    if agreed["way"] == "share":
        most = row["best"]
        if agreed["of_possible"] and row["possible"] is not None:
            most = row["possible"]
        if most <= 0 or row["made"] <= 0:
            return Fraction(0)
        return to_hundredths(min(Fraction(1), Fraction(row["made"]) / most) * agreed["full"])
    listed = [Fraction(word) for word in agreed["place_points"].split()]
    taken = [row["place"]]
    if agreed["shares_points"]:
        taken = [row["place"] + further for further in range(row["sharing"])]
    worth = [listed[place - 1] if place <= len(listed) else Fraction(agreed["others"]) for place in taken]
    return to_hundredths(sum(worth, Fraction(0)) / len(worth))


def to_hundredths(number: Fraction) -> Fraction:
    return Fraction(floor(number * 100 + Fraction(1, 2)), 100)


def _places(agreed: dict[str, Any], counted: dict[int, dict[str, Any]]) -> dict[int, int | None]:
    placed = [number for number, one in counted.items() if one["played"] >= agreed["minimum"]]
    places: dict[int, int | None] = dict.fromkeys(counted)
    for number in placed:
        better = sum(1 for other in placed if _compare(counted[other], counted[number]) > 0)
        places[number] = better + 1
    # The lines stand in this order.
    assert placed == list(range(1, len(placed) + 1)), "those with a place stand first"
    assert all(_compare(counted[one], counted[one + 1]) >= 0 for one in placed[:-1]), "in its order"
    return places


def _compare(one: dict[str, Any], other: dict[str, Any]) -> int:
    """Return more than 0 if one is before the other."""
    if one["points"] != other["points"]:
        return 1 if one["points"] > other["points"] else -1
    mine, theirs = (sorted(each["each"].values(), reverse=True) for each in (one, other))
    for own, its in zip(mine, theirs, strict=False):
        if own != its:
            return 1 if own > its else -1
    return len(mine) - len(theirs)


if __name__ == "__main__":
    wrong = [problem for path in sys.argv[1:] for problem in recount(Path(path).read_text(encoding="utf-8"))]
    print("\n".join(wrong) or "No difference.")
    sys.exit(bool(wrong))
