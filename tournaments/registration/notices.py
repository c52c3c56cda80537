"""Where the news of a person's entries goes: for the file about everything, and for an erasure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.writing import Author
from clubs.models import Player
from clubs.people.erasing import ErasedPerson, Wipe
from clubs.reports.tables import LongTable
from clubs.web.tables import local_time, text_columns
from tournaments.models import NoticeAddress, OutgoingLetter
from tournaments.registration.signups import rows_of_person


def _addresses_of(ids: Sequence[int]) -> QuerySet[NoticeAddress]:
    """Return those of the entries in which a person plays: nobody knows which of the players added one."""
    return NoticeAddress.objects.filter(entry__places__player__in=ids).distinct()


def addresses_of_person(_player: Player, ids: Sequence[int]) -> Iterator[LongTable]:
    """Yield the phones and mailboxes of a person's entries; a phone has no name but its browser's service."""
    rows = _addresses_of(ids).select_related("entry__tournament")
    yield LongTable(
        columns=text_columns(
            event=_("Event"), date=_("Date"), way=_("Way"), address=_("Address"), asked_at=_("Since")
        ),
        lines=lambda: (
            (
                row.entry.tournament.title,
                row.entry.tournament.date,
                str(row.get_way_display()),
                row.address,
                local_time(row.asked_at),
            )
            for row in rows.order_by("asked_at", "pk")
        ),
        caption=_("Phones and mailboxes for news"),
        key="news",
    )


def notices_of_erased(person: ErasedPerson, _by: Author) -> Iterator[Wipe]:
    """Yield the phones and mailboxes of a person's entries, and the letters to the person's sign-ups."""
    yield Wipe(_lazy("Phones and mailboxes for news"), _addresses_of(person.ids))
    signups = rows_of_person(person.player, person.ids).order_by().values("signup")
    of_person = Q(signup__in=signups) | Q(signup__joined__in=signups)
    yield Wipe(_lazy("Letters about sign-ups"), OutgoingLetter.objects.filter(of_person))
