"""The currency of a club: chosen before the first entry."""

from __future__ import annotations

from django.utils.translation import gettext as _

from clubs.books.permissions import ADMINS
from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, club_book, retried, writing
from clubs.models import Club
from tournaments.models import CashEntry, ClubCash, IssuedStatement
from tournaments.play.currency import currency_of


def currency_stays(club: Club) -> bool:
    """Whether money has been entered or stated: another currency would change what its amounts mean."""
    if CashEntry.objects.filter(tournament__club=club).exists():
        return True
    return IssuedStatement.objects.filter(federation=club).exists()


@retried
def set_currency(by: Author, club: Club, currency: str) -> None:
    """Choose the currency of a club. It is taken back by choosing another, as long as nothing is entered."""
    if currency not in ClubCash.Currency.values:
        raise validation_error("currency", _("Choose a currency."))
    with writing(club_book(club), by, needs=ADMINS, hides_nothing=True) as act:
        before = currency_of(club)
        if before == currency:
            act.mark_repeat()
            return
        if currency_stays(club):
            raise NotNow(_("Money has been entered in this currency: it stays."))
        ClubCash.objects.update_or_create(club=club, defaults={"currency": currency})
        act.log("cash.currency", club, before={"currency": before}, after={"currency": currency})
