"""The director's acts on an announcement: written, announced, taken down, postponed, cancelled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from datetime import UTC, date, datetime
from typing import Any, Final

from django.utils.timezone import localtime, make_aware
from django.utils.translation import gettext as _

from clubs.books.refusals import NotNow, unique, validation_error
from clubs.books.writing import Author, Facts, retried
from tournaments.models import Announcement, Signup, Tournament
from tournaments.play.programme import programme_on
from tournaments.running.events import EARLIEST_DATE, LATEST_DATE, NAME_TAKEN
from tournaments.running.session import OpenEvent, open_event
from tournaments.signup.letters import Letter, tell
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


@dataclass(frozen=True, slots=True)
class EventStatus:
    """Whether an event takes place, in whose words, and the day to which it is postponed if that is known."""

    status: str
    notice: str = ""
    new_day: date | None = None


@retried
def say_status(by: Author, event: Tournament, said: EventStatus) -> Announcement:
    """Say that an event is postponed, cancelled or takes place after all; who gave an address is told.

    An event that is postponed to another day is on that day, with its programme. An event that was never
    announced gets no announcement by it, only the words.
    """
    with open_event(event, by) as opened:
        announcement = find_announcement(opened.event) or Announcement(
            tournament=opened.event, hides_event=False
        )
        before = status_facts(opened.event, announcement)
        announcement.status, announcement.notice = said.status, said.notice
        if said.status != Announcement.Status.POSTPONED:
            announcement.postponed_from = None
        elif said.new_day is not None and said.new_day != opened.event.date:
            announcement.postponed_from = announcement.postponed_from or opened.event.date
            _put_on_day(opened.event, said.new_day)
        return _save_status(opened, announcement, before)


@retried
def put_status_back(
    by: Author, event: Tournament, before: Mapping[str, Any], after: Mapping[str, Any]
) -> Announcement:
    """Say again what was said before, with the day of then; who gave an address is told that too."""
    with open_event(event, by) as opened:
        announcement = _written(opened)
        now = status_facts(opened.event, announcement)
        if any(now[name] != value for name, value in after.items() if name in now):
            raise NotNow(_("It has been changed since."))
        announcement.status, announcement.notice = before["status"], before["notice"]
        announcement.postponed_from = _day(before.get("postponed_from", ""))
        day = _day(before.get("day", ""))
        if day is not None and day != opened.event.date:
            _put_on_day(opened.event, day)
        return _save_status(opened, announcement, now)


def status_facts(event: Tournament, announcement: Announcement) -> Facts:
    """Return what the log says of whether and when an event takes place."""
    from_day = announcement.postponed_from
    return {
        "status": announcement.status,
        "notice": announcement.notice,
        "day": event.date.isoformat(),
        "postponed_from": "" if from_day is None else from_day.isoformat(),
    }


def _day(stored: str) -> date | None:
    return date.fromisoformat(stored) if stored else None


def _save_status(opened: OpenEvent, announcement: Announcement, before: Facts) -> Announcement:
    event, after = opened.event, status_facts(opened.event, announcement)
    if before == after:
        opened.writing.mark_repeat()
        return announcement
    with unique("new_day", NAME_TAKEN):
        event.save(update_fields=["date", "starts_at", "programme"])
    announcement.save()
    opened.writing.log(STATUS_SAID, event, before=before, after=after)
    tell(event, people_to_tell(event), Letter.STATUS)
    return announcement


def _put_on_day(event: Tournament, day: date) -> None:
    """Put an event on another day, at the same time of day."""
    if event.state != Tournament.State.OPEN:
        raise validation_error("new_day", _("The event has begun: it can no longer be on another day."))
    if not EARLIEST_DATE <= day <= LATEST_DATE:
        raise validation_error("new_day", _("Check the year."))
    event.programme = programme_on(event, day)
    if event.starts_at is not None:
        begins = localtime(event.starts_at)
        event.starts_at = make_aware(datetime.combine(day + (begins.date() - event.date), begins.time()))
    event.date = day


def people_to_tell(event: Tournament) -> list[Signup]:
    """Return the sign-ups of all who still want to come."""
    return [one for one in load_signups(event) if one.state not in GONE]


def _written(opened: OpenEvent) -> Announcement:
    announcement = find_announcement(opened.event)
    if announcement is None:
        raise NotNow(_("Write the announcement first."))
    return announcement
