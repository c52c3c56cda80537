"""Setting up an event, and changing what was agreed while nothing depends on it.

Knows what depends on which setting; must not know how a round is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import date, datetime
from typing import Final

from django.utils.translation import gettext as _

from clubs.access import DIRECTORS
from clubs.books import Author, Facts, Value, of_club, writing
from clubs.models import Book, Club
from tournaments.agreed import Agreed, plain
from tournaments.models import Round, Tournament
from tournaments.running.acting import Led, leading
from tournaments.running.refusing import NotNow


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
            "ruleset": self.ruleset,
            "day": self.on_day.isoformat(),
            "options": dict(self.options),
            "agreed": self.agreed.data(),
        }


def create_event(by: Author, club: Club, plan: EventPlan) -> Tournament:
    """Found an event with a book of its own; the act stands in the club's log and begins the event's."""
    with writing(of_club(club), by, needs=DIRECTORS) as in_club:
        book = Book.objects.create(kind=Book.Kind.TOURNAMENT, club=club)
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


# What nobody changes any more once something depends on it.

# Entries have so many players.
ONCE_ENTERED: Final = frozenset({"players"})
# A game has been opened by them, or a round drawn for so many sides.
ONCE_PUBLISHED: Final = frozenset({"ruleset", "options", "sides"})


def held_fast(event: Tournament) -> frozenset[str]:
    """The settings on which something depends already, by their names."""
    held: frozenset[str] = frozenset()
    if event.entries.exists():
        held |= ONCE_ENTERED
    if event.rounds.filter(state__in=(Round.State.PUBLISHED, Round.State.CLOSED)).exists():
        held |= ONCE_PUBLISHED
    return held


def change_event(by: Author, event: Tournament, plan: EventPlan) -> Tournament:
    """Agree on something else. What a result depends on is held fast."""
    with leading(event, by) as led:
        refuse_official(led.event)
        before = facts_of(led.event)
        refuse_held(led, plan)
        led.event.name, led.event.on_day, led.event.starts_at = plan.name, plan.on_day, plan.starts_at
        led.event.ruleset, led.event.options = plan.ruleset, dict(plan.options)
        led.event.settings = plan.agreed.data()
        led.event.save(update_fields=["name", "on_day", "starts_at", "ruleset", "options", "settings"])
        led.act.log("event.changed", led.event, before=before, after=plan.facts)
        return led.event


def facts_of(event: Tournament) -> Facts:
    return {
        "ruleset": event.ruleset,
        "day": event.on_day.isoformat(),
        "options": event.options,
        "agreed": event.settings,
    }


def refuse_held(led: Led, plan: EventPlan) -> None:
    held, old = held_fast(led.event), led.agreed
    changed = {
        one.name
        for one in fields(Agreed)
        if plain(getattr(old, one.name)) != plain(getattr(plan.agreed, one.name))
    }
    changed |= {name for name in ("ruleset",) if getattr(led.event, name) != getattr(plan, name)}
    changed |= {"options"} if led.event.options != dict(plan.options) else set()
    if changed & held:
        raise NotNow(_("This stays as it is: entries or games depend on it."))


def refuse_official(event: Tournament) -> None:
    if event.state == Tournament.State.OFFICIAL:
        raise NotNow(_("The result is official."))
