"""The ways back of prizes, categories and deciders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _lazy

from clubs.books.permissions import RECORDERS
from clubs.books.refusals import NotNow
from clubs.books.ways_back import NoWayBack, PastAct, Undo, WayBack
from tournaments import running
from tournaments.models import PlaceDecider, Tournament
from tournaments.play.prizes import PrizeTable, all_given, read_categories
from tournaments.registration.ways_back.past_events import CHANGED, event_of


def _event(act: PastAct) -> Tournament:
    """The event of an act that may be taken back also when the results are official."""
    return Tournament.objects.select_related("book", "club").get(book=act.book)


def _table_set(act: PastAct) -> Undo:
    event = _event(act)
    if event.prizes != act.after["prizes"]:
        raise NotNow(CHANGED)
    before = act.before["prizes"]
    table = PrizeTable.read(before) if before else None
    return Undo(lambda by, _reason, _key: running.set_prizes(by, event, table), asks_reason=False)


def _categories(act: PastAct) -> Undo:
    event = _event(act)
    stored = dict(event.entries.values_list("number", "categories"))
    if any(stored.get(number) != codes for number, codes in act.after["categories"]):
        raise NotNow(CHANGED)
    former = {number: read_categories(codes) for number, codes in act.before["categories"]}
    return Undo(lambda by, _reason, _key: running.set_categories(by, event, former), asks_reason=False)


def _decider(act: PastAct) -> tuple[Tournament, PlaceDecider]:
    event, number = _event(act), act.after["decider_number"]
    decider = event.deciders.filter(number=number).first()
    if decider is None:
        raise NotNow(CHANGED)
    if not decider.is_lot:
        event_of(act)  # refuses official results
    return event, decider


def _recorded(act: PastAct) -> Undo:
    event, decider = _decider(act)
    if decider.withdrawn:
        raise NotNow(CHANGED)
    number = decider.number
    return Undo(lambda by, _reason, _key: running.withdraw_decider(by, event, number), asks_reason=False)


def _withdrawn(act: PastAct) -> Undo:
    event, decider = _decider(act)
    if not decider.withdrawn:
        raise NotNow(CHANGED)
    number = decider.number
    return Undo(lambda by, _reason, _key: running.bring_decider_back(by, event, number), asks_reason=False)


def _given(act: PastAct) -> Undo:
    event, number = _event(act), act.after["prize_number"]
    if not any(one.number == number and not one.withdrawn for one in all_given(event)):
        raise NotNow(CHANGED)
    return Undo(lambda by, _reason, _key: running.take_prize_back(by, event, number), asks_reason=False)


_DECIDER: Final = "decider_number"
_SHARED: Final = _lazy("Lets the place be shared again.")

WAYS_BACK: Final[Mapping[str, WayBack | NoWayBack]] = {
    "prizes.set": WayBack(_lazy("Brings the former prizes back."), _table_set),
    "entry.categories": WayBack(_lazy("Puts the entries into their former categories."), _categories),
    "place.decided": WayBack(_SHARED, _recorded, ("place.decider_withdrawn",), _DECIDER),
    "pairing.level_decided": WayBack(
        _lazy("Lets it be open who goes on."), _recorded, ("place.decider_withdrawn",), _DECIDER
    ),
    "prizes.drawn": WayBack(
        _lazy("Withdraws the lot. Drawn again, it is the same."),
        _recorded,
        ("place.decider_withdrawn",),
        _DECIDER,
    ),
    "place.decider_withdrawn": WayBack(
        _lazy("Lets it count again."), _withdrawn, ("place.decider_back",), _DECIDER
    ),
    "place.decider_back": WayBack(_SHARED, _recorded, ("place.decider_withdrawn",), _DECIDER),
    "prize.given": WayBack(
        _lazy("Says that it was not handed out."),
        _given,
        ("prize.taken_back",),
        "prize_number",
        needs=RECORDERS,
    ),
    "prize.taken_back": NoWayBack(_lazy("Hand the prize out again: that is a new tick.")),
}
