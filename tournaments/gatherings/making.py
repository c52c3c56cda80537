"""The acts of a club on its gatherings: made, changed and dissolved, each with its undo.

They are logged in the book of the club. The public pages of an event say that it is a part of one, so the
books of all events that come or go are bumped with it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from clubs.books.permissions import DIRECTORS
from clubs.books.refusals import NotNow, validation_error
from clubs.books.words import payload_of
from clubs.books.writing import (
    Author,
    JsonValue,
    Submission,
    Writing,
    bump,
    club_book,
    retried,
    writing,
)
from clubs.models import Book, Club
from clubs.text.alphabet import tidy
from tournaments.models import Gathering, Tournament

MAX_EVENTS: Final = 12
_COMING: Final = (Tournament.State.OPEN, Tournament.State.RUNNING)


@dataclass(frozen=True, slots=True, kw_only=True)
class GatheringPlan:
    """What a gathering is called, and the ids of its events."""

    name: str
    events: Sequence[int]

    @property
    def facts(self) -> dict[str, JsonValue]:
        return {"gathering_name": self.name, "gathering_events": [*sorted(self.events)]}


def plan_of(gathering: Gathering) -> GatheringPlan:
    return GatheringPlan(
        name=gathering.name, events=list(gathering.events.order_by("pk").values_list("pk", flat=True))
    )


def free_events(club: Club, gathering: Gathering | None = None) -> QuerySet[Tournament]:
    """Return the coming events of a club that are in no gathering, and those of this one."""
    coming = Q(state__in=_COMING, gathering=None, book__archived_at=None, book__trial=False)
    own = Q(pk__in=[]) if gathering is None else Q(gathering=gathering)
    return club.tournaments.filter(coming | own).order_by("date", "starts_at", "pk")


@retried
def make_gathering(by: Author, club: Club, plan: GatheringPlan, key: UUID) -> Gathering:
    """Let events of a club go together. Sent twice, it is one gathering."""
    plan = _tidied(plan)
    submission = Submission(key=key, content=plan.facts)
    with _open(by, club, plan.events, submission) as act:
        if act.earlier is not None:
            subject = str(payload_of(act.earlier)["subject"])
            return Gathering.objects.get(pk=int(subject.partition(":")[2]))
        gathering = Gathering.objects.create(club=club, name=plan.name)
        _put(gathering, plan)
        act.log("gathering.made", gathering, after=plan.facts)
    return gathering


@retried
def change_gathering(by: Author, gathering: Gathering, plan: GatheringPlan, seen: GatheringPlan) -> None:
    """Change the name and the events. `seen` is what the page has shown: nobody overwrites a later change."""
    plan = _tidied(plan)
    with _open(by, gathering.club, [*plan.events, *seen.events]) as act:
        now = _find(gathering)
        before = plan_of(now)
        if before.facts == plan.facts:
            act.mark_repeat()
            return
        if before.facts != seen.facts:
            raise NotNow(_("Somebody else has changed this meanwhile. Look at it again."))
        _put(now, plan)
        act.log("gathering.changed", now, before=before.facts, after=plan.facts)


@retried
def put_gathering_back(
    by: Author, gathering: Gathering, before: Mapping[str, Any], after: Mapping[str, Any]
) -> None:
    """Take a change back. It is refused where the gathering has been changed since."""
    plan, changed = _plan_from(before), _plan_from(after)
    with _open(by, gathering.club, [*plan.events, *changed.events]) as act:
        now = _find(gathering)
        if plan_of(now).facts != changed.facts:
            raise NotNow(_("This has been changed since. Take the later act back first."))
        _put(now, plan, also_begun=True)
        act.log("gathering.changed", now, before=changed.facts, after=plan.facts)


@retried
def dissolve_gathering(by: Author, gathering: Gathering) -> None:
    """Let the events go separate ways; they, their sign-ups and their roles stay as they are."""
    with _open(by, gathering.club, plan_of(gathering).events) as act:
        now = Gathering.objects.get(pk=gathering.pk)
        if now.dissolved_at is not None:
            act.mark_repeat()
            return
        before = plan_of(now)
        now.events.update(gathering=None)
        now.dissolved_at = by.at
        now.save(update_fields=["dissolved_at"])
        act.log("gathering.dissolved", now, before=before.facts)


@retried
def restore_gathering(by: Author, gathering: Gathering, before: Mapping[str, Any]) -> None:
    """Bring a dissolved gathering back, at the address that it had."""
    plan = _plan_from(before)
    with _open(by, gathering.club, plan.events) as act:
        now = Gathering.objects.get(pk=gathering.pk)
        if now.dissolved_at is None:
            act.mark_repeat()
            return
        now.dissolved_at = None
        _put(now, plan, also_begun=True)
        act.log("gathering.restored", now, after=plan.facts)


@contextmanager
def _open(
    by: Author, club: Club, events: Collection[int], submission: Submission | None = None
) -> Iterator[Writing]:
    """Open the book of the club, with the books of the events that the act touches."""
    books = Book.objects.filter(tournament__in=events)
    with writing(club_book(club), by, needs=DIRECTORS, also_lock=books, submission=submission) as act:
        yield act
        if not act.is_repeat:
            bump(books)


def _find(gathering: Gathering) -> Gathering:
    now = Gathering.objects.get(pk=gathering.pk)
    if now.dissolved_at is not None:
        raise NotNow(_("These events no longer go together."))
    return now


def _put(gathering: Gathering, plan: GatheringPlan, *, also_begun: bool = False) -> None:
    """Store what a gathering is. What an undo brings back may have begun, or be deleted."""
    club = gathering.club
    wanted = free_events(club, gathering)
    if also_begun:
        wanted = club.tournaments.filter(Q(gathering=None) | Q(gathering=gathering))
    pks = list(wanted.filter(pk__in=plan.events).values_list("pk", flat=True))
    stored = club.tournaments.filter(pk__in=plan.events).count() if also_begun else len(plan.events)
    if len(pks) < stored:
        raise NotNow(
            _("One of these events is no longer free: it has ended, or goes with others. Look again.")
        )
    gathering.events.exclude(pk__in=pks).update(gathering=None)
    Tournament.objects.filter(pk__in=pks).update(gathering=gathering)
    gathering.name = plan.name
    gathering.save(update_fields=["name", "dissolved_at"])


def _tidied(plan: GatheringPlan) -> GatheringPlan:
    """Return a plan with each event once. Raises ValidationError."""
    name, events = tidy(plan.name), sorted(set(plan.events))
    if not name:
        raise validation_error("name", _("Write a name."))
    if not events:
        raise validation_error("events", _("Choose at least one event."))
    if len(events) > MAX_EVENTS:
        raise validation_error("events", _("At most %(count)s events go together.") % {"count": MAX_EVENTS})
    return GatheringPlan(name=name, events=events)


def _plan_from(facts: Mapping[str, Any]) -> GatheringPlan:
    return GatheringPlan(name=facts["gathering_name"], events=facts["gathering_events"])
