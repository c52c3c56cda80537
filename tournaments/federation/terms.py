"""The verbs of what a federation asks of its clubs: closed days, days around championships, and fees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext as _

from clubs.books.permissions import ADMINS
from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, JsonValue, Submission, club_book, retried, writing
from clubs.models import Club
from clubs.text.alphabet import tidy
from tournaments.core.cash import MAX_AMOUNT
from tournaments.models import ClosedDay, FederationTerms
from tournaments.running.events import EARLIEST_DATE, LATEST_DATE

MAX_APART: Final = 60
_MAX_NAME: Final = 100
_FEES: Final = ("per_event", "per_start", "per_licence")


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """Days around championships, and fees in the smallest unit of the currency."""

    days_apart: int = 7
    per_event: int = 0
    per_start: int = 0
    per_licence: int = 0

    @property
    def facts(self) -> dict[str, JsonValue]:
        return {f"terms_{name}": value for name, value in asdict(self).items()}

    @property
    def has_fees(self) -> bool:
        return bool(self.per_event or self.per_start or self.per_licence)


def terms_of(federation: Club) -> Terms:
    """Return what a federation asks for; the usual before it has said so."""
    stored = FederationTerms.objects.filter(federation=federation).first()
    if stored is None:
        return Terms()
    return Terms(**{name: getattr(stored, name) for name in Terms.__dataclass_fields__})


def terms_from(facts: Mapping[str, Any]) -> Terms:
    """Return the terms that the log has."""
    return Terms(**{name: facts[f"terms_{name}"] for name in Terms.__dataclass_fields__})


@retried
def set_terms(by: Author, federation: Club, terms: Terms) -> None:
    """Say what the federation asks for."""
    if not 0 <= terms.days_apart <= MAX_APART:
        raise validation_error("days_apart", _("Between 0 and 60 days."))
    for name in _FEES:
        if not 0 <= getattr(terms, name) <= MAX_AMOUNT:
            raise validation_error(name, _("Write an amount such as 5 or 5,50."))
    with writing(club_book(federation), by, needs=ADMINS, hides_nothing=True) as act:
        before = terms_of(federation)
        if before == terms:
            act.mark_repeat()
            return
        FederationTerms.objects.update_or_create(federation=federation, defaults=asdict(terms))
        act.log("federation.terms", federation, before=before.facts, after=terms.facts)


# Closed days.


@retried
def close_days(by: Author, federation: Club, name: str, days: tuple[date, date], key: UUID) -> ClosedDay:
    """Say that there is to be no event on some days. Sent twice with one key, it is said once."""
    first, last = days
    if not name or len(name) > _MAX_NAME or name != tidy(name):
        raise validation_error("name", _("Give the days a name."))
    if not EARLIEST_DATE <= first <= LATEST_DATE:
        raise validation_error("first_day", _("Choose a day between 1950 and 2199."))
    if not first <= last <= LATEST_DATE:
        raise validation_error("last_day", _("The last day is before the first one."))
    facts: dict[str, JsonValue] = {
        "name": name,
        "first_day": first.isoformat(),
        "last_day": last.isoformat(),
    }
    submission = Submission(key=key, content={"federation": federation.pk, **facts})
    book = club_book(federation)
    with writing(book, by, needs=ADMINS, submission=submission, hides_nothing=True) as act:
        if act.earlier is not None:
            return ClosedDay.objects.get(pk=act.earlier.facts["closed_day"])
        stored = ClosedDay.objects.create(federation=federation, name=name, first_day=first, last_day=last)
        act.log("days.closed", stored, after={"closed_day": stored.pk, **facts})
        return stored


@retried
def open_days(by: Author, one: ClosedDay) -> None:
    """Take closed days off the list."""
    _set_removed(by, one, removed=True)


@retried
def close_days_again(by: Author, one: ClosedDay) -> None:
    """Bring closed days back into the list."""
    _set_removed(by, one, removed=False)


def _set_removed(by: Author, one: ClosedDay, *, removed: bool) -> None:
    with writing(club_book(one.federation), by, needs=ADMINS) as act:
        stored = ClosedDay.objects.get(pk=one.pk)
        if (stored.removed_at is not None) == removed:
            raise NotNow(
                _("The days have been taken off the list.") if removed else _("The days are in the list.")
            )
        stored.removed_at = by.at if removed else None
        stored.save(update_fields=["removed_at"])
        act.log("days.opened" if removed else "days.closed_again", stored, after={"name": stored.name})
