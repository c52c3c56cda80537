"""Stored standings, penalties and awards in them, and preliminary and official results.

The places after a closed round are stored, and recomputed when one of its results changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.utils.translation import gettext as _

from clubs.books.refusals import validation_error
from clubs.books.writing import Author, Facts, Submission, retried
from scoring import recording
from scoring.models import Game
from scoring.recording import NotNow
from tournaments.core.standings import Placing
from tournaments.models import EventAdjustment, Round, Standing, Tournament
from tournaments.play import event_record, event_results, kept_rounds
from tournaments.play.event_record import EntryFacts, EventRecord
from tournaments.running.events import refuse_official
from tournaments.running.session import open_event


def store_standings(event: Tournament, closed: Round) -> None:
    """Store the places after a closed round, and what is kept of it, replacing those stored before."""
    record = event_record.load_event(event, until=closed.number)
    placings = event_results.compute_placings(record)
    Standing.objects.filter(round=closed).delete()
    Standing.objects.bulk_create(standings_of(closed, record, placings))
    kept_rounds.to_keep(closed, record.rounds[-1].tables, placings).save()


def standings_of(closed: Round, record: EventRecord, placings: Iterable[Placing]) -> list[Standing]:
    """Return the rows of these places; stores nothing."""
    return [_standing_of(closed, record.entries[placing.totals.entry], placing) for placing in placings]


def _standing_of(closed: Round, entry: EntryFacts, placing: Placing) -> Standing:
    total = placing.totals
    return Standing(
        round=closed,
        entry_id=entry.pk,
        place=placing.place,
        shared=placing.shared,
        decided_by=placing.decided_by,
        played=total.played,
        wins=total.wins,
        draws=total.draws,
        losses=total.losses,
        points=total.points,
        difference=total.difference,
        own=total.own,
    )


def recompute_standings(event: Tournament, since: int) -> None:
    """Recompute the places after this round and after all later ones."""
    for closed in event.rounds.filter(state=Round.State.CLOSED, number__gte=since).order_by("number"):
        store_standings(event, closed)


def update_after_result_change(game: Game) -> None:
    """Recompute the standings when the result of a game of a closed round has changed."""
    closed = Round.objects.filter(pairings__game=game, state=Round.State.CLOSED).first()
    if closed is not None:
        recompute_standings(closed.tournament, closed.number)


# Penalties and awards in the standings.


@dataclass(frozen=True, slots=True, kw_only=True)
class EventCharge:
    """A penalty (below zero) or an award, in points of the scheme or in difference."""

    entry: int
    unit: EventAdjustment.Unit
    amount: int
    reason: str
    key: UUID
    rule: str = ""

    @property
    def facts(self) -> Facts:
        return {"number": self.entry, "unit": self.unit.value, "amount": self.amount, "rule": self.rule}

    @property
    def submission(self) -> Submission:
        return Submission(key=self.key, content={**self.facts, "reason": self.reason})


@retried
def adjust_event(by: Author, event: Tournament, charge: EventCharge) -> EventAdjustment:
    """Charge or credit an entry in the standings."""
    with open_event(event, by, submission=charge.submission) as opened:
        if opened.writing.earlier is not None:
            return EventAdjustment.objects.get(pk=opened.writing.earlier.facts["entry_of_ledger"])
        refuse_official(opened.event)
        if not charge.amount:
            raise validation_error("amount", _("Say how much."))
        if not charge.reason.strip():
            raise validation_error("reason", _("Say why."))
        adjustment = EventAdjustment.objects.create(
            tournament=opened.event,
            entry=opened.event.entries.get(number=charge.entry),
            unit=charge.unit,
            amount=charge.amount,
            rule=charge.rule,
            reason=charge.reason,
            author=opened.director,
            at=opened.writing.by.at,
        )
        recompute_standings(opened.event, _counts_from(opened.event, adjustment))
        opened.writing.log(
            "event.adjusted",
            adjustment,
            after={**charge.facts, "entry_of_ledger": adjustment.pk},
            reason=charge.reason,
        )
        return adjustment


@retried
def cancel_event_adjustment(by: Author, adjustment: EventAdjustment, reason: str) -> EventAdjustment:
    """Cancel a penalty or award; it stays in the ledger, marked."""
    with open_event(adjustment.tournament, by) as opened:
        adjustment = EventAdjustment.objects.get(pk=adjustment.pk, tournament=opened.event)
        refuse_official(opened.event)
        if adjustment.cancelled_at is not None:
            raise NotNow(_("It has been taken back already."))
        if not reason.strip():
            raise validation_error("reason", _("Say why."))
        adjustment.cancelled_at, adjustment.cancelled_by, adjustment.cancelled_because = (
            opened.writing.by.at,
            opened.director,
            reason,
        )
        adjustment.save(update_fields=["cancelled_at", "cancelled_by", "cancelled_because"])
        recompute_standings(opened.event, _counts_from(opened.event, adjustment))
        opened.writing.log(
            "event.adjustment_cancelled",
            adjustment,
            before={"unit": adjustment.unit, "amount": adjustment.amount},
            reason=reason,
        )
        return adjustment


def _counts_from(event: Tournament, adjustment: EventAdjustment) -> int:
    """Return the last round closed when it was made: earlier standings stay as they were."""
    before = (
        event.rounds.filter(state=Round.State.CLOSED, closed_at__lte=adjustment.at)
        .order_by("-number")
        .first()
    )
    return 1 if before is None else before.number


# Preliminary and official.


@retried
def show_results(by: Author, event: Tournament) -> Tournament:
    """Publish the results after the last round; they are preliminary until the time to complain is over."""
    with open_event(event, by) as opened:
        if opened.event.state != Tournament.State.RUNNING:
            raise NotNow(_("The event is not being played."))
        if opened.event.rounds.filter(state__in=(Round.State.DRAWN, Round.State.PUBLISHED)).exists():
            raise NotNow(_("A round is still being played."))
        opened.event.state, opened.event.shown_at = Tournament.State.PRELIMINARY, opened.writing.by.at
        opened.event.save(update_fields=["state", "shown_at"])
        opened.writing.log("event.results_shown", opened.event, after={"event_state": opened.event.state})
        return opened.event


# For the prize giving the time to complain may be cut short, but never below this.
MIN_CORRECTION_MINUTES = 5


def complaints_end(shown_at: datetime, minutes: int) -> datetime:
    """Return the end of the time to complain."""
    return shown_at + timedelta(minutes=minutes)


@retried
def declare_official(by: Author, event: Tournament, *, early: bool = False) -> Tournament:
    """Declare the results official when the time to complain is over; the director may cut it short."""
    with open_event(event, by) as opened:
        if opened.event.state != Tournament.State.PRELIMINARY or opened.event.shown_at is None:
            raise NotNow(_("The results have not been shown yet."))
        minutes = MIN_CORRECTION_MINUTES if early else opened.agreement.correction_minutes
        if opened.writing.by.at < complaints_end(opened.event.shown_at, minutes):
            raise NotNow(_("There is still time to complain."))
        opened.event.state, opened.event.official_at = Tournament.State.OFFICIAL, opened.writing.by.at
        opened.event.save(update_fields=["state", "official_at"])
        recording.make_official_in(
            opened.writing, Game.objects.filter(pairing__round__tournament=opened.event)
        )
        opened.writing.log(
            "event.official", opened.event, after={"event_state": opened.event.state, "early": early}
        )
        return opened.event
