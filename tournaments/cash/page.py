"""The desk of an evening: everybody who takes part, how the fee is settled, and the line to the cashier."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID, uuid4

from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.people.names import full_name
from tournaments.cash.accounts import ClubAccount, account_of_player, accounts_of
from tournaments.cash.money import currency_of, money
from tournaments.cash.prices import Prices, prices_of
from tournaments.cash.words import entry_label, person_of
from tournaments.core.cash import Drawer, drawer_of
from tournaments.models import CashEntry, EntryPlayer, Tournament

_NOTHING = ClubAccount()


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskRow:
    """A person at the desk, with what the buttons of the row send."""

    player: int
    name: str
    entry: int | None
    fee: CashEntry | None
    account: ClubAccount
    has_card: bool
    currency: str
    key: UUID

    @property
    def is_open(self) -> bool:
        return self.fee is None and not self.has_card

    @property
    def state(self) -> str:
        if self.fee is not None:
            return str(self.fee.get_kind_display())
        return _("season card") if self.has_card else ""

    @property
    def owed(self) -> str:
        return money(self.account.sums.owed, self.currency) if self.account.sums.owed > 0 else ""

    @property
    def credit(self) -> str:
        return money(self.account.sums.credit, self.currency) if self.account.sums.credit else ""

    @property
    def uses(self) -> int:
        return self.account.sums.uses


@dataclass(frozen=True, slots=True)
class CashLine:
    """An entry as the lists of the pages show it."""

    row: CashEntry
    what: str
    who: str
    amount: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CashDesk:
    """The desk of an event."""

    prices: Prices | None
    currency: str
    rows: Sequence[DeskRow]
    drawer: Drawer
    entries: Sequence[CashEntry]

    @property
    def open_rows(self) -> list[DeskRow]:
        return [row for row in self.rows if row.is_open]

    @property
    def fee(self) -> str:
        return "" if self.prices is None else money(self.prices.fee, self.currency)

    @property
    def sums(self) -> list[tuple[str, str]]:
        """The line to the cashier, each sum with its word."""
        drawer = self.drawer
        named = [
            (_("In the drawer at the beginning"), drawer.opening),
            (_("Taken"), drawer.taken),
            (_("Given back"), drawer.given),
            (_("Expected"), drawer.expected),
            (_("Counted"), drawer.counted),
            (_("Difference"), drawer.difference),
        ]
        return [(word, "–" if sum_ is None else money(sum_, self.currency)) for word, sum_ in named]

    @property
    def lines(self) -> list[CashLine]:
        """All entries, the newest first."""
        return [line_of(row, self.currency) for row in reversed(self.entries)]

    @property
    def last_drawer(self) -> int:
        return max((row.pk for row in self.entries if row.kind in CashEntry.OF_DRAWER), default=0)


def line_of(row: CashEntry, currency: str) -> CashLine:
    amount = row.drawer if row.kind in CashEntry.OF_DRAWER else row.taken - row.given
    return CashLine(row, entry_label(row), person_of(row), money(amount, currency))


def load_desk(event: Tournament) -> CashDesk:
    """Read the desk, by as many queries however many take part."""
    entries = list(
        CashEntry.objects.filter(tournament=event).select_related("player", "author").order_by("number")
    )
    currency = currency_of(event.club)
    return CashDesk(
        prices=prices_of(event),
        currency=currency,
        rows=_rows(event, entries, currency),
        drawer=drawer_from(entries),
        entries=entries,
    )


def drawer_from(entries: Sequence[CashEntry]) -> Drawer:
    """The drawer of an evening: of several counts the last one that stands."""
    standing = [row for row in entries if row.stands]
    said: Mapping[str, int] = {row.kind: row.drawer for row in standing if row.kind in CashEntry.OF_DRAWER}
    return drawer_of(
        (row.booking for row in standing),
        said.get(CashEntry.Kind.OPENING, 0),
        said.get(CashEntry.Kind.COUNTED),
    )


def _rows(event: Tournament, entries: Sequence[CashEntry], currency: str) -> list[DeskRow]:
    places = EntryPlayer.objects.filter(tournament=event, active=True).select_related("player", "entry")
    people: dict[int, tuple[Player, int | None]] = {
        place.player_id: (place.player, place.entry.number)
        for place in places.order_by("entry__number", "position")
    }
    for row in entries:
        if row.player is not None:
            people.setdefault(row.player.pk, (row.player, None))
    accounts = accounts_of(event.club, people)
    fees = {row.player_id: row for row in entries if row.stands and row.kind in CashEntry.FEES}
    return [
        DeskRow(
            player=pk,
            name=full_name(player),
            entry=number,
            fee=fees.get(pk),
            account=accounts.get(pk, _NOTHING),
            has_card=accounts.get(pk, _NOTHING).has_season_card(event.date),
            currency=currency,
            key=uuid4(),
        )
        for pk, (player, number) in people.items()
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonAtDesk:
    """One person at the desk, with the entries over all evenings of the club."""

    row: DeskRow
    lines: Sequence[tuple[CashLine, Tournament]]


def load_person(event: Tournament, player: Player) -> PersonAtDesk:
    currency, account = currency_of(event.club), account_of_player(event.club, player.pk)
    entries = list(
        CashEntry.objects.filter(tournament__club=event.club, player=player)
        .select_related("tournament__book", "player", "author")
        .order_by("-pk")
    )
    here = (row for row in entries if row.stands and row.kind in CashEntry.FEES)
    row = DeskRow(
        player=player.pk,
        name=full_name(player),
        entry=None,
        fee=next((one for one in here if one.tournament_id == event.pk), None),
        account=account,
        has_card=account.has_season_card(event.date),
        currency=currency,
        key=uuid4(),
    )
    return PersonAtDesk(row=row, lines=[(line_of(one, currency), one.tournament) for one in entries])
