"""A federation whose clubs have held events, with the statements of its last year."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from uuid import UUID, uuid4

from django.utils import timezone

from clubs.models import Club, Role
from tests.builders import a_club, a_player, a_user, an_author
from tests.tournaments.series.support import Result, Season
from tournaments import federation
from tournaments.federation.statement import ClubStatement, load_statements
from tournaments.models import IssuedStatement

YEAR = timezone.localdate().year - 1
FIRST, LAST = date(YEAR, 1, 1), date(YEAR, 12, 31)
SPRING, AUTUMN = (FIRST, date(YEAR, 6, 30)), (date(YEAR, 7, 1), LAST)


class Federation(Season):
    """A federation with two clubs; one has held an event of two pairs, the other a single evening."""

    def __init__(self, *names: str) -> None:
        super().__init__()
        self.board = an_author(a_user(Role.Kind.ADMIN, club=self.club))
        self.first, self.second = (a_club(name, federation=self.club) for name in names or ("Alfa", "Beta"))
        self.people = [a_player(f"{name} Berg", club=self.first) for name in ("Anna", "Bo", "Eva", "Dan")]
        pairs = [Result(self.people[:2], 1, 9), Result(self.people[2:], 2, 4)]
        self.cup = self.store(pairs, day=date(YEAR, 3, 1), club=self.first, name="Cup")
        self.store([Result(self.people[:1], 1, 2)], day=date(YEAR, 4, 1), club=self.second)
        self.store([Result(self.people[:1], 1, 2)], day=date(YEAR - 1, 12, 31), club=self.first)
        self.store([Result(self.people[1:2], 1, 2)], day=date(YEAR, 5, 1))
        terms = federation.Terms(per_event=1_000, per_start=50, per_licence=500)
        federation.set_terms(self.board, self.club, terms)

    def drafts(self, days: tuple[date, date] = SPRING) -> list[ClubStatement]:
        return list(load_statements(self.club, *days).clubs)

    def plan(
        self, days: tuple[date, date] = SPRING, clubs: Collection[Club] | None = None
    ) -> federation.IssuePlan:
        """What somebody issues who has just looked: all that can be, or those of some clubs."""
        chosen = [
            one for one in self.drafts(days) if (one.can_be_issued if clubs is None else one.club in clubs)
        ]
        seen = {one.club.pk: federation.digest_of_draft(one) for one in chosen}
        return federation.IssuePlan(since=days[0], until=days[1], seen=seen)

    def issue(
        self, days: tuple[date, date] = SPRING, clubs: Collection[Club] | None = None, key: UUID | None = None
    ) -> list[IssuedStatement]:
        plan = self.plan(days, clubs)
        return federation.issue_statements(self.by, self.club, plan, key or uuid4())

    def credit(self, issued: IssuedStatement, reason: str = "Wrong days") -> IssuedStatement:
        return federation.credit_statement(self.by, issued, reason, uuid4())
