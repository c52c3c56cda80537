"""The cash of an evening: the desk, its verbs, receipts, and what the secretary takes for the books."""

from tournaments.cash.currency import set_currency
from tournaments.cash.entering import CashAct, enter_cash, owe_the_rest, take_cash_back
from tournaments.cash.prices import Goods, Prices, set_prices, take_prices_back

__all__ = [
    "CashAct",
    "Goods",
    "Prices",
    "club_views",
    "currency",
    "enter_cash",
    "forms",
    "owe_the_rest",
    "person_rows",
    "set_currency",
    "set_prices",
    "take_cash_back",
    "take_prices_back",
    "views",
]
