"""What events have of a player: for the preview of a merge, and what keeps two players apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from django.db.models import F, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.writing import Author
from clubs.models import Player
from clubs.people.erasing import ErasedPerson, Wipe
from clubs.people.references import Reference, Rewritten
from clubs.reports.tables import LongTable
from clubs.web.tables import local_time, number_columns, text_columns
from tournaments.archive.origin import load_origin
from tournaments.models import EntryPlayer, EventAdjustment, Snapshot, Tournament

REFERENCES: Final[Mapping[str, Reference]] = {
    "tournaments.entryplayer.player": Reference(_lazy("Places in entries"), outlives=True),
    "tournaments.cashentry.player": Reference(_lazy("Entries of the cash"), outlives=True),
    "tournaments.teamplayer.player": Reference(_lazy("Places in teams"), outlives=True),
    "tournaments.lineupplace.player": Reference(_lazy("Places in line-ups"), outlives=True),
    "tournaments.signupplayer.player": Reference(_lazy("Sign-ups"), outlives=True),
    "tournaments.tournament_singles.player": Reference(_lazy("Events without a partner yet"), outlives=True),
}
FREE_TEXTS: Final[Mapping[str, str]] = {
    "tournaments.calendardate.remark": "club__books",
    "tournaments.calendardate.answer": "club__books",
    "tournaments.calendardate.contact": "club__books",
    "tournaments.issuedstatement.reason": "club__books",
    "tournaments.announcement.text": "tournament__book",
    "tournaments.announcement.notice": "tournament__book",
    "tournaments.announcement.contact": "tournament__book",
    "tournaments.cashentry.guest": "tournament__book",
    "tournaments.signup.remark": "tournament__book",
    "tournaments.teamcharge.reason": "team__league__book",
    "tournaments.teammatch.reason": "league__book",
    "tournaments.tournament.revised_because": "book",
    "tournaments.round.removed_because": "tournament__book",
    "tournaments.pairing.reason": "round__tournament__book",
    "tournaments.placedecider.words": "tournament__book",
    "tournaments.eventadjustment.reason": "tournament__book",
    "tournaments.eventadjustment.cancelled_because": "tournament__book",
}
_MOST: Final = 3


def events_of_both(first: Player, second: Player) -> Iterator[str]:
    """Say which events both players have entered, or wait for a partner in: they are two people."""
    events = Tournament.objects.filter(_with(first)).filter(_with(second)).distinct().order_by("-date", "pk")
    for event in events[:_MOST]:
        yield _("Both of them are entered in %(event)s.") % {"event": event.title}


def _with(player: Player) -> Q:
    of_player = Tournament.objects.filter(Q(entries__players=player) | Q(singles=player))
    return Q(pk__in=of_player.order_by().values("pk"))


def rewrite_snapshots(old: int, new: int) -> Iterator[Rewritten]:
    """Replace a player in the snapshots of events, unless the other one is in them too."""
    events = Tournament.objects.filter(entries__players=new)
    for snapshot in Snapshot.objects.filter(tournament__in=events.order_by().values("pk")).defer("content"):
        players = snapshot.people["players"]
        if old in players and new not in players:
            replaced = [new if player == old else player for player in players]
            before, after = ({**snapshot.people, "players": one} for one in (players, replaced))
            yield Rewritten(snapshot._meta.label_lower, snapshot.pk, {"people": before}, {"people": after})


def tables_of_person(_player: Player, ids: Sequence[int]) -> Iterator[LongTable]:
    """Yield the entries of a person, and the penalties and awards in their standings."""
    yield _entries(ids)
    yield _charges(ids)


def _entries(ids: Sequence[int]) -> LongTable:
    places = EntryPlayer.objects.filter(player__in=ids).select_related("tournament", "entry")
    return LongTable(
        columns=(
            *text_columns(event=_("Event"), date=_("Date"), state=_("State")),
            *number_columns(entry=_("Entry"), from_round=_("From round"), until_round=_("Until round")),
        ),
        lines=lambda: (
            (
                place.tournament.title,
                place.tournament.date,
                place.entry.get_state_display(),
                place.entry.number,
                place.from_round,
                place.until_round,
            )
            for place in places.order_by("tournament__date", "pk")
        ),
        caption=_("Entries"),
        key="entries",
    )


def _charges(ids: Sequence[int]) -> LongTable:
    charges = EventAdjustment.objects.filter(entry__places__player__in=ids).distinct()
    return LongTable(
        columns=(
            *text_columns(event=_("Event"), at=_("Time"), unit=_("Unit")),
            *number_columns(amount=_("Amount")),
            *text_columns(rule=_("Paragraph"), reason=_("Reason")),
        ),
        lines=lambda: (
            (
                row.tournament.title,
                local_time(row.at),
                row.get_unit_display(),
                row.amount,
                row.rule,
                row.reason,
            )
            for row in charges.select_related("tournament").order_by("at", "pk")
        ),
        caption=_("Penalties and awards in events"),
        key="event_adjustments",
    )


def files_of_person(person: ErasedPerson, _by: Author) -> Iterator[Wipe]:
    """Yield the kept files of events that were brought in: they have names."""
    events = Tournament.objects.filter(entries__players__in=person.ids).select_related("book").distinct()
    origins = {event.pk: origin for event in events if (origin := load_origin(event)) is not None}
    kept = [origin.file_name for origin in origins.values()]
    rows = Tournament.objects.filter(pk__in=origins)
    # The row stays as it is: only its file goes.
    yield Wipe(_lazy("Files in which events were brought in"), rows, {"revision": F("revision")}, kept)
