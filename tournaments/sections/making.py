"""How a section or a final becomes an event of its own, and is deleted again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from clubs.books.permissions import DIRECTORS
from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, Facts, Submission, Writing, club_book, writing
from clubs.models import Book, Role
from tournaments.agreement.parts import EventPart, PartKind
from tournaments.core.drawing.movement import Movement
from tournaments.models import Entry, EntryPlayer, Round, Tournament
from tournaments.play.parts import parts_of
from tournaments.play.queries import current_places
from tournaments.running import EventPlan
from tournaments.running.deleting import delete_event_in
from tournaments.running.entries import entered
from tournaments.running.events import check_plan, create_event_in
from tournaments.running.session import OpenEvent, open_event

MAX_PARTS = 12
MIN_ENTRIES = 2


@dataclass(frozen=True, slots=True)
class OpenWhole:
    """An event whose parts are made or deleted, with the book of its club."""

    in_club: Writing
    opened: OpenEvent

    @property
    def event(self) -> Tournament:
        return self.opened.event


@contextmanager
def open_whole(
    by: Author, event: Tournament, submission: Submission | None = None
) -> Iterator[OpenWhole | None]:
    """Open an event with its parts for an act of who directs its club; None where it was done before."""
    books = Book.objects.filter(tournament__in=[event.pk, *event.parts.values_list("pk", flat=True)])
    with writing(
        club_book(event.club), by, needs=DIRECTORS, also_lock=books, submission=submission
    ) as in_club:
        if in_club.earlier is not None:
            yield None
            return
        with open_event(event, by) as opened:
            yield OpenWhole(in_club, opened)


def submission_of(event: Tournament, facts: Facts, key: UUID) -> Submission:
    return Submission(key=key, content={"whole": event.pk, **facts})


def check_entries(parts: Sequence[Sequence[int]]) -> None:
    """Refuse parts in which nobody could play, and somebody in two of them. Raises ValidationError."""
    everybody = [entry for part in parts for entry in part]
    if not 1 <= len(parts) <= MAX_PARTS or any(len(part) < MIN_ENTRIES for part in parts):
        raise validation_error("parts", _("Each must have at least two entries."))
    if len({*everybody}) < len(everybody):
        raise validation_error("parts", _("Somebody would play in two of them."))


def usual_rounds(event: Tournament, largest: int) -> int:
    """Return how many rounds are proposed: those of the event, but no more than until all have met."""
    agreement = event.agreement
    full_set = agreement.phases[0].movement.full_set
    if full_set is None or largest < MIN_ENTRIES:
        return agreement.rounds
    return min(agreement.rounds, full_set(largest))


def rounds_of_part(movement: Movement, rounds: int, size: int, largest: int) -> int:
    """Return the rounds of a part: a smaller one is over as soon as all have met.

    Where the largest one plays on after that, so do the others.
    """
    if movement.full_set is None or rounds > movement.full_set(largest):
        return rounds
    return min(rounds, movement.full_set(size))


def make_part(whole: OpenWhole, part: EventPart, plan: EventPlan, sources: Sequence[Entry]) -> Tournament:
    """Make a section or a final of these entries, in this order, with the roles of the whole event."""
    check_plan(plan)
    event = create_event_in(whole.in_club, whole.event.club, plan)
    event.whole, event.part = whole.event, part.data()
    event.counted_in_whole = part.kind is PartKind.SECTION or bool(parts_of(whole.event, PartKind.SECTION))
    event.save(update_fields=["whole", "part", "counted_in_whole"])
    with open_event(event, whole.in_club.by) as opened:
        _give_roles(opened.writing, whole.event)
        _enter(opened, sources)
    return event


def _give_roles(act: Writing, whole: Tournament) -> None:
    """Give whoever has a role in the whole event the same role here."""
    roles = list(Role.objects.filter(book=whole.book_id).select_related("user").order_by("pk"))
    Role.objects.bulk_create(Role(book=act.book, user=role.user, kind=role.kind) for role in roles)
    for role in roles:
        act.log("role.given", role.user, after={"role": role.kind})


def _enter(opened: OpenEvent, sources: Sequence[Entry]) -> None:
    """Enter the players who have these places now; who turned up is here already."""
    entries = Entry.objects.bulk_create(
        Entry(
            tournament=opened.event,
            number=number,
            state=source.state,
            outside=source.outside,
            handicap_rating=source.handicap_rating,
            categories=source.categories,
            source=source,
        )
        for number, source in enumerate(sources, 1)
    )
    places = current_places().filter(entry__in=sources).select_related("player").order_by("position")
    players_of: dict[int, list[EntryPlayer]] = {}
    for place in places:
        players_of.setdefault(place.entry_id, []).append(place)
    EntryPlayer.objects.bulk_create(
        EntryPlayer(tournament=opened.event, entry=entry, player=place.player, position=position)
        for entry, source in zip(entries, sources, strict=True)
        for position, place in enumerate(players_of[source.pk])
    )
    opened.writing.log_all(
        entered(entry, [place.player for place in players_of[source.pk]])
        for entry, source in zip(entries, sources, strict=True)
    )


def delete_parts(whole: OpenWhole, kind: PartKind) -> list[int]:
    """Delete all sections, or all finals, in which nothing was drawn; return their rows."""
    parts = parts_of(whole.event, kind)
    if not parts:
        raise NotNow(_("These have been deleted already."))
    begun = _drawn(parts).values_list("tournament__name", flat=True).first()
    if begun is not None:
        raise NotNow(_("%(event)s has begun: remove its rounds first.") % {"event": begun})
    rows = [part.pk for part in parts]
    for part in parts:
        delete_event_in(whole.in_club, part)
    whole.event.has_parts = whole.event.parts.exists()
    whole.event.save(update_fields=["has_parts"])
    return rows


def may_be_taken_back(parts: Sequence[Tournament]) -> bool:
    return bool(parts) and not _drawn(parts).exists()


def _drawn(parts: Sequence[Tournament]) -> QuerySet[Round]:
    rounds = Round.objects.filter(tournament__in=[part.pk for part in parts])
    return rounds.exclude(state=Round.State.REMOVED).order_by("tournament__name")
