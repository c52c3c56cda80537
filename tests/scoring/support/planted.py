"""Changes planted in what was written of a deal, each of a kind that is known because it was planted.

Knows what stands where in a written deal; must not know how the product tells one kind from another.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any, Final

from clubs.books.writing import Value
from scoring.core.rulesets.base import RuleSet
from tests.scoring.support.book_of_rules import Change

Body = dict[str, Value]
Planted = tuple[Change, Body]
# What is added up by hand, and may be added up wrongly.
ADDED_UP: Final = ("meld_points", "hand_points")
OF_A_TALLY: Final = ("combinations", *ADDED_UP, "hand_red_threes", "hand_black_threes")
OF_A_HAND: Final = ("red_threes", "went_out", "concealed", "penalties", "forfeits_card_points", "claimed")
BY_CARDS: Final = ("melds", "hand")


def copy(body: Mapping[str, Value]) -> Any:
    return json.loads(json.dumps(body))


def played_hands(body: Any) -> list[int]:
    """The sides that play the deal."""
    return [side for side, hand in enumerate(body["hands"]) if hand is not None]


def row(hand: Any, name: str) -> Any:
    """What a side has in a row of the protocol; nothing, no and none are the same there."""
    place = hand.get("tally") or {} if name in OF_A_TALLY else hand
    return place.get(name) or None


def says(body: Mapping[str, Value]) -> Value:
    """Everything that people wrote, in one spelling."""
    columns: list[Value] = []
    for hand in copy(body)["hands"]:
        names = (*OF_A_HAND, *OF_A_TALLY, *BY_CARDS)
        columns.append(
            None if hand is None else [bool(hand.get("tally")), *(row(hand, name) for name in names)]
        )
    return [columns, body.get("ended"), body.get("contract"), any_of(body.get("opening_raises"))]


def is_tallied(body: Mapping[str, Value]) -> bool:
    return any(hand and hand.get("tally") for hand in copy(body)["hands"])


def change_between(one: Mapping[str, Value], other: Mapping[str, Value], rules: RuleSet) -> Change:
    """How two bodies differ of which one was made of the other by a change, or by the same change undone."""
    for change in (Change.ARITHMETIC, Change.WRONG_SIDE):
        made = [*planted_in(one, rules, change), *planted_in(other, rules, change)]
        if any(same(body, one) or same(body, other) for body in made):
            return change
    return Change.FORGOTTEN


def any_of(raises: Any) -> Value:
    return list(raises) if raises and any(raises) else None


def same(one: Mapping[str, Value], other: Mapping[str, Value]) -> bool:
    return says(one) == says(other)


def planted_in(body: Mapping[str, Value], rules: RuleSet, wanted: Change) -> list[Body]:
    """Every change of a kind that is tried in this deal."""
    if wanted is Change.NOTHING:
        return [copy(body)]
    return [found for found in HOW[wanted](body, rules) if not same(body, found)]


# Added up wrongly.


def arithmetic(body: Mapping[str, Value], _rules: RuleSet) -> Iterator[Body]:
    for side in played_hands(body):
        for name in ADDED_UP:
            for points in (5, -5, 50, -120):
                changed = copy(body)
                tally = changed["hands"][side].get("tally")
                if tally and tally[name] + points >= 0:
                    tally[name] += points
                    yield changed


# In the other column.


def wrong_side(body: Mapping[str, Value], _rules: RuleSet) -> Iterator[Body]:
    for one, other in combinations(played_hands(body), 2):
        for name in ("red_threes", "penalties", "combinations", "hand_red_threes", "hand_black_threes"):
            yield from exchanged(body, one, other, (name,))
        yield from exchanged(body, one, other, ("went_out", "concealed"))
        yield from columns_exchanged(body, one, other)


def exchanged(body: Mapping[str, Value], one: int, other: int, names: tuple[str, ...]) -> Iterator[Body]:
    changed = copy(body)
    places = [
        hand if names[0] in OF_A_HAND else hand.get("tally")
        for hand in (changed["hands"][one], changed["hands"][other])
    ]
    if None in places:
        return
    first, second = places
    for name in names:
        kept = {at: place.pop(name) for at, place in enumerate(places) if name in place}
        if 0 in kept:
            second[name] = kept[0]
        if 1 in kept:
            first[name] = kept[1]
    yield changed


def columns_exchanged(body: Mapping[str, Value], one: int, other: int) -> Iterator[Body]:
    """Two whole columns; where nothing but points of cards differs that is arithmetic, and not tried here."""
    changed = copy(body)
    hands = changed["hands"]
    hands[one], hands[other] = hands[other], hands[one]
    rest = (*OF_A_HAND, *BY_CARDS, *(name for name in OF_A_TALLY if name not in ADDED_UP))
    if any(row(hands[one], name) != row(hands[other], name) for name in rest):
        yield changed


# Forgotten.


def forgotten(body: Mapping[str, Value], rules: RuleSet) -> Iterator[Body]:
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


def counted_otherwise(body: Mapping[str, Value], rules: RuleSet, side: int) -> Iterator[Body]:
    """A combination, a red three or a penalty more or less."""
    for one in rules.combinations:
        for more in (1, -1):
            changed = copy(body)
            tally = changed["hands"][side].get("tally")
            if tally and tally["combinations"].get(one.code, 0) + more >= 0:
                yield with_count(changed, tally["combinations"], one.code, more)
    for penalty in rules.penalties[:2]:
        changed = copy(body)
        penalties = changed["hands"][side].setdefault("penalties", {})
        yield with_count(changed, penalties, penalty.code, 1)
    for more in (1, -1):
        changed = copy(body)
        hand = changed["hands"][side]
        if hand["red_threes"] + more >= 0:
            hand["red_threes"] += more
            yield changed


def with_count(changed: Body, counts: dict[str, int], code: str, more: int) -> Body:
    counts[code] = counts.get(code, 0) + more
    if not counts[code]:
        del counts[code]
    return changed


def a_card_less(body: Mapping[str, Value], side: int) -> Iterator[Body]:
    changed = copy(body)
    hand = changed["hands"][side]
    if hand.get("hand"):
        hand["hand"] = hand["hand"][:-1]
        yield changed


def going_out(body: Mapping[str, Value]) -> Iterator[Body]:
    """Somebody went out, where it was written that nobody did; or nobody, where somebody did."""
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


def contracts(body: Mapping[str, Value]) -> Iterator[Body]:
    changed = copy(body)
    contract = changed.pop("contract", None)
    if contract is None:
        changed["contract"] = {"side": 0, "level": 1, "strain": "clubs", "doubled": False}
    yield changed
    if contract is not None:
        yield {**copy(body), "contract": {**contract, "level": contract["level"] % 8 + 1}}


# Copied wrongly: of several kinds at once.


def transcription(body: Mapping[str, Value], rules: RuleSet) -> Iterator[Body]:
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


HOW: Final = {
    Change.ARITHMETIC: arithmetic,
    Change.WRONG_SIDE: wrong_side,
    Change.FORGOTTEN: forgotten,
    Change.TRANSCRIPTION: transcription,
}


# What cannot be.


def senseless(body: Mapping[str, Value]) -> Body:
    """Points that no cards make: nobody records them."""
    return with_points(body, 3)


def against_the_deck(body: Mapping[str, Value]) -> Body:
    """More points than the deck holds: a director may record them."""
    return with_points(body, 5000)


def with_points(body: Mapping[str, Value], points: int) -> Body:
    changed = copy(body)
    for side in played_hands(changed):
        tally = changed["hands"][side].get("tally")
        if tally:
            tally["hand_points"] += points
            return dict(changed)
    for side in played_hands(changed):
        held = "X" if points == 3 else "R" * 40
        changed["hands"][side]["hand"] = changed["hands"][side].get("hand", "") + held
        return dict(changed)
    return dict(changed)
