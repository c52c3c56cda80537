"""A second program that counts a ranking: from its exported JSON alone, with no function of the first.

What a result is worth it takes from the second program of series; days, weights, licences and places are its
own. It works with fractions, and with one line after the other.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

from tests.tournaments.series.second_program import to_hundredths, worth


def recount_ranking(text: str) -> list[str]:
    """Say what in a file differs from what this program counts."""
    file = json.loads(text, parse_float=Fraction)
    tables = {table["key"]: table["rows"] for table in file["tables"]}
    (agreed,) = tables["agreement"]
    events = {row["evening"]: row for row in tables["events"]}
    on = date.fromisoformat(next(fact["value"] for fact in file["facts"] if fact["key"] == "on"))
    problems = [problem for row in events.values() for problem in _wrong_weights(agreed, row, on)]
    results: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in tables["results"]:
        results[row["line"]].append(row)
    counted = {
        number: _count(agreed, results[number], events) for number, _row in enumerate(tables["list"], 1)
    }
    for number, stated in enumerate(tables["list"], 1):
        problems += _differences(number, stated, results[number], counted[number])
    return problems + _wrong_places(agreed, tables["list"], counted)


def _wrong_weights(agreed: dict[str, Any], row: dict[str, Any], on: date) -> list[str]:
    years = [int(word) for word in str(agreed["years"]).split()]
    back = row["back"] = _years_back(agreed, date.fromisoformat(row["date"]), on)
    if not 0 <= back < len(years):
        return [f"event {row['evening']} is not of these years"]
    expected = (agreed[row["event_class"]], years[back])
    if (row["class_weight"], row["year_weight"]) != expected:
        return [f"event {row['evening']} weighs {expected}"]
    return []


def _years_back(agreed: dict[str, Any], day: date, on: date) -> int:
    """Go back year by year until the day is within one."""
    if day > on:
        return -1
    back = 0
    while day < _year_begins(agreed, on, back):
        back += 1
    return back


def _year_begins(agreed: dict[str, Any], on: date, back: int) -> date:
    """Return the first day of the year of a list, or of one so many years before."""
    if agreed["rolling"]:
        return _same_day(on, on.year - back - 1) + timedelta(days=1)
    begins = date(on.year, agreed["first_month"], 1)
    return date(on.year - back - (begins > on), agreed["first_month"], 1)


def _same_day(on: date, year: int) -> date:
    """Return the day in another year; of 29 February the day before 1 March."""
    is_leap_day = (on.month, on.day) == (2, 29)
    return date(year, 2, 28) if is_leap_day and year % 4 else date(year, on.month, on.day)


def _count(
    agreed: dict[str, Any], rows: list[dict[str, Any]], events: dict[int, dict[str, Any]]
) -> dict[str, Any]:
    valid = [row for row in rows if agreed["licence"] != "points" or row["valid_licence"]]
    each = {row["evening"]: _weighed(agreed, row, events[row["evening"]]) for row in valid}
    counting: set[int] = set()
    for back in {events[evening]["back"] for evening in each}:
        left = sorted(evening for evening in each if events[evening]["back"] == back)
        # The worst go one by one, of equal ones the latest.
        while agreed["counted"] == "best" and len(left) > agreed["how_many"]:
            least = min(each[evening] for evening in left)
            left.remove(max(evening for evening in left if each[evening] == least))
        counting |= set(left)
    return {
        "each": each,
        "counting": counting,
        "points": sum((each[evening] for evening in counting), Fraction(0)),
        "played": len(each),
    }


def _weighed(agreed: dict[str, Any], row: dict[str, Any], event: dict[str, Any]) -> Fraction:
    return to_hundredths(worth(agreed, row) * event["class_weight"] * event["year_weight"] / 10_000)


def _differences(
    number: int, stated: dict[str, Any], rows: list[dict[str, Any]], one: dict[str, Any]
) -> list[str]:
    expected = {"points": one["points"], "played": one["played"], "counting": len(one["counting"])}
    found = [
        f"line {number}: {name} {stated[name]}, not {value}"
        for name, value in expected.items()
        if stated[name] != value
    ]
    for row in rows:
        evening = row["evening"]
        if row["points"] != one["each"].get(evening, 0):
            found.append(f"line {number}, event {evening}: {row['points']}")
        if bool(row["counts"]) != (evening in one["counting"]):
            found.append(f"line {number}, event {evening}: counts or not")
    return found


def _wrong_places(
    agreed: dict[str, Any], stated: list[dict[str, Any]], counted: dict[int, dict[str, Any]]
) -> list[str]:
    placed = [
        number
        for number, one in counted.items()
        if one["played"] >= agreed["minimum"]
        and (agreed["licence"] != "place" or stated[number - 1]["licence"])
    ]
    expected: dict[int, int | None] = dict.fromkeys(counted)
    for number in placed:
        expected[number] = 1 + sum(1 for other in placed if _is_before(counted[other], counted[number]))
    return [
        f"line {number}: place {row['place']}, not {expected[number]}"
        for number, row in enumerate(stated, 1)
        if row["place"] != expected[number]
    ]


def _is_before(one: dict[str, Any], other: dict[str, Any]) -> bool:
    if one["points"] != other["points"]:
        return bool(one["points"] > other["points"])
    mine, theirs = (sorted(each["each"].values(), reverse=True) for each in (one, other))
    for own, its in zip(mine, theirs, strict=False):
        if own != its:
            return bool(own > its)
    return len(mine) > len(theirs)


if __name__ == "__main__":
    wrong = [
        problem
        for path in sys.argv[1:]
        for problem in recount_ranking(Path(path).read_text(encoding="utf-8"))
    ]
    print("\n".join(wrong) or "No difference.")
    sys.exit(bool(wrong))
