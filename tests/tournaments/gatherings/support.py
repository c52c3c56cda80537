"""Events that go together, for tests."""

from __future__ import annotations

from datetime import date
from uuid import uuid4

from clubs.books.writing import Author
from clubs.models import Club, Role
from tests.builders import a_club, a_user, an_author
from tests.tournaments.support.events import agreed
from tournaments import gatherings, running, signup
from tournaments.core.movements.swiss import SWISS
from tournaments.models import Gathering, Tournament


class Weekend:
    """Pairs on Saturday and singles on Sunday, announced and put together."""

    def __init__(self, *, together: bool = True, **announced: object) -> None:
        self.club: Club = a_club()
        self.by: Author = an_author(a_user(Role.Kind.DIRECTOR, club=self.club))
        self.pairs = self.event("Pairs", date(2026, 12, 5), 2, **announced)
        self.singles = self.event("Singles", date(2026, 12, 6), 1)
        if together:
            self.gathering: Gathering = self.put_together()

    def event(self, name: str, day: date, players: int, **announced: object) -> Tournament:
        plan = running.EventPlan(
            name=name, date=day, ruleset="samba", agreement=agreed(SWISS, players=players), secret="1" * 32
        )
        made = running.create_event(self.by, self.club, plan)
        signup.change_announcement(self.by, made, signup.AnnouncementPlan(**announced))  # type: ignore[arg-type]
        signup.announce(self.by, made)
        return made

    def plan(self, *events: Tournament, name: str = "Winter weekend") -> gatherings.GatheringPlan:
        chosen = events or (self.pairs, self.singles)
        return gatherings.GatheringPlan(name=name, events=[event.pk for event in chosen])

    def put_together(self) -> Gathering:
        return gatherings.make_gathering(self.by, self.club, self.plan(), uuid4())
