"""People who sign up, for tests."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

from clubs.books.writing import Author
from clubs.models import LogEntry
from tests.builders import an_author
from tests.tournaments.support.events import Played, agreed
from tournaments import signup
from tournaments.core.movements.swiss import SWISS
from tournaments.models import Announcement, Signup
from tournaments.signup.signing_up import SignupForm

STRANGER = an_author()


def an_announced_event(players: int = 2, **fields: Any) -> Played:
    """An event that is announced; `number_of_places`, `lets_in`, `who` and so on are those of its plan."""
    event = Played(agreed(SWISS, players=players))
    signup.change_announcement(event.by, event.event, signup.AnnouncementPlan(**fields))
    signup.announce(event.by, event.event)
    return event


def announcement_of(event: Played) -> Announcement:
    return Announcement.objects.get(tournament=event.event)


def typed(*names: str, **fields: Any) -> SignupForm:
    """What is typed for these people, each “Given Family”."""
    people = []
    for name in names:
        given, _, family = name.partition(" ")
        people.append(signup.TypedPlayer(given_name=given, family_name=family))
    return SignupForm(people=people, **fields)


def sign_up(event: Played, *names: str, key: UUID | None = None, **fields: Any) -> Signup:
    return sign_up_with_code(event, *names, key=key, **fields)[0]


def sign_up_with_code(
    event: Played, *names: str, key: UUID | None = None, **fields: Any
) -> tuple[Signup, str]:
    by: Author = replace(STRANGER)
    return signup.sign_up(by, event.fresh, typed(*names, **fields), key or uuid4())


def state_of(row: Signup) -> str:
    return Signup.objects.get(pk=row.pk).state


def states(event: Played) -> list[str]:
    rows = Signup.objects.filter(tournament=event.event).order_by("queued_at", "pk")
    return list(rows.values_list("state", flat=True))


def logged(event: Played, act: str) -> LogEntry:
    return LogEntry.objects.filter(book=event.event.book, act=act).latest("number")
