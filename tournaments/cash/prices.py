"""The prices of an event, taken over from the event before; a change is a new list, and the old one stays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, Final, Self

from django.utils.translation import gettext as _

from clubs.books.permissions import DIRECTORS
from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, retried
from tournaments.cash.session import open_cash
from tournaments.core.cash import MAX_AMOUNT
from tournaments.models import PriceList, Tournament

MAX_GOODS: Final = 6
MAX_USES: Final = 100


@dataclass(frozen=True, slots=True)
class Goods:
    """Something that is sold beside the evening: coffee, a pack of cards."""

    name: str
    price: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """What an evening costs. What has no price is not sold."""

    fee: int = 0
    guest: int | None = None
    punch_card: int | None = None
    punches: int = 10
    season_card: int | None = None
    season_until: date | None = None
    goods: tuple[Goods, ...] = ()

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        until = stored["season_until"]
        return cls(
            **{
                **stored,
                "season_until": date.fromisoformat(until) if until else None,
                "goods": tuple(Goods(**one) for one in stored["goods"]),
            }
        )

    @property
    def as_stored(self) -> dict[str, Any]:
        until = None if self.season_until is None else self.season_until.isoformat()
        return {**asdict(self), "season_until": until, "goods": [asdict(one) for one in self.goods]}


def current_list(event: Tournament) -> PriceList | None:
    return PriceList.objects.filter(tournament=event, taken_back_at=None).order_by("-pk").first()


def prices_of(event: Tournament) -> Prices | None:
    """Return the prices of an event; None before somebody has said them."""
    found = current_list(event)
    return None if found is None else Prices.read(found.prices)


def earlier_prices(event: Tournament) -> tuple[Tournament, Prices] | None:
    """Return the event before with prices, and these: the form of the next one begins with them."""
    lists = PriceList.objects.filter(tournament__club=event.club, taken_back_at=None)
    earlier = lists.filter(tournament__date__lte=event.date).exclude(tournament=event)
    found = earlier.select_related("tournament__book").order_by("-tournament__date", "-pk").first()
    return None if found is None else (found.tournament, Prices.read(found.prices))


def _check(prices: Prices) -> None:
    amounts = [prices.fee, prices.guest, prices.punch_card, prices.season_card]
    amounts += [one.price for one in prices.goods]
    if not all(0 <= amount <= MAX_AMOUNT for amount in amounts if amount is not None):
        raise validation_error("fee", _("Write an amount such as 5 or 5,50."))
    if not 1 <= prices.punches <= MAX_USES:
        raise validation_error("punches", _("A card has between 1 and 100 punches."))
    if prices.season_card is not None and prices.season_until is None:
        raise validation_error("season_until", _("Say until when a season card is valid."))
    names = [one.name for one in prices.goods]
    if len(names) > MAX_GOODS or len(set(names)) < len(names):
        raise validation_error("goods0", _("Give each article a name of its own."))


@retried
def set_prices(by: Author, event: Tournament, prices: Prices) -> None:
    """Say what the evening costs. What was entered before keeps its price."""
    _check(prices)
    with open_cash(event, by, needs=DIRECTORS) as act:
        before = prices_of(event)
        if before == prices:
            act.mark_repeat()
            return
        row = PriceList.objects.create(tournament=event, prices=prices.as_stored, at=by.at)
        act.log(
            "cash.prices",
            row,
            before={"cash_event": event.pk, "cash_fee": None if before is None else before.fee},
            after={"cash_event": event.pk, "cash_fee": prices.fee},
        )


@retried
def take_prices_back(by: Author, event: Tournament, row: int) -> None:
    """Take a list of prices back; the one before counts again."""
    with open_cash(event, by, needs=DIRECTORS) as act:
        found = current_list(event)
        if found is None or found.pk != row:
            raise NotNow(_("The prices have been changed since."))
        found.taken_back_at = by.at
        found.save(update_fields=["taken_back_at"])
        act.log("cash.prices_taken_back", found, after={"cash_event": event.pk})
