"""What a result is worth for each of its sides (rulings 4, 8, 9, 10 and 15, and the schemes)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, log10, sqrt
from typing import Any, Final

TARGET: Final = 10_000
# What 100 points of rating were measured to make in samba: in a game, and in a deal.
SAMBA_GAME, SAMBA_DEAL = 430, 101
NONE, WON, DRAWN, LOST = "", "won", "drawn", "lost"
SCORED: Final = ("played", "cut_short")
# Two of three sides have played, and the third is away.
TWO_OF_THREE: Final = ("one_left", "one_absent")


@dataclass(frozen=True)
class Score:
    """Points, difference, own points, and whether it was won, drawn or lost."""

    points: int
    difference: int
    own: int = 0
    outcome: str = NONE


@dataclass(frozen=True)
class Outcome:
    """A result: its kind, the entry of each side, the totals, and who has lost it."""

    kind: str
    entries: tuple[int, ...]
    totals: tuple[int, ...] = ()
    at_fault: int | None = None
    ruled: tuple[tuple[int, int], ...] = ()
    substituted: frozenset[int] = frozenset()
    opponents: tuple[tuple[int, ...], ...] = ()
    # The same game a second time, for the next entry of each side; 0 stands where a side has no more.
    is_again: bool = False


def half_up(number: Fraction) -> int:
    return floor(number + Fraction(1, 2))


def margin_of(agreed: Mapping[str, Any]) -> int:
    """What a walkover counts: as agreed, or 40 % of the target."""
    margin = agreed["walkover_margin"]
    return TARGET * 2 // 5 if margin is None else int(margin)


def capped(agreed: Mapping[str, Any], points: int) -> int:
    if agreed["scheme"] != "total" or agreed["cap"] is None:
        return points
    return min(points, int(agreed["cap"]))


def most_of(agreed: Mapping[str, Any]) -> int | None:
    """The most points that a game can give."""
    most = {"scl": 2, "wins_total": 1, "vp_table": 20, "vp_continuous": 2000, "total": None}
    return 100 * agreed["place_points"][0] if agreed["scheme"] == "places" else most[agreed["scheme"]]


def begins_with(agreed: Mapping[str, Any], ratings: Sequence[Sequence[int | None]]) -> list[int]:
    """With how many points each side begins: nobody where the rating of somebody is not known."""
    if not agreed["handicap"] or any(rating is None for side in ratings for rating in side):
        return [0] * len(ratings)
    together = [sum(rating or 0 for rating in side) for side in ratings]
    deals = agreed["deals"]
    usual, usual_most = (
        (SAMBA_GAME, TARGET // 5) if deals is None else (deals * SAMBA_DEAL, deals * TARGET // 20)
    )
    per_point, most = Fraction(agreed["handicap_points"] or usual, 100), agreed["handicap_most"] or usual_most
    shares = [(max(together) - rating) * per_point * Fraction(agreed["handicap"], 100) for rating in together]
    return [min(50 * half_up(share / 50), most) for share in shares]


def score(
    agreed: Mapping[str, Any], totals: Sequence[int], places: Sequence[int] | None = None
) -> list[Score]:
    """What totals are worth; `places` has the points of the places, where they are not those agreed on."""
    scores = []
    for at, own in enumerate(totals):
        others = [total for other, total in enumerate(totals) if other != at]
        lead = own - max(others)
        outcome = WON if lead > 0 else DRAWN if lead == 0 else LOST
        match agreed["scheme"]:
            case "scl":
                points = {WON: 2, DRAWN: 1, LOST: 0}[outcome]
            case "wins_total":
                points = int(outcome == WON)
            case "vp_table":
                band = sum(abs(lead) > margin for margin in agreed["bands"])
                points = 10 + band if lead >= 0 else 10 - band
            case "vp_continuous":
                won = _curve(abs(lead), agreed["bound"] or TARGET)
                points = won if lead >= 0 else 2000 - won
            case "total":
                points = capped(agreed, own)
            case _:
                points = _of_place(places or agreed["place_points"], totals, own)
        scores.append(Score(points, lead, own, outcome))
    return scores


def _of_place(points: Sequence[int], totals: Sequence[int], own: int) -> int:
    first = len([total for total in totals if total > own])
    sharing = totals.count(own) if isinstance(totals, list) else list(totals).count(own)
    return floor(Fraction(100 * sum(points[first + other] for other in range(sharing)), sharing))


def _curve(margin: int, bound: int) -> int:
    tau = (sqrt(5) - 1) / 2
    share = (1 - 10 ** (log10(tau) * 3 * margin / bound)) / (1 - tau**3)
    return min(2000, floor(100 * min(20.0, 10 + 10 * share) + 0.5))


def of_table(agreed: Mapping[str, Any], totals: Sequence[int]) -> list[Score]:
    """At a table of two where three should sit the two play for first and last, where that is agreed."""
    places = agreed["place_points"]
    if len(totals) == 2 and agreed["last_of_two"]:
        return score(agreed, totals, [places[0], places[-1]])
    return score(agreed, totals)


# Games that were not played to their end.


def walkover(agreed: Mapping[str, Any], outcome: Outcome) -> list[Score]:
    margin, sides = margin_of(agreed), len(outcome.entries)
    most = most_of(agreed)
    if most is None:
        points = capped(agreed, margin)
    else:
        if agreed["scheme"] == "places" and agreed["walkover_shared"]:
            won_by = max(1, sides - 1)
            most = floor(Fraction(100 * sum(agreed["place_points"][:won_by]), won_by))
        percent = agreed["walkover_percent"]
        points = most if percent is None else half_up(Fraction(most * percent, 100))
    won = Score(points, margin, capped(agreed, margin), WON)
    return [absent(agreed) if at == outcome.at_fault else won for at in range(sides)]


def absent(agreed: Mapping[str, Any]) -> Score:
    return Score(0, -margin_of(agreed), 0, LOST)


def lost(agreed: Mapping[str, Any], outcome: Outcome) -> list[Score]:
    """Ruling 8: the offender has the worse, and the others have the better, of a walkover and the score."""
    given = walkover(agreed, outcome)
    if not outcome.totals:
        return given
    if len(outcome.entries) == 3:
        return _lost_of_three(agreed, outcome)
    played = of_table(agreed, outcome.totals)
    return [
        _pick(min, given[at], played[at], LOST)
        if at == outcome.at_fault
        else _pick(max, given[at], played[at], WON)
        for at in range(2)
    ]


def _pick(choose: Callable[[int, int], int], one: Score, other: Score, outcome: str) -> Score:
    return Score(
        choose(one.points, other.points),
        choose(one.difference, other.difference),
        choose(one.own, other.own),
        outcome,
    )


def _lost_of_three(agreed: Mapping[str, Any], outcome: Outcome) -> list[Score]:
    """The offender is last, and the other two are placed by their totals."""
    last = outcome.at_fault or 0
    stayed = [at for at in range(3) if at != last]
    among = score(agreed, [outcome.totals[at] for at in stayed])
    scores: list[Score] = [absent(agreed)] * 3
    for at, own in zip(stayed, among, strict=True):
        points = own.points
        if agreed["scheme"] == "total":
            points = max(points, capped(agreed, margin_of(agreed)))
        scores[at] = Score(points, own.difference, own.own, own.outcome)
    scores[last] = last_of_three(agreed, outcome)
    return scores


def two_of_three(agreed: Mapping[str, Any], outcome: Outcome) -> list[Score]:
    """What the two who are there have made."""
    return score(agreed, [total for at, total in enumerate(outcome.totals) if at != outcome.at_fault])


def last_of_three(agreed: Mapping[str, Any], outcome: Outcome) -> Score:
    played = score(agreed, outcome.totals)[outcome.at_fault or 0]
    worst = 100 * agreed["place_points"][-1] if agreed["scheme"] == "places" else 0
    return Score(
        min(worst, played.points), min(-margin_of(agreed), played.difference), min(0, played.own), LOST
    )
