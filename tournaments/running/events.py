"""Setting up an event, and changing what was agreed while nothing depends on it.

Knows when an agreement is refused; what depends on which setting is known by `holding`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.permissions import DIRECTORS
from clubs.books.refusals import unique
from clubs.books.writing import Author, Facts, Value, canonical, of_club, retried, writing
from clubs.models import Book, Club
from scoring.recording import NotNow
from tournaments.agreement.agreement import Agreed
from tournaments.agreement.validation import Wanted, misfit_of_staying, misfits
from tournaments.models import Entry, Tournament
from tournaments.running.frozen_settings import (
    changed_settings,
    halved_otherwise,
    held_fast,
    redrawn,
    struck_otherwise,
)
from tournaments.running.session import Led, leading

_NAME_TAKEN: Final = _lazy("The club has an event of this name on this day already.")
_HELD: Final = _lazy("This stays as it is: entries or games depend on it.")
# The settings by which entries come to their tables.
_SEATING: Final = frozenset({"phases", "sides"})
# Days on which somebody may hold an event.
EARLIEST, LATEST = date(1950, 1, 1), date(2199, 12, 31)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPlan:
    """What set-up asks: everything that an event is before anybody enters."""

    name: str
    on_day: date
    ruleset: str
    starts_at: datetime | None = None
    options: Mapping[str, Value] = field(default_factory=dict)
    agreed: Agreed = field(default_factory=Agreed)

    @property
    def facts(self) -> Facts:
        return {
            "name": self.name,
            "ruleset": self.ruleset,
            "day": self.on_day.isoformat(),
            "begins": _moment(self.starts_at),
            "options": dict(self.options),
            "agreed": self.agreed.data(),
        }


def _moment(at: datetime | None) -> str:
    return at.astimezone(UTC).isoformat() if at else ""


@retried
def create_event(by: Author, club: Club, plan: EventPlan) -> Tournament:
    """Found an event with a book of its own; the act stands in the club's log and begins the event's."""
    _refuse_misfits(plan)
    with writing(of_club(club), by, needs=DIRECTORS) as in_club:
        book = Book.objects.create(kind=Book.Kind.TOURNAMENT, club=club)
        with unique("name", _NAME_TAKEN):
            event = Tournament.objects.create(
                club=club,
                book=book,
                name=plan.name,
                on_day=plan.on_day,
                starts_at=plan.starts_at,
                ruleset=plan.ruleset,
                options=dict(plan.options),
                settings=plan.agreed.data(),
            )
        in_club.log("event.created", event)
        with writing(book, by) as in_event:
            in_event.log("event.created", event, after=plan.facts)
    return event


class ChangedMeanwhile(Exception):
    """Somebody else changed the event after the page was opened. `now` is the event as it stands."""

    def __init__(self, now: Tournament) -> None:
        super().__init__()
        self.now = now


def fingerprint_of(event: Tournament) -> str:
    """What a page has shown of an event's settings, so that nobody overwrites another."""
    return hashlib.sha256(canonical(_facts_of(event)).encode()).hexdigest()


@retried
def change_event(by: Author, event: Tournament, plan: EventPlan, seen: str | None = None) -> Tournament:
    """Agree on something else. What a result depends on is held fast.

    `seen` is the fingerprint of what the page has shown; who asks without a page leaves it out.
    """
    with leading(event, by) as led:
        refuse_official(led.event)
        if seen is not None and seen != fingerprint_of(led.event):
            raise ChangedMeanwhile(led.event)
        before = _facts_of(led.event)
        _refuse_held(led, plan)
        _refuse_misfits(plan)
        _refuse_who_stays(led, plan)
        led.event.name, led.event.on_day, led.event.starts_at = plan.name, plan.on_day, plan.starts_at
        led.event.ruleset, led.event.options = plan.ruleset, dict(plan.options)
        led.event.settings = plan.agreed.data()
        with unique("name", _NAME_TAKEN):
            led.event.save(update_fields=["name", "on_day", "starts_at", "ruleset", "options", "settings"])
        led.act.log("event.changed", led.event, before=before, after=plan.facts)
        return led.event


def _facts_of(event: Tournament) -> Facts:
    return {
        "name": event.name,
        "ruleset": event.ruleset,
        "day": event.on_day.isoformat(),
        "begins": _moment(event.starts_at),
        "options": event.options,
        "agreed": event.settings,
    }


def _refuse_held(led: Led, plan: EventPlan) -> None:
    """What depends on a setting is said by the page; here it is said that something does."""
    changed = changed_settings(led.event, plan.ruleset, plan.options, plan.agreed)
    refusals: dict[str, object] = dict.fromkeys(sorted(changed & held_fast(led.event).keys()), _HELD)
    otherwise = redrawn(led.event, plan.agreed)
    if otherwise:
        refusals["phases"] = _("Round %(round)s is drawn as it stands: let its row be.") % {
            "round": otherwise[0]
        }
    elif struck_otherwise(led.event, plan.agreed):
        refusals["phases"] = _(
            "Who has withdrawn would be struck out in a round robin: let these rounds be of another movement."
        )
    elif halved_otherwise(led.event, plan.agreed):
        refusals["phases"] = _("Results with a substitute count in half of the rounds: let their number be.")
    if refusals:
        raise ValidationError({name: [why] for name, why in refusals.items()}, code="held")


def _refuse_misfits(plan: EventPlan) -> None:
    """What does not go together, each at its setting."""
    refusals: dict[str, list[str]] = {}
    if not EARLIEST <= plan.on_day <= LATEST:
        refusals["on_day"] = [_("Choose a day of our time.")]
    for misfit in misfits(Wanted(plan.ruleset, plan.options, plan.agreed)):
        refusals.setdefault(misfit.setting, []).append(misfit.why)
    if refusals:
        raise ValidationError(refusals, code="misfit")


def _refuse_who_stays(led: Led, plan: EventPlan) -> None:
    """Entries that keep their tables cannot do so in every event."""
    changed = changed_settings(led.event, plan.ruleset, plan.options, plan.agreed)
    if changed.isdisjoint(_SEATING):
        return
    coming = led.event.entries.exclude(state=Entry.State.WITHDRAWN)
    staying = coming.exclude(keeps_table=None).count()
    misfit = misfit_of_staying(plan.agreed, coming.count(), staying)
    if misfit is not None:
        why = ValidationError(misfit.why, code="staying", params={"row": misfit.row})
        raise ValidationError({misfit.setting: why})


def refuse_official(event: Tournament) -> None:
    if event.state == Tournament.State.OFFICIAL:
        raise NotNow(_("The result is official."))
