"""The places of an event, and the waiting list for them: first come, first served.

Whoever signs up stands at the end of the list, and moves up at once while there is room. So nobody who comes
later passes somebody who waits.
"""

from __future__ import annotations

from tournaments.models import Announcement, Entry, Signup, Tournament
from tournaments.running.session import OpenEvent
from tournaments.signup.letters import Letter, tell

# Sign-ups that have a place, and are no entry yet.
WITH_PLACE = (Signup.State.ASKED, Signup.State.IN)


def find_announcement(event: Tournament) -> Announcement | None:
    return Announcement.objects.filter(tournament=event).first()


def free_places(event: Tournament, announcement: Announcement) -> int | None:
    """Return how many places are free; None where there is no limit. It is below 0 where too many came."""
    if announcement.places is None:
        return None
    entries = event.entries.exclude(state=Entry.State.WITHDRAWN).count()
    return announcement.places - entries - event.signups.filter(state__in=WITH_PLACE).count()


def promote(event: Tournament, announcement: Announcement) -> list[Signup]:
    """Give the free places to those who have waited longest; return them."""
    free = free_places(event, announcement)
    waiting = event.signups.filter(state=Signup.State.WAITING).order_by("queued_at", "pk")
    moved = list(waiting if free is None else waiting[: max(free, 0)])
    for signup in moved:
        signup.state = Signup.State.IN if announcement.lets_in_at_once else Signup.State.ASKED
    Signup.objects.bulk_update(moved, ["state"])
    return moved


def move_up(opened: OpenEvent) -> list[Signup]:
    """Let the waiting list move up in an act that may have freed places; who has moved up is told.

    Once the event has begun nobody moves up by himself.
    """
    if opened.event.state != Tournament.State.OPEN:
        return []
    announcement = find_announcement(opened.event)
    if announcement is None:
        return []
    moved = promote(opened.event, announcement)
    log_moved(opened, moved)
    return moved


def log_moved(opened: OpenEvent, moved: list[Signup]) -> None:
    for signup in moved:
        opened.writing.log(
            "signup.moved_up",
            signup,
            before={"signup_state": Signup.State.WAITING},
            after={"signup_state": signup.state},
        )
    tell(opened.event, moved, Letter.MOVED_UP)
