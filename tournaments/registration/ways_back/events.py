"""The ways back of acts on events as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Final

from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from clubs.books.refusals import NotNow
from clubs.books.ways_back import NoWayBack, PastAct, Undo, WayBack
from tournaments import running
from tournaments.agreement.agreement import EventAgreement
from tournaments.models import EventAdjustment, Round, Tournament
from tournaments.registration.ways_back.past_events import (
    CHANGED,
    REMOVED,
    event_of,
)
from tournaments.registration.ways_back.shown_results import hidden, official, revised, shown
from tournaments.running.events import event_facts, fingerprint_of


def _changed_event(act: PastAct) -> Undo:
    event = event_of(act)
    if event_facts(event) != act.after:
        raise NotNow(CHANGED)
    plan, seen = _plan_before(act), fingerprint_of(event)
    return Undo(lambda by, _reason, _key: running.change_event(by, event, plan, seen), asks_reason=False)


def _plan_before(act: PastAct) -> running.EventPlan:
    before = act.before
    return running.EventPlan(
        name=before["name"],
        date=date.fromisoformat(before["day"]),
        ruleset=before["ruleset"],
        starts_at=datetime.fromisoformat(before["begins"]) if before["begins"] else None,
        options=before["options"],
        agreement=EventAgreement.read(before["agreed"]),
        trial=before["trial"],
    )


def _corrected_set_up(act: PastAct) -> Undo:
    event = event_of(act)
    if event_facts(event) != act.after:
        raise NotNow(CHANGED)
    plan, seen = _plan_before(act), fingerprint_of(event)
    return Undo(
        lambda by, reason, key: running.correct_set_up(
            by, event, running.SetUpCorrection(plan=plan, reason=reason, key=key, seen=seen)
        )
    )


def _charged(act: PastAct) -> Undo:
    event_of(act)
    charge = _adjustment_of(act)
    if charge.cancelled_at is not None:
        raise NotNow(_lazy("It has already been revoked."))
    return Undo(lambda by, reason, _key: running.cancel_event_adjustment(by, charge, reason))


def _cancelled_charge(act: PastAct) -> Undo:
    event, charge = event_of(act), _adjustment_of(act)
    return Undo(
        lambda by, reason, key: running.adjust_event(
            by,
            event,
            running.EventCharge(
                entry=charge.entry.number,
                unit=EventAdjustment.Unit(charge.unit),
                amount=charge.amount,
                # That of what was carried over is the name of the section.
                reason=charge.reason if charge.kind == EventAdjustment.Kind.CARRIED else reason,
                key=key,
                rule=charge.rule,
                kind=EventAdjustment.Kind(charge.kind),
            ),
        )
    )


def _adjustment_of(act: PastAct) -> EventAdjustment:
    return EventAdjustment.objects.select_related("tournament__book", "entry").get(pk=act.row)


def _created(act: PastAct) -> Undo:
    """An event that was set up by mistake is deleted, from the club's last acts: its own go with it."""
    event = Tournament.objects.select_related("book", "club").filter(pk=act.row).first()
    if event is None:
        raise NotNow(REMOVED)
    if not running.may_be_deleted(event):
        raise NotNow(_lazy("The event has games, and is no trial: it can be archived, but stays."))
    if act.book.pk == event.book_id or event.rounds.exclude(state=Round.State.REMOVED).exists():
        raise NotNow(_lazy("It is removed by “Delete the event” in its settings."))
    entries = event.entries.count()
    preview = ngettext("It has %(count)s entry.", "It has %(count)s entries.", entries) % {"count": entries}
    return Undo(lambda by, _reason, _key: running.delete_event(by, event), asks_reason=False, preview=preview)


def _brought_in(act: PastAct) -> Undo:
    """An event that was brought in is deleted while nothing was done in it, from the club's last acts."""
    event = Tournament.objects.select_related("book", "club").filter(pk=act.row).first()
    if event is None:
        raise NotNow(REMOVED)
    if not running.may_be_deleted(event):
        raise NotNow(_lazy("The event has games, and is no trial: it can be archived, but stays."))
    if act.book.pk == event.book_id:
        raise NotNow(_lazy("It is removed by “Delete the event” in its settings."))
    return Undo(lambda by, _reason, _key: running.delete_event(by, event), asks_reason=False)


WAYS_BACK: Final[Mapping[str, WayBack | NoWayBack]] = {
    "event.created": WayBack(_lazy("Deletes the event with its entries."), _created),
    "event.changed": WayBack(_lazy("Sets everything as it was before."), _changed_event),
    "event.brought_in": WayBack(_lazy("Deletes the event that was brought in."), _brought_in),
    "event.exported": NoWayBack(_lazy("The file has left."), is_listed=False),
    "event.deleted": NoWayBack(_lazy("It is deleted for good.")),
    "event.set_up_corrected": WayBack(
        _lazy("Counts everything by the former settings again."), _corrected_set_up
    ),
    "event.adjusted": WayBack(
        _lazy("Takes the penalty or award back."), _charged, ("event.adjustment_cancelled",)
    ),
    "event.carried": WayBack(
        _lazy("Takes back what the entry has brought along."),
        _charged,
        ("event.adjustment_cancelled",),
        may_follow=True,
    ),
    "event.adjustment_cancelled": WayBack(
        _lazy("Enters the same penalty or award again."), _cancelled_charge, may_follow=True
    ),
    "event.rescored": NoWayBack(_lazy("It follows from what is recorded."), is_listed=False),
    "event.results_shown": WayBack(_lazy("No longer shows the results."), shown, ("event.results_hidden",)),
    "event.results_hidden": WayBack(_lazy("Shows the results again."), hidden, ("event.results_shown",)),
    "event.official": WayBack(_lazy("Opens the results again."), official, ("event.revised",)),
    "event.codes_sent": NoWayBack(_lazy("A mail that was sent is not called back."), is_listed=False),
    "event.codes_not_sent": NoWayBack(_lazy("Send them again, on the page of the papers."), is_listed=False),
    "event.revised": WayBack(_lazy("Declares the results official again."), revised, ("event.official",)),
}
