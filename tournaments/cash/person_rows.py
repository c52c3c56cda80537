"""What the cash has of a person: for the file about everything, and for an erasure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.writing import Author
from clubs.models import Player, PlayerName
from clubs.people.erasing import ErasedPerson, Wipe
from clubs.people.names import NO_NAME
from clubs.reports.tables import LongTable
from clubs.web.tables import local_time, number_columns, text_columns
from tournaments.cash.words import entry_label
from tournaments.models import CashEntry
from tournaments.wording.money import as_decimal


def _as_guest(player: Player, ids: Sequence[int]) -> Q:
    """Return the condition for guests of the person's names at the desks of the home club."""
    names = {player.name}
    for old in PlayerName.objects.filter(player__in=ids):
        names.add(f"{old.given_name} {old.family_name}".strip())
    by_name = Q(pk__in=[])
    for name in sorted(names):
        by_name |= Q(guest__iexact=name)
    return Q(player=None, tournament__club=player.home_club_id) & ~Q(guest="") & by_name


def cash_of_person(player: Player, ids: Sequence[int]) -> Iterator[LongTable]:
    """Yield every entry of the cash about a person, with those that were taken back."""
    rows = CashEntry.objects.filter(Q(player__in=ids) | _as_guest(player, ids)).select_related(
        "tournament__book"
    )
    yield LongTable(
        columns=(
            *text_columns(event=_("Event"), at=_("Time"), what=_("What")),
            *number_columns(charge=_("Costs"), taken=_("Taken"), given=_("Given back"), punches=_("Punches")),
            *text_columns(card_until=_("Season card until"), taken_back=_("Withdrawn")),
        ),
        lines=lambda: (
            (
                row.tournament.title,
                local_time(row.at),
                entry_label(row),
                as_decimal(row.charge),
                as_decimal(row.taken),
                as_decimal(row.given),
                row.uses,
                row.card_until,
                None if row.taken_back_at is None else local_time(row.taken_back_at),
            )
            for row in rows.order_by("at", "pk")
        ),
        caption=_("Cash"),
        key="cash",
    )


def cash_of_erased(person: ErasedPerson, _by: Author) -> Iterator[Wipe]:
    """Yield the names of guests; amounts and dates stay for the books, under the pseudonym."""
    rows = CashEntry.objects.filter(_as_guest(person.player, person.ids))
    yield Wipe(_lazy("Names of guests in the cash"), rows, {"guest": NO_NAME})
