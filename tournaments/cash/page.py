"""The desk of an evening: everybody who takes part, how the fee is settled, and the line to the cashier."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID, uuid4

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.models import Player
from clubs.people.names import full_name
from tournaments.cash.accounts import ClubAccount, account_of_player, accounts_of
from tournaments.cash.prices import Prices, prices_of
from tournaments.cash.words import entry_label, person_of
from tournaments.core.cash import Drawer, drawer_of
from tournaments.models import CashEntry, EntryPlayer, Tournament
from tournaments.play.currency import currency_of
from tournaments.wording.money import money

_NOTHING = ClubAccount()
# An evening, and a player or the name of a guest.
_Payer = tuple[int, int | None, str]


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
    def is_covered(self) -> bool:
        """Whether a season card covers the fee, which was entered before the card was bought."""
        return self.has_card and self.fee is not None and self.fee.kind != CashEntry.Kind.FREE

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
    # How many entries a receipt for all that the person has paid this evening has, at the newest of them.
    together: int = 0


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
            (pgettext("cash", "Difference"), drawer.difference),
        ]
        return [(word, "–" if sum_ is None else money(sum_, self.currency)) for word, sum_ in named]

    @property
    def lines(self) -> list[CashLine]:
        """All entries, the newest first."""
        return lines_of(self.entries[::-1], self.currency)

    @property
    def last_drawer(self) -> int:
        return max((row.pk for row in self.entries if row.kind in CashEntry.OF_DRAWER), default=0)


def lines_of(rows: Sequence[CashEntry], currency: str) -> list[CashLine]:
    """Return the lines of these entries, in their order."""
    together: dict[int, int] = {}
    for paid in _paid_together(rows).values():
        if len(paid) > 1:
            together[max(row.pk for row in paid)] = len(paid)
    return [
        CashLine(
            row,
            _what_was_done(row, currency),
            person_of(row),
            money(_shown_amount(row), currency),
            together.get(row.pk, 0),
        )
        for row in rows
    ]


def _what_was_done(row: CashEntry, currency: str) -> str:
    """What an entry is; of one that is owed also how much, since its amount is the money that moved."""
    if row.kind not in (CashEntry.Kind.OWED, CashEntry.Kind.SALE) or row.taken or not row.charge:
        return entry_label(row)
    owes = _("owes %(amount)s") % {"amount": money(row.charge, currency)}
    return owes if row.kind == CashEntry.Kind.OWED else f"{entry_label(row)} · {owes}"


def _shown_amount(row: CashEntry) -> int:
    return row.drawer if row.kind in CashEntry.OF_DRAWER else row.taken - row.given


def paid_with(row: CashEntry, rows: Iterable[CashEntry]) -> list[CashEntry]:
    """Return what the person of an entry has paid and got back that evening, without what was withdrawn."""
    return _paid_together(rows).get(_payer(row), [])


def _paid_together(rows: Iterable[CashEntry]) -> dict[_Payer, list[CashEntry]]:
    """Group what stands and moved money by evening and person."""
    groups: dict[_Payer, list[CashEntry]] = {}
    for row in rows:
        if row.stands and row.taken != row.given:
            groups.setdefault(_payer(row), []).append(row)
    return groups


def _payer(row: CashEntry) -> _Payer:
    """Whom an entry is about: a guest is known by the name, and coffee without a name is nobody's."""
    whose = row.guest.casefold() if row.player_id or row.guest else f"#{row.pk}"
    return row.tournament_id, row.player_id, whose


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
    accounts = accounts_of(event.club, people, event.date)
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

    @property
    def fee_paid(self) -> str:
        return money(self.row.fee.taken, self.row.currency) if self.row.fee else ""

    @property
    def fee_owed(self) -> str:
        return money(self.row.fee.charge, self.row.currency) if self.row.fee else ""


def load_person(event: Tournament, player: Player) -> PersonAtDesk:
    currency = currency_of(event.club)
    account = account_of_player(event.club, player.pk, event.date)
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
    return PersonAtDesk(row=row, lines=[(line, line.row.tournament) for line in lines_of(entries, currency)])
