"""The director's acts on an announcement: written, announced, taken down, postponed, cancelled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from typing import Any, Final

from django.utils.translation import gettext as _

from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, Facts, retried
from tournaments.models import Announcement, Signup, Tournament
from tournaments.running.session import OpenEvent, open_event
from tournaments.signup.letters import Letter, tell_after_commit
from tournaments.signup.people import load_signups
from tournaments.signup.places import find_announcement, log_moved, promote
from tournaments.signup.signing_up import GONE

CHANGED, MADE, TAKEN_DOWN, STATUS_SAID = (
    "announcement.changed",
    "announcement.made",
    "announcement.taken_down",
    "announcement.status",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncementPlan:
    """All that the director writes of an announcement. The facts of the log have the same names."""

    announced_text: str = ""
    fee: str = ""
    place: str = ""
    contact: str = ""
    opens_at: datetime | None = None
    closes_at: datetime | None = None
    number_of_places: int | None = None
    who: str = Announcement.Who.ANYBODY
    lets_in: bool = True
    hides_event: bool = True

    @property
    def facts(self) -> Facts:
        return {
            name: _utc(value) if isinstance(value, datetime) else value
            for name, value in asdict(self).items()
        }


def _utc(at: datetime) -> str:
    return at.astimezone(UTC).isoformat()


# The fields of the row that are called otherwise: their names in the log mean something else already.
_STORED_AS: Final = {"announced_text": "text", "number_of_places": "places"}


def plan_of(announcement: Announcement | None) -> AnnouncementPlan:
    if announcement is None:
        return AnnouncementPlan()
    values: dict[str, Any] = {
        field.name: getattr(announcement, _STORED_AS.get(field.name, field.name))
        for field in fields(AnnouncementPlan)
    }
    return AnnouncementPlan(**values)


def plan_from(facts: Mapping[str, Any]) -> AnnouncementPlan:
    """Return the plan that the log has of a moment."""
    read = {field.name: facts[field.name] for field in fields(AnnouncementPlan)}
    for name in ("opens_at", "closes_at"):
        read[name] = datetime.fromisoformat(read[name]) if read[name] else None
    return AnnouncementPlan(**read)


@retried
def change_announcement(by: Author, event: Tournament, plan: AnnouncementPlan) -> Announcement:
    """Write the announcement. More places let those on the waiting list move up."""
    if plan.opens_at is not None and plan.closes_at is not None and plan.opens_at >= plan.closes_at:
        raise validation_error("closes_on", _("The sign-up ends before it begins."))
    with open_event(event, by) as opened:
        announcement = find_announcement(opened.event)
        before = plan_of(announcement)
        if announcement is not None and before == plan:
            opened.writing.mark_repeat()
            return announcement
        announcement = announcement or Announcement(tournament=opened.event)
        for field in fields(plan):
            setattr(announcement, _STORED_AS.get(field.name, field.name), getattr(plan, field.name))
        announcement.save()
        opened.writing.log(CHANGED, opened.event, before=before.facts, after=plan.facts)
        if opened.event.state == Tournament.State.OPEN:
            log_moved(opened, promote(opened.event, announcement))
        return announcement


@retried
def announce(by: Author, event: Tournament) -> Announcement:
    """Show the announcement to everybody. `take_down` takes it back."""
    with open_event(event, by) as opened:
        announcement = _written(opened)
        if announcement.is_announced:
            opened.writing.mark_repeat()
            return announcement
        announcement.announced_at = by.at
        announcement.save(update_fields=["announced_at"])
        opened.writing.log(MADE, opened.event, after={"announced": True})
        return announcement


@retried
def take_down(by: Author, event: Tournament) -> Announcement:
    """Show the announcement to nobody else; who has signed up still sees the own sign-up."""
    with open_event(event, by) as opened:
        announcement = _written(opened)
        if not announcement.is_announced:
            opened.writing.mark_repeat()
            return announcement
        announcement.announced_at = None
        announcement.save(update_fields=["announced_at"])
        opened.writing.log(TAKEN_DOWN, opened.event, after={"announced": False})
        return announcement


@retried
def say_status(by: Author, event: Tournament, status: str, notice: str) -> Announcement:
    """Say that an event is postponed, cancelled or takes place after all; who gave an address is told."""
    with open_event(event, by) as opened:
        announcement = _written(opened)
        before = {"status": announcement.status, "notice": announcement.notice}
        after = {"status": status, "notice": notice}
        if before == after:
            opened.writing.mark_repeat()
            return announcement
        announcement.status, announcement.notice = status, notice
        announcement.save(update_fields=["status", "notice"])
        opened.writing.log(STATUS_SAID, opened.event, before=before, after=after)
        tell_after_commit(opened.event, people_to_tell(opened.event), Letter.STATUS)
        return announcement


def people_to_tell(event: Tournament) -> list[Signup]:
    """Return the sign-ups of all who still want to come."""
    return [one for one in load_signups(event) if one.state not in GONE]


def _written(opened: OpenEvent) -> Announcement:
    announcement = find_announcement(opened.event)
    if announcement is None:
        raise NotNow(_("Write the announcement first."))
    return announcement
