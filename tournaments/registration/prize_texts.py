"""Prizes and categories in the log, as people read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.core.prize_rows import write_rows
from tournaments.play.prizes import Category, PrizeTable, list_label, read_categories
from tournaments.wording.money import money


def table_text(stored: Mapping[str, Any] | None) -> str:
    """The table of prizes in one line."""
    if not stored:
        return ""
    lists = ((list_label(code), write_rows(rows)) for code, rows in PrizeTable.read(stored).rows.items())
    return "; ".join(": ".join(filter(None, (label, "; ".join(rows.splitlines())))) for label, rows in lists)


def categories_text(stored: Sequence[Sequence[Any]]) -> str:
    """Entries with their categories."""
    return "; ".join(
        f"{number}: {', '.join(str(Category(code).label) for code in read_categories(codes)) or '–'}"
        for number, codes in stored
    )


def list_text(code: str) -> str:
    return list_label(code)


def order_text(numbers: Sequence[int]) -> str:
    """Entries by their numbers, the best first."""
    return ", ".join(map(str, numbers))


def prize_text(stored: Sequence[Any]) -> str:
    """A prize that was handed out."""
    amount, thing, currency = stored
    return " + ".join(filter(None, (money(amount, currency) if amount else "", thing)))
