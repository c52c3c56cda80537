"""A second program that counts a division of a league: from its exported JSON alone, no function shared.

It knows teams by their numbers, counts in fractions, and finds each place by comparing two teams at a time,
where the first has integers, the schemes of events and the criteria of events.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal, getcontext
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

_HOME, _AWAY = "home", "away"
_SIDES: Final = (_HOME, _AWAY)
_PRECISE: Final = 60
# What a game gives as points, as difference, and how it ended.
_Gives = tuple[Fraction, Fraction]
_Row = dict[str, Any]


def recount(text: str) -> list[str]:
    """Say what in a file differs from what this program counts."""
    file = json.loads(text, parse_float=Fraction)
    tables = {table["key"]: table["rows"] for table in file["tables"]}
    season = _Season(tables)
    return [
        *season.wrong_tables(),
        *season.wrong_matches(),
        *season.wrong_lines(),
        *season.wrong_places(),
    ]


class _Season:
    """A division as its file has it, and what comes of it."""

    def __init__(self, tables: dict[str, list[_Row]]) -> None:
        (self.agreed,) = tables["agreement"]
        self.teams = {row["team"]: row for row in tables["teams"]}
        self.standings = tables["standings"]
        self.matches = {row["match"]: row for row in tables["matches"]}
        self.at_tables: dict[int, list[_Row]] = defaultdict(list)
        for row in tables["results"]:
            self.at_tables[row["match"]].append(row)
        self.charges = tables["charges"]
        self.out = {number for number in self.teams if self._is_struck_out(number)}
        # What each match that counts gives: by its number, home and away.
        self.given = {
            number: gives for number, row in self.matches.items() if (gives := self._given(row)) is not None
        }

    # Teams that have left.

    def _is_struck_out(self, team: int) -> bool:
        if not self.teams[team]["withdrawn"] or self.agreed["withdrawn"] == "stands":
            return False
        if self.agreed["withdrawn"] == "struck_out":
            return True
        own = [row for row in self.matches.values() if team in (row["home"], row["away"])]
        played = [row for row in own if self._has_played(row, team)]
        return Fraction(len(played), max(1, len(own))) < Fraction(1, 2)

    def _has_played(self, row: _Row, team: int) -> bool:
        if row["kind"] in ("played", "ruled"):
            return True
        return bool(row["kind"] == "walkover" and row[row["at_fault"]] != team)

    # One match.

    def _counting(self, row: _Row) -> str:
        if {row["home"], row["away"]} & self.out:
            return "struck_out"
        if row["kind"] is not None:
            return "counts"
        gone = [side for side in _SIDES if self.teams[row[side]]["withdrawn"]]
        return "left" if gone else "open"

    def _given(self, row: _Row) -> dict[str, dict[str, Any]] | None:
        counting = self._counting(row)
        if counting in ("struck_out", "open") or row["kind"] == "void":
            return None
        if row["kind"] == "ruled":
            return self._as_ruled(row)
        if row["kind"] == "played":
            return self._as_played(row)
        if counting == "left":
            absent = [side for side in _SIDES if self.teams[row[side]]["withdrawn"]]
        else:
            absent = list(_SIDES) if row["kind"] == "both_absent" else [row["at_fault"]]
        return self._without_game(absent)

    def _as_ruled(self, row: _Row) -> dict[str, dict[str, Any]]:
        made = {side: row[f"{side}_match_points"] for side in _SIDES}
        lost_by_both = made[_HOME] == made[_AWAY] <= self.agreed["loss"]
        return {
            side: {
                "match": made[side],
                "points": row[f"{side}_table_points"],
                "difference": row[f"{side}_difference"],
                "outcome": "loss" if lost_by_both else _outcome(made[side], made[_other(side)]),
            }
            for side in _SIDES
        }

    def _as_played(self, row: _Row) -> dict[str, dict[str, Any]]:
        sums = {side: [Fraction(0), Fraction(0)] for side in _SIDES}
        for table in self.at_tables[row["match"]]:
            for side, (points, difference) in self._at_table(table).items():
                sums[side][0] += points
                sums[side][1] += difference
        compared = {side: self._compared(*sums[side]) for side in _SIDES}
        outcomes = {side: _outcome(compared[side], compared[_other(side)]) for side in _SIDES}
        return self._side_by_side(sums, outcomes)

    def _compared(self, points: Fraction, difference: Fraction) -> tuple[Fraction, ...]:
        choices = {"points_diff": (points, difference), "points": (points,), "difference": (difference,)}
        return choices[self.agreed["decision"]]

    def _without_game(self, absent: Iterable[str]) -> dict[str, dict[str, Any]]:
        absent, games = set(absent), self._games()
        sums, outcomes = {}, {}
        for side in _SIDES:
            points, difference = self._lost() if side in absent else self._won()
            sums[side] = [games * points, games * difference]
            outcomes[side] = "loss" if side in absent else "win"
        return self._side_by_side(sums, outcomes)

    def _side_by_side(
        self, sums: dict[str, list[Fraction]], outcomes: dict[str, str]
    ) -> dict[str, dict[str, Any]]:
        return {
            side: {
                "match": self.agreed[outcomes[side]],
                "points": sums[side][0],
                "difference": sums[side][1],
                "outcome": outcomes[side],
            }
            for side in _SIDES
        }

    def _games(self) -> int:
        agreed = self.agreed
        if agreed["meeting"] != "each_against":
            return int(agreed["tables"])
        return int(agreed["tables"] * min(agreed["opponents"], agreed["tables"]))

    # One table.

    def _at_table(self, table: _Row) -> dict[str, _Gives]:
        kind, lost_by = table["kind"], table["at_fault"]
        if kind == "void":
            return dict.fromkeys(_SIDES, (Fraction(0), Fraction(0)))
        if kind == "adjusted":
            return {side: (table[f"{side}_points"], table[f"{side}_difference"]) for side in _SIDES}
        if kind == "both_absent":
            return dict.fromkeys(_SIDES, self._lost())
        if kind in ("played", "cut_short"):
            return self._by_score(table)
        walkover = {side: self._lost() if side == lost_by else self._won() for side in _SIDES}
        if kind == "walkover" or table["home_total"] is None:
            return walkover
        scored = self._by_score(table)
        pick = {side: min if side == lost_by else max for side in _SIDES}
        return {
            side: (
                pick[side](walkover[side][0], scored[side][0]),
                pick[side](walkover[side][1], scored[side][1]),
            )
            for side in _SIDES
        }

    def _by_score(self, table: _Row) -> dict[str, _Gives]:
        made = {side: Fraction(table[f"{side}_total"]) for side in _SIDES}
        return {
            side: (self._points(made[side], made[side] - made[_other(side)]), made[side] - made[_other(side)])
            for side in _SIDES
        }

    def _points(self, own: Fraction, lead: Fraction) -> Fraction:
        agreed = self.agreed
        match agreed["scheme"]:
            case "scl":
                return Fraction(1 + (lead > 0) - (lead < 0))
            case "wins_total":
                return Fraction(int(lead > 0))
            case "total":
                return own if agreed["cap"] is None else min(own, Fraction(agreed["cap"]))
            case "vp_table":
                bands = [int(band) for band in agreed["bands"].split()]
                steps = sum(1 for band in bands if band < abs(lead))
                return Fraction(10 + steps if lead > 0 else 10 - steps)
            case "vp_continuous":
                won = _curve(abs(lead), Fraction(agreed["bound"]))
                return won if lead >= 0 else 20 - won
            case unknown:
                raise LookupError(unknown)

    def _won(self) -> _Gives:
        agreed = self.agreed
        margin = Fraction(agreed["margin"])
        if agreed["scheme"] == "total":
            return (margin if agreed["cap"] is None else min(margin, Fraction(agreed["cap"]))), margin
        most, step = {
            "scl": (2, Fraction(1)),
            "wins_total": (1, Fraction(1)),
            "vp_table": (20, Fraction(1)),
            "vp_continuous": (20, Fraction(1, 100)),
        }[agreed["scheme"]]
        percent = agreed["walkover_percent"]
        if percent is None:
            return Fraction(most), margin
        return _nearest(Fraction(most * percent, 100), step), margin

    def _lost(self) -> _Gives:
        return Fraction(0), -Fraction(self.agreed["margin"])

    # The table of the division.

    def _of_team(self, team: int) -> list[tuple[dict[str, Any], dict[str, Any], int, bool]]:
        """What it has made, what its opponent has, who that was, and whether there was no game."""
        found = []
        for number, gives in self.given.items():
            row = self.matches[number]
            for side in _SIDES:
                if row[side] == team:
                    no_game = row["kind"] not in ("played", "ruled")
                    found.append((gives[side], gives[_other(side)], row[_other(side)], no_game))
        return found

    def line(self, team: int) -> dict[str, Any]:
        played = self._of_team(team)
        charged = [row for row in self.charges if row["team"] == team]
        outcomes = [own["outcome"] for own, _against, _opponent, _no_game in played]
        return {
            "played": len(played),
            "wins": outcomes.count("win"),
            "draws": outcomes.count("draw"),
            "losses": outcomes.count("loss"),
            "walkovers": sum(1 for one in played if one[3]),
            "match_points": sum(one[0]["match"] for one in played)
            + sum(row["match_points"] for row in charged),
            "table_points": sum(one[0]["points"] for one in played)
            + sum(row["table_points"] for row in charged),
            "table_points_against": sum(one[1]["points"] for one in played),
            "difference": sum(one[0]["difference"] for one in played)
            + sum(row["difference"] for row in charged),
        }

    def places(self) -> dict[int, tuple[int, bool]]:
        """Return the place of each team, and whether it is shared."""
        groups = self._ordered([team for team in self.teams if team not in self.out], self._chain())
        found, before = {}, 0
        for group in groups:
            for team in group:
                found[team] = before + 1, len(group) > 1
            before += len(group)
        return found

    def _chain(self) -> list[str]:
        return str(self.agreed["chain"]).split()

    def _ordered(self, level: list[int], chain: list[str]) -> list[list[int]]:
        if len(level) < 2 or not chain:
            return [level] if level else []
        code = chain[0]
        if code == "head_to_head":
            values = self._among(level)
            if values is None:
                return self._ordered(level, chain[1:])
        else:
            values = {team: self.line(team)[code] for team in level}
        found = []
        for value in sorted(set(values.values()), reverse=True):
            same = [team for team in level if values[team] == value]
            # Those who are still level after head to head are compared by it once more, among themselves.
            again = code == "head_to_head" and len(same) < len(level)
            found += self._ordered(same, chain if again else chain[1:])
        return found

    def _among(self, level: list[int]) -> dict[int, Any] | None:
        """Return what they have made against each other; None unless all have met equally often."""
        made = {team: [one for one in self._of_team(team) if one[2] in level] for team in level}
        times = {
            sum(1 for one in made[team] if one[2] == other)
            for team in level
            for other in level
            if team != other
        }
        if len(times) > 1 or times == {0}:
            return None
        return {team: sum(one[0]["match"] for one in made[team]) for team in level}

    # What differs.

    def wrong_tables(self) -> list[str]:
        found = []
        for match, rows in self.at_tables.items():
            for row in rows if self.matches[match]["kind"] == "played" else []:
                for side, (points, difference) in self._at_table(row).items():
                    stated = row[f"{side}_points"], row[f"{side}_difference"]
                    if stated != (points, difference):
                        found.append(f"match {match}, table {row['table']}, {side}: {stated}")
        return found

    def wrong_matches(self) -> list[str]:
        found = []
        for number, row in self.matches.items():
            if row["counting"] != self._counting(row):
                found.append(f"match {number}: {row['counting']}, not {self._counting(row)}")
            for side, gives in self.given.get(number, {}).items():
                stated = [row[f"{side}_{key}"] for key in ("match_points", "table_points", "difference")]
                counted = [gives[key] for key in ("match", "points", "difference")]
                if stated != counted:
                    found.append(f"match {number}, {side}: {stated}, not {counted}")
        return found

    def wrong_lines(self) -> list[str]:
        found = []
        for row in self.standings:
            if bool(row["struck_out"]) != (row["team"] in self.out):
                found.append(f"team {row['team']}: struck out or not")
            for name, value in self.line(row["team"]).items() if row["team"] not in self.out else ():
                if row[name] != value:
                    found.append(f"team {row['team']}: {name} {row[name]}, not {value}")
        if sorted(row["team"] for row in self.standings) != sorted(self.teams):
            found.append("each team has a line")
        return found

    def wrong_places(self) -> list[str]:
        places = self.places()
        found = []
        for row in self.standings:
            place, shared = places.get(row["team"], (None, False))
            if (row["place"], bool(row["shared"])) != (place, shared):
                found.append(f"team {row['team']}: place {row['place']}, not {place}")
        stated = [row["place"] for row in self.standings if row["place"] is not None]
        if stated != sorted(stated):
            found.append("the lines stand in the order of their places")
        return found


def _other(side: str) -> str:
    return _AWAY if side == _HOME else _HOME


def _outcome(own: Any, other: Any) -> str:
    if own == other:
        return "draw"
    return "win" if own > other else "loss"


def _nearest(number: Fraction, step: Fraction) -> Fraction:
    """Return the nearest multiple of a step, of two the greater one."""
    return (number / step + Fraction(1, 2)).__floor__() * step


def _curve(margin: Fraction, bound: Fraction) -> Fraction:
    """Return the winner's victory points, by the formula with a power in place of logarithms."""
    if margin >= bound:
        return Fraction(20)
    getcontext().prec = _PRECISE
    tau = (Decimal(5).sqrt() - 1) / 2
    exponent = Decimal(3) * margin.numerator * bound.denominator / (margin.denominator * bound.numerator)
    won = 10 + 10 * (1 - tau**exponent) / (1 - tau**3)
    return Fraction(won.quantize(Decimal("0.01"), ROUND_HALF_UP))


if __name__ == "__main__":
    wrong = [problem for path in sys.argv[1:] for problem in recount(Path(path).read_text(encoding="utf-8"))]
    print("\n".join(wrong) or "No difference.")
    sys.exit(bool(wrong))
