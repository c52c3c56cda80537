"""The ways back of the cash: an entry and a list of prices are taken back, and entered again as new ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _lazy

from clubs.books.permissions import ADMINS, RECORDERS
from clubs.books.refusals import NotNow
from clubs.books.ways_back import NoWayBack, PastAct, Undo, WayBack
from tournaments import cash
from tournaments.models import Tournament
from tournaments.play.currency import currency_of
from tournaments.registration.ways_back.past_events import CHANGED


def _event(act: PastAct) -> Tournament:
    return Tournament.objects.select_related("book", "club").get(pk=act.after["cash_event"])


def _entered(act: PastAct) -> Undo:
    event, number = _event(act), int(act.after["cash_number"])
    return Undo(lambda by, _reason, _key: cash.take_cash_back(by, event, number), asks_reason=False)


def _priced(act: PastAct) -> Undo:
    event, row = _event(act), act.row
    return Undo(lambda by, _reason, _key: cash.take_prices_back(by, event, row), asks_reason=False)


def _currency(act: PastAct) -> Undo:
    club, before = act.book.club, str(act.before["currency"])
    if currency_of(club) != act.after["currency"]:
        raise NotNow(CHANGED)
    return Undo(lambda by, _reason, _key: cash.set_currency(by, club, before), asks_reason=False)


_AGAIN: Final = _lazy("It stays withdrawn: enter it again at the desk.")

WAYS_BACK: Final[Mapping[str, WayBack | NoWayBack]] = {
    "cash.entered": WayBack(
        _lazy("Takes the entry back; it stays readable."),
        _entered,
        ("cash.taken_back",),
        one_by_one=True,
        needs=RECORDERS,
    ),
    "cash.taken_back": NoWayBack(_AGAIN),
    "cash.prices": WayBack(
        _lazy("Lets the prices before count again."), _priced, ("cash.prices_taken_back",)
    ),
    "cash.prices_taken_back": NoWayBack(_lazy("Save the prices again.")),
    "cash.currency": WayBack(_lazy("Brings the currency before back."), _currency, needs=ADMINS),
}
