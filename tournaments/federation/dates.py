"""The verbs of a date in a federation's calendar: a club applies for it, and the board decides.

What a club does is in the log of the federation and in its own; what the board decides in that of the
federation. The directors of a federation may apply on behalf of a club that has called.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final, Self
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from clubs.books.permissions import ADMINS, DIRECTORS
from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, Facts, JsonValue, Submission, Writing, club_book, retried, writing
from clubs.models import Book, Club
from clubs.text.alphabet import tidy
from scoring.wording import labels
from tournaments.models import CalendarDate
from tournaments.running.events import EARLIEST_DATE, LATEST_DATE

MAX_DAYS: Final = 31
MAX_TABLES: Final = 999
MAX_WORDS: Final = 1_000
_MAX_NAME: Final = 100
_MAX_LINE: Final = 200
_State = CalendarDate.State
# What the board may answer.
ANSWERS: Final = (_State.APPROVED, _State.OTHER, _State.REFUSED)


@dataclass(frozen=True, slots=True, kw_only=True)
class DatePlan:
    """What a club applies for."""

    name: str
    first_day: date
    last_day: date
    ruleset: str
    kind: CalendarDate.Kind = CalendarDate.Kind.OPEN
    place: str = ""
    tables: int | None = None
    contact: str = ""
    remark: str = ""

    @property
    def facts(self) -> dict[str, JsonValue]:
        """What the log has of it."""
        return {
            "name": self.name,
            "first_day": self.first_day.isoformat(),
            "last_day": self.last_day.isoformat(),
            "ruleset": self.ruleset,
            "date_kind": str(self.kind),
            "place": self.place,
            "date_tables": self.tables,
            "contact": self.contact,
            "date_remark": self.remark,
        }

    @classmethod
    def of(cls, stored: CalendarDate) -> Self:
        names = ("name", "first_day", "last_day", "ruleset", "place", "tables", "contact", "remark")
        return cls(kind=CalendarDate.Kind(stored.kind), **{name: getattr(stored, name) for name in names})


def date_plan_from(facts: Mapping[str, Any]) -> DatePlan:
    """Return the plan that the log has."""
    return DatePlan(
        name=facts["name"],
        first_day=date.fromisoformat(facts["first_day"]),
        last_day=date.fromisoformat(facts["last_day"]),
        ruleset=facts["ruleset"],
        kind=CalendarDate.Kind(facts["date_kind"]),
        place=facts["place"],
        tables=facts["date_tables"],
        contact=facts["contact"],
        remark=facts["date_remark"],
    )


date_plan_of = DatePlan.of


@dataclass(frozen=True, slots=True)
class _Logs:
    """The books in which an act on a date is logged, locked for it."""

    in_federation: Writing
    all: list[Writing] = field(default_factory=list)

    def log(
        self, act: str, stored: CalendarDate, *, before: Facts | None = None, after: Facts | None = None
    ) -> None:
        for one in self.all:
            one.log(act, stored, before=before, after=after)

    def mark_repeat(self) -> None:
        for one in self.all:
            one.mark_repeat()


# Applying.


@retried
def ask_for_date(by: Author, club: Club, plan: DatePlan, key: UUID) -> CalendarDate:
    """Apply for a date in the calendar of the club's federation. Sent twice with one key, it is one date."""
    _check(plan)
    federation = club.federation or club
    submission = Submission(key=key, content={"club": club.pk, **plan.facts})
    with _by_club(federation, club, by, submission) as logs:
        earlier = logs.in_federation.earlier
        if earlier is not None:
            return CalendarDate.objects.get(pk=earlier.facts["calendar_date"])
        stored = CalendarDate(federation=federation, club=club)
        _store(stored, plan)
        logs.log("date.asked", stored, after={"calendar_date": stored.pk, "club": club.pk, **plan.facts})
        return stored


@retried
def change_date(by: Author, one: CalendarDate, plan: DatePlan, version: int) -> None:
    """Change what is applied for. Other days or another place are for the board to approve again."""
    _check(plan)
    with _stored_by_club(one, by) as (logs, stored):
        before = DatePlan.of(stored)
        if before == plan:
            logs.mark_repeat()
            return
        _refuse_stale(stored, version)
        if stored.state in (_State.REFUSED, _State.WITHDRAWN):
            raise NotNow(_("This date is not in the calendar any more. Apply for a new one."))
        state = _State(stored.state) if _stays_approved(before, plan) else _State.ASKED
        _change(logs, stored, plan, state)


@retried
def put_date_back(by: Author, one: CalendarDate, plan: DatePlan, state: CalendarDate.State) -> None:
    """Bring back what a date was before it was changed."""
    with _stored_by_club(one, by) as (logs, stored):
        _change(logs, stored, plan, state)


def _change(logs: _Logs, stored: CalendarDate, plan: DatePlan, state: CalendarDate.State) -> None:
    before = {**DatePlan.of(stored).facts, "date_state": stored.state}
    stored.state = state
    _store(stored, plan)
    logs.log("date.changed", stored, before=before, after={**plan.facts, "date_state": stored.state})


def _stays_approved(before: DatePlan, after: DatePlan) -> bool:
    """Tell whether nothing has changed that the board looks at."""
    names = ("first_day", "last_day", "place", "kind")
    return all(getattr(before, name) == getattr(after, name) for name in names)


@retried
def withdraw_date(by: Author, one: CalendarDate) -> None:
    """Withdraw a date: it is not in the calendar any more."""
    with _stored_by_club(one, by) as (logs, stored):
        if stored.state == _State.WITHDRAWN:
            raise NotNow(_("The date has been withdrawn already."))
        _set_state(logs, stored, _State.WITHDRAWN, "date.withdrawn")


@retried
def bring_date_back(by: Author, one: CalendarDate, state: CalendarDate.State) -> None:
    """Bring a date that was withdrawn back, in the state that it had."""
    with _stored_by_club(one, by) as (logs, stored):
        if stored.state != _State.WITHDRAWN:
            raise NotNow(_("The date is not withdrawn."))
        _set_state(logs, stored, state, "date.brought_back")


def _set_state(logs: _Logs, stored: CalendarDate, state: CalendarDate.State, act: str) -> None:
    before = stored.state
    stored.state = state
    _save(stored)
    logs.log(act, stored, before={"date_state": before}, after={"date_state": str(state)})


# Deciding.


@retried
def decide_date(
    by: Author, one: CalendarDate, state: CalendarDate.State, answer: str, version: int | None = None
) -> None:
    """Approve a date, refuse it, or ask for another one; with the state before, take that back."""
    if len(answer) > MAX_WORDS:
        raise validation_error("answer", _("Write at most %(most)s letters.") % {"most": MAX_WORDS})
    if state in (_State.REFUSED, _State.OTHER) and not answer:
        raise validation_error("answer", _("Say why: the club reads it."))
    with writing(club_book(one.federation), by, needs=ADMINS) as act:
        stored = CalendarDate.objects.get(pk=one.pk)
        if (stored.state, stored.answer) == (state, answer):
            act.mark_repeat()
            return
        if version is not None:
            _refuse_stale(stored, version)
        if stored.state == _State.WITHDRAWN:
            raise NotNow(_("The club has withdrawn this date."))
        before = {"date_state": stored.state, "date_answer": stored.answer}
        stored.state, stored.answer = state, answer
        _save(stored)
        act.log(
            "date.decided", stored, before=before, after={"date_state": str(state), "date_answer": answer}
        )


# Books.


@contextmanager
def _by_club(
    federation: Club, club: Club, by: Author, submission: Submission | None = None
) -> Iterator[_Logs]:
    """Lock the books of a federation and of a club for an act of the club, or on its behalf."""
    books = {one.pk: club_book(one) for one in (federation, club)}
    both = Book.objects.filter(pk__in=[book.pk for book in books.values()])
    with writing(books[federation.pk], by, also_lock=both, submission=submission) as act:
        if not any(by.has_role(book, DIRECTORS) for book in books.values()):
            raise PermissionDenied
        if act.earlier is not None or federation.pk == club.pk:
            yield _Logs(act, [act])
            return
        with writing(books[club.pk], by) as in_club:
            yield _Logs(act, [act, in_club])


@contextmanager
def _stored_by_club(one: CalendarDate, by: Author) -> Iterator[tuple[_Logs, CalendarDate]]:
    """Lock the books of a date for an act of its club, and read it again."""
    with _by_club(one.federation, one.club, by) as logs:
        yield logs, CalendarDate.objects.select_related("federation", "club").get(pk=one.pk)


def _store(stored: CalendarDate, plan: DatePlan) -> None:
    stored.kind = plan.kind
    for name in ("name", "first_day", "last_day", "ruleset", "place", "tables", "contact", "remark"):
        setattr(stored, name, getattr(plan, name))
    _save(stored)


def _save(stored: CalendarDate) -> None:
    if stored.pk is not None:
        stored.version += 1
    stored.save()


# Checks.


def _refuse_stale(stored: CalendarDate, version: int) -> None:
    if stored.version != version:
        raise NotNow(_("Somebody else has changed the date meanwhile. Open its page again."))


def _check(plan: DatePlan) -> None:
    if not plan.name or len(plan.name) > _MAX_NAME or plan.name != tidy(plan.name):
        raise validation_error("name", _("Give the event a name."))
    if not EARLIEST_DATE <= plan.first_day <= LATEST_DATE:
        raise validation_error("first_day", _("Choose a day between 1950 and 2199."))
    if plan.last_day < plan.first_day:
        raise validation_error("last_day", _("The last day is before the first one."))
    if (plan.last_day - plan.first_day).days >= MAX_DAYS:
        raise validation_error("last_day", _("An event has 31 days at most."))
    if plan.ruleset not in labels.ruleset_names():
        raise validation_error("ruleset", _("Choose a game."))
    if plan.tables is not None and not 1 <= plan.tables <= MAX_TABLES:
        raise validation_error("tables", _("Between 1 and 999 tables."))
    _check_words(("place", plan.place, _MAX_LINE), ("contact", plan.contact, _MAX_LINE))
    _check_words(("remark", plan.remark, MAX_WORDS))


def _check_words(*words: tuple[str, str, int]) -> None:
    for name, text, most in words:
        if len(text) > most:
            raise validation_error(name, _("Write at most %(most)s letters.") % {"most": most})
