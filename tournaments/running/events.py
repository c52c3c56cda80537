"""Setting up an event, and changing its agreement while nothing depends on it."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.permissions import DIRECTORS
from clubs.books.refusals import Outdated, unique
from clubs.books.sealing import create_book
from clubs.books.writing import (
    Author,
    Facts,
    JsonValue,
    Submission,
    Writing,
    canonical_json,
    club_book,
    retried,
    writing,
)
from clubs.models import Book, Club
from scoring.recording import NotNow
from tournaments.agreement.agreement import EventAgreement
from tournaments.agreement.validation import DraftAgreement, check_fixed_tables, validate
from tournaments.core.drawing.seeds import new_secret
from tournaments.models import Entry, Round, Tournament
from tournaments.play.programme import programme_on
from tournaments.running.frozen_settings import (
    changed_rounds,
    changed_settings,
    changes_strikes,
    changes_substitute_rounds,
    get_frozen_settings,
    last_drawn_round,
)
from tournaments.running.handicap_ratings import note_where_missing, warm_ratings
from tournaments.running.kept_places import recompute_standings
from tournaments.running.session import OpenEvent, open_event

NAME_TAKEN: Final = _lazy("The club already has an event with this name on this day.")
_FROZEN: Final = _lazy("This cannot be changed: entries or games depend on it.")
# The settings that decide how many tables there are.
_SEATING: Final = frozenset({"phases", "sides"})
# The days on which an event may be.
EARLIEST_DATE, LATEST_DATE = date(1950, 1, 1), date(2199, 12, 31)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPlan:
    """All that an event is before any entry is made."""

    name: str
    date: dt.date
    ruleset: str
    starts_at: datetime | None = None
    options: Mapping[str, JsonValue] = field(default_factory=dict)
    agreement: EventAgreement = field(default_factory=EventAgreement)
    # A rehearsal: it counts nowhere else, and may be deleted with its games.
    trial: bool = False
    # The seeds of its draws follow from it. No page gives one: only a simulation, which is the same again.
    secret: str = field(default_factory=new_secret, repr=False)

    @property
    def facts(self) -> Facts:
        return {
            "name": self.name,
            "ruleset": self.ruleset,
            "day": self.date.isoformat(),
            "begins": _isoformat(self.starts_at),
            "options": dict(self.options),
            "agreed": self.agreement.data(),
            "trial": self.trial,
        }


def _isoformat(at: datetime | None) -> str:
    return at.astimezone(UTC).isoformat() if at else ""


@retried
def create_event(by: Author, club: Club, plan: EventPlan) -> Tournament:
    """Create an event with a book of its own; both the club's log and the event's record it."""
    return create_event_once(by, club, plan)[0]


def create_event_once(
    by: Author, club: Club, plan: EventPlan, submission: Submission | None = None
) -> tuple[Tournament, bool]:
    """Create an event; return it, and whether this submission has not created it before."""
    check_plan(plan)
    with writing(club_book(club), by, needs=DIRECTORS, submission=submission) as in_club:
        if in_club.earlier is not None:
            return Tournament.objects.get(book=in_club.earlier.facts["book"]), False
        return create_event_in(in_club, club, plan), True


def create_event_in(in_club: Writing, club: Club, plan: EventPlan) -> Tournament:
    """Create an event by a checked plan, where the book of the club is open."""
    book = create_book(Book.Kind.TOURNAMENT, club, trial=plan.trial)
    with unique("name", NAME_TAKEN):
        event = Tournament.objects.create(
            club=club,
            book=book,
            name=plan.name,
            date=plan.date,
            starts_at=plan.starts_at,
            ruleset=plan.ruleset,
            options=dict(plan.options),
            settings=plan.agreement.data(),
            secret=plan.secret,
        )
    in_club.log("event.created", event, after={"book": book.pk})
    with writing(book, in_club.by) as in_event:
        in_event.log("event.created", event, after={**plan.facts, "secret_digest": event.secret_digest})
    return event


class ChangedMeanwhile(Outdated):
    """The event has changed since the page was opened. `now` is the event as it is now."""

    def __init__(self, now: Tournament) -> None:
        super().__init__()
        self.now = now


def fingerprint_of(event: Tournament) -> str:
    """Return a hash of the settings that a page shows, so that no change is overwritten unseen."""
    return hashlib.sha256(canonical_json(event_facts(event)).encode()).hexdigest()


@retried
def change_event(by: Author, event: Tournament, plan: EventPlan, seen: str | None = None) -> Tournament:
    """Change the plan of an event. Settings on which results depend are frozen.

    `seen` is the fingerprint of what the page showed: raises `ChangedMeanwhile` where it has changed since.
    """
    warm_ratings(event, plan.agreement)
    with open_event(event, by) as opened:
        refuse_official(opened.event)
        if seen is not None and seen != fingerprint_of(opened.event):
            raise ChangedMeanwhile(opened.event)
        before, phases = event_facts(opened.event), opened.agreement.phases
        _check_frozen_settings(opened, plan)
        check_plan(plan, drawn=last_drawn_round(opened.event))
        check_seating(opened, plan)
        if plan.date != opened.event.date:
            opened.event.programme = programme_on(opened.event, plan.date)
        opened.event.name, opened.event.date, opened.event.starts_at = plan.name, plan.date, plan.starts_at
        opened.event.ruleset, opened.event.options = plan.ruleset, dict(plan.options)
        opened.event.settings = plan.agreement.data()
        with unique("name", NAME_TAKEN):
            opened.event.save(
                update_fields=["name", "date", "starts_at", "ruleset", "options", "settings", "programme"]
            )
        if plan.trial != opened.event.is_trial:
            opened.event.book.trial = plan.trial
            opened.event.book.save(update_fields=["trial"])
        note_where_missing(opened, (Round.State.DRAWN,))
        if plan.agreement.phases != phases:
            # What a sit-out is worth in a round robin depends on whether all come to meet.
            recompute_standings(opened.event, since=1)
        opened.writing.log("event.changed", opened.event, before=before, after=plan.facts)
        return opened.event


def event_facts(event: Tournament) -> Facts:
    """Return what the log says of an event before and after a change."""
    return {
        "name": event.name,
        "ruleset": event.ruleset,
        "day": event.date.isoformat(),
        "begins": _isoformat(event.starts_at),
        "options": event.options,
        "agreed": event.settings,
        "trial": event.is_trial,
    }


def _check_frozen_settings(opened: OpenEvent, plan: EventPlan) -> None:
    """Refuse changes of frozen settings; the page says what depends on each."""
    changed = changed_settings(opened.event, plan.ruleset, plan.options, plan.agreement)
    changed |= {"trial"} if plan.trial != opened.event.is_trial else set()
    refusals: dict[str, object] = dict.fromkeys(
        sorted(changed & get_frozen_settings(opened.event).keys()), _FROZEN
    )
    redrawn = changed_rounds(opened.event, plan.agreement)
    if redrawn:
        refusals["phases"] = _("Round %(round)s has already been drawn this way: leave its row as it is.") % {
            "round": redrawn[0]
        }
    elif changes_strikes(opened.event, plan.agreement):
        refusals["phases"] = _(
            "An entry that has withdrawn would be struck out in a round robin: choose "
            "another movement for these rounds."
        )
    elif changes_substitute_rounds(opened.event, plan.agreement):
        refusals["phases"] = _(
            "Results with a substitute count in half of the rounds: do not change the number of rounds."
        )
    if refusals:
        raise ValidationError({name: [message] for name, message in refusals.items()}, code="held")


def check_plan(plan: EventPlan, drawn: int = 0) -> None:
    """Refuse what does not go together, each problem at its setting; so many rounds are drawn as they are."""
    refusals: dict[str, list[str]] = {}
    if not EARLIEST_DATE <= plan.date <= LATEST_DATE:
        refusals["on_day"] = [_("Check the year.")]
    for problem in validate(DraftAgreement(plan.ruleset, plan.options, plan.agreement, drawn)):
        refusals.setdefault(problem.setting, []).append(problem.message)
    if refusals:
        raise ValidationError(refusals, code="misfit")


def check_seating(opened: OpenEvent, plan: EventPlan) -> None:
    """Refuse an agreement in which the fixed tables of entries are not possible."""
    changed = changed_settings(opened.event, plan.ruleset, plan.options, plan.agreement)
    if changed.isdisjoint(_SEATING):
        return
    coming = opened.event.entries.exclude(state=Entry.State.WITHDRAWN)
    fixed = coming.exclude(fixed_table=None).count()
    problem = check_fixed_tables(plan.agreement, coming.count(), fixed)
    if problem is not None:
        error = ValidationError(problem.message, code="staying", params={"row": problem.row})
        raise ValidationError({problem.setting: error})


def refuse_official(event: Tournament) -> None:
    if event.state == Tournament.State.OFFICIAL:
        raise NotNow(_("The result is official."))


def refuse_shown(event: Tournament) -> None:
    """No entry comes, leaves or returns once the results are shown."""
    refuse_official(event)
    if event.state == Tournament.State.PRELIMINARY:
        raise NotNow(_("The results have been shown: no entry comes, leaves or returns."))
