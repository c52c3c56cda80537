"""The verbs of a series: made, changed, closed, reopened, taken off the list and brought back.

They write in the book of the club. What they change is the agreement alone: no points are stored.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, Self
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from clubs.books.permissions import DIRECTORS
from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, JsonValue, Submission, Writing, club_book, retried, writing
from clubs.models import Club
from clubs.text.alphabet import tidy
from tournaments.agreement.series_rules import read_rules, store_rules
from tournaments.core.series.rules import MAX_EVENINGS, MAX_POINTS, SeriesRules
from tournaments.core.series.ways import WAYS
from tournaments.models import Series, Tournament
from tournaments.series.queries import counted_events, events_of_club

MAX_PLACES: Final = 100
_MAX_NAME: Final = 100
_USUAL_RULES: Final = SeriesRules()


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesPlan:
    """What is agreed on for a series."""

    name: str
    who: Series.Who = Series.Who.PLAYERS
    since: date | None = None
    until: date | None = None
    # The events that were picked by hand; None where those of the days count.
    events: tuple[int, ...] | None = None
    rules: SeriesRules = _USUAL_RULES
    public: bool = False

    @property
    def facts(self) -> dict[str, JsonValue]:
        """What the log has of it."""
        return {
            "name": self.name,
            "series_who": str(self.who),
            "series_since": None if self.since is None else self.since.isoformat(),
            "series_until": None if self.until is None else self.until.isoformat(),
            "series_events": None if self.events is None else list(self.events),
            "series_rules": store_rules(self.rules),
            "series_public": self.public,
        }

    @classmethod
    def of(cls, series: Series) -> Self:
        picked = series.events.order_by("pk").values_list("pk", flat=True) if series.picked else None
        return cls(
            name=series.name,
            who=Series.Who(series.who),
            since=series.since,
            until=series.until,
            events=None if picked is None else tuple(picked),
            rules=series.agreed,
            public=series.public,
        )


plan_of = SeriesPlan.of


def plan_from(facts: Mapping[str, Any]) -> SeriesPlan:
    """Return the plan that the log has."""
    events = facts["series_events"]
    return SeriesPlan(
        name=facts["name"],
        who=Series.Who(facts["series_who"]),
        since=_day(facts["series_since"]),
        until=_day(facts["series_until"]),
        events=None if events is None else tuple(events),
        rules=read_rules(facts["series_rules"]),
        public=facts["series_public"],
    )


def _day(stored: str | None) -> date | None:
    return date.fromisoformat(stored) if stored else None


# Making and changing.


@retried
def add_series(by: Author, club: Club, plan: SeriesPlan, key: UUID) -> Series:
    """Make a series of a club. Sent twice with one key, it is one series."""
    _check(plan)
    submission = Submission(key=key, content={"club": club.pk, **plan.facts})
    with writing(club_book(club), by, needs=DIRECTORS, submission=submission, hides_nothing=True) as act:
        if act.earlier is not None:
            return Series.objects.get(pk=act.earlier.facts["series"])
        _check_in_club(club, plan)
        series = Series(club=club)
        _store(series, plan)
        act.log("series.made", series, after={"series": series.pk, **plan.facts})
        return series


@retried
def change_series(by: Author, series: Series, plan: SeriesPlan, version: int) -> None:
    """Change what is agreed on. `version` is the one that the author has seen."""
    _check(plan)
    with _open_series(series, by) as (act, stored):
        before = SeriesPlan.of(stored)
        if before == plan:
            act.mark_repeat()
            return
        if stored.version != version:
            raise NotNow(_("Somebody else has changed the series meanwhile. Open its page again."))
        if stored.is_closed:
            raise NotNow(_("The series is closed. Open it again first."))
        _check_in_club(stored.club, plan, stored.pk)
        _store(stored, plan)
        act.log("series.changed", stored, before=before.facts, after=plan.facts)


def _store(series: Series, plan: SeriesPlan) -> None:
    series.name, series.who, series.public = plan.name, plan.who, plan.public
    series.since, series.until, series.picked = plan.since, plan.until, plan.events is not None
    series.rules = store_rules(plan.rules)
    if series.pk is not None:
        series.version += 1
    series.save()
    series.events.set(plan.events or ())


# Closing.


@retried
def close_series(by: Author, series: Series) -> None:
    """Close a series: no further event comes in. Results that are put right still change its standings."""
    with _open_series(series, by) as (act, stored):
        if stored.is_closed:
            raise NotNow(_("The series is closed already."))
        events = [event.pk for event in counted_events(stored)]
        if not events:
            raise NotNow(_("No evening counts yet."))
        _set_closed(stored, by, events)
        act.log("series.closed", stored, after={"series_evenings": len(events)})


@retried
def reopen_series(by: Author, series: Series) -> None:
    """Open a closed series again: what was agreed on says again which events count."""
    with _open_series(series, by) as (act, stored):
        if not stored.is_closed:
            raise NotNow(_("The series is not closed."))
        before = len(stored.closed_events)
        stored.closed_at, stored.closed_events = None, []
        stored.version += 1
        stored.save(update_fields=["closed_at", "closed_events", "version"])
        act.log("series.reopened", stored, before={"series_evenings": before})


def _set_closed(stored: Series, by: Author, events: list[int]) -> None:
    stored.closed_at, stored.closed_events = by.at, events
    stored.version += 1
    stored.save(update_fields=["closed_at", "closed_events", "version"])


# Taking off the list.


@retried
def remove_series(by: Author, series: Series) -> None:
    """Take a series off the list of its club. Its events stay as they are."""
    with _open_series(series, by) as (act, stored):
        stored.removed_at = by.at
        stored.save(update_fields=["removed_at"])
        act.log("series.removed", stored, before={"name": stored.name})


@retried
def bring_series_back(by: Author, series: Series) -> None:
    """Bring a series that was removed back into the list."""
    with _open_series(series, by, removed=True) as (act, stored):
        if _same_name(stored.club, stored.name).exists():
            raise NotNow(_("The club has another series of this name by now."))
        stored.removed_at = None
        stored.save(update_fields=["removed_at"])
        act.log("series.brought_back", stored, after={"name": stored.name})


@contextmanager
def _open_series(series: Series, by: Author, *, removed: bool = False) -> Iterator[tuple[Writing, Series]]:
    """Lock the book of the club for one act on a series, and read it again."""
    with writing(club_book(series.club), by, needs=DIRECTORS) as act:
        stored = Series.objects.select_related("club").get(pk=series.pk)
        if (stored.removed_at is not None) != removed:
            raise NotNow(
                _("The series is in the list.") if removed else _("The series has been removed meanwhile.")
            )
        yield act, stored


# Checks.


def _check(plan: SeriesPlan) -> None:
    if not plan.name or len(plan.name) > _MAX_NAME or plan.name != tidy(plan.name):
        raise validation_error("name", _("Give the series a name."))
    if plan.events is None and plan.since is None:
        raise validation_error("since", _("Say from which day on evenings count, or pick them."))
    if plan.since is not None and plan.until is not None and plan.until < plan.since:
        raise validation_error("until", _("The last day is before the first one."))
    _check_rules(plan.rules)


def _check_rules(rules: SeriesRules) -> None:
    check_points(rules)
    for field, count in (("how_many", rules.how_many), ("minimum", rules.minimum)):
        if not 1 <= count <= MAX_EVENINGS:
            raise validation_error(field, _("Between 1 and 500 evenings."))


def check_points(rules: SeriesRules) -> None:
    """Check what says how points are given."""
    numbers = rules.numbers
    if rules.way not in WAYS:
        raise validation_error("way", _("Choose how points are given."))
    if not 1 <= len(numbers.place_points) <= MAX_PLACES:
        raise validation_error("place_points", _("Write the points of 1 to 100 places."))
    for field, points in (
        *(("place_points", points) for points in numbers.place_points),
        *(("others", numbers.others), ("full", numbers.full), ("bonus", rules.bonus)),
    ):
        if not 0 <= points <= MAX_POINTS:
            raise validation_error(field, _("Between 0 and 10,000 points."))


def _check_in_club(club: Club, plan: SeriesPlan, own: int = 0) -> None:
    """Check what depends on the club; its book is locked."""
    if _same_name(club, plan.name).exclude(pk=own).exists():
        raise validation_error("name", _("The club has a series of this name already."))
    if plan.events is None:
        return
    if not plan.events:
        raise validation_error("events", _("Pick at least one event."))
    # An event stays picked whose club has left the federation since.
    known = {*events_of_club(club.pk).filter(pk__in=plan.events).values_list("pk", flat=True)}
    known |= {*Tournament.objects.filter(picked_in=own).values_list("pk", flat=True)}
    if not known.issuperset(plan.events):
        raise validation_error("events", _("One of the events has been deleted, or is of another club."))


def _same_name(club: Club, name: str) -> QuerySet[Series]:
    return Series.objects.filter(club=club, name=name, removed_at=None)
