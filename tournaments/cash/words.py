"""What an entry of the cash is called."""

from __future__ import annotations

from django.utils.translation import gettext as _

from clubs.people.names import full_name
from tournaments.cash.entering import GOODS, GUEST, PUNCH_CARD, SEASON_CARD
from tournaments.models import CashEntry


def article_label(article: str) -> str:
    """The name of an article; that of goods is the club's own word."""
    named = {GUEST: _("A guest's evening"), PUNCH_CARD: _("Punch card"), SEASON_CARD: _("Season card")}
    return named.get(article) or article.removeprefix(GOODS)


def entry_label(row: CashEntry) -> str:
    """What was done: "bought: 2 × coffee"."""
    label = str(row.get_kind_display())
    if not row.article:
        return label
    article = article_label(row.article)
    return f"{label}: {article}" if row.count == 1 else f"{label}: {row.count} × {article}"


def person_of(row: CashEntry) -> str:
    return row.guest if row.player is None else full_name(row.player)
