"""Changes planted in the data of a deal, so that the kind of each change is known beforehand."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any, Final

from clubs.books.writing import JsonValue
from scoring.core.ruleset import RuleSet
from tests.scoring.support.book_of_rules import Change

Body = dict[str, JsonValue]
Planted = tuple[Change, Body]
# Fields that are added up by hand.
ADDED_UP: Final = ("meld_points", "hand_points")
OF_A_TALLY: Final = ("combinations", *ADDED_UP, "hand_red_threes", "hand_black_threes")
OF_A_HAND: Final = ("red_threes", "went_out", "concealed", "penalties", "forfeits_card_points", "claimed")
BY_CARDS: Final = ("melds", "hand")


def copy(body: Mapping[str, JsonValue]) -> Any:
    return json.loads(json.dumps(body))


def played_hands(body: Any) -> list[int]:
    """Return the sides that play the deal."""
    return [side for side, hand in enumerate(body["hands"]) if hand is not None]


def row(hand: Any, name: str) -> Any:
    """Return a side's value in a row of the protocol; empty values are all None."""
    place = hand.get("tally") or {} if name in OF_A_TALLY else hand
    return place.get(name) or None


def content_of(body: Mapping[str, JsonValue]) -> JsonValue:
    """Return everything entered in one canonical form."""
    columns: list[JsonValue] = []
    for hand in copy(body)["hands"]:
        names = (*OF_A_HAND, *OF_A_TALLY, *BY_CARDS)
        columns.append(
            None if hand is None else [bool(hand.get("tally")), *(row(hand, name) for name in names)]
        )
    return [columns, body.get("ended"), body.get("contract"), any_of(body.get("opening_raises"))]


def is_tallied(body: Mapping[str, JsonValue]) -> bool:
    return any(hand and hand.get("tally") for hand in copy(body)["hands"])


def change_between(old: Mapping[str, JsonValue], new: Mapping[str, JsonValue], rules: RuleSet) -> Change:
    """Return the kind of the change that made one body from the other, or that undid it."""
    for change in (Change.ARITHMETIC, Change.WRONG_SIDE):
        changed = [*planted_in(old, rules, change), *planted_in(new, rules, change)]
        if any(is_same(body, old) or is_same(body, new) for body in changed):
            return change
    return Change.FORGOTTEN


def any_of(raises: Any) -> JsonValue:
    return list(raises) if raises and any(raises) else None


def is_same(first: Mapping[str, JsonValue], second: Mapping[str, JsonValue]) -> bool:
    return content_of(first) == content_of(second)


def planted_in(body: Mapping[str, JsonValue], rules: RuleSet, kind: Change) -> list[Body]:
    """Return every change of a kind that is tried in this deal."""
    if kind is Change.NOTHING:
        return [copy(body)]
    return [changed for changed in PLANTERS[kind](body, rules) if not is_same(body, changed)]


# Mistakes in addition.


def arithmetic(body: Mapping[str, JsonValue], _rules: RuleSet) -> Iterator[Body]:
    for side in played_hands(body):
        for name in ADDED_UP:
            for points in (5, -5, 50, -120):
                changed = copy(body)
                tally = changed["hands"][side].get("tally")
                if tally and tally[name] + points >= 0:
                    tally[name] += points
                    yield changed


# Entries in the wrong column.


def wrong_side(body: Mapping[str, JsonValue], _rules: RuleSet) -> Iterator[Body]:
    for first, second in combinations(played_hands(body), 2):
        for name in ("red_threes", "penalties", "combinations", "hand_red_threes", "hand_black_threes"):
            yield from exchanged(body, first, second, (name,))
        yield from exchanged(body, first, second, ("went_out", "concealed"))
        yield from columns_exchanged(body, first, second)


def exchanged(
    body: Mapping[str, JsonValue], first: int, second: int, names: tuple[str, ...]
) -> Iterator[Body]:
    changed = copy(body)
    places = [
        hand if names[0] in OF_A_HAND else hand.get("tally")
        for hand in (changed["hands"][first], changed["hands"][second])
    ]
    if None in places:
        return
    first_place, second_place = places
    for name in names:
        kept = {at: place.pop(name) for at, place in enumerate(places) if name in place}
        if 0 in kept:
            second_place[name] = kept[0]
        if 1 in kept:
            first_place[name] = kept[1]
    yield changed


def columns_exchanged(body: Mapping[str, JsonValue], first: int, second: int) -> Iterator[Body]:
    """Exchange two columns, unless they differ only in points of cards, which is arithmetic."""
    changed = copy(body)
    hands = changed["hands"]
    hands[first], hands[second] = hands[second], hands[first]
    rest = (*OF_A_HAND, *BY_CARDS, *(name for name in OF_A_TALLY if name not in ADDED_UP))
    if any(row(hands[first], name) != row(hands[second], name) for name in rest):
        yield changed


# Forgotten.


def forgotten(body: Mapping[str, JsonValue], rules: RuleSet) -> Iterator[Body]:
    for side in played_hands(body):
        yield from counted_otherwise(body, rules, side)
        yield from a_card_less(body, side)
    yield from going_out(body)
    if rules.contract is not None:
        yield from contracts(body)
    if rules.opening_raise:
        changed = copy(body)
        raises = changed.get("opening_raises") or [0] * len(changed["hands"])
        changed["opening_raises"] = [raises[0] + 1, *raises[1:]]
        yield changed


def counted_otherwise(body: Mapping[str, JsonValue], rules: RuleSet, side: int) -> Iterator[Body]:
    """Yield bodies with one combination, red three or penalty more or less."""
    for combination in rules.combinations:
        for step in (1, -1):
            changed = copy(body)
            tally = changed["hands"][side].get("tally")
            if tally and tally["combinations"].get(combination.code, 0) + step >= 0:
                yield with_count(changed, tally["combinations"], combination.code, step)
    for penalty in rules.penalties[:2]:
        changed = copy(body)
        penalties = changed["hands"][side].setdefault("penalties", {})
        yield with_count(changed, penalties, penalty.code, 1)
    for step in (1, -1):
        changed = copy(body)
        hand = changed["hands"][side]
        if hand["red_threes"] + step >= 0:
            hand["red_threes"] += step
            yield changed


def with_count(changed: Body, counts: dict[str, int], code: str, step: int) -> Body:
    counts[code] = counts.get(code, 0) + step
    if not counts[code]:
        del counts[code]
    return changed


def a_card_less(body: Mapping[str, JsonValue], side: int) -> Iterator[Body]:
    changed = copy(body)
    hand = changed["hands"][side]
    if hand.get("hand"):
        hand["hand"] = hand["hand"][:-1]
        yield changed


def going_out(body: Mapping[str, JsonValue]) -> Iterator[Body]:
    """Let another side, or none, have gone out."""
    sides = [None] if body["ended"] == "out" else played_hands(body)
    for side in sides:
        changed = copy(body)
        changed["ended"] = "stock" if side is None else "out"
        for hand in filter(None, changed["hands"]):
            hand["went_out"] = False
            hand.pop("concealed", None)
        if side is not None:
            changed["hands"][side]["went_out"] = True
        yield changed


def contracts(body: Mapping[str, JsonValue]) -> Iterator[Body]:
    changed = copy(body)
    contract = changed.pop("contract", None)
    if contract is None:
        changed["contract"] = {"side": 0, "level": 1, "strain": "clubs", "doubled": False}
    yield changed
    if contract is not None:
        yield {**copy(body), "contract": {**contract, "level": contract["level"] % 8 + 1}}


# Mistakes in copying: several kinds at once.


def transcription(body: Mapping[str, JsonValue], rules: RuleSet) -> Iterator[Body]:
    for points in arithmetic(body, rules):
        for side in played_hands(body):
            yield from more_of_it(points, rules, side)


def more_of_it(body: Body, rules: RuleSet, side: int) -> Iterator[Body]:
    changed = copy(body)
    changed["hands"][side]["red_threes"] += 1
    yield changed
    changed = copy(body)
    tally = changed["hands"][side].get("tally")
    if tally:
        tally["meld_points"] += 300
        yield with_count(changed, tally["combinations"], rules.combinations[0].code, 1)


PLANTERS: Final = {
    Change.ARITHMETIC: arithmetic,
    Change.WRONG_SIDE: wrong_side,
    Change.FORGOTTEN: forgotten,
    Change.TRANSCRIPTION: transcription,
}


# Impossible deals.


def senseless(body: Mapping[str, JsonValue]) -> Body:
    """Return a body with points that no cards have; it is never recorded."""
    return with_points(body, 3)


def against_the_deck(body: Mapping[str, JsonValue]) -> Body:
    """Return a body with more points than the deck has; a director may record it."""
    return with_points(body, 5000)


def with_points(body: Mapping[str, JsonValue], points: int) -> Body:
    changed = copy(body)
    for side in played_hands(changed):
        tally = changed["hands"][side].get("tally")
        if tally:
            tally["hand_points"] += points
            return dict(changed)
    for side in played_hands(changed):
        cards = "X" if points == 3 else "R" * 40
        changed["hands"][side]["hand"] = changed["hands"][side].get("hand", "") + cards
        return dict(changed)
    return dict(changed)
