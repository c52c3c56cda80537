"""The results of each round, and what each entry has from it (rulings 1, 2, 4, 7, 9, 10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from typing import Any, Final

from tests.tournaments.support.second_count.games import (
    LOST,
    NONE,
    SCORED,
    TWO_OF_THREE,
    Outcome,
    Score,
    absent,
    begins_with,
    capped,
    half_up,
    last_of_three,
    lost,
    most_of,
    of_table,
    two_of_three,
    walkover,
)
from tests.tournaments.support.second_count.rows import Event, PlayedRound, Table

# By whose schedule all meet: the same meetings in the same rounds.
CIRCLES: Final = ("round_robin", "guided_robin", "double_robin")
LINES: Final = "mitchell"
GAMES: Final = (
    *("played", "adjusted", "forfeited", "abandoned", "ruled_lost", "walkover"),
    *("cut_short", "broken_off"),
)


@dataclass(frozen=True)
class InRound:
    """What an entry has from one round."""

    number: int
    outcome: Outcome
    at: int
    score: Score
    opponents: tuple[int, ...]
    in_circle: bool


def rounds_agreed(event: Event) -> int:
    return sum(phase["rounds"] for phase in event.agreed["phases"])


def movement_of(event: Event, number: int) -> str:
    """The movement that was agreed on for a round; the last one goes on."""
    for phase in event.agreed["phases"]:
        if number <= phase["rounds"]:
            return str(phase["movement"])
        number -= phase["rounds"]
    return str(event.agreed["phases"][-1]["movement"])


# Who comes.


def has_cancelled(entry: Mapping[str, Any]) -> bool:
    return entry["until_round"] is not None and entry["until_round"] < entry["from_round"]


def is_gone(entry: Mapping[str, Any], number: int) -> bool:
    return entry["until_round"] is not None and entry["until_round"] < number


def missed(event: Event, number: int) -> list[Outcome]:
    return [
        Outcome("missed", (entry["number"],))
        for entry in event.entries.values()
        if not has_cancelled(entry)
        and (entry["from_round"] > number or (number in entry["missed"] and not is_gone(entry, number)))
    ]


# Results.


def outcomes_of(agreed: Mapping[str, Any], table: Table) -> list[Outcome]:
    """The results of a table: with drawn partners one for each position of its sides."""
    begin = begins_with(agreed, table.ratings)
    totals = tuple(total + points for total, points in zip(table.totals, begin, strict=bool(table.totals)))
    if table.kind == "played" and not table.totals:
        return []
    kind = "broken_off" if table.kind == "cut_short" and not table.totals else table.kind
    if kind == "played" and table.at_fault is not None:
        kind = "one_left" if table.away_after else "one_absent"
    others = tuple(
        tuple(entry for other, side in enumerate(table.sides) if other != at for entry in side)
        for at in range(len(table.sides))
    )
    return [
        Outcome(
            kind,
            tuple(side[position] if position < len(side) else 0 for side in table.sides),
            totals,
            table.at_fault,
            tuple((points, difference) for points, difference in table.ruled),
            frozenset(table.substituted) & {entry for side in table.sides for entry in side[position:][:1]},
            others,
            is_again=position > 0,
        )
        for position in range(max(map(len, table.sides)))
    ]


def all_outcomes(event: Event) -> dict[int, list[Outcome]]:
    """The results of each round, without those of entries that are struck out."""
    found = {drawn.number: _before_striking(event, drawn) for drawn in event.rounds}
    gone = struck_out(event, found)
    for drawn in event.rounds:
        if drawn.movement in CIRCLES and gone:
            found[drawn.number] = [
                counted for outcome in found[drawn.number] for counted in _without(outcome, gone)
            ]
    return found


def _without(outcome: Outcome, gone: Iterable[int]) -> list[Outcome]:
    if {*gone}.isdisjoint([*outcome.entries, *chain(*outcome.opponents)]):
        return [outcome]
    return [Outcome("sit_out", (entry,)) for entry in outcome.entries if entry not in {*gone}]


def _before_striking(event: Event, drawn: PlayedRound) -> list[Outcome]:
    absentees, missing = _given_in_circle(event, drawn), _opponents_of_missing(event, drawn)
    given = []
    for outcome in (outcome for table in drawn.tables for outcome in outcomes_of(event.agreed, table)):
        alone = outcome.entries[0]
        if outcome.kind == "sit_out" and alone in absentees:
            given.append(Outcome("walkover", (alone, absentees[alone]), at_fault=1))
        elif outcome.kind == "sit_out" and alone in missing:
            given.append(Outcome("walkover", (alone,), opponents=((missing[alone],),)))
        else:
            given.append(outcome)
    return [*given, *missed(event, drawn.number)]


def _opponents_of_missing(event: Event, drawn: PlayedRound) -> dict[int, int]:
    """Who was to meet somebody that misses a round set beforehand, where that is a walkover."""
    if not event.agreed["missed_walkover"] or drawn.movement not in (*CIRCLES, LINES) or not drawn.places:
        return {}
    away = {
        number
        for number, entry in event.entries.items()
        if drawn.number in entry["missed"] and not is_gone(entry, drawn.number)
    }
    half = len(drawn.places) // 2
    pairs = (
        circle(drawn.places, drawn.turn)
        if drawn.movement in CIRCLES
        else [
            (drawn.places[(at + drawn.turn - 1) % half], entry)
            for at, entry in enumerate(drawn.places[half:])
        ]
    )
    return {one: other for pair in pairs for one, other in (pair, pair[::-1]) if other in away}


def strikes(event: Event) -> bool:
    movements = [phase["movement"] for phase in event.agreed["phases"]]
    return not {*CIRCLES}.isdisjoint(movements) and event.agreed["who_leaves"] == "struck_under_half"


def _given_in_circle(event: Event, drawn: PlayedRound) -> dict[int, int]:
    """Who was to meet somebody in the circle who has gone home since it began."""
    if drawn.movement not in CIRCLES or not strikes(event):
        return {}
    places, turn = circle_at(event, drawn.number)
    given = {}
    for pair in circle(places, turn):
        for here, away in (pair, pair[::-1]):
            if 0 in pair or is_gone(event.entries[here], drawn.number):
                continue
            entry = event.entries[away]
            if is_gone(entry, drawn.number) and not is_gone(entry, circle_began(event)):
                given[here] = away
    return given


def circle_began(event: Event) -> int:
    return next(
        (number for number in range(1, rounds_agreed(event) + 1) if movement_of(event, number) in CIRCLES),
        rounds_agreed(event) + 1,
    )


def circle_at(event: Event, number: int) -> tuple[Sequence[int], int]:
    """The places of the last round of the circle until this one, and its turn; later ones go on."""
    drawn = [one for one in event.rounds if one.movement in CIRCLES and one.places and one.number <= number]
    if not drawn:
        numbers = [entry["number"] for entry in event.entries.values() if entry["from_round"] <= number]
        return numbers, sum(movement_of(event, at) in CIRCLES for at in range(1, number + 1))
    last = drawn[-1]
    later = range(last.number + 1, number + 1)
    return last.places, last.turn + sum(movement_of(event, at) in CIRCLES for at in later)


def circle(places: Sequence[int], turn: int) -> list[tuple[int, int]]:
    """Who meets whom in a turn: the first place stays and the others have moved on by a place each turn."""
    around = [*places, *[0] * (len(places) % 2)]
    for _turn in range((turn - 1) % (len(around) - 1) if len(around) > 1 else 0):
        around = [around[0], *around[2:], around[1]]
    return [(around[at], around[-1 - at]) for at in range(len(around) // 2)]


def struck_out(event: Event, found: Mapping[int, Sequence[Outcome]]) -> set[int]:
    """Ruling 7: who has left before half of the games that it was to play in the circle."""
    if not strikes(event):
        return set()
    in_circle = {drawn.number for drawn in event.rounds if drawn.movement in CIRCLES}
    played = Counter(
        entry
        for number in in_circle
        for outcome in found[number]
        if outcome.kind in GAMES
        for at, entry in enumerate(outcome.entries)
        if not (outcome.kind == "walkover" and at == outcome.at_fault)
    )
    return {
        number
        for number, entry in event.entries.items()
        if entry["state"] == "withdrawn"
        and not has_cancelled(entry)
        and not is_gone(entry, circle_began(event))
        and 2 * played[number] < _games_agreed(event, entry)
    }


def _games_agreed(event: Event, entry: Mapping[str, Any]) -> int:
    left_in = entry["until_round"] + 1
    placed = any(drawn.movement in CIRCLES and drawn.places for drawn in event.rounds)
    games = 0
    for number in range(1, (entry["rounds_agreed"] or rounds_agreed(event)) + 1):
        if movement_of(event, number) not in CIRCLES:
            continue
        places, turn = circle_at(event, min(number, left_in))
        turn += sum(movement_of(event, at) in CIRCLES for at in range(left_in + 1, number + 1))
        if not placed:
            places = [one["number"] for one in event.entries.values() if one["from_round"] <= left_in]
        games += any(entry["number"] in pair and 0 not in pair for pair in circle(places, turn))
    return games


# What they are worth.


def is_whole(event: Event, drawn: PlayedRound) -> bool:
    """Whether all in the circle come to meet equally often."""
    agreed = sum(phase["rounds"] for phase in event.agreed["phases"] if phase["movement"] in CIRCLES)
    rounds = max(agreed, sum(one.movement in CIRCLES for one in event.rounds))
    size = sum(entry > 0 for entry in circle_at(event, drawn.number)[0])
    return size > 1 and rounds % (size - 1 if size % 2 == 0 else size) == 0


def average(scores: Sequence[Score]) -> Score:
    if not scores:
        return Score(0, 0)
    points, difference, own = (
        half_up(Fraction(sum(column), len(scores)))
        for column in zip(*((each.points, each.difference, each.own) for each in scores), strict=True)
    )
    return Score(points, difference, own)


def game_scores(event: Event, outcomes: Iterable[Outcome]) -> list[Score]:
    """What the sides of all games of a round have made: those that were played or, by points made, ruled."""
    found = []
    for outcome in outcomes:
        if outcome.is_again:
            continue
        if outcome.kind in SCORED:
            found += of_table(event.agreed, outcome.totals)
        elif outcome.kind in TWO_OF_THREE:
            found += two_of_three(event.agreed, outcome)
        elif outcome.kind == "adjusted" and event.agreed["scheme"] == "total":
            found += [Score(points, difference, points) for points, difference in outcome.ruled]
    return [replace(each, own=capped(event.agreed, each.own)) for each in found]


def sit_out(event: Event, drawn: PlayedRound, outcomes: Sequence[Outcome], *, is_broken: bool) -> Score:
    """Ruling 4. The own average is set in later, when all rounds are counted."""
    agreed, scores = event.agreed, game_scores(event, outcomes)
    mean = average(scores)
    in_circle = drawn.movement in CIRCLES
    points, difference = agreed["sit_out_points"], agreed["sit_out_difference"]
    match agreed["sit_out"]:
        case "by_movement":
            if in_circle and is_whole(event, drawn) and not is_broken:
                return Score(0, 0)
            drawn_game = {"scl": 1, "wins_total": 0, "vp_table": 10, "vp_continuous": 1000}
            free = {"scl": 2, "wins_total": 1, "vp_table": 12, "vp_continuous": 1200}
            free["places"] = 100 * agreed["place_points"][1]
            points = (drawn_game if in_circle else free).get(agreed["scheme"], mean.points)
            difference = 0
        case "winners_average":
            won = [
                each
                for outcome in outcomes
                if not outcome.is_again and (outcome.kind in SCORED or outcome.kind in TWO_OF_THREE)
                for each in (
                    of_table(agreed, outcome.totals)
                    if outcome.kind in SCORED
                    else two_of_three(agreed, outcome)
                )
                if each.outcome == "won"
            ]
            best = average(won) if won else mean
            points, difference = best.points, best.difference
        case "percent_of_most":
            points = half_up(Fraction((most_of(agreed) or 0) * agreed["sit_out_percent"], 100))
            difference = 0
        case "own_average":
            points, difference = 0, 0
    return Score(points, difference, mean.own)


def scores_of(event: Event, drawn: PlayedRound, outcomes: Sequence[Outcome], outcome: Outcome) -> list[Score]:
    if outcome.kind in TWO_OF_THREE:
        return _with_third(event.agreed, outcome)
    return _scores_of_all(event, drawn, outcomes, outcome)


def _scores_of_all(
    event: Event, drawn: PlayedRound, outcomes: Sequence[Outcome], outcome: Outcome
) -> list[Score]:
    agreed, sides = event.agreed, len(outcome.entries)
    match outcome.kind:
        case "played" | "cut_short":
            return of_table(agreed, outcome.totals)
        case "walkover":
            return walkover(agreed, outcome)
        case "forfeited" | "ruled_lost" | "abandoned" if outcome.at_fault is not None:
            return lost(agreed, outcome)
        case "both_absent" | "abandoned":
            return [absent(agreed)] * sides
        case "adjusted":
            return as_ruled(event, outcomes, outcome)
        case "void":
            return [Score(0, 0)] * sides
        case "missed" if agreed["missed"] != "sit_out":
            mean = Score(0, 0, average(game_scores(event, outcomes)).own)
            return [Score(0, 0, 0, LOST) if agreed["missed"] == "lost" else mean]
    return [sit_out(event, drawn, outcomes, is_broken=outcome.kind == "broken_off")] * sides


def _with_third(agreed: Mapping[str, Any], outcome: Outcome) -> list[Score]:
    scores = two_of_three(agreed, outcome)
    last = absent(agreed) if outcome.kind == "one_absent" else last_of_three(agreed, outcome)
    return [*scores[: outcome.at_fault], last, *scores[outcome.at_fault or 0 :]]


def as_ruled(event: Event, outcomes: Sequence[Outcome], outcome: Outcome) -> list[Score]:
    """A ruling names points and difference; own points are the round's average, where these are others."""
    mean = average(game_scores(event, outcomes)).own
    return [
        Score(points, difference, points if event.agreed["scheme"] == "total" else mean)
        for points, difference in outcome.ruled
    ]


def count_rounds(event: Event) -> tuple[dict[int, list[InRound]], dict[int, list[Outcome]], set[int]]:
    """What each entry has from each round; the results that count; and who is struck out."""
    gone = struck_out(event, {drawn.number: _before_striking(event, drawn) for drawn in event.rounds})
    found = all_outcomes(event)
    counted: dict[int, list[InRound]] = {}
    for drawn in event.rounds:
        outcomes = found[drawn.number]
        for outcome in outcomes:
            for at, own in enumerate(scores_of(event, drawn, outcomes, outcome)):
                if not outcome.entries[at]:
                    continue
                others = outcome.opponents or tuple(
                    tuple(entry for entry in outcome.entries if entry != outcome.entries[each])
                    for each in range(len(outcome.entries))
                )
                counted.setdefault(outcome.entries[at], []).append(
                    _of_entry(InRound(drawn.number, outcome, at, own, others[at], drawn.movement in CIRCLES))
                )
    return (
        {entry: _own_average(event, _substitutes(event, entry, rows)) for entry, rows in counted.items()},
        found,
        gone,
    )


def _of_entry(row: InRound) -> InRound:
    """Of three one may be away: two have played, and who did not come has been met by nobody."""
    outcome = row.outcome
    if outcome.kind not in TWO_OF_THREE:
        return row
    is_away = row.at == outcome.at_fault
    kinds = {"one_left": "forfeited", "one_absent": "walkover"}
    kind = kinds[outcome.kind] if is_away else "played"
    opponents = row.opponents
    if outcome.kind == "one_absent" and not is_away:
        opponents = tuple(one for one in opponents if one != outcome.entries[outcome.at_fault or 0])
    return replace(row, outcome=replace(outcome, kind=kind), opponents=opponents)


def _substitutes(event: Event, entry: int, rows: Sequence[InRound]) -> list[InRound]:
    """What counts of results with a substitute; what the jury has ruled counts in full."""
    agreed, rule = event.agreed, event.agreed["substitutes"]
    if rule == "count":
        return [*rows]
    reduced, times = [], 0
    for row in rows:
        is_reduced = entry in row.outcome.substituted
        times += is_reduced
        if not is_reduced or row.outcome.kind == "adjusted":
            reduced.append(row)
            continue
        own, most = row.score, most_of(agreed)
        if rule == "half" and 2 * times > rounds_agreed(event):
            outcome = LOST if own.outcome == LOST else NONE
            own = Score(min(own.points, 0), min(own.difference, 0), min(own.own, 0), outcome)
        elif rule == "capped" and most is not None:
            cap = most * agreed["substitute_percent"] // 100
            own = replace(own, points=min(own.points, cap), difference=min(own.difference, 0))
        reduced.append(replace(row, score=own))
    return reduced


def _own_average(event: Event, rows: Sequence[InRound]) -> list[InRound]:
    agreed = event.agreed
    of_sit_outs = agreed["sit_out"] == "own_average"
    kinds = {"sit_out", "broken_off"} if of_sit_outs else set()
    if agreed["missed"] == "own_average" or (of_sit_outs and agreed["missed"] == "sit_out"):
        kinds.add("missed")
    mean = average([row.score for row in rows if row.outcome.kind in SCORED])
    counted = [
        replace(row, score=replace(row.score, points=mean.points, difference=mean.difference))
        if row.outcome.kind in kinds
        else row
        for row in rows
    ]
    return [*_missed_too_often(event, counted)]


def _missed_too_often(event: Event, rows: Sequence[InRound]) -> Iterator[InRound]:
    """Ruling 1: a missed round counts so often, and the last one where that is agreed."""
    times = 0
    for row in rows:
        if row.outcome.kind == "missed" and event.agreed["missed"] != "lost":
            most = event.agreed["missed_times"]
            is_last = row.number == rounds_agreed(event) and not event.agreed["missed_last"]
            if is_last or (most is not None and times >= most):
                yield replace(row, score=Score(0, 0, 0, LOST))
                continue
            times += 1
        yield row
