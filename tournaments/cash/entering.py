"""The verbs of the desk: every act is one entry, with amounts that follow from the prices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from typing import Final
from uuid import UUID

from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, Facts, Submission, Writing, retried
from clubs.models import Player
from tournaments.cash.accounts import ClubAccount, account_of_player, accounts_of
from tournaments.cash.prices import Prices, prices_of
from tournaments.cash.session import open_cash
from tournaments.core.cash import MAX_AMOUNT, Booking, refund, sale
from tournaments.models import CashEntry, EntryPlayer, Tournament

Kind = CashEntry.Kind
# Articles that every list of prices may have, beside the goods that a club names.
GUEST: Final = "guest"
PUNCH_CARD: Final = "punch_card"
SEASON_CARD: Final = "season_card"
# The separator keeps them apart from names of goods, which begin with a letter of the club's choice.
GOODS: Final = "goods:"
MAX_COUNT: Final = 50
_MEANWHILE: Final = _lazy(
    "Somebody else has entered something here meanwhile. Look, and enter what is missing."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CashAct:
    """What is done at the desk. `seen` is the newest entry about the person that the desk has seen."""

    kind: Kind
    player: int | None = None
    guest: str = ""
    article: str = ""
    count: int = 1
    amount: int = 0
    is_paid: bool = True
    seen: int = 0

    @property
    def facts(self) -> Facts:
        return asdict(replace(self, seen=0))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Planned:
    """An entry as it will be stored."""

    booking: Booking = field(default_factory=Booking)
    article: str = ""
    drawer: int = 0
    card_until: date | None = None


@retried
def enter_cash(by: Author, event: Tournament, act: CashAct, key: UUID) -> int:
    """Enter one act; return the number of the entry. Sent twice with one key, it is one entry."""
    submission = Submission(key=key, content={"event": event.pk, **act.facts})
    with open_cash(event, by, submission=submission) as opened:
        if opened.earlier is not None:
            return int(opened.earlier.facts["cash_number"])
        account = _account(event, act)
        return _store(opened, event, act, _plan(event, act, account))


def _account(event: Tournament, act: CashAct) -> ClubAccount:
    """Return the account of the person, unless somebody else has changed it since it was seen."""
    if act.kind in CashEntry.OF_DRAWER:
        last = drawer_entries(event).aggregate(last=Max("pk"))["last"] or 0
        account = ClubAccount(last=last)
    elif act.player is None:
        _check_guest(event, act)
        return ClubAccount()
    else:
        _check_player(event, act.player)
        account = account_of_player(event.club, act.player)
    if account.last > act.seen:
        raise NotNow(_MEANWHILE)
    return account


def _check_player(event: Tournament, player: int) -> None:
    at_event = EntryPlayer.objects.filter(tournament=event, player=player).exists()
    known = at_event or CashEntry.objects.filter(tournament__club=event.club, player=player).exists()
    members = Player.objects.filter(pk=player, memberships__club=event.club, merged_into=None)
    if not known and not members.exists():
        raise validation_error("player", _("Nobody of this event or of the club."))


def _check_guest(event: Tournament, act: CashAct) -> None:
    if act.kind != Kind.SALE or act.article in (PUNCH_CARD, SEASON_CARD) or not act.is_paid:
        raise validation_error("player", _("Only somebody who is known to the club can owe or have a card."))
    if act.article != GUEST:
        return
    if not act.guest:
        raise validation_error("guest", _("Write the name of the guest."))
    twice = CashEntry.objects.filter(tournament=event, taken_back_at=None, guest__iexact=act.guest)
    if twice.exists():
        raise validation_error(
            "guest", _("A guest of this name has paid already. Add something to the name.")
        )


def drawer_entries(event: Tournament) -> QuerySet[CashEntry]:
    return CashEntry.objects.filter(tournament=event, kind__in=CashEntry.OF_DRAWER)


def _plan(event: Tournament, act: CashAct, account: ClubAccount) -> _Planned:
    if act.kind in CashEntry.OF_DRAWER:
        return _Planned(drawer=_amount(act, least=0))
    if act.kind == Kind.DEBT:
        if _amount(act) > account.sums.owed:
            raise validation_error("amount", _("No more is owed than that: look at the sum."))
        return _Planned(booking=Booking(taken=act.amount))
    if act.kind == Kind.REFUND:
        if _amount(act) > account.sums.paid:
            raise validation_error("amount", _("No more can be given back than was paid."))
        return _Planned(booking=refund(act.amount, account.sums))
    prices = prices_of(event)
    if prices is None:
        raise NotNow(_("Say first what the evening costs."))
    if act.kind == Kind.SALE:
        return _plan_sale(prices, act)
    return _plan_fee(event, prices, act, account)


def _amount(act: CashAct, *, least: int = 1) -> int:
    if not least <= act.amount <= MAX_AMOUNT:
        raise validation_error("amount", _("Write an amount such as 5 or 5,50."))
    return act.amount


def _plan_fee(event: Tournament, prices: Prices, act: CashAct, account: ClubAccount) -> _Planned:
    fees = CashEntry.objects.filter(tournament=event, player=act.player, kind__in=CashEntry.FEES)
    if fees.filter(taken_back_at=None).exists():
        raise NotNow(_("This evening is entered for this person already."))
    if act.kind == Kind.FREE:
        return _Planned()
    if act.kind == Kind.PUNCHED:
        if account.sums.uses < 1:
            raise NotNow(_("No punches are left."))
        return _Planned(booking=Booking(uses=-1))
    return _Planned(booking=sale(prices.fee, is_paid=act.kind == Kind.PAID))


def _plan_sale(prices: Prices, act: CashAct) -> _Planned:
    named: Mapping[str, int | None] = {
        GUEST: prices.guest,
        PUNCH_CARD: prices.punch_card,
        SEASON_CARD: prices.season_card,
        **{f"{GOODS}{one.name}": one.price for one in prices.goods},
    }
    price = named.get(act.article)
    if price is None:
        raise validation_error("article", _("This has no price this evening."))
    most = 1 if act.article == SEASON_CARD else MAX_COUNT
    if not 1 <= act.count <= most:
        raise validation_error("count", _("Write how many, from 1 to %(most)s.") % {"most": most})
    uses = prices.punches * act.count if act.article == PUNCH_CARD else 0
    until = prices.season_until if act.article == SEASON_CARD else None
    booking = sale(price * act.count, is_paid=act.is_paid, uses=uses)
    return _Planned(booking=booking, article=act.article, card_until=until)


def _store(opened: Writing, event: Tournament, act: CashAct, planned: _Planned) -> int:
    last = CashEntry.objects.filter(tournament=event).aggregate(last=Max("number"))["last"] or 0
    row = CashEntry.objects.create(
        tournament=event,
        number=last + 1,
        kind=act.kind,
        player_id=act.player,
        guest=act.guest,
        article=planned.article,
        count=act.count,
        drawer=planned.drawer,
        card_until=planned.card_until,
        at=opened.by.at,
        author=opened.by.user,
        **asdict(planned.booking),
    )
    opened.log("cash.entered", row, after=_facts_of(row))
    return row.number


def _facts_of(row: CashEntry) -> Facts:
    """What the log has of an entry: the amounts are chained, and shown on the pages of the cash alone."""
    amounts: Facts = {**asdict(row.booking), "drawer": row.drawer}
    return {
        "cash_event": row.tournament_id,
        "cash_number": row.number,
        "cash_kind": str(row.kind),
        "cash_person": row.player_id,
        "cash_amounts": list(amounts.values()),
    }


@retried
def take_cash_back(by: Author, event: Tournament, number: int, *, is_covered: bool = False) -> None:
    """Take an entry back: it stays readable, and counts nothing. Entered again, it is a new one.

    Where that is because a season card covers the evening, the card must still be there.
    """
    with open_cash(event, by) as opened:
        row = CashEntry.objects.filter(tournament=event, number=number).first()
        if row is None:
            raise NotNow(_("There is no such entry."))
        if not row.stands:
            opened.mark_repeat()
            return
        if is_covered and not _has_card(event, row):
            raise NotNow(_MEANWHILE)
        if row.player_id is not None and row.uses > 0:
            left = account_of_player(event.club, row.player_id).sums.uses
            if left < row.uses:
                raise NotNow(_("Punches of this card have been used: take those back first."))
        row.taken_back_at = by.at
        row.save(update_fields=["taken_back_at"])
        opened.log("cash.taken_back", row, after=_facts_of(row))


def _has_card(event: Tournament, row: CashEntry) -> bool:
    if row.player_id is None:
        return False
    return account_of_player(event.club, row.player_id, event.date).has_season_card(event.date)


@retried
def owe_the_rest(by: Author, event: Tournament) -> int:
    """Enter for everybody who takes part and is not entered yet that the fee is owed; return how many.

    Whoever has a season card is left out. Each is an entry of its own, and is taken back alone.
    """
    with open_cash(event, by) as opened:
        prices = prices_of(event)
        if prices is None:
            raise NotNow(_("Say first what the evening costs."))
        open_ones = players_without_fee(event)
        for player in open_ones:
            act = CashAct(kind=Kind.OWED, player=player)
            _store(opened, event, act, _Planned(booking=sale(prices.fee, is_paid=False)))
        if not open_ones:
            opened.mark_repeat()
        return len(open_ones)


def players_without_fee(event: Tournament) -> list[int]:
    """Return those who take part, have no season card, and are not entered."""
    places = EntryPlayer.objects.filter(tournament=event, active=True).order_by("entry__number", "position")
    players = list(places.values_list("player", flat=True))
    fees = CashEntry.objects.filter(tournament=event, kind__in=CashEntry.FEES, taken_back_at=None)
    entered = set(fees.values_list("player", flat=True))
    accounts = accounts_of(event.club, players, event.date)
    none = ClubAccount()
    return [
        pk for pk in players if pk not in entered and not accounts.get(pk, none).has_season_card(event.date)
    ]
